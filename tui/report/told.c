#include "tui/report/told.h"

#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "tui/report/report_page.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELL = 96, COLUMNS = 24 };

/* Titles with their units, where they do not say them. */
static const char *title_of(struct account *account, enum metric metric)
{
    const struct metric_info *info = &metric_infos[metric];
    const char *unit = metric_units[info->unit].symbol;
    bool whole = !*unit || strstr(info->title, unit);
    return text(&account->arena, "%s%s%s", info->title, whole ? "" : " ", whole ? "" : unit);
}

/* A flag in words, by whether it is good. */
static struct account_cell metric_cell(struct account *account, enum metric metric, double value)
{
    const struct metric_info *info = &metric_infos[metric];
    bool good = (value > 0) == (info->better == METRIC_MORE);
    char shown[CELL];
    if (isnan(value))
        return account_words(account, TONE_QUIET, "–");
    if (info->unit == UNIT_FLAG)
        return account_words(account, good ? TONE_GOOD : TONE_BAD, good ? "met" : "missed");
    metric_format(metric, value, shown, sizeof shown);
    return account_number(account, TONE_PLAIN, value, shown, NULL);
}

bool metric_is_told(enum metric metric, const struct metric_source *source, int n)
{
    enum metric_shown shown = metric_infos[metric].shown;
    for (int part = 0; part < n; part++) {
        double value = metric_value(metric, source, part);
        if (!isnan(value) && shown != SHOWN_NEVER && (shown != SHOWN_NONZERO || fabs(value) > 0))
            return true;
    }
    return false;
}

void told_parts(struct account *account, enum metric_scope scope, const struct metric_source *source,
                const struct scenario *scenario)
{
    const struct summary *summary = source->summary;
    bool apps = scope == METRIC_OF_APP;
    int n = apps ? summary->n_apps : summary->n_gpus;
    struct account_column columns[COLUMNS] = {{.title = apps ? "app" : "GPU"},
                                              {.title = apps ? "model" : "type"}};
    enum metric metrics[COLUMNS];
    size_t n_columns = 2;
    for (int k = 0; k < METRIC_COUNT && n_columns + 1 < COLUMNS; k++)
        if (metric_scope_of((enum metric)k) == scope && metric_is_told((enum metric)k, source, n)) {
            metrics[n_columns] = (enum metric)k;
            columns[n_columns++] = (struct account_column){.title = title_of(account, (enum metric)k),
                                                           .number = metric_infos[k].unit != UNIT_FLAG};
        }
    account_table(account, FOR_PEOPLE, apps ? "Each app over the whole run" : "Each GPU over the whole run",
                  columns, n_columns);
    for (int part = 0; part < n; part++) {
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, account_words(account, TONE_PLAIN,
                                           apps ? summary->apps[part].name : summary->gpus[part].name));
        account_put(account, account_words(account, TONE_PLAIN,
                                           apps ? scenario->apps[part].model : summary->gpus[part].type));
        for (size_t k = 2; k < n_columns; k++) {
            double value = metric_value(metrics[k], source, part);
            struct account_cell cell = metric_cell(account, metrics[k], value);
            if (metrics[k] == METRIC_APP_ACCURACY && !isnan(value))
                cell.shown = text(&account->arena, "%s %s", cell.shown,
                                  format_metric(summary->apps[part].accuracy_metric));
            account_put(account, cell);
        }
    }
    if (!apps)
        return;
    account_say(account, TONE_QUIET, 0,
                "SLO: the percentile over the run against it; late: single requests over it.");
    for (int app = 0; app < n; app++)
        if (fabs(scenario->apps[app].percentile - 95) > 0)
            account_say(account, TONE_QUIET, 0,
                        text(&account->arena, "%s is judged by its p%g.", summary->apps[app].name,
                             scenario->apps[app].percentile));
    if (!summary->exact)
        account_say(account, TONE_QUIET, 0,
                    "Percentiles are from a sketch and within 1.1 % of the exact ones.");
}

