/* Single bits of a store are flipped: each thing that is then exported has the bytes that it had, or is
 * refused with a message that names the store. And damage done on purpose, row by row. */
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
};
enum { THINGS = sizeof things / sizeof *things };

/* NULL with the error. */
static char *export_bytes(struct store *store, const struct thing *thing, size_t *n, struct error *error)
{
    char *bytes = NULL;
    FILE *file = open_memstream(&bytes, n);
    bool good = store_export(store, thing->kind, thing->name, thing->format, file, error);

    fclose(file);
    if (good)
        return bytes;
    free(bytes);
    return NULL;
}

static void make_whole_store(void)
{
    struct error error = {0};
    struct scenario scenario;
    struct store *store = fresh_store("whole.db");
    struct recording *recording = random_recording(3, 40, 5, 6, 8);

    assert_true(store_load_scenario(store, "carbondis-set1", &scenario, &error));
    assert_true(store_save_run(store, "mine", "a note", &scenario, recording, false, &error));
    for (int i = 0; i < THINGS; i++) {
        things[i].bytes = export_bytes(store, &things[i], &things[i].n, &error);
        if (!things[i].bytes)
            fail_msg("%s: %s", error.place, error.message);
    }
    scenario_free(&scenario);
    recording_free(recording);
    store_close(store);
}

static bool names_the_store(const struct error *error)
{
    return strstr(error->place, "flipped.db") || strstr(error->message, "flipped.db");
}

/* How many were refused. */
static int check_exports(struct store *store, long bit)
{
    int refused = 0;

    for (int i = 0; i < THINGS; i++) {
        struct error error = {0};
        size_t n;
        char *bytes = export_bytes(store, &things[i], &n, &error);
        if (bytes && (n != things[i].n || memcmp(bytes, things[i].bytes, n) != 0))
            fail_msg("bit %ld: another %s '%s'", bit, store_kind_names[things[i].kind], things[i].name);
        if (!bytes && !names_the_store(&error))
            fail_msg("bit %ld: %s '%s': the store is not named: %s: %s", bit,
                     store_kind_names[things[i].kind], things[i].name, error.place, error.message);
        refused += !bytes;
        free(bytes);
    }
    return refused;
}

static bool check_flip(const unsigned char *whole, size_t n, long bit)
{
    struct error error = {0};
    struct store_options options = {.path = in_folder("flipped.db"), .data = getenv("WATTIF_DATA")};
    unsigned char *copy = malloc(n);

    memcpy(copy, whole, n);
    copy[bit / 8] = (unsigned char)(copy[bit / 8] ^ 1 << bit % 8);
    unlink(in_folder("flipped.db-wal"));
    unlink(in_folder("flipped.db-shm"));
    write_bytes("flipped.db", copy, n);
    free(copy);
    struct store *store = store_open(&options, &error);
    if (!store && !names_the_store(&error))
        fail_msg("bit %ld: the store is not named: %s: %s", bit, error.place, error.message);
    bool refused = !store || check_exports(store, bit) > 0;
    store_close(store);
    return refused;
}

static void test_flips(void **state)
{
    struct stat status;
    int refused = 0, flips = getenv("WATTIF_FLIPS") ? atoi(getenv("WATTIF_FLIPS")) : 60;

    (void)state;
    make_whole_store();
    assert_int_equal(stat(in_folder("whole.db"), &status), 0);
    size_t n = (size_t)status.st_size;
    unsigned char *whole = malloc(n);
    FILE *file = fopen(in_folder("whole.db"), "rb");
    assert_int_equal(fread(whole, 1, n, file), n);
    fclose(file);
    for (int k = 0; k < flips; k++) {
        uint64_t draw = random_u64(17, (uint64_t)k);
        refused += check_flip(whole, n, (long)(draw % (8 * n)));
    }
    assert_true(refused > 0);
    free(whole);
    for (int i = 0; i < THINGS; i++)
        free(things[i].bytes);
}

/* One value of each table that holds something. */
static void test_every_table_is_sealed(void **state)
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
        {"UPDATE run SET requests = requests + 1", STORE_RUN, "mine"},
        {"UPDATE run_input SET hash = 'x'", STORE_RUN, "mine"},
        {"UPDATE run_app SET p95_ms = 1", STORE_RUN, "mine"},
        {"UPDATE run_gpu SET idle_w = 1", STORE_RUN, "mine"},
        {"UPDATE run_bucket SET cir = 1 WHERE bucket = 7", STORE_RUN, "mine"},
        {"UPDATE run_bucket_app SET sketch = x'00' WHERE bucket = 7", STORE_RUN, "mine"},
        {"DELETE FROM run_bucket_gpu WHERE bucket = 7", STORE_RUN, "mine"},
    };

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct error error = {0};
        const struct thing thing = {cases[k].kind, cases[k].name, "json", NULL, 0};
        char command[600];
        size_t n;
        snprintf(command, sizeof command, "cp '%s' '%s'", in_folder("whole.db"), in_folder("flipped.db"));
        assert_int_equal(system(command), 0);
        ask(in_folder("flipped.db"), cases[k].damage);
        struct store *store = open_or_fail(in_folder("flipped.db"));
        char *bytes = export_bytes(store, &thing, &n, &error);
        if (bytes || !names_the_store(&error))
            fail_msg("%s: %s: %s", cases[k].damage, error.place, error.message);
        store_close(store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flips),
        cmocka_unit_test(test_every_table_is_sealed),
    };
    return cmocka_run_group_tests(tests, make_folder_with_library, remove_folder);
}
