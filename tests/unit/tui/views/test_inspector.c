/* The inspector against the simulator itself: every decision of a run, under every scheme, is walked through
 * on the screen's own list; the branch it shows must follow from the operands by the paper's rule, and what
 * it says about finishing, missing and carbon must add up to the summary of the run. */
#include "tests/support/long_test.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/ask/inspector.h"

/* Busy enough that all of Algorithm 1's branches are taken: the threshold is edited twice on the way. */
static struct scenario make_busy(const char *route)
{
    char assignment[80];
    struct scenario scenario = carbondis_scenario(3, 70, 1500);
    snprintf(assignment, sizeof assignment, "policy.route=%s", route);
    assert_true(scenario_apply_set(&scenario, assignment, &err));
    assert_true(scenario_apply_at(&scenario, "30s:cit=0.3", &err));
    assert_true(scenario_apply_at(&scenario, "60s:cit=1.2", &err));
    assert_true(scenario_apply_at(&scenario, "70s:slo_scale=0.5", &err));
    return scenario;
}

static struct desk *open_busy(const char *route, int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = make_busy(route);
    return desk_on(&scenario, columns, rows);
}

static struct inspector *inspect(struct desk *desk)
{
    desk_acts(desk, ACTION_INSPECTOR);
    struct open_view *top = desk_top_view(desk);
    assert_non_null(top);
    assert_string_equal(view_names[top->id].name, "inspector");
    return ((struct ask *)top->state)->state;
}

/* To the run's first decision: the window's first, then the run's. */
static void rewind_list(struct decisions *list)
{
    decisions_end(list, -1);
    decisions_end(list, -1);
}

/* --- the list --- */

static bool same_decision(const struct decision *a, const struct decision *b)
{
    return a->app == b->app && a->request == b->request && a->t_ns == b->t_ns;
}

/* Walks the run in one direction and compares with the whole log; returns how many there are. */
static size_t compare_walk(struct decisions *list, const struct decision_log *all, int direction)
{
    size_t n = 0;
    do {
        const struct decision *wanted = &all->kept_list[direction > 0 ? n : all->kept - 1 - n];
        assert_true(n < all->kept);
        assert_true(same_decision(decisions_chosen(list), wanted));
        assert_true(list->at >= 0 && list->at < list->n_shown && list->log->kept <= DECISIONS_MAX);
        n++;
    } while (decisions_step(list, direction));
    return n;
}

FACT(test_walks_through_the_run_both_ways)
{
    static struct decision_log all;
    static const double gaps_ms[] = {20000, 70}; /* far apart, and many in a window */
    for (int i = 0; i < 2; i++) {
        DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, gaps_ms[i], 400);
        DEFER(desk_leave) struct desk *desk = desk_on(&scenario, 100, 30);
        const struct result *result = desk->explorer->results.current;
        assert_true(run_explain(result->run, 0, result->recording->end_ns, &all, NULL, NULL));
        assert_int_equal(all.kept, 1200);
        struct decisions *list = &inspect(desk)->list;
        assert_true(decisions_chosen(list)->t_ns <= desk->explorer->time.cursor_ns ||
                    desk->explorer->time.cursor_ns == 0);
        assert_true(list->log->kept < all.kept);
        rewind_list(list);
        assert_int_equal(compare_walk(list, &all, 1), all.kept);
        assert_int_equal(compare_walk(list, &all, -1), all.kept);
        while (decisions_step(list, 37))
            assert_true(list->at >= 0);
        assert_true(same_decision(decisions_chosen(list), &all.kept_list[all.kept - 1]));
    }
}

/* A window never holds more than the log does, however many decisions a second makes; nothing is left out on
 * the way. */
FACT_FOR(test_dense_runs_have_narrow_windows, plain_scenario(1, "unit", 0.2, 30000, 8, "P4"))
{
    int64_t next[8] = {0};
    for (int app = 0; app < scenario->n_apps; app++)
        scenario->apps[app].arrivals.kind = ARRIVAL_BACKLOGGED;
    scenario->hours = 0.2;
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 100, 30);
    desk_command(desk, "goto 300");
    struct decisions *list = &inspect(desk)->list;
    assert_true(list->log->count <= DECISIONS_MAX && list->log->count > 500);
    rewind_list(list);
    size_t n = 0;
    do {
        const struct decision *chosen = decisions_chosen(list);
        assert_int_equal(chosen->request, next[chosen->app]++);
        n++;
    } while (decisions_step(list, 1));
    assert_int_equal(n, 30000);
}

