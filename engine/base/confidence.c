/* The quantiles are those of any printed table of the t distribution. Sums run in the order of the
 * replicates. */
#include "engine/base/confidence.h"

#include <math.h>
#include <stdbool.h>

static const double t975[31] = {NAN,    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646,
                                2.3060, 2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314,
                                2.1199, 2.1098,  2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687,
                                2.0639, 2.0595,  2.0555, 2.0518, 2.0484, 2.0452, 2.0423};

static const struct {
    double inverse_df, t;
} far[] = {{1.0 / 30, 2.0423}, {1.0 / 40, 2.0211}, {1.0 / 60, 2.0003}, {1.0 / 120, 1.9799}, {0, 1.9600}};

double student_t975(size_t df)
{
    if (df <= 30)
        return t975[df];
    double x = 1.0 / (double)df;
    size_t k = 1;
    while (far[k].inverse_df > x)
        k++;
    double share = (x - far[k].inverse_df) / (far[k - 1].inverse_df - far[k].inverse_df);
    return far[k].t + share * (far[k - 1].t - far[k].t);
}

/* The finite sums for whole degrees of freedom: Abramowitz and Stegun 26.7.3 and 26.7.4. */
double student_p(double t, size_t df)
{
    static const double pi = 3.14159265358979323846;
    if (df < 1 || isnan(t))
        return NAN;
    if (isinf(t))
        return 0;
    double theta = atan(fabs(t) / sqrt((double)df));
    double cosine = cos(theta), term = df % 2 ? cosine : 1, sum = df == 1 ? 0 : term;
    for (size_t k = df % 2 ? 3 : 2; k + 1 < df; k += 2) {
        term *= cosine * cosine * (double)(k - 1) / (double)k;
        sum += term;
    }
    double within = df % 2 ? 2 / pi * (theta + sin(theta) * sum) : sin(theta) * sum;
    return fmax(1 - within, 0);
}

/* Are there so few distinct values that they stand on atoms? Beyond twenty values eleven distinct ones do. */
static bool is_atom(const double *values, size_t n)
{
    enum { MOST = 10 };
    double kept[MOST];
    size_t distinct = 0, limit = n < 2 * MOST ? (n + 1) / 2 : MOST;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < distinct && kept[k] != values[i])
            k++;
        if (k < distinct)
            continue;
        if (distinct == limit)
            return false;
        kept[distinct++] = values[i];
    }
    return n > 1;
}

struct confidence confidence_of(const double *values, size_t n)
{
    struct confidence result = {
        .n = n, .mean = NAN, .error = NAN, .ci95 = NAN, .least = NAN, .greatest = NAN};
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
        result.least = i == 0 || values[i] < result.least ? values[i] : result.least;
        result.greatest = i == 0 || values[i] > result.greatest ? values[i] : result.greatest;
    }
    if (n == 0)
        return result;
    result.mean = sum / (double)n;
    result.none = is_atom(values, n) ? "many seeds agree" : NULL;
    for (size_t i = 0; i < n; i++)
        squares += (values[i] - result.mean) * (values[i] - result.mean);
    if (n > 1)
        result.error = result.least < result.greatest ? sqrt(squares / (double)(n - 1) / (double)n) : 0;
    if (!result.none)
        result.ci95 = student_t975(n - 1) * result.error;
    return result;
}
