/* The walk over a cJSON tree, depth first, with the path so far in one buffer. */
#include "tui/cli/flatten.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/library/hash.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 256, NUMBER_SIZE = 32 };

static bool add_leaf(struct flat *flat, const char *key, const char *text, bool is_number, double number)
{
    if (flat->n == flat->size) {
        size_t size = flat->size ? 2 * flat->size : 128;
        struct flat_leaf *leaves = realloc(flat->leaves, size * sizeof *leaves);
        if (!leaves)
            return false;
        flat->leaves = leaves;
        flat->size = size;
    }
    struct flat_leaf leaf = {arena_copy_text(&flat->arena, key), arena_copy_text(&flat->arena, text),
                             is_number, number};
    if (!leaf.key || !leaf.text)
        return false;
    flat->leaves[flat->n++] = leaf;
    return true;
}

static bool add_value(struct flat *flat, const char *key, const cJSON *value)
{
    char number[NUMBER_SIZE];
    if (cJSON_IsNumber(value)) {
        text_from_number(value->valuedouble, number, sizeof number);
        return add_leaf(flat, key, number, true, value->valuedouble);
    }
    if (cJSON_IsBool(value))
        return add_leaf(flat, key, cJSON_IsTrue(value) ? "true" : "false", false, 0);
    return add_leaf(flat, key, cJSON_IsString(value) ? value->valuestring : "", false, 0);
}

/* The reader of JSON has bounded the depth. */
static bool walk(struct flat *flat, const cJSON *parent, char *key, size_t used)
{
    int index = 0;
    for (const cJSON *child = parent->child; child; child = child->next, index++) {
        const char *dot = used ? "." : "";
        int n = child->string ? snprintf(key + used, KEY_SIZE - used, "%s%s", dot, child->string)
                              : snprintf(key + used, KEY_SIZE - used, "%s%d", dot, index);
        if (n < 0 || used + (size_t)n >= KEY_SIZE)
            return false;
        bool inner = cJSON_IsObject(child) || cJSON_IsArray(child);
        if (inner ? !walk(flat, child, key, used + (size_t)n) : !add_value(flat, key, child))
            return false;
    }
    return true;
}

bool flat_read(struct flat *flat, const char *json, size_t n, struct error *error)
{
    char key[KEY_SIZE] = "";
    *flat = (struct flat){0};
    cJSON *root = json_parse(json, n, "", error);
    if (!root)
        return false;
    bool ok = walk(flat, root, key, 0);
    json_free(root);
    if (ok)
        return true;
    flat_free(flat);
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
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
