/* Tables side by side or below one another, and a foot that says what the chosen cell is, what may stand
 * there and what is wrong. A row with a fault has a sign before it and the cell at fault is orange. */
#include "tui/views/fleet.h"

#include "engine/base/text.h"
#include "engine/model/policy_table.h"
#include "tui/term/text.h"
#include "tui/widgets/prompt.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDE = 110,
    SIDE_W = 44,
    SIDE_MORE = 60, /* from this many columns over WIDE on the side is broader */
    HEAD = 3,
    RUN_LABEL = 13,
    COLUMNS_MAX = 32,
    CHOICE_ROWS = 6
};

int fleet_head_rows(enum fleet_table table)
{
    return table == FLEET_RUN ? 1 : 2;
}

/* --- layout --- */

static int wanted(const struct fleet_view *fleet, enum fleet_table table)
{
    return fleet->draft.n_rows[table] + fleet_head_rows(table);
}

/* Rows for tables below one another: three each, the rest to the one in focus first. */
static void share_rows(const struct fleet_view *fleet, struct rect area, const enum fleet_table *tables,
                       int n, struct fleet_layout *layout)
{
    int left = area.h, y = area.y, rows[FLEET_TABLES] = {0};
    for (int i = 0; i < n; i++) {
        int least = fleet_head_rows(tables[i]) + 1;
        rows[i] = part_clamp(least, 0, left);
        left -= rows[i];
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++) {
            int more = part_clamp(wanted(fleet, tables[i]) - rows[i], 0, left);
            if (pass == 0 && tables[i] != fleet->table)
                continue;
            rows[i] += more;
            left -= more;
        }
    for (int i = 0; i < n; i++) {
        layout->tables[tables[i]] = (struct rect){area.x, y, area.w, rows[i]};
        y += rows[i];
    }
}

static int foot_rows(const struct fleet_view *fleet, int h)
{
    int most = h >= 36 ? 9 : h >= 28 ? 7 : 5;
    return part_clamp(h - HEAD - 10, 2, fleet->mode == FLEET_BROWSE ? most : most + 1);
}

struct fleet_layout fleet_divide(int w, int h, const struct fleet_view *fleet)
{
    static const enum fleet_table left[] = {FLEET_GPUS, FLEET_APPS, FLEET_RUN};
    struct fleet_layout layout = {0};
    int body = h - HEAD - 1, foot = foot_rows(fleet, h);
    if (body - foot < 4 || w < 20)
        foot = 0;
    body = body > 0 ? body : 0;
    if (w < WIDE) {
        share_rows(fleet, (struct rect){0, HEAD, w, body - foot}, left, FLEET_TABLES, &layout);
        layout.foot = (struct rect){0, HEAD + body - foot, w, foot};
        return layout;
    }
    int side = SIDE_W + (w - WIDE > SIDE_MORE ? (w - WIDE - SIDE_MORE) / 2 : 0), rest = w - side - 1;
    int run = part_clamp(wanted(fleet, FLEET_RUN), 0, body);
    share_rows(fleet, (struct rect){0, HEAD, rest, body - foot}, left, FLEET_RUN, &layout);
    layout.tables[FLEET_RUN] = (struct rect){rest + 1, HEAD, side, run};
    layout.forecast = (struct rect){rest + 1, HEAD + run, side, body - run};
    layout.foot = (struct rect){0, HEAD + body - foot, rest, foot};
    return layout;
}

/* Those that say which row it is stay when the others move. */
static int frozen(enum fleet_table table)
{
    return table == FLEET_GPUS ? 2 : 1;
}

/* Places from column `from` on behind those that stay; returns whether the one in focus is there as a whole.
 */
static bool place_from(const struct fleet_view *fleet, enum fleet_table table, struct rect rect, int from,
                       struct rect *places)
{
    int x = rect.x + 3, end = rect.x + rect.w - 1;
    bool seen = false;
    for (int k = 0; k < fleet_n_columns[table]; k++) {
        int w = fleet_columns[table][k].width;
        places[k] = (struct rect){x, rect.y, 0, 1};
        if (!fleet_column_shown(fleet, table, k) || (k >= frozen(table) && k < from) || x + 4 > end)
            continue; /* without a width: it is not there */
        bool first = k < frozen(table) || k == from;
        if (x + w > end && !first) {
            x = end;
            continue;
        }
        places[k].w = x + w <= end ? w : end - x;
        x += w + 1;
        seen |= k == fleet->column[table];
    }
    return seen;
}

