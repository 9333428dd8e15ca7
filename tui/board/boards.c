/* The boards that are built in, which are lines like those of one's own. */
#include "tui/board/boards.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"

#include <string.h>

static const char *const built_in[BOARDS_BUILT_IN] = {
    "calm = panels intensity carbon knob cluster; cards carbon tail own; knobs few",
    "full = knobs all",
};

void boards_init(struct boards *boards)
{
    char missing[8];
    *boards = (struct boards){.n = BOARDS_BUILT_IN};
    for (int i = 0; i < BOARDS_BUILT_IN; i++)
        board_read(&boards->items[i], built_in[i], missing, sizeof missing, NULL);
}

int boards_find(const struct boards *boards, const char *name)
{
    for (int i = 0; i < boards->n; i++)
        if (strcmp(boards->items[i].name, name) == 0)
            return i;
    return -1;
}

bool boards_keep(struct boards *boards, const struct board *board, struct error *error)
{
    int at = boards_find(boards, board->name);
    if (at >= 0 && at < BOARDS_BUILT_IN)
        return error_set(error, ERROR_INPUT, NULL, "the board '%s' is built in: take another name",
                         board->name);
    if (at < 0 && boards->n == BOARDS_MAX)
        return error_set(error, ERROR_INPUT, NULL, "there are no more than %d boards", BOARDS_MAX);
    boards->items[at < 0 ? boards->n++ : at] = *board;
    return true;
}

const char *board_panel_name(int panel)
{
    return panel == BOARD_KNOBS_PANEL             ? "knob"
           : layout_is_choice((enum region)panel) ? scene_panel_name((enum region)panel)
                                                  : "";
}

const char *board_card_name(int card)
{
    return panel_card_name(card);
}

static int find_panel(const char *word)
{
    int panel = BOARD_KNOBS_PANEL;
    while (panel >= 0 && strcmp(board_panel_name(panel), word) != 0)
        panel--;
    return panel;
}

static int find_card(const char *word)
{
    int card = BOARD_OWN_CARD;
    while (card >= 0 && strcmp(panel_card_name(card), word) != 0)
        card--;
    return card;
}

/* A word that follows "panels", "cards" or "knobs"; after another word, and that word itself, it is missing.
 */
static void take_word(struct board *board, const char *clause, const char *word, char *missing, size_t size)
{
    bool panel = strcmp(clause, "panels") == 0, card = strcmp(clause, "cards") == 0;
    int at = panel ? find_panel(word) : card ? find_card(word) : -1;
    if (panel && at >= 0 && board->n_panels < REGION_COUNT)
        board->panels[board->n_panels++] = at;
    else if (card && at >= 0 && board->n_cards < BOARD_CARDS)
        board->cards[board->n_cards++] = at;
    else if (strcmp(clause, "knobs") == 0 && (strcmp(word, "few") == 0 || strcmp(word, "all") == 0))
        board->few_knobs = *word == 'f';
    else
        text_append(missing, size, "%s'%s'", *missing ? ", " : "", word);
}

bool board_read(struct board *board, const char *line, char *missing, size_t size, struct error *error)
{
    char copy[BOARD_LINE], *rest = copy, *clause, *word;
    *board = (struct board){0};
    missing[0] = '\0';
    if (!text_copy(copy, sizeof copy, line))
        return error_set(error, ERROR_INPUT, NULL, "a board is at most %d bytes long", BOARD_LINE - 1);
    char *name = strtok_r(copy, " \t", &rest), *equals = strtok_r(NULL, " \t", &rest);
    if (!name || !equals || strcmp(equals, "=") != 0)
        return error_set(error, ERROR_INPUT, NULL,
                         "a board is `board NAME = panels PANEL...; cards CARD...; knobs few|all`");
    if (!text_copy(board->name, sizeof board->name, name))
        return error_set(error, ERROR_INPUT, NULL,
                         "'%s' is too long for a board's name: %d bytes are the most", name, BOARD_NAME - 1);
    for (char *next = NULL; (clause = strtok_r(rest, ";", &next)); rest = NULL) {
        char *inner = NULL, *kind = strtok_r(clause, " \t", &inner);
        if (kind && strcmp(kind, "panels") != 0 && strcmp(kind, "cards") != 0 && strcmp(kind, "knobs") != 0)
            take_word(board, "", kind, missing, size);
        while (kind && (word = strtok_r(NULL, " \t", &inner)))
            take_word(board, kind, word, missing, size);
    }
    return true;
}

const char *board_line(const struct board *board, struct arena *texts)
{
    const char *line = text(texts, "%s =%s", board->name, board->n_panels ? " panels" : "");
    for (int i = 0; i < board->n_panels; i++)
        line = text(texts, "%s %s", line, board_panel_name(board->panels[i]));
    line = text(texts, "%s%s", line, board->n_cards ? board->n_panels ? "; cards" : " cards" : "");
    for (int i = 0; i < board->n_cards; i++)
        line = text(texts, "%s %s", line, panel_card_name(board->cards[i]));
    return text(texts, "%s%s knobs %s", line, board->n_panels + board->n_cards ? ";" : "",
                board->few_knobs ? "few" : "all");
}
