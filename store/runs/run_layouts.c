/* Layouts as rows that SQL can ask about: a configuration has its number in 1..19, a slice its size, app and
 * variant by name, a phase and a state their names. A controller returns to the same few layouts, on many
 * GPUs at once, so each is written once (run_layout) and the changes point at it (run_change): a fifth of the
 * rows. */
#include "store/runs/run_layouts.h"

#include "engine/base/text.h"
#include "engine/model/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 32 };

static bool out_of_memory(struct error *error)
{
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
}

/* ---- saving ---- */

struct change {
    int gpu, number; /* among those of the GPU */
    int row;         /* of its layout among those that differ */
    const struct recorded_layout *layout;
};

static int compare_cuts(const struct recorded_layout *a, const struct recorded_layout *b)
{
    if (a->config != b->config)
        return a->config - b->config;
    return memcmp(a->slices, b->slices, (size_t)mig_configs[a->config].n * sizeof *a->slices);
}

/* In the order of their rows, which are appended so. */
static int compare_places(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    return x->gpu != y->gpu ? x->gpu - y->gpu : x->number - y->number;
}

static int compare_changes(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    int order = compare_cuts(x->layout, y->layout);
    return order ? order : compare_places(a, b);
}

/* All changes, those to the same layout one after another; NULL when out of memory. */
static struct change *list_changes(const struct recording *recording, int *n)
{
    int total = 0;
    for (int g = 0; g < recording->n_gpus; g++)
        total += layout_history_count(&recording->layouts[g]);
    struct change *changes = malloc(((size_t)total + 1) * sizeof *changes);
    *n = 0;
    for (int g = 0; changes && g < recording->n_gpus; g++)
        for (int k = 0, own = layout_history_count(&recording->layouts[g]); k < own; k++)
            changes[(*n)++] = (struct change){g, k, 0, layout_history_get(&recording->layouts[g], k)};
    if (changes)
        qsort(changes, (size_t)*n, sizeof *changes, compare_changes);
    return changes;
}

struct saving {
    const struct recording *recording;
    sqlite3_stmt *insert_slice, *insert_change;
    struct error *error;
};

static bool save_layout(const struct saving *saving, int64_t run_id, int number,
                        const struct recorded_layout *layout)
{
    const struct recording *recording = saving->recording;
    sqlite3_stmt *insert = saving->insert_slice;
    bool good = true;

    for (int s = 0; good && s < mig_configs[layout->config].n; s++) {
        const struct recorded_slice *slice = &layout->slices[s];
        bind_int(insert, 1, run_id);
        bind_int(insert, 2, number);
        bind_int(insert, 3, s);
        bind_int(insert, 4, layout->config + 1);
        bind_text(insert, 5, mig_slice_names[mig_configs[layout->config].slices[s]]);
        bind_text(insert, 6, slice->app < 0 ? NULL : recording->apps[slice->app].name);
        bind_text(insert, 7, slice->variant < 0 ? NULL : recording->variants[slice->variant]);
        bind_text(insert, 8, slice_state_names[slice->state]);
        good = statement_run(insert, saving->error);
    }
    return good;
}

static bool save_change(const struct saving *saving, int64_t run_id, const struct change *change)
{
    sqlite3_stmt *insert = saving->insert_change;

    bind_int(insert, 1, run_id);
    bind_int(insert, 2, change->gpu);
    bind_int(insert, 3, change->number);
    bind_int(insert, 4, change->layout->t_ns);
    bind_text(insert, 5, cut_phase_names[change->layout->phase]);
    bind_int(insert, 6, change->row);
    return statement_run(insert, saving->error);
}

bool run_layouts_save(sqlite3 *db, int64_t run_id, const struct recording *recording, struct error *error)
{
    struct saving saving = {
        .recording = recording,
        .insert_slice = database_prepare(db, "INSERT INTO run_layout VALUES (?, ?, ?, ?, ?, ?, ?, ?)", error),
        .insert_change = database_prepare(db, "INSERT INTO run_change VALUES (?, ?, ?, ?, ?, ?)", error),
        .error = error};
    int n, number = -1;
    struct change *changes = list_changes(recording, &n);
    bool good = saving.insert_slice && saving.insert_change && (changes || out_of_memory(error));

    for (int k = 0; good && k < n; k++) {
        const struct recorded_layout *layout = changes[k].layout;
        if (k == 0 || compare_cuts(layout, changes[k - 1].layout) != 0)
            good = save_layout(&saving, run_id, ++number, layout);
        changes[k].row = number;
    }
    if (changes)
        qsort(changes, (size_t)n, sizeof *changes, compare_places);
    for (int k = 0; good && k < n; k++)
        good = save_change(&saving, run_id, &changes[k]);
    free(changes);
    sqlite3_finalize(saving.insert_slice);
    sqlite3_finalize(saving.insert_change);
    return good;
}

/* ---- loading ---- */

