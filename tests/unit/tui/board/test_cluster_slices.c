/* Slices in the cluster panel: to scale, with what each holds and whether it is at work, what is under way
 * with sign and word, the text where columns are few, ten GPUs on 120x40, the full size, and any size. */
#include "engine/answers/cuts.h"
#include "tests/unit/tui/mixed_support.h"

enum { GPUS = 10 };
static const double cut_s = 3600;

/* Ten GPUs: most in three slices, one whole, one in seven; gpu0 is cut anew after an hour. */
static struct desk *open_ten(int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = mixed_scenario(1, GPUS, 20);
    for (int gpu = 0; gpu < GPUS; gpu++) {
        char assignment[160];
        snprintf(assignment, sizeof assignment, "mig.gpu%d=%s", gpu,
                 gpu == 8 ? "7g:job1/large"
                 : gpu == 9
                     ? "1g:job1/small,1g:job1/small,1g:job1/small,1g:job1/small,1g:job1/small,1g:-,1g:-"
                     : "4g:job1/large,2g:job1/small,1g:-");
        fixture_set(&scenario, assignment);
    }
    fixture_ats(&scenario, "3600:mig.gpu0=3g:job1/large,3g:job1/large",
                "3600:mig.gpu1=4g:job1/small,2g:job1/small,1g:-");
    return mixed_desk(&scenario, columns, rows);
}

static void go(struct desk *desk, double t_s)
{
    explorer_seek(desk->explorer, ns_from_s(t_s));
    desk_settle(desk);
}

/* At the edit gpu0 drains, then is cut for ten seconds; gpu1 keeps its cut and loads another model. */
FACT_AT(test_states, open_ten(120, 40))
{
    bool cutting = false, draining = false, loading = false, steady_before = false;
    for (double t_s = cut_s - 1; t_s < cut_s + 14; t_s += 0.01) {
        explorer_seek(desk->explorer, ns_from_s(t_s));
        const struct recorded_layout *layout = recording_layout_at(desk->explorer->results.current->recording,
                                                                   0, desk->explorer->time.cursor_ns);
        bool told_cut = layout->phase == CUT_UNDER_WAY, told_drain = layout->phase == CUT_DRAINING;
        if ((told_cut && cutting) || (told_drain && draining) || (!told_cut && !told_drain && steady_before))
            continue;
        desk_settle(desk);
        if (told_cut)
            assert_shows(desk, "gpu0  × cutting");
        else if (told_drain)
            assert_shows(desk, "gpu0  ▾ draining");
        else
            assert_true(cut_is_steady(layout));
        cutting |= told_cut;
        draining |= told_drain;
        steady_before = true;
        loading |= desk_shows(desk, "gpu1  × loading small");
    }
    assert_true(cutting && loading);
}

/* In the ASCII set a sign is a letter: a blank keeps it from the name. */
FACT_AT(test_signs_apart, open_ten(120, 40))
{
    for (double t_s = cut_s; t_s < cut_s + 14; t_s += 0.01) {
        explorer_seek(desk->explorer, ns_from_s(t_s));
        if (recording_layout_at(desk->explorer->results.current->recording, 0, desk->explorer->time.cursor_ns)
                ->phase == CUT_UNDER_WAY)
            break;
    }
    desk->canvas.glyphs = GLYPHS_ASCII;
    assert_true(desk_resize(desk, 120, 40, NULL));
    desk_settle(desk);
    assert_string_equal(slices_text(&desk->scene, slices_of(&desk->scene, 0), &desk->canvas.texts),
                        "2× 3g large"); /* in words × counts */
    struct rect rect = desk->scene.layout.rects[REGION_CLUSTER];
    int signs = 0;
    for (int x = rect.x + 1; x < rect.x + 27; x++) {
        const struct cell *cell = canvas_at(&desk->canvas, x, rect.y + 2);
        bool last = x == rect.x + 26 || canvas_at(&desk->canvas, x + 1, rect.y + 2)->fg != cell->fg;
        if (cell->glyph != 'x' || !last)
            continue;
        assert_int_equal(canvas_at(&desk->canvas, x - 1, rect.y + 2)->glyph, ' ');
        signs++;
    }
    assert_true(signs > 0);
}

/* Columns of a slice are in proportion to its sevenths, and full where the instant has something on it. */
FACT_AT(test_to_scale, open_ten(120, 40))
{
    go(desk, 1000);
    struct rect rect = desk->scene.layout.rects[REGION_CLUSTER];
    const struct model *model = desk->explorer->results.current->model;
    int each = (rect.h - 1) / GPUS, busy_seen = 0, idle_seen = 0;
    assert_in_range(each, 2, 2); /* ten GPUs have two rows each on 120x40 */
    for (int gpu = 0; gpu < 8; gpu++) {
        int y = rect.y + 2 + gpu * each, x = rect.x + 1;
        assert_int_equal(canvas_at(&desk->canvas, x + 15, y)->glyph, 0x2502);
        assert_int_equal(canvas_at(&desk->canvas, x + 23, y)->glyph, 0x2502);
        for (int k = 0; k < 2; k++) {
            int instance = model->gpu_instances[model->gpus[gpu].first_instance + k];
            bool busy = desk->scene.instant.instances[instance].app >= 0;
            uint32_t last = canvas_at(&desk->canvas, x + (k ? 22 : 14), y)->glyph;
            assert_int_equal(last, busy ? 0x2588 : 0x2591);
            busy_seen += busy;
            idle_seen += !busy;
        }
        assert_int_equal(canvas_at(&desk->canvas, x + 24, y)->glyph, 0x2013); /* the empty one */
    }
    assert_true(busy_seen > 0 && idle_seen > 0);
}

/* Under fifo-pull whoever waits has no GPU yet: "queue max 0" beside an overload would be read as a fact. */
FACT_FOR(test_no_queue_of_a_gpu, mixed_scenario(1, 2, 20))
{
    DEFER(desk_leave) struct desk *desk = mixed_desk(scenario, 120, 40);
    go(desk, 100);
    assert_shows(desk, "power ");
    assert_false(desk_shows(desk, "queue max"));
    assert_true(desk_resize(desk, 200, 60, NULL)); /* nothing to compare with: the card tells the SLO once */
    desk_draw(desk);
    assert_shows(desk, "of its limit, 300 ms");
    desk_acts(desk, ACTION_PANEL_CLUSTER, ACTION_PANEL_FULL);
    assert_shows(desk, "energy");
    assert_false(desk_shows(desk, "mean / max"));
}

FACT_AT(test_every_size, open_ten(80, 24))
{
    explorer_seek(desk->explorer, ns_from_s(cut_s + 5));
    desk_draw_every_size(desk, ACTION_PANEL_CLUSTER);
}
