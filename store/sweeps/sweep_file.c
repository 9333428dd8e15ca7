/* Writing is one function for what stands above the rows and one for a row; what is read is held against what
 * would have been written, so a file that was cut, sorted or edited is never taken for a sweep. */
#include "store/sweeps/sweep_file.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "engine/explore/fetched.h"
#include "store/import/csv_reader.h"
#include "store/json/scenario_json.h"
#include "store/library/item.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96 };

static const char magic[] = "# wattif sweep 1";

/* --- what stands above the rows --- */

/* What a thousand points ask for again and again is asked of the catalogue once. */
static bool hash_inputs(struct hash *hash, struct fetched *fetched, const struct scenario *scenario,
                        struct error *error)
{
    const struct catalog known = fetched_catalog(fetched);
    return fetched_add(fetched, scenario) ? inputs_hash(hash, &known, scenario, error)
                                          : error_no_memory(error);
}

bool sweep_head_hash(struct sweep_head *head, const struct catalog *catalog, struct error *error)
{
    struct fetched *fetched = fetched_create(catalog);
    struct hash hash;
    if (!fetched)
        return error_no_memory(error);
    hash_init(&hash);
    hash_update(&hash, WATTIF_VERSION, sizeof WATTIF_VERSION);
    bool good = hash_inputs(&hash, fetched, &head->sweep.base, error);
    for (size_t a = 0; a < head->sweep.n_axes; a++)
        for (size_t i = 0; good && i < head->sweep.axes[a].n; i++) {
            struct scenario scenario;
            good = sweep_axis_scenario(&head->sweep.base, &head->sweep.axes[a], i, &scenario, error);
            if (!good)
                break;
            good = hash_inputs(&hash, fetched, &scenario, error);
            scenario_free(&scenario);
        }
    hash_finish(&hash, head->inputs);
    fetched_free(fetched);
    return good;
}

void sweep_head_free(struct sweep_head *head)
{
    sweep_free(&head->sweep);
}

size_t sweep_head_rows(const struct sweep_head *head)
{
    size_t n = sweep_points(&head->sweep), first = sweep_head_first(head);
    return n > first ? (n - first - 1) / sweep_head_step(head) + 1 : 0;
}

char *sweep_head_text(const struct sweep_head *head)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    char *scenario = scenario_to_text(&head->sweep.base);
    bool good = scenario != NULL;
    if (scenario)
        cJSON_Minify(scenario); /* the document on one line */
    fprintf(file, "%s\n# scenario %s\n", magic, scenario ? scenario : "");
    free(scenario);
    for (size_t a = 0; good && a < head->sweep.n_axes; a++) {
        char *cell = sweep_axis_text(&head->sweep.axes[a]);
        if (cell)
            fprintf(file, "# vary %s\n", cell);
        free(cell);
        good = cell != NULL;
    }
    fprintf(file, "# replicates %zu\n# inputs %s\n", head->sweep.replicates, head->inputs);
    if (head->shards)
        fprintf(file, "# shard %zu/%zu\n", head->shard, head->shards);
    struct sink sink = {.file = file};
    size_t n = sweep_columns(&head->sweep);
    for (size_t a = 0; a < head->sweep.n_axes; a++) {
        sink_cell(&sink, head->sweep.axes[a].knob);
        sink_text(&sink, ",");
    }
    sink_text(&sink, "seed");
    for (size_t k = 0; k < n; k++) {
        char key[KEY_SIZE];
        struct sweep_column column = sweep_column(&head->sweep, k);
        metric_key(column.metric, column.part, key, sizeof key);
        sink_text(&sink, ",");
        sink_cell(&sink, key);
    }
    sink_text(&sink, "\n");
    good = !ferror(file) && good;
    if (fclose(file) == 0 && good)
        return text;
    free(text);
    return NULL;
}

bool sweep_head_same(const struct sweep_head *a, const struct sweep_head *b)
{
    struct sweep_head whole_a = *a, whole_b = *b;
    whole_a.shard = whole_a.shards = whole_b.shard = whole_b.shards = 0;
    char *text_a = sweep_head_text(&whole_a), *text_b = sweep_head_text(&whole_b);
    bool same = text_a && text_b && strcmp(text_a, text_b) == 0;
    free(text_a);
    free(text_b);
    return same;
}

