/* Refinement: what is added lies halfway between neighbours of which one is on the front, is new, costs no
 * run on a plateau, keeps to its budget, and ends by itself; a curved front is found finer than its grid. */
#include "engine/explore/sweep_run.h"
#include "tests/unit/explore/sweep_support.h"

enum { MOST = 400 };
static const struct front_aims aims = {METRIC_CARBON, METRIC_LATE};

static double value_of(const struct sweep *sweep, size_t configuration, size_t axis)
{
    size_t at[SWEEP_AXES_MAX];
    sweep_place(sweep, configuration, at);
    return strtod(sweep->axes[axis].values[at[axis]], NULL);
}

/* What a configuration comes to, by the numbers of its axes. */
typedef struct front_point (*world)(double x, double y);

/* Round after round until nothing is added; returns how many in all. */
static size_t refine_all(struct sweep *sweep, world of, size_t budget)
{
    struct front_point means[MOST];
    size_t front[MOST], all = 0, added;
    do {
        size_t n = sweep_configurations(sweep);
        assert_true(n < MOST);
        for (size_t i = 0; i < n; i++)
            means[i] = of(value_of(sweep, i, 0), sweep->n_axes > 1 ? value_of(sweep, i, 1) : 0);
        size_t n_front = front_find(aims, means, n, front);
        added = sweep_refine(sweep, means, front, n_front, budget - all);
        assert_int_equal(sweep_configurations(sweep), n + added);
        all += added;
        assert_true(all <= budget);
    } while (added > 0);
    return all;
}

/* The front is where x lies in 1..2: less of one is more of the other. */
static struct front_point bow(double x, double y)
{
    return (struct front_point){(x - 1) * (x - 1), (x - 2) * (x - 2)};
}

FACT(test_a_curved_front_is_halved_to_an_eighth)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, "cit=0:3:0.5");
    size_t added = refine_all(&sweep, bow, 1000);
    for (size_t i = 0; i < sweep_configurations(&sweep); i++)
        for (size_t k = 0; k < i; k++) {
            bool same = true;
            for (size_t a = 0; a < sweep.n_axes; a++)
                same &= value_of(&sweep, i, a) == value_of(&sweep, k, a);
            assert_false(same);
        }
    /* All sixteenths of 1..2 are there, and beyond it no more than a grid's step is looked at. */
    for (int k = 0; k <= 16; k++) {
        bool found = false;
        for (size_t i = 0; i < sweep_configurations(&sweep); i++)
            found |= value_of(&sweep, i, 0) == 1 + k / 16.0;
        assert_true(found);
    }
    for (size_t i = sweep_grid(&sweep); i < sweep_configurations(&sweep); i++)
        assert_true(value_of(&sweep, i, 0) > 0.5 && value_of(&sweep, i, 0) < 2.5);
    assert_true(added >= 14 && added <= 28);
}

FACT(test_the_budget_is_kept)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, "cit=0:3:0.5");
    assert_int_equal(refine_all(&sweep, bow, 5), 5);
}

/* Stairs: between two values that come to the same there is nothing to find. */
static struct front_point stairs(double x, double y)
{
    return (struct front_point){x < 1.2 ? 1 : 2, x < 1.2 ? 2 : 1};
}

FACT(test_no_run_is_spent_on_a_plateau)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, "cit=0:3:0.5");
    refine_all(&sweep, stairs, 1000);
    for (size_t i = sweep_grid(&sweep); i < sweep_configurations(&sweep); i++)
        assert_true(value_of(&sweep, i, 0) > 1 && value_of(&sweep, i, 0) < 1.5);
    assert_int_equal(sweep.n_added, REFINE_HALVINGS); /* about the edge alone, to an eighth */
}

/* Of names nothing lies between, nor of counts that are next to each other. */
static struct front_point anything(double x, double y)
{
    return (struct front_point){x, -x - y};
}

FACT(test_names_and_counts_are_not_halved)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, "policy.route=carbondis,dybatch,highperf");
    assert_int_equal(refine_all(&sweep, anything, 100), 0);
    sweep_free(&sweep);
    sweep = sweep_with(1, "quantum_ms=10,20,30", "policy.route=carbondis,dybatch");
    refine_all(&sweep, anything, 100);
    for (size_t i = 0; i < sweep_configurations(&sweep); i++) {
        size_t at[SWEEP_AXES_MAX];
        DEFER(scenario_free) struct scenario scenario;
        sweep_place(&sweep, i, at);
        assert_true(at[1] < sweep.axes[1].n); /* one of the names */
        assert_true(sweep_scenario(&sweep, i, &scenario, NULL));
    }
}

/* An added configuration is one like the others: its name and its scenario are those of its values. */
FACT(test_what_is_added_is_a_configuration)
{
    static const char *const values[] = {"0.9", "1"}, *const refused[] = {"0.9", "-1"};
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, "cit=0.8:1.2:0.2", "load=1,2");
    DEFER(scenario_free) struct scenario scenario, expected;
    char name[100];
    assert_true(sweep_add(&sweep, values, &err));
    assert_false(sweep_add(&sweep, refused, &err));
    assert_has(err.message, "-1");
    assert_true(sweep_configurations(&sweep) == 7 && sweep_points(&sweep) == 7 && sweep_grid(&sweep) == 6);
    assert_string_equal(sweep_name(&sweep, 6, name, sizeof name), "cit=0.9, load=1");
    assert_true(sweep_scenario(&sweep, 6, &scenario, &err));
    assert_true(scenario_copy(&expected, &sweep.base));
    fixture_set(&expected, "cit=0.9");
    assert_true(scenario_fingerprint(&scenario) == scenario_fingerprint(&expected));
    DEFER(memory_leave) char *text = sweep_axis_text(&sweep.axes[0]);
    assert_string_equal(text, "cit=0.8,1,1.2"); /* the axis stays as it was given */
}
