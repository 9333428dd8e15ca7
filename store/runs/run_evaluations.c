/* Evaluations as rows that SQL can ask about. A graph is a text, "2x3g:1,1x1g:0": two slices 3g with variant
 * number 1 and one slice 1g with number 0; run_variant says which variant of which app a number is. */
#include "store/runs/run_evaluations.h"

#include "engine/base/text.h"
#include "engine/model/names.h"
#include "store/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRAPH_TEXT_SIZE = 1024, NAME_SIZE = 32 };

static const char *const kind_names[] = {"begin", "measured", "cached", "end"};
enum { KINDS = sizeof kind_names / sizeof *kind_names };

#define FIELD(column, kind, member)                                                                          \
    {                                                                                                        \
        column, kind, offsetof(struct evaluation, member), 0                                                 \
    }

/* All but kind, reason and the graphs, which are texts. */
static const struct row_field fields[] = {
    FIELD("search", ROW_INT32, search),
    FIELD("step", ROW_INT32, step),
    FIELD("begin_ns", ROW_INT64, begin_ns),
    FIELD("end_ns", ROW_INT64, end_ns),
    FIELD("replicated", ROW_INT32, replicated),
    FIELD("compliant", ROW_INT32, compliant),
    FIELD("temperature", ROW_REAL, temperature),
    FIELD("ci_g_per_kwh", ROW_REAL, ci),
    FIELD("lambda", ROW_REAL, lambda),
    FIELD("energy_j", ROW_REAL, energy_j),
    FIELD("accuracy_change_pct", ROW_REAL, accuracy_change),
    FIELD("carbon_change_pct", ROW_REAL, carbon_change),
    FIELD("late", ROW_REAL, late),
    FIELD("tail_ms", ROW_REAL, tail_ms),
    FIELD("f", ROW_REAL, f),
    FIELD("h", ROW_REAL, h),
    FIELD("centre_h", ROW_REAL, centre_h),
    FIELD("probability", ROW_REAL, probability),
    FIELD("draw", ROW_REAL, draw),
};
enum { FIELDS = sizeof fields / sizeof *fields };

/* ---- saving ---- */

static void print_graph(const struct graph *graph, char *out)
{
    size_t used = 0;

    out[0] = '\0';
    for (int v = 0; v < GRAPH_VARIANTS_MAX; v++)
        for (int s = MIG_SLICES - 1; s >= 0; s--)
            if (graph->count[v][s] > 0 && used < GRAPH_TEXT_SIZE)
                used += (size_t)snprintf(out + used, GRAPH_TEXT_SIZE - used, "%s%dx%s:%d", used ? "," : "",
                                         graph->count[v][s], mig_slice_names[s], v);
}

static bool save_variants(sqlite3 *db, int64_t run_id, const struct recording *recording, struct error *error)
{
    sqlite3_stmt *insert = database_prepare(db, "INSERT INTO run_variant VALUES (?, ?, ?, ?)", error);
    bool good = insert != NULL;

    for (int v = 0; good && v < recording->n_graph_variants; v++) {
        const struct recorded_variant *variant = &recording->graph_variants[v];
        bind_int(insert, 1, run_id);
        bind_int(insert, 2, v);
        bind_text(insert, 3, recording->apps[variant->app].name);
        bind_text(insert, 4, recording->variants[variant->variant]);
        good = statement_run(insert, error);
    }
    sqlite3_finalize(insert);
    return good;
}

static bool save_evaluation(sqlite3_stmt *insert, const struct evaluation *evaluation, struct error *error)
{
    char graph[GRAPH_TEXT_SIZE], centre[GRAPH_TEXT_SIZE];

    print_graph(&evaluation->graph, graph);
    print_graph(&evaluation->centre, centre);
    bind_text(insert, 3, kind_names[evaluation->kind]);
    bind_text(insert, 4, evaluation_reason_names[evaluation->reason]);
    bind_text(insert, 5, graph);
    bind_text(insert, 6, centre);
    rows_bind(insert, 7, fields, FIELDS, evaluation);
    return statement_run(insert, error);
}

bool run_evaluations_save(sqlite3 *db, int64_t run_id, const struct recording *recording, struct error *error)
{
    if (!save_variants(db, run_id, recording, error))
        return false;
    sqlite3_stmt *insert = rows_prepare_insert(
        db, "run_evaluation", "run_id, number, kind, reason, graph, centre", 6, fields, FIELDS, error);
    bool good = insert != NULL;

    for (int k = 0, n = evaluation_history_count(&recording->evaluations); good && k < n; k++) {
        bind_int(insert, 1, run_id);
        bind_int(insert, 2, k);
        good = save_evaluation(insert, evaluation_history_get(&recording->evaluations, k), error);
    }
    sqlite3_finalize(insert);
    return good;
}

/* ---- loading ---- */

