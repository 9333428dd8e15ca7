/* Working out a frame. What is expensive is remembered with what it was computed from, so that moving the
 * cursor costs one instant and one explanation, and a key that changes nothing costs nothing. */
#include "tui/board/scene.h"

#include "tui/ask/map.h"

#include "engine/answers/objective.h"
#include "engine/answers/gpus.h"
#include "engine/answers/limits.h"
#include "engine/answers/comparison.h"
#include "engine/answers/forecast.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/explore/attribution.h"
#include "tui/explorer/starts.h"
#include "tui/term/text.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY_WINDOW_S = 60, ROWS_FOR_WATERFALL = 22 };

bool scene_init(struct scene *scene)
{
    *scene = (struct scene){.cursor_x = -1, .focus = REGION_KNOBS};
    scene->now = &scene->runs[SLOT_A];
    scene->reference = &scene->none;
    scene->log = calloc(1, sizeof *scene->log);
    return scene->log != NULL;
}

static void drop_run(struct scene_run *run)
{
    result_release(run->result);
    curves_free(run->curves);
    quality_free(run->quality);
    distribution_free(&run->spread);
    *run = (struct scene_run){0};
}

static void judge(struct scene_run *run, const struct catalog *catalog)
{
    quality_free(run->quality);
    struct run_view view = run->result ? result_view(run->result) : (struct run_view){0};
    run->quality = run->result ? quality_create(&view, catalog) : NULL;
}

void scene_free(struct scene *scene)
{
    for (int slot = 0; slot < RUN_SLOTS; slot++)
        drop_run(&scene->runs[slot]);
    account_free(&scene->map);
    searches_free(&scene->searches);
    free(scene->log);
    scene->log = NULL;
}

static void update_run(struct scene_run *run, const struct curve_window *window, struct derived *table)
{
    if (!run->result)
        return;
    const struct run_view view = result_view(run->result);
    const struct recording *recording = view.recording;
    bool finished = recording_finished(recording), live = view.run != NULL;
    int count = recording_count(recording);
    bool fresh = finished != run->seen_finished, finer = window->bucket_ns > 0 && live != run->seen_live;
    run->seen_live = live;
    curves_update(run->curves, &view, window, fresh || finer);
    if (run->quality)
        quality_update(run->quality, &view, run->curves, table);
    if (count == run->seen_count && !fresh)
        return;
    if (finished)
        run->total = recording->summary;
    else
        curves_so_far(recording, view.model, count, &run->total);
    run->grid = grid_range_of(recording);
    run->seen_count = count;
    run->seen_finished = finished;
}

/* Columns of the longest name that stands before a lane: what has no room in `most` goes by its short one. */
static int longest_label(const struct result *result, int most)
{
    int longest = 0;
    for (int app = 0; app < result->recording->n_apps; app++) {
        int w = text_width(format_app_label(FORMAT_ROOM, &result->model->scenario, app, most));
        longest = w > longest ? w : longest;
    }
    return longest;
}

/* What the first sentence is about, then carbon; where it is about carbon, what that costs. */
static void usual_presented(const struct scene *scene, enum region panels[LAYOUT_PRESENTED])
{
    static const enum region by_topic[TOPIC_COUNT] = {
        [TOPIC_FAIRNESS] = REGION_FAIRNESS, [TOPIC_TEMPERATURE] = REGION_TEMPERATURE};
    enum region about = by_topic[scenario_headline(&scene->now->result->model->scenario)];
    bool other = about != REGION_BAR && layout_allows(&scene->content, about);
    panels[0] = other ? about : REGION_CARBON;
    panels[1] = other ? REGION_CARBON : scene->content.accuracy ? REGION_ACCURACY : REGION_LATENCY;
}

static bool is_presentable(const struct scene *scene, enum region region)
{
    return layout_is_timed(region) && layout_allows(&scene->content, region);
}

void scene_present(struct scene *scene, enum region region)
{
    const enum region *panels = scene->content.presented;
    if (!is_presentable(scene, region) || panels[0] == region || panels[1] == region)
        return;
    for (int i = 0; i < LAYOUT_PRESENTED; i++)
        scene->presented[i] = panels[i];
    scene->presented[scene->focus == panels[1] ? 0 : 1] = region;
}

/* The panel that the knob in hand acts on most, besides carbon and the grid: where what its step costs is
 * drawn. Of a scheme, where its layer shows. */
