/* What the player shows: its box beside the dashboard, and in the last row the keys that it has. */
#include "tui/desk/player.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"
#include "tui/widgets/coach.h"
#include "tui/widgets/hints.h"
#include "tui/widgets/parts.h"
#include "tui/words/fill.h"

#include <stdio.h>

/* Texts of a box, for as long as it is drawn. */
struct box_text {
    char series[64], told[2 * LECTURE_TEXT], reveal[192], state[256], prompt[128];
};

static const struct hint hints_held[] = {
    {ACTION_DEMO_NEXT, ACTION_NONE, "on", 0},         {ACTION_DEMO_BACK, ACTION_NONE, "back", 1},
    {ACTION_DEMO_TRY, ACTION_NONE, "let me try", 0},  {ACTION_DEMO_UP, ACTION_DEMO_DOWN, "answer", 3},
    {ACTION_DEMO_ALONE, ACTION_NONE, "by itself", 2}, {ACTION_DEMO_SLOWER, ACTION_DEMO_FASTER, "speed", 3},
    {ACTION_PRESENTER, ACTION_NONE, "large", 3},      {ACTION_BACK, ACTION_NONE, "leave", 1},
};

/* What was said to the question before, and what is right now that its answer is there. */
static void reveal(const struct desk *desk, int stop, struct box_text *text)
{
    const struct player *player = desk->player;
    const struct lecture_line *choices[LECTURE_LINES];
    if (stop < 1 || player->demo.lines[player->demo.stops[stop - 1].said].kind != LINE_PREDICT)
        return;
    struct expression_facts facts = player_facts(desk);
    int n = lecture_lines(&player->demo, stop - 1, LINE_CHOICE, choices);
    int right = n > 0 ? lecture_right(&player->demo, stop - 1, &facts) : -1, said = player->answers[stop - 1];
    if (right < 0)
        return;
    text_print(text->reveal, sizeof text->reveal, "%c is right: %s.", 'a' + right, choices[right]->text);
    if (said >= 0)
        text_append(text->reveal, sizeof text->reveal, said == right ? " You said so." : " You said %c.",
                    'a' + said);
}

/* A claim that does not hold here is said, wherever that comes from: another profile, an import. */
static bool doubt(const struct desk *desk, int stop, char *out, size_t size)
{
    const struct lecture *demo = &desk->player->demo;
    struct expression_facts facts = player_facts(desk);
    const struct lecture_stop *at = &demo->stops[stop];
    bool known = facts.of[MOMENT_NOW].source.summary != NULL;
    for (int i = at->said + 1; known && i < at->end; i++)
        if (demo->lines[i].kind == LINE_EXPECT && !line_holds(&demo->lines[i], &facts)) {
            text_print(out, size, "this does not hold here: %s", demo->lines[i].condition);
            return true;
        }
    return false;
}

static void tell_state(const struct desk *desk, int stop, struct box_text *text)
{
    const struct player *player = desk->player;
    if (player->small && stop == 0)
        text_print(text->state, sizeof text->state,
                   "made for a screen of %dx%d, this one has %dx%d: it may talk of what is not shown",
                   player->demo.columns, player->demo.rows, desk->canvas.w, desk->canvas.h);
    if (player->at == player->goal && !player->trying)
        doubt(desk, stop, text->state, sizeof text->state);
}

static void tell_prompt(const struct desk *desk, struct box_text *text)
{
    const struct player *player = desk->player;
    char key[32];
    keymap_labels(&desk->keymap, player->trying ? ACTION_DEMO_RETURN : ACTION_DEMO_NEXT, 1, key, sizeof key);
    if (player->trying)
        text_print(text->prompt, sizeof text->prompt, "Yours: every key works. %s goes back to here", key);
    else if (player->at != player->goal || player->left_s > 0)
        text_print(text->prompt, sizeof text->prompt, "…");
    else if (player->at + 1 == player->demo.n_stops)
        text_print(text->prompt, sizeof text->prompt, "The end");
    else if (player->automatic)
        text_print(text->prompt, sizeof text->prompt, "plays by itself, %g×", player->speed);
    else
        text_print(text->prompt, sizeof text->prompt, "%s%s: on",
                   player_asks(player) ? "A letter answers; " : "", key);
}

