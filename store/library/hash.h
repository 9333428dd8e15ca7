/* SHA-256 (FIPS 180-4): what the store addresses versions by. */
#ifndef WATTIF_STORE_LIBRARY_HASH_H
#define WATTIF_STORE_LIBRARY_HASH_H

#include "engine/base/error.h"

#include <stdint.h>
#include <stdio.h>

enum { HASH_TEXT_SIZE = 65, HASH_BLOCK = 64 };

struct hash {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[HASH_BLOCK];
};

void hash_init(struct hash *hash);
void hash_update(struct hash *hash, const void *bytes, size_t n);
/* 64 lower-case hex digits. */
void hash_finish(struct hash *hash, char out[HASH_TEXT_SIZE]);

/* Where text goes: a file or a hash. Exports and content hashes are written by the same functions, so that
 * the hash of a version is the SHA-256 of what `wattif export` prints for it; but a cell that is escaped or
 * guarded in a file (engine/base/glyph.h) is hashed as it is. */

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
