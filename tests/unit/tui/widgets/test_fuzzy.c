/* Fuzzy scores: what matches is decided as by brute force over all ways to lay the letters, and the order is
 * the one that a person expects. */
#include "engine/base/random.h"
#include "tui/widgets/prompt.h"
#include "tests/support/test.h"

FACT(test_matches_are_subsequences)
{
    assert_true(fuzzy_score("pin", "pin") >= 0);
    assert_true(fuzzy_score("pin-baseline", "pb") >= 0);
    assert_true(fuzzy_score("Reference-Next", "REFN") >= 0);
    assert_true(fuzzy_score("set cit", "s c") >= 0);
    assert_int_equal(fuzzy_score("pin", "pins"), -1);
    assert_int_equal(fuzzy_score("pin", "nip"), -1);
    assert_int_equal(fuzzy_score("", "a"), -1);
    assert_true(fuzzy_score("anything", "") >= 0);
    assert_true(fuzzy_score("", "") >= 0);
}

static void assert_before(const char *typed, const char *first, const char *second)
{
    if (fuzzy_score(first, typed) <= fuzzy_score(second, typed))
        fail_msg("'%s' should find '%s' (%d) before '%s' (%d)", typed, first, fuzzy_score(first, typed),
                 second, fuzzy_score(second, typed));
}

FACT(test_order)
{
    assert_before("pin", "pin", "unpin");
    assert_before("pin", "pin", "pinned");
    assert_before("un", "undo", "run-command");
    assert_before("rn", "reference-next", "turn-up");
    assert_before("zi", "zoom-in", "resize");
    assert_before("cit", "set cit", "set ci_scale x t");
}

static int subsequence(const char *text, const char *typed)
{
    while (*text && *typed)
        typed += *text++ == *typed;
    return *typed == 0;
}

FACT(test_random_texts)
{
    uint64_t key = random_key(7, RANDOM_TEST, 0), draw = 0;
    for (int i = 0; i < 20000; i++) {
        char text[100], typed[8];
        uint32_t n = random_below(key, draw++, 20), m = random_below(key, draw++, 5);
        for (uint32_t k = 0; k < n; k++)
            text[k] = "abc-"[random_below(key, draw++, 4)];
        for (uint32_t k = 0; k < m; k++)
            typed[k] = "abc"[random_below(key, draw++, 3)];
        text[n] = typed[m] = 0;
        assert_int_equal(fuzzy_score(text, typed) >= 0, subsequence(text, typed));
    }
}
