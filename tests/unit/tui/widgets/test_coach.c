/* The coach's box: at every size it lies on the screen and beside what it leaves, choices can be clicked, and
 * what was read first gives way where there is no room for all. */
#include "tests/unit/tui/canvas_text.h"
#include "tui/widgets/coach.h"

static struct coach full(void)
{
    return (struct coach){
        .title = "The trade-off in CIT",
        .series = "3 of 12",
        .step = 2,
        .n_steps = 6,
        .text = "FIRST The lesson will turn CIT down to 0.8, so that the A100 opens earlier, to *every* job.",
        .question = "What happens to the requests?",
        .n_choices = 3,
        .choices = {"fewer are late", "more are late: others hold the A100 when it is needed", "nothing"},
        .marked = 1,
        .answered = 0,
        .right = 1,
        .reveal = "Carbon fell by *17.4* %. But late requests went from *0* to *124*.",
        .task = "Find a CIT with at most 50 late requests.",
        .state = "CIT *0.80*: *124* late, not yet",
        .hint = "Go back.",
        .prompt = "*H* hints"};
}

FACT(it_lies_beside_what_it_leaves)
{
    for (int w = 1; w <= 260; w += w < 60 ? 7 : 10)
        for (int h = 1; h <= 90; h += h < 30 ? 1 : 7)
            for (int way = 0; way < 4; way++) {
                struct coach_place place = coach_place(w, h, way & 1, way & 2);
                struct rect box = place.box;
                assert_true(box.x >= 0 && box.y >= 0 && box.x + box.w <= w && box.y + box.h <= h);
                assert_true(place.columns <= w && place.rows <= h);
                bool under = box.y >= place.rows - 1,
                     right = box.x >= place.columns; /* the last row has keys */
                if (box.h > 0 && place.form != COACH_OVER && !(under || right))
                    fail_msg("%dx%d, %d: the box lies over what it leaves", w, h, way);
                if (place.form == COACH_OVER && (way & 2))
                    fail_msg("%dx%d: the box covers the right column", w, h);
            }
}

FACT(it_is_drawn_at_every_size)
{
    static const int sizes[][2] = {{1, 1},   {20, 5},   {40, 10},  {79, 23},
                                   {80, 24}, {110, 30}, {120, 40}, {200, 60}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int way = 0; way < 4; way++) {
            DEFER(canvas_free) struct canvas canvas;
            struct coach coach = full();
            assert_true(canvas_init(&canvas, sizes[i][0], sizes[i][1], GLYPHS_BRAILLE));
            struct coach_place place = coach_place(canvas.w, canvas.h, way & 1, way & 2);
            struct rect box = coach_box(&coach, &place);
            coach_dim(&canvas, &place.box, 1);
            coach_draw(&coach, &place, &canvas);
            coach_point(&canvas, (struct rect){0, 0, canvas.w, 1}, way & 1, "here");
            assert_true(box.h <= place.box.h && box.y + box.h <= canvas.h);
        }
}

/* "1.29 kWh" must not read "1.29 kW" because a label stands on it. */
FACT(a_label_covers_no_word)
{
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, 40, 3, GLYPHS_BRAILLE));
    canvas_text(&canvas, 30, 0, -1, style_of(ROLE_TEXT), "1.29 kWh");
    coach_point(&canvas, (struct rect){0, 0, 40, 2}, false, "these");
    DEFER(memory_leave) char *text = canvas_to_text(&canvas);
    assert_has(text, "1.29 kWh", "◂ these");
}

static char *drawn(const struct coach *coach, struct coach_place place, struct canvas *canvas)
{
    assert_true(canvas_init(canvas, 80, 24, GLYPHS_BRAILLE));
    coach_draw(coach, &place, canvas);
    return canvas_to_text(canvas);
}

FACT(what_was_read_gives_way)
{
    DEFER(canvas_free) struct canvas canvas;
    struct coach coach = full();
    DEFER(memory_leave) char *text = drawn(&coach, coach_place(80, 24, false, false), &canvas);
    assert_null(strstr(text, "FIRST"));
    assert_has(text, "You said a. It is b.", "○ Find a CIT", "CIT 0.80: 124 late, not yet", "H hints");
    free(text);
    canvas_free(&canvas);
    coach.n_choices = 0;
    coach.question = coach.reveal = coach.task = coach.hint = NULL;
    text = drawn(&coach, coach_place(80, 24, false, false), &canvas);
    assert_has(text, "FIRST");
}

/* "You said a. It is b." is said of two answers that still stand there; the third is the first to go. */
FACT(given_and_right_answers_stay)
{
    DEFER(canvas_free) struct canvas canvas;
    struct coach coach = full();
    coach.task = coach.state = coach.hint = NULL;
    coach.reveal =
        "Carbon fell by 17.4 %, and most requests are faster than before: the worst p95 went from 86 to 66 % of its SLO. But 124 are late, most of them of job 1, for they find the A100 busy.";
    DEFER(memory_leave) char *text = drawn(&coach, coach_place(80, 24, false, false), &canvas);
    assert_null(strstr(text, "FIRST"));
    assert_null(strstr(text, "nothing"));
    assert_has(text, "a ○ fewer are late", "b ● more are late", "find the A100 busy");
}

/* Its title leaves no room for dots: which step it is stands beside what to press; one that is too long ends
 * with a clause. Low, it ends where its box does, whatever it says. */
FACT(it_says_where_it_is_and_stands_low)
{
    struct canvas canvas;
    struct coach coach = full();
    struct coach_place place = {COACH_OVER, {34, 2, 46, 20}, 80, 24, false};
    coach.title = "A title that takes the whole of its row";
    coach.prompt = "*Enter* goes on, *H* hints";
    coach.step = 2;
    coach.n_steps = 6;
    coach.n_choices = 0;
    coach.question = coach.reveal = coach.task = coach.hint = NULL;
    char *text = drawn(&coach, place, &canvas);
    assert_has(text, "Enter goes on, H hints", "step 2 of 6");
    free(text);
    canvas_free(&canvas);
    coach.title = "Sharing one GPU: the utilization fallacy, and who has how much";
    text = drawn(&coach, place, &canvas);
    assert_has(text, " Sharing one GPU: the utilization fallacy ─");
    free(text);
    canvas_free(&canvas);
    struct rect high = coach_box(&coach, &place);
    place.low = true;
    struct rect low = coach_box(&coach, &place);
    assert_int_equal(high.h, low.h);
    assert_int_equal(high.y, place.box.y);
    assert_int_equal(low.y + low.h, place.box.y + place.box.h);
}

FACT(choices_can_be_clicked)
{
    DEFER(canvas_free) struct canvas canvas;
    struct coach coach = full();
    bool found[COACH_CHOICES] = {false}, prompt = false;
    coach.reveal = coach.task = coach.hint = NULL;
    coach.answered = -1;
    free(drawn(&coach, coach_place(80, 24, false, false), &canvas));
    for (int y = 0; y < canvas.h; y++) {
        struct spot spot = canvas_spot_at(&canvas, 10, y);
        if (spot.kind == SPOT_CHOICE && spot.which == COACH_PROMPT)
            prompt = true;
        else if (spot.kind == SPOT_CHOICE)
            found[spot.which] = true;
    }
    assert_true(found[0] && found[1] && found[2] && !found[3] && prompt);
}
