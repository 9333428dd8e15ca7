/* The knobs in full size: all of them as a table with everything that is known of each, as many columns as
 * the width holds, and below it the focused one in words with what one step would do. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CURVES_LEAST_W = 100, CURVES_ROWS = 6, CURVES_MOST = 18, CURVES_GAP = 2 };
enum { LABEL_W = 15, LABEL_MOST = 40, CELL_SIZE = 320, DETAILS_ROWS = 8, HELP_IN_ONE_ROW = 84 };

/* Columns in the order of the screen; those with the greatest priority number go first when it is narrow. A
 * column is as wide as what stands in it, unless the table gives it a width: that of the signs grows and the
 * slider shrinks with the room that is left, and the last takes the rest. Under headings the layer is known.
 */
enum { SIGN, VALUE, SLIDER, RANGE, DEFAULT, ACTS, NAME, LAYER_OF, HELP, N_COLUMNS };
static const struct column {
    const char *title;
    int w, priority;
    bool right, headed;
} columns[N_COLUMNS] = {
    [SIGN] = {"knob", LABEL_W, 0, false, false},    [VALUE] = {"value", 0, 0, true, false},
    [SLIDER] = {"", 12, 4, false, false},           [RANGE] = {"range", 0, 1, false, false},
    [DEFAULT] = {"default", 0, 3, true, false},     [ACTS] = {"acts", 0, 1, false, false},
    [NAME] = {"name", 0, 2, false, false},          [LAYER_OF] = {"layer", 0, 3, false, true},
    [HELP] = {"what it does", 40, 5, false, false},
};
enum { PRIORITIES = 6, GAP = 2, SLIDER_MOST = 22 };

/* What a column says of a knob; the slider says nothing. */
static void tell(const struct scene *scene, struct knob_ref knob, int column, int w, char out[CELL_SIZE])
{
    const struct explorer *explorer = scene->explorer;
    struct knob_value value = explorer_value(explorer, knob);
    out[0] = 0;
    switch (column) {
    case SIGN:
        knob_text_label(scene, knob, w, out, CELL_SIZE);
        break;
    case VALUE:
        knob_text_value(knob, &value, out, CELL_SIZE);
        text_append(out, CELL_SIZE, explorer_is_controlled(explorer, knob) ? " auto" : "");
        break;
    case RANGE:
        knob_text_range(explorer, knob, out, CELL_SIZE);
        break;
    case DEFAULT:
        knob_text_default(knob, out, CELL_SIZE);
        if (!*out && knob_infos[knob.id].type == TYPE_NUMBER)
            text_print(out, CELL_SIZE, "scenario's");
        break;
    case ACTS:
        text_print(out, CELL_SIZE, "%s", knob_text_when(knob));
        break;
    case NAME:
        knob_name(&explorer->document.scenario, knob, out, CELL_SIZE);
        break;
    case LAYER_OF:
        text_print(out, CELL_SIZE, "%s", knob_infos[knob.id].group);
        break;
    case HELP:
        knob_text_help(scene, knob, false, out, CELL_SIZE);
        break;
    default:
        break;
    }
}

/* The columns as they fit; 0: left out. */
struct knobs_columns {
    int w[N_COLUMNS], headings; /* rows that each takes */
    bool tall;                  /* every knob has the rows that its help takes */
};

static int natural_width(const struct scene *scene, int column)
{
    const struct explorer *explorer = scene->explorer;
    int most = text_width(columns[column].title);
    for (int i = 0; i < explorer->focus.n_knobs; i++) {
        char text[CELL_SIZE];
        tell(scene, explorer->focus.knobs[i], column, LABEL_MOST, text);
        most = text_width(text) > most ? text_width(text) : most;
    }
    return most;
}

/* Knobs that differ in their target alone say the same of themselves: it is said beside the first, and goes
 * on beside the others. */
static int family_of(const struct explorer *explorer, int i)
{
    int n = 1;
    if (knob_is_scheme(explorer->focus.knobs[i]))
        return n;
    while (i + n < explorer->focus.n_knobs &&
           explorer->focus.knobs[i + n].id == explorer->focus.knobs[i].id &&
           !knob_text_begins_group(explorer, i + n))
        n++;
    return n;
}

