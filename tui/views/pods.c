/* Pods by hand: every GPU with its partitions and who stands on them, its temperature at the cursor, and what
 * it would come to if a pod went elsewhere. Enter, or a click, takes a pod up; up and down, or a click, hold
 * it over another GPU with a partition of its size, where it takes a free one or changes places; the forecast
 * shows before it is let go of. Enter makes it one edit of pod.NAME, which u takes back. */
#include "engine/answers/forecast.h"
#include "engine/base/text.h"
#include "engine/model/pods.h"
#include "tui/term/text.h"
#include "tui/words/format.h"
#include "engine/account/account.h"
#include "tui/views/view.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 116,
    HEIGHT = 36,
    NAME_W = 9,
    TEMP_W = 9,
    CELLS_X = NAME_W + 3 * TEMP_W,
    CELL_MOST_W = 16,
    CELL_ROOMY_W = 13, /* for the size, a name and a number */
    TITLE_ROWS = 2
};

struct pods_view {
    int gpu, slot;  /* the partition that is chosen */
    int held;       /* the pod that was taken up: an instance; -1: none */
    int over, seat; /* where it is held: a GPU and a slot of its; over -1: where it stands */
    bool dragged;   /* there by the mouse, whose button is down */
    struct placement_forecast now, then;
    int64_t t_ns;
    uint64_t generation;
};

static const struct model *model_of(const struct host *host)
{
    return host->explorer->results.current->model;
}

/* Is it known what stands where at the cursor, in the run that is explored? */
static bool has_instant(const struct host *host)
{
    return host->scene->has_instant && host->scene->instant_of == host->explorer->results.current;
}

/* Who is on the slot at the cursor, as far as that is simulated: negative, nobody. */
static int seat_of(const struct host *host, int gpu, int slot)
{
    const struct model *model = model_of(host);
    const struct model_gpu *device = &model->gpus[gpu];
    if (has_instant(host))
        return host->scene->instant.seats[device->first_slot + slot];
    return slot < device->n_instances ? model->gpu_instances[device->first_instance + slot] : -1;
}

static bool is_pod(const struct model *model, int instance)
{
    return instance >= 0 && model->instances[instance].pod >= 0;
}

static const char *size_at(const struct model *model, int gpu, int slot)
{
    return model->slots[model->gpus[gpu].first_slot + slot].slice;
}

/* ---- the forecast ---- */

static void stand(const struct host *host, int gpu_of[INSTANCES_MAX])
{
    const struct model *model = model_of(host);
    for (int i = 0; i < model->n_instances; i++)
        gpu_of[i] = model->instances[i].gpu;
    for (int g = 0; g < model->n_gpus; g++)
        for (int slot = 0; slot < model->gpus[g].n_slots; slot++)
            if (seat_of(host, g, slot) >= 0)
                gpu_of[seat_of(host, g, slot)] = g;
}

static struct placement_forecast ask(const struct host *host, int pod, int gpu, int slot)
{
    const struct scenario *scenario = &host->explorer->document.scenario;
    int64_t t_ns = host->explorer->time.cursor_ns;
    int gpu_of[INSTANCES_MAX];
    stand(host, gpu_of);
    if (pod >= 0 && gpu >= 0) {
        int other = seat_of(host, gpu, slot);
        if (other >= 0)
            gpu_of[other] = gpu_of[pod];
        gpu_of[pod] = gpu;
    }
    return placement_forecast(model_of(host), gpu_of, knob_at(scenario, knob_of_run(KNOB_LOAD), t_ns).number,
                              knob_at(scenario, knob_of_run(KNOB_WATER_C), t_ns).number);
}

static double hottest_c(const struct placement_forecast *forecast)
{
    return forecast->hottest >= 0 ? forecast->temp_c[forecast->hottest] : (double)NAN;
}

/* Of the slots of its size on that GPU a free one, else the one whose pod leaves the coolest hottest GPU; -1:
 * there is none. */
