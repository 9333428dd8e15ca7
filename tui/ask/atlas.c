/* The atlas: what does the scheme save when the run starts on another day, or on another grid? The run at
 * every start of its trace and on every grid of the library, each beside what it is held against there: a
 * calendar with a cell for each start, how often each saving comes out, and the grids as a ranking. Of a
 * sweep its starts and its traces, each with the mean of its seeds; of all else that it varied what lies at
 * its home, and what the run is held against where that is among it. A step takes the start, or the grid. */
#include "engine/answers/comparison.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/explore/sweep_sum.h"
#include "tui/ask/ask.h"
#include "tui/explorer/starts.h"
#include "tui/explorer/sweeping.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DAY_S = 86400, WEEK = 7, MONDAY = 4 /* 1 January 1970 was a Thursday: day 4 a Monday */, BINS = 7 };
enum { POINTS = STARTS_MAX + STARTS_GRIDS, NAME_COLUMNS = 32, BRIEF_COLUMNS = 16 };

/* What a run came to; grams are NAN where it is not known, and where it cannot be. */
struct point {
    double grams, reference_g; /* the second NAN where the run is held against nothing, too */
    double worst;              /* tail latency over its SLO, of the worst app; NAN: unknown */
    bool missed, broken;       /* an SLO; any limit */
};

struct atlas_state {
    struct starts_runs *runs; /* of a sweep its own, else the plan's */
    const struct carbon_trace *trace;
    struct point points[POINTS]; /* of the starts, then of the grids */
    size_t order[STARTS_GRIDS];  /* of the grids: the cleanest run first, what is not known last */
};

/* --- of a sweep --- */

struct swept {
    const struct sweep_values *values;
    size_t home[SWEEP_AXES_MAX], start, trace; /* the axes; SIZE_MAX: there is none */
    size_t versus, than; /* the axis and value that make the reference; SIZE_MAX: there is none */
};

static size_t axis_of(const struct sweep *sweep, enum knob_id id)
{
    struct knob_ref knob;
    for (size_t a = 0; a < sweep->n_axes; a++)
        if (knob_resolve(&sweep->base, sweep->axes[a].knob, &knob, NULL) && knob.id == id)
            return a;
    return SIZE_MAX;
}

/* The configuration at home with other values of two axes, where these are not SIZE_MAX. */
static size_t configuration_at(const struct swept *swept, size_t axis, size_t value, size_t second,
                               size_t other)
{
    size_t at[SWEEP_AXES_MAX];
    memcpy(at, swept->home, sizeof at);
    if (axis != SIZE_MAX)
        at[axis] = value;
    if (second != SIZE_MAX)
        at[second] = other;
    return sweep_at(swept->values->sweep, at);
}

/* Which of its own configurations is what the one at home is held against. */
static bool find_reference(struct swept *swept, char *title, size_t size)
{
    const struct sweep *sweep = swept->values->sweep;
    struct baseline baseline;
    struct scenario scenario;
    uint64_t own = 0;
    swept->versus = SIZE_MAX;
    if (sweep_scenario(sweep, sweep_at(sweep, swept->home) * sweep->replicates, &scenario, NULL)) {
        own = scenario_become_baseline(&scenario, &baseline) ? scenario_fingerprint(&scenario) : 0;
        scenario_free(&scenario);
    }
    for (size_t a = 0; own && a < sweep->n_axes; a++)
        for (size_t i = 0; i < sweep->axes[a].n && a != swept->start && a != swept->trace; i++) {
            size_t configuration = configuration_at(swept, a, i, SIZE_MAX, 0);
            if (!sweep_scenario(sweep, configuration * sweep->replicates, &scenario, NULL))
                continue;
            bool same = scenario_fingerprint(&scenario) == own;
            scenario_free(&scenario);
            if (!same)
                continue;
            swept->versus = a;
            swept->than = i;
            text_print(title, size, "%s", baseline.title);
            return true;
        }
    return false;
}

static struct point swept_point(const struct swept *swept, size_t axis, size_t value)
{
    const struct sweep_values *values = swept->values;
    size_t own = configuration_at(swept, axis, value, SIZE_MAX, 0);
    size_t reference = configuration_at(swept, axis, value, swept->versus, swept->than);
    size_t carbon = sweep_column_of(values->sweep, METRIC_CARBON, 0);
    return (struct point){
        sweep_mean(values, own, carbon).mean,
        swept->versus == SIZE_MAX ? (double)NAN : sweep_mean(values, reference, carbon).mean,
        sweep_mean(values, own, sweep_column_of(values->sweep, METRIC_WORST_OF_SLO, 0)).mean,
        sweep_share_met(values, own) < 1, sweep_share_kept(values, own) < 1};
}

