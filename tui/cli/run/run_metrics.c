/* Values are written by metric_format; tables only align them. */
#include "tui/cli/run/run_metrics.h"

#include "engine/answers/objective.h"
#include "engine/base/text.h"
#include "tui/cli/listing.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"

#include <math.h>
#include <string.h>

enum { INDENT = 2, BAR_CELLS = 24, CELL_SIZE = 64, COLUMNS_MAX = 24 };

static bool tells(enum metric metric, double value)
{
    enum metric_shown shown = metric_infos[metric].shown;
    return !isnan(value) && shown != SHOWN_NEVER && (shown != SHOWN_NONZERO || value != 0);
}

void group_line(enum metric_group group, const struct metric_source *source, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int metric = 0; metric < METRIC_COUNT && used < size; metric++) {
        const struct metric_info *info = &metric_infos[metric];
        double value = info->group == group ? metric_value((enum metric)metric, source, 0) : (double)NAN;
        const char *unit = metric_units[info->unit].symbol;
        char text[CELL_SIZE];
        if (!tells((enum metric)metric, value))
            continue;
        metric_format((enum metric)metric, value, text, sizeof text);
        used += (size_t)snprintf(out + used, size - used, "%s%s %s%s%s", used ? ", " : "", info->title, text,
                                 *unit ? " " : "", unit);
    }
}

static void add_kind(struct listing *listing, enum metric metric, const struct metric_source *source,
                     bool ascii)
{
    double grams = metric_value(metric, source, 0), total = source->summary->carbon_total_g;
    char text[CELL_SIZE], bar[4 * BAR_CELLS + 8] = "";
    metric_format(metric, grams, text, sizeof text);
    if (metric != METRIC_CARBON)
        text_bar(bar, sizeof bar, total > 0 ? grams / total : 0, BAR_CELLS, ascii);
    listing_text(listing, metric_infos[metric].title);
    listing_text(listing, text);
    listing_number(listing, total > 0 ? 100 * grams / total : 0);
    listing_text(listing, *bar ? bar : " ");
}

bool ledger_print(const struct metric_source *source, bool ascii, FILE *file)
{
    static const struct listing_column columns[] = {{"part", "carbon", CELL_TEXT, 0},
                                                    {"g", "g", CELL_NUMBER, -1},
                                                    {"share", "%", CELL_NUMBER, 1},
                                                    {"bar", "", CELL_TEXT, 0}};
    struct listing listing;
    listing_begin(&listing, columns, sizeof columns / sizeof *columns);
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        if (metric_infos[metric].group == METRIC_GROUP_CARBON && metric != METRIC_CARBON &&
            metric_value((enum metric)metric, source, 0) > 0)
            add_kind(&listing, (enum metric)metric, source, ascii);
    add_kind(&listing, METRIC_CARBON, source, ascii);
    bool ok = listing_print(&listing, LISTING_TEXT, INDENT, file);
    listing_free(&listing);
    return ok;
}

/* A column is there where one of its cells tells something. */
static bool has_column(enum metric metric, const struct metric_source *source, int n)
{
    for (int part = 0; part < n; part++)
        if (tells(metric, metric_value(metric, source, part)))
            return true;
    return false;
}

/* The columns of a table of parts: a name, a fact, metrics, and what belongs to two of these. */
struct part_table {
    const struct metric_source *source;
    enum metric_scope scope;
    int n_metrics;
    enum metric metrics[COLUMNS_MAX];
    struct listing_column columns[COLUMNS_MAX];
    size_t n_columns;
};

static void add_column(struct part_table *table, const char *title, enum cell_type type)
{
    if (table->n_columns < COLUMNS_MAX)
        table->columns[table->n_columns++] = (struct listing_column){"", title, type, -1};
}

bool parts_print(enum metric_scope scope, const struct metric_source *source, const struct part_facts *facts,
                 bool ascii, FILE *file)
{
    int n = scope == METRIC_OF_APP ? source->summary->n_apps : source->summary->n_gpus;
    struct part_table table = {.source = source, .scope = scope};
    struct listing listing;
    add_column(&table, table.scope == METRIC_OF_APP ? "app" : "GPU", CELL_TEXT);
    add_column(&table, facts->title, CELL_TEXT);
    for (int metric = 0; metric < METRIC_COUNT && table.n_columns + 2 < COLUMNS_MAX; metric++) {
        if (metric_scope_of((enum metric)metric) != table.scope ||
            !has_column((enum metric)metric, table.source, n))
            continue;
        bool word = metric_infos[metric].unit == UNIT_FLAG;
        table.metrics[table.n_metrics++] = (enum metric)metric;
        add_column(&table, metric_infos[metric].title, word ? CELL_TEXT : CELL_NUMBER);
        if (metric == METRIC_GPU_BUSY_SHARE || metric == METRIC_APP_ACCURACY)
            add_column(&table, "", CELL_TEXT);
    }
    listing_begin(&listing, table.columns, table.n_columns);
    for (int part = 0; part < n; part++) {
        const struct summary *summary = table.source->summary;
        char bar[2 * BAR_CELLS + 8];
        listing_text(&listing,
                     table.scope == METRIC_OF_APP ? summary->apps[part].name : summary->gpus[part].name);
        listing_text(&listing, facts->texts[part]);
        for (int i = 0; i < table.n_metrics; i++) {
            double value = metric_value(table.metrics[i], table.source, part);
            bool good = (value > 0) == (metric_infos[table.metrics[i]].better == METRIC_MORE);
            char text[CELL_SIZE];
            metric_format(table.metrics[i], value, text, sizeof text);
            if (metric_infos[table.metrics[i]].unit == UNIT_FLAG && !isnan(value))
                text_copy(text, sizeof text, good ? "ok" : "MISS");
            listing_text(&listing, isnan(value) ? NULL : text);
            if (table.metrics[i] == METRIC_APP_ACCURACY)
                listing_text(&listing, format_metric(summary->apps[part].accuracy_metric));
            if (table.metrics[i] != METRIC_GPU_BUSY_SHARE)
                continue;
            text_bar(bar, sizeof bar, value, BAR_CELLS / 2, ascii);
            listing_text(&listing, *bar ? bar : " ");
        }
    }
    bool ok = listing_print(&listing, LISTING_TEXT, INDENT, file);
    listing_free(&listing);
    return ok;
}