/* The chosen one is the last before the cursor; Enter takes the cursor to a decision and closes. */
FACT_AT(test_opens_at_the_cursor_and_takes_it_along, open_busy("carbondis", 100, 30))
{
    desk_command(desk, "goto 50");
    struct inspector *inspector = inspect(desk);
    const struct decision *chosen = decisions_chosen(&inspector->list);
    assert_true(chosen->t_ns <= 50 * NS_PER_S);
    assert_true(inspector->list.log->kept_list[inspector->list.shown[inspector->list.at] + 1].t_ns >
                50 * NS_PER_S);
    for (int i = 0; i < 700; i++)
        desk_key(desk, KEYCODE_DOWN);
    desk_draw(desk);
    int64_t t_ns = decisions_chosen(&inspector->list)->t_ns;
    assert_true(t_ns > 62 * NS_PER_S);
    desk_key(desk, '\r');
    assert_null(desk_top_view(desk));
    assert_int_equal(desk->explorer->time.cursor_ns, t_ns);
}

static int count_app(const struct decisions *list, int app)
{
    int n = 0;
    for (size_t i = 0; i < list->log->kept; i++)
        n += list->log->kept_list[i].app == app;
    return n;
}

FACT_AT(test_filters_while_typing, open_busy("carbondis", 100, 30))
{
    desk_command(desk, "goto 59");
    struct inspector *inspector = inspect(desk);
    struct decisions *list = &inspector->list;
    desk_type(desk, "/job 2");
    assert_int_equal(list->n_shown, count_app(list, 1));
    assert_true(list->n_shown > 0 && list->n_shown < (int)list->log->kept);
    assert_int_equal(decisions_chosen(list)->app, 1);
    desk_type(desk, " dirty");
    assert_true(list->n_shown > 0);
    for (int i = 0; i < list->n_shown; i++) {
        const struct decision *decision = &list->log->kept_list[list->shown[i]];
        assert_int_equal(decision->app, 1);
        assert_true(decision->reason == REASON_DIRTY_HIGH || decision->reason == REASON_DIRTY_LOW);
    }
    desk_action(desk, ACTION_BACK);
    assert_int_equal(list->n_shown, list->log->kept);
    desk_type(desk, "/late on");
    assert_true(list->n_shown > 0);
    for (int i = 0; i < list->n_shown; i++)
        assert_int_equal(list->log->kept_list[list->shown[i]].reason, REASON_MISS_HIGH);
    desk_action(desk, ACTION_BACK);
    desk_type(desk, "/a100"); /* where it went, not which one was busy */
    assert_true(list->n_shown > 0);
    for (int i = 0; i < list->n_shown; i++)
        assert_int_equal(list->log->kept_list[list->shown[i]].here.instance, 0);
    desk_action(desk, ACTION_BACK);
    desk_type(desk, "/1"); /* a digit names a job, and is not part of A100 */
    assert_int_equal(list->n_shown, count_app(list, 0));
    desk_action(desk, ACTION_BACK);
    desk_type(desk, "/nothing like it");
    assert_int_equal(list->n_shown, 0);
    assert_null(decisions_chosen(list));
    char *text = canvas_to_text(&desk->canvas);
    assert_has(text, "No decision here matches");
    free(text);
    desk_key(desk, KEYCODE_DOWN);
    assert_has(desk->message.text, "no decision after this one matches 'nothing like it'");
    desk_key(desk, KEYCODE_ENTER);
    assert_has(desk->message.text, "no decision of the run matches 'nothing like it'");
    desk_draw(desk);
    desk_acts(desk, ACTION_BACK);
    assert_non_null(decisions_chosen(list));
}

/* `/` again: the old filter holds until something else is typed, which takes its place. */
FACT_AT(test_filter_opened_again, open_busy("carbondis", 100, 30))
{
    desk_command(desk, "goto 59");
    struct decisions *list = &inspect(desk)->list;
    desk_type(desk, "/job 2");
    desk_key(desk, KEYCODE_ENTER);
    assert_int_equal(list->n_shown, count_app(list, 1));
    desk_type(desk, "/");
    assert_string_equal(list->filter, "job 2");
    assert_int_equal(list->n_shown, count_app(list, 1));
    desk_type(desk, "job 1");
    assert_string_equal(list->filter, "job 1");
    assert_int_equal(list->n_shown, count_app(list, 0));
    desk_key(desk, KEYCODE_ENTER);
    desk_type(desk, "/");
    desk_key(desk, KEYCODE_BACKSPACE);
    assert_int_equal(list->n_shown, list->log->kept);
    desk_type(desk, "job 1");
    desk_action(desk, ACTION_BACK);
    assert_string_equal(list->filter, "");
    desk_type(desk, "/a100"); /* nothing of the one that was cleared */
    assert_string_equal(list->filter, "a100");
}

