/* A saved run as rows: which columns hold which fields of a recording and its summary, shared by saving and
 * loading. */
#ifndef WATTIF_STORE_RUNS_RUN_ROWS_H
#define WATTIF_STORE_RUNS_RUN_ROWS_H

#include "engine/sim/recording.h"
#include "store/rows.h"

extern const struct row_field run_summary_fields[]; /* of struct summary, in table run */
extern const size_t run_n_summary_fields;
extern const struct row_field run_app_fields[]; /* of struct summary_app, in run_app */
extern const size_t run_n_app_fields;
extern const struct row_field run_recorded_app_fields[]; /* of struct recording_app, in run_app */
extern const size_t run_n_recorded_app_fields;
extern const struct row_field run_gpu_fields[]; /* of struct summary_gpu, in run_gpu */
extern const size_t run_n_gpu_fields;
extern const struct row_field run_recorded_gpu_fields[]; /* of struct recording_gpu, in run_gpu */
extern const size_t run_n_recorded_gpu_fields;

/* Sketches as blobs: for each pair the step from the bin before (from 0 at first) and the count, as unsigned
 * LEB128. */
enum { RUN_SKETCH_PAIR_MAX = 10 }; /* bytes at most for one pair */
size_t run_sketch_encode(const struct sketch_pair *pairs, size_t n, unsigned char *out);
/* Returns the number of pairs, or -1 if the bytes are no sketch; `pairs` has room for SKETCH_BINS. */
long run_sketch_decode(const unsigned char *bytes, size_t n, struct sketch_pair *pairs);

#endif
