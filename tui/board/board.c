/* Rules first, then every panel that has a rectangle, then the lines that run through all
 * plots: edits, and the cursor's column on top. */
#include "tui/board/board.h"

#include "tui/term/text.h"
#include "tui/board/panels/panels.h"

#include <stdio.h>
#include <string.h>

/* Areas and lanes, which are told from curves by their roles. */
static bool is_fill(const struct cell *cell)
{
    bool area = (cell->fg >= ROLE_ACTIVE && cell->fg <= ROLE_BUSY) || cell->fg == ROLE_BAD;
    bool ascii = cell->glyph > ' ' && cell->glyph < 0x80 && strchr(".:-=+*#%", (int)cell->glyph);
    return area && ((cell->glyph >= 0x2581 && cell->glyph <= 0x2593) || ascii);
}

/* Nothing, or a line that may give way. The blanks within a title, focused or not, are part of it. */
static bool is_ground(const struct cell *cell)
{
    bool words = cell->fg == ROLE_DIM || cell->fg == ROLE_TITLE || cell->bg == ROLE_FOCUS;
    return (cell->glyph == ' ' && !words) || cell->fg == ROLE_GRID || cell->fg == ROLE_RULE;
}

/* Titles and axis labels: letters and digits, but not the digit at the end of a curve, which is a mark of the
 * plot. */
static bool is_text(const struct cell *cell)
{
    return cell->glyph < 0x2500 && (cell->fg == ROLE_DIM || cell->fg == ROLE_TITLE);
}

/* Does a column stand for an instant there? Not in the row of a pool, which is in words. */
static bool is_timed(const struct layout *layout, const struct canvas *canvas, int x, int y)
{
    return layout_over_time(layout, x, y) && canvas_spot_at(canvas, x, y).kind != SPOT_POOL;
}

void board_draw(const struct scene *scene, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    canvas_clear(canvas);
    if (layout->too_small || !scene->now->result) {
        /* The size there is and the size there must be, in as many words as fit. */
        const char *is = text(&canvas->texts, "%dx%d", canvas->w, canvas->h),
                   *must = text(&canvas->texts, "%dx%d", LAYOUT_MIN_COLUMNS, LAYOUT_MIN_ROWS),
                   *const forms[] = {text(&canvas->texts, "%s: wattif needs %s", is, must),
                                     text(&canvas->texts, "%s, needs %s", is, must), must},
                   *form = text_fitting(forms, 3, canvas->w);
        int w = text_width(form), x = w < canvas->w ? (canvas->w - w) / 2 : 0;
        canvas_text(canvas, x, canvas->h / 2, canvas->w, style_bold(ROLE_TITLE), form);
        if (canvas->h >= 3)
            canvas_text(canvas, x, canvas->h / 2 + 1, canvas->w - x, style_of(ROLE_DIM), "q quits");
        return;
    }
    /* The rules between the columns, from the titles to the end of the plots. */
    const int columns[] = {layout->left_rule_x, layout->right_rule_x};
    int top = layout->rects[REGION_KNOBS].y;
    int bottom = layout->rects[REGION_TIMEBAR].y + (layout->rects[REGION_LEGEND].h > 0);
    for (int i = 0; i < 2; i++) {
        if (columns[i] < 0)
            continue;
        canvas_vline(canvas, columns[i], top, bottom - top + 1, 0x2502, style_of(ROLE_RULE));
        canvas_put(canvas, columns[i], top, 0x252C, style_of(ROLE_RULE));
    }
    for (int region = 0; region < REGION_COUNT; region++)
        if (layout_has(layout, (enum region)region))
            panels[region].draw(scene, layout->rects[region], canvas);
    const struct scenario *scenario = &scene->explorer->document.scenario;
    for (int i = 0; i < scenario->n_edits; i++) {
        /* A dotted line where an edit acts: over the ground and over filled areas, not over curves and text.
         * It cuts through areas to the background: on their colours it would be lost in one theme or another.
         */
        int x = scene_column(scene, scenario->edits[i].t_ns);
        for (int y = 0; y < layout->rects[REGION_TIMEBAR].y; y++) {
            const struct cell *cell = canvas_at(canvas, x, y);
            if (!is_timed(layout, canvas, x, y) || !cell || cell->bg == ROLE_CURSOR ||
                !(is_ground(cell) || is_fill(cell)))
                continue;
            canvas_put(canvas, x, y, 0x250A, style_of(ROLE_EDIT));
        }
    }
    /* One lighter column through everything; a line where the cell is empty. Text, such as axis labels, stays
     * readable. */
    for (int y = 0; y < layout->rects[REGION_TIMEBAR].y; y++) {
        struct cell *cell = canvas_at(canvas, scene->cursor_x, y);
        if (!is_timed(layout, canvas, scene->cursor_x, y) || !cell || cell->bg == ROLE_CURSOR)
            continue;
        if (is_ground(cell))
            canvas_put(canvas, scene->cursor_x, y, 0x2502, style_of(ROLE_CURSOR));
        else if (!is_text(cell))
            cell->attrs |= ATTR_COLUMN;
    }
}
