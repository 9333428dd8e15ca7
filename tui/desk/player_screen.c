/* What of the screen is the player's: its box beside the dashboard with the labels at what it points at, the
 * keys of the last row, and which keys and clicks it takes. */
#include "tui/desk/player.h"

#include "engine/base/text.h"
#include "tui/widgets/coach.h"
#include "tui/widgets/parts.h"

#include <string.h>

static const struct hint demo_hints[] = {
    {ACTION_DEMO_NEXT, ACTION_NONE, "on", 0},         {ACTION_DEMO_BACK, ACTION_NONE, "back", 1},
    {ACTION_DEMO_TRY, ACTION_NONE, "let me try", 0},  {ACTION_DEMO_UP, ACTION_DEMO_DOWN, "answer", 3},
    {ACTION_DEMO_ALONE, ACTION_NONE, "by itself", 2}, {ACTION_DEMO_SLOWER, ACTION_DEMO_FASTER, "speed", 3},
    {ACTION_PRESENTER, ACTION_NONE, "large", 3},      {ACTION_BACK, ACTION_NONE, "leave", 1},
};
static const struct hint lesson_hints[] = {
    {ACTION_LESSON_NEXT, ACTION_NONE, "next", 0},
    {ACTION_TURN_UP, ACTION_TURN_DOWN, "turn", 2},
    {ACTION_KNOB_PREVIOUS, ACTION_KNOB_NEXT, "knob", 3},
    {ACTION_LESSON_HINT, ACTION_NONE, "hint", 1},
    {ACTION_LESSON_BACK, ACTION_NONE, "back", 2},
    {ACTION_UNDO, ACTION_NONE, "undo", 3},
    {ACTION_TIME_BACK, ACTION_TIME_FORWARD, "time", 4},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
    {ACTION_EXPLAIN, ACTION_NONE, "help", 4},
};

const struct hint *player_hints(const struct player *player, int *n)
{
    bool demo = player_is_demo(player);
    *n = demo ? sizeof demo_hints / sizeof *demo_hints : sizeof lesson_hints / sizeof *lesson_hints;
    return !player || player->trying ? NULL : demo ? demo_hints : lesson_hints;
}

/* --- the box --- */

/* Where a point of a lesson lies; w is 0 where it is not shown. */
static struct rect rect_of(const struct desk *desk, const struct lecture_line *at)
{
    const struct layout *layout = &desk->scene.layout;
    const struct focus *focus = &desk->explorer->focus;
    enum region region = at->point == POINT_CARDS   ? REGION_STRIP
                         : at->point == POINT_PANEL ? scene_panel_of(lesson_panel_action(at->text))
                                                    : REGION_COUNT;
    struct knob_ref knob;
    if (region != REGION_COUNT)
        return layout->rects[region];
    if (at->point != POINT_KNOB || !knob_resolve(&desk->explorer->document.scenario, at->text, &knob, NULL))
        return (struct rect){0};
    for (int i = 0; i < desk->canvas.n_spots; i++) { /* the row of a knob, as it was drawn */
        const struct spot *spot = &desk->canvas.spots[i];
        if (spot->kind == SPOT_KNOB && spot->which < focus->n_knobs &&
            knob_same(focus->knobs[spot->which], knob))
            return spot->rect;
    }
    return (struct rect){0};
}

/* The box of a lesson is nowhere over what it points at: below panels at the top, above those below, under
 * all where both are. That of a demo is never over a plot: what is told is about any of them, so where it has
 * no columns of its own it has rows at the foot, as many as the longest of its texts takes with its frame. */
