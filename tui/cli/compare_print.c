/* Every metric that all runs have is a row; one that is not known in any is left out. Apps are compared where
 * all runs have the same ones. Text shows the rows that people weigh, JSON and CSV all. */
#include "tui/cli/compare_print.h"

#include "engine/base/text.h"
#include "engine/explore/pairing.h"
#include "engine/explore/sweep_sum.h"
#include "store/json/json.h"
#include "tui/words/difference.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96, CELL_SIZE = 96, CHANGES_MAX = 8, COLUMNS_MAX = 2 + 3 * COMPARED_MAX };

/* --- what is compared --- */

static bool same_word(const struct comparison *comparison, size_t k)
{
    for (size_t i = 0; i < comparison->n; i++)
        if (i != k && strcmp(comparison->runs[i].word, comparison->runs[k].word) == 0)
            return true;
    return false;
}

void compared_name(struct comparison *comparison, size_t k)
{
    struct compared *run = &comparison->runs[k];
    text_print(run->name, sizeof run->name, same_word(comparison, k) ? "%s (%zu)" : "%s", run->word, k + 1);
}

static const char *why_not(const struct comparison *comparison)
{
    const struct compared *first = &comparison->runs[0];
    for (size_t k = 1; k < comparison->n; k++) {
        const struct compared *run = &comparison->runs[k];
        const char *why = pairing_why_not(&first->sweep.base, first->basis, &run->sweep.base, run->basis);
        if (why)
            return why;
    }
    return NULL;
}

static bool same_apps(const struct comparison *comparison)
{
    const struct scenario *first = &comparison->runs[0].sweep.base;
    for (size_t k = 1; k < comparison->n; k++) {
        const struct scenario *other = &comparison->runs[k].sweep.base;
        if (other->n_apps != first->n_apps)
            return false;
        for (int a = 0; a < first->n_apps; a++)
            if (strcmp(first->apps[a].name, other->apps[a].name) != 0 ||
                strcmp(first->apps[a].model, other->apps[a].model) != 0)
                return false;
    }
    return true;
}

/* One metric of all of them. */
struct row {
    struct sweep_column column;
    double values[COMPARED_MAX];           /* means over the seeds */
    struct pairing pairings[COMPARED_MAX]; /* against the first; of the first nothing */
};

/* Of the seeds of one run. */
static void take_column(const struct compared *run, struct sweep_column column, double *values)
{
    size_t n = sweep_columns(&run->sweep), k = sweep_column_of(&run->sweep, column.metric, column.part);
    for (size_t i = 0; i < run->n; i++)
        values[i] = k < n ? run->values[i * n + k] : NAN;
}

static double mean_of(const struct compared *run, struct sweep_column column)
{
    size_t k = sweep_column_of(&run->sweep, column.metric, column.part);
    struct sweep_values of = {&run->sweep, run->values};
    return k < sweep_columns(&run->sweep) ? sweep_mean(&of, 0, k).mean : NAN;
}

/* False where no run knows it. */
static bool make_row(const struct comparison *comparison, struct sweep_column column, bool paired,
                     struct row *row)
{
    double first[SWEEP_REPLICATES_MAX], other[SWEEP_REPLICATES_MAX];
    bool known = false;
    *row = (struct row){.column = column};
    take_column(&comparison->runs[0], column, first);
    for (size_t k = 0; k < comparison->n; k++) {
        take_column(&comparison->runs[k], column, other);
        row->values[k] = mean_of(&comparison->runs[k], column);
        known = known || !isnan(row->values[k]);
        row->pairings[k] = pairing_of(first, other, comparison->runs[k].n);
        if (!paired && row->pairings[k].verdict != PAIRING_IDENTICAL) {
            row->pairings[k].verdict = PAIRING_UNKNOWN;
            row->pairings[k].ci95 = NAN;
        }
        row->pairings[k].delta = row->values[k] - row->values[0];
    }
    return known;
}