static enum region panel_of_knob(const struct scene *scene)
{
    static const enum region by_layer[LAYER_COUNT] = {[LAYER_CONFIGURE] = REGION_ACCURACY,
                                                      [LAYER_PLACE] = REGION_TEMPERATURE,
                                                      [LAYER_ROUTE] = REGION_LATENCY,
                                                      [LAYER_SHARE] = REGION_FAIRNESS,
                                                      [LAYER_TUNE] = REGION_LATENCY};
    static const struct {
        enum metric price;
        enum region region;
    } by_price[] = {{METRIC_ACCURACY, REGION_ACCURACY},
                    {METRIC_FAIR_SYSTEM, REGION_FAIRNESS},
                    {METRIC_FAIR_TIME, REGION_FAIRNESS},
                    {METRIC_FAIR_ENERGY, REGION_FAIRNESS},
                    {METRIC_TEMP_MAX, REGION_TEMPERATURE}};
    const struct focus *focus = &scene->explorer->focus;
    struct knob_ref knob = focus->n_knobs > 0 ? focus->knobs[focus->at] : knob_of_run(KNOB_COUNT);
    enum metric price = explorer_price(scene->explorer);
    enum region region = knob_is_scheme(knob) ? by_layer[knob.layer] : REGION_LATENCY;
    for (size_t i = 0; i < sizeof by_price / sizeof *by_price; i++)
        if (!knob_is_scheme(knob) && by_price[i].price == price)
            region = by_price[i].region;
    return layout_allows(&scene->content, region) ? region : REGION_LATENCY;
}

/* Those that the board names, as far as the run has them, each once. */
static void name_panels(struct scene *scene)
{
    struct layout_content *content = &scene->content;
    for (int i = 0; i < scene->board.n_panels; i++) {
        int panel = scene->board.panels[i];
        bool named = false;
        enum region region = panel == BOARD_KNOBS_PANEL ? panel_of_knob(scene) : (enum region)panel;
        for (int k = 0; k < content->n_panels; k++)
            named = named || content->panels[k] == region;
        if (!named && layout_allows(content, region))
            content->panels[content->n_panels++] = region;
    }
}

static void update_layout(struct scene *scene, int columns, int rows)
{
    const struct result *result = scene->explorer->results.current;
    const struct quality *quality = scene->now->quality;
    scene->sharing = sharing_in(result->model);
    scene->parts = parts_in(result->model);
    scene->warmth = warmth_in(result->model);
    scene->content = (struct layout_content){.n_apps = result->recording->n_apps,
                                             .n_gpus = result->recording->n_gpus,
                                             .label_w = longest_label(result, layout_name_columns(columns)),
                                             .use = result->recording->n_gpus > 0,
                                             .why = true,
                                             .accuracy = quality != NULL,
                                             .objective = quality && quality->has_objective,
                                             .turns = scene->sharing.n > 0,
                                             .parts = scene->parts.n_gpus > 0,
                                             .warmth = scene->warmth.n > 0,
                                             .distribution = scene_shows_spread(scene)};
    /* Several pools are named: how many, and the apps of the largest. */
    struct layout_content *content = &scene->content;
    int apps[APPS_MAX];
    content->n_pools = result->model->scenario.n_pools > 1 ? result->model->scenario.n_pools : 0;
    for (int pool = 0; pool < content->n_pools; pool++) {
        int n = scenario_pool_apps(&result->model->scenario, pool, apps);
        content->pool_apps = n > content->pool_apps ? n : content->pool_apps;
    }
    if (!scene_has_panel(scene, scene->focus)) {
        scene->focus = REGION_KNOBS;
        scene->full = false;
    }
    const struct mapping *map = explorer_mapping(scene->explorer);
    scene->content.map = map && !map->heavy;
    scene->content.full = scene->full ? scene->focus : REGION_BAR;
    name_panels(scene);
    content->waterfall = scene->waterfall && rows >= ROWS_FOR_WATERFALL;
    if (scene->presenting) {
        /* The user's choice, where the run has it. */
        enum region *panels = scene->content.presented;
        usual_presented(scene, panels);
        for (int i = 0; i < LAYOUT_PRESENTED; i++)
            if (scene->presented[i] != panels[1 - i] && is_presentable(scene, scene->presented[i]))
                panels[i] = scene->presented[i];
    }
    layout_compute(&scene->layout, columns, rows, &scene->content);
    scene_scroll_cluster(scene, 0);
    /* What the plots show, and how fine. */
    const struct explorer *explorer = scene->explorer;
    const struct recording *recording = explorer->results.current->recording;
    int points = 2 * scene->layout.plot_w;
    struct curve_window window = {.points = points > CURVE_POINTS ? CURVE_POINTS : points < 0 ? 0 : points};
    explorer_window(explorer, &window.from_ns, &window.to_ns);
    int64_t bucket_ns = explorer_bucket_ns(explorer, scene->layout.plot_w);
    window.bucket_ns = bucket_ns < recording->bucket_ns ? bucket_ns : 0;
    window.tail_ns = explorer_zoomed(explorer) && recording_finished(recording)
                         ? curves_tail_within_ns(recording, window.to_ns - window.from_ns, bucket_ns)
                         : curves_tail_window_ns(explorer->time.horizon_ns);
    scene->window = window;
    scene->cursor_x = scene_column(scene, scene->explorer->time.cursor_ns);
    scene->cursor_s = scene->explorer->document.scenario.start_s + scene->explorer->time.cursor_ns / NS_PER_S;
    scene->offset_s = explorer_offset_s(scene->explorer, scene->explorer->time.cursor_ns);
}

