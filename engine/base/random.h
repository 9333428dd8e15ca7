/* Counter-based random numbers: draw i of a stream is a function of (seed, stream, i), so that two runs that
 * differ in a policy see the same requests, and any draw can be had again without its predecessors. The
 * generator is the splitmix64 finaliser over key + i * gamma. One stream per purpose (composition.md section
 * 3); the purposes are listed here. */
#ifndef WATTIF_BASE_RANDOM_H
#define WATTIF_BASE_RANDOM_H

#include <stdint.h>
#include <stdbool.h>

enum random_purpose { RANDOM_ARRIVALS, RANDOM_BATCH, RANDOM_POLICY, RANDOM_MONTE_CARLO, RANDOM_TEST };

/* The key of one stream: purpose and index (the app's, usually). */
uint64_t random_key(uint64_t seed, enum random_purpose purpose, uint32_t index);

static inline uint64_t random_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static inline uint64_t random_u64(uint64_t key, uint64_t i)
{
    return random_mix(key + (i + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* Uniform in [0, 1), 53 bits. */
static inline double random_unit(uint64_t key, uint64_t i)
{
    return (double)(random_u64(key, i) >> 11) * 0x1p-53;
}

/* Uniform integer in 0..n-1, n >= 1 (multiply-shift; bias below 2^-32 for n < 2^32). */
static inline uint32_t random_below(uint64_t key, uint64_t i, uint32_t n)
{
    return (uint32_t)(((random_u64(key, i) >> 32) * (uint64_t)n) >> 32);
}

/* The layers of two ziggurats (Marsaglia and Tsang 2000): a density that falls from 1 at x = 0 is covered by
 * 256 layers of equal area, so that a random layer and a random point across it are almost always below the
 * curve. Layer 0 is the base: a rectangle up to the tail's start x[1] and the tail itself, drawn as one
 * rectangle x[0] wide. Layer i reaches from height[i] = f(x[i]) up to height[i + 1]; x[256] = 0. The build
 * makes the tables, bit by bit the same everywhere: tools/ziggurat.c. */
enum { ZIGGURAT_LAYERS = 256 };

/* The starts of the tails for 256 layers; the layer's area follows from each. */
#define ZIGGURAT_EXPONENTIAL_TAIL 7.69711747013104972
#define ZIGGURAT_NORMAL_TAIL 3.6541528853610088

struct ziggurat_layer {
    uint64_t inside; /* 2^53 x[i + 1] / x[i], cut: a 53-bit point below it lies under the curve for sure */
    double width;    /* x[i] / 2^53 */
};

extern const struct ziggurat_layer ziggurat_exponential[ZIGGURAT_LAYERS]; /* f(x) = exp(-x) */
extern const struct ziggurat_layer
    ziggurat_normal[ZIGGURAT_LAYERS]; /* f(x) = exp(-x^2 / 2), the right half */
extern const double ziggurat_exponential_height[ZIGGURAT_LAYERS + 1];
extern const double ziggurat_normal_height[ZIGGURAT_LAYERS + 1];

/* What one 64-bit hash says to a ziggurat: the layer, the sign and a point across the layer (53 bits,
 * disjoint). */
static inline uint32_t random_layer(uint64_t hash)
{
    return (uint32_t)(hash & (ZIGGURAT_LAYERS - 1));
}

static inline double random_across(uint64_t hash, const struct ziggurat_layer *layer)
{
    return (double)(int64_t)(hash >> 11) * layer->width;
}

/* The rest of a draw when `hash` missed the layer's inside (1 % of draws). */
double random_exponential_edge(uint64_t key, uint64_t i, uint64_t hash);
double random_normal_edge(uint64_t key, uint64_t i, uint64_t hash);

/* Mean 1, by a 256-layer ziggurat. Retries hash (key, i, attempt), so draw i never depends on draw i - 1. */
static inline double random_exponential(uint64_t key, uint64_t i)
{
    uint64_t hash = random_u64(key, i);
    const struct ziggurat_layer *layer = &ziggurat_exponential[random_layer(hash)];
    if ((hash >> 11) >= layer->inside)
        return random_exponential_edge(key, i, hash);
    return random_across(hash, layer);
}

/* Mean 0, standard deviation 1, by a 256-layer ziggurat; bit 8 of the hash is the sign. */
static inline double random_normal(uint64_t key, uint64_t i)
{
    uint64_t hash = random_u64(key, i);
    const struct ziggurat_layer *layer = &ziggurat_normal[random_layer(hash)];
    if ((hash >> 11) >= layer->inside)
        return random_normal_edge(key, i, hash);
    return random_across(hash, layer) * (1.0 - (double)(int64_t)(hash >> 7 & 2));
}

/* Gamma with this shape (> 0) and mean 1, by Marsaglia and Tsang; its normals and uniforms come from (key, i,
 * attempt). */
double random_gamma(uint64_t key, uint64_t i, double shape);

/* Alias tables: an exact draw from a finite discrete distribution with one hash, no rejection and no branch.
 * The batch sizes (rounded, clamped normal) and the gaps of `poisson-gap` (a whole number of milliseconds)
 * are such. */

struct alias_cell {
    uint64_t threshold; /* take this cell's own value if the low 32 random bits are below it (0..2^32) */
    int32_t own, other; /* values already offset by the table's base */
};

struct alias_table {
    uint32_t n;               /* cells; 1..65536 */
    struct alias_cell *cells; /* owned: alias_free */
};

/* From n weights (not negative, finite, a positive finite sum); value k + base has probability weight[k] /
 * sum. Returns false when out of memory. */
bool alias_build(struct alias_table *table, const double *weight, uint32_t n, int32_t base);
bool alias_copy(struct alias_table *to, const struct alias_table *from); /* false when out of memory */
void alias_free(struct alias_table *table);

/* One draw from one 64-bit hash: the high 32 bits choose the cell, the low 32 own or other, by arithmetic. */
static inline int32_t alias_draw(const struct alias_table *table, uint64_t hash)
{
    const struct alias_cell *cell = &table->cells[((hash >> 32) * (uint64_t)table->n) >> 32];
    int32_t take = -(int32_t)((hash & UINT32_MAX) < cell->threshold);
    return cell->other ^ ((cell->own ^ cell->other) & take);
}

/* The distributions that the workload kinds need. False when out of memory. */
/* 0 < mean <= 20000; the mass beyond 12 sd and 24 from the mean (below 1e-30) is dropped. */
bool alias_build_poisson(struct alias_table *table, double mean);
/* sd >= 0; max - min < 65536. The nearest whole number, half up, clamped to min..max. */
bool alias_build_rounded_normal(struct alias_table *table, double mean, double sd, int32_t min, int32_t max);
/* Every whole number of min..max is as likely; max - min < 65536. */
bool alias_build_uniform(struct alias_table *table, int32_t min, int32_t max);

#endif
