/* How near the best level 1's placements are, as the claim tells it: by the solver that it is given, else by
 * the bound that needs none, and it says which; a solver that fails is no proof. */
#include "engine/claims/gauges.h"
#include "engine/claims/telling.h"
#include "engine/explore/solver.h"
#include "store/claims/papers.h"
#include "tests/support/test.h"

static struct papers papers;
static const struct paper *paper; /* InferCool */

/* IC-N25: (4,3) (4,2) (3,6) (3,5) on two GPUs of seven, each with one partition of either size. */
static void pose(double *outcome)
{
    static const double rises[] = {3, 2, 6, 5};
    const struct claim_term *term = paper->terms->all;
    while (term->kind != TERM_KEPT || strcmp(term->name, "placement") != 0)
        term++;
    double *placement = outcome + term->first;
    outcome[0] = 1;
    placement[0] = 4;
    placement[1] = 2;
    placement[2] = 8;
    for (int pod = 0; pod < 4; pod++) {
        placement[PLACED_RISE + pod] = rises[pod];
        placement[PLACED_SIZE + pod] = pod > 1;
    }
    for (int gpu = 0; gpu < 2; gpu++)
        placement[PLACED_FREE + gpu * ASSIGN_SIZES_MAX] =
            placement[PLACED_FREE + gpu * ASSIGN_SIZES_MAX + 1] = 1;
}

static bool proves(const char *lp, struct solver_answer *answer)
{
    assert_has(lp, "Minimize", "x_3_1");
    *answer = (struct solver_answer){8, 8};
    return true;
}

static bool fails(const char *lp, struct solver_answer *answer)
{
    return false;
}

static struct judgement told_by(const struct solver *solver)
{
    DEFER(memory_leave)
    double *outcomes = calloc((size_t)paper->n_trials * paper->outcome_size, sizeof *outcomes);
    struct experiment_inputs inputs = {.solver = solver};
    struct evidence evidence = {&inputs, outcomes, paper, true, NULL};
    struct judgement judgement = {.verdict = VERDICT_UNTESTABLE};
    assert_non_null(outcomes);
    outcomes[0] = 1; /* the first was made, too, which the claim needs */
    pose(outcomes + paper->outcome_size);
    pose(outcomes + 5 * paper->outcome_size);
    telling_judge(paper->expectations[7].telling, &evidence, &judgement);
    return judgement;
}

FACT(test_told)
{
    assert_true(papers_open(&papers, getenv("WATTIF_DATA"), NULL));
    for (int p = 0; p < papers.n; p++)
        paper = strcmp(papers.all[p]->prefix, "IC") == 0 ? papers.all[p] : paper;
    assert_string_equal(paper->expectations[7].id, "IC-8");
    static const struct solver good = {"CBC", proves}, bad = {"CBC", fails};
    struct judgement judgement = told_by(&good);
    assert_non_null(strstr(
        judgement.obtained,
        "; level 1's Z, and what none is below: 8 and 8 K, 8 and 8 K (Fig. 8, Table 5), so at most 0.00 % above the best, as CBC proves"));
    for (int way = 0; way < 2; way++) {
        judgement = told_by(way ? &bad : NULL);
        assert_has(judgement.obtained, "could not be asked");
        assert_null(strstr(judgement.obtained, "proves"));
    }
    papers_close(&papers);
}
