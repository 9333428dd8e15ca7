/* Most of it comes from the table of knobs; CIT is told with the numbers of this run, because a threshold on
 * a ratio says little by itself. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/parts.h"
#include "tui/words/action.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a knob is called where its symbol does not fit; else the symbol. */
static const char *symbol_in(enum knob_id id, int columns)
{
    const struct knob_info *info = &knob_infos[id];
    return info->brief && text_width(info->symbol) > columns ? info->brief : info->symbol;
}

/* What a target is called beside a symbol: "3" of job3, else its name. */
static const char *target_name(const char *target, char *out)
{
    format_app(out, target);
    return strncmp(out, "job ", 4) == 0 ? out + 4 : out;
}

enum { SYMBOL_LEAST = 4 }; /* letters that a symbol is known by */

/* "SLO 3", "profile chat", with fewer columns "prof scree…". */
static void label_scoped(const struct scenario *scenario, struct knob_ref knob, const char *target,
                         int columns, char *out, size_t size)
{
    const char *whole = knob_infos[knob.id].symbol;
    char symbol[24], name[FORMAT_SIZE];
    /* Do all targets have room beside the whole symbol? Those of one knob are to look alike. */
    char called[FORMAT_SIZE];
    int most = text_width(target_name(target, called));
    int own = scenario_find_app(scenario, target), n_alike = own < 0 ? 0 : scenario->n_apps;
    for (int app = 0; app < n_alike; app++) {
        int width = text_width(target_name(scenario->apps[app].name, called));
        most = width > most ? width : most;
    }
    bool fit = text_width(whole) + 1 + most <= columns;
    int letters = fit ? (int)sizeof symbol - 1 : SYMBOL_LEAST;
    const char *brief = symbol_in(knob.id, SYMBOL_LEAST);
    text_print(symbol, sizeof symbol, "%.*s", letters,
               fit || text_width(brief) > SYMBOL_LEAST ? whole : brief);
    const char *number = target_name(target, name);
    int room = columns - 1 - text_width(symbol);
    if (!fit && scenario->n_apps == 1) { /* there is no other app to tell it from */
        snprintf(out, size, "%s", whole);
        return;
    }
    room = room > 1 ? room : 1;
    text_print(out, size, "%s %s", symbol,
               number != name ? number
               : own < 0      ? format_short_name(FORMAT_ROOM, target, room)
                              : format_app_within(FORMAT_ROOM, scenario, own, target, room));
}

void knob_text_label(const struct scene *scene, struct knob_ref knob, int columns, char *out, size_t size)
{
    char name[96];
    if (knob_is_scheme(knob) && knob.scope == SCOPE_POOL) {
        const char *names[POOLS_MAX];
        for (int p = 0; p < scene->explorer->document.scenario.n_pools; p++)
            names[p] = scene->explorer->document.scenario.pools[p].name;
        text_print(out, size, "%s",
                   format_distinct(FORMAT_ROOM, names, scene->explorer->document.scenario.n_pools,
                                   knob.target, columns));
        return;
    }
    if (knob_is_scheme(knob)) {
        bool brief = knob.layer == LAYER_CONFIGURE && text_width(layer_names[knob.layer]) > columns;
        snprintf(out, size, "%s", brief ? "config" : layer_names[knob.layer]);
        return;
    }
    knob_name(&scene->explorer->document.scenario, knob, name, sizeof name);
    const char *target = strchr(name, '.');
    if (target)
        label_scoped(&scene->explorer->document.scenario, knob, target + 1, columns, out, size);
    else
        snprintf(out, size, "%s", symbol_in(knob.id, columns));
}

static int decimals_of(const struct knob_info *info, double value)
{
    return info->step < 1 ? 2 : value != floor(value) ? 1 : 0;
}

void knob_text_value(struct knob_ref knob, const struct knob_value *value, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[knob.id];
    if (info->type != TYPE_NUMBER) {
        enum policy_id policy =
            knob_is_scheme(knob) ? policy_find((enum layer)knob.layer, value->text) : POLICY_COUNT;
        snprintf(out, size, "%s", policy == POLICY_COUNT ? value->text : policy_infos[policy].title);
        return;
    }
    if ((info->zero || info->off) && value->number == 0) {
        snprintf(out, size, "%s", info->off ? "off" : info->zero);
        return;
    }
    snprintf(out, size, "%.*f%s%s", decimals_of(info, value->number), value->number,
             *info->unit == 'x' || !*info->unit ? "" : " ", strcmp(info->unit, "x") == 0 ? "×" : info->unit);
}