/* The rows that a family takes more than it has knobs, to say all that there is to say of it. */
static int rows_more(const struct scene *scene, const struct knobs_columns *table, int i, int n)
{
    char text[CELL_SIZE];
    if (!table->tall || table->w[HELP] == 0)
        return 0;
    tell(scene, scene->explorer->focus.knobs[i], HELP, 0, text);
    int rows = part_wrap_rows(table->w[HELP], text);
    return rows > n ? rows - n : 0;
}

static struct knobs_columns make_table(const struct scene *scene, int w, int rows)
{
    const struct explorer *explorer = scene->explorer;
    struct knobs_columns table = {.tall = true};
    int n = explorer->focus.n_knobs, groups = knob_text_groups(explorer), more = 0;
    table.headings = rows >= n + 2 * groups ? 2 : rows >= n + groups;
    /* Columns in the order of their priority for as long as all of one fit; `room`: what is left. */
    int room = w - 1;
    for (int priority = 0; priority < PRIORITIES; priority++) {
        int wide[N_COLUMNS] = {0}, need = 0;
        for (int j = 0; j < N_COLUMNS; j++)
            if (columns[j].priority == priority && !(columns[j].headed && table.headings)) {
                wide[j] = columns[j].w ? columns[j].w : natural_width(scene, j);
                need += wide[j] + GAP;
            }
        if (need > room + GAP && priority > 0)
            break;
        room -= need;
        for (int j = 0; j < N_COLUMNS; j++)
            table.w[j] = wide[j] ? wide[j] : table.w[j];
    }
    /* What is left goes to the signs until none is shortened, then to the slider, then to the help. */
    int spare = room + GAP;
    enum { MARK = 1 };
    int grow = part_clamp(natural_width(scene, SIGN) + MARK - table.w[SIGN], 0, spare);
    table.w[SIGN] += grow;
    spare -= grow;
    grow = table.w[SLIDER] > 0 ? part_clamp(SLIDER_MOST - table.w[SLIDER], 0, spare) : 0;
    table.w[SLIDER] += grow;
    table.w[HELP] += table.w[HELP] > 0 ? spare - grow : 0;
    for (int i = 0; i < n; i += family_of(explorer, i))
        more += rows_more(scene, &table, i, family_of(explorer, i));
    table.tall = n + table.headings * groups + more <= rows;
    return table;
}

static void draw_slider(const struct scene *scene, struct knob_ref knob, int x, int y, int w, bool focused,
                        enum role ground, struct canvas *canvas)
{
    const struct knob_info *info = &knob_infos[knob.id];
    struct slider slider = knob_text_slider(scene->explorer, knob, focused || knob_text_edited(scene, knob));
    if (info->type == TYPE_NUMBER)
        part_slider(canvas, x, y, w, &slider, ground);
}

/* What a family does, in the rows that it has: where that is too little, cut behind a clause. The focused row
 * keeps its ground. */
static void draw_help(const struct scene *scene, int of, struct rect rect, int focused_row,
                      struct canvas *canvas)
{
    char text[CELL_SIZE];
    tell(scene, scene->explorer->focus.knobs[of], HELP, 0, text);
    for (int w = rect.w * rect.h; part_wrap_rows(rect.w, text) > rect.h; w = text_width(text) - 1)
        text_cut_clause(text, sizeof text, w);
    part_wrap(canvas, rect, style_of(ROLE_DIM), text);
    for (int x = rect.x; focused_row >= 0 && x < rect.x + rect.w; x++) {
        struct cell *cell = canvas_at(canvas, x, rect.y + focused_row);
        if (cell)
            cell->bg = ROLE_SELECTED;
    }
}

static void draw_header(struct rect row, const struct knobs_columns *table, struct canvas *canvas)
{
    int x = row.x + 1;
    for (int i = 0; i < N_COLUMNS; i++) {
        int w = table->w[i];
        if (w > 0 && columns[i].right)
            canvas_text_right(canvas, x + w, row.y, w, style_of(ROLE_DIM), columns[i].title);
        else if (w > 0)
            canvas_text(canvas, x, row.y, w, style_of(ROLE_DIM), columns[i].title);
        x += w > 0 ? w + GAP : 0;
    }
}