struct coach_place player_place(const struct desk *desk)
{
    enum { FRAME = 4, SIDES = 4, LEAST = 6, MOST = 11 };
    const struct lecture *lecture = &desk->player->lecture;
    const struct lecture_line *lines[LECTURE_LINES];
    int columns = desk->canvas.w, rows = desk->canvas.h, most = 0;
    bool demo = player_is_demo(desk->player), covered = desk->n_views > 0, right = demo, high = false,
         low = false;
    for (int i = lecture_lines(lecture, desk->player->at, LINE_AT, lines) - 1; i >= 0; i--) {
        if (lines[i]->point != POINT_PANEL)
            continue;
        enum region region = scene_panel_of(lesson_panel_action(lines[i]->text));
        bool at_right = region == REGION_CLUSTER,
             at_top = region == REGION_INTENSITY || region == REGION_CARBON;
        right |= at_right;
        high |= at_top;
        low |= !at_right && !at_top;
    }
    struct coach_place place = coach_place(columns, rows, covered, right || (high && low));
    place.low = high;
    if (!demo || place.form != COACH_STRIP)
        return place;
    for (int stop = 0; stop < lecture->n_stops; stop++) {
        int n = part_wrap_rows(columns - SIDES, lecture->lines[lecture->stops[stop].said].text) +
                lecture_lines(lecture, stop, LINE_CHOICE, lines);
        most = n > most ? n : most;
    }
    int h = part_clamp(most + FRAME, LEAST, MOST);
    if (rows - h >= LAYOUT_MIN_ROWS + 4)
        place =
            (struct coach_place){COACH_STRIP, {0, rows - !covered - h, columns, h}, columns, rows - h, false};
    return place;
}

/* What to press now. */
static const char *prompt_of(struct desk *desk)
{
    const struct player *player = desk->player;
    const struct player_stop *now = player_here(player);
    struct arena *texts = &desk->canvas.texts;
    bool demo = player_is_demo(player), last = player->at + 1 == player->lecture.n_stops;
    char key[32], hint[24];
    keymap_labels(&desk->keymap,
                  player->trying ? ACTION_DEMO_RETURN
                  : demo         ? ACTION_DEMO_NEXT
                                 : ACTION_LESSON_NEXT,
                  1, key, sizeof key);
    keymap_labels(&desk->keymap, ACTION_LESSON_HINT, 1, hint, sizeof hint);
    if (player->trying)
        return text(texts, "Yours: every key works. %s goes back to here", key);
    if (player->at != player->goal || player->left_s > 0)
        return "…";
    if (demo && last)
        return "The end";
    if (player->automatic)
        return text(texts, "plays by itself, %g×", player->speed);
    if (demo)
        return text(texts, "%s%s: on", player_asks(player) ? "A letter answers; " : "", key);
    if (player_is_away(desk))
        return text(texts, "The lesson is about %s; open it again to go on", player->lecture.scenario);
    if (desk->n_views > 0)
        return now->done ? "*Esc* comes back to the lesson" : "The lesson waits; *Esc* comes back";
    if (player_asks(player))
        return text(texts, "*a* to *%c* answers", 'a' + player_asks(player) - 1);
    if (!now->turned)
        return text(texts, "*%s*: watch what happens", key);
    if (!now->revealed)
        return "simulating ...";
    if (!now->done && now->skipping)
        return text(texts, "Not done yet. *%s* once more, and it is done for you", key);
    if (!now->done)
        return text(texts, "Your turn; *%s* hints", hint);
    return text(texts, last ? "*%s* ends the lesson" : "*%s* goes on", key);
}

static const char *or_null(const char *text)
{
    return text && *text ? text : NULL;
}