/* Starts in the order of time, grids in that of the sweep. */
static bool fill_from_sweep(struct ask *ask, const struct swept *swept, struct error *error)
{
    static const struct sweep_axis none = {0};
    struct atlas_state *state = ask->state;
    struct starts *starts = &state->runs->starts;
    const struct sweep *sweep = swept->values->sweep;
    const struct sweep_axis *days = swept->start == SIZE_MAX ? &none : &sweep->axes[swept->start],
                            *grids = swept->trace == SIZE_MAX ? &none : &sweep->axes[swept->trace];
    struct knob_value value;
    if (days->n > STARTS_MAX || grids->n > STARTS_GRIDS)
        return error_set(error, ERROR_INPUT, "",
                         "this sweep has %zu starts and %zu grids; a calendar holds %d, the ranking %d",
                         days->n, grids->n, STARTS_MAX, STARTS_GRIDS);
    starts->n = 0;
    for (size_t i = 0; i < days->n; i++) {
        if (!knob_parse(&sweep->base, knob_of_run(KNOB_START), days->values[i], &value, error))
            return false;
        int k = starts->n++;
        for (; k > 0 && starts->at_s[k - 1] > (int64_t)value.number; k--) {
            starts->at_s[k] = starts->at_s[k - 1];
            state->points[k] = state->points[k - 1];
        }
        starts->at_s[k] = (int64_t)value.number;
        state->points[k] = swept_point(swept, swept->start, i);
    }
    starts->own = starts->n - 1;
    while (starts->own >= 0 && starts->at_s[starts->own] != sweep->base.start_s)
        starts->own--;
    for (size_t i = 0; i < grids->n; i++) {
        struct point *point = &state->points[(size_t)starts->n + i];
        if (!starts_add_grid(state->runs, ask->explorer, grids->values[i], error))
            return false;
        *point = (struct point){NAN, NAN, NAN, false, false};
        if (state->runs->grids[i].covered)
            *point = swept_point(swept, swept->trace, i);
    }
    return true;
}

static bool plan_sweep(struct ask *ask, struct error *error)
{
    struct atlas_state *state = ask->state;
    struct swept swept = {.values = explorer_sweep(ask->explorer)};
    swept.start = axis_of(swept.values->sweep, KNOB_START);
    swept.trace = axis_of(swept.values->sweep, KNOB_TRACE);
    if (swept.start == SIZE_MAX && swept.trace == SIZE_MAX)
        return error_set(
            error, ERROR_INPUT, "",
            "this sweep varied neither start nor trace, which an atlas is of: vary start=2022-01-13T20:00Z,2022-01-14T20:00Z or trace=NAME,NAME, and policy.LAYER=... for what it is held against");
    sweep_home(swept.values->sweep, swept.home);
    if (!find_reference(&swept, state->runs->title, sizeof state->runs->title))
        state->runs->title[0] = 0;
    return fill_from_sweep(ask, &swept, error);
}

/* --- asking --- */

static bool atlas_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    struct atlas_state *state = ask->state;
    const struct catalog *catalog = ask->explorer->catalog;
    struct store_list list = {0};
    state->trace = catalog->trace(catalog->context, ask->explorer->document.scenario.trace, error);
    state->runs = state->trace ? explorer_starts_runs(ask->explorer, 0, error) : NULL;
    if (!state->runs)
        return false;
    bool good = ask->of_sweep ? plan_sweep(ask, error)
                              : !ask->store || store_list(ask->store, STORE_TRACE, &list, error);
    for (size_t i = 0; i < list.n && good; i++)
        good = starts_add_grid(state->runs, ask->explorer, list.items[i].name, error);
    free(list.items);
    if (!good) {
        starts_runs_free(state->runs);
        state->runs = NULL;
        return false;
    }
    ask->chosen = state->runs->starts.own > 0 ? (size_t)state->runs->starts.own : ACCOUNT_NO_STEP;
    if (!ask->of_sweep)
        *plan = starts_plan_of(state->runs, JOB_ASKED);
    return true;
}

static void atlas_free(struct ask *ask)
{
    if (ask->of_sweep)
        starts_runs_free(((struct atlas_state *)ask->state)->runs);
}

/* --- what has come --- */

