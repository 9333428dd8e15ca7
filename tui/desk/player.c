/* A goal and the way there: the player has arrived at a stop, or runs line after line until it has. What it
 * draws is in player_draw.c. */
#include "tui/desk/player.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/desk/script.h"
#include "tui/explorer/explorer.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- marks --- */

static struct desk_look take_look(const struct scene *scene)
{
    struct desk_look look = {.focus = scene->focus,
                             .full = scene->full,
                             .cluster_top = scene->cluster_top,
                             .latency_form = scene->latency_form,
                             .presenting = scene->presenting};
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
    memcpy(scene->presented, look->presented, sizeof scene->presented);
}

/* Out of memory there is no mark, and an earlier one is gone back to. */
static void put_mark(struct desk *desk, int stop)
{
    struct player_mark *mark = &desk->player->marks[stop + 1];
    explorer_end_turn(desk->explorer);
    bookmark_free(mark->bookmark);
    *mark = (struct player_mark){.bookmark = bookmark_take(desk->explorer),
                                 .look = take_look(&desk->scene),
                                 .covered = desk->n_views > 0};
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
    player->line = next < player->demo.n_stops ? player->demo.stops[next].first : 0;
    player->stayed_s = player->left_s = 0;
}

/* To a stop that was there before, exactly as it was. */
static void go_back_to(struct desk *desk, int stop)
{
    struct player *player = desk->player;
    struct error error = {0};
    int from = stop; /* or the nearest before it that all of is in its mark */
    while (from >= 0 && (!player->marks[from + 1].bookmark || player->marks[from + 1].covered))
        from--;
    const struct player_mark *mark = &player->marks[from + 1];
    close_views(desk);
    player->trying = false;
    if (!mark->bookmark || !bookmark_return(mark->bookmark, desk->explorer, false, &error)) {
        message_say_error(&desk->message, &error);
        return;
    }
    give_look(&mark->look, &desk->scene);
    player->at = from;
    set_off(player, stop);
}

/* --- what it may not --- */

static bool refuse(struct desk *desk, bool outlasts, const char *name)
{
    struct player *player = desk->player;
    if (!player || !player->running || !outlasts)
        return false;
    text_copy(player->refused, sizeof player->refused, name);
    return true;
}

bool player_refuses_action(struct desk *desk, enum action action)
{
    const struct view *top = desk_top_view(desk);
    bool kept = top && (top->id == VIEW_RUNS || top->id == VIEW_LIBRARY),
         changes = action == ACTION_LIST_DELETE || action == ACTION_LIST_UNDO;
    return action != ACTION_NONE &&
           refuse(desk, action_outlasts(action) || (kept && changes), action_infos[action].name);
}

bool player_refuses_command(struct desk *desk, enum prompt_command command)
{
    return refuse(desk, prompt_command_outlasts(command) || command == PROMPT_DEMO,
                  prompt_command_infos[command].name);
}

bool player_refuses_view(struct desk *desk, enum view_id view)
{
    static const enum view_id which[] = {VIEW_SAVE,   VIEW_EXPORT,       VIEW_QUIT,  VIEW_IMPORT,
                                         VIEW_LESSON, VIEW_LESSON_LEAVE, VIEW_DEMOS, VIEW_RESUME};
    bool outlasts = false;
    for (size_t i = 0; i < sizeof which / sizeof *which; i++)
        outlasts |= which[i] == view;
    return refuse(desk, outlasts, view_names[view].name);
}

/* --- running --- */

/* What a step may look at is there: the run, what it is held against, and all that an open view asked for. */
static bool is_ready(struct desk *desk)
{
    struct explorer *explorer = desk->explorer;
    const struct results *results = &explorer->results;
    const struct reference *reference = &results->references[results->reference];
    if (!result_is_over(results->current) || reference->coming || reference->wanted ||
        desk->host.wishes.frame)
        return false;
    const struct reference *baseline = &results->references[REFERENCE_BASELINE];
    /* Is `reference.X` asked for where the player stands, or arrives next? */
    const struct player *player = desk->player;
    bool stands = player->at == player->goal;
    int stop = player->at + !stands;
    bool asks = stop >= 0 && (stands || player->line >= player->demo.stops[stop].said) &&
                lecture_asks_reference(&player->demo, stop);
    if (asks && explorer_has_baseline(explorer) &&
        (baseline->coming || baseline->generation != explorer->document.generation)) {
        explorer_pump(explorer, true);
        return false;
    }
    if (desk->n_views > 0)
        explorer_pump(explorer, true);
    return desk->n_views == 0 || !explorer_busy(explorer);
}