void player_draw(struct desk *desk, const struct coach_place *place)
{
    static const char *const labels[POINT_KINDS] = {"the knob", "here", "these"};
    struct player *player = desk->player;
    const struct lecture *lecture = &player->lecture;
    const struct lecture_line *lines[LECTURE_LINES];
    struct canvas *canvas = &desk->canvas;
    bool demo = player_is_demo(player), covered = desk->n_views > 0;
    player_say(desk);
    const struct player_stop *now = player_here(player);
    int stop = player->at < 0 ? 0 : player->at; /* on the way to another, the one it comes from */
    const char *asked = lecture_text(lecture, stop, LINE_PREDICT);
    bool stands_alone = demo && *asked; /* what is told is the question */
    struct coach coach = {.title = lecture->title,
                          .series = demo ? "Demo" : or_null(player->series),
                          .step = stop + 1,
                          .n_steps = lecture->n_stops,
                          .text = stands_alone ? NULL : now->told,
                          .question = stands_alone ? now->told : or_null(asked),
                          .n_choices = lecture_lines(lecture, stop, LINE_CHOICE, lines),
                          .marked = now->marked,
                          .answered = demo ? -1 : now->answered,
                          .right = demo ? -1 : now->right,
                          .prompt = prompt_of(desk)};
    for (int i = 0; i < coach.n_choices && i < COACH_CHOICES; i++)
        coach.choices[i] = lines[i]->text;
    if (now->revealed) {
        coach.reveal = or_null(now->reveal);
        coach.why = or_null(now->why);
        coach.task = or_null(now->task);
        coach.state = coach.task ? player_state(desk) : NULL;
        coach.done = now->done;
        coach.hint = demo || (now->hinted && !now->done) ? or_null(now->hint) : NULL;
    }
    if (demo && place->form == COACH_LINE && coach.text && !player->trying)
        coach.prompt = NULL; /* one row, for how the telling begins */
    if (!covered && !demo) {
        struct rect bright[LECTURE_LINES + 1];
        int n = lecture_lines(lecture, stop, LINE_AT, lines);
        for (int i = 0; i < n; i++)
            bright[i] = rect_of(desk, lines[i]);
        bright[n] = (struct rect){0, 0, canvas->w, 2};
        coach_dim(canvas, bright, n + 1);
        for (int i = 0; i < n; i++)
            if (bright[i].w > 0)
                coach_point(canvas, bright[i], lines[i]->point == POINT_KNOB,
                            *lines[i]->note ? lines[i]->note : labels[lines[i]->point]);
    }
    player->box_now = coach_box(&coach, place);
    coach_draw(&coach, place, canvas);
}

/* --- keys and clicks --- */

bool player_key(struct desk *desk, uint32_t key, unsigned *reply)
{
    struct player *player = desk->player;
    struct error error = {0};
    char label[32];
    bool demo = player_is_demo(player);
    *reply = REPLY_DONE;
    if (demo ? player->trying || player->running : desk->n_views > 0)
        return false;
    message_clear(&desk->message);
    /* Where it asks, the letters of the answers are these, whatever else they do. */
    if (key >= 'a' && key < 'a' + (uint32_t)player_asks(player) && !player_is_away(desk)) {
        if (!player_answer(desk, (int)(key - 'a'), &error))
            message_say_error(&desk->message, &error);
        return true;
    }
    enum action_id action =
        keymap_find(&desk->keymap, demo ? CONTEXT_DEMO | CONTEXT_DASHBOARD : CONTEXT_LESSON, key);
    enum action_group group = action == ACTION_NONE ? GROUP_COUNT : action_infos[action].group;
    if (!demo && group != GROUP_LESSON)
        return false;
    if (!demo || group == GROUP_DISPLAY || action == ACTION_PRESENTER) {
        /* What leaves the document alone is the desk's while the demo has the keys. */
        *reply = desk_action(desk, action);
    } else if (action == ACTION_BACK || action == ACTION_QUIT || group == GROUP_DEMO) {
        *reply = player_action(desk, action);
    } else {
        keymap_labels(&desk->keymap, ACTION_DEMO_TRY, 1, label, sizeof label);
        message_say(&desk->message, false, "the demo has the keys; %s gives them to you", label);
    }
    return true;
}

/* The beginning of a lesson is as far back as it goes. */
static unsigned take_back(struct desk *desk, bool all)
{
    struct error error = {0};
    int n = 0;
    if (player_is_away(desk) || (!all && player_changes(desk) > 0))
        return 0;
    while (player_changes(desk) > 0 && explorer_undo(desk->explorer, &error))
        n++;
    if (error.kind != ERROR_NONE)
        message_say_error(&desk->message, &error);
    else if (n == 0)
        message_say(&desk->message, false, "this is how the lesson began; Esc leaves it");
    else
        message_say(&desk->message, false, "as the lesson began: %d change%s undone", n, n == 1 ? "" : "s");
    return REPLY_DONE;
}

