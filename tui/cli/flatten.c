/* Leaves in one growing array, their texts in an arena. */
#include "tui/cli/flatten.h"

#include "store/library/hash.h"

#include <stdlib.h>
#include <string.h>

bool flat_add(void *context, const char *key, const char *text)
{
    struct flat *flat = context;
    if (flat->n == flat->size) {
        size_t size = flat->size ? 2 * flat->size : 128;
        struct flat_leaf *leaves = realloc(flat->leaves, size * sizeof *leaves);
        if (!leaves)
            return false;
        flat->leaves = leaves;
        flat->size = size;
    }
    struct flat_leaf leaf = {arena_copy_text(&flat->arena, key), arena_copy_text(&flat->arena, text)};
    if (!leaf.key || !leaf.text)
        return false;
    flat->leaves[flat->n++] = leaf;
    return true;
}

void flat_free(struct flat *flat)
{
    arena_free(&flat->arena);
    free(flat->leaves);
    *flat = (struct flat){0};
}

const struct flat_leaf *flat_find(const struct flat *flat, const char *key, size_t hint)
{
    if (hint < flat->n && strcmp(flat->leaves[hint].key, key) == 0)
        return &flat->leaves[hint];
    for (size_t i = 0; i < flat->n; i++)
        if (strcmp(flat->leaves[i].key, key) == 0)
            return &flat->leaves[i];
    return NULL;
}

/* The keys of all rows, in order of first appearance; NULL when out of memory. Borrowed from the rows. */
static const char **collect_keys(const struct flat *rows, size_t n_rows, size_t *n_keys)
{
    struct flat seen = {0};
    size_t most = 0;
    for (size_t r = 0; r < n_rows; r++)
        most += rows[r].n;
    const char **keys = malloc((most ? most : 1) * sizeof *keys);
    seen.leaves = malloc((most ? most : 1) * sizeof *seen.leaves);
    for (size_t r = 0; keys && seen.leaves && r < n_rows; r++)
        for (size_t i = 0; i < rows[r].n; i++)
            if (!flat_find(&seen, rows[r].leaves[i].key, i)) {
                keys[seen.n] = rows[r].leaves[i].key;
                seen.leaves[seen.n++] = rows[r].leaves[i];
            }
    if (!seen.leaves) {
        free(keys);
        keys = NULL;
    }
    *n_keys = seen.n;
    free(seen.leaves);
    return keys;
}

bool flat_print_csv(const struct flat *rows, size_t n_rows, FILE *file)
{
    struct sink sink = {.file = file};
    size_t n_keys;
    const char **keys = collect_keys(rows, n_rows, &n_keys);
    if (!keys)
        return false;
    for (size_t k = 0; k < n_keys; k++) {
        sink_text(&sink, k ? "," : "");
        sink_cell(&sink, keys[k]);
    }
    for (size_t r = 0; r < n_rows; r++)
        for (size_t k = 0; k < n_keys; k++) {
            const struct flat_leaf *leaf = flat_find(&rows[r], keys[k], k);
            sink_text(&sink, k ? "," : "\n");
            sink_cell(&sink, leaf ? leaf->text : "");
        }
    sink_text(&sink, "\n");
    free(keys);
    return true;
}
