/* The box is a list of parts, each wrapped to the width it has. Where they do not all fit, the gaps between
 * them go first, then whole parts: the text, answers that are neither right nor given, then the question, and
 * so on to what was said last. */
#include "tui/widgets/coach.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

enum {
    COLUMN_FROM = 160, /* columns of the screen from which on it has its own */
    COLUMN_WIDTH = 52,
    OVER_FROM = 110,
    OVER_WIDTH = 46,
    OVER_TOP = 6,
    STRIP_LEAST = 9,
    STRIP_MOST = 17,
    STRIP_COVERED = 11, /* on a wide screen, where lines are long: the view over the lesson has the rest */
    STRIP_FROM = 20,    /* rows of the screen */
    STRIP_COLUMNS = 60,
    VIEW_LEAST = 24 /* rows that a view has beside a strip */
};

struct coach_place coach_place(int columns, int rows, bool covered, bool right)
{
    int most = covered && columns >= OVER_FROM ? STRIP_COVERED : STRIP_MOST;
    int strip = part_clamp(rows * 2 / 5, STRIP_LEAST, most);
    bool line = columns < STRIP_COLUMNS || rows < STRIP_FROM || (covered && rows - strip < VIEW_LEAST);
    int h = !line ? strip : rows > 2;
    struct coach_place place = {.form = line ? COACH_LINE : COACH_STRIP,
                                .box = {0, rows - !covered - h, columns, h},
                                .columns = columns,
                                .rows = rows - (line ? 1 : strip)};
    if (line || covered || (columns < COLUMN_FROM && (columns < OVER_FROM || right)))
        return place;
    bool own = columns >= COLUMN_FROM;
    int w = own ? COLUMN_WIDTH : OVER_WIDTH, y = own ? 0 : OVER_TOP;
    return (struct coach_place){.form = own ? COACH_COLUMN : COACH_OVER,
                                .box = {columns - w, y, w, rows - 1 - y},
                                .columns = own ? columns - w : columns,
                                .rows = rows};
}

void coach_dim(struct canvas *canvas, const struct rect *bright, int n)
{
    for (int y = 0; y < canvas->h; y++)
        for (int x = 0; x < canvas->w; x++) {
            bool kept = false;
            for (int i = 0; i < n && !kept; i++)
                kept = rect_contains(bright[i], x, y);
            if (!kept)
                canvas->cells[(size_t)y * (size_t)canvas->w + (size_t)x].attrs |= ATTR_FAINT;
        }
}

enum { POINT_ROWS = 2 };

/* Nothing is drawn there, or a rule. */
static bool is_free(const struct canvas *canvas, int x, int y, int w)
{
    for (int i = x; i < x + w; i++) {
        const struct cell *cell = canvas_at(canvas, i, y);
        if (cell && cell->glyph && !wcschr(L" ─━-=", (wchar_t)cell->glyph))
            return false;
    }
    return true;
}

/* The first place where a label of w columns covers no word: at the right, in the rows that belong to a title
 * or a card, else anywhere to the left in these and the one below; else at the right of the first row. */
static struct rect free_place(const struct canvas *canvas, struct rect rect, int x, int w)
{
    for (int y = rect.y; y < rect.y + rect.h && y < rect.y + POINT_ROWS; y++)
        if (is_free(canvas, x, y, w))
            return (struct rect){x, y, w, 1};
    for (int y = rect.y; y < rect.y + rect.h && y <= rect.y + POINT_ROWS; y++)
        for (int left = x; left >= rect.x; left--)
            if (is_free(canvas, left - 1, y, w + 1))
                return (struct rect){left, y, w, 1};
    return (struct rect){x, rect.y, w, 1};
}

void coach_point(struct canvas *canvas, struct rect rect, bool beside, const char *label)
{
    char tag[64];
    text_print(tag, sizeof tag, "◂ %s ", label);
    int w = text_width(tag), end = rect.x + rect.w, x = beside ? end : end - w;
    struct style style = style_bold(ROLE_GOOD);
    style.attrs |= ATTR_REVERSE;
    x = part_clamp(x, 0, canvas->w > w ? canvas->w - w : 0);
    struct rect place = beside ? (struct rect){x, rect.y, w, 1} : free_place(canvas, rect, x, w);
    if (rect.w > 0 && rect.h > 0)
        canvas_text(canvas, place.x, place.y, w, style, tag);
}

