/* The boards: which one the dashboard shows, and what is on it. A board under the cursor, and whatever is
 * switched or moved, is seen at once behind the list; what began as a built-in board is then one of one's
 * own, "mine". Enter over a board takes it; `=` gives the one in force a name and keeps it as a line of
 * wattif.conf. */
#include "tui/views/picker.h"

#include "engine/base/text.h"
#include "store/file.h"
#include "tui/widgets/parts.h"

#include <stdlib.h>
#include <string.h>

enum row_kind { ROW_BOARD, ROW_PANEL, ROW_CARD, ROW_KNOBS };

enum { ROWS_MAX = BOARDS_MAX + REGION_COUNT + 1 + BOARD_CARDS + 1 + 1, ROW_TEXT = 64, CONFIG_MOST = 1 << 16 };

struct boards_view {
    struct board now; /* in force; what the dashboard shows may be one that is looked at */
    bool naming;
    struct prompt name;
    struct board_row {
        enum row_kind kind;
        int which;
        bool on;
    } rows[ROWS_MAX];
    char texts[ROWS_MAX][ROW_TEXT];
};

static void put_row(struct picker_view *picker, enum row_kind kind, int which, bool on, const char *words)
{
    struct boards_view *own = picker->own;
    text_print(own->texts[picker->n], ROW_TEXT, "%s", words);
    own->rows[picker->n++] = (struct board_row){kind, which, on};
}

static bool stands_in(const int *list, int n, int which)
{
    bool found = false;
    for (int i = 0; i < n; i++)
        found = found || list[i] == which;
    return found;
}

static void put_panel(const struct host *host, struct picker_view *picker, int panel, bool on)
{
    bool here = panel == BOARD_KNOBS_PANEL || scene_has_panel(host->scene, (enum region)panel);
    char words[ROW_TEXT];
    put_row(
        picker, ROW_PANEL, panel, on,
        text_print(words, sizeof words, "panel  %s%s", board_panel_name(panel), here ? "" : ", not here"));
}

/* The boards, then what the one in force has, in its order, then what it has not. */
static void list_rows(const struct host *host, struct picker_view *picker)
{
    const struct boards_view *own = picker->own;
    const struct board *board = &own->now;
    char words[ROW_TEXT];
    picker->n = 0;
    for (int i = 0; i < host->boards->n; i++)
        put_row(picker, ROW_BOARD, i, strcmp(host->boards->items[i].name, board->name) == 0,
                text_print(words, sizeof words, "board  %s", host->boards->items[i].name));
    for (int i = 0; i < board->n_panels; i++)
        put_panel(host, picker, board->panels[i], true);
    for (int panel = 0; panel <= BOARD_KNOBS_PANEL; panel++)
        if (*board_panel_name(panel) && !stands_in(board->panels, board->n_panels, panel))
            put_panel(host, picker, panel, board->n_panels == 0 && panel != BOARD_KNOBS_PANEL);
    for (int i = 0; i < board->n_cards; i++)
        put_row(picker, ROW_CARD, board->cards[i], true,
                text_print(words, sizeof words, "card   %s", board_card_name(board->cards[i])));
    for (int card = 0; card <= BOARD_OWN_CARD; card++)
        if (!stands_in(board->cards, board->n_cards, card))
            put_row(picker, ROW_CARD, card, board->n_cards == 0 && card != BOARD_OWN_CARD,
                    text_print(words, sizeof words, "card   %s", board_card_name(card)));
    put_row(picker, ROW_KNOBS, 0, board->few_knobs, "knobs  only those that act");
}

static bool boards_load(struct host *host, struct picker_view *picker, const char *argument,
                        struct error *error)
{
    struct boards_view *own = picker->own;
    (void)argument;
    (void)error;
    if (!*own->now.name)
        own->now = *host->board;
    picker->texts = own->texts[0];
    picker->text_step = sizeof *own->texts;
    list_rows(host, picker);
    return true;
}

static void boards_unload(struct host *host, struct picker_view *picker)
{
    const struct boards_view *own = picker->own;
    *host->board = own->now;
}

