/* The way of a demo from stop to stop: steps, lines of a script that outlast nothing, each run once what it
 * may look at is there; what plays meanwhile; and stops in their own time. */
#include "tui/desk/player.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/desk/script.h"

#include <math.h>

/* --- what a step may not --- */

static bool refuse(struct desk *desk, bool outlasts, const char *name)
{
    struct player *player = desk->player;
    if (!player || !player->running || !outlasts)
        return false;
    text_copy(player->refused, sizeof player->refused, name);
    return true;
}

bool player_refuses_action(struct desk *desk, enum action_id action)
{
    const struct open_view *top = desk_top_view(desk);
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
    bool asks = stop >= 0 && (stands || player->line >= player->lecture.stops[stop].said) &&
                lecture_asks_reference(&player->lecture, stop);
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
    const struct lecture_stop *next = &player->lecture.stops[player->at + 1];
    if (player->left_s > 0) {
        player->left_s = 0;
        explorer_seek(explorer, player->play_to_ns);
    }
    if (player->at == player->goal)
        return false;
    if (player->line >= next->said) {
        player_arrive(desk, player->at + 1);
        return true;
    }
    const struct lecture_line *line = &player->lecture.lines[player->line++];
    char place[ERROR_PLACE];
    error_place(place, player->lecture.path, ":%d", line->number);
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
    if (player_is_demo(player))
        player_wait(desk);
    if (first.kind != ERROR_NONE && error)
        *error = first;
    return first.kind == ERROR_NONE;
}

bool player_go_on(struct desk *desk)
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
    moved |= player_go_on(desk);
    if (player->automatic && player->at == player->goal && player->at >= 0) {
        player->stayed_s += seconds * player->speed;
        if (player->stayed_s >= demo_stay_s(&player->lecture, player->at)) {
            player_next(desk);
            player_go_on(desk);
            moved = true;
        }
    }
    return moved ? REPLY_DONE : 0;
}
