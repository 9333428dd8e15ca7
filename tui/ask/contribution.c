/* What each layer is worth: its share of what all of them do together, its effect alone and last, and the
 * pairs that help or fight. All on/off sets of the layers are one question, in the order that tells most: the
 * effects alone are there after a few runs, the shares with the last one; more seeds follow, and effects get
 * intervals. A row of a layer has two steps, the run with that layer alone and the run with all but it. */
#include "tui/ask/contribution.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/ask/ask.h"
#include "tui/words/contribution.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96, SET_SIZE = 96 };

/* What is told, of one metric. */
struct effects_telling {
    const struct attribution *attribution;
    const struct contribution *own;
    struct contribution_scale scale;
    bool over;
    struct account *account;
};

/* --- for people --- */

/* "carbon_g.total"; of apps, whose worst counts, "apps.p95_ms". */
static void name_metric(enum metric metric, char *out, size_t size)
{
    if (metric_scope_of(metric) == METRIC_OF_APP)
        text_print(out, size, "apps.%s", metric_infos[metric].key);
    else
        metric_key(metric, 0, out, size);
}

static enum tone tone_of(const struct effects_telling *telling, const struct pairing *effect)
{
    const char *word = contribution_word(telling->own, effect);
    return strcmp(word, "better") == 0 ? TONE_GOOD : strcmp(word, "worse") == 0 ? TONE_BAD : TONE_QUIET;
}

/* "−812.3 ±4.1 g"; short "−812.3 g", with a sign where it may be noise; behind either one where that run
 * breaks a limit. */
static struct account_cell cell_of(const struct effects_telling *telling, const struct pairing *effect,
                                   bool breaks)
{
    char cell[CONTRIBUTION_CELL], amount[CONTRIBUTION_CELL];
    bool known = effect->n > 0;
    const char *sign = breaks ? " ○" : "", *waiting = telling->over ? "-" : "...";
    contribution_effect(&telling->scale, effect, cell);
    contribution_amount(&telling->scale, known ? effect->delta : (double)NAN, amount);
    bool noise = effect->verdict == PAIRING_NOISE && strcmp(amount, "=") != 0;
    return account_number(telling->account, tone_of(telling, effect), known ? effect->delta : (double)NAN,
                          text(&telling->account->arena, "%s%s", known ? cell : waiting, known ? sign : ""),
                          text(&telling->account->arena, "%s%s%s", known ? amount : waiting,
                               noise ? " ?" : "", known ? sign : ""));
}

static struct account_cell bar_of(const struct effects_telling *telling, const struct pairing *effect,
                                  const double *seeds)
{
    char amount[CONTRIBUTION_CELL];
    bool none = effect->n == 0 || contribution_is_none(&telling->scale, effect->delta);
    double factor = telling->scale.factor, dots[CONTRIBUTION_DOTS];
    size_t n = seeds && effect->n > 1 && effect->verdict != PAIRING_IDENTICAL ? CONTRIBUTION_DOTS : 0;
    contribution_amount(&telling->scale, effect->n ? effect->delta : (double)NAN, amount);
    for (size_t i = 0; i < n; i++)
        dots[i] = seeds[i] * factor;
    struct account_bar bar = {.length = none ? 0 : effect->delta * factor,
                              .half_width = effect->n > 1 ? effect->ci95 * factor : (double)NAN,
                              .dots = dots,
                              .n_dots = n,
                              .shown = text(&telling->account->arena, "%s", amount),
                              .tone = tone_of(telling, effect)};
    return account_bars(telling->account, &bar, 1);
}

