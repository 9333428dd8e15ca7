/* The player as a terminal drives it: steps are run when what they look at is there, without waiting, and
 * every stop shows what it shows where all is waited for. By itself it comes to the end, the sooner the
 * faster it plays. */
#include "tests/unit/tui/desk_support.h"

#include "tui/desk/player.h"
#include "tui/widgets/coach.h"

#include <poll.h>

static const char written[] =
    "wattif-demo 1\ntitle T\nscenario S\n"
    "caption One {carbon_g.total}\n"
    "set cit 0.8\nset load 1.1\n"
    "caption Two {carbon_g.total} {before.carbon_g.total}\n"
    "panel-carbon\npin\nset load 1.3\ntime-start\nspeed 60\nplay 3\n"
    "predict Three?\nchoice a if carbon_g.total > 0\nchoice b if carbon_g.total < 0\n"
    "undo\nundo\npresenter\n"
    "caption Four {since(carbon_g.total):+3}\n";
enum { STOPS = 4, TURNS_MAX = 20000 };

static struct desk *open_player(void)
{
    struct lecture demo;
    struct faults faults = {0};
    struct desk *desk = desk_for_test(120, 40);
    if (!lecture_read(&demo, LECTURE_DEMO, written, sizeof written - 1, "t.demo", &lesson_words, &faults))
        fail_msg("%s: %s", faults.kept[0].place, faults.kept[0].message);
    assert_true(player_open(desk, &demo, false, &err));
    return desk;
}

static char *frame(struct desk *desk)
{
    message_clear(&desk->message);
    desk_settle(desk);
    return canvas_to_text(&desk->canvas);
}

/* A turn of the terminal's loop. */
static void turn(struct desk *desk, double seconds)
{
    poll(NULL, 0, 1);
    explorer_pump(desk->explorer, false);
    desk_advance(desk, seconds);
    desk_draw(desk);
}

FACT(live_is_as_waited_for)
{
    DEFER(desk_leave) struct desk *waited = open_player(), *live = open_player();
    for (int stop = 0; stop < STOPS; stop++) {
        if (stop > 0) {
            player_next(waited);
            assert_true(player_is_moving(waited->player));
            player_action(live, ACTION_DEMO_NEXT);
        }
        assert_true(player_settle(waited, &err));
        for (int i = 0; (player_stop(live->player) < stop || player_is_moving(live->player)) && i < TURNS_MAX;
             i++)
            turn(live, 0.05);
        assert_int_equal(player_stop(live->player), stop);
        char *a = frame(waited), *b = frame(live);
        assert_string_equal(a, b);
        free(a);
        free(b);
    }
}

/* How many turns of 0.1 s it takes to come to the end by itself. */
static int turns_alone(int faster)
{
    int n = 0;
    struct desk *desk = open_player();
    player_action(desk, ACTION_DEMO_ALONE);
    for (int i = 0; i < faster; i++)
        player_action(desk, ACTION_DEMO_FASTER);
    while (player_is_moving(desk->player) && n < TURNS_MAX) {
        desk_settle(desk);
        desk_advance(desk, 0.1);
        n++;
    }
    assert_int_equal(player_stop(desk->player), STOPS - 1);
    desk_leave(&desk);
    return n;
}

FACT(it_goes_on_by_itself)
{
    int once = turns_alone(0), fast = turns_alone(2);
    assert_true(once > 150 && once < 600);
    assert_true(fast > once / 5 && fast < once / 3);
}

/* Keys that are not the demo's do nothing but say so, until they are given away; then they turn the real
 * knobs, and F9 takes back whatever they did. */
FACT_AT(keys_are_lent, open_player())
{
    player_settle(desk, NULL);
    uint64_t generation = desk->explorer->document.generation;
    DEFER(memory_leave) char *before = frame(desk);
    desk_key(desk, '+');
    desk_key(desk, 'u');
    desk_key(desk, 'P');
    assert_int_equal(desk->explorer->document.generation, generation);
    assert_int_equal(desk->n_views, 0);
    assert_has(desk->message.text, "the demo has the keys");
    desk_key(desk, KEYCODE_F1 + 8);
    assert_true(desk->player->trying);
    desk_key(desk, '+');
    desk_key(desk, 'P');
    assert_int_not_equal(desk->explorer->document.generation, generation);
    assert_int_equal(desk->n_views, 1);
    desk_action(desk, ACTION_DEMO_RETURN);
    player_settle(desk, NULL);
    assert_false(desk->player->trying);
    DEFER(memory_leave) char *after = frame(desk);
    assert_string_equal(before, after);
}

/* A press on what the box says. */
static void click(struct desk *desk, int which)
{
    desk_draw(desk);
    for (int i = 0; i < desk->canvas.n_spots; i++)
        if (desk->canvas.spots[i].kind == SPOT_CHOICE && desk->canvas.spots[i].which == which) {
            desk_points(desk, MOUSE_PRESS, desk->canvas.spots[i].rect.x, desk->canvas.spots[i].rect.y);
            return;
        }
    fail_msg("there is no %d to click on", which);
}

/* Where it asks, b is an answer, as is a press on it; elsewhere a lets it go on by itself. */
FACT_AT(letters_answer, open_player())
{
    assert_true(player_settle(desk, &err));
    for (int stop = 1; stop < 3; stop++) {
        player_action(desk, ACTION_DEMO_NEXT);
        assert_true(player_settle(desk, &err));
    }
    char *told = frame(desk);
    assert_has(told, "A letter answers");
    assert_null(strstr(told, "b ▸"));
    free(told);
    click(desk, 0);
    assert_shows(desk, "a ▸");
    assert_true(desk_key(desk, 'b') & REPLY_HANDLED);
    told = frame(desk);
    assert_has(told, "b ▸");
    free(told);
    click(desk, COACH_PROMPT);
    assert_true(player_settle(desk, &err));
    told = frame(desk);
    assert_has(told, "You said b");
    free(told);
}
