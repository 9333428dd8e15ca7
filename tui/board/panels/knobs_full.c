/* The knobs in full size: all of them as a table with everything that is known of each, as many columns as
 * the width holds, and below it the focused one in words with what one step would do. */
#include "tui/board/panels/panels.h"

#include "tui/board/panels/knob_response.h"
#include "tui/board/panels/knob_text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CURVES_LEAST_W = 100, CURVES_ROWS = 6 };
enum { LABEL_W = 15, CELL_SIZE = 160, DETAILS_ROWS = 8, HELP_IN_ONE_ROW = 84 };

static void write_sign(const struct scene *scene, struct knob_ref knob, char *out)
{
    knob_text_label(scene, knob, LABEL_W - 1, out, CELL_SIZE);
}

static void write_name(const struct scene *scene, struct knob_ref knob, char *out)
{
    knob_name(&scene->explorer->document.scenario, knob, out, CELL_SIZE);
}

static void write_value(const struct scene *scene, struct knob_ref knob, char *out)
{
    struct knob_value value = explorer_value(scene->explorer, knob);
    knob_text_value(knob, &value, out, CELL_SIZE);
}

static void write_range(const struct scene *scene, struct knob_ref knob, char *out)
{
    knob_text_range(scene->explorer, knob, out, CELL_SIZE);
}

static void write_default(const struct scene *scene, struct knob_ref knob, char *out)
{
    (void)scene;
    knob_text_default(knob, out, CELL_SIZE);
    if (!*out && knob_infos[knob.id].type == TYPE_NUMBER)
        snprintf(out, CELL_SIZE, "scenario's");
}

static void write_when(const struct scene *scene, struct knob_ref knob, char *out)
{
    (void)scene;
    snprintf(out, CELL_SIZE, "%s", knob_text_when(knob));
}

static void write_layer(const struct scene *scene, struct knob_ref knob, char *out)
{
    (void)scene;
    snprintf(out, CELL_SIZE, "%s", knob_infos[knob.id].group);
}

static void write_help(const struct scene *scene, struct knob_ref knob, char *out)
{
    knob_text_help(scene, knob, false, out, CELL_SIZE);
}

/* Columns in the order of the screen; those with the greatest priority number go first when it is narrow. The
 * last takes what is left. */
static const struct column {
    const char *title;
    int w, priority;
    bool right;
    void (*write)(const struct scene *, struct knob_ref, char *out); /* NULL: the slider */
} columns[] = {
    {"knob", LABEL_W, 0, false, write_sign},
    {"value", 10, 0, true, write_value},
    {"", 22, 5, false, NULL},
    {"range", 21, 1, false, write_range},
    {"default", 11, 3, true, write_default},
    {"acts", 11, 1, false, write_when},
    {"name", 24, 2, false, write_name},
    {"layer", 9, 3, false, write_layer},
    {"what it does", 40, 4, false, write_help},
};
enum { N_COLUMNS = sizeof columns / sizeof *columns, PRIORITIES = 6, GAP = 2 };

/* The greatest priority number whose columns, and all before them, fit. */
static int fitting(int w)
{
    for (int most = PRIORITIES - 1; most > 0; most--) {
        int need = 1;
        for (int i = 0; i < N_COLUMNS; i++)
            need += columns[i].priority <= most ? columns[i].w + GAP : 0;
        if (need <= w)
            return most;
    }
    return 0;
}

static void draw_slider(const struct scene *scene, struct knob_ref knob, int x, int y, int w, bool focused,
                        enum role ground, struct canvas *canvas)
{
    const struct knob_info *info = &knob_infos[knob.id];
    struct slider slider = knob_text_slider(scene->explorer, knob, focused || knob_text_edited(scene, knob));
    if (info->type == TYPE_NUMBER)
        part_slider(canvas, x, y, w, &slider, ground);
}

