/* Saving a run: one transaction, so that a crash leaves either the whole run or nothing of it; a run whose
 * recording is not whole is refused. */
#include "store/report/report_file.h"
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"
#include "store/library/library.h"
#include "store/runs/saved_run.h"
#include "store/json/scenario_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run_saving {
    struct store *store;
    sqlite3 *db;
    int64_t id;
    struct error *error;
};

/* One input of the run, with the hash of the version that its name means here. */
static bool save_input(struct run_saving *save, enum item_kind kind, const char *name)
{
    char hash[HASH_TEXT_SIZE] = "";
    int64_t id = *name ? store_find_version(save->store, kind, name, hash, save->error) : 0;
    if (id <= 0)
        return id == 0;
    return store_keep_carried(save->store, kind, id, save->error) &&
           database_run(save->db, save->error, "INSERT OR IGNORE INTO run_input VALUES (?, ?, ?, ?)", "ittt",
                        save->id, item_kind_names[kind], name, hash);
}

/* `baseline_of`: the run that it is kept beside; 0: it is the user's. */
static bool save_all(struct run_saving *save, const char *name, const char *note, const struct run_made *run,
                     int64_t baseline_of)
{
    sqlite3 *db = save->db;
    const struct scenario *scenario = run->scenario;
    const struct fleet *fleet = scenario_fleet(scenario);
    char now[24], seed[24], scheme[48];
    size_t n;
    char *json = scenario_to_text(scenario);
    unsigned char *recording = json ? recording_to_blob(run->recording, &n) : NULL;
    if (!recording) {
        free(json);
        return error_set(save->error, ERROR_SYSTEM, name, "out of memory");
    }
    store_now(now, sizeof now);
    snprintf(seed, sizeof seed, "%" PRIu64, scenario->seed);
    store_describe_scheme(scenario, scheme, sizeof scheme);
    bool good = database_run(
        db, save->error,
        "INSERT INTO run (name, note, saved_at, engine_version, scenario_name, scheme, seed,"
        " baseline_of) VALUES (?, ?, ?, ?, ?, ?, ?, nullif(?, 0))",
        "ttttttti", name, note ? note : "", now, WATTIF_VERSION, scenario->name, scheme, seed, baseline_of);
    save->id = sqlite3_last_insert_rowid(db);
    good = good && run_rows_save(db, save->id, run->recording, save->error) &&
           database_run(db, save->error, "INSERT INTO run_recording VALUES (?, ?, ?)", "itb", save->id, json,
                        recording, n) &&
           /* What lists show of what the run came to. */
           database_run(
               db, save->error,
               "UPDATE run SET (accounting, carbon_total_g, worst_of_slo, requests, violations, slo_met)"
               " = (SELECT accounting, carbon_total_g, worst_of_slo, requests, violations, slo_met"
               " FROM run_summary WHERE run_id = run.id) WHERE id = ?",
               "i", save->id) &&
           save_input(save, ITEM_TRACE, scenario->trace);
    for (int a = 0; good && a < scenario->n_apps; a++) {
        char model[PROFILE_NAME_SIZE];
        profile_name(scenario->apps[a].model, scenario->profiles, model);
        good = save_input(save, ITEM_PROFILE, model) &&
               save_input(save, ITEM_WORKLOAD, scenario->apps[a].arrivals.workload);
    }
    for (int g = 0; good && g < fleet->n_gpus; g++)
        good = save_input(save, ITEM_DEVICE, fleet->gpus[g].type);
    good = good && run_seal_keep(db, save->id, save->error);
    free(json);
    free(recording);
    return good;
}

/* The run of this name, 0 if there is none, -1 with a message. */
static int64_t find_run(struct store *store, const char *name, struct error *error)
{
    int64_t id = 0;
    return database_row(store->db, error, "SELECT id FROM run WHERE name = ? AND baseline_of IS NULL", "t>i",
                        name, &id) < 0
               ? -1
               : id;
}

static bool delete_row(struct store *store, const char *name, struct error *error)
{
    return database_run(store->db, error, "DELETE FROM run WHERE name = ?", "t", name);
}

