/* Mean and 95 % confidence of a few replicates, by Student's t. */
#ifndef WATTIF_BASE_CONFIDENCE_H
#define WATTIF_BASE_CONFIDENCE_H

#include <stddef.h>

/* The 97.5 % quantile of Student's t; tabled to 30 degrees of freedom and at 40, 60, 120 and infinity,
 * between them linear in 1/df (error below 0.0006). NAN for df < 1. */
double student_t975(size_t df);

struct confidence {
    size_t n;
    double mean, ci95; /* half width; NAN for n < 2 */
    double least, greatest;
};

struct confidence confidence_of(const double *values, size_t n);

#endif
