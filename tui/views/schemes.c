/* The scheme picker: for each layer that has a choice, its schemes with what they do, where they come from
 * and the GPUs that they run on, pool by pool; below them the fleets, where there are several. Each row is
 * tried on a copy of the scenario when the list opens. Those that the engine would refuse lie behind one row
 * at the end of their pool, which counts them and tells why; Enter unfolds it, and then they are dim and each
 * says why in the engine's own words, because why not is an answer too. */
#include "tui/views/picker.h"

#include "tui/words/format.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/popup.h"

#include "engine/base/text.h"
#include "engine/base/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4 * (POLICY_COUNT + 1) + FLEETS_MAX + 1, LAYER_W = 11, POOL_LAYER_W = 18, LIST_W = 48 };

struct row {
    int folds;            /* so many rows after it, which cannot be had: it stands for them; 0: a scheme */
    bool behind;          /* one of those */
    struct knob_ref knob; /* a layer's policy, or the fleet */
    struct knob_value value;
    enum policy_id policy; /* POLICY_COUNT: a fleet */
    char group[48];        /* its layer, and its pool where there are some */
    char fault[300];       /* why it cannot be had here, or "" */
    char text[128];        /* for the filter */
};

struct schemes {
    struct row rows[ROWS];
    bool unfolded;
};

/* "route"; "vision route" of a pool's. */
static const char *group_of(const struct row *row)
{
    return row->policy == POLICY_COUNT ? "fleet" : row->group;
}

static const char *title_of(const struct row *row)
{
    return row->policy == POLICY_COUNT ? row->value.text : policy_infos[row->policy].title;
}

static bool in_force(const struct explorer *explorer, const struct row *row)
{
    struct knob_value now = explorer_value(explorer, row->knob);
    return strcmp(now.text, row->value.text) == 0;
}

/* --- the list --- */

/* What the scenario would be with it; false with the engine's reason. */
static bool try_row(const struct explorer *explorer, const struct row *row, struct scenario *trial,
                    struct error *error)
{
    struct change change = {.kind = CHANGE_TURN,
                            .knob = row->knob,
                            .start = explorer_acts_from_start(explorer, row->knob, &row->value),
                            .t_ns = explorer->time.cursor_ns,
                            .after = row->value};
    if (!scenario_copy(trial, &explorer->document.scenario))
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    if (change_apply(&change, trial, error) < 0)
        return false;
    struct faults *faults = calloc(1, sizeof *faults);
    bool ok = faults && scenario_validate(trial, faults);
    if (faults && faults->count > 0)
        *error = *faults_first(faults);
    free(faults);
    struct model *model = ok ? model_create(trial, explorer->catalog, error) : NULL;
    ok = model && prepare_look_up(model, NULL, error); /* could it run? */
    if (model)
        model_release(model);
    return ok;
}

/* The rows of a pool, or of the fleets, as they are found. */
struct block {
    struct row rows[POLICY_COUNT + FLEETS_MAX];
    int n, faults;
};

static void add_row(const struct explorer *explorer, struct block *block, const struct row *like)
{
    struct row *row = &block->rows[block->n++];
    struct error error = {0};
    struct scenario trial = {0};
    *row = *like;
    if (!in_force(explorer, row) && !try_row(explorer, row, &trial, &error))
        text_print(row->fault, sizeof row->fault, "%s", error.message);
    scenario_free(&trial);
    block->faults += *row->fault != 0;
    snprintf(row->text, sizeof row->text, "%s %s %s", group_of(row), title_of(row),
             row->policy == POLICY_COUNT || !policy_infos[row->policy].paper
                 ? ""
                 : policy_infos[row->policy].paper);
}

/* Puts a block into the list: what can be had, then the row that stands for the others, then these. A single
 * one needs nothing to stand for it. */
static void list_block(struct picker *picker, const struct block *block)
{
    struct schemes *own = picker->own;
    if (picker->n + block->n + 1 > ROWS)
        return;
    for (int i = 0; i < block->n; i++)
        if (!*block->rows[i].fault)
            own->rows[picker->n++] = block->rows[i];
    if (block->faults > 1)
        own->rows[picker->n++] = (struct row){.folds = block->faults, .policy = POLICY_COUNT};
    for (int i = 0; i < block->n; i++) {
        if (!*block->rows[i].fault)
            continue;
        own->rows[picker->n] = block->rows[i];
        own->rows[picker->n++].behind = block->faults > 1;
    }
}

static int schemes_in(int layer)
{
    int n = 0;
    for (int p = 0; p < POLICY_COUNT; p++)
        n += (int)policy_infos[p].layer == layer;
    return n;
}