/* A name under which a run may be saved: text, no path, no option, and no scenario's, which the run would
 * hide. */
static bool check_name(struct store *store, const char *name, struct error *error)
{
    size_t length = strlen(name);
    const char *fault = name_fault(name);
    if (length == 0 || length > 63 || !utf8_valid(name, length))
        return error_set(error, ERROR_INPUT, name, "a run's name is 1 to 63 bytes of text");
    if (fault)
        return error_set(error, ERROR_INPUT, name, "a run's name %s", fault);
    if (strchr(name, '/') || name[0] == '-' || report_is_path(name) ||
        (length >= 5 && strcmp(name + length - 5, ".json") == 0))
        return error_set(
            error, ERROR_INPUT, name,
            "this name could not be opened again: it must not hold a slash, begin with '-' or end in .json or .html");
    int builtin = store_is_builtin_scenario(store, name, error);
    if (builtin < 0)
        return false;
    if (builtin)
        return error_set(error, ERROR_INPUT, name, "this is the name of a built-in scenario; choose another");
    int64_t imported = library_find(store->db, ITEM_SCENARIO, name, NULL, error);
    if (imported > 0)
        return error_set(
            error, ERROR_INPUT, name,
            "this is the name of a scenario that was imported, and would open the run instead; choose another");
    return imported == 0;
}

static bool check_free(struct store *store, const char *name, bool replace, struct error *error)
{
    int64_t exists = find_run(store, name, error);
    if (exists <= 0)
        return exists == 0;
    return replace || error_set(error, ERROR_INPUT, name,
                                "a run of this name exists; choose another name, or --replace it");
}

bool store_may_save_run(struct store *store, const char *name, bool replace, struct error *error)
{
    return check_name(store, name, error) && store_writable(store, error) &&
           check_free(store, name, replace, error);
}

/* Is there a whole recording to save? */
static bool check_whole(const char *name, const struct recording *recording, struct error *error)
{
    int lost = recording_lost_sketches(recording);
    if (!recording_finished(recording))
        return error_set(error, ERROR_INPUT, name, "the run has not ended yet; save it when it has");
    if (lost > 0)
        return error_set(
            error, ERROR_SYSTEM, name,
            "memory ran out during this run and its recording lacks %d percentile sketch%s; run it again with more memory and save that run",
            lost, lost == 1 ? "" : "es");
    return true;
}

bool store_save_run_against(struct store *store, const char *name, const char *note,
                            const struct run_made *run, const struct run_made *baseline, bool replace,
                            struct error *error)
{
    struct run_saving save = {.store = store, .db = store->db, .error = error};
    char beside[RUN_BASELINE_NAME];
    if (!check_name(store, name, error) || !store_writable(store, error) ||
        !check_whole(name, run->recording, error))
        return false;
    if (baseline && !check_whole(name, baseline->recording, NULL))
        baseline = NULL;
    if (!database_begin(store->db, error))
        return false;
    bool good = check_free(store, name, replace, error) && (!replace || delete_row(store, name, error)) &&
                save_all(&save, name, note, run, 0) &&
                (!baseline || save_all(&save, run_baseline_name(name, beside), "", baseline, save.id));
    good = database_end(store->db, good, error);
    if (good)
        store_set_aside(store);
    return good;
}

bool store_save_run(struct store *store, const char *name, const char *note, const struct scenario *scenario,
                    const struct recording *recording, bool replace, struct error *error)
{
    const struct run_made run = {scenario, recording};
    return store_save_run_against(store, name, note, &run, NULL, replace, error);
}

static bool no_such_run(const char *name, struct error *error)
{
    return error_set(error, ERROR_INPUT, name,
                     "there is no saved run of this name; `wattif list runs` shows them");
}

static bool put_name(sqlite3 *db, int64_t id, const char *from, const char *to, struct error *error)
{
    return run_seal_check(db, id, from, error) && /* before it gets another */
           database_run(db, error, "UPDATE run SET name = ? WHERE id = ?", "ti", to, id) &&
           run_seal_keep(db, id, error);
}

