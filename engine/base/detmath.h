/* log, exp and the normal distribution from + - * / and sqrt alone, which IEEE 754 rounds exactly everywhere.
 * The C library's own differ in the last bit between CPUs, and a run must not. Relative error about 1e-15
 * (log, exp), 1e-13 (the normal distribution's tail). Source: guides/engine_speed, "Determinism". */
#ifndef WATTIF_BASE_DETMATH_H
#define WATTIF_BASE_DETMATH_H

double det_log(double x);             /* x > 0, finite */
double det_exp(double x);             /* -745..709; 0 or inf beyond */
double det_normal_cdf(double z);      /* P(Z <= z) */
double det_normal_quantile(double p); /* 0 < p < 1 */

#endif
