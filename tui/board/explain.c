/* One function a kind of thing; of places and of terms whose number is no metric and no knob, a table of
 * functions. */
#include "tui/board/explain.h"

#include "engine/explore/result.h"
#include "tui/board/panels/panels.h"
#include "tui/explorer/questions.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <string.h>

typedef void teller(const struct scene *scene, struct explanation *out);

void explain_say(struct explanation *out, const char *label, const char *format, ...)
{
    va_list arguments;
    if (out->n == EXPLAIN_FACTS)
        return;
    text_copy(out->facts[out->n].label, EXPLAIN_LABEL, label);
    va_start(arguments, format);
    text_vprint(out->facts[out->n].text, EXPLAIN_TEXT, format, arguments);
    va_end(arguments);
    out->n += *out->facts[out->n].text != 0;
}

/* "at 13:00" */
static char *at_cursor(const struct scene *scene, char label[EXPLAIN_LABEL])
{
    return text_print(label, EXPLAIN_LABEL, "at %s",
                      format_clock(FORMAT_ROOM, scene->cursor_s, scene->offset_s, false));
}

static const char *run_label(const struct scene *scene)
{
    return scene->so_far ? "so far" : "whole run";
}

/* --- metrics: cards, and terms that name one --- */

static struct metric_source source_of(const struct scene_run *run)
{
    return (struct metric_source){.summary = &run->total, .model = run->result ? run->result->model : NULL};
}

/* "255.2 g, so −11.2 %, better" */
static void say_against(const struct scene *scene, enum metric metric, double now, struct explanation *out)
{
    static const char *const judged[] = {"worse", "", "better"};
    struct metric_source source = source_of(scene->reference);
    char value[METRIC_WORDS_SIZE], change[METRIC_WORDS_SIZE];
    double then = scene->compared && !*scene->warning ? metric_value(metric, &source, 0) : (double)NAN;
    if (isnan(then) || isnan(now) || metric_infos[metric].unit == UNIT_FLAG)
        return;
    metric_words_change(metric, now, then, change);
    bool same = strcmp(change, "=") == 0;
    const char *word = judged[1 + metric_judge(metric, now, then)];
    explain_say(out, "against", "%s: %s%s%s%s%s", scene->reference_name,
                metric_words_value(metric, then, value), same ? ", identical" : ", so ", same ? "" : change,
                same || !*word ? "" : ", ", same ? "" : word);
}

static bool is_ledger(enum metric metric)
{
    return metric_infos[metric].group == METRIC_GROUP_CARBON ||
           metric_infos[metric].group == METRIC_GROUP_ENERGY;
}

static void say_metric(const struct scene *scene, enum metric metric, struct explanation *out)
{
    struct metric_source source = source_of(scene->now);
    char value[METRIC_WORDS_SIZE];
    double now = metric_value(metric, &source, 0);
    bool flag = metric_infos[metric].unit == UNIT_FLAG;
    if (isnan(now)) {
        explain_say(out, run_label(scene), "there is none in this run");
        return;
    }
    explain_say(out, run_label(scene), "%s%s%s",
                flag ? metric_infos[metric].title : metric_words_value(metric, now, value),
                flag ? (now > 0 ? ": yes" : ": no") : "", is_ledger(metric) ? scene_mark(scene) : "");
    say_against(scene, metric, now, out);
}

static void tell_parts(const struct scene *scene, struct explanation *out)
{
    char text[EXPLAIN_TEXT] = "", grams[FORMAT_SIZE];
    for (int part = 0; part < LEDGER_COUNT; part++)
        if (scene->now->total.carbon_g[part] > 0)
            text_append(text, sizeof text, "%s%s %s", *text ? ", " : "", ledger_names[part],
                        format_grams(grams, scene->now->total.carbon_g[part]));
    explain_say(out, "made of", "%s", text);
}

static void tell_worst(const struct scene *scene, struct explanation *out)
{
    const struct summary *total = &scene->now->total;
    double of_slo;
    int app = summary_worst_app(total, &of_slo);
    if (app >= 0)
        explain_say(out, "that is", "%s: %s of %.0f ms, %s of its SLO of %.0f ms",
                    format_app(FORMAT_ROOM, total->apps[app].name),
                    format_percentile(FORMAT_ROOM, scene_percentile(scene)), total->apps[app].tail_ms,
                    format_share(FORMAT_ROOM, 100 * of_slo), total->apps[app].slo_ms);
}

