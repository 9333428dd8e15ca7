/* Enter asks the question of what is typed, Tab chooses from lists what is to be typed. */
#include "tui/views/vary.h"

#include "tui/explorer/sweeping.h"
#include "tui/widgets/parts.h"

/* Is there an answer already, of which the line can be left alone? */
static bool is_asked(const struct ask *ask)
{
    return ask->seeding.plan || explorer_sweep(ask->explorer);
}

void vary_open(struct vary *vary, const struct ask *ask, const char *line)
{
    char own[PROMPT_SIZE];
    ask->question->suggest(ask, own, sizeof own);
    prompt_start(&vary->line, *line ? line : own);
    vary->typing = (*line && !ask->seeding.plan) || !is_asked(ask);
}

void vary_follow(struct vary *vary, const struct ask *ask)
{
    char own[PROMPT_SIZE];
    if (vary->typing || !ask->question->found)
        return;
    ask->question->suggest(ask, own, sizeof own);
    prompt_start(&vary->line, own);
}

unsigned vary_action(struct vary *vary, struct host *host, struct ask *ask, enum action_id action)
{
    char said[ASK_SAID] = "", own[PROMPT_SIZE];
    struct error error = {0};
    if (vary->axis.list != AXIS_CLOSED)
        return axis_action(&vary->axis, host, &vary->line, action);
    if (action == ACTION_BACK && is_asked(ask))
        vary->typing = false;
    else if (!vary->typing) {
        ask->question->suggest(ask, own, sizeof own);
        if (ask->question->found)
            prompt_propose(&vary->line, own);
        vary->typing = true;
    } else if (action == ACTION_LIST_ACCEPT) {
        enum ask_entered entered = ask->question->begin(ask, vary->line.text, said, &error);
        vary->typing = entered != ASK_LEAVES;
        vary->seeks = ask->question->found && !vary->typing;
        if (*said && entered != ASK_REFUSED)
            message_say(host->message, false, "%s", said);
    } else if (action != ACTION_LIST_TAB) {
        return field_action(&vary->line, action) ? REPLY_DONE : 0u;
    } else {
        axis_open(&vary->axis, host, &vary->line, &error);
    }
    if (error.kind)
        message_say_error(host->message, &error);
    return REPLY_DONE;
}

const struct hint *vary_hints(const struct vary *vary, const struct ask *ask, int *n)
{
    static const struct hint seeking[] = {{ACTION_LIST_ACCEPT, ACTION_NONE, "find it and set it", 0},
                                          {ACTION_LIST_TAB, ACTION_NONE, "knobs from lists", 0},
                                          {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "in the line", 2},
                                          {ACTION_BACK, ACTION_NONE, "back", 1}};
    static const struct hint typing[] = {{ACTION_LIST_ACCEPT, ACTION_NONE, "simulate it", 0},
                                         {ACTION_LIST_TAB, ACTION_NONE, "choose from lists", 0},
                                         {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "in the line", 2},
                                         {ACTION_BACK, ACTION_NONE, "back", 1}};
    static const struct hint knobs[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 0},
                                        {ACTION_LIST_ACCEPT, ACTION_NONE, "what values", 0},
                                        {ACTION_LIST_MARK, ACTION_NONE, "take it out", 1},
                                        {ACTION_BACK, ACTION_NONE, "to the line", 0}};
    static const struct hint range[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 0},
                                        {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "turn", 0},
                                        {ACTION_LIST_ACCEPT, ACTION_NONE, "into the line", 0},
                                        {ACTION_BACK, ACTION_NONE, "other knobs", 1}};
    static const struct hint names[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 0},
                                        {ACTION_LIST_MARK, ACTION_NONE, "mark", 0},
                                        {ACTION_LIST_ACCEPT, ACTION_NONE, "into the line", 0},
                                        {ACTION_BACK, ACTION_NONE, "other knobs", 1}};
    static const struct hint *const lists[] = {
        [AXIS_CLOSED] = typing, [AXIS_KNOBS] = knobs, [AXIS_RANGE] = range, [AXIS_NAMES] = names};
    *n = 4;
    return ask->question->found && vary->axis.list == AXIS_CLOSED ? seeking : lists[vary->axis.list];
}

void vary_draw(const struct vary *vary, const struct host *host, const struct ask *ask, struct rect row,
               struct canvas *canvas)
{
    int x = row.x;
    part_span(canvas, &x, row.x + row.w, row.y, style_of(ROLE_DIM), ask->question->line);
    x++;
    if (vary->typing)
        field_draw(canvas, (struct rect){x, row.y, row.x + row.w - x, 1}, &vary->line, true, ROLE_BACKGROUND);
    else
        part_span(canvas, &x, row.x + row.w, row.y, style_of(ROLE_TEXT), vary->line.text);
    if (!is_asked(ask))
        axis_draw_knobs(host, &vary->line, (struct rect){row.x, row.y + 4, row.w, canvas->h - row.y - 5},
                        canvas);
    if (vary->typing && ask->question->found)
        canvas_text(canvas, row.x, row.y + 1, row.w, style_of(ROLE_DIM),
                    vary->line.whole
                        ? "Typing begins anew: goal=METRIC METRIC<=VALUE KNOB=A..B seeds=N days=N"
                        : "goal=METRIC  METRIC<=VALUE or >=  KNOB or KNOB=A..B or a,b  seeds=N  days=N");
    if (vary->axis.list != AXIS_CLOSED)
        axis_draw(&vary->axis, host, &vary->line, canvas);
}