static void tell_layers(const struct effects_telling *telling)
{
    static const struct account_column columns[] = {{.title = "layer"},
                                                    {.title = "", .rank = 3},
                                                    {.title = "", .rank = 2},
                                                    {.title = "part", .number = true},
                                                    {.title = "", .rank = 4},
                                                    {.title = "alone", .number = true, .lane = 1},
                                                    {.title = "last", .number = true, .lane = 2}};
    const struct attribution *attribution = telling->attribution;
    struct account *account = telling->account;
    unsigned all = attribution_all(attribution);
    account_table(account, FOR_PEOPLE, NULL, columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < attribution->n; k++) {
        const struct pairing *share = &telling->own->layers[k].share;
        account_row(account, 1U << k);
        account_put(account, account_words(account, TONE_STRONG, layer_names[attribution->layers[k]]));
        account_put(account, account_words(account, TONE_PLAIN, contribution_scheme(attribution, k)));
        account_put(account, bar_of(telling, share, telling->own->layers[k].seeds));
        account_put(account, cell_of(telling, share, false));
        account_put(account,
                    account_words(account, tone_of(telling, share), contribution_word(telling->own, share)));
        account_put(account, cell_of(telling, &telling->own->layers[k].alone, telling->own->misses[1U << k]));
        account_put(account,
                    cell_of(telling, &telling->own->layers[k].last, telling->own->misses[all & ~(1U << k)]));
    }
    account_row(account, ACCOUNT_NO_STEP);
    account_put(account, account_words(account, TONE_PLAIN, "total"));
    account_put(account, account_words(account, TONE_PLAIN, ""));
    account_put(account, bar_of(telling, &telling->own->total, NULL));
    account_put(account, cell_of(telling, &telling->own->total, false));
    account_put(account, account_words(account, tone_of(telling, &telling->own->total),
                                       contribution_word(telling->own, &telling->own->total)));
}

/* The lower triangle: who beside whom. */
static void tell_pairs(const struct effects_telling *telling)
{
    const struct attribution *attribution = telling->attribution;
    struct account_column columns[LAYER_COUNT] = {{.title = ""}};
    struct account *account = telling->account;
    for (int a = 0; a + 1 < attribution->n; a++)
        columns[1 + a] =
            (struct account_column){.title = layer_names[attribution->layers[a]], .number = true};
    struct account_part *part = account_table(account, FOR_PEOPLE, "Pairs", columns, (size_t)attribution->n);
    if (!part)
        return;
    part->note = "beyond the sum of both";
    part->aside = true;
    part->rank = 5;
    for (int b = 1; b < attribution->n; b++) {
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, account_words(account, TONE_PLAIN, layer_names[attribution->layers[b]]));
        for (int a = 0; a < b; a++)
            for (int i = 0; i < telling->own->n_pairs; i++)
                if (telling->own->pairs[i].a == a && telling->own->pairs[i].b == b) {
                    struct account_cell cell = cell_of(telling, &telling->own->pairs[i].effect, false);
                    cell.shown = cell.brief; /* the sentence has the intervals */
                    account_put(account, cell);
                }
    }
}

static void tell_run(const struct effects_telling *telling, const char *name, unsigned set, size_t step,
                     const char *more)
{
    struct account *account = telling->account;
    char level[CONTRIBUTION_CELL];
    double value = telling->own->values[set];
    account_row(account, step);
    account_put(account, account_words(account, TONE_PLAIN, name));
    account_put(account, account_number(account, TONE_PLAIN, value,
                                        isnan(value) && !telling->over
                                            ? "..."
                                            : contribution_level(&telling->scale, value, level),
                                        NULL));
    account_put(account, account_words(account, TONE_BAD,
                                       !isnan(value) && telling->own->misses[set] ? "○ breaks a limit" : ""));
    account_put(account, account_words(account, TONE_QUIET, more));
}

static void tell_ends(const struct effects_telling *telling)
{
    static const struct account_column columns[] = {
        {.title = ""}, {.title = "", .number = true}, {.title = ""}, {.title = "", .rank = 1}};
    const struct attribution *attribution = telling->attribution;
    char name[SET_SIZE], best[SET_SIZE];
    unsigned all = attribution_all(attribution);
    account_table(telling->account, FOR_PEOPLE, NULL, columns, sizeof columns / sizeof *columns);
    tell_run(telling, "all off", 0, 0, "");
    tell_run(telling, attribution_name(attribution, all, name, sizeof name), all, ACCOUNT_NO_STEP,
             "the run explored");
    if (!telling->over || telling->own->best < 0)
        return;
    attribution_name(attribution, (unsigned)telling->own->best, best, sizeof best);
    text_append(best, sizeof best, "%s", telling->own->best_keeps ? ", every limit kept" : "");
    tell_run(telling, "best set", (unsigned)telling->own->best, (size_t)telling->own->best, best);
}