static void tell_late(const struct scene *scene, struct explanation *out)
{
    const struct summary *total = &scene->now->total;
    char text[EXPLAIN_TEXT] = "", name[FORMAT_SIZE], count[FORMAT_SIZE];
    for (int app = 0; app < total->n_apps; app++)
        if (total->apps[app].violations > 0)
            text_append(text, sizeof text, "%s%s %s", *text ? ", " : "",
                        format_app(name, total->apps[app].name),
                        format_count(count, total->apps[app].violations));
    explain_say(out, "of them", "%s", text);
    explain_say(out, "of", "%s requests", format_count(count, total->requests));
}

static void tell_hottest(const struct scene *scene, struct explanation *out)
{
    const struct summary *total = &scene->now->total;
    for (int gpu = 0; gpu < total->n_gpus; gpu++)
        if (total->gpus[gpu].temp_max_c >= total->temp_max_c) {
            explain_say(out, "that is", "%s, with water of %.0f C; %.1f K %s the safe limit",
                        total->gpus[gpu].name, total->water_c, fabs(total->temp_spare_k),
                        total->temp_spare_k < 0 ? "above" : "below");
            return;
        }
}

static void say_accuracy(const struct scene *scene, struct explanation *out)
{
    struct metric_source source = source_of(scene->now);
    if (isnan(metric_value(METRIC_ACCURACY, &source, 0)) && scene->now->quality) {
        /* Where apps have metrics of their own the run has no one accuracy: of each of those that a scheme
         * may spend.
         */
        const struct summary *total = &scene->now->total;
        const struct quality *quality = scene->now->quality;
        char text[EXPLAIN_TEXT] = "", name[FORMAT_SIZE];
        for (int app = 0; quality && app < quality->n_apps && app < total->n_apps; app++)
            if (quality->apps[app].counts && !isnan(total->apps[app].accuracy))
                text_append(text, sizeof text, "%s%s %.*f %s, its best variant %.*f", *text ? "; " : "",
                            format_app(name, total->apps[app].name), quality->apps[app].base < 1.5 ? 3 : 2,
                            total->apps[app].accuracy, format_metric(total->apps[app].accuracy_metric),
                            quality->apps[app].base < 1.5 ? 3 : 2, quality->apps[app].base);
        explain_say(out, run_label(scene), "%s", text);
    } else
        say_metric(scene, METRIC_ACCURACY, out);
}

static teller *const metric_tellers[METRIC_COUNT] = {[METRIC_CARBON] = tell_parts,
                                                     [METRIC_WORST_OF_SLO] = tell_worst,
                                                     [METRIC_LATE] = tell_late,
                                                     [METRIC_TEMP_MAX] = tell_hottest};

/* What its numbers rest on, where they are no plain count. */
static void say_rests(const struct scene *scene, struct explanation *out)
{
    char text[EXPLAIN_TEXT] = "", sign[8];
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++) {
        double share = scene->now->total.provenance[kind];
        text_print(sign, sizeof sign, "%s", format_provenance((enum provenance)kind));
        if (share > 0)
            text_append(text, sizeof text, "%s%.0f %% %s%s%s", *text ? ", " : "", 100 * share,
                        provenance_names[kind], *sign ? " " : "", sign);
    }
    if (*text)
        explain_say(out, "rests on", "%s rows, by energy", text);
}

static void explain_metric(const struct scene *scene, enum metric metric, struct explanation *out)
{
    if (metric == METRIC_ACCURACY)
        say_accuracy(scene, out);
    else
        say_metric(scene, metric, out);
    if (metric_tellers[metric])
        metric_tellers[metric](scene, out);
    if (is_ledger(metric))
        say_rests(scene, out);
}

/* --- knobs --- */

