/* Imports into the store: read everything first, then put it in one transaction. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/import/import.h"
#include "store/library/library.h"
#include "store/json/json.h"
#include "store/json/scenario_json.h"

#include <stdlib.h>
#include <string.h>

/* Adds to a profile the curves of today's version that the file does not speak of. *replaces: there are such
 * that it does speak of. */
static bool keep_other_curves(sqlite3 *db, struct item *item, struct import_report *report, bool *replaces,
                              struct error *error)
{
    struct item old;
    size_t kept;
    char hash[HASH_TEXT_SIZE];
    *replaces = true;
    if (item->kind != ITEM_PROFILE)
        return true;
    item_hash(item, hash);
    /* Did this very content come with the library? Then it means what it meant there. */
    int builtin =
        database_row(db, error, "SELECT 1 FROM version WHERE kind = ? AND name = ? AND hash = ? AND builtin",
                     "ttt", item_kind_names[item->kind], item_name(item), hash);
    if (builtin != 0)
        return builtin == 1;
    int64_t id = library_find(db, ITEM_PROFILE, item_name(item), NULL, error);
    if (id <= 0)
        return id == 0;
    if (!library_get(db, ITEM_PROFILE, id, &old, error))
        return false;
    bool good = profile_merge(item, &old, &kept, error);
    *replaces = kept < old.as.profile.n;
    report->kept_rows += kept;
    item_free(&old);
    return good;
}

static bool put_all(struct store *store, struct import_result *result, struct import_report *report,
                    struct error *error)
{
    sqlite3 *db = store->db;
    bool good = database_begin(db, error);
    if (!good)
        return false;
    for (size_t i = 0; good && i < result->n; i++) {
        struct item *item = &result->items[i];
        char hash[HASH_TEXT_SIZE];
        bool replaces;
        int64_t id;
        good = keep_other_curves(db, item, report, &replaces, error) &&
               library_put(db, item, false, hash, &id, error);
        if (good && i == 0)
            text_copy(report->hash, sizeof report->hash, hash);
        if (!good || !replaces)
            continue;
        /* Does the version, which the name means now, stand before one that came with the library? */
        int hides = database_row(db, error,
                                 "SELECT 1 FROM version WHERE kind = ? AND name = ? AND builtin"
                                 " AND NOT (SELECT builtin FROM version WHERE id = ?)",
                                 "tti", item_kind_names[item->kind], item_name(item), id);
        report->hides_builtin |= hides == 1;
        good = hides >= 0;
    }
    return database_end(db, good, error);
}

/* Names a GPU of the profiles whose type the library does not know, if there is one. */
static void find_unknown_gpu(struct store *store, const struct import_result *result,
                             struct import_report *report)
{
    struct error ignored = {0};
    for (size_t i = 0; i < result->n; i++) {
        const struct profile_set *set = &result->items[i].as.profile;
        for (size_t k = 0; result->items[i].kind == ITEM_PROFILE && k < set->n; k++) {
            const char *gpu = set->rows[k].gpu;
            bool asked = k > 0 && strcmp(set->rows[k - 1].gpu, gpu) == 0;
            if (asked || library_find(store->db, ITEM_DEVICE, gpu, NULL, &ignored) != 0)
                continue;
            text_copy(report->unknown_gpu, sizeof report->unknown_gpu, gpu);
            return;
        }
    }
}

static void fill_report(const struct import_result *result, struct import_report *report)
{
    *report = (struct import_report){.rows = result->rows};
    if (result->importer)
        text_copy(report->format, sizeof report->format, result->importer->name);
    if (result->n > 0)
        text_copy(report->name, sizeof report->name, item_name(&result->items[0]));
    text_copy(report->summary, sizeof report->summary, result->summary);
}

/* Reads the bytes at hand or, where there are none, the file of this path. False with faults, or with an
 * error when there is nothing to read. */
static bool read_from(const char *path, const void *bytes, size_t n, enum store_kind kind,
                      const struct import_options *options, struct import_result *result,
                      struct faults *faults, struct error *error)
{
    struct input input;
    *result = (struct import_result){0};
    if (!(bytes ? input_from_memory(&input, bytes, n, path, error) : input_open(&input, path, error)))
        return false;
    bool good = import_read(&input, kind, options, result, faults);
    input_close(&input);
    if (!good)
        *error = *faults_first(faults);
    return good;
}

