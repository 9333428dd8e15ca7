/* Clover in scenarios as JSON: the presets say what the paper and the specification say; print, read, print
 * gives the same bytes for thousands of random ones; what is left out means the defaults; strange keys and
 * values are faults with their place. */
#include "tests/support/fixture.h"
#include "tests/support/random_scenario.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/preset_text.h"

/* ---- presets ---- */

FACT(test_presets)
{
    static const struct {
        const char *name, *app, *best;
        double lambda, gap_ms;
        int batch;
    } presets[] = {
        {"clover-images", "images", "b7", 0.5, 52.2876, 8},
        {"clover-language", "language", "xxlarge", 0.5, 8.588235, 1},
        {"clover-detection", "detection", "x6", 0.5, 48.0192, 8},
        {"clover-teaching", "images", "b7", 0.1, 52.2876, 8},
    };
    for (size_t k = 0; k < sizeof presets / sizeof *presets; k++) {
        char accounting[96];
        DEFER(scenario_free) struct scenario scenario = read_preset(presets[k].name);
        const struct app *app = &scenario.apps[0];
        assert_string_equal(app->name, presets[k].app);
        assert_true(app->slo_base && isnan(app->slo_ms) && app->percentile == 95);
        assert_true(app->arrivals.mean_gap_ms == presets[k].gap_ms);
        assert_int_equal((int)app->batch.mean, presets[k].batch);
        assert_int_equal(scenario.fleets[0].n_gpus, 10);
        for (int g = 0; g < 10; g++) {
            const struct gpu *gpu = &scenario.fleets[0].gpus[g];
            assert_true(gpu->idle_w == 35.8);
            assert_int_equal(gpu->n_pods, 1);
            assert_string_equal(gpu->pods[0].slice, "7g");
            assert_string_equal(gpu->pods[0].variant, presets[k].best);
        }
        assert_int_equal(scenario.policy[LAYER_CONFIGURE], POLICY_CLOVER);
        assert_int_equal(scenario.power, POWER_STAUX);
        assert_true(scenario.p_oi_w == 0 && scenario.repartition_s == 10 && scenario.reload_s == 3);
        assert_true(scenario.number[KNOB_LAMBDA] == presets[k].lambda && scenario.number[KNOB_PUE] == 1.5);
        assert_true(scenario.number[KNOB_ACCURACY_LOSS_PCT] == 0 && scenario.hours == 48);
        assert_true(scenario.clover.c_base_ci == 250 && scenario.clover.trigger_pct == 5);
        assert_int_equal(scenario.clover.n_base, 10);
        scenario_accounting(&scenario, accounting, sizeof accounting);
        assert_string_equal(accounting, "same fleet");
    }
}

/* ---- what is left out ---- */

FACT(test_defaults)
{
    DEFER(memory_leave) char *text = preset_text("clover-images");
    DEFER(scenario_free) struct scenario scenario;
    DEFER(memory_leave)
    char *bare =
        replaced(text,
                 "  \"clover\": {\"n_base\": 10, \"c_base_ci\": 250, \"trigger_pct\": 5, \"window_s\": 20, "
                 "\"settle_s\": 60, \"run_s\": 300, \"misses\": 5, \"ged\": 4},\n",
                 "");
    DEFER(memory_leave)
    char *some = replaced(bare, "\"edits\": []", "\"edits\": [], \"clover\": {\"ged\": 6}");
    read_text(bare, &scenario);
    assert_int_equal(scenario.clover.n_base, 0);
    assert_int_equal(scenario_n_base(&scenario), 10);
    assert_true(scenario.clover.window_s == 20 && scenario.clover.run_s == 300 && scenario.clover.ged == 4);
    scenario_free(&scenario);
    read_text(some, &scenario);
    assert_int_equal(scenario.clover.ged, 6);
    assert_int_equal(scenario.clover.misses, 5);
}

/* A scenario that never heard of Clover is printed as it always was. */
FACT(test_others_say_nothing_of_it)
{
    DEFER(scenario_free) struct scenario scenario = read_preset("carbondis-set1");
    DEFER(memory_leave) char *text = scenario_to_text(&scenario);
    assert_null(strstr(text, "clover"));
    assert_null(strstr(text, "lambda"));
    assert_null(strstr(text, "gpus\": 6"));
}

