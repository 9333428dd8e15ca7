/* Contributions as rows, and as the JSON of the contract. A set's run is told with the metrics that are
 * shared out; what is not known is null. */
#include "tui/words/contribution.h"

#include "engine/base/text.h"
#include "store/json/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_SIZE = 96, SET_SIZE = 96 };

/* "carbon_g.total"; of apps, whose worst counts, "apps.p95_ms". */
static void name_metric(enum metric metric, char *out, size_t size)
{
    if (metric_scope_of(metric) == METRIC_OF_APP)
        text_print(out, size, "apps.%s", metric_infos[metric].key);
    else
        metric_key(metric, 0, out, size);
}

static double delta_of(const struct pairing *pairing)
{
    return pairing->n ? pairing->delta : (double)NAN;
}

static const char *verdict_of(const struct pairing *pairing)
{
    return pairing->n == 0 || pairing->verdict == PAIRING_UNKNOWN ? NULL
                                                                  : pairing_verdict_names[pairing->verdict];
}

static const char *name_of_pair(const struct contribution *contribution, const struct contribution_pair *pair)
{
    int judged = pairing_sign(&pair->effect, contribution->metric);
    bool told = pair->effect.n > 0 && pair->effect.verdict != PAIRING_NOISE && !contribution->one_draw;
    return !told ? NULL : judged > 0 ? "help" : judged < 0 ? "fight" : "none";
}

/* --- CSV --- */

struct telling {
    const struct attribution *attribution;
    const struct contribution *contribution;
    struct sheet *sheet;
};

static void tell(const struct telling *telling, const char *what, const char *whose, double value,
                 double ci95, const char *verdict)
{
    char key[KEY_SIZE];
    name_metric(telling->contribution->metric, key, sizeof key);
    sheet_text(telling->sheet, key);
    sheet_text(telling->sheet, what);
    sheet_text(telling->sheet, whose);
    sheet_number(telling->sheet, value);
    sheet_number(telling->sheet, ci95);
    sheet_text(telling->sheet, verdict);
}

static void tell_effect(const struct telling *telling, const char *what, const char *whose,
                        const struct pairing *effect)
{
    tell(telling, what, whose, delta_of(effect), effect->n > 1 ? effect->ci95 : (double)NAN,
         verdict_of(effect));
}

static void tell_metric(const struct telling *telling)
{
    const struct attribution *attribution = telling->attribution;
    const struct contribution *own = telling->contribution;
    char name[SET_SIZE];
    tell(telling, "none", NULL, own->none, NAN, NULL);
    tell(telling, "all", NULL, own->all, NAN, NULL);
    tell_effect(telling, "total", NULL, &own->total);
    for (int k = 0; k < attribution->n; k++) {
        const char *layer = layer_names[attribution->layers[k]];
        tell_effect(telling, "share", layer, &own->layers[k].share);
        tell_effect(telling, "alone", layer, &own->layers[k].alone);
        tell_effect(telling, "last", layer, &own->layers[k].last);
    }
    for (int i = 0; i < own->n_pairs; i++) {
        const struct contribution_pair *pair = &own->pairs[i];
        text_print(name, sizeof name, "%s + %s", layer_names[attribution->layers[pair->a]],
                   layer_names[attribution->layers[pair->b]]);
        tell_effect(telling, "pair", name, &pair->effect);
    }
    for (unsigned set = 0; set <= attribution_all(attribution); set++)
        tell(telling, "set", attribution_name(attribution, set, name, sizeof name), own->values[set], NAN,
             NULL);
}

/* --- JSON --- */

struct writing {
    const struct contributions *of;
    struct json_writer *writer;
};

static void put_names(const struct writing *writing, const char *key, unsigned set)
{
    const struct attribution *attribution = writing->of->attribution;
    json_begin_array(writing->writer, key, true);
    for (int k = 0; k < attribution->n; k++)
        if (set & 1U << k)
            json_string(writing->writer, NULL, layer_names[attribution->layers[k]]);
    json_end_array(writing->writer);
}

static void put_switch(const struct writing *writing, const struct attribution_switch *own)
{
    const struct scenario *scenario = &writing->of->attribution->scenario;
    bool named = scenario->n_pools > 0 && own->pool >= 0;
    json_begin_object(writing->writer, NULL);
    json_string(writing->writer, "pool", named ? scenario_pool_name(scenario, own->pool) : NULL);
    json_string(writing->writer, "on", own->on);
    json_string(writing->writer, "off", own->off);
    json_string(writing->writer, "fleet_off", *own->fleet ? own->fleet : NULL);
    json_end_object(writing->writer);
}

static void put_layers(const struct writing *writing)
{
    const struct attribution *attribution = writing->of->attribution;
    json_begin_array(writing->writer, "layers", false);
    for (int k = 0; k < attribution->n; k++) {
        json_begin_object(writing->writer, NULL);
        json_string(writing->writer, "layer", layer_names[attribution->layers[k]]);
        json_begin_array(writing->writer, "switches", false);
        for (size_t i = 0; i < attribution->n_switches; i++)
            if (attribution->switches[i].layer == attribution->layers[k])
                put_switch(writing, &attribution->switches[i]);
        json_end_array(writing->writer);
        json_end_object(writing->writer);
    }
    json_end_array(writing->writer);
    json_begin_array(writing->writer, "kept", true); /* nothing is, since off is what the reference has */
    json_end_array(writing->writer);
}

