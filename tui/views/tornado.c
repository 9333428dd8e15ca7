/* What matters: every knob a step down and up from where it is, and every app's profile 20 % both ways, each
 * as a bar of what that does to the whole run, the longest on top. Runs are paired over a few seeds, so each
 * end has its interval, and an effect that may be luck says so. Left and right choose the metric, Enter goes
 * to the knob. */
#include "tui/views/view.h"

#include "engine/base/text.h"
#include "engine/explore/pairing.h"
#include "engine/answers/prices.h"
#include "tui/explorer/questions.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/difference.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 96, SEEDS = 5, METRICS = 12, LABEL_W = 22, ENDS_W = 24, WIDE = 100 };
/* Requests that may be served for five seeds; beyond, each end is one draw. */
static const double seeded_requests = 2e8;
static const double profile_change = 0.2;

enum { DOWN, UP, SIDES };

struct tornado_row {
    struct knob_ref knob;
    bool exists[SIDES];
    struct knob_value values[SIDES];
    struct pairing effects[SIDES]; /* of the chosen metric */
};

/* Run 0 is the run as it is; then two for each row; all of that for each seed. The question's own. */
struct tornado_runs {
    size_t n; /* of a seed */
    struct scenario scenarios[1 + SIDES * ROWS];
    bool possible[1 + SIDES * ROWS];
};

struct tornado {
    int n, at, n_seeds, metric, n_metrics;
    enum metric metrics[METRICS];
    struct tornado_row rows[ROWS];
    int order[ROWS];
    struct question *question;
    size_t seen;
};

/* --- the question --- */

static void runs_free(void *context)
{
    struct tornado_runs *runs = context;
    for (size_t i = 0; i < runs->n; i++)
        if (runs->possible[i])
            scenario_free(&runs->scenarios[i]);
    free(runs);
}

static bool runs_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct tornado_runs *runs = context;
    if (!runs->possible[i % runs->n])
        return error_set(error, ERROR_INPUT, "", "there is no such step");
    if (!scenario_copy(scenario, &runs->scenarios[i % runs->n]))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    scenario->seed += i / runs->n;
    return true;
}

/* Both steps of a knob, or a profile that is slower and faster by a fifth. */
static void add_row(const struct explorer *explorer, struct tornado *tornado, struct knob_ref knob)
{
    const struct knob_info *info = &knob_infos[knob.id];
    if (tornado->n == ROWS || info->type != TYPE_NUMBER)
        return;
    struct tornado_row *row = &tornado->rows[tornado->n++];
    bool profile = knob.id == KNOB_PROFILE_SCALE || knob.id == KNOB_PROFILE_SCALE_HIGH;
    *row = (struct tornado_row){.knob = knob};
    for (int side = 0; side < SIDES; side++) {
        int way = side == DOWN ? -1 : 1;
        row->exists[side] = profile || explorer_step(explorer, knob, way, &row->values[side]);
        if (profile)
            row->values[side].number =
                knob_get(&explorer->document.scenario, knob).number * (1 + way * profile_change);
    }
}

static void list_rows(const struct explorer *explorer, struct tornado *tornado)
{
    const struct scenario *scenario = &explorer->document.scenario;
    bool classes = false;
    for (int i = 0; i < explorer->focus.n_knobs; i++)
        add_row(explorer, tornado, explorer->focus.knobs[i]);
    for (int gpu = 0; gpu < scenario->fleets[scenario->fleet].n_gpus; gpu++)
        classes |= scenario->fleets[scenario->fleet].gpus[gpu].class == CLASS_HIGH;
    for (int app = 0; classes && app < scenario->n_apps; app++)
        add_row(explorer, tornado, knob_of_app(KNOB_PROFILE_SCALE_HIGH, app));
}

