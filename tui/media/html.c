#include "tui/media/html.h"

#include "tui/media/fit.h"
#include "tui/media/matrix.h"
#include "tui/media/plot.h"

#include <math.h>
#include <stdlib.h>

static const char *const marks[] = {[TONE_GOOD] = "good", [TONE_BAD] = "bad", [TONE_PLAIN] = "",
                                    [TONE_STRONG] = "",   [TONE_QUIET] = "",  [TONE_EDIT] = ""};

/* How long a bar is, in words: its own, or those of the number of its row that it is drawn of; else of the
 * one before it, which it is drawn from. */
static const char *bar_words(const struct account_part *table, const struct account_row *row, size_t k,
                             const struct account_bar *bar)
{
    const char *before = "";
    if (bar->shown)
        return bar->shown;
    for (size_t c = 0; c < table->n_columns; c++) {
        const struct account_cell *cell = &row->cells[c];
        bool told = table->columns[c].title && cell->kind == ACCOUNT_NUMBER && cell->shown;
        if (told && cell->value == bar->length)
            return cell->shown;
        before = told && c < k ? cell->shown : before;
    }
    return before;
}

/* The bars of a column, of the rows from one to another, as a figure: its rows by what their first cell of
 * their own says, or a row of its own by what its bars are called. */
static void print_bars(const struct account_part *table, size_t k, size_t from, size_t to, struct page *page)
{
    size_t n = 0, dots = 0, own = table->columns[0].once ? 1 : 0;
    for (size_t i = from; i < to; i++)
        n += table->rows[i].cells ? table->rows[i].cells[k].n_bars : 0;
    struct plot_bar *bars = calloc(n + 1, sizeof *bars);
    n = 0;
    page_fed(page, bars != NULL);
    if (!bars)
        return;
    for (size_t i = from; i < to; i++) {
        const struct account_row *row = &table->rows[i];
        for (size_t b = 0; row->cells && b < row->cells[k].n_bars; b++) {
            const struct account_bar *bar = &row->cells[k].bars[b];
            bars[n++] = (struct plot_bar){.name = bar->name                         ? bar->name
                                                  : b == 0 && row->cells[own].shown ? row->cells[own].shown
                                                                                    : "",
                                          .value = bar_words(table, row, k, bar),
                                          .length = bar->length,
                                          .low = bar->length - bar->half_width,
                                          .high = bar->length + bar->half_width,
                                          .seeds = bar->dots,
                                          .n_seeds = bar->n_dots,
                                          .good = bar->tone != TONE_BAD};
            dots = bar->n_dots > dots ? bar->n_dots : dots;
        }
    }
    const char *title = table->scales ? table->rows[from].cells[0].shown : table->title;
    if (n > 0)
        plot_print_bars(page, title ? title : "",
                        table->note && (dots == 0 || !table->scales) ? table->note
                        : dots > 0                                   ? "mean, 95 % interval, a dot a seed"
                                                                     : "",
                        bars, n);
    free(bars);
}

static void print_rows(const struct account_part *table, struct page *page)
{
    struct page_column columns[FIT_COLUMNS];
    struct page_table rows;
    size_t n = 0;
    for (size_t k = 0; k < table->n_columns && n < FIT_COLUMNS; k++)
        if (table->columns[k].title && !fit_is_bars(table, k)) /* they stand beside it */
            columns[n++] = (struct page_column){table->columns[k].title, table->columns[k].number};
    page_begin_table(page, &rows, table->title ? table->title : "", columns, n);
    for (size_t i = 0; i < table->n_rows; i++) {
        const struct account_row *row = &table->rows[i];
        size_t shown = 0;
        for (size_t k = 0; k < table->n_columns && shown < n; k++) {
            if (!table->columns[k].title || fit_is_bars(table, k))
                continue;
            const struct account_cell *cell = row->cells ? &row->cells[k] : NULL;
            const char *text = cell ? fit_text(cell, false) : row->heading && shown == 0 ? row->heading : "";
            page_cell(page, &rows, text, cell && cell->tone < TONE_RUN ? marks[cell->tone] : "");
            shown++;
        }
    }
    page_end_table(page, &rows);
}