/* Of one pool, layer by layer. */
static void add_schemes(const struct explorer *explorer, struct block *block, int pool)
{
    const struct scenario *scenario = &explorer->document.scenario;
    bool pools = scenario->n_pools > 0;
    for (int p = 0; p < POLICY_COUNT; p++) {
        enum layer layer = policy_infos[p].layer;
        struct row row = {.knob = pools ? knob_of_scheme(layer, pool) : knob_of_layer(layer),
                          .policy = (enum policy_id)p};
        text_print(row.value.text, sizeof row.value.text, "%s", policy_infos[p].name);
        text_print(row.group, sizeof row.group, "%s%s%s", pools ? scenario_pool_name(scenario, pool) : "",
                   pools ? " " : "", layer_names[layer]);
        if (schemes_in((int)layer) > 1 && knob_exists(scenario, row.knob))
            add_row(explorer, block, &row);
    }
}

static void add_fleets(const struct explorer *explorer, struct block *block)
{
    const struct scenario *scenario = &explorer->document.scenario;
    for (int f = 0; f < scenario->n_fleets && scenario->n_fleets > 1; f++) {
        struct row row = {.knob = knob_of_run(KNOB_FLEET), .policy = POLICY_COUNT};
        snprintf(row.value.text, sizeof row.value.text, "%s", scenario->fleets[f].name);
        add_row(explorer, block, &row);
    }
}

static bool schemes_load(struct host *host, struct picker *picker, const char *argument, struct error *error)
{
    const struct explorer *explorer = host->explorer;
    const struct scenario *scenario = &explorer->document.scenario;
    (void)argument;
    struct block *block = malloc(sizeof *block);
    if (!block)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    for (int pool = 0; pool <= scenario_n_pools(scenario); pool++) { /* the last: the fleets */
        block->n = block->faults = 0;
        if (pool < scenario_n_pools(scenario))
            add_schemes(explorer, block, pool);
        else
            add_fleets(explorer, block);
        list_block(picker, block);
    }
    free(block);
    const struct schemes *own = picker->own;
    for (int i = picker->n - 1; i >= 0; i--)
        if (own->rows[i].folds == 0 && knob_same(own->rows[i].knob, scenario_pool_subject(scenario, 0)) &&
            in_force(explorer, &own->rows[i]))
            picker->at = i;
    return true;
}

static const char *schemes_match(const struct picker *picker, int item)
{
    return ((const struct schemes *)picker->own)->rows[item].text;
}

static bool schemes_folded(const struct picker *picker, int item)
{
    const struct schemes *own = picker->own;
    return own->rows[item].behind && !own->unfolded;
}

/* True for the first row of a layer among those on the screen: it carries the layer's name. */
static bool heads_group(const struct picker *picker, int item)
{
    const struct schemes *own = picker->own;
    int at = picker->top;
    while (at < picker->n_shown && picker->shown[at] != item)
        at++;
    if (at == picker->top || at >= picker->n_shown || own->rows[picker->shown[at - 1]].folds > 0)
        return true;
    return strcmp(group_of(&own->rows[picker->shown[at - 1]]), group_of(&own->rows[item])) != 0;
}

/* "▸ 13 cannot run here" */
static void draw_fold(const struct schemes *own, const struct row *row, int x, struct rect rect,
                      enum role ground, struct canvas *canvas)
{
    char text[48];
    snprintf(text, sizeof text, "%s %d cannot run here", own->unfolded ? "▾" : "▸", row->folds);
    part_span(canvas, &x, rect.x + rect.w, rect.y, style_on(style_of(ROLE_DIM), ground), text);
}

static void schemes_row(const struct host *host, const struct picker *picker, int item, struct rect rect,
                        enum role ground, struct canvas *canvas)
{
    const struct row *row = &((const struct schemes *)picker->own)->rows[item];
    if (row->folds > 0) {
        draw_fold(picker->own, row, rect.x + 1, rect, ground, canvas);
        return;
    }
    bool now = in_force(host->explorer, row);
    bool pools = host->explorer->document.scenario.n_pools > 0;
    int x = rect.x + 1, end = rect.x + rect.w, layer_w = pools ? POOL_LAYER_W : LAYER_W;
    if (heads_group(picker, item))
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ground), group_of(row));
    x = rect.x + layer_w;
    part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ground), now ? "● " : "  ");
    enum role role = *row->fault ? ROLE_DIM : ROLE_TEXT;
    part_span(canvas, &x, end, rect.y, style_on(now ? style_bold(ROLE_TITLE) : style_of(role), ground),
              title_of(row));
    char right[32] = "";
    if (now || *row->fault)
        snprintf(right, sizeof right, now ? "in force" : "not here");
    else if (row->policy != POLICY_COUNT && policy_infos[row->policy].fleet)
        text_print(right, sizeof right, "on fleet %s", policy_infos[row->policy].fleet);
    x = rect.x + layer_w + 15;
    if (x < end)
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ground), right);
}

/* --- the preview --- */

