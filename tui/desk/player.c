/* A goal and the way there: the player has arrived at a stop, or runs line after line until it has. At a stop
 * its parts are told in order: text, question, what is turned, what came of it, task; each is due once the
 * one before it is over and the run is complete. */
#include "tui/desk/player.h"

#include "engine/base/text.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/schooling.h"
#include "tui/words/metric_words.h"

#include <stdlib.h>
#include <string.h>

/* --- marks --- */

static struct desk_look take_look(const struct scene *scene)
{
    struct desk_look look = {.focus = scene->focus,
                             .full = scene->full,
                             .cluster_top = scene->cluster_top,
                             .latency_form = scene->latency_form,
                             .presenting = scene->presenting,
                             .board = scene->board};
    memcpy(look.presented, scene->presented, sizeof look.presented);
    return look;
}

static void give_look(const struct desk_look *look, struct scene *scene)
{
    scene->focus = look->focus;
    scene->full = look->full;
    scene->cluster_top = look->cluster_top;
    scene->latency_form = look->latency_form;
    scene->presenting = look->presenting;
    scene->board = look->board;
    memcpy(scene->presented, look->presented, sizeof scene->presented);
}

static void put_mark(struct desk *desk, int stop)
{
    struct player_stop *at = &desk->player->stops[stop + 1];
    explorer_end_turn(desk->explorer);
    bookmark_free(at->bookmark);
    at->bookmark = bookmark_take(desk->explorer);
    at->look = take_look(&desk->scene);
    at->covered = desk->n_views > 0;
}

static void close_views(struct desk *desk)
{
    while (desk->n_views > 0)
        desk_close_view(desk);
}

static void set_off(struct player *player, int goal)
{
    int next = player->at + 1;
    player->goal = goal;
    player->line = next < player->lecture.n_stops ? player->lecture.stops[next].first : 0;
    player->stayed_s = player->left_s = 0;
}

/* How a stop is left is how a lesson comes back to it. */
static void leave_stop(struct desk *desk)
{
    if (!player_is_demo(desk->player) && !player_is_away(desk))
        put_mark(desk, desk->player->at);
}

/* The knob and the panel that a stop of a lesson is about have the focus. */
static void look_at(struct desk *desk)
{
    struct player *player = desk->player;
    const struct lecture_line *points[LECTURE_LINES];
    enum action_id action = ACTION_NONE;
    struct knob_ref knob;
    for (int i = lecture_lines(&player->lecture, player->at, LINE_AT, points) - 1; i >= 0; i--) {
        enum action_id panel =
            points[i]->point == POINT_PANEL ? lesson_panel_action(points[i]->text) : ACTION_NONE;
        enum region region = scene_panel_of(panel);
        if (points[i]->point == POINT_KNOB &&
            knob_resolve(&desk->explorer->document.scenario, points[i]->text, &knob, NULL))
            explorer_favour(desk->explorer, knob);
        if (region != REGION_COUNT && layout_has(&desk->scene.layout, region))
            action = panel;
    }
    if (action != ACTION_NONE)
        desk_action(desk, action);
    player->focus = action != ACTION_NONE ? scene_panel_of(action) : desk->scene.focus;
}

void player_return(struct desk *desk, int stop)
{
    struct player *player = desk->player;
    struct error error = {0};
    int from = stop; /* or the nearest before it that all of is in its mark */
    while (from >= 0 && (!player->stops[from + 1].bookmark || player->stops[from + 1].covered))
        from--;
    const struct player_stop *mark = &player->stops[from + 1];
    close_views(desk);
    player->trying = false;
    if (!mark->bookmark || !bookmark_return(mark->bookmark, desk->explorer, false, &error)) {
        message_say_error(&desk->message, &error);
        return;
    }
    give_look(&mark->look, &desk->scene);
    player->at = from;
    set_off(player, stop);
    if (!player_is_demo(player))
        look_at(desk);
}

/* --- where it is --- */

bool player_is_demo(const struct player *player)
{
    return player && player->lecture.form == LECTURE_DEMO;
}

struct player_stop *player_here(const struct player *player)
{
    return &player->stops[player->at + 1];
}

int player_stop(const struct player *player)
{
    return player->at == player->goal ? player->at : -1;
}

bool player_is_moving(const struct player *player)
{
    return player && !player->trying &&
           (player->at != player->goal || player->left_s > 0 || player->automatic);
}

int player_asks(const struct player *player)
{
    const struct lecture_line *choices[LECTURE_LINES];
    bool waits =
        player && player_stop(player) >= 0 && (player_is_demo(player) || player_here(player)->answered < 0);
    return waits ? lecture_lines(&player->lecture, player->at, LINE_CHOICE, choices) : 0;
}