/* --- parts --- */

enum { PARTS_MAX = 12, LINE_BYTES = 1024, VERDICT = 1024 };

struct coach_part {
    const char *label; /* stands before the first row, the others are indented under it */
    const char *text;
    enum role role;
    bool bold, joined; /* joined: no gap before it */
    enum role ground;
    int choice; /* -1: it is none */
    int stays;  /* the least goes first where there is no room, the last part never */
};

struct coach_parts {
    int n;
    struct coach_part items[PARTS_MAX];
};

static struct coach_part *add(struct coach_parts *parts, const char *text, enum role role)
{
    struct coach_part *part = &parts->items[parts->n < PARTS_MAX - 1 ? parts->n++ : PARTS_MAX - 1];
    *part = (struct coach_part){
        .label = "", .text = text, .role = role, .ground = ROLE_POPUP, .choice = -1, .stays = 2 * parts->n};
    return part;
}

static void add_choices(struct coach_parts *parts, const struct coach *coach)
{
    static const char *const open[] = {"a   ", "b   ", "c   ", "d   ", "e   "},
                             *const taken[] = {"a ▸ ", "b ▸ ", "c ▸ ", "d ▸ ", "e ▸ "},
                             *const right[] = {"a ● ", "b ● ", "c ● ", "d ● ", "e ● "},
                             *const wrong[] = {"a ○ ", "b ○ ", "c ○ ", "d ○ ", "e ○ "};
    struct coach_part *question = add(parts, coach->question, ROLE_TITLE);
    question->bold = true;
    for (int i = 0; i < coach->n_choices; i++) {
        bool chosen = coach->answered >= 0 ? i == coach->answered : i == coach->marked;
        bool is_right = coach->right >= 0 && i == coach->right;
        struct coach_part *part = add(parts, coach->choices[i], ROLE_TEXT);
        part->label = is_right                      ? right[i]
                      : coach->right >= 0 && chosen ? wrong[i]
                      : chosen                      ? taken[i]
                                                    : open[i];
        part->role = is_right ? ROLE_GOOD : coach->right >= 0 && chosen ? ROLE_BAD : ROLE_TEXT;
        part->bold = chosen || is_right;
        part->ground = chosen ? ROLE_SELECTED : ROLE_POPUP;
        part->joined = true;
        part->choice = i;
        if (coach->answered >= 0 && !chosen && !is_right)
            part->stays = question->stays - 1;
    }
}

/* "You said b. Right.", "You said a: the A100 is faster, but taken. It is b." */
static const char *verdict(const struct coach *coach, char out[VERDICT])
{
    const char *why = coach->why ? coach->why : "";
    if (coach->right < 0)
        snprintf(out, VERDICT, "You said %c.", 'a' + coach->answered);
    else if (coach->right == coach->answered)
        snprintf(out, VERDICT, "You said %c. Right.", 'a' + coach->answered);
    else
        snprintf(out, VERDICT, "You said %c%s%s It is %c.", 'a' + coach->answered, *why ? ": " : ".", why,
                 'a' + coach->right);
    return out;
}

static void collect(const struct coach *coach, struct coach_parts *parts, char said[VERDICT])
{
    if (coach->text)
        add(parts, coach->text, ROLE_TEXT);
    if (coach->question)
        add_choices(parts, coach);
    if (coach->question && coach->answered >= 0)
        add(parts, verdict(coach, said), coach->right == coach->answered ? ROLE_GOOD : ROLE_TITLE)->bold =
            true;
    if (coach->reveal)
        add(parts, coach->reveal, ROLE_TEXT)->joined = coach->question != NULL;
    if (coach->task) {
        struct coach_part *task = add(parts, coach->task, ROLE_TEXT);
        task->label = coach->done ? "● " : "○ ";
        if (coach->state) {
            struct coach_part *state = add(parts, coach->state, coach->done ? ROLE_GOOD : ROLE_DIM);
            state->label = "  ";
            state->joined = true;
        }
    }
    if (coach->hint) {
        struct coach_part *hint = add(parts, coach->hint, ROLE_PROVENANCE);
        hint->label = "? ";
        hint->joined = true;
    }
}

/* --- rows --- */

