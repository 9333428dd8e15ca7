/* CD-N1 .. CD-N24: the checkable numbers of CarbonDIS, to every printed digit. The expected texts stand here
 * once more, so that neither the engine nor the table of expectations can change them unnoticed. */
#include "tests/paper/paper_inputs.h"

static struct library library;

/* What is obtained for one id. */
static void assert_number(const char *id, const char *expected)
{
    const struct paper *paper = &paper_carbondis;
    struct experiment_inputs inputs = library_inputs(&library);
    bool *wanted = calloc(paper->n_expectations, sizeof *wanted);
    struct finding *findings = calloc(paper->n_expectations, sizeof *findings);
    struct error error = {0};
    size_t at = 0;

    assert_true(wanted && findings);
    while (at < paper->n_expectations && strcmp(paper->expectations[at].id, id) != 0)
        at++;
    assert_true(at < paper->n_expectations);
    wanted[at] = true;
    if (!experiment_run(paper, &inputs, wanted, findings, &error))
        fail_msg("%s: %s", error.place, error.message);
    assert_string_equal(findings[at].obtained, expected);
    assert_int_equal(findings[at].verdicts[0], VERDICT_HOLDS);
    free(findings);
    free(wanted);
}

#define NUMBERS(X)                                                                                           \
    X(n1, "CD-N1", "1469.52 / 1770.72 / 3280.42 mJ")                                                         \
    X(n2, "CD-N2", "885.36 / 1536.72 / 2539.80 mJ")                                                          \
    X(n3, "CD-N3", "946.8813 / 1006.5221 / 1594.859 mJ")                                                     \
    X(n4, "CD-N4", "2355.42 / 1639.80 / 805.609 mJ")                                                         \
    X(n5, "CD-N5", "8.4550466e-5 g")                                                                         \
    X(n6, "CD-N6", "2.682862949e-4 g")                                                                       \
    X(n7, "CD-N7", "11.39215 / 5.17825 g")                                                                   \
    X(n8, "CD-N8", "9.08385 g")                                                                              \
    X(n9, "CD-N9", "11.55 g")                                                                                \
    X(n10, "CD-N10", "ACI 200, CIR 1.2; next ACI 210")                                                       \
    X(n11, "CD-N11", "ACI 300, CIR 1")                                                                       \
    X(n12, "CD-N12", "19 / 95 / 10 / 9")                                                                     \
    X(n13, "CD-N13", "19000")                                                                                \
    X(n14, "CD-N14", "ESFT 10.6 > EXFT 10.5: K=0")                                                           \
    X(n15, "CD-N15", "K=1")                                                                                  \
    X(n16, "CD-N16", "K=0")                                                                                  \
    X(n17, "CD-N17", "K=1")                                                                                  \
    X(n18, "CD-N18", "K=1")                                                                                  \
    X(n19, "CD-N19", "K=1")                                                                                  \
    X(n20, "CD-N20", "30 ms")                                                                                \
    X(n21, "CD-N21", "0.7950469684, 0.8477845684")                                                           \
    X(n22, "CD-N22", "548 / 462 ms")                                                                         \
    X(n23, "CD-N23", "275 / 180 / 205 / 125 / 150 W")                                                        \
    X(n24, "CD-N24", "33.42345387 % / 13.81627834 %")

#define TEST(name, id, expected)                                                                             \
    static void test_cd_##name(void **state)                                                                 \
    {                                                                                                        \
        (void)state;                                                                                         \
        assert_number(id, expected);                                                                         \
    }
NUMBERS(TEST)

static int setup(void **state)
{
    (void)state;
    library_open(&library);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    library_close(&library);
    return 0;
}

#define ROW(name, id, expected) cmocka_unit_test(test_cd_##name),

int main(void)
{
    const struct CMUnitTest tests[] = {NUMBERS(ROW)};

    return cmocka_run_group_tests(tests, setup, teardown);
}
