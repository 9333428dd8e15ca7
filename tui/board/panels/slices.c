/* What a slice holds is read from the recording, whether it is at work from the instant under the cursor, so
 * that is known only of a finished run. */
#include "tui/board/panels/panels.h"

#include "engine/answers/cuts.h"
#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"

#include <stdio.h>
#include <string.h>

enum { SEVENTHS = 7 };

const struct recorded_layout *slices_of(const struct scene *scene, int gpu)
{
    return recording_layout_at(scene->now->result->recording, gpu, scene->explorer->time.cursor_ns);
}

static const char *variant_of(const struct scene *scene, const struct recorded_slice *slice)
{
    const struct recording *recording = scene->now->result->recording;
    if (slice->variant < 0 || slice->variant >= recording->n_variants)
        return slice->app < 0 ? "–" : recording->apps[slice->app].name;
    const char *name = recording->variants[slice->variant];
    return *name ? name : recording->apps[slice->app >= 0 ? slice->app : 0].name;
}

/* --- text --- */

const char *slices_text(const struct scene *scene, const struct recorded_layout *layout, struct arena *texts)
{
    const struct mig_config *config = &mig_configs[layout->config];
    const char *told = "";
    for (int k = 0, n; k < config->n; k += n) {
        const struct recorded_slice *slice = &layout->slices[k];
        for (n = 1; k + n < config->n && config->slices[k + n] == config->slices[k] &&
                    cut_holds_same(&layout->slices[k + n], slice);
             n++)
            ;
        told = text(texts, "%s%s%s%s %s", told, k > 0 ? " · " : "", n > 1 ? text(texts, "%d× ", n) : "",
                    mig_slice_names[config->slices[k]], variant_of(scene, slice));
    }
    return told;
}

/* "2× 2g diffusion · 3× 1g ssd": alike slices once, wherever they lie. With `name_w` names have at most so
 * many columns, and a size that all have stands before them: "1g: 2× diffusion · 4× bert-base · bert-large".
 */
static const char *kinds_text(const struct scene *scene, const struct recorded_layout *layout, int name_w,
                              struct arena *texts)
{
    const struct mig_config *config = &mig_configs[layout->config];
    bool alike = name_w > 0;
    for (int k = 1; k < config->n; k++)
        alike &= config->slices[k] == config->slices[0];
    const char *told = alike ? text(texts, "%s: ", mig_slice_names[config->slices[0]]) : "";
    for (int k = 0, kinds = 0; k < config->n; k++) {
        int n = 0, before = 0;
        for (int j = 0; j < config->n; j++) {
            bool same = config->slices[j] == config->slices[k] &&
                        cut_holds_same(&layout->slices[j], &layout->slices[k]);
            n += same;
            before += same && j < k;
        }
        if (before > 0)
            continue;
        const char *name = variant_of(scene, &layout->slices[k]);
        told = text(texts, "%s%s%s%s%s%s", told, kinds++ > 0 ? " · " : "",
                    n > 1 ? text(texts, "%d× ", n) : "", alike ? "" : mig_slice_names[config->slices[k]],
                    alike ? "" : " ", name_w > 0 ? format_short_name(FORMAT_ROOM, name, name_w) : name);
    }
    return told;
}

/* "jobs 4 4 5 5 5 5 6", slice by slice: digits name apps where their names have no room; NULL where an app
 * has none. */
static const char *jobs_text(const struct recorded_layout *layout, struct arena *texts)
{
    const struct mig_config *config = &mig_configs[layout->config];
    const char *told = "jobs";
    for (int k = 0; k < config->n && told; k++)
        told = layout->slices[k].app < 0 || layout->slices[k].app > 8
                   ? NULL
                   : text(texts, "%s %d", told, layout->slices[k].app + 1);
    return told;
}

const char *slices_text_in(const struct scene *scene, const struct recorded_layout *layout, int columns,
                           struct arena *texts)
{
    enum { NAME_MOST = 14, NAME_LEAST = 5 };
    const char *told = slices_text(scene, layout, texts);
    if (text_width(told) > columns)
        told = kinds_text(scene, layout, 0, texts);
    for (int name_w = NAME_MOST; name_w >= NAME_LEAST && text_width(told) > columns; name_w--)
        told = kinds_text(scene, layout, name_w, texts);
    const char *jobs = text_width(told) > columns ? jobs_text(layout, texts) : NULL;
    return jobs ? jobs : told;
}