static void update_comparison(struct scene *scene)
{
    const struct explorer *explorer = scene->explorer;
    scene->so_far = !scene->now->seen_finished;
    scene->compared = false;
    scene->warning[0] = 0;
    bool named = explorer->results.reference != REFERENCE_NONE && !explorer->results.ghost_hidden;
    scene->reference_name = named ? explorer->results.references[explorer->results.reference].name : NULL;
    if (scene->reference->result) {
        update_run(scene->reference, &scene->window, NULL);
        scene->compared = true;
        if (scene->so_far) {
            /* The reference at the same stretch of time as the run while that still grows. */
            struct scene_run *reference = scene->reference;
            const struct recording *recording = reference->result->recording;
            int count = scene->now->seen_count, most = recording_count(recording);
            bool same_buckets = recording->bucket_ns == scene->now->result->recording->bucket_ns;
            scene->compared = same_buckets && count > 0 && count <= most;
            if (scene->compared)
                curves_so_far(recording, reference->result->model, count, &reference->total);
            reference->seen_count = -1;
        }
        const char *apart = carbon_apart(carbon_meaning_of(&scene->now->result->model->trace),
                                         carbon_meaning_of(&scene->reference->result->model->trace));
        if (apart)
            text_print(scene->warning, sizeof scene->warning,
                       "Do not compare grams of this run and its reference: %s", apart);
    }
    if (recording_lost_sketches(scene->now->result->recording) > 0)
        snprintf(scene->warning, sizeof scene->warning,
                 "Memory ran out: the latency curves have gaps and this run cannot be saved; totals hold");
    scene->accuracy_against =
        scene->compared ? accuracy_against(&scene->now->total, &scene->reference->total) : (double)NAN;
    scene->carbon_max = 1e-9;
    for (int p = 0; p < scene->now->curves->points; p++)
        scene->carbon_max = fmax(scene->carbon_max, (double)scene->now->curves->total[p]);
    for (int p = 0; scene->reference->curves && p < scene->reference->curves->points; p++)
        scene->carbon_max = fmax(scene->carbon_max, (double)scene->reference->curves->total[p]);
}

/* What the tags say. Where the plots are finer than the recording, they know more. */
static void update_readings(struct scene *scene)
{
    struct scene_run *runs[] = {scene->now, scene->reference};
    const struct explorer *explorer = scene->explorer;
    struct reading_span span = reading_span_at(explorer->time.cursor_ns, scene->window.tail_ns,
                                               explorer->events.list, explorer->events.n);
    for (int i = 0; i < 2; i++) {
        if (!runs[i]->result)
            continue;
        const struct recording *recording = runs[i]->result->recording;
        const struct curves *curves = runs[i]->curves;
        struct reading *reading = &runs[i]->reading;
        const struct run_view view = result_view(runs[i]->result);
        *reading = reading_of(&view, &span);
        if (runs[i]->quality)
            reading->f = quality_f(runs[i]->quality, runs[i]->result->model, span.cursor_ns, reading->ci,
                                   reading->it_w, reading->accuracy, reading->served);
        if (curves->bucket_ns >= recording->bucket_ns)
            continue;
        reading->carbon_g_per_h = curves_at(curves, curves->total, span.cursor_ns);
        reading->uses_per_min = curves_at(curves, curves->uses, span.cursor_ns);
        reading->late = curves_at(curves, curves->late, span.cursor_ns);
    }
}