static const struct fleet *fleet_of(const struct scenario *scenario, const struct row *row)
{
    bool scheme = row->policy != POLICY_COUNT;
    enum policy_id now =
        scheme ? policy_find((enum layer)row->knob.layer, knob_get(scenario, row->knob).text) : POLICY_COUNT;
    const char *left = scheme ? policy_fleet(now) : "";
    const char *name = row->policy != POLICY_COUNT ? policy_fleet(row->policy) : row->value.text;
    int f = *name ? scenario_find_fleet(scenario, name) : *left ? scenario->default_fleet : scenario->fleet;
    return f < 0 ? NULL : &scenario->fleets[f];
}

/* "hetero: 5 × P4, 1 × A100-40GB": of one pool (-1: of all). */
static void describe_fleet(const struct fleet *fleet, int pool, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s: ", fleet->name);
    bool first = true;
    for (int g = 0; g < fleet->n_gpus; g++) {
        int n = 0, earlier = 0;
        for (int h = 0; h < fleet->n_gpus; h++) {
            bool same = strcmp(fleet->gpus[h].type, fleet->gpus[g].type) == 0 &&
                        (pool < 0 || fleet->gpus[h].pool == pool);
            n += same;
            earlier += same && h < g;
        }
        if (earlier || n == 0 || (pool >= 0 && fleet->gpus[g].pool != pool) || used >= size)
            continue;
        used +=
            (size_t)snprintf(out + used, size - used, "%s%d × %s", first ? "" : ", ", n, fleet->gpus[g].type);
        first = false;
    }
}

/* From when on it would act, in words. */
static void describe_time(const struct explorer *explorer, const struct row *row, char *out, size_t size)
{
    char clock[FORMAT_SIZE];
    int64_t t_ns = explorer->time.cursor_ns;
    bool start = explorer_acts_from_start(explorer, row->knob, &row->value);
    const struct fleet *fleet = fleet_of(&explorer->document.scenario, row);
    bool moves = fleet && fleet != &explorer->document.scenario.fleets[explorer->document.scenario.fleet];
    format_clock(clock, explorer->document.scenario.start_s + t_ns / NS_PER_S,
                 explorer_offset_s(explorer, t_ns), true);
    if (start && moves)
        snprintf(out, size, "Acts from the start of the run: it runs on another fleet.");
    else if (start)
        snprintf(out, size, "Acts from the start of the run%s.",
                 explorer->document.from_start ? " (f: from now on)" : ": it cannot change on the way");
    else
        snprintf(out, size, "Acts from %s on (f: from the start); requests that run finish, queues stay.",
                 clock);
}

/* What is known without simulating: the whole run under the scheme that the dashboard compares with. */
static bool describe_known(const struct host *host, const struct row *row, char *out, size_t size)
{
    const struct scene *scene = host->scene;
    const struct explorer *explorer = host->explorer;
    char then[FORMAT_SIZE], now[FORMAT_SIZE];
    struct baseline baseline;
    if (!knob_is_scheme(row->knob) || !scene->compared || scene->so_far ||
        explorer->results.reference != REFERENCE_BASELINE ||
        !scenario_baseline(&explorer->document.scenario, &baseline) ||
        !knob_same(baseline.knobs[baseline.n - 1], row->knob) ||
        strcmp(baseline.values[baseline.n - 1].text, row->value.text) != 0 ||
        scenario_n_pools(&explorer->document.scenario) > 1)
        return false;
    snprintf(out, size, "From the start it emits %s, this run %s.",
             format_grams(then, scene->reference->total.carbon_total_g),
             format_grams(now, scene->now->total.carbon_total_g));
    return true;
}

static void put_text(struct canvas *canvas, struct rect *rect, enum role role, bool bold, const char *text)
{
    struct style style = bold ? popup_bold(role) : popup_style(role);
    int rows = rect->h > 0 ? part_wrap(canvas, *rect, style, text) : 0;
    rect->y += rows;
    rect->h -= rows;
}

static void put_gap(struct rect *rect)
{
    rect->y++;
    rect->h--;
}

/* Why it cannot be had, whatever it is called. */
static void write_reason(const struct row *row, char *out, size_t size)
{
    const char *name = row->value.text, *from = row->fault;
    out[0] = 0;
    for (const char *at; *name && (at = strstr(from, name)); from = at + strlen(name))
        text_append(out, size, "%.*s", (int)(at - from), from);
    text_append(out, size, "%s", from);
}

static bool same_reason(const struct row *a, const struct row *b)
{
    char left[sizeof a->fault], right[sizeof b->fault];
    write_reason(a, left, sizeof left);
    write_reason(b, right, sizeof right);
    return strcmp(left, right) == 0;
}

static bool told_before(const struct row *rows, int i)
{
    for (int j = 0; j < i; j++)
        if (same_reason(&rows[j], &rows[i]))
            return true;
    return false;
}

