/* Saving from the dashboard where it takes a while: a run that is not complete yet, a store that another
 * program holds. And what the top bar then calls the run that was saved. */
#include "tests/support/terminal.h"
#include "tests/unit/tui/stored_desk_support.h"

/* Another program holds the store: that is said at once, the popup stays, and the next try works. */
FACT_WITH_STORE(test_a_store_that_is_held_is_not_waited_for)
{
    sqlite3 *other;
    DEFER(desk_leave) struct desk *desk = small_desk(120, 30, true);
    assert_int_equal(sqlite3_open(store_path(store), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    desk_action(desk, ACTION_SAVE);
    double begin_s = terminal_now_s();
    desk_action(desk, ACTION_LIST_ACCEPT);
    assert_true(terminal_now_s() - begin_s < 3); /* which is what the command line waits for */
    desk_draw(desk);
    assert_int_equal(desk->n_views, 1);
    assert_shows(desk, "the store is locked by another program; try again");
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    desk_action(desk, ACTION_LIST_ACCEPT);
    assert_int_equal(desk->n_views, 0);
    assert_int_equal(count_runs(), 1);
}

static struct job *hold;

/* A run that gets no thread before `complete`. */
static void begin_run(struct desk *desk)
{
    struct scenario scenario;
    load_small(&scenario, 300);
    hold = desk_hold(desk);
    assert_true(explorer_open(desk->explorer, &scenario, (struct recorded){0}, &err));
    scenario_free(&scenario);
}

/* As the loop does when the run is complete. */
static enum session_saving complete(struct desk *desk)
{
    if (hold)
        desk_let_go(hold);
    hold = NULL;
    jobs_wait(desk->explorer->results.jobs);
    enum session_saving result = session_save_waiting(&desk->session);
    desk_draw(desk);
    return result;
}

/* Saved before it is complete: then it is, once; looking elsewhere meanwhile changes nothing. */
FACT_AT_STORED(test_a_run_is_saved_when_it_is_complete, small_desk(120, 30, true))
{
    begin_run(desk);
    desk_command(desk, "save later");
    assert_false(desk->message.bad);
    assert_has(desk->message.text, "later will be saved when the run is complete");
    desk_command(desk, "goto 1h");
    assert_int_equal(count_runs(), 0);
    assert_int_equal(complete(desk) == SAVING_LEAVES, 0);
    assert_string_equal(desk->message.text, "saved as later; r: compare, open");
    assert_int_equal(count_runs(), 1);
    assert_int_equal(complete(desk), 0);
    begin_run(desk);
    desk_key(desk, 's');
    desk_key(desk, 21); /* empties the name */
    desk_type(desk, "from the popup");
    assert_shows(desk, "saved when it is complete.");
    desk_key(desk, '\r');
    assert_int_equal(desk->n_views, 0);
    complete(desk);
    assert_string_equal(desk->message.text, "saved as from the popup; r: compare, open");
    assert_int_equal(count_runs(), 2);
}

/* What cannot be saved is refused at once; an edit calls off what was to be. */
FACT_AT_STORED(test_an_edit_calls_off_a_run_that_waits, small_desk(120, 30, true))
{
    begin_run(desk);
    desk_command(desk, "save carbondis-set1");
    assert_true(desk->message.bad && strstr(desk->message.text, "built-in scenario"));
    assert_false(session_is_waiting(&desk->session));
    desk_commands(desk, "save off", "set load 1.1");
    assert_int_equal(session_save_waiting(&desk->session), SAVING_SAID);
    assert_true(desk->message.bad && strstr(desk->message.text, "off was not saved: the run was changed"));
    assert_int_equal(complete(desk), 0);
    assert_int_equal(count_runs(), 0);
}

/* Leaving asks where a run still waits, and can wait for it. */
FACT_AT_STORED(test_leaving_when_a_run_is_saved, small_desk(120, 30, true))
{
    begin_run(desk);
    desk_command(desk, "save last");
    assert_int_equal(desk_key(desk, 'q') & REPLY_QUIT, 0);
    desk_draw(desk);
    assert_shows(desk, "last is not saved yet: the run is not complete.");
    assert_int_equal(desk_key(desk, 's') & REPLY_QUIT, 0);
    assert_int_equal(desk->n_views, 0);
    assert_string_equal(desk->message.text, "wattif leaves when the run is complete and saved as last");
    assert_int_equal(complete(desk), SAVING_LEAVES);
    assert_int_equal(count_runs(), 1);
    begin_run(desk);
    desk_command(desk, "set load 1.1");
    desk_press(desk, "q s");
    assert_int_equal(desk_key(desk, '\r') & REPLY_QUIT, 0);
    assert_int_equal(desk->n_views, 0);
    assert_int_equal(complete(desk), SAVING_LEAVES);
    assert_int_equal(count_runs(), 2);
}

/* The scenario, and before it the saved run that was opened; at 80 columns there is room for the rest. */
FACT_AT_STORED(test_the_bar_names_the_saved_run, small_desk(80, 24, true))
{
    assert_shows(desk, " wattif  carbondis-set1  CISO: average, direct, hourly");
    desk_obeys(desk, "set cit 0.8");
    desk_commands(desk, "save night shift", "save carbondis-set1 CIT 0.80",
                  "save a name that goes on and on, beyond what there is room for", "open night shift");
    desk_settle(desk);
    assert_shows(desk, " wattif  night shift (carbondis-set1)  avg, direct ");
    desk_command(desk, "open carbondis-set1 CIT 0.80"); /* says both in one */
    desk_settle(desk);
    assert_shows(desk, " wattif  carbondis-set1 CIT 0.80  avg, direct ");
    desk_obeys(desk, "open a name that goes on and on, beyond what there is room for");
    assert_shows(desk, " wattif  a name that go", "… (carbondis-set1)  avg, direct ");
    desk_acts(desk, ACTION_UNDO);
    assert_shows(desk, " wattif  carbondis-set1 CIT 0.80  ");
}
