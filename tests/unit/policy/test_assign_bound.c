/* Placements against CBC, and CBC against a bound of our own: where the exact search has proved its answer
 * CBC finds the same Z, and no answer is below CBC's bound, nor far above it. */
#include "engine/base/random.h"
#include "engine/policy/place/assign.h"
#include "store/claims/cbc.h"
#include "tests/support/test.h"

enum { PODS = 40, GPUS = 6 };

struct problem {
    double base_k[GPUS], rise_k[PODS * GPUS];
    uint8_t size[PODS];
    int free[GPUS * ASSIGN_SIZES_MAX], gpu[PODS];
};

/* Three partitions of each of two sizes on each GPU, and so many pods that they may all be taken. */
static struct assign draw(struct problem *problem, uint64_t seed, int pods)
{
    uint64_t n = 0;
    *problem = (struct problem){.base_k = {0}};
    for (int g = 0; g < GPUS; g++) {
        problem->base_k[g] = g % 2 ? 2.3 * random_unit(seed, n++) : 0;
        problem->free[g * ASSIGN_SIZES_MAX] = problem->free[g * ASSIGN_SIZES_MAX + 1] = 3;
    }
    for (int pod = 0; pod < pods; pod++) {
        double rise = 0.5 + 8 * random_unit(seed, n++);
        rise = seed > 2 ? ceil(rise) : rise; /* with pods that nothing tells apart */
        problem->size[pod] = (uint8_t)(pod % 2);
        problem->gpu[pod] = pod / 2 % GPUS;
        for (int g = 0; g < GPUS; g++)
            problem->rise_k[pod * GPUS + g] = rise;
    }
    return (struct assign){.n_pods = pods,
                           .n_gpus = GPUS,
                           .base_k = problem->base_k,
                           .rise_k = problem->rise_k,
                           .size = problem->size,
                           .free = problem->free};
}

FACT(test_bound)
{
    const struct solver *cbc = cbc_solver();
    if (!cbc) {
        print_message("skipped: cbc is not installed (apt-get install coinor-cbc)\n");
        skip();
    }
    for (uint64_t seed = 1; seed <= 4; seed++) {
        static struct problem problem;
        struct solver_answer answer;
        struct assign assign = draw(&problem, seed, seed % 2 ? 9 : 30);
        bool proved = assign_solve(&assign, problem.gpu);
        double z_k = assign_z(&assign, problem.gpu);
        char *lp = assign_print_lp(&assign);
        assert_true(cbc->solve(lp, &answer));
        free(lp);
        assert_true(z_k >= answer.bound - 1e-6 && z_k <= 1.02 * answer.bound + 1e-6);
        assert_true(assign_bound(&assign) <= answer.best + 1e-6);
        assert_int_equal(proved, seed % 2);
        if (proved)
            assert_true(fabs(z_k - answer.best) < 1.1e-3 * z_k);
    }
}

FACT(test_not_there)
{
    setenv("PATH", "/nonexistent::", 1);
    assert_null(cbc_solver());
}