/* The number of GPUs is one of the fleet in force, wherever the document names that. */
FACT(test_gpus_of_another_fleet)
{
    DEFER(memory_leave) char *text = preset_text("carbondis-set1"), *again;
    DEFER(scenario_free) struct scenario scenario;
    DEFER(memory_leave)
    char *more = replaced(text, "\"cit\": 1,", "\"gpus\": 4, \"fleet\": \"low\", \"cit\": 1,");
    DEFER(memory_leave) char *routed = replaced(more, "\"route\": \"carbondis\"", "\"route\": \"own-queue\"");
    read_text(routed, &scenario);
    assert_int_equal(scenario_gpus(&scenario), 4);
    again = scenario_to_text(&scenario);
    scenario_free(&scenario);
    read_text(again, &scenario);
    assert_int_equal(scenario_gpus(&scenario), 4);
}

/* ---- random ones ---- */

static void random_settings(struct dice *dice, struct clover_settings *clover)
{
    clover->n_base = dice_chance(dice, 30) ? 0 : 1 + dice_below(dice, 10);
    clover->c_base_ci = dice_between(dice, 10, 500);
    clover->trigger_pct = dice_chance(dice, 50) ? 5 : dice_between(dice, 0, 50);
    clover->window_s = dice_chance(dice, 50) ? 20 : dice_between(dice, 1, 60);
    clover->settle_s = dice_below(dice, 100);
    clover->run_s = dice_below(dice, 1000);
    clover->misses = 1 + dice_below(dice, 10);
    clover->ged = 2 + dice_below(dice, 8);
}

static bool try_edit(struct scenario *scenario, enum knob_id id, int target, double number, const char *text,
                     int minute)
{
    struct knob_value value = {.number = number};
    snprintf(value.text, sizeof value.text, "%s", text);
    return scenario_edit(scenario, minute * INT64_C(60000000000), knob_of(id, target), &value, &err);
}

static void set_knob(struct scenario *scenario, enum knob_id id, double number, const char *text)
{
    struct knob_value value = {.number = number};
    snprintf(value.text, sizeof value.text, "%s", text);
    must(knob_set(scenario, (struct knob_ref){.id = id}, &value, &err), &err);
}

FACT(test_random_ones_round_trip)
{
    DEFER(memory_leave) char *text = preset_text("clover-images");
    for (uint64_t seed = 0; seed < THINNED(500, 2000); seed++) {
        struct dice dice = dice_of(seed);
        DEFER(scenario_free) struct scenario scenario, again;
        read_text(text, &scenario);
        static const char *const schemes[] = {"manual", "base", "co2opt", "blover", "clover", "oracle"};
        random_settings(&dice, &scenario.clover);
        scenario.policy[LAYER_CONFIGURE] = (int)policy_find(LAYER_CONFIGURE, dice_pick(&dice, schemes));
        set_knob(&scenario, KNOB_GPUS, 1 + dice_below(&dice, 10), "");
        set_knob(&scenario, KNOB_LAMBDA, dice_between(&dice, 0, 1), "");
        set_knob(&scenario, KNOB_ACCURACY_LOSS_PCT, dice_chance(&dice, 50) ? 0 : dice_between(&dice, 0, 100),
                 "");
        set_knob(&scenario, KNOB_CLOVER_H, 0, dice_chance(&dice, 50) ? "paper" : "adopted");
        if (scenario.policy[LAYER_CONFIGURE] != POLICY_ORACLE)
            set_knob(&scenario, KNOB_CLOVER_SCOPE, 0, dice_chance(&dice, 50) ? "per-gpu" : "replicated");
        if (dice_chance(&dice, 50)) {
            scenario.apps[0].slo_base = false;
            scenario.apps[0].slo_ms = dice_chance(&dice, 20) ? (double)NAN : dice_between(&dice, 1, 1000);
        }
        for (int n = dice_below(&dice, 6), minute = 0; n > 0; n--) {
            minute += dice_below(&dice, 200);
            try_edit(&scenario, KNOB_LAMBDA, 0, dice_between(&dice, 0, 1), "", minute);
            try_edit(&scenario, KNOB_ACCURACY_LOSS_PCT, 0, dice_between(&dice, 0, 2), "", minute);
            try_edit(&scenario, KNOB_POLICY, LAYER_CONFIGURE, 0, dice_pick(&dice, schemes), minute);
            try_edit(&scenario, KNOB_MIG, dice_below(&dice, scenario_gpus(&scenario)), 0, "3g:images/b3,3g:-",
                     minute);
        }
        DEFER(memory_leave) char *printed = scenario_to_text(&scenario);
        read_text(printed, &again);
        DEFER(memory_leave) char *twice = scenario_to_text(&again);
        assert_string_equal(printed, twice);
        assert_int_equal(scenario.clover.n_base, again.clover.n_base);
        assert_int_equal(scenario.clover.misses, again.clover.misses);
        assert_int_equal(scenario.clover.ged, again.clover.ged);
        assert_true(scenario.clover.c_base_ci == again.clover.c_base_ci &&
                    scenario.clover.trigger_pct == again.clover.trigger_pct);
        assert_true(scenario.clover.window_s == again.clover.window_s &&
                    scenario.clover.settle_s == again.clover.settle_s);
        assert_true(scenario.clover.run_s == again.clover.run_s);
        assert_int_equal(scenario.number[KNOB_CLOVER_H], again.number[KNOB_CLOVER_H]);
        assert_int_equal(scenario.number[KNOB_CLOVER_SCOPE], again.number[KNOB_CLOVER_SCOPE]);
        assert_int_equal(scenario.apps[0].slo_base, again.apps[0].slo_base);
        assert_int_equal(scenario_gpus(&scenario), scenario_gpus(&again));
        assert_true(scenario.number[KNOB_LAMBDA] == again.number[KNOB_LAMBDA]);
        assert_true(scenario.number[KNOB_ACCURACY_LOSS_PCT] == again.number[KNOB_ACCURACY_LOSS_PCT]);
        assert_memory_equal(scenario.policy, again.policy, sizeof scenario.policy);
        assert_int_equal(scenario.n_edits, again.n_edits);
    }
}

