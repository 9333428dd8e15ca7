/* Questions: each answer is what a straight run of its scenario gives; what is known is not simulated again;
 * what is no longer wanted is called off; nothing more urgent waits for it. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/mixed_support.h"

enum { VALUES = 7 };

/* The values of CIT; `asked` counts what is simulated too, since a run asks for its scenario. */
struct values {
    struct scenario base;
    size_t n;
    double from;
    int impossible; /* of these there is none; -1: all are */
    int untraced;   /* of these the trace is missing; -1: none */
    _Atomic int asked;
    _Atomic bool freed;
};

static bool value_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    struct values *values = context;
    assert_false(values->freed);
    atomic_fetch_add(&values->asked, 1);
    if ((int)i == values->impossible)
        return error_set(error, ERROR_INPUT, "", "no such value");
    assert_true(scenario_copy(scenario, &values->base));
    scenario->number[KNOB_CIT] = values->from + 0.05 * (double)i;
    if ((int)i == values->untraced)
        strcpy(scenario->trace, "nowhere");
    return true;
}

static void free_values(void *context)
{
    ((struct values *)context)->freed = true;
}

static void values_init(struct values *values, size_t n, double from)
{
    *values = (struct values){.n = n, .from = from, .impossible = -1, .untraced = -1};
    values->base = carbondis_scenario(3, 40, 3000);
}

static struct question *ask(struct explorer *explorer, struct values *values, enum job_priority priority)
{
    struct question_plan plan = {.n = values->n,
                                 .priority = priority,
                                 .scenario = value_scenario,
                                 .context = values,
                                 .free_context = free_values};
    values->freed = false;
    struct question *question = explorer_ask(explorer, &plan, &err);
    assert_or(question, "%s", err.message);
    return question;
}

static void assert_straight(const struct question *question, struct values *values, size_t i)
{
    DEFER(scenario_free) struct scenario scenario;
    const struct answer *answer = question_answer(question, i);
    assert_non_null(answer);
    assert_true(value_scenario(values, i, &scenario, NULL));
    DEFER(simulation_free) struct simulation straight = simulate(&scenario);
    struct metric_source source = {.summary = &straight.summary, .model = straight.model};
    assert_memory_equal(answer_summary(answer), &straight.summary, sizeof straight.summary);
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        enum metric_scope scope = metric_scope_of((enum metric)metric);
        int parts = scope == METRIC_OF_APP ? 3 : scope == METRIC_OF_GPU ? 4 : 1;
        for (int part = 0; part < parts; part++) {
            double expected = metric_value((enum metric)metric, &source, part);
            double obtained = answer_metric(answer, (enum metric)metric, part);
            assert_true(obtained == expected || (isnan(obtained) && isnan(expected)));
        }
        assert_true(isnan(answer_metric(answer, (enum metric)metric, parts)));
    }
}

/* ---- answers ---- */

FACT(test_answers_are_those_of_straight_runs)
{
    struct values values;
    values_init(&values, VALUES, 0.8);
    struct explorer *explorer = explorer_open_on(&values.base);
    struct question *question = ask(explorer, &values, JOB_ASKED);
    assert_int_equal(question_size(question), VALUES);
    assert_true(explorer_busy(explorer));
    explorer_wait(explorer);
    assert_true(question_is_over(question));
    assert_int_equal(question_done(question), VALUES);
    for (size_t i = 0; i < VALUES; i++) {
        assert_null(question_fault(question, i));
        assert_straight(question, &values, i);
    }
    explorer_forget(explorer, question);
    explorer_free(explorer);
    assert_true(values.freed);
    scenario_free(&values.base);
}

/* Asked for each run once before any begins, and once more by each that is simulated: so the count says how
 * many are. The run explored is one that is known. */
FACT(test_known_answers_start_no_run)
{
    struct values values;
    values_init(&values, VALUES, 0.8);
    struct explorer *explorer = explorer_open_on(&values.base);
    explorer_wait(explorer);
    struct question *first = ask(explorer, &values, JOB_LATER);
    assert_int_equal(question_done(first), 1); /* CIT 1, which is explored */
    explorer_wait(explorer);
    assert_int_equal(question_done(first), VALUES);
    explorer_forget(explorer, first);
    assert_true(values.freed);
    values.asked = 0;
    struct question *again = ask(explorer, &values, JOB_LATER);
    assert_int_equal(question_done(again), VALUES);
    assert_true(question_is_over(again));
    assert_int_equal(values.asked, VALUES);
    explorer_wait(explorer);
    assert_int_equal(values.asked, VALUES);
    assert_straight(again, &values, VALUES - 1);
    /* Another list with most of the same runs: two of them are new. */
    struct values other;
    values_init(&other, VALUES, 0.9);
    struct question *beside = ask(explorer, &other, JOB_LATER);
    assert_int_equal(question_done(beside), VALUES - 2);
    explorer_wait(explorer);
    for (size_t i = 0; i < VALUES; i++)
        assert_straight(beside, &other, i);
    explorer_free(explorer); /* with questions that nobody has forgotten */
    scenario_free(&values.base);
    scenario_free(&other.base);
}

