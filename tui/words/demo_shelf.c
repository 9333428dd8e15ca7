/* A folder of files, NAME.demo. */
#include "tui/words/demo_shelf.h"

#include "engine/base/text.h"
#include "store/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static const char ending[] = ".demo", folder[] = "datasets/demos";

static bool ends_in_demo(const char *name)
{
    size_t n = strlen(name), m = strlen(ending);
    return n > m && strcmp(name + n - m, ending) == 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

int demo_shelf_list(const char *data_dir, char (*names)[DEMO_NAME], int max)
{
    char path[PATH_SIZE];
    const struct dirent *entry;
    int n = 0;
    DIR *directory = path_join(path, sizeof path, data_dir, folder) ? opendir(path) : NULL;
    if (!directory)
        return 0;
    while (n < max && (entry = readdir(directory))) {
        size_t length = strlen(entry->d_name) - strlen(ending);
        if (ends_in_demo(entry->d_name) && length < DEMO_NAME)
            text_print(names[n++], DEMO_NAME, "%.*s", (int)length, entry->d_name);
    }
    closedir(directory);
    qsort(names, (size_t)n, sizeof *names, compare_names);
    return n;
}

static bool refuse_name(const char *data_dir, const char *word, struct error *error)
{
    char names[DEMO_SHELF_MAX][DEMO_NAME];
    const char *pointers[DEMO_SHELF_MAX];
    int n = demo_shelf_list(data_dir, names, DEMO_SHELF_MAX);
    for (int i = 0; i < n; i++)
        pointers[i] = names[i];
    const char *nearest = text_nearest(word, pointers, (size_t)n);
    if (nearest)
        return error_set(error, ERROR_INPUT, "", "no demo '%s'; did you mean '%s'?", TEXT_BRIEF(word),
                         nearest);
    return error_set(error, ERROR_INPUT, "",
                     "no demo '%s'; `wattif list demos` has the names, and a file ends in .demo or has a /",
                     TEXT_BRIEF(word));
}

static bool find_path(const char *data_dir, const char *word, char *path, size_t size, struct error *error)
{
    char names[DEMO_SHELF_MAX][DEMO_NAME], name[DEMO_NAME + sizeof ending], below[PATH_SIZE];
    if (strchr(word, '/') || ends_in_demo(word))
        return text_copy(path, size, word) ||
               error_set(error, ERROR_INPUT, "", "the path '%s' is too long", TEXT_BRIEF(word));
    int n = demo_shelf_list(data_dir, names, DEMO_SHELF_MAX);
    for (int i = 0; i < n; i++) {
        text_print(name, sizeof name, "%s%s", names[i], ending);
        if (strcmp(names[i], word) == 0 && path_join(below, sizeof below, data_dir, folder))
            return path_join(path, size, below, name);
    }
    return refuse_name(data_dir, word, error);
}

static bool find_scenario(void *context, const char *word, struct scenario *scenario, struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);
    char run_name[64];
    if (!faults)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    bool found = store_resolve_scenario(context, word, scenario, run_name, faults, error);
    if (!found && faults->count > 0)
        *error = *faults_first(faults);
    free(faults);
    return found;
}

struct demo_library demo_shelf_library(struct store *store)
{
    return (struct demo_library){.context = store, .find = find_scenario};
}

bool demo_shelf_is_path(const char *path)
{
    return ends_in_demo(path);
}

bool demo_shelf_open(struct store *store, const char *path, struct demo *demo, struct faults *faults,
                     struct error *error)
{
    struct demo_library library = demo_shelf_library(store);
    size_t n;
    char *text = file_read(path, DEMO_BYTES_MAX, &n, error);
    if (!text)
        return false;
    bool read = demo_parse(demo, text, n, path, faults);
    free(text);
    if (read && !demo_check(demo, &library, faults)) {
        demo_free(demo);
        read = false;
    }
    return read;
}

bool demo_shelf_read(struct store *store, const char *word, struct demo *demo, struct faults *faults,
                     struct error *error)
{
    char path[PATH_SIZE];
    return find_path(store_data_dir(store), word, path, sizeof path, error) &&
           demo_shelf_open(store, path, demo, faults, error);
}