bool player_step(struct desk *desk, struct error *error)
{
    struct player *player = desk->player;
    struct explorer *explorer = desk->explorer;
    const struct lecture_stop *next = &player->demo.stops[player->at + 1];
    if (player->left_s > 0) {
        player->left_s = 0;
        explorer_seek(explorer, player->play_to_ns);
    }
    if (player->at == player->goal)
        return false;
    if (player->line >= next->said) { /* it arrives */
        put_mark(desk, ++player->at);
        player->marked = 0;
        player->stayed_s = 0;
        if (player->at != player->goal)
            set_off(player, player->goal);
        return true;
    }
    const struct lecture_line *line = &player->demo.lines[player->line++];
    char place[ERROR_PLACE];
    error_place(place, player->demo.path, ":%d", line->number);
    player->running = true;
    player->refused[0] = '\0';
    if (line->kind == LINE_PLAY) { /* for how long, and where the cursor must be then, whatever is drawn */
        const struct timeline *time = &explorer->time;
        int64_t to_ns = time->cursor_ns + ns_from_s(line->seconds * time->speed);
        player->left_s = line->seconds;
        player->play_to_ns = to_ns < time->horizon_ns ? to_ns : time->horizon_ns;
    } else {
        script_step(desk, line->text, place, error);
    }
    player->running = false;
    if (*player->refused)
        error_set(error, ERROR_INPUT, place, "a demo shows, it writes and ends nothing: %s is left out",
                  player->refused);
    return true;
}

void player_wait(struct desk *desk)
{
    do {
        jobs_wait(desk->explorer->results.jobs);
        explorer_pump(desk->explorer, false);
        desk_draw(desk);
    } while (!is_ready(desk));
}

bool player_settle(struct desk *desk, struct error *error)
{
    const struct player *player = desk->player;
    struct error first = {0};
    while (player->at != player->goal || player->left_s > 0) {
        struct error fault = {0};
        player_wait(desk);
        player_step(desk, &fault);
        first = first.kind == ERROR_NONE ? fault : first;
    }
    player_wait(desk);
    if (first.kind != ERROR_NONE && error)
        *error = first;
    return first.kind == ERROR_NONE;
}

/* As far as it goes without waiting. */
static bool go_on(struct desk *desk)
{
    struct player *player = desk->player;
    bool moved = false;
    while (player->at != player->goal && player->left_s <= 0 && is_ready(desk)) {
        struct error error = {0};
        moved |= player_step(desk, &error);
        if (error.kind != ERROR_NONE)
            message_say_error(&desk->message, &error);
        desk_draw(desk); /* steps may ask where things are */
    }
    return moved;
}

void player_set_off(struct desk *desk)
{
    struct player *player = desk->player;
    if (player->at + 1 < player->demo.n_stops)
        set_off(player, player->at + 1);
}

/* --- keys --- */

static bool asks(const struct player *player, int stop)
{
    return stop >= 0 && player->demo.lines[player->demo.stops[stop].said].kind == LINE_PREDICT;
}

static void next_stop(struct desk *desk)
{
    struct player *player = desk->player;
    if (player->at != player->goal)
        return;
    if (asks(player, player->at) && player->asked)
        player->answers[player->at] = player->marked;
    player->asked = false;
    if (player->at + 1 < player->demo.n_stops) {
        set_off(player, player->at + 1);
        return;
    }
    player->automatic = false;
    message_say(&desk->message, false, "this is the end of the demo; Esc leaves it");
}