/* All of them, for a screen that has room: the best first, those that are alike as they are numbered. */
static void tell_ranking(const struct effects_telling *telling)
{
    static const struct account_column columns[] = {
        {.title = "", .number = true}, {.title = "", .number = true}, {.title = ""}, {.title = ""}};
    const struct contribution *own = telling->own;
    struct account *account = telling->account;
    unsigned order[ATTRIBUTION_SETS], all = attribution_all(telling->attribution);
    char name[SET_SIZE], level[CONTRIBUTION_CELL];
    size_t n = 0;
    for (unsigned set = 0; set <= all; set++) {
        size_t at = n;
        if (isnan(own->values[set]))
            continue;
        for (; at > 0 && metric_judge(own->metric, own->values[set], own->values[order[at - 1]]) > 0; at--)
            order[at] = order[at - 1];
        order[at] = set;
        n++;
    }
    struct account_part *part = account_table(account, FOR_SCREENS, "Sets, best first", columns, 4);
    if (!part)
        return;
    part->rank = 6;
    part->flows = true;
    for (size_t i = 0; i < n; i++) {
        unsigned set = order[i];
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, account_number(account, TONE_QUIET, (double)(i + 1),
                                            text(&account->arena, "%zu", i + 1), NULL));
        account_put(account,
                    account_number(account, TONE_PLAIN, own->values[set],
                                   contribution_level(&telling->scale, own->values[set], level), NULL));
        account_put(account, account_words(account, TONE_BAD, own->misses[set] ? "○" : ""));
        account_put(account, account_words(account, TONE_PLAIN,
                                           attribution_name(telling->attribution, set, name, sizeof name)));
    }
}

static void tell_metric(const struct effects_telling *telling)
{
    struct account *account = telling->account;
    char said[2 * CONTRIBUTION_TEXT], key[KEY_SIZE];
    struct account_section *section =
        account_begin_section(account, contribution_title(telling->own->metric));
    name_metric(telling->own->metric, key, sizeof key);
    if (section)
        section->key = text(&account->arena, "%s", key);
    account_say(account, TONE_STRONG, 0,
                contribution_total(telling->attribution, telling->own, said, sizeof said));
    account_say(account, TONE_PLAIN, 0,
                telling->over ? contribution_verdict(telling->attribution, telling->own, said, sizeof said)
                              : "Effects alone come first; parts and pairs when every set has run.");
    tell_layers(telling);
    tell_ends(telling);
    tell_pairs(telling);
    account_say(account, TONE_PLAIN, 1,
                contribution_pairs(telling->attribution, telling->own, said, sizeof said));
    if (telling->over)
        tell_ranking(telling);
}

/* "On, and off: configure serving CLOVER for BASE; place reassignment_level 3 for 0." */
static void tell_switches(const struct attribution *attribution, struct account *account)
{
    char layer[CONTRIBUTION_TEXT];
    const char *said = "On, and off:";
    for (int k = 0; k < attribution->n; k++)
        said = text(&account->arena, "%s %s %s%s", said, layer_names[attribution->layers[k]],
                    contribution_layer(attribution, k, false, layer, sizeof layer),
                    k + 1 < attribution->n ? ";" : ".");
    account_say(account, TONE_QUIET, 3, said);
}

/* --- for machines --- */

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

static void put_row(const struct effects_telling *telling, const char *what, const char *whose, double value,
                    double ci95, const char *verdict)
{
    struct account *account = telling->account;
    char key[KEY_SIZE];
    name_metric(telling->own->metric, key, sizeof key);
    account_row(account, ACCOUNT_NO_STEP);
    account_put(account, account_words(account, TONE_PLAIN, key));
    account_put(account, account_words(account, TONE_PLAIN, what));
    account_put(account, account_words(account, TONE_PLAIN, whose));
    account_put(account, account_bare(value));
    account_put(account, account_bare(ci95));
    account_put(account, account_words(account, TONE_PLAIN, verdict));
}

static void put_effect_row(const struct effects_telling *telling, const char *what, const char *whose,
                           const struct pairing *effect)
{
    put_row(telling, what, whose, delta_of(effect), effect->n > 1 ? effect->ci95 : (double)NAN,
            verdict_of(effect));
}

