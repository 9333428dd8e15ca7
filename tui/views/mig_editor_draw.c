/* The GPU to scale, and the lists. A slice is as wide as its share of the memory; the part that no slice has
 * is dotted. */
#include "tui/views/mig_editor.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/scheme_words.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    PARTS = 8,
    PART_MAX_W = 11,
    LABEL_W = 5,
    CUTS_W = 47,
    CUTS_NARROW_W = 29,
    TWO_LISTS_W = 66,
    ROOMY_W = 90
};

/* --- where things are --- */

static struct rect take_top(struct rect *rest, int h)
{
    struct rect rect = {rest->x, rest->y, rest->w, part_clamp(h, 0, rest->h)};
    rest->y += rect.h;
    rest->h -= rect.h;
    return rect;
}

static struct rect take_bottom(struct rect *rest, int h)
{
    h = part_clamp(h, 0, rest->h);
    rest->h -= h;
    return (struct rect){rest->x, rest->y + rest->h, rest->w, h};
}

struct mig_editor_layout mig_editor_divide(const struct canvas *canvas, const struct mig_editor *editor)
{
    struct mig_editor_layout layout = {.inside = popup_inside(canvas, MIG_EDITOR_W, MIG_EDITOR_H)};
    struct rect rest = layout.inside;
    int h = rest.h, gap = h >= 26;
    const struct standstill *known = &editor->forecasts[FORECAST_NOW];
    bool objective = known->known && !isnan(known->f);
    layout.label_w = rest.w >= 50 ? LABEL_W : 0;
    layout.part_w = part_clamp((rest.w - layout.label_w) / PARTS, 0, PART_MAX_W);
    layout.options = take_bottom(&rest, h >= 17 ? 2 : h >= 9);
    take_bottom(&rest, gap);
    layout.forecast = take_bottom(&rest, h >= 12 ? 5 + (objective && h >= 18) : 3);
    take_bottom(&rest, gap);
    take_top(&rest, gap);
    if (h >= 13)
        layout.now = take_top(&rest, 1);
    take_top(&rest, h >= 24);
    layout.strip = take_top(&rest, h >= 20 ? 3 : h >= 11 ? 2 : 1);
    take_top(&rest, gap);
    layout.facts = take_top(&rest, h >= 15);
    take_top(&rest, h >= 22);
    /* Side by side where there is room, else the one that has the focus. */
    if (rest.h >= 2) {
        int cuts_w = rest.w >= ROOMY_W                ? CUTS_W
                     : rest.w >= TWO_LISTS_W          ? CUTS_NARROW_W
                     : editor->focus == MIG_LIST_CUTS ? rest.w
                                                      : 0;
        layout.cuts = (struct rect){rest.x, rest.y, cuts_w, rest.h};
        layout.offers = (struct rect){rest.x + cuts_w, rest.y, rest.w - cuts_w, rest.h};
        if (cuts_w == 0)
            layout.cuts.h = 0;
        if (layout.offers.w < 1)
            layout.offers.h = 0;
        layout.cuts_top = part_scrolled(mig_editor_chosen_cut(editor), MIG_CUTS, rest.h - 1);
        layout.offers_top =
            part_scrolled(mig_draft_offer(&editor->draft) + 1, editor->offers.n + 1, rest.h - 1);
    }
    return layout;
}

struct rect mig_editor_slice(const struct mig_editor_layout *layout, int config, int k)
{
    const struct mig_config *made = &mig_configs[config];
    int w = mig_memory_parts[made->slices[k]] * layout->part_w;
    return (struct rect){layout->strip.x + layout->label_w + made->starts[k] * layout->part_w,
                         layout->strip.y, w, layout->strip.h};
}

/* --- the GPU --- */