void fleet_place_columns(const struct fleet_view *fleet, enum fleet_table table, struct rect rect,
                         struct rect *places)
{
    int from = frozen(table);
    if (table == FLEET_RUN)
        return;
    while (!place_from(fleet, table, rect, from, places) && from < fleet->column[table])
        from++;
}

struct rect fleet_cell_rect(const struct fleet_view *fleet, const struct fleet_layout *layout,
                            enum fleet_table table, int row, int column)
{
    struct rect rect = layout->tables[table], places[COLUMNS_MAX];
    int y = rect.y + fleet_head_rows(table) + row - fleet->top[table];
    if (row < fleet->top[table] || y >= rect.y + rect.h)
        return (struct rect){0, 0, 0, 0};
    if (table == FLEET_RUN)
        return (struct rect){rect.x, y, rect.w, 1};
    fleet_place_columns(fleet, table, rect, places);
    return (struct rect){places[column].x, y, places[column].w, 1};
}

/* --- faults --- */

/* The first fault of a row, or of one of its cells; NULL: it has none. */
static const struct error *fault_of(const struct fleet_view *fleet, enum fleet_table table, int row,
                                    int column)
{
    const struct faults *faults = fleet->draft.faults;
    for (size_t i = 0; i < faults->count && i < FAULTS_KEPT; i++) {
        const struct fleet_place *place = &fleet->draft.places[i];
        if (place->table == table && place->row == row && (column < 0 || place->column == column))
            return &faults->kept[i];
    }
    return NULL;
}

/* --- a table --- */

struct table_drawn {
    const struct fleet_view *fleet;
    enum fleet_table table;
    bool focused;
    struct canvas *canvas;
};

static void draw_cell(const struct table_drawn *drawn, int row, int column, struct rect cell,
                      enum role ground)
{
    const struct fleet_view *fleet = drawn->fleet;
    enum fleet_table table = drawn->table;
    bool run = table == FLEET_RUN;
    bool here = drawn->focused && row == fleet->row[table] && (run || column == fleet->column[table]);
    if (cell.w <= 0)
        return;
    if (here && fleet->mode == FLEET_CELL) {
        field_draw(drawn->canvas, cell, &drawn->fleet->line, true, ground);
        return;
    }
    struct fleet_cell own = fleet_cell(&fleet->draft, table, row, column);
    const struct fleet_column *of = own.of;
    char *text = own.text;
    bool has = own.has;
    double number;
    if (text_to_number(text, &number) && *own.unit)
        text_append(text, FLEET_CELL_SIZE, " %s", own.unit);
    if (run && of->choice == CHOICE_SCHEMES && draft_count(&fleet->draft.json, "/pools") > 0)
        text_append(text, FLEET_CELL_SIZE, "; pools may differ");
    if (of->choice == CHOICE_MODELS && text_width(text) > cell.w)
        text_print(text, FLEET_CELL_SIZE, "%s", format_short_name(FORMAT_ROOM, text, cell.w));
    bool fault = fault_of(fleet, table, row, run ? -1 : column) != NULL;
    struct style style = style_on(style_of(fault ? ROLE_BAD : has ? ROLE_TEXT : ROLE_RULE), ground);
    if (fault)
        style.attrs |= ATTR_UNDERLINE;
    if (here) {
        style = style_on(style_bold(fault ? ROLE_BAD : ROLE_FOCUS), ground);
        style.attrs |= ATTR_REVERSE;
        canvas_fill(drawn->canvas, cell, ' ', style);
        canvas_cursor(drawn->canvas, cell.x, cell.y);
    }
    const char *empty = run && !*text && !fault ? strstr(of->help, "empty: ") : NULL;
    if (empty) {
        style = here ? style : style_on(style_of(ROLE_DIM), ground);
        text_print(text, FLEET_CELL_SIZE, "%s", empty + strlen("empty: "));
    }
    canvas_text(drawn->canvas, cell.x, cell.y, cell.w, style,
                !has              ? "·"
                : *text || !fault ? text
                                  : "missing");
}

