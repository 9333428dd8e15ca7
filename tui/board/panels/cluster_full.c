/* The cluster in full size: a row a GPU with everything that is known of it, as many columns as the width
 * holds, and its histories below where there are rows; it scrolls where there are more GPUs than rows. */
#include "tui/board/panels/panels.h"

#include "engine/answers/cuts.h"
#include "engine/base/text.h"
#include "tui/words/format.h"
#include "engine/account/account.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>

enum { GAP = 2 };

struct gpu_facts {
    const struct recording_gpu *info;
    struct gpu_totals totals;
    double busy;            /* share; NAN unknown */
    double power_w;         /* now; NAN unknown */
    double clock_mhz;       /* likewise */
    const char *capped;     /* "capped" where its power limit lowers the clock now, else "" */
    double temp_c, water_c; /* likewise; the water that reaches it */
    const char *upstream;   /* whose warmed water that is; "": nobody's */
    int64_t queue;          /* now; -1 unknown */
    const char *owner;      /* app; else the pool that shares it, or "shared" */
};

static const char *upstream_of(const struct scene *scene, int gpu)
{
    const struct model *model = scene->now->result->model;
    int up = model && model->n_warm > 0 ? model->gpus[gpu].upstream : -1;
    return up >= 0 ? model->gpus[up].name : "";
}

static struct gpu_facts collect(const struct scene *scene, int gpu)
{
    const struct recording *recording = scene->now->result->recording;
    const struct recording_gpu *info = &recording->gpus[gpu];
    struct gpu_facts facts = {info,
                              cluster_totals(scene, gpu),
                              cluster_busy_share(scene, gpu),
                              (double)NAN,
                              (double)NAN,
                              "",
                              (double)NAN,
                              (double)NAN,
                              upstream_of(scene, gpu),
                              -1,
                              info->owner >= 0 ? recording->apps[info->owner].name
                                               : cluster_pool(scene, gpu, "shared")};
    if (scene->has_instant) {
        facts.power_w = scene->instant.power_w[gpu];
        facts.clock_mhz = scene->instant.clock_mhz[gpu];
        facts.capped = scene->instant.capped[gpu] ? "capped" : "";
        facts.temp_c = scene->instant.temp_c[gpu];
        facts.water_c = scene->instant.water_c[gpu];
        cluster_busy_instance(scene, gpu, &facts.queue);
        facts.queue = isnan(facts.totals.queue_max) ? -1 : facts.queue;
    }
    return facts;
}

/* The greater the priority number, the sooner a column goes; who is on it now takes what is left. Without the
 * totals as columns, a second row has them. Class, owner, queue, clock and a limit that acts are there only
 * where a GPU has one. */
enum {
    NAME,
    TYPE,
    CLASS,
    OWNER,
    BUSY,
    QUEUE,
    QUEUES,
    POWER,
    LIMIT,
    TEMP,
    WATER,
    CLOCK,
    POWERS,
    ENERGY,
    STARTS,
    N_COLUMNS
};
static const struct column {
    const char *title;
    int w, priority;
    bool right;
} columns[N_COLUMNS] = {
    [NAME] = {"GPU", 8, 0, false},          [TYPE] = {"type", 10, 1, false},
    [CLASS] = {"class", 5, 3, false},       [OWNER] = {"owner", 9, 0, false},
    [BUSY] = {"busy", 5, 0, true},          [QUEUE] = {"queue", 5, 0, true},
    [QUEUES] = {"mean / max", 11, 2, true}, [POWER] = {"W now", 6, 0, true},
    [LIMIT] = {"limit", 6, 0, false},       [TEMP] = {"temp", 6, 0, true},
    [WATER] = {"water", 12, 1, false},      [CLOCK] = {"clock", 8, 1, true},
    [POWERS] = {"W min–max", 9, 2, true},   [ENERGY] = {"energy", 9, 2, true},
    [STARTS] = {"starts", 9, 2, true},
};
enum { PRIORITIES = 4, TOTALS = 2, NOW_W = 20, STATE_W = 16, ROWS_MAX = 13 };

