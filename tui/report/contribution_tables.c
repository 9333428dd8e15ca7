/* A contribution: what is switched, then metric by metric its sentences, a bar a layer, and what each layer
 * does alone and last. Every sentence is one of tui/words/contribution.h. */
#include "tui/report/sections.h"

#include "engine/base/text.h"
#include "tui/report/plot.h"
#include "tui/words/contribution.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELL = 96 };

void section_layers(struct page *page, const struct report_page *report)
{
    static const struct page_column columns[] = {{"layer", false},
                                                 {"on, and what stands there when it is off", false}};
    const struct attribution *attribution = report->contributions->attribution;
    char text[CONTRIBUTION_TEXT];
    struct page_table table;
    text_print(text, sizeof text, "%d layers are at work: %u sets of them, on the same requests",
               attribution->n, attribution_all(attribution) + 1);
    page_begin_table(page, &table, text, columns, 2);
    for (int k = 0; k < attribution->n; k++) {
        page_cell(page, &table, layer_names[attribution->layers[k]], "");
        page_cell(page, &table, contribution_layer(attribution, k, false, text, sizeof text), "");
    }
    page_end_table(page, &table);
}

/* A bar a layer: its part, in the metric's own direction. */
static void print_bars(struct page *page, const struct attribution *attribution,
                       const struct contribution *own, const struct contribution_scale *scale)
{
    struct plot_bar bars[LAYER_COUNT];
    char values[LAYER_COUNT][CONTRIBUTION_CELL], title[CELL];
    double seeds[LAYER_COUNT][CONTRIBUTION_DOTS];
    size_t n = 0;
    for (int k = 0; k < attribution->n; k++) {
        const struct pairing *share = &own->layers[k].share;
        double half = share->n > 1 ? share->ci95 : (double)NAN;
        if (!share->n)
            continue;
        bars[n] = (struct plot_bar){.name = layer_names[attribution->layers[k]],
                                    .value = contribution_amount(scale, share->delta, values[n]),
                                    .length = share->delta * scale->factor,
                                    .low = (share->delta - half) * scale->factor,
                                    .high = (share->delta + half) * scale->factor,
                                    .seeds = seeds[n],
                                    .n_seeds = share->n > 1 ? CONTRIBUTION_DOTS : 0,
                                    .good = metric_judge(own->metric, share->delta, 0) >= 0};
        for (size_t seed = 0; seed < CONTRIBUTION_DOTS; seed++)
            seeds[n][seed] = own->layers[k].seeds[seed] * scale->factor;
        n++;
    }
    text_print(title, sizeof title, "Part of each layer in %s%s", contribution_title(own->metric),
               n > 0 && own->layers[0].share.n > 1 ? ", a dot a seed" : "");
    if (n > 0)
        plot_print_bars(page, title, scale->step, bars, n);
}

static const char *mark_of(const struct contribution *own, const struct pairing *effect)
{
    const char *word = contribution_word(own, effect);
    return strcmp(word, "better") == 0 ? "good" : strcmp(word, "worse") == 0 ? "bad" : "";
}

static void print_layers(struct page *page, const struct attribution *attribution,
                         const struct contribution *own, const struct contribution_scale *scale)
{
    static const struct page_column columns[] = {
        {"layer", false}, {"part", true}, {"alone", true}, {"last", true}};
    char caption[CELL], cell[CONTRIBUTION_CELL];
    struct page_table table;
    text_print(caption, sizeof caption, "What each layer does to %s", contribution_title(own->metric));
    page_begin_table(page, &table, caption, columns, 4);
    for (int k = 0; k < attribution->n; k++) {
        const struct pairing *effects[] = {&own->layers[k].share, &own->layers[k].alone,
                                           &own->layers[k].last};
        page_cell(page, &table, layer_names[attribution->layers[k]], "");
        for (size_t i = 0; i < 3; i++)
            page_cell(page, &table, contribution_effect(scale, effects[i], cell), mark_of(own, effects[i]));
    }
    page_end_table(page, &table);
}

static void print_metric(struct page *page, const struct contributions *contributions, size_t i)
{
    const struct attribution *attribution = contributions->attribution;
    const struct contribution *own = &contributions->of[i];
    struct contribution_scale scale = contribution_scale(own);
    char text[CONTRIBUTION_TEXT];
    char title[CELL];
    text_print(title, sizeof title, "%s", contribution_title(own->metric));
    if (*title >= 'a' && *title <= 'z')
        *title = (char)(*title - 'a' + 'A');
    page_markup(page, "<div class=\"keep\">\n");
    page_element(page, "h3", title);
    page_element(page, "p", contribution_total(attribution, own, text, sizeof text));
    page_markup(page, "<div class=\"figures\"><div>\n");
    print_bars(page, attribution, own, &scale);
    page_markup(page, "</div><div>\n");
    print_layers(page, attribution, own, &scale);
    page_markup(page, "</div></div>\n");
    page_element(page, "p", contribution_verdict(attribution, own, text, sizeof text));
    contribution_pairs(attribution, own, text, sizeof text);
    if (*text)
        page_element(page, "p class=\"note\"", text);
    page_markup(page, "</div>\n");
}

void section_worth(struct page *page, const struct report_page *report)
{
    const struct contributions *contributions = report->contributions;
    char text[4 * CONTRIBUTION_TEXT];
    page_note(
        page,
        "Part: what a layer adds, the mean over all orders in which the layers may come (Shapley); parts add up to the total. Alone: against all off. Last: against all others on.");
    for (size_t i = 0; i < contributions->n; i++)
        print_metric(page, contributions, i);
    contribution_caveats(contributions, true, text, sizeof text);
    if (*text)
        page_note(page, text);
}