static void draw_row(const struct table_drawn *drawn, int row, struct rect rect, const struct rect *places)
{
    const struct fleet_view *fleet = drawn->fleet;
    enum fleet_table table = drawn->table;
    bool chosen = drawn->focused && row == fleet->row[table];
    enum role ground = chosen ? ROLE_SELECTED : ROLE_BACKGROUND;
    canvas_fill(drawn->canvas, rect, ' ', style_on(style_of(ROLE_TEXT), ground));
    if (chosen)
        canvas_text(drawn->canvas, rect.x, rect.y, 1, style_on(style_bold(ROLE_FOCUS), ground), "▌");
    if (fault_of(fleet, table, row, -1))
        canvas_text(drawn->canvas, rect.x + 1, rect.y, 1, style_on(style_bold(ROLE_BAD), ground), "×");
    if (table == FLEET_RUN) {
        canvas_text(drawn->canvas, rect.x + 3, rect.y, RUN_LABEL - 1, style_on(style_of(ROLE_DIM), ground),
                    fleet_columns[table][row].title);
        struct rect cell = {rect.x + 3 + RUN_LABEL, rect.y, rect.w - 4 - RUN_LABEL, 1};
        draw_cell(drawn, row, 0, cell, ground);
        return;
    }
    for (int k = 0; k < fleet_n_columns[table]; k++)
        draw_cell(drawn, row, k, (struct rect){places[k].x, rect.y, places[k].w, 1}, ground);
    /* What is wrong with a row, right of the cell at fault and of that in focus, where it has room. */
    const struct error *fault = fault_of(fleet, drawn->table, row, -1);
    char text[120];
    if (!fault)
        return;
    int at_fault = fleet->draft.places[fault - fleet->draft.faults->kept].column, column = at_fault;
    if (drawn->focused && row == fleet->row[drawn->table] && fleet->column[drawn->table] > column)
        column = fleet->column[drawn->table];
    if (at_fault < 0 || places[column].w == 0 ||
        !*fleet_cell(&fleet->draft, drawn->table, row, at_fault).text)
        return; /* what is missing says so itself */
    int x = places[column].x + places[column].w + 2, room = rect.x + rect.w - x;
    text_print(text, sizeof text, "%.*s", (int)strcspn(fault->message, ";"), fault->message);
    if (text_width(text) > room)
        return;
    struct style style = style_on(style_of(ROLE_BAD), ground);
    canvas_fill(drawn->canvas, (struct rect){x - 1, rect.y, room + 1, 1}, ' ', style);
    canvas_text(drawn->canvas, x, rect.y, room, style, text);
}

static void draw_table(const struct fleet_view *fleet, enum fleet_table table, struct rect rect,
                       struct canvas *canvas)
{
    struct table_drawn drawn = {fleet, table, fleet->table == table, canvas};
    struct rect places[COLUMNS_MAX];
    char title[120];
    int head = fleet_head_rows(table);
    if (rect.h <= 0)
        return;
    int n;
    const char *name = fleet_name(&fleet->draft, &n);
    int gpus = draft_count(&fleet->draft.json, fleet->draft.gpus);
    text_print(title, sizeof title, "%s", fleet_table_titles[table]);
    if (table == FLEET_GPUS && n > 1)
        text_append(title, sizeof title, ": %d in fleet %s, %d of %d, [ ] the others", gpus, name,
                    fleet->draft.fleet + 1, n);
    else if (table == FLEET_GPUS)
        text_append(title, sizeof title, ": %d", gpus);
    else if (table == FLEET_APPS)
        text_append(title, sizeof title, ": %d", fleet->draft.n_rows[table]);
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, title, "", drawn.focused);
    fleet_place_columns(fleet, table, rect, places);
    for (int k = 0; table != FLEET_RUN && rect.h > 1 && k < fleet_n_columns[table]; k++)
        if (places[k].w > 0)
            canvas_text(canvas, places[k].x, rect.y + 1, places[k].w, style_of(ROLE_DIM),
                        fleet_columns[table][k].title);
    int last = fleet_n_columns[table] - 1;
    if (table != FLEET_RUN && rect.h > 1 &&
        (places[last].w == 0 || places[last].w < fleet_columns[table][last].width))
        canvas_text(canvas, rect.x + rect.w - 1, rect.y + 1, 1, style_of(ROLE_DIM), "→");
    for (int i = 0; i < rect.h - head && fleet->top[table] + i < fleet->draft.n_rows[table]; i++)
        draw_row(&drawn, fleet->top[table] + i, (struct rect){rect.x, rect.y + head + i, rect.w, 1}, places);
    int hidden = fleet->draft.n_rows[table] - (rect.h - head);
    if (hidden > 0 && rect.w > 24)
        canvas_print(canvas, rect.x + rect.w - 12, rect.y, 12, style_of(ROLE_DIM), " %d of %d ",
                     rect.h - head, fleet->draft.n_rows[table]);
}

