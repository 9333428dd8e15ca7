/* Seeding reads datasets/ with the same importers that read a user's files, and adds what the indexes beside
 * the files say: carbon/index.csv (title, zone, basis, kind, source, licence of each trace), carbon/zones.csv
 * (the zones' UTC offsets), profiles/devices.csv, profiles/sets.csv (the set of each table that is not of the
 * default one), workloads/index.csv. */
#include "store/library/seed.h"

#include "engine/base/arena.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/model/names.h"
#include "store/file.h"
#include "store/import/import.h"
#include "store/library/library.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>

struct zone_offset {
    char zone[32];
    struct utc_offset offset;
};

/* A table of profiles that is of another set than the default one, laid over one of that set ("": none). */
struct set_file {
    char set[PROFILES_SIZE], file[64], over[64];
};

enum { SET_FILES_MAX = 32 };

struct library_seeding {
    sqlite3 *db;
    const char *data;
    struct error *error;
    size_t n_offsets;
    struct zone_offset *offsets; /* of all zones; owned */
    size_t n_sets;
    struct set_file sets[SET_FILES_MAX];
};

/* Turns the first fault into the error. */
static bool seeding_fault(struct library_seeding *seeding, const struct faults *faults)
{
    const struct error *first = faults_first(faults);
    if (first->kind != ERROR_INPUT)
        return error_set(seeding->error, first->kind, first->place, "%s", first->message);
    return error_set(seeding->error, ERROR_INPUT, first->place, "the library is damaged: %s", first->message);
}

static bool seeding_path(struct library_seeding *seeding, const char *file, char *out)
{
    char inner[PATH_SIZE];
    return (path_join(inner, sizeof inner, seeding->data, "datasets") &&
            path_join(out, PATH_SIZE, inner, file)) ||
           error_set(seeding->error, ERROR_INPUT, seeding->data, "this path is too long");
}

static bool put(struct library_seeding *seeding, const struct item *item)
{
    char hash[HASH_TEXT_SIZE];
    int64_t id;
    return library_put(seeding->db, item, true, hash, &id, seeding->error) &&
           database_run(seeding->db, seeding->error, "INSERT OR IGNORE INTO temp.seeded VALUES (?)", "i", id);
}

/* Reads one file with the importers. import_result_free it. */
static bool read_file(struct library_seeding *seeding, const char *file, enum store_kind kind,
                      const struct import_options *options, struct import_result *result)
{
    struct input input;
    char path[PATH_SIZE];
    struct faults *faults = calloc(1, sizeof *faults);
    bool good = faults && seeding_path(seeding, file, path) && input_open(&input, path, seeding->error);
    *result = (struct import_result){0};
    if (good) {
        good = import_read(&input, kind, options, result, faults) || seeding_fault(seeding, faults);
        input_close(&input);
    }
    free(faults);
    return good;
}

/* The rows of an index, each given to `row` with the columns that it asked for. */
struct index {
    const char *file;
    const char *columns[16]; /* ends with NULL; "?x" optional */
    bool (*row)(struct library_seeding *seeding, struct csv_reader *reader, const int *column);
};

static bool read_index(struct library_seeding *seeding, const struct index *index)
{
    char path[PATH_SIZE];
    struct input input;
    struct faults *faults = calloc(1, sizeof *faults);
    int column[16], row = -1;
    if (!faults || !seeding_path(seeding, index->file, path) || !input_open(&input, path, seeding->error)) {
        free(faults);
        return false;
    }
    struct csv_reader *reader = csv_reader_open(&input, faults);
    bool good = reader || seeding_fault(seeding, faults);
    for (int k = 0; good && index->columns[k]; k++) {
        bool optional = index->columns[k][0] == '?';
        column[k] = csv_reader_column(reader, index->columns[k] + optional);
        if (column[k] < 0 && !optional)
            good = error_set(seeding->error, ERROR_INPUT, path,
                             "the library is damaged: column '%s' is missing", index->columns[k]);
    }
    while (good && (row = csv_reader_next(reader)) > 0)
        good = index->row(seeding, reader, column);
    /* A row that failed without a fault of the file has said why itself. */
    if (faults->count > 0 || (good && row != 0))
        good = seeding_fault(seeding, faults);
    csv_reader_free(reader);
    input_close(&input);
    free(faults);
    return good;
}

