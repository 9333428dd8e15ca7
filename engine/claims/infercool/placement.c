/* How good the placements of level 1 are. What no placement is below is said by a solver, where the caller
 * has one, else by a bound that needs none (assign.h); neither decides a claim. */
#include "engine/claims/infercool/infercool.h"

#include "engine/explore/solver.h"
#include "engine/policy/place/assign.h"
#include "engine/policy/place/problem.h"
#include "engine/sim/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void keep(const struct place_problem *problem, struct cool_placement *placement)
{
    const struct assign *assign = &problem->assign;
    if (assign->n_pods > COOL_PODS || assign->n_gpus > COOL_GPUS)
        return;
    placement->n_pods = assign->n_pods;
    placement->n_gpus = assign->n_gpus;
    placement->z_k = assign_z(assign, problem->gpu);
    memcpy(placement->base_k, assign->base_k, (size_t)assign->n_gpus * sizeof *placement->base_k);
    memcpy(placement->size, assign->size, (size_t)assign->n_pods);
    memcpy(placement->free, assign->free,
           (size_t)assign->n_gpus * ASSIGN_SIZES_MAX * sizeof *placement->free);
    for (int pod = 0; pod < assign->n_pods; pod++) /* the GPUs of these settings are alike */
        placement->rise_k[pod] = problem->pods.rise_k[pod];
}

/* Pods stand as they do for the whole run. */
void cool_measure_placement(const struct model *model, struct cool_outcome *outcome)
{
    struct error ignored = {0};
    outcome->placement.n_pods = 0;
    if ((int)model->scenario.number[KNOB_REASSIGNMENT_LEVEL] != 1)
        return;
    struct run *run = run_create((struct model *)model, NULL, (struct run_options){0}, &ignored);
    struct place_problem *problem = malloc(sizeof *problem);
    if (run && problem && run_place_problem(run, 0, problem))
        keep(problem, &outcome->placement);
    free(problem);
    run_free(run);
}

static struct assign assign_of(const struct cool_placement *placement)
{
    return (struct assign){.n_pods = placement->n_pods,
                           .n_gpus = placement->n_gpus,
                           .base_k = placement->base_k,
                           .rise_k = placement->rise_k,
                           .alike = true,
                           .size = placement->size,
                           .free = placement->free};
}

/* By the solver: its bound, or ours where that is higher. */
static double bound_of(const struct solver *solver, const struct assign *assign, bool *solved)
{
    struct solver_answer answer;
    double own_k = assign_bound(assign);
    char *lp = solver ? assign_print_lp(assign) : NULL;
    *solved = lp && solver->solve(lp, &answer);
    free(lp);
    return *solved ? fmax(own_k, answer.bound) : own_k;
}

void cool_say_gaps(const struct evidence *evidence, struct judgement *judgement)
{
    const struct solver *solver = evidence->inputs->solver;
    double most = 0;
    bool all = true;
    int told = 0;
    for (int s = 0; s < COOL_SETTINGS; s++) {
        const struct cool_placement *placement = &cool_outcome_of(evidence, s, 1)->placement;
        struct assign assign = assign_of(placement);
        bool solved = false;
        if (placement->n_pods == 0)
            continue;
        double bound_k = bound_of(solver, &assign, &solved);
        all = all && solved;
        most = fmax(most, placement->z_k / bound_k - 1);
        judgement_say(judgement, "%s%.4g and %.4g K",
                      told++ ? ", " : "; level 1's Z, and what none is below: ", placement->z_k, bound_k);
    }
    if (told > 0)
        judgement_say(
            judgement, " (Fig. 8, Table 5), so at most %.2f %% above the best, as %s", 100 * most,
            all ? solver->name
                : "pods that could be cut would have it (CBC, of Debian's coinor-cbc, could not be asked)");
    if (told > 0 && all)
        judgement_say(judgement, " proves");
}