/* Calls `take` for every row. */
static void each_row(const struct comparison *comparison, void (*take)(void *context, const struct row *row),
                     void *context)
{
    const struct sweep *sweep = &comparison->runs[0].sweep;
    size_t n = sweep_columns(sweep);
    bool paired = why_not(comparison) == NULL, apps = same_apps(comparison);
    struct row row;
    for (size_t k = 0; k < n; k++) {
        struct sweep_column column = sweep_column(sweep, k);
        if ((metric_scope_of(column.metric) == METRIC_OF_RUN || apps) &&
            make_row(comparison, column, paired, &row))
            take(context, &row);
    }
}

/* Of all runs: real where any difference is; SIZE_MAX of them may be in doubt. */
static enum pairing_verdict verdict_of(const struct comparison *comparison, const struct row *row)
{
    bool seen[PAIRING_VERDICTS] = {false};
    for (size_t k = 1; k < comparison->n; k++)
        seen[row->pairings[k].verdict] = true;
    if (seen[PAIRING_REAL])
        return PAIRING_REAL;
    if (seen[PAIRING_UNKNOWN])
        return PAIRING_UNKNOWN;
    return seen[PAIRING_NOISE] ? PAIRING_NOISE : PAIRING_IDENTICAL;
}

/* The run that is best by this metric, and not just by luck of equality; NULL: none is. */
static const char *best_of(const struct comparison *comparison, const struct row *row)
{
    size_t best = 0;
    bool alone = true;
    for (size_t k = 1; k < comparison->n; k++)
        if (metric_judge(row->column.metric, row->values[k], row->values[best]) > 0)
            best = k;
    for (size_t k = 0; k < comparison->n; k++)
        alone =
            alone && (k == best || metric_judge(row->column.metric, row->values[best], row->values[k]) > 0);
    return alone ? comparison->runs[best].name : NULL;
}

/* --- JSON --- */

struct printing {
    const struct comparison *comparison;
    struct json_writer *writer;
    struct listing *listing;
    bool all; /* rows, also those that people skip */
};

static void put_row(void *context, const struct row *row)
{
    const struct printing *printing = context;
    const struct comparison *comparison = printing->comparison;
    struct json_writer *writer = printing->writer;
    enum pairing_verdict verdict = verdict_of(comparison, row);
    bool intervals = comparison->runs[0].n > 1 && !why_not(comparison);
    char key[KEY_SIZE];
    metric_key(row->column.metric, row->column.part, key, sizeof key);
    json_begin_object(writer, NULL);
    json_string(writer, "metric", key);
    json_begin_array(writer, "values", true);
    for (size_t k = 0; k < comparison->n; k++)
        json_number(writer, NULL, row->values[k]);
    json_end_array(writer);
    json_begin_array(writer, "delta", true);
    for (size_t k = 1; k < comparison->n; k++)
        json_number(writer, NULL, row->pairings[k].delta);
    json_end_array(writer);
    if (intervals) {
        json_begin_array(writer, "delta_ci95", true);
        for (size_t k = 1; k < comparison->n; k++)
            json_number(writer, NULL, row->pairings[k].ci95);
        json_end_array(writer);
    } else {
        json_null(writer, "delta_ci95");
    }
    json_string(writer, "better", best_of(comparison, row));
    json_string(writer, "verdict", verdict == PAIRING_UNKNOWN ? NULL : pairing_verdict_names[verdict]);
    json_begin_array(writer, "verdicts", true);
    for (size_t k = 1; k < comparison->n; k++) {
        enum pairing_verdict one = row->pairings[k].verdict;
        json_string(writer, NULL, one == PAIRING_UNKNOWN ? NULL : pairing_verdict_names[one]);
    }
    json_end_array(writer);
    json_end_object(writer);
}

