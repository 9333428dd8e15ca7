/* Every metric that all runs have is a row; one that is not known in any is left out. Apps are compared where
 * all runs have the same ones. Text shows the rows that people weigh, JSON and CSV all. */
#include "tui/cli/sweep/compare_print.h"

#include "engine/base/text.h"
#include "tui/words/contrast.h"
#include "tui/words/print.h"

#include <stdio.h>
#include <string.h>

enum { CELL_SIZE = 96, CHANGES_SIZE = 1024, COLUMNS_MAX = 2 + 3 * CONTRAST_RUNS };

struct printing {
    const struct contrast *contrast;
    struct listing *listing;
};

static void add_row(void *context, const struct contrast_row *row)
{
    const struct printing *printing = context;
    const struct contrast *contrast = printing->contrast;
    char label[CELL_SIZE], cell[CELL_SIZE];
    contrast_label(contrast, row->column, label, sizeof label);
    listing_text(printing->listing, label);
    for (size_t k = 0; k < contrast->n; k++) {
        metric_format_digits(row->column.metric, row->values[k], contrast_digits(contrast, row), cell,
                             sizeof cell);
        listing_text(printing->listing, cell);
    }
    for (size_t k = 1; k < contrast->n; k++) {
        contrast_describe(contrast, row, k, cell, sizeof cell);
        listing_text(printing->listing, cell);
    }
}

/* What was asked of it that was not asked of the first. */
static bool print_changes(const struct contrast *contrast, size_t k, FILE *file)
{
    char changes[CHANGES_SIZE];
    if (!contrast_changes(contrast, k, NULL, 0, changes, sizeof changes))
        return false;
    print(file, "%c differs from A: %s\n", contrast_letter(k),
          *changes ? changes : "in nothing that a knob says");
    return true;
}

static bool print_text(const struct contrast *contrast, FILE *file)
{
    struct listing_column columns[COLUMNS_MAX] = {{"metric", "", CELL_TEXT, 0}};
    char titles[2 * CONTRAST_RUNS][16];
    struct listing listing;
    struct printing printing = {contrast, &listing};
    size_t n = 1;
    for (size_t k = 0; k < contrast->n; k++, n++) {
        snprintf(titles[k], sizeof titles[k], "%c", contrast_letter(k));
        columns[n] = (struct listing_column){titles[k], titles[k], CELL_TEXT, 0};
    }
    for (size_t k = 1; k < contrast->n; k++, n++) {
        char *title = titles[CONTRAST_RUNS + k];
        snprintf(title, sizeof titles[0], "%c - A", contrast_letter(k));
        columns[n] = (struct listing_column){title, title, CELL_TEXT, 0};
    }
    char unpaired[CONTRAST_UNPAIRED], basis[CONTRAST_UNPAIRED];
    bool why = *contrast_unpaired(contrast, false, unpaired, sizeof unpaired);
    for (size_t k = 0; k < contrast->n; k++)
        print(file, "%c  %s\n", contrast_letter(k), contrast->runs[k].name);
    fputc('\n', file);
    for (size_t k = 1; k < contrast->n; k++)
        if (!print_changes(contrast, k, file))
            return false;
    if (why)
        print(file, "%s\n", unpaired);
    if (!contrast_same_apps(contrast))
        print(file, "Their apps are not the same ones, so only the whole runs are compared.\n");
    print(file, "%s\n\n", contrast_basis(contrast, basis, sizeof basis));
    listing_begin(&listing, columns, n);
    bool good = contrast_each_row(contrast, SHOWN_MAIN, add_row, &printing) &&
                listing_print(&listing, LISTING_TEXT, 2, file);
    listing_free(&listing);
    return good;
}

/* What the view of that name exports. */
static bool print_rows(const struct contrast *contrast, enum listing_format format, FILE *file)
{
    struct sheet *sheet = sheet_create("compare");
    if (!sheet)
        return false;
    contrast_tell(contrast, sheet);
    bool good = format == LISTING_CSV ? sheet_print_csv(sheet, file) : sheet_print_json(sheet, file);
    sheet_free(sheet);
    return good;
}

bool contrast_print(const struct contrast *contrast, enum listing_format format, FILE *file)
{
    return format == LISTING_TEXT ? print_text(contrast, file) : print_rows(contrast, format, file);
}