/* Long: metric, what it is of (none, all, total, share, alone, last, pair, set), whose, value, interval,
 * verdict. */
static void put_rows(const struct effects_telling *telling)
{
    const struct attribution *attribution = telling->attribution;
    const struct contribution *own = telling->own;
    char name[SET_SIZE];
    put_row(telling, "none", NULL, own->none, NAN, NULL);
    put_row(telling, "all", NULL, own->all, NAN, NULL);
    put_effect_row(telling, "total", NULL, &own->total);
    for (int k = 0; k < attribution->n; k++) {
        const char *layer = layer_names[attribution->layers[k]];
        put_effect_row(telling, "share", layer, &own->layers[k].share);
        put_effect_row(telling, "alone", layer, &own->layers[k].alone);
        put_effect_row(telling, "last", layer, &own->layers[k].last);
    }
    for (int i = 0; i < own->n_pairs; i++) {
        const struct contribution_pair *pair = &own->pairs[i];
        text_print(name, sizeof name, "%s + %s", layer_names[attribution->layers[pair->a]],
                   layer_names[attribution->layers[pair->b]]);
        put_effect_row(telling, "pair", name, &pair->effect);
    }
    for (unsigned set = 0; set <= attribution_all(attribution); set++)
        put_row(telling, "set", attribution_name(attribution, set, name, sizeof name), own->values[set], NAN,
                NULL);
}

struct effects_writing {
    const struct contributions *of;
    struct json_writer *writer;
};

/* The object that the contract of `wattif attribute` has: a set's run is told with the metrics that are
 * shared out; what is not known is null. */
static void put_names(const struct effects_writing *writing, const char *key, unsigned set)
{
    const struct attribution *attribution = writing->of->attribution;
    json_begin_array(writing->writer, key, true);
    for (int k = 0; k < attribution->n; k++)
        if (set & 1U << k)
            json_string(writing->writer, NULL, layer_names[attribution->layers[k]]);
    json_end_array(writing->writer);
}

static void put_switch(const struct effects_writing *writing, const struct attribution_switch *own)
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

static void put_layers(const struct effects_writing *writing)
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

static void put_effect(const struct effects_writing *writing, const char *key, const struct pairing *effect)
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

static void put_shares(const struct effects_writing *writing, const struct contribution *own)
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

static void put_metric(const struct effects_writing *writing, const struct contribution *own)
{
    const struct attribution *attribution = writing->of->attribution;
    static const char *const better[] = {
        [METRIC_LESS] = "less", [METRIC_MORE] = "more", [METRIC_EITHER] = NULL, [METRIC_WITHIN] = "less"};
    char said[2 * CONTRIBUTION_TEXT];
    name_metric(own->metric, said, sizeof said);
    json_begin_object(writing->writer, NULL);
    json_string(writing->writer, "metric", said);
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
    json_string(writing->writer, "verdict", contribution_verdict(attribution, own, said, sizeof said));
    json_string(writing->writer, "pairs_in_words", contribution_pairs(attribution, own, said, sizeof said));
    json_end_object(writing->writer);
}

static void put_set(const struct effects_writing *writing, unsigned set)
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
    struct effects_writing writing = {contributions, &writer};
    const struct scenario *scenario = &contributions->attribution->scenario;
    char said[4 * CONTRIBUTION_TEXT];
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
    json_string(&writer, "caveats", contribution_caveats(contributions, true, said, sizeof said));
    json_end_object(&writer);
    return json_writer_take(&writer);
}

