/* Findings as text: what a judge says, numbers printed like the ones they are held against, when a claim
 * holds, and the line that a cache keeps. */
#include "engine/base/percentile.h"
#include "engine/base/text.h"
#include "engine/claims/experiment.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void numbers_print(const char *expected, const double *values, size_t n, char *out, size_t size)
{
    static const char digits[] = "0123456789";
    size_t used = 0, taken = 0;
    char before = ' ';
    for (const char *at = expected; *at && used + 1 < size;) {
        char number[64] = {*at++, '\0'};
        if (isdigit((unsigned char)*number) && !isalnum((unsigned char)before) && taken < n) {
            at += strspn(at, digits);
            size_t decimals = *at == '.' ? strspn(at + 1, digits) : 0;
            at += decimals > 0 ? decimals + 1 : 0;
            size_t exponent = strncmp(at, "e-", 2) == 0 ? strspn(at + 2, digits) : 0;
            at += exponent > 0 ? exponent + 2 : 0;
            snprintf(number, sizeof number, exponent > 0 ? "%.*e" : "%.*f", (int)decimals, values[taken++]);
            /* With an exponent of at least one digit, as people write it: 8.45e-5. */
            char *zero = strstr(number, "e-0");
            if (zero)
                memmove(zero + 2, zero + 3, strlen(zero + 3) + 1);
        }
        int printed = snprintf(out + used, size - used, "%s", number);
        used += (size_t)printed < size - used ? (size_t)printed : size - used - 1;
        before = at[-1];
    }
    out[used] = '\0';
}

static void tell_variants(const struct claim_sweep *sweep, const uint8_t *verdicts, char *out, size_t size)
{
    for (int v = 0; v < sweep->n; v++)
        text_append(out, size, "%s%s %s: %s", v > 0 ? "; " : "", sweep->phrase, sweep->values[v],
                    verdict_names[verdicts[v]]);
}

static void tell_ranges(const struct claim_sweep *sweep, const uint8_t *verdicts, char *out, size_t size)
{
    int ranges = 0;
    for (int first = 0; first < sweep->n; first++) {
        int last = first;
        if (verdicts[first] != VERDICT_HOLDS)
            continue;
        while (last + 1 < sweep->n && verdicts[last + 1] == VERDICT_HOLDS)
            last++;
        text_append(out, size, "%s%s%s", ranges == 0 ? sweep->phrase : "", ranges == 0 ? " " : ", ",
                    sweep->values[first]);
        ranges++;
        if (last > first)
            text_append(out, size, " to %s", sweep->values[last]);
        first = last;
    }
    if (ranges == 0)
        text_append(out, size, "%s from %s to %s: never", sweep->phrase, sweep->values[0],
                    sweep->values[sweep->n - 1]);
}

static void tell_share(const struct claim_sweep *sweep, const uint8_t *verdicts, char *out, size_t size)
{
    int held = 0, untestable = 0;
    for (int v = 0; v < sweep->n; v++) {
        held += verdicts[v] == VERDICT_HOLDS;
        untestable += verdicts[v] == VERDICT_UNTESTABLE;
    }
    text_append(out, size, "%d of %d %s", held, sweep->n, sweep->phrase);
    if (untestable > 0)
        text_append(out, size, " (%d untestable)", untestable);
}

bool finding_holds_when(const struct finding *finding, int part, char *out, size_t size)
{
    static void (*const tell[])(const struct claim_sweep *, const uint8_t *, char *, size_t) = {
        [SWEEP_VARIANTS] = tell_variants, [SWEEP_RANGES] = tell_ranges, [SWEEP_SHARE] = tell_share};
    int point = 1;
    out[0] = '\0';
    for (int s = 0; s < finding->paper->n_sweeps && point < finding->n_points; s++) {
        const struct claim_sweep *sweep = &finding->paper->sweeps[s];
        /* The verdicts of the whole claim (part -1), or of one of its parts, from a point on. */
        const uint8_t *verdicts = (part < 0 ? finding->verdicts : finding->part_verdicts[part]) + point;
        bool tells = !sweep->used; /* not a sweep without the runs that a claim is about */
        for (int v = 0; v < sweep->n; v++)
            tells = tells || verdicts[v] != VERDICT_UNTESTABLE;
        if (sweep->shape != SWEEP_TURNS && tells) {
            text_append(out, size, "%s", *out ? "; " : "");
            tell[sweep->shape](sweep, verdicts, out, size);
        }
        point += sweep->n;
    }
    return *out;
}