bool player_is_away(const struct desk *desk)
{
    const struct player *player = desk->player;
    return !player_is_demo(player) &&
           strcmp(desk->explorer->document.scenario.name, player->lecture.scenario) != 0;
}

int player_changes(const struct desk *desk)
{
    int n = desk->explorer->document.history.done - desk->player->base;
    return n > 0 ? n : 0;
}

/* --- moments --- */

static bool was_seen(const void *context, const char *name)
{
    const struct player *player = context;
    for (int i = 0; i < player->n_seen; i++)
        if (strcmp(player->seen[i], name) == 0)
            return true;
    return false;
}

static void see(struct player *player, const char *name)
{
    if (!was_seen(player, name) && player->n_seen < PLAYER_SEEN)
        text_copy(player->seen[player->n_seen++], sizeof player->seen[0], name);
}

/* "Start" is at the first stop of a demo and before that of a lesson. */
static const struct result *start_of(const struct player *player)
{
    return bookmark_result(player->stops[player_is_demo(player)].bookmark);
}

/* "Before" is at the stop before, the reference what the scenario is held against: that, and no other run,
 * whatever is drawn beside it. What the audience of a demo makes of it is not told of. */
struct expression_facts player_facts(const struct desk *desk)
{
    const struct player *player = desk->player;
    const struct explorer *explorer = desk->explorer;
    struct expression_facts facts = {.seen = was_seen, .context = player};
    facts.of[MOMENT_NOW].scenario = &explorer->document.scenario;
    facts_know(&facts, MOMENT_NOW, explorer->results.current);
    facts_know(&facts, MOMENT_REFERENCE, explorer_slot(explorer, SLOT_B));
    facts_know(&facts, MOMENT_START, start_of(player));
    facts_know(&facts, MOMENT_BEFORE,
               bookmark_result(player->stops[player->at > 0 ? player->at : 0].bookmark));
    if (player->trying)
        facts_know(&facts, MOMENT_NOW, bookmark_result(player_here(player)->bookmark));
    return facts;
}

/* The run is complete, and all that is asked of beside it: what came of it is known. */
static bool knows_run(const struct desk *desk)
{
    const struct player *player = desk->player;
    const struct explorer *explorer = desk->explorer;
    bool asks = lecture_asks_reference(&player->lecture, player->at < 0 ? 0 : player->at) &&
                explorer_has_baseline(explorer);
    return result_is_finished(explorer->results.current) && (player_is_demo(player) || start_of(player)) &&
           (!asks || explorer_slot(explorer, SLOT_B));
}

const char *player_state(struct desk *desk)
{
    const struct player *player = desk->player;
    struct expression_facts facts = player_facts(desk);
    char state[PLAYER_TEXT];
    fill_text(lecture_text(&player->lecture, player->at, LINE_STATE), &facts, state, sizeof state);
    return text(&desk->canvas.texts, "%s%s%s", state, *state ? ", " : "",
                player_here(player)->done ? "done"
                : knows_run(desk)         ? "not yet"
                                          : "simulating");
}

/* --- telling --- */

void player_update(struct desk *desk)
{
    struct player *player = desk->player;
    const struct scene *scene = &desk->scene;
    desk->host.lesson = NULL;
    if (player_is_demo(player))
        return;
    player->way = (struct lesson_way){player->lecture.title, player->at + 1, player->lecture.n_stops,
                                      player_changes(desk)};
    desk->host.lesson = &player->way;
    if (desk->n_views > 0)
        see(player, desk_screen_name(desk));
    else if (scene->focus != player->focus)
        see(player, scene_panel_name(scene->focus));
    if (player_is_away(desk))
        return;
    /* What the lesson sets belongs to its scenario: nothing that it says is about the run without. */
    if (player->lecture.stops[0].said > 0 && player_changes(desk) == 0)
        explorer_drop_before(desk->explorer);
    if (!start_of(player) && result_is_finished(desk->explorer->results.current))
        put_mark(desk, -1);
}

/* What came of a question is told at the stop after it. A claim that does not hold here is said, wherever
 * that comes from: another profile, an import. And that the screen is too small. */
