/* An arena: many small allocations with one lifetime, freed together. Memory is zeroed and 16-byte aligned.
 */
#ifndef WATTIF_BASE_ARENA_H
#define WATTIF_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena { /* zero-initialise */
    struct arena_block *first;
    size_t used, size; /* of the first block */
};

/* NULL only when out of memory. */
void *arena_alloc(struct arena *arena, size_t size);
char *arena_copy_text(struct arena *arena, const char *text);
void arena_free(struct arena *arena);

#endif
