/* How fast and how good is InferCool's placement? 56 pods of seven apps on 8 GPUs in 7x1g, half of them
 * behind warmed water: time to place them, and how far Z lies above CBC's bound, where CBC is installed.
 *
 *   bench_place [--repeats N]     exit 1 if a must is missed
 *   bench_place --lenient N       N repeats; times are told, not judged */
#include "engine/policy/place/assign.h"
#include "store/claims/cbc.h"
#include "tests/bench/judged.h"

#include <stdio.h>
#include <stdlib.h>

enum { PODS = 56, GPUS = 8, APPS = 7 };
static const double must_ms = 100, must_gap_pct = 2;

struct problem {
    double base_k[GPUS], rise_k[PODS * GPUS];
    uint8_t size[PODS];
    int free[GPUS * ASSIGN_SIZES_MAX], gpu[PODS];
};

/* Pods of an app warm alike but for the load, which is drawn: so no two sums are equal. */
static struct assign draw(struct problem *problem, uint64_t seed)
{
    *problem = (struct problem){.base_k = {0}};
    for (int g = 0; g < GPUS; g++) {
        problem->base_k[g] = g % 2 == 0 ? 2.3 : 0;
        problem->free[g * ASSIGN_SIZES_MAX] = 7;
    }
    for (int pod = 0; pod < PODS; pod++) {
        double rise = (1 + pod % APPS) * (0.5 + random_unit(seed, (uint64_t)pod));
        problem->gpu[pod] = pod % GPUS;
        for (int g = 0; g < GPUS; g++)
            problem->rise_k[pod * GPUS + g] = rise;
    }
    return (struct assign){.n_pods = PODS,
                           .n_gpus = GPUS,
                           .base_k = problem->base_k,
                           .rise_k = problem->rise_k,
                           .size = problem->size,
                           .free = problem->free};
}

int main(int argc, char **argv)
{
    struct bench bench = {0}; /* without inputs */
    double ms[REPEATS_MAX], gap_pct[REPEATS_MAX];
    const struct solver *cbc = cbc_solver();
    bool bounded = cbc != NULL;
    bench_options(&bench, argc, argv, 9);
    for (int r = 0; r < bench.repeats; r++) {
        struct problem problem;
        struct solver_answer answer;
        struct assign assign = draw(&problem, (uint64_t)r + 1);
        double start_s = measure_now_s();
        assign_solve(&assign, problem.gpu);
        ms[r] = 1e3 * (measure_now_s() - start_s);
        char *lp = bounded ? assign_print_lp(&assign) : NULL;
        bounded = lp && cbc->solve(lp, &answer);
        free(lp);
        gap_pct[r] = bounded ? 100 * (assign_z(&assign, problem.gpu) / answer.bound - 1) : 0;
    }
    printf("\n56 pods on 8 GPUs, median of %d\n", bench.repeats);
    bench_row(&bench, "placement, ms", measure_spread(ms, (size_t)bench.repeats), must_ms);
    if (bounded)
        bench_row(&bench, "above CBC's bound, %", measure_spread(gap_pct, (size_t)bench.repeats),
                  must_gap_pct);
    else
        printf("  no bound: cbc is not installed (apt-get install coinor-cbc), or found none\n");
    return bench.faults > 0;
}