/* The first pool in whose run such a scheme decides: whose router a run-wide knob is told with. */
static int pool_of_knob(const struct scenario *scenario, struct knob_ref knob)
{
    int pool = knob.scope == SCOPE_POOL ? knob.target : 0;
    while (knob.scope != SCOPE_POOL && pool + 1 < scenario_n_pools(scenario) &&
           !(scenario_pool_policies(scenario, pool) & knob_infos[knob.id].used_by))
        pool++;
    return pool;
}

/* "The grid is dirty above CIT × usual (209): then A100 is open to all jobs, else to late requests only." */
static void describe_cit(const struct scene *scene, struct knob_ref knob, bool brief, char *out, size_t size)
{
    const struct explorer *explorer = scene->explorer;
    const char *high = scene_high_name(scene);
    char name[24] = "the fast GPU", mean[32] = "";
    const struct scenario *scenario = &explorer->document.scenario;
    int pool = pool_of_knob(scenario, knob);
    struct knob_value route = explorer_value(
        explorer, scenario->n_pools > 0 ? knob_of_scheme(LAYER_ROUTE, pool) : knob_of_layer(LAYER_ROUTE));
    enum policy_id policy = policy_find(LAYER_ROUTE, route.text);
    double aci = explorer_grid(explorer, explorer->time.cursor_ns).aci;
    if (policy != POLICY_COUNT && !(knob_infos[KNOB_CIT].used_by & POLICY_BIT(policy))) {
        snprintf(out, size, "Does nothing here: %s does not read it.", policy_infos[policy].title);
        return;
    }
    if (high) {
        /* Its type; where pools are named, others can be of that type: the one that it is, if it is one. */
        const struct model *model = scene->now->result->model;
        int n = 0;
        format_gpu_type(name, sizeof name, high);
        for (int gpu = 0; model->scenario.n_pools > 0 && gpu < model->n_gpus; gpu++)
            if (model->gpus[gpu].class == CLASS_HIGH && n++ == 0)
                format_gpu(name, sizeof name, model, gpu);
        if (n > 1)
            format_gpu_type(name, sizeof name, high);
    }
    if (!isnan(aci))
        snprintf(mean, sizeof mean, " (%.0f)", aci);
    if (brief)
        snprintf(out, size, "%s for all above CIT × usual (dirty)", name);
    else
        snprintf(
            out, size,
            "The grid is dirty above CIT × usual%s: then %s is open to all jobs, else to late requests only.",
            mean, name);
}

/* "To lose 1 % of accuracy it must save 1.0 % of carbon": what the weight means. */
static void describe_lambda(const struct scene *scene, struct knob_ref knob, bool brief, char *out,
                            size_t size)
{
    const struct explorer *explorer = scene->explorer;
    struct knob_ref other = knob;
    other.id = KNOB_ACCURACY_LOSS_PCT;
    double lambda = explorer_value(explorer, knob).number, limit = explorer_value(explorer, other).number;
    if (limit > 0)
        snprintf(out, size, "Does nothing while accuracy has a limit: within it carbon alone counts.");
    else if (!(lambda > 0))
        snprintf(out, size, "Weight of carbon saved. At 0 accuracy alone counts.");
    else if (lambda >= 1)
        snprintf(out, size, "Weight of carbon saved. At 1 carbon alone counts.");
    else
        snprintf(out, size,
                 brief ? "1 %% accuracy is worth %.2g %% carbon"
                       : "Weight of carbon saved: 1 %% of accuracy is given up for %.2g %% of carbon.",
                 (1 - lambda) / lambda);
}

/* Knobs that are told with today's numbers; of the others the table tells. */
static void (*const descriptions[KNOB_COUNT])(const struct scene *scene, struct knob_ref knob, bool brief,
                                              char *out, size_t size) = {
    [KNOB_CIT] = describe_cit, [KNOB_LAMBDA] = describe_lambda};