static bool any_cut(const struct scene *scene)
{
    for (int gpu = 0; gpu < scene->now->result->recording->n_gpus; gpu++)
        if (slices_of(scene, gpu))
            return true;
    return false;
}

/* The columns that are shown. */
struct cluster_columns {
    bool shown[N_COLUMNS];
    bool totals; /* those of the run are among them */
};

static bool tells(const struct scene *scene, int column, int gpu)
{
    const struct recording_gpu *info = &scene->now->result->recording->gpus[gpu];
    const struct instant *now = scene->has_instant ? &scene->instant : NULL;
    switch (column) {
    case CLASS:
        return *gpu_class_names[info->class] != 0;
    case OWNER:
        return info->owner >= 0;
    case CLOCK:
        return now && !isnan(now->clock_mhz[gpu]);
    case LIMIT:
        return now && now->capped[gpu];
    case TEMP:
    case WATER:
        return now && !isnan(now->temp_c[gpu]);
    case QUEUE:
    case QUEUES:
        return !isnan(cluster_totals(scene, gpu).queue_max);
    default:
        return true;
    }
}

/* Does a column say the same of every GPU, and nothing? */
static bool is_void(const struct scene *scene, int column)
{
    int gpu = 0, n = scene->now->result->recording->n_gpus;
    while (gpu < n && !tells(scene, column, gpu))
        gpu++;
    return gpu == n;
}

/* As many as leave room for who is on it now, or for its slices to scale. */
static struct cluster_columns choose_columns(const struct scene *scene, int w)
{
    struct cluster_columns table = {.totals = false};
    int last_w = any_cut(scene) ? SLICES_COLUMNS : NOW_W;
    for (int most = PRIORITIES - 1; most >= 0; most--) {
        int need = 1 + last_w;
        for (int i = 0; i < N_COLUMNS; i++) {
            table.shown[i] = columns[i].priority <= most && !is_void(scene, i);
            need += table.shown[i] ? columns[i].w + GAP : 0;
        }
        table.totals = most >= TOTALS;
        if (need <= w)
            break;
    }
    return table;
}

/* A header if `facts` is NULL. Returns the column after it. */
static int draw_cells(const struct gpu_facts *facts, struct rect row, const struct cluster_columns *table,
                      struct canvas *canvas)
{
    int x = row.x + 1;
    const char *cells[N_COLUMNS] = {NULL};
    if (facts) {
        /* What the columns say of a GPU: "-" is not known. */
        const struct gpu_totals *totals = &facts->totals;
        const char *class = gpu_class_names[facts->info->class];
        cells[NAME] = facts->info->name;
        cells[TYPE] = facts->info->type;
        cells[CLASS] = *class ? class : "-";
        cells[OWNER] = text(&canvas->texts, "%s", format_app(FORMAT_ROOM, facts->owner));
        cells[BUSY] = text(&canvas->texts, isnan(facts->busy) ? "-" : "%.0f %%", 100 * facts->busy);
        cells[QUEUE] = text(&canvas->texts, facts->queue < 0 ? "-" : "%lld", (long long)facts->queue);
        cells[QUEUES] = text(&canvas->texts, isnan(totals->queue_mean) ? "-" : "%.2f / %.0f",
                             totals->queue_mean, totals->queue_max);
        cells[POWER] = text(&canvas->texts, isnan(facts->power_w) ? "-" : "%.0f W", facts->power_w);
        cells[LIMIT] = facts->capped;
        cells[TEMP] = text(&canvas->texts, isnan(facts->temp_c) ? "-" : "%.1f C", facts->temp_c);
        cells[WATER] = text(&canvas->texts, isnan(facts->water_c) ? "-" : "%.1f%s%s", facts->water_c,
                            *facts->upstream ? " ‹" : "", facts->upstream); /* "30.0", "34.2 ‹gpu1" */
        cells[CLOCK] = text(&canvas->texts, isnan(facts->clock_mhz) ? "-" : "%.0f MHz", facts->clock_mhz);
        cells[POWERS] = text(&canvas->texts, isnan(totals->power_min_w) ? "-" : "%.0f–%.0f W",
                             totals->power_min_w, totals->power_max_w);
        cells[ENERGY] = text(&canvas->texts, "%s", format_energy(FORMAT_ROOM, totals->energy_j));
        cells[STARTS] = isnan(totals->starts)
                            ? "-"
                            : text(&canvas->texts, "%s", format_count(FORMAT_ROOM, (int64_t)totals->starts));
    }
    for (int i = 0; i < N_COLUMNS; i++) {
        if (!table->shown[i])
            continue;
        const char *cell = facts ? cells[i] : columns[i].title;
        struct style style =
            facts ? i < 2 ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT) : style_of(ROLE_DIM);
        if (facts && i == OWNER && facts->info->owner >= 0)
            style = style_bold(scene_app_role(facts->info->owner));
        int end = x + columns[i].w < row.x + row.w ? x + columns[i].w : row.x + row.w;
        if (columns[i].right)
            canvas_text_right(canvas, end, row.y, end - x, style, cell);
        else
            canvas_text(canvas, x, row.y, end - x, style, cell);
        x += columns[i].w + GAP;
    }
    return x;
}

