/* Findings as text, JSON or CSV. In text a number that came out as published is one line; a claim is a
 * paragraph. */
#include "tui/cli/reproduce.h"

#include "store/json/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, INDENT = 15, HOLDS_WHEN_SIZE = 1024 };

/* NULL where there is nothing to say. */
static const char *holds_when(const struct finding *finding, char out[HOLDS_WHEN_SIZE])
{
    return finding_holds_when(finding, out, HOLDS_WHEN_SIZE) ? out : NULL;
}

/* "  label      text", wrapped between words. */
static void put_wrapped(const char *label, const char *text)
{
    size_t column = INDENT;

    printf("  %-*s", INDENT - 2, label);
    while (*text) {
        size_t n = strcspn(text, " ");
        if (column > INDENT && column + n + 1 > WIDTH) {
            printf("\n%*s", INDENT, "");
            column = INDENT;
        }
        printf("%s%.*s", column > INDENT ? " " : "", (int)n, text);
        column += n + (column > INDENT);
        text += n;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void put_variants(const struct finding *finding)
{
    for (int k = 0; k < VARIANTS_MAX; k++) {
        int position = 0, point = paper_variant_point(finding->paper, k);
        if (point < 0 || point >= finding->n_points)
            continue;
        const struct sweep *sweep =
            &finding->paper->sweeps[paper_point_sweep(finding->paper, point, &position)];
        if (sweep->uses && finding->verdicts[point] == VERDICT_UNTESTABLE)
            continue;
        put_wrapped(sweep->values[position], finding->variants[k]);
    }
}

static void put_finding(const struct finding *finding)
{
    const struct expectation *expectation = finding->expectation;
    enum verdict verdict = finding->verdicts[0];
    char when[HOLDS_WHEN_SIZE];

    if (expectation->numbers && verdict == VERDICT_HOLDS) {
        printf("%-6s %-10s %s: %s\n", expectation->id, verdict_names[verdict], expectation->claim,
               finding->obtained);
        return;
    }
    printf("%-6s %-10s %s\n", expectation->id, verdict_names[verdict], expectation->claim);
    put_wrapped("source", expectation->source);
    put_wrapped("expected", expectation->expected);
    put_wrapped("obtained", finding->obtained);
    put_variants(finding);
    if (holds_when(finding, when))
        put_wrapped("holds", when);
    put_wrapped("why", finding_why(finding));
    putchar('\n');
}

static void print_text(const struct finding *const *findings, size_t n)
{
    size_t counts[VERDICT_COUNT] = {0};

    for (size_t i = 0; i < n; i++) {
        put_finding(findings[i]);
        counts[findings[i]->verdicts[0]]++;
    }
    printf("\n%zu hold, %zu deviate, %zu untestable\n", counts[VERDICT_HOLDS], counts[VERDICT_DEVIATES],
           counts[VERDICT_UNTESTABLE]);
}

static void write_sweep(struct json_writer *writer, const struct finding *finding, const struct sweep *sweep,
                        int point)
{
    json_begin_object(writer, NULL);
    json_string(writer, "knob", sweep->knob);
    json_begin_array(writer, "values", true);
    for (int v = 0; v < sweep->n; v++)
        json_string(writer, NULL, sweep->values[v]);
    json_end_array(writer);
    json_begin_array(writer, "verdicts", true);
    for (int v = 0; v < sweep->n; v++)
        json_string(writer, NULL, verdict_names[finding->verdicts[point + v]]);
    json_end_array(writer);
    if (sweep->shape == SWEEP_VARIANTS) {
        json_begin_array(writer, "obtained", false);
        for (int k = 0; k < VARIANTS_MAX; k++) {
            int at = paper_variant_point(finding->paper, k);
            if (at >= point && at < point + sweep->n)
                json_string(writer, NULL, finding->variants[k]);
        }
        json_end_array(writer);
    }
    json_end_object(writer);
}

static void write_finding(struct json_writer *writer, const struct finding *finding)
{
    const struct expectation *expectation = finding->expectation;
    char when[HOLDS_WHEN_SIZE];
    int point = 1;

    json_begin_object(writer, NULL);
    json_string(writer, "id", expectation->id);
    json_string(writer, "source", expectation->source);
    json_string(writer, "claim", expectation->claim);
    json_string(writer, "expected", expectation->expected);
    json_string(writer, "obtained", finding->obtained);
    json_string(writer, "verdict", verdict_names[finding->verdicts[0]]);
    json_string(writer, "holds_when", holds_when(finding, when));
    json_string(writer, "why", finding_why(finding));
    json_begin_array(writer, "sweeps", finding->n_points == 1);
    for (int s = 0; s < finding->paper->n_sweeps && point < finding->n_points; s++) {
        write_sweep(writer, finding, &finding->paper->sweeps[s], point);
        point += finding->paper->sweeps[s].n;
    }
    json_end_array(writer);
    json_end_object(writer);
}

static bool print_json(const struct finding *const *findings, size_t n)
{
    struct json_writer writer = {0};

    json_begin_object(&writer, NULL);
    json_begin_array(&writer, "results", false);
    for (size_t i = 0; i < n; i++)
        write_finding(&writer, findings[i]);
    json_end_array(&writer);
    json_end_object(&writer);
    char *text = json_writer_take(&writer);
    if (!text)
        return false;
    puts(text);
    free(text);
    return true;
}

static bool print_csv(const struct finding *const *findings, size_t n)
{
    static const struct listing_column columns[] = {
        {.key = "id"},       {.key = "source"},  {.key = "claim"},      {.key = "expected"},
        {.key = "obtained"}, {.key = "verdict"}, {.key = "holds_when"}, {.key = "why"}};
    struct listing listing;

    listing_begin(&listing, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n; i++) {
        const struct expectation *expectation = findings[i]->expectation;
        char when[HOLDS_WHEN_SIZE];
        listing_text(&listing, expectation->id);
        listing_text(&listing, expectation->source);
        listing_text(&listing, expectation->claim);
        listing_text(&listing, expectation->expected);
        listing_text(&listing, findings[i]->obtained);
        listing_text(&listing, verdict_names[findings[i]->verdicts[0]]);
        listing_text(&listing, holds_when(findings[i], when));
        listing_text(&listing, finding_why(findings[i]));
    }
    bool good = listing_print(&listing, LISTING_CSV, 0, stdout);
    listing_free(&listing);
    return good;
}

bool reproduce_print(const struct finding *const *findings, size_t n, enum listing_format format)
{
    if (format == LISTING_JSON)
        return print_json(findings, n);
    if (format == LISTING_CSV)
        return print_csv(findings, n);
    print_text(findings, n);
    return true;
}