void knob_text_help(const struct scene *scene, struct knob_ref knob, bool brief, char *out, size_t size)
{
    if (descriptions[knob.id])
        descriptions[knob.id](scene, knob, brief, out, size);
    else if (knob_is_scheme(knob)) {
        /* The scheme that is in force. */
        struct knob_value value = explorer_value(scene->explorer, knob);
        enum policy_id policy = policy_find((enum layer)knob.layer, value.text);
        snprintf(out, size, "%s",
                 policy == POLICY_COUNT ? knob_infos[knob.id].help : policy_infos[policy].help);
    } else
        snprintf(out, size, "%s", knob_infos[knob.id].help);
}

void knob_text_range(const struct explorer *explorer, struct knob_ref knob, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_slider slider = explorer_slider(explorer, knob);
    double rungs[CLOCKS_MAX];
    size_t n = explorer_rungs(explorer, knob, rungs);
    out[0] = 0;
    if (n > 0 && slider.step == 0) {
        /* "only 624, 867, 1032.75": of many the ends. */
        enum { NAMED = 6 };
        size_t length = (size_t)snprintf(out, size, "only %g", rungs[0]);
        for (size_t i = 1; i < n && length < size; i++)
            if (n <= NAMED || i < NAMED - 2 || i + 1 == n)
                length += (size_t)snprintf(out + length, size - length, "%s%g",
                                           n > NAMED && i + 1 == n ? " … " : ", ", rungs[i]);
    } else if (info->type == TYPE_NUMBER)
        snprintf(out, size, "%.*f–%.*f step %g", decimals_of(info, slider.least), slider.least,
                 decimals_of(info, slider.most), slider.most, slider.step);
}

void knob_text_default(struct knob_ref knob, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_value value = {.number = info->initial};
    out[0] = 0;
    if (info->type == TYPE_NUMBER && !isnan(info->initial))
        knob_text_value(knob, &value, out, size);
}

const char *knob_text_when(struct knob_ref knob)
{
    return knob_infos[knob.id].when == WHEN_LIVE ? "live" : "from start";
}

bool knob_text_edited(const struct scene *scene, struct knob_ref knob)
{
    const struct history *history = &scene->explorer->document.history;
    const struct scenario *scenario = &scene->explorer->document.scenario;
    for (int i = 0; i < scenario->n_edits; i++)
        if (explorer_same_knob(scenario->edits[i].knob, knob))
            return true;
    for (int i = 0; i < history->done; i++)
        if (history->changes[i].kind == CHANGE_TURN && explorer_same_knob(history->changes[i].knob, knob))
            return true;
    return false;
}

const char *knob_text_group(struct knob_ref knob)
{
    static const char *const groups[][2] = {{"policy", "Policies"},         {"route", "Routing"},
                                            {"workload", "Workload"},       {"grid", "Grid and ledger"},
                                            {"ledger", "Grid and ledger"},  {"cooling", "Water and cooling"},
                                            {"hardware", "Hardware"},       {"share", "Sharing"},
                                            {"configure", "Configuration"}, {"place", "Placement"}};
    const char *group = knob_infos[knob.id].group;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (strcmp(groups[i][0], group) == 0)
            return groups[i][1];
    return "Other";
}

bool knob_text_begins_group(const struct explorer *explorer, int index)
{
    const struct knob_ref *knobs = explorer->focus.knobs;
    return index == 0 || strcmp(knob_text_group(knobs[index]), knob_text_group(knobs[index - 1])) != 0;
}

int knob_text_groups(const struct explorer *explorer)
{
    int n = 0;
    for (int i = 0; i < explorer->focus.n_shown; i++)
        n += knob_text_begins_group(explorer, i);
    return n;
}

struct slider knob_text_slider(const struct explorer *explorer, struct knob_ref knob, bool bright)
{
    const struct knob_info *info = &knob_infos[knob.id];
    double value = explorer_value(explorer, knob).number;
    struct knob_slider of = explorer_slider(explorer, knob);
    return (struct slider){explorer_slider_place(explorer, knob, value), of.least, of.most,
                           explorer_slider_place(explorer, knob, info->initial), bright};
}

/* --- where it leads --- */

/* A row a metric where the panel is narrow; else its name with the two ends of its scale, and the curve below
 * it. What would cost too much to be simulated in passing says which key shows it. */

enum { NARROW = 26, WIDE = 38, LANE_LABEL = 5, LEAST_ROWS = 14 };