static void draw_slice(const struct host *host, const struct mig_editor *editor, struct rect rect, int k,
                       struct canvas *canvas)
{
    const struct mig_draft *draft = &editor->draft;
    enum mig_slice slice = (enum mig_slice)mig_draft_config(draft)->slices[k];
    int offer = draft->cut.on[k], x = rect.x + 1, end = rect.x + rect.w;
    bool chosen = k == draft->at;
    enum role ground = chosen ? ROLE_SELECTED : ROLE_BACKGROUND;
    char name[OFFER_NAME], memory[32];
    canvas_fill(canvas, rect, ' ', style_on(style_of(ROLE_TEXT), ground));
    for (int y = 0; y < rect.h; y++)
        canvas_put(canvas, rect.x, rect.y + y, chosen ? 0x258C : 0x2502,
                   style_on(chosen ? style_bold(ROLE_FOCUS) : style_of(ROLE_DIM), ground));
    if (chosen) {
        canvas_cursor(canvas, rect.x, rect.y);
    }
    part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ground), mig_slice_names[slice]);
    x++;
    offer_name(&editor->offers, &host->explorer->document.scenario, offer, name);
    if (x < end)
        part_span(
            canvas, &x, end, rect.y,
            style_on(style_bold((offer < 0 ? ROLE_DIM : scene_app_role(editor->offers.items[offer].app))),
                     ground),
            end - x < text_width(name) && offer < 0 ? "–" : name);
    /* "9.8/20 GB", or as much of that as fits; one decimal, as in the list of offers. */
    int w = rect.w - 1;
    double has = editor->offers.slice_gb[slice];
    double needs = offer < 0 ? (double)NAN : editor->offers.items[offer].memory_gb;
    if (isnan(needs))
        snprintf(memory, sizeof memory, "of %.3g GB", has);
    else
        snprintf(memory, sizeof memory, "%.1f/%.3g GB", needs, has);
    if (text_width(memory) > w && !isnan(needs))
        snprintf(memory, sizeof memory, "%.1f/%.3g", needs, has);
    if (text_width(memory) > w && !isnan(needs))
        snprintf(memory, sizeof memory, "%.1f", needs);
    x = rect.x + 1;
    if (rect.h >= 2)
        part_span(canvas, &x, end, rect.y + 1, style_on(style_of(ROLE_TEXT), ground), memory);
    double share = offer < 0 ? 0 : editor->offers.items[offer].memory_gb / editor->offers.slice_gb[slice];
    if (rect.h >= 3)
        part_bar(canvas, rect.x + 1, rect.y + 2, rect.w - 2, isnan(share) ? 0 : share, ROLE_BUSY);
}

/* The parts of the memory that no slice has. */
static void draw_unused(const struct mig_editor_layout *layout, int config, struct rect row,
                        struct canvas *canvas)
{
    const struct mig_config *made = &mig_configs[config];
    int end = made->starts[made->n - 1] + mig_memory_parts[made->slices[made->n - 1]];
    for (int y = 0; y < row.h; y++)
        canvas_hline(canvas, row.x + layout->label_w + end * layout->part_w, row.y + y,
                     (PARTS - end) * layout->part_w, 0x2504, popup_style(ROLE_DIM));
}

static void draw_facts(const struct mig_editor *editor, const struct mig_editor_layout *layout,
                       struct canvas *canvas)
{
    const struct mig_config *config = mig_draft_config(&editor->draft);
    static const char soon_note[] = "   soon: after the change";
    int sevenths = 0, parts = 0, empty = 0;
    int x = layout->facts.x + layout->label_w, end = layout->facts.x + layout->facts.w;
    double needs = 0, has = 0;
    char text[160];
    for (int k = 0; k < config->n; k++) {
        int offer = editor->draft.cut.on[k];
        sevenths += mig_sevenths[config->slices[k]];
        parts += mig_memory_parts[config->slices[k]];
        has += editor->offers.slice_gb[config->slices[k]];
        empty += offer < 0;
        needs += offer < 0 || isnan(editor->offers.items[offer].memory_gb)
                     ? 0
                     : editor->offers.items[offer].memory_gb;
    }
    snprintf(text, sizeof text, "compute %d of 7 sevenths   memory %d of 8 parts, %.3g of %.3g GB used",
             sevenths, parts, needs, has);
    if (layout->facts.h < 1)
        return;
    part_span(canvas, &x, end, layout->facts.y, popup_style(ROLE_DIM), text);
    snprintf(text, sizeof text, "   %d empty", empty);
    if (empty > 0 && text_width(text) <= end - x)
        part_span(canvas, &x, end, layout->facts.y, popup_style(ROLE_TEXT), text);
    if (editor->changing && text_width(soon_note) <= end - x)
        part_span(canvas, &x, end, layout->facts.y, popup_style(ROLE_DIM), soon_note);
}

