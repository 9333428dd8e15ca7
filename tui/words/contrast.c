#include "tui/words/contrast.h"

#include "engine/answers/comparison.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/term/text.h"
#include "tui/words/difference.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"
#include "store/json/json.h"

#include <math.h>
#include <string.h>
#include <stdlib.h>

enum { CHANGES_MAX = 8 };

const char *contrast_verdict_word(enum pairing_verdict verdict)
{
    static const char *const words[PAIRING_VERDICTS] = {"", "identical", "larger than the noise",
                                                        "within the noise"};
    return words[verdict];
}

char *contrast_basis(const struct contrast *contrast, char *out, size_t size)
{
    bool pairs = false, draws = false;
    size_t n = contrast_seeds(contrast), base = contrast->base;
    for (size_t k = 0; k < contrast->n; k++) {
        bool paired = !contrast_why_not_of(contrast, base, k);
        pairs |= k != base && paired;
        draws |= k != base && !paired && contrast_is_judged(contrast, base, k);
    }
    if (n < 2)
        return text_print(
            out, size, "One draw of luck%s: `wattif compare --replicate 20` tells what is larger than noise.",
            pairs && !draws ? ", on the same requests" : "");
    text_print(out, size, "Means over %zu seeds, which are luck of arrivals", n);
    if (pairs)
        text_append(out, size, "; differences%s are taken seed by seed, on the same requests",
                    draws || contrast_why_not(contrast) ? " of paired runs" : "");
    if (draws)
        text_append(out, size, "; other draws of the same requests are held mean against mean");
    if (pairs || draws)
        text_append(
            out, size,
            ", with 95 %% intervals. Larger than the noise of %zu seeds: at 5 %% over all rows together", n);
    return text_append(out, size, ".");
}

/* The first `told` of n; what is said of the next one too ("from the start") is said once. */
static void write_changes(char lines[][DIFFERENCE_SIZE], int told, int n, char *out, size_t size)
{
    out[0] = 0;
    for (int i = 0; i < told; i++) {
        const char *when = strstr(lines[i], " from "), *next = i + 1 < told ? lines[i + 1] : "";
        const char *then = strstr(next, " from ");
        bool said = when && then && strcmp(when, then) == 0;
        text_append(out, size, "%s%.*s", i > 0 ? ", " : "",
                    (int)(said ? (size_t)(when - lines[i]) : strlen(lines[i])), lines[i]);
    }
    if (n > told)
        text_append(out, size, ", and %d more", n - told);
}

bool contrast_changes(const struct contrast *contrast, size_t k, const struct carbon_trace *trace, int width,
                      char *out, size_t size)
{
    char lines[CHANGES_MAX][DIFFERENCE_SIZE];
    int n = difference_list(&contrast->runs[contrast->base].sweep.base, &contrast->runs[k].sweep.base, trace,
                            lines, CHANGES_MAX);
    int told = n < CHANGES_MAX ? n : CHANGES_MAX;
    write_changes(lines, told, n, out, size);
    while (width > 0 && told > 1 && text_width(out) > width)
        write_changes(lines, --told, n, out, size);
    return n >= 0;
}

/* --- the sentence --- */

/* A clock time, rounded to the minute: a stretch ends with a bucket, which people do not count in. */
static void clock_of(int64_t t_ns, int64_t start_s, int32_t offset_s, char *out)
{
    int64_t at_s = start_s + (t_ns + NS_PER_S / 2) / NS_PER_S;
    format_clock(out, (at_s + 30) / 60 * 60, offset_s, false);
}

