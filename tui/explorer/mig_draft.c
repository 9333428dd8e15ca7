/* Slices are compared by where they begin in the memory and how much of it they take: that places them. */
#include "tui/explorer/mig_draft.h"

#include "tui/explorer/choices.h"

#include "engine/answers/cuts.h"
#include "engine/model/layout.h"
#include "tui/words/scheme_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 8 }; /* of the memory */

/* --- where slices lie --- */

static int begin_of(int config, int k)
{
    return mig_configs[config].starts[k];
}

static int end_of(int config, int k)
{
    return begin_of(config, k) + mig_memory_parts[mig_configs[config].slices[k]];
}

/* The slice over this part of the memory, or the last one before it (a part may belong to none). */
static int slice_at(int config, int part)
{
    int at = 0;
    for (int k = 0; k < mig_configs[config].n; k++)
        if (begin_of(config, k) <= part)
            at = k;
    return at;
}

static bool has_slice(int config, int begin, int size)
{
    for (int k = 0; k < mig_configs[config].n; k++)
        if (begin_of(config, k) == begin && mig_configs[config].slices[k] == size)
            return true;
    return false;
}

/* Do both have the same slices outside [begin, end)? Then every slice lies inside it or outside. */
static bool same_outside(int a, int b, int begin, int end)
{
    for (int k = 0; k < mig_configs[a].n; k++) {
        bool outside = end_of(a, k) <= begin || begin_of(a, k) >= end;
        bool inside = begin_of(a, k) >= begin && end_of(a, k) <= end;
        if (!inside && !(outside && has_slice(b, begin_of(a, k), mig_configs[a].slices[k])))
            return false;
    }
    return true;
}

static int compute_of(int config)
{
    int sevenths = 0;
    for (int k = 0; k < mig_configs[config].n; k++)
        sevenths += mig_sevenths[mig_configs[config].slices[k]];
    return sevenths;
}

/* --- what stands on them --- */

/* The offer itself if it fits, else the last of its app that does. */
static int carry(const struct offers *offers, int offer, enum mig_slice slice)
{
    if (offer < 0 || offers->items[offer].fits[slice])
        return offer;
    for (int i = offers->n - 1; i >= 0; i--)
        if (offers->items[i].app == offers->items[offer].app && offers->items[i].fits[slice])
            return i;
    return -1;
}

/* What the basis has at the beginning of slice k, or else anywhere under it. */
static int offer_under(const struct mig_cut_made *basis, int config, int k)
{
    int offer = basis->on[slice_at(basis->config, begin_of(config, k))];
    for (int part = begin_of(config, k); offer < 0 && part < end_of(config, k); part++)
        offer = basis->on[slice_at(basis->config, part)];
    return offer;
}

void mig_draft_choose(struct mig_draft *draft, int config)
{
    int part = begin_of(draft->cut.config, draft->at);
    draft->cut.config = config;
    for (int k = 0; k < MIG_CUT_SLICES; k++)
        draft->cut.on[k] = k < mig_configs[config].n
                               ? carry(draft->offers, offer_under(&draft->basis, config, k),
                                       (enum mig_slice)mig_configs[config].slices[k])
                               : -1;
    draft->at = slice_at(config, part);
}

void mig_draft_begin(struct mig_draft *draft, const struct offers *offers, const struct scenario *scenario,
                     const struct pod *pods, int n)
{
    struct mig_layout layout = {.config = 0};
    layout_of_pods(pods, n, &layout); /* false only for what no scenario holds: then it is one slice */
    layout.config = layout.config < 0 ? 0 : layout.config;
    *draft = (struct mig_draft){.offers = offers, .now.config = layout.config};
    for (int k = 0; k < MIG_CUT_SLICES; k++) {
        bool held = k < mig_configs[layout.config].n && layout.slices[k].app >= 0;
        draft->now.on[k] =
            held ? offers_find(offers, scenario, layout.slices[k].app, layout.slices[k].variant) : -1;
    }
    mig_draft_reset(draft);
}

void mig_draft_reset(struct mig_draft *draft)
{
    draft->basis = draft->cut = draft->now;
    draft->at = draft->at < mig_draft_config(draft)->n ? draft->at : 0;
}