/* The bytes of the next row of at most `columns`, `*` not counted; *width is what it takes. */
static size_t row_bytes(const char *text, int columns)
{
    size_t best = 0, at = 0;
    int width = 0;
    while (text[at] && text[at] != '\n') {
        const char *next = text + at;
        uint32_t glyph = utf8_next(&next);
        int w = glyph == '*' ? 0 : glyph_width(glyph);
        if (width + w > columns)
            return best ? best : at ? at : (size_t)(next - text);
        if (glyph == ' ')
            best = at;
        width += w;
        at = (size_t)(next - text);
    }
    return at;
}

static const char *after_row(const char *text, size_t n)
{
    text += n;
    if (*text == '\n')
        return text + 1;
    return text + strspn(text, " ");
}

static int part_rows(const struct coach_part *part, int columns)
{
    int rows = 0, w = columns - text_width(part->label);
    for (const char *text = part->text; *text && w > 0; rows++)
        text = after_row(text, row_bytes(text, w));
    return rows;
}

/* One row, with its bright stretches; *bright goes on from row to row. */
static void draw_row(struct canvas *canvas, int x, int y, const struct coach_part *part, const char *text,
                     size_t n, int w, bool *bright)
{
    struct style plain = style_on(part->bold ? style_bold(part->role) : style_of(part->role), part->ground);
    struct style marked =
        style_on(style_bold(part->role == ROLE_TEXT ? ROLE_TITLE : part->role), part->ground);
    int end = x + w;
    while (n > 0) {
        char stretch[LINE_BYTES];
        const char *mark = memchr(text, '*', n);
        size_t bytes = mark ? (size_t)(mark - text) : n;
        snprintf(stretch, sizeof stretch, "%.*s", (int)bytes, text);
        part_span(canvas, &x, end, y, *bright ? marked : plain, stretch);
        *bright ^= mark != NULL;
        bytes += mark != NULL;
        text += bytes;
        n -= bytes;
    }
}

/* Returns the rows it took of those there are. */
static int draw_part(struct canvas *canvas, struct rect rect, const struct coach_part *part)
{
    int label = text_width(part->label), w = rect.w - label, y = 0;
    bool bright = false;
    for (const char *text = part->text; *text && w > 0 && y < rect.h; y++) {
        size_t n = row_bytes(text, w);
        if (part->ground != ROLE_POPUP)
            canvas_fill(canvas, (struct rect){rect.x - 1, rect.y + y, rect.w + 2, 1}, ' ',
                        style_on(style_of(ROLE_TEXT), part->ground));
        if (y == 0)
            canvas_text(canvas, rect.x, rect.y, label,
                        style_on(style_bold(part->role == ROLE_TEXT ? ROLE_TITLE : part->role), part->ground),
                        part->label);
        draw_row(canvas, rect.x + label, rect.y + y, part, text, n, w, &bright);
        text = after_row(text, n);
    }
    if (part->choice >= 0)
        canvas_spot(canvas, (struct rect){rect.x, rect.y, rect.w, y}, SPOT_CHOICE, part->choice);
    return y;
}

static int all_rows(const struct coach_parts *parts, int columns, bool gaps)
{
    int rows = 0;
    for (int i = 0; i < parts->n; i++)
        rows += part_rows(&parts->items[i], columns) + (gaps && i > 0 && !parts->items[i].joined);
    return rows;
}

/* Returns the rows it took. */
static int draw_parts(struct coach_parts *parts, struct rect rect, struct canvas *canvas)
{
    int y = 0;
    while (parts->n > 1 && all_rows(parts, rect.w, false) > rect.h) {
        int least = 0;
        for (int i = 1; i < parts->n - 1; i++)
            if (parts->items[i].stays < parts->items[least].stays)
                least = i;
        parts->n--;
        for (int i = least; i < parts->n; i++)
            parts->items[i] = parts->items[i + 1];
    }
    bool gaps = all_rows(parts, rect.w, true) <= rect.h;
    for (int i = 0; i < parts->n && y < rect.h; i++) {
        y += gaps && i > 0 && !parts->items[i].joined;
        y += draw_part(canvas, (struct rect){rect.x, rect.y + y, rect.w, rect.h - y}, &parts->items[i]);
    }
    return y;
}

/* --- the box --- */

/* Rows of a box besides its parts: the frame, and where there is room air above them, and the prompt with air
 * before it. */