/* The schemes that cannot be had, by the reason, which is told of the first of them. */
static void preview_fold(const struct row *fold, struct rect rect, struct canvas *canvas)
{
    const struct row *rows = fold + 1;
    char text[600];
    text_print(text, sizeof text, "%d that cannot run here", fold->folds);
    put_text(canvas, &rect, ROLE_TITLE, true, text);
    for (int i = 0; i < fold->folds && rect.h > 0; i++) {
        if (told_before(rows, i))
            continue;
        text_print(text, sizeof text, "%s", title_of(&rows[i]));
        for (int j = i + 1; j < fold->folds; j++)
            if (same_reason(&rows[i], &rows[j]))
                text_append(text, sizeof text, ", %s", title_of(&rows[j]));
        put_gap(&rect);
        put_text(canvas, &rect, ROLE_TEXT, true, text);
        put_text(canvas, &rect, ROLE_DIM, false, rows[i].fault);
    }
}

static void schemes_preview(const struct host *host, const struct picker *picker, int item, struct rect rect,
                            struct canvas *canvas)
{
    const struct row *row = &((const struct schemes *)picker->own)->rows[item];
    const struct scenario *scenario = &host->explorer->document.scenario;
    if (row->folds > 0) {
        preview_fold(row, rect, canvas);
        return;
    }
    const struct fleet *fleet = fleet_of(scenario, row);
    bool scheme = row->policy != POLICY_COUNT;
    char text[300];
    put_text(canvas, &rect, ROLE_TITLE, true, title_of(row));
    if (scheme && policy_infos[row->policy].paper)
        put_text(canvas, &rect, ROLE_DIM, false, policy_infos[row->policy].paper);
    put_gap(&rect);
    put_text(canvas, &rect, ROLE_TEXT, false,
             scheme ? policy_infos[row->policy].help : knob_infos[row->knob.id].help);
    put_gap(&rect);
    if (*row->fault) {
        text_print(text, sizeof text, "Not here: %s", row->fault);
        put_text(canvas, &rect, ROLE_TEXT, true, text);
        put_gap(&rect);
    }
    if (fleet) {
        text[0] = 0;
        int pool = row->knob.scope == SCOPE_POOL ? row->knob.target : -1;
        describe_fleet(fleet, pool, text, sizeof text);
        put_text(canvas, &rect, ROLE_DIM, false,
                 pool < 0 ? "runs on fleet" : "runs on its pool's GPUs in fleet");
        put_text(canvas, &rect, ROLE_TEXT, false, text);
        put_gap(&rect);
    }
    if (in_force(host->explorer, row))
        put_text(canvas, &rect, ROLE_TITLE, true, "In force at the cursor.");
    else if (!*row->fault) {
        describe_time(host->explorer, row, text, sizeof text);
        put_text(canvas, &rect, ROLE_TEXT, false, text);
    }
    put_gap(&rect);
    if (describe_known(host, row, text, sizeof text))
        put_text(canvas, &rect, ROLE_TEXT, false, text);
}

/* --- taking one --- */

static unsigned schemes_accept(struct host *host, struct picker *picker, int item)
{
    struct schemes *own = picker->own;
    const struct row *row = &own->rows[item];
    struct explorer *explorer = host->explorer;
    struct error error = {0};
    if (row->folds > 0) {
        own->unfolded = !own->unfolded;
        picker_refold(picker);
        return REPLY_DONE;
    }
    char note[160], what[96];
    if (in_force(explorer, row)) {
        message_say(host->message, false, "%s is in force already", title_of(row));
        return REPLY_DONE | REPLY_CLOSE;
    }
    if (*row->fault) {
        message_say(host->message, true, "%s: %s", title_of(row), row->fault);
        return REPLY_DONE;
    }
    if (!explorer_set(explorer, row->knob, &row->value, note, &error)) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    const struct change *top = history_top(&explorer->document.history);
    snprintf(what, sizeof what, "%s goes on",
             title_of(row)); /* turned back: the switch at the cursor is gone */
    if (top && top->kind == CHANGE_TURN && explorer_same_knob(top->knob, row->knob))
        explorer_describe(explorer, top, false, what);
    message_say(host->message, false, "%s%s%s", what, *note ? ", " : "", note);
    return REPLY_DONE | REPLY_CLOSE;
}

static const struct picker_kind schemes_kind = {
    .title = "Schemes by layer",
    .empty = "No layer of this scenario has a choice.",
    .own_size = sizeof(struct schemes),
    .w = 104,
    .h = 28,
    .list_w = LIST_W,
    .follows = true,
    .load = schemes_load,
    .match = schemes_match,
    .folded = schemes_folded,
    .row = schemes_row,
    .preview = schemes_preview,
    .accept = schemes_accept,
};

PICKER_VIEW(view_schemes, schemes_kind)
