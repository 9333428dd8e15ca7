/* An empty cell is a gap, like a row that is left out. */
#include "store/import/intensities.h"

#include "engine/base/text.h"

#include <math.h>

struct carbon_trace *intensities_new(struct import_job *job, const char *source)
{
    struct item *item = import_result_add(job->result, ITEM_TRACE, job->faults);

    if (!item)
        return NULL;
    struct carbon_trace *trace = &item->as.trace;
    text_copy(trace->name, sizeof trace->name, job->name);
    text_copy(trace->title, sizeof trace->title, job->name);
    text_print(trace->source, sizeof trace->source, "imported (%s)", source);
    trace->basis = job->options->basis;
    trace->kind = job->options->kind;
    return trace;
}

static void place_of(const void *context, uint32_t mark, char *out)
{
    const struct import_job *job = context;

    error_place(out, job->path, ":%u:1", (unsigned)mark);
}

struct trace_builder intensities_builder(struct import_job *job)
{
    return (struct trace_builder){.place = place_of, .context = job, .faults = job->faults};
}

bool intensities_read(struct csv_reader *reader, int column, double *value)
{
    double found;

    *value = NAN;
    if (!*csv_reader_cell(reader, column))
        return true;
    if (!import_number(reader, column, "the intensity", &found))
        return false;
    if (found < 0)
        return csv_reader_fault(
            reader, column, "the intensity %g is negative; it must be at least 0 (an empty cell is a gap)",
            found);
    *value = found;
    return true;
}