static int slot_for(const struct host *host, int pod, int gpu)
{
    const struct model *model = model_of(host);
    int best = -1;
    double least_c = (double)INFINITY;
    for (int slot = 0; slot < model->gpus[gpu].n_slots; slot++) {
        int seat = seat_of(host, gpu, slot);
        if (strcmp(size_at(model, gpu, slot), model->instances[pod].slice) != 0 ||
            (seat >= 0 && !is_pod(model, seat)))
            continue;
        if (seat < 0)
            return slot;
        struct placement_forecast forecast = ask(host, pod, gpu, slot);
        double warm_c = forecast.hottest >= 0 ? hottest_c(&forecast) : 0;
        if (warm_c < least_c) {
            best = slot;
            least_c = warm_c;
        }
    }
    return best;
}

/* ---- the view ---- */

static void look(const struct host *host, struct pods_view *view)
{
    view->now = ask(host, -1, -1, -1);
    view->then =
        view->held >= 0 && view->over >= 0 ? ask(host, view->held, view->over, view->seat) : view->now;
}

static void choose_any(const struct host *host, struct pods_view *view)
{
    const struct model *model = model_of(host);
    for (int g = 0; g < model->n_gpus; g++)
        for (int slot = 0; slot < model->gpus[g].n_slots; slot++)
            if (is_pod(model, seat_of(host, g, slot))) {
                view->gpu = g;
                view->slot = slot;
                return;
            }
}

static bool pods_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct pods_view *view = state;
    (void)argument;
    if (pods_count(&host->explorer->document.scenario) == 0)
        return error_set(
            error, ERROR_INPUT, "",
            "no app of this run has pods of its own: that takes \"pods\": {\"slice\", \"count\"} of an "
            "app, and GPUs that say how they are cut");
    explorer_play(host->explorer, false); /* time stands still while a pod is in the hand */
    view->held = view->over = -1;
    view->t_ns = -1;
    choose_any(host, view);
    return true;
}

static void pods_update(struct host *host, void *state)
{
    struct pods_view *view = state;
    const struct explorer *explorer = host->explorer;
    const struct model *model = model_of(host);
    if (view->generation != explorer->document.generation || view->t_ns != explorer->time.cursor_ns)
        view->held = view->over = -1;
    if (view->gpu >= model->n_gpus || view->slot >= model->gpus[view->gpu].n_slots)
        choose_any(host, view);
    view->generation = explorer->document.generation;
    view->t_ns = explorer->time.cursor_ns;
    look(host, view);
}

/* ---- drawing ---- */

/* As wide as the GPU with the most partitions has room for. */
static int cell_w(const struct model *model, struct rect inside)
{
    int most = 1;
    for (int g = 0; g < model->n_gpus; g++)
        most = model->gpus[g].n_slots > most ? model->gpus[g].n_slots : most;
    int w = (inside.w - CELLS_X) / most;
    return w < 3 ? 3 : w > CELL_MOST_W ? (int)CELL_MOST_W : w;
}

static void put_temp(struct canvas *canvas, int x, int y, double temp_c, struct style style)
{
    if (isnan(temp_c))
        return;
    canvas_print(canvas, x, y, TEMP_W, style, "%5.1f C", temp_c);
}

/* "1g chat/3", the name shorter where it has no room; where there is little, "3 chat". */
static void name_seat(const struct host *host, int gpu, int slot, int columns, char *out, size_t size)
{
    const struct model *model = model_of(host);
    int seat = seat_of(host, gpu, slot);
    char pod[KNOB_NAME_SIZE] = "-";
    if (is_pod(model, seat)) {
        bool roomy = columns >= CELL_ROOMY_W;
        int app, number;
        char name[64], tail[16] = "";
        pods_find(&model->scenario, model->instances[seat].pod, &app, &number);
        if (roomy) {
            text_print(out, size, "%s ", size_at(model, gpu, slot));
            text_print(tail, sizeof tail, "/%d", number);
        } else {
            text_print(out, size, "%d ", number);
        }
        int room = columns - 1 - text_width(out) - text_width(tail);
        text_append(out, size, "%s%s",
                    format_app_within(name, &model->scenario, app, model->apps[app].name, room), tail);
        return;
    }
    if (seat >= 0)
        text_print(pod, sizeof pod, "%s", model->apps[__builtin_ctzll(model->instances[seat].apps)].name);
    text_print(out, size, "%s %s", size_at(model, gpu, slot), pod);
}

