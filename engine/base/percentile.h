/* Exact percentiles by nearest rank: sort ascending, take the element of 1-based rank ceil(p n / 100)
 * (CarbonDIS section 1.2 equation 4, CD-N12, CD-N13). Several ranks are found in one pass over a histogram
 * and a selection inside the bins. */
#ifndef WATTIF_BASE_PERCENTILE_H
#define WATTIF_BASE_PERCENTILE_H

#include <stddef.h>
#include <stdint.h>

/* ceil(p n / 100) computed exactly for p with up to three decimals; 1..n for n >= 1, 0 for n = 0. */
size_t percentile_rank(double p, size_t n);

/* The k percentiles of n durations (ns, not negative). `values` is only read. Takes heap memory for
 * twice the values of the bins that hold a rank and for two bytes a value; without any it takes tens of times
 * as long. Gives 0 in every out[] when n is 0. k <= 8. About 2 ns a value. */
void percentile_exact(const int64_t *values, size_t n, const double *p, size_t k, int64_t *out);

/* One percentile of n durations, and of each of their parts: part k of so many is those from n k / parts on,
 * below n (k + 1) / parts. There are at least as many durations as parts. About 2 ns a value in all where p
 * is high and the parts are alike. */
void percentile_exact_parts(const int64_t *values, size_t n, double p, size_t parts, int64_t *whole,
                            int64_t *part);

/* The same for finite doubles and small n: sorts them. 0 for n = 0. */
double percentile_of(double *values, size_t n, double p);

#endif
