/* Stores that may only be read, and forbidden folders. Each case runs in a process of its own, because limits
 * and users cannot be taken back; permissions are tested as an unprivileged user, since root ignores them. */
#include "tests/unit/store/store_support.h"

#include <sys/stat.h>

enum { NOBODY = 65534 };

/* Runs `what` in a child; fails with what it printed unless it exits with 0. */
static void in_child(void (*what)(void))
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        what();
        fflush(NULL);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_or(!(!WIFEXITED(status) || WEXITSTATUS(status) != 0), "the child ended with %d", status);
}

/* A child's assertion. */
static void require(bool holds, const char *what, const struct error *error)
{
    if (holds)
        return;
    fprintf(stderr, "%s; %s: %s\n", what, error->place, error->message);
    _exit(1);
}

static struct store *child_open(const char *path, struct error *error)
{
    struct store_options options = {.path = path};
    return store_open(&options, error);
}

static void become_nobody(void)
{
    if (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)
        _exit(99);
}

static void *skip_unless_root(void)
{
    if (geteuid() == 0)
        return folder;
    print_message("skipped: tests of permissions need root to become an unprivileged user\n");
    return NULL;
}

static void read_only_store(void)
{
    struct scenario scenario;
    struct import_report report;
    static struct faults faults;
    become_nobody();
    DEFER(store_leave) struct store *store = child_open(in_folder("closed/ro.db"), &err);
    require(store != NULL, "opens", &err);
    require(store_is_read_only(store) && strstr(store_path(store), "ro.db"), "is read-only", &err);
    require(store_load_scenario(store, "carbondis-set1", &scenario, &err), "reads", &err);
    struct recording *recording = random_recording(1, 3, 5, 6, 2);
    require(!store_save_run(store, "a", "", &scenario, recording, false, &err), "does not save", &err);
    require(err.kind == ERROR_SYSTEM && strstr(err.message, "read-only"), "says so", &err);
    require(!store_import(store, STORE_TRACE, "x", NULL, &report, &faults, &err), "does not import", &err);
    require(!store_delete_run(store, "a", &err) && !store_rename_run(store, "a", "b", &err),
            "does not delete", &err);
    require(store_cache_put(store, "k", "v", &err) && !store_cache_get(store, "k"), "forgets what is cached",
            &err);
}

FACT(test_read_only_store)
{
    if (!skip_unless_root())
        skip();
    store_close(fresh_store("ro.db"));
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(mkdir(in_folder("closed"), 0755), 0);
    assert_int_equal(rename(in_folder("ro.db"), in_folder("closed/ro.db")), 0);
    assert_int_equal(chmod(in_folder("closed/ro.db"), 0444), 0);
    in_child(read_only_store);
    assert_int_equal(chmod(in_folder("closed/ro.db"), 0666),
                     0); /* the file may be written, the folder not: no log */
    in_child(read_only_store);
    assert_int_not_equal(access(in_folder("closed/ro.db-wal"), F_OK), 0);
}

/* A read-only store that lacks the column of a metric is read by way of memory. */
FACT(test_read_only_older_store)
{
    static const char column[] =
        "SELECT count(*) FROM pragma_table_info('run_app') WHERE name = 'time_share'";
    if (!skip_unless_root())
        skip();
    assert_int_equal(ask(in_folder("closed/ro.db"), column), 1);
    ask(in_folder("closed/ro.db"), "ALTER TABLE run_app DROP COLUMN time_share");
    assert_int_equal(chmod(in_folder("closed/ro.db"), 0444), 0);
    in_child(read_only_store);
    assert_int_equal(ask(in_folder("closed/ro.db"), column), 0); /* the file was left as it is */
}

/* What lies in the log alone is read too, where the file cannot be read with it in its place. */
static void read_only_log(void)
{
    struct saved_run *run;
    become_nobody();
    setenv("TMPDIR", folder, 1);
    DEFER(store_leave) struct store *store = child_open(in_folder("closed/log.db"), &err);
    require(!store && strstr(err.message, "log of what was saved last"), "no place for a copy", &err);
    unsetenv("TMPDIR");
    store = child_open(in_folder("closed/log.db"), &err);
    require(store && store_is_read_only(store), "opens", &err);
    run = store_load_run(store, "last", &err);
    require(run != NULL, "has the last run", &err);
    saved_run_free(run);
}

FACT(test_read_only_log)
{
    char command[1200];
    if (!skip_unless_root())
        skip();
    DEFER(store_leave) struct store *store = fresh_store("log.db");
    DEFER(recording_leave) struct recording *recording = random_recording(1, 3, 5, 6, 2);
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    assert_true(store_save_run(store, "last", "", &scenario, recording, false, &err));
    snprintf(command, sizeof command, "cp '%s' '%s-wal' '%s' && chmod 444 '%s'/log.db*", in_folder("log.db"),
             in_folder("log.db"), in_folder("closed"), in_folder("closed"));
    assert_int_equal(system(command), 0);
    in_child(read_only_log);
}

/* A folder that may not be entered is not one without a store. */
static void forbidden_folder(void)
{
    become_nobody();
    setenv("XDG_DATA_HOME", in_folder("forbidden"), 1);
    require(!store_open(NULL, &err), "must not open", &err);
    require(err.kind == ERROR_SYSTEM && strstr(err.message, "Permission denied"), "says why", &err);
}

FACT(test_forbidden_folder)
{
    if (!skip_unless_root())
        skip();
    assert_int_equal(mkdir(in_folder("forbidden"), 0700), 0);
    in_child(forbidden_folder);
}

static void no_home(void)
{
    struct scenario scenario;
    become_nobody();
    setenv("XDG_DATA_HOME", in_folder("closed"), 1);
    DEFER(store_leave) struct store *store = store_open(NULL, &err);
    require(store != NULL, "opens", &err);
    require(store_is_read_only(store) && !*store_path(store), "is in memory", &err);
    require(store_load_scenario(store, "carbondis-set1", &scenario, &err), "reads", &err);
    store_close(store);
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    store = store_open(NULL, &err);
    require(store && store_is_read_only(store), "does without a home", &err);
}

FACT(test_read_only_home)
{
    if (!skip_unless_root())
        skip();
    in_child(no_home);
}

static void unreadable_store(void)
{
    become_nobody();
    require(!child_open(in_folder("closed/secret.db"), &err), "must not open", &err);
    require(err.kind == ERROR_SYSTEM && strstr(err.message, "Permission denied"), "says why", &err);
}

FACT(test_unreadable_store)
{
    if (!skip_unless_root())
        skip();
    store_close(fresh_store("secret.db"));
    assert_int_equal(rename(in_folder("secret.db"), in_folder("closed/secret.db")), 0);
    assert_int_equal(chmod(in_folder("closed/secret.db"), 0600), 0);
    in_child(unreadable_store);
}

/* A new store in $XDG_DATA_HOME, whose folders are made. */
FACT(test_default_place)
{
    DEFER(memory_leave) char *before = getenv("XDG_DATA_HOME") ? strdup(getenv("XDG_DATA_HOME")) : NULL;
    setenv("XDG_DATA_HOME", in_folder("new/data"), 1);
    struct store *store = store_open(NULL, &err);
    assert_non_null(store);
    assert_string_equal(store_path(store), in_folder("new/data/wattif/wattif.db"));
    assert_false(store_is_read_only(store));
    store_close(store);
    if (before)
        setenv("XDG_DATA_HOME", before, 1);
}

FACTS_BETWEEN(make_folder_with_library, remove_folder)
