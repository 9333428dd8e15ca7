/* From (time, intensity) samples in order to a trace on a regular grid: the resolution is the most common
 * step (the smaller of two equally common ones; rows without a value count too), a missing step is a gap, and
 * a time off the grid is a fault. The trace begins and ends with a value. One of a single row is constant; a
 * single row with a value among others without is a fault, because nobody meant it for all time. */
#ifndef WATTIF_STORE_IMPORT_TRACE_BUILDER_H
#define WATTIF_STORE_IMPORT_TRACE_BUILDER_H

#include "engine/base/error.h"
#include "engine/model/trace.h"
#include "store/import/import.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INTENSITY_MAX = 100000 }; /* g/kWh: sixty times the dirtiest coal; more is a wrong unit or column */

/* Says where a sample came from, "file:line:column" or a JSON pointer, in ERROR_PLACE bytes. */
typedef void trace_place(const void *context, uint32_t mark, char *out);

struct trace_builder { /* zero-initialise but for `place` and `context` */
    size_t n, size, estimated;
    bool any;
    int64_t last_s; /* of the last sample given, missing ones included */
    int64_t *at_s;
    double *g_per_kwh;
    uint32_t *mark; /* the line or index that the sample came from */
    trace_place *place;
    const void *context;
    struct faults *faults;
};

/* Adds one sample; times must ascend, intensities be 0 to INTENSITY_MAX. NAN: known to be missing. False with
 * a fault. */
bool trace_builder_add(struct trace_builder *builder, const char *time, double g_per_kwh, bool estimated,
                       uint32_t mark);

/* Fills the grid of `trace`. False with a fault. */
bool trace_builder_finish(struct trace_builder *builder, struct carbon_trace *trace);
void trace_builder_free(struct trace_builder *builder);

/* "8760 samples, hourly, 2022-01-01T00:00:00Z to ..., average, direct, 3 gaps": what a list or report says.
 */
void trace_describe(const struct carbon_trace *trace, char *out, size_t size);

#endif
