/* The two tests of fit that the random modules' tests share. Seeds are fixed, so a verdict is always the
 * same; the limits are set where a right generator fails for about one seed in a thousand. */
#ifndef WATTIF_TESTS_STATISTICS_H
#define WATTIF_TESTS_STATISTICS_H

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static inline int statistics_compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Kolmogorov and Smirnov: sqrt(n) times the largest gap between the sample's and the model's distribution;
 * above 1.95 with probability 0.001. Sorts `sample`. */
static inline double statistics_ks(double *sample, size_t n, double (*cdf)(double))
{
    double worst = 0;
    qsort(sample, n, sizeof *sample, statistics_compare);
    for (size_t i = 0; i < n; i++) {
        double model = cdf(sample[i]);
        worst = fmax(worst, fmax(model - (double)i / (double)n, (double)(i + 1) / (double)n - model));
    }
    return worst * sqrt((double)n);
}

/* Pearson's chi-square as a standard normal deviate (Wilson and Hilferty): above 3.1 with probability 0.001.
 * Cells with an expectation below 5 are pooled with their successors. */
static inline double statistics_chi_square(const double *observed, const double *expected, size_t n)
{
    double sum = 0, seen = 0, due = 0, cells = 0;
    for (size_t i = 0; i < n; i++) {
        seen += observed[i];
        due += expected[i];
        if (due < 5)
            continue;
        sum += (seen - due) * (seen - due) / due;
        cells++;
        seen = due = 0;
    }
    double freedom = cells - 1, spread = 2 / (9 * freedom);
    return (cbrt(sum / freedom) - (1 - spread)) / sqrt(spread);
}

#endif