/* --- the lists --- */

static void draw_title(struct rect rect, const char *title, const char *unit, bool focused,
                       struct canvas *canvas)
{
    int x = rect.x + 2, end = rect.x + rect.w;
    if (focused)
        part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_BACKGROUND), ROLE_FOCUS), title);
    else
        part_span(canvas, &x, end, rect.y, popup_bold(ROLE_TITLE), title);
    part_span(canvas, &x, end, rect.y, popup_style(ROLE_DIM), unit);
}

/* A cut to scale: two columns an eighth of the memory. */
static void draw_scale(int cut, struct rect row, enum role ground, struct canvas *canvas)
{
    const struct mig_config *config = &mig_configs[mig_cuts[cut].config];
    int part_w = row.w / PARTS;
    for (int k = 0; k < config->n; k++) {
        int w = mig_memory_parts[config->slices[k]] * part_w;
        for (int i = 0; i < w - (w > 1); i++)
            canvas_put(canvas, row.x + config->starts[k] * part_w + i, row.y, 0x2584,
                       style_on(style_of(ROLE_BUSY), ground));
    }
}

static void draw_cuts(const struct mig_editor *editor, const struct mig_editor_layout *layout,
                      struct canvas *canvas)
{
    struct rect rect = layout->cuts;
    bool focused = editor->focus == MIG_LIST_CUTS;
    int chosen = mig_editor_chosen_cut(editor), first = mig_configs[editor->draft.now.config].cut;
    if (rect.h < 2)
        return;
    draw_title(rect, "Cuts", "  nearest first", focused, canvas);
    for (int i = 0; i < rect.h - 1 && layout->cuts_top + i < MIG_CUTS; i++) {
        struct rect row = {rect.x, rect.y + 1 + i, rect.w - 1, 1};
        int at = layout->cuts_top + i, cut = editor->order[at], x = row.x + 2, end = row.x + row.w;
        enum role ground = part_row(canvas, row, ROLE_POPUP, at == chosen, focused);
        char text[32];
        mig_cut_print(cut, text);
        part_span(canvas, &x, end, row.y,
                  style_on(at == chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), text);
        if (cut == first && end - x > 4)
            canvas_text_right(canvas, end, row.y, 4, style_on(style_of(ROLE_DIM), ground),
                              mig_editor_now(editor));
        x = row.x + 23;
        if (end - x - 5 >= PARTS)
            draw_scale(cut, (struct rect){x, row.y, end - x - 5 >= 2 * PARTS ? 2 * PARTS : PARTS, 1}, ground,
                       canvas);
    }
}

static const char *mark_of(enum provenance provenance)
{
    static const char *const marks[PROVENANCE_COUNT] = {" ", "÷", "~", "*", "?"};
    return marks[provenance];
}

/* Of the list of offers: what stands before the numbers, which take 26 more. */
static int name_columns(int w)
{
    return w >= 48 ? 18 : w >= 42 ? w - 28 : 14;
}

/* What an offer needs and does here; or, dim, why it cannot be here. */
static void draw_offer(const struct host *host, const struct mig_editor *editor, int offer, struct rect row,
                       enum role ground, struct canvas *canvas)
{
    enum mig_slice slice = mig_draft_slice(&editor->draft);
    const struct offer *item = &editor->offers.items[offer];
    int x = row.x + 2, end = row.x + row.w, at = row.x + name_columns(row.w);
    bool chosen = offer == mig_draft_offer(&editor->draft);
    struct style dim = style_on(style_of(ROLE_DIM), ground), plain = style_on(style_of(ROLE_TEXT), ground);
    char name[OFFER_NAME], text[MIG_REASON];
    offer_name(&editor->offers, &host->explorer->document.scenario, offer, name);
    canvas_text(canvas, x, row.y, at - x - 1,
                !item->fits[slice] ? dim
                : chosen           ? style_on(style_bold(ROLE_TITLE), ground)
                                   : plain,
                name);
    if (!item->fits[slice]) {
        if (item->memory_gb > editor->offers.slice_gb[slice])
            snprintf(text, sizeof text, "needs %.3g GB, slice has %.3g", item->memory_gb,
                     editor->offers.slice_gb[slice]);
        else
            snprintf(text, sizeof text, "cannot run on a %s slice", mig_slice_names[slice]);
        canvas_text(canvas, at, row.y, end - at, dim, text);
        return;
    }
    snprintf(text, sizeof text, "%.1f", item->memory_gb);
    canvas_text_right(canvas, at + 4, row.y, 6, plain, isnan(item->memory_gb) ? "–" : text);
    snprintf(text, sizeof text, "%.0f", item->latency_ms[slice]);
    if (end > at + 12)
        canvas_text_right(canvas, at + 11, row.y, 6, plain, text);
    snprintf(text, sizeof text, "%.1f", item->accuracy);
    if (end > at + 18)
        canvas_text_right(canvas, at + 18, row.y, 6, plain, isnan(item->accuracy) ? "–" : text);
    snprintf(text, sizeof text, "%.0f W", item->power_w[slice]);
    if (end > at + 26)
        canvas_text_right(canvas, at + 25, row.y, 6, plain, text);
    x = at + (end > at + 26 ? 26 : end > at + 18 ? 19 : 12);
    part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_PROVENANCE), ground),
              mark_of(item->provenance[slice]));
}

