/* Single bits of a store are flipped: each thing that is then exported, and each run, has the bytes that it
 * had, or is refused with a message that names the store; and the check of a store finds whatever has changed
 * in a table; then it is repaired. Pages are swapped and zeroed too, and bursts of bytes made noise: lists
 * hold then as well. WATTIF_FLIPS says how many. And damage done on purpose, row by row. */
#include "store/json/scenario_json.h"
#include "store/json/summary_json.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/store_support.h"

#include <sys/stat.h>

/* What is exported, and what it gives where nothing is damaged. */
struct thing {
    enum store_kind kind;
    const char *name, *format;
    char *bytes;
    size_t n;
};

static struct thing things[] = {
    {STORE_TRACE, "act-gas", "csv", NULL, 0},
    {STORE_TRACE, "act-gas", "json", NULL, 0},
    {STORE_PROFILE, "inception-v3", "csv", NULL, 0},
    {STORE_PROFILE, "inception-v3", "json", NULL, 0},
    {STORE_SCENARIO, "carbondis-set1", "json", NULL, 0},
    {STORE_RUN, "mine", "csv", NULL, 0},
    {STORE_RUN, "mine", "json", NULL, 0},
    {STORE_SCENARIO, "small", "run", NULL, 0},
};
enum { THINGS = sizeof things / sizeof *things };

/* The summary of a run, as text; NULL with the error. */
static char *run_bytes(struct store *store, const char *name, size_t *n, struct error *error)
{
    static struct faults faults;
    struct scenario scenario;
    struct json_writer writer = {0};
    struct summary summary;
    char run_name[64];
    if (!store_resolve_scenario(store, name, &scenario, run_name, &faults, error))
        return NULL;
    DEFER(model_leave) struct model *model = model_create(&scenario, store_catalog(store), error);
    scenario_free(&scenario);
    DEFER(run_leave) struct run *run = model ? run_create(model, NULL, (struct run_options){0}, error) : NULL;
    if (run) {
        run_all(run);
        run_summary(run, &summary);
        summary_to_json(&writer, NULL, model, &summary);
    }
    char *text = run ? json_writer_take(&writer) : NULL;
    *n = text ? strlen(text) : 0;
    return text;
}

/* NULL with the error. */
static char *export_bytes(struct store *store, const struct thing *thing, size_t *n, struct error *error)
{
    if (strcmp(thing->format, "run") == 0)
        return run_bytes(store, thing->name, n, error);
    char *bytes = NULL;
    FILE *file = open_memstream(&bytes, n);
    bool good = store_export(store, thing->kind, thing->name, thing->format, file, error);
    fclose(file);
    if (good)
        return bytes;
    free(bytes);
    return NULL;
}

/* All lists, and what is known of one thing of each kind, as the bytes they are made of; NULL: the error. */
static char *list_bytes(struct store *store, enum store_kind kind, size_t *n, struct error *error)
{
    static const char *const known[STORE_KIND_COUNT] = {"act-gas", "inception-v3", NULL, "carbondis-set1"};
    struct store_list list;
    struct store_facts facts = {0};
    char *bytes = NULL;
    if (!store_list(store, kind, &list, error))
        return NULL;
    if (known[kind] && !store_item_facts(store, kind, known[kind], &facts, error)) {
        free(list.items);
        return NULL;
    }
    FILE *file = open_memstream(&bytes, n);
    for (size_t i = 0; i < list.n; i++) {
        const struct store_item *item = &list.items[i];
        fprintf(file, "%s|%s|%s|%s|%s|%d|%a|%a|%lld|%lld|%d|%s|%s|%s|%s|%s\n", item->name, item->title,
                item->detail, item->hash, item->changed_at, item->builtin, item->carbon_g, item->worst_of_slo,
                (long long)item->late, (long long)item->requests, item->slo_met, item->scenario, item->seed,
                item->scheme, item->accounting, item->tags);
    }
    fprintf(file, "%s|%s|%s|%s|%s|%d|%lld\n", facts.title, facts.source, facts.licence, facts.hash,
            facts.added_at, facts.builtin, (long long)facts.runs);
    fclose(file);
    free(list.items);
    return bytes;
}

static struct {
    char *bytes;
    size_t n;
} lists[STORE_KIND_COUNT];

