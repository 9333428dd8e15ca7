/* The dashboard: rules first, then every panel that has a rectangle, then the lines that run through all
 * plots: edits, and the cursor's column on top. */
#include "tui/screens/screens.h"

#include "tui/glyphs.h"
#include "tui/panels/panels.h"

#include <stdio.h>

static void draw_too_small(struct canvas *canvas)
{
    char text[80];
    snprintf(text, sizeof text, "%dx%d: wattif needs %dx%d", canvas->w, canvas->h, LAYOUT_MIN_COLUMNS,
             LAYOUT_MIN_ROWS);
    int w = text_width(text), x = w < canvas->w ? (canvas->w - w) / 2 : 0;
    canvas_text(canvas, x, canvas->h / 2, canvas->w, style_bold(ROLE_TITLE), text);
    if (canvas->h >= 3)
        canvas_text(canvas, x, canvas->h / 2 + 1, canvas->w - x, style_of(ROLE_DIM), "q quits");
}

/* First and last row of the plots that share the time axis. */
static bool plot_rows(const struct layout *layout, int *first, int *last)
{
    static const enum region regions[] = {REGION_INTENSITY, REGION_CARBON,  REGION_LATENCY,
                                          REGION_USE,       REGION_RUNNING, REGION_AXIS};
    *first = -1;
    for (size_t i = 0; i < sizeof regions / sizeof *regions; i++) {
        const struct rect *rect = &layout->rects[regions[i]];
        if (rect->w == 0)
            continue;
        if (*first < 0)
            *first = rect->y;
        *last = rect->y + rect->h - 1;
    }
    return *first >= 0;
}

static bool is_fill(const struct cell *cell)
{
    return cell->glyph >= 0x2581 && cell->glyph <= 0x2593;
}

static bool is_ground(const struct cell *cell)
{
    return cell->glyph == ' ' || cell->fg == ROLE_GRID || cell->fg == ROLE_RULE;
}

/* Titles and axis labels: letters and digits, but not the digit at the end of a curve, which is a mark of the
 * plot. */
static bool is_text(const struct cell *cell)
{
    return cell->glyph < 0x2500 && (cell->fg == ROLE_DIM || cell->fg == ROLE_TITLE);
}

/* A dotted line where an edit acts: over the ground and over filled areas, not over curves and text. */
static void draw_edit_lines(const struct scene *scene, int first, int last, struct canvas *canvas)
{
    const struct scenario *scenario = &scene->explorer->scenario;
    for (int i = 0; i < scenario->n_edits; i++) {
        int x = scene_column(scene, scenario->edits[i].t_ns);
        for (int y = first; x >= 0 && y <= last; y++) {
            const struct cell *cell = canvas_at(canvas, x, y);
            if (!cell || cell->bg == ROLE_CURSOR || !(is_ground(cell) || is_fill(cell)))
                continue;
            enum role ground =
                is_fill(cell) && cell->glyph >= 0x2588 ? (enum role)cell->fg : (enum role)cell->bg;
            canvas_put(canvas, x, y, 0x250A, style_on(style_of(ROLE_EDIT), ground));
        }
    }
}

/* One lighter column through everything; a line where the cell is empty. Text, such as axis labels, stays
 * readable. */
static void draw_cursor(const struct scene *scene, int first, int last, struct canvas *canvas)
{
    for (int y = first; scene->cursor_x >= 0 && y <= last; y++) {
        struct cell *cell = canvas_at(canvas, scene->cursor_x, y);
        if (!cell || cell->bg == ROLE_CURSOR)
            continue;
        if (is_ground(cell)) {
            canvas_put(canvas, scene->cursor_x, y, 0x2502, style_of(ROLE_CURSOR));
            continue;
        }
        if (!is_text(cell))
            cell->attrs |= ATTR_COLUMN;
    }
}

static void draw_rules(const struct layout *layout, int first, int last, struct canvas *canvas)
{
    const int columns[] = {layout->left_rule_x, layout->right_rule_x};
    for (int i = 0; i < 2; i++)
        if (columns[i] >= 0)
            canvas_vline(canvas, columns[i], first, last - first + 1, 0x2502, style_of(ROLE_RULE));
    if (layout->left_rule_x >= 0)
        canvas_put(canvas, layout->left_rule_x, first, 0x252C, style_of(ROLE_RULE));
    if (layout->right_rule_x >= 0)
        canvas_put(canvas, layout->right_rule_x, first, 0x252C, style_of(ROLE_RULE));
}

void screen_dashboard(const struct scene *scene, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    int first, last = 0;
    canvas_clear(canvas);
    if (layout->too_small || !scene->now.result) {
        draw_too_small(canvas);
        return;
    }
    if (plot_rows(layout, &first, &last)) {
        int bottom = layout_has(layout, REGION_KNOBS) && !layout->knob_line
                         ? layout->rects[REGION_TIMEBAR].y + (layout->rects[REGION_LEGEND].h > 0)
                         : last;
        draw_rules(layout, first, bottom, canvas);
    }
    for (int i = 0; i < n_panels; i++)
        if (layout_has(layout, panels[i].region))
            panels[i].draw(scene, layout->rects[panels[i].region], canvas);
    if (first >= 0) {
        draw_edit_lines(scene, first, last, canvas);
        draw_cursor(scene, first, last, canvas);
    }
}