static void draw_offers(const struct host *host, const struct mig_editor *editor,
                        const struct mig_editor_layout *layout, struct canvas *canvas)
{
    struct rect rect = layout->offers;
    enum mig_slice slice = mig_draft_slice(&editor->draft);
    bool focused = editor->focus == MIG_LIST_OFFERS;
    char unit[48];
    if (rect.h < 2)
        return;
    snprintf(unit, sizeof unit, " %s", mig_slice_names[slice]);
    int at = rect.x + name_columns(rect.w), end = rect.x + rect.w;
    draw_title(rect, name_columns(rect.w) > 16 ? "On this slice" : "On slice", unit, focused, canvas);
    canvas_text_right(canvas, at + 4, rect.y, 2, popup_style(ROLE_DIM), "GB");
    if (end > at + 12)
        canvas_text_right(canvas, at + 11, rect.y, 2, popup_style(ROLE_DIM), "ms");
    if (end > at + 18)
        canvas_text_right(canvas, at + 18, rect.y, 5, popup_style(ROLE_DIM), "acc.");
    for (int i = 0; i < rect.h - 1 && layout->offers_top + i < editor->offers.n + 1; i++) {
        struct rect row = {rect.x, rect.y + 1 + i, rect.w, 1};
        int offer = layout->offers_top + i - 1, x = row.x + 2;
        enum role ground =
            part_row(canvas, row, ROLE_POPUP, offer == mig_draft_offer(&editor->draft), focused);
        if (offer >= 0)
            draw_offer(host, editor, offer, row, ground, canvas);
        else
            part_span(canvas, &x, row.x + row.w, row.y, style_on(style_of(ROLE_TEXT), ground), "nothing");
    }
}

/* --- what Enter will do --- */

static void put_key(const struct host *host, enum action_id action, int *x, int end, int y,
                    struct canvas *canvas)
{
    char key[32];
    keymap_labels(host->keymap, action, 1, key, sizeof key);
    part_span(canvas, x, end, y, popup_bold(ROLE_TITLE), key);
    (*x)++;
}

