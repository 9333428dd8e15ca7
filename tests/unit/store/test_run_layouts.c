/* Layouts of saved runs: what comes back is what was saved, change by change; SQL can ask about them; damaged
 * rows are refused. */
#include "store/runs/run_layouts.h"
#include "tests/unit/store/store_support.h"

enum { APPS = 3, GPUS = 4, CHANGES = 70 };

static struct recorded_slice random_slice(struct recording *recording, uint64_t key, uint64_t *i)
{
    static const char *const variants[] = {"b1", "b3", "", "xxlarge"};
    int state = (int)random_below(key, (*i)++, SLICE_STATE_COUNT);
    bool none = state == SLICE_EMPTY || state == SLICE_STOPPED;
    const char *variant = variants[random_below(key, (*i)++, 4)];

    return (struct recorded_slice){.app = (int16_t)(none ? -1 : (int)random_below(key, (*i)++, APPS)),
                                   .variant =
                                       (int16_t)(none ? -1 : recording_add_variant(recording, variant)),
                                   .state = (int16_t)state};
}

/* Every GPU but the first is cut; one instant in three has two changes, as where a reader saw the first. */
static struct recording *recording_with_layouts(uint64_t seed)
{
    struct recording *recording = random_recording(seed, 20, APPS, GPUS, 2);
    uint64_t key = random_key(seed, RANDOM_TEST, 3), i = 0;

    for (int g = 1; g < GPUS; g++)
        for (int k = 0; k < CHANGES; k++) {
            struct recorded_layout layout = {.t_ns = (k - (k % 3 == 2)) * INT64_C(1000000007)};
            layout.config = (int16_t)random_below(key, i++, MIG_CONFIGS);
            layout.phase = (int16_t)random_below(key, i++, CUT_PHASE_COUNT);
            for (int s = 0; s < mig_configs[layout.config].n; s++)
                layout.slices[s] = random_slice(recording, key, &i);
            assert_true(recording_put_layout(recording, g, &layout));
            layout_history_publish(&recording->layouts[g]);
        }
    return recording;
}

static void same_layouts(const struct recording *a, const struct recording *b)
{
    for (int g = 0; g < GPUS; g++) {
        int n = layout_history_count(&a->layouts[g]);
        assert_int_equal(layout_history_count(&b->layouts[g]), n);
        for (int k = 0; k < n; k++) {
            const struct recorded_layout *x = layout_history_get(&a->layouts[g], k),
                                         *y = layout_history_get(&b->layouts[g], k);
            char text[RECORDING_LAYOUT_SIZE], other[RECORDING_LAYOUT_SIZE];
            recording_print_layout(a, x, text, sizeof text);
            recording_print_layout(b, y, other, sizeof other);
            assert_string_equal(text, other);
            assert_true(x->t_ns == y->t_ns && x->config == y->config && x->phase == y->phase);
            for (int s = 0; s < mig_configs[x->config].n; s++)
                assert_int_equal(x->slices[s].state, y->slices[s].state);
        }
    }
}

static void test_they_come_back(void **state)
{
    struct store *store = fresh_store("layouts.db");
    struct scenario scenario;
    struct error error = {0};

    (void)state;
    assert_true(store_load_scenario(store, "carbondis-set1", &scenario, &error));
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct recording *recording = recording_with_layouts(seed);
        assert_true(layout_history_count(&recording->layouts[1]) > CHANGES - 5);
        assert_int_equal(layout_history_count(&recording->layouts[0]), 0);
        assert_true(store_save_run(store, "cut", "", &scenario, recording, seed > 0, &error));
        struct saved_run *run = store_load_run(store, "cut", &error);
        assert_non_null(run);
        same_layouts(recording, run->recording);
        saved_run_free(run);
        recording_free(recording);
    }
    scenario_free(&scenario);
    store_close(store);
}

/* A run in which the second GPU is cut, cut anew and cut as at first, and the third one once, likewise. */
static struct store *few_changes(const char *name)
{
    struct store *store = fresh_store(name);
    struct recording *recording = random_recording(1, 4, APPS, GPUS, 1);
    struct scenario scenario;
    struct error error = {0};
    struct recorded_layout layout = {.config = 1, .phase = CUT_STEADY};

