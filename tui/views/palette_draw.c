/* The palette drawn, and where its rows are: a click asks the same. The menu's families fill the left column,
 * then the right one; where they have no room for that, or something is typed, it is a list. */
#include "tui/views/palette.h"

#include "engine/base/text.h"
#include "tui/term/key.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdio.h>

enum { WIDTH = 80, HEIGHT = 24, HEAD = 2, FOOT = 4, NAME_WIDTH = 30, HELP_SIZE = 400 };
enum { KEY_W = 3, DOOR_W = 13, BRIEF_W = 20, MARK_W = 1, SLOT_W = MARK_W + KEY_W + DOOR_W + BRIEF_W };
enum { COLUMNS = 2, GAP = 2, LATELY_LABEL = 8, LATELY_W = 34 };

static struct rect inside_of(const struct canvas *canvas)
{
    return popup_inside(canvas, WIDTH, HEIGHT);
}

/* --- where rows are --- */

static const struct palette_entry *entry_at(const struct palette *palette, int i)
{
    return &palette->entries[palette->shown[i]];
}

struct slot {
    int column, row;
};

/* The place of the i-th row shown, which is a door, among the columns; headings have rows of their own. With
 * every door's, that of the last one tells whether there is room. */
static struct slot door_slot(const struct palette *palette, int rows, int i)
{
    struct slot slot = {0, 0};
    int end = palette->n_lately + palette->n_doors;
    for (int at = palette->n_lately; at < end && at <= i;) {
        enum door_family family = entry_at(palette, at)->family;
        int n = 0;
        while (at + n < end && entry_at(palette, at + n)->family == family)
            n++;
        if (slot.row + 1 + n > rows && slot.row > 0)
            slot = (struct slot){slot.column + 1, 0};
        if (i < at + n)
            return (struct slot){slot.column, slot.row + 1 + i - at};
        slot.row += 1 + n;
        at += n;
    }
    return slot;
}

static bool fits(const struct palette *palette, int rows)
{
    struct slot slot = door_slot(palette, rows, palette->n_lately + palette->n_doors - 1);
    return slot.column < COLUMNS && slot.row < rows;
}

/* One row is left to what the chosen one does, where every door has one without it. */
static int menu_rows(const struct palette *palette, const struct canvas *canvas)
{
    int rows = inside_of(canvas).h - HEAD - 1;
    return fits(palette, rows) ? rows : rows + 1;
}

bool palette_is_menu(const struct palette *palette, const struct canvas *canvas)
{
    bool all = !*palette->prompt.text && inside_of(canvas).w >= COLUMNS * SLOT_W + GAP &&
               palette->n_doors > 0 && palette->n_shown >= palette->n_lately + palette->n_doors;
    int rows = all ? menu_rows(palette, canvas) : 0;
    return rows >= 2 && fits(palette, rows);
}

int palette_n_rows(const struct palette *palette, const struct canvas *canvas)
{
    return palette_is_menu(palette, canvas) ? palette->n_lately + palette->n_doors : palette->n_shown;
}

int palette_page(const struct canvas *canvas)
{
    int rows = inside_of(canvas).h - HEAD - FOOT;
    return rows < 1 ? 1 : rows;
}

struct rect palette_row(const struct palette *palette, const struct canvas *canvas, int i)
{
    struct rect inside = inside_of(canvas), none = {0, 0, 0, 0};
    if (i < 0 || i >= palette_n_rows(palette, canvas))
        return none;
    if (palette_is_menu(palette, canvas)) {
        struct rect box = inside_of(canvas);
        if (i < palette->n_lately)
            return (struct rect){box.x + LATELY_LABEL + i * LATELY_W, box.y + 1, LATELY_W, 1};
        struct slot slot = door_slot(palette, menu_rows(palette, canvas), i);
        return (struct rect){box.x + slot.column * (SLOT_W + GAP), box.y + HEAD + slot.row, SLOT_W, 1};
    }
    int row = i - palette->top;
    return row < 0 || row >= palette_page(canvas)
               ? none
               : (struct rect){inside.x, inside.y + HEAD + row, inside.w, 1};
}

/* --- the menu --- */

/* The ground, and the mark of what is chosen. */
static enum role draw_ground(struct rect row, bool chosen, struct canvas *canvas)
{
    enum role ground = chosen ? ROLE_SELECTED : ROLE_POPUP;
    canvas_fill(canvas, row, ' ', style_on(style_of(ROLE_TEXT), ground));
    if (chosen)
        canvas_put(canvas, row.x, row.y, 0x258C, style_on(style_bold(ROLE_FOCUS), ground));
    return ground;
}

static const char *key_of(const struct palette_entry *entry, const struct canvas *canvas, char plain[48])
{
    key_labels_plain(entry->right, plain, 48);
    return canvas->glyphs == GLYPHS_ASCII ? plain : entry->right;
}

static void draw_door(const struct palette_entry *entry, bool chosen, struct rect row, struct canvas *canvas)
{
    char plain[48], brief[HELP_SIZE];
    enum role ground = draw_ground(row, chosen, canvas);
    int x = row.x + MARK_W;
    canvas_text(canvas, x, row.y, KEY_W, style_on(style_bold(ROLE_TITLE), ground),
                key_of(entry, canvas, plain));
    canvas_text(canvas, x + KEY_W, row.y, DOOR_W,
                style_on(chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), entry->line);
    text_print(brief, sizeof brief, "%s", entry->brief);
    text_cut_clause(brief, sizeof brief, BRIEF_W);
    canvas_text(canvas, x + KEY_W + DOOR_W, row.y, BRIEF_W, style_on(style_of(ROLE_DIM), ground), brief);
}

