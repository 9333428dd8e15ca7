/* The pods view by the mouse: a pod is pressed, dragged over another GPU, whose forecast stands there while
 * the button is down, and goes where it is let go of; back home, or without having been dragged, it stays. */
#include "tests/unit/tui/picker_support.h"

static struct desk *open_pods(void)
{
    struct message message = {0};
    struct desk *desk = library_desk("etf-tx2");
    assert_true(explorer_open_word(desk->explorer, store, "tests/ui/pods.json", &message));
    desk_settle(desk);
    desk_opens(desk, VIEW_PODS, "");
    return desk;
}

/* The row of the view that begins so. */
static int row_of(struct desk *desk, const char *beginning)
{
    DEFER(memory_leave) char *text = canvas_to_text(&desk->canvas);
    const char *line = text;
    int row = 0;
    for (; line && strncmp(line, beginning, strlen(beginning)) != 0; row++)
        line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
    assert_non_null(line);
    return row;
}

enum { POD_X = 38 };

FACT_AT(test_a_drag_shows_what_it_comes_to_and_ends_where_it_is_let_go, open_pods())
{
    int gpu0 = row_of(desk, "│ gpu0"), gpu1 = row_of(desk, "│ gpu1");
    desk_points(desk, MOUSE_PRESS, POD_X, gpu0);
    assert_shows(desk, "images/1 in the hand");
    desk_points(desk, MOUSE_DRAG, POD_X + 2, gpu1);
    assert_shows(desk, "the hottest: gpu0 ");
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
    desk_points(desk, MOUSE_RELEASE, POD_X + 2, gpu1);
    desk_settle(desk);
    assert_null(desk_top_view(desk));
    assert_shows(desk, "images/1 goes to gpu1");
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
    desk_action(desk, ACTION_UNDO);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
}

FACT_AT(test_dragged_home_it_stays, open_pods())
{
    int gpu0 = row_of(desk, "│ gpu0"), gpu1 = row_of(desk, "│ gpu1");
    desk_points(desk, MOUSE_PRESS, POD_X, gpu0);
    desk_points(desk, MOUSE_DRAG, POD_X, gpu1);
    desk_points(desk, MOUSE_DRAG, POD_X, gpu0);
    desk_points(desk, MOUSE_RELEASE, POD_X, gpu0);
    assert_non_null(desk_top_view(desk));
    char *text = canvas_to_text(&desk->canvas);
    assert_null(strstr(text, "in the hand"));
    free(text);
    assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
}

/* Clicks alone: taken up, held over the other GPU, let go of there. */
FACT_AT(test_clicks_do_the_same, open_pods())
{
    int gpu0 = row_of(desk, "│ gpu0"), gpu1 = row_of(desk, "│ gpu1");
    const int rows[] = {gpu0, gpu1, gpu1};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(desk->explorer->document.scenario.n_edits, 0);
        desk_points(desk, MOUSE_PRESS, POD_X, rows[i]);
        desk_points(desk, MOUSE_RELEASE, POD_X, rows[i]);
    }
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
}

FACTS_BETWEEN(open_store, close_store)
