/* Four folders, two extensions. Profiles keep their measurements one level deeper, which are inputs of the
 * tables, not part of the library. */
#include "store/library/library_files.h"

#include "store/file.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Raised when the same files would be read differently, so that stores are seeded again. */
static const char reading[] = "reading 3\n";

#define FILE_BYTES_MAX ((size_t)256 << 20)

static const struct {
    const char *folder, *extension;
} parts[] = {{"carbon", ".csv"}, {"profiles", ".csv"}, {"scenarios", ".json"}, {"workloads", ".csv"}};

static bool add_file(struct library_files *list, const char *folder, const char *name, struct error *error)
{
    struct library_file *files = realloc(list->files, (list->n + 1) * sizeof *files);

    if (!files)
        return error_set(error, ERROR_SYSTEM, name, "out of memory");
    list->files = files;
    if (!path_join(files[list->n].path, sizeof files->path, folder, name))
        return error_set(error, ERROR_INPUT, name, "the name of this library file is too long");
    list->n++;
    return true;
}

static bool list_folder(const char *data, const char *folder, const char *extension,
                        struct library_files *list, struct error *error)
{
    char path[PATH_SIZE];
    struct dirent *entry;
    bool good = true;

    snprintf(path, sizeof path, "%s/datasets/%s", data, folder);
    DIR *dir = opendir(path);
    if (!dir)
        return error_set(error, ERROR_INPUT, path,
                         "cannot be read: %s; --data names the folder that holds datasets/", strerror(errno));
    while (good && (entry = readdir(dir))) {
        size_t length = strlen(entry->d_name), tail = strlen(extension);
        if (entry->d_name[0] != '.' && length > tail && strcmp(entry->d_name + length - tail, extension) == 0)
            good = add_file(list, folder, entry->d_name, error);
    }
    closedir(dir);
    return good;
}

static int compare_files(const void *left, const void *right)
{
    return strcmp(((const struct library_file *)left)->path, ((const struct library_file *)right)->path);
}

bool library_files_list(const char *data, struct library_files *list, struct error *error)
{
    *list = (struct library_files){0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!list_folder(data, parts[i].folder, parts[i].extension, list, error)) {
            library_files_free(list);
            return false;
        }
    }
    if (list->n > 0)
        qsort(list->files, list->n, sizeof *list->files, compare_files);
    return true;
}

void library_files_free(struct library_files *list)
{
    free(list->files);
    *list = (struct library_files){0};
}

/* Of each file its name, with its size and time of change or with its content. */
static bool fingerprint(const char *data, const struct library_files *list, bool contents,
                        char out[HASH_TEXT_SIZE], struct error *error)
{
    struct hash hash;
    char path[PATH_SIZE], line[256];

    hash_init(&hash);
    hash_update(&hash, reading, strlen(reading));
    for (size_t i = 0; i < list->n; i++) {
        const char *name = list->files[i].path;
        struct stat status;
        size_t n = 0;
        snprintf(path, sizeof path, "%s/datasets/%s", data, name);
        char *text = contents ? file_read(path, FILE_BYTES_MAX, &n, error) : NULL;
        if (contents && !text)
            return false;
        if (!contents && stat(path, &status) != 0)
            return error_set(error, ERROR_SYSTEM, path, "cannot be read: %s", strerror(errno));
        int length = contents ? snprintf(line, sizeof line, "%s %zu\n", name, n)
                              : snprintf(line, sizeof line, "%s %" PRId64 " %" PRId64 ".%09ld\n", name,
                                         (int64_t)status.st_size, (int64_t)status.st_mtim.tv_sec,
                                         status.st_mtim.tv_nsec);
        hash_update(&hash, line, (size_t)length);
        if (n > 0)
            hash_update(&hash, text, n);
        free(text);
    }
    hash_finish(&hash, out);
    return true;
}

bool library_files_manifest(const char *data, const struct library_files *list, char out[HASH_TEXT_SIZE],
                            struct error *error)
{
    return fingerprint(data, list, false, out, error);
}

bool library_files_hash(const char *data, const struct library_files *list, char out[HASH_TEXT_SIZE],
                        struct error *error)
{
    return fingerprint(data, list, true, out, error);
}
