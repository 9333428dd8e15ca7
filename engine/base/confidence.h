/* Mean and 95 % confidence of a few replicates, by Student's t, and how likely differences are by luck alone.
 */
#ifndef WATTIF_BASE_CONFIDENCE_H
#define WATTIF_BASE_CONFIDENCE_H

#include <stddef.h>

/* The 97.5 % quantile of Student's t; tabled to 30 degrees of freedom and at 40, 60, 120 and infinity,
 * between them linear in 1/df (error below 0.0006). NAN for df < 1. */
double student_t975(size_t df);

/* P(|T| >= |t|) of Student's t with so many degrees of freedom: how often luck alone does as much. NAN for
 * df < 1 or t NAN. */
double student_p(double t, size_t df);

struct confidence {
    size_t n;
    double mean, error; /* the error of the mean; NAN for n < 2 */
    double ci95;        /* half width; NAN for n < 2, and on an atom */
    double least, greatest;
    /* Why there is no interval, "many seeds agree"; NULL: there is one, or n < 2. At most half of the values
     * are distinct (and at most ten), as percentiles of few distinct service times and counts that are mostly
     * 0 come out: their spread says little of the mean, and what t would print holds it too rarely or always
     * (95 % of p95 = 480, 480, 480, 520: none; of three times 480: not 480 +- 0). A metric that prints an
     * interval at least every other time so has it hold in 92 to 97 % (tests/property/test_noise.c). */
    const char *none;
};

struct confidence confidence_of(const double *values, size_t n);

#endif