static void update_shares(struct scene *scene)
{
    for (int what = 0; what < SHARING_KINDS; what++)
        sharing_over(&scene->sharing, scene->now->result->recording, (enum sharing_of)what,
                     scene->window.from_ns, scene->window.to_ns, scene->shares[what]);
    parts_over(&scene->parts, scene->now->result->recording, scene->window.from_ns, scene->window.to_ns,
               &scene->power);
    warmth_over(&scene->warmth, scene->now->result->recording, scene->window.from_ns, scene->window.to_ns,
                &scene->heat);
}

/* Has the decision a reason that a later one in the list has, too? */
static bool is_repeated(const struct scene *scene, const struct decision *decision)
{
    for (int i = 0; i < scene->n_why; i++)
        if (scene->why[SCENE_WHY - 1 - i].reason == decision->reason)
            return true;
    return false;
}

/* What exists only at an instant is simulated again from the nearest snapshot. */
static void update_instant(struct scene *scene)
{
    const struct result *result = scene->now->result;
    const struct run *run = result_view(result).run;
    int64_t t_ns = scene->explorer->time.cursor_ns;
    bool possible = scene->now->seen_finished && run && !scene->layout.too_small;
    if (possible && scene->has_instant && scene->instant_of == result && scene->instant_ns == t_ns)
        return;
    scene->n_why = 0;
    /* The searches that had ended at the cursor, the last of them. */
    if (scene->instant_of != scene->now->result)
        searches_free(&scene->searches);
    searches_read(&scene->searches, scene->now->result->recording);
    scene->n_configured = 0;
    for (int k = 0; k < scene->searches.n; k++) {
        const struct event_search *search = &scene->searches.items[k];
        if (search->kept < 0 || search->end_ns > t_ns)
            continue;
        if (scene->n_configured == SCENE_WHY)
            memmove(scene->configured, scene->configured + 1, (SCENE_WHY - 1) * sizeof *scene->configured);
        scene->configured[scene->n_configured < SCENE_WHY ? scene->n_configured++ : SCENE_WHY - 1] = *search;
    }
    int64_t from_ns = t_ns - WHY_WINDOW_S * NS_PER_S;
    from_ns = from_ns > 0 ? from_ns : 0;
    scene->has_instant = possible && run_explain(run, from_ns, t_ns, scene->log, &scene->instant, NULL);
    scene->instant_of = result;
    scene->instant_ns = t_ns;
    if (scene->has_instant) {
        const struct decision_log *log = scene->log;
        if (scene->n_configured > 0) {
            /* Where layouts are searched for, a reason is told once: what the searches kept says more than
             * five requests that were served in their turn. */
            for (size_t i = log->kept; i > 0 && scene->n_why < SCENE_WHY; i--)
                if (!is_repeated(scene, &log->kept_list[i - 1]))
                    scene->why[SCENE_WHY - 1 - scene->n_why++] = log->kept_list[i - 1];
            memmove(scene->why, &scene->why[SCENE_WHY - scene->n_why],
                    (size_t)scene->n_why * sizeof *scene->why);
            return;
        }
        size_t n = log->kept < SCENE_WHY ? log->kept : SCENE_WHY;
        for (size_t i = 0; i < n; i++)
            scene->why[i] = log->kept_list[log->kept - n + i];
        scene->n_why = (int)n;
    }
}

/* What is being looked at, its schemes going by `title`. */
static const char *subject_text(const struct scene *scene, const char *title, struct arena *texts)
{
    const struct explorer *explorer = scene->explorer;
    const struct change *top = history_top(&explorer->document.history);
    const char *run = explorer->results.reference == REFERENCE_PINNED ? explorer_run_name(explorer) : "";
    char change[96];
    if (!top || top->kind == CHANGE_SCENARIO)
        return *run ? run : title; /* two saved runs go by their names */
    explorer_describe(explorer, top, false, change);
    bool policy = top->kind == CHANGE_TURN && knob_is_scheme(top->knob);
    bool moves = top->kind == CHANGE_TURN && top->knob.id == KNOB_POD;
    if (explorer->results.reference == REFERENCE_BEFORE || (policy && top->start))
        return text(texts, "%s%s", moves ? "Moving " : "", change);
    if (policy)
        return text(texts, "%s, then %s,", title, change);
    return text(texts, "%s %s%s", title, top->kind == CHANGE_EDIT_GONE ? "" : "with ", change);
}