static bool print_json(const struct comparison *comparison, FILE *file)
{
    struct json_writer writer = {0};
    struct printing printing = {.comparison = comparison, .writer = &writer};
    const char *why = why_not(comparison);
    json_begin_object(&writer, NULL);
    json_begin_array(&writer, "runs", false);
    for (size_t k = 0; k < comparison->n; k++)
        json_string(&writer, NULL, comparison->runs[k].name);
    json_end_array(&writer);
    json_bool(&writer, "paired", !why);
    json_string(&writer, "why_not", why);
    json_uint(&writer, "n", comparison->runs[0].n);
    json_begin_array(&writer, "differences", false);
    each_row(comparison, put_row, &printing);
    json_end_array(&writer);
    json_end_object(&writer);
    char *text = json_writer_take(&writer);
    if (text)
        print(file, "%s\n", text);
    free(text);
    return text != NULL;
}

/* --- tables --- */

static char letter_of(size_t k)
{
    return (char)('A' + (int)k);
}

/* "-18.4 +- 0.3 better, real". */
static void describe(const struct comparison *comparison, const struct row *row, size_t k, char *out,
                     size_t size)
{
    const struct pairing *pairing = &row->pairings[k];
    const struct metric_info *info = &metric_infos[row->column.metric];
    double factor = metric_units[info->unit].factor;
    int digits = info->digits < 0 ? 1 : info->digits;
    int judged = metric_judge(row->column.metric, row->values[k], row->values[0]);
    const char *verdict =
        pairing->verdict == PAIRING_NOISE ? "may be noise" : pairing_verdict_names[pairing->verdict];
    (void)comparison;
    text_print(out, size, "-");
    if (isnan(pairing->delta))
        return;
    if (pairing->verdict == PAIRING_IDENTICAL) {
        text_print(out, size, "identical");
        return;
    }
    text_print(out, size, "%+.*f", digits, pairing->delta * factor);
    if (!isnan(pairing->ci95))
        text_append(out, size, " +- %.*f", digits, pairing->ci95 * factor);
    text_append(out, size, "%s%s%s",
                judged > 0   ? " better"
                : judged < 0 ? " worse"
                             : "",
                *verdict ? ", " : "", verdict);
}

static void label_of(const struct comparison *comparison, struct sweep_column column, char *out, size_t size)
{
    const struct metric_info *info = &metric_infos[column.metric];
    const char *unit = metric_units[info->unit].symbol;
    bool of_app = metric_scope_of(column.metric) == METRIC_OF_APP;
    const char *lead =
        of_app ? comparison->runs[0].sweep.base.apps[column.part].name : metric_groups[info->group].label;
    bool said = !of_app && metric_groups[info->group].key[0] == '\0';
    text_print(out, size, "%s%s%s%s%s", said ? "" : lead, said ? "" : " ", info->title,
               *unit && !strstr(info->title, unit) ? " " : "",
               *unit && !strstr(info->title, unit) ? unit : "");
}

static void add_row(void *context, const struct row *row)
{
    const struct printing *printing = context;
    const struct comparison *comparison = printing->comparison;
    char label[CELL_SIZE], cell[CELL_SIZE];
    if (metric_infos[row->column.metric].shown != SHOWN_MAIN)
        return;
    label_of(comparison, row->column, label, sizeof label);
    listing_text(printing->listing, label);
    for (size_t k = 0; k < comparison->n; k++) {
        metric_format(row->column.metric, row->values[k], cell, sizeof cell);
        listing_text(printing->listing, cell);
    }
    for (size_t k = 1; k < comparison->n; k++) {
        describe(comparison, row, k, cell, sizeof cell);
        listing_text(printing->listing, cell);
    }
}

/* What was asked of it that was not asked of the first. */
static void print_changes(const struct comparison *comparison, size_t k, FILE *file)
{
    char lines[CHANGES_MAX][DIFFERENCE_SIZE];
    int n = difference_list(&comparison->runs[0].sweep.base, &comparison->runs[k].sweep.base, NULL, lines,
                            CHANGES_MAX);
    print(file, "%c differs from A:", letter_of(k));
    for (int i = 0; i < n && i < CHANGES_MAX; i++)
        print(file, "%s %s", i > 0 ? "," : "", lines[i]);
    print(file, n == 0 ? " in nothing that a knob says\n" : n > CHANGES_MAX ? ", and more\n" : "\n");
}

