#include "engine/account/account.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void account_begin(struct account *account, const char *name, const char *title)
{
    *account = (struct account){.name = "", .title = "", .of = "", .over = "", .progress = ""};
    account->name = text(&account->arena, "%s", name);
    account->title = text(&account->arena, "%s", title);
}

void account_free(struct account *account)
{
    arena_free(&account->arena);
    free(account->json);
    *account = (struct account){.name = "", .title = "", .of = "", .over = "", .progress = ""};
}

/* --- sections and parts --- */

struct account_section *account_begin_section(struct account *account, const char *title)
{
    struct account_section **end = &account->sections, *own = arena_alloc(&account->arena, sizeof *own);
    if (!own)
        return NULL;
    own->note = "";
    own->title = text(&account->arena, "%s", title);
    while (*end)
        end = &(*end)->next;
    *end = own;
    account->section = ++account->n_sections;
    return own;
}

size_t account_find_section(const struct account *account, const char *name)
{
    size_t i = 0;
    for (const struct account_section *at = account->sections; at; at = at->next, i++)
        if (strcmp(at->title, name) == 0 || (at->key && strcmp(at->key, name) == 0))
            return i;
    return ACCOUNT_EVERY;
}

void account_end_sections(struct account *account)
{
    account->section = 0;
}

static struct account_part *add_part(struct account *account, enum part_kind kind,
                                     enum account_audience audience)
{
    struct account_part *part = arena_alloc(&account->arena, sizeof *part);
    if (!part)
        return NULL;
    part->kind = kind;
    part->audience = audience;
    part->section = account->section;
    *(account->last ? &account->last->next : &account->parts) = part;
    account->last = part;
    return part;
}

struct account_part *account_say(struct account *account, enum tone tone, int rank, const char *words)
{
    struct account_part *part = *words ? add_part(account, PART_SENTENCE, FOR_PEOPLE) : NULL;
    if (!part)
        return NULL;
    part->tone = tone;
    part->rank = rank;
    part->text = text(&account->arena, "%s", words);
    return part;
}

void account_say_to(struct account *account, enum account_audience audience, enum tone tone, int rank,
                    const char *words)
{
    struct account_part *part = account_say(account, tone, rank, words);
    if (part)
        part->audience = audience;
}

void account_say_forms(struct account *account, enum tone tone, int rank, const char *const *forms, size_t n)
{
    const char **own = arena_alloc(&account->arena, (n + 1) * sizeof *own);
    struct account_part *part = account_say(account, tone, rank, n > 0 ? forms[0] : "");
    for (size_t i = 1; own && i < n && *forms[i]; i++)
        own[i - 1] = text(&account->arena, "%s", forms[i]);
    if (own && part)
        part->briefer = own;
}

void account_drawing(struct account *account, int rank)
{
    struct account_part *part = add_part(account, PART_DRAWING, FOR_SCREENS);
    if (part)
        part->rank = rank;
}

void account_fact(struct account *account, const char *key, struct account_cell cell)
{
    struct account_fact **end = &account->facts, *own = arena_alloc(&account->arena, sizeof *own);
    if (!own)
        return;
    *own = (struct account_fact){text(&account->arena, "%s", key), cell, account->section, NULL};
    if (cell.kind == ACCOUNT_WORDS)
        own->cell.shown = text(&account->arena, "%s", cell.shown);
    while (*end)
        end = &(*end)->next;
    *end = own;
}

/* --- tables --- */

struct account_part *account_table(struct account *account, enum account_audience audience, const char *title,
                                   const struct account_column *columns, size_t n)
{
    struct account_part *part = add_part(account, PART_TABLE, audience);
    if (!part)
        return NULL;
    part->title = title ? text(&account->arena, "%s", title) : NULL;
    part->columns = arena_alloc(&account->arena, n * sizeof *part->columns);
    if (part->columns && n > 0) {
        memcpy(part->columns, columns, n * sizeof *columns);
        part->n_columns = n;
    }
    return part;
}

