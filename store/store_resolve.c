/* What a word on the command line means: a path, a saved run, a built-in or imported scenario.  */
#include "store/store_internal.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/library/library.h"
#include "store/report/report_file.h"
#include "store/json/scenario_json.h"
#include "store/seal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int store_is_builtin_scenario(struct store *store, const char *name, struct error *error)
{
    return database_row(store->db, error,
                        "SELECT 1 FROM version WHERE kind = 'scenario' AND name = ? AND builtin LIMIT 1", "t",
                        name);
}

bool store_resolve_scenario(struct store *store, const char *word, struct scenario *scenario, char *run_name,
                            struct faults *faults, struct error *error)
{
    *run_name = '\0';
    if (report_is_path(word)) {
        struct report *report = report_read(word, faults, error);
        bool good = false;
        if (report && report->command != REPORT_RUN)
            error_set(error, ERROR_INPUT, word,
                      "is the report of a %s, not of one run; `wattif run` repeats it",
                      report->command == REPORT_COMPARE ? "comparison"
                      : report->command == REPORT_SWEEP ? "sweep"
                                                        : "contribution");
        else if (report && store_pin_report(store, report, 0, error))
            good = scenario_copy(scenario, &report->runs[0].scenario) ||
                   error_set(error, ERROR_SYSTEM, word, "out of memory");
        report_free(report);
        free(report);
        return good;
    }
    size_t length = strlen(word);
    if (strchr(word, '/') || report_is_path(word) ||
        (length >= 5 && strcmp(word + length - 5, ".json") == 0)) {
        struct cJSON *json = json_read_file(word, error);
        if (!json)
            return false;
        bool good = scenario_from_json(json, scenario, faults);
        json_free(json);
        if (good)
            return true;
        /* "/apps/0/slo_ms" becomes "my.json:12:/apps/0/slo_ms". */
        size_t kept = faults->count < FAULTS_KEPT ? faults->count : FAULTS_KEPT;
        for (size_t i = 0; i < kept; i++) {
            struct error *fault = &faults->kept[i];
            char place[sizeof fault->place];
            text_copy(fault->place, sizeof fault->place, json_place_in_file(place, word, fault->place));
        }
        *error = *faults_first(faults);
        return false;
    }
    int found = store_run_scenario(store, word, scenario, error);
    if (found == 1 && store_pin_run(store, word, error))
        return text_copy(run_name, 64, word);
    if (found == 1) {
        scenario_free(scenario);
        return false;
    }
    if (found != 0 || store_load_scenario(store, word, scenario, error))
        return found == 0;
    /* "there is no scenario 'x'; ..." becomes "there is no saved run and no scenario 'x'; ...". */
    static const char alone[] = "there is ", both[] = "there is no saved run and ";
    char rest[sizeof error->message];
    if (strncmp(error->message, alone, sizeof alone - 1) == 0) {
        text_copy(rest, sizeof rest, error->message + sizeof alone - 1);
        snprintf(error->message, sizeof error->message, "%s%.*s", both, (int)(sizeof rest - sizeof both),
                 rest);
    }
    return false;
}

/* What names mean beside what the library says of them. A saved run that is opened again sees the inputs that
 * it was made with: while a run is pinned, the names in it mean the versions that it used, whatever was
 * imported under them since. The versions are never deleted, so they are there, or the store is damaged; what
 * is pinned is kept in memory, because the run itself may be replaced meanwhile. A report brings its inputs
 * along: they become versions that the catalogue hands out and the file of the store does not have, under
 * numbers that the file never gives. A run of them that is saved puts them there (store_keep_carried), beside
 * what the names mean in this library, which stays. */

struct pin {
    enum item_kind kind;
    char name[64], hash[HASH_TEXT_SIZE];
    int64_t version_id;
};

void store_unpin(struct store *store)
{
    free(store->pins);
    store->pins = NULL;
    store->n_pins = 0;
}