static void fill_coach(const struct desk *desk, struct box_text *text, const struct lecture_line **choices,
                       struct coach *coach)
{
    const struct player *player = desk->player;
    int stop = player->at < 0 ? 0 : player->at; /* on the way to another, the one it comes from */
    bool predict = player->demo.lines[player->demo.stops[stop].said].kind == LINE_PREDICT;
    *text = (struct box_text){.series = "Demo"};
    if (player->trying)
        text_copy(text->told, sizeof text->told, player->told);
    else
        player_tell(desk, stop, text->told, sizeof text->told);
    reveal(desk, stop, text);
    tell_state(desk, stop, text);
    tell_prompt(desk, text);
    *coach = (struct coach){.title = player->demo.title,
                            .series = text->series,
                            .step = stop + 1,
                            .n_steps = player->demo.n_stops,
                            .marked = player->asked ? player->marked : -1,
                            .answered = -1,
                            .right = -1,
                            .reveal = *text->reveal ? text->reveal : NULL,
                            .hint = *text->state ? text->state : NULL,
                            .prompt = text->prompt};
    if (predict)
        coach->question = text->told;
    else
        coach->text = text->told;
    coach->n_choices = predict ? lecture_lines(&player->demo, stop, LINE_CHOICE, choices) : 0;
    for (int i = 0; i < coach->n_choices && i < COACH_CHOICES; i++)
        coach->choices[i] = choices[i]->text;
}

/* Rows that the longest of its texts takes with its frame, so that the strip stays as high as it is. */
static int strip_rows(const struct lecture *demo, int columns)
{
    enum { FRAME = 4, SIDES = 4, LEAST = 6, MOST = 11 };
    const struct lecture_line *choices[LECTURE_LINES];
    int most = 0;
    for (int stop = 0; stop < demo->n_stops; stop++) {
        int rows = part_wrap_rows(columns - SIDES, demo->lines[demo->stops[stop].said].text) +
                   lecture_lines(demo, stop, LINE_CHOICE, choices);
        most = rows > most ? rows : most;
    }
    return part_clamp(most + FRAME, LEAST, MOST);
}

/* As lessons have it, but never over a plot: what is told is about any of them, so where the box has no
 * columns of its own it has rows at the foot. */
struct coach_place player_place(const struct desk *desk, bool covered)
{
    int columns = desk->canvas.w, rows = desk->canvas.h;
    struct coach_place place = coach_place(columns, rows, covered, true);
    int h = strip_rows(&desk->player->demo, columns), keys = !covered;
    if (place.form == COACH_STRIP && rows - h >= LAYOUT_MIN_ROWS + 4)
        place = (struct coach_place){COACH_STRIP, {0, rows - keys - h, columns, h}, columns, rows - h, false};
    return place;
}

void player_draw(struct desk *desk, const struct coach_place *place)
{
    const struct lecture_line *choices[LECTURE_LINES];
    struct box_text text;
    struct coach coach;
    struct rect last = {0, desk->canvas.h - 1, desk->canvas.w, 1};
    fill_coach(desk, &text, choices, &coach);
    if (place->form == COACH_LINE && coach.text && !desk->player->trying)
        coach.prompt = NULL; /* one row, for how the telling begins */
    coach_draw(&coach, place, &desk->canvas);
    if (desk->n_views > 0 && desk->player->trying)
        return;
    struct hint hints[PANEL_HINTS_MAX];
    if (*desk->message.text)
        hints_message(&desk->canvas, last, &desk->message);
    else if (desk->player->trying)
        hints_draw(&desk->canvas, last, &desk->keymap, hints, panel_hint_list(&desk->scene, hints));
    else if (desk->n_views == 0)
        hints_draw(&desk->canvas, last, &desk->keymap, hints_held, sizeof hints_held / sizeof *hints_held);
}