bool finding_part_differs(const struct finding *finding, int part)
{
    return memcmp(finding->part_verdicts[part], finding->verdicts, (size_t)finding->n_points) != 0;
}

/* The presets cannot tell what a variant that makes none of the claim's runs would: it is passed over. */
bool finding_next_variant(const struct finding *finding, struct finding_variant *variant)
{
    const struct paper *paper = finding->paper;
    for (int k = variant->next, point; (point = paper_variant_point(paper, k)) >= 0; k++) {
        int position = 0;
        const struct claim_sweep *sweep = &paper->sweeps[paper_point_sweep(paper, point, &position)];
        if (k >= VARIANTS_MAX || point >= finding->n_points)
            break;
        if (sweep->used && finding->verdicts[point] == VERDICT_UNTESTABLE)
            continue;
        *variant = (struct finding_variant){k, point, sweep, sweep->values[position], k + 1};
        return true;
    }
    return false;
}

bool finding_spread(const struct finding *finding, int sweep, int measure, struct spread *spread)
{
    double values[SWEEP_VALUES_MAX], sum = 0;
    int first = paper_first_point(finding->paper, sweep), n = 0;
    for (int k = 0; k < finding->paper->sweeps[sweep].n && first + k < finding->n_points; k++) {
        double value = finding->values[measure][first + k];
        if (isnan(value))
            continue;
        values[n++] = value;
        sum += value;
    }
    if (n == 0)
        return false;
    double least = percentile_of(values, (size_t)n, 0); /* which sorts them */
    *spread = (struct spread){.n = n,
                              .mean = sum / n,
                              .median = (values[(n - 1) / 2] + values[n / 2]) / 2,
                              .least = least,
                              .most = values[n - 1]};
    return true;
}

bool paper_story(const struct paper *paper, const struct finding *findings, const char *part, char *out,
                 size_t size)
{
    struct finding *story = calloc(1, sizeof *story); /* as if it were one claim */
    bool told = story != NULL, any = false;
    for (size_t i = 0; told && i < paper->n_expectations; i++) {
        const struct finding *finding = &findings[i];
        if (!paper->expectations[i].story)
            continue;
        told = finding->expectation && (!any || finding->n_points == story->n_points);
        story->n_points = finding->n_points;
        /* One that has other parts only says nothing of it. */
        int p = 0;
        while (part && p < finding->n_parts && strcmp(finding->parts[p], part) != 0)
            p++;
        const uint8_t *verdicts = !part || finding->n_parts == 0 ? finding->verdicts
                                  : p < finding->n_parts         ? finding->part_verdicts[p]
                                                                 : NULL;
        for (int point = 0; told && verdicts && point < finding->n_points; point++)
            if (verdicts[point] != VERDICT_HOLDS)
                story->verdicts[point] = VERDICT_DEVIATES;
        any = true;
    }
    if (told && any) {
        story->paper = paper;
        told = finding_holds_when(story, -1, out, size);
    }
    free(story);
    return told && any;
}

const char *finding_why(const struct finding *finding)
{
    static const char *const general[VERDICT_COUNT] = {
        [VERDICT_HOLDS] = "As published.",
        [VERDICT_DEVIATES] = "It did not come out with these inputs; `holds_when` says where it does.",
        [VERDICT_UNTESTABLE] = "An input that it needs is missing, or a run that it compares was overloaded.",
    };
    static const char closed[] = "Computed by the functions that the engine itself uses.";
    enum verdict verdict = finding->verdicts[0];
    if (finding->why[0])
        return finding->why;
    return finding->expectation->formula && verdict == VERDICT_HOLDS ? closed : general[verdict];
}

/* ---- causes ---- */