enum response_wish knob_response_wish(const struct scene *scene)
{
    const struct layout *layout = &scene->layout;
    if (scene->asked)
        return RESPONSE_UNWANTED;
    if (layout->full == REGION_KNOBS)
        return RESPONSE_ASKED;
    bool listed = !layout->knob_line && layout->rects[REGION_KNOBS].h >= LEAST_ROWS;
    return listed ? RESPONSE_IN_PASSING : RESPONSE_UNWANTED;
}

int knob_response_rows(const struct scene *scene, int width, int most)
{
    const struct response *response = explorer_response(scene->explorer);
    if (!response || most < 1 || scene->asked)
        return 0;
    if (response->heavy)
        return 1;
    if (width < NARROW)
        return most >= 2 ? 2 : 0;
    int rows = most >= 12 && width >= WIDE ? 12 : most >= 6 ? 6 : most >= 2 ? 2 : 0;
    enum metric metrics[3];
    return rows == 12 ? 4 * explorer_response_metrics(scene->explorer, metrics, 3) : rows;
}

void knob_response_draw(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct response *response = explorer_response(scene->explorer);
    enum metric metrics[3];
    if (!response || rect.h < 1)
        return;
    if (response->heavy) {
        char keys[32];
        keymap_labels(scene->keymap, ACTION_RESPONSE, 1, keys, sizeof keys);
        canvas_print(canvas, rect.x, rect.y, rect.w, style_of(ROLE_DIM), "%s: where it leads", keys);
        canvas_spot(canvas, rect, SPOT_ACTION, ACTION_RESPONSE);
        return;
    }
    int n = explorer_response_metrics(scene->explorer, metrics, rect.h >= 9 ? 3 : 2), each = rect.h / n;
    for (int i = 0; i < n; i++) {
        struct range_plot plot = scene_range_plot(response, metrics[i], -1);
        struct rect own = {rect.x, rect.y + i * each, rect.w, each};
        if (each < 2) {
            char label[METRIC_WORDS_SIZE];
            /* "carbon", "p95": what fits into the label of a lane. */
            snprintf(label, sizeof label, "%s",
                     metrics[i] == METRIC_CARBON ? "CO2" : metric_words_name(metrics[i], LANE_LABEL - 1));
            text_cut(label, sizeof label, LANE_LABEL - 1);
            canvas_text(canvas, own.x, own.y, LANE_LABEL, style_of(ROLE_DIM), label);
            range_plot_draw(&plot, (struct rect){own.x + LANE_LABEL, own.y, own.w - LANE_LABEL - 1, 1},
                            ROLE_BACKGROUND, canvas);
        } else {
            /* "carbon          187.3–236.8 g" and the curve. */
            enum metric metric = metrics[i];
            char least[METRIC_WORDS_SIZE], most[METRIC_WORDS_SIZE];
            struct scale scale = range_plot_ends(&plot);
            const char *name = metric_words_name(metric, own.w / 2);
            metric_words_value(metric, scale.min, least);
            metric_words_value(metric, scale.max, most);
            bool same = !(scale.max - scale.min > 1e-6 * fabs(scale.max)); /* as sums are */
            bool alike = !same && strcmp(least, most) == 0; /* "0.50–0.50": as many digits as it takes */
            for (int digits = 2; alike && digits < 9 && (digits == 2 || strcmp(least, most) == 0); digits++) {
                metric_format_digits(metric, scale.min, digits, least, sizeof least);
                metric_format_digits(metric, scale.max, digits, most, sizeof most);
            }
            const char *symbol = metric_units[metric_infos[metric].unit].symbol;
            if (alike && *symbol)
                text_append(most, sizeof most, " %s", symbol);
            char *unit = strrchr(least, ' ');
            const char *other = strrchr(most, ' ');
            if (unit && other && strcmp(unit, other) == 0)
                *unit = 0;
            const char *ends = text(&canvas->texts, same ? "%s%s" : "%s–%s", same ? "" : least, most);
            bool known = false;
            for (int j = 0; j < plot.n; j++)
                known |= !isnan(plot.values[j]);
            canvas_text(canvas, own.x, own.y, own.w, style_of(ROLE_DIM), name);
            if (known)
                canvas_text_right(canvas, own.x + own.w - 1, own.y, -1, style_of(ROLE_DIM), ends);
            range_plot_draw(&plot, (struct rect){own.x, own.y + 1, own.w - 1, own.h - 1}, ROLE_BACKGROUND,
                            canvas);
        }
    }
    canvas_spot(canvas, rect, SPOT_ACTION, ACTION_RESPONSE);
}