/* May something be imported so? --name must be a legal name, and cannot name several things; so must --into,
 * which is shorter. */
static bool may_import(struct store *store, enum store_kind kind, const char *path,
                       const struct import_options *options, struct error *error)
{
    const char *into = options ? options->into : NULL, *name = options ? options->name : NULL;
    if (kind == STORE_RUN)
        return error_set(error, ERROR_INPUT, path,
                         "runs cannot be imported; `wattif run SCENARIO --save NAME` makes one");
    if (into && (!import_name_valid(into) || strlen(into) >= PROFILES_SIZE))
        return error_set(error, ERROR_INPUT, "--into",
                         "'%.70s' cannot name a profile set: 1 to %d of letters, digits and . _ + -", into,
                         PROFILES_SIZE - 1);
    if (name && !import_name_valid(name))
        return error_set(
            error, ERROR_INPUT, "--name",
            "'%s' is no name: 1 to 63 of letters, digits and . _ + -, beginning with none of - and . and not ending in .json",
            TEXT_BRIEF(name));
    return store_writable(store, error);
}

/* Could what was read be put? */
static bool may_put(struct store *store, const struct import_result *result, const char *path,
                    struct faults *faults, struct error *error)
{
    /* A scenario that names what the library does not have could never run. */
    for (size_t i = 0; i < result->n; i++)
        if (result->items[i].kind == ITEM_SCENARIO &&
            !scenario_inputs_found(&result->items[i].as.scenario, store_catalog(store), path, faults)) {
            json_place_faults(faults, path, result->text, result->text_bytes);
            *error = *faults_first(faults);
            return false;
        }
    /* A scenario under a run's name could not be opened: the run would be. */
    int row = 0;
    for (size_t i = 0; row == 0 && i < result->n; i++) {
        if (result->items[i].kind != ITEM_SCENARIO)
            continue;
        const char *name = item_name(&result->items[i]);
        row = database_row(store->db, error, "SELECT 1 FROM run WHERE name = ?", "t", name);
        if (row == 1)
            error_set(
                error, ERROR_INPUT, name,
                "a saved run has this name and would be opened instead; give the scenario another one with --name");
    }
    return row == 0;
}

bool store_import(struct store *store, enum store_kind kind, const char *path,
                  const struct import_options *options, struct import_report *report, struct faults *faults,
                  struct error *error)
{
    return store_import_bytes(store, kind, path, NULL, 0, options, report, faults, error);
}

bool store_import_bytes(struct store *store, enum store_kind kind, const char *path, const void *bytes,
                        size_t n, const struct import_options *options, struct import_report *report,
                        struct faults *faults, struct error *error)
{
    struct import_result result;
    *report = (struct import_report){0};
    if (!may_import(store, kind, path, options, error) ||
        !read_from(path, bytes, n, kind, options, &result, faults, error))
        return false;
    fill_report(&result, report);
    bool good = may_put(store, &result, path, faults, error) && put_all(store, &result, report, error);
    if (good)
        find_unknown_gpu(store, &result, report);
    import_result_free(&result);
    return good;
}

bool store_save_scenario(struct store *store, const char *name, const struct scenario *scenario,
                         bool *replaced, struct error *error)
{
    struct import_options options = {.name = name};
    struct import_report report;
    int shipped = store_is_builtin_scenario(store, name, error);
    if (shipped != 0)
        return shipped == 1 && error_set(error, ERROR_INPUT, name,
                                         "comes with wattif and stays as it is; save it under another name");
    int64_t before = library_find(store->db, ITEM_SCENARIO, name, NULL, error);
    if (before < 0)
        return false;
    struct faults *faults = calloc(1, sizeof *faults);
    char *text = scenario_to_text(scenario);
    bool good = faults && text ? store_import_bytes(store, STORE_SCENARIO, name, text, strlen(text), &options,
                                                    &report, faults, error)
                               : error_no_memory(error);
    if (replaced)
        *replaced = before > 0;
    free(text);
    free(faults);
    return good;
}

/* --- before it is imported --- */

/* What column `at` of the file is read as. */
static void find_meaning(const struct importer *importer, const int *column, int at, char *out)
{
    for (int k = 0; importer && importer->read_rows && importer->columns[k]; k++) {
        const char *names = importer->columns[k] + (importer->columns[k][0] == '?');
        if (column[k] == at)
            text_print(out, PREVIEW_CELL, "%.*s", (int)strcspn(names, "|"), names);
    }
}

