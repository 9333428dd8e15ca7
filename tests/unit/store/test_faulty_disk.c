/* A disk that fails: every n-th read, write or sync answers with an error, or the disk is full from there on,
 * or the power goes and what was not synced is there in part, in any order (tests/support/fault_vfs.h). What
 * counts is the answer, not that the program survives. Whatever happened, the store gives what it gave before
 * or what it gives afterwards, byte by byte, never anything else; what was reported as done is done; what was
 * refused is refused as a failure of the system, in words, and succeeds when the disk works again. */
#include "tests/support/fault_vfs.h"
#include "tests/support/long_test.h"
#include "tests/unit/store/store_support.h"

enum { BUCKETS = 12 };

static char template[300], store_file[300], trace_file[300], profile_file[300], workload_file[300],
    scenario_file[300];
static struct recording *recording;
static struct faults faults;
static int tried, refused;

/* --- what is asked of a store --- */

static bool save_as(struct store *store, const char *name, bool replace, struct error *error)
{
    struct scenario scenario;
    if (!store_load_scenario(store, "carbondis-set1", &scenario, error))
        return false;
    bool good = store_save_run(store, name, "a note", &scenario, recording, replace, error);
    scenario_free(&scenario);
    return good;
}

static bool act_save(struct store *store, struct error *error)
{
    return save_as(store, "new", false, error);
}

static bool act_replace(struct store *store, struct error *error)
{
    return save_as(store, "other", true, error);
}

static bool act_rename(struct store *store, struct error *error)
{
    return store_rename_run(store, "other", "renamed", error);
}

static bool act_delete(struct store *store, struct error *error)
{
    return store_delete_run(store, "other", error);
}

static bool import_it(struct store *store, enum store_kind kind, const char *path, struct error *error)
{
    struct import_options options = {.name = kind == STORE_PROFILE ? NULL : "imported"};
    struct import_report report;
    memset(&faults, 0, sizeof faults);
    return store_import(store, kind, path, &options, &report, &faults, error);
}

static bool act_import_trace(struct store *store, struct error *error)
{
    return import_it(store, STORE_TRACE, trace_file, error);
}

static bool act_import_workload(struct store *store, struct error *error)
{
    return import_it(store, STORE_WORKLOAD, workload_file, error);
}

static bool act_import_profile(struct store *store, struct error *error)
{
    return import_it(store, STORE_PROFILE, profile_file, error);
}

static bool act_import_scenario(struct store *store, struct error *error)
{
    return import_it(store, STORE_SCENARIO, scenario_file, error);
}

static bool act_nothing(struct store *store, struct error *error)
{
    return true;
}

static const struct operation {
    const char *name;
    bool (*act)(struct store *store, struct error *error);
    bool seeds; /* there is no store before */
} operations[] = {
    {"save a run", act_save, false},
    {"replace a run", act_replace, false},
    {"rename a run", act_rename, false},
    {"delete a run", act_delete, false},
    {"import a trace", act_import_trace, false},
    {"import a workload", act_import_workload, false},
    {"import a profile", act_import_profile, false},
    {"import a scenario", act_import_scenario, false},
    {"open", act_nothing, false},
    {"a first start", act_nothing, true},
};

/* --- the answer --- */

static bool put_list(struct store *store, enum store_kind kind, FILE *to, struct store_list *list,
                     struct error *error)
{
    if (!store_list(store, kind, list, error))
        return false;
    for (size_t i = 0; i < list->n; i++)
        fprintf(to, "%s %s|%s|%s|%s|%d|%.9g|%d\n", store_kind_names[kind], list->items[i].name,
                list->items[i].title, list->items[i].detail, list->items[i].hash, list->items[i].builtin,
                list->items[i].carbon_g, list->items[i].slo_met);
    return true;
}

/* Everything there is of a kind, listed and exported. */
static bool put_kind(struct store *store, enum store_kind kind, FILE *to, struct error *error)
{
    struct store_list list = {0};
    bool good = put_list(store, kind, to, &list, error);
    for (size_t i = 0; good && i < list.n; i++)
        good = store_export(store, kind, list.items[i].name, "json", to, error) &&
               (kind == STORE_SCENARIO || store_export(store, kind, list.items[i].name, "csv", to, error));
    free(list.items);
    return good;
}

