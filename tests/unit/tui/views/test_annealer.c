/* The searches of a controller on the screen: hand-made histories are listed, counted and put into words; the
 * view opens where the cursor is and takes it along; the step of the rule is told in numbers; any size. */
#include "tests/unit/tui/desk_support.h"
#include "tui/words/scheme_words.h"

enum { MINUTE = 60, SEARCHES = 3 };

/* --- a history --- */

static struct graph graph_with(int v, int slice, int count)
{
    struct graph graph = {0};
    graph.count[v][slice] = (int16_t)count;
    return graph;
}

static void put(struct recording *recording, struct evaluation entry)
{
    assert_true(chronicle_put(&recording->evaluations, &entry));
}

static struct evaluation entry_of(int search, int kind, int reason, double at_s, double took_s)
{
    return (struct evaluation){.begin_ns = ns_from_s(at_s),
                               .end_ns = ns_from_s(at_s + took_s),
                               .search = search,
                               .kind = kind,
                               .reason = reason,
                               .ci = 200 + 20 * search,
                               .lambda = 0.5,
                               .replicated = 1,
                               .probability = NAN,
                               .draw = NAN,
                               .late = NAN};
}

/* A try: 1g slices with variant 0, from a centre of one 3g slice with variant 1 and three 1g ones. */
static struct evaluation try_of(int search, int step, int kind, int reason, double at_s)
{
    struct evaluation entry = entry_of(search, kind, reason, at_s, kind == EVALUATION_CACHED ? 0 : 30);
    entry.step = step;
    entry.temperature = 1 - 0.05 * step;
    entry.energy_j = 12.5;
    entry.accuracy_change = -2.1;
    entry.carbon_change = 41.3;
    entry.f = 19.6;
    entry.h = -19.6;
    entry.centre_h = reason == TRY_BETTER ? -17 : -20;
    entry.tail_ms = 120;
    entry.late = reason == TRY_REJECTED ? 1.2 : 0.8;
    entry.compliant = entry.late <= 1;
    entry.graph = graph_with(0, MIG_1G, 7);
    entry.centre = graph_with(0, MIG_1G, 4);
    entry.centre.count[1][MIG_3G] = 1;
    if (reason == TRY_LUCK || reason == TRY_REJECTED) {
        entry.probability = 0.6703;
        entry.draw = reason == TRY_LUCK ? 0.25 : 0.75;
    }
    return entry;
}

/* Three searches at 10, 70 and 130 minutes. The second has no end. */
static void fill(struct recording *recording)
{
    recording_add_variant(recording, "b1");
    recording_add_variant(recording, "b5");
    recording->n_graph_variants = 2;
    recording->graph_variants[0] = (struct recorded_variant){0, 0};
    recording->graph_variants[1] = (struct recorded_variant){0, 1};
    static const int triggers[] = {TRIGGER_START, TRIGGER_INTENSITY, TRIGGER_INTENSITY};
    for (int search = 0; search < 3; search++) {
        double at_s = (10 + 60 * search) * MINUTE;
        put(recording, entry_of(search, EVALUATION_BEGIN, triggers[search], at_s, 0));
        put(recording, try_of(search, 0, EVALUATION_MEASURED, TRY_BETTER, at_s));
        put(recording, try_of(search, 1, EVALUATION_MEASURED, TRY_REJECTED, at_s + 30));
        put(recording, try_of(search, 2, EVALUATION_CACHED, TRY_LUCK, at_s + 60));
        struct evaluation end = entry_of(search, EVALUATION_END, KEPT_BEST, at_s + 60, 0);
        end.graph = graph_with(1, MIG_3G, 1);
        end.f = search == 2 ? -1.9 : 21.5;
        if (search != 1)
            put(recording, end);
    }
    chronicle_publish(&recording->evaluations);
}

static struct desk *open_searched(int columns, int rows)
{
    struct desk *desk = desk_for_test(columns, rows);
    fill(desk->explorer->results.current->recording);
    desk->explorer->events.generation = 0;
    desk_settle(desk);
    return desk;
}

static void act(struct desk *desk, enum action_id action)
{
    desk_acts(desk, (int)action);
}

static struct ask *look(struct desk *desk)
{
    act(desk, ACTION_ANNEALER);
    struct open_view *top = desk_top_view(desk);
    assert_non_null(top);
    assert_string_equal(view_names[top->id].name, "annealer");
    return top->state;
}

/* --- the list --- */