static struct tornado_runs *make_runs(const struct explorer *explorer, const struct tornado *tornado)
{
    struct tornado_runs *runs = calloc(1, sizeof *runs);
    if (!runs)
        return NULL;
    runs->n = 1 + SIDES * (size_t)tornado->n;
    runs->possible[0] = scenario_copy(&runs->scenarios[0], &explorer->document.scenario);
    for (int i = 0; i < tornado->n; i++)
        for (int side = 0; side < SIDES; side++) {
            const struct tornado_row *row = &tornado->rows[i];
            size_t run = 1 + SIDES * (size_t)i + (size_t)side;
            runs->possible[run] =
                row->exists[side] &&
                explorer_turned(explorer, row->knob, &row->values[side], &runs->scenarios[run], NULL);
        }
    return runs;
}

static void list_metrics(struct tornado *tornado)
{
    tornado->metrics[tornado->n_metrics++] = METRIC_CARBON;
    for (int metric = 0; metric < METRIC_COUNT && tornado->n_metrics < METRICS; metric++)
        if (prices_may_be((enum metric)metric))
            tornado->metrics[tornado->n_metrics++] = (enum metric)metric;
}

static bool tornado_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct tornado *tornado = state;
    struct explorer *explorer = host->explorer;
    (void)argument;
    if (!result_is_finished(explorer->results.current))
        return error_set(error, ERROR_INPUT, "", "the run is not simulated to its end yet");
    list_rows(explorer, tornado);
    list_metrics(tornado);
    struct tornado_runs *runs = make_runs(explorer, tornado);
    if (!runs)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    double requests = (double)explorer->results.current->recording->summary.requests;
    tornado->n_seeds = requests * (double)runs->n * SEEDS <= seeded_requests ? SEEDS : 1;
    tornado->question = explorer_ask(explorer,
                                     &(struct question_plan){.n = runs->n * (size_t)tornado->n_seeds,
                                                             .priority = JOB_ASKED,
                                                             .scenario = runs_scenario,
                                                             .context = runs,
                                                             .free_context = runs_free},
                                     error);
    tornado->seen = SIZE_MAX;
    return tornado->question != NULL;
}

static void tornado_close(struct host *host, void *state)
{
    explorer_forget(host->explorer, ((struct tornado *)state)->question);
}

/* --- what it comes to --- */

static double value_of(const struct tornado *tornado, size_t run, int seed)
{
    size_t n = 1 + SIDES * (size_t)tornado->n;
    const struct answer *answer = question_answer(tornado->question, run + n * (size_t)seed);
    return answer ? answer_metric(answer, tornado->metrics[tornado->metric], 0) : (double)NAN;
}

static struct pairing effect_of(const struct tornado *tornado, size_t run)
{
    double then[SEEDS], now[SEEDS];
    for (int seed = 0; seed < tornado->n_seeds; seed++) {
        then[seed] = value_of(tornado, 0, seed);
        now[seed] = value_of(tornado, run, seed);
    }
    return pairing_of(then, now, (size_t)tornado->n_seeds);
}

static double reach_of(const struct tornado_row *row)
{
    return fmax(fmax(fabs(row->effects[DOWN].delta), fabs(row->effects[UP].delta)), 0);
}

static void tornado_update(struct host *host, void *state)
{
    struct tornado *tornado = state;
    (void)host;
    if (tornado->seen == question_done(tornado->question))
        return;
    tornado->seen = question_done(tornado->question);
    for (int i = 0; i < tornado->n; i++) {
        for (int side = 0; side < SIDES; side++)
            tornado->rows[i].effects[side] = effect_of(tornado, 1 + SIDES * (size_t)i + (size_t)side);
        int at = i;
        for (; at > 0 && reach_of(&tornado->rows[tornado->order[at - 1]]) < reach_of(&tornado->rows[i]); at--)
            tornado->order[at] = tornado->order[at - 1];
        tornado->order[at] = i;
    }
}

/* --- drawing --- */