/* All that a store can tell as one text, or NULL with a message. */
static char *answer_of(struct store *store, struct error *error)
{
    char *text = NULL;
    size_t n;
    FILE *to = open_memstream(&text, &n);
    bool good = true;
    assert_non_null(to);
    for (int kind = 0; good && kind < STORE_KIND_COUNT; kind++)
        good = put_kind(store, (enum store_kind)kind, to, error);
    fclose(to);
    if (good) {
        /* The time at which something was done is all that may differ. */
        static const char key[] = "\"saved_at\": \"";
        for (char *at = strstr(text, key); at; at = strstr(at, key))
            for (at += sizeof key - 1; *at && *at != '"'; at++)
                *at = '-';
        return text;
    }
    free(text);
    return NULL;
}

static char *answer_or_fail(struct store *store)
{
    char *text = answer_of(store, &err);
    must(text, &err);
    return text;
}

/* --- one case --- */

static struct store *open_store(struct error *error)
{
    struct store_options options = {.path = store_file, .data = getenv("WATTIF_DATA")};
    return store_open(&options, error);
}

static void shell(const char *format, const char *one, const char *two)
{
    char command[800];
    snprintf(command, sizeof command, format, one, two);
    assert_int_equal(system(command), 0);
}

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 16];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(in);
    fclose(out);
}

static void begin(const struct operation *operation)
{
    static const char *const beside[] = {"", "-wal", "-shm", "-journal", "-spare"};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        char path[320];
        snprintf(path, sizeof path, "%s%s", store_file, beside[i]);
        unlink(path);
    }
    if (!operation->seeds)
        copy_file(template, store_file);
}

struct expected {
    char *before, *after; /* before: NULL where there is no store */
};

static struct expected expect_of(const struct operation *operation)
{
    struct expected expected = {0};
    begin(operation);
    DEFER(store_leave) struct store *store = open_store(&err);
    assert_non_null(store);
    expected.before = answer_or_fail(store);
    assert_or(!(!operation->act(store, &err)), "%s: %s: %s", operation->name, err.place, err.message);
    store_close(store);
    store = open_store(&err);
    assert_non_null(store);
    expected.after = answer_or_fail(store);
    return expected;
}

static void expected_free(struct expected *expected)
{
    free(expected->before);
    free(expected->after);
}

struct trial {
    const struct operation *operation;
    const struct expected *expected;
    enum fault_kind kind;
    int64_t n;
    bool lasting;
};

static const char *const kind_names[] = {"nothing", "read", "write", "sync", "full disk", "power loss"};

static void blame(const struct trial *trial, const char *what, const struct error *error)
{
    fault_vfs_disarm();
    fail_msg("%s, %s %lld%s: %s: %s: %s", trial->operation->name, kind_names[trial->kind],
             (long long)trial->n, trial->lasting ? " and all after it" : "", what, error ? error->place : "",
             error ? error->message : "");
}

/* What was refused is the system's failure, told in words and with its place. */
static void check_refusal(const struct trial *trial, const struct error *error)
{
    refused++;
    if (error->kind != ERROR_SYSTEM && error->kind != ERROR_FULL)
        blame(trial, "refused as if the user were wrong", error);
    if (strstr(error->message, "SQLite error") || !*error->message)
        blame(trial, "refused without words", error);
    if (!*error->place)
        blame(trial, "refused without a place", error);
}

static void check_answer(const struct trial *trial, struct store *store, bool done, bool may_be_done)
{
    char *text = answer_of(store, &err);
    if (!text)
        blame(trial, "does not answer", &err);
    bool old = strcmp(text, trial->expected->before) == 0, new = strcmp(text, trial->expected->after) == 0;
    free(text);
    if (done && !new)
        blame(trial, "was reported as done and is not", NULL);
    if (!done && !old && !(may_be_done && new))
        blame(trial, "another answer than before", NULL);
}

/* Afterwards, with a disk that works: the store opens, answers, and does what it refused. */
static void check_afterwards(const struct trial *trial, bool done)
{
    DEFER(store_leave) struct store *store = open_store(&err);
    if (!store)
        blame(trial, "does not open afterwards", &err);
    check_answer(trial, store, done, true);
    if (!done) {
        char *text = answer_or_fail(store);
        bool pending = strcmp(text, trial->expected->before) == 0;
        free(text);
        if (pending && !trial->operation->act(store, &err))
            blame(trial, "does not succeed when the disk works again", &err);
        check_answer(trial, store, true, true);
    }
}

/* True if the fault struck: with a greater n it might not. */
static bool try_fault(const struct trial *trial)
{
    begin(trial->operation);
    fault_vfs_arm(trial->kind, trial->n, trial->lasting);
    struct store *store = open_store(&err);
    bool done = store && trial->operation->act(store, &err);
    if (!done)
        check_refusal(trial, &err);
    bool struck = fault_vfs_struck();
    if (trial->kind != FAULT_POWER) {
        fault_vfs_disarm();
        if (store)
            check_answer(trial, store, done, false);
        store_close(store);
    } else {
        store_close(store);
        struck = fault_vfs_struck();
        fault_vfs_disarm();
        fault_vfs_lose_power((uint64_t)trial->n);
    }
    check_afterwards(trial, done);
    tried++;
    return struck;
}