void contribution_tell(const struct contributions *contributions, bool over, struct account *account)
{
    static const struct account_column columns[] = {{.key = "metric"}, {.key = "what"}, {.key = "whose"},
                                                    {.key = "value"},  {.key = "ci95"}, {.key = "verdict"}};
    static const char explanation[] =
        "part: what a layer adds, the mean over all orders in which the layers may come (Shapley); parts add up to the total. alone: against all off. last: against all others on. help, fight: both do better, worse, than the sum of each. ?: within the noise. ○: breaks a limit. •: a seed.";
    struct effects_telling telling = {
        .attribution = contributions->attribution, .over = over, .account = account};
    char said[4 * CONTRIBUTION_TEXT];
    account->page =
        contributions->of[0].one_draw ? "What each layer is worth, in one draw" : "What each layer is worth";
    account->of = text(&account->arena, "%s", telling.attribution->scenario.name);
    account->over = text(&account->arena, "what each of %d layers is worth", telling.attribution->n);
    if (contributions->runs.seeds > 1)
        account->over = text(&account->arena, "%s, over %zu seeds", account->over, contributions->runs.seeds);
    else
        account->over = text(&account->arena, "%s, one draw of luck", account->over);
    for (size_t i = 0; i < contributions->n; i++) {
        telling.own = &contributions->of[i];
        telling.scale = contribution_scale(telling.own);
        tell_metric(&telling);
    }
    account_end_sections(account);
    account_say(account, TONE_QUIET, 2, contributions->n > 0 ? explanation : "No set has run yet.");
    account_say(account, TONE_QUIET, 1, contribution_caveats(contributions, over, said, sizeof said));
    tell_switches(telling.attribution, account);
    account_table(account, FOR_MACHINES, NULL, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < contributions->n; i++) {
        telling.own = &contributions->of[i];
        put_rows(&telling);
    }
    account->json = needed(make_json(contributions));
}

/* --- the question --- */

/* What the question is about: the plan's context, and the state's as long as it is asked. */
struct sets {
    struct attribution *attribution; /* owned */
    size_t n;
    unsigned order[ATTRIBUTION_SETS];
    size_t place[ATTRIBUTION_SETS]; /* of a set in that order */
};

struct effects_state {
    const struct sets *sets;
    struct contributions found;
};

static void sets_free(void *context)
{
    struct sets *sets = context;
    if (sets)
        attribution_free(sets->attribution);
    free(sets);
}

static bool set_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct sets *sets = context;
    return attribution_scenario(sets->attribution, sets->order[i], scenario, error);
}

static bool contribution_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    struct effects_state *state = ask->state;
    struct sets *sets = needed(calloc(1, sizeof *sets));
    sets->attribution = attribution_create(&ask->explorer->document.scenario, ask->explorer->catalog, error);
    if (!sets->attribution) {
        sets_free(sets);
        return false;
    }
    sets->n = attribution_order(sets->attribution, sets->order);
    for (size_t i = 0; i < sets->n; i++)
        sets->place[sets->order[i]] = i;
    state->sets = sets;
    ask->lane = 1; /* last: what goes when this layer alone is switched off */
    *plan = (struct question_plan){sets->n, JOB_ASKED, false, set_scenario, sets, sets_free};
    return true;
}

static double value_of(const void *context, unsigned set, size_t seed, enum metric metric, int part)
{
    const struct ask *ask = context;
    const struct effects_state *state = ask->state;
    const struct answer *answer = seeding_answer(&ask->seeding, state->sets->place[set], seed);
    return answer ? answer_metric(answer, metric, part) : (double)NAN;
}

static const char *fault_of(const void *context, unsigned set)
{
    const struct ask *ask = context;
    const struct effects_state *state = ask->state;
    const char *fault = NULL;
    for (size_t seed = 0; !fault && seed < ask->seeding.n; seed++)
        fault = seeding_fault(&ask->seeding, state->sets->place[set], seed);
    return fault;
}

/* What the scenario is about is shown first. */
static size_t first_metric(const struct scenario *scenario, const struct contributions *found)
{
    static const enum metric_group groups[TOPIC_COUNT] = {[TOPIC_NONE] = METRIC_GROUP_CARBON,
                                                          [TOPIC_CARBON] = METRIC_GROUP_CARBON,
                                                          [TOPIC_ACCURACY] = METRIC_GROUP_CLOVER,
                                                          [TOPIC_FAIRNESS] = METRIC_GROUP_FAIRNESS,
                                                          [TOPIC_TEMPERATURE] = METRIC_GROUP_TEMPERATURE};
    for (size_t i = 0; i < found->n; i++)
        if (metric_infos[found->of[i].metric].group == groups[scenario_headline(scenario)])
            return i;
    return 0;
}