void contrast_when(const struct gap *gap, double delta_g, int64_t start_s, int32_t offset_s, char *out,
                   size_t size)
{
    char from[FORMAT_SIZE], to[FORMAT_SIZE], grams[FORMAT_SIZE], where[3 * FORMAT_SIZE];
    format_grams(grams, fabs(delta_g));
    clock_of(gap->from_ns, start_s, offset_s, from);
    clock_of(gap->to_ns, start_s, offset_s, to);
    if (gap->to_end)
        text_print(where, sizeof where, "after %s", from);
    else if (gap->from_start)
        text_print(where, sizeof where, "before %s", to);
    else
        text_print(where, sizeof where, "between %s and %s", from, to);
    if (gap->shape == GAP_WITHIN && gap->against_g == 0)
        text_print(out, size, "all %s %s", grams, where);
    else if (gap->shape == GAP_WITHIN)
        text_print(out, size, "%s %s", grams, where);
    else if (gap->shape == GAP_MOSTLY)
        text_print(out, size, "%.0f %% of the %s %s", 100 * gap->share, grams, where);
    else
        text_print(out, size, "%s", gap->shape == GAP_THROUGHOUT ? "all along" : "");
    if (gap->against_g > 0 && gap->shape != GAP_EVENED)
        text_append(out, size, ", %s of it %s again", format_grams(grams, gap->against_g),
                    delta_g < 0 ? "lost" : "saved");
}

struct contrast_draft {
    struct headline *headline;
    int width;
};

/* A clause, where it has room before the full stop. */
static bool say(struct contrast_draft *draft, const char *clause)
{
    char *text = draft->headline->text;
    bool fits = draft->width <= 0 || text_width(text) + text_width(clause) + 1 <= draft->width;
    if (!*text || fits)
        text_append(text, sizeof draft->headline->text, "%s", clause);
    return fits;
}

static void mark_number(struct headline *headline, const char *number, enum headline_sense sense)
{
    const char *at = strstr(headline->text, number);
    headline->sense = sense;
    headline->mark_at = at ? (size_t)(at - headline->text) : 0;
    headline->mark_n = at ? strlen(number) : 0;
}

/* "both keep every limit", "B breaks a limit: job 1 at 104 % of its SLO". */
static void say_limits(struct contrast_draft *draft, const struct contrast_sentence *sentence)
{
    const struct summary *runs[] = {sentence->then, sentence->now};
    struct limits limits[2];
    char clause[2 * LIMIT_TEXT], text[LIMIT_TEXT + 40];
    for (int i = 0; i < 2; i++)
        limits_of(&(struct metric_source){runs[i], sentence->models[i], NULL}, &limits[i]);
    if (limits[0].broken + limits[1].broken == 0) {
        say(draft, "; both keep every limit");
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (limits[i].broken == 0)
            continue;
        text_print(clause, sizeof clause, "; %c breaks a limit: %s",
                   contrast_letter(i ? sentence->other : sentence->base),
                   limits_text(&limits[i], runs[i], text, sizeof text));
        say(draft, clause);
    }
}

/* "; 20 seeds (luck of arrivals): -21.8 to -21.1 %, larger than the noise". */
static void say_seeds(struct contrast_draft *draft, const struct contrast_sentence *sentence)
{
    const struct pairing *pairing = &sentence->pairing;
    char clause[160], brief[160], range[3 * FORMAT_SIZE] = "", least[FORMAT_SIZE], greatest[FORMAT_SIZE];
    if (sentence->seeds < 2 || pairing->verdict == PAIRING_UNKNOWN)
        return;
    double mean = 100 * pairing->delta / sentence->base_mean,
           half = 100 * pairing->ci95 / sentence->base_mean;
    int digits = half < 0.05 ? 2 : 1;
    if (pairing->verdict != PAIRING_IDENTICAL && !isnan(half))
        text_print(range, sizeof range, " %s to %s %%,", format_signed(least, mean - half, digits),
                   format_signed(greatest, mean + half, digits));
    const char *verdict = contrast_verdict_word(pairing->verdict);
    text_print(clause, sizeof clause, "; %zu seeds (luck of arrivals):%s %s", sentence->seeds, range,
               verdict);
    text_print(brief, sizeof brief, "; %zu seeds:%s %s", sentence->seeds, range, verdict);
    if (!say(draft, clause))
        say(draft, brief);
}

