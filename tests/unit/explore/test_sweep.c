/* Sweeps: the values of an axis are what a user would have written, every point follows from its number, rows
 * come in order and are what a run by itself gives, for any number of threads and shards; the front is what
 * holding each against each finds. */
#include "engine/explore/sweep_run.h"
#include "engine/explore/sweep_sum.h"
#include "tests/support/simulate.h"
#include "tests/unit/explore/sweep_support.h"

/* ---- axes ---- */

static void assert_axis(const char *text, const char *expected)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, text);
    DEFER(memory_leave) char *printed = sweep_axis_text(&sweep.axes[0]);
    assert_string_equal(printed, expected);
    /* It reads back as the same. */
    DEFER(sweep_free) struct sweep again = sweep_with(1, printed);
    DEFER(memory_leave) char *twice = sweep_axis_text(&again.axes[0]);
    assert_string_equal(twice, expected);
}

FACT(test_ranges_are_what_a_user_means)
{
    assert_axis("cit=.8:1.2:.05", "cit=0.8,0.85,0.9,0.95,1,1.05,1.1,1.15,1.2");
    assert_axis("cit=0:1:.3", "cit=0,0.3,0.6,0.9");
    assert_axis("cit=1:.8:-.1", "cit=1,0.9,0.8");
    assert_axis("cit=1:1:5", "cit=1");
    assert_axis("cit=.1,2,.3", "cit=.1,2,.3");
    assert_axis("slo_scale=1e0:3:1", "slo_scale=1,2,3");
    assert_axis("slo_ms.*=100,200", "slo_ms.*=100,200");
    assert_axis("policy.route=carbondis|dybatch", "policy.route=carbondis,dybatch");
}

/* Times hold colons themselves, and steps are durations: each is what counting by hand gives. */
FACT(test_ranges_of_times)
{
    assert_axis("start=2020-07-01:2020-07-03:1d",
                "start=2020-07-01T00:00:00Z,2020-07-02T00:00:00Z,2020-07-03T00:00:00Z");
    assert_axis("start=2020-02-28T20:00Z:2020-03-01T20:00Z:1d",
                "start=2020-02-28T20:00:00Z,2020-02-29T20:00:00Z,2020-03-01T20:00:00Z");
    assert_axis("start=2020-07-01T00:00:00Z:2020-07-01T04:00:00+01:00:1h30m",
                "start=2020-07-01T00:00:00Z,2020-07-01T01:30:00Z,2020-07-01T03:00:00Z");
    assert_axis("start=2020-07-01 01:00:2020-07-01:-30m",
                "start=2020-07-01T01:00:00Z,2020-07-01T00:30:00Z,2020-07-01T00:00:00Z");
    assert_axis("start=2020-07-01T10:20:30Z", "start=2020-07-01T10:20:30Z");
}

static void refused(struct sweep *sweep, const char *text, const char *part)
{
    size_t n = sweep->n_axes;
    assert_false(sweep_vary(sweep, text, &err));
    assert_int_equal(err.kind, ERROR_INPUT);
    assert_or(strstr(err.message, part), "'%s' says '%s', not '%s'", text, err.message, part);
    assert_has(err.place, "--vary");
    assert_int_equal(sweep->n_axes, n);
}

FACT(test_bad_axes)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, NULL);
    refused(&sweep, "cit", "KNOB=");
    refused(&sweep, "=1", "KNOB=");
    refused(&sweep, "cit=", "KNOB=");
    refused(&sweep, "cti=1", "did you mean");
    refused(&sweep, "cit=1,,2", "missing");
    refused(&sweep, "cit=1,", "missing");
    refused(&sweep, "cit=1,11", "11 is out of range");
    refused(&sweep, "cit=0:20:1", "11 is out of range");
    refused(&sweep, "cit=0:1:0", "FROM:TO:STEP");
    refused(&sweep, "cit=0:1:-.1", "FROM:TO:STEP");
    refused(&sweep, "cit=0:1:1e-9", "more than");
    refused(&sweep, "cit=1:2", "cit");
    refused(&sweep, "policy.route=nonsense", "nonsense");
    refused(&sweep, "start=2020-07-01:2020-07-10", "takes a step, as in FROM:TO:1d");
    refused(&sweep, "start=2020-07-01:2020-07-10:0", "FROM:TO:STEP");
    refused(&sweep, "start=2020-07-10:2020-07-01:1d", "FROM:TO:STEP");
    refused(&sweep, "start=2020-07-01:2020-07-10:-1d", "FROM:TO:STEP");
    refused(&sweep, "start=2020-07-01:2020-07-10:1w", "is no time");
    refused(&sweep, "start=2020-07-01:2020-07-10:1500ms", "whole seconds");
    refused(&sweep, "start=2020-07-01:2020-07-32:1d", "is no time");
    refused(&sweep, "start=1900-01-01:2020-07-31:1s", "more than");
    refused(&sweep, "cit=2020-07-01:2020-07-02:1d", "cit");
    must(sweep_vary(&sweep, "cit=1,2", &err), &err);
    refused(&sweep, "cit=3", "varied already");
}