/* --- the foot --- */

static const struct fleet_column *column_in_focus(const struct fleet_view *fleet)
{
    enum fleet_table table = fleet->table;
    return &fleet_columns[table][table == FLEET_RUN ? fleet->row[table] : fleet->column[table]];
}

/* The line that each listed choice stands on, in lines of `w` columns; -1: it is not listed. Returns how many
 * lines there are. */
static int line_up(const struct fleet_view *fleet, int w, int *line, bool all)
{
    int x = 0, y = 0, listed = 0;
    for (size_t i = 0; i < fleet->choices.n; i++) {
        int wide = text_width(fleet->choices.names[i]);
        line[i] = -1;
        /* Which of the choices are listed: all that go with what was typed, or all where a name stands as a
         * whole or nothing goes. */
        if (!all && !text_fits(fleet->line.text, fleet->choices.names[i]))
            continue;
        if (x > 0 && x + wide > w) {
            x = 0;
            y++;
        }
        line[i] = y;
        x += wide + 2;
        listed++;
    }
    return listed > 0 ? y + 1 : 0;
}

/* In at most so many rows, those around the one that is taken. */
static void put_choices(const struct fleet_view *fleet, struct lines *lines, int rows)
{
    struct rect at = lines->rect;
    int n = (int)fleet->choices.n, taken = -1, x = at.x, y = -1;
    if (rows < 1)
        return;
    int *line = needed(calloc((size_t)n + 1, sizeof *line));
    int all_lines = fleet->fresh ? 0 : line_up(fleet, at.w, line, false);
    if (all_lines == 0)
        all_lines = line_up(fleet, at.w, line, true);
    for (int i = 0; i < n; i++)
        if (strcmp(fleet->choices.names[i], fleet->line.text) == 0)
            taken = i;
    int top = part_scrolled(taken >= 0 && line[taken] >= 0 ? line[taken] : 0, all_lines, rows);
    for (int i = 0; i < n; i++) {
        if (line[i] < top || line[i] >= top + rows)
            continue;
        x = line[i] == y ? x : at.x;
        y = line[i];
        canvas_text(lines->canvas, x, at.y + lines->y + y - top, at.x + at.w - x,
                    i == taken ? style_bold(ROLE_FOCUS) : style_of(ROLE_DIM), fleet->choices.names[i]);
        x += text_width(fleet->choices.names[i]) + 2;
    }
    int shown = part_clamp(all_lines, 0, rows);
    if (all_lines > rows)
        canvas_print(lines->canvas, at.x + at.w - 14, at.y + lines->y + shown - 1, 14, style_of(ROLE_DIM),
                     "  ↑↓ %d lines", all_lines);
    lines->y += shown;
    free(line);
}

