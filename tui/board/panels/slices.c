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

enum { SEVENTHS = 7, LABEL_SIZE = 48 };

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

/* The sign of a slice that does not simply serve; 0: none. Words do without: there × counts. */
static uint32_t sign_of(const struct recorded_layout *layout, const struct recorded_slice *slice)
{
    if (layout->phase == CUT_UNDER_WAY || slice->state == SLICE_LOADING || slice->state == SLICE_STOPPED)
        return 0x00D7;
    return slice->state == SLICE_DRAINING ? 0x25BE : 0;
}

/* --- text --- */

void slices_print(const struct scene *scene, const struct recorded_layout *layout, char *out, size_t size)
{
    const struct mig_config *config = &mig_configs[layout->config];
    size_t used = 0;
    out[0] = 0;
    for (int k = 0, n; k < config->n && used < size; k += n) {
        const struct recorded_slice *slice = &layout->slices[k];
        char count[sizeof "-2147483648× "] = ""; /* any int */
        for (n = 1; k + n < config->n && config->slices[k + n] == config->slices[k] &&
                    cut_holds_same(&layout->slices[k + n], slice);
             n++)
            ;
        if (n > 1)
            snprintf(count, sizeof count, "%d× ", n);
        int more = snprintf(out + used, size - used, "%s%s%s %s", k > 0 ? " · " : "", count,
                            mig_slice_names[config->slices[k]], variant_of(scene, slice));
        used += more > 0 ? (size_t)more : 0;
    }
}

/* "2× 2g diffusion · 3× 1g ssd": as slices_print, but wherever they lie. */
static void print_kinds(const struct scene *scene, const struct recorded_layout *layout, char *out,
                        size_t size)
{
    const struct mig_config *config = &mig_configs[layout->config];
    out[0] = 0;
    for (int k = 0; k < config->n; k++) {
        int n = 0, before = 0;
        for (int j = 0; j < config->n; j++) {
            bool alike = config->slices[j] == config->slices[k] &&
                         cut_holds_same(&layout->slices[j], &layout->slices[k]);
            n += alike;
            before += alike && j < k;
        }
        if (before > 0)
            continue;
        text_append(out, size, "%s", *out ? " · " : "");
        if (n > 1)
            text_append(out, size, "%d× ", n);
        text_append(out, size, "%s %s", mig_slice_names[config->slices[k]],
                    variant_of(scene, &layout->slices[k]));
    }
}

/* "jobs 4 4 5 5 5 5 6", slice by slice: digits name apps where their names have no room. Nothing changes
 * where an app has none. */
static void print_jobs(const struct recorded_layout *layout, char *out, size_t size)
{
    const struct mig_config *config = &mig_configs[layout->config];
    for (int k = 0; k < config->n; k++)
        if (layout->slices[k].app < 0 || layout->slices[k].app > 8)
            return;
    text_print(out, size, "jobs");
    for (int k = 0; k < config->n; k++)
        text_append(out, size, " %d", layout->slices[k].app + 1);
}

void slices_print_in(const struct scene *scene, const struct recorded_layout *layout, int columns, char *out,
                     size_t size)
{
    enum { NAME_MOST = 14, NAME_LEAST = 5 };
    slices_print(scene, layout, out, size);
    if (text_width(out) > columns)
        print_kinds(scene, layout, out, size);
    for (int name_w = NAME_MOST; name_w >= NAME_LEAST && text_width(out) > columns; name_w--) {
        /* "1g: 2× diffusion · 4× bert-base · bert-large" of a GPU whose slices are all alike, with names of
         * at most so many columns. */
        const struct mig_config *config = &mig_configs[layout->config];
        bool alike = true;
        for (int k = 1; k < config->n; k++)
            alike &= config->slices[k] == config->slices[0];
        text_print(out, size, "%s%s", alike ? mig_slice_names[config->slices[0]] : "", alike ? ":" : "");
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
            text_append(out, size, "%s", kinds++ > 0 ? " · " : alike ? " " : "");
            if (n > 1)
                text_append(out, size, "%d× ", n);
            text_append(out, size, "%s%s%s", alike ? "" : mig_slice_names[config->slices[k]],
                        alike ? "" : " ",
                        format_short_name(FORMAT_ROOM, variant_of(scene, &layout->slices[k]), name_w));
        }
    }
    if (text_width(out) > columns)
        print_jobs(layout, out, size);
}

void slices_print_fleet(const struct scene *scene, char *out, size_t size)
{
    struct cut_fleet fleet = cut_fleet_at(scene->now->result->recording, scene->explorer->time.cursor_ns);
    char text[SLICES_SIZE], changing[32] = "";
    out[0] = 0;
    if (!fleet.most)
        return;
    slices_print(scene, fleet.most, text, sizeof text);
    if (fleet.changing > 0)
        snprintf(changing, sizeof changing, "; %d changing", fleet.changing);
    if (fleet.alike == fleet.n)
        snprintf(out, size, fleet.n == 1 ? "%s%s" : "%s%s on each", text, changing);
    else
        snprintf(out, size, "%d of %d: %s%s", fleet.alike, fleet.n, text, changing);
}

void slices_print_state(const struct scene *scene, int gpu, const struct recorded_layout *layout, char *out,
                        size_t size)
{
    int loading = cut_find(layout, SLICE_LOADING);
    out[0] = 0;
    if (layout->phase == CUT_UNDER_WAY) {
        snprintf(out, size, "× cutting");
    } else if (layout->phase == CUT_DRAINING || cut_find(layout, SLICE_DRAINING) >= 0) {
        snprintf(out, size, "▾ draining");
    } else if (loading >= 0) {
        text_print(out, size, "× loading %s", variant_of(scene, &layout->slices[loading]));
    } else if (scene->has_instant) {
        struct cut_use use = cut_use_of(scene->now->result->model, &scene->instant, gpu, layout);
        snprintf(out, size, "%d/%d busy", use.busy, use.up);
    }
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
    uint32_t sign = sign_of(layout, slice);
    char label[LABEL_SIZE];
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
    char forms[FORMS][LABEL_SIZE], digit = several ? panel_app_digit(slice->app) : ' ';
    const char *const all[FORMS] = {forms[0], forms[1], forms[2], forms[3]};
    text_print(forms[0], LABEL_SIZE, "%c %s %s", digit, size, variant);
    text_print(forms[1], LABEL_SIZE, "%s %s", size, variant);
    text_print(forms[2], LABEL_SIZE, "%c %s", digit, variant);
    text_print(forms[3], LABEL_SIZE, "%s", variant);
    const char *const *from = several ? all : all + 1;
    text_print(label, LABEL_SIZE, "%s", text_fitting(from, several ? FORMS : 1, room));
    if (!several && text_width(label) > room)
        text_print(label, LABEL_SIZE, "%s", variant);
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
    char text[SLICES_SIZE];
    int unit = (w + 1) / SEVENTHS;
    if (w < SLICES_COLUMNS) {
        slices_print(scene, layout, text, sizeof text);
        if (w > 0)
            canvas_text(canvas, x, y, w, style_of(ROLE_TEXT), text);
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