/* "−5.7 % ±0.3", "+30", "may be noise", "=", "..." */
static void write_effect(const struct tornado *tornado, const struct tornado_row *row, int side, char *out,
                         size_t size)
{
    enum metric metric = tornado->metrics[tornado->metric];
    const struct pairing *effect = &row->effects[side];
    char change[METRIC_WORDS_SIZE], width[METRIC_WORDS_SIZE];
    double base = value_of(tornado, 0, 0);
    if (!row->exists[side])
        text_print(out, size, "%s", "");
    else if (effect->n == 0)
        text_print(out, size, "%s", question_is_over(tornado->question) ? "-" : "...");
    else if (effect->verdict == PAIRING_IDENTICAL)
        text_print(out, size, "%s", "=");
    else if (effect->n < 2 || !(effect->ci95 > 0))
        text_print(out, size, "%s", metric_words_change(metric, base + effect->delta, base, change));
    else {
        metric_words_change(metric, base + effect->ci95, base, width);
        bool none = *width == '=' || *width == '-';
        text_print(out, size, "%s%s%s", metric_words_change(metric, base + effect->delta, base, change),
                   none ? "" : " ±", none ? "" : width + (*width == '+'));
    }
}

static enum role role_of(const struct tornado *tornado, const struct pairing *effect)
{
    int judged = metric_judge(tornado->metrics[tornado->metric], effect->delta, 0);
    if (effect->verdict == PAIRING_NOISE || judged == 0)
        return ROLE_DIM;
    return judged > 0 ? ROLE_GOOD : ROLE_BAD;
}

/* From the middle to where the effect ends; the ends of both sides may lie on one side. */
static void draw_bar(const struct tornado *tornado, const struct tornado_row *row, double most,
                     struct rect rect, enum role ground, struct canvas *canvas)
{
    int half = rect.w / 2, middle = rect.x + half;
    for (int side = 0; side < SIDES; side++) {
        double delta = row->effects[side].delta;
        int w = isnan(delta) || !(most > 0) ? 0 : (int)(fabs(delta) / most * (half - 1) + 0.5);
        struct style style = style_on(style_of(role_of(tornado, &row->effects[side])), ground);
        for (int i = 1; i <= w; i++)
            canvas_put(canvas, delta < 0 ? middle - i : middle + i, rect.y, side == DOWN ? 0x2592 : 0x2588,
                       style);
    }
    canvas_put(canvas, middle, rect.y, 0x2502, style_on(style_of(ROLE_DIM), ground));
}

static void draw_row(const struct host *host, const struct tornado *tornado, int at, double most,
                     struct rect rect, struct canvas *canvas)
{
    const struct tornado_row *row = &tornado->rows[tornado->order[at]];
    bool chosen = at == tornado->at;
    char text[160], effect[SIDES][96];
    enum role ground = part_row(canvas, rect, ROLE_BACKGROUND, chosen, true);
    struct knob_value now = explorer_value(host->explorer, row->knob);
    difference_value(&host->explorer->document.scenario, row->knob, &now, text, sizeof text);
    text_cut(text, sizeof text, LABEL_W);
    canvas_text(canvas, rect.x + 1, rect.y, LABEL_W,
                style_on(chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), text);
    int ends = rect.w >= WIDE ? ENDS_W : ENDS_W * 2 / 3;
    int bar_x = rect.x + LABEL_W + 2 + ends, bar_w = rect.x + rect.w - ends - bar_x - 1;
    for (int side = 0; side < SIDES; side++) {
        write_effect(tornado, row, side, effect[side], sizeof effect[side]);
        struct style style = style_on(style_of(role_of(tornado, &row->effects[side])), ground);
        text_print(text, sizeof text, "%s%s",
                   !row->exists[side] ? ""
                   : side == DOWN     ? "▒ "
                                      : "█ ",
                   effect[side]);
        text_cut(text, sizeof text, ends - 1);
        canvas_text(canvas, side == DOWN ? rect.x + LABEL_W + 2 : bar_x + bar_w + 1, rect.y, ends, style,
                    text);
    }
    if (bar_w >= 5)
        draw_bar(tornado, row, most, (struct rect){bar_x, rect.y, bar_w, 1}, ground, canvas);
}