unsigned player_action(struct desk *desk, enum action action)
{
    static const double least = 0.25, most = 8;
    struct player *player = desk->player;
    const struct lecture_line *choices[LECTURE_LINES];
    char key[32];
    message_clear(&desk->message);
    switch (action) {
    case ACTION_DEMO_NEXT:
        next_stop(desk);
        break;
    case ACTION_DEMO_BACK:
        if (player->at > 0)
            go_back_to(desk, player->at - 1);
        else
            message_say(&desk->message, false, "the demo begins here");
        break;
    case ACTION_DEMO_FIRST:
        go_back_to(desk, 0);
        break;
    case ACTION_DEMO_TRY:
        if (player->at < 0 || player->at != player->goal)
            break;
        player_tell(desk, player->at, player->told, sizeof player->told);
        player->trying = true;
        player->automatic = false;
        keymap_labels(&desk->keymap, ACTION_DEMO_RETURN, 1, key, sizeof key);
        message_say(&desk->message, false, "every key is yours; %s goes back to the demo, exactly to here",
                    key);
        break;
    case ACTION_DEMO_RETURN:
        if (player->trying)
            go_back_to(desk, player->at);
        else
            message_say(&desk->message, false, "the demo has the keys already");
        break;
    case ACTION_DEMO_ALONE:
        player->automatic = !player->automatic;
        player->stayed_s = 0;
        break;
    case ACTION_DEMO_SLOWER:
    case ACTION_DEMO_FASTER: {
        double speed = player->speed * (action == ACTION_DEMO_FASTER ? 2 : 0.5);
        player->speed = speed >= least && speed <= most ? speed : player->speed;
        message_say(&desk->message, false, "the demo plays %g times as fast as it was written",
                    player->speed);
        break;
    }
    default: { /* an answer is chosen */
        int n = player->at >= 0 ? lecture_lines(&player->demo, player->at, LINE_CHOICE, choices) : 0,
            step = action == ACTION_DEMO_DOWN ? 1 : -1;
        if (n > 0)
            player->marked = player->asked ? (player->marked + step + n) % n : step > 0 ? 0 : n - 1;
        player->asked |= n > 0;
    }
    }
    go_on(desk);
    return REPLY_DONE;
}

/* Where it asks, the letters of the answers are these, whatever else they do: 0, or how many there are. */
static int answers_now(const struct player *player)
{
    const struct lecture_line *choices[LECTURE_LINES];
    bool waits = player->at >= 0 && player->at == player->goal && asks(player, player->at);
    return waits ? lecture_lines(&player->demo, player->at, LINE_CHOICE, choices) : 0;
}

bool player_asks(const struct player *player)
{
    return player && answers_now(player) > 0;
}

void player_free(struct player *player)
{
    if (!player)
        return;
    for (int i = 0; player->marks && i <= player->demo.n_stops; i++)
        bookmark_free(player->marks[i].bookmark);
    bookmark_free(player->origin);
    lecture_free(&player->demo);
    free(player->marks);
    free(player->answers);
    free(player);
}

bool player_key(struct desk *desk, uint32_t key, unsigned *reply)
{
    char label[32];
    if (desk->player->trying || desk->player->running)
        return false;
    if (key >= 'a' && key < 'a' + (uint32_t)answers_now(desk->player)) {
        desk->player->marked = (int)(key - 'a');
        desk->player->asked = true;
        *reply = REPLY_DONE;
        return true;
    }
    enum action action = keymap_find(&desk->keymap, CONTEXT_DEMO | CONTEXT_DASHBOARD, key);
    if (action != ACTION_NONE &&
        (action_infos[action].group == GROUP_DISPLAY || action == ACTION_PRESENTER)) {
        /* What leaves the document alone is the desk's while the demo has the keys. */
        *reply = desk_action(desk, action);
    } else if (action == ACTION_BACK || action == ACTION_QUIT) {
        struct player *player = desk->player;
        struct error error = {0};
        *reply = REPLY_HANDLED | REPLY_QUIT;
        if (action == ACTION_QUIT && !player->origin)
            return true;
        /* What was explored before it is there again, else what it led to stays. */
        close_views(desk);
        desk->player = NULL;
        message_say(&desk->message, false, "the demo is left at its stop %d of %d", player->at + 1,
                    player->demo.n_stops);
        if (player->origin) {
            if (bookmark_return(player->origin, desk->explorer, false, &error))
                message_say(&desk->message, false, "the demo is left; what you had is here again");
            else
                message_say_error(&desk->message, &error);
            give_look(&player->origin_look, &desk->scene);
        }
        player_free(player);
        *reply = REPLY_DONE;
    } else if (action != ACTION_NONE && action_infos[action].group == GROUP_DEMO) {
        *reply = player_action(desk, action);
    } else {
        keymap_labels(&desk->keymap, ACTION_DEMO_TRY, 1, label, sizeof label);
        message_say(&desk->message, false, "the demo has the keys; %s gives them to you", label);
        *reply = REPLY_DONE;
    }
    return true;
}

/* --- time --- */