static int64_t count_of(const struct operation *operation, enum fault_kind kind)
{
    begin(operation);
    fault_vfs_arm(kind, INT64_MAX, false);
    DEFER(store_leave) struct store *store = open_store(&err);
    assert_or(store && operation->act(store, &err), "%s: %s: %s", operation->name, err.place, err.message);
    return fault_vfs_disarm();
}

static void try_kind(const struct operation *operation, const struct expected *expected, enum fault_kind kind,
                     bool lasting)
{
    int64_t n = count_of(operation, kind), step = long_test_step(n, THINNED(1, 2));
    for (int64_t at = 1 + (step > 1 ? (n * 7 + kind) % step : 0); at <= n; at += step)
        try_fault(&(struct trial){operation, expected, kind, at, lasting});
    print_message("  %-18s %-10s%s %lld, one in %lld tried\n", operation->name, kind_names[kind],
                  lasting ? ", lasting" : "", (long long)n, (long long)step);
}

FACT(test_faults)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        DEFER(expected_free) struct expected expected = expect_of(&operations[i]);
        for (int kind = FAULT_READ; kind <= FAULT_POWER; kind++)
            for (int lasting = 0; lasting < 2; lasting++)
                if (!lasting || (kind != FAULT_POWER && kind != FAULT_READ))
                    try_kind(&operations[i], &expected, (enum fault_kind)kind, lasting);
    }
    print_message("%d faults, %d times refused, every answer right\n", tried, refused);
    assert_true(refused > 0);
}

/* --- a full disk still reads and deletes --- */

/* Not a byte can be written, and nothing was set aside. `log`: what was saved last lies in the log, which a
 * program that was killed left behind. */
static void read_full_disk(const struct expected *expected, bool log)
{
    static const struct operation *const refusing = operations, *const end = operations + 8;
    char copy[340], copy_log[340];
    begin(&operations[0]);
    DEFER(store_leave) struct store *store = open_or_fail(store_file);
    snprintf(copy, sizeof copy, "%s.copy", store_file);
    snprintf(copy_log, sizeof copy_log, "%s.copy-wal", store_file);
    if (log) {
        assert_true(act_save(store, &err));
        shell("cp '%s' '%s'", store_file, copy);
        shell("cp '%s-wal' '%s'", store_file, copy_log);
    }
    store_close(store);
    if (log) {
        shell("mv '%s' '%s'", copy, store_file);
        shell("mv '%s' '%s-wal'", copy_log, store_file);
    }
    shell("rm -f '%s-spare' '%s-shm'", store_file, store_file);
    fault_vfs_arm(FAULT_FULL, 1, true);
    store = open_store(&err);
    must(store, &err);
    DEFER(memory_leave) char *text = answer_or_fail(store);
    assert_string_equal(text, log ? expected->after : expected->before);
    free(text);
    assert_string_equal(store_why_unsaved(store), "the disk is full");
    for (const struct operation *operation = refusing; operation < end; operation++) {
        err = (struct error){0};
        assert_false(operation->act(store, &err));
        assert_int_equal(err.kind, ERROR_FULL);
        assert_string_equal(err.place, store_file);
        assert_has(err.message, "disk is full", "Free some space");
    }
    store_close(store);
    fault_vfs_disarm();
    store = open_or_fail(store_file);
    text = answer_or_fail(store);
    assert_string_equal(text, log ? expected->after : expected->before);
}

FACT(test_full_disk)
{
    const struct operation *saving = &operations[0], *deleting = &operations[3];
    DEFER(expected_free) struct expected expected = expect_of(saving);
    read_full_disk(&expected, false);
    read_full_disk(&expected, true);
    expected_free(&expected);
    expected = expect_of(deleting);
    int64_t n = count_of(deleting, FAULT_FULL), step = long_test_step(n, THINNED(1, 3));
    for (int64_t at = 1; at <= n; at += step) {
        /* What was set aside is enough to delete, wherever the disk fills up; and it is set aside again. */
        char spare[320];
        begin(deleting);
        snprintf(spare, sizeof spare, "%s-spare", store_file);
        copy_file(template, spare);
        fault_vfs_arm(FAULT_FULL, at, true);
        fault_vfs_fill_with(spare);
        DEFER(store_leave) struct store *store = open_store(&err);
        if (!store || !deleting->act(store, &err))
            fail_msg("write %lld: %s: %s", (long long)at, err.place, err.message);
        DEFER(memory_leave) char *text = answer_or_fail(store);
        assert_string_equal(text, expected.after);
        free(text);
        store_close(store);
        fault_vfs_disarm();
        assert_int_equal(access(spare, F_OK), 0);
        store = open_or_fail(store_file);
        text = answer_or_fail(store);
        assert_string_equal(text, expected.after);
    }
}