bool mig_draft_changed(const struct mig_draft *draft)
{
    return memcmp(&draft->cut, &draft->now, sizeof draft->cut) != 0;
}

void mig_draft_move(struct mig_draft *draft, int steps)
{
    int last = mig_draft_config(draft)->n - 1, at = draft->at + steps;
    draft->at = at < 0 ? 0 : at > last ? last : at;
}

bool mig_draft_place(struct mig_draft *draft, int offer)
{
    if (offer >= 0 && !draft->offers->items[offer].fits[mig_draft_slice(draft)])
        return false;
    draft->cut.on[draft->at] = offer;
    draft->basis = draft->cut;
    return true;
}

bool mig_draft_next(const struct mig_draft *draft, int direction, int *offer)
{
    int i = mig_draft_offer(draft) + direction;
    while (i >= 0 && i < draft->offers->n && !draft->offers->items[i].fits[mig_draft_slice(draft)])
        i += direction;
    *offer = i;
    return i >= -1 && i < draft->offers->n;
}

void mig_draft_lost(const struct mig_draft *draft, const struct scenario *scenario, char *out, size_t size)
{
    char was[OFFER_NAME], is[OFFER_NAME];
    out[0] = 0;
    for (int k = 0; k < mig_draft_config(draft)->n; k++) {
        int before = offer_under(&draft->basis, draft->cut.config, k), after = draft->cut.on[k];
        if (before == after)
            continue;
        offer_name(draft->offers, scenario, before, was);
        offer_name(draft->offers, scenario, after, is);
        if (after < 0)
            snprintf(out, size, "%s does not fit a %s slice: it is left empty", was,
                     mig_slice_names[mig_draft_config(draft)->slices[k]]);
        else
            snprintf(out, size, "%s does not fit a %s slice: %s stands there now", was,
                     mig_slice_names[mig_draft_config(draft)->slices[k]], is);
        return;
    }
}

/* --- finer and coarser --- */

int mig_draft_finer(const struct mig_draft *draft, char *reason)
{
    int from = draft->cut.config, best = -1;
    int begin = begin_of(from, draft->at), end = end_of(from, draft->at);
    for (int c = 0; c < MIG_CONFIGS; c++) {
        bool finer = mig_configs[c].n > mig_configs[from].n && same_outside(from, c, begin, end) &&
                     same_outside(c, from, begin, end);
        if (finer && (best < 0 || mig_configs[c].n < mig_configs[best].n ||
                      (mig_configs[c].n == mig_configs[best].n && compute_of(c) > compute_of(best))))
            best = c;
    }
    if (best < 0)
        snprintf(reason, MIG_REASON, "a %s slice cannot be cut any finer",
                 mig_slice_names[mig_draft_slice(draft)]);
    return best;
}

/* Is there one slice in `c` over all of [begin, end) of `from`, and all else the same? Sets its size. */
static bool joins(int from, int begin, int end, int c, int *size)
{
    int over = slice_at(c, begin), first = begin_of(c, over), last = end_of(c, over);
    *size = last - first;
    return first <= begin && last >= end && mig_configs[c].n < mig_configs[from].n &&
           same_outside(from, c, first, last) && same_outside(c, from, first, last);
}

/* The smallest such slice, then the one that computes most; -1: none. */
static int join_over(int from, int begin, int end)
{
    int best = -1, least = PARTS + 1, size;
    for (int c = 0; c < MIG_CONFIGS; c++)
        if (joins(from, begin, end, c, &size) &&
            (size < least || (size == least && compute_of(c) > compute_of(best)))) {
            best = c;
            least = size;
        }
    return best;
}

int mig_draft_coarser(const struct mig_draft *draft, char *reason)
{
    int from = draft->cut.config;
    int best = join_over(from, begin_of(from, draft->at), end_of(from, draft->at));
    if (best < 0)
        snprintf(reason, MIG_REASON, "the whole GPU is one slice already");
    return best;
}

int mig_draft_join(const struct mig_draft *draft, int k, char *reason)
{
    int from = draft->cut.config, best = join_over(from, begin_of(from, k - 1), end_of(from, k));
    if (best < 0)
        snprintf(reason, MIG_REASON, "these two slices are never one by themselves");
    return best;
}

