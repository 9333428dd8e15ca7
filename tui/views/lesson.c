/* A lesson beside the dashboard: the coach's box with what the tutor says, and labels at the knob and the
 * panels that it talks about, which have the focus and stay bright. All keys of the dashboard work; Enter,
 * backspace and H are the lesson's, and so are the letters of the answers while it asks. */
#include "tui/views/view.h"

#include "engine/base/text.h"
#include "tui/explorer/tutor.h"
#include "tui/words/lesson_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lesson_view {
    struct tutor tutor;
    char series[32]; /* "3 of 13", where it is one of a series */
    bool left;       /* it is to be closed, and what became of its changes is known */
    bool keep;
    enum region focus; /* when the step began: looking there again is nothing new */
};

/* --- opening and closing --- */

/* The knob and the panel that the step is about have the focus. */
static void look_at(struct host *host, struct lesson_view *view)
{
    const struct lecture_line *points[LECTURE_LINES];
    struct knob_ref knob;
    view->focus = host->scene->focus;
    for (int i = tutor_lines(&view->tutor, LINE_AT, points) - 1; i >= 0; i--) {
        const struct lecture_line *at = points[i];
        if (at->point == POINT_KNOB &&
            knob_resolve(&host->explorer->document.scenario, at->text, &knob, NULL))
            explorer_favour(host->explorer, knob);
        enum action action = at->point == POINT_PANEL ? lesson_panel_action(at->text) : ACTION_NONE;
        enum region region = scene_panel_of(action);
        if (region == REGION_COUNT || !layout_has(&host->scene->layout, region))
            continue;
        host_run(host, action_infos[action].name);
        view->focus = region;
    }
}

static void note(struct host *host, const struct tutor *tutor, bool finished)
{
    struct error error = {0};
    if (!schooling_mark(host->schooling, tutor->lesson.name, tutor->furthest + 1, tutor->lesson.n_stops,
                        finished, &error))
        message_say_error(host->message, &error);
}

static bool lesson_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct lesson_view *view = state;
    struct lecture lesson;
    char path[PATH_SIZE];
    if (!*argument)
        return error_set(error, ERROR_INPUT, NULL, "which lesson? `lesson NAME`; t lists them");
    if (!host->store)
        return error_set(error, ERROR_INPUT, NULL, "there is no store, so there are no lessons");
    if (!lectures_find(host->store, LECTURE_LESSON, &lesson_words, argument, &lesson, path, NULL, NULL,
                       error))
        return false;
    struct lecture_list list = {0};
    int most = 0;
    if (lesson.number > 0 && lectures_list(host->store, LECTURE_LESSON, &lesson_words, &list, NULL)) {
        for (size_t i = 0; i < list.n; i++)
            most = list.items[i].lecture.number > most ? list.items[i].lecture.number : most;
        text_print(view->series, sizeof view->series, "%d of %d", lesson.number, most);
    }
    lectures_free(&list);
    if (!tutor_begin(&view->tutor, host->explorer, host->store, &lesson, error))
        return false;
    host->tutor = &view->tutor;
    note(host, &view->tutor, false);
    look_at(host, view);
    return true;
}

static void lesson_close(struct host *host, void *state)
{
    struct lesson_view *view = state;
    tutor_end(&view->tutor, !view->left || view->keep);
    host->tutor = NULL;
}

/* --- what is shown --- */

/* A question of how it is left was answered: see lesson_leave.c. */
static void lesson_update(struct host *host, void *state)
{
    struct lesson_view *view = state;
    const struct scene *scene = host->scene;
    if (view->tutor.leaving != TUTOR_REMAINS) {
        view->left = true;
        view->keep = view->tutor.leaving == TUTOR_KEEPS;
        host_close(host);
        return;
    }
    if (!host->on_top)
        tutor_see(&view->tutor, host->shown);
    else if (scene->focus != view->focus)
        tutor_see(&view->tutor, scene_panel_name(scene->focus));
    tutor_update(&view->tutor);
}

/* Nowhere over what it points at: below panels at the top, above those below, under all where both are. */
static struct coach_place lesson_place(const struct host *host, const void *state, int columns, int rows)
{
    const struct lecture_line *points[LECTURE_LINES];
    bool right = false, high = false, low = false;
    int n = tutor_lines(&((const struct lesson_view *)state)->tutor, LINE_AT, points);
    for (int i = 0; i < n; i++) {
        if (points[i]->point != POINT_PANEL)
            continue;
        enum region region = scene_panel_of(lesson_panel_action(points[i]->text));
        bool at_right = region == REGION_CLUSTER,
             at_top = region == REGION_INTENSITY || region == REGION_CARBON;
        right |= at_right;
        high |= at_top;
        low |= !at_right && !at_top;
    }
    struct coach_place place = coach_place(columns, rows, !host->on_top, right || (high && low));
    place.low = high;
    return place;
}