    assert_true(store_load_scenario(store, "carbondis-set1", &scenario, &error));
    layout.slices[0] = (struct recorded_slice){1, (int16_t)recording_add_variant(recording, "b5"), SLICE_UP};
    layout.slices[1] = (struct recorded_slice){-1, -1, SLICE_EMPTY};
    assert_true(recording_put_layout(recording, 1, &layout) && recording_put_layout(recording, 2, &layout));
    layout.t_ns = 7;
    layout.phase = CUT_DRAINING;
    layout.slices[0].state = SLICE_DRAINING;
    assert_true(recording_put_layout(recording, 1, &layout));
    layout.t_ns = 9;
    layout.phase = CUT_STEADY;
    layout.slices[0].state = SLICE_UP;
    assert_true(recording_put_layout(recording, 1, &layout));
    for (int g = 1; g <= 2; g++)
        layout_history_publish(&recording->layouts[g]);
    assert_true(store_save_run(store, "cut", "", &scenario, recording, false, &error));
    recording_free(recording);
    scenario_free(&scenario);
    return store;
}

/* Four changes to two layouts of two slices. */
static void test_rows(void **state)
{
    struct store *store = few_changes("rows.db");
    const char *path = in_folder("rows.db");
    struct error error = {0};

    (void)state;
    assert_int_equal(ask(path, "SELECT count(*) FROM run_change"), 4);
    assert_int_equal(ask(path, "SELECT count(*) FROM run_layout"), 4);
    assert_int_equal(
        ask(path, "SELECT count(*) FROM run_change JOIN run_layout USING (run_id, layout) WHERE "
                  "gpu = 1 AND change = 0 AND t_ns = 0 AND slot = 0 AND configuration = 2 AND "
                  "phase = 'steady' AND slice = '4g' AND app = 'job2' AND variant = 'b5' AND state = 'up'"),
        1);
    assert_int_equal(ask(path, "SELECT count(*) FROM run_change JOIN run_layout USING (run_id, layout) WHERE "
                               "t_ns = 7 AND phase = 'draining' AND slot = 0 AND state = 'draining'"),
                     1);
    assert_int_equal(ask(path, "SELECT count(*) FROM run_layout WHERE slot = 1 AND slice = '3g' AND app IS "
                               "NULL AND variant IS NULL AND state = 'empty'"),
                     2);
    assert_true(store_delete_run(store, "cut", &error));
    assert_int_equal(ask(path, "SELECT (SELECT count(*) FROM run_layout) + count(*) FROM run_change"), 0);
    store_close(store);
}

static void test_damage(void **state)
{
    static const char *const damages[] = {
        "UPDATE run_change SET gpu = 9 WHERE gpu = 2",
        "UPDATE run_change SET phase = 'odd'",
        "UPDATE run_change SET layout = 2 WHERE gpu = 2",
        "UPDATE run_change SET layout = -1 WHERE gpu = 2",
        "UPDATE run_change SET t_ns = 8 WHERE change = 0",
        "UPDATE run_layout SET configuration = 0",
        "UPDATE run_layout SET configuration = 20",
        "UPDATE run_layout SET state = 'odd'",
        "UPDATE run_layout SET app = 'nobody' WHERE slot = 0",
        "UPDATE run_layout SET layout = layout + 5",
        "UPDATE run_layout SET layout = 5 WHERE layout = 1 AND slot = 1",
        "DELETE FROM run_layout WHERE slot = 0",
        "DELETE FROM run_layout WHERE slot = 1",
        "DELETE FROM run_layout WHERE layout = 1",
        "DELETE FROM run_layout WHERE layout = 1 AND slot = 1",
        "DELETE FROM run_layout",
        "UPDATE run_layout SET slot = 6 WHERE slot = 1",
        "UPDATE run_layout SET configuration = 5 WHERE slot = 1",
    };
    (void)state;
    for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
        struct store *store = few_changes("damage.db");
        struct error error = {0};
        ask(in_folder("damage.db"), damages[k]);
        assert_null(store_load_run(store, "cut", &error));
        assert_non_null(strstr(error.message, "run 'cut' in this store is damaged"));
        reseal_run(in_folder("damage.db"));
        if (store_load_run(store, "cut", &error))
            fail_msg("%s", damages[k]);
        assert_int_equal(error.kind, ERROR_SYSTEM);
        assert_string_equal(error.message, "a layout of this run is damaged; delete the run");
        store_close(store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_they_come_back),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
