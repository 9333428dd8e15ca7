/* Elementary functions from exactly rounded operations only, in a fixed order. Arguments are reduced to a
 * short interval and a Taylor series does the rest; where the last digits count, the small term is added
 * last.
 *
 *   log   x = m 2^e with m in [sqrt(1/2), sqrt(2)); log m = 2 atanh(s), s = (m - 1) / (m + 1)
 *   exp   x = k log 2 + r with |r| <= log(2) / 2
 *   cdf   near 0 the series phi(z) (z + z^3/3 + z^5/15 + ...), in the tail the continued fraction of Mills'
 * ratio (Abramowitz and Stegun 26.2.11 and 26.2.14) quantile   Newton's method on log cdf, which is concave,
 * from a bound below the root: it climbs and never overshoots */
#include "engine/base/detmath.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* log 2 in two parts; the first has 32 significant bits, so that its product with an exponent is exact. */
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW 0x1.a39ef35793c76p-33
#define INVERSE_LN2 0x1.71547652b82fep+0
#define INVERSE_SQRT_2PI 0x1.9884533d43651p-2

enum { EXPONENT_BIAS = 1023, MANTISSA_BITS = 52 };

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 2^k for a k whose power of two is a normal number. */
static double power_of_two(int k)
{
    return from_bits((uint64_t)(k + EXPONENT_BIAS) << MANTISSA_BITS);
}

/* x = m 2^e with m in [sqrt(1/2), sqrt(2)). */
static double split_exponent(double x, int *e)
{
    const uint64_t sqrt_half = UINT64_C(0x3fe6a09e667f3bcd);
    int scaled = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        scaled = 54;
    }
    uint64_t steps = bits_of(x) - sqrt_half;
    int exponent = (int)((int64_t)steps >> MANTISSA_BITS);
    *e = exponent - scaled;
    return from_bits(bits_of(x) - ((uint64_t)(int64_t)exponent << MANTISSA_BITS));
}

double det_log(double x)
{
    enum { TERMS = 11 };
    static const double c[TERMS] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11, 2.0 / 13,
                                    2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
    int e;
    double f = split_exponent(x, &e) - 1;
    double s = f / (2 + f), z = s * s, k = e; /* z < 0.0295 */
    double half_square = f * f / 2;

    /* log(1 + f) = f - f^2/2 + s (f^2/2 + 2 s^2/3 + 2 s^4/5 + ...) */
    /* c[0] + c[1] x + ... + c[n - 1] x^(n - 1), by Horner's rule. */
    double sum = c[TERMS - 1];
    for (int i = TERMS - 2; i >= 0; i--)
        sum = sum * z + c[i];
    return k * LN2_HIGH - ((half_square - (s * (half_square + sum * z) + k * LN2_LOW)) - f);
}

/* e^(r + lost), |r| < 0.35: 1 + r + r^2/2! + ... + r^14/14!, by Horner's rule; written out, for it is asked
 * often. */
HOT double exp_reduced(double r, double lost)
{
    double high_terms =
        1.0 / 362880 +
        r * (1.0 / 3628800 +
             r * (1.0 / 39916800 + r * (1.0 / 479001600 + r * (1.0 / 6227020800 + r * (1.0 / 87178291200)))));
    return 1 +
           (r +
            (r * r *
                 (1.0 / 2 +
                  r * (1.0 / 6 +
                       r * (1.0 / 24 +
                            r * (1.0 / 120 +
                                 r * (1.0 / 720 + r * (1.0 / 5040 + r * (1.0 / 40320 + r * high_terms))))))) +
             lost));
}

double det_exp_far(double x)
{
    if (fabs(x) < 0.34)
        return exp_reduced(x, 0);
    if (!(x < 709.79))
        return x > 0 ? INFINITY : x;
    if (x < -745.14)
        return 0;
    int k = (int)(x * INVERSE_LN2 + (x < 0 ? -0.5 : 0.5));
    double high = x - k * LN2_HIGH, low = k * LN2_LOW;
    double r = high - low, lost = (high - r) - low;
    double y = exp_reduced(r, lost);
    if (k > 1000)
        return y * power_of_two(k - 1000) * power_of_two(1000);
    if (k < -1000)
        return y * power_of_two(k + 1000) * power_of_two(-1000);
    return y * power_of_two(k);
}

/* exp(-z^2 / 2) without the rounding of z^2: z = h + l with h short enough that h^2 is exact. */
static double gauss(double z)
{
    double h = from_bits(bits_of(z) & ~UINT64_C(0x7ffffff)), l = z - h;
    return det_exp(-0.5 * h * h) * det_exp(-0.5 * l * (z + h));
}

