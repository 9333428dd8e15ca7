/* What every CSV of carbon intensity shares: the trace with what an import knows of it, the builder that
 * gathers its samples by their lines, and a cell. */
#ifndef WATTIF_IMPORT_INTENSITIES_H
#define WATTIF_IMPORT_INTENSITIES_H

#include "store/import/import.h"
#include "store/import/trace_builder.h"

#define G_PER_KWH_OF_LB_PER_MWH 0.45359237

/* A trace of the import; `source` says how it was read ("wattif CSV"). NULL: out of memory, told. */
struct carbon_trace *intensities_new(struct import_job *job, const char *source);
/* Places its faults by the lines that the samples are marked with. trace_builder_free it. */
struct trace_builder intensities_builder(struct import_job *job);
/* The cell of a column, in its own unit; NAN where it is empty or, with a fault and false, where it is no
 * intensity. */
bool intensities_read(struct csv_reader *reader, int column, double *value);

#endif
