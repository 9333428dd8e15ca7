/* Folders of files: the user's own first, then the library's. */
#include "store/lessons/lessons.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FOLDER_OWN, FOLDER_LIBRARY, FOLDERS };
static const char *const endings[LECTURE_FORMS] = {".lesson", ".demo"};
static const char *const folders[LECTURE_FORMS] = {"lessons", "demos"};

/* False: there is no such folder to look in. */
static bool folder_of(const struct store *store, enum lecture_form form, int which, char out[PATH_SIZE])
{
    char inner[PATH_SIZE];
    if (which == FOLDER_LIBRARY)
        return path_join(inner, sizeof inner, store_data_dir(store), "datasets") &&
               path_join(out, PATH_SIZE, inner, folders[form]);
    if (form == LECTURE_DEMO || !store_default_path(inner, sizeof inner))
        return false;
    inner[path_base(inner) - inner] = '\0';
    return path_join(out, PATH_SIZE, inner, folders[form]);
}

enum lecture_form lecture_form_of_path(const char *path)
{
    const char *name = path_base(path);
    size_t n = strlen(name);
    for (int form = 0; form < LECTURE_FORMS; form++) {
        size_t m = strlen(endings[form]);
        if (*name != '.' && n > m && strcmp(name + n - m, endings[form]) == 0)
            return (enum lecture_form)form;
    }
    return LECTURE_FORMS;
}

/* Reads a file, not checked. */
static bool read_file(enum lecture_form form, const struct lecture_words *words, const char *path,
                      struct lecture *lecture, struct faults *faults, struct error *error)
{
    size_t n;
    char *text = file_read(path, LECTURE_BYTES_MAX, &n, error);
    bool good = text && lecture_read(lecture, form, text, n, path, words, faults);
    free(text);
    return good;
}

bool lectures_open(struct store *store, enum lecture_form form, const struct lecture_words *words,
                   const char *path, struct lecture *lecture, struct faults *faults, struct error *error)
{
    if (form == LECTURE_FORMS && lecture_form_of_path(path) == LECTURE_LESSON)
        form = LECTURE_LESSON;
    if (!read_file(form, words, path, lecture, faults, error))
        return false;
    if (lecture_check(lecture, store, words, faults))
        return true;
    lecture_free(lecture);
    return false;
}

/* --- the list --- */

static int by_number(const void *left, const void *right)
{
    const struct lecture_item *a = left, *b = right;
    int first = a->lecture.number, second = b->lecture.number;
    if ((first == 0) != (second == 0))
        return first == 0 ? 1 : -1;
    return first != second ? (first > second) - (first < second) : strcmp(a->name, b->name);
}

/* One that is listed already is not listed again. */
static bool add(struct lecture_list *list, enum lecture_form form, const struct lecture_words *words,
                const char *folder, const char *file, bool builtin, struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);
    if (!array_grow(&list->items, list->n, sizeof *list->items) || !faults) {
        free(faults);
        return error_set(error, ERROR_SYSTEM, folder, "out of memory");
    }
    struct lecture_item *item = &list->items[list->n];
    struct error inner = {0};
    *item = (struct lecture_item){.builtin = builtin};
    bool good = path_join(item->path, sizeof item->path, folder, file) &&
                read_file(form, words, item->path, &item->lecture, faults, &inner);
    if (!good) {
        const struct error *first = faults->count ? faults_first(faults) : &inner;
        if (error_is_no_memory(first)) {
            free(faults);
            return error_set(error, ERROR_SYSTEM, folder, "out of memory");
        }
        text_print(item->fault, sizeof item->fault, "%s: %s", path_base(first->place), first->message);
    }
    free(faults);
    const char *name = good ? item->lecture.name : "";
    text_print(item->name, sizeof item->name, "%.*s",
               *name ? (int)strlen(name) : (int)(strlen(file) - strlen(endings[form])), *name ? name : file);
    text_print(item->both, sizeof item->both, "%s %s", item->name,
               good ? item->lecture.title : "cannot be read");
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->items[i].name, item->name) == 0) {
            lecture_free(&item->lecture);
            return true;
        }
    list->n++;
    return true;
}