/* Why a change changed nothing, where the explorer knows; else NULL. */
static const char *no_effect_text(const struct scene *scene, struct arena *texts)
{
    const struct explorer *explorer = scene->explorer;
    const struct change *top = history_top(&explorer->document.history);
    const struct forecast *forecast = &explorer->results.forecast;
    bool above = !isnan(forecast->next_above), below = !isnan(forecast->next_below);
    if (explorer->results.reference != REFERENCE_BEFORE || !top || top->kind != CHANGE_TURN ||
        !knob_infos[top->knob.id].stairs || !(above || below))
        return NULL;
    return text(texts, "next change %s %.2f", above ? "above" : "below",
                above ? forecast->next_above : forecast->next_below);
}

/* Lambda was turned, a scheme that searches is at work, and carbon went the other way: the layouts that a
 * search tries are drawn at random, and another lambda draws others. */
static bool is_luck(const struct scene *scene)
{
    const struct explorer *explorer = scene->explorer;
    const struct change *top = history_top(&explorer->document.history);
    if (!scene->compared || explorer->results.reference != REFERENCE_BEFORE || !top ||
        top->kind != CHANGE_TURN || !knob_infos[top->knob.id].weighs || !scene->now->quality ||
        scene->now->quality->tries == 0)
        return false;
    double turn = top->after.number - top->before.number;
    double change = scene->now->total.carbon_total_g - scene->reference->total.carbon_total_g;
    return turn * change > 0;
}

/* Where a scheme draws lots what it saves is said to be of this draw, if there is room for it. */
static void name_draw(const struct scene *scene, struct headline_input *input, struct arena *texts)
{
    bool lots = scenario_draws_lots(&scene->now->result->model->scenario) ||
                scenario_draws_lots(&scene->reference->result->model->scenario);
    if (!lots || !input->reference_name)
        return;
    if (!input->brief_reference)
        input->brief_reference = input->reference_name;
    input->reference_name = text(texts, "%s in this draw", input->reference_name);
}

/* Clover's accounting; among several pools it is one's, and that this has the GPUs of BASE says nothing of
 * the others, so only what is out of the ordinary is said, and of whom. */
static const char *accounting_text(const struct scene *scene, struct arena *texts)
{
    const struct scenario *scenario = &scene->now->result->model->scenario;
    char accounting[96];
    scenario_accounting(scenario, accounting, sizeof accounting);
    if (scenario->n_pools <= 1)
        return text(texts, "%s", accounting);
    return strchr(accounting, ':') ? text(texts, "%s %s", scene_told_pool(scene), accounting) : "";
}

/* Where the whole run is held against its baseline, and what its carbon comes to over what is not known, or
 * at other starts, is known; false: nothing is. */
static bool describe_starts(const struct scene *scene, char out[LUCK_SIZE])
{
    const struct starts_spread *spread = explorer_starts(scene->explorer);
    const char *doubt = explorer_doubt(scene->explorer);
    if (!(spread || doubt) || !scene->compared || scene->so_far ||
        scene->explorer->results.reference != REFERENCE_BASELINE)
        return false;
    if (doubt) /* somebody asked for it */
        text_print(out, LUCK_SIZE, "%s", doubt);
    else
        luck_describe(spread, out);
    return true;
}