static void print_head(const struct comparison *comparison, FILE *file)
{
    const char *why = why_not(comparison);
    size_t n = comparison->runs[0].n;
    for (size_t k = 0; k < comparison->n; k++)
        print(file, "%c  %s\n", letter_of(k), comparison->runs[k].name);
    fputc('\n', file);
    for (size_t k = 1; k < comparison->n; k++)
        print_changes(comparison, k, file);
    if (why)
        print(file, "Not paired, because %s: a difference may come from that.\n", why);
    if (!same_apps(comparison))
        print(file, "Their apps are not the same ones, so only the whole runs are compared.\n");
    if (!why && n > 1)
        print(file,
              "Means over %zu seeds; differences are taken seed by seed, on the same requests, with 95 %% "
              "intervals.\n",
              n);
    else if (!why)
        print(file, "One draw of luck, on the same requests: --replicate 20 tells what is real.\n");
    fputc('\n', file);
}

static bool print_text(const struct comparison *comparison, FILE *file)
{
    struct listing_column columns[COLUMNS_MAX] = {{"metric", "", CELL_TEXT, 0}};
    char titles[2 * COMPARED_MAX][16];
    struct listing listing;
    struct printing printing = {.comparison = comparison, .listing = &listing};
    size_t n = 1;
    for (size_t k = 0; k < comparison->n; k++, n++) {
        snprintf(titles[k], sizeof titles[k], "%c", letter_of(k));
        columns[n] = (struct listing_column){titles[k], titles[k], CELL_TEXT, 0};
    }
    for (size_t k = 1; k < comparison->n; k++, n++) {
        char *title = titles[COMPARED_MAX + k];
        snprintf(title, sizeof titles[0], "%c - A", letter_of(k));
        columns[n] = (struct listing_column){title, title, CELL_TEXT, 0};
    }
    print_head(comparison, file);
    listing_begin(&listing, columns, n);
    each_row(comparison, add_row, &printing);
    bool good = listing_print(&listing, LISTING_TEXT, 2, file);
    listing_free(&listing);
    return good;
}

/* A row a metric and run: long, as tools for statistics read it. */
static void add_cells(void *context, const struct row *row)
{
    const struct printing *printing = context;
    const struct comparison *comparison = printing->comparison;
    char key[KEY_SIZE];
    metric_key(row->column.metric, row->column.part, key, sizeof key);
    for (size_t k = 0; k < comparison->n; k++) {
        const struct pairing *pairing = &row->pairings[k];
        listing_text(printing->listing, key);
        listing_text(printing->listing, comparison->runs[k].name);
        listing_number(printing->listing, row->values[k]);
        listing_number(printing->listing, k ? pairing->delta : NAN);
        listing_number(printing->listing, k ? pairing->ci95 : NAN);
        listing_text(printing->listing, k ? pairing_verdict_names[pairing->verdict] : NULL);
    }
}

static bool print_csv(const struct comparison *comparison, FILE *file)
{
    static const struct listing_column columns[] = {
        {"metric", NULL, CELL_TEXT, 0},        {"run", NULL, CELL_TEXT, 0},
        {"value", NULL, CELL_NUMBER, -1},      {"delta", NULL, CELL_NUMBER, -1},
        {"delta_ci95", NULL, CELL_NUMBER, -1}, {"verdict", NULL, CELL_TEXT, 0}};
    struct listing listing;
    struct printing printing = {.comparison = comparison, .listing = &listing};
    listing_begin(&listing, columns, sizeof columns / sizeof *columns);
    each_row(comparison, add_cells, &printing);
    bool good = listing_print(&listing, LISTING_CSV, 0, file);
    listing_free(&listing);
    return good;
}

bool comparison_print(const struct comparison *comparison, enum listing_format format, FILE *file)
{
    switch (format) {
    case LISTING_JSON:
        return print_json(comparison, file);
    case LISTING_CSV:
        return print_csv(comparison, file);
    default:
        return print_text(comparison, file);
    }
}
