/* A saved run opens from its recording: its charts are drawn before any job has run for it, and are, cell by
 * cell, those of the run when it is simulated; so is everything else, once what only a run can tell has been
 * simulated behind the screen. A recording that this engine could not have made is not shown. */
#include "tests/support/slow_build.h"
#include "tests/unit/tui/stored_desk_support.h"

enum { HOURS = THINNED(1, 12) }; /* of a run at most */

/* A preset, made smaller, with an edit in the middle. */
static void load_scenario(struct scenario *scenario, const char *name)
{
    assert_true(store_load_scenario(store, name, scenario, &err));
    for (int a = 0; a < scenario->n_apps; a++)
        scenario->apps[a].requests = isnan(scenario->hours) ? 3000 : 0;
    if (!isnan(scenario->hours))
        scenario->hours = 4;
    assert_true(scenario_apply_at(scenario, "20m:load=1.2", &err));
}

/* Simulated, or from the recording of the run. Both are called by the name of the run. */
static void open_desk(struct desk *desk, const struct scenario *scenario, bool recorded)
{
    struct display_options display = {.glyphs = GLYPHS_BRAILLE, .no_ahead = true};
    struct desk_options options = desk_options_for(store, scenario, &display);
    options.run_name = recorded ? "kept" : "";
    options.origin.source = "kept";
    must(desk_open(desk, &options, &err), &err);
    assert_true(desk_resize(desk, 160, 45, &err));
}

static void save(const struct scenario *scenario)
{
    DEFER(desk_close) struct desk desk;
    open_desk(&desk, scenario, false);
    desk_settle(&desk);
    assert_true(session_save(&desk.session, "kept", "", false, &err));
}

static void assert_same_cells(const struct canvas *a, const struct canvas *b, struct rect rect)
{
    for (int y = rect.y; y < rect.y + rect.h; y++)
        for (int x = rect.x; x < rect.x + rect.w; x++) {
            const struct cell *one = &a->cells[y * a->w + x], *other = &b->cells[y * b->w + x];
            if (one->glyph != other->glyph || one->fg != other->fg || one->bg != other->bg ||
                one->attrs != other->attrs)
                fail_msg("column %d, row %d:\n%s\n%s", x, y, canvas_to_text(a), canvas_to_text(b));
        }
}

static void assert_same_screen(const struct desk *a, const struct desk *b)
{
    assert_same_cells(&a->canvas, &b->canvas, (struct rect){0, 0, a->canvas.w, a->canvas.h});
}

/* Where the charts are drawn, without the row of the title. */
static struct rect chart_of(const struct desk *desk, enum region region)
{
    struct rect rect = desk->scene.layout.rects[region];
    rect.y++;
    rect.h--;
    return rect;
}

/* What is drawn after the same keys. */
static void assert_same_after(struct desk *a, struct desk *b, const char *keys)
{
    struct desk *desks[] = {a, b};
    for (int i = 0; i < 2; i++) {
        desk_type(desks[i], keys);
        desk_settle(desks[i]);
        message_clear(&desks[i]->message);
        desk_draw(desks[i]);
    }
    assert_same_screen(a, b);
}