unsigned player_advance(struct desk *desk, double seconds)
{
    struct player *player = desk->player;
    bool moved = false;
    if (player->left_s > 0) {
        player->left_s -= seconds * player->speed;
        double ahead_s = fmax(player->left_s, 0) * desk->explorer->time.speed;
        int64_t t_ns = player->play_to_ns - ns_from_s(ahead_s);
        explorer_seek(desk->explorer, t_ns > 0 ? t_ns : 0);
        moved = true;
    }
    moved |= go_on(desk);
    if (player->automatic && player->at == player->goal && player->at >= 0) {
        player->stayed_s += seconds * player->speed;
        if (player->stayed_s >= demo_stay_s(&player->demo, player->at)) {
            next_stop(desk);
            go_on(desk);
            moved = true;
        }
    }
    return moved ? REPLY_DONE : 0;
}

/* --- asking --- */

int player_stop(const struct player *player)
{
    return player->at == player->goal ? player->at : -1;
}

bool player_is_moving(const struct player *player)
{
    return player && !player->trying &&
           (player->at != player->goal || player->left_s > 0 || player->automatic);
}

/* "Before" is at the stop before, "start" at the first one, the reference what the scenario is held against:
 * that, and no other run, whatever is drawn beside it. What the audience makes of it is not told of. */
struct expression_facts player_facts(const struct desk *desk)
{
    const struct player *player = desk->player;
    const struct explorer *explorer = desk->explorer;
    struct expression_facts facts = {0};
    struct {
        enum expression_moment moment;
        const struct player_mark *mark;
    } marks[] = {{MOMENT_START, &player->marks[1]},
                 {MOMENT_BEFORE, &player->marks[player->at > 0 ? player->at : 0]},
                 {MOMENT_NOW, &player->marks[player->at + 1]}};
    facts.of[MOMENT_NOW].scenario = &explorer->document.scenario;
    facts_know(&facts, MOMENT_NOW, explorer->results.current);
    facts_know(&facts, MOMENT_REFERENCE, explorer_slot(explorer, SLOT_B));
    for (int i = 0; i < (player->trying ? 3 : 2); i++)
        facts_know(&facts, marks[i].moment, bookmark_result(marks[i].mark->bookmark));
    return facts;
}

char *player_tell(const struct desk *desk, int stop, char *out, size_t size)
{
    const struct lecture *demo = &desk->player->demo;
    struct expression_facts facts = player_facts(desk);
    char text[LECTURE_TEXT + sizeof desk->scene.headline.text];
    lecture_put_headline(demo->lines[demo->stops[stop].said].text, desk->scene.headline.text, text,
                         sizeof text);
    return fill_text(text, &facts, out, size);
}

/* --- beginning and end --- */

bool player_open(struct desk *desk, struct lecture *demo, bool over, struct error *error)
{
    struct player *player = calloc(1, sizeof *player);
    if (!player) {
        lecture_free(demo);
        return error_no_memory(error);
    }
    size_t n = (size_t)demo->n_stops;
    *player = (struct player){.demo = *demo, .at = -1, .goal = -1, .speed = 1};
    player->marks = calloc(n + 1, sizeof *player->marks);
    player->answers = malloc(n * sizeof *player->answers);
    for (size_t i = 0; player->answers && i < n; i++)
        player->answers[i] = -1;
    bool ok = player->marks && player->answers;
    if (ok && over) {
        close_views(desk);
        player->origin = bookmark_take(desk->explorer);
        player->origin_look = take_look(&desk->scene);
        ok = player->origin != NULL;
    }
    if (!ok)
        error_no_memory(error);
    if (ok && over) { /* the same beginning wherever it is begun from */
        struct message said = {0};
        explorer_unpin(desk->explorer);
        explorer_act_from_start(desk->explorer, false);
        give_look(&(struct desk_look){.focus = REGION_KNOBS}, &desk->scene);
        ok = explorer_open_word(desk->explorer, desk->store, player->demo.scenario, &said) ||
             error_set(error, ERROR_INPUT, player->demo.path, "%s", said.text);
        if (ok)
            explorer_begin_here(desk->explorer);
    }
    if (!ok) {
        player_free(player);
        return false;
    }
    player_free(desk->player);
    desk->player = player;
    player->small = desk->canvas.w < demo->columns || desk->canvas.h < demo->rows;
    put_mark(desk, -1);
    set_off(player, 0);
    return true;
}