/* A scenario of what the small library has, and an answer that is kept. */
static void add_more(struct store *store)
{
    struct import_options options = {.name = "small"};
    struct import_report report;
    static struct faults faults;
    DEFER(scenario_free) struct scenario scenario = plain_scenario(2, "inception-v3", 50, 300, 2, "P4");
    text_copy(scenario.trace, sizeof scenario.trace, "act-gas");
    DEFER(memory_leave) char *text = scenario_to_text(&scenario);
    must(
        store_import(store, STORE_SCENARIO, write_text("small.json", text), &options, &report, &faults, &err),
        &err);
    assert_true(store_cache_put(store, "a question", "its answer", &err));
}

static void make_whole_store(void)
{
    DEFER(store_leave) struct store *store = fresh_store("whole.db");
    DEFER(recording_leave)
    struct recording *recording = random_recording(3, 40, 5, 6, 8), *held = random_recording(4, 40, 5, 6, 8);
    add_more(store);
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    save_whole(store, "mine", &scenario, recording, held);
    for (int i = 0; i < THINGS; i++) {
        things[i].bytes = export_bytes(store, &things[i], &things[i].n, &err);
        must(things[i].bytes, &err);
    }
    assert_true(store_tag_run(store, "mine", "one two", &err));
    for (int i = 0; i < THINGS; i++) {
        if (things[i].kind != STORE_RUN)
            continue;
        free(things[i].bytes);
        things[i].bytes = export_bytes(store, &things[i], &things[i].n, &err);
        assert_non_null(things[i].bytes);
    }
    for (int kind = 0; kind < STORE_KIND_COUNT; kind++) {
        lists[kind].bytes = list_bytes(store, (enum store_kind)kind, &lists[kind].n, &err);
        assert_non_null(lists[kind].bytes);
    }
}

static bool names_the_store(const struct error *error)
{
    return strstr(error->place, "flipped.db") || strstr(error->message, "flipped.db");
}

static int check_lists(struct store *store, const char *change)
{
    int refused = 0;
    for (int kind = 0; kind < STORE_KIND_COUNT; kind++) {
        size_t n;
        DEFER(memory_leave) char *bytes = list_bytes(store, (enum store_kind)kind, &n, &err);
        if (bytes && (n != lists[kind].n || memcmp(bytes, lists[kind].bytes, n) != 0))
            fail_msg("%s: another list of %s: %s", change, store_kind_plurals[kind], bytes);
        if (!bytes && !names_the_store(&err))
            fail_msg("%s: %s: the store is not named: %s: %s", change, store_kind_plurals[kind], err.place,
                     err.message);
        refused += !bytes;
    }
    return refused;
}

/* How many were refused. */
static int check_exports(struct store *store, long bit)
{
    int refused = 0;
    for (int i = 0; i < THINGS; i++) {
        size_t n;
        DEFER(memory_leave) char *bytes = export_bytes(store, &things[i], &n, &err);
        if (bytes && (n != things[i].n || memcmp(bytes, things[i].bytes, n) != 0))
            fail_msg("bit %ld: another %s '%s'", bit, store_kind_names[things[i].kind], things[i].name);
        if (!bytes && !names_the_store(&err))
            fail_msg("bit %ld: %s '%s': the store is not named: %s: %s", bit,
                     store_kind_names[things[i].kind], things[i].name, err.place, err.message);
        refused += !bytes;
    }
    return refused;
}

