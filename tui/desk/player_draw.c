/* What the player shows: its box beside the dashboard, and in the last row the keys that it has. */
#include "tui/desk/player.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"
#include "tui/widgets/coach.h"
#include "tui/widgets/hints.h"
#include "tui/widgets/parts.h"
#include "tui/words/metric_words.h"

static const struct hint hints_held[] = {
    {ACTION_DEMO_NEXT, ACTION_NONE, "on", 0},         {ACTION_DEMO_BACK, ACTION_NONE, "back", 1},
    {ACTION_DEMO_TRY, ACTION_NONE, "let me try", 0},  {ACTION_DEMO_UP, ACTION_DEMO_DOWN, "answer", 3},
    {ACTION_DEMO_ALONE, ACTION_NONE, "by itself", 2}, {ACTION_DEMO_SLOWER, ACTION_DEMO_FASTER, "speed", 3},
    {ACTION_PRESENTER, ACTION_NONE, "large", 3},      {ACTION_BACK, ACTION_NONE, "leave", 1},
};

/* What was said to the question before, and what is right now that its answer is there; or NULL. */
static const char *reveal(struct desk *desk, int stop)
{
    const struct player *player = desk->player;
    const struct lecture_line *choices[LECTURE_LINES];
    if (stop < 1 || player->demo.lines[player->demo.stops[stop - 1].said].kind != LINE_PREDICT)
        return NULL;
    struct expression_facts facts = player_facts(desk);
    int n = lecture_lines(&player->demo, stop - 1, LINE_CHOICE, choices);
    int right = n > 0 ? lecture_right(&player->demo, stop - 1, &facts, NULL) : -1, said = player->answers[stop - 1];
    if (right < 0)
        return NULL;
    return text(&desk->canvas.texts,
                said < 0        ? "%c is right: %s."
                : said == right ? "%c is right: %s. You said so."
                                : "%c is right: %s. You said %c.",
                'a' + right, choices[right]->text, 'a' + said);
}

/* A claim that does not hold here is said, wherever that comes from: another profile, an import. And that the
 * screen is too small. NULL: neither. */
static const char *doubt(struct desk *desk, int stop)
{
    const struct player *player = desk->player;
    const struct lecture *demo = &player->demo;
    struct expression_facts facts = player_facts(desk);
    const struct lecture_stop *at = &demo->stops[stop];
    bool told = player->at == player->goal && !player->trying && facts.of[MOMENT_NOW].source.summary;
    for (int i = at->said + 1; told && i < at->end; i++)
        if (demo->lines[i].kind == LINE_EXPECT && !line_holds(&demo->lines[i], &facts))
            return text(&desk->canvas.texts, "this does not hold here: %s", demo->lines[i].condition);
    if (!player->small || stop != 0)
        return NULL;
    return text(&desk->canvas.texts,
                "made for a screen of %dx%d, this one has %dx%d: it may talk of what is not shown",
                demo->columns, demo->rows, desk->canvas.w, desk->canvas.h);
}

static const char *prompt_of(struct desk *desk)
{
    const struct player *player = desk->player;
    struct arena *texts = &desk->canvas.texts;
    char key[32];
    keymap_labels(&desk->keymap, player->trying ? ACTION_DEMO_RETURN : ACTION_DEMO_NEXT, 1, key, sizeof key);
    if (player->trying)
        return text(texts, "Yours: every key works. %s goes back to here", key);
    if (player->at != player->goal || player->left_s > 0)
        return "…";
    if (player->at + 1 == player->demo.n_stops)
        return "The end";
    if (player->automatic)
        return text(texts, "plays by itself, %g×", player->speed);
    return text(texts, "%s%s: on", player_asks(player) ? "A letter answers; " : "", key);
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
    const struct player *player = desk->player;
    const struct lecture *demo = &player->demo;
    const struct lecture_line *choices[LECTURE_LINES];
    int stop = player->at < 0 ? 0 : player->at; /* on the way to another, the one it comes from */
    bool predict = demo->lines[demo->stops[stop].said].kind == LINE_PREDICT;
    char told[2 * LECTURE_TEXT];
    struct rect last = {0, desk->canvas.h - 1, desk->canvas.w, 1};
    const char *telling = player->trying ? player->told : player_tell(desk, stop, told, sizeof told);
    struct coach coach = {.title = demo->title,
                          .series = "Demo",
                          .step = stop + 1,
                          .n_steps = demo->n_stops,
                          .text = predict ? NULL : telling,
                          .question = predict ? telling : NULL,
                          .n_choices = predict ? lecture_lines(demo, stop, LINE_CHOICE, choices) : 0,
                          .marked = player->asked ? player->marked : -1,
                          .answered = -1,
                          .right = -1,
                          .reveal = reveal(desk, stop),
                          .hint = doubt(desk, stop),
                          .prompt = prompt_of(desk)};
    for (int i = 0; i < coach.n_choices && i < COACH_CHOICES; i++)
        coach.choices[i] = choices[i]->text;
    if (place->form == COACH_LINE && coach.text && !player->trying)
        coach.prompt = NULL; /* one row, for how the telling begins */
    coach_draw(&coach, place, &desk->canvas);
    if (desk->n_views > 0 && player->trying)
        return;
    struct hint hints[PANEL_HINTS_MAX];
    if (*desk->message.text)
        hints_message(&desk->canvas, last, &desk->message);
    else if (player->trying)
        hints_draw(&desk->canvas, last, &desk->keymap, hints, panel_hint_list(&desk->scene, hints));
    else if (desk->n_views == 0)
        hints_draw(&desk->canvas, last, &desk->keymap, hints_held, sizeof hints_held / sizeof *hints_held);
}
