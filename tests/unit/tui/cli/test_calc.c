/* The pocket calculator's working: what a step writes as {NAME = E} is true of what the engine answers, for
 * the example of every formula and for keys that are drawn at random. The spec's own numbers are in
 * tests/ui/test_calc.sh. */
#include "tui/cli/calc/calc.h"

#include "engine/base/random.h"
#include "tests/support/test.h"

enum { TRIALS = 200, ARGUMENT_SIZE = 80 };

/* Eighths, which nanoseconds and three decimals hold exactly. */
static double draw(const struct calc_key *key, uint64_t *at)
{
    double most = fmin(key->max, key->min + 400), steps = floor((most - key->min) * 8);
    return key->min + floor(random_unit(1, (*at)++) * steps + 1) / 8;
}

/* Every {NAME = E} of the steps that are shown; how many there were. */
static int check_sheet(const struct calc_sheet *sheet)
{
    int checked = 0;
    for (size_t s = 0; s < CALC_STEPS_MAX && sheet->calc->steps[s]; s++) {
        const char *step = sheet->calc->steps[s];
        char list[32] = "";
        bool each = sscanf(step, "[each %31[a-z_0-9]", list) == 1;
        if (*step == '[' && !each && !calc_holds(sheet, step + 1, strcspn(step, "]") - 1, 0))
            continue;
        for (const char *at = strchr(step, '{'); at; at = strchr(at + 1, '{')) {
            size_t n = strcspn(at, "}") - 1;
            if (!memchr(at, '=', n))
                continue;
            for (size_t i = 0; i < (each ? calc_find(sheet, list)->n : 1); i++, checked++)
                if (!calc_holds(sheet, at + 1, n, i))
                    fail_msg("%s: %.*s is not so", sheet->calc->name, (int)n, at + 1);
        }
    }
    return checked;
}

FACT(test_working_is_true)
{
    uint64_t at = 0;
    int checked = 0;
    for (size_t f = 0; calc_at(f); f++) {
        const struct calc *calc = calc_at(f);
        for (int trial = 0; trial < TRIALS; trial++) {
            char example[200], drawn[CALC_KEYS_MAX][ARGUMENT_SIZE], *arguments[CALC_KEYS_MAX],
                *next = example;
            DEFER(calc_sheet_free) struct calc_sheet sheet;
            int n = 0;
            snprintf(example, sizeof example, "%s", calc->example);
            for (char *word; (word = strtok_r(next, " ", &next)); n++) {
                arguments[n] = word;
                for (const struct calc_key *key = calc->keys; trial > 0 && key->name; key++)
                    if (strncmp(word, key->name, strlen(key->name)) == 0 && word[strlen(key->name)] == '=' &&
                        key->kind != CALC_TEXT) {
                        /* The example with every number, list and word drawn anew. */
                        uint32_t words = 0;
                        while (key->words[words])
                            words++;
                        if (key->kind == CALC_WORD)
                            snprintf(drawn[n], ARGUMENT_SIZE, "%s=%s", key->name,
                                     key->words[random_below(1, at++, words)]);
                        else if (key->kind == CALC_NUMBER)
                            snprintf(drawn[n], ARGUMENT_SIZE, "%s=%.3f", key->name, draw(key, &at));
                        else if (key->kind == CALC_LIST)
                            snprintf(drawn[n], ARGUMENT_SIZE, "%s=%.3f,%.3f,%.3f", key->name, draw(key, &at),
                                     draw(key, &at), draw(key, &at));
                        arguments[n] = drawn[n];
                    }
            }
            bool filled = calc_sheet_fill(&sheet, calc, n, arguments, &err);
            if (trial == 0 && !filled)
                fail_msg("the example of %s: %s: %s", calc->name, err.place, err.message);
            if (filled)
                checked += check_sheet(&sheet);
        }
    }
    assert_true(checked > 10 * TRIALS);
}
