/* Rates of requests in growing arrays, and the grid that they make when all are known: its step is the most
 * common one, and a step without a row is missing. */
#ifndef WATTIF_STORE_IMPORT_RATES_H
#define WATTIF_STORE_IMPORT_RATES_H

#include "engine/model/workload.h"
#include "store/import/import.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rates { /* zero-initialise */
    size_t n, size, zeros;
    int64_t *at_ns;
    double *rate; /* NAN: missing */
    uint32_t *line;
};

/* A new workload of the job with what every import knows about it; NULL with a fault. */
struct workload *import_new_workload(struct import_job *job, enum workload_kind kind, const char *format);

/* Adds this row: times must ascend; the cell in `column[1]` is a count or rate for `per_s` seconds, and may
 * be empty. False with a fault. */
bool rates_add(struct rates *rates, struct csv_reader *reader, const int *column, int64_t at_ns, double per_s,
               const struct import_job *job);
/* Divides all by what their step is: counts become rates. */
void rates_divide_by_step(struct rates *rates);
/* Fills the workload's grid and the job's summary. False with a fault. */
bool rates_finish(const struct rates *rates, struct csv_reader *reader, struct workload *workload,
                  struct import_job *job);
void rates_free(struct rates *rates);

#endif