static void draw_row(const struct scene *scene, int index, struct rect row, int most, struct canvas *canvas)
{
    struct knob_ref knob = scene->explorer->focus.knobs[index];
    bool focused = index == scene->explorer->focus.at, edited = knob_text_edited(scene, knob);
    enum role ground = focused ? ROLE_SELECTED : ROLE_BACKGROUND;
    int x = row.x + 1, end = row.x + row.w;
    canvas_fill(canvas, row, ' ', style_on(style_of(ROLE_TEXT), ground));
    if (focused) {
        canvas_put(canvas, row.x, row.y, 0x258C, style_on(style_bold(ROLE_FOCUS), ground));
        canvas_cursor(canvas, row.x, row.y);
    }
    for (int i = 0; i < N_COLUMNS; i++) {
        char text[CELL_SIZE] = "";
        int w = i == N_COLUMNS - 1 ? end - x : columns[i].w;
        if (columns[i].priority > most)
            continue;
        enum role role = i == 0 ? ROLE_TEXT : i == 1 ? (edited ? ROLE_EDIT : ROLE_TITLE) : ROLE_DIM;
        struct style style =
            style_on(i == 1 || (i == 0 && focused) ? style_bold(role) : style_of(role), ground);
        if (!columns[i].write)
            draw_slider(scene, knob, x, row.y, w, focused, ground, canvas);
        else
            columns[i].write(scene, knob, text);
        if (columns[i].right)
            canvas_text_right(canvas, x + w, row.y, w, style, text);
        else
            canvas_text(canvas, x, row.y, w, style, text);
        x += w + GAP;
    }
    if (edited)
        canvas_put(canvas, row.x + 1 + columns[0].w - 1, row.y, 0x25C6,
                   style_on(style_bold(ROLE_EDIT), ground));
}

static void draw_header(struct rect row, int most, struct canvas *canvas)
{
    int x = row.x + 1;
    for (int i = 0; i < N_COLUMNS; i++) {
        if (columns[i].priority > most)
            continue;
        if (columns[i].right)
            canvas_text_right(canvas, x + columns[i].w, row.y, columns[i].w, style_of(ROLE_DIM),
                              columns[i].title);
        else
            canvas_text(canvas, x, row.y, columns[i].w, style_of(ROLE_DIM), columns[i].title);
        x += columns[i].w + GAP;
    }
}

/* The table, headings where they fit, scrolled so that the focused row is shown. */
static int draw_table(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    int n = explorer->focus.n_knobs, most = fitting(rect.w), rows = rect.h - 1, y = rect.y + 1, groups = 0;
    draw_header(rect, most, canvas);
    for (int i = 0; i < n; i++)
        groups += i == 0 || strcmp(knob_text_group(explorer->focus.knobs[i]),
                                   knob_text_group(explorer->focus.knobs[i - 1])) != 0;
    int headings = rows >= n + 2 * groups ? 2 : rows >= n + groups;
    int first = n > rows ? explorer->focus.at - rows / 2 : 0;
    first = first > n - rows ? n - rows : first;
    for (int i = first < 0 ? 0 : first; i < n && y < rect.y + rect.h; i++) {
        const char *group = knob_text_group(explorer->focus.knobs[i]);
        if (headings && (i == 0 || strcmp(group, knob_text_group(explorer->focus.knobs[i - 1])) != 0)) {
            y += headings - 1;
            canvas_text(canvas, rect.x + 1, y++, rect.w - 1, style_bold(ROLE_DIM), group);
        }
        draw_row(scene, i, (struct rect){rect.x, y++, rect.w, 1}, most, canvas);
    }
    return y;
}

/* In words at the left, and where it leads at the right. */
static void draw_focused(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    int half = rect.w >= CURVES_LEAST_W ? rect.w / 2 : 0;
    int rows = half > 0 ? knob_response_rows(scene, half, rect.h < CURVES_ROWS ? rect.h : CURVES_ROWS) : 0;
    panel_knob_details(scene, rows == 0, (struct rect){rect.x, rect.y, rows > 0 ? half : rect.w, rect.h},
                       canvas);
    if (rows > 0)
        knob_response_draw(scene, (struct rect){rect.x + half + 1, rect.y, rect.w - half - 1, rows}, canvas);
}

void panel_knobs_full(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    char unit[64];
    snprintf(unit, sizeof unit, "%d of %d, %s choose  +− turn", scene->explorer->focus.at + 1,
             scene->explorer->focus.n_knobs, canvas->glyphs == GLYPHS_ASCII ? "Up/Dn" : "↑↓");
    panel_title(scene, canvas, rect, REGION_KNOBS, "Knobs", unit);
    canvas_clip(canvas, rect);
    int bottom = rect.y + rect.h, details = rect.h >= 14 ? DETAILS_ROWS : rect.h >= 8 ? rect.h / 3 : 0;
    details += rect.w < HELP_IN_ONE_ROW && rect.h >= 18;
    int y = draw_table(scene, (struct rect){rect.x, rect.y + 1, rect.w, rect.h - 1 - details}, canvas);
    if (details > 2) {
        y += y + details < bottom;
        canvas_hline(canvas, rect.x, y, rect.w, 0x2500, style_of(ROLE_RULE));
        draw_focused(scene, (struct rect){rect.x, y + 1, rect.w, bottom - y - 1}, canvas);
    }
    canvas_unclip(canvas);
}
