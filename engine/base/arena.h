/* An arena: many small allocations with one lifetime, freed together. Memory is zeroed and 16-byte aligned.
 * What is drawn once (a frame, a page, a report) builds its texts on one, so that nobody guesses how long a
 * text may become and nobody carries a buffer. */
#ifndef WATTIF_BASE_ARENA_H
#define WATTIF_BASE_ARENA_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct arena_block;

struct arena { /* zero-initialise */
    struct arena_block *first;
    size_t used, size; /* of the first block */
    bool lacked;       /* memory has run out once since the arena was empty */
};

/* NULL only when out of memory. */
void *arena_alloc(struct arena *arena, size_t size);
char *arena_copy_text(struct arena *arena, const char *text);
void arena_free(struct arena *arena);

/* printf into a text that lives as long as the arena. Never NULL: when out of memory it is "", and `lacked`
 * says so to whoever owns the arena, who then shows nothing of what was built on it and ends with "out of
 * memory". */
const char *text(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