/* n and N visit exactly the decisions of one reason, filter or not, through the whole run. */
FACT_AT(test_same_reason_through_the_run, open_busy("carbondis", 100, 30))
{
    static struct decision_log all;
    const struct result *result = desk->explorer->results.current;
    struct decisions *list = &inspect(desk)->list;
    rewind_list(list);
    while (decisions_chosen(list)->reason != REASON_DIRTY_HIGH)
        assert_true(decisions_step(list, 1));
    size_t visited = 1, expected = 0, back = 1;
    for (int64_t from_ns = 0; from_ns <= result->recording->end_ns; from_ns += 30 * NS_PER_S) {
        assert_true(run_explain(result->run, from_ns, from_ns + 30 * NS_PER_S - 1, &all, NULL, NULL));
        for (size_t i = 0; i < all.kept; i++)
            expected += all.kept_list[i].reason == REASON_DIRTY_HIGH;
    }
    while (decisions_same(list, 1)) {
        assert_int_equal(decisions_chosen(list)->reason, REASON_DIRTY_HIGH);
        visited++;
    }
    assert_int_equal(visited, expected);
    while (decisions_same(list, -1))
        back++;
    assert_int_equal(back, expected);
    desk_action(desk, ACTION_SAME_PREVIOUS);
    assert_has(desk->message.text, "dirty grid");
}

/* --- the facts --- */

/* The branch by the rule of the paper, written down once more. */
static int branch_by_the_paper(const struct decision *decision)
{
    if (decision->start_ns + decision->estimate_ns > decision->deadline_ns)
        return 0;
    return decision->cir > decision->cit ? 1 : 2;
}

static const struct facts_step *find_step(const struct facts *facts, const char *symbol)
{
    for (int i = 0; i < facts->n_steps; i++)
        if (strcmp(facts->steps[i].symbol, symbol) == 0)
            return &facts->steps[i];
    return NULL;
}

static void check_steps(const struct facts *facts, const struct decisions *list)
{
    const struct decision *decision = &facts->decision;
    const struct facts_step *el = find_step(facts, "EL"), *exft = find_step(facts, "EXFT"),
                            *cit = find_step(facts, "CIT");
    double slo_ms = decision->t_ns < 70 * NS_PER_S ? 150 : 75;
    assert_true(fabs(strtod(el->value, NULL) - (10 + 2.0 * decision->batch)) < 0.051);
    assert_true(fabs(strtod(exft->value, NULL) - slo_ms) < 1e-9);
    assert_int_equal(exft->tone, decision->t_ns < 70 * NS_PER_S ? TONE_STRONG : TONE_EDIT);
    assert_true(fabs(decision->ci / decision->aci - decision->cir) < 1e-12);
    double threshold = decision->t_ns < 30 * NS_PER_S ? 1 : decision->t_ns < 60 * NS_PER_S ? 0.3 : 1.2;
    assert_true(strtod(cit->value, NULL) == threshold);
    assert_int_equal(cit->tone, decision->t_ns < 30 * NS_PER_S ? TONE_STRONG : TONE_EDIT);
    assert_string_equal(cit->origin, decision->t_ns < 30 * NS_PER_S   ? ""
                                     : decision->t_ns < 60 * NS_PER_S ? "edited 06:00:30"
                                                                      : "edited 06:01");
}