/* Columns of numbers as curves over the numbers of the first one, with their bands. */
static void print_curves(const struct account_part *table, struct page *page)
{
    size_t n = table->n_rows;
    float *points = calloc(4 * n + 1, sizeof *points), *x = points, *y = points + n, *low = y + n,
          *high = low + n;
    bool numbers = n > 1, banded = false;
    for (size_t i = 0; points && i < n; i++) {
        numbers = numbers && isfinite(table->rows[i].cells[0].value);
        x[i] = (float)table->rows[i].cells[0].value;
    }
    for (size_t k = 1; page_fed(page, points != NULL) && numbers && k < table->n_columns; k++) {
        if (!table->columns[k].title || !table->columns[k].number)
            continue;
        for (size_t i = 0; i < n; i++) {
            const struct account_cell *cell = &table->rows[i].cells[k];
            y[i] = cell->kind == ACCOUNT_NUMBER ? (float)cell->value : NAN;
            low[i] = cell->least_shown ? (float)cell->least : NAN;
            high[i] = cell->least_shown ? (float)cell->greatest : NAN;
            banded = banded || cell->least_shown;
        }
        const struct plot_series series[] = {
            {.name = table->columns[k].title, .form = PLOT_LINE, .colour = 1, .n = n, .y = y, .x = x},
            {.name = "least of the seeds", .form = PLOT_LINE, .dashed = true, .n = n, .y = low, .x = x},
            {.name = "greatest of the seeds", .form = PLOT_LINE, .dashed = true, .n = n, .y = high, .x = x}};
        plot_print(page, &(struct plot){.title = table->columns[k].title,
                                        .id = table->columns[k].title,
                                        .unit = "",
                                        .axis = PLOT_NUMBER,
                                        .from = x[0],
                                        .to = x[n - 1],
                                        .x_name = table->columns[0].title,
                                        .rule = {.at = NAN},
                                        .series = series,
                                        .n = banded ? 3 : 1});
    }
    free(points);
}

/* The points of a plane by what they are, and the way along what nothing beats. */
static void print_plane(const struct account_part *part, struct page *page)
{
    enum { KEPT, BROKEN, HERE, FRONT, SERIES };
    size_t n = part->n_rows;
    float *points = calloc(2 * SERIES * n + 1, sizeof *points);
    double from = INFINITY, to = -INFINITY;
    struct plot_series series[SERIES] = {
        [KEPT] = {.name = "keeps every limit", .form = PLOT_POINTS, .colour = 1},
        [BROKEN] = {.name = "breaks a limit", .form = PLOT_POINTS, .colour = 4},
        [HERE] = {.name = "the run as it is", .form = PLOT_POINTS, .colour = 0},
        [FRONT] = {.name = "nothing is better in both", .form = PLOT_LINE, .colour = 3, .dashed = true}};
    page_fed(page, points != NULL);
    if (!points)
        return;
    for (size_t i = 0; i < n; i++) {
        const struct account_row *row = &part->rows[i];
        double x = row->cells[part->x].value, y = row->cells[part->y].value;
        int own = row->mark & MARK_HERE ? HERE : row->cells[0].tone == TONE_BAD ? BROKEN : KEPT;
        if (row->cells[part->x].kind != ACCOUNT_NUMBER || row->cells[part->y].kind != ACCOUNT_NUMBER)
            continue;
        from = fmin(from, x);
        to = fmax(to, x);
        for (int s = own; s < SERIES; s = s < FRONT && row->mark & MARK_FRONT ? FRONT : SERIES) {
            float *xs = points + 2 * (size_t)s * n, *ys = xs + n;
            size_t k = series[s].n++;
            for (; s == FRONT && k > 0 && xs[k - 1] > (float)x; k--) {
                xs[k] = xs[k - 1];
                ys[k] = ys[k - 1];
            }
            xs[k] = (float)x;
            ys[k] = (float)y;
            series[s].x = xs;
            series[s].y = ys;
        }
    }
    plot_print(page, &(struct plot){.title = part->title,
                                    .id = "plane",
                                    .unit = "",
                                    .axis = PLOT_NUMBER,
                                    .from = from,
                                    .to = to > from ? to : from + 1,
                                    .x_name = part->columns[part->x].title,
                                    .rule = {.at = NAN},
                                    .series = series,
                                    .n = SERIES});
    free(points);
}