/* carbon/zones.csv */
static bool zone_row(struct library_seeding *seeding, struct csv_reader *reader, const int *column)
{
    double offset_s;
    if (!array_grow(&seeding->offsets, seeding->n_offsets, sizeof *seeding->offsets))
        return csv_reader_fault(reader, -1, "out of memory");
    struct zone_offset *to = &seeding->offsets[seeding->n_offsets];
    if (!import_text(reader, column[0], "the zone", to->zone, sizeof to->zone) ||
        !import_number(reader, column[2], "the offset", &offset_s))
        return false;
    if (!civil_parse(csv_reader_cell(reader, column[1]), &to->offset.at_s) || fabs(offset_s) > 86400)
        return csv_reader_fault(reader, column[1], "no time and offset");
    to->offset.offset_s = (int32_t)offset_s;
    seeding->n_offsets++;
    return true;
}

static const struct index zones_index = {"carbon/zones.csv", {"zone", "at_utc", "offset_s"}, zone_row};

enum {
    TRACE_NAME,
    TRACE_FILE,
    TRACE_ZONE,
    TRACE_TITLE,
    TRACE_BASIS,
    TRACE_KIND,
    TRACE_SOURCE,
    TRACE_LICENCE,
    TRACE_ESTIMATED
};

static bool cell_index(struct csv_reader *reader, int column, const char *const *names, size_t n, int *value)
{
    const char *cell = csv_reader_cell(reader, column);
    *value = names_find(names, n, cell);
    return *value >= 0 || csv_reader_fault(reader, column, "'%s' is not known here", TEXT_BRIEF(cell));
}

static bool trace_row(struct library_seeding *seeding, struct csv_reader *reader, const int *column)
{
    char name[64], file[96];
    struct import_options options = {.name = name};
    struct import_result result;
    int basis, kind;
    double estimated = 0;

    if (!import_text(reader, column[TRACE_NAME], "the name", name, sizeof name))
        return false;
    text_print(file, sizeof file, "carbon/%s", csv_reader_cell(reader, column[TRACE_FILE]));
    if (!read_file(seeding, file, STORE_TRACE, &options, &result))
        return false;
    /* What the index says about it. */
    struct carbon_trace *trace = &result.items[0].as.trace;
    bool good = import_text(reader, column[TRACE_ZONE], "the zone", trace->zone, sizeof trace->zone);
    good &= import_text(reader, column[TRACE_TITLE], "the title", trace->title, sizeof trace->title);
    good &= import_text(reader, column[TRACE_SOURCE], "the source", trace->source, sizeof trace->source);
    good &= import_text(reader, column[TRACE_LICENCE], "the licence", trace->licence, sizeof trace->licence);
    good &= cell_index(reader, column[TRACE_BASIS], carbon_basis_names, BASIS_COUNT, &basis);
    good &= cell_index(reader, column[TRACE_KIND], carbon_kind_names, KIND_COUNT, &kind);
    if (*csv_reader_cell(reader, column[TRACE_ESTIMATED]))
        good &= import_number(reader, column[TRACE_ESTIMATED], "the estimated hours", &estimated);
    if (good) {
        trace->basis = (enum carbon_basis)basis;
        trace->kind = (enum carbon_kind)kind;
        trace->estimated = estimated > 0 ? (size_t)estimated : 0;
        for (size_t i = 0; good && i < seeding->n_offsets; i++) {
            if (strcmp(seeding->offsets[i].zone, trace->zone) != 0)
                continue;
            good = array_grow(&trace->offsets, trace->n_offsets, sizeof *trace->offsets) ||
                   error_set(seeding->error, ERROR_SYSTEM, trace->name, "out of memory");
            if (good)
                trace->offsets[trace->n_offsets++] = seeding->offsets[i].offset;
        }
        good = good && put(seeding, &result.items[0]);
    }
    import_result_free(&result);
    return good;
}

