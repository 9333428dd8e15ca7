/* The rare and the slow parts of the random draws. A draw that needs more than one hash takes the others from
 * a stream of its own, whose key is a hash of (key, i); so draw i is the same whatever was drawn before. */
#include "engine/base/random.h"

#include "engine/base/detmath.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GOLDEN_GAMMA UINT64_C(0x9e3779b97f4a7c15)
#define RETRY_SALT UINT64_C(0xd1b54a32d192ed03)

uint64_t random_key(uint64_t seed, enum random_purpose purpose, uint32_t index)
{
    uint64_t stream = (uint64_t)purpose << 32 | index;
    return random_mix(random_mix(seed + GOLDEN_GAMMA) + stream);
}

/* The key of the extra draws that belong to draw i. */
static uint64_t retry_key(uint64_t key, uint64_t i)
{
    return random_u64(random_mix(key ^ RETRY_SALT), i);
}

/* Uniform in (0, 1), 52 bits: never 0, so its logarithm exists. */
static double unit_open(uint64_t key, uint64_t i)
{
    return ((double)(random_u64(key, i) >> 12) + 0.5) * 0x1p-52;
}

/* Is a point of this layer's rectangle, at a random height, below the curve's value there? */
static bool under_curve(const double *height, uint32_t layer, double unit, double curve)
{
    return height[layer] + unit * (height[layer + 1] - height[layer]) < curve;
}

double random_exponential_edge(uint64_t key, uint64_t i, uint64_t hash)
{
    uint64_t retry = retry_key(key, i);
    for (uint64_t attempt = 0;; attempt += 2) {
        uint32_t layer = random_layer(hash);
        const struct ziggurat_layer *shape = &ziggurat_exponential[layer];
        double x = random_across(hash, shape);

        if ((hash >> 11) < shape->inside)
            return x;
        if (layer == 0) /* the tail of an exponential is an exponential */
            return ZIGGURAT_EXPONENTIAL_TAIL - det_log(unit_open(retry, attempt));
        if (under_curve(ziggurat_exponential_height, layer, random_unit(retry, attempt), det_exp(-x)))
            return x;
        hash = random_u64(retry, attempt + 1);
    }
}

/* The normal distribution beyond the base layer (Marsaglia 1964): accepted with probability exp(-(x - tail)^2
 * / 2). */
static double normal_tail(uint64_t key)
{
    for (uint64_t attempt = 0;; attempt += 2) {
        double beyond = -det_log(unit_open(key, attempt)) / ZIGGURAT_NORMAL_TAIL;

        if (-2 * det_log(unit_open(key, attempt + 1)) > beyond * beyond)
            return ZIGGURAT_NORMAL_TAIL + beyond;
    }
}

double random_normal_edge(uint64_t key, uint64_t i, uint64_t hash)
{
    uint64_t retry = retry_key(key, i);
    for (uint64_t attempt = 0;; attempt += 2) {
        uint32_t layer = random_layer(hash);
        const struct ziggurat_layer *shape = &ziggurat_normal[layer];
        double x = random_across(hash, shape), sign = hash >> 8 & 1 ? -1 : 1;

        if ((hash >> 11) < shape->inside)
            return sign * x;
        if (layer == 0)
            return sign * normal_tail(random_u64(retry, attempt));
        if (under_curve(ziggurat_normal_height, layer, random_unit(retry, attempt), det_exp(-0.5 * x * x)))
            return sign * x;
        hash = random_u64(retry, attempt + 1);
    }
}

/* Marsaglia and Tsang (2000), "A simple method for generating gamma variables": d v with d = shape - 1/3 and
 * v = (1 + x / sqrt(9 d))^3. A shape below 1 is drawn as shape + 1 and multiplied by unit^(1 / shape). */
double random_gamma(uint64_t key, uint64_t i, double shape)
{
    uint64_t draws = retry_key(key, i);
    double boosted = shape < 1 ? shape + 1 : shape;
    double d = boosted - 1.0 / 3, c = 1 / sqrt(9 * d), scale = 1 / shape;
    if (shape < 1)
        scale *= det_exp(det_log(unit_open(draws, 0)) / shape);
    for (uint64_t attempt = 1;; attempt += 2) {
        double x = random_normal(draws, attempt), root = 1 + c * x, v = root * root * root;

        if (v <= 0)
            continue;
        if (det_log(unit_open(draws, attempt + 1)) < 0.5 * x * x + d - d * v + d * det_log(v))
            return d * v * scale;
    }
}

/* Building alias tables (Walker 1977, in Vose's two-list form). The weights are first rounded to whole parts
 * that add up to exactly one full cell each, so that pairing the small with the large is integer arithmetic:
 * nothing is left over, and the table's distribution is that of the parts to the last bit. */

