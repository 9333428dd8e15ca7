/* Words and numbers that must survive where there is little room for them: whole units, whole judgements,
 * both sizes when the window is too small; and changes that are named as people name them. */
#include "tests/unit/tui/desk_support.h"

#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/board/board.h"

/* A judgement is never cut: large amounts get shorter instead. */
FACT(test_large_differences_keep_their_word)
{
    static const int widths[] = {100, 110, 120, 140, 160, 200};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        DEFER(desk_leave) struct desk *desk = desk_for_test(widths[i], 40);
        assert_true(desk->scene.compared);
        desk->scene.now->total.carbon_total_g = 9123.4;
        desk->scene.reference->total.carbon_total_g = 17892.5;
        desk->scene.now->total.apps[0].high_end_uses = 5058926;
        desk->scene.reference->total.apps[0].high_end_uses = 123;
        board_draw(&desk->scene, &desk->canvas);
        assert_true(desk_shows(desk, "49.0 % better") || desk_shows(desk, "▼ 8769.1 g better"));
        assert_true(desk_shows(desk, "M more") || desk_shows(desk, "058 084 more"));
        assert_true(desk_shows(desk, "5 059 ") || desk_shows(desk, "5.1 M"));
        assert_false(desk_shows(desk, "5 059 …") || desk_shows(desk, "bett…") || desk_shows(desk, "mor…"));
    }
}

FACT_AT(test_forecasts_keep_their_unit, desk_for_test(120, 40))
{
    while (desk->explorer->focus.knobs[desk->explorer->focus.at].id != KNOB_LOAD)
        desk_action(desk, ACTION_KNOB_NEXT);
    desk_settle(desk);
    struct forecast_slot *slot = &desk->explorer->results.forecast.slots[FORECAST_UP];
    assert_true(slot->exists && slot->known);
    slot->identical = false;
    slot->carbon_percent = -26.61;
    slot->worst_points = 126.2;
    board_draw(&desk->scene, &desk->canvas);
    assert_shows(desk, "−26.6 %", "+126 pt");
    slot->worst_points = -40265.4; /* a queue that grows: counted in SLOs */
    board_draw(&desk->scene, &desk->canvas);
    assert_shows(desk, "−403×");
}

/* What went wrong is told to its end, with what to do next, on as many rows as it needs. */
FACT(test_errors_are_told_whole)
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {9, 3}, {1, 1}};
    for (int s = 0; s < 4; s++) {
        DEFER(desk_leave) struct desk *desk = desk_for_test(sizes[s][0], sizes[s][1]);
        error_set(
            &err, ERROR_INPUT, "",
            "BASE cannot carry this load, so it has no tail latency to hold others to: it would keep its GPUs busy for 127 %% of the time; lower it, or raise n_base");
        message_say_error(&desk->message, &err);
        desk_draw(desk);
        assert_true(s > 1 || (desk_shows(desk, " BASE cannot carry") && desk_shows(desk, "raise n_base")));
    }
}

/* Where in the scenario an error lies is of no use here; in which file it lies is. */
FACT_AT(test_errors_begin_with_words, desk_for_test(80, 24))
{
    static const char *const places[][2] = {{"/knobs/load", "no"},
                                            {"/start", "no"},
                                            {"/apps/0/model", "no"},
                                            {"/starter/own.json", "/starter/own.json: no"},
                                            {"own.json:3", "own.json:3: no"},
                                            {"", "no"}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        error_set(&err, ERROR_INPUT, places[i][0], "no");
        message_say_error(&desk->message, &err);
        assert_string_equal(desk->message.text, places[i][1]);
    }
}