void scene_headline(const struct scene *scene, int width, struct headline *headline)
{
    const struct explorer *explorer = scene->explorer;
    const struct scenario *scenario = &explorer->document.scenario;
    struct arena texts = {0};
    char name[96], preparing[640], starts[LUCK_SIZE];
    const struct quality *quality = scene->now->quality;
    struct breakeven breakeven;
    bool sharing = scene->compared && paired_is_sharing(&scene->now->result->model->scenario,
                                                        &scene->reference->result->model->scenario);
    bool several_layers = scene->layers_at_work > 1, several = scenario->n_pools > 1 && !several_layers;
    scenario_title(scenario, name, sizeof name);
    const char *title = several_layers ? HEADLINE_CLUSTER : sharing ? "Sharing" : name;
    const char *pools = text(&texts, "%d pools", scenario->n_pools),
               *brief = subject_text(scene, pools, &texts);
    int only = accuracy_only_app(&scene->now->total);
    bool named = several && strncmp(brief, pools, strlen(pools)) == 0;
    const struct change *top = history_top(&explorer->document.history);
    bool together = top && top->more > 0 && !*top->source && explorer->results.reference == REFERENCE_BEFORE;
    struct headline_input input = {.subject = subject_text(scene, title, &texts),
                                   .brief_subject = named ? brief : NULL,
                                   .plural = named || together,
                                   .summary = &scene->now->total,
                                   .model = scene->now->result->model,
                                   .percentile = scene_percentile(scene),
                                   .so_far = scene->so_far,
                                   .preparing =
                                       explorer_describe_preparing(explorer, preparing) ? preparing : NULL,
                                   .warning = *scene->warning ? scene->warning : NULL,
                                   .no_effect = no_effect_text(scene, &texts),
                                   .mixed = quality != NULL,
                                   .accuracy_change = quality ? quality->accuracy_change : (double)NAN,
                                   .accuracy_app = only < 0 ? NULL : scene->now->total.apps[only].name,
                                   .topic = scenario_headline(&scene->now->result->model->scenario),
                                   .accounting = accounting_text(scene, &texts),
                                   .luck = is_luck(scene),
                                   .starts = describe_starts(scene, starts) ? starts : NULL,
                                   .least_late = quality && quality->late_kept};
    if (scene->compared) {
        input.reference = &scene->reference->total;
        bool before = explorer->results.reference == REFERENCE_BEFORE;
        input.reference_name = before ? scene_reference_word(scene) : scene->reference_name;
        input.brief_reference = scene_reference_brief(scene);
        if (explorer->results.references[explorer->results.reference].all_off) {
            input.reference_name = "with " BASELINE_OFF;
            input.brief_reference = "with nothing on";
            input.parts = *explorer_parts(explorer) ? explorer_parts(explorer) : NULL;
        }
        input.heat_is_kept = warmth_is_kept(&scene->now->result->model->scenario);
        input.sharing = sharing && !several_layers;
        if (input.sharing && paired_breakeven(&scene->now->result->model->scenario, &scene->now->total,
                                              &scene->reference->total, &breakeven))
            input.breakeven = &breakeven;
        input.same_run = scene->reference->result == scene->now->result;
        input.accuracy_change = scene->accuracy_against;
        name_draw(scene, &input, &texts);
    }
    headline_make(headline, &input, width);
    must_be(!texts.lacked);
    arena_free(&texts);
}

static void update_map(struct scene *scene)
{
    const struct mapping *map = explorer_mapping(scene->explorer);
    account_free(&scene->map);
    account_begin(&scene->map, "map", "Map");
    if (!layout_has(&scene->layout, REGION_MAP) || !map)
        return;
    map_tell_plane(map, map_first_metric(map), SIZE_MAX, &scene->map);
    if (mapping_done(map) < mapping_size(map))
        scene->map.progress = text(&scene->map.arena, " %zu of %zu", mapping_done(map), mapping_size(map));
}

