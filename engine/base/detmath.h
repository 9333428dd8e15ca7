/* log, exp and the normal distribution from + - * / and sqrt alone, which IEEE 754 rounds exactly everywhere.
 * The C library's own differ in the last bit between CPUs, and a run must not. Relative error about 1e-15
 * (log, exp), 1e-13 (the normal distribution's tail). Source: guides/engine_speed, "Determinism". */
#ifndef WATTIF_BASE_DETMATH_H
#define WATTIF_BASE_DETMATH_H

#include <stdbool.h>
#include <math.h>

#include "engine/base/units.h"

double det_log(double x);             /* x > 0, finite */
double det_exp_far(double x);         /* det_exp by a reduction */
double det_normal_cdf(double z);      /* P(Z <= z) */
double det_normal_quantile(double p); /* 0 < p < 1 */

/* e^x for x in -745..709; 0 or inf beyond. Near 0, where temperatures ask millions of times, nothing is
 * reduced, and the terms beyond x^9 / 9! are below what is rounded away. */
HOT double det_exp(double x)
{
    if (!(fabs(x) < 0x1p-6))
        return det_exp_far(x);
    double terms =
        1.0 / 2 +
        x * (1.0 / 6 + x * (1.0 / 24 +
                            x * (1.0 / 120 + x * (1.0 / 720 + x * (1.0 / 5040 + x * (1.0 / 40320 +
                                                                                     x * (1.0 / 362880)))))));
    return 1 + (x + x * x * terms);
}

/* Small systems of linear equations with at least as many rows as unknowns: the x that comes closest to A x =
 * b, by least squares, which is the exact solution where there is one. A system that does not determine its
 * unknowns is refused instead of answered: its rank says so. By Householder reflections with the columns in
 * the order of what is left of them, so that a rank is told to rounding. */

enum { LINEAR_ROWS_MAX = 64, LINEAR_UNKNOWNS_MAX = 4 };

struct linear {
    int rows, unknowns;
    double a[LINEAR_ROWS_MAX][LINEAR_UNKNOWNS_MAX];
    double b[LINEAR_ROWS_MAX];
};

/* How many of its columns are independent, to one part in 10^10 of the greatest. */
int linear_rank(const struct linear *system);

/* False, and x untouched: its rank is less than its unknowns. */
bool linear_solve(const struct linear *system, double x[LINEAR_UNKNOWNS_MAX]);

#endif
