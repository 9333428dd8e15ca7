/* Building alias tables (Walker 1977, in Vose's two-list form). The weights are first rounded to whole parts
 * that add up to exactly one full cell each, so that pairing the small with the large is integer arithmetic:
 * nothing is left over, and the table's distribution is that of the parts to the last bit. */
#include "engine/base/alias.h"

#include "engine/base/detmath.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