static void reveal_in_demo(const struct desk *desk, struct player_stop *now,
                           const struct expression_facts *facts)
{
    const struct player *player = desk->player;
    const struct lecture *demo = &player->lecture;
    const struct lecture_line *lines[LECTURE_LINES];
    int stop = player->at, n = stop > 0 ? lecture_lines(demo, stop - 1, LINE_CHOICE, lines) : 0;
    int right = n > 0 ? lecture_right(demo, stop - 1, facts, NULL) : -1, said = player->stops[stop].answered;
    if (right >= 0)
        text_print(now->reveal, sizeof now->reveal,
                   said < 0        ? "%c is right: %s."
                   : said == right ? "%c is right: %s. You said so."
                                   : "%c is right: %s. You said %c.",
                   'a' + right, lines[right]->text, 'a' + said);
    n = lecture_lines(demo, stop, LINE_EXPECT, lines);
    for (int i = n - 1; i >= 0; i--)
        if (!line_holds(lines[i], facts))
            text_print(now->hint, sizeof now->hint, "this does not hold here: %s", lines[i]->condition);
    if (!*now->hint && player->small && stop == 0)
        text_print(now->hint, sizeof now->hint,
                   "made for a screen of %dx%d, this one has %dx%d: it may talk of what is not shown",
                   demo->columns, demo->rows, desk->canvas.w, desk->canvas.h);
}

/* Each part that is due is said once. */
void player_say(struct desk *desk)
{
    struct player *player = desk->player;
    const struct lecture *lecture = &player->lecture;
    const struct lecture_line *choices[LECTURE_LINES];
    struct player_stop *now = player_here(player);
    char plain[LECTURE_TEXT + sizeof desk->scene.headline.text];
    int stop = player->at < 0 ? 0 : player->at;
    if (player->trying || player_is_away(desk))
        return;
    struct expression_facts facts = player_facts(desk);
    bool known = knows_run(desk), demo = player_is_demo(player);
    if (!now->said) {
        lecture_put_headline(lecture->lines[lecture->stops[stop].said].text, desk->scene.headline.text, plain,
                             sizeof plain);
        fill_text(plain, &facts, now->told, sizeof now->told);
        now->said = known;
    }
    if (known && now->turned && !now->revealed && demo) {
        reveal_in_demo(desk, now, &facts);
        now->revealed = true;
    } else if (known && now->turned && !now->revealed && !player_asks(player)) {
        now->right = lecture_right(lecture, stop, &facts, NULL);
        fill_text(lecture_text(lecture, stop, LINE_REVEAL), &facts, now->reveal, PLAYER_TEXT);
        fill_text(lecture_text(lecture, stop, LINE_TASK), &facts, now->task, PLAYER_TEXT);
        fill_text(lecture_text(lecture, stop, LINE_HINT), &facts, now->hint, PLAYER_TEXT);
        lecture_lines(lecture, stop, LINE_CHOICE, choices);
        if (now->answered >= 0 && now->answered != now->right)
            fill_text(choices[now->answered]->note, &facts, now->why, PLAYER_TEXT);
        now->revealed = true;
        now->done = !*now->task;
    }
    if (known && now->revealed && !now->done && !demo)
        now->done = line_holds(lecture_line(lecture, stop, LINE_UNTIL), &facts);
}

/* --- turning --- */

/* What a lesson turns at this stop, or before its first. */
static bool turn(struct desk *desk, enum line_kind kind, struct error *error)
{
    struct player *player = desk->player;
    const struct lecture_line *turns[LECTURE_LINES];
    const char *settings[LECTURE_LINES], *rest;
    int n = 0, n_turns = lecture_lines(&player->lecture, player->at, kind, turns);
    for (int i = 0; i < n_turns; i++)
        if (turn_kind_of(turns[i]->text, &rest) == TURN_SETTING)
            settings[n++] = rest;
        else
            see(player, rest);
    return n == 0 || explorer_assign(desk->explorer, settings, n, error);
}

bool player_turn(struct desk *desk, struct error *error)
{
    struct player_stop *now = player_here(desk->player);
    now->turned = now->turned || turn(desk, LINE_SET, error);
    return now->turned;
}

bool player_answer(struct desk *desk, int choice, struct error *error)
{
    struct player *player = desk->player;
    struct player_stop *now = player_here(player);
    if (player_is_away(desk) || choice < 0 || choice >= player_asks(player))
        return false;
    if (!player_is_demo(player)) {
        if (!player_turn(desk, error))
            return false;
        now->answered = choice;
    }
    now->marked = choice;
    player_say(desk);
    return true;
}

bool player_hint(struct desk *desk, struct error *error)
{
    struct player_stop *now = player_here(desk->player);
    if (!now->revealed || now->done)
        return error_set(error, ERROR_INPUT, NULL, "there is no task to hint at; Enter goes on");
    bool first = !now->hinted && *now->hint;
    now->hinted |= first;
    return first || turn(desk, LINE_SOLUTION, error);
}