/* "carbon −5.7 %, late +30, worst p95 −1.4 pt": what the panel tells of a step. */
static void add_change(const struct scene *scene, enum metric metric, const struct answer *answer,
                       char text[EXPLAIN_TEXT])
{
    struct metric_source source = source_of(scene->now);
    char change[METRIC_WORDS_SIZE], name[FORMAT_SIZE];
    metric_words_change(metric, answer_metric(answer, metric, 0), metric_value(metric, &source, 0), change);
    text_copy(name, sizeof name, metric_words_name(metric, 20));
    if (metric == METRIC_WORST_OF_SLO)
        text_print(name, sizeof name, "worst %s", format_percentile(FORMAT_ROOM, scene_percentile(scene)));
    text_append(text, EXPLAIN_TEXT, ", %s %s", name, change);
}

static void say_step(const struct scene *scene, const struct forecast_slot *slot, struct explanation *out)
{
    const struct focus *focus = &scene->explorer->focus;
    const struct forecast *forecast = &scene->explorer->results.forecast;
    enum metric price = explorer_price(scene->explorer);
    char value[FORMAT_SIZE * 2], text[EXPLAIN_TEXT], share[FORMAT_SIZE];
    if (!slot->exists)
        return;
    knob_text_value(focus->knobs[focus->at], &slot->value, value, sizeof value);
    text_print(text, sizeof text, "%s: ", value);
    if (!slot->known || slot->identical)
        text_append(text, sizeof text, slot->known ? "identical" : "being simulated");
    else
        text_append(text, sizeof text, "carbon %s%s %%", slot->carbon_percent < 0 ? "−" : "+",
                    format_magnitude(share, fabs(slot->carbon_percent)));
    if (slot->known && !slot->identical && price != METRIC_WORST_OF_SLO)
        add_change(scene, price, slot->answer, text);
    if (slot->known && !slot->identical)
        add_change(scene, METRIC_WORST_OF_SLO, slot->answer, text);
    explain_say(out, slot == &forecast->slots[FORECAST_DOWN] ? "step down" : "step up", "%s", text);
}

static void say_steps(const struct scene *scene, int index, struct explanation *out)
{
    const struct explorer *explorer = scene->explorer;
    const struct forecast *forecast = &explorer->results.forecast;
    if (knob_infos[explorer->focus.knobs[index].id].type != TYPE_NUMBER)
        return;
    if (index != explorer->focus.at || forecast->focus != index) {
        explain_say(out, "one step", "known when it is chosen: Enter goes there");
        return;
    }
    say_step(scene, &forecast->slots[FORECAST_DOWN], out);
    say_step(scene, &forecast->slots[FORECAST_UP], out);
}

static void explain_knob(const struct scene *scene, const struct thing *thing, struct explanation *out)
{
    const struct explorer *explorer = scene->explorer;
    if (thing->knob < 0 || thing->knob >= explorer->focus.n_knobs)
        return;
    struct knob_ref knob = explorer->focus.knobs[thing->knob];
    struct knob_value value = explorer_value(explorer, knob);
    char text[2 * EXPLAIN_TEXT], initial[FORMAT_SIZE * 2];
    knob_text_label(scene, knob, 20, out->meaning.title, sizeof out->meaning.title);
    knob_text_value(knob, &value, text, sizeof text);
    knob_text_default(knob, initial, sizeof initial);
    explain_say(out, "now", "%s%s%s%s", text, *initial ? ", default " : "", initial,
                knob_text_edited(scene, knob) ? ", turned by you" : "");
    say_steps(scene, thing->knob, out);
    knob_text_help(scene, knob, false, text, sizeof text);
    if (strcmp(text, knob_infos[knob.id].help) != 0)
        explain_say(out, "here", "%s", text);
    knob_text_range(explorer, knob, text, sizeof text);
    if (*text)
        explain_say(out, "slider", "%s; it acts %s", text,
                    knob_infos[knob.id].when == WHEN_LIVE ? "at once" : "from the start");
    const struct knob_info *info = &knob_infos[knob.id];
    char line[EXPLAIN_TEXT] = "";
    for (int i = 0; info->words && info->words[i]; i++)
        text_append(line, sizeof line, "%s%s", i ? ", " : "", info->words[i]);
    explain_say(out, "one of", "%s", line);
    if (knob_is_scheme(knob)) {
        /* Formula and source of a layer are those of the scheme at work in it. */
        enum policy_id policy = policy_find((enum layer)knob.layer, value.text);
        if (policy != POLICY_COUNT) {
            struct meaning meaning = glossary_meaning((struct subject){SUBJECT_SCHEME, (int)policy});
            out->meaning.formula = meaning.formula;
            out->meaning.source = meaning.source;
        }
    }
}