/* "gpu3 · type: there is no GPU type 'X'". */
static void say_fault(const struct fleet_view *fleet, const struct error *fault, char *out, size_t size)
{
    const struct fleet_place *place = &fleet->draft.places[fault - fleet->draft.faults->kept];
    enum fleet_table table = place->table;
    if (place->row < 0) {
        bool elsewhere = strncmp(fault->place, "/fleets/", 8) == 0;
        text_print(out, size, "%s%s%s%s", fault->place, *fault->place ? ": " : "", fault->message,
                   elsewhere ? "; ] shows that fleet" : "");
        return;
    }
    if (table != FLEET_RUN) {
        struct fleet_cell name = fleet_cell(&fleet->draft, table, place->row, table == FLEET_GPUS);
        if (!*name.text)
            text_print(name.text, sizeof name.text, "in row %d", place->row + 1);
        text_print(out, size, "%s %s", table == FLEET_GPUS ? "GPU" : "app", name.text);
    } else {
        text_print(out, size, "run");
    }
    const char *title = table == FLEET_RUN   ? fleet_columns[table][place->row].title
                        : place->column >= 0 ? fleet_columns[table][place->column].title
                                             : NULL;
    text_append(out, size, "%s%s: %s", title ? ", " : "", title ? title : "", fault->message);
}

static void put_fault_list(const struct fleet_view *fleet, struct lines *lines)
{
    const struct faults *faults = fleet->draft.faults;
    const struct error *mine = fault_of(fleet, fleet->table, fleet->row[fleet->table], -1);
    char text[800];
    if (mine) {
        say_fault(fleet, mine, text, sizeof text);
        lines_wrap(lines, style_of(ROLE_BAD), text);
    }
    for (size_t i = 0; i < faults->count && i < FAULTS_KEPT && lines_left(lines) > 0; i++) {
        if (&faults->kept[i] == mine)
            continue;
        say_fault(fleet, &faults->kept[i], text, sizeof text);
        lines_wrap(lines, style_of(ROLE_BAD), text);
    }
}

/* What was wrong with what came from outside, each with its place. */
static void put_heard(const struct fleet_view *fleet, struct lines *lines)
{
    const struct faults *heard = fleet->heard;
    lines_print(lines, style_bold(ROLE_BAD), "%zu fault%s in %s; nothing of it was applied", heard->count,
                heard->count == 1 ? "" : "s", fleet->heard_of);
    for (size_t i = 0; i < heard->count && i < FAULTS_KEPT && lines_left(lines) > 0; i++) {
        char text[ERROR_PLACE + 520];
        text_print(text, sizeof text, "%s%s%s", heard->kept[i].place, *heard->kept[i].place ? ": " : "",
                   heard->kept[i].message);
        lines_wrap(lines, style_of(ROLE_BAD), text);
    }
}

static void put_line(const struct fleet_view *fleet, struct lines *lines, const char *label)
{
    int w = text_width(label) + 1;
    struct rect at = {lines->rect.x + w, lines->rect.y + lines->y, lines->rect.w - w, 1};
    lines_put(lines, style_of(ROLE_DIM), label);
    field_draw(lines->canvas, at, &fleet->line, true, ROLE_BACKGROUND);
}

static void put_cell_help(const struct fleet_view *fleet, struct lines *lines)
{
    const struct fleet_column *column = column_in_focus(fleet);
    char text[300];
    text_print(text, sizeof text, "%s: %s", column->title, column->help);
    lines_wrap(lines, style_of(ROLE_DIM), text);
}

/* Whose load it would be is said beforehand. */
static void put_file_help(const struct fleet_view *fleet, struct lines *lines)
{
    char text[FLEET_CELL_SIZE + 300];
    struct fleet_cell app = fleet_cell(&fleet->draft, FLEET_APPS, fleet->row[FLEET_APPS], 0);
    text_print(
        text, sizeof text,
        "any table of times with requests is the load of %s, the app whose row is chosen; one with "
        "gCO2/kWh is the intensity of the run. One with faults changes nothing; L, then I shows a file "
        "before it is taken",
        app.has ? app.text : "an app");
    lines_wrap(lines, style_of(ROLE_DIM), text);
}