/* With what it is held against. */
static bool put_names(sqlite3 *db, int64_t id, const char *from, const char *to, struct error *error)
{
    char beside[2][RUN_BASELINE_NAME];
    int64_t baseline = 0;
    return database_row(db, error, "SELECT id FROM run WHERE baseline_of = ?", "i>i", id, &baseline) >= 0 &&
           put_name(db, id, from, to, error) &&
           (baseline == 0 || put_name(db, baseline, run_baseline_name(from, beside[0]),
                                      run_baseline_name(to, beside[1]), error));
}

bool store_rename_run(struct store *store, const char *from, const char *to, struct error *error)
{
    if (!check_name(store, to, error) || !store_writable(store, error) || !database_begin(store->db, error))
        return false;
    int64_t id = find_run(store, from, error), taken = find_run(store, to, error);
    bool good = id > 0 && (taken == 0 || taken == id);
    if (id == 0)
        no_such_run(from, error);
    else if (id > 0 && taken > 0 && !good)
        error_set(error, ERROR_INPUT, to, "a run of this name exists; choose another name");
    return database_end(store->db, good && put_names(store->db, id, from, to, error), error);
}

/* --- what is said of a run --- */

/* A change, by a statement that takes a text and the run, after which it is sealed again. */
static bool say_of(struct store *store, const char *name, const char *update, const char *text,
                   struct error *error)
{
    if (!store_writable(store, error) || !database_begin(store->db, error))
        return false;
    int64_t id = find_run(store, name, error);
    if (id == 0)
        no_such_run(name, error);
    bool good = id > 0 && run_seal_check(store->db, id, name, error) &&
                database_run(store->db, error, update, "ti", text, id) && run_seal_keep(store->db, id, error);
    return database_end(store->db, good, error);
}

bool store_note_run(struct store *store, const char *name, const char *note, struct error *error)
{
    if (strlen(note) > 255 || !utf8_valid(note, strlen(note)))
        return error_set(error, ERROR_INPUT, name, "a note is at most 255 bytes of text");
    return say_of(store, name, "UPDATE run SET note = ? WHERE id = ?", note, error);
}

static int compare_tags(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* They are kept in order, each once, with a blank between. */
bool store_tag_run(struct store *store, const char *name, const char *tags, struct error *error)
{
    enum { TAGS_SIZE = 96, TAG_SIZE = 32 };
    char list[TAGS_SIZE / 2][TAG_SIZE], text[TAGS_SIZE] = "";
    size_t n = 0;
    bool good = strlen(tags) < TAGS_SIZE && utf8_valid(tags, strlen(tags));

    for (size_t length; good && *(tags += strspn(tags, " ")); tags += length) {
        length = strcspn(tags, " ");
        good = length < TAG_SIZE;
        text_print(list[n++], TAG_SIZE, "%.*s", (int)length, tags);
    }
    if (!good)
        return error_set(error, ERROR_INPUT, name,
                         "tags are words of at most 31 bytes, with blanks between, and 95 bytes in all");
    qsort(list, n, sizeof *list, compare_tags);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || strcmp(list[i], list[i - 1]) != 0)
            text_append(text, sizeof text, "%s%s", i ? " " : "", list[i]);
    return say_of(store, name, "UPDATE run SET tags = ? WHERE id = ?", text, error);
}

static bool delete_run(struct store *store, const char *name, struct error *error)
{
    if (!database_begin(store->db, error))
        return false;
    int64_t exists = find_run(store, name, error);
    if (exists == 0)
        no_such_run(name, error);
    return database_end(store->db, exists > 0 && delete_row(store, name, error), error);
}

/* Whoever deletes may be short of room, which deleting takes a little of. */
bool store_delete_run(struct store *store, const char *name, struct error *error)
{
    struct error fault = {0};
    if (store->read_only && !store_writable(store, error))
        return false;
    if (delete_run(store, name, &fault) ||
        (fault.kind == ERROR_FULL && store_make_room(store) && delete_run(store, name, &fault)))
        return true;
    if (error)
        *error = fault;
    return false;
}