/* One draw of a scheme that draws lots: the seeds speak, or that they are awaited. */
static void say_draw(struct contrast_draft *draft, const struct contrast_sentence *sentence, double percent,
                     char *number)
{
    const struct pairing *pairing = &sentence->pairing;
    char a = contrast_letter(sentence->base), b = contrast_letter(sentence->other), clause[240];
    bool known = sentence->seeds >= sentence->seeds_wanted && pairing->verdict != PAIRING_UNKNOWN;
    double mean = 100 * pairing->delta / sentence->base_mean,
           half = 100 * pairing->ci95 / sentence->base_mean;
    if (known) {
        int digits = half < 0.05 ? 2 : 1;
        text_print(number, FORMAT_SIZE, "%.*f", digits, fabs(mean));
        if (!isnan(half))
            text_append(number, FORMAT_SIZE, " ± %.*f", digits, half);
        text_append(number, FORMAT_SIZE, " %% %s", mean < 0 ? "less" : "more");
        text_print(clause, sizeof clause, "%s %c emits %s carbon than %c over %zu seeds: %s",
                   mean < 0 ? "▼" : "▲", b, number, a, sentence->seeds,
                   contrast_verdict_word(pairing->verdict));
    } else {
        text_print(number, FORMAT_SIZE, "%.1f %% %s", fabs(percent), percent < 0 ? "less" : "more");
        text_print(clause, sizeof clause, "%s %c emits %s carbon than %c in this one draw",
                   percent < 0 ? "▼" : "▲", b, number, a);
        if (sentence->seeds_wanted > 1 && sentence->judged)
            text_append(clause, sizeof clause, "; whether it is luck %zu seeds will tell, %zu are there",
                        sentence->seeds_wanted, sentence->seeds);
    }
    say(draft, clause);
}

/* "50 000 requests in 2 h 05", or what of it is not alike. */
static void describe_work(const struct summary *run, bool length, bool requests, char *out, size_t size)
{
    char span[48], count[FORMAT_SIZE];
    duration_format(run->horizon_s, span, sizeof span);
    format_count(count, run->requests);
    text_print(out, size, "%s%s%s%s", requests ? count : "", requests ? " requests" : "",
               requests && length ? " in " : "", length ? span : "");
}

/* Runs that were asked for other work are not held against each other by their grams: what is not alike is
 * said first, then what a request comes to. False where they did as much in as long. */
static bool say_other_work(struct contrast_draft *draft, const struct contrast_sentence *sentence)
{
    const struct summary *then = sentence->then, *now = sentence->now;
    char a = contrast_letter(sentence->base), b = contrast_letter(sentence->other);
    char clause[240], works[2][96], number[FORMAT_SIZE], size[FORMAT_SIZE];
    bool length = fabs(now->horizon_s - then->horizon_s) > 0.02 * fmax(now->horizon_s, then->horizon_s);
    bool requests = now->requests != then->requests;
    if (!sentence->why_not || (!length && !requests))
        return false;
    const char *what = length && requests ? "Not the same length and requests"
                       : length           ? "Not the same length"
                                          : "Not the same requests";
    describe_work(now, length, requests, works[0], sizeof works[0]);
    describe_work(then, length, requests, works[1], sizeof works[1]);
    say(draft, what);
    text_print(clause, sizeof clause, ": %c %s, %c %s", b, works[0], a, works[1]);
    say(draft, clause);
    double each = now->carbon_total_g / (double)now->requests;
    double percent = 100 * (each / (then->carbon_total_g / (double)then->requests) - 1);
    text_print(number, sizeof number, "%s %% %s", format_magnitude(size, fabs(percent)),
               percent < 0 ? "less" : "more");
    text_print(clause, sizeof clause, "; per request %c emits %s", b, number);
    if (isfinite(percent))
        say(draft, clause);
    say_limits(draft, sentence);
    say(draft, ".");
    mark_number(draft->headline, what, SENSE_WORSE);
    return true;
}

static void say_difference(struct contrast_draft *draft, const struct contrast_sentence *sentence)
{
    double delta_g = sentence->now->carbon_total_g - sentence->then->carbon_total_g;
    double percent = comparison_carbon(sentence->now, sentence->then);
    char a = contrast_letter(sentence->base), b = contrast_letter(sentence->other);
    char clause[240], number[FORMAT_SIZE], when[160];
    if (sentence->lots) {
        say_draw(draft, sentence, percent, number);
    } else {
        char size[FORMAT_SIZE];
        text_print(number, sizeof number, "%s %% %s", format_magnitude(size, fabs(percent)),
                   percent < 0 ? "less" : "more");
        text_print(clause, sizeof clause, "%s %c emits %s carbon than %c", percent < 0 ? "▼" : "▲", b, number,
                   a);
        say(draft, clause);
    }
    contrast_when(sentence->gap, delta_g, sentence->start_s, sentence->offset_s, when, sizeof when);
    text_print(clause, sizeof clause, ", %s", when);
    if (*when && !sentence->lots)
        say(draft, clause);
    say_limits(draft, sentence);
    if (!sentence->lots)
        say_seeds(draft, sentence);
    say(draft, ".");
    mark_number(draft->headline, number, percent < 0 ? SENSE_BETTER : SENSE_WORSE);
    if (sentence->lots && sentence->pairing.verdict == PAIRING_NOISE)
        draft->headline->sense = SENSE_NEUTRAL;
}