static const struct index traces_index = {
    "carbon/index.csv",
    {"name", "file", "zone", "title", "basis", "kind", "source", "licence", "?estimated_hours"},
    trace_row};

/* profiles/devices.csv */
static bool device_row(struct library_seeding *seeding, struct csv_reader *reader, const int *column)
{
    struct item item = {.kind = ITEM_DEVICE};
    struct device_type *device = &item.as.device;
    double *const numbers[] = {&device->memory_gb,     &device->idle_power_w,   &device->power_limit_w,
                               &device->max_clock_mhz, &device->base_clock_mhz, &device->embodied_kg,
                               &device->lifetime_s,    &device->ha_w_per_k,     &device->alpha_per_s};
    enum { NUMBERS = sizeof numbers / sizeof *numbers, MIG = 1 + NUMBERS };
    int provenance;
    bool good = import_text(reader, column[0], "the GPU", device->name, sizeof device->name);

    for (int i = 0; i < NUMBERS; i++) {
        *numbers[i] = NAN;
        if (*csv_reader_cell(reader, column[1 + i]))
            good &= import_number(reader, column[1 + i], "this figure", numbers[i]);
    }
    good &= cell_index(reader, column[MIG + 1], provenance_names, PROVENANCE_COUNT, &provenance);
    if (!good)
        return false;
    device->mig = strcmp(csv_reader_cell(reader, column[MIG]), "1") == 0;
    device->provenance = (enum provenance)provenance;
    text_copy(device->source, sizeof device->source, csv_reader_cell(reader, column[MIG + 2]));
    text_copy(item.source, sizeof item.source, csv_reader_cell(reader, column[MIG + 2]));
    return put(seeding, &item);
}

static const struct index devices_index = {"profiles/devices.csv",
                                           {"gpu", "memory_gb", "idle_power_w", "power_limit_w",
                                            "max_clock_mhz", "base_clock_mhz", "embodied_kg", "lifetime_s",
                                            "ha_w_per_k", "alpha_per_s", "mig", "provenance", "source"},
                                           device_row};

/* profiles/sets.csv */
static bool set_row(struct library_seeding *seeding, struct csv_reader *reader, const int *column)
{
    if (seeding->n_sets == SET_FILES_MAX)
        return csv_reader_fault(reader, -1, "more than %d tables in sets", SET_FILES_MAX);
    struct set_file *to = &seeding->sets[seeding->n_sets++];
    return import_text(reader, column[0], "the set", to->set, sizeof to->set) &&
           import_text(reader, column[1], "the file", to->file, sizeof to->file) &&
           import_text(reader, column[2], "the file below", to->over, sizeof to->over);
}

static const struct index sets_index = {"profiles/sets.csv", {"set", "file", "over"}, set_row};

/* workloads/index.csv */
static bool workload_row(struct library_seeding *seeding, struct csv_reader *reader, const int *column)
{
    char name[64], file[96];
    struct import_options options = {.name = name};
    struct import_result result;
    if (!import_text(reader, column[0], "the name", name, sizeof name))
        return false;
    text_print(file, sizeof file, "workloads/%s", csv_reader_cell(reader, column[1]));
    if (!read_file(seeding, file, STORE_WORKLOAD, &options, &result))
        return false;
    struct workload *workload = &result.items[0].as.workload;
    bool good = import_text(reader, column[2], "the title", workload->title, sizeof workload->title);
    good &= import_text(reader, column[3], "the source", workload->source, sizeof workload->source);
    good &= import_text(reader, column[4], "the licence", workload->licence, sizeof workload->licence);
    good = good && put(seeding, &result.items[0]);
    import_result_free(&result);
    return good;
}

static const struct index workloads_index = {
    "workloads/index.csv", {"name", "file", "title", "source", "licence"}, workload_row};