void sweep_file_write_row(FILE *file, const struct sweep *sweep, size_t point, const double *values)
{
    struct sink sink = {.file = file};
    size_t at[SWEEP_AXES_MAX], n = sweep_columns(sweep);
    sweep_place(sweep, sweep_configuration(sweep, point), at);
    for (size_t a = 0; a < sweep->n_axes; a++) {
        sink_cell(&sink, sweep->axes[a].values[at[a]]);
        sink_text(&sink, ",");
    }
    fprintf(file, "%" PRIu64, sweep_seed(sweep, point));
    for (size_t k = 0; k < n; k++) {
        sink_text(&sink, ",");
        sink_number(&sink, values[k]);
    }
    sink_text(&sink, "\n");
}

/* --- reading --- */

static bool fault(const char *path, size_t line, struct error *error, const char *message)
{
    char place[ERROR_PLACE];
    return error_set(error, ERROR_INPUT, error_place(place, path, ":%zu", line), "%s", message);
}

/* What a comment says behind its word; NULL: it is another comment. */
static const char *behind(const char *comment, const char *word)
{
    size_t n = strlen(word);
    return comment && strncmp(comment, word, n) == 0 ? comment + n : NULL;
}

/* On line 2 of the file. */
static bool read_scenario(const char *text, const char *path, struct scenario *scenario, struct error *error)
{
    char place[ERROR_PLACE];
    struct faults *faults = calloc(1, sizeof *faults);
    if (!faults)
        return error_no_memory(error);
    bool good = scenario_from_text(text, strlen(text), NULL, scenario, faults);
    if (!good && error) {
        const struct error *first = faults_first(faults);
        const char *within = first->place;
        error_set(error, first->kind, error_place(place, path, ":2%s%s", *within ? ":" : "", within), "%s",
                  first->message);
    }
    free(faults);
    return good;
}

static bool read_count(const char *text, size_t most, size_t *value)
{
    int64_t number;
    if (!text || !text_to_int64(text, &number) || number < 1 || (uint64_t)number > most)
        return false;
    *value = (size_t)number;
    return true;
}

bool sweep_head_read_shard(struct sweep_head *head, const char *text)
{
    char copy[TEXT_BRIEF_SIZE];
    char *bar = text_copy(copy, sizeof copy, text) ? strchr(copy, '/') : NULL;
    if (!bar)
        return false;
    *bar = '\0';
    return read_count(bar + 1, SHARDS_MAX, &head->shards) && read_count(copy, head->shards, &head->shard);
}

/* The comments in their order. */
static bool read_head(struct csv_reader *reader, const char *path, struct sweep_head *head,
                      struct error *error)
{
    size_t k = 1, replicates;
    struct scenario base;
    struct error cause = {0};
    char place[ERROR_PLACE];
    const char *first = csv_reader_comment(reader, 0),
               *text = behind(csv_reader_comment(reader, 1), "# scenario ");
    if (!first || strcmp(first, magic) != 0 || !text)
        return fault(path, 1, error, "this is no file of `wattif sweep`");
    if (!read_scenario(text, path, &base, error))
        return false;
    bool good = sweep_create(&head->sweep, &base, 1, error);
    scenario_free(&base);
    if (!good)
        return false;
    while (good && (text = behind(csv_reader_comment(reader, ++k), "# vary ")))
        good = sweep_vary(&head->sweep, text, &cause);
    if (!good)
        return error_set(error, cause.kind, error_place(place, path, ":%zu", k + 1), "%s", cause.message);
    if (!read_count(behind(csv_reader_comment(reader, k), "# replicates "), SWEEP_REPLICATES_MAX,
                    &replicates))
        return fault(path, k + 1, error, "the number of replicates should stand here");
    head->sweep.replicates = replicates;
    text = behind(csv_reader_comment(reader, k + 1), "# inputs ");
    if (!text || !text_copy(head->inputs, sizeof head->inputs, text))
        return fault(path, k + 2, error, "the hash of the inputs should stand here");
    text = behind(csv_reader_comment(reader, k + 2), "# shard ");
    return !text || sweep_head_read_shard(head, text) || fault(path, k + 3, error, "this is no shard I/N");
}

