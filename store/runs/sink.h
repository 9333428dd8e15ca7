/* Where text goes: a file or a hash. Exports and content hashes are written by the same functions, so that
 * the hash of a version is the SHA-256 of what `wattif export` prints for it; but a cell that is escaped or
 * guarded in a file (engine/base/glyph.h) is hashed as it is. */
#ifndef WATTIF_STORE_RUNS_SINK_H
#define WATTIF_STORE_RUNS_SINK_H

#include "engine/base/error.h"
#include "store/library/hash.h"

#include <stdio.h>

struct sink {
    FILE *file;        /* or NULL */
    struct hash *hash; /* or NULL */
};

void sink_text(struct sink *sink, const char *text);
/* At most 1,023 bytes. */
void sink_printf(struct sink *sink, const char *format, ...) PRINTF_LIKE(2, 3);
/* The shortest form of a number; nothing for NAN. */
void sink_number(struct sink *sink, double value);
/* A CSV cell, in quotes where it needs them, as visible text, and with an apostrophe before a formula. */
void sink_cell(struct sink *sink, const char *text);

#endif