void contrast_headline(struct headline *headline, const struct contrast_sentence *sentence, int width)
{
    struct contrast_draft draft = {headline, width};
    char a = contrast_letter(sentence->base), b = contrast_letter(sentence->other), clause[160];
    *headline = (struct headline){.sense = SENSE_NEUTRAL};
    if (!sentence->then || !sentence->now) {
        say(&draft, "The runs are being simulated.");
    } else if (sentence->apart) {
        text_print(clause, sizeof clause, "Do not compare the grams of %c and %c: %s.", a, b,
                   sentence->apart);
        say(&draft, clause);
        headline->sense = SENSE_WORSE;
    } else if (comparison_is_identical(sentence->now, sentence->then)) {
        text_print(clause, sizeof clause, "= %c and %c are identical", a, b);
        say(&draft, clause);
        say_seeds(&draft, sentence);
        say(&draft, ".");
    } else if (!say_other_work(&draft, sentence)) {
        say_difference(&draft, sentence);
    }
}

/* --- pairs --- */

/* "B", "B and D", "B, C and D" of those with this bit. */
static void name_runs(const struct contrast *contrast, unsigned bits, char *out, size_t size)
{
    int left = __builtin_popcount(bits);
    *out = 0;
    for (size_t k = 0; k < contrast->n; k++)
        if (bits >> k & 1) {
            left--;
            text_append(out, size, "%c%s", contrast_letter(k), left == 0 ? "" : left == 1 ? " and " : ", ");
        }
}

/* Those that are not paired with the base although they are with one another, from one of them on. */
static unsigned paired_apart(const struct contrast *contrast, unsigned unpaired)
{
    for (size_t k = 0; k < contrast->n; k++) {
        unsigned bits = 1u << k;
        for (size_t other = k + 1; unpaired >> k & 1 && other < contrast->n; other++)
            if (unpaired >> other & 1 && !contrast_why_not_of(contrast, k, other))
                bits |= 1u << other;
        if (bits != 1u << k)
            return bits;
    }
    return 0;
}

/* "; C is not, because their load is not the same", those with one reason together. */
static void add_reasons(const struct contrast *contrast, unsigned unpaired, bool first, char *out,
                        size_t size)
{
    char names[32];
    for (unsigned left = unpaired; left; first = false) {
        size_t k = (size_t)__builtin_ctz(left);
        const char *why = contrast_why_not_of(contrast, contrast->base, k);
        unsigned alike = 0;
        for (size_t other = k; other < contrast->n; other++)
            if (left >> other & 1 && strcmp(contrast_why_not_of(contrast, contrast->base, other), why) == 0)
                alike |= 1u << other;
        name_runs(contrast, alike, names, sizeof names);
        bool many = (alike & (alike - 1)) != 0;
        text_append(out, size, "%s%s %s not", first ? "" : "; ", names, many ? "are" : "is");
        if (first)
            text_append(out, size, " paired with %c", contrast_letter(contrast->base));
        text_append(out, size, ", because %s", why);
        left &= ~alike;
    }
}