static void tornado_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct tornado *tornado = state;
    char unit[160], done[48] = "", value[METRIC_WORDS_SIZE];
    enum metric metric = tornado->metrics[tornado->metric];
    struct rect body = {0, 0, canvas->w, canvas->h - 1};
    if (!question_is_over(tornado->question))
        text_print(done, sizeof done, "  %zu of %zu runs", question_done(tornado->question),
                   question_size(tornado->question));
    text_print(unit, sizeof unit, "what a step of each knob, and 20 %% of each profile, does to %s%s",
               metric_words_name(metric, body.w), done);
    part_title(canvas, (struct rect){0, 0, body.w, 1}, 0, "Tornado", unit, true);
    text_print(unit, sizeof unit, "%s is %s; ▒ a step down, █ a step up; %s",
               metric_words_name(metric, body.w), metric_words_value(metric, value_of(tornado, 0, 0), value),
               tornado->n_seeds > 1 ? "paired over 5 seeds, dim: may be noise"
                                    : "one seed: each is one draw");
    canvas_text(canvas, 1, 1, body.w - 1, style_of(ROLE_DIM), unit);
    double most = 0;
    for (int i = 0; i < tornado->n; i++)
        most = fmax(most, reach_of(&tornado->rows[i]));
    int rows = body.h - 3, first = part_scrolled(tornado->at, tornado->n, rows);
    for (int i = 0; i < rows && first + i < tornado->n; i++)
        draw_row(host, tornado, first + i, most, (struct rect){0, 3 + i, body.w, 1}, canvas);
}

/* --- input --- */

static void choose_metric(struct tornado *tornado, int step)
{
    tornado->metric = (tornado->metric + step + tornado->n_metrics) % tornado->n_metrics;
    tornado->seen = SIZE_MAX;
    tornado->at = 0;
}

/* A profile of the fast class has no slider: the prompt turns it. */
static unsigned go_there(struct host *host, const struct tornado *tornado)
{
    struct explorer *explorer = host->explorer;
    char name[KNOB_NAME_SIZE];
    if (tornado->n == 0)
        return REPLY_HANDLED;
    struct knob_ref knob = tornado->rows[tornado->order[tornado->at]].knob;
    explorer_favour(explorer, knob);
    if (explorer_same_knob(explorer->focus.knobs[explorer->focus.at], knob))
        return REPLY_DONE | REPLY_CLOSE;
    knob_name(&explorer->document.scenario, knob, name, sizeof name);
    message_say(host->message, false, "%s has no slider; `:` set %s 1.2 turns it", name, name);
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned tornado_action(struct host *host, void *state, enum action action)
{
    struct tornado *tornado = state;
    int page = host->canvas->h - 4;
    switch (action) {
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        tornado->at += action == ACTION_LIST_UP ? -1 : 1;
        break;
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        tornado->at += action == ACTION_LIST_PAGE_UP ? -page : page;
        break;
    case ACTION_LIST_FIRST:
    case ACTION_LIST_LAST:
        tornado->at = action == ACTION_LIST_FIRST ? 0 : tornado->n - 1;
        break;
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        choose_metric(tornado, action == ACTION_LIST_LEFT ? -1 : 1);
        break;
    case ACTION_LIST_ACCEPT:
        return go_there(host, tornado);
    default:
        return 0;
    }
    tornado->at = part_clamp(tornado->at, 0, tornado->n > 0 ? tornado->n - 1 : 0);
    return REPLY_DONE;
}

static const struct hint hints[] = {{ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
                                    {ACTION_LIST_LEFT, ACTION_LIST_RIGHT, "metric", 1},
                                    {ACTION_LIST_ACCEPT, ACTION_NONE, "go to the knob", 1},
                                    {ACTION_EXPORT, ACTION_NONE, "export", 4},
                                    {ACTION_HELP, ACTION_NONE, "help", 3},
                                    {ACTION_BACK, ACTION_NONE, "leave", 0}};

const struct view_ops view_tornado = {.contexts = CONTEXT_LIST,
                                      .state_size = sizeof(struct tornado),
                                      .open = tornado_open,
                                      .close = tornado_close,
                                      .update = tornado_update,
                                      .draw = tornado_draw,
                                      .action = tornado_action,
                                      .hints = hints,
                                      .n_hints = sizeof hints / sizeof *hints};