/* --- on and back --- */

/* How far the learner has come. */
static void note(struct desk *desk, bool finished)
{
    const struct player *player = desk->player;
    struct error error = {0};
    if (!schooling_mark(&desk->schooling, player->lecture.name, player->furthest + 1, player->lecture.n_stops,
                        finished, &error))
        message_say_error(&desk->message, &error);
}

void player_arrive(struct desk *desk, int stop)
{
    struct player *player = desk->player;
    bool demo = player_is_demo(player);
    player->at = stop;
    player->furthest = stop > player->furthest ? stop : player->furthest;
    player->n_seen = 0;
    player->stayed_s = 0;
    struct player_stop *now = player_here(player);
    now->said = now->revealed = false;
    now->reveal[0] = now->hint[0] = '\0';
    now->marked = -1;
    now->turned = demo || !lecture_line(&player->lecture, stop, LINE_SET);
    if (demo)
        put_mark(desk, stop);
    else
        look_at(desk);
    if (stop != player->goal)
        set_off(player, player->goal);
}

/* To the next stop of a lesson, unless something here waits. */
static bool go_on_in_lesson(struct desk *desk, struct error *error)
{
    struct player *player = desk->player;
    struct player_stop *now = player_here(player);
    player_say(desk);
    if (player_is_away(desk)) {
        /* Its scenario is opened again, as it began. */
        const struct result *start = start_of(player);
        if (!start)
            return error_set(error, ERROR_INPUT, NULL,
                             "the lesson had not begun; leave it and start it again");
        if (!explorer_open(desk->explorer, &start->model->scenario, (struct recorded){0}, error))
            return false;
        player->base = desk->explorer->document.history.done;
        return true;
    }
    if (player_asks(player))
        return now->marked < 0 ? error_set(error, ERROR_INPUT, NULL,
                                           "what do you expect? a letter says so, or an arrow and Enter")
                               : player_answer(desk, now->marked, error);
    if (!now->turned)
        return player_turn(desk, error);
    if (!knows_run(desk) || !now->revealed)
        return error_set(error, ERROR_INPUT, NULL, "the run is still being simulated");
    if (!now->done) {
        now->skipping = !now->skipping;
        return now->skipping || turn(desk, LINE_SOLUTION, error);
    }
    bool last = player->at + 1 == player->lecture.n_stops;
    if (!last) {
        leave_stop(desk);
        player->goal = player->at + 1;
        if (player_here(player)[1].said)
            player_return(desk, player->goal);
        else
            player_arrive(desk, player->goal);
    }
    note(desk, last);
    if (last)
        desk_open_view(desk, VIEW_LESSON_LEAVE, "finished");
    return true;
}

void player_next(struct desk *desk)
{
    struct player *player = desk->player;
    struct player_stop *now = player_here(player);
    struct error error = {0};
    if (!player_is_demo(player)) {
        if (!go_on_in_lesson(desk, &error))
            message_say_error(&desk->message, &error);
        player_say(desk);
        return;
    }
    if (player->at != player->goal)
        return;
    if (player->at >= 0 && now->marked >= 0)
        now->answered = now->marked;
    now->marked = -1;
    if (player->at + 1 < player->lecture.n_stops) {
        set_off(player, player->at + 1);
        return;
    }
    player->automatic = false;
    message_say(&desk->message, false, "this is the end of the demo; Esc leaves it");
}

void player_back(struct desk *desk)
{
    struct player *player = desk->player;
    if (player->at <= 0) {
        message_say(&desk->message, false,
                    player_is_demo(player) ? "the demo begins here" : "this is the first step");
        return;
    }
    leave_stop(desk);
    player_return(desk, player->at - 1);
}

/* --- beginning and end --- */

void player_free(struct player *player)
{
    if (!player)
        return;
    for (int i = 0; player->stops && i <= player->lecture.n_stops; i++)
        bookmark_free(player->stops[i].bookmark);
    player_free(player->under);
    bookmark_free(player->origin);
    lecture_free(&player->lecture);
    free(player->stops);
    free(player);
}