void told_ledger(struct account *account, const struct metric_source *source,
                 const struct metric_source *reference, const char *name)
{
    static const enum metric kinds[] = {
        METRIC_CARBON_ACTIVE,  METRIC_CARBON_IDLE,     METRIC_CARBON_AUXILIARY,
        METRIC_CARBON_COOLING, METRIC_CARBON_FACILITY, METRIC_CARBON_EMBODIED,
        METRIC_CARBON};
    const struct account_column columns[] = {
        {.title = "kind"}, {.title = "carbon g", .number = true}, {.title = "share %", .number = true},
        {.title = ""},     {.title = name, .number = true},       {.title = "difference", .number = true}};
    double total = source->summary->carbon_total_g;
    account_table(account, FOR_PEOPLE, "Grams of CO₂-equivalent, by what they were emitted for", columns,
                  reference ? 6 : 4);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        double now = metric_value(kinds[k], source, 0),
               was = reference ? metric_value(kinds[k], reference, 0) : 0;
        struct account_bar bar = {.length = now, .half_width = NAN};
        char share[CELL], shown[FORMAT_SIZE];
        if (!(now > 0 || was > 0))
            continue;
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, account_words(account, TONE_PLAIN, metric_infos[kinds[k]].title));
        account_put(account, metric_cell(account, kinds[k], now));
        text_print(share, sizeof share, "%.1f", total > 0 ? 100 * now / total : 0);
        account_put(account, account_words(account, TONE_PLAIN, share));
        account_put(account, account_bars(account, &bar, kinds[k] != METRIC_CARBON));
        if (!reference)
            continue;
        account_put(account, metric_cell(account, kinds[k], was));
        int judged = metric_judge(kinds[k], now, was);
        format_grams(shown, fabs(now - was));
        account_put(account, account_words(account,
                                           judged > 0   ? TONE_GOOD
                                           : judged < 0 ? TONE_BAD
                                                        : TONE_PLAIN,
                                           now < was || now > was
                                               ? text(&account->arena, "%s%s", now < was ? "−" : "+", shown)
                                               : "the same"));
    }
}

void told_seeds(struct account *account, const struct sweep_values *of)
{
    static const struct account_column columns[] = {{.title = "metric"},
                                                    {.title = "mean", .number = true},
                                                    {.title = "95 % interval", .number = true},
                                                    {.title = "least", .number = true},
                                                    {.title = "greatest", .number = true}};
    const struct sweep *sweep = of->sweep;
    account_table(account, FOR_PEOPLE, "Over all seeds; the interval is that of the mean", columns, 5);
    for (size_t k = 0; k < sweep_columns(sweep); k++) {
        struct sweep_column column = sweep_column(sweep, k);
        const struct metric_info *info = &metric_infos[column.metric];
        struct confidence found = sweep_mean(of, 0, k);
        char shown[CELL];
        if (info->shown != SHOWN_MAIN || found.n == 0)
            continue;
        bool of_app = metric_scope_of(column.metric) == METRIC_OF_APP;
        int digits = metric_mean_digits(column.metric, found.mean, found.ci95);
        tradeoff_title(column.metric, shown, sizeof shown);
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account,
                    account_words(account, TONE_PLAIN,
                                  of_app ? text(&account->arena, "%s %s", sweep->base.apps[column.part].name,
                                                title_of(account, column.metric))
                                         : shown));
        metric_format_digits(column.metric, found.mean, digits, shown, sizeof shown);
        account_put(account, account_number(account, TONE_PLAIN, found.mean, shown, NULL));
        if (found.none)
            text_print(shown, sizeof shown, "none: %s", found.none);
        else
            text_print(shown, sizeof shown, "± %.*f", digits < 0 ? 1 : digits,
                       found.ci95 * metric_units[info->unit].factor);
        account_put(account, account_words(account, TONE_PLAIN, shown));
        account_put(account, metric_cell(account, column.metric, found.least));
        account_put(account, metric_cell(account, column.metric, found.greatest));
    }
    account_say(
        account, TONE_QUIET, 0,
        "The interval is that of the mean, from Student's t over the seeds, which are luck of arrivals. None stands where at most half of the seeds, or ten, came to different values: their spread says little of the mean.");
    if (scenario_searches(&sweep->base) && sweep->replicates < METRIC_SEEDS)
        account_say(
            account, TONE_QUIET, 0,
            text(
                &account->arena,
                "Layouts are searched: what one of them decides, as a tail or accuracy, has one from %d seeds on.",
                METRIC_SEEDS));
}

void told_each(struct account *account, const struct sweep_values *of)
{
    struct account_column columns[1 + SWEEP_WEIGHED] = {{.title = "seed"}};
    enum metric aims[SWEEP_WEIGHED];
    size_t n = sweep_weighed(of, aims);
    char title[CELL];
    for (size_t k = 0; k < n; k++)
        columns[1 + k] = (struct account_column){
            .title = text(&account->arena, "%s", tradeoff_title(aims[k], title, sizeof title)),
            .number = true};
    account_table(account, FOR_PAGES, "What each seed came to", columns, 1 + n);
    for (size_t i = 0; i < of->sweep->replicates; i++) {
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, account_words(account, TONE_PLAIN,
                                           text(&account->arena, "%" PRIu64, sweep_seed(of->sweep, i))));
        for (size_t k = 0; k < n; k++)
            account_put(account, metric_cell(account, aims[k],
                                             sweep_value(of, i, sweep_column_of(of->sweep, aims[k], 0))));
    }
}