static void boards_row(const struct host *host, const struct picker_view *picker, int item, struct rect row,
                       enum role ground, struct canvas *canvas)
{
    const struct boards_view *own = picker->own;
    int x = row.x + 1, end = row.x + row.w;
    (void)host;
    part_span(canvas, &x, end, row.y, style_on(style_bold(ROLE_TITLE), ground),
              own->rows[item].on ? "● " : "○ ");
    part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_TEXT), ground), own->texts[item]);
}

static void boards_choose(struct host *host, struct picker_view *picker, int item)
{
    const struct boards_view *own = picker->own;
    const struct board_row *row = &own->rows[item];
    *host->board = row->kind == ROW_BOARD && !row->on ? host->boards->items[row->which] : own->now;
}

/* A board that names none has all that fit; before one is switched off or moved it names them. */
static void name_all(struct board *board)
{
    for (int panel = 0; board->n_panels == 0 && panel < BOARD_KNOBS_PANEL; panel++)
        for (; panel < BOARD_KNOBS_PANEL && *board_panel_name(panel); panel++)
            board->panels[board->n_panels++] = panel;
    for (int card = 0; board->n_cards == 0 && card < BOARD_OWN_CARD; card++)
        for (; card < BOARD_OWN_CARD; card++)
            board->cards[board->n_cards++] = card;
}

static void switch_in(int *list, int *n, int most, int which)
{
    int kept = 0, had = *n;
    for (int i = 0; i < had; i++)
        if (list[i] != which)
            list[kept++] = list[i];
    *n = kept;
    if (kept == had && kept < most)
        list[(*n)++] = which;
}

static void move_in(int *list, int n, int which, int way)
{
    for (int i = 0; i < n; i++)
        if (list[i] == which && i + way >= 0 && i + way < n) {
            list[i] = list[i + way];
            list[i + way] = which;
            return;
        }
}

/* After a change: the rows anew, and the choice stays where it was. */
static unsigned changed(struct host *host, struct picker_view *picker, enum row_kind kind, int which)
{
    struct boards_view *own = picker->own;
    struct error error = {0};
    if (boards_find(host->boards, own->now.name) < BOARDS_BUILT_IN &&
        boards_find(host->boards, own->now.name) >= 0)
        text_copy(own->now.name, BOARD_NAME, "mine");
    if (!boards_keep(host->boards, &own->now, &error)) /* the key for the next board finds it */
        message_say_error(host->message, &error);
    if (!picker_reload(host, picker))
        return REPLY_DONE;
    for (int i = 0; i < picker->n; i++)
        if (own->rows[i].kind == kind && own->rows[i].which == which)
            picker_choose(picker, i);
    return REPLY_DONE;
}

static unsigned say_name(struct host *host, const struct boards_view *own)
{
    return host_say(
        host, "name of the board: %s%s", own->name.text,
        own->name.whole ? "   Enter keeps it in wattif.conf under this name; typing begins another" : "");
}

static unsigned boards_act(struct host *host, struct picker_view *picker, int item, enum action_id action)
{
    struct boards_view *own = picker->own;
    struct board *board = &own->now;
    struct board_row row = own->rows[item];
    int way = action == ACTION_LIST_EARLIER ? -1 : action == ACTION_LIST_LATER ? 1 : 0;
    if (action == ACTION_LIST_RENAME) {
        own->naming = true;
        *host->board = *board;
        prompt_propose(&own->name, board->name);
        return say_name(host, own);
    }
    if (action != ACTION_LIST_MARK && !way)
        return 0;
    if (row.kind == ROW_BOARD)
        return host_say(host, "Enter takes this board");
    if (row.kind == ROW_KNOBS) {
        board->few_knobs = !board->few_knobs;
        return changed(host, picker, row.kind, row.which);
    }
    name_all(board);
    if (row.kind == ROW_PANEL && way)
        move_in(board->panels, board->n_panels, row.which, way);
    else if (row.kind == ROW_PANEL)
        switch_in(board->panels, &board->n_panels, REGION_COUNT, row.which);
    else if (way)
        move_in(board->cards, board->n_cards, row.which, way);
    else
        switch_in(board->cards, &board->n_cards, BOARD_CARDS, row.which);
    return changed(host, picker, row.kind, row.which);
}

