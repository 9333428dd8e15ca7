/* Bookmarks: whatever is done after one is put, going back shows the same frame to the letter, and the
 * changes before it are undone and redone as they would have been; also where what was shown had not been
 * simulated yet. */
#include "tests/unit/tui/desk_support.h"

#include "tests/support/slow_build.h"

static const char *const steps[] = {"set cit 0.8",
                                    "set cit 1.1",
                                    "set load 1.2",
                                    "set slo_scale 0.9",
                                    "undo",
                                    "redo",
                                    "pin",
                                    "unpin",
                                    "apply-mode",
                                    "time-end",
                                    "time-start",
                                    "event-next",
                                    "zoom-in",
                                    "zoom-out",
                                    "turn-up",
                                    "turn-down",
                                    "knob-next",
                                    "reference-next",
                                    "ghost",
                                    "clock",
                                    "reset",
                                    "goto 2m",
                                    "goto 5m",
                                    "set policy.route highperf",
                                    "set policy.route dybatch",
                                    "speed 600"};
enum { STEPS = sizeof steps / sizeof *steps };

static void stagger(struct desk *desk, uint64_t seed, int n)
{
    for (int i = 0; i < n; i++) {
        desk_command(desk, steps[random_below(random_mix(seed), (uint64_t)i, STEPS)]);
        message_clear(&desk->message);
    }
}

static char *frame(struct desk *desk)
{
    message_clear(&desk->message);
    desk_settle(desk);
    return canvas_to_text(&desk->canvas);
}

/* What is shown, and what each change undone shows after it. */
static void expect_same_past(struct desk *desk, char *const *frames, int n)
{
    for (int i = 0; i < n; i++) {
        char *now = frame(desk);
        assert_string_equal(now, frames[i]);
        free(now);
        explorer_undo(desk->explorer, NULL);
    }
}

FACT_AT(back_is_where_it_was, desk_for_test(100, 30))
{
    enum { DEPTH = 4 };
    char *frames[DEPTH];
    for (uint64_t seed = 1; seed <= THINNED(4, 25); seed++) {
        stagger(desk, seed, 6);
        if (seed % 2)
            desk_settle(desk);
        explorer_end_turn(desk->explorer);
        struct bookmark *bookmark = bookmark_take(desk->explorer);
        assert_non_null(bookmark);
        for (int i = 0; i < DEPTH; i++) {
            frames[i] = frame(desk);
            explorer_undo(desk->explorer, NULL);
        }
        stagger(desk, seed + 1000, 12);
        assert_true(bookmark_return(bookmark, desk->explorer, false, &err));
        expect_same_past(desk, frames, DEPTH);
        stagger(desk, seed + 2000, 3);
        assert_true(bookmark_return(bookmark, desk->explorer, false, &err)); /* as often as one likes */
        expect_same_past(desk, frames, 1);
        for (int i = 0; i < DEPTH; i++)
            free(frames[i]);
        bookmark_free(bookmark);
    }
}

/* What had finished is not simulated again. */
FACT_AT(a_result_is_kept, desk_for_test(100, 30))
{
    const struct result *shown = desk->explorer->results.current;
    struct bookmark *bookmark = bookmark_take(desk->explorer);
    assert_ptr_equal(bookmark_result(bookmark), shown);
    desk_command(desk, "set load 1.5");
    desk_settle(desk);
    assert_ptr_not_equal(desk->explorer->results.current, shown);
    assert_true(bookmark_return(bookmark, desk->explorer, false, &err));
    assert_ptr_equal(desk->explorer->results.current, shown);
    bookmark_free(bookmark);
}