/* What the reading came to; frees it. Returns whether it could be put. */
static bool preview_result(struct store *store, struct import_result *result, bool good, const char *path,
                           struct import_preview *preview, struct faults *faults, struct error *error)
{
    fill_report(result, &preview->report);
    if (result->importer) {
        preview->kind = result->importer->kind;
        preview->help = result->importer->help;
    }
    if (good && result->n > 0)
        item_hash(&result->items[0], preview->report.hash);
    good = good && may_put(store, result, path, faults, error);
    if (good)
        find_unknown_gpu(store, result, &preview->report);
    import_result_free(result);
    return good;
}

bool store_import_check(struct store *store, const char *path, const void *bytes, size_t n,
                        const struct import_options *options, struct import_preview *preview,
                        struct faults *faults, struct error *error)
{
    struct import_result result;
    *preview = (struct import_preview){.kind = STORE_KIND_COUNT, .help = ""};
    if (!may_import(store, STORE_KIND_COUNT, path, options, error))
        return false;
    bool good = read_from(path, bytes, n, STORE_KIND_COUNT, options, &result, faults, error);
    return preview_result(store, &result, good, path, preview, faults, error);
}

bool store_import_preview(struct store *store, enum store_kind kind, const char *path,
                          const struct import_options *options, struct import_preview *preview,
                          struct faults *faults, struct error *error)
{
    struct import_result result;
    *preview = (struct import_preview){.kind = STORE_KIND_COUNT, .help = ""};
    if (!may_import(store, kind, path, options, error))
        return false;
    bool good = read_from(path, NULL, 0, kind, options, &result, faults, error);
    const struct importer *importer = result.importer;
    int column[IMPORT_COLUMNS_MAX];
    memcpy(column, result.column, sizeof column);
    good = preview_result(store, &result, good, path, preview, faults, error);
    struct faults *unheard = importer && importer->read_rows ? calloc(1, sizeof *unheard) : NULL;
    if (unheard) {
        /* The head of a CSV, read for its own sake: its faults are told by the import. */
        struct error ignored;
        struct input input;
        if (input_open(&input, path, &ignored)) {
            struct csv_reader *reader = csv_reader_open(&input, unheard);
            int n = reader ? (int)csv_reader_columns(reader) : 0;
            preview->n_columns = n < PREVIEW_COLUMNS ? n : PREVIEW_COLUMNS;
            preview->more_columns = n - preview->n_columns;
            for (int k = 0; k < preview->n_columns; k++) {
                text_print(preview->header[k], PREVIEW_CELL, "%s", csv_reader_name(reader, k));
                find_meaning(importer, column, k, preview->meaning[k]);
            }
            while (reader && preview->n_rows < PREVIEW_ROWS && csv_reader_next(reader) == 1) {
                for (int k = 0; k < preview->n_columns; k++)
                    text_print(preview->cells[preview->n_rows][k], PREVIEW_CELL, "%s",
                               csv_reader_cell(reader, k));
                preview->n_rows++;
            }
            csv_reader_free(reader);
            input_close(&input);
        }
    }
    free(unheard);
    return good;
}

bool import_validate(const char *path, struct import_report *report, enum store_kind *kind,
                     struct scenario *scenario, char **text, size_t *n, struct faults *faults,
                     struct error *error)
{
    /* A minimal profile is as good as its rows: which GPU and model it is about is asked on import. */
    static const struct import_options options = {.gpu = "gpu", .model = "model"};
    struct import_result result;
    *report = (struct import_report){0};
    *kind = STORE_KIND_COUNT;
    *text = NULL;
    *n = 0;
    bool good = read_from(path, NULL, 0, STORE_KIND_COUNT, &options, &result, faults, error);
    fill_report(&result, report);
    if (result.importer)
        *kind = result.importer->kind;
    if (!good)
        return false;
    item_hash(&result.items[0], report->hash);
    if (*kind == STORE_SCENARIO) {
        *scenario = result.items[0].as.scenario;
        result.n = 0; /* what it owns is the caller's */
        *text = result.text;
        *n = result.text_bytes;
        result.text = NULL;
    }
    import_result_free(&result);
    return true;
}