/* The point at which it is turned; -1: it was not made. */
static int turning_point(const struct finding *finding, const struct cause *cause)
{
    int point = 1;
    for (int s = 0; cause->knob && s < finding->paper->n_sweeps; point += finding->paper->sweeps[s++].n) {
        const struct claim_sweep *sweep = &finding->paper->sweeps[s];
        for (int v = 0; strcmp(sweep->knob, cause->knob) == 0 && !sweep->also && v < sweep->n; v++)
            if (strcmp(sweep->values[v], cause->value) == 0)
                return point + v < finding->n_points ? point + v : -1;
    }
    return -1;
}

bool finding_turn(const struct finding *finding, int k, struct turned *turned)
{
    if (k >= CAUSES_MAX || !finding->expectation->causes[k].words || finding->verdicts[0] != VERDICT_DEVIATES)
        return false;
    const struct cause *cause = &finding->expectation->causes[k];
    int point = turning_point(finding, cause), m = 0;
    while (m < finding->n_measures && cause->knob && strcmp(finding->measures[m], cause->measure) != 0)
        m++;
    bool made = point >= 0 && m < finding->n_measures;
    *turned = (struct turned){.cause = cause,
                              .before = made ? finding->values[m][0] : (double)NAN,
                              .after = made ? finding->values[m][point] : (double)NAN};
    double way = cause->published - turned->before, left = cause->published - turned->after;
    bool passed = cause->beyond && left * way <= 0;
    turned->nearer = left * way < way * way;
    turned->closes = passed ? 1 : 1 - fabs(left) / fabs(way);
    return true;
}

void turned_print(const struct turned *turned, char *out, size_t size)
{
    const struct cause *cause = turned->cause;
    if (!cause->knob)
        snprintf(out, size, "no knob turns it");
    else if (isnan(turned->closes))
        snprintf(out, size, "%s=%s: not made", cause->knob, cause->value);
    else
        snprintf(out, size,
                 "%s=%s: %s %.4g instead of %.4g (published %.4g), which closes %.0f %% of the difference",
                 cause->knob, cause->value, cause->measure, turned->after, turned->before, cause->published,
                 100 * turned->closes);
}

/* One that several turns are made of is as good as its worst. */
void finding_tell_causes(struct finding *finding)
{
    char *why = finding->why;
    struct turned turned, other;
    const char *told = "";
    for (int k = 0; finding_turn(finding, k, &turned); k++) {
        for (int j = k + 1; finding_turn(finding, j, &other); j++)
            if (strcmp(other.cause->words, turned.cause->words) == 0 && other.closes < turned.closes)
                turned = other;
        bool wrong = !isnan(turned.closes) && !turned.nearer;
        if (strcmp(told, turned.cause->words) != 0)
            text_append(why, sizeof finding->why, "%s%s%s", *why ? " " : "",
                        turned.closes >= .5 ? ""
                        : wrong             ? "Not so, as its turn shows: "
                                            : "A possible reason: ",
                        turned.cause->words);
        told = turned.cause->words;
    }
    if (finding->expectation->rule)
        text_append(why, sizeof finding->why, "%s%s", *why ? " " : "", finding->expectation->rule);
}

bool finding_held(const struct finding *finding, int sweep, struct held *held)
{
    const struct claim_sweep *of = &finding->paper->sweeps[sweep];
    int point = paper_first_point(finding->paper, sweep);
    *held = (struct held){.of = of->n, .phrase = of->phrase};
    for (int v = 0; point + of->n <= finding->n_points && v < of->n; v++) {
        held->holds += finding->verdicts[point + v] == VERDICT_HOLDS;
        held->untestable += finding->verdicts[point + v] == VERDICT_UNTESTABLE;
    }
    return of->shape == SWEEP_SHARE && point + of->n <= finding->n_points && held->untestable < held->of;
}

/* Verdicts by their first letters. */
static void add_verdicts(char *line, const uint8_t *verdicts, int n)
{
    char letters[POINTS_MAX + 1] = "";
    for (int point = 0; point < n; point++)
        letters[point] = verdict_names[verdicts[point]][0];
    text_append(line, FINDING_LINE_SIZE, "%s", letters);
}