static void take_points(const struct ask *ask, struct atlas_state *state)
{
    size_t n = (size_t)state->runs->starts.n + state->runs->n_grids;
    for (size_t k = 0; k < n && !ask->of_sweep; k++)
        state->points[k] = (struct point){
            question_value(ask, METRIC_CARBON, 2 * k),
            *state->runs->title ? question_value(ask, METRIC_CARBON, 2 * k + 1) : (double)NAN,
            question_value(ask, METRIC_WORST_OF_SLO, 2 * k), question_value(ask, METRIC_SLO_MET, 2 * k) < 1,
            question_value(ask, METRIC_LIMITS_BROKEN, 2 * k) > 0};
    for (size_t k = 0; k < state->runs->n_grids; k++) {
        const struct point *points = state->points + state->runs->starts.n;
        size_t place = k;
        for (; place > 0; place--) {
            double before = points[state->order[place - 1]].grams;
            if (isnan(points[k].grams) || before <= points[k].grams)
                break;
            state->order[place] = state->order[place - 1];
        }
        state->order[place] = k;
    }
}

/* Per cent of carbon against the reference, below 0: less; NAN: unknown, or there is none. */
static double saving_of(const struct point *point)
{
    return 100 * (point->grams / point->reference_g - 1);
}

/* What the calendar shows, less is better: per cent against the reference, or grams. */
static double value_of(const struct atlas_state *state, size_t k)
{
    return *state->runs->title ? saving_of(&state->points[k]) : state->points[k].grams;
}

static const char *percent_words(double value, struct arena *arena)
{
    return text(arena, "%s %%", format_signed(FORMAT_ROOM, value, 1));
}

static const char *value_words(const struct atlas_state *state, double value, struct arena *arena)
{
    return isnan(value)          ? "not known yet"
           : *state->runs->title ? percent_words(value, arena)
                                 : text(arena, "%s", format_grams(FORMAT_ROOM, value));
}

static const char *date_of(const struct atlas_state *state, int64_t at_s, struct arena *arena)
{
    return text(arena, "%s", format_date(FORMAT_ROOM, at_s, carbon_trace_offset(state->trace, at_s)));
}

/* What is known of all starts. */
struct atlas_telling {
    const struct ask *ask;
    const struct atlas_state *state;
    struct account *account;
    double least, greatest, here; /* of value_of; NAN: nothing is known */
    bool over, flat;              /* flat: they print alike */
    bool known;                   /* their spread is */
    struct starts_spread spread;
};

static struct atlas_telling look(struct ask *ask)
{
    const struct atlas_state *state = ask->state;
    const struct starts *starts = &state->runs->starts;
    struct atlas_telling of = {.ask = ask,
                               .state = state,
                               .account = &ask->account,
                               .least = NAN,
                               .greatest = NAN,
                               .here = starts->own < 0 ? (double)NAN : value_of(state, (size_t)starts->own),
                               .over = ask_is_over(ask)};
    double savings[STARTS_MAX];
    struct arena *arena = &ask->account.arena;
    for (int k = 0; k < starts->n; k++) {
        savings[k] = value_of(state, (size_t)k);
        of.least = fmin(of.least, savings[k]);
        of.greatest = fmax(of.greatest, savings[k]);
    }
    of.flat = strcmp(value_words(state, of.least, arena), value_words(state, of.greatest, arena)) == 0;
    of.known = of.over && *state->runs->title && starts_spread(savings, starts->n, of.here, &of.spread);
    return of;
}

/* The saving at the run's own start, and how it stands among the others. */
static const char *sentence_of(const struct atlas_telling *of)
{
    struct arena *arena = &of->account->arena;
    const struct starts_runs *runs = of->state->runs;
    const struct starts *starts = &runs->starts;
    const char *own = value_words(of->state, of->here, arena);
    char spread[LUCK_SIZE];
    if (of->known)
        luck_describe(&of->spread, spread);
    if (starts->n == 0 && of->ask->of_sweep)
        return text(arena, "The sweep has %zu grids, and one start.", runs->n_grids);
    if (starts->n == 0)
        return starts->late > 0 ? "The run is longer than its trace: it has no other start."
                                : "This trace is constant: every start runs alike.";
    if (starts->own < 0 && of->known)
        return text(arena, "Carbon against %s %s.", runs->title, spread);
    if (starts->own < 0 && of->over)
        return text(arena, "%s to %s over %d starts; no scheme to hold it against is among what was swept.",
                    value_words(of->state, of->least, arena), value_words(of->state, of->greatest, arena),
                    starts->n);
    if (!*runs->title)
        return text(arena,
                    of->ask->of_sweep
                        ? "%s at this start; what it is held against was not swept, so grams are shown."
                        : "%s at this start; the run is held against nothing, so grams are shown.",
                    own);
    if (!of->known)
        return text(arena, "Carbon against %s at %d starts: %zu of %zu runs are done.", runs->title,
                    starts->n, seeding_done(&of->ask->seeding), seeding_size(&of->ask->seeding));
    if (of->flat)
        return text(arena, "%s carbon against %s at each of %d starts: when it starts is all one.", own,
                    runs->title, of->spread.n);
    return text(arena, "%s carbon against %s at this start; %s; %d of them do better.", own, runs->title,
                spread, of->spread.below);
}

