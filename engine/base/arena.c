/* Memory with one lifetime. Blocks come from calloc, so they are zero already, and double in size up to a
 * limit; an allocation is a bump of `used` in the newest block. A request larger than a block gets a block of
 * its own size. */
#include "engine/base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h> /* which says whether the C library is glibc, too */
#include <string.h>
#include <sys/resource.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { ALIGNMENT = 16, BLOCK_MIN = 4096, BLOCK_MAX = 1 << 20 };

struct arena_block {
    struct arena_block *next;
    alignas(ALIGNMENT) unsigned char bytes[];
};

void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2) {
        arena->lacked = true;
        return NULL;
    }
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (size == 0)
        size = ALIGNMENT;
    if (size > arena->size - arena->used) {
        /* A new block in front, of at least so many bytes. */
        size_t room = arena->size < BLOCK_MIN / 2 ? BLOCK_MIN : 2 * arena->size;
        room = room > BLOCK_MAX ? BLOCK_MAX : room;
        room = room < size ? size : room;
        struct arena_block *block = calloc(1, sizeof *block + room);
        if (!block) {
            arena->lacked = true;
            return NULL;
        }
        block->next = arena->first;
        arena->first = block;
        arena->used = 0;
        arena->size = room;
    }
    void *memory = arena->first->bytes + arena->used;
    arena->used += size;
    return memory;
}

char *arena_copy_text(struct arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = arena_alloc(arena, size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* Written where it is to stand, and again only where the newest block has no room for it. */
const char *text(struct arena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t room = arena->size - arena->used;
    char *at = room > 0 ? (char *)arena->first->bytes + arena->used : NULL;
    int length = vsnprintf(at, room, format, arguments);
    char *out = length < 0 ? NULL : arena_alloc(arena, (size_t)length + 1);
    if (out && out != at)
        vsnprintf(out, (size_t)length + 1, format, again);
    else if (!out && at)
        memset(at, 0, room); /* whoever has it next finds zeroes */
    va_end(again);
    va_end(arguments);
    return out ? out : "";
}

void arena_free(struct arena *arena)
{
    struct arena_block *block = arena->first;
    while (block) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
    *arena = (struct arena){0};
}

bool array_grow(void *array, size_t n, size_t size_of_item)
{
    void *items;
    if (n & (n - 1))
        return true;
    memcpy(&items, array, sizeof items);
    items = realloc(items, (n ? 2 * n : 1) * size_of_item);
    if (items)
        memcpy(array, &items, sizeof items);
    return items != NULL;
}

/* What to do with freed memory is the C library's setting, for the whole process. The stack is made to grow
 * by writing to it, one frame below the other, once a mapping of the same size has shown that there is room.
 */

void memory_keep_freed(void)
{
#ifdef __GLIBC__
    enum { KEPT = 64 << 20, MAPPED = 32 << 20 }; /* bytes; larger blocks come from the system each time */
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, MAPPED);
#endif
}

void memory_give_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void memory_be_sparing(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 128 << 10); /* what it is at first; else it grows with what is freed */
    mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

enum { STACK_BYTES = 2 << 20, FRAME_BYTES = 32 << 10 };

static size_t grow_stack(size_t bytes)
{
    volatile char frame[FRAME_BYTES];
    for (size_t i = 0; i < FRAME_BYTES; i += 1024)
        frame[i] = 0;
    return bytes <= FRAME_BYTES ? (size_t)frame[0] : grow_stack(bytes - FRAME_BYTES) + (size_t)frame[0];
}

bool memory_reserve_stack(void)
{
    struct rlimit limit;
    size_t bytes = STACK_BYTES;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur / 2 < bytes)
        bytes = (size_t)limit.rlim_cur / 2; /* half of a stack that is limited to less than twice as much */
    void *volatile probe = malloc(bytes);   /* volatile: else it may be left out */
    if (!probe)
        return false;
    free(probe);
    grow_stack(bytes);
    return true;
}
