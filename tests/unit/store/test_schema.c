/* Which stores are opened: those of before the first version, and newer ones, are left untouched. And what a
 * saved run was made with: it is told where it is gone, and outlives every repair. */
#include "store/schema.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/store_support.h"

static char *bytes_of(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, 1 << 24);
    assert_non_null(file);
    *n = fread(bytes, 1, 1 << 24, file);
    fclose(file);
    return bytes;
}

/* Of an early store the message says what opens it; whichever it is, not a byte of it is changed. */
FACT(test_other_schemas_are_left_alone)
{
    static const struct {
        const char *sql, *message;
    } cases[] = {
        {"PRAGMA application_id = 0x57617474; PRAGMA user_version = 22; CREATE TABLE run (id, name)",
         "was made before the first version of the store (early schema 22) and is left as it is. wattif at commit be654b21 opens it; every run there can be repeated here from its scenario and inputs"},
        {"PRAGMA application_id = 0x57617474; PRAGMA user_version = 1; CREATE TABLE run (id, name)",
         "(early schema 1)"},
        {"PRAGMA application_id = 0x77617474; PRAGMA user_version = 2; CREATE TABLE run (id, name)",
         "was written by a newer wattif (store version 2, this one knows up to 1)"},
        {"PRAGMA application_id = 7; CREATE TABLE run (id, name)", "is another program's database"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct store_options options = {.path = in_folder("other.db"), .data = getenv("WATTIF_DATA")};
        char kept[4096];
        sqlite3 *db;
        size_t n, m;
        unlink(options.path);
        assert_int_equal(sqlite3_open(options.path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, cases[k].sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        DEFER(memory_leave) char *before = bytes_of(options.path, &n);
        assert_null(store_open(&options, &err));
        if (err.kind != ERROR_INPUT || !strstr(err.message, cases[k].message))
            fail_msg("%s: %s", cases[k].message, err.message);
        options.frozen = true;
        assert_null(store_open(&options, &err));
        options.frozen = false;
        assert_false(store_repair(&options, kept, sizeof kept, NULL, NULL, &err));
        assert_non_null(strstr(err.message, cases[k].message));
        DEFER(memory_leave) char *after = bytes_of(options.path, &m);
        assert_int_equal(n, m);
        assert_memory_equal(before, after, n);
    }
}

/* A store with one run, which was made with a GPU type of the user's. */
static void make_store(const char *path)
{
    static struct faults faults;
    struct import_report report;
    const struct import_options options = {.gpu = "P4", .model = "mine"};
    unlink(path);
    seeded_copy(path);
    DEFER(store_leave) struct store *store = open_or_fail(path);
    DEFER(recording_leave) struct recording *recording = random_recording(4, 20, 5, 6, 3);
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    if (!store_import(store, STORE_PROFILE,
                      write_text("mine.csv", "slice,batch,latency_ms,power_w\nwhole,1,5,42\n"), &options,
                      &report, &faults, &err))
        fail_msg("%s: %s", err.place, err.message);
    text_copy(scenario.apps[0].model, sizeof scenario.apps[0].model, "mine");
    must(store_save_run(store, "old", "", &scenario, recording, false, &err), &err);
}

static void run_opens(const char *path)
{
    DEFER(store_leave) struct store *store = open_or_fail(path);
    DEFER(saved_run_leave) struct saved_run *run = store_load_run(store, "old", &err);
    must(run, &err);
}

struct told {
    int faults, damaged;
    char last[256];
};

static void count_fault(void *context, const char *what)
{
    struct told *told = context;
    told->faults++;
    text_copy(told->last, sizeof told->last, what);
}

static void count_damaged(void *context, enum repair_word word, const char *what)
{
    ((struct told *)context)->damaged += word == REPAIR_DAMAGED;
}

static void check(const char *path, struct told *told)
{
    DEFER(store_leave) struct store *store = open_or_fail(path);
    *told = (struct told){0};
    assert_true(store_check(store, count_fault, told, &err));
}

static void repair(const char *path, struct told *told)
{
    struct store_options options = {.path = path, .data = getenv("WATTIF_DATA")};
    char kept[4096];
    must(store_repair(&options, kept, sizeof kept, count_damaged, told, &err), &err);
    unlink(kept);
}

FACT(test_what_a_run_needs_is_kept)
{
    static const char damage[] = "UPDATE profile_row SET latency_ms = 6 WHERE version_id = (SELECT id FROM"
                                 " version WHERE name = 'mine')";
    char path[256];
    struct told told = {0};
    text_copy(path, sizeof path, in_folder("needed.db"));
    make_store(path);
    check(path, &told);
    assert_int_equal(told.faults, 0);
    ask(path, damage);
    repair(path, &told);
    assert_int_equal(told.damaged, 1);
    assert_int_equal(ask(path, "SELECT count(*) FROM profile_row JOIN version ON id = version_id"
                               " WHERE name = 'mine' AND latency_ms = 6"),
                     1);
    check(path, &told);
    assert_int_equal(told.faults, 1);
    run_opens(path);
    ask(path, "DELETE FROM profile_row WHERE version_id = (SELECT id FROM version WHERE name = 'mine')");
    ask(path, "DELETE FROM version WHERE name = 'mine'");
    check(path, &told);
    assert_int_equal(told.faults, 1);
    assert_string_equal(told.last, "run 'old' was made with the profile 'mine', which is not there any more");
}

/* Some versions are deleted, each with its rows, as a hand or a lost page does it: of the rest, all that a
 * run was made with is there after a repair, with the rows that it had, whatever name points at it. */
FACT(test_repairs_keep_what_runs_need)
{
    enum { ROUNDS = SLOW_BUILD ? 1 : 6 };
    static const char needed[] =
        "SELECT count(*) FROM run_input AS i JOIN version AS v ON v.kind = i.kind AND"
        " v.name = i.name AND v.hash = i.hash";
    char path[256], sql[200];
    text_copy(path, sizeof path, in_folder("deleted.db"));
    for (int round = 0; round < ROUNDS; round++) {
        struct told told = {0};
        make_store(path);
        int64_t versions = ask(path, "SELECT max(id) FROM version");
        for (int64_t id = 1; id <= versions; id++) {
            uint64_t draw = random_u64(29, (uint64_t)(round * 1000 + id)) % 4;
            snprintf(sql, sizeof sql,
                     draw == 0   ? "DELETE FROM version WHERE id = %lld"
                     : draw == 1 ? "DELETE FROM item WHERE version_id = %lld"
                                 : "SELECT %lld",
                     (long long)id);
            ask(path, sql);
        }
        int64_t before = ask(path, needed),
                own = ask(path, "SELECT count(*) FROM version WHERE name = 'mine'");
        repair(path, &told);
        if (ask(path, needed) < before ||
            ask(path, "SELECT count(*) FROM version WHERE name = 'mine'") != own)
            fail_msg("round %d: %lld inputs of runs before the repair, %lld after it", round,
                     (long long)before, (long long)ask(path, needed));
        run_opens(path);
    }
}

FACTS_BETWEEN(make_folder_with_library, remove_folder)