#define FULL (UINT64_C(1) << 32) /* parts in a cell */

bool alias_build(struct alias_table *table, const double *weight, uint32_t n, int32_t base)
{
    uint64_t *parts = malloc(n * sizeof *parts);
    uint32_t *stack = malloc(n * sizeof *stack);
    struct alias_cell *cells = malloc(n * sizeof *cells);
    bool built = parts && stack && cells;
    if (built) {
        /* parts[k] / (n FULL) is weight[k] / sum, rounded so that the parts add up to n FULL. */
        double sum = 0, running = 0;
        uint64_t before = 0;
        for (uint32_t k = 0; k < n; k++)
            sum += weight[k];
        for (uint32_t k = 0; k < n; k++) {
            running += weight[k]; /* the same additions: the last one gives sum itself */
            uint64_t until = (uint64_t)(running / sum * ((double)n * (double)FULL) + 0.5);
            parts[k] = until - before;
            before = until;
        }
        /* Cells are filled in turn: one that has too few parts is topped up from one that has more than
         * enough. `stack` has room for n indices: those short of parts grow from its front, those with enough
         * from its back. */
        uint32_t small = 0, large = n;
        for (uint32_t k = n; k-- > 0;) {
            if (parts[k] < FULL)
                stack[small++] = k;
            else
                stack[--large] = k;
        }
        while (small > 0) {
            uint32_t poor = stack[--small], rich = stack[large];
            cells[poor] = (struct alias_cell){parts[poor], base + (int32_t)poor, base + (int32_t)rich};
            parts[rich] -= FULL - parts[poor];
            if (parts[rich] < FULL) {
                large++;
                stack[small++] = rich;
            }
        }
        for (; large < n; large++) { /* exactly one full cell is left to each of these */
            int32_t own = base + (int32_t)stack[large];
            cells[stack[large]] = (struct alias_cell){FULL, own, own};
        }
        *table = (struct alias_table){n, cells};
    } else {
        free(cells);
    }
    free(stack);
    free(parts);
    return built;
}

bool alias_copy(struct alias_table *to, const struct alias_table *from)
{
    struct alias_cell *cells = malloc(from->n * sizeof *cells);
    if (!cells)
        return false;
    memcpy(cells, from->cells, from->n * sizeof *cells);
    *to = (struct alias_table){from->n, cells};
    return true;
}

void alias_free(struct alias_table *table)
{
    free(table->cells);
    *table = (struct alias_table){0};
}

bool alias_build_poisson(struct alias_table *table, double mean)
{
    double reach = 12 * sqrt(mean) + 24; /* 24: the tail of a small mean is longer than 12 sd */
    int32_t mode = (int32_t)mean, low = mean > reach ? (int32_t)(mean - reach) : 0;
    uint32_t n = (uint32_t)((int32_t)(mean + reach) - low + 1), top = (uint32_t)(mode - low);
    double *weight = malloc(n * sizeof *weight);
    if (!weight)
        return false;
    weight[top] = 1; /* relative to the mode's, by p(k + 1) = p(k) mean / (k + 1) */
    for (uint32_t k = top + 1; k < n; k++)
        weight[k] = weight[k - 1] * mean / ((double)low + k);
    for (uint32_t k = top; k-- > 0;)
        weight[k] = weight[k + 1] * ((double)low + k + 1) / mean;
    bool built = alias_build(table, weight, n, low);
    free(weight);
    return built;
}

bool alias_build_rounded_normal(struct alias_table *table, double mean, double sd, int32_t min, int32_t max)
{
    uint32_t n = (uint32_t)(max - min) + 1;
    double *weight = malloc(n * sizeof *weight);
    double below = 0; /* P(rounded value < min + k); all of the lower tail goes to min */
    if (!weight)
        return false;
    for (uint32_t k = 0; k < n; k++) {
        double edge = (double)min + k + 0.5, until = 1; /* from here on a value rounds up to min + k + 1 */
        if (k < n - 1)
            until = sd > 0 ? det_normal_cdf((edge - mean) / sd) : mean < edge;
        weight[k] = until > below ? until - below : 0;
        below = until;
    }
    bool built = alias_build(table, weight, n, min);
    free(weight);
    return built;
}

bool alias_build_uniform(struct alias_table *table, int32_t min, int32_t max)
{
    uint32_t n = (uint32_t)(max - min) + 1;
    struct alias_cell *cells = malloc(n * sizeof *cells);
    if (!cells)
        return false;
    for (uint32_t k = 0; k < n; k++) /* a cell of one value: always its own */
        cells[k] = (struct alias_cell){UINT64_C(1) << 32, min + (int32_t)k, min + (int32_t)k};
    *table = (struct alias_table){n, cells};
    return true;
}
