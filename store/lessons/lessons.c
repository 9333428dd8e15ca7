/* Two folders, the user's first. */
#include "store/lessons/lessons.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/store_path.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LESSON_BYTES_MAX ((size_t)1 << 20)

enum { FOLDER_OWN, FOLDER_LIBRARY, FOLDERS };

/* False: there is no such folder to look in. */
static bool folder_of(const struct store *store, int which, char out[PATH_SIZE])
{
    char inner[PATH_SIZE];
    if (which == FOLDER_LIBRARY)
        return path_join(inner, sizeof inner, store_data_dir(store), "datasets") &&
               path_join(out, PATH_SIZE, inner, "lessons");
    if (!store_default_path(inner, sizeof inner))
        return false;
    inner[path_base(inner) - inner] = '\0';
    return path_join(out, PATH_SIZE, inner, "lessons");
}

static bool is_document(const char *name)
{
    size_t n = strlen(name);
    return name[0] != '.' && n > 5 && strcmp(name + n - 5, ".json") == 0;
}

static bool read_file(const char *path, struct lesson *lesson, struct faults *faults, struct error *error)
{
    size_t n;
    char *text = file_read(path, LESSON_BYTES_MAX, &n, error);
    bool good = text && lesson_from_text(text, n, path, lesson, faults);
    free(text);
    return good;
}

/* Places that are pointers alone; those with a file have been placed. */
void lessons_place_faults(struct faults *faults, const char *path)
{
    struct error ignored = {0};
    size_t n;
    char *text = file_read(path, LESSON_BYTES_MAX, &n, &ignored);
    if (text)
        json_place_faults(faults, path, text, n);
    free(text);
}

/* --- the list --- */

static int by_number(const void *left, const void *right)
{
    const struct lesson *a = &((const struct lesson_item *)left)->lesson,
                        *b = &((const struct lesson_item *)right)->lesson;
    if ((a->number == 0) != (b->number == 0))
        return a->number == 0 ? 1 : -1;
    return a->number != b->number ? (a->number > b->number) - (a->number < b->number)
                                  : strcmp(a->name, b->name);
}

static bool is_listed(const struct lesson_list *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->items[i].lesson.name, name) == 0)
            return true;
    return false;
}

/* One that is listed already is not listed again. */
static bool add(struct lesson_list *list, const char *folder, const char *file, bool builtin,
                struct error *error)
{
    struct lesson_item *items = realloc(list->items, (list->n + 1) * sizeof *items);
    struct faults *faults = calloc(1, sizeof *faults);
    if (items)
        list->items = items;
    if (!items || !faults) {
        free(faults);
        return error_set(error, ERROR_SYSTEM, folder, "out of memory");
    }
    struct lesson_item *item = &items[list->n];
    struct error inner = {0};
    *item = (struct lesson_item){.builtin = builtin};
    bool good = path_join(item->path, sizeof item->path, folder, file) &&
                read_file(item->path, &item->lesson, faults, &inner);
    if (!good) {
        const struct error *first = faults->count ? faults_first(faults) : &inner;
        if (error_is_no_memory(first)) {
            free(faults);
            return error_set(error, ERROR_SYSTEM, folder, "out of memory");
        }
        text_print(item->fault, sizeof item->fault, "%s: %s", path_base(first->place), first->message);
        text_print(item->lesson.name, sizeof item->lesson.name, "%.*s", (int)(strlen(file) - 5), file);
        text_print(item->lesson.title, sizeof item->lesson.title, "cannot be read");
    }
    free(faults);
    if (is_listed(list, item->lesson.name))
        lesson_free(&item->lesson);
    else
        list->n++;
    return true;
}

bool lessons_list(struct store *store, struct lesson_list *list, struct error *error)
{
    char folder[PATH_SIZE];
    bool good = true;
    *list = (struct lesson_list){0};
    for (int which = 0; which < FOLDERS && good; which++) {
        DIR *dir = folder_of(store, which, folder) ? opendir(folder) : NULL;
        const struct dirent *entry;
        while (good && dir && (entry = readdir(dir)))
            good = !is_document(entry->d_name) ||
                   add(list, folder, entry->d_name, which == FOLDER_LIBRARY, error);
        if (dir)
            closedir(dir);
    }
    if (!good)
        lessons_free(list);
    else if (list->n > 0)
        qsort(list->items, list->n, sizeof *list->items, by_number);
    return good;
}