void finding_to_line(const struct finding *finding, char *out)
{
    enum { SIZE = FINDING_LINE_SIZE };
    text_print(out, SIZE, "%s\t", finding->expectation->id);
    add_verdicts(out, finding->verdicts, finding->n_points);
    text_append(out, SIZE, "\t%s\t%s", finding->obtained, finding->why);
    for (int k = 0; k < VARIANTS_MAX; k++)
        text_append(out, SIZE, "\t%s", finding->variants[k]);
    text_append(out, SIZE, "\t%d\t%d", finding->n_parts, finding->n_measures);
    for (int p = 0; p < finding->n_parts; p++) {
        text_append(out, SIZE, "\t%s\t", finding->parts[p]);
        add_verdicts(out, finding->part_verdicts[p], finding->n_points);
    }
    for (int m = 0; m < finding->n_measures; m++) {
        text_append(out, SIZE, "\t%s", finding->measures[m]);
        for (int point = 0; point < finding->n_points; point++)
            text_append(out, SIZE, "\t%.17g", finding->values[m][point]);
    }
}

/* The next field of a line, up to a tab or its end; false when it does not fit. */
static bool take_field(const char **line, char *out, size_t size)
{
    size_t n = strcspn(*line, "\t\n");
    if (n >= size)
        return false;
    memcpy(out, *line, n);
    out[n] = '\0';
    *line += n + ((*line)[n] == '\t');
    return true;
}

/* The way back; how many, or -1. */
static int read_verdicts(const char *letters, uint8_t verdicts[POINTS_MAX])
{
    int n = 0;
    for (; letters[n]; n++) {
        int verdict = 0;
        while (verdict < VERDICT_COUNT && verdict_names[verdict][0] != letters[n])
            verdict++;
        if (verdict == VERDICT_COUNT)
            return -1;
        verdicts[n] = (uint8_t)verdict;
    }
    return n;
}

/* A count up to `most`; -1 where it is none. */
static int take_count(const char **line, int most)
{
    char text[16];
    int64_t n;
    return take_field(line, text, sizeof text) && text_to_int64(text, &n) && n >= 0 && n <= most ? (int)n
                                                                                                 : -1;
}

bool finding_from_line(const struct paper *paper, const char *line, struct finding *finding)
{
    char id[16], verdicts[POINTS_MAX + 1];
    finding_begin(finding, paper, NULL);
    if (!take_field(&line, id, sizeof id) || !take_field(&line, verdicts, sizeof verdicts) ||
        !take_field(&line, finding->obtained, sizeof finding->obtained) ||
        !take_field(&line, finding->why, sizeof finding->why))
        return false;
    for (int k = 0; k < VARIANTS_MAX; k++)
        if (!take_field(&line, finding->variants[k], sizeof finding->variants[k]))
            return false;
    for (size_t i = 0; i < paper->n_expectations; i++) {
        if (strcmp(paper->expectations[i].id, id) == 0)
            finding->expectation = &paper->expectations[i];
    }
    finding->n_points = read_verdicts(verdicts, finding->verdicts);
    if (!finding->expectation || !(finding->n_points > 0))
        return false;
    char letters[POINTS_MAX + 1], number[32];
    finding->n_parts = take_count(&line, PARTS_MAX);
    finding->n_measures = take_count(&line, MEASURES_MAX);
    if (finding->n_parts < 0 || finding->n_measures < 0)
        return false;
    for (int p = 0; p < finding->n_parts; p++)
        if (!take_field(&line, finding->parts[p], LABEL_SIZE) ||
            !take_field(&line, letters, sizeof letters) ||
            read_verdicts(letters, finding->part_verdicts[p]) != finding->n_points)
            return false;
    for (int m = 0; m < finding->n_measures; m++) {
        if (!take_field(&line, finding->measures[m], LABEL_SIZE))
            return false;
        for (int point = 0; point < finding->n_points; point++) {
            if (!take_field(&line, number, sizeof number))
                return false;
            finding->values[m][point] = strtod(number, NULL);
        }
    }
    return true;
}
