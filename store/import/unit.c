/* A text is words and slashes. Before a slash stands a mass, maybe with its gas behind it or grown onto it;
 * behind it an energy or a time. */
#include "store/import/table.h"

#include "engine/base/text.h"

#include <ctype.h>
#include <string.h>

enum { WORDS = 48, WORD = 32 };

struct unit_word {
    const char *word, *shown;
    double size; /* of a mass in g, of an energy in kWh */
};

static const struct unit_word masses[] = {
    {"g", "g", 1},
    {"gram", "g", 1},
    {"grams", "g", 1},
    {"mg", "mg", 1e-3},
    {"kg", "kg", 1e3},
    {"kgs", "kg", 1e3},
    {"kilograms", "kg", 1e3},
    {"lb", "lb", 453.59237},
    {"lbs", "lb", 453.59237},
    {"pound", "lb", 453.59237},
    {"pounds", "lb", 453.59237},
    {"t", "t", 1e6},
    {"mt", "t", 1e6},
    {"tonne", "t", 1e6},
    {"tonnes", "t", 1e6},
    {"metric ton", "t", 1e6},
    {"metric tons", "t", 1e6},
};
static const struct unit_word energies[] = {{"kwh", "kWh", 1}, {"mwh", "MWh", 1e3}, {"gwh", "GWh", 1e6}};
static const struct unit_word times[] = {{"h", "h", 0},     {"hr", "h", 0},  {"hour", "h", 0},
                                         {"s", "s", 0},     {"sec", "s", 0}, {"min", "min", 0},
                                         {"day", "day", 0}, {"d", "day", 0}};
#define FIND(table, word) find(table, sizeof(table) / sizeof *(table), word)

static const struct unit_word *find(const struct unit_word *table, size_t n, const char *word)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(table[k].word, word) == 0)
            return &table[k];
    return NULL;
}

/* In lower case, the subscript two of CO2 as 2; "per" and "/" are "/". */
static size_t split(const char *text, char words[WORDS][WORD])
{
    static const char subscript[] = "\xE2\x82\x82";
    size_t n = 0, used = 0;
    for (; n < WORDS; text++) {
        bool two = strncmp(text, subscript, 3) == 0;
        bool letter = isalnum((unsigned char)*text) || two;
        if (letter && used + 1 < WORD) {
            words[n][used++] = two ? '2' : (char)tolower((unsigned char)*text);
            text += two ? 2 : 0;
        }
        if (letter)
            continue;
        words[n][used] = '\0';
        if (used > 0 && strcmp(words[n], "per") == 0)
            memcpy(words[n], "/", 2);
        n += used > 0;
        used = 0;
        if (*text == '/' && n < WORDS)
            memcpy(words[n++], "/", 2);
        if (!*text)
            break;
    }
    return n;
}

/* The mass that ends before word `at`. */
static const struct unit_word *mass_before(char words[WORDS][WORD], size_t at)
{
    char two[2 * WORD];
    for (; at > 0; at--) {
        /* Takes the gas off the end of a word. */
        char *word = words[at - 1];
        static const char *const gases[] = {"co2eq", "co2e", "co2", "eq"};
        for (size_t k = 0; k < sizeof gases / sizeof *gases; k++) {
            size_t n = strlen(word), length = strlen(gases[k]);
            if (n >= length && strcmp(word + n - length, gases[k]) == 0)
                word[n - length] = '\0';
        }
        if (*words[at - 1])
            break;
    }
    if (at == 0)
        return NULL;
    text_print(two, sizeof two, "%s %s", at > 1 ? words[at - 2] : "", words[at - 1]);
    const struct unit_word *mass = FIND(masses, two);
    return mass ? mass : FIND(masses, words[at - 1]);
}

enum unit_said unit_find(const char *text, double *g_per_kwh, char *shown, size_t size)
{
    char words[WORDS][WORD] = {{0}};
    size_t n = split(text, words);
    for (size_t k = 1; k + 1 < n; k++) {
        const struct unit_word *mass = strcmp(words[k], "/") == 0 ? mass_before(words, k) : NULL;
        const struct unit_word *energy = FIND(energies, words[k + 1]);
        if (mass && energy) {
            *g_per_kwh = mass->size / energy->size;
            text_print(shown, size, "%s/%s", mass->shown, energy->shown);
            return UNIT_INTENSITY;
        }
        if (mass && FIND(times, words[k + 1]))
            return UNIT_EMISSIONS;
    }
    return UNIT_UNSAID;
}

char *unit_likely(double mean, char *out, size_t size)
{
    static const struct {
        const char *shown;
        double g_per_kwh;
    } common[] = {{"kg/kWh", 1000}, {"lb/kWh", 453.59237}, {"lb/MWh", 0.45359237}};

    *out = '\0';
    for (size_t k = 0; k < sizeof common / sizeof *common; k++) {
        double then = mean * common[k].g_per_kwh;
        if (then >= UNIT_LEAST && then <= UNIT_MOST && (mean < UNIT_LEAST || mean > UNIT_MOST))
            text_append(out, size, "%s%s? --unit %s", *out ? "; " : "", common[k].shown, common[k].shown);
    }
    return out;
}