/* --- the calendar --- */

/* Days since 1970 on the trace's calendar. */
static int64_t day_of(const struct atlas_state *state, int64_t at_s)
{
    int64_t local_s = at_s + carbon_trace_offset(state->trace, at_s);
    return (local_s - (local_s < 0 ? DAY_S - 1 : 0)) / DAY_S;
}

/* One table of starts and of grids for machines; people have one of each. */
enum { NAME, LOCAL = 5, BAR, GRAMS, CHANGE = 9, LIMITS, COLUMNS = 14 };
static const struct account_column point_columns[COLUMNS] = {
    {.title = ""},
    {.key = "kind"},
    {.key = "trace"},
    {.key = "start"},
    {.key = "start_local"},
    {.title = "local", .number = true, .rank = 2},
    {.title = "", .rank = 3},
    {.title = "carbon", .key = "carbon_g.total", .number = true},
    {.key = "reference.carbon_g.total"},
    {.key = "carbon_change_percent", .number = true},
    {.title = ""},
    {.key = "slo_met"},
    {.key = "worst_of_slo"},
    {.key = "limits_kept"}};

static struct account_part *begin_points(const struct atlas_telling *of, const char *title, bool grids)
{
    struct account_column own[COLUMNS];
    const char *reference = of->state->runs->title;
    memcpy(own, point_columns, sizeof own);
    own[grids ? LIMITS : LOCAL].title = own[grids ? LIMITS : BAR].title = NULL;
    own[CHANGE].title = *reference ? "change" : NULL;
    struct account_part *part = account_table(of->account, FOR_ALL, title, own, COLUMNS);
    if (part)
        part->note = *reference ? text(&of->account->arena, "against %s", reference) : "grams";
    return part;
}

/* "all limits kept; worst tail 86 % of its SLO" */
static const char *limits_words(const struct point *point, struct arena *arena)
{
    const char *kept = point->broken ? "breaks a limit" : "all limits kept";
    if (isnan(point->worst))
        return point->broken ? kept : "";
    return text(arena, "%s; worst tail %s of its SLO", kept, format_share(FORMAT_ROOM, 100 * point->worst));
}

static void put(struct account *account, enum tone tone, const char *words)
{
    account_put(account, account_words(account, tone, words));
}

static void tell_point(const struct atlas_telling *of, const struct carbon_trace *trace,
                       const char *trace_name, struct account_cell name, int64_t start_s,
                       const struct point *point)
{
    struct account *account = of->account;
    struct arena *arena = &account->arena;
    char start[24];
    int32_t offset_s = trace ? carbon_trace_offset(trace, start_s) : 0;
    bool known = !isnan(point->grams), held = *of->state->runs->title;
    double saving = saving_of(point);
    const struct account_bar bar = {.length = point->grams, .half_width = NAN, .tone = TONE_QUIET};
    const struct account_cell none = {.kind = ACCOUNT_NONE};
    civil_format(start_s, start, sizeof start);
    account_put(account, name);
    put(account, TONE_PLAIN, name.brief ? "grid" : "start");
    put(account, TONE_PLAIN, trace_name);
    put(account, TONE_PLAIN, start);
    put(account, TONE_PLAIN, trace ? format_date(FORMAT_ROOM, start_s, offset_s) : NULL);
    put(account, TONE_QUIET, trace ? format_clock(FORMAT_ROOM, start_s, offset_s, false) : NULL);
    account_put(account, known ? account_bars(account, &bar, 1) : none);
    account_put(account, account_number(account, known ? TONE_PLAIN : TONE_QUIET, point->grams,
                                        known      ? format_grams(FORMAT_ROOM, point->grams)
                                        : of->over ? "too short"
                                                   : "...",
                                        known || !of->over ? NULL : "short"));
    account_put(account, account_bare(point->reference_g));
    account_put(account, account_number(account, TONE_PLAIN, saving,
                                        !isnan(saving)  ? percent_words(saving, arena)
                                        : known && held ? "..."
                                                        : "",
                                        NULL));
    put(account, point->broken ? TONE_BAD : TONE_PLAIN, known ? limits_words(point, arena) : NULL);
    account_put(account, known ? account_flag(!point->missed) : none);
    account_put(account, account_bare(point->worst));
    account_put(account, known ? account_flag(!point->broken) : none);
}