/* Where a point lies; w is 0 where it is not shown. */
static struct rect rect_of(const struct host *host, const struct lecture_line *at,
                           const struct canvas *canvas)
{
    const struct layout *layout = &host->scene->layout;
    const struct focus *focus = &host->explorer->focus;
    struct knob_ref knob;
    if (at->point == POINT_CARDS)
        return layout->rects[REGION_STRIP];
    if (at->point == POINT_PANEL) {
        enum region region = scene_panel_of(lesson_panel_action(at->text));
        return region == REGION_COUNT ? (struct rect){0} : layout->rects[region];
    }
    if (!knob_resolve(&host->explorer->document.scenario, at->text, &knob, NULL))
        return (struct rect){0};
    for (int i = 0; i < canvas->n_spots; i++) { /* the row of a knob, as it was drawn */
        const struct spot *spot = &canvas->spots[i];
        if (spot->kind == SPOT_KNOB && spot->which < focus->n_knobs &&
            knob_same(focus->knobs[spot->which], knob))
            return spot->rect;
    }
    return (struct rect){0};
}

enum { PROMPT = 160 };

/* What to press now. */
static void prompt_of(const struct host *host, const struct tutor *tutor, char out[PROMPT])
{
    char next[24], hint[24];
    const struct tutor_step *now = tutor_step(tutor);
    const struct lecture_line *choices[LECTURE_LINES];
    bool last = tutor->step + 1 == tutor->lesson.n_stops;
    keymap_labels(host->keymap, ACTION_LESSON_NEXT, 1, next, sizeof next);
    keymap_labels(host->keymap, ACTION_LESSON_HINT, 1, hint, sizeof hint);
    if (tutor_is_away(tutor))
        snprintf(out, PROMPT, "The lesson is about %s; open it again to go on", tutor->lesson.scenario);
    else if (!host->on_top)
        snprintf(out, PROMPT,
                 now->done ? "*Esc* comes back to the lesson" : "The lesson waits; *Esc* comes back");
    else if (tutor_asks(tutor))
        snprintf(out, PROMPT, "*a* to *%c* answers", 'a' + tutor_lines(tutor, LINE_CHOICE, choices) - 1);
    else if (!now->turned)
        snprintf(out, PROMPT, "*%s*: watch what happens", next);
    else if (!now->revealed)
        snprintf(out, PROMPT, "simulating ...");
    else if (!now->done && now->skipping)
        snprintf(out, PROMPT, "Not done yet. *%s* once more, and it is done for you", next);
    else if (!now->done)
        snprintf(out, PROMPT, "Your turn; *%s* hints", hint);
    else
        snprintf(out, PROMPT, last ? "*%s* ends the lesson" : "*%s* goes on", next);
}

static const char *or_null(const char *text)
{
    return *text ? text : NULL;
}

/* What the box says, and where that is kept. */
struct said {
    struct coach coach;
    char prompt[PROMPT], progress[TUTOR_TEXT];
};

static void say(const struct host *host, const struct lesson_view *view, struct said *said)
{
    const struct tutor *tutor = &view->tutor;
    const struct lecture_line *choices[LECTURE_LINES];
    const struct tutor_step *now = tutor_step(tutor);
    struct coach *coach = &said->coach;
    prompt_of(host, tutor, said->prompt);
    *coach = (struct coach){.title = tutor->lesson.title,
                            .series = or_null(view->series),
                            .step = tutor->step + 1,
                            .n_steps = tutor->lesson.n_stops,
                            .question = or_null(tutor_text(tutor, LINE_PREDICT)),
                            .n_choices = tutor_lines(tutor, LINE_CHOICE, choices),
                            .marked = now->marked,
                            .answered = now->answered,
                            .right = now->right,
                            .prompt = said->prompt};
    coach->text = now->text;
    for (int i = 0; i < coach->n_choices; i++)
        coach->choices[i] = choices[i]->text;
    if (!now->revealed)
        return;
    coach->reveal = or_null(now->reveal);
    coach->why = or_null(now->why);
    coach->task = or_null(now->task);
    coach->state = coach->task ? tutor_state(tutor, said->progress, sizeof said->progress) : NULL;
    coach->done = now->done;
    coach->hint = now->hinted && !now->done ? or_null(now->hint) : NULL;
}

static void lesson_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct lesson_view *view = state;
    struct coach_place place = lesson_place(host, state, canvas->w, canvas->h);
    struct said said;
    say(host, view, &said);
    if (host->on_top) {
        static const char *const labels[POINT_KINDS] = {"the knob", "here", "these"};
        const struct lecture_line *points[LECTURE_LINES];
        struct rect bright[LECTURE_LINES + 1];
        int n = tutor_lines(&view->tutor, LINE_AT, points);
        for (int i = 0; i < n; i++)
            bright[i] = rect_of(host, points[i], canvas);
        bright[n] = (struct rect){0, 0, canvas->w, 2};
        coach_dim(canvas, bright, n + 1);
        for (int i = 0; i < n; i++)
            if (bright[i].w > 0)
                coach_point(canvas, bright[i], points[i]->point == POINT_KNOB,
                            *points[i]->note ? points[i]->note : labels[points[i]->point]);
    }
    coach_draw(&said.coach, &place, canvas);
}