/* The first seed as far as it is known, the others once they are known whole. */
static void question_tell(struct ask *ask)
{
    struct effects_state *state = ask->state;
    const struct attribution *attribution = state->sets->attribution;
    char parts[200];
    size_t whole = seeding_whole(&ask->seeding);
    struct contribution_runs runs = {whole > 1 ? whole : 1, value_of, fault_of, ask};
    must_be(contributions_work_out(attribution, &runs, &state->found));
    if (state->found.n > 0 && !ask->settled) {
        ask->section = first_metric(&attribution->scenario, &state->found);
        ask->settled = true;
    }
    if (state->found.n > 0 && state->found.of[0].metric == METRIC_CARBON)
        explorer_note_parts(ask->explorer, &attribution->scenario,
                            contribution_parts(attribution, state->found.of, parts, sizeof parts));
    contribution_tell(&state->found, ask_is_over(ask), &ask->account);
}

/* The set of a row: of a layer alone, or of all but it; of the rows below their own. */
static unsigned set_of(const struct ask *ask, size_t step)
{
    const struct attribution *attribution = ((const struct effects_state *)ask->state)->sets->attribution;
    unsigned set = (unsigned)step, all = attribution_all(attribution);
    bool layer = (int)ask->step < attribution->n;
    return layer && ask->lane == 1 ? all & ~set : set;
}

static enum ask_entered contribution_enter(struct ask *ask, size_t step, char said[ASK_SAID],
                                           struct error *error)
{
    const struct attribution *attribution = ((const struct effects_state *)ask->state)->sets->attribution;
    unsigned set = set_of(ask, step), all = attribution_all(attribution), off = all & ~set;
    char name[SET_SIZE], change[SET_SIZE + 16] = "all layers off";
    struct scenario scenario;
    if (set == all) {
        text_print(said, ASK_SAID, "%s", "with every layer on it is the run explored");
        return ASK_STAYS;
    }
    if (set != 0 && __builtin_popcount(off) == 1 && attribution->n > 2)
        text_print(change, sizeof change, "without %s",
                   attribution_name(attribution, off, name, sizeof name));
    else if (set != 0)
        text_print(change, sizeof change, "%s alone", attribution_name(attribution, set, name, sizeof name));
    if (!attribution_scenario(attribution, set, &scenario, error))
        return ASK_REFUSED;
    bool done = explorer_set_scenario(ask->explorer, &scenario, change, error);
    scenario_free(&scenario);
    text_print(said, ASK_SAID, "%s; u goes back to all on", change);
    return done ? ASK_LEAVES : ASK_REFUSED;
}

/* The layers are switches: the run without the one of this number. */
static enum ask_entered switch_off(struct ask *ask, enum action_id action, size_t step, char said[ASK_SAID],
                                   struct error *error)
{
    int n = ((const struct effects_state *)ask->state)->sets->attribution->n,
        layer = (int)(action - ACTION_LAYER_1);
    (void)step;
    if (layer >= n) {
        text_print(said, ASK_SAID, "there is no layer %d: %d are on", layer + 1, n);
        return ASK_STAYS;
    }
    return question_enter(ask, (size_t)1 << layer, 1, said, error);
}

static const struct ask_act layer_acts[] = {{ACTION_LAYER_1, "to 5 switch a layer off", switch_off},
                                            {ACTION_LAYER_2, NULL, switch_off},
                                            {ACTION_LAYER_3, NULL, switch_off},
                                            {ACTION_LAYER_4, NULL, switch_off},
                                            {ACTION_LAYER_5, NULL, switch_off}};

const struct question_of question_contribution = {.name = "contribution",
                                                  .title = "Contribution",
                                                  .enters = "open that run",
                                                  .turns = "alone or last",
                                                  .acts = layer_acts,
                                                  .n_acts = sizeof layer_acts / sizeof *layer_acts,
                                                  .chooses = "metric",
                                                  .seed_requests = 4e7,
                                                  .lanes = 2,
                                                  .state_size = sizeof(struct effects_state),
                                                  .plan = contribution_plan,
                                                  .tell = question_tell,
                                                  .enter = contribution_enter,
                                                  .command = "attribute"};