FACT_AT(test_branches_follow_from_the_operands, open_busy("carbondis", 100, 30))
{
    int reasons[REASON_COUNT] = {0}, busy_ahead = 0;
    struct inspector *inspector = inspect(desk);
    struct decisions *list = &inspector->list;
    rewind_list(list);
    do {
        facts_make(&inspector->facts, list, 0);
        const struct facts *facts = &inspector->facts;
        const struct decision *decision = &facts->decision;
        const struct model *model = list->result->model;
        int taken = branch_by_the_paper(decision);
        bool high = model->instances[decision->instance].class == CLASS_HIGH;
        assert_int_equal(facts->n_branches, 3);
        for (int i = 0; i < 3; i++)
            assert_int_equal(facts->branches[i].state, i == taken  ? FACTS_TAKEN
                                                       : i < taken ? FACTS_PASSED
                                                                   : FACTS_NOT_ASKED);
        if (taken == 2)
            assert_false(high);
        else /* 4 and 5 take the high-end exactly when it is free */
            assert_int_equal(high, high ? decision->here.app < 0 : decision->other.app < 0);
        const char *sign = strstr(facts->branches[0].numbers, taken == 0 ? " > " : " ≤ ");
        assert_non_null(sign);
        double left = strtod(facts->branches[0].numbers, NULL), right = strtod(strchr(sign + 1, ' '), NULL);
        assert_true((left > right) == (taken == 0));
        assert_true(
            fabs(left - ns_to_ms(decision->start_ns + decision->estimate_ns - decision->arrived_ns)) <= 0.5);
        assert_non_null(strstr(facts->branches[taken].outcome, high ? "A100" : "P4"));
        check_steps(&inspector->facts, list);
        reasons[inspector->facts.decision.reason]++;
        busy_ahead += strstr(find_step(&inspector->facts, "CT")->origin, "after request") != NULL;
    } while (decisions_step(list, 1));
    assert_true(reasons[REASON_MISS_HIGH] > 10 && reasons[REASON_DIRTY_HIGH] > 10);
    assert_true(reasons[REASON_DIRTY_LOW] > 10 && reasons[REASON_CLEAN_LOW] > 10 && busy_ahead > 10);
}

/* When each request ends and what it draws above idle power, summed over the run, is what the run says:
 * misses of every app, carbon of all. */
static void check_sums(struct desk *desk, const char *route, bool from_start)
{
    struct inspector *inspector = inspect(desk);
    struct decisions *list = &inspector->list;
    const struct recording *recording = desk->explorer->results.current->recording;
    const struct model *model = desk->explorer->results.current->model;
    int64_t missed[APPS_MAX] = {0}, n = 0;
    double grams = 0, idle_w = 0;
    rewind_list(list);
    do {
        facts_make(&inspector->facts, list, 0);
        const struct facts *facts = &inspector->facts;
        const struct facts_place *here = &facts->places[facts->choice.here];
        assert_false(here->is.at_least);
        assert_true(strlen(facts->sentence[0]) > 20 && strlen(facts->sentence[1]) > 4);
        assert_null(strstr(facts->sentence[0], "n/a"));
        assert_true(facts->n_steps >= 3 && facts->n_branches >= 1 && *facts->rule);
        bool late = choice_spare_ns(&facts->choice, &here->is) < 0;
        missed[facts->decision.app] += late;
        assert_int_equal(late, choice_is_late(model, &facts->decision));
        assert_int_equal(late, strstr(facts->sentence[0], "after its deadline:") ||
                                   strstr(facts->sentence[0], "it is late by "));
        grams += here->is.above_idle_g;
        n++;
    } while (decisions_step(list, 1));
    assert_int_equal(n, 4500);
    for (int app = 0; app < recording->n_apps && from_start; app++)
        if (missed[app] != recording->summary.apps[app].violations)
            fail_msg("%s, job %d: %lld missed, the run says %lld", route, app + 1, (long long)missed[app],
                     (long long)recording->summary.apps[app].violations);
    for (int gpu = 0; gpu < model->n_gpus; gpu++)
        idle_w += model->gpus[gpu].idle_w;
    double whole = grams + carbon_grams(idle_w * ns_to_s(recording->end_ns), 100, 1);
    if (fabs(whole / recording->summary.carbon_total_g - 1) > 1e-9)
        fail_msg("%s: %.9f g, the run says %.9f g", route, whole, recording->summary.carbon_total_g);
    desk_close_view(desk);
}

FACT(test_sums_are_those_of_the_run)
{
    static const char *const routes[] = {"carbondis",  "highperf",    "lowenergy", "dybatch",
                                         "random",     "fifo-pull",   "own-queue", "round-robin",
                                         "random-pod", "least-loaded"};
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        DEFER(scenario_free) struct scenario scenario = make_busy(routes[i]);
        /* An SLO that changes while a request runs is judged at its end: here it does not. */
        scenario_unedit(&scenario, scenario.n_edits - 1);
        DEFER(desk_leave) struct desk *desk = desk_on(&scenario, 100, 30);
        check_sums(desk, routes[i], true);
    }
}