static void assert_opens_from_its_recording(const char *name)
{
    DEFER(scenario_free) struct scenario scenario;
    DEFER(desk_close) struct desk recorded, simulated;
    load_scenario(&scenario, name);
    scenario.hours = scenario.hours > HOURS ? HOURS : scenario.hours;
    save(&scenario);
    open_desk(&simulated, &scenario, false);
    desk_settle(&simulated);
    desk_draw(&simulated);
    assert_true(simulated.scene.has_instant);
    open_desk(&recorded, &scenario, true);
    /* The first frame: nothing was waited for, no job was put on the queue for it, and it is no empty one. */
    const struct result *current = recorded.explorer->results.current;
    assert_null(current->job);
    assert_null(current->live);
    assert_null(result_view(current).run);
    assert_true(result_is_finished(current));
    const struct result *held = recorded.explorer->results.references[REFERENCE_BASELINE].result;
    assert_non_null(held);
    assert_null(held->job);
    assert_null(recorded.explorer->results.references[REFERENCE_BASELINE].coming);
    desk_draw(&recorded);
    assert_ptr_equal(recorded.scene.reference->result, held);
    assert_false(recorded.scene.has_instant);
    assert_null(current->live); /* nor has drawing asked for any */
    static const enum region charts[] = {REGION_INTENSITY, REGION_CARBON, REGION_LATENCY, REGION_USE,
                                         REGION_ACCURACY};
    int n = 0;
    for (size_t i = 0; i < sizeof charts / sizeof *charts; i++) {
        struct rect rect = chart_of(&simulated, charts[i]);
        if (rect.w > 20)
            assert_same_cells(&simulated.canvas, &recorded.canvas, rect);
        n += rect.w > 20 && rect.h > 1;
    }
    assert_true(n >= 3);
    desk_settle(&recorded);
    assert_non_null(recorded.explorer->results.current->live);
    assert_same_screen(&simulated, &recorded);
    assert_non_null(recorded.explorer->results.references[REFERENCE_BASELINE].result->live);
    assert_same_after(&simulated, &recorded, "v"); /* the reference */
    assert_same_after(&simulated, &recorded, "v");
    assert_same_after(&simulated, &recorded, "zzzz"); /* finer than its buckets */
    assert_true(recorded.scene.now->curves->bucket_ns <
                recorded.explorer->results.current->recording->bucket_ns);
    assert_same_after(&simulated, &recorded, "i\033"); /* decisions were listed */
    assert_same_after(&simulated, &recorded, "ZZZZ+"); /* forked */
    assert_non_null(recorded.explorer->results.current->job);
    assert_same_after(&simulated, &recorded, "u");
}

FACT_WITH_STORE(test_carbondis_opens_from_its_recording)
{
    assert_opens_from_its_recording("carbondis-set1");
}

/* Layouts, searches, and an SLO that was measured. */
FACT_WITH_STORE(test_clover_opens_from_its_recording)
{
    assert_opens_from_its_recording("clover-images");
}

/* Pools, heat, and a baseline of several schemes. */
FACT_WITH_STORE(test_all_five_opens_from_its_recording)
{
    assert_opens_from_its_recording("all-five");
}

/* The inspector fills by itself once the run is there. */
FACT_WITH_STORE(test_decisions_come_when_asked_for)
{
    DEFER(scenario_free) struct scenario scenario;
    DEFER(desk_close) struct desk desk;
    load_scenario(&scenario, "carbondis-set1");
    save(&scenario);
    open_desk(&desk, &scenario, true);
    desk_draw(&desk);
    desk_strikes(&desk, 'i');
    assert_shows(&desk, "Decisions appear here by themselves once the run is simulated: 0 %");
    desk_settle(&desk);
    assert_false(desk_shows(&desk, "Decisions appear here"));
    assert_shows(&desk, "CIR");
}

/* In place of what is explored: undone, the one before is simulated again. */
FACT_WITH_STORE(test_opened_in_place_of_another)
{
    DEFER(scenario_free) struct scenario scenario, other;
    DEFER(desk_close) struct desk desk;
    load_scenario(&scenario, "carbondis-set1");
    save(&scenario);
    load_scenario(&other, "carbondis-set2");
    open_desk(&desk, &other, false);
    desk_settle(&desk);
    assert_true(explorer_open_word(desk.explorer, store, "kept", &desk.message));
    assert_string_equal(desk.message.text, "opened the saved run kept");
    assert_null(desk.explorer->results.current->job);
    assert_string_equal(desk.explorer->results.current->recording->scenario, "carbondis-set1");
    assert_true(explorer_undo(desk.explorer, &err));
    assert_non_null(desk.explorer->results.current->job);
    desk_settle(&desk);
    assert_string_equal(desk.explorer->results.current->recording->scenario, "carbondis-set2");
}

/* Buckets of another width, or other GPUs, are not what the scenario makes: it is simulated. */
FACT_WITH_STORE(test_a_recording_that_does_not_fit_is_not_shown)
{
    DEFER(scenario_free) struct scenario scenario;
    load_scenario(&scenario, "carbondis-set1");
    save(&scenario);
    for (int fault = 0; fault < 3; fault++) {
        struct recorded recorded = opening_recorded(store, "kept", NULL);
        assert_non_null(recorded.run);
        recorded.run->bucket_ns += fault == 1 ? NS_PER_S : 0;
        recorded.run->n_gpus -= fault == 2;
        struct explorer *explorer =
            explorer_create(store_catalog(store), store_shelf(store), &scenario, recorded, -1, 0, &err);
        assert_non_null(explorer);
        assert_int_equal(explorer->results.current->job != NULL, fault > 0);
        explorer_free(explorer);
    }
}
