/* Placement against enumeration: the exact search finds the least Z and the lexicographically smallest
 * assignment with it, greed and descent are whole and never worse than where they began, and the paper's
 * numbers come out (IC-N23..N25). */
#include "engine/base/random.h"
#include "engine/policy/place/assign.h"
#include "tests/support/test.h"

enum { PODS = 7, GPUS = 4 };

struct problem {
    double base_k[GPUS], rise_k[64 * 8];
    uint8_t size[64];
    int free[8 * ASSIGN_SIZES_MAX], fixed[64];
    struct assign assign;
};

static void link(struct problem *problem, int pods, int gpus)
{
    problem->assign = (struct assign){.n_pods = pods,
                                      .n_gpus = gpus,
                                      .base_k = problem->base_k,
                                      .rise_k = problem->rise_k,
                                      .size = problem->size,
                                      .free = problem->free,
                                      .fixed = problem->fixed};
    for (int pod = 0; pod < pods; pod++)
        problem->fixed[pod] = -1;
}

/* Sizes in sevenths; as many partitions of each as fit. */
static void same_everywhere(struct problem *problem, int pods, const int *size, const double *rise,
                            const int free[ASSIGN_SIZES_MAX])
{
    for (int pod = 0; pod < pods; pod++) {
        problem->size[pod] = (uint8_t)size[pod];
        for (int g = 0; g < 2; g++)
            problem->rise_k[pod * 2 + g] = rise[pod];
    }
    for (int g = 0; g < 2; g++)
        memcpy(&problem->free[g * ASSIGN_SIZES_MAX], free, ASSIGN_SIZES_MAX * sizeof(int));
    link(problem, pods, 2);
}

FACT(test_paper)
{
    static const int sizes[] = {2, 2, 1, 1, 1}, pairs[] = {4, 4, 3, 3};
    static const double rises[] = {6, 5, 3.5, 2, 1}, four[] = {3, 2, 6, 5};
    static const int plan[ASSIGN_SIZES_MAX] = {0, 3, 2}, halves[ASSIGN_SIZES_MAX] = {0, 0, 0, 1, 1};
    struct problem problem = {.base_k = {2.3, 0}};
    int gpu[8] = {0};
    same_everywhere(&problem, 5, sizes, rises, plan);
    assert_true(assign_solve(&problem.assign, gpu)); /* IC-N23 */
    assert_float_equal(assign_z(&problem.assign, gpu), 10.3, 1e-9);
    bool first = gpu[0] == 0 && gpu[3] == 0 && gpu[1] == 1 && gpu[2] == 1 && gpu[4] == 1;
    bool other = gpu[1] == 0 && gpu[3] == 0 && gpu[4] == 0 && gpu[0] == 1 && gpu[2] == 1;
    assert_true(first || other);
    problem.base_k[0] = 0;
    assert_true(assign_solve(&problem.assign, gpu)); /* IC-N24 */
    assert_float_equal(assign_z(&problem.assign, gpu), 9, 1e-9);
    same_everywhere(&problem, 4, pairs, four, halves);
    memcpy(gpu, (int[]){0, 1, 0, 1}, 4 * sizeof *gpu);
    assert_true(assign_solve(&problem.assign, gpu)); /* IC-N25 */
    assert_float_equal(assign_z(&problem.assign, gpu), 8, 1e-9);
}

/* All of them in lexicographic order; false: there is none that is finite. */
static bool enumerate(const struct assign *assign, int *best, double *best_k)
{
    int gpu[PODS] = {0}, at = 0;
    *best_k = (double)INFINITY;
    while (at >= 0) {
        bool here = !(assign->fixed[0] >= 0 && gpu[0] != assign->fixed[0]);
        double z_k = here ? assign_z(assign, gpu) : (double)INFINITY;
        if (z_k < *best_k) {
            *best_k = z_k;
            memcpy(best, gpu, (size_t)assign->n_pods * sizeof *best);
        }
        for (at = assign->n_pods - 1; at >= 0 && ++gpu[at] == assign->n_gpus; at--)
            gpu[at] = 0;
    }
    return isfinite(*best_k);
}

FACT(test_enumeration)
{
    int solved = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        struct problem problem;
        int best[PODS], gpu[PODS], start[PODS];
        double best_k;
        uint64_t n = 0;
        int pods = 2 + (int)random_below(seed, n++, PODS - 1),
            gpus = 2 + (int)random_below(seed, n++, GPUS - 1);
        bool whole = random_below(seed, n++, 2) == 0; /* ties abound */
        for (int g = 0; g < gpus; g++) {
            problem.base_k[g] = random_below(seed, n++, 2) ? random_below(seed, n++, 4) : 0;
            for (int s = 0; s < ASSIGN_SIZES_MAX; s++)
                problem.free[g * ASSIGN_SIZES_MAX + s] = (int)random_below(seed, n++, 4);
        }
        for (int pod = 0; pod < pods; pod++) {
            double rise = whole ? random_below(seed, n++, 6) : 8 * random_unit(seed, n++);
            problem.size[pod] = (uint8_t)random_below(seed, n++, 2);
            for (int g = 0; g < gpus; g++)
                problem.rise_k[pod * gpus + g] = random_below(seed, n++, 12) ? rise : (double)INFINITY;
        }
        link(&problem, pods, gpus);
        if (random_below(seed, n++, 3) == 0)
            problem.fixed[0] = (int)random_below(seed, n++, (uint32_t)gpus);
        const struct assign *assign = &problem.assign;
        if (!enumerate(assign, best, &best_k))
            continue;
        solved++;
        memcpy(start, best, sizeof start);
        if (assign_greedy(assign, gpu)) {
            double greedy_k = assign_z(assign, gpu);
            assert_true(isfinite(greedy_k));
            assign_descend(assign, gpu);
            assert_true(assign_z(assign, gpu) <= greedy_k + 1e-9 && assign_z(assign, gpu) >= best_k - 1e-9);
        }
        assert_true(assign_solve(assign, start));
        assert_memory_equal(start, best, (size_t)assign->n_pods * sizeof *best);
    }
    assert_true(solved > 500);
}

/* Twelve pods on eight GPUs are proved within the limit; a hundred and twelve are near the mean, which no
 * assignment can be below. */
FACT(test_large)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        static struct problem problem;
        double rises[64], sum_k = 0, most_k = 0;
        int gpu[64], n = seed % 2 ? 12 : 56;
        for (int pod = 0; pod < n; pod++) {
            rises[pod] = 1 + 9 * random_unit(seed, (uint64_t)pod);
            problem.size[pod] = 1;
            gpu[pod] = pod % 8;
            sum_k += rises[pod];
            most_k = rises[pod] > most_k ? rises[pod] : most_k;
            for (int g = 0; g < 8; g++)
                problem.rise_k[pod * 8 + g] = rises[pod];
        }
        double base_k[8] = {0};
        for (int g = 0; g < 8; g++)
            problem.free[g * ASSIGN_SIZES_MAX + 1] = 7;
        link(&problem, n, 8);
        problem.assign.base_k = base_k;
        bool proved = assign_solve(&problem.assign, gpu);
        double z_k = assign_z(&problem.assign, gpu), bound_k = sum_k / 8 > most_k ? sum_k / 8 : most_k;
        assert_int_equal(proved, n == 12);
        if (n == 56)
            assert_true(z_k <= 1.02 * bound_k);
        assert_true(z_k >= bound_k - 1e-9);
    }
}
