/* How good placements are: what no placement is below is said by a solver, where the caller has one, else by
 * a bound that needs none (assign.h). */
#include "engine/claims/bench.h"

#include "engine/claims/clover_bench.h"
#include "engine/claims/terms.h"
#include "engine/claims/gauges.h"
#include "engine/explore/solver.h"
#include "engine/policy/place/assign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a solver is asked, from the gauge `placement`. */
struct placed {
    double base_k[PLACED_GPUS], rise_k[PLACED_PODS];
    uint8_t size[PLACED_PODS];
    int free[PLACED_GPUS * ASSIGN_SIZES_MAX];
};

static struct assign assign_of(const double *kept, struct placed *placed)
{
    for (int g = 0; g < PLACED_GPUS; g++)
        placed->base_k[g] = kept[PLACED_BASE + g];
    for (int pod = 0; pod < (int)kept[0]; pod++) {
        placed->rise_k[pod] = kept[PLACED_RISE + pod];
        placed->size[pod] = (uint8_t)kept[PLACED_SIZE + pod];
    }
    for (int k = 0; k < (int)kept[1] * ASSIGN_SIZES_MAX; k++)
        placed->free[k] = (int)kept[PLACED_FREE + k];
    return (struct assign){.n_pods = (int)kept[0],
                           .n_gpus = (int)kept[1],
                           .base_k = placed->base_k,
                           .rise_k = placed->rise_k,
                           .alike = true,
                           .size = placed->size,
                           .free = placed->free};
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

/* How many placements are known, whether a solver has said all bounds, the greatest gap in per cent, then Z
 * and the bound of each. */
static bool placement_gaps(const struct evidence *evidence, double values[BENCH_VALUES], struct error *error)
{
    const struct terms *terms = evidence->paper->terms;
    const struct term *kept = NULL;
    size_t size = evidence->paper->outcome_size;
    double most = 0;
    bool all = true;
    int told = 0;
    (void)error;
    for (int k = 0; k < terms->n_common; k++)
        if (terms->all[k].kind == TERM_KEPT && terms->all[k].sizes[0] == PLACED_VALUES)
            kept = &terms->all[k];
    for (int t = 0; kept && evidence->told && t < evidence->paper->n_trials; t++) {
        const double *outcome = evidence->outcomes + (size_t)t * size;
        struct placed placed = {{0}, {0}, {0}, {0}};
        bool solved = false;
        if (!(outcome[0] > 0) || !(outcome[kept->first] > 0) || 4 + 2 * told >= BENCH_VALUES)
            continue;
        struct assign assign = assign_of(outcome + kept->first, &placed);
        double bound_k = bound_of(evidence->inputs->solver, &assign, &solved), z_k = outcome[kept->first + 2];
        all = all && solved;
        most = fmax(most, z_k / bound_k - 1);
        values[3 + 2 * told] = z_k;
        values[4 + 2 * told++] = bound_k;
    }
    values[0] = told;
    values[1] = all;
    values[2] = 100 * most;
    return true;
}

static const struct bench benches[] = {{"placement-gaps", placement_gaps},
                                       {"clover-mixtures", clover_mixtures},
                                       {"clover-slicings", clover_slicings},
                                       {"clover-artifact", clover_artifact}};

const struct bench *bench_find(const char *name)
{
    for (size_t k = 0; k < sizeof benches / sizeof *benches; k++)
        if (strcmp(benches[k].name, name) == 0)
            return &benches[k];
    return NULL;
}