/* The scenario of a lesson, unless that is open and unchanged, with what it sets. */
static bool open_lesson(struct desk *desk, struct error *error)
{
    struct explorer *explorer = desk->explorer;
    struct player *player = desk->player;
    struct scenario scenario;
    if (!store_load_scenario(desk->store, player->lecture.scenario, &scenario, error))
        return false;
    const struct scenario *now = &explorer->document.scenario;
    bool is_open = strcmp(now->name, scenario.name) == 0 && !scenario_difference(now, &scenario);
    bool good = is_open || explorer_open(explorer, &scenario, (struct recorded){0}, error);
    scenario_free(&scenario);
    if (good)
        explorer_name_source(explorer, player->lecture.scenario);
    if (!good || !turn(desk, LINE_SET, error))
        return false;
    player->base = explorer->document.history.done;
    explorer_act_from_start(explorer, true);
    player_arrive(desk, player->goal = 0);
    note(desk, false);
    return true;
}

/* The same beginning wherever it is begun from. */
static bool open_demo(struct desk *desk, struct error *error)
{
    struct message said = {0};
    explorer_unpin(desk->explorer);
    explorer_act_from_start(desk->explorer, false);
    give_look(&(struct desk_look){.focus = REGION_KNOBS}, &desk->scene);
    if (!explorer_open_word(desk->explorer, desk->store, desk->player->lecture.scenario, &said))
        return error_set(error, ERROR_INPUT, desk->player->lecture.path, "%s", said.text);
    explorer_begin_here(desk->explorer);
    return true;
}

bool player_open(struct desk *desk, struct lecture *lecture, bool over, struct error *error)
{
    struct player *player = needed(calloc(1, sizeof *player));
    *player = (struct player){.lecture = *lecture, .at = -1, .goal = -1, .speed = 1};
    bool demo = player_is_demo(player);
    if (demo && over)
        close_views(desk);
    if (desk->player && !player_is_demo(desk->player))
        player_leave(desk, true);
    struct player *before = desk->player;
    size_t n = (size_t)lecture->n_stops + 1;
    player->stops = needed(calloc(n, sizeof *player->stops));
    for (size_t i = 0; i < n; i++)
        player->stops[i].marked = player->stops[i].answered = player->stops[i].right = -1;
    player->origin = over ? bookmark_take(desk->explorer) : NULL;
    player->origin_look = take_look(&desk->scene);
    desk->scene.board =
        desk->boards.items[boards_find(&desk->boards, "full")]; /* what it points at is there */
    desk->player = player;
    if (over && !(demo ? open_demo : open_lesson)(desk, error)) {
        desk->player = before;
        player_free(player);
        return false;
    }
    if (!demo) {
        player->under = before;
        return true;
    }
    player_free(before);
    player->small = desk->canvas.w < lecture->columns || desk->canvas.h < lecture->rows;
    put_mark(desk, -1);
    set_off(player, 0);
    return true;
}

bool player_begin(struct desk *desk, enum lecture_form form, const char *name, struct error *error)
{
    bool lesson = form == LECTURE_LESSON;
    struct lecture lecture;
    char path[PATH_SIZE];
    if (!*name)
        return error_set(error, ERROR_INPUT, NULL, "which lesson? `lesson NAME`; t lists them");
    if (!desk->store)
        return error_set(error, ERROR_INPUT, NULL, "there is no store, so there are no %s",
                         lesson ? "lessons" : "demos");
    if (!lectures_find(desk->store, form, &lesson_words, name, &lecture, path, NULL, NULL, error) ||
        !player_open(desk, &lecture, true, error))
        return false;
    struct lecture_list list = {0};
    int most = 0, number = desk->player->lecture.number;
    if (number > 0 && lectures_list(desk->store, form, &lesson_words, &list, NULL)) {
        for (size_t i = 0; i < list.n; i++)
            most = list.items[i].lecture.number > most ? list.items[i].lecture.number : most;
        text_print(desk->player->series, sizeof desk->player->series, "%d of %d", number, most);
    }
    lectures_free(&list);
    return true;
}

void player_leave(struct desk *desk, bool keep)
{
    struct player *player = desk->player;
    struct error error = {0};
    bool demo = player_is_demo(player);
    if (demo)
        close_views(desk);
    desk->player = player->under;
    player->under = NULL;
    desk->host.lesson = NULL;
    if (demo)
        message_say(&desk->message, false, "the demo is left at its stop %d of %d", player->at + 1,
                    player->lecture.n_stops);
    if (player->origin && keep) {
        explorer_act_from_start(desk->explorer, player->origin->from_start);
    } else if (player->origin) {
        if (!bookmark_return(player->origin, desk->explorer, false, &error))
            message_say_error(&desk->message, &error);
        else if (demo)
            message_say(&desk->message, false, "the demo is left; what you had is here again");
        give_look(&player->origin_look, &desk->scene);
    }
    player_free(player);
}
