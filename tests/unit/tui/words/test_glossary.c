/* The glossary as a table: every row says what it must, no two rows claim the same word, words are found
 * where they stand and nowhere else. That no screen shows a word without a row is
 * tests/unit/tui/views/test_explain.c. */
#include "engine/base/text.h"
#include "tui/words/glossary.h"
#include "tests/support/test.h"

static void check_meaning(struct meaning meaning)
{
    if (!*meaning.title || !*meaning.means || !*meaning.source)
        fail_msg("'%s' lacks a title, a meaning or a source", meaning.title);
    int n = 0;
    for (const char *at = meaning.means; *at; at++)
        n += (*at == '.' || *at == '?') && (at[1] == 0 || (at[1] == ' ' && at[2] >= 'A' && at[2] <= 'Z'));
    if (n > 3 || strlen(meaning.means) > 420)
        fail_msg("%s is explained at too great a length: %s", meaning.title, meaning.means);
    static const char *const ids[] = {"CD-", "CL-", "UF-", "ET-", "IC-", "CO-"}; /* nobody else has these */
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        assert_null(strstr(meaning.source, ids[i]));
}

FACT(test_everything_has_meaning_and_source)
{
    for (int i = 0; i < TERM_COUNT; i++)
        check_meaning(glossary_meaning((struct subject){SUBJECT_TERM, i}));
    for (int i = 0; i < KNOB_COUNT; i++)
        check_meaning(glossary_meaning((struct subject){SUBJECT_KNOB, i}));
    for (int i = 0; i < POLICY_COUNT; i++)
        check_meaning(glossary_meaning((struct subject){SUBJECT_SCHEME, i}));
    for (int i = 0; i < PLACE_COUNT; i++)
        check_meaning(glossary_meaning((struct subject){SUBJECT_PLACE, i}));
    for (int i = 0; i < METRIC_COUNT; i++)
        if (glossary_has_metric((enum metric)i))
            check_meaning(glossary_meaning((struct subject){SUBJECT_METRIC, i}));
}

/* Numbers are asked by name: the name must be one. */
FACT(test_numbers_are_of_something)
{
    for (int i = 0; i < TERM_COUNT; i++) {
        const struct term *term = &glossary_terms[i];
        if (term->metric && glossary_metric(term->metric) == METRIC_COUNT)
            fail_msg("%s: no metric '%s'", term->forms, term->metric);
        if (term->knob && glossary_knob(term->knob) == KNOB_COUNT)
            fail_msg("%s: no knob '%s'", term->forms, term->knob);
    }
}

/* Every form leads to its own row: two rows with one form would make one of them unreachable. */
FACT(test_each_form_leads_to_its_row)
{
    for (int i = 0; i < TERM_COUNT; i++)
        for (const char *forms = glossary_terms[i].forms; *forms;) {
            size_t n = strcspn(forms, "|"), used = 0;
            char form[64] = "";
            for (size_t k = 0; k < n; k++)
                form[used++] = forms[k] == '#' ? '7' : forms[k];
            struct subject found;
            if (!glossary_find(form, &found) || found.kind != SUBJECT_TERM || found.which != i)
                fail_msg("'%s' of row %d does not lead there", form, i);
            forms += n + (forms[n] == '|');
        }
}

static void check_words(const char *text, const char *expected)
{
    char got[256] = "";
    struct glossary_hit hit;
    for (size_t at = 0; glossary_next(text, at, &hit); at = hit.at + hit.length)
        text_append(got, sizeof got, "%s%.*s", *got ? "," : "", (int)hit.length, text + hit.at);
    assert_string_equal(got, expected);
}

FACT(test_words_are_whole_and_the_longest)
{
    check_words("CIR 0.85 ≤ CIT 1.00", "CIR,≤,CIT");
    check_words("CIRCLE CITY sCI", "");
    check_words("198 gCO2eq/kWh, p99.9", "gCO2eq/kWh,p99.9");
    check_words("p95 p p9x", "p95");
    check_words("RANDOM-POD beats RANDOM", "RANDOM-POD,RANDOM");
    check_words("226.6 g~, 1.00×", "~,×");
    check_words("2×3g", "×,3g");
    check_words("5.6 K cooler", "5.6 K");
}

FACT(test_the_word_at_a_place)
{
    struct glossary_hit hit;
    const char *text = "▼ CARBONDIS, F_S 0.4";
    assert_true(glossary_over(text, 0, &hit) && hit.subject.which == TERM_DOWN);
    assert_true(glossary_over(text, 9, &hit) && hit.subject.kind == SUBJECT_SCHEME);
    assert_true(glossary_over(text, strlen(text) - 5, &hit) && hit.subject.which == TERM_F_S);
    assert_false(glossary_over(text, strlen(text) - 1, &hit));
}

FACT(test_found_by_name)
{
    struct subject subject;
    char near[GLOSSARY_WORD];
    assert_true(glossary_find("cir", &subject) && subject.which == TERM_CIR);
    assert_true(glossary_find("p99", &subject) && subject.which == TERM_PERCENTILE);
    assert_true(glossary_find("carbondis", &subject) && subject.kind == SUBJECT_SCHEME);
    assert_true(glossary_find("water_c", &subject) && subject.kind == SUBJECT_KNOB);
    assert_false(glossary_find("", &subject) || glossary_find("nothing of the kind", &subject));
    assert_true(glossary_nearest("lamda", near));
    assert_string_equal(near, "lambda");
    assert_false(glossary_nearest("nothing of the kind", near));
}