void scene_update(struct scene *scene, const struct explorer *explorer, int columns, int rows)
{
    scene->explorer = explorer;
    if (scene->layers_at_work_of != explorer->document.generation)
        scene->layers_at_work = attribution_at_work(&explorer->document.scenario);
    scene->layers_at_work_of = explorer->document.generation;
    /* What was drawn in one slot and lies in another now keeps its curves: the run that a turn has made the
     * ghost, the ghost that a turn back shows again. How good it was is judged anew, since only the run
     * explored is held against ORACLE's table. */
    for (int pair = 0; pair < RUN_SLOTS * RUN_SLOTS; pair++) {
        int from = pair / RUN_SLOTS, to = pair % RUN_SLOTS;
        const struct result *result = scene->runs[from].result;
        if (!result || scene->runs[to].result == result ||
            explorer_slot(explorer, (enum run_slot)from) == result ||
            explorer_slot(explorer, (enum run_slot)to) != result)
            continue;
        struct scene_run moved = scene->runs[to];
        scene->runs[to] = scene->runs[from];
        scene->runs[from] = moved;
        judge(&scene->runs[from], explorer->catalog);
        judge(&scene->runs[to], explorer->catalog);
    }
    for (int slot = 0; slot < RUN_SLOTS; slot++) {
        /* Points the run at another result. */
        struct scene_run *run = &scene->runs[slot];
        const struct result *result = explorer_slot(explorer, (enum run_slot)slot);
        if (run->result != result) {
            drop_run(run);
            run->seen_count = -1;
            if (result) {
                const struct recording *recording = result->recording;
                run->curves = curves_create(recording->n_apps, recording->n_gpus);
                /* Counting references is the one thing that a reader may do to a result. */
                run->result = run->curves ? result_retain((struct result *)result) : NULL;
                judge(run, explorer->catalog);
            }
        }
    }
    enum run_slot shown = explorer_shown_slot(explorer);
    scene->reference = shown == SLOT_A ? &scene->none : &scene->runs[shown];
    update_layout(scene, columns, rows);
    if (!scene->now->result)
        return;
    update_run(scene->now, &scene->window, explorer_table(explorer));
    update_comparison(scene);
    update_readings(scene);
    /* The spread of response times, for as long as it is shown. */
    struct scene_run *runs[] = {scene->now, scene->reference};
    bool window = scene_spread_is_window(scene);
    for (int i = 0; i < 2 && scene_shows_spread(scene); i++)
        if (runs[i]->result)
            distribution_update(&runs[i]->spread, runs[i]->result->recording, &runs[i]->total,
                                window ? scene->window.from_ns : 0,
                                window ? scene->window.to_ns : INT64_MAX / 2);
    update_shares(scene);
    update_instant(scene);
    scene_headline(scene, layout_headline_room(&scene->layout), &scene->headline);
    update_map(scene);
}

int scene_clock_digits(const struct scene *scene)
{
    int columns = scene->layout.plot_w > 0 ? scene->layout.plot_w : 1;
    return clock_digits((scene->window.to_ns - scene->window.from_ns) / columns);
}

bool scene_has_days(const struct scene *scene)
{
    const struct explorer *explorer = scene->explorer;
    int64_t start_s = explorer->document.scenario.start_s, last_ns = explorer->time.horizon_ns;
    return clock_day_number(start_s, 0, explorer_offset_s(explorer, 0)) !=
           clock_day_number(start_s, last_ns, explorer_offset_s(explorer, last_ns));
}

int scene_column(const struct scene *scene, int64_t t_ns)
{
    const struct curve_window *window = &scene->window;
    if (t_ns < window->from_ns || t_ns > window->to_ns || scene->layout.plot_w <= 0)
        return -1;
    int64_t column = (t_ns - window->from_ns) * scene->layout.plot_w / (window->to_ns - window->from_ns);
    if (column >= scene->layout.plot_w)
        column = scene->layout.plot_w - 1;
    return scene->layout.plot_x + (int)column;
}

int scene_cluster_page(const struct scene *scene)
{
    int rows = scene->layout.rects[REGION_CLUSTER].h - 2; /* title and header */
    return rows > 0 ? rows : 1;
}

bool scene_cluster_scrolls(const struct scene *scene)
{
    return scene->full && scene->focus == REGION_CLUSTER && !scene->layout.too_small &&
           scene->content.n_gpus > scene_cluster_page(scene);
}

void scene_scroll_cluster(struct scene *scene, int gpus)
{
    int last = scene->content.n_gpus - scene_cluster_page(scene), top = scene->cluster_top + gpus;
    if (!scene_cluster_scrolls(scene) || top < 0)
        top = 0;
    scene->cluster_top = top < last || top == 0 ? top : last;
}

bool scene_shows_spread(const struct scene *scene)
{
    return scene->latency_form != LATENCY_TIME;
}

bool scene_spread_is_window(const struct scene *scene)
{
    return scene->latency_form == LATENCY_WINDOW &&
           scene->explorer->time.from_ns != scene->explorer->time.to_ns;
}

double scene_phi_fair(const struct scene *scene)
{
    return scene->has_instant && scene->sharing.gpu >= 0 ? scene->instant.phi_fair[scene->sharing.gpu]
                                                         : (double)NAN;
}

const char *scene_high_name(const struct scene *scene)
{
    return gpus_class_type(scene->now->result->recording, CLASS_HIGH);
}

