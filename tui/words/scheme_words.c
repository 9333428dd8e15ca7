#include "tui/words/scheme_words.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- reasons --- */

static const struct {
    const char *word, *sentence;
} reasons[EVALUATION_REASONS] = {
    [TRIGGER_START] = {"start", "The run began, so there was nothing to go by yet."},
    [TRIGGER_INTENSITY] = {"grid moved",
                           "The grid's intensity moved by more than the trigger since the last search."},
    [TRIGGER_KNOB] = {"knob turned",
                      "Lambda, the accuracy limit or an SLO was turned, so the best layout may be another."},
    [TRIGGER_LATE] = {"p95 late", "The tail was above the SLO in two periods of five minutes in a row."},
    [TRIGGER_ACCURACY] = {"accuracy low", "Accuracy fell below its limit."},
    [TRY_BETTER] = {"better", "Taken: h is lower than the centre's, so the search goes on from here."},
    [TRY_LUCK] = {"worse, taken", "Taken although h is higher: the draw fell below the probability."},
    [TRY_REJECTED] = {"worse, left", "Left: h is higher, and the draw did not fall below the probability."},
    [TRY_SAMPLED] = {"drawn", "Drawn at random: this search has no centre to compare with."},
    [TRY_CENTRE] = {"centre", "The centre itself, measured because its numbers were not known."},
    [KEPT_BEST] = {"best kept", "The best that met every limit stays deployed."},
    [KEPT_LEAST_LATE] = {"least late", "Nothing met the SLO: what misses it least stays deployed."},
    [KEPT_ONLY] = {"scheme's own", "The scheme's own choice: nothing was tried."},
    [KEPT_CUT_OFF] = {"cut off", "Another policy took over in the middle of the search: nothing was chosen."},
};

const char *search_reason_word(int reason)
{
    return reason >= 0 && reason < EVALUATION_REASONS ? reasons[reason].word : "scheme set";
}

const char *search_reason_sentence(int reason)
{
    return reason >= 0 && reason < EVALUATION_REASONS ? reasons[reason].sentence : "";
}

/* --- graphs --- */

/* "b1", or "images b1" where variants are of several apps. */
static void name_variant(const struct recording *recording, int v, char *out, size_t size)
{
    const struct recorded_variant *variant = &recording->graph_variants[v];
    bool known = v < recording->n_graph_variants && variant->variant >= 0 &&
                 variant->variant < recording->n_variants && variant->app >= 0 &&
                 variant->app < recording->n_apps;
    const char *name = known ? recording->variants[variant->variant] : "?";
    bool several = known && recording->graph_variants[0].app !=
                                recording->graph_variants[recording->n_graph_variants - 1].app;
    if (several || !*name)
        snprintf(out, size, "%s%s%s", known ? recording->apps[variant->app].name : "", *name ? " " : "",
                 name);
    else
        snprintf(out, size, "%s", name);
}

static void append(char *out, size_t size, const char *text)
{
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", text);
}

static void append_edge(const struct recording *recording, int count, int slice, int v, const char *before,
                        char *out, size_t size)
{
    char name[64], text[128];
    name_variant(recording, v, name, sizeof name);
    append(out, size, before);
    if (count > 1) {
        snprintf(text, sizeof text, "%d×", count);
        append(out, size, text);
    }
    snprintf(text, sizeof text, "%s %s", mig_slice_names[slice], name);
    append(out, size, text);
}

void search_print_graph(const struct recording *recording, const struct graph *graph, char *out, size_t size)
{
    snprintf(out, size, "%s", graph_size(graph) == 0 ? "nothing" : "");
    for (int slice = MIG_SLICES - 1; slice >= 0; slice--)
        for (int v = GRAPH_VARIANTS_MAX - 1; v >= 0; v--)
            if (graph->count[v][slice] > 0)
                append_edge(recording, graph->count[v][slice], slice, v, *out ? ", " : "", out, size);
}

void search_print_difference(const struct recording *recording, const struct graph *graph,
                             const struct graph *centre, char *out, size_t size)
{
    snprintf(out, size, "%s", graph_equal(graph, centre) ? "= the centre" : "");
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int slice = MIG_SLICES - 1; slice >= 0; slice--)
            for (int v = GRAPH_VARIANTS_MAX - 1; v >= 0; v--) {
                int more = sign * (graph->count[v][slice] - centre->count[v][slice]);
                if (more <= 0)
                    continue;
                append(out, size, *out ? "  " : "");
                append_edge(recording, more, slice, v, sign > 0 ? "+ " : "− ", out, size);
            }
}

/* --- move --- */

const struct pod_move *move_at(const struct recording *recording, int64_t t_ns, int64_t within_ns)
{
    int n = chronicle_until(&recording->moves, t_ns);
    if (n == 0)
        return NULL;
    const struct pod_move *last = chronicle_get(&recording->moves, n - 1);
    const struct pod_move *first =
        chronicle_get(&recording->moves, chronicle_until(&recording->moves, last->t_ns - 1));
    return t_ns - first->t_ns <= within_ns ? first : NULL;
}

void move_print_pod(const struct recording *recording, const struct pod_move *move, char *out, size_t size)
{
    text_print(out, size, "%s", recording->apps[move->app].name);
    if (move->number > 0)
        text_append(out, size, "/%d", (int)move->number);
}

void move_print_way(const struct recording *recording, const struct pod_move *move, char *out, size_t size)
{
    text_print(out, size, "%s", recording->gpus[move->from].name);
    if (!isnan(move->from_c))
        text_append(out, size, " %.1f C", move->from_c);
    text_append(out, size, " to %s", recording->gpus[move->to].name);
    if (!isnan(move->to_c))
        text_append(out, size, " %.1f C", move->to_c);
}

/* --- offer --- */

void offer_name(const struct offers *offers, const struct scenario *scenario, int offer, char *out)
{
    if (offer < 0) {
        snprintf(out, OFFER_NAME, "empty");
        return;
    }
    const struct offer *item = &offers->items[offer];
    const char *app = scenario->apps[item->app].name;
    if (*item->variant && (offers->n == 0 || offers->items[0].app == offers->items[offers->n - 1].app))
        snprintf(out, OFFER_NAME, "%s", item->variant);
    else
        snprintf(out, OFFER_NAME, "%s%s%s", app, *item->variant ? " " : "", item->variant);
}

void offer_reason(const struct offers *offers, const struct scenario *scenario, int offer,
                  enum mig_slice slice, char *out, size_t size)
{
    char name[OFFER_NAME];
    const struct offer *item = offer >= 0 ? &offers->items[offer] : NULL;
    out[0] = 0;
    if (!item || item->fits[slice])
        return;
    offer_name(offers, scenario, offer, name);
    if (item->memory_gb > offers->slice_gb[slice])
        snprintf(out, size, "%s needs %.3g GB, a %s slice has %.3g", name, item->memory_gb,
                 mig_slice_names[slice], offers->slice_gb[slice]);
    else
        snprintf(out, size, "%s cannot run on a %s slice here", name, mig_slice_names[slice]);
}