/* From a miss, the inspector opens on the request that missed, under whatever scheme, marks it, and finds it
 * by that word. */
FACT(test_opens_on_the_request_that_missed)
{
    static const char *const routes[] = {"carbondis", "dybatch", "lowenergy", "random"};
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        DEFER(scenario_free) struct scenario scenario = make_busy(routes[i]);
        scenario_unedit(&scenario, scenario.n_edits - 1); /* an SLO that changes is judged at the end */
        assert_true(scenario_apply_set(&scenario, "slo_scale=0.4", NULL));
        DEFER(desk_leave) struct desk *desk = desk_on(&scenario, 100, 30);
        desk_action(desk, ACTION_TIME_START);
        for (int miss = 0; miss < 3; miss++) {
            desk_action(desk, ACTION_MISS_NEXT);
            assert_memory_equal(desk->message.text, "late here: job ", 15);
            struct inspector *inspector = inspect(desk);
            const struct facts *facts = &inspector->facts;
            const struct facts_place *here = &facts->places[facts->choice.here];
            int64_t end_ns = facts->decision.arrived_ns + here->is.wait_ns + here->is.run_ns;
            assert_true(choice_spare_ns(&facts->choice, &here->is) < 0);
            assert_true(llabs(end_ns - desk->explorer->time.cursor_ns) < NS_PER_MS / 10);
            assert_shows(desk, "○");
            assert_true(inspector->n_missed > 0);
            decisions_filter(&inspector->list, "over");
            for (int at = 0; at < inspector->list.n_shown; at++)
                assert_true(choice_is_late(inspector->list.result->model,
                                           &inspector->list.log->kept_list[inspector->list.shown[at]]));
            assert_true(inspector->list.n_shown > 0 && inspector->list.at >= 0);
            desk_close_view(desk);
        }
    }
}

/* DYBATCH: the shares on the screen are the service times so far, and the one that goes is the smallest of
 * those that wait. */
FACT_FOR(test_dybatch_shows_its_shares, make_busy("dybatch"))
{
    int64_t served_ns[3] = {0};
    int high = 0, contested = 0;
    for (int app = 0; app < scenario->n_apps; app++)
        scenario->apps[app].arrivals.mean_gap_ms = 28; /* nearly too much: several wait at a time */
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 100, 30);
    struct inspector *inspector = inspect(desk);
    struct decisions *list = &inspector->list;
    rewind_list(list);
    do {
        facts_make(&inspector->facts, list, 0);
        const struct facts *facts = &inspector->facts;
        const struct decision *decision = &facts->decision;
        assert_int_equal(decision->share_ns, served_ns[decision->app]);
        assert_true(decision->waiting >> decision->app & 1);
        for (int app = 0; app < 3; app++) {
            char name[16], value[32];
            snprintf(name, sizeof name, "job %d", app + 1);
            snprintf(value, sizeof value, "%.2f s", ns_to_s(served_ns[app]));
            const struct facts_step *step = find_step(facts, name);
            if (step) /* not known where the app has no decision in the window */
                assert_string_equal(step->value, value);
            else
                assert_true(app != decision->app);
            bool waits = decision->waiting >> app & 1;
            if (decision->reason == REASON_SHARE_HIGH && waits)
                assert_true(served_ns[app] >= served_ns[decision->app]);
            contested += decision->reason == REASON_SHARE_HIGH && waits && app != decision->app;
        }
        if (decision->reason == REASON_SHARE_HIGH) {
            high++;
            served_ns[decision->app] += facts->places[facts->choice.here].is.run_ns;
        } else {
            assert_true(decision->other.app >= 0); /* never idle while one waits */
        }
    } while (decisions_step(list, 1));
    assert_true(high > 100 && contested > 20);
}

/* --- the screen --- */

FACT_AT(test_says_so_while_simulating, open_busy("carbondis", 100, 30))
{
    struct recording *recording = desk->explorer->results.current->recording;
    atomic_store(&recording->finished, false);
    const struct inspector *inspector = inspect(desk);
    char *text = canvas_to_text(&desk->canvas);
    assert_has(text, "once the run is simulated");
    assert_false(inspector->any_facts);
    free(text);
    static const enum action_id actions[] = {ACTION_LIST_DOWN,  ACTION_LIST_PAGE_UP, ACTION_LIST_FIRST,
                                             ACTION_LIST_LAST,  ACTION_SAME_NEXT,    ACTION_LIST_ACCEPT,
                                             ACTION_LIST_FILTER};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        desk_action(desk, actions[i]);
    atomic_store(&recording->finished, true);
    desk_draw(desk);
    assert_true(inspector->any_facts);
}