FACT(test_too_many)
{
    DEFER(sweep_free)
    struct sweep sweep = sweep_with(SWEEP_REPLICATES_MAX, "cit=0:1:.001", "slo_scale=1:2:.1");
    assert_false(sweep_check(&sweep, &err));
    assert_has(err.message, "runs");
}

/* ---- points ---- */

FACT(test_points_follow_from_their_number)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(2, "cit=.5,1", "slo_scale=1:2:.5");
    static const double cits[] = {0.5, 1}, slos[] = {1, 1.5, 2};
    assert_int_equal(sweep_configurations(&sweep), 6);
    assert_int_equal(sweep_points(&sweep), 12);
    for (size_t point = 0; point < 12; point++) {
        DEFER(scenario_free) struct scenario scenario;
        assert_true(sweep_scenario(&sweep, point, &scenario, &err));
        assert_true(scenario.seed == sweep.base.seed + point % 2);
        assert_true(scenario.number[KNOB_CIT] == cits[point / 6]);
        assert_true(scenario.number[KNOB_SLO_SCALE] == slos[point / 2 % 3]);
    }
    char name[64];
    assert_string_equal(sweep_name(&sweep, 4, name, sizeof name), "cit=1, slo_scale=1.5");
    for (size_t k = 0; k < sweep_columns(&sweep); k++) {
        struct sweep_column column = sweep_column(&sweep, k);
        assert_int_equal(sweep_column_of(&sweep, column.metric, column.part), k);
    }
}

/* ---- running ---- */

struct taken {
    const struct sweep *sweep;
    size_t n, next, step;
    double *values;
    size_t stop_at; /* refuse this row; SIZE_MAX: none */
    size_t told;
};

static bool take(void *context, size_t point, const double *values, struct error *error)
{
    struct taken *taken = context;
    size_t columns = sweep_columns(taken->sweep);
    if (taken->n == taken->stop_at)
        return error_set(error, ERROR_SYSTEM, "here", "no more");
    assert_int_equal(point, taken->next);
    taken->next += taken->step;
    memcpy(taken->values + point * columns, values, columns * sizeof *values);
    taken->n++;
    return true;
}

static void tell(void *context, size_t done, size_t n)
{
    struct taken *taken = context;
    assert_true(done >= taken->told && done <= n);
    taken->told = done;
}

static bool run(struct taken *taken, size_t first, size_t skip, int threads, struct error *error)
{
    struct sweep_order order = {.sweep = taken->sweep,
                                .catalog = fixture_catalog(),
                                .first = first,
                                .step = taken->step,
                                .skip = skip,
                                .context = taken,
                                .row = take,
                                .tell = tell};
    DEFER(jobs_leave) struct jobs *jobs = jobs_create(jobs_helpers(threads), -1, error);
    bool good = sweep_run(&order, jobs, error);
    return good;
}

static double *room(const struct sweep *sweep)
{
    double *values = calloc(sweep_points(sweep), sweep_columns(sweep) * sizeof *values);
    assert_non_null(values);
    return values;
}