void lessons_free(struct lesson_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        lesson_free(&list->items[i].lesson);
    free(list->items);
    *list = (struct lesson_list){0};
}

/* --- one --- */

static bool find_by_name(struct store *store, const char *name, char path[PATH_SIZE], bool *builtin,
                         struct error *error)
{
    struct lesson_list list;
    const char *names[256];
    size_t n = 0;
    bool found = false;
    if (!lessons_list(store, &list, error))
        return false;
    for (size_t i = 0; i < list.n && !found; i++) {
        const struct lesson_item *item = &list.items[i];
        found = strcmp(item->lesson.name, name) == 0;
        if (found)
            text_copy(path, PATH_SIZE, item->path);
        if (found && builtin)
            *builtin = item->builtin;
        if (n < sizeof names / sizeof *names)
            names[n++] = item->lesson.name;
    }
    const char *nearest = found ? NULL : text_nearest(name, names, n);
    if (!found)
        error_set(error, ERROR_INPUT, NULL, "there is no lesson '%s'%s%s%s; `wattif list lessons` shows them",
                  TEXT_BRIEF(name), nearest ? "; did you mean '" : "", nearest ? nearest : "",
                  nearest ? "'?" : "");
    lessons_free(&list);
    return found;
}

bool lessons_find(struct store *store, const char *word, struct lesson *lesson, char path[PATH_SIZE],
                  bool *builtin, struct faults *faults, struct error *error)
{
    size_t n = strlen(word);
    bool is_path = strchr(word, '/') || (n > 5 && strcmp(word + n - 5, ".json") == 0);
    if (builtin)
        *builtin = false;
    if (is_path && !text_copy(path, PATH_SIZE, word))
        return error_set(error, ERROR_INPUT, NULL, "this path is too long");
    return (is_path || find_by_name(store, word, path, builtin, error)) &&
           read_file(path, lesson, faults, error);
}

/* --- in and out --- */

/* Beside its place, then there. */
static bool write_file(const char *path, const char *text, size_t n, struct error *error)
{
    char beside[PATH_SIZE + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    store_make_folders(path);
    FILE *file = fopen(beside, "wb");
    if (!file)
        return error_set(error, ERROR_SYSTEM, path, "cannot be written: %s", strerror(errno));
    bool good = fwrite(text, 1, n, file) == n && fflush(file) == 0 && fsync(fileno(file)) == 0;
    good = fclose(file) == 0 && good && rename(beside, path) == 0;
    if (good)
        return true;
    int code = errno;
    unlink(beside);
    return error_set(error, ERROR_SYSTEM, path, "cannot be written: %s", strerror(code));
}

bool lessons_import(struct store *store, const char *path, const struct lesson_words *words,
                    struct lesson *lesson, struct faults *faults, struct error *error)
{
    char folder[PATH_SIZE], file[128], to[PATH_SIZE];
    size_t n;
    char *text = file_read(path, LESSON_BYTES_MAX, &n, error);
    if (!text)
        return false;
    bool good = lesson_from_text(text, n, path, lesson, faults);
    if (good && !lesson_check(lesson, store, words, faults)) {
        json_place_faults(faults, path, text, n);
        lesson_free(lesson);
        good = false;
    }
    if (good) {
        snprintf(file, sizeof file, "%s.json", lesson->name);
        good = (folder_of(store, FOLDER_OWN, folder) && path_join(to, sizeof to, folder, file)) ||
               error_set(error, ERROR_SYSTEM, NULL,
                         "neither HOME nor XDG_DATA_HOME says where lessons are kept");
        good = good && write_file(to, text, n, error);
        if (!good)
            lesson_free(lesson);
    }
    free(text);
    return good;
}

bool lessons_export(struct store *store, const char *name, FILE *file, struct error *error)
{
    char path[PATH_SIZE];
    size_t n;
    char *text =
        find_by_name(store, name, path, NULL, error) ? file_read(path, LESSON_BYTES_MAX, &n, error) : NULL;
    bool good = text && fwrite(text, 1, n, file) == n && fflush(file) == 0;
    if (text && !good)
        error_set(error, ERROR_SYSTEM, name, "writing failed: %s", strerror(errno));
    free(text);
    return good;
}
