/* Keys typed ahead: they come in one piece, so a view may be asked before a frame of it was drawn. Every view
 * takes every action then, and is drawn after it. */
#include "tests/support/folder.h"
#include "tests/unit/tui/desk_support.h"

FACT_AT(no_view_waits_for_its_first_frame, desk_for_test(200, 60))
{
    static const enum action_id actions[] = {
        ACTION_LIST_UP,     ACTION_LIST_DOWN,    ACTION_LIST_LEFT,      ACTION_LIST_RIGHT,
        ACTION_LIST_FIRST,  ACTION_LIST_LAST,    ACTION_LIST_MARK,      ACTION_LIST_TAB,
        ACTION_LIST_ACCEPT, ACTION_LIST_PAGE_UP, ACTION_LIST_PAGE_DOWN, ACTION_UP_NEXT,
        ACTION_FRONT_NEXT,  ACTION_FRONT_BEST,   ACTION_FRONT_TABLE,    ACTION_FRONT_TAKE,
        ACTION_ACROSS_NEXT, ACTION_COMPARE_CUT,  ACTION_COMPARE_NEXT};
    desk_settle(desk);
    assert_int_equal(chdir(folder), 0); /* where exports land */
    for (int view = 0; view < VIEW_COUNT; view++)
        for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
            bool quit = !desk_open_view(desk, (enum view_id)view, "");
            for (int twice = 0; twice < 2 && !quit && desk->n_views > 0; twice++)
                quit = desk_action(desk, actions[i]) & REPLY_QUIT;
            desk_draw(desk);
            while (desk->n_views > 0)
                desk_close_view(desk);
            message_clear(&desk->message);
        }
}

FACTS_BETWEEN(make_folder, remove_folder)
