/* The map takes the rows that the facts leave, and goes first where there are few. */
#include "tui/views/trace_preview.h"

#include "engine/answers/days.h"
#include "tui/widgets/heat.h"
#include "tui/widgets/popup.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"
#include "tui/words/outlook.h"

#include <stdio.h>

/* What its grams count and what they leave out. */
static void put_basis(struct lines *lines, const struct carbon_trace *trace)
{
    static const char *const bases[BASIS_COUNT] = {"basis unknown (do not compare its grams)",
                                                   "lca (fuel and plants included)",
                                                   "direct (what the stacks emit)"};
    static const char *const kinds[KIND_COUNT] = {"kind unknown", "average (of all generation)",
                                                  "marginal (of the plant that answers)"};
    char every[48];
    trace_resolution(trace, every, sizeof every);
    lines_factf(lines, "basis", "%s, %s, %s%s", kinds[trace->kind], bases[trace->basis], every,
                trace->n > 1 ? ", held between samples" : "");
}

static void put_numbers(struct lines *lines, const struct year *year)
{
    lines_factf(lines, "g/kWh", "mean %.1f  min %.1f  max %.1f  spread (sd) %.1f", year->mean, year->least,
                year->greatest, year->sd);
}

static void put_gaps(struct lines *lines, const struct carbon_trace *trace)
{
    char count[FORMAT_SIZE], gaps[96] = "no gaps", estimated[96] = "";
    if (trace->missing > 0)
        snprintf(gaps, sizeof gaps, "%zu missing, each held from the last value", trace->missing);
    if (trace->estimated > 0)
        snprintf(estimated, sizeof estimated, ", %zu estimated by the source", trace->estimated);
    lines_factf(lines, "samples", "%s, %s%s", format_count(count, (int64_t)trace->n), gaps, estimated);
}

static void put_span(struct lines *lines, const struct carbon_trace *trace)
{
    char from[FORMAT_SIZE], to[FORMAT_SIZE];
    if (trace->n == 1)
        return;
    int64_t last_s = days_end_s(trace) - 1;
    lines_factf(lines, "span", "%s to %s", format_date(from, trace->start_s, 0), format_date(to, last_s, 0));
}

/* The map takes what the facts leave, a month's worth of rows at the most. */
static void put_map(struct lines *lines, const struct year *year, int rows_after)
{
    struct rect rect = lines->rect;
    int room = lines_left(lines) - rows_after;
    if (year->n == 0 || room < 2)
        return;
    rect.y += lines->y;
    rect.h = room > YEAR_HOURS + 1 ? YEAR_HOURS + 1 : room;
    lines->y += heat_draw(year, rect, lines->canvas);
    if (lines_left(lines) > rows_after && rect.w >= 36) {
        struct rect row = {rect.x + 6, lines->rect.y + lines->y++, rect.w - 6, 1};
        heat_legend(year->mean, row, ROLE_POPUP, lines->canvas);
    }
}

void trace_preview(struct lines *lines, const struct carbon_trace *trace, const struct year *year)
{
    char sentence[200];
    int rows = lines->rect.h, facts = rows >= 24 ? 12 : rows >= 14 ? 8 : rows / 3;
    year_describe(year, trace, sentence, sizeof sentence);
    lines_wrap(lines, popup_style(ROLE_TEXT), sentence);
    if (rows >= 20)
        lines_gap(lines);
    put_map(lines, year, facts);
    if (rows >= 20)
        lines_gap(lines);
    put_numbers(lines, year);
    put_basis(lines, trace);
    put_gaps(lines, trace);
    put_span(lines, trace);
    lines_fact(lines, "zone", 1, trace->zone);
    lines_fact(lines, "source", 2, trace->source);
    lines_fact(lines, "licence", 2, trace->licence);
    lines_fact(lines, "name", 1, trace->name);
}