static bool read_rows(struct csv_reader *reader, const char *path, struct sweep_table *table,
                      struct faults *faults, struct error *error)
{
    int got;
    while ((got = csv_reader_next(reader)) > 0) {
        if (!array_grow(&table->values, table->n, table->columns * sizeof *table->values))
            return error_no_memory(error);
        const struct sweep *sweep = &table->head.sweep;
        size_t point = sweep_head_first(&table->head) + table->n * sweep_head_step(&table->head);
        size_t line = csv_reader_line(reader);
        double *values = table->values + table->n * table->columns;
        if (table->n == sweep_head_rows(&table->head))
            return fault(path, line, error, "a row more than the sweep has points");
        /* The axes' cells and the seed say which point a row is: it must be the next one. */
        size_t at[SWEEP_AXES_MAX];
        uint64_t seed;
        sweep_place(sweep, sweep_configuration(sweep, point), at);
        for (size_t a = 0; a < sweep->n_axes; a++)
            if (strcmp(csv_reader_cell(reader, (int)a), sweep->axes[a].values[at[a]]) != 0)
                return fault(
                    path, line, error,
                    "this is not the point that belongs here: the rows of a sweep stay in their order");
        if (!text_to_uint64(csv_reader_cell(reader, (int)sweep->n_axes), &seed) ||
            seed != sweep_seed(sweep, point))
            return fault(path, line, error,
                         "this is not the point that belongs here: the rows of a sweep stay in their order");
        for (size_t k = 0; k < table->columns; k++) {
            const char *cell = csv_reader_cell(reader, (int)(sweep->n_axes + 1 + k));
            values[k] = NAN;
            if (*cell && !text_to_number(cell, &values[k]))
                return fault(path, line, error, "a cell of this row is no number");
        }
        table->n++;
    }
    if (got < 0 && error)
        *error = *faults_first(faults);
    return got == 0;
}

static bool read_table(struct input *input, const char *path, struct sweep_table *table,
                       struct faults *faults, struct error *error)
{
    struct csv_reader *reader = csv_reader_open(input, faults);
    if (!reader) {
        if (error)
            *error = *faults_first(faults);
        return false;
    }
    bool good = read_head(reader, path, &table->head, error);
    /* The header by itself, as this program would write it. */
    if (good) {
        char key[KEY_SIZE];
        size_t n = sweep_columns(&table->head.sweep), axes = table->head.sweep.n_axes;
        bool same = csv_reader_column(reader, "seed") == (int)axes;
        for (size_t k = 0; same && k < n; k++) {
            struct sweep_column column = sweep_column(&table->head.sweep, k);
            metric_key(column.metric, column.part, key, sizeof key);
            same = csv_reader_column(reader, key) == (int)(axes + 1 + k);
        }
        good =
            same || error_set(error, ERROR_INPUT, path,
                              "its columns are not those of wattif " WATTIF_VERSION "; sweep again with it");
    }
    table->columns = good ? sweep_columns(&table->head.sweep) : 0;
    good = good && read_rows(reader, path, table, faults, error);
    csv_reader_free(reader);
    return good;
}

/* Of an open input, which is closed. */
static struct sweep_table *read_input(struct input *input, const char *name, struct error *error)
{
    struct sweep_table *table = calloc(1, sizeof *table);
    struct faults *faults = calloc(1, sizeof *faults);
    bool good = table && faults ? read_table(input, name, table, faults, error) : error_no_memory(error);
    free(faults);
    input_close(input);
    if (good)
        return table;
    sweep_table_free(table);
    return NULL;
}

struct sweep_table *sweep_table_read(const char *path, struct error *error)
{
    struct input input;
    return input_open(&input, path, error) ? read_input(&input, path, error) : NULL;
}

struct sweep_table *sweep_table_parse(const void *bytes, size_t n, const char *name, struct error *error)
{
    struct input input;
    return input_from_memory(&input, bytes, n, name, error) ? read_input(&input, name, error) : NULL;
}

void sweep_table_free(struct sweep_table *table)
{
    if (!table)
        return;
    sweep_head_free(&table->head);
    free(table->values);
    free(table);
}