static void put_effect(const struct writing *writing, const char *key, const struct pairing *effect)
{
    char more[KEY_SIZE];
    json_number(writing->writer, key, delta_of(effect));
    if (writing->of->runs.seeds < 2)
        return;
    text_print(more, sizeof more, "%s_ci95", key);
    json_number(writing->writer, more, effect->n > 1 ? effect->ci95 : (double)NAN);
    text_print(more, sizeof more, "%s_verdict", key);
    json_string(writing->writer, more, verdict_of(effect));
}

static void put_shares(const struct writing *writing, const struct contribution *own)
{
    const struct attribution *attribution = writing->of->attribution;
    json_begin_array(writing->writer, "layers", false);
    for (int k = 0; k < attribution->n; k++) {
        json_begin_object(writing->writer, NULL);
        json_string(writing->writer, "layer", layer_names[attribution->layers[k]]);
        put_effect(writing, "share", &own->layers[k].share);
        put_effect(writing, "alone", &own->layers[k].alone);
        put_effect(writing, "last", &own->layers[k].last);
        json_end_object(writing->writer);
    }
    json_end_array(writing->writer);
    json_begin_array(writing->writer, "pairs", false);
    for (int i = 0; i < own->n_pairs; i++) {
        json_begin_object(writing->writer, NULL);
        put_names(writing, "layers", 1U << own->pairs[i].a | 1U << own->pairs[i].b);
        put_effect(writing, "interaction", &own->pairs[i].effect);
        json_string(writing->writer, "they", name_of_pair(own, &own->pairs[i]));
        json_end_object(writing->writer);
    }
    json_end_array(writing->writer);
}

static void put_metric(const struct writing *writing, const struct contribution *own)
{
    const struct attribution *attribution = writing->of->attribution;
    static const char *const better[] = {
        [METRIC_LESS] = "less", [METRIC_MORE] = "more", [METRIC_EITHER] = NULL, [METRIC_WITHIN] = "less"};
    char text[2 * CONTRIBUTION_TEXT];
    name_metric(own->metric, text, sizeof text);
    json_begin_object(writing->writer, NULL);
    json_string(writing->writer, "metric", text);
    json_string(writing->writer, "better", better[metric_infos[own->metric].better]);
    json_number(writing->writer, "none", own->none);
    json_number(writing->writer, "all", own->all);
    put_effect(writing, "total", &own->total);
    put_shares(writing, own);
    json_string(writing->writer, "best_alone",
                own->best_alone < 0 ? NULL : layer_names[attribution->layers[own->best_alone]]);
    if (own->best < 0)
        json_null(writing->writer, "best_set");
    else
        put_names(writing, "best_set", (unsigned)own->best);
    json_number(writing->writer, "best", own->best < 0 ? (double)NAN : own->values[own->best]);
    json_bool(writing->writer, "best_of_slo_met", own->best_keeps);
    json_bool(writing->writer, "best_of_limits_kept", own->best_keeps);
    json_string(writing->writer, "verdict", contribution_verdict(attribution, own, text, sizeof text));
    json_string(writing->writer, "pairs_in_words", contribution_pairs(attribution, own, text, sizeof text));
    json_end_object(writing->writer);
}

static void put_set(const struct writing *writing, unsigned set)
{
    const struct contribution_runs *runs = &writing->of->runs;
    const char *fault = runs->fault(runs->context, set);
    char key[KEY_SIZE];
    json_begin_object(writing->writer, NULL);
    put_names(writing, "on", set);
    for (size_t i = 0; i < writing->of->n; i++) {
        name_metric(writing->of->of[i].metric, key, sizeof key);
        json_number(writing->writer, key, writing->of->of[i].values[set]);
    }
    double met = runs->value(runs->context, set, 0, METRIC_SLO_MET, 0);
    if (isnan(met) || writing->of->n == 0)
        json_null(writing->writer, "slo_met");
    else
        json_bool(writing->writer, "slo_met", met > 0);
    json_bool(writing->writer, "limits_kept", writing->of->n > 0 && !writing->of->of[0].misses[set]);
    json_bool(writing->writer, "overloaded", contribution_is_overloaded(runs, set));
    json_string(writing->writer, "fault", fault);
    json_end_object(writing->writer);
}

static char *make_json(const struct contributions *contributions)
{
    struct json_writer writer = {0};
    struct writing writing = {contributions, &writer};
    const struct scenario *scenario = &contributions->attribution->scenario;
    char text[4 * CONTRIBUTION_TEXT];
    json_begin_object(&writer, NULL);
    json_string(&writer, "wattif", WATTIF_VERSION);
    json_string(&writer, "scenario", scenario->name);
    json_uint(&writer, "seed", scenario->seed);
    json_uint(&writer, "replicates", contributions->runs.seeds);
    put_layers(&writing);
    json_begin_array(&writer, "metrics", false);
    for (size_t i = 0; i < contributions->n; i++)
        put_metric(&writing, &contributions->of[i]);
    json_end_array(&writer);
    json_begin_array(&writer, "sets", false);
    for (unsigned set = 0; set <= attribution_all(contributions->attribution); set++)
        put_set(&writing, set);
    json_end_array(&writer);
    json_string(&writer, "caveats", contribution_caveats(contributions, true, text, sizeof text));
    json_end_object(&writer);
    return json_writer_take(&writer);
}

void contribution_tell(const struct contributions *contributions, struct sheet *sheet)
{
    static const char *const columns[] = {"metric", "what", "whose", "value", "ci95", "verdict"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        sheet_column(sheet, columns[i]);
    for (size_t i = 0; i < contributions->n; i++)
        tell_metric(&(struct telling){contributions->attribution, &contributions->of[i], sheet});
    sheet_set_json(sheet, make_json(contributions));
}