/* One name more that means this version from now on. */
static bool store_pin(struct store *store, enum item_kind kind, const char *name, const char *hash,
                      int64_t version_id, struct error *error)
{
    if (!array_grow(&store->pins, store->n_pins, sizeof *store->pins))
        return error_no_memory(error);
    struct pin *pin = &store->pins[store->n_pins++];
    *pin = (struct pin){.kind = kind, .version_id = version_id};
    text_copy(pin->name, sizeof pin->name, name);
    text_copy(pin->hash, sizeof pin->hash, hash);
    return true;
}

bool store_pin_run(struct store *store, const char *name, struct error *error)
{
    sqlite3_stmt *select =
        database_ask(store->db, error,
                     "SELECT run_input.kind, run_input.name, run_input.hash, version.id FROM run"
                     " JOIN run_input ON run_input.run_id = run.id"
                     " LEFT JOIN version ON version.kind = run_input.kind AND version.name = run_input.name"
                     " AND version.hash = run_input.hash WHERE run.name = ?",
                     "t", name);
    int row = -1;
    bool good = select != NULL;
    store_unpin(store);
    while (good && (row = statement_row(select, error)) == 1) {
        char kind[16], input[64], hash[HASH_TEXT_SIZE], what[112];
        column_text(select, 0, kind, sizeof kind);
        column_text(select, 1, input, sizeof input);
        column_text(select, 2, hash, sizeof hash);
        good =
            sqlite3_column_type(select, 3) == SQLITE_NULL
                ? seal_broken(store->db,
                              text_print(what, sizeof what, "the %s '%s' of this run", kind, input), error)
                : store_pin(store, item_kind_find(kind), input, hash, sqlite3_column_int64(select, 3), error);
    }
    return statement_end(select, good && row == 0);
}

int64_t store_find_version(struct store *store, enum item_kind kind, const char *name, char *hash,
                           struct error *error)
{
    for (size_t i = 0; i < store->n_pins; i++) {
        const struct pin *pin = &store->pins[i];
        if (pin->kind != kind || strcmp(pin->name, name) != 0)
            continue;
        if (hash)
            text_copy(hash, HASH_TEXT_SIZE, pin->hash);
        return pin->version_id;
    }
    if (!store->finder)
        store->finder = library_finder(store->db, error);
    return store->finder ? library_find_by(store->finder, kind, name, hash, error) : -1;
}

/* --- of reports --- */

/* From here on up. */
static const int64_t first_carried = INT64_MAX / 2;

/* The item becomes the store's. */
static bool take(struct store *store, struct report_input *input, struct error *error)
{
    struct cached_item *cached = calloc(1, sizeof *cached);
    if (!cached)
        return error_no_memory(error);
    cached->item = *input->own;
    free(input->own);
    input->own = NULL;
    input->item = &cached->item;
    input->version_id = cached->version_id = first_carried + store->n_carried++;
    cached->next = store->cached[input->kind];
    store->cached[input->kind] = cached;
    return true;
}

bool store_pin_report(struct store *store, struct report *report, size_t run, struct error *error)
{
    const struct report_run *chosen = &report->runs[run];
    store_unpin(store);
    for (size_t i = 0; i < report->n_inputs; i++)
        if (report->inputs[i].own && !take(store, &report->inputs[i], error))
            return false;
    for (size_t i = 0; i < chosen->n_inputs; i++) {
        const struct report_input *input = &report->inputs[chosen->inputs[i]];
        if (!store_pin(store, input->kind, input->name, input->hash, input->version_id, error))
            return false;
    }
    return true;
}

bool store_keep_carried(struct store *store, enum item_kind kind, int64_t version_id, struct error *error)
{
    int64_t id;
    if (version_id < first_carried)
        return true;
    for (const struct cached_item *cached = store->cached[kind]; cached; cached = cached->next)
        if (cached->version_id == version_id)
            return library_keep(store->db, &cached->item, &id, error);
    return error_set(error, ERROR_SYSTEM, NULL, "an input of the report is lost");
}