static void explain_scheme(const struct scene *scene, enum policy_id policy, struct explanation *out)
{
    const struct scenario *scenario = &scene->explorer->document.scenario;
    const struct policy_info *info = &policy_infos[policy];
    char text[EXPLAIN_TEXT] = "";
    bool everywhere = scenario->n_pools == 0;
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        if (scenario_pool_policies(scenario, pool) & POLICY_BIT(policy))
            text_append(text, sizeof text, "%s%s", *text ? ", " : "",
                        everywhere ? "yes" : scenario->pools[pool].name);
    explain_say(out, "at work", "%s", *text ? text : "not here; P shows what it would come to");
    if (info->baseline)
        explain_say(out, "rival", "%s", policy_infos[policy_find(info->layer, info->baseline)].title);
}

/* --- places --- */

static void tell_bar(const struct scene *scene, struct explanation *out)
{
    const struct scenario *scenario = &scene->explorer->document.scenario;
    explain_say(out, "scenario", "%s on %s", scenario->name, scenario->trace);
}

static void tell_headline(const struct scene *scene, struct explanation *out)
{
    explain_say(out, "in full", "%s", scene->headline.text);
}

static void tell_reference(const struct scene *scene, struct explanation *out)
{
    struct baseline reference;
    char words[256];
    const struct scenario *scenario = &scene->explorer->document.scenario;
    explain_say(out, "reference", "%s", scene->reference_name ? scene->reference_name : "none");
    if (scene->explorer->results.reference == REFERENCE_BASELINE && scenario_baseline(scenario, &reference))
        explain_say(out, "its settings", "%s", baseline_words(scenario, &reference, words, sizeof words));
}

static void tell_knobs(const struct scene *scene, struct explanation *out)
{
    const struct focus *focus = &scene->explorer->focus;
    char label[FORMAT_SIZE] = "none";
    if (focus->n_knobs > 0)
        knob_text_label(scene, focus->knobs[focus->at], 20, label, sizeof label);
    explain_say(out, "now", "%d knobs; %s is chosen, %d edits so far", focus->n_knobs, label,
                scene->explorer->document.scenario.n_edits);
}

static void tell_grid(const struct scene *scene, struct explanation *out)
{
    const struct explorer *explorer = scene->explorer;
    struct grid_now grid = explorer_grid(explorer, explorer->time.cursor_ns);
    const struct grid_range *range = &scene->now->grid;
    char label[EXPLAIN_LABEL];
    if (!isnan(grid.ci))
        explain_say(out, at_cursor(scene, label), "CIR = CI / ACI = %.0f / %.0f = %.2f, in gCO2eq/kWh",
                    grid.ci, grid.aci, grid.cir);
    if (!isnan(range->mean))
        explain_say(out, run_label(scene), "mean %.0f, from %.0f to %.0f gCO2eq/kWh", range->mean,
                    range->least, range->greatest);
}

static void tell_rate(const struct scene *scene, struct explanation *out)
{
    char label[EXPLAIN_LABEL];
    if (!isnan(scene->now->reading.carbon_g_per_h))
        explain_say(out, at_cursor(scene, label), "%.1f g/h%s", scene->now->reading.carbon_g_per_h,
                    scene_mark(scene));
}

static void tell_carbon(const struct scene *scene, struct explanation *out)
{
    tell_rate(scene, out);
    say_metric(scene, METRIC_CARBON, out);
    tell_parts(scene, out);
    say_rests(scene, out);
}

static void tell_latency(const struct scene *scene, struct explanation *out)
{
    char label[EXPLAIN_LABEL];
    if (!isnan(scene->now->reading.late))
        explain_say(out, at_cursor(scene, label), "%.0f requests late in the window that ends here",
                    scene->now->reading.late);
    say_metric(scene, METRIC_WORST_OF_SLO, out);
    tell_worst(scene, out);
}