/* Reading alone: with any read failing, each question is answered rightly or refused, in the same words as
 * with a disk that works where the answer is no. */
static bool same_questions(struct store *store, const char *whole, const struct trial *trial)
{
    struct error error = {0};
    struct scenario scenario;
    char *text = answer_of(store, &error), run_name[64];
    if (!text)
        check_refusal(trial, &error);
    else if (strcmp(text, whole) != 0)
        blame(trial, "another answer", NULL);
    free(text);
    error = (struct error){0};
    memset(&faults, 0, sizeof faults);
    if (store_resolve_scenario(store, "other", &scenario, run_name, &faults, &error)) {
        if (strcmp(run_name, "other") != 0)
            blame(trial, "takes a run for a scenario", NULL);
        scenario_free(&scenario);
    } else {
        check_refusal(trial, &error);
    }
    error = (struct error){0};
    if (!store_may_save_run(store, "free", false, &error))
        check_refusal(trial, &error);
    error = (struct error){0};
    if (store_may_save_run(store, "other", false, &error))
        blame(trial, "a name that is taken may be saved to", NULL);
    error = (struct error){0};
    if (store_may_save_run(store, "carbondis-set1", true, &error))
        blame(trial, "a built-in's name may be saved to", NULL);
    return fault_vfs_struck();
}

FACT(test_reads)
{
    static const struct operation reading = {"read", act_nothing, false};
    DEFER(expected_free) struct expected expected = expect_of(&reading);
    int64_t n = 0;
    for (int64_t step = 1, at = 1;; at += step) {
        struct trial trial = {&reading, &expected, FAULT_READ, at, false};
        begin(&reading);
        fault_vfs_arm(FAULT_READ, at, false);
        struct store *store = open_store(&err);
        bool struck = true;
        if (store)
            struck = same_questions(store, expected.after, &trial);
        else
            check_refusal(&trial, &err);
        store_close(store);
        n = fault_vfs_disarm();
        tried++;
        if (!struck)
            break;
        step = long_test_step(n, THINNED(4, 20));
    }
    print_message("%lld reads\n", (long long)n);
}

/* --- what there is before --- */

static int make_template(void **state)
{
    if (make_folder_with_library(state) != 0 || !fault_vfs_install())
        return -1;
    snprintf(template, sizeof template, "%s", in_folder("template.db"));
    snprintf(store_file, sizeof store_file, "%s", in_folder("faulty.db"));
    recording = random_recording(5, BUCKETS, 5, 6, 4);
    struct store *store = open_or_fail(template);
    bool good = save_as(store, "old", false, &err) && save_as(store, "other", false, &err);
    store_close(store);
    snprintf(trace_file, sizeof trace_file, "%s",
             write_text("t.csv", "timestamp,ci_gco2_per_kwh\n2020-01-01T00:00:00Z,100\n"
                                 "2020-01-01T01:00:00Z,200\n2020-01-01T02:00:00Z,150\n"));
    snprintf(workload_file, sizeof workload_file, "%s",
             write_text("w.csv", "timestamp_s,requests_per_s\n0,1\n60,2\n120,3\n"));
    snprintf(profile_file, sizeof profile_file, "%s", in_folder("p.csv"));
    snprintf(scenario_file, sizeof scenario_file, "%s", in_folder("s.json"));
    shell("sed 's/,inception-v3,/,another-model,/' '%s' >'%s'",
          in_folder("library/datasets/profiles/carbondis.csv"), profile_file);
    shell("sed 's/\"carbondis-set1\"/\"imported\"/; s/\"us-cal-[^\"]*\"/\"act-gas\"/; "
          "s/\"model\": \"[^\"]*\"/\"model\": \"inception-v3\"/' '%s' >'%s'",
          in_folder("library/datasets/scenarios/carbondis-set1.json"), scenario_file);
    return good ? 0 : -1;
}

static int remove_template(void **state)
{
    recording_free(recording);
    return remove_folder(state);
}

FACTS_BETWEEN(make_template, remove_template)