static void draw_gpu(const struct host *host, const struct pods_view *view, int g, struct rect row,
                     struct canvas *canvas)
{
    const struct model *model = model_of(host);
    bool moved = view->over >= 0 && fabs(view->then.temp_c[g] - view->now.temp_c[g]) > 0.05;
    bool warmer = view->then.temp_c[g] > view->now.temp_c[g];
    canvas_text(canvas, row.x, row.y, NAME_W,
                g == view->over ? popup_bold(ROLE_EDIT) : popup_style(ROLE_TEXT), model->gpus[g].name);
    if (has_instant(host))
        put_temp(canvas, row.x + NAME_W, row.y, host->scene->instant.temp_c[g], popup_style(ROLE_DIM));
    put_temp(canvas, row.x + NAME_W + TEMP_W, row.y, view->now.temp_c[g],
             g == view->now.hottest ? popup_bold(ROLE_TITLE) : popup_style(ROLE_TEXT));
    if (moved)
        put_temp(canvas, row.x + NAME_W + 2 * TEMP_W, row.y, view->then.temp_c[g],
                 popup_bold(warmer ? ROLE_BAD : ROLE_GOOD));
    int w = cell_w(model, row);
    for (int slot = 0; slot < model->gpus[g].n_slots; slot++) {
        bool held = view->held >= 0 && seat_of(host, g, slot) == view->held;
        bool target = g == view->over && slot == view->seat;
        bool chosen = g == view->gpu && slot == view->slot;
        char text[64];
        name_seat(host, g, slot, w, text, sizeof text);
        canvas_text(canvas, row.x + CELLS_X + slot * w, row.y, w - 1,
                    held || target ? popup_bold(ROLE_EDIT)
                    : chosen       ? popup_bold(ROLE_TITLE)
                                   : popup_style(ROLE_TEXT),
                    text);
        if (chosen || target)
            canvas_put(canvas, row.x + CELLS_X + slot * w - 1, row.y, target ? 0x25C6 : 0x25B8,
                       popup_bold(target ? ROLE_EDIT : ROLE_TITLE));
    }
}

/* "hottest gpu01 45.1 C -> gpu03 43.2 C: 1.9 K cooler". */
static void tell(const struct host *host, const struct pods_view *view, char *out, size_t size)
{
    const struct model *model = model_of(host);
    double change_k = hottest_c(&view->then) - hottest_c(&view->now);
    if (view->now.hottest < 0)
        text_print(out, size, "no GPU of this run has a temperature: knob cooling");
    else if (view->held < 0)
        text_print(out, size, "%s will be the hottest, %.1f C; Enter takes a pod up",
                   model->gpus[view->now.hottest].name, hottest_c(&view->now));
    else if (view->over < 0)
        text_print(out, size, "up and down hold it over another GPU with a partition of its size");
    else
        text_print(out, size, "the hottest: %s %.1f C, then %s %.1f C: %s",
                   model->gpus[view->now.hottest].name, hottest_c(&view->now),
                   model->gpus[view->then.hottest].name, hottest_c(&view->then),
                   change_k < -0.05  ? "cooler"
                   : change_k > 0.05 ? "hotter"
                                     : "about the same");
}