static void tell_accuracy(const struct scene *scene, struct explanation *out)
{
    const struct quality *quality = scene->now->quality;
    say_accuracy(scene, out);
    if (quality && !isnan(quality->accuracy_change))
        explain_say(out, "below best", "%.2f %%", fabs(quality->accuracy_change));
}

static void tell_objective(const struct scene *scene, struct explanation *out)
{
    const struct quality *quality = scene->now->quality;
    char label[EXPLAIN_LABEL];
    if (!isnan(scene->now->reading.f))
        explain_say(out, at_cursor(scene, label), "f = %.1f", scene->now->reading.f);
    if (quality && !isnan(quality->mean.f))
        explain_say(out, run_label(scene), "f = %.1f, mean over time", quality->mean.f);
    if (quality && !isnan(quality->mean.oracle))
        explain_say(out, "ORACLE", "f = %.1f, mean over time", quality->mean.oracle);
    if (quality && quality->tries > 0)
        explain_say(out, "searches", "%d, with %d layouts measured live", quality->searches, quality->tries);
}

static void tell_fairness(const struct scene *scene, struct explanation *out)
{
    const struct summary *total = &scene->now->total;
    if (!isnan(total->fair_system))
        explain_say(out, run_label(scene), "F_S = min(F_T, F_E) = min(%.3f, %.3f) = %.3f", total->fair_time,
                    total->fair_energy, total->fair_system);
}

static void tell_power(const struct scene *scene, struct explanation *out)
{
    char label[EXPLAIN_LABEL];
    double watts = 0;
    for (int gpu = 0; scene->has_instant && gpu < scene->now->total.n_gpus; gpu++)
        watts += scene->instant.power_w[gpu];
    if (scene->has_instant)
        explain_say(out, at_cursor(scene, label), "%.0f W%s", watts,
                    scene->now->total.n_gpus > 1 ? ", all GPUs together" : "");
}

static void tell_temperature(const struct scene *scene, struct explanation *out)
{
    say_metric(scene, METRIC_TEMP_MAX, out);
    tell_hottest(scene, out);
}

static void tell_use(const struct scene *scene, struct explanation *out)
{
    char label[EXPLAIN_LABEL];
    if (scene_high_name(scene) && !isnan(scene->now->reading.uses_per_min)) {
        explain_say(out, at_cursor(scene, label), "%.0f requests/min on %s", scene->now->reading.uses_per_min,
                    scene_high_name(scene));
        say_metric(scene, METRIC_HIGH_END_USES, out);
    }
    /* Of all GPUs together, new cuts left out. */
    const struct summary *total = &scene->now->total;
    double busy_s = 0, all_s = 0;
    for (int gpu = 0; gpu < total->n_gpus; gpu++) {
        busy_s += total->gpus[gpu].busy_s;
        all_s += total->gpus[gpu].busy_s + total->gpus[gpu].idle_s;
    }
    if (all_s > 0)
        explain_say(out, "busy", "%.0f %% of the time, mean over %d GPU%s", 100 * busy_s / all_s,
                    total->n_gpus, total->n_gpus == 1 ? "" : "s");
}

static void tell_running(const struct scene *scene, struct explanation *out)
{
    char label[EXPLAIN_LABEL];
    if (!isnan(scene->now->reading.running_g))
        explain_say(out, at_cursor(scene, label), "%s%s since the start",
                    format_grams(FORMAT_ROOM, scene->now->reading.running_g), scene_mark(scene));
    say_metric(scene, METRIC_CARBON, out);
}

static void tell_timebar(const struct scene *scene, struct explanation *out)
{
    const struct explorer *explorer = scene->explorer;
    int n = explorer->document.scenario.n_edits;
    explain_say(out, "now", "%s, %d edit%s, %g× when it plays",
                format_clock(FORMAT_ROOM, scene->cursor_s, scene->offset_s, true), n, n == 1 ? "" : "s",
                explorer->time.speed);
}