char *contrast_unpaired(const struct contrast *contrast, bool brief, char *out, size_t size)
{
    bool apart_grams = contrast->n == 2 && contrast_apart_of(contrast, 0, 1);
    const char *end = brief         ? "."
                      : apart_grams ? ": their grams are not compared."
                                    : ": a difference may come from that.";
    unsigned paired = 0, unpaired = 0;
    char names[32];
    *out = 0;
    for (size_t k = 0; k < contrast->n; k++) {
        bool alike = !contrast_why_not_of(contrast, contrast->base, k);
        paired |= k != contrast->base && alike ? 1u << k : 0;
        unpaired |= alike ? 0 : 1u << k;
    }
    if (!unpaired)
        return out;
    if (contrast->n == 2)
        return text_print(out, size, "Not paired, because %s%s", contrast_why_not(contrast), end);
    name_runs(contrast, paired, names, sizeof names);
    if (paired)
        text_print(out, size, "%s %s paired with %c", names, paired & (paired - 1) ? "are" : "is",
                   contrast_letter(contrast->base));
    add_reasons(contrast, unpaired, !paired, out, size);
    unsigned apart = paired_apart(contrast, unpaired);
    name_runs(contrast, apart, names, sizeof names);
    if (apart)
        text_append(out, size, "; %s are paired with one another", names);
    return text_append(out, size, "%s", end);
}

/* --- JSON --- */

enum { KEY_SIZE = 96 };

struct contrast_writing {
    const struct contrast *contrast;
    struct json_writer *writer;
};

/* Of every run but the base, in their order. */
static void put_pairings(const struct contrast_writing *writing, const char *key,
                         const struct contrast_row *row,
                         void (*put)(struct json_writer *writer, const struct pairing *pairing))
{
    json_begin_array(writing->writer, key, true);
    for (size_t k = 0; k < writing->contrast->n; k++)
        if (k != writing->contrast->base)
            put(writing->writer, &row->pairings[k]);
    json_end_array(writing->writer);
}

static void put_delta(struct json_writer *writer, const struct pairing *pairing)
{
    json_number(writer, NULL, pairing->delta);
}

static void put_interval(struct json_writer *writer, const struct pairing *pairing)
{
    json_number(writer, NULL, pairing->ci95);
}

static const char *name_of(enum pairing_verdict verdict)
{
    return verdict == PAIRING_UNKNOWN ? NULL : pairing_verdict_names[verdict];
}

static void put_verdict(struct json_writer *writer, const struct pairing *pairing)
{
    json_string(writer, NULL, name_of(pairing->verdict));
}

static void put_row(void *context, const struct contrast_row *row)
{
    const struct contrast_writing *writing = context;
    const struct contrast *contrast = writing->contrast;
    struct json_writer *writer = writing->writer;
    char key[KEY_SIZE];
    metric_key(row->column.metric, row->column.part, key, sizeof key);
    json_begin_object(writer, NULL);
    json_string(writer, "metric", key);
    json_begin_array(writer, "values", true);
    for (size_t k = 0; k < contrast->n; k++)
        json_number(writer, NULL, row->values[k]);
    json_end_array(writer);
    put_pairings(writing, "delta", row, put_delta);
    if (contrast_seeds(contrast) > 1 && contrast_has_pair(contrast))
        put_pairings(writing, "delta_ci95", row, put_interval);
    else
        json_null(writer, "delta_ci95");
    json_string(writer, "better", contrast_best(contrast, row));
    json_string(writer, "verdict", name_of(contrast_verdict(contrast, row)));
    put_pairings(writing, "verdicts", row, put_verdict);
    json_end_object(writer);
}

char *contrast_json(const struct contrast *contrast)
{
    struct json_writer writer = {0};
    struct contrast_writing writing = {contrast, &writer};
    bool known = contrast->n > 0;
    const char *why = known ? contrast_why_not(contrast) : NULL;
    json_begin_object(&writer, NULL);
    json_begin_array(&writer, "runs", false);
    for (size_t k = 0; k < contrast->n; k++)
        json_string(&writer, NULL, contrast->runs[k].name);
    json_end_array(&writer);
    json_string(&writer, "base", known ? contrast->runs[contrast->base].name : NULL);
    json_bool(&writer, "paired", known && !why);
    json_string(&writer, "why_not", why);
    json_uint(&writer, "n", known ? contrast_seeds(contrast) : 0);
    json_begin_array(&writer, "differences", false);
    bool good = !known || contrast_each_row(contrast, SHOWN_NEVER, put_row, &writing);
    json_end_array(&writer);
    json_end_object(&writer);
    char *text = json_writer_take(&writer);
    if (good)
        return text;
    free(text);
    return NULL;
}
