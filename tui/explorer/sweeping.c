/* A point's values are written in its place by whichever thread simulated it, then its flag is set; the
 * screen's thread copies what is whole into the values that are read, so that nobody reads half a point. */
#include "tui/explorer/sweeping.h"

#include "engine/base/text.h"
#include "engine/explore/campaign.h"
#include "engine/explore/sweep_run.h"
#include "engine/explore/sweep_sum.h"
#include "tui/explorer/explorer.h"
#include "tui/words/difference.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* To find the same runs, all scenarios are made beforehand; neighbours are looked for among all. */
enum { SHARED_MAX = 2000, REFINED_MAX = 5000, SWEPT_SIZE = 160 };

struct sweeping {
    struct sweep sweep;         /* owned */
    struct sweep_values values; /* what has been taken in */
    size_t n, n_columns, done;  /* points; those that have come */
    struct sweep_column *columns;
    double *taken, *arriving; /* [n][n_columns]; owned */
    _Atomic bool *whole;      /* [n] */
    bool *has;                /* [n]: taken in */
    _Atomic bool starved;     /* memory ran out for a point */
    bool called_off, shown;
    size_t first;              /* point of the campaign */
    struct campaign *campaign; /* NULL: nothing is simulated, or any more */
    unsigned number;
};

/* --- the campaign's side: on any thread --- */

static bool make_scenario(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    const struct sweeping *sweeping = context;
    return sweep_scenario(&sweeping->sweep, sweeping->first + index, scenario, error);
}

static bool keep_run(void *context, size_t index, const struct model *model,
                     const struct recording *recording, const struct summary *summary, struct error *error)
{
    struct sweeping *sweeping = context;
    struct metric_source source = {.summary = summary, .model = model};
    size_t point = sweeping->first + index;
    double *values = sweeping->arriving + point * sweeping->n_columns;
    (void)recording;
    (void)error;
    for (size_t k = 0; k < sweeping->n_columns; k++)
        values[k] = metric_value(sweeping->columns[k].metric, &source, sweeping->columns[k].part);
    atomic_store_explicit(&sweeping->whole[point], true, memory_order_release);
    return true;
}

/* It stays unknown. */
static void keep_fault(void *context, size_t index, const struct error *error)
{
    struct sweeping *sweeping = context;
    if (error_is_no_memory(error))
        atomic_store(&sweeping->starved, true);
    atomic_store_explicit(&sweeping->whole[sweeping->first + index], true, memory_order_release);
}

/* --- beginning --- */

static void sweeping_free(struct sweeping *sweeping)
{
    if (!sweeping)
        return;
    if (sweeping->campaign)
        campaign_end(sweeping->campaign, NULL);
    sweep_free(&sweeping->sweep);
    free(sweeping->columns);
    free(sweeping->taken);
    free(sweeping->arriving);
    free(sweeping->whole);
    free(sweeping->has);
    free(sweeping);
}

static struct sweeping *sweeping_create(struct sweep *sweep, struct error *error)
{
    struct sweeping *sweeping = needed(calloc(1, sizeof *sweeping));
    sweeping->sweep = *sweep;
    *sweep = (struct sweep){0};
    sweeping->n = sweep_points(&sweeping->sweep);
    sweeping->n_columns = sweep_columns(&sweeping->sweep);
    size_t cells = sweeping->n <= SWEEPING_MAX ? sweeping->n * sweeping->n_columns : 0;
    if (cells == 0) {
        error_set(
            error, ERROR_INPUT, "",
            "the screen holds %d runs: take fewer values, or `wattif sweep` writes all of them to a file",
            SWEEPING_MAX);
        sweeping_free(sweeping);
        return NULL;
    }
    sweeping->columns = needed(calloc(sweeping->n_columns + 1, sizeof *sweeping->columns));
    sweeping->taken = needed(malloc(cells * sizeof *sweeping->taken));
    sweeping->arriving = needed(malloc(cells * sizeof *sweeping->arriving));
    sweeping->whole = needed(calloc(sweeping->n, sizeof *sweeping->whole));
    sweeping->has = needed(calloc(sweeping->n, sizeof *sweeping->has));
    for (size_t k = 0; k < sweeping->n_columns; k++)
        sweeping->columns[k] = sweep_column(&sweeping->sweep, k);
    for (size_t i = 0; i < cells; i++)
        sweeping->taken[i] = sweeping->arriving[i] = NAN;
    sweeping->values = (struct sweep_values){&sweeping->sweep, sweeping->taken};
    return sweeping;
}

static void replace(struct explorer *explorer, struct sweeping *sweeping)
{
    struct results *results = &explorer->results;
    sweeping->number = results->sweeping ? results->sweeping->number + 1 : 1;
    sweeping_free(results->sweeping);
    results->sweeping = sweeping;
}