bool lectures_list(struct store *store, enum lecture_form form, const struct lecture_words *words,
                   struct lecture_list *list, struct error *error)
{
    char folder[PATH_SIZE];
    bool good = true;
    *list = (struct lecture_list){0};
    for (int which = 0; which < FOLDERS && good; which++) {
        DIR *dir = folder_of(store, form, which, folder) ? opendir(folder) : NULL;
        const struct dirent *entry;
        while (good && dir && (entry = readdir(dir)))
            good = lecture_form_of_path(entry->d_name) != form ||
                   add(list, form, words, folder, entry->d_name, which == FOLDER_LIBRARY, error);
        if (dir)
            closedir(dir);
    }
    if (!good)
        lectures_free(list);
    else if (list->n > 0)
        qsort(list->items, list->n, sizeof *list->items, by_number);
    return good;
}

void lectures_free(struct lecture_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        lecture_free(&list->items[i].lecture);
    free(list->items);
    *list = (struct lecture_list){0};
}

/* --- one --- */

static bool find_by_name(struct store *store, enum lecture_form form, const struct lecture_words *words,
                         const char *name, char path[PATH_SIZE], bool *builtin, struct error *error)
{
    struct lecture_list list;
    const char *names[256];
    size_t n = 0;
    bool found = false;
    if (!lectures_list(store, form, words, &list, error))
        return false;
    for (size_t i = 0; i < list.n && !found; i++) {
        const struct lecture_item *item = &list.items[i];
        found = strcmp(item->name, name) == 0;
        if (found)
            text_copy(path, PATH_SIZE, item->path);
        if (found && builtin)
            *builtin = item->builtin;
        if (n < sizeof names / sizeof *names)
            names[n++] = item->name;
    }
    const char *nearest = found ? NULL : text_nearest(name, names, n),
               *one = form == LECTURE_LESSON ? "lesson" : "demo";
    if (!found && nearest)
        error_set(error, ERROR_INPUT, NULL, "there is no %s '%s'; did you mean '%s'?", one, TEXT_BRIEF(name),
                  nearest);
    else if (!found)
        error_set(error, ERROR_INPUT, NULL,
                  "there is no %s '%s'; `wattif list %s` has the names, and a file ends in %s or has a /",
                  one, TEXT_BRIEF(name), folders[form], endings[form]);
    lectures_free(&list);
    return found;
}

bool lectures_find(struct store *store, enum lecture_form form, const struct lecture_words *words,
                   const char *word, struct lecture *lecture, char path[PATH_SIZE], bool *builtin,
                   struct faults *faults, struct error *error)
{
    bool is_path = strchr(word, '/') || lecture_form_of_path(word) == form;
    struct faults *told = faults ? faults : calloc(1, sizeof *told);
    if (builtin)
        *builtin = false;
    if (!told)
        return error_no_memory(error);
    bool good = !is_path || text_copy(path, PATH_SIZE, word) ||
                error_set(error, ERROR_INPUT, NULL, "this path is too long");
    good = good && (is_path || find_by_name(store, form, words, word, path, builtin, error)) &&
           lectures_open(store, form, words, path, lecture, told, error);
    if (!good && !faults && told->count)
        *error = *faults_first(told);
    if (!faults)
        free(told);
    return good;
}

/* --- in and out --- */

bool lessons_import(struct store *store, const char *path, const struct lecture_words *words,
                    struct lecture *lesson, struct faults *faults, struct error *error)
{
    char folder[PATH_SIZE], file[128], to[PATH_SIZE];
    size_t n;
    char *text = file_read(path, LECTURE_BYTES_MAX, &n, error);
    if (!text)
        return false;
    bool good = lecture_read(lesson, LECTURE_LESSON, text, n, path, words, faults);
    if (good) {
        snprintf(file, sizeof file, "%s%s", lesson->name, endings[LECTURE_LESSON]);
        good = lecture_check(lesson, store, words, faults) &&
               ((folder_of(store, LECTURE_LESSON, FOLDER_OWN, folder) &&
                 path_join(to, sizeof to, folder, file)) ||
                error_set(error, ERROR_SYSTEM, NULL,
                          "neither HOME nor XDG_DATA_HOME says where lessons are kept")) &&
               file_replace(to, text, n, error);
        if (!good)
            lecture_free(lesson);
    }
    free(text);
    return good;
}

bool lessons_export(struct store *store, const char *name, const struct lecture_words *words, FILE *file,
                    struct error *error)
{
    char path[PATH_SIZE];
    size_t n;
    char *text = find_by_name(store, LECTURE_LESSON, words, name, path, NULL, error)
                     ? file_read(path, LECTURE_BYTES_MAX, &n, error)
                     : NULL;
    bool good = text && fwrite(text, 1, n, file) == n && fflush(file) == 0;
    if (text && !good)
        error_set(error, ERROR_SYSTEM, name, "writing failed: %s", strerror(errno));
    free(text);
    return good;
}