/* Adds what an earlier file said of the same model, and takes its place among the tables. */
static bool join_table(struct library_seeding *seeding, struct import_result *tables, struct item *item)
{
    struct faults *faults = calloc(1, sizeof *faults);
    struct item *place = NULL;
    size_t kept;
    bool good = faults != NULL;
    for (size_t i = 0; i < tables->n && !place; i++)
        if (strcmp(item_name(&tables->items[i]), item_name(item)) == 0)
            place = &tables->items[i];
    if (good && place)
        good = profile_merge(item, place, &kept, seeding->error);
    else if (good)
        good = (place = import_result_add(tables, ITEM_PROFILE, faults)) || seeding_fault(seeding, faults);
    if (good) {
        struct item earlier = *place;
        *place = *item;
        *item = earlier; /* freed with the result that it was in */
    }
    free(faults);
    return good;
}

/* A profile table of this set (NULL: the default one): its models wait in `tables` until every table has been
 * read; its GPU types do not. */
static bool seed_table(struct library_seeding *seeding, const char *file, const char *set,
                       struct import_result *tables)
{
    const struct import_options options = {.into = set};
    struct import_result result;
    char path[96];
    snprintf(path, sizeof path, "profiles/%.80s", file);
    bool good = read_file(seeding, path, STORE_PROFILE, &options, &result);

    for (size_t k = 0; good && k < result.n; k++) {
        struct item *item = &result.items[k];
        if (item->kind == ITEM_PROFILE)
            text_copy(item->source, sizeof item->source, path);
        good = item->kind == ITEM_PROFILE ? join_table(seeding, tables, item) : put(seeding, item);
    }
    import_result_free(&result);
    return good;
}

static bool seed_files(struct library_seeding *seeding, const struct library_files *files)
{
    struct import_result tables = {0}; /* of profiles, one item a model */
    bool good = read_index(seeding, &zones_index) && read_index(seeding, &traces_index) &&
                read_index(seeding, &devices_index) && read_index(seeding, &sets_index);
    for (size_t i = 0; good && i < files->n; i++) {
        const char *path = files->files[i].path;
        if (strcmp(path, workloads_index.file) == 0)
            good = read_index(seeding, &workloads_index);
        else if (strncmp(path, "profiles/", 9) == 0 && strcmp(path, devices_index.file) != 0 &&
                 strcmp(path, sets_index.file) != 0) {
            /* A table in its set: what it is laid over comes first, of which it then replaces what it has
             * itself. */
            const char *file = path + 9;
            const struct set_file *in = seeding->sets, *end = in + seeding->n_sets;
            while (in < end && strcmp(in->file, file) != 0)
                in++;
            good = (in == end || !*in->over || seed_table(seeding, in->over, in->set, &tables)) &&
                   seed_table(seeding, file, in < end ? in->set : NULL, &tables);
        }
        if (strncmp(path, "scenarios/", 10) != 0)
            continue;
        struct import_result scenario;
        good = read_file(seeding, path, STORE_SCENARIO, NULL, &scenario);
        for (size_t k = 0; good && k < scenario.n; k++)
            good = put(seeding, &scenario.items[k]);
        import_result_free(&scenario);
    }
    for (size_t k = 0; good && k < tables.n; k++)
        good = put(seeding, &tables.items[k]);
    import_result_free(&tables);
    return good;
}

/* "" where there is no such note. False with a message. */
static bool meta_get(sqlite3 *db, const char *key, char *out, size_t size, struct error *error)
{
    *out = '\0';
    return database_row(db, error, "SELECT value FROM meta WHERE key = ?", "t>t", key, out, size) >= 0;
}

static bool meta_put(sqlite3 *db, const char *key, const char *value, struct error *error)
{
    return database_run(db, error, "INSERT OR REPLACE INTO meta VALUES (?, ?)", "tt", key, value);
}

