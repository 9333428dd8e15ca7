/* kill -9 in the middle of saves, again and again: what was reported as saved is whole, nothing in part. */
#include "tests/support/long_test.h"
#include "tests/support/terminal.h"
#include "tests/unit/store/store_folder.h"

#include <time.h>

enum { KILLS = 20, KILLS_LONG = 1000, BUCKETS = 60 };

/* Kills a saver after some milliseconds; returns the number of the last run that it told, or first - 1. */
static int kill_a_saver(const char *path, int first, long ms)
{
    int pipe_ends[2], last = first - 1, reported, status;
    assert_int_equal(pipe(pipe_ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(pipe_ends[0]);
        /* Saves runs FIRST, FIRST + 1, ... for ever, and reports each on the pipe once it is saved. */
        struct store_options options = {.path = path};
        struct scenario scenario;
        struct store *store = store_open(&options, &err);
        struct recording *recording = random_recording(3, BUCKETS, 5, 6, 8);
        if (!store || !store_load_scenario(store, "carbondis-set1", &scenario, &err))
            _exit(1);
        for (int k = first;; k++) {
            char name[32];
            snprintf(name, sizeof name, "run%d", k);
            if (!store_save_run(store, name, "", &scenario, recording, false, &err))
                _exit(2);
            if (write(pipe_ends[1], &k, sizeof k) != sizeof k)
                _exit(3);
        }
    }
    close(pipe_ends[1]);
    if (read(pipe_ends[0], &reported, sizeof reported) == sizeof reported) /* it has begun */
        last = reported;
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
    kill(child, SIGKILL);
    while (read(pipe_ends[0], &reported, sizeof reported) == sizeof reported)
        last = reported;
    close(pipe_ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_or(WIFSIGNALED(status), "the saver ended by itself with status %d", WEXITSTATUS(status));
    return last;
}

static int number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *select;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &select, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(select), SQLITE_ROW);
    int value = sqlite3_column_int(select, 0);
    sqlite3_finalize(select);
    return value;
}

static void delete_run(struct store *store, int k)
{
    char name[32];
    struct error error = {0};
    snprintf(name, sizeof name, "run%d", k);
    if (!store_delete_run(store, name, &error) && error.kind != ERROR_INPUT) /* there may be none */
        fail_msg("%s: %s", name, error.message);
}

FACT(test_killed_saves)
{
    const char *path = in_folder("killed.db");
    int next = 1, landed = 0, kills = long_test() ? KILLS_LONG : KILLS;
    if (!SLOW_BUILD) /* the one before has taken it */
        assert_int_equal(use_small_library(), 0);
    store_close(fresh_store("killed.db"));
    path = strdup(path);
    for (int round = 0; round < kills; round++) {
        int last = kill_a_saver(path, next, (round * 7) % 23);
        /* Every run in the file has all its rows, and the file is sound. */
        sqlite3 *db;
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(number(db, "SELECT quick_check = 'ok' FROM pragma_quick_check"), 1);
        assert_int_equal(number(db, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
        int runs = number(db, "SELECT count(*) FROM run");
        assert_int_equal(number(db, "SELECT count(*) FROM run_summary"), runs);
        assert_int_equal(number(db, "SELECT count(*) FROM run_recording"), runs);
        assert_int_equal(number(db, "SELECT count(*) FROM run_app"), runs * 5);
        assert_int_equal(number(db, "SELECT count(*) FROM run_gpu"), runs * 6);
        sqlite3_close(db);
        struct store *store = open_or_fail(path);
        for (int k = next; k <= last; k++) {
            char name[32];
            snprintf(name, sizeof name, "run%d", k);
            DEFER(saved_run_leave) struct saved_run *run = store_load_run(store, name, &err);
            assert_or(run, "%s was reported as saved: %s", name, err.message);
            landed++;
        }
        for (int k = next; k <= last + 1; k++) /* what has been looked at makes room */
            delete_run(store, k);
        store_close(store);
        next = last + 2; /* the one after the last reported may or may not have landed */
    }
    print_message("%d kills, %d saves reported, all there\n", kills, landed);
    assert_true(landed >= kills);
    free((char *)path);
}

static void kill_a_first_start(const char *path, double after_s)
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store_options options = {.path = path};
        store_open(&options, NULL);
        _exit(0);
    }
    nanosleep(&(struct timespec){.tv_sec = (time_t)after_s, .tv_nsec = (long)(fmod(after_s, 1) * 1e9)}, NULL);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
}

/* The same for the first start: a killed seeding leaves a file that the next start completes. Killed at every
 * tenth of the time that one takes; all that is shipped is left to optimised builds. */
FACT(test_killed_seeding)
{
    const char *path = in_folder("seeding.db");
    double whole_s = 0;
    if (SLOW_BUILD)
        assert_int_equal(use_small_library(), 0);
    for (int tenth = 0; tenth < 10; tenth++) {
        if (tenth > 0)
            kill_a_first_start(path, whole_s * tenth / 10);
        double before_s = terminal_now_s();
        struct store *store = open_or_fail(path);
        whole_s = tenth == 0 ? terminal_now_s() - before_s : whole_s;
        const struct catalog *catalog = store_catalog(store);
        assert_non_null(catalog->trace(catalog->context, "act-gas", &err));
        store_close(store);
        char command[400];
        snprintf(command, sizeof command, "rm -f '%s'*", path);
        assert_int_equal(system(command), 0);
    }
}