FACT_AT(test_lists_searches, open_searched(120, 40))
{
    DEFER(searches_free) struct searches searches = {0};
    const struct recording *recording = desk->explorer->results.current->recording;
    assert_true(searches_read(&searches, recording));
    assert_false(searches_read(&searches, recording));
    assert_int_equal(searches.n, 3);
    for (int s = 0; s < 3; s++) {
        const struct event_search *search = &searches.items[s];
        assert_int_equal(search->begin_ns, ns_from_s((10 + 60 * s) * MINUTE));
        assert_int_equal(search->n_tries, 3);
        assert_int_equal(search->measured, 2);
        assert_int_equal(search->cached, 1);
        assert_int_equal(search->met, 2);
        assert_int_equal(search->kept >= 0, s != 1);
        assert_true(s == 0 ? isnan(search->ci_before) : search->ci_before == search->ci - 20);
    }
    assert_int_equal(searches_at(&searches, 0), 0);
    assert_int_equal(searches_at(&searches, ns_from_s(70 * MINUTE) - 1), 0);
    assert_int_equal(searches_at(&searches, ns_from_s(70 * MINUTE)), 1);
    assert_int_equal(searches_at(&searches, INT64_MAX), 2);
}

FACT_AT(test_words, open_searched(120, 40))
{
    char text[200];
    const struct recording *recording = desk->explorer->results.current->recording;
    for (int reason = 0; reason < EVALUATION_REASONS; reason++) {
        assert_true(*search_reason_word(reason) && strlen(search_reason_word(reason)) <= 13);
        assert_int_equal(search_reason_sentence(reason)[strlen(search_reason_sentence(reason)) - 1], '.');
    }
    struct graph graph = graph_with(0, MIG_1G, 4), centre = graph_with(0, MIG_1G, 2);
    graph.count[1][MIG_3G] = 1;
    centre.count[1][MIG_2G] = 1;
    search_print_graph(recording, &graph, text, sizeof text);
    assert_string_equal(text, "3g b5, 4×1g b1");
    search_print_difference(recording, &graph, &centre, text, sizeof text);
    assert_string_equal(text, "+ 3g b5  + 2×1g b1  − 2g b5");
    search_print_difference(recording, &graph, &graph, text, sizeof text);
    assert_string_equal(text, "= the centre");
    search_print_graph(recording, &(struct graph){0}, text, sizeof text);
    assert_string_equal(text, "nothing");
    graph = graph_with(9, MIG_1G, 1); /* a number that stands for nothing */
    search_print_graph(recording, &graph, text, sizeof text);
    assert_string_equal(text, "1g ?");
}

/* --- the view --- */

FACT_AT(test_cursor_and_back, open_searched(120, 40))
{
    desk_command(desk, "goto 71m");
    struct ask *ask = look(desk);
    assert_int_equal(ask->step, 1);
    assert_int_equal(ask->left, SEARCHES + 2); /* where Tab leads */
    act(desk, ACTION_LIST_DOWN);
    assert_int_equal(ask->step, 2);
    act(desk, ACTION_LIST_ACCEPT);
    assert_null(desk_top_view(desk));
    assert_int_equal(desk->explorer->time.cursor_ns, ns_from_s(130 * MINUTE));
    ask = look(desk);
    act(desk, ACTION_LIST_TAB);
    act(desk, ACTION_LIST_FIRST);
    act(desk, ACTION_LIST_DOWN);
    assert_int_equal(ask->step, SEARCHES + 1);
    act(desk, ACTION_LIST_ACCEPT); /* when the verdict fell */
    assert_int_equal(desk->explorer->time.cursor_ns, ns_from_s(131 * MINUTE));
}

FACT_AT(test_says_what_happened, open_searched(160, 45))
{
    desk_command(desk, "goto 130m");
    look(desk);
    assert_shows(desk, "Grid +9 % to 240 g/kWh: 3 tries (2 measured, 2 in time); kept 3g b5", "−1.9");
    assert_shows(desk, "slices      J", " centre h "); /* numbers stay near the graph that they are of */
    assert_shows(desk, "Taken: h is lower than the centre's",
                 "lambda 0.50 × carbon 41.30 + 0.50 × accuracy −2.10 = 19.60",
                 "+ 3×1g b1  − 3g b5   (4 edges from the centre)", "tail      ● 120 ms, 80 % of the SLO");
    act(desk, ACTION_LIST_TAB);
    act(desk, ACTION_LIST_DOWN);
    assert_shows(desk, "Left: h is higher", "tail      ○ 120 ms, 120 % of the SLO",
                 "exp(−0.40 / 0.95) = 0.6703, drawn 0.7500");
    act(desk, ACTION_LIST_DOWN);
    assert_shows(desk, "Taken although h is higher", "known");
    act(desk, ACTION_LIST_LEFT);
    act(desk, ACTION_LIST_UP);
    assert_shows(desk, "still searching");
    act(desk, ACTION_LIST_DOWN); /* f by the rule in force: a limit leaves lambda nothing to weigh */
    act(desk, ACTION_LIST_FIRST);
    desk->explorer->results.current->model->scenario.number[KNOB_ACCURACY_LOSS_PCT] = 2;
    question_retell(desk_top_view(desk)->state);
    desk_draw(desk);
    assert_false(desk_shows(desk, "lambda 0.50 ×"));
    assert_shows(desk, "f         19.60: the carbon saved alone, as accuracy has a limit");
}

