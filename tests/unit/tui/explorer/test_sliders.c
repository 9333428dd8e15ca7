/* Sliders suit what was opened: of every scenario that comes along, each number that is listed lies on its
 * own slider, which has steps enough to aim with and few enough to walk; and it stays where it is while the
 * knob is turned. */
#include "tests/support/slow_build.h"
#include "tests/unit/tui/picker_support.h"

enum { STEPS_LEAST = 3, STEPS_MOST = 400 };

static struct explorer *open_named(const char *name)
{
    DEFER(scenario_free) struct scenario scenario = preset(store, name);
    struct explorer *explorer = explorer_create(store_catalog(store), (struct shelf_behind){0}, &scenario,
                                                (struct recorded){0}, -1, 0, &err);
    assert_or(explorer, "%s: %s", name, err.message);
    return explorer;
}

static void assert_on_slider(const struct explorer *explorer, struct knob_ref knob)
{
    struct knob_slider slider = explorer_slider(explorer, knob);
    struct knob_value value = explorer_value(explorer, knob), to;
    double steps = (slider.most - slider.least) / slider.step;
    const char *name = knob_infos[knob.id].name, *scenario = explorer->document.scenario.name;
    if (isnan(value.number))
        return;
    if (!(slider.least <= value.number && value.number <= slider.most))
        fail_msg("%s: %s is %g, its slider goes from %g to %g", scenario, name, value.number, slider.least,
                 slider.most);
    if (slider.step == 0)
        return; /* rungs: steps go from one to the next */
    if (!(steps >= STEPS_LEAST - 1 && steps <= STEPS_MOST) && knob.id != KNOB_GPUS)
        fail_msg("%s: %s has %g steps", scenario, name, steps);
    for (int direction = -1; direction <= 1; direction += 2) {
        bool moved = explorer_step(explorer, knob, direction, &to);
        assert_true(fabs(to.number - value.number) <= slider.step * 1.5 + 1e-9 || knob_infos[knob.id].zero);
        assert_true(knob_check(&explorer->document.scenario, knob, &to, NULL));
        assert_true(moved || direction * (value.number - (slider.least + slider.most) / 2) > 0 ||
                    knob_infos[knob.id].zero);
    }
}

FACT(test_values_lie_on_their_sliders)
{
    struct store_list list = {0};
    int numbers = 0;
    assert_true(store_list(store, STORE_SCENARIO, &list, &err));
    for (size_t i = 0; i < list.n; i += THINNED(4, 1)) {
        DEFER(explorer_leave) struct explorer *explorer = open_named(list.items[i].name);
        for (int k = 0; k < explorer->focus.n_knobs; k++)
            if (knob_infos[explorer->focus.knobs[k].id].type == TYPE_NUMBER) {
                assert_on_slider(explorer, explorer->focus.knobs[k]);
                numbers++;
            }
    }
    assert_true(list.n > 20 && numbers > THINNED(25, 100));
    free(list.items);
}

/* Half a minute is on the slider of an app that has it, and stays there when it is turned down; what is typed
 * beyond it is kept, and a step from there leads back. */
FACT(test_a_slider_stays_where_it_is)
{
    static const double values[] = {1000, 5000, 50000, 400000};
    struct knob_ref slo = {.id = KNOB_SLO_MS, .scope = SCOPE_APP, .target = 1};
    char note[160];
    DEFER(explorer_leave) struct explorer *explorer = open_named("fallacy-gpt-whisper");
    struct knob_slider first = explorer_slider(explorer, slo);
    assert_true(first.most == 50000 && first.step == 1000 && first.least == 1000);
    explorer_act_from_start(explorer, true);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct knob_value value = {.number = values[i]}, to;
        assert_true(explorer_set(explorer, slo, &value, note, &err));
        struct knob_slider now = explorer_slider(explorer, slo);
        assert_memory_equal(&now, &first, sizeof now);
        assert_true(explorer_step(explorer, slo, -1, &to) == (values[i] > first.least));
        assert_true(to.number == fmax(values[i] - first.step, first.least));
    }
}

/* Clocks are those that there are: of a card a range, of a board each. */
FACT(test_clocks_are_those_that_there_are)
{
    static const struct {
        const char *scenario, *knob, *says;
    } clocks[] = {{"all-five", "clock_mhz.chat", "210–1410 step 15"},
                  {"etf-tx2", "clock_mhz.resnet", "only 114.75, 216.75, 318.75, 420.75 … 1300.5"}};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        struct knob_ref knob;
        char text[128];
        DEFER(explorer_leave) struct explorer *explorer = open_named(clocks[i].scenario);
        explorer_wait(explorer);
        assert_true(knob_resolve(&explorer->document.scenario, clocks[i].knob, &knob, &err));
        knob_text_range(explorer, knob, text, sizeof text);
        assert_string_equal(text, clocks[i].says);
    }
}

FACTS_BETWEEN(open_store, close_store)