/* A change of the scenario explored leaves a question alone. */
FACT(test_a_question_stands_for_itself)
{
    struct values values;
    char note[160];
    values_init(&values, VALUES, 0.8);
    struct explorer *explorer = explorer_open_on(&values.base);
    struct question *question = ask(explorer, &values, JOB_LATER);
    struct knob_value load = {.number = 1.4};
    assert_true(explorer_set_initial(explorer, knob_of_run(KNOB_LOAD), &load, note, NULL));
    explorer_wait(explorer);
    for (size_t i = 0; i < VALUES; i++)
        assert_straight(question, &values, i);
    explorer_free(explorer);
    scenario_free(&values.base);
}

/* More answers than are kept: a question holds its own. */
FACT(test_a_question_holds_its_answers)
{
    struct values values;
    values_init(&values, ANSWERS_KEPT + 20, 0);
    for (int app = 0; app < values.base.n_apps; app++)
        values.base.apps[app].requests = 3;
    struct explorer *explorer = explorer_open_on(&values.base);
    struct question *question = ask(explorer, &values, JOB_LATER);
    explorer_wait(explorer);
    assert_int_equal(question_done(question), ANSWERS_KEPT + 20);
    for (size_t i = 0; i < values.n; i += 97)
        assert_straight(question, &values, i);
    explorer_free(explorer);
    scenario_free(&values.base);
}

/* ---- faults ---- */

FACT(test_a_fault_is_that_of_one_run)
{
    struct values values;
    values_init(&values, VALUES, 0.8);
    values.impossible = 1;
    values.untraced = 3;
    struct explorer *explorer = explorer_open_on(&values.base);
    struct question *question = ask(explorer, &values, JOB_ASKED);
    assert_string_equal(question_fault(question, 1), "no such value");
    explorer_wait(explorer);
    assert_int_equal(question_done(question), VALUES);
    assert_has(question_fault(question, 3), "nowhere");
    for (size_t i = 0; i < VALUES; i++) {
        assert_true(!question_fault(question, i) == (i != 1 && i != 3));
        if (i != 1 && i != 3)
            assert_straight(question, &values, i);
        else
            assert_null(question_answer(question, i));
    }
    explorer_free(explorer);
    scenario_free(&values.base);
}

FACT(test_nothing_asked)
{
    struct values values;
    values_init(&values, 0, 0.8);
    struct explorer *explorer = explorer_open_on(&values.base);
    struct question *question = ask(explorer, &values, JOB_ASKED);
    assert_true(question_is_over(question));
    assert_int_equal(question_done(question), 0);
    explorer_forget(explorer, question);
    explorer_forget(explorer, NULL);
    explorer_free(explorer);
    assert_true(values.freed);
    scenario_free(&values.base);
}

/* ---- calling off ---- */

/* What a run of a question cannot get past until somebody has opened it. */
struct gate {
    struct values values;
    _Atomic int begun;
    _Atomic bool open;
};

static bool gated_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    struct gate *gate = context;
    if (atomic_load(&gate->values.asked) >= 2 * (int)gate->values.n) { /* not of the asking thread */
        atomic_fetch_add(&gate->begun, 1);
        while (!atomic_load(&gate->open))
            sched_yield();
    }
    return value_scenario(&gate->values, i, scenario, error);
}

FACT(test_forgetting_calls_off)
{
    struct gate gate = {0};
    values_init(&gate.values, 60, 0.3);
    struct explorer *explorer = explorer_open_on(&gate.values.base);
    explorer_wait(explorer);
    struct question_plan plan = {.n = gate.values.n,
                                 .priority = JOB_LATER,
                                 .scenario = gated_scenario,
                                 .context = &gate,
                                 .free_context = NULL};
    struct question *question = explorer_ask(explorer, &plan, &err);
    assert_non_null(question);
    while (atomic_load(&gate.begun) == 0)
        sched_yield();
    explorer_forget(explorer, question); /* does not wait for those that have begun */
    atomic_store(&gate.open, true);
    explorer_wait(explorer);
    assert_false(explorer_busy(explorer));
    assert_true(atomic_load(&gate.begun) < 60);
    explorer_free(explorer);
    scenario_free(&gate.values.base);
}

/* ---- urgency ---- */

/* A turn is answered while a question with more work than anybody waits for is simulated: at the end of the
 * turn most of the question is still to come, however many threads there are. */
FACT(test_a_turn_goes_first)
{
    struct values values;
    char note[160];
    values_init(&values, 400, 0);
    struct explorer *explorer = explorer_open_on(&values.base);
    explorer_wait(explorer);
    struct question *question = ask(explorer, &values, JOB_LATER);
    for (int turn = 1; turn <= 3; turn++) {
        struct knob_value load = {.number = 1 + 0.1 * turn};
        assert_true(explorer_set_initial(explorer, knob_of_run(KNOB_LOAD), &load, note, NULL));
        job_wait(explorer->results.current->job);
        explorer_pump(explorer, false);
        assert_true(result_is_finished(explorer->results.current));
        assert_true(question_done(question) < 200);
    }
    assert_false(question_is_over(question));
    explorer_forget(explorer, question);
    explorer_free(explorer);
    assert_true(values.freed);
    scenario_free(&values.base);
}