static void pods_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct pods_view *view = state;
    const struct model *model = model_of(host);
    char note[KNOB_NAME_SIZE + 16] = "", sentence[160];
    if (view->held >= 0) {
        char pod[KNOB_NAME_SIZE];
        pods_name(&model->scenario, model->instances[view->held].pod, pod, sizeof pod);
        text_print(note, sizeof note, "%s in the hand", pod);
    }
    int height = model->n_gpus + TITLE_ROWS + 4;
    struct rect inside = popup_open(canvas, WIDTH, height < HEIGHT ? height : HEIGHT, "Pods", note);
    canvas_text(canvas, inside.x, inside.y, inside.w, popup_style(ROLE_DIM),
                "GPU       at now   will be  then");
    int rows = inside.h - TITLE_ROWS - 1, top = view->gpu >= rows ? view->gpu - rows + 1 : 0;
    for (int k = 0; k < rows && top + k < model->n_gpus; k++)
        draw_gpu(host, view, top + k, (struct rect){inside.x, inside.y + 1 + k, inside.w, 1}, canvas);
    tell(host, view, sentence, sizeof sentence);
    canvas_text(canvas, inside.x, inside.y + inside.h - 1, inside.w, popup_bold(ROLE_TITLE), sentence);
}

/* ---- input ---- */

static unsigned take_up(struct host *host, struct pods_view *view)
{
    const struct model *model = model_of(host);
    int seat = seat_of(host, view->gpu, view->slot);
    if (!is_pod(model, seat))
        return host_say(host, "no pod of an app stands there");
    view->held = seat;
    view->over = -1;
    look(host, view);
    return REPLY_DONE;
}

static unsigned let_go(struct host *host, struct pods_view *view)
{
    view->held = view->over = -1;
    look(host, view);
    return REPLY_DONE;
}

/* Over this GPU; its own: where it stands. */
static unsigned hold_over(struct host *host, struct pods_view *view, int gpu)
{
    int slot = slot_for(host, view->held, gpu);
    bool home = gpu == view->gpu;
    if (slot < 0 && !home)
        message_say(host->message, false, "%s has no partition of %s", model_of(host)->gpus[gpu].name,
                    model_of(host)->instances[view->held].slice);
    view->over = home || slot < 0 ? -1 : gpu;
    view->seat = slot;
    look(host, view);
    return REPLY_DONE;
}

static unsigned commit(struct host *host, struct pods_view *view)
{
    const struct model *model = model_of(host);
    int pod = model->instances[view->held].pod;
    struct knob_turn turn = {.knob = knob_of_pod(pod)};
    struct error error = {0};
    char name[KNOB_NAME_SIZE];
    text_print(turn.value.text, sizeof turn.value.text, "%s:%d", model->gpus[view->over].name,
               model->slots[model->gpus[view->over].first_slot + view->seat].entry);
    pods_name(&model->scenario, pod, name, sizeof name);
    if (!explorer_set_together(host->explorer, &turn, 1, host->explorer->document.from_start, &error))
        return host_fail(host, &error);
    return host_say(host, "%s goes to %s; u takes it back", name, turn.value.text) | REPLY_CLOSE;
}

static unsigned step_gpu(struct host *host, struct pods_view *view, int direction)
{
    const struct model *model = model_of(host);
    int from = view->held >= 0 && view->over >= 0 ? view->over : view->gpu;
    for (int g = from + direction; g >= 0 && g < model->n_gpus; g += direction) {
        if (view->held >= 0 && g != view->gpu && slot_for(host, view->held, g) < 0)
            continue;
        if (view->held >= 0)
            return hold_over(host, view, g);
        view->gpu = g;
        view->slot = view->slot < model->gpus[g].n_slots ? view->slot : model->gpus[g].n_slots - 1;
        return REPLY_DONE;
    }
    return REPLY_HANDLED;
}

static unsigned pods_action(struct host *host, void *state, enum action_id action)
{
    struct pods_view *view = state;
    switch (action) {
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        return step_gpu(host, view, action == ACTION_LIST_UP ? -1 : 1);
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT: {
        int slot = view->slot + (action == ACTION_LIST_LEFT ? -1 : 1);
        if (view->held >= 0 || slot < 0 || slot >= model_of(host)->gpus[view->gpu].n_slots)
            return REPLY_HANDLED;
        view->slot = slot;
        return REPLY_DONE;
    }
    case ACTION_LIST_ACCEPT:
        return view->held < 0   ? take_up(host, view)
               : view->over < 0 ? let_go(host, view)
                                : commit(host, view);
    case ACTION_LIST_UNDO:
        return view->held >= 0 ? let_go(host, view) : 0;
    default:
        return 0;
    }
}