static void draw_foot(const struct fleet_view *fleet, struct rect rect, struct canvas *canvas)
{
    struct lines lines = {canvas, {rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 1}, 0};
    if (rect.h < 2)
        return;
    canvas_hline(canvas, rect.x, rect.y, rect.w, 0x2500, style_of(ROLE_RULE));
    if (fleet->mode == FLEET_FILE) {
        put_line(fleet, &lines, "paste the CSV now, or its path:");
        if (*fleet->heard_of)
            put_heard(fleet, &lines);
        else
            put_file_help(fleet, &lines);
        return;
    }
    if (fleet->mode == FLEET_NAME) {
        put_line(fleet, &lines, "save in the library as:");
        lines_wrap(&lines, style_of(*fleet->fault ? ROLE_BAD : ROLE_DIM),
                   *fleet->fault ? fleet->fault : "it is opened, and listed by K and L from then on");
        return;
    }
    put_cell_help(fleet, &lines);
    /* What a scheme does, in its own sentence. */
    const struct fleet_column *column = column_in_focus(fleet);
    if (column->choice == CHOICE_SCHEMES) {
        struct fleet_cell cell =
            fleet_cell(&fleet->draft, fleet->table, fleet->row[fleet->table], fleet->column[fleet->table]);
        const char *name = fleet->mode == FLEET_CELL ? fleet->line.text : cell.text;
        for (int p = 0; p < POLICY_COUNT; p++)
            if (strcmp(policy_infos[p].name, name) == 0)
                lines_wrap(&lines, style_of(ROLE_TEXT), policy_infos[p].help);
    }
    if (fleet->mode == FLEET_CELL && *fleet->fault)
        lines_wrap(&lines, style_of(ROLE_BAD), fleet->fault);
    if (fleet->mode == FLEET_CELL && fleet->choices.n > 0)
        put_choices(fleet, &lines, part_clamp(lines_left(&lines) - 1, 1, CHOICE_ROWS));
    if (*fleet->heard_of && fleet->mode == FLEET_BROWSE)
        put_heard(fleet, &lines);
    put_fault_list(fleet, &lines);
    if (*fleet->kept && fleet->mode == FLEET_BROWSE)
        lines_print(&lines, style_of(ROLE_DIM), "e goes on with the text that was kept: %s",
                    path_base(fleet->kept));
}

/* --- the head --- */

void fleet_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct fleet_view *fleet = state;
    struct fleet_layout layout = fleet_divide(canvas->w, canvas->h, fleet);
    char sentence[300];
    (void)host;
    struct style bar = style_on(style_of(ROLE_TEXT), ROLE_BAR),
                 bold = style_on(style_bold(ROLE_TITLE), ROLE_BAR);
    char text[120];
    int x = 1, steps = fleet->draft.at_step;
    text_print(text, sizeof text, "%d change%s", steps, steps == 1 ? "" : "s");
    canvas_fill(canvas, (struct rect){0, 0, canvas->w, 1}, ' ', bar);
    canvas_text_right(canvas, canvas->w - 1, 0, 24, bar, steps ? text : "unchanged");
    int end = canvas->w - 2 - text_width(text);
    part_span(canvas, &x, end, 0, bold, "wattif");
    part_span(canvas, &x, end, 0, bar, "  Your fleet  ");
    text_print(text, sizeof text, "a copy of %s", fleet->from);
    part_span(canvas, &x, end, 0, bar, text);
    bool offer = fleet->mode == FLEET_OFFER;
    int sense = offer ? 0 : fleet_sentence(fleet, sentence, sizeof sentence);
    if (offer)
        fleet_offer_text(fleet, sentence, sizeof sentence);
    enum role role = sense > 0 ? ROLE_GOOD : ROLE_BAD;
    part_wrap(canvas, (struct rect){1, 1, canvas->w - 2, canvas->h > 2 ? 2 : 0}, style_bold(ROLE_TITLE),
              sentence);
    if (sense != 0 && (unsigned char)sentence[0] >= 0x80)
        canvas_print(canvas, 1, 1, 1, style_bold(role), "%.*s", (int)strcspn(sentence, " "), sentence);
    for (int t = 0; t < FLEET_TABLES; t++)
        draw_table(fleet, (enum fleet_table)t, layout.tables[t], canvas);
    if (layout.forecast.h > 2)
        fleet_draw_forecast(fleet, layout.forecast, canvas);
    if (layout.tables[FLEET_RUN].x > 0)
        canvas_vline(canvas, layout.tables[FLEET_RUN].x - 1, HEAD, canvas->h - HEAD - 1, 0x2502,
                     style_of(ROLE_RULE));
    draw_foot(fleet, layout.foot, canvas);
}