/* Everything in the transaction that the caller has opened. */
static bool seed_all(sqlite3 *db, const char *data, const struct library_files *files, const char *manifest,
                     const char *hash, struct error *error)
{
    struct library_seeding seeding = {.db = db, .data = data, .error = error};
    bool good = database_exec(db,
                              "CREATE TEMP TABLE IF NOT EXISTS seeded (id INTEGER PRIMARY KEY);"
                              "DELETE FROM temp.seeded",
                              error) &&
                seed_files(&seeding, files) &&
                database_exec(
                    db,
                    "DELETE FROM item WHERE version_id NOT IN (SELECT id FROM temp.seeded) AND version_id IN "
                    "(SELECT id FROM version WHERE builtin)",
                    error) &&
                library_keep_names(db, error) && meta_put(db, "library_hash", hash, error) &&
                meta_put(db, "library_manifest", manifest, error);
    free(seeding.offsets);
    return good;
}

bool seed_library(sqlite3 *db, const char *data, struct error *error)
{
    struct library_files files;
    char manifest[HASH_TEXT_SIZE], hash[HASH_TEXT_SIZE], known[HASH_TEXT_SIZE];
    if (!library_files_list(data, &files, error))
        return false;
    bool good = library_files_hash(data, &files, false, manifest, error);
    good = good && meta_get(db, "library_manifest", known, sizeof known, error);
    if (good && strcmp(known, manifest) != 0) {
        good = library_files_hash(data, &files, true, hash, error) && database_begin(db, error);
        if (good) {
            good = meta_get(db, "library_hash", known, sizeof known, error);
            bool same = strcmp(known, hash) == 0;
            good = good && (same ? meta_put(db, "library_manifest", manifest, error)
                                 : seed_all(db, data, &files, manifest, hash, error));
            good = database_end(db, good, error);
        }
    }
    library_files_free(&files);
    return good;
}

bool seed_is_noted(sqlite3 *db, const char *data, struct error *error)
{
    struct library_files files;
    char hash[HASH_TEXT_SIZE], known[HASH_TEXT_SIZE];
    if (!library_files_list(data, &files, error))
        return false;
    bool good = library_files_hash(data, &files, true, hash, error);
    library_files_free(&files);
    good = good && meta_get(db, "library_hash", known, sizeof known, error);
    return good && strcmp(known, hash) == 0
               ? true
               : good && error_set(error, ERROR_DAMAGE, NULL,
                                   "the note of which library fills the store is damaged");
}

bool seed_exists(sqlite3 *db, bool *exists, struct error *error)
{
    char hash[HASH_TEXT_SIZE];
    bool good = meta_get(db, "library_hash", hash, sizeof hash, error);
    *exists = good && *hash;
    return good;
}

bool seed_is_library(const char *data)
{
    char datasets[PATH_SIZE], carbon[PATH_SIZE];
    return path_join(datasets, sizeof datasets, data, "datasets") &&
           path_join(carbon, sizeof carbon, datasets, "carbon") && path_is_directory(carbon);
}

/* Four folders, two extensions. Profiles keep their measurements one level deeper, which are inputs of the
 * tables, not part of the library. */

/* Raised when the same files would be read differently, so that stores are seeded again. */
static const char reading[] = "reading 3\n";

#define FILE_BYTES_MAX ((size_t)256 << 20)

static const struct {
    const char *folder, *extension;
} parts[] = {{"carbon", ".csv"}, {"profiles", ".csv"}, {"scenarios", ".json"}, {"workloads", ".csv"}};

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
        if (entry->d_name[0] == '.' || length <= tail ||
            strcmp(entry->d_name + length - tail, extension) != 0)
            continue;
        if (!array_grow(&list->files, list->n, sizeof *list->files))
            good = error_set(error, ERROR_SYSTEM, entry->d_name, "out of memory");
        else if (!path_join(list->files[list->n++].path, sizeof list->files->path, folder, entry->d_name))
            good = error_set(error, ERROR_INPUT, entry->d_name, "the name of this library file is too long");
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

bool library_files_hash(const char *data, const struct library_files *list, bool contents,
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