static void tell_gpus(const struct scene *scene, struct explanation *out)
{
    const struct summary *total = &scene->now->total;
    char text[EXPLAIN_TEXT] = "";
    for (int gpu = 0; gpu < total->n_gpus; gpu++) {
        int alike = 0;
        bool first = true;
        for (int other = 0; other < total->n_gpus; other++) {
            bool same = strcmp(total->gpus[other].type, total->gpus[gpu].type) == 0;
            alike += same;
            first = first && !(same && other < gpu);
        }
        if (first)
            text_append(text, sizeof text, "%s%d %s", *text ? ", " : "", alike, total->gpus[gpu].type);
    }
    explain_say(out, "here", "%s", text);
    tell_power(scene, out);
}

static teller *const place_tellers[PLACE_COUNT] = {
    [PLACE_BAR] = tell_bar,
    [PLACE_HEADLINE] = tell_headline,
    [PLACE_STRIP] = tell_reference,
    [PLACE_KNOBS] = tell_knobs,
    [PLACE_INTENSITY] = tell_grid,
    [PLACE_CARBON] = tell_carbon,
    [PLACE_LATENCY] = tell_latency,
    [PLACE_ACCURACY] = tell_accuracy,
    [PLACE_OBJECTIVE] = tell_objective,
    [PLACE_FAIRNESS] = tell_fairness,
    [PLACE_POWER] = tell_power,
    [PLACE_TEMPERATURE] = tell_temperature,
    [PLACE_USE] = tell_use,
    [PLACE_RUNNING] = tell_running,
    [PLACE_TIMEBAR] = tell_timebar,
    [PLACE_CLUSTER] = tell_gpus,
    [PLACE_PROVENANCE] = say_rests,
};

/* --- views --- */

static void tell_total(const struct scene *scene, struct explanation *out)
{
    say_metric(scene, METRIC_CARBON, out);
}

static void tell_edits(const struct scene *scene, struct explanation *out)
{
    int n = scene->explorer->document.scenario.n_edits;
    explain_say(out, "now", "%d edit%s in this run", n, n == 1 ? "" : "s");
}

/* What of today's run a view is about. */
static teller *const view_tellers[VIEW_COUNT] = {
    [VIEW_INSPECTOR] = tell_grid,   [VIEW_ANNEALER] = tell_objective, [VIEW_MIG_EDITOR] = tell_gpus,
    [VIEW_PODS] = tell_temperature, [VIEW_RESPONSE] = tell_knobs,     [VIEW_TORNADO] = tell_knobs,
    [VIEW_SCHEMES] = tell_total,    [VIEW_CONTRIBUTION] = tell_total, [VIEW_MAP] = tell_total,
    [VIEW_FRONTIER] = tell_total,   [VIEW_SCENARIOS] = tell_bar,      [VIEW_FLEET] = tell_gpus,
    [VIEW_LIBRARY] = tell_bar,      [VIEW_TRACES] = tell_grid,        [VIEW_START] = tell_grid,
    [VIEW_ATLAS] = tell_total,      [VIEW_EDITS] = tell_edits,        [VIEW_COMPARE] = tell_reference,
    [VIEW_PROVENANCE] = say_rests,  [VIEW_RUN_COMMAND] = tell_edits,  [VIEW_EXPORT] = tell_total,
    [VIEW_SAVE] = tell_total,
};

static void explain_view(const struct scene *scene, enum view_id view, struct explanation *out)
{
    enum action_id action = view_names[view].action;
    char keys[32] = "";
    if (action != ACTION_NONE && scene->keymap)
        keymap_labels(scene->keymap, action, 1, keys, sizeof keys);
    if (action != ACTION_NONE)
        explain_say(out, "opens", "%s%sby :%s", keys, *keys ? ", or " : "", action_infos[action].name);
    if (view_tellers[view])
        view_tellers[view](scene, out);
}

/* --- terms --- */

static void tell_slos(const struct scene *scene, struct explanation *out)
{
    const struct summary *total = &scene->now->total;
    char text[EXPLAIN_TEXT] = "", name[FORMAT_SIZE];
    for (int app = 0; app < total->n_apps; app++)
        if (!isnan(total->apps[app].slo_ms))
            text_append(text, sizeof text, "%s%s %.0f ms", *text ? ", " : "",
                        format_app(name, total->apps[app].name), total->apps[app].slo_ms);
    explain_say(out, "here", "%s", text);
}

static void tell_seed(const struct scene *scene, struct explanation *out)
{
    explain_say(out, "now", "%llu", (unsigned long long)scene->explorer->document.scenario.seed);
}