void account_keys(struct account *account, const char *title, const char *const *keys, size_t n)
{
    account_table(account, FOR_MACHINES, title, NULL, 0);
    for (size_t i = 0; i < n; i++)
        account_column(account, (struct account_column){.key = keys[i]});
}

/* The table that is told now; NULL: memory ran out for it. */
static struct account_part *open_table(struct account *account)
{
    return account->last && account->last->kind == PART_TABLE && !account->arena.lacked ? account->last
                                                                                        : NULL;
}

void account_column(struct account *account, struct account_column column)
{
    struct account_part *table = open_table(account);
    struct account_column *columns =
        table ? arena_alloc(&account->arena, (table->n_columns + 1) * sizeof *columns) : NULL;
    if (!columns)
        return;
    memcpy(columns, table->columns, table->n_columns * sizeof *columns);
    column.title = column.title ? text(&account->arena, "%s", column.title) : NULL;
    column.key = column.key ? text(&account->arena, "%s", column.key) : NULL;
    columns[table->n_columns++] = column;
    table->columns = columns;
}

/* A row of the table that is told now; its room doubles as it grows. */
static struct account_row *add_row(struct account *account)
{
    struct account_part *table = open_table(account);
    if (!table)
        return NULL;
    if (table->n_rows == table->rows_room) {
        size_t room = table->rows_room ? 2 * table->rows_room : 8;
        struct account_row *rows = arena_alloc(&account->arena, room * sizeof *rows);
        if (!rows)
            return NULL;
        if (table->n_rows)
            memcpy(rows, table->rows, table->n_rows * sizeof *rows);
        table->rows = rows;
        table->rows_room = room;
    }
    struct account_row *row = &table->rows[table->n_rows++];
    row->step = ACCOUNT_NO_STEP;
    table->filled = 0;
    return row;
}

void account_row(struct account *account, size_t step)
{
    struct account_row *row = add_row(account);
    if (!row)
        return;
    row->step = step;
    row->cells = arena_alloc(&account->arena, account->last->n_columns * sizeof *row->cells);
}

void account_place(struct account *account, double place, unsigned mark)
{
    struct account_part *table = open_table(account);
    if (!table || table->n_rows == 0)
        return;
    table->rows[table->n_rows - 1].place = place;
    table->rows[table->n_rows - 1].mark = mark;
}

void account_matrix(struct account *account, const char *const *down, size_t n_down,
                    const char *const *across, size_t n_across, bool by_sign)
{
    struct account_part *table = open_table(account);
    const char **own = table ? arena_alloc(&account->arena, n_across * sizeof *own) : NULL;
    if (!own)
        return;
    memcpy(own, across, n_across * sizeof *own);
    table->across = own;
    table->n_across = n_across;
    table->down = down;
    table->n_down = n_down;
    table->by_sign = by_sign;
}

void account_heading(struct account *account, const char *words)
{
    struct account_row *row = add_row(account);
    if (row)
        row->heading = text(&account->arena, "%s", words);
}

void account_fold(struct account *account, size_t step, bool open, const char *words)
{
    struct account_row *row = add_row(account);
    if (!row)
        return;
    row->heading = text(&account->arena, "%s %s", open ? "▾" : "▸", words);
    row->step = step;
}

static void add_about(struct account *account, struct account_row *row, enum tone tone, const char *words)
{
    struct account_about *own = *words ? arena_alloc(&account->arena, sizeof *own) : NULL,
                         **end = &row->about;
    if (!own)
        return;
    while (*end)
        end = &(*end)->next;
    *own = (struct account_about){tone, text(&account->arena, "%s", words), NULL};
    *end = own;
}

void account_about(struct account *account, enum tone tone, const char *words)
{
    struct account_part *table = open_table(account);
    if (table && table->n_rows)
        add_about(account, &table->rows[table->n_rows - 1], tone, words);
}