static void tell_calendar(const struct atlas_telling *of)
{
    static const char *const days[WEEK] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    const char *weeks[STARTS_MAX / WEEK + 2];
    const struct atlas_state *state = of->state;
    const struct starts *starts = &state->runs->starts;
    struct account *account = of->account;
    struct arena *arena = &account->arena;
    int64_t own_s = of->ask->explorer->document.scenario.start_s;
    int32_t offset_s = carbon_trace_offset(state->trace, own_s);
    struct account_part *part = starts->n == 0
                                    ? NULL
                                    : begin_points(of,
                                                   text(arena, "Starts, each day at %s %s",
                                                        format_clock(FORMAT_ROOM, own_s, offset_s, false),
                                                        format_zone(FORMAT_ROOM, offset_s)),
                                                   false);
    if (!part)
        return;
    int64_t monday = day_of(state, starts->at_s[0]);
    monday -= ((monday - MONDAY) % WEEK + WEEK) % WEEK;
    size_t n = (size_t)((day_of(state, starts->at_s[starts->n - 1]) - monday) / WEEK) + 1;
    n = n < sizeof weeks / sizeof *weeks ? n : sizeof weeks / sizeof *weeks;
    for (size_t week = 0; week < n; week++) {
        struct civil civil = civil_from_unix((monday + (int64_t)week * WEEK) * DAY_S);
        weeks[week] = text(arena, "%s %d", civil_month_name(civil.month), civil.day);
    }
    account_matrix(account, days, WEEK, weeks, n, *state->runs->title);
    for (int k = 0; k < starts->n; k++) {
        account_row(account, (size_t)k);
        account_place(account, (double)(day_of(state, starts->at_s[k]) - monday),
                      k == starts->own ? MARK_HERE : 0);
        tell_point(of, state->trace, state->trace->name,
                   account_words(account, TONE_PLAIN, date_of(state, starts->at_s[k], arena)),
                   starts->at_s[k], &state->points[k]);
    }
}

/* --- how often --- */

/* Bins of a round width, whose first and last have a start. */
static void tell_often(const struct atlas_telling *of)
{
    static const struct account_column columns[] = {{.title = "", .number = true},
                                                    {.title = "", .rank = 2},
                                                    {.title = "", .number = true},
                                                    {.title = ""}};
    const struct atlas_state *state = of->state;
    struct account *account = of->account;
    struct arena *arena = &account->arena;
    bool held = *state->runs->title;
    if (isnan(of->least))
        return;
    double raw = of->flat ? 1 : (of->greatest - of->least) / BINS, power = pow(10, floor(log10(raw)));
    double step = power * (raw <= power ? 1 : raw <= 2 * power ? 2 : raw <= 5 * power ? 5 : 10);
    int first = (int)floor(of->least / step), last = of->flat ? first : (int)floor(of->greatest / step);
    struct account_part *part = account_table(
        account, FOR_PEOPLE, held ? "How many starts by % of carbon" : "How many starts by grams", columns,
        sizeof columns / sizeof *columns);
    if (!part)
        return;
    part->rank = 1;
    if (of->known && !of->flat)
        part->note = text(arena, "half in %s to %s", format_signed(FORMAT_ROOM, of->spread.lower, 1),
                          format_signed(FORMAT_ROOM, of->spread.upper, 1));
    for (int bin = first; bin <= last; bin++) {
        int count = 0, digits = step < 1 ? 1 : 0;
        double from = bin * step, to = from + step;
        for (int k = 0; k < state->runs->starts.n; k++) {
            double value = value_of(state, (size_t)k);
            count += of->flat ? !isnan(value) : value >= from && value < to;
        }
        bool mine = of->here >= from && of->here < to,
             middle = of->known && of->spread.median >= from && of->spread.median < to;
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account,
                    account_words(account, TONE_QUIET,
                                  held ? text(arena, "%s to %s", format_signed(FORMAT_ROOM, from, digits),
                                              format_signed(FORMAT_ROOM, to, digits))
                                       : text(arena, "%.*f to %.*f", digits, from, digits, to)));
        account_put(
            account,
            account_bars(account,
                         &(struct account_bar){.length = count, .half_width = NAN, .tone = TONE_QUIET}, 1));
        account_put(account, account_number(account, TONE_PLAIN, count, text(arena, "%d", count), NULL));
        struct account_cell mark = account_words(account, TONE_STRONG,
                                                 mine && middle ? "● median"
                                                 : mine         ? "● here"
                                                 : middle       ? "median"
                                                                : "");
        mark.brief = mine ? "●" : "";
        account_put(account, mark);
    }
}