static unsigned boards_accept(struct host *host, struct picker_view *picker, int item)
{
    struct boards_view *own = picker->own;
    if (own->rows[item].kind != ROW_BOARD)
        return boards_act(host, picker, item, ACTION_LIST_MARK);
    own->now = host->boards->items[own->rows[item].which];
    return host_say(host, "board %s; `board = %s` in wattif.conf keeps it", own->now.name, own->now.name) |
           REPLY_CLOSE;
}

/* The line goes to the end of wattif.conf, in the place of an older one of that name. */
static bool keep_line(const char *path, const struct board *board, struct error *error)
{
    struct arena arena = {0};
    size_t n = 0;
    struct error none = {0};
    char *had = file_read(path, CONFIG_MOST, &n, &none);
    const char *line = had;
    const char *text_of = "", *head = text(&arena, "board %s ", board->name);
    if (!had && path_is_regular(path)) {
        *error = none; /* what cannot be read is not written over */
        return false;
    }
    for (size_t length; line && *line; line += length + (line[length] == '\n')) {
        length = strcspn(line, "\n");
        if (strncmp(line, head, strlen(head)) != 0)
            text_of = text(&arena, "%s%.*s\n", text_of, (int)length, line);
    }
    text_of = text(&arena, "%sboard %s\n", text_of, board_line(board, &arena));
    bool good = !arena.lacked && file_replace(path, text_of, strlen(text_of), error);
    arena_free(&arena);
    free(had);
    return good;
}

static unsigned keep(struct host *host, struct picker_view *picker)
{
    struct boards_view *own = picker->own;
    struct board board = own->now;
    struct error error = {0};
    if (!*own->name.text || strpbrk(own->name.text, " \t=;") ||
        !text_copy(board.name, sizeof board.name, own->name.text))
        return host_refuse(host, "a board's name is one word of at most %d letters", BOARD_NAME - 1);
    if (!boards_keep(host->boards, &board, &error) || !keep_line(host->config, &board, &error))
        return host_fail(host, &error);
    own->now = board;
    own->naming = false;
    picker_reload(host, picker);
    return host_say(host, "the board %s is kept in %s", board.name, host->config);
}

static unsigned boards_first(struct host *host, struct picker_view *picker, enum action_id action)
{
    struct boards_view *own = picker->own;
    if (!own->naming)
        return 0;
    if (action == ACTION_LIST_ACCEPT)
        return keep(host, picker);
    own->naming = action != ACTION_BACK;
    return field_action(&own->name, action) ? say_name(host, own) : REPLY_DONE;
}

static bool boards_typing(const struct picker_view *picker)
{
    return ((const struct boards_view *)picker->own)->naming;
}

static unsigned boards_text(struct host *host, struct picker_view *picker, uint32_t key)
{
    struct boards_view *own = picker->own;
    prompt_key(&own->name, key);
    return say_name(host, own);
}

static const struct hint boards_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "take, switch", 0},
    {ACTION_LIST_EARLIER, ACTION_LIST_LATER, "move", 2},
    {ACTION_LIST_RENAME, ACTION_NONE, "name and keep", 1},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

static const struct picker_kind boards_kind = {
    .title = "Boards",
    .empty = "",
    .own_size = sizeof(struct boards_view),
    .w = 36,
    .h = 18,
    .live = true,
    .load = boards_load,
    .choose = boards_choose,
    .unload = boards_unload,
    .row = boards_row,
    .accept = boards_accept,
    .act = boards_act,
    .first = boards_first,
    .typing = boards_typing,
    .text = boards_text,
};

const struct view_ops view_boards = {.contexts = CONTEXT_LIST,
                                     PICKER_SLOTS(boards_kind),
                                     .hints = boards_hints,
                                     .n_hints = sizeof boards_hints / sizeof *boards_hints,
                                     .no_rows = "it lists names, which have no numbers"};
