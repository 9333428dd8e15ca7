/* What the tests of the store share: a folder of its own for each test program, stores in it, and a made-up
 * recording. Header only, included once by each test. */
#ifndef WATTIF_TESTS_STORE_SUPPORT_H
#define WATTIF_TESTS_STORE_SUPPORT_H

#include "engine/base/text.h"
#include "store/runs/saved_run.h"
#include "store/store.h"
#include "tests/support/seeded.h"
#include "tests/support/fixture.h"
#include "tests/support/folder.h"

#include <sys/wait.h>

static inline const char *in_folder(const char *name)
{
    static char path[8][256];
    static int next;
    char *out = path[next++ % 8];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

/* Writes a file of the folder; returns its path. */
static inline const char *write_bytes(const char *name, const void *bytes, size_t n)
{
    const char *path = in_folder(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
    return path;
}

static inline const char *write_text(const char *name, const char *text)
{
    return write_bytes(name, text, strlen(text));
}

static inline struct store *open_or_fail(const char *path)
{
    struct store_options options = {.path = path, .data = getenv("WATTIF_DATA")};
    struct store *store = store_open(&options, &err);
    must(store, &err);
    return store;
}

/* For DEFER. */
static inline void store_leave(struct store **store)
{
    store_close(*store);
}

/* A test of a `store`: FACT_OF(test_notes, fresh_store("notes.db")). */
#define FACT_OF(name, opened) FACT_ABOUT(name, struct store *, store, opened, store_leave, NULL, NULL)

static inline void saved_run_leave(struct saved_run **saved)
{
    saved_run_free(*saved);
}

/* From now on stores are filled from a small library (tests/support/small_library.sh): for tests of how one
 * is made and brought forward, which does not depend on how much is put into it. */
static inline int use_small_library(void)
{
    char command[512];
    const char *data = getenv("WATTIF_DATA");
    snprintf(command, sizeof command, "bash tests/support/small_library.sh '%s' '%s'", data ? data : ".",
             in_folder("library"));
    if (system(command) != 0 || setenv("WATTIF_DATA", in_folder("library"), 1) != 0)
        return -1;
    return unsetenv("WATTIF_SEEDED");
}

static inline int make_folder_with_library(void **state)
{
    return make_folder(state) == 0 ? use_small_library() : -1;
}

/* A store of the folder that holds the library and nothing else. */
static inline struct store *fresh_store(const char *name)
{
    seeded_copy(in_folder(name));
    return open_or_fail(in_folder(name));
}

/* A scenario of the library. */
static inline struct scenario preset(struct store *store, const char *name)
{
    struct scenario scenario;
    must(store_load_scenario(store, name, &scenario, &err), &err);
    return scenario;
}

/* Behind the store's back: the number that a statement gives, or -1 where it gives no row. */
static inline int64_t ask(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    int64_t value = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1;
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    sqlite3_close(db);
    return value;
}

/* A clock as GPUs have them, and none where the fleet names none. */
static inline float random_gpu_figure(enum gpu_column column, uint64_t key, uint64_t *i)
{
    if (column == COLUMN_GPU_STARTS || column == COLUMN_GPU_QUEUE_MIN || column == COLUMN_GPU_QUEUE_MAX)
        return (float)random_below(key, (*i)++, 60);
    if (column == COLUMN_GPU_CLOCK)
        return random_below(key, (*i)++, 2) ? __builtin_nanf("")
                                            : (float)(210 + random_below(key, (*i)++, 1200));
    return (float)random_unit(key, (*i)++);
}

/* Columns and sketches with random figures: counts where a run has counts. */
static inline void random_columns(struct recording *recording, uint64_t key, int pairs)
{
    int buckets = recording->n_buckets;
    uint64_t i = 0;
    for (int b = 0; b < buckets; b++)
        for (int c = 0; c < RUN_COLUMNS; c++)
            recording->run[c][b] = (float)random_unit(key, i++) * 1000;
    for (int n = recording->n_apps * buckets, k = 0; k < n; k++)
        for (int c = 0; c < APP_COLUMNS; c++)
            recording->app[c][k] = c == COLUMN_APP_ENERGY || c == COLUMN_APP_TIME || c == COLUMN_QUEUE_MEAN
                                       ? (float)random_unit(key, i++)
                                       : (float)random_below(key, i++, 60);
    for (int n = recording->n_gpus * buckets, k = 0; k < n; k++)
        for (int c = 0; c < GPU_COLUMNS; c++)
            recording->gpu[c][k] = random_gpu_figure((enum gpu_column)c, key, &i);
    for (int k = 0; k < recording->n_apps * buckets; k++) {
        struct sketch_pair some[64];
        uint32_t bin = 1500 + random_below(key, i++, 100);
        for (int p = 0; p < pairs; p++) {
            some[p] = (struct sketch_pair){.bin = (uint16_t)bin, .count = 1 + random_below(key, i++, 3)};
            bin += 1 + random_below(key, i++, 8);
        }
        assert_true(recording_put_sketch(recording, k / buckets, k % buckets, some, (size_t)pairs));
    }
}

/* Names and figures of the apps and GPUs, in the recording and its summary. */
static inline void random_parts(struct recording *recording, uint64_t key)
{
    struct summary *summary = &recording->summary;
    uint64_t i = 0;
    for (int a = 0; a < recording->n_apps; a++) {
        struct summary_app *app = &summary->apps[a];
        snprintf(app->name, sizeof app->name, "job%d", a + 1);
        strcpy(recording->apps[a].name, app->name);
        strcpy(recording->apps[a].model, "inception-v3");
        recording->apps[a].percentile = 95;
        recording->apps[a].slo_ms = a == 0 ? __builtin_nan("") : 100 + a;
        app->slo_ms = recording->apps[a].slo_ms;
        app->slo_met = true;
        app->finished = 20000;
        app->p95_ms = random_unit(key, i++) * 100;
        app->accuracy = __builtin_nan("");
    }
    for (int g = 0; g < recording->n_gpus; g++) {
        struct summary_gpu *gpu = &summary->gpus[g];
        snprintf(gpu->name, sizeof gpu->name, "low%d", g + 1);
        strcpy(gpu->type, "P4");
        strcpy(recording->gpus[g].name, gpu->name);
        strcpy(recording->gpus[g].type, "P4");
        recording->gpus[g].class = CLASS_LOW;
        recording->gpus[g].owner = g < recording->n_apps ? g : -1;
        recording->gpus[g].idle_w = 25;
        gpu->energy_j = random_unit(key, i++) * 1e6;
    }
}

/* A finished recording of this shape with random figures, the same for the same seed. */
static inline struct recording *random_recording(uint64_t seed, int buckets, int apps, int gpus, int pairs)
{
    struct recording *recording = recording_create(buckets, apps, gpus);
    uint64_t key = random_key(seed, RANDOM_TEST, 1), i = 0;
    assert_non_null(recording);
    strcpy(recording->scenario, "carbondis-set1");
    recording->start_s = 1642104000;
    recording->bucket_ns = 15000000000;
    random_columns(recording, random_key(seed, RANDOM_TEST, 0), pairs);
    random_parts(recording, random_key(seed, RANDOM_TEST, 2));
    struct summary *summary = &recording->summary;
    summary->n_apps = apps;
    summary->n_gpus = gpus;
    summary->horizon_s = 15000.25;
    summary->requests = summary->arrived = 100000;
    summary->overloaded_at_s = __builtin_nan("");
    summary->exact = true;
    summary->carbon_total_g = random_unit(key, i++) * 300;
    for (int l = 0; l < LEDGER_COUNT; l++)
        summary->carbon_g[l] = random_unit(key, i++);
    for (int p = 0; p < PROVENANCE_COUNT; p++)
        summary->provenance[p] = random_unit(key, i++);
    summary->energy_total_j = random_unit(key, i++) * 1e7;
    recording_publish(recording, buckets);
    recording_finish(recording, (int64_t)buckets * recording->bucket_ns - 3);
    return recording;
}

/* Saved with what it is held against, and with two pools: a row in each table that has runs. */
static inline void save_whole(struct store *store, const char *name, const struct scenario *scenario,
                              struct recording *recording, struct recording *held)
{
    DEFER(scenario_free) struct scenario against;
    struct baseline baseline;
    recording->summary.n_pools = 2;
    for (int p = 0; p < 2; p++)
        recording->summary.pools[p] =
            (struct summary_pool){.name = "pool", .requests = 1000 + p, .energy_j = 2.5e6, .carbon_g = 77};
    assert_true(scenario_copy(&against, scenario) && scenario_become_baseline(&against, &baseline));
    const struct run_made run = {scenario, recording}, beside = {&against, held};
    must(store_save_run_against(store, name, "a note", &run, &beside, true, &err), &err);
}

/* Behind the store's back: the first run as it is now counts as whole, so that what reads it has to look. */
static inline void reseal_run(const char *path)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_true(run_seal_keep(db, 1, &err));
    sqlite3_close(db);
}

#endif
