/* Small linear systems: exact solutions, least squares against the normal equations' property (what is left
 * over is square to every column), and ranks, whatever the order and scale of the columns. */
#include "engine/base/detmath.h"

#include "engine/base/random.h"
#include "tests/support/test.h"

static struct linear system_of(int rows, int unknowns, const double *a, const double *b)
{
    struct linear system = {.rows = rows, .unknowns = unknowns};
    for (int r = 0; r < rows; r++) {
        system.b[r] = b ? b[r] : 0;
        for (int k = 0; k < unknowns; k++)
            system.a[r][k] = a[r * unknowns + k];
    }
    return system;
}

FACT(test_exact)
{
    const double a[] = {0, 2, 1, 1, 0, 0, 3, 1, 2}, b[] = {7, 1, 11}; /* x = 1, y = 2, z = 3 */
    struct linear system = system_of(3, 3, a, b);
    double x[LINEAR_UNKNOWNS_MAX];
    assert_int_equal(linear_rank(&system), 3);
    assert_true(linear_solve(&system, x));
    for (int k = 0; k < 3; k++)
        assert_true(fabs(x[k] - (k + 1)) < 1e-12);
}

/* Random systems of every shape, columns of very different size: no column is part of what is left over. */
FACT(test_least_squares)
{
    uint64_t key = random_key(5, RANDOM_TEST, 0), draw = 0;
    for (int trial = 0; trial < 2000; trial++) {
        struct linear system = {.unknowns = 1 + trial % LINEAR_UNKNOWNS_MAX};
        system.rows = system.unknowns + trial % 7;
        double x[LINEAR_UNKNOWNS_MAX];
        for (int r = 0; r < system.rows; r++) {
            system.b[r] = random_unit(key, draw++) * 100;
            for (int k = 0; k < system.unknowns; k++)
                system.a[r][k] = (random_unit(key, draw++) - 0.5) * pow(10, k);
        }
        assert_true(linear_solve(&system, x));
        for (int k = 0; k < system.unknowns; k++) {
            double dot = 0, length = 0;
            for (int r = 0; r < system.rows; r++) {
                double left = system.b[r];
                for (int j = 0; j < system.unknowns; j++)
                    left -= system.a[r][j] * x[j];
                dot += system.a[r][k] * left;
                length += fabs(system.a[r][k]);
            }
            assert_or(fabs(dot) < 1e-7 * length * 100, "trial %d, column %d: %g", trial, k, dot);
        }
    }
}

/* A column that is a sum of others adds no rank, however it is scaled; it is refused, and x stays. */
FACT(test_dependent)
{
    uint64_t key = random_key(6, RANDOM_TEST, 0), draw = 0;
    for (int trial = 0; trial < 500; trial++) {
        struct linear system = {.rows = 3 + trial % 5, .unknowns = 3};
        double scale = pow(10, trial % 9 - 4), x[LINEAR_UNKNOWNS_MAX] = {42};
        for (int r = 0; r < system.rows; r++) {
            system.a[r][trial % 3] = random_unit(key, draw++);
            system.a[r][(trial + 1) % 3] = random_unit(key, draw++);
            system.a[r][(trial + 2) % 3] =
                (system.a[r][trial % 3] - 2 * system.a[r][(trial + 1) % 3]) * scale;
        }
        assert_int_equal(linear_rank(&system), 2);
        assert_false(linear_solve(&system, x));
        assert_true(x[0] == 42);
    }
}

FACT(test_too_little)
{
    const double one[] = {1, 1}, none[] = {0, 0, 0, 0};
    double x[LINEAR_UNKNOWNS_MAX];
    struct linear few = system_of(1, 2, one, NULL), zero = system_of(2, 2, none, NULL);
    struct linear empty = {.unknowns = 2};
    assert_int_equal(linear_rank(&few), 1);
    assert_int_equal(linear_rank(&zero), 0);
    assert_int_equal(linear_rank(&empty), 0);
    assert_false(linear_solve(&few, x) || linear_solve(&zero, x) || linear_solve(&empty, x));
}