void account_put(struct account *account, struct account_cell cell)
{
    struct account_part *table = open_table(account);
    if (table && table->n_rows > 0 && table->filled < table->n_columns &&
        table->rows[table->n_rows - 1].cells)
        table->rows[table->n_rows - 1].cells[table->filled++] = cell;
}

void account_add(struct account *account, struct account_cell cell)
{
    const struct account_part *table = open_table(account);
    if (table && (table->n_rows == 0 || table->filled == table->n_columns))
        account_row(account, ACCOUNT_NO_STEP);
    account_put(account, cell);
}

void account_cells(struct account *account, const struct account_cell *cells, size_t n)
{
    const struct account_part *table = open_table(account);
    bool people = table && account_is_for(table, FOR_PEOPLE);
    for (size_t k = 0; table && table->n_columns > 0 && k < n; k++) {
        struct account_cell cell = cells[k];
        int digits = table->columns[table->filled % table->n_columns].digits;
        if (people && (cell.kind == ACCOUNT_NUMBER ? !isfinite(cell.value) : cell.shown && !*cell.shown))
            cell.kind = ACCOUNT_NONE;
        if (people && cell.kind == ACCOUNT_NONE)
            cell.shown = "-";
        else if (people && cell.kind == ACCOUNT_FLAG)
            cell.shown = cell.value != 0 ? "yes" : "no";
        else if (people && cell.kind == ACCOUNT_NUMBER && !cell.shown)
            cell.shown = digits < 0 ? text(&account->arena, "%s", TEXT_NUMBER(cell.value))
                                    : text(&account->arena, "%.*f", digits, cell.value);
        else if (cell.kind == ACCOUNT_WORDS)
            cell.shown = text(&account->arena, "%s", cell.shown);
        account_add(account, cell);
    }
}

const struct account_part *account_table_of(const struct account *account, size_t section, size_t i,
                                            size_t *first, size_t *end)
{
    *end = 0;
    for (const struct account_part *part = account->parts; part; part = part->next) {
        *first = *end;
        for (size_t k = 0; k < part->n_rows && account_is_in(part, section); k++)
            *end += account_is_for(part, FOR_SCREENS) && part->rows[k].step != ACCOUNT_NO_STEP;
        if (i < *end)
            return part;
    }
    return NULL;
}

size_t account_steps(const struct account *account, size_t section)
{
    size_t first, end;
    account_table_of(account, section, SIZE_MAX, &first, &end);
    return end;
}

const struct account_row *account_step(const struct account *account, size_t section, size_t i)
{
    size_t first, end;
    const struct account_part *part = account_table_of(account, section, i, &first, &end);
    const struct account_row *row = part ? part->rows : NULL;
    for (; row && (row->step == ACCOUNT_NO_STEP || first++ < i); row++)
        ;
    return row;
}

void account_about_step(struct account *account, size_t section, size_t i, enum tone tone, const char *words)
{
    size_t first, end;
    const struct account_part *part = account_table_of(account, section, i, &first, &end);
    const struct account_row *row = account_step(account, section, i);
    if (part)
        add_about(account, &part->rows[row - part->rows], tone, words);
}

size_t account_find_step(const struct account *account, size_t section, size_t step)
{
    size_t i = 0;
    for (const struct account_part *part = account->parts; part; part = part->next)
        for (size_t k = 0;
             k < part->n_rows && account_is_in(part, section) && account_is_for(part, FOR_SCREENS); k++) {
            if (part->rows[k].step == step)
                return i;
            i += part->rows[k].step != ACCOUNT_NO_STEP;
        }
    return ACCOUNT_NO_STEP;
}

size_t account_across(const struct account *account, size_t section, size_t i, int columns)
{
    size_t first, end;
    const struct account_part *part = account_table_of(account, section, i, &first, &end);
    const struct account_row *row = account_step(account, section, i);
    double goal = row && part ? row->place + columns * (double)part->n_down : 0;
    for (; columns > 0 && i + 1 < end && row->place < goal; i++, row++)
        ;
    for (; columns < 0 && i > first && row->place > goal; i--, row--)
        ;
    return i;
}

