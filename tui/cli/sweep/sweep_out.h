/* Where the rows of a sweep go: a file that appears when it is whole. Until then they stand beside it, under
 * its name and ".part", so a sweep that was killed goes on where it was; those of a shard under a name of
 * their own, because a cluster may run a task twice at once. */
#ifndef WATTIF_TUI_CLI_SWEEP_OUT_H
#define WATTIF_TUI_CLI_SWEEP_OUT_H

#include "engine/base/error.h"
#include "store/sweeps/sweep_file.h"
#include "store/store.h"
#include "tui/media/rows.h"

enum { SWEEP_PATH_SIZE = 4096 };

struct sweep_out {
    const struct sweep_head *head;
    char path[SWEEP_PATH_SIZE], part[SWEEP_PATH_SIZE + 16];
    FILE *file;   /* NULL: the file is there already, and whole */
    size_t there; /* rows from before */
    double *rows; /* theirs, [there][sweep_columns()]; owned */
};

/* For a whole sweep into `path`, with `resume` what a killed one left; for a shard into its file in the
 * folder `path`, which is made. A file that is there is never written over: if it is this sweep, there is
 * nothing to do. False with a message. */
bool sweep_out_open(struct sweep_out *out, const struct sweep_head *head, const char *path, bool resume,
                    struct error *error);
bool sweep_out_row(struct sweep_out *out, size_t point, const double *values, struct error *error);
/* To its name. False with a message. */
bool sweep_out_publish(struct sweep_out *out, struct error *error);
/* What is not published stays for --resume, or, of a shard, goes. */
void sweep_out_close(struct sweep_out *out);

/* A whole sweep on stdout: a table of its configurations for people, or everything as JSON or CSV. */

/* `values` of every point in order. False when memory ran out. */
bool sweep_print(const struct sweep_head *head, const double *values, enum listing_format format, bool ascii,
                 FILE *file);

#endif