static void draw_options(const struct host *host, const struct mig_editor *editor, struct rect rect,
                         struct canvas *canvas)
{
    const struct explorer *explorer = host->explorer;
    int x = rect.x, end = rect.x + rect.w, n = mig_editor_count(explorer, editor);
    char text[160], clock[FORMAT_SIZE];
    if (rect.h < 1)
        return;
    int64_t at_s = explorer->document.scenario.start_s + editor->t_ns / NS_PER_S;
    format_clock(clock, at_s, explorer_offset_s(explorer, editor->t_ns), true);
    put_key(host, ACTION_MIG_APPLY_MODE, &x, end, rect.y, canvas);
    snprintf(text, sizeof text, editor->from_start ? "from the start   " : "from %s on   ", clock);
    part_span(canvas, &x, end, rect.y, popup_style(ROLE_TEXT), text);
    if (n > 1) {
        put_key(host, ACTION_MIG_ALL, &x, end, rect.y, canvas);
        snprintf(text, sizeof text, editor->all ? "all %d GPUs alike   " : "this GPU of %d   ", n);
        part_span(canvas, &x, end, rect.y, popup_style(ROLE_TEXT), text);
    }
    snprintf(text, sizeof text, "a new cut stops a GPU %.3g s, a model its slice %.3g s",
             explorer->document.scenario.repartition_s, explorer->document.scenario.reload_s);
    if (!editor->from_start && end - x >= text_width(text))
        part_span(canvas, &x, end, rect.y, popup_style(ROLE_DIM), text);
    if (rect.h < 2 || !mig_editor_overridden(editor))
        return;
    x = rect.x;
    put_key(host, ACTION_MIG_MANUAL, &x, end, rect.y + 1, canvas);
    const char *scheme = policy_infos[editor->configure].title;
    snprintf(text, sizeof text,
             editor->manual ? "%s sets layouts by itself: it gives way to MANUAL from then on"
                            : "%s sets layouts by itself and will undo this at once",
             scheme);
    part_span(canvas, &x, end, rect.y + 1, editor->manual ? popup_style(ROLE_EDIT) : popup_style(ROLE_BAD),
              text);
}

void mig_editor_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct mig_editor *editor = state;
    const struct scenario *scenario = &host->explorer->document.scenario;
    const struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[editor->gpu];
    char node[48] = "", pool[48] = "";
    if (scenario->n_pools > 0)
        snprintf(pool, sizeof pool, ", pool %s", scenario_pool_name(scenario, gpu->pool));
    if (*gpu->node)
        snprintf(node, sizeof node, ", node %s", gpu->node);
    popup_open(canvas, MIG_EDITOR_W, MIG_EDITOR_H,
               text(&canvas->texts, "Cut %s   %s%s%s%s", gpu->name, gpu->type, node, pool,
                    editor->changing ? ", changing" : ""),
               "nothing changes until Enter");
    struct mig_editor_layout layout = mig_editor_divide(canvas, editor);
    if (layout.inside.w < 4 || layout.inside.h < 1)
        return;
    canvas_clip(canvas, layout.inside);
    /* As the GPU is: one row. */
    const struct mig_cut_made *now = &editor->draft.now;
    int y = layout.now.y;
    if (layout.now.h >= 1) {
        canvas_text(canvas, layout.now.x, y, layout.label_w, popup_style(ROLE_DIM), mig_editor_now(editor));
        draw_unused(&layout, now->config, layout.now, canvas);
        for (int k = 0; k < mig_configs[now->config].n; k++) {
            struct rect rect = mig_editor_slice(&layout, now->config, k);
            char name[OFFER_NAME];
            int x = rect.x, end = rect.x + rect.w - (rect.w > 3);
            offer_name(&editor->offers, &host->explorer->document.scenario, now->on[k], name);
            canvas_hline(canvas, x, y, end - x, ' ', style_on(style_of(ROLE_DIM), ROLE_TRACK));
            part_span(canvas, &x, end, y, style_on(style_of(ROLE_DIM), ROLE_TRACK), "│");
            part_span(canvas, &x, end, y, style_on(style_of(ROLE_DIM), ROLE_TRACK),
                      mig_slice_names[mig_configs[now->config].slices[k]]);
            x++;
            part_span(canvas, &x, end, y, style_on(style_of(ROLE_DIM), ROLE_TRACK), name);
        }
    }
    int config = editor->draft.cut.config;
    if (layout.strip.h >= 1) {
        canvas_text(canvas, layout.strip.x, layout.strip.y, layout.label_w, popup_bold(ROLE_TITLE), "new");
        draw_unused(&layout, config, layout.strip, canvas);
        for (int k = 0; k < mig_configs[config].n; k++) {
            struct rect rect = mig_editor_slice(&layout, config, k);
            rect.w -= rect.w > 3; /* a gap to the next */
            if (rect.w > 0)
                draw_slice(host, editor, rect, k, canvas);
        }
    }
    draw_facts(editor, &layout, canvas);
    draw_cuts(editor, &layout, canvas);
    draw_offers(host, editor, &layout, canvas);
    mig_editor_draw_forecast(host, editor, layout.forecast, canvas);
    draw_options(host, editor, layout.options, canvas);
    canvas_unclip(canvas);
}