/* What goes on, and the slices to scale; the one that tells more where there is room for one alone. */
static void draw_slices(const struct scene *scene, int gpu, const struct recorded_layout *layout,
                        struct rect row, struct canvas *canvas)
{
    const char *state = slices_state_text(scene, gpu, layout, &canvas->texts);
    int w = text_width(state) + GAP, left = row.w - w;
    bool steady = cut_is_steady(layout), to_scale = row.w >= SLICES_COLUMNS;
    if (left >= SLICES_COLUMNS || !(steady || to_scale))
        canvas_text(canvas, row.x, row.y, row.w, steady ? style_of(ROLE_TEXT) : style_bold(ROLE_TITLE),
                    state);
    w = w < STATE_W && row.w - STATE_W >= SLICES_COLUMNS ? STATE_W : w;
    if (left >= SLICES_COLUMNS)
        slices_draw(scene, gpu, layout, row.x + w, row.y, row.w - w, canvas);
    else if (steady || to_scale)
        slices_draw(scene, gpu, layout, row.x, row.y, row.w, canvas);
}

/* "clock: of all its clocks this one emits least; chat 390 of 400 ms; its work 1.44× less than at the
 * highest": what a governor last said of the GPU, and what has room of its reasons; NULL: none has said
 * anything. */
static const char *choice_text(const struct scene *scene, int gpu, int w, struct arena *texts)
{
    const struct clock_choice *choice = &scene->instant.choices[gpu];
    const struct recording *recording = scene->now->result->recording;
    if (!scene->has_instant || choice->reason == CLOCK_NONE)
        return NULL;
    const char *told = text(texts, "clock: %s", clock_reason_sentences[choice->reason]);
    const char *more[] = {"", ""};
    if (choice->mhz > 0 && choice->app >= 0)
        more[0] = text(texts, "; %s %.0f of %.0f ms", recording->apps[choice->app].name, choice->tail_ms,
                       choice->slo_ms);
    if (choice->mhz > 0)
        more[1] = fabs(choice->gain - 1) < 0.005
                      ? "; it is the highest"
                      : text(texts, "; its work %.2f× less than at the highest", choice->gain);
    for (int i = 0; i < 2; i++) /* whole, or not at all */
        if (text_width(told) + text_width(more[i]) <= w)
            told = text(texts, "%s%s", told, more[i]);
    return told;
}