FACT(test_rows_are_those_of_runs)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(2, "cit=.6,1,1.4");
    size_t n = sweep_points(&sweep), columns = sweep_columns(&sweep);
    struct taken one = {.sweep = &sweep, .step = 1, .values = room(&sweep), .stop_at = SIZE_MAX};
    assert_true(run(&one, 0, 0, 1, &err));
    assert_int_equal(one.n, n);
    assert_int_equal(one.told, n);
    for (size_t point = 0; point < n; point++) {
        DEFER(scenario_free) struct scenario scenario;
        assert_true(sweep_scenario(&sweep, point, &scenario, &err));
        DEFER(simulation_free) struct simulation straight = simulate(&scenario);
        struct metric_source source = {.summary = &straight.summary, .model = straight.model};
        for (size_t k = 0; k < columns; k++) {
            struct sweep_column column = sweep_column(&sweep, k);
            double expected = metric_value(column.metric, &source, column.part);
            double found = one.values[point * columns + k];
            assert_true(isnan(expected) ? isnan(found) : found == expected);
        }
    }
    /* The same in three threads, and in two shards, one of them gone on with. */
    struct taken other = {.sweep = &sweep, .step = 1, .values = room(&sweep), .stop_at = SIZE_MAX};
    assert_true(run(&other, 0, 0, 3, &err));
    assert_memory_equal(other.values, one.values, n * columns * sizeof *one.values);
    memset(other.values, 0, n * columns * sizeof *one.values);
    memcpy(other.values, one.values, columns * sizeof *one.values);
    other =
        (struct taken){.sweep = &sweep, .step = 2, .values = other.values, .stop_at = SIZE_MAX, .next = 2};
    assert_true(run(&other, 0, 1, 2, &err));
    other =
        (struct taken){.sweep = &sweep, .step = 2, .values = other.values, .stop_at = SIZE_MAX, .next = 1};
    assert_true(run(&other, 1, 0, 2, &err));
    assert_memory_equal(other.values, one.values, n * columns * sizeof *one.values);
    free(one.values);
    free(other.values);
}

FACT(test_a_row_that_is_not_taken_ends_it)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(4, "cit=.6,1,1.4");
    struct taken taken = {.sweep = &sweep, .step = 1, .values = room(&sweep), .stop_at = 5};
    assert_false(run(&taken, 0, 0, 2, &err));
    assert_int_equal(taken.n, 5);
    assert_string_equal(err.message, "no more");
    free(taken.values);
}

FACT(test_a_configuration_that_cannot_run)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, "trace=nowhere");
    struct taken taken = {.sweep = &sweep, .step = 1, .values = room(&sweep), .stop_at = SIZE_MAX};
    assert_false(run(&taken, 0, 0, 1, &err));
    assert_int_equal(err.kind, ERROR_INPUT);
    assert_true(*err.message);
    free(taken.values);
}

/* ---- what it comes to ---- */

/* Three aims of sixty configurations, few values, so that there are ties. */
FACT(test_front_against_brute_force)
{
    static const enum metric aims[] = {METRIC_CARBON, METRIC_LATE, METRIC_ACCURACY};
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, "cit=0:5.9:.1");
    size_t n = sweep_points(&sweep), columns = sweep_columns(&sweep);
    assert_int_equal(n, 60);
    DEFER(memory_leave) double *values = room(&sweep);
    bool front[60];
    for (int round = 0; round < 50; round++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < 3; k++)
                values[i * columns + sweep_column_of(&sweep, aims[k], 0)] =
                    floor(6 * random_unit(7, ((uint64_t)round * n + i) * 3 + k));
            values[i * columns + sweep_column_of(&sweep, METRIC_SLO_MET, 0)] = 1;
            values[i * columns + sweep_column_of(&sweep, METRIC_OVERLOADED, 0)] = NAN;
        }
        struct sweep_values of = {&sweep, values};
        assert_true(sweep_front(&of, aims, 3, front));
        for (size_t i = 0; i < n; i++) {
            bool beaten = false;
            for (size_t j = 0; j < n; j++) {
                const double *a = values + j * columns, *b = values + i * columns;
                size_t carbon = sweep_column_of(&sweep, aims[0], 0),
                       late = sweep_column_of(&sweep, aims[1], 0);
                size_t accuracy = sweep_column_of(&sweep, aims[2], 0);
                bool as_good = a[carbon] <= b[carbon] && a[late] <= b[late] && a[accuracy] >= b[accuracy];
                bool same = a[carbon] == b[carbon] && a[late] == b[late] && a[accuracy] == b[accuracy];
                beaten |= as_good && !same;
            }
            assert_int_equal(front[i], !beaten);
        }
    }
}