/* People read the mean with its interval, machines both by themselves. */
static void put_mean(struct account *account, enum metric metric, struct confidence mean, enum tone tone)
{
    char shown[CELL];
    bool known = mean.n > 0;
    if (known)
        metric_format_mean(metric, mean.mean, mean.ci95, shown, sizeof shown);
    account_put(account,
                account_number(account, tone, known ? mean.mean : (double)NAN, known ? shown : NULL, NULL));
    account_put(account, account_bare(known ? mean.ci95 : (double)NAN));
}

static void put_configuration(struct account *account, const struct told_sweep *told, size_t i)
{
    const struct sweep *sweep = told->of->sweep;
    double kept = told->kept ? told->kept[i] : sweep_share_kept(told->of, i);
    bool known = !isnan(kept);
    enum tone tone = !known ? TONE_QUIET : kept < 1 ? TONE_BAD : told->front[i] ? TONE_GOOD : TONE_PLAIN;
    size_t at[SWEEP_AXES_MAX];
    char name[2 * CELL];
    sweep_place(sweep, i, at);
    account_row(account, i);
    if (told->name)
        told->name(sweep, i, ~0U, name, sizeof name);
    account_put(account, account_words(account, tone, told->name ? name : NULL));
    for (size_t a = 0; a < sweep->n_axes; a++) {
        struct account_cell cell = account_value(account, sweep->axes[a].values[at[a]]);
        cell.shown = cell.shown ? cell.shown : text(&account->arena, "%s", sweep->axes[a].values[at[a]]);
        account_put(account, cell);
    }
    for (size_t k = 0; k < told->n_metrics; k++) {
        struct confidence mean = {0};
        if (known)
            mean = sweep_mean(told->of, i, sweep_column_of(sweep, told->metrics[k], 0));
        put_mean(account, told->metrics[k], mean, tone);
    }
    account_put(account, account_words(account, tone,
                                       !known ? "..."
                                              : text(&account->arena, "%.0f of %zu",
                                                     kept * (double)sweep->replicates, sweep->replicates)));
    account_put(account, account_words(account, tone, told->front[i] ? "yes" : NULL));
    account_put(account, account_bare(known ? sweep_share_met(told->of, i) : (double)NAN));
    account_put(account, account_flag(told->front[i]));
    account_put(account, account_flag(i == told->best));
    account_put(account, account_flag(i >= sweep_grid(sweep)));
    account_put(account, account_bare(kept));
}

void told_sweep(struct account *account, const struct told_sweep *told)
{
    const struct sweep *sweep = told->of->sweep;
    struct account_column columns[SWEEP_AXES_MAX + 2 * COLUMNS];
    size_t n = 0, all = sweep_configurations(sweep);
    char title[CELL], key[CELL];
    columns[n++] = (struct account_column){.title = told->name ? "setting" : NULL};
    for (size_t a = 0; a < sweep->n_axes; a++)
        columns[n++] = (struct account_column){.title = told->name ? NULL : sweep->axes[a].knob,
                                               .key = sweep->axes[a].knob};
    for (size_t k = 0; k < told->n_metrics && k < COLUMNS - 8; k++) {
        metric_key(told->metrics[k], 0, key, sizeof key);
        columns[n++] = (struct account_column){
            .title = text(&account->arena, "%s", tradeoff_title(told->metrics[k], title, sizeof title)),
            .key = text(&account->arena, "%s", key),
            .number = true,
            .rank = (int)k};
        columns[n++] = (struct account_column){.key = text(&account->arena, "%s.ci95", key)};
    }
    columns[n++] = (struct account_column){.title = "limits kept", .number = true};
    columns[n++] = (struct account_column){.title = told->name ? NULL : "on the front"};
    static const char *const last[] = {"slo_met_share", "on_front", "best", "added", "limits_kept_share"};
    for (size_t k = 0; k < sizeof last / sizeof *last; k++)
        columns[n++] = (struct account_column){.key = last[k]};
    account_table(account, FOR_ALL,
                  text(&account->arena, "Means over the seeds, with 95 %% intervals%s",
                       told->most < all ? "; the first 2 000" : ""),
                  columns, n);
    for (size_t row = 0; row < all && row < told->most; row++)
        put_configuration(account, told, told->order ? told->order[row] : row);
}