/* A demo plays by itself or not, slower, faster. */
static void set_pace(struct desk *desk, enum action_id action)
{
    static const double least = 0.25, most = 8;
    struct player *player = desk->player;
    double speed = player->speed * (action == ACTION_DEMO_FASTER ? 2 : 0.5);
    if (action == ACTION_DEMO_ALONE) {
        player->automatic = !player->automatic;
        player->stayed_s = 0;
        return;
    }
    player->speed = speed >= least && speed <= most ? speed : player->speed;
    message_say(&desk->message, false, "the demo plays %g times as fast as it was written", player->speed);
}

/* False: there is nothing to choose from. */
static bool mark_answer(struct player *player, bool down)
{
    struct player_stop *now = player_here(player);
    int n = player_asks(player);
    if (n > 0)
        now->marked = now->marked >= 0 ? (now->marked + (down ? 1 : n - 1)) % n : down ? 0 : n - 1;
    return n > 0;
}

static void let_try(struct desk *desk)
{
    struct player *player = desk->player;
    char key[32];
    if (player_stop(player) < 0)
        return;
    player->trying = true;
    player->automatic = false;
    keymap_labels(&desk->keymap, ACTION_DEMO_RETURN, 1, key, sizeof key);
    message_say(&desk->message, false, "every key is yours; %s goes back to the demo, exactly to here", key);
}

unsigned player_action(struct desk *desk, enum action_id action)
{
    struct player *player = desk->player;
    struct error error = {0};
    bool demo = player_is_demo(player);
    if (demo)
        message_clear(&desk->message);
    switch (action) {
    case ACTION_DEMO_NEXT:
    case ACTION_LESSON_NEXT:
        player_next(desk);
        break;
    case ACTION_DEMO_BACK:
    case ACTION_LESSON_BACK:
        player_back(desk);
        break;
    case ACTION_LESSON_HINT:
        if (!player_hint(desk, &error))
            message_say(&desk->message, false, "%s", error.message);
        break;
    case ACTION_DEMO_FIRST:
        player_return(desk, 0);
        break;
    case ACTION_DEMO_TRY:
        let_try(desk);
        break;
    case ACTION_DEMO_RETURN:
        if (player->trying)
            player_return(desk, player->at);
        else
            message_say(&desk->message, false, "the demo has the keys already");
        break;
    case ACTION_DEMO_ALONE:
    case ACTION_DEMO_SLOWER:
    case ACTION_DEMO_FASTER:
        set_pace(desk, action);
        break;
    case ACTION_DEMO_UP:
    case ACTION_DEMO_DOWN:
    case ACTION_KNOB_PREVIOUS:
    case ACTION_KNOB_NEXT:
        if (!mark_answer(player, action == ACTION_DEMO_DOWN || action == ACTION_KNOB_NEXT) && !demo)
            return 0;
        break;
    case ACTION_UNDO:
    case ACTION_RESET:
        return take_back(desk, action == ACTION_RESET);
    case ACTION_BACK:
    case ACTION_QUIT:
        if (!demo)
            desk_open_view(desk, VIEW_LESSON_LEAVE, "");
        else if (action == ACTION_BACK || player->origin)
            player_leave(desk, false);
        else
            return REPLY_HANDLED | REPLY_QUIT;
        return REPLY_DONE;
    default:
        return 0;
    }
    player_go_on(desk);
    return REPLY_DONE;
}

unsigned player_mouse(struct desk *desk, const struct mouse_event *event)
{
    struct player *player = desk->player;
    struct spot spot = canvas_spot_at(&desk->canvas, event->x, event->y);
    struct error error = {0};
    bool pressed = event->kind == MOUSE_PRESS;
    if (!(pressed || event->kind == MOUSE_WHEEL_UP || event->kind == MOUSE_WHEEL_DOWN) ||
        !rect_contains(player->box_now, event->x, event->y))
        return 0;
    if (!pressed || spot.kind != SPOT_CHOICE)
        return REPLY_HANDLED;
    if (spot.which == COACH_PROMPT)
        return desk_action(desk, player->trying           ? ACTION_DEMO_RETURN
                                 : player_is_demo(player) ? ACTION_DEMO_NEXT
                                                          : ACTION_LESSON_NEXT);
    if (!player_answer(desk, spot.which, &error) && error.kind != ERROR_NONE)
        message_say_error(&desk->message, &error);
    return REPLY_DONE;
}
