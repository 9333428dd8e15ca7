/* For people a line a configuration, with what is weighed against each other; whoever computes with a sweep
 * gets every metric of every point. */
#include "tui/cli/sweep/sweep_print.h"

#include "engine/base/text.h"
#include "engine/explore/sweep_sum.h"
#include "store/json/json.h"
#include "tui/report/sweep_report.h"
#include "tui/words/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96, CELL_SIZE = 64, NAME_SIZE = 512, COLUMNS_MAX = SWEEP_AXES_MAX + 16 };

/* --- for people --- */

static void add_configuration(struct listing *listing, const struct sweep_values *of, size_t configuration,
                              const enum metric *aims, size_t n_aims, bool front)
{
    size_t at[SWEEP_AXES_MAX], n = of->sweep->replicates;
    char met[CELL_SIZE];
    sweep_place(of->sweep, configuration, at);
    for (size_t a = 0; a < of->sweep->n_axes; a++)
        listing_text(listing, of->sweep->axes[a].values[at[a]]);
    for (size_t k = 0; k < n_aims; k++) {
        char cell[3 * CELL_SIZE];
        struct confidence found = sweep_mean(of, configuration, sweep_column_of(of->sweep, aims[k], 0));
        if (found.n == 0) {
            listing_text(listing, NULL);
            continue;
        }
        metric_format_mean(aims[k], found.mean, found.ci95, "+-", cell, sizeof cell);
        listing_text(listing, cell);
    }
    snprintf(met, sizeof met, "%.0f of %zu", sweep_share_kept(of, configuration) * (double)n, n);
    listing_text(listing, met);
    listing_text(listing, front ? "yes" : NULL);
}

static bool print_text(const struct sweep_values *of, FILE *file)
{
    const struct sweep *sweep = of->sweep;
    struct listing_column columns[COLUMNS_MAX];
    char titles[SWEEP_TOLD][CELL_SIZE];
    enum metric aims[SWEEP_TOLD];
    struct listing listing;
    size_t n = 0, n_aims = sweep_weighed(of, aims), n_told = sweep_told(of, aims),
           configurations = sweep_configurations(sweep);
    bool *front = calloc(configurations, sizeof *front);
    if (!front || !sweep_front(of, aims, n_aims, front)) {
        free(front);
        return false;
    }
    for (size_t a = 0; a < sweep->n_axes; a++)
        columns[n++] = (struct listing_column){sweep->axes[a].knob, sweep->axes[a].knob, CELL_TEXT, 0};
    for (size_t k = 0; k < n_told; k++) {
        /* Titles with units: "carbon g". */
        const struct metric_info *info = &metric_infos[aims[k]];
        const char *label = metric_groups[info->group].label, *unit = metric_units[info->unit].symbol;
        bool whole = strcmp(info->key, "total") == 0;
        snprintf(titles[k], sizeof titles[k], "%s%s%s", whole ? label : info->title, *unit ? " " : "", unit);
        columns[n++] = (struct listing_column){titles[k], titles[k], CELL_TEXT, 0};
    }
    columns[n++] = (struct listing_column){"met", "seeds within limits", CELL_TEXT, 0};
    columns[n++] = (struct listing_column){"front", "on the front", CELL_TEXT, 0};
    print(file, "%s: %zu configuration%s, %zu seed%s each, %zu runs; means with 95 %% intervals\n\n",
          sweep->base.name, configurations, configurations == 1 ? "" : "s", sweep->replicates,
          sweep->replicates == 1 ? "" : "s", sweep_points(sweep));
    listing_begin(&listing, columns, n);
    for (size_t i = 0; i < configurations; i++)
        add_configuration(&listing, of, i, aims, n_told, front[i]);
    bool good = listing_print(&listing, LISTING_TEXT, 2, file);
    listing_free(&listing);
    free(front);
    char said[NAME_SIZE + 160];
    sweep_report_sentence(of, said, sizeof said);
    print(file, "\n%s\n", said);
    return good;
}

static bool print_json(const struct sweep_head *head, const struct sweep_values *of, FILE *file)
{
    char *text = sweep_report_json(head, of->values);
    if (text) {
        print_document(file, text);
        fputc('\n', file);
    }
    free(text);
    return text != NULL;
}

/* --- the file itself --- */

static bool print_csv(const struct sweep_head *head, const struct sweep_values *of, FILE *file)
{
    size_t n = sweep_columns(of->sweep);
    char *text = sweep_head_text(head);
    if (!text)
        return false;
    print_document(file, text);
    free(text);
    for (size_t i = 0; i < sweep_points(of->sweep); i++)
        sweep_file_write_row(file, of->sweep, i, of->values + i * n);
    return true;
}

bool sweep_print(const struct sweep_head *head, const double *values, enum listing_format format, FILE *file)
{
    struct sweep_values of = {&head->sweep, values};
    switch (format) {
    case LISTING_JSON:
        return print_json(head, &of, file);
    case LISTING_CSV:
        return print_csv(head, &of, file);
    default:
        return print_text(&of, file);
    }
}
