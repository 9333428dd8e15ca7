/* Layouts as rows that SQL can ask about: a configuration has its number in 1..19, a slice its size, app and
 * variant by name, a phase and a state their names. */
#include "store/run_layouts.h"

#include "engine/base/text.h"

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 32 };

/* ---- saving ---- */

static bool save_slice(sqlite3_stmt *insert, const struct recording *recording,
                       const struct recorded_layout *layout, int slot, struct error *error)
{
    const struct recorded_slice *slice = &layout->slices[slot];

    bind_int(insert, 4, slot);
    bind_int(insert, 5, layout->t_ns);
    bind_int(insert, 6, layout->config + 1);
    bind_text(insert, 7, cut_phase_names[layout->phase]);
    bind_text(insert, 8, mig_slice_names[mig_configs[layout->config].slices[slot]]);
    bind_text(insert, 9, slice->app < 0 ? NULL : recording->apps[slice->app].name);
    bind_text(insert, 10, slice->variant < 0 ? NULL : recording->variants[slice->variant]);
    bind_text(insert, 11, slice_state_names[slice->state]);
    return statement_run(insert, error);
}

bool run_layouts_save(sqlite3 *db, int64_t run_id, const struct recording *recording, struct error *error)
{
    sqlite3_stmt *insert =
        database_prepare(db, "INSERT INTO run_layout VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", error);
    bool good = insert != NULL;

    for (int g = 0; good && g < recording->n_gpus; g++) {
        int n = layout_history_count(&recording->layouts[g]);
        for (int k = 0; good && k < n; k++) {
            const struct recorded_layout *layout = layout_history_get(&recording->layouts[g], k);
            for (int s = 0; good && s < mig_configs[layout->config].n; s++) {
                bind_int(insert, 1, run_id);
                bind_int(insert, 2, g);
                bind_int(insert, 3, k);
                good = save_slice(insert, recording, layout, s, error);
            }
        }
    }
    sqlite3_finalize(insert);
    return good;
}

/* ---- loading ---- */

static int find_name(const char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static int find_app(const struct recording *recording, const char *name)
{
    for (int a = 0; a < recording->n_apps; a++)
        if (strcmp(recording->apps[a].name, name) == 0)
            return a;
    return -1;
}

struct row {
    int gpu, slot;
    struct recorded_layout layout; /* but for its slices */
    struct recorded_slice slice;
};

static bool read_slice(sqlite3_stmt *select, struct recording *recording, struct recorded_slice *slice)
{
    char app[NAME_SIZE], variant[sizeof *recording->variants], state[NAME_SIZE];
    bool empty = sqlite3_column_type(select, 5) == SQLITE_NULL;

    column_text(select, 5, app, sizeof app);
    column_text(select, 6, variant, sizeof variant);
    column_text(select, 7, state, sizeof state);
    slice->app = (int16_t)(empty ? -1 : find_app(recording, app));
    slice->variant = (int16_t)(empty ? -1 : recording_add_variant(recording, variant));
    slice->state = (int16_t)find_name(slice_state_names, SLICE_STATE_COUNT, state);
    return (empty || (slice->app >= 0 && slice->variant >= 0)) && slice->state >= 0;
}

static bool read_row(sqlite3_stmt *select, struct recording *recording, struct row *row)
{
    char phase[NAME_SIZE];
    int64_t config = sqlite3_column_int64(select, 3) - 1;

    column_text(select, 4, phase, sizeof phase);
    *row = (struct row){.gpu = sqlite3_column_int(select, 0),
                        .slot = sqlite3_column_int(select, 1),
                        .layout = {.t_ns = sqlite3_column_int64(select, 2),
                                   .config = (int16_t)config,
                                   .phase = (int16_t)find_name(cut_phase_names, CUT_PHASE_COUNT, phase)}};
    return row->gpu >= 0 && row->gpu < recording->n_gpus && config >= 0 && config < MIG_CONFIGS &&
           row->slot >= 0 && row->slot < mig_configs[config].n && row->layout.phase >= 0 &&
           read_slice(select, recording, &row->slice);
}

struct loading {
    struct recording *recording;
    struct recorded_layout layout; /* the one whose slices are being read */
    int next;                      /* slot; 0: of the next change */
};

/* The slices of one change follow one another, and times never fall. Each change is published by itself, so
 * that two of one instant stay two. */
static bool add_row(struct loading *loading, const struct row *row)
{
    struct layout_history *history = &loading->recording->layouts[row->gpu];
    const struct recorded_layout *last = layout_history_at(history, INT64_MAX);
    struct recorded_layout *layout = &loading->layout;

    if (row->slot != loading->next)
        return false;
    if (row->slot == 0)
        *layout = row->layout;
    if (layout->config != row->layout.config || layout->t_ns != row->layout.t_ns ||
        (last && last->t_ns > layout->t_ns))
        return false;
    layout->slices[row->slot] = row->slice;
    loading->next = row->slot + 1 < mig_configs[layout->config].n ? row->slot + 1 : 0;
    if (loading->next > 0)
        return true;
    bool put = recording_put_layout(loading->recording, row->gpu, layout);
    layout_history_publish(history);
    return put;
}

bool run_layouts_load(sqlite3 *db, int64_t run_id, struct recording *recording, struct error *error)
{
    sqlite3_stmt *select = database_prepare(db,
                                            "SELECT gpu, slot, t_ns, configuration, phase, app, variant, "
                                            "state FROM run_layout WHERE run_id = ? "
                                            "ORDER BY gpu, change, slot",
                                            error);
    struct loading loading = {.recording = recording};
    bool whole = true;
    int found = -1;

    if (select)
        bind_int(select, 1, run_id);
    while (select && whole && (found = statement_row(select, error)) == 1) {
        struct row row;
        whole = read_row(select, recording, &row) && add_row(&loading, &row);
    }
    sqlite3_finalize(select);
    if (!whole || (found == 0 && loading.next > 0))
        return error_set(error, ERROR_SYSTEM, NULL, "a layout of this run is damaged; delete the run");
    return found == 0;
}
