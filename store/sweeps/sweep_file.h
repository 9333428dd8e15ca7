/* The file of a sweep: CSV, a row a point in their order, with the values of the axes, the seed and the
 * metrics. Comments above the header say what was swept, so that a file can be joined with others, gone on
 * with, looked at and opened as runs wherever it is taken:
 *
 *     # wattif sweep 1
 *     # scenario {"format":1,"name":...}
 *     # vary cit=0.8,0.85,0.9
 *     # replicates 5
 *     # inputs 64 hex digits: the traces, profiles, workloads and GPU types, and the version of wattif
 *     # shard 3/16
 *     cit,seed,horizon_s,...
 *
 * Numbers read back as the same doubles; a metric that a run does not have is an empty cell. Shard I of N has
 * the points I - 1, I - 1 + N, ...; a whole sweep says nothing of shards. */
#ifndef WATTIF_STORE_SWEEPS_SWEEP_FILE_H
#define WATTIF_STORE_SWEEPS_SWEEP_FILE_H

#include "engine/base/error.h"
#include "engine/explore/sweep.h"
#include "engine/model/catalog.h"
#include "store/library/hash.h"

#include <stdio.h>

enum { SHARDS_MAX = 100000 };

struct sweep_head {
    struct sweep sweep; /* owned */
    char inputs[HASH_TEXT_SIZE];
    size_t shard, shards; /* I of N; 0 of 0: all of it */
};

/* Fills `inputs` for the sweep that is there. False with a message where an input is missing. */
bool sweep_head_hash(struct sweep_head *head, const struct catalog *catalog, struct error *error);
void sweep_head_free(struct sweep_head *head);
/* "3/16", where I counts from 1 to N. False, and of no use any more, where it is not that. */
bool sweep_head_read_shard(struct sweep_head *head, const char *text);
/* The points that the file has when it is whole: first, first + step, ... */
static inline size_t sweep_head_first(const struct sweep_head *head)
{
    return head->shards ? head->shard - 1 : 0;
}
static inline size_t sweep_head_step(const struct sweep_head *head)
{
    return head->shards ? head->shards : 1;
}
size_t sweep_head_rows(const struct sweep_head *head);

/* Everything above the first row, as malloc'ed text. NULL when out of memory. Two shards are of one sweep
 * where this text without their shard (sweep_head_same) is the same. */
char *sweep_head_text(const struct sweep_head *head);
bool sweep_head_same(const struct sweep_head *a, const struct sweep_head *b);

void sweep_file_write_row(FILE *file, const struct sweep *sweep, size_t point, const double *values);

/* What a file says. */
struct sweep_table {
    struct sweep_head head;
    size_t n, columns; /* rows that are there, from the first on */
    double *values;    /* [n][columns] */
};

/* A row that is not the one that belongs there, a cell that is no number and everything else that a sweep
 * does not write is refused with its line. NULL with a message. `name` stands for the path of bytes in
 * memory. */
struct sweep_table *sweep_table_read(const char *path, struct error *error);
struct sweep_table *sweep_table_parse(const void *bytes, size_t n, const char *name, struct error *error);
void sweep_table_free(struct sweep_table *table);

#endif
