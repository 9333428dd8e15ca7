/* Alias tables: an exact draw from a finite discrete distribution with one hash, no rejection and no branch.
 * The batch sizes (rounded, clamped normal) and the gaps of `poisson-gap` (a whole number of milliseconds)
 * are such. */
#ifndef WATTIF_BASE_ALIAS_H
#define WATTIF_BASE_ALIAS_H

#include <stdbool.h>
#include <stdint.h>

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