/* All that the tables of a file hold, behind the store's back: one number, 0 where not all can be read. */
static uint64_t contents(const char *path)
{
    char uri[300], sql[200];
    sqlite3 *db;
    sqlite3_stmt *tables = NULL;
    struct seal seal = {0};
    int row = -1;
    snprintf(uri, sizeof uri, "file:%s?immutable=1", path);
    if (sqlite3_open_v2(uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) == SQLITE_OK)
        tables =
            database_prepare(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", NULL);
    while (tables && (row = statement_row(tables, NULL)) == 1) {
        snprintf(sql, sizeof sql, "SELECT * FROM \"%s\" NOT INDEXED",
                 (const char *)sqlite3_column_text(tables, 0));
        sqlite3_stmt *select = database_prepare(db, sql, NULL);
        int more = -1;
        while (select && (more = seal_next(&seal, select, NULL)) == 1)
            continue;
        sqlite3_finalize(select);
        if (more != 0)
            break;
    }
    sqlite3_finalize(tables);
    sqlite3_close(db);
    return row == 0 ? seal.state : 0;
}

static void count_found(void *context, const char *what)
{
    ++*(int *)context;
}

struct flips {
    const unsigned char *whole;
    size_t n;
    uint64_t contents;
    int refused, found;
};

static struct store *open_flipped(const struct flips *flips, long bit, struct error *error)
{
    struct store_options options = {.path = in_folder("flipped.db"), .data = getenv("WATTIF_DATA")};
    unsigned char *copy = malloc(flips->n);
    memcpy(copy, flips->whole, flips->n);
    copy[bit / 8] = (unsigned char)(copy[bit / 8] ^ 1 << bit % 8);
    unlink(in_folder("flipped.db-wal"));
    unlink(in_folder("flipped.db-shm"));
    write_bytes("flipped.db", copy, flips->n);
    free(copy);
    return store_open(&options, error);
}

static void ignore_told(void *context, enum repair_word word, const char *what)
{
}

/* A store that is repaired has no damage left and all that the library ships; what was the user's is what it
 * was, or gone. What is no store for all one can see, or a newer one, is left alone. */
static void check_repair(long bit)
{
    struct store_options options = {.path = in_folder("flipped.db"), .data = getenv("WATTIF_DATA")};
    struct error error = {0};
    char kept[4096];
    int found = 0;
    if (!store_repair(&options, kept, sizeof kept, ignore_told, NULL, &error)) {
        if (error.kind != ERROR_INPUT || !names_the_store(&error))
            fail_msg("bit %ld: not repaired: %s: %s", bit, error.place, error.message);
        return;
    }
    assert_int_equal(unlink(kept), 0);
    DEFER(store_leave) struct store *store = open_or_fail(options.path);
    if (!store_check(store, count_found, &found, &error) || found > 0)
        fail_msg("bit %ld: %d faults after the repair %s", bit, found, error.message);
    for (int i = 0; i < THINGS; i++) {
        size_t n;
        bool own = things[i].kind == STORE_RUN || strcmp(things[i].name, "small") == 0;
        error = (struct error){0};
        DEFER(memory_leave) char *bytes = export_bytes(store, &things[i], &n, &error);
        if (bytes ? n != things[i].n || memcmp(bytes, things[i].bytes, n) != 0
                  : !own || error.kind != ERROR_INPUT)
            fail_msg("bit %ld: after the repair %s: %s", bit, things[i].name,
                     bytes ? "other bytes" : error.message);
    }
}

/* What has changed is compared as it is when the store has been opened: notes are mended then. */
static void check_flip(struct flips *flips, long bit)
{
    int found = 0;
    struct store *store = open_flipped(flips, bit, &err);
    if (!store) {
        if (!names_the_store(&err))
            fail_msg("bit %ld: the store is not named: %s: %s", bit, err.place, err.message);
        flips->refused++;
        check_repair(bit);
        return;
    }
    char change[40];
    snprintf(change, sizeof change, "bit %ld", bit);
    flips->refused += check_exports(store, bit) + check_lists(store, change) > 0;
    assert_or(store_check(store, count_found, &found, &err), "bit %ld: %s: %s", bit, err.place, err.message);
    store_close(store);
    flips->found += found > 0;
    if (found == 0 && contents(in_folder("flipped.db")) != flips->contents)
        fail_msg("bit %ld: a table has changed, and the check finds nothing", bit);
    if (found > 0)
        check_repair(bit);
}

FACT(test_flips)
{
    enum { SEED = 17 };
    const char *asked = getenv("WATTIF_FLIPS");
    int count = (asked ? (int)strtol(asked, NULL, 10) : 60) / (SLOW_BUILD ? 3 : 1);
    struct stat status;
    struct flips flips = {0};
    print_message("%d flips of seed %d\n", count, SEED);
    make_whole_store();
    assert_int_equal(stat(in_folder("whole.db"), &status), 0);
    flips.n = (size_t)status.st_size;
    unsigned char *whole = malloc(flips.n);
    FILE *file = fopen(in_folder("whole.db"), "rb");
    assert_int_equal(fread(whole, 1, flips.n, file), flips.n);
    fclose(file);
    flips.whole = whole;
    flips.contents = contents(in_folder("whole.db"));
    assert_true(flips.contents != 0);
    for (int k = 0; k < count; k++)
        check_flip(&flips, (long)(random_u64(SEED, (uint64_t)k) % (8 * flips.n)));
    print_message("%d refused something, the check found %d\n", flips.refused, flips.found);
    assert_true(flips.refused > 0 && flips.found > 0);
    free(whole);
    for (int i = 0; i < THINGS; i++)
        free(things[i].bytes);
}

/* Pages that are swapped or zeroed, and bursts of noise: lists show what they did, or refuse. */
FACT(test_pages_and_bursts)
{
    enum { SEED = 23, PAGE = 4096, BURST = 64 };
    const char *asked = getenv("WATTIF_FLIPS");
    int count = (asked ? (int)strtol(asked, NULL, 10) : 90) / (SLOW_BUILD ? 3 : 1), refused = 0;
    struct stat status;
    struct store_options options = {.path = in_folder("flipped.db"), .data = getenv("WATTIF_DATA")};
    char path[256];
    text_copy(path, sizeof path, options.path);
    options.path = path;
    assert_int_equal(stat(in_folder("whole.db"), &status), 0);
    size_t n = (size_t)status.st_size, pages = n / PAGE;
    unsigned char *whole = malloc(n), *copy = malloc(n);
    FILE *file = fopen(in_folder("whole.db"), "rb");
    assert_int_equal(fread(whole, 1, n, file), n);
    fclose(file);
    for (int k = 0; k < count; k++) {
        uint64_t draw[2] = {random_u64(SEED, 2 * (uint64_t)k), random_u64(SEED, 2 * (uint64_t)k + 1)};
        size_t a = 1 + draw[0] % (pages - 1), b = 1 + draw[1] % (pages - 1), at = draw[0] % (n - BURST);
        char change[64];
        memcpy(copy, whole, n);
        if (k % 3 == 0) {
            memcpy(copy + a * PAGE, whole + b * PAGE, PAGE);
            memcpy(copy + b * PAGE, whole + a * PAGE, PAGE);
            snprintf(change, sizeof change, "pages %zu and %zu swapped", a, b);
        } else if (k % 3 == 1) {
            memset(copy + a * PAGE, 0, PAGE);
            snprintf(change, sizeof change, "page %zu zeroed", a);
        } else {
            for (size_t i = 0; i < BURST; i++)
                copy[at + i] = (unsigned char)random_u64(draw[1], i);
            snprintf(change, sizeof change, "a burst at %zu", at);
        }
        unlink(in_folder("flipped.db-wal"));
        unlink(in_folder("flipped.db-shm"));
        write_bytes("flipped.db", copy, n);
        DEFER(store_leave) struct store *store = store_open(&options, &err);
        if (!store && !names_the_store(&err))
            fail_msg("%s: the store is not named: %s: %s", change, err.place, err.message);
        refused += !store || check_lists(store, change) > 0;
    }
    print_message("%d changes of seed %d, lists refused in %d\n", count, SEED, refused);
    assert_true(refused > 0);
    free(whole);
    free(copy);
}

/* One value of each table that holds something. */
FACT(test_every_table_is_sealed)
{
    static const struct {
        const char *damage;
        enum store_kind kind;
        const char *name;
    } cases[] = {
        {"UPDATE version SET title = 'x' WHERE name = 'act-gas'", STORE_TRACE, "act-gas"},
        {"UPDATE version SET hash = 'x' WHERE name = 'act-gas'", STORE_TRACE, "act-gas"},
        {"UPDATE version SET seal = NULL WHERE name = 'act-gas'", STORE_TRACE, "act-gas"},
        {"UPDATE item SET version_id = version_id + 1 WHERE name = 'act-gas'", STORE_TRACE, "act-gas"},
        {"UPDATE item SET name = 'act-gaz' WHERE name = 'act-gas'", STORE_TRACE, "act-gas"},
        {"UPDATE trace SET basis = 'unknown'", STORE_TRACE, "act-gas"},
        {"UPDATE trace SET start_s = start_s + 1", STORE_TRACE, "act-gas"},
        {"UPDATE trace SET samples = 1 << 60", STORE_TRACE, "act-gas"},
        {"UPDATE trace_sample SET g_per_kwh = g_per_kwh * (1 + 3e-16)", STORE_TRACE, "act-gas"},
        {"DELETE FROM trace_sample", STORE_TRACE, "act-gas"},
        {"DELETE FROM trace", STORE_TRACE, "act-gas"},
        {"UPDATE profile_row SET latency_ms = latency_ms + 1e-6 WHERE k = 1", STORE_PROFILE, "inception-v3"},
        {"UPDATE profile_row SET k = -1 - k", STORE_PROFILE, "inception-v3"},
        {"UPDATE scenario SET json = replace(json, '95', '96')", STORE_SCENARIO, "carbondis-set1"},
        {"UPDATE run SET note = 'another'", STORE_RUN, "mine"},
        {"ALTER TABLE run_summary RENAME COLUMN carbon_embodied_g TO carbmn_embodied_g", STORE_RUN, "mine"},
        {"ALTER TABLE run_app RENAME COLUMN p95_ms TO p85_ms", STORE_RUN, "mine"},
        {"UPDATE run SET requests = requests + 1", STORE_RUN, "mine"},
        {"UPDATE run_input SET hash = 'x'", STORE_RUN, "mine"},
        {"UPDATE version SET hash = 'x' WHERE name = 'inception-v3'", STORE_RUN, "mine"},
        {"UPDATE run_app SET p95_ms = 1", STORE_RUN, "mine"},
        {"UPDATE run_gpu SET idle_w = 1", STORE_RUN, "mine"},
        {"UPDATE run SET content = '0123456789abcdef'", STORE_RUN, "mine"},
        {"UPDATE run_recording SET recording = substr(recording, 1, 9000)", STORE_RUN, "mine"},
        {"UPDATE run_recording SET scenario = replace(scenario, '95', '96')", STORE_RUN, "mine"},
        {"DELETE FROM run_recording", STORE_RUN, "mine"},
        {"DELETE FROM run_summary", STORE_RUN, "mine"},
        {"UPDATE run_pool SET carbon_g = 78", STORE_RUN, "mine"},
        {"UPDATE run_summary SET affinities_met = 1", STORE_RUN, "mine"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const struct thing thing = {cases[k].kind, cases[k].name, "json", NULL, 0};
        char command[600];
        size_t n;
        snprintf(command, sizeof command, "cp '%s' '%s'", in_folder("whole.db"), in_folder("flipped.db"));
        assert_int_equal(system(command), 0);
        ask(in_folder("flipped.db"), cases[k].damage);
        DEFER(store_leave) struct store *store = open_or_fail(in_folder("flipped.db"));
        char *bytes = export_bytes(store, &thing, &n, &err);
        assert_or(!bytes && names_the_store(&err), "%s: %s: %s", cases[k].damage, err.place, err.message);
    }
}

/* How many runs were made with a thing is told of whole rows alone. */
FACT(test_counts_of_runs_are_sealed)
{
    static const char *const damages[] = {"SELECT 1", "DELETE FROM run_input WHERE kind = 'profile'",
                                          "UPDATE run_input SET hash = 'x' WHERE kind = 'profile'",
                                          "UPDATE run SET inputs = NULL"};
    for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
        struct store_facts facts = {0};
        char command[600];
        snprintf(command, sizeof command, "cp '%s' '%s'", in_folder("whole.db"), in_folder("flipped.db"));
        assert_int_equal(system(command), 0);
        ask(in_folder("flipped.db"), damages[k]);
        DEFER(store_leave) struct store *store = open_or_fail(in_folder("flipped.db"));
        bool good = store_item_facts(store, STORE_PROFILE, "inception-v3", &facts, &err);
        if (good != (k == 0) || (good && facts.runs != 1) || (!good && !names_the_store(&err)))
            fail_msg("%s: %lld runs, %s: %s", damages[k], (long long)facts.runs, err.place, err.message);
    }
}

FACTS_BETWEEN(make_folder_with_library, remove_folder)