/* The table, headings where they fit, scrolled so that the focused row is shown. */
static int draw_table(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    int n = explorer->focus.n_knobs, at = explorer->focus.at, rows = rect.h - 1, y = rect.y + 1;
    struct knobs_columns table = make_table(scene, rect.w, rows);
    draw_header(rect, &table, canvas);
    int end = rect.y + rect.h, first = table.headings ? 0 : part_scrolled(at, n, rows), family = 1;
    for (int i = first; i < n && y < end; i += family) {
        family = family_of(explorer, i);
        if (table.headings && knob_text_begins_group(explorer, i)) {
            y += table.headings - 1;
            canvas_text(canvas, rect.x + 1, y++, rect.w - 1, style_bold(ROLE_DIM),
                        knob_text_group(explorer->focus.knobs[i]));
        }
        int top = y, more = rows_more(scene, &table, i, family);
        for (int k = 0; k < family && y < end; k++) {
            int index = i + k;
            struct rect row = (struct rect){rect.x, y++, rect.w, 1};
            struct knob_ref knob = scene->explorer->focus.knobs[index];
            bool focused = index == scene->explorer->focus.at, edited = knob_text_edited(scene, knob);
            enum role ground = focused ? ROLE_SELECTED : ROLE_BACKGROUND;
            int x = row.x + 1;
            canvas_fill(canvas, row, ' ', style_on(style_of(ROLE_TEXT), ground));
            if (focused) {
                canvas_put(canvas, row.x, row.y, 0x258C, style_on(style_bold(ROLE_FOCUS), ground));
                canvas_cursor(canvas, row.x, row.y);
            }
            for (int j = 0; j < HELP; j++) {
                char text[CELL_SIZE];
                int wide = table.w[j];
                if (wide == 0)
                    continue;
                enum role role = j == 0 ? ROLE_TEXT : j == 1 ? (edited ? ROLE_EDIT : ROLE_TITLE) : ROLE_DIM;
                struct style style =
                    style_on(j == 1 || (j == 0 && focused) ? style_bold(role) : style_of(role), ground);
                if (j == SLIDER)
                    draw_slider(scene, knob, x, row.y, wide, focused, ground, canvas);
                tell(scene, knob, j, wide - 1, text);
                if (columns[j].right)
                    canvas_text_right(canvas, x + wide, row.y, wide, style, text);
                else
                    canvas_text(canvas, x, row.y, wide, style, text);
                x += wide + GAP;
            }
            if (edited)
                canvas_put(canvas, row.x + 1 + table.w[SIGN] - 1, row.y, 0x25C6,
                           style_on(style_bold(ROLE_EDIT), ground));
        }
        y += y + more <= end ? more : 0;
        if (table.w[HELP] > 0)
            draw_help(scene, i, (struct rect){rect.x + rect.w - table.w[HELP], top, table.w[HELP], y - top},
                      at >= i && at < i + family ? at - i : -1, canvas);
    }
    return y;
}

void panel_knobs_full(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    panel_title(scene, canvas, rect, REGION_KNOBS, "Knobs",
                text(&canvas->texts, "%d of %d, %s choose  +− turn", scene->explorer->focus.at + 1,
                     scene->explorer->focus.n_knobs, canvas->glyphs == GLYPHS_ASCII ? "Up/Dn" : "↑↓"));
    canvas_clip(canvas, rect);
    int bottom = rect.y + rect.h, details = rect.h >= 14 ? DETAILS_ROWS : rect.h >= 8 ? rect.h / 3 : 0;
    details += rect.w < HELP_IN_ONE_ROW && rect.h >= 18;
    int y = draw_table(scene, (struct rect){rect.x, rect.y + 1, rect.w, rect.h - 1 - details}, canvas);
    if (details > 2) {
        y += y + details < bottom;
        canvas_hline(canvas, rect.x, y, rect.w, 0x2500, style_of(ROLE_RULE));
        /* In words at the left, and where it leads at the right, as high as there is room. */
        struct rect area = (struct rect){rect.x, y + 1, rect.w, bottom - y - 1};
        int half = area.w >= CURVES_LEAST_W ? area.w / 2 : 0;
        int rows =
            half > 0 ? knob_response_rows(scene, half, area.h < CURVES_ROWS ? area.h : CURVES_ROWS) : 0;
        if (rows >= CURVES_ROWS)
            rows = part_clamp(area.h, rows, CURVES_MOST);
        panel_knob_details(scene, rows == 0,
                           (struct rect){area.x, area.y, rows > 0 ? half - CURVES_GAP : area.w, area.h},
                           canvas);
        if (rows > 0)
            knob_response_draw(scene, (struct rect){area.x + half + 1, area.y, area.w - half - 1, rows},
                               canvas);
    }
    canvas_unclip(canvas);
}
