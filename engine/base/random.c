/* The rare and the slow parts of the random draws. A draw that needs more than one hash takes the others from
 * a stream of its own, whose key is a hash of (key, i); so draw i is the same whatever was drawn before. */
#include "engine/base/random.h"

#include "engine/base/detmath.h"

#include <math.h>
#include <stdbool.h>

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
