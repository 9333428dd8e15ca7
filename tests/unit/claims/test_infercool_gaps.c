/* How near the best level 1's placements are, as the claim tells it: by the solver that it is given, else by
 * the bound that needs none, and it says which; a solver that fails is no proof. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/claims/infercool/infercool.h"
#include "engine/explore/solver.h"

#include <stdlib.h>
#include <string.h>

/* IC-N25: (4,3) (4,2) (3,6) (3,5) on two GPUs of seven, each with one partition of either size. */
static void pose(struct cool_placement *placement)
{
    static const double rises[] = {3, 2, 6, 5};
    *placement = (struct cool_placement){.n_pods = 4, .n_gpus = 2, .z_k = 8};
    for (int pod = 0; pod < 4; pod++) {
        placement->rise_k[pod] = rises[pod];
        placement->size[pod] = (uint8_t)(pod / 2);
    }
    for (int gpu = 0; gpu < 2; gpu++)
        placement->free[gpu * ASSIGN_SIZES_MAX] = placement->free[gpu * ASSIGN_SIZES_MAX + 1] = 1;
}

static bool proves(const char *lp, struct solver_answer *answer)
{
    assert_non_null(strstr(lp, "Minimize"));
    assert_non_null(strstr(lp, "x_3_1"));
    *answer = (struct solver_answer){8, 8};
    return true;
}

static bool fails(const char *lp, struct solver_answer *answer)
{
    (void)lp, (void)answer;
    return false;
}

static struct judgement told_by(const struct solver *solver)
{
    static struct cool_outcome outcomes[COOL_TRIALS];
    struct experiment_inputs inputs = {.solver = solver};
    struct evidence evidence = {.inputs = &inputs, .outcomes = outcomes};
    struct judgement judgement = {.verdict = VERDICT_UNTESTABLE};
    pose(&outcomes[COOL_TRIAL_K8S + 1].placement);
    pose(&outcomes[COOL_TRIAL_TABLE_5 + 1].placement);
    cool_say_gaps(&evidence, &judgement);
    return judgement;
}

static void test_told(void **state)
{
    (void)state;
    static const struct solver good = {"CBC", proves}, bad = {"CBC", fails};
    struct judgement judgement = told_by(&good);
    assert_string_equal(
        judgement.obtained,
        "; level 1's Z, and what none is below: 8 and 8 K, 8 and 8 K (Fig. 8, Table 5), so at most 0.00 % above the best, as CBC proves");
    for (int way = 0; way < 2; way++) {
        judgement = told_by(way ? &bad : NULL);
        assert_non_null(strstr(judgement.obtained, "could not be asked"));
        assert_null(strstr(judgement.obtained, "proves"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