size_t account_along(const struct account *account, size_t section, size_t i, bool on)
{
    size_t first, end, next = i;
    const struct account_part *part = account_table_of(account, section, i, &first, &end);
    double here = part ? account_step(account, section, i)->cells[part->x].value : 0, nearest = INFINITY;
    for (size_t k = 0; part && part->x > 0 && k < part->n_rows; k++) {
        const struct account_row *row = &part->rows[k];
        if (row->step == ACCOUNT_NO_STEP)
            continue;
        double away = (on ? 1 : -1) * (row->cells[part->x].value - here);
        if (row->mark & MARK_FRONT && away > 0 && (away < nearest || (away == nearest && !on))) {
            nearest = away;
            next = first;
        }
        first++;
    }
    return next;
}

/* --- cells --- */

struct account_cell account_words(struct account *account, enum tone tone, const char *words)
{
    struct account_cell cell = {.kind = words ? ACCOUNT_WORDS : ACCOUNT_NONE, .tone = tone, .value = NAN};
    if (words)
        cell.shown = text(&account->arena, "%s", words);
    return cell;
}

struct account_cell account_number(struct account *account, enum tone tone, double value, const char *shown,
                                   const char *brief)
{
    return (struct account_cell){.kind = ACCOUNT_NUMBER,
                                 .tone = tone,
                                 .value = value,
                                 .shown = text(&account->arena, "%s", shown),
                                 .brief = brief ? text(&account->arena, "%s", brief) : NULL};
}

struct account_cell account_said(const char *words)
{
    return (struct account_cell){.kind = words ? ACCOUNT_WORDS : ACCOUNT_NONE, .shown = words};
}

struct account_cell account_bare(double value)
{
    return (struct account_cell){.kind = isnan(value) ? ACCOUNT_NONE : ACCOUNT_NUMBER, .value = value};
}

struct account_cell account_flag(bool value)
{
    return (struct account_cell){.kind = ACCOUNT_FLAG, .value = value};
}

struct account_cell account_value(struct account *account, const char *words)
{
    double number;
    return words && text_to_number(words, &number) ? account_bare(number)
                                                   : account_words(account, TONE_PLAIN, words);
}

/* No bar leads to infinity, as a change in per cent of nothing does. */
static double drawable(double length)
{
    return isinf(length) ? (double)NAN : length;
}

struct account_cell account_bars(struct account *account, const struct account_bar *bars, size_t n)
{
    struct account_bar *own = arena_alloc(&account->arena, n * sizeof *own);
    if (!own)
        return (struct account_cell){.kind = ACCOUNT_NONE};
    memcpy(own, bars, n * sizeof *bars);
    for (size_t i = 0; i < n; i++) {
        double *dots = bars[i].n_dots ? arena_alloc(&account->arena, bars[i].n_dots * sizeof *dots) : NULL;
        if (dots)
            memcpy(dots, bars[i].dots, bars[i].n_dots * sizeof *dots);
        own[i].dots = dots;
        own[i].n_dots = dots ? bars[i].n_dots : 0;
        for (size_t d = 0; d < own[i].n_dots; d++)
            dots[d] = drawable(dots[d]);
        own[i].length = drawable(own[i].length);
        own[i].half_width = drawable(own[i].half_width);
    }
    return (struct account_cell){.kind = ACCOUNT_BARS, .bars = own, .n_bars = n};
}

struct account_cell account_spans(struct account *account, double mark, const struct account_span *spans,
                                  size_t n)
{
    struct account_span *own = arena_alloc(&account->arena, (n + 1) * sizeof *own);
    if (own && n > 0)
        memcpy(own, spans, n * sizeof *spans);
    return (struct account_cell){.kind = ACCOUNT_SPANS, .value = mark, .spans = own, .n_bars = own ? n : 0};
}