static void tell_clock(const struct scene *scene, struct explanation *out)
{
    explain_say(out, "now", "%s %s", format_clock(FORMAT_ROOM, scene->cursor_s, scene->offset_s, true),
                format_zone(FORMAT_ROOM, scene->offset_s));
}

/* Of terms that are no metric and no knob, or more than one. */
static teller *const term_tellers[TERM_COUNT] = {
    [TERM_CI] = tell_grid,
    [TERM_ACI] = tell_grid,
    [TERM_CIR] = tell_grid,
    [TERM_CIT] = tell_grid,
    [TERM_G_PER_KWH] = tell_grid,
    [TERM_G_PER_H] = tell_rate,
    [TERM_SLO] = tell_slos,
    [TERM_PERCENTILE] = tell_worst,
    [TERM_TAIL] = tell_worst,
    [TERM_OF_SLO] = tell_worst,
    [TERM_MISS] = tell_worst,
    [TERM_LATE] = tell_late,
    [TERM_OBJECTIVE] = tell_objective,
    [TERM_LAMBDA] = tell_objective,
    [TERM_F_S] = tell_fairness,
    [TERM_GPU] = tell_gpus,
    [TERM_CARDS] = tell_gpus,
    [TERM_CO2] = tell_parts,
    [TERM_SAFE] = tell_hottest,
    [TERM_BASELINE] = tell_reference,
    [TERM_DASHED] = tell_reference,
    [TERM_SEED] = tell_seed,
    [TERM_EDIT] = tell_edits,
    [TERM_DOTTED] = tell_edits,
    [TERM_UTC] = tell_clock,
    [TERM_CURSOR] = tell_clock,
    [TERM_MODELLED] = say_rests,
    [TERM_MEASURED] = say_rests,
    [TERM_DERIVED] = say_rests,
};

/* The value of the run, or of the first listed knob of that name. */
static void say_knob(const struct scene *scene, enum knob_id id, struct explanation *out)
{
    const struct focus *focus = &scene->explorer->focus;
    char text[EXPLAIN_TEXT], label[FORMAT_SIZE];
    for (int i = 0; i < focus->n_knobs; i++)
        if (focus->knobs[i].id == id) {
            struct knob_value value = explorer_value(scene->explorer, focus->knobs[i]);
            knob_text_value(focus->knobs[i], &value, text, sizeof text);
            knob_text_label(scene, focus->knobs[i], 20, label, sizeof label);
            explain_say(out, "now", "%s %s", label, text);
            return;
        }
}

static void explain_term(const struct scene *scene, enum term_id id, struct explanation *out)
{
    const struct term *term = &glossary_terms[id];
    enum metric metric = glossary_metric(term->metric);
    enum knob_id knob = glossary_knob(term->knob);
    if (knob != KNOB_COUNT)
        say_knob(scene, knob, out);
    if (metric == METRIC_ACCURACY)
        say_accuracy(scene, out);
    else if (metric != METRIC_COUNT)
        say_metric(scene, metric, out);
    if (term_tellers[id])
        term_tellers[id](scene, out);
}

void explain_thing(const struct scene *scene, const struct thing *thing, struct explanation *out)
{
    int which = thing->subject.which;
    *out = (struct explanation){.meaning = glossary_meaning(thing->subject)};
    if (*thing->word)
        text_copy(out->meaning.title, sizeof out->meaning.title, thing->word);
    if (!scene->now || !scene->now->result)
        return;
    switch (thing->subject.kind) {
    case SUBJECT_KNOB:
        explain_knob(scene, thing, out);
        break;
    case SUBJECT_METRIC:
        explain_metric(scene, (enum metric)which, out);
        break;
    case SUBJECT_SCHEME:
        explain_scheme(scene, (enum policy_id)which, out);
        break;
    case SUBJECT_PLACE:
        if (place_tellers[which])
            place_tellers[which](scene, out);
        break;
    case SUBJECT_VIEW:
        explain_view(scene, (enum view_id)which, out);
        break;
    case SUBJECT_TERM:
        explain_term(scene, (enum term_id)which, out);
        break;
    default:
        break;
    }
}