/* All points from this one on. */
static void begin_campaign(struct explorer *explorer, struct sweeping *sweeping, size_t first,
                           struct error *error)
{
    sweeping->first = first;
    struct campaign_plan plan = {.n = sweeping->n - first,
                                 .priority = JOB_ASKED,
                                 .catalog = explorer->catalog,
                                 .shelf = explorer->results.shelf,
                                 .share = sweeping->n <= SHARED_MAX,
                                 .context = sweeping,
                                 .scenario = make_scenario,
                                 .keep = keep_run,
                                 .fault = keep_fault};
    sweeping->campaign = campaign_begin(&plan, explorer->results.jobs, error);
}

bool explorer_sweep_begin(struct explorer *explorer, struct sweep *sweep, struct error *error)
{
    struct sweeping *sweeping = sweeping_create(sweep, error);
    if (!sweeping)
        return false;
    begin_campaign(explorer, sweeping, 0, error);
    if (!sweeping->campaign) {
        sweeping_free(sweeping);
        return false;
    }
    replace(explorer, sweeping);
    return true;
}

bool explorer_sweep_show(struct explorer *explorer, struct sweep *sweep, const double *values, size_t n,
                         struct error *error)
{
    struct sweeping *sweeping = sweeping_create(sweep, error);
    if (!sweeping)
        return false;
    for (size_t i = 0; i < n && i < sweeping->n; i++) {
        for (size_t k = 0; k < sweeping->n_columns; k++)
            sweeping->taken[i * sweeping->n_columns + k] = values[i * sweeping->n_columns + k];
        sweeping->has[i] = true;
        sweeping->done++;
    }
    sweeping->shown = true;
    replace(explorer, sweeping);
    return true;
}

/* --- more of it --- */

/* Nothing runs. */
static void grow(struct sweeping *sweeping, size_t n)
{
    size_t cells = n * sweeping->n_columns;
    sweeping->values.values = sweeping->taken = needed(realloc(sweeping->taken, cells * sizeof(double)));
    sweeping->arriving = needed(realloc(sweeping->arriving, cells * sizeof(double)));
    sweeping->has = needed(realloc(sweeping->has, n * sizeof *sweeping->has));
    free(sweeping->whole);
    sweeping->whole = needed(calloc(n, sizeof *sweeping->whole));
    for (size_t i = 0; i < n; i++) {
        sweeping->has[i] = i < sweeping->n && sweeping->has[i];
        atomic_init(&sweeping->whole[i], sweeping->has[i]);
    }
    for (size_t i = sweeping->n * sweeping->n_columns; i < cells; i++)
        sweeping->taken[i] = sweeping->arriving[i] = NAN;
    sweeping->n = n;
}

bool explorer_sweep_refine(struct explorer *explorer, const struct front_point *means, const size_t *front,
                           size_t n_front, size_t budget)
{
    struct sweeping *sweeping = explorer->results.sweeping;
    struct sweep *sweep = &sweeping->sweep;
    size_t first = sweeping->n, spent = sweep->n_added, seeds = sweep->replicates;
    size_t room = (SWEEPING_MAX - first) / seeds;
    budget = budget < spent ? spent : budget;
    size_t most = budget - spent < room ? budget - spent : room;
    if (sweeping->campaign || sweeping->called_off || sweeping->shown || first > REFINED_MAX || most == 0)
        return false;
    size_t added = sweep_refine(sweep, means, front, n_front, most);
    if (added > 0) {
        grow(sweeping, first + added * seeds);
        begin_campaign(explorer, sweeping, first, NULL);
    }
    return added > 0 && sweeping->campaign;
}

void explorer_sweep_stop(struct explorer *explorer)
{
    struct sweeping *sweeping = explorer->results.sweeping;
    if (sweeping && sweeping->campaign && !sweeping->called_off) {
        campaign_call_off(sweeping->campaign);
        sweeping->called_off = true;
    }
}

/* --- what has come --- */

bool explorer_take_sweep(struct explorer *explorer)
{
    struct sweeping *sweeping = explorer->results.sweeping;
    if (!sweeping || !sweeping->campaign)
        return false;
    bool over = campaign_is_over(sweeping->campaign), news = over;
    for (size_t i = 0; i < sweeping->n; i++) {
        if (sweeping->has[i] || !atomic_load_explicit(&sweeping->whole[i], memory_order_acquire))
            continue;
        for (size_t k = 0; k < sweeping->n_columns; k++)
            sweeping->taken[i * sweeping->n_columns + k] = sweeping->arriving[i * sweeping->n_columns + k];
        sweeping->has[i] = news = true;
        sweeping->done++;
    }
    must_be(!atomic_load(&sweeping->starved));
    if (over) {
        campaign_end(sweeping->campaign, NULL);
        sweeping->campaign = NULL;
    }
    return news;
}