const char *scene_told_pool(const struct scene *scene)
{
    const struct model *model = scene->now->result->model;
    return model->scenario.n_pools > 0 ? scenario_pool_name(&model->scenario, model_told_pool(model)) : "";
}

const char *scene_high_pool(const struct scene *scene)
{
    const struct scenario *scenario = &scene->now->result->model->scenario;
    const struct fleet *fleet = &scenario->fleets[scenario->fleet];
    for (int gpu = 0; gpu < fleet->n_gpus && scenario->n_pools > 0; gpu++)
        if (fleet->gpus[gpu].class == CLASS_HIGH)
            return scenario_pool_name(scenario, fleet->gpus[gpu].pool);
    return "";
}

int scene_pool_in_focus(const struct scene *scene)
{
    const struct scenario *scenario = &scene->now->result->model->scenario;
    const struct focus *focus = &scene->explorer->focus;
    struct knob_ref knob = focus->n_knobs > 0 ? focus->knobs[focus->at] : knob_of_run(KNOB_LOAD);
    double share;
    int worst = summary_worst_app(&scene->now->total, &share), n = 0, reads = 0;
    for (int pool = 0; pool < scenario->n_pools; pool++)
        if (scenario_pool_reads(scenario, pool, knob.id) && n++ == 0)
            reads = pool;
    int pool = knob.scope == SCOPE_POOL  ? knob.target
               : knob.scope == SCOPE_APP ? scenario_pool_of_app(scenario, knob.target)
               : knob.scope == SCOPE_GPU ? scenario_pool_of_gpu(scenario, knob.target)
               : n == 1                  ? reads
                                         : scenario_pool_of_app(scenario, worst < 0 ? 0 : worst);
    return pool < scenario->n_pools ? pool : 0;
}

bool scene_chooses_pool(const struct scene *scene)
{
    return scene->layout.pools && scene->focus == REGION_LATENCY;
}

const char *scene_low_name(const struct scene *scene)
{
    return gpus_class_type(scene->now->result->recording, CLASS_LOW);
}

/* The shares are summed up at the end; until then, what the run may rest on. */
const char *scene_mark(const struct scene *scene)
{
    return format_provenance(scene->so_far ? usage_least_certain(scene->now->result->model)
                                           : shares_least_certain(scene->now->total.provenance));
}

bool scene_has_panel(const struct scene *scene, enum region region)
{
    return layout_allows(&scene->content, region);
}

bool scene_misses(const struct scene *scene)
{
    const struct metric_source source = {&scene->now->total, scene->now->result->model, NULL};
    return !scene->so_far && !limits_kept(&source);
}

double scene_percentile(const struct scene *scene)
{
    const struct recording *recording = scene->now->result->recording;
    for (int app = 1; app < recording->n_apps; app++)
        if (recording->apps[app].percentile != recording->apps[0].percentile)
            return 0;
    return recording->n_apps > 0 ? recording->apps[0].percentile : 0;
}

double scene_share(const struct summary *summary, int app)
{
    const struct summary_app *info = &summary->apps[app];
    return 100 * info->tail_ms / info->slo_ms;
}

enum role scene_app_role(int app)
{
    return (enum role)(ROLE_APP1 + app % 5);
}

const char *scene_reference_brief(const struct scene *scene)
{
    return explorer_reference_brief(scene->explorer);
}

const char *scene_reference_word(const struct scene *scene)
{
    return explorer_reference_word(scene->explorer);
}

const char *scene_reference_fit(const struct scene *scene, int columns)
{
    const char *word = scene_reference_word(scene);
    return text_width(word) <= columns ? word : scene_reference_brief(scene);
}

struct range_plot scene_range_plot(const struct response *response, enum metric metric, int chosen)
{
    struct range_plot plot = {.n = response->n_values,
                              .stairs = response->stairs,
                              .here = response->here,
                              .initial = response->initial,
                              .chosen = chosen};
    for (int i = 0; i < plot.n; i++) {
        struct response_band band = response_band(response, metric, i);
        bool lots = response->n_seeds > 1;
        plot.places[i] = response->places[i];
        plot.broken[i] = work_is_measure(metric) && response_breaks_limit(response, i);
        plot.values[i] = response_metric(response, metric, i);
        plot.least[i] = lots ? band.least : (double)NAN;
        plot.greatest[i] = lots ? band.greatest : (double)NAN;
    }
    return plot;
}