const char *slices_fleet_text(const struct scene *scene, struct arena *texts)
{
    struct cut_fleet fleet = cut_fleet_at(scene->now->result->recording, scene->explorer->time.cursor_ns);
    if (!fleet.most)
        return "";
    const char *told = slices_text(scene, fleet.most, texts),
               *changing = fleet.changing > 0 ? text(texts, "; %d changing", fleet.changing) : "";
    return fleet.alike == fleet.n ? text(texts, fleet.n == 1 ? "%s%s" : "%s%s on each", told, changing)
                                  : text(texts, "%d of %d: %s%s", fleet.alike, fleet.n, told, changing);
}

const char *slices_state_text(const struct scene *scene, int gpu, const struct recorded_layout *layout,
                              struct arena *texts)
{
    int loading = cut_find(layout, SLICE_LOADING);
    if (layout->phase == CUT_UNDER_WAY)
        return "× cutting";
    if (layout->phase == CUT_DRAINING || cut_find(layout, SLICE_DRAINING) >= 0)
        return "▾ draining";
    if (loading >= 0)
        return text(texts, "× loading %s", variant_of(scene, &layout->slices[loading]));
    if (!scene->has_instant)
        return "";
    struct cut_use use = cut_use_of(scene->now->result->model, &scene->instant, gpu, layout);
    return text(texts, "%d/%d busy", use.busy, use.up);
}

/* --- to scale --- */

/* Its name, as much as fits, its sign, then full where it is at work. A sign whose ASCII twin is a letter
 * keeps a blank from the name. */
static void draw_slice(const struct scene *scene, int gpu, const struct recorded_layout *layout, int k,
                       struct rect rect, struct canvas *canvas)
{
    const struct recorded_slice *slice = &layout->slices[k];
    bool busy = scene->has_instant && cut_slice_is_busy(scene->now->result->model, &scene->instant, gpu, k),
         empty = slice->app < 0;
    /* The sign of a slice that does not simply serve; 0: none. Words do without: there × counts. */
    uint32_t sign =
        layout->phase == CUT_UNDER_WAY || slice->state == SLICE_LOADING || slice->state == SLICE_STOPPED
            ? 0x00D7
        : slice->state == SLICE_DRAINING ? 0x25BE
                                         : 0;
    int end = rect.x + rect.w, x = rect.x;
    struct style fill = busy ? style_on(style_of(ROLE_BUSY), ROLE_BUSY) : style_of(ROLE_TRACK);
    if (!empty)
        canvas_fill(canvas, rect, busy ? 0x2588 : 0x2591, fill);
    bool apart = sign && canvas->glyphs == GLYPHS_ASCII && rect.w >= 3;
    int room = rect.w >= 3 ? rect.w - 1 - apart : rect.w; /* the last column tells whether it is at work */
    /* "1 2g b3", else without the size, else the variant alone: the longest that fits, or as much as does. */
    enum { FORMS = 4 };
    const char *variant = variant_of(scene, slice),
               *size = mig_slice_names[mig_configs[layout->config].slices[k]];
    bool several = scene->now->result->recording->n_apps > 1 && slice->app >= 0;
    char digit = several ? panel_app_digit(slice->app) : ' ';
    struct arena *texts = &canvas->texts;
    const char *const forms[FORMS] = {text(texts, "%c %s %s", digit, size, variant),
                                      text(texts, "%s %s", size, variant),
                                      text(texts, "%c %s", digit, variant), variant};
    const char *label = several                       ? text_fitting(forms, FORMS, room)
                        : text_width(forms[1]) > room ? variant
                                                      : forms[1];
    for (const char *at = label; *at && x < rect.x + room;)
        canvas_put(canvas, x++, rect.y, utf8_next(&at),
                   empty || sign ? style_of(ROLE_DIM) : style_bold(scene_app_role(slice->app)));
    if (apart)
        canvas_put(canvas, x++, rect.y, ' ', style_of(ROLE_DIM));
    if (sign)
        canvas_put(canvas, x < end ? x : end - 1, rect.y, sign, style_bold(ROLE_TITLE));
}

void slices_draw(const struct scene *scene, int gpu, const struct recorded_layout *layout, int x, int y,
                 int w, struct canvas *canvas)
{
    const struct mig_config *config = &mig_configs[layout->config];
    int unit = (w + 1) / SEVENTHS;
    if (w < SLICES_COLUMNS) {
        if (w > 0)
            canvas_text(canvas, x, y, w, style_of(ROLE_TEXT), slices_text(scene, layout, &canvas->texts));
        return;
    }
    unit = unit > 6 ? 6 : unit;
    for (int k = 0; k < config->n; k++) {
        int columns = mig_sevenths[config->slices[k]] * unit;
        if (k > 0)
            canvas_put(canvas, x - 1, y, 0x2502, style_of(ROLE_RULE));
        draw_slice(scene, gpu, layout, k, (struct rect){x, y, columns - 1, 1}, canvas);
        x += columns;
    }
}