/* ---- faults ---- */

static const struct breach breaches[] = {
    {"\"ged\": 4", "\"gde\": 4", "/clover/gde", "did you mean 'ged'"},
    {"\"ged\": 4", "\"ged\": 2.5", "/clover/ged", "whole number"},
    {"\"ged\": 4", "\"ged\": 1", "/clover/ged", "ged takes 2 to 28"},
    {"\"window_s\": 20", "\"window_s\": \"long\"", "/clover/window_s", "must be a number"},
    {"\"n_base\": 10", "\"n_base\": 12", "/clover/n_base", "fleet 'ten' has 10"},
    {"\"clover\": {", "\"clover\": [], \"clover_\": {", "/clover", "must be an object"},
    {"\"slo_ms\": \"base\"", "\"slo_ms\": \"bass\"", "/apps/0/slo_ms", "null for none, or \"base\""},
    {"\"lambda\": 0.5", "\"lambda\": 1.5", "/knobs/lambda", "it takes 0 to 1"},
    {"\"lambda\": 0.5", "\"lambda\": null", "/knobs/lambda", "it takes 0 to 1"},
    {"\"lambda\": 0.5", "\"gpus\": 0", "/knobs/gpus", "whole number of 1 to 10"},
    {"\"lambda\": 0.5", "\"accounting\": \"same\"", "/knobs/accounting", "no knob 'accounting'"},
    {"\"lambda\": 0.5", "\"clover_scope\": \"each\"", "/knobs/clover_scope",
     "neither replicated nor per-gpu"},
    {"\"configure\": \"clover\"", "\"configure\": \"clever\"", "/policies/configure", "list policies"},
    {"\"route\": \"fifo-pull\"", "\"route\": \"random-pod\"", "/policies/route",
     "clover needs the route fifo-pull"},
    {"\"share\": \"mig\"", "\"share\": \"dedicated\"", "/fleets/ten/gpus/0", "only under 'mig'"},
    {"\"type\": \"A100-40GB\"", "\"type\": \"P4\"", "/fleets/ten/gpus/0", "cannot be cut into MIG slices"},
    {"\"edits\": []", "\"edits\": [{\"t_s\": 5, \"knob\": \"gpus\", \"value\": 2}]", "/edits/0/knob",
     "start knob"},
    {"\"edits\": []", "\"edits\": [{\"t_s\": 5, \"knob\": \"slo_ms.images\", \"value\": \"base\"}]",
     "/edits/0/value", "holds from the start"},
};

FACT(test_faults)
{
    expect_breaches("clover-images", breaches, sizeof breaches / sizeof *breaches);
}
