/* Findings as text: what a judge says, numbers printed like the ones they are held against, when a claim
 * holds, and the line that a cache keeps. */
#include "engine/claims/experiment.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void judgement_say(struct judgement *judgement, const char *format, ...)
{
    size_t room = sizeof judgement->obtained - judgement->used;
    va_list arguments;

    va_start(arguments, format);
    int n = vsnprintf(judgement->obtained + judgement->used, room, format, arguments);
    va_end(arguments);
    if (n > 0)
        judgement->used += (size_t)n < room ? (size_t)n : room - 1;
}

/* How a number in a text is written: its length, decimals and whether it has an exponent. */
struct number_form {
    size_t length;
    int decimals;
    bool exponent;
};

static struct number_form number_form(const char *text)
{
    struct number_form form = {0};
    const char *at = text;

    while (isdigit((unsigned char)*at))
        at++;
    if (*at == '.' && isdigit((unsigned char)at[1])) {
        for (at++; isdigit((unsigned char)*at); at++)
            form.decimals++;
    }
    if (*at == 'e' && at[1] == '-' && isdigit((unsigned char)at[2])) {
        form.exponent = true;
        for (at += 2; isdigit((unsigned char)*at); at++)
            ;
    }
    form.length = (size_t)(at - text);
    return form;
}

/* With an exponent of at least one digit, as people write it: 8.45e-5. */
static void print_like(struct number_form form, double value, char *out, size_t size)
{
    snprintf(out, size, form.exponent ? "%.*e" : "%.*f", form.decimals, value);
    char *exponent = strstr(out, "e-0");
    if (exponent)
        memmove(exponent + 2, exponent + 3, strlen(exponent + 3) + 1);
}

void numbers_print(const char *expected, const double *values, size_t n, char *out, size_t size)
{
    size_t used = 0, taken = 0;
    char before = ' ';

    for (const char *at = expected; *at && used + 1 < size;) {
        struct number_form form = {.length = 1};
        char number[64] = {*at, '\0'};
        if (isdigit((unsigned char)*at) && !isalnum((unsigned char)before) && taken < n) {
            form = number_form(at);
            print_like(form, values[taken++], number, sizeof number);
        }
        int printed = snprintf(out + used, size - used, "%s", number);
        used += (size_t)printed < size - used ? (size_t)printed : size - used - 1;
        at += form.length;
        before = at[-1];
    }
    out[used] = '\0';
}

/* A text that grows. */
struct text {
    char *out;
    size_t size, used;
};

static void add(struct text *text, const char *format, ...) PRINTF_LIKE(2, 3);
static void add(struct text *text, const char *format, ...)
{
    size_t room = text->size - text->used;
    va_list arguments;

    va_start(arguments, format);
    int n = vsnprintf(text->out + text->used, room, format, arguments);
    va_end(arguments);
    if (n > 0)
        text->used += (size_t)n < room ? (size_t)n : room - 1;
}

static void tell_variants(struct text *text, const struct sweep *sweep, const uint8_t *verdicts)
{
    for (int v = 0; v < sweep->n; v++)
        add(text, "%s%s %s: %s", v > 0 ? "; " : "", sweep->phrase, sweep->values[v],
            verdict_names[verdicts[v]]);
}

static void tell_ranges(struct text *text, const struct sweep *sweep, const uint8_t *verdicts)
{
    int ranges = 0;

    for (int first = 0; first < sweep->n; first++) {
        int last = first;
        if (verdicts[first] != VERDICT_HOLDS)
            continue;
        while (last + 1 < sweep->n && verdicts[last + 1] == VERDICT_HOLDS)
            last++;
        add(text, "%s%s%s", ranges == 0 ? sweep->phrase : "", ranges == 0 ? " " : ", ", sweep->values[first]);
        ranges++;
        if (last > first)
            add(text, " to %s", sweep->values[last]);
        first = last;
    }
    if (ranges == 0)
        add(text, "%s from %s to %s: never", sweep->phrase, sweep->values[0], sweep->values[sweep->n - 1]);
}

static void tell_share(struct text *text, const struct sweep *sweep, const uint8_t *verdicts)
{
    int held = 0, untestable = 0;

    for (int v = 0; v < sweep->n; v++) {
        held += verdicts[v] == VERDICT_HOLDS;
        untestable += verdicts[v] == VERDICT_UNTESTABLE;
    }
    add(text, "%d of %d %s", held, sweep->n, sweep->phrase);
    if (untestable > 0)
        add(text, " (%d untestable)", untestable);
}

/* A sweep without the runs that a claim is about. */
static bool could_not_tell(const struct sweep *sweep, const uint8_t *verdicts)
{
    for (int v = 0; sweep->uses && v < sweep->n; v++)
        if (verdicts[v] != VERDICT_UNTESTABLE)
            return false;
    return sweep->uses != NULL;
}

bool finding_holds_when(const struct finding *finding, char *out, size_t size)
{
    static void (*const tell[])(struct text *, const struct sweep *, const uint8_t *) = {
        [SWEEP_VARIANTS] = tell_variants, [SWEEP_RANGES] = tell_ranges, [SWEEP_SHARE] = tell_share};
    struct text text = {out, size, 0};
    int point = 1;

    out[0] = '\0';
    for (int s = 0; s < finding->paper->n_sweeps && point < finding->n_points; s++) {
        const struct sweep *sweep = &finding->paper->sweeps[s];
        if (!could_not_tell(sweep, finding->verdicts + point)) {
            add(&text, "%s", text.used > 0 ? "; " : "");
            tell[sweep->shape](&text, sweep, finding->verdicts + point);
        }
        point += sweep->n;
    }
    return text.used > 0;
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
    const char *why = finding->expectation->why[verdict];

    if (why)
        return why;
    return finding->expectation->numbers && verdict == VERDICT_HOLDS ? closed : general[verdict];
}

void finding_to_line(const struct finding *finding, char *out)
{
    struct text text = {out, FINDING_LINE_SIZE, 0};

    out[0] = '\0';
    add(&text, "%s\t", finding->expectation->id);
    for (int point = 0; point < finding->n_points; point++)
        add(&text, "%c", verdict_names[finding->verdicts[point]][0]);
    add(&text, "\t%s", finding->obtained);
    for (int k = 0; k < VARIANTS_MAX; k++)
        add(&text, "\t%s", finding->variants[k]);
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

bool finding_from_line(const struct paper *paper, const char *line, struct finding *finding)
{
    char id[16], verdicts[POINTS_MAX + 1];

    *finding = (struct finding){.paper = paper};
    if (!take_field(&line, id, sizeof id) || !take_field(&line, verdicts, sizeof verdicts) ||
        !take_field(&line, finding->obtained, sizeof finding->obtained))
        return false;
    for (int k = 0; k < VARIANTS_MAX; k++)
        if (!take_field(&line, finding->variants[k], sizeof finding->variants[k]))
            return false;
    for (size_t i = 0; i < paper->n_expectations; i++) {
        if (strcmp(paper->expectations[i].id, id) == 0)
            finding->expectation = &paper->expectations[i];
    }
    for (finding->n_points = 0; verdicts[finding->n_points]; finding->n_points++) {
        int verdict = 0;
        while (verdict < VERDICT_COUNT && verdict_names[verdict][0] != verdicts[finding->n_points])
            verdict++;
        if (verdict == VERDICT_COUNT)
            return false;
        finding->verdicts[finding->n_points] = (uint8_t)verdict;
    }
    return finding->expectation && finding->n_points > 0;
}