static void draw_gpu(const struct scene *scene, int gpu, struct rect rect,
                     const struct cluster_columns *table, struct canvas *canvas)
{
    struct gpu_facts facts = collect(scene, gpu);
    int totals = !table->totals && rect.h >= 2;
    const char *why = rect.h >= 3 + totals ? choice_text(scene, gpu, rect.w - 3, &canvas->texts) : NULL;
    int told = why != NULL, left = rect.h - 1 - totals - told - (rect.h > 2);
    int end = rect.x + rect.w,
        x = draw_cells(&facts, (struct rect){rect.x, rect.y, rect.w, 1}, table, canvas);
    const struct recorded_layout *layout = slices_of(scene, gpu);
    if (layout)
        draw_slices(scene, gpu, layout, (struct rect){x, rect.y, end - x, 1}, canvas);
    else
        cluster_draw_now(scene, gpu, x, end, rect.y, canvas);
    if (totals)
        cluster_draw_totals(scene, gpu, rect.x + 3, end, rect.y + 1, canvas);
    if (told)
        canvas_text(canvas, rect.x + 3, rect.y + 1 + totals, rect.w - 3, style_of(ROLE_DIM), why);
    cluster_draw_histories(scene, gpu,
                           (struct rect){rect.x + 1, rect.y + 1 + totals + told, rect.w - 2, left}, canvas);
}

void panel_cluster_full(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    int n = scene->now->result->recording->n_gpus, rows = rect.h - 2;
    struct cluster_columns table = choose_columns(scene, rect.w);
    int shown = n <= rows ? n : rows > 0 ? rows : 0, top = n > shown ? scene->cluster_top : 0;
    int each = shown > 0 ? rows / shown : 1;
    /* The title says which GPUs are shown of how many, and what is not about the cursor's instant. */
    bool totals = table.totals || each >= 2;
    char clock[FORMAT_SIZE], part[48] = "";
    int count = scene->now->result->recording->n_gpus;
    if (shown < count)
        snprintf(part, sizeof part, "%d–%d of %d, ", top + 1, top + shown, count);
    panel_title(scene, canvas, rect, REGION_CLUSTER, "Cluster",
                text(&canvas->texts, "%sat %s%s", part,
                     format_clock(clock, scene->cursor_s, scene->offset_s, true),
                     totals ? "; energy, starts, mean, min and max over the run" : ""));
    if (rows < 1)
        return;
    int x = draw_cells(NULL, (struct rect){rect.x, rect.y + 1, rect.w, 1}, &table, canvas);
    canvas_text(canvas, x, rect.y + 1, rect.x + rect.w - x, style_of(ROLE_DIM),
                any_cut(scene) ? "slices, full: at work" : "on it now");
    each = each > ROWS_MAX ? ROWS_MAX : each;
    for (int i = 0; i < shown && top + i < n; i++)
        draw_gpu(scene, top + i, (struct rect){rect.x, rect.y + 2 + i * each, rect.w, each}, &table, canvas);
}

/* A row a GPU, with what is known of it at the cursor and over the run. */
bool panel_cluster_tell(const struct scene *scene, struct account *account)
{
    static const char *const names[] = {"gpu",     "type",     "owner",     "busy_percent",
                                        "queue",   "power_w",  "clock_mhz", "temp_c",
                                        "water_c", "energy_j", "carbon_g"};
    const struct recording *recording = scene->now->result->recording;
    if (scene->layout.full != REGION_CLUSTER)
        return false;
    account_fact(account, "cursor_s", account_bare(ns_to_s(scene->explorer->time.cursor_ns)));
    account_keys(account, "rows", names, sizeof names / sizeof *names);
    for (int gpu = 0; gpu < recording->n_gpus; gpu++) {
        struct gpu_facts facts = collect(scene, gpu);
        ACCOUNT_ADD(account, account_said(facts.info->name), account_said(facts.info->type),
                    account_said(facts.owner), account_bare(100 * facts.busy),
                    account_bare(facts.queue < 0 ? (double)NAN : (double)facts.queue),
                    account_bare(facts.power_w), account_bare(facts.clock_mhz), account_bare(facts.temp_c),
                    account_bare(facts.water_c), account_bare(scene->now->total.gpus[gpu].energy_j),
                    account_bare(scene->now->total.gpus[gpu].carbon_g));
    }
    return true;
}