static int box_rows(const struct coach *coach, bool roomy)
{
    return 2 + roomy + (coach->prompt ? 1 + roomy : 0);
}

struct rect coach_box(const struct coach *coach, const struct coach_place *place)
{
    struct coach_parts parts = {0};
    struct rect box = place->box;
    char said[VERDICT];
    if (place->form == COACH_LINE || place->form == COACH_STRIP || box.w <= 4)
        return box;
    collect(coach, &parts, said);
    int rows = all_rows(&parts, box.w - 4, true) + box_rows(coach, true);
    rows = rows < box.h ? rows : box.h;
    box.y += place->low ? box.h - rows : 0;
    box.h = rows;
    return box;
}

/* What to press; which step it is, right of it: a long title leaves no room for its dots. */
static void draw_prompt(const struct coach *coach, struct rect row, struct canvas *canvas)
{
    struct coach_part prompt = {.label = "", .text = coach->prompt, .role = ROLE_DIM, .ground = ROLE_POPUP};
    char step[32] = "";
    bool bright = false;
    if (coach->n_steps > 0)
        snprintf(step, sizeof step, "step %d of %d", coach->step, coach->n_steps);
    int w = text_width(step), left = row.w - w - 2;
    if (row_bytes(coach->prompt, left) == strlen(coach->prompt))
        canvas_text(canvas, row.x + row.w - w, row.y, w, popup_style(ROLE_DIM), step);
    else
        left = row.w;
    draw_row(canvas, row.x, row.y, &prompt, coach->prompt, row_bytes(coach->prompt, left), left, &bright);
    canvas_spot(canvas, row, SPOT_CHOICE, COACH_PROMPT);
}

void coach_draw(const struct coach *coach, const struct coach_place *place, struct canvas *canvas)
{
    struct coach_parts parts = {0};
    enum { FRAME = 6 };
    char said[VERDICT], marks[96], note[160], title[160];
    struct rect box = coach_box(coach, place);
    if (box.h <= 0 || box.w <= 4)
        return;
    if (place->form == COACH_LINE) {
        struct style ground = popup_style(ROLE_TEXT);
        int x = box.x + 1, end = box.x + box.w - 1;
        char step[32];
        const char *text = coach->task && !coach->done ? coach->task
                           : coach->prompt             ? coach->prompt
                                                       : coach->text;
        snprintf(step, sizeof step, "%d/%d ", coach->step, coach->n_steps);
        canvas_fill(canvas, box, ' ', ground);
        part_span(canvas, &x, end, box.y, popup_bold(ROLE_GOOD), coach->done ? "● " : "▸ ");
        part_span(canvas, &x, end, box.y, popup_style(ROLE_DIM), coach->n_steps > 0 ? step : "");
        struct coach_part part = {.label = "", .role = ROLE_TEXT, .ground = ROLE_POPUP};
        bool bright = false;
        size_t n = text ? row_bytes(text, end - x) : 0;
        if (n > 0)
            draw_row(canvas, x, box.y, &part, text, n, end - x, &bright);
        return;
    }
    /* "●●●○○○○" */
    marks[0] = 0;
    for (int i = 0; i < coach->n_steps; i++)
        text_append(marks, sizeof marks, "%s", i < coach->step ? "●" : "○");
    text_print(title, sizeof title, "%s", coach->title ? coach->title : "");
    for (char *clause = title;
         text_width(title) + FRAME > box.w && clause;) { /* it ends with one that fits */
        char *comma = strrchr(title, ','), *colon = strrchr(title, ':');
        clause = comma > colon ? comma : colon;
        if (clause)
            *clause = 0;
    }
    text_print(note, sizeof note, "%s%s%s", coach->series ? coach->series : "",
               coach->series && *marks ? " " : "", marks);
    bool narrow = text_width(title) + text_width(note) + 8 > box.w, roomy = place->form != COACH_STRIP;
    struct rect inside = popup_box(canvas, box, title, narrow ? marks : note);
    collect(coach, &parts, said);
    struct rect body = {inside.x, inside.y + roomy, inside.w, box.h - box_rows(coach, roomy)};
    int y = body.y + draw_parts(&parts, body, canvas) + roomy;
    if (coach->prompt && y < inside.y + inside.h)
        draw_prompt(coach, (struct rect){inside.x, y, inside.w, 1}, canvas);
}