FACT(test_best_keeps_every_slo_in_every_seed)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(2, "cit=1,2,3");
    size_t columns = sweep_columns(&sweep), carbon = sweep_column_of(&sweep, METRIC_CARBON, 0);
    size_t met = sweep_column_of(&sweep, METRIC_SLO_MET, 0),
           over = sweep_column_of(&sweep, METRIC_OVERLOADED, 0),
           broken = sweep_column_of(&sweep, METRIC_LIMITS_BROKEN, 0);
    static const double grams[] = {10, 14, 5, 7, 20, 22}, kept[] = {1, 1, 1, 0, 1, 1};
    DEFER(memory_leave) double *values = room(&sweep);
    for (size_t i = 0; i < 6; i++) {
        values[i * columns + carbon] = grams[i];
        values[i * columns + met] = kept[i];
        values[i * columns + broken] = !(kept[i] > 0);
        values[i * columns + over] = NAN;
    }
    struct sweep_values of = {&sweep, values};
    assert_int_equal(sweep_best(&of), 0);
    assert_true(sweep_share_met(&of, 1) == 0.5);
    struct confidence mean = sweep_mean(&of, 0, carbon);
    assert_close(mean.mean, 12, 1e-12);
    assert_close(mean.ci95, 12.7062 * sqrt(8.0 / 2), 1e-3);
    values[0 * columns + over] = 3;
    values[0 * columns + broken] = 1;
    assert_true(sweep_share_met(&of, 0) == 0.5 && sweep_share_kept(&of, 0) == 0.5);
    assert_int_equal(sweep_best(&of), 2);
    static const double excess[] = {0.1, 0.3, 0.2, NAN, 0.4, 0.05}; /* worst of each: 0.3, 0.2, 0.4 */
    struct limit row;
    for (size_t i = 0; i < 6; i++) {
        values[i * columns + broken] = 1;
        values[i * columns + sweep_column_of(&sweep, METRIC_LIMIT_EXCESS, 0)] = excess[i];
        values[i * columns + sweep_column_of(&sweep, METRIC_LIMIT_KIND, 0)] = LIMIT_TEMPERATURE;
        values[i * columns + sweep_column_of(&sweep, METRIC_LIMIT_VALUE, 0)] = 60 + (double)i;
        values[i * columns + sweep_column_of(&sweep, METRIC_LIMIT_AT, 0)] = 50;
    }
    assert_int_equal(sweep_best(&of), SIZE_MAX);
    assert_int_equal(sweep_nearest(&of, &row), 1);
    assert_true(row.kind == LIMIT_TEMPERATURE && row.value == 62 && row.margin == -12);
}

/* Over days the choice of the least mean is found as by hand, and against the base's own on the same days; a
 * choice that breaks an SLO on one day stands back. */
FACT(test_a_choice_over_places)
{
    DEFER(sweep_free) struct sweep sweep = sweep_with(1, "cit=.8,1,1.2", "load=.5,1,2");
    size_t columns = sweep_columns(&sweep), broken = sweep_column_of(&sweep, METRIC_LIMITS_BROKEN, 0);
    static const double grams[] = {5, 9, 1, 6, 9.5, 1.5, 4, 4, 0.1};
    DEFER(memory_leave) double *values = malloc(9 * columns * sizeof *values);
    struct sweep_values of = {&sweep, values};
    for (size_t i = 0; i < 9 * columns; i++)
        values[i] = NAN;
    for (size_t i = 0; i < 9; i++) {
        values[i * columns + sweep_column_of(&sweep, METRIC_CARBON, 0)] = grams[i];
        values[i * columns + sweep_column_of(&sweep, METRIC_HORIZON, 0)] = 100;
        for (int app = 0; app < sweep.base.n_apps; app++)
            values[i * columns + sweep_column_of(&sweep, METRIC_APP_REQUESTS, app)] = 600;
        values[i * columns + broken] = i == 7;
    }
    struct sweep_standing best;
    assert_int_equal(sweep_choices(&sweep), 1);
    assert_int_equal(sweep_likeness(&of), WORK_SAME);
    assert_true(sweep_over_places(&of, &best));
    assert_true(best.choice == 0 && best.places == 3 && best.wins == 3);
    assert_close(best.mean, 5, 1e-12);
    assert_close(best.own_mean, 17.0 / 3, 1e-12);
    assert_int_equal(sweep_best(&of), 1);       /* at load 1 */
    assert_int_equal(sweep_best_at(&of, 2), 8); /* at load 2 */
    assert_int_equal(sweep_best_at(&of, 0), 6);
    values[1 * columns + broken] = 1;
    assert_true(sweep_over_places(&of, &best) && best.choice == 3 && best.wins == 0);
    values[4 * columns + broken] = 1;
    assert_false(sweep_over_places(&of, &best));
    values[2 * columns + sweep_column_of(&sweep, METRIC_HORIZON, 0)] = 50;
    assert_int_equal(sweep_likeness(&of), WORK_OTHER_TIME);
}