/* Names of knobs are short where they have little room, never cut. */
FACT(test_labels_of_knobs_fit)
{
    static const struct {
        struct knob_ref knob;
        int columns;
        const char *label;
    } cases[] = {{{.id = KNOB_POLICY, .scope = SCOPE_LAYER, .layer = LAYER_CONFIGURE}, 6, "config"},
                 {{.id = KNOB_POLICY, .scope = SCOPE_LAYER, .layer = LAYER_CONFIGURE}, 9, "configure"},
                 {{.id = KNOB_ACCURACY_LOSS_PCT}, 6, "loss"},
                 {{.id = KNOB_ACCURACY_LOSS_PCT}, 9, "acc. loss"},
                 {{.id = KNOB_PROFILE_SCALE, .scope = SCOPE_APP, .target = 0}, 9, "profile"},
                 {{.id = KNOB_PROFILE_SCALE, .scope = SCOPE_APP, .target = 0}, 20, "profile images"},
                 {{.id = KNOB_EMBODIED}, 6, "embod."}};
    DEFER(scenario_free) struct scenario scenario = sliced_scenario(1, "mixed", 200, 1000, 1);
    snprintf(scenario.apps[0].name, sizeof scenario.apps[0].name, "images");
    snprintf(scenario.apps[0].variant, sizeof scenario.apps[0].variant, "small");
    DEFER(desk_leave) struct desk *desk = desk_on(&scenario, 120, 40);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        knob_text_label(&desk->scene, cases[i].knob, cases[i].columns, text, sizeof text);
        assert_string_equal(text, cases[i].label);
    }
}

/* Below the smallest size, the size that is needed is there as long as it fits at all. */
FACT(test_too_small_says_what_is_needed)
{
    for (int w = 5; w < 40; w++) {
        DEFER(desk_leave) struct desk *desk = desk_for_test(w, 8);
        char needed[16], both[32];
        snprintf(needed, sizeof needed, "%dx%d", LAYOUT_MIN_COLUMNS, LAYOUT_MIN_ROWS);
        snprintf(both, sizeof both, "%dx8", w);
        assert_shows(desk, needed);
        assert_true(w < 20 || desk_shows(desk, both));
    }
}

/* The reference is named at the right of the sentence where there is room, and then the key to change it. */
FACT_AT(test_reference_is_named_where_it_fits, desk_for_test(200, 40))
{
    int named = 0, bare = 0;
    desk_obeys(desk, "set load 1.5");
    for (int w = 100; w <= 200; w++) {
        assert_true(desk_resize(desk, w, 40, &err));
        desk_draw(desk);
        int room = w - 4 - text_width(desk->scene.headline.text);
        bool shown = desk_shows(desk, "vs before load 1.00"), key = desk_shows(desk, "v next");
        assert_int_equal(shown, room >= 19);
        assert_int_equal(key, room >= 19 + 9);
        named += key;
        bare += shown && !key;
    }
    assert_true(named > 5 && bare > 5);
}

/* Who pays: the strip names the job whose misses changed by most, the table of response times counts all. */
FACT_AT(test_misses_have_an_owner, desk_for_test(200, 60))
{
    desk_obeys(desk, "time-start", "set slo_scale 0.3");
    const struct summary *now = &desk->scene.now->total, *then = &desk->scene.reference->total;
    int64_t most = 0;
    int owner = 0, owners = 0;
    for (int app = 0; app < now->n_apps; app++) {
        int64_t change = now->apps[app].violations - then->apps[app].violations;
        owners += change != 0;
        owner = change > most ? app : owner;
        most = change > most ? change : most;
    }
    assert_true(most > 0);
    char label[FORMAT_SIZE], text[FORMAT_SIZE + 32];
    snprintf(text, sizeof text, "more, %s%s", owners > 1 ? "mostly " : "",
             format_app(label, now->apps[owner].name));
    assert_shows(desk, text);
    desk_does(desk, ACTION_PANEL_FORM, ACTION_PANEL_FULL);
    assert_shows(desk, "SLO ms     late");
    for (int app = 0; app < now->n_apps; app++)
        assert_int_equal(desk->scene.now->spread.apps[app].missed, now->apps[app].violations);
}