void explorer_drop_sweep(struct explorer *explorer)
{
    sweeping_free(explorer->results.sweeping);
    explorer->results.sweeping = NULL;
}

const struct sweep_values *explorer_sweep(const struct explorer *explorer)
{
    const struct sweeping *sweeping = explorer->results.sweeping;
    return sweeping ? &sweeping->values : NULL;
}

size_t explorer_sweep_done(const struct explorer *explorer)
{
    return explorer->results.sweeping ? explorer->results.sweeping->done : 0;
}

bool explorer_sweep_runs(const struct explorer *explorer)
{
    return explorer->results.sweeping && explorer->results.sweeping->campaign;
}

bool explorer_sweep_has(const struct explorer *explorer, size_t configuration)
{
    const struct sweeping *sweeping = explorer->results.sweeping;
    size_t seeds = sweeping ? sweeping->sweep.replicates : 0;
    bool has = sweeping != NULL;
    for (size_t r = 0; r < seeds; r++)
        has &= sweeping->has[configuration * seeds + r];
    return has;
}

/* --- a configuration --- */

bool explorer_take_configuration(struct explorer *explorer, size_t configuration, struct error *error)
{
    const struct sweep *sweep = &explorer->results.sweeping->sweep;
    const struct scenario *scenario = &explorer->document.scenario;
    struct knob_turn *turns = needed(calloc((size_t)SWEEP_AXES_MAX * KNOB_TARGETS_MAX, sizeof *turns));
    size_t at[SWEEP_AXES_MAX];
    int n = 0;
    bool ok = true;
    sweep_place(sweep, configuration, at);
    for (size_t a = 0; ok && a < sweep->n_axes; a++) {
        struct knob_ref refs[KNOB_TARGETS_MAX];
        int found = knob_resolve_all(scenario, sweep->axes[a].knob, refs, error);
        ok = found > 0;
        for (int i = 0; ok && i < found; i++, n++) {
            turns[n].knob = refs[i];
            ok = knob_parse(scenario, refs[i], sweep->axes[a].values[at[a]], &turns[n].value, error);
        }
    }
    ok = ok && explorer_set_together(explorer, turns, n, true, error);
    free(turns);
    return ok;
}

struct knob_ref explorer_name_swept(const struct sweep *sweep, size_t axis, size_t value, char *out,
                                    size_t size)
{
    const struct sweep_axis *own = &sweep->axes[axis];
    struct knob_ref refs[KNOB_TARGETS_MAX] = {{.id = KNOB_CIT}};
    struct knob_value parsed;
    int n = knob_resolve_all(&sweep->base, own->knob, refs, NULL);
    if (n != 1 || !knob_parse(&sweep->base, refs[0], own->values[value], &parsed, NULL)) {
        text_print(out, size, "%s %s", own->knob, own->values[value]);
        return refs[0];
    }
    difference_value(&sweep->base, refs[0], &parsed, out, size);
    char rounded[SWEPT_SIZE], *number = out + strcspn(out, " ");
    double shown;
    while (*number && !(number[0] == ' ' && strchr("-.0123456789", number[1]) && number[1]))
        number += 1 + strcspn(number + 1, " ");
    if (knob_infos[refs[0].id].type != TYPE_NUMBER || !*number)
        return refs[0];
    text_print(rounded, sizeof rounded, "%.*s", (int)strcspn(number + 1, " "), number + 1);
    if (text_to_number(rounded, &shown) && fabs(shown - parsed.number) > 1e-9 * fabs(parsed.number)) {
        text_print(rounded, sizeof rounded, "%s", number + 1 + strcspn(number + 1, " "));
        *number = 0;
        text_append(out, size, " %s%s", own->values[value], rounded);
    }
    return refs[0];
}

void explorer_name_axes(const struct sweep *sweep, size_t configuration, unsigned axes, char *out,
                        size_t size)
{
    size_t at[SWEEP_AXES_MAX];
    char words[SWEPT_SIZE];
    sweep_place(sweep, configuration, at);
    out[0] = 0;
    for (size_t a = 0; a < sweep->n_axes; a++)
        if (axes >> a & 1) {
            explorer_name_swept(sweep, a, at[a], words, sizeof words);
            text_append(out, size, "%s%s", *out ? ", " : "", words);
        }
}

void explorer_name_configuration(const struct explorer *explorer, size_t configuration, char *out,
                                 size_t size)
{
    const struct sweep *sweep = &explorer->results.sweeping->sweep;
    explorer_name_axes(sweep, configuration, ~0U, out, size);
    if (sweep->n_axes == 0)
        text_print(out, size, "%s", sweep->base.name);
}

unsigned explorer_sweep_number(const struct explorer *explorer)
{
    return explorer->results.sweeping ? explorer->results.sweeping->number : 0;
}
