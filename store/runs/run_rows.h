/* A saved run as rows, shared by saving and loading: each metric (engine/answers/metric.def) has its column
 * in the row of its run, app or GPU; beside them stand the facts that are no metrics, such as names. */
#ifndef WATTIF_STORE_RUNS_RUN_ROWS_H
#define WATTIF_STORE_RUNS_RUN_ROWS_H

#include "engine/answers/metric.h"
#include "engine/sim/recording.h"
#include "store/rows.h"

/* Of struct summary, in table run. */
extern const struct row_field run_fact_fields[];
extern const size_t run_n_fact_fields;

/* Of an app or a GPU: its table, the column of its number, the facts in its struct of the summary and in that
 * of the recording. */
struct run_part {
    const char *table, *number;
    enum metric_scope scope;
    const struct row_field *told, *recorded;
    size_t n_told, n_recorded;
};
extern const struct run_part run_app_part, run_gpu_part;

enum { RUN_FIELDS_MAX = 112 };

/* The columns of a scope's metrics; of a part: what is told, what was recorded, its metrics. How many. */
size_t run_metric_fields(enum metric_scope scope, struct row_field fields[RUN_FIELDS_MAX]);
size_t run_part_fields(const struct run_part *part, struct row_field fields[RUN_FIELDS_MAX]);
/* Binds their values from parameter `first` on. */
void run_metrics_bind(sqlite3_stmt *statement, int first, enum metric_scope scope,
                      const struct metric_source *source, int part);
/* Reads columns from `first` on (from 0) into the fields of a summary; what is made of others is passed over.
 */
void run_metrics_read(sqlite3_stmt *statement, int first, enum metric_scope scope, struct summary *summary,
                      int part);

/* The name of what is kept beside a run that it is held against; nobody can give a run such a name. */
enum { RUN_BASELINE_NAME = 80 };
const char *run_baseline_name(const char *name, char out[RUN_BASELINE_NAME]);

/* Sketches as blobs: for each pair the step from the bin before (from 0 at first) and the count, as unsigned
 * LEB128. */
enum { RUN_SKETCH_PAIR_MAX = 10 }; /* bytes at most for one pair */
size_t run_sketch_encode(const struct sketch_pair *pairs, size_t n, unsigned char *out);
/* Returns the number of pairs, or -1 if the bytes are no sketch; `pairs` has room for SKETCH_BINS. */
long run_sketch_decode(const unsigned char *bytes, size_t n, struct sketch_pair *pairs);

#endif
