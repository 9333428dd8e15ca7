/* ET-1 .. ET-11: the claims of Energy-Time Fairness, from the shipped scenarios. What deviates is asserted,
 * too: the gain over energy fairness is what exact turns give, and not what was measured. */
#include "tests/paper/paper_library.h"

static void test_claims(void **state)
{
    const struct paper *paper = library_paper(&library, "ET");
    struct finding *findings = paper_findings(&library, paper);
    (void)state;
    assert_int_equal(paper->n_expectations, 11);
    for (size_t k = 0; k < paper->n_expectations; k++) {
        bool deviates = strcmp(paper->expectations[k].id, "ET-4") == 0;
        if (findings[k].verdicts[0] != (deviates ? VERDICT_DEVIATES : VERDICT_HOLDS))
            fail_msg("%s: %s", paper->expectations[k].id, findings[k].obtained);
        for (int part = 0; deviates && part < findings[k].n_parts; part++)
            assert_int_equal(findings[k].part_verdicts[part][0],
                             strcmp(findings[k].parts[part], "over EF") == 0 ? VERDICT_DEVIATES
                                                                             : VERDICT_HOLDS);
    }
    free(findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_claims)};
    return cmocka_run_group_tests(tests, open_library, close_library);
}