static void draw_lately(const struct palette_entry *entry, bool chosen, struct rect row,
                        struct canvas *canvas)
{
    enum role ground = draw_ground(row, chosen, canvas);
    canvas_text(canvas, row.x + MARK_W, row.y, row.w - MARK_W - 1,
                style_on(chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), entry->line);
}

static void draw_menu(const struct palette *palette, struct rect inside, struct canvas *canvas)
{
    int n = palette_n_rows(palette, canvas);
    if (palette->n_lately > 0)
        canvas_text(canvas, inside.x, inside.y + 1, LATELY_LABEL, popup_style(ROLE_DIM), "lately");
    for (int i = 0; i < n; i++) {
        const struct palette_entry *entry = entry_at(palette, i);
        struct rect row = palette_row(palette, canvas, i);
        bool door = i >= palette->n_lately;
        bool first = i == palette->n_lately || (door && entry_at(palette, i - 1)->family != entry->family);
        if (door && first)
            canvas_text(canvas, row.x, row.y - 1, SLOT_W, popup_bold(ROLE_FOCUS),
                        door_family_titles[entry->family]);
        (door ? draw_door : draw_lately)(entry, i == palette->at, row, canvas);
    }
    if (HEAD + menu_rows(palette, canvas) < inside.h)
        canvas_text(canvas, inside.x, inside.y + inside.h - 1, inside.w, popup_style(ROLE_TEXT),
                    entry_at(palette, palette->at)->help);
}

/* --- the list --- */

static void draw_list(const struct palette *palette, struct rect inside, struct canvas *canvas)
{
    for (int i = palette->top; i < palette->n_shown && i < palette->top + palette_page(canvas); i++) {
        const struct palette_entry *entry = entry_at(palette, i);
        bool chosen = i == palette->at;
        struct rect row = palette_row(palette, canvas, i);
        enum role ground = draw_ground(row, chosen, canvas);
        char plain[48], help[HELP_SIZE];
        const char *shown = key_of(entry, canvas, plain);
        int end = row.x + row.w, right = text_width(shown), name_w = NAME_WIDTH;
        if (name_w > row.w - 2)
            name_w = row.w - 2;
        canvas_text(canvas, row.x + 1, row.y, name_w,
                    style_on(chosen ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT), ground), entry->line);
        int help_w = row.w - NAME_WIDTH - 4 - right;
        text_print(help, sizeof help, "%s", entry->help);
        text_cut_clause(help, sizeof help, help_w > 0 ? help_w : 0); /* the foot has all of it */
        canvas_text(canvas, row.x + 2 + NAME_WIDTH, row.y, help_w, style_on(style_of(ROLE_DIM), ground),
                    help);
        if (row.w > name_w + right + 2)
            canvas_text_right(canvas, end, row.y, right, style_on(style_bold(ROLE_TITLE), ground), shown);
    }
    if (palette->n_shown == 0)
        part_wrap(canvas, (struct rect){inside.x, inside.y + HEAD, inside.w, 2}, popup_style(ROLE_DIM),
                  "There is nothing like that. Enter tries it all the same; ? looks words up.");
    /* What the chosen row does, in full. */
    int y = inside.y + inside.h - FOOT + 1;
    if (palette->n_shown == 0 || y <= inside.y + HEAD)
        return;
    const struct palette_entry *entry = entry_at(palette, palette->at);
    canvas_hline(canvas, inside.x, y - 1, inside.w, 0x2500, popup_style(ROLE_RULE));
    canvas_print(canvas, inside.x, y, inside.w, popup_bold(ROLE_TITLE), "%s%s", entry->line,
                 entry->takes_more ? " ..." : "");
    part_wrap(canvas, (struct rect){inside.x, y + 1, inside.w, FOOT - 2}, popup_style(ROLE_TEXT),
              entry->help);
}

/* --- both --- */

void palette_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct palette *palette = state;
    bool menu = palette_is_menu(palette, canvas);
    char note[32];
    (void)host;
    if (menu)
        text_print(note, sizeof note, "%d commands", palette->n - palette->n_lately);
    else
        text_print(note, sizeof note, "%d of %d", palette->n_shown, palette->n - palette->n_lately);
    struct rect inside = popup_open(canvas, WIDTH, HEIGHT, menu ? "Menu" : "Run a command", note);
    if (inside.w < 6 || inside.h < 2)
        return;
    int x = inside.x, end = inside.x + inside.w;
    part_span(canvas, &x, end, inside.y, popup_bold(ROLE_TITLE), ": ");
    int cursor = x + prompt_cursor_column(&palette->prompt);
    canvas_cursor(canvas, cursor < end ? cursor : end - 1, inside.y);
    part_span(canvas, &x, end, inside.y, popup_bold(ROLE_TITLE), palette->prompt.text);
    if (menu)
        part_span(canvas, &x, end, inside.y, popup_style(ROLE_DIM),
                  " type what you look for, or choose; its key alone opens it from anywhere");
    canvas_clip(canvas, inside);
    (menu ? draw_menu : draw_list)(palette, inside, canvas);
    canvas_unclip(canvas);
}