/* The GPU in this row of the screen; -1: there is none. */
static int gpu_at(const struct host *host, const struct pods_view *view, int y)
{
    int n = model_of(host)->n_gpus, height = n + TITLE_ROWS + 4;
    struct rect inside = popup_inside(host->canvas, WIDTH, height < HEIGHT ? height : HEIGHT);
    int rows = inside.h - TITLE_ROWS - 1, top = view->gpu >= rows ? view->gpu - rows + 1 : 0;
    int row = y - inside.y - 1;
    return row >= 0 && row < rows && row + top < n ? row + top : -1;
}

/* A click takes a pod up, one on another GPU holds it there, one more there lets it go. */
static unsigned pods_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct pods_view *view = state;
    const struct model *model = model_of(host);
    struct rect inside = popup_inside(host->canvas, WIDTH, HEIGHT);
    int g = gpu_at(host, view, y), slot = (x - inside.x - CELLS_X) / cell_w(model, inside);
    view->dragged = false;
    if (button != 1)
        return step_gpu(host, view, button == 4 ? -1 : 1);
    if (g < 0)
        return REPLY_HANDLED;
    if (view->held >= 0)
        return g == view->over ? commit(host, view) : hold_over(host, view, g);
    if (x < inside.x + CELLS_X || slot >= model->gpus[g].n_slots)
        return REPLY_HANDLED;
    view->gpu = g;
    view->slot = slot;
    return take_up(host, view);
}

/* A pod that is dragged goes where the button is let go, or back to where it stands. */
static unsigned pods_drag(struct host *host, void *state, int x, int y, bool let_go_of)
{
    struct pods_view *view = state;
    int g = gpu_at(host, view, y), at = view->over < 0 ? view->gpu : view->over;
    (void)x;
    if (view->held < 0)
        return 0;
    if (let_go_of)
        return !view->dragged ? 0 : view->over < 0 ? let_go(host, view) : commit(host, view);
    if (g < 0 || g == at)
        return REPLY_HANDLED;
    view->dragged = true;
    return hold_over(host, view, g);
}

static const struct hint pods_hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "GPU", 1},
                                         {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "pod", 1},
                                         {ACTION_LIST_ACCEPT, ACTION_NONE, "take up, put down", 1},
                                         {ACTION_LIST_UNDO, ACTION_NONE, "let go", 2},
                                         {ACTION_BACK, ACTION_NONE, "leave", 0}};

/* A row a partition: who stands on it, what its GPU comes to, and would with the pod that is held. */
static void pods_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {"gpu",    "slot",       "slice",           "app",
                                          "is_pod", "forecast_c", "forecast_held_c", "held"};
    const struct pods_view *view = state;
    const struct model *model = model_of(host);
    account_fact(account, "cursor_s", account_bare(ns_to_s(view->t_ns)));
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (int g = 0; g < model->n_gpus; g++)
        for (int slot = 0; slot < model->gpus[g].n_slots; slot++) {
            int seat = seat_of(host, g, slot);
            int app = seat >= 0 ? __builtin_ctzll(model->instances[seat].apps) : -1;
            ACCOUNT_ADD(account, account_said(host->explorer->results.current->recording->gpus[g].name),
                        account_bare(slot), account_said(size_at(model, g, slot)),
                        account_said(app >= 0 ? model->scenario.apps[app].name : NULL),
                        account_flag(is_pod(model, seat)), account_bare(view->now.temp_c[g]),
                        account_bare(view->then.temp_c[g]),
                        account_flag(view->held >= 0 && seat == view->held));
        }
}

const struct view_ops view_pods = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .state_size = sizeof(struct pods_view),
    .open = pods_open,
    .update = pods_update,
    .draw = pods_draw,
    .tell = pods_tell,
    .action = pods_action,
    .mouse = pods_mouse,
    .drag = pods_drag,
    .hints = pods_hints,
    .n_hints = sizeof pods_hints / sizeof *pods_hints,
};