static void tell_grids(const struct atlas_telling *of)
{
    const struct atlas_state *state = of->state;
    const struct starts_runs *runs = state->runs;
    struct account *account = of->account;
    struct account_part *part = runs->n_grids > 0 ? begin_points(of, "Grids", true) : NULL;
    if (!part)
        return;
    part->aside = part->goes_on = runs->starts.n > 0;
    for (size_t i = 0; i < runs->n_grids; i++) {
        const struct starts_grid *grid = &runs->grids[state->order[i]];
        const char *title = grid->trace && *grid->trace->title ? grid->trace->title : grid->name;
        bool now = strcmp(grid->name, of->ask->explorer->document.scenario.trace) == 0;
        char room[FORMAT_TRACE_SIZE];
        struct account_cell name = {.kind = ACCOUNT_WORDS, .tone = now ? TONE_STRONG : TONE_PLAIN};
        name.shown =
            text(&account->arena, "%s%s", now ? "● " : "  ", format_trace(room, title, NAME_COLUMNS));
        name.brief =
            text(&account->arena, "%s%s", now ? "● " : "  ", format_trace(room, title, BRIEF_COLUMNS));
        account_row(account, STARTS_MAX + state->order[i]);
        tell_point(of, grid->trace, grid->name, name, grid->start_s,
                   &state->points[(size_t)runs->starts.n + state->order[i]]);
    }
}

static void atlas_tell(struct ask *ask)
{
    struct atlas_state *state = ask->state;
    struct account *account = &ask->account;
    take_points(ask, state);
    struct atlas_telling of = look(ask);
    account->of = text(&account->arena, "%s", ask->explorer->document.scenario.name);
    size_t seeds = seeding_whole(&ask->seeding);
    account->over = text(&account->arena, seeds > 1 ? "%s, mean of %zu seeds" : "%s",
                         *state->trace->title ? state->trace->title : state->trace->name, seeds);
    if (of.known && !ask->of_sweep)
        explorer_note_starts(ask->explorer, &of.spread);
    account_fact(account, "reference",
                 account_words(account, TONE_PLAIN, *state->runs->title ? state->runs->title : NULL));
    account_say(account, TONE_STRONG, 0, sentence_of(&of));
    tell_calendar(&of);
    tell_often(&of);
    tell_grids(&of);
}

static enum ask_entered atlas_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct atlas_state *state = ask->state;
    char note[160];
    explorer_end_turn(ask->explorer);
    if (step >= STARTS_MAX) {
        const struct starts_grid grid = state->runs->grids[step - STARTS_MAX];
        text_print(said, ASK_SAID, "the run is on %s; u takes it back",
                   grid.trace && *grid.trace->title ? grid.trace->title : grid.name);
        return explorer_set_trace(ask->explorer, grid.name, grid.start_s, error) ? ASK_LEAVES : ASK_REFUSED;
    }
    int64_t at_s = state->runs->starts.at_s[step];
    struct knob_value value = {.number = (double)at_s};
    if ((int)step == state->runs->starts.own)
        text_print(said, ASK_SAID, "the run starts there already");
    else
        text_print(said, ASK_SAID, "the run starts %s; u takes it back",
                   date_of(state, at_s, &ask->account.arena));
    bool set = (int)step == state->runs->starts.own ||
               explorer_set(ask->explorer, knob_of_run(KNOB_START), &value, note, error);
    return set ? ASK_LEAVES : ASK_REFUSED;
}

const struct question_of question_atlas = {.name = "atlas",
                                           .title = "Atlas",
                                           .enters = "run there",
                                           .turns = "days, grids",
                                           .chooses = "week",
                                           .one_seed = true,
                                           .state_size = sizeof(struct atlas_state),
                                           .plan = atlas_plan,
                                           .tell = atlas_tell,
                                           .enter = atlas_enter,
                                           .free = atlas_free};