FACT_AT(test_same_trigger, open_searched(120, 40))
{
    desk_command(desk, "goto 70m");
    struct ask *ask = look(desk);
    desk_key(desk, 'n');
    assert_int_equal(ask->step, 2);
    desk_key(desk, 'n');
    assert_int_equal(ask->step, 2);
    assert_has(desk->message.text, "no search after this one for the same reason, grid moved");
    desk_key(desk, 'N');
    assert_int_equal(ask->step, 1);
    desk_key(desk, 'N');
    assert_int_equal(ask->step, 1);
}

/* Decisions and searches are tabs of one view: there is never more than one open. */
FACT_AT(test_tabs, open_searched(120, 40))
{
    act(desk, ACTION_INSPECTOR);
    for (int i = 0; i < 8; i++) {
        desk_strikes(desk, i % 2 ? 'i' : 'a');
        assert_int_equal(desk->n_views, 1);
        assert_int_equal(desk_top_view(desk)->id, i % 2 ? VIEW_INSPECTOR : VIEW_ANNEALER);
    }
}

FACT_AT(test_mouse, open_searched(120, 40))
{
    struct ask *ask = look(desk);
    struct mouse_event event = desk_choice(desk, 2);
    desk_mouse(desk, event);
    assert_int_equal(ask->step, 2);
    event = desk_choice(desk, SEARCHES + 1);
    desk_mouse(desk, event);
    assert_int_equal(ask->step, SEARCHES + 1);
    event.kind = MOUSE_WHEEL_DOWN;
    desk_mouse(desk, event);
    assert_int_equal(ask->step, SEARCHES + 2);
    event.kind = MOUSE_PRESS;
    event.y++;
    desk_mouse(desk, event); /* a second click goes there */
    assert_null(desk_top_view(desk));
    assert_int_equal(desk->explorer->time.cursor_ns, ns_from_s(131 * MINUTE));
}

/* # offers the begins of searches where there are any, and n stops at each. */
FACT_AT(test_events, open_searched(120, 40))
{
    desk->explorer->events.stop = 1 + EVENT_MISS;
    act(desk, ACTION_EVENT_KIND);
    assert_int_equal(desk->explorer->events.stop, 1 + EVENT_SEARCH);
    assert_string_equal(desk->message.text, "n and N stop where searches begin (3)");
    act(desk, ACTION_TIME_START);
    for (int s = 0; s < 3; s++) {
        act(desk, ACTION_EVENT_NEXT);
        assert_int_equal(desk->explorer->time.cursor_ns, ns_from_s((10 + 60 * s) * MINUTE));
    }
    act(desk, ACTION_EVENT_NEXT);
    assert_string_equal(desk->message.text, "no search after this");
}

FACT_AT(test_nothing_to_show, desk_for_test(100, 30))
{
    look(desk);
    assert_shows(desk, "Nothing was searched for in this run: policy.configure is MANUAL.",
                 "P chooses another policy.");
    desk_key(desk, '\r');
    desk_key(desk, KEYCODE_DOWN);
    desk_strikes(desk, 'n');
}

/* One entry that ends a search, and what is said of it. */
static void expect_end(enum evaluation_reason reason, const char *words)
{
    DEFER(desk_leave) struct desk *desk = desk_for_test(100, 30);
    struct recording *recording = desk->explorer->results.current->recording;
    recording_add_variant(recording, "b7");
    recording->n_graph_variants = 1;
    struct evaluation end = entry_of(0, EVALUATION_END, (int)reason, 600, 0);
    end.graph = graph_with(0, MIG_7G, 1);
    put(recording, end);
    chronicle_publish(&recording->evaluations);
    desk->explorer->events.generation = 0;
    desk_settle(desk);
    look(desk);
    assert_shows(desk, words);
}

/* A scheme that decides without a search: what set it off is that it was chosen, and no tries are counted. */
FACT(test_scheme_without_tries)
{
    expect_end(KEPT_ONLY, "Scheme set: nothing was tried; kept 7g");
}

/* A search that another policy cut off goes on no more, and has kept nothing. */
FACT(test_cut_off)
{
    expect_end(KEPT_CUT_OFF, "in time); cut off at 7g");
}

/* Below all that is said, never in place of it. */
FACT_AT(test_plots_where_there_is_room, open_searched(200, 60))
{
    look(desk);
    assert_shows(desk, "h of each try", "f that each search kept", "g/kWh as each search began",
                 "kept      ");
    assert_true(desk_resize(desk, 80, 24, NULL));
    desk_draw(desk);
    assert_false(desk_shows(desk, "h of each try"));
    assert_shows(desk, "chance", "exp(");
}

FACT_AT(test_any_size, open_searched(100, 30))
{
    look(desk);
    for (struct sizes at = {0}; desk_next_size(desk, &at);) {
        desk_draw(desk);
        desk_key(desk, at.rows % 3 ? '\t' : KEYCODE_DOWN);
        desk_strikes(desk, at.rows % 2 ? KEYCODE_PGDN : KEYCODE_UP);
    }
}