/* P(0 <= Z <= x) for 0 <= x < 2; all terms are positive. */
static double central_area(double x)
{
    enum { TERMS = 40 };
    double term = x, sum = x;

    for (int n = 1; n <= TERMS; n++) {
        term *= x * x / (2 * n + 1);
        sum += term;
    }
    return INVERSE_SQRT_2PI * gauss(x) * sum;
}

double det_normal_cdf(double z)
{
    double x = fabs(z);
    if (!(x < 39))
        return z > 0 ? 1 : z < 0 ? 0 : z;
    if (x < 2)
        return z < 0 ? 0.5 - central_area(x) : 0.5 + central_area(x);
    /* P(Z <= -x) / phi(x) for x >= 2: 1/(x + 1/(x + 2/(x + 3/(x + ...)))). */
    enum { DEPTH = 120 };
    double mills = x;
    for (int n = DEPTH; n >= 1; n--)
        mills = x + n / mills;
    double tail = INVERSE_SQRT_2PI * gauss(x) * (1 / mills);
    return z < 0 ? tail : 1 - tail;
}

double det_normal_quantile(double p)
{
    if (p == 0.5)
        return 0;
    if (p > 0.5)
        return -det_normal_quantile(1 - p); /* 1 - p is exact here */
    enum { STEPS_MAX = 30 };
    double log_p = det_log(p);
    double z = -sqrt(-2 * det_log(2 * p)); /* cdf(z) <= exp(-z^2 / 2) / 2 for z <= 0 */

    for (int step = 0; step < STEPS_MAX; step++) {
        double cdf = det_normal_cdf(z), density = INVERSE_SQRT_2PI * gauss(z);
        double change = (log_p - det_log(cdf)) * (cdf / density);
        z += change;
        if (change <= 0x1p-50 * -z)
            break;
    }
    return z;
}

/* The work is done on a copy, which becomes triangular column by column: the one with the most left first. */

struct triangle {
    struct linear left;
    int order[LINEAR_UNKNOWNS_MAX]; /* the unknown of each column */
};

/* Length of a column below row `from`. */
static double length_below(const struct linear *system, int column, int from)
{
    double squares = 0;
    for (int r = from; r < system->rows; r++)
        squares += system->a[r][column] * system->a[r][column];
    return sqrt(squares);
}

/* Returns the rank. */
static int make_triangle(const struct linear *system, struct triangle *triangle)
{
    const double least = 1e-10;
    double greatest = 0;
    triangle->left = *system;
    for (int j = 0; j < system->unknowns; j++)
        triangle->order[j] = j;
    for (int k = 0; k < system->unknowns && k < system->rows; k++) {
        int pivot = k;
        double length = length_below(&triangle->left, k, k);
        for (int j = k + 1; j < system->unknowns; j++) {
            double other = length_below(&triangle->left, j, k);
            if (other > length) {
                length = other;
                pivot = j;
            }
        }
        greatest = k == 0 ? length : greatest;
        if (!(length > least * greatest))
            return k;
        int unknown = triangle->order[k];
        triangle->order[k] = triangle->order[pivot];
        triangle->order[pivot] = unknown;
        for (int r = 0; r < triangle->left.rows; r++) {
            double value = triangle->left.a[r][k];
            triangle->left.a[r][k] = triangle->left.a[r][pivot];
            triangle->left.a[r][pivot] = value;
        }
        /* The reflection that takes all of column k below its diagonal to zero, of the columns from k on and
         * of b. */
        struct linear *left = &triangle->left;
        double v[LINEAR_ROWS_MAX] = {0}, squares = 0;
        for (int r = k; r < left->rows; r++)
            v[r] = left->a[r][k];
        v[k] += v[k] < 0 ? -length : length;
        for (int r = k; r < left->rows; r++)
            squares += v[r] * v[r];
        for (int j = k; j <= left->unknowns; j++) {
            double dot = 0;
            for (int r = k; r < left->rows; r++)
                dot += v[r] * (j < left->unknowns ? left->a[r][j] : left->b[r]);
            for (int r = k; r < left->rows; r++)
                *(j < left->unknowns ? &left->a[r][j] : &left->b[r]) -= 2 * dot / squares * v[r];
        }
    }
    return system->unknowns < system->rows ? system->unknowns : system->rows;
}

int linear_rank(const struct linear *system)
{
    struct triangle triangle;
    return make_triangle(system, &triangle);
}

bool linear_solve(const struct linear *system, double x[LINEAR_UNKNOWNS_MAX])
{
    struct triangle triangle;
    if (make_triangle(system, &triangle) < system->unknowns)
        return false;
    for (int k = system->unknowns - 1; k >= 0; k--) {
        double value = triangle.left.b[k];
        for (int j = k + 1; j < system->unknowns; j++)
            value -= triangle.left.a[k][j] * x[triangle.order[j]];
        x[triangle.order[k]] = value / triangle.left.a[k][k];
    }
    return true;
}
