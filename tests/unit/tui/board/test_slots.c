/* The four slots: what lies in them, and that what was drawn once is not worked out again when it moves from
 * the run explored to the ghost, or is hidden and shown. */
#include "tests/unit/tui/desk_support.h"

/* As a scene that has never drawn anything else has them. */
static void assert_curves_as_fresh(const struct desk *desk)
{
    DEFER(scene_free) struct scene fresh;
    assert_true(scene_init(&fresh));
    scene_update(&fresh, desk->explorer, desk->canvas.w, desk->canvas.h);
    const struct curves *pairs[][2] = {{desk->scene.now->curves, fresh.now->curves},
                                       {desk->scene.reference->curves, fresh.reference->curves}};
    for (int i = 0; i < 2; i++) {
        const struct curves *kept = pairs[i][0], *expected = pairs[i][1];
        assert_int_equal(kept->points, expected->points);
        assert_memory_equal(kept->total, expected->total, sizeof kept->total);
        assert_memory_equal(kept->late, expected->late, sizeof kept->late);
        for (int a = 0; a < kept->n_apps; a++)
            assert_memory_equal(kept->tail[a], expected->tail[a], sizeof kept->tail[a]);
    }
    assert_true(desk->scene.now->total.carbon_total_g == fresh.now->total.carbon_total_g);
    assert_true(desk->scene.reference->total.carbon_total_g == fresh.reference->total.carbon_total_g);
}

FACT_AT(test_what_lies_in_the_slots, desk_for_test(160, 45))
{
    const struct explorer *explorer = desk->explorer;
    assert_ptr_equal(explorer_slot(explorer, SLOT_A), explorer->results.current);
    assert_non_null(explorer_slot(explorer, SLOT_B));
    assert_null(explorer_slot(explorer, SLOT_C));
    assert_null(explorer_slot(explorer, SLOT_D));
    assert_int_equal(explorer_shown_slot(explorer), SLOT_B);
    assert_ptr_equal(desk->scene.reference, &desk->scene.runs[SLOT_B]);
    desk_type(desk, "'");
    assert_ptr_equal(explorer_slot(explorer, SLOT_D), explorer->results.current);
    assert_int_equal(explorer_shown_slot(explorer), SLOT_D);
    const struct result *first = explorer->results.current;
    desk_plays(desk, "'+'");
    assert_ptr_equal(explorer_slot(explorer, SLOT_C), first);
    assert_ptr_equal(explorer_slot(explorer, SLOT_D), first);
    assert_true(explorer_slot(explorer, SLOT_A) != first);
    explorer_hide_ghost(desk->explorer, true);
    desk_draw(desk);
    assert_int_equal(explorer_shown_slot(explorer), SLOT_A);
    assert_null(desk->scene.reference->result);
    assert_null(desk->scene.reference_name);
}

FACT_AT(test_curves_go_with_their_run, desk_for_test(160, 45))
{
    const struct curves *first = desk->scene.now->curves;
    desk_plays(desk, "'+'");
    assert_ptr_equal(desk->scene.reference, &desk->scene.runs[SLOT_C]);
    assert_ptr_equal(desk->scene.reference->curves, first);
    assert_true(desk->scene.now->curves != first);
    assert_curves_as_fresh(desk);
    desk_type(desk, "'"); /* the same run in two slots has curves in both */
    assert_curves_as_fresh(desk);
    const struct curves *pinned = desk->scene.reference->curves;
    for (int i = 0; i < 4; i++) { /* all kinds of references, round once */
        desk_type(desk, "v");
        if (desk->scene.reference->result)
            assert_curves_as_fresh(desk);
    }
    assert_ptr_equal(desk->scene.reference->curves, pinned);
    assert_ptr_equal(desk->scene.runs[SLOT_C].curves, first);
}