/* The layouts of a run, by number. */
struct layouts {
    struct recorded_layout *list;
    int n, size;
    int next; /* slot of the last one that is read next; 0: it has all */
};

/* Room for one more, which is zeroes. */
static bool layouts_add(struct layouts *layouts)
{
    if (layouts->n == layouts->size) {
        int size = layouts->size ? 2 * layouts->size : 64;
        struct recorded_layout *list = realloc(layouts->list, (size_t)size * sizeof *list);
        if (!list)
            return false;
        layouts->list = list;
        layouts->size = size;
    }
    layouts->list[layouts->n++] = (struct recorded_layout){0};
    return true;
}

static bool read_slice(sqlite3_stmt *select, struct recording *recording, struct recorded_slice *slice)
{
    char app[NAME_SIZE], variant[sizeof *recording->variants], state[NAME_SIZE];
    bool empty = sqlite3_column_type(select, 3) == SQLITE_NULL;

    column_text(select, 3, app, sizeof app);
    column_text(select, 4, variant, sizeof variant);
    column_text(select, 5, state, sizeof state);
    slice->app = (int16_t)(empty ? -1 : recording_find_app(recording, app));
    slice->variant = (int16_t)(empty ? -1 : recording_add_variant(recording, variant));
    slice->state = (int16_t)names_find(slice_state_names, SLICE_STATE_COUNT, state);
    return (empty || (slice->app >= 0 && slice->variant >= 0)) && slice->state >= 0;
}

/* One row: layouts are numbered from 0, and the slices of each follow one another. */
static bool read_layout(sqlite3_stmt *select, struct recording *recording, struct layouts *layouts)
{
    int number = sqlite3_column_int(select, 0), slot = sqlite3_column_int(select, 1);
    int64_t config = sqlite3_column_int64(select, 2) - 1;

    if (config < 0 || config >= MIG_CONFIGS || slot != layouts->next || (slot == 0 && !layouts_add(layouts)))
        return false;
    struct recorded_layout *layout = &layouts->list[layouts->n - 1];
    if (slot == 0)
        layout->config = (int16_t)config;
    layouts->next = slot + 1 < mig_configs[config].n ? slot + 1 : 0;
    return number == layouts->n - 1 && layout->config == config &&
           read_slice(select, recording, &layout->slices[slot]);
}

/* One row: times never fall. Each change is published by itself, so that two of one instant stay two. */
static bool read_change(sqlite3_stmt *select, struct recording *recording, struct layouts *layouts)
{
    char phase[NAME_SIZE];
    int gpu = sqlite3_column_int(select, 0), number = sqlite3_column_int(select, 3);

    column_text(select, 2, phase, sizeof phase);
    if (gpu < 0 || gpu >= recording->n_gpus || number < 0 || number >= layouts->n)
        return false;
    struct layout_history *history = &recording->layouts[gpu];
    const struct recorded_layout *last = layout_history_at(history, INT64_MAX);
    struct recorded_layout layout = layouts->list[number];
    layout.t_ns = sqlite3_column_int64(select, 1);
    layout.phase = (int16_t)names_find(cut_phase_names, CUT_PHASE_COUNT, phase);
    if (layout.phase < 0 || (last && last->t_ns > layout.t_ns))
        return false;
    bool put = recording_put_layout(recording, gpu, &layout);
    layout_history_publish(history);
    return put;
}

typedef bool row_reader(sqlite3_stmt *select, struct recording *recording, struct layouts *layouts);

/* Every row of the run; false where one is refused (`*whole` too), or with the store's own message. */
static bool read_all(sqlite3 *db, const char *sql, int64_t run_id, row_reader *read,
                     struct recording *recording, struct layouts *layouts, bool *whole, struct error *error)
{
    sqlite3_stmt *select = database_prepare(db, sql, error);
    int found = -1;

    if (select)
        bind_int(select, 1, run_id);
    while (select && *whole && (found = statement_row(select, error)) == 1)
        *whole = read(select, recording, layouts);
    sqlite3_finalize(select);
    *whole = *whole && (found != 0 || layouts->next == 0);
    return *whole && found == 0;
}

bool run_layouts_load(sqlite3 *db, int64_t run_id, struct recording *recording, struct error *error)
{
    static const char slices[] = "SELECT layout, slot, configuration, app, variant, state FROM run_layout "
                                 "WHERE run_id = ? ORDER BY layout, slot",
                      changes[] = "SELECT gpu, t_ns, phase, layout FROM run_change WHERE run_id = ? "
                                  "ORDER BY gpu, change";
    struct layouts layouts = {0};
    bool whole = true;
    bool good = read_all(db, slices, run_id, read_layout, recording, &layouts, &whole, error) &&
                read_all(db, changes, run_id, read_change, recording, &layouts, &whole, error);

    free(layouts.list);
    if (!whole)
        return error_set(error, ERROR_SYSTEM, NULL, "a layout of this run is damaged; delete the run");
    return good;
}