/* A row for each column of what a screen shows, its cells in the colours of the ramp. */
static void print_matrix(const struct account_part *part, struct page *page)
{
    static const char *const heat[] = {"", "h1", "h2", "h3", "h4", "h5", "h6", "h7"};
    struct matrix matrix = matrix_of(part);
    struct page_column columns[FIT_COLUMNS] = {{"", false}};
    struct page_table rows;
    size_t n = part->n_down < FIT_COLUMNS ? part->n_down : FIT_COLUMNS - 1;
    for (size_t k = 0; k < n; k++)
        columns[1 + k] = (struct page_column){part->down[k], true};
    page_begin_table(page, &rows, part->title, columns, 1 + n);
    for (size_t i = 0; i < part->n_across; i++) {
        page_cell(page, &rows, part->across[i], "");
        for (size_t k = 0; k < n; k++) {
            const struct account_cell *cell = matrix_at(&matrix, i, k);
            page_cell(page, &rows, cell ? fit_text(cell, false) : "",
                      cell ? heat[1 + matrix_step(&matrix, cell)] : "");
        }
    }
    page_end_table(page, &rows);
}

static void print_table(const struct account_part *table, struct page *page)
{
    size_t bars = 0;
    if (table->n_down > 0) {
        print_matrix(table, page);
        return;
    }
    if (table->curves)
        print_curves(table, page);
    if (table->x > 0)
        print_plane(table, page);
    while (bars < table->n_columns && !fit_is_bars(table, bars))
        bars++;
    if (bars == table->n_columns) {
        print_rows(table, page);
        return;
    }
    page_markup(page, "<div class=\"figures\"><div>\n");
    for (size_t i = 0, rows = table->scales ? 1 : table->n_rows; i < table->n_rows; i += rows)
        print_bars(table, bars, i, i + rows, page);
    page_markup(page, "</div><div>\n");
    print_rows(table, page);
    page_markup(page, "</div></div>\n");
}

static void print_parts(const struct account *account, size_t section, struct page *page)
{
    for (const struct account_part *part = account->parts; part; part = part->next) {
        if (part->section != section || !account_is_for(part, FOR_PAGES))
            continue;
        if (part->kind == PART_SENTENCE)
            page_element(page,
                         part->tone == TONE_QUIET ? "p class=\"note\""
                         : part->tone == TONE_BAD ? "p class=\"warning\""
                                                  : "p",
                         part->text);
        else if (part->kind == PART_TABLE && part->n_rows > 0) {
            bool folded = part->audience == FOR_PAGES;
            if (folded) {
                page_markup(page, "<details>");
                page_element(page, "summary", part->title);
            }
            print_table(part, page);
            page_markup(page, folded ? "</details>\n" : "");
        }
    }
}

void media_html(const struct account *account, struct page *page)
{
    const char *heading = page->heading;
    size_t i = 0;
    page_fed(page, !account->arena.lacked);
    for (const struct account_section *section = account->sections; section; section = section->next) {
        page_markup(page, "<div class=\"keep\">\n");
        page_heading(page, section->title);
        print_parts(account, ++i, page);
        page_markup(page, "</div>\n");
    }
    page->heading = heading;
    print_parts(account, 0, page);
}