/* --- input --- */

static unsigned went(struct host *host, struct lesson_view *view, enum tutor_went went, struct error *error)
{
    if (error->kind != ERROR_NONE)
        message_say_error(host->message, error);
    if (went == TUTOR_STAYS)
        return REPLY_DONE;
    note(host, &view->tutor, went == TUTOR_FINISHED);
    if (went == TUTOR_FINISHED)
        host_open(host, VIEW_LESSON_LEAVE, "finished");
    else
        look_at(host, view);
    return REPLY_DONE;
}

/* The beginning of the lesson is as far back as it goes. */
static unsigned take_back(struct host *host, struct tutor *tutor, enum action action)
{
    struct error error = {0};
    if (tutor_is_away(tutor) || (action == ACTION_UNDO && !tutor_is_at_base(tutor)))
        return 0;
    int n = action == ACTION_RESET ? tutor_reset(tutor, &error) : 0;
    if (error.kind != ERROR_NONE)
        message_say_error(host->message, &error);
    else if (n == 0)
        message_say(host->message, false, "this is how the lesson began; Esc leaves it");
    else
        message_say(host->message, false, "as the lesson began: %d change%s undone", n, n == 1 ? "" : "s");
    return REPLY_DONE;
}

static unsigned lesson_action(struct host *host, void *state, enum action action)
{
    struct lesson_view *view = state;
    struct tutor *tutor = &view->tutor;
    struct error error = {0};
    switch (action) {
    case ACTION_LESSON_NEXT:
        if (!tutor_is_away(tutor))
            return went(host, view, tutor_next(tutor, &error), &error);
        if (!tutor_resume(tutor, &error))
            message_say_error(host->message, &error);
        return REPLY_DONE;
    case ACTION_LESSON_BACK:
        if (!tutor_back(tutor, &error))
            message_say(host->message, false, "this is the first step");
        else if (error.kind != ERROR_NONE)
            message_say_error(host->message, &error);
        else
            look_at(host, view);
        return REPLY_DONE;
    case ACTION_LESSON_HINT:
        if (!tutor_hint(tutor, &error))
            message_say(host->message, false, "%s", error.message);
        return REPLY_DONE;
    case ACTION_KNOB_PREVIOUS:
    case ACTION_KNOB_NEXT:
        if (!tutor_asks(tutor))
            return 0;
        tutor_mark(tutor, action == ACTION_KNOB_NEXT ? 1 : -1);
        return REPLY_DONE;
    case ACTION_UNDO:
    case ACTION_RESET:
        return take_back(host, tutor, action);
    case ACTION_BACK:
    case ACTION_QUIT:
        return host_open(host, VIEW_LESSON_LEAVE, "");
    default:
        return 0;
    }
}

/* Letters answer while it asks. */
static bool lesson_typing(const void *state)
{
    const struct tutor *tutor = &((const struct lesson_view *)state)->tutor;
    return !tutor_is_away(tutor) && tutor_asks(tutor);
}

static unsigned lesson_text(struct host *host, void *state, uint32_t key)
{
    struct lesson_view *view = state;
    struct error error = {0};
    if (host->pasting || key < 'a' || !tutor_answer(&view->tutor, (int)(key - 'a'), &error)) {
        if (error.kind != ERROR_NONE)
            message_say_error(host->message, &error);
        return error.kind != ERROR_NONE ? REPLY_DONE : 0;
    }
    return REPLY_DONE;
}

static unsigned lesson_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct lesson_view *view = state;
    struct coach_place place = lesson_place(host, state, host->canvas->w, host->canvas->h);
    struct spot spot = canvas_spot_at(host->canvas, x, y);
    struct error error = {0};
    struct said said;
    say(host, view, &said);
    if (!rect_contains(coach_box(&said.coach, &place), x, y))
        return 0;
    if (button != 1 || spot.kind != SPOT_CHOICE)
        return REPLY_HANDLED;
    if (spot.which == COACH_PROMPT)
        return lesson_action(host, state, ACTION_LESSON_NEXT);
    tutor_answer(&view->tutor, spot.which, &error);
    return REPLY_DONE;
}

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

const struct view_ops view_lesson = {
    .contexts = CONTEXT_LESSON,
    .popup = true,
    .beside = true,
    .state_size = sizeof(struct lesson_view),
    .open = lesson_open,
    .close = lesson_close,
    .update = lesson_update,
    .draw = lesson_draw,
    .no_rows = "it is a text; the list of lessons has rows",
    .place = lesson_place,
    .typing = lesson_typing,
    .text = lesson_text,
    .action = lesson_action,
    .mouse = lesson_mouse,
    .hints = lesson_hints,
    .n_hints = sizeof lesson_hints / sizeof *lesson_hints,
};
