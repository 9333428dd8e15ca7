/* An arena: many small allocations with one lifetime, freed together. Memory is zeroed and 16-byte aligned.
 * What is drawn once (a frame, a page, a report) builds its texts on one, so that nobody guesses how long a
 * text may become and nobody carries a buffer. */
#ifndef WATTIF_BASE_ARENA_H
#define WATTIF_BASE_ARENA_H

#include "engine/base/error.h"

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

/* Room for one item more in an array of `n`, which `array` points to the pointer of: &list->items. It begins
 * as NULL and grows by this alone, so that its room is known to be the next power of two. False: out of
 * memory, and it is what it was. */
bool array_grow(void *array, size_t n, size_t size_of_item);

/* Memory that one run frees is kept for the next, and a large stack is there before it is needed. */

/* To be called once, before other threads start. The C library gives large blocks back to the system as soon
 * as they are freed, and every page of the next one then costs a fault: a tenth of the time of a run of
 * 100,000 requests. From here on up to 64 MiB stay with the process. Where the C library has no such setting,
 * nothing happens. */
void memory_keep_freed(void);
/* Rather less memory, for what is open for long: what one thread frees another one has, and large blocks go
 * back. Before there are threads. */
void memory_be_sparing(void);
/* Nobody is likely to need what is free for a while: it goes back, in some milliseconds. */
void memory_give_back(void);

/* To be called before what needs much of it: a desk is a megabyte. The stack of the first thread grows page
 * by page; where the system has no page left it ends the program at whatever call comes next, and nothing can
 * be said. Here it grows at once to what the program ever needs of it, or false: out of memory.
 */
bool memory_reserve_stack(void);

#endif
