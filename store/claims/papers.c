/* One folder; every document of it is read. */
#include "store/claims/papers.h"

#include "store/file.h"
#include "store/claims/reproduce.h"
#include "engine/base/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PAPERS_MAX = 32, PAPER_BYTES_MAX = 4 << 20 };

static int by_number(const void *left, const void *right)
{
    double a = (*(const struct paper *const *)left)->number,
           b = (*(const struct paper *const *)right)->number;
    return (a > b) - (a < b);
}

static const struct paper *read_file(const char *path, struct arena *arena, struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);
    size_t n = 0;
    char *text = faults ? file_read(path, PAPER_BYTES_MAX, &n, error) : NULL;
    const struct paper *paper = text ? paper_from_text(text, n, path, arena, faults) : NULL;
    if (!faults)
        error_set(error, ERROR_SYSTEM, path, "out of memory");
    else if (text && !paper && error)
        *error = *faults_first(faults);
    free(text);
    free(faults);
    return paper;
}

bool papers_open(struct papers *papers, const char *data, struct error *error)
{
    char inner[PATH_SIZE], folder[PATH_SIZE], path[PATH_SIZE];
    const struct dirent *entry;
    *papers = (struct papers){0};
    const struct paper **all = arena_alloc(&papers->arena, (PAPERS_MAX + 1) * sizeof *all);
    bool good = all != NULL || error_set(error, ERROR_SYSTEM, "", "out of memory");
    DIR *dir = good && path_join(inner, sizeof inner, data, "datasets") &&
                       path_join(folder, sizeof folder, inner, "papers")
                   ? opendir(folder)
                   : NULL;
    if (good && !dir)
        good = error_set(error, ERROR_SYSTEM, data, "has no folder datasets/papers: %s", strerror(errno));
    while (good && (entry = readdir(dir))) {
        size_t n = strlen(entry->d_name);
        if (n <= 5 || entry->d_name[0] == '.' || strcmp(entry->d_name + n - 5, ".json") != 0)
            continue;
        if (papers->n == PAPERS_MAX)
            good = error_set(error, ERROR_INPUT, folder, "there is room for %d papers", (int)PAPERS_MAX);
        else if (!path_join(path, sizeof path, folder, entry->d_name))
            good = error_set(error, ERROR_INPUT, folder, "this path is too long");
        else
            good = (all[papers->n] = read_file(path, &papers->arena, error)) != NULL;
        papers->n += good;
    }
    if (dir)
        closedir(dir);
    if (!good) {
        papers_close(papers);
        return false;
    }
    qsort(all, (size_t)papers->n, sizeof *all, by_number);
    papers->all = all;
    for (int p = 0; p < papers->n; p++)
        papers->n_expectations += all[p]->n_expectations;
    return true;
}

void papers_close(struct papers *papers)
{
    arena_free(&papers->arena);
    *papers = (struct papers){0};
}

/* One pass over all ids: exact matches, or prefixes. */
static size_t select_pass(const struct papers *papers, const char *word, bool exact, bool *marks)
{
    size_t found = 0, at = 0;
    for (int p = 0; p < papers->n; p++)
        for (size_t i = 0; i < papers->all[p]->n_expectations; i++, at++) {
            const char *id = papers->all[p]->expectations[i].id;
            if (exact ? strcasecmp(id, word) != 0 : strncasecmp(id, word, strlen(word)) != 0)
                continue;
            marks[at] = true;
            found++;
        }
    return found;
}

size_t papers_select(const struct papers *papers, const char *word, bool *marks)
{
    size_t found = select_pass(papers, word, true, marks);
    return found > 0 || word[0] == '\0' ? found : select_pass(papers, word, false, marks);
}

/* Are the inputs of a paper those that wattif ships? An import under a shipped name takes its place, and then
 * causes that were found for the shipped rows are not given for the user's. */

/* Tells "profile resnet" once, if an import has taken that name. */
static void tell_altered(const struct store_list *list, const char *noun, const char *name,
                         char out[ALTERED_SIZE])
{
    char told[96];
    text_print(told, sizeof told, "%s %s", noun, name);
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->items[i].name, name) == 0 && !list->items[i].builtin && !strstr(out, told))
            text_append(out, ALTERED_SIZE, "%s%s", *out ? ", " : "", told);
}

bool reproduce_altered(struct store *store, const struct paper *paper, const struct experiment_inputs *inputs,
                       char out[ALTERED_SIZE], struct error *error)
{
    static const enum store_kind kinds[] = {STORE_PROFILE, STORE_TRACE};
    bool good = true;
    out[0] = '\0';
    for (size_t k = 0; good && k < sizeof kinds / sizeof *kinds; k++) {
        struct store_list list;
        good = store_list(store, kinds[k], &list, error);
        for (size_t i = 0; good && paper->scenarios[i]; i++) {
            struct scenario scenario;
            good = inputs->scenario(inputs->context, paper->scenarios[i], &scenario, error);
            if (!good)
                break;
            for (int a = 0; kinds[k] == STORE_PROFILE && a < scenario.n_apps; a++) {
                char name[PROFILE_NAME_SIZE];
                profile_name(scenario.apps[a].model, scenario.profiles, name);
                tell_altered(&list, "profile", name, out);
            }
            if (kinds[k] == STORE_TRACE)
                tell_altered(&list, "trace", scenario.trace, out);
            scenario_free(&scenario);
        }
        free(list.items);
    }
    return good;
}