/* --- lists and texts --- */

static int distance(int a, int b)
{
    int sum = 0;
    for (int s = 0; s < MIG_SLICES; s++)
        sum += abs(mig_cuts[a].count[s] - mig_cuts[b].count[s]);
    return sum;
}

void mig_draft_order(const struct mig_draft *draft, int order[MIG_CUTS])
{
    int from = mig_configs[draft->now.config].cut;
    for (int i = 0; i < MIG_CUTS; i++) {
        int at = i;
        for (; at > 0 && distance(order[at - 1], from) > distance(i, from); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

void mig_cut_made_pods(const struct mig_cut_made *cut, const struct offers *offers, struct pod pods[PODS_MAX],
                       int *n)
{
    *n = mig_configs[cut->config].n;
    for (int k = 0; k < *n; k++) {
        pods[k] = (struct pod){.app = -1};
        snprintf(pods[k].slice, sizeof pods[k].slice, "%s",
                 mig_slice_names[mig_configs[cut->config].slices[k]]);
        if (cut->on[k] < 0)
            continue;
        pods[k].app = offers->items[cut->on[k]].app;
        snprintf(pods[k].variant, sizeof pods[k].variant, "%s", offers->items[cut->on[k]].variant);
    }
}

void mig_draft_print(const struct mig_draft *draft, const struct scenario *scenario, struct knob_value *value)
{
    struct pod pods[PODS_MAX];
    int n;
    mig_cut_made_pods(&draft->cut, draft->offers, pods, &n);
    *value = (struct knob_value){0};
    layout_print(scenario, pods, n, value->text, sizeof value->text);
}

/* --- the fleet --- */

int mig_fleet_count(const struct explorer *explorer)
{
    int all = explorer->document.scenario.fleets[explorer->document.scenario.fleet].n_gpus;
    int run = explorer->results.current->recording->n_gpus;
    return run < all ? run : all;
}

const struct gpu *mig_fleet_gpu(const struct explorer *explorer, int gpu)
{
    return &explorer->document.scenario.fleets[explorer->document.scenario.fleet].gpus[gpu];
}

bool mig_fleet_is_cut(const struct explorer *explorer, int gpu)
{
    return layout_is_cut(&explorer->document.scenario, mig_fleet_gpu(explorer, gpu));
}

int mig_fleet_find(const struct explorer *explorer, const char *name)
{
    int first = -1;
    for (int gpu = mig_fleet_count(explorer) - 1; gpu >= 0; gpu--) {
        if (!mig_fleet_is_cut(explorer, gpu))
            continue;
        first = gpu;
        if (strcmp(mig_fleet_gpu(explorer, gpu)->name, name) == 0)
            return gpu;
    }
    return first;
}

struct knob_ref mig_fleet_scheme(const struct explorer *explorer, int gpu)
{
    const struct scenario *scenario = &explorer->document.scenario;
    return scenario->n_pools > 0 ? knob_of_scheme(LAYER_CONFIGURE, scenario_pool_of_gpu(scenario, gpu))
                                 : knob_of_layer(LAYER_CONFIGURE);
}

enum policy_id mig_fleet_configure(const struct explorer *explorer, int gpu, bool from_start)
{
    struct knob_ref knob = mig_fleet_scheme(explorer, gpu);
    struct knob_value value = from_start
                                  ? knob_get(&explorer->document.scenario, knob)
                                  : knob_at(&explorer->document.scenario, knob, explorer->time.cursor_ns);
    return policy_find(LAYER_CONFIGURE, value.text);
}

/* Has a scheme other than manual been in force up to now? What it left stays under manual. */
static bool is_configured(const struct explorer *explorer, int gpu)
{
    const struct scenario *scenario = &explorer->document.scenario;
    int pool = scenario_pool_of_gpu(scenario, gpu);
    bool configured = policy_is_clover(scenario_pool_policy(scenario, pool, LAYER_CONFIGURE));
    for (int e = 0; e < scenario->n_edits && scenario->edits[e].t_ns <= explorer->time.cursor_ns; e++)
        if (knob_is_policy(scenario->edits[e].knob, LAYER_CONFIGURE) &&
            scenario_pool_hears(scenario, pool, scenario->edits[e].knob))
            configured |= policy_is_clover(policy_find(LAYER_CONFIGURE, scenario->edits[e].value.text));
    return configured;
}

static int64_t before_ns(const struct explorer *explorer)
{
    return explorer->time.cursor_ns > 0 ? explorer->time.cursor_ns - 1 : 0;
}

static bool has_edit(const struct explorer *explorer, struct knob_ref knob)
{
    const struct scenario *scenario = &explorer->document.scenario;
    bool found = false;
    for (int e = 0; e < scenario->n_edits; e++)
        found |=
            scenario->edits[e].t_ns == explorer->time.cursor_ns && knob_same(scenario->edits[e].knob, knob);
    return found;
}

bool mig_fleet_is_changing(const struct explorer *explorer, int gpu, bool from_start)
{
    const struct recorded_layout *there =
        from_start ? NULL
                   : recording_layout_at(explorer->results.current->recording, gpu, before_ns(explorer));
    return there && !cut_is_steady(there);
}

struct knob_value mig_fleet_cut(const struct explorer *explorer, int gpu, bool from_start)
{
    struct knob_ref knob = knob_of_gpu(KNOB_MIG, gpu);
    if (from_start)
        return knob_get(&explorer->document.scenario, knob);
    struct knob_value value = knob_at(&explorer->document.scenario, knob, explorer->time.cursor_ns);
    const struct recorded_layout *layout = NULL;
    if (is_configured(explorer, gpu) && !has_edit(explorer, knob)) /* a turn here changes that edit */
        layout = cut_due(explorer->results.current->recording, gpu, before_ns(explorer));
    if (layout)
        recording_print_layout(explorer->results.current->recording, layout, value.text, sizeof value.text);
    return value;
}

void mig_fleet_pods(const struct explorer *explorer, int gpu, bool from_start, struct pod pods[PODS_MAX],
                    int *n)
{
    struct knob_value value = mig_fleet_cut(explorer, gpu, from_start);
    int owner = mig_fleet_gpu(explorer, gpu)->owner;
    if (layout_parse(&explorer->document.scenario, value.text, pods, n, NULL) && *n > 0)
        return;
    pods[0] = (struct pod){.slice = "7g", .app = owner < 0 ? 0 : owner};
    *n = 1;
}

bool mig_fleet_takes(const struct explorer *explorer, int gpu, int like, bool from_start,
                     const struct pod *pods, int n)
{
    const struct gpu *a = mig_fleet_gpu(explorer, gpu), *b = mig_fleet_gpu(explorer, like);
    bool begins_cut = from_start || a->n_pods > 0;
    return strcmp(a->type, b->type) == 0 && begins_cut &&
           layout_check(&explorer->document.scenario, a, pods, n, NULL);
}

/* --- forecasts --- */

struct question *mig_forecast_ask(struct explorer *explorer, int64_t t_ns, const struct knob_value *values,
                                  struct error *error)
{
    struct scenario scenario;
    struct question *question = NULL;
    must_be(standstill_scenario(&explorer->document.scenario, explorer->results.current->recording, t_ns,
                                &scenario));
    bool cut = true;
    for (int gpu = 0; cut && gpu < scenario.fleets[scenario.fleet].n_gpus; gpu++)
        cut = !*values[gpu].text || knob_set(&scenario, knob_of_gpu(KNOB_MIG, gpu), &values[gpu], error);
    struct alternative run = {.scenario = &scenario, .as_it_is = true};
    if (cut)
        question = explorer_ask_alternatives(explorer, &run, 1, JOB_ASKED, error);
    scenario_free(&scenario);
    return question;
}

struct standstill mig_forecast_read(const struct explorer *explorer, const struct question *question,
                                    int64_t t_ns)
{
    const struct answer *answer = question ? question_answer(question, 0) : NULL;
    if (!answer)
        return (struct standstill){.known = false};
    return standstill_of(explorer->results.current->model, answer_summary(answer), t_ns,
                         explorer_grid(explorer, t_ns).ci);
}