FACT(test_changes_are_named_for_people)
{
    static const struct {
        enum knob_id id;
        int target;
        double number;
        const char *says;
    } cases[] = {{KNOB_CIT, 0, 0.8, "CIT 0.80"},
                 {KNOB_SLO_MS, 1, 300, "SLO job 2 300 ms"},
                 {KNOB_PROFILE_SCALE, 0, 1.5, "profile job 1 1.50"},
                 {KNOB_HOURS, 0, 6, "hours 6 h"},
                 {KNOB_START, 0, 1657825200, "start 2022-07-14 19:00 UTC"}};
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 10);
    for (int app = 0; app < scenario.n_apps; app++)
        snprintf(scenario.apps[app].name, sizeof scenario.apps[app].name, "job%d", app + 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct knob_value value = {.number = cases[i].number};
        char text[DIFFERENCE_SIZE];
        difference_value(&scenario, knob_of(cases[i].id, cases[i].target), &value, text, sizeof text);
        assert_string_equal(text, cases[i].says);
    }
}

/* A name that does not fit has a short one, or is cut at its end; two alike keep their ends. */
FACT(test_names_are_cut_at_their_ends)
{
    char out[FORMAT_SIZE], other[FORMAT_SIZE];
    static const char *const alike[] = {"tagging", "taggings"};
    assert_string_not_equal(format_distinct(out, alike, 2, 0, 5), format_distinct(other, alike, 2, 1, 5));
    assert_string_equal(format_short_name(out, "detection", 5), "detec");
    assert_string_equal(format_short_name(out, "inception-resnet-v2", 12), "incresnet-v2");
    struct app apps[] = {{.name = "detection", .short_name = "find"}, {.name = "talk"}};
    const struct scenario scenario = {.n_apps = 2, .apps = apps};
    assert_string_equal(format_app_within(out, &scenario, 0, "detection", 5), "find");
    assert_string_equal(format_app_within(out, &scenario, 0, "detection", 3), "det");
    assert_string_equal(format_app_within(out, &scenario, 1, "talk", 5), "talk");
}

/* What gives way where columns are few: the forms of a sentence, the clauses of one that stands elsewhere in
 * full, the words of a trace's title that its row says anyway, its letters last. */
FACT(test_shorter_forms)
{
    static const char *const forms[] = {"at great length", "briefly", "·"};
    assert_string_equal(text_fitting(forms, 3, 15), forms[0]);
    assert_string_equal(text_fitting(forms, 3, 14), forms[1]);
    assert_string_equal(text_fitting(forms, 3, 0), forms[2]);
    static const struct {
        const char *text, *wanted;
        int columns;
    } clauses[] = {{"one, two; three", "one, two", 14},
                   {"one, two; three", "one, two; three", 15},
                   {"one two (three)", "one two", 9},
                   {"one (two: three, four)", "one", 15},
                   {"onetwothree", "onet…", 5}};
    static const struct {
        const char *title, *wanted;
        int columns;
    } titles[] = {
        {"California (CAISO) 2022 life-cycle", "California (CAISO) 2022 life-cycle", 34},
        {"California (CAISO) 2022 life-cycle", "California (CAISO) 2022 lca", 33},
        {"California (CAISO) 2022 life-cycle", "California 2022 lca", 19},
        {"California (CAISO) 2022 direct", "California 22 dir", 17},
        {"California (CAISO) 2021 direct from EIA-930 without imports", "California 2021 EIA-930", 23},
        {"Constant 820 g/kWh: coal power", "coal power", 20},
        {"Great Britain 2022 direct", "Great Britain 22…", 17}};
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", clauses[i].text);
        text_cut_clause(text, sizeof text, clauses[i].columns);
        assert_string_equal(text, clauses[i].wanted);
    }
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        char title[FORMAT_TRACE_SIZE];
        assert_string_equal(format_trace(title, titles[i].title, titles[i].columns), titles[i].wanted);
    }
}