/* Another run under the open inspector: it is listed around the time that was looked at. */
FACT_AT(test_follows_the_run_explored, open_busy("carbondis", 100, 30))
{
    desk_command(desk, "goto 40");
    const struct inspector *inspector = inspect(desk);
    desk_command(desk, "set policy.route dybatch");
    explorer_wait(desk->explorer);
    desk_draw(desk);
    assert_ptr_equal(inspector->list.result, desk->explorer->results.current);
    assert_true(inspector->facts.decision.t_ns <= 40 * NS_PER_S);
    assert_true(inspector->facts.decision.t_ns > 35 * NS_PER_S);
}

FACT_AT(test_mouse, open_busy("carbondis", 100, 30))
{
    const struct decisions *list = &inspect(desk)->list;
    const struct ask *ask = desk_top_view(desk)->state;
    struct mouse_event event = desk_choice(desk, (int)ask->step + 3);
    int at = list->at + 3;
    desk_points(desk, MOUSE_PRESS, event.x, event.y);
    assert_int_equal(list->at, at);
    desk_points(desk, MOUSE_WHEEL_DOWN, event.x, event.y);
    assert_int_equal(list->at, at + 1);
    desk_points(desk, MOUSE_WHEEL_UP, event.x, event.y);
    assert_int_equal(list->at, at);
    int64_t t_ns = decisions_chosen(list)->t_ns;
    desk_points(desk, MOUSE_PRESS, 90, 4);
    assert_non_null(desk_top_view(desk));
    event = desk_choice(desk, (int)ask->step);
    desk_points(desk, MOUSE_PRESS, event.x, event.y);
    assert_null(desk_top_view(desk));
    assert_int_equal(desk->explorer->time.cursor_ns, t_ns);
}

/* A sign without a twin would be a '?'; there are two questions ("... deadline?", "... take?") and the key of
 * help. */
static void check_ascii(const struct canvas *canvas, int at)
{
    uint32_t glyph = canvas->cells[at].glyph;
    bool asked = at > 0 && canvas->cells[at - 1].glyph == 'e';
    bool room = at % canvas->w < canvas->w - 2; /* for a twin of two signs */
    assert_true(glyph < 128 && (glyph != '?' || asked || !room || at / canvas->w == canvas->h - 1));
}

/* On a high screen every request of the window is seen, on a low one what is said of the chosen one stays. */
FACT(test_the_window_where_there_is_room)
{
    struct desk *desk = open_busy("carbondis", 200, 60);
    inspect(desk);
    assert_shows(desk, "Who was where", "This window arrival to end, % of SLO");
    desk_leave(&desk);
    desk = open_busy("carbondis", 80, 24);
    inspect(desk);
    assert_false(desk_shows(desk, "This window"));
    assert_shows(desk, "Algorithm 1, step by step");
    desk_leave(&desk);
}

/* Each size under one of the routers, the sizes beside it under others; in a long test under all. */
FACT(test_every_size_draws)
{
    enum { N_ROUTES = 5 };
    static const char *const routes[N_ROUTES] = {"carbondis", "dybatch", "random", "highperf",
                                                 "least-loaded"};
    for (int i = 0; i < N_ROUTES; i++) {
        DEFER(desk_leave) struct desk *desk = open_busy(routes[i], 100, 30);
        struct inspector *inspector = inspect(desk);
        for (struct sizes at = {0}; sizes_next(&at);) {
            if (!long_test() && sizes_choose(&at, N_ROUTES) != i)
                continue;
            desk->canvas.glyphs = (enum glyph_set)(GLYPHS_BRAILLE + at.column % 3);
            assert_true(desk_resize(desk, at.columns, at.rows, &err));
            desk_draw(desk);
            decisions_step(&inspector->list, sizes_choose(&at, 7) - 3);
            for (int c = 0; c < at.columns * at.rows && desk->canvas.glyphs == GLYPHS_ASCII; c++)
                check_ascii(&desk->canvas, c);
        }
    }
}
