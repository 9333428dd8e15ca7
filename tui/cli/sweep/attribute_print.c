/* Text for people: what is switched, then metric by metric its sentence, a line a layer and what follows from
 * it. JSON and CSV are what the view of the name contribution exports. */
#include "tui/cli/sweep/attribute_print.h"

#include "engine/base/text.h"
#include "tui/words/facts.h"
#include "tui/words/contribution.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdlib.h>

enum { BAR_CELLS = 16, BAR_SIZE = 4 * BAR_CELLS + 8, INDENT = 2 };

static void print_head(const struct contributions *contributions, FILE *file)
{
    const struct attribution *attribution = contributions->attribution;
    char text[CONTRIBUTION_TEXT];
    print(file,
          "%s: what each of its %d layers at work is worth, by its %u on/off sets on the same requests\n\n",
          attribution->scenario.name, attribution->n, attribution_all(attribution) + 1);
    for (int k = 0; k < attribution->n; k++)
        print(file, "  %-9s  %s\n", layer_names[attribution->layers[k]],
              contribution_layer(attribution, k, false, text, sizeof text));
    print(file, "\n  part   what it adds, the mean over all orders in which the layers may come (Shapley); "
                "parts add up\n"
                "  alone  against all off                  last   against all others on\n");
}

/* The longest bar is the greatest share. */
static double greatest_share(const struct contributions *contributions, const struct contribution *own)
{
    double most = 0;
    for (int k = 0; k < contributions->attribution->n; k++)
        if (own->layers[k].share.n)
            most = fmax(most, fabs(own->layers[k].share.delta));
    return most;
}

static bool print_layers(const struct contributions *contributions, const struct contribution *own,
                         bool ascii, FILE *file)
{
    static const struct listing_column columns[] = {
        {"layer", "layer", CELL_TEXT, 0}, {"share", "part", CELL_TEXT, 0},  {"bar", "", CELL_TEXT, 0},
        {"word", "", CELL_TEXT, 0},       {"alone", "alone", CELL_TEXT, 0}, {"last", "last", CELL_TEXT, 0}};
    struct contribution_scale scale = contribution_scale(own);
    double most = greatest_share(contributions, own);
    char cell[CONTRIBUTION_CELL], bar[BAR_SIZE];
    struct listing listing;
    listing_begin(&listing, columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < contributions->attribution->n; k++) {
        const struct pairing *share = &own->layers[k].share;
        double part = most > 0 && share->n ? fabs(share->delta) / most : 0;
        text_bar(bar, sizeof bar, part, BAR_CELLS, ascii);
        listing_text(&listing, layer_names[contributions->attribution->layers[k]]);
        listing_text(&listing, contribution_effect(&scale, share, cell));
        listing_text(&listing, *bar ? bar : " ");
        listing_text(&listing, contribution_word(own, share));
        listing_text(&listing, contribution_effect(&scale, &own->layers[k].alone, cell));
        listing_text(&listing, contribution_effect(&scale, &own->layers[k].last, cell));
    }
    listing_text(&listing, "total");
    listing_text(&listing, contribution_effect(&scale, &own->total, cell));
    listing_text(&listing, " ");
    listing_text(&listing, contribution_word(own, &own->total));
    listing_text(&listing, " ");
    listing_text(&listing, " ");
    bool good = listing_print(&listing, LISTING_TEXT, INDENT, file);
    listing_free(&listing);
    return good;
}

static bool print_metric(const struct contributions *contributions, const struct contribution *own,
                         bool ascii, FILE *file)
{
    const struct attribution *attribution = contributions->attribution;
    char text[2 * CONTRIBUTION_TEXT];
    print(file, "\n%s\n", contribution_total(attribution, own, text, sizeof text));
    bool shared = own->total.n > 0; /* else there is a sentence */
    if (shared && !print_layers(contributions, own, ascii, file))
        return false;
    contribution_verdict(attribution, own, text, sizeof text);
    if (*text)
        print(file, "  %s\n", text);
    contribution_pairs(attribution, own, text, sizeof text);
    if (*text)
        print(file, "  %s\n", text);
    return true;
}

static bool print_text(const struct contributions *contributions, bool ascii, FILE *file)
{
    char text[4 * CONTRIBUTION_TEXT];
    print_head(contributions, file);
    for (size_t i = 0; i < contributions->n; i++)
        if (!print_metric(contributions, &contributions->of[i], ascii, file))
            return false;
    print(file, "\n%s\n", contribution_caveats(contributions, true, text, sizeof text));
    return true;
}

static bool print_rows(const struct contributions *contributions, enum listing_format format, FILE *file)
{
    struct sheet *sheet = sheet_create("contribution");
    if (!sheet)
        return false;
    contribution_tell(contributions, sheet);
    bool good = format == LISTING_CSV ? sheet_print_csv(sheet, file) : sheet_print_json(sheet, file);
    sheet_free(sheet);
    return good;
}

bool attribute_print(const struct contributions *contributions, enum listing_format format, bool ascii,
                     FILE *file)
{
    return format == LISTING_TEXT ? print_text(contributions, ascii, file)
                                  : print_rows(contributions, format, file);
}