/* One part of a graph's text, "2x3g:1"; the end of it in *text. */
static bool read_part(const char **text, const struct recording *recording, struct graph *graph)
{
    char slice[3], *end;
    long count = strtol(*text, &end, 10);

    if (count < 1 || count > INT16_MAX || *end != 'x' || strlen(end) < 5 || end[3] != ':')
        return false;
    slice[0] = end[1];
    slice[1] = end[2];
    slice[2] = '\0';
    *text = end + 4;
    long variant = strtol(*text, &end, 10);
    enum mig_slice kind = mig_slice_find(slice);
    if (end == *text || kind == MIG_SLICES || variant < 0 || variant >= recording->n_graph_variants)
        return false;
    graph->count[variant][kind] = (int16_t)count;
    *text = end;
    return true;
}

static bool read_graph(const char *text, const struct recording *recording, struct graph *graph)
{
    *graph = (struct graph){0};
    while (*text) {
        if (!read_part(&text, recording, graph) || (*text && *text++ != ','))
            return false;
    }
    return true;
}

static bool load_variants(sqlite3 *db, int64_t run_id, struct recording *recording, bool *whole,
                          struct error *error)
{
    sqlite3_stmt *select = database_prepare(
        db, "SELECT number, app, variant FROM run_variant WHERE run_id = ? ORDER BY number", error);
    int row = -1;

    if (select)
        bind_int(select, 1, run_id);
    while (select && *whole && (row = statement_row(select, error)) == 1) {
        char app[NAME_SIZE], name[sizeof *recording->variants];
        column_text(select, 1, app, sizeof app);
        column_text(select, 2, name, sizeof name);
        struct recorded_variant variant = {recording_find_app(recording, app),
                                           recording_add_variant(recording, name)};
        int v = recording->n_graph_variants;
        *whole = v < GRAPH_VARIANTS_MAX && sqlite3_column_int(select, 0) == v && variant.app >= 0 &&
                 variant.variant >= 0;
        if (*whole)
            recording->graph_variants[recording->n_graph_variants++] = variant;
    }
    sqlite3_finalize(select);
    return !*whole || row == 0;
}

/* The lists that readers search in are in order. */
static bool follows(const struct recording *recording, const struct evaluation *next)
{
    int n = recording->evaluations.n;
    if (n == 0)
        return next->search >= 0;
    const struct evaluation *last = evaluation_history_get(&recording->evaluations, n - 1);
    return next->end_ns >= last->end_ns && next->search >= last->search;
}

static bool load_evaluation(sqlite3_stmt *select, struct recording *recording)
{
    struct evaluation evaluation = {0};
    char kind[NAME_SIZE], reason[NAME_SIZE], graph[GRAPH_TEXT_SIZE], centre[GRAPH_TEXT_SIZE];

    column_text(select, 0, kind, sizeof kind);
    column_text(select, 1, reason, sizeof reason);
    column_text(select, 2, graph, sizeof graph);
    column_text(select, 3, centre, sizeof centre);
    rows_read(select, 4, fields, FIELDS, &evaluation);
    evaluation.kind = names_find(kind_names, KINDS, kind);
    evaluation.reason = names_find(evaluation_reason_names, EVALUATION_REASONS, reason);
    return evaluation.kind >= 0 && evaluation.reason >= 0 && follows(recording, &evaluation) &&
           read_graph(graph, recording, &evaluation.graph) &&
           read_graph(centre, recording, &evaluation.centre) &&
           recording_put_evaluation(recording, &evaluation);
}

/* "kind, reason, graph, centre" and the fields. */
static sqlite3_stmt *select_evaluations(sqlite3 *db, int64_t run_id, struct error *error)
{
    struct row_field all[FIELDS + 4] = {
        {.column = "kind"}, {.column = "reason"}, {.column = "graph"}, {.column = "centre"}};

    memcpy(all + 4, fields, sizeof fields);
    sqlite3_stmt *select =
        rows_prepare_select(db, "run_evaluation WHERE run_id = ? ORDER BY number", all, FIELDS + 4, error);
    if (select)
        bind_int(select, 1, run_id);
    return select;
}

bool run_evaluations_load(sqlite3 *db, int64_t run_id, struct recording *recording, struct error *error)
{
    bool whole = true;
    int row = -1;

    if (!load_variants(db, run_id, recording, &whole, error))
        return false;
    sqlite3_stmt *select = whole ? select_evaluations(db, run_id, error) : NULL;
    while (select && whole && (row = statement_row(select, error)) == 1)
        whole = load_evaluation(select, recording);
    sqlite3_finalize(select);
    evaluation_history_publish(&recording->evaluations);
    if (!whole)
        return error_set(error, ERROR_SYSTEM, NULL, "a search of this run is damaged; delete the run");
    return row == 0;
}
