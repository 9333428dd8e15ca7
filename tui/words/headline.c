/* The sentence is built from clauses in order of importance; when it must be short, names of several words
 * become one word, then whole clauses go, never parts of words. A gain keeps its price before it keeps names.
 * The first rule that applies leads: the run broke down; a limit is broken; nothing changed; the difference
 * (of what the scenario's headline is about); the plain fact. */
#include "tui/words/headline.h"

#include "engine/answers/comparison.h"
#include "engine/answers/limits.h"
#include "engine/answers/metric.h"
#include "engine/answers/gpus.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/physics/heat.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"
#include "tui/term/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* From when on a missed SLO is a queue that grows: tail over SLO, and requests that wait over all. */
static const double SWAMPED_RATIO = 100, SWAMPED_SHARE = 0.01;

struct draft {
    struct headline *headline;
    int width;
    bool lost_price; /* a clause with the price of a gain found no room */
};

/* Appends unless the sentence, closed by a full stop, would become too wide; returns whether it did. The
 * first clause always stays. */
static bool append(struct draft *draft, const char *format, ...) PRINTF_LIKE(2, 3);

static bool append(struct draft *draft, const char *format, ...)
{
    struct headline *headline = draft->headline;
    char clause[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(clause, sizeof clause, format, arguments);
    va_end(arguments);
    size_t used = strlen(headline->text);
    bool fits = draft->width <= 0 || text_width(headline->text) + text_width(clause) + 1 <= draft->width;
    if (used > 0 && (!fits || draft->lost_price)) /* nothing is said behind a price that is not */
        return false;
    if (used + strlen(clause) + 2 < sizeof headline->text)
        memcpy(headline->text + used, clause, strlen(clause) + 1);
    return true;
}

static void mark(struct headline *headline, const char *part, enum headline_sense sense)
{
    const char *at = strstr(headline->text, part);
    if (!at)
        return;
    headline->mark_at = (size_t)(at - headline->text);
    headline->mark_n = strlen(part);
    headline->sense = sense;
}

/* The broken limits of a run, without those of the kinds that are said in another way; a queue and a trace
 * are judged at the end. */
static void find_broken(const struct headline_input *input, unsigned said, struct limits *broken)
{
    const struct metric_source source = {input->summary, input->model, NULL};
    struct limits all;
    limits_of(&source, &all);
    broken->n = broken->broken = 0;
    for (int k = 0; k < all.n; k++) {
        const struct limit *row = &all.rows[k];
        bool late = input->so_far && (row->kind == LIMIT_UNSERVED || row->kind == LIMIT_TRACE);
        bool told = said >> row->kind & 1 && !(row->kind == LIMIT_SLO && row->unit != UNIT_MS);
        if (!row->kept && !told && !late) {
            broken->rows[broken->n++] = *row;
            broken->broken++;
        }
    }
}

static int count_missed(const struct headline_input *input)
{
    struct limits broken;
    int missed = 0;
    find_broken(input, 0, &broken);
    for (int k = 0; k < broken.n; k++)
        missed += broken.rows[k].kind == LIMIT_SLO && broken.rows[k].unit == UNIT_MS;
    return missed;
}

/* "○ gpu3 2.2 K over the safe 50 C for up to 5 h 10", first or behind what is said: limits that are broken,
 * but for SLOs and those that are said. Returns how many there are; -1: they found no room, so nothing may be
 * praised. */
static int say_limits(struct draft *draft, const struct headline_input *input, unsigned said)
{
    struct limits broken;
    char whole[LIMIT_TEXT + 40], brief[LIMIT_TEXT], fewest[40];
    find_broken(input, said | 1U << LIMIT_SLO, &broken);
    int worst = limits_worst(&broken);
    if (worst < 0)
        return 0;
    const struct limit *row = &broken.rows[worst];
    limits_text(&broken, input->summary, whole, sizeof whole);
    limit_text(row, limit_whose(row, input->summary), true, brief);
    text_print(fewest, sizeof fewest, "%d more limit%s broken", broken.n, broken.n > 1 ? "s" : "");
    bool leads = !draft->headline->text[0];
    const char *sign = leads ? "○ " : "; ", *so_far = leads && input->so_far ? "So far " : "";
    bool wide = draft->width <= 0 || text_width(sign) + text_width(so_far) + text_width(whole) < draft->width;
    if ((leads && append(draft, "%s%s%s", sign, so_far, wide ? whole : brief)) ||
        (!leads && (append(draft, "; %s", whole) || append(draft, "; %s", brief)))) {
        mark(draft->headline, brief, SENSE_WORSE);
        return broken.n;
    }
    if (append(draft, "; %s", fewest))
        return broken.n;
    draft->lost_price = true;
    return -1;
}

/* Relative difference in carbon, percent; NAN where there is nothing to compare. */
static double carbon_difference(const struct headline_input *input)
{
    return input->reference ? comparison_carbon(input->summary, input->reference) : (double)NAN;
}

static bool same_outcome(const struct headline_input *input)
{
    if (input->mixed && input->accuracy_change != 0 && !isnan(input->accuracy_change))
        return false;
    return comparison_is_identical(input->summary, input->reference);
}

/* An SLO is about a percentile: it can be met while single requests are late, and the words say so. What the
 * difference hangs on, the start, comes before which SLO is closest. */
static void say_verdict(struct draft *draft, const struct headline_input *input)
{
    char tail[FORMAT_SIZE];
    double share;
    int closest = summary_worst_app(input->summary, &share);
    if (closest < 0)
        return;
    format_percentile(tail, input->percentile);
    append(draft, input->summary->n_apps == 1 ? "; %s SLO met" : "; all %s SLOs met", tail);
    if (input->starts && append(draft, "; %s", input->starts))
        return;
    double percent =
        share >= 0.995 ? floor(1000 * share) / 10 : floor(100 * share + 0.5); /* met: below 100 */
    append(draft, ", %s closest at %g %%", format_app(FORMAT_ROOM, input->summary->apps[closest].name),
           percent);
}

/* "at 2.1 % less accuracy", of one app among others ", images at 2.1 % less accuracy"; as a clause. */
static void say_accuracy(struct draft *draft, const struct headline_input *input, bool against)
{
    char number[FORMAT_SIZE], whose[FORMAT_SIZE] = "";
    double change = input->accuracy_change;
    const char *than = against ? "" : " than BASE's";
    if (!input->mixed || isnan(change))
        return;
    if (input->accuracy_app)
        text_print(whose, sizeof whose, ", %s", input->accuracy_app);
    bool said;
    if (fabs(change) < 0.005)
        said = append(draft, "%s at %s accuracy", whose, against ? "the same" : "BASE's");
    else
        said = append(draft, "%s at %s %% %s accuracy%s", whose, format_magnitude(number, fabs(change)),
                      change < 0 ? "less" : "more", than);
    draft->lost_price |= !said;
}

/* "(same fleet)": without it no saving of Clover's means anything, so it is shortened before it goes. */
static void say_accounting(struct draft *draft, const struct headline_input *input)
{
    if (!input->mixed || !input->accounting || !*input->accounting)
        return;
    if (!append(draft, " (%s)", input->accounting) &&
        !append(draft, " (%.*s)", (int)strcspn(input->accounting, ":"), input->accounting))
        draft->lost_price = true;
}

/* Rule 1, where the queue grew through the run: how far beyond the SLO says nothing then, what waits does. */
static bool say_swamped(struct draft *draft, const struct headline_input *input)
{
    const struct summary *summary = input->summary;
    char part[FORMAT_SIZE];
    double ratio, difference = carbon_difference(input);
    int worst = summary_worst_app(summary, &ratio);
    double waiting = summary->arrived > 0 ? (double)summary->queued / (double)summary->arrived : 0;
    if (worst < 0 || ratio < SWAMPED_RATIO || waiting < SWAMPED_SHARE)
        return false;
    snprintf(part, sizeof part, "%s %%", format_magnitude(FORMAT_ROOM, 100 * waiting));
    append(draft, "○ More requests come than are served: %s wait %s", part,
           input->so_far ? "so far" : "at the end");
    mark(draft->headline, part, SENSE_WORSE);
    append(draft, ", %s at %s its %s SLO", format_app(FORMAT_ROOM, summary->apps[worst].name),
           format_share(FORMAT_ROOM, 100 * ratio), format_percentile(FORMAT_ROOM, input->percentile));
    if (say_limits(draft, input, 1U << LIMIT_UNSERVED) >= 0 && !isnan(difference) && difference != 0)
        append(draft, "; carbon %s %% %s than %s", format_magnitude(FORMAT_ROOM, fabs(difference)),
               difference < 0 ? "lower" : "higher", input->reference_name);
    say_accounting(draft, input);
    return true;
}

/* ", in 8 h 14 instead of 4 h 10": grams of runs of other lengths are not alike. */
static void say_length(struct draft *draft, const struct headline_input *input)
{
    char now[48], then[48];
    double now_s = input->summary->horizon_s, then_s = input->reference ? input->reference->horizon_s : now_s;
    if (input->so_far || fabs(now_s - then_s) <= 0.02 * fmax(now_s, then_s))
        return;
    duration_format(now_s, now, sizeof now);
    duration_format(then_s, then, sizeof then);
    draft->lost_price |=
        !append(draft, ", in %s instead of %s", now, then) &&
        !append(draft, now_s > then_s ? ", and the run is longer" : ", and the run is shorter") &&
        !append(draft, now_s > then_s ? ", a longer run" : ", a shorter run");
}

/* "; break-even at 39 g/kWh", or that no grid turns the verdict. */
static void say_breakeven(struct draft *draft, const struct headline_input *input)
{
    const struct breakeven *breakeven = input->breakeven;
    if (!input->sharing || !breakeven || input->so_far)
        return;
    bool said = isnan(breakeven->ci) ? append(draft, ", on any grid")
                                     : append(draft, "; break-even at %.*f g/kWh",
                                              breakeven->ci < 99.95 ? 1 : 0, breakeven->ci);
    draft->lost_price |= !said;
}

/* What a run that breaks a limit emits is said behind that. */
static void say_carbon_behind(struct draft *draft, const struct headline_input *input)
{
    char number[FORMAT_SIZE];
    double difference = carbon_difference(input);
    if (!isnan(difference) && difference != 0 && input->sharing) {
        format_magnitude(number, fabs(difference));
        bool said = append(draft, "; sharing %s %s %%%s carbon", difference < 0 ? "saves" : "costs", number,
                           difference < 0 ? "" : " more") ||
                    append(draft, "; %s %% %s carbon", number, difference < 0 ? "less" : "more");
        if (said)
            say_breakeven(draft, input);
        say_length(draft, input);
    } else if (!isnan(difference) && difference != 0) {
        append(draft, "; carbon is %s %% %s than %s", format_magnitude(number, fabs(difference)),
               difference < 0 ? "lower" : "higher", input->reference_name);
        say_length(draft, input);
    }
    say_accounting(draft, input);
}

static void say_missed(struct draft *draft, const struct headline_input *input, int missed)
{
    char label[FORMAT_SIZE], part[64], tail[FORMAT_SIZE];
    double ratio;
    int worst = summary_worst_app(input->summary, &ratio);
    double share = 100 * ratio;
    const char *so_far = input->so_far ? "So far " : "";
    format_app(label, input->summary->apps[worst].name);
    format_percentile(tail, input->percentile);
    const char *of = share < 999.5 ? "" : " the limit";
    snprintf(part, sizeof part, "%.1f %%", share);
    if (share >= 100.5)
        format_share(part, share);
    if (!input->so_far && missed == 1 && label[0] >= 'a' && label[0] <= 'z')
        label[0] = (char)(label[0] - 'a' + 'A');
    if (missed == 1)
        append(draft, "○ %s%s misses its %s SLO, %s%s", so_far, label, tail, part, of);
    else
        append(draft, "○ %s%d of %d %s SLOs missed, %s by most, %s%s", so_far, missed, input->summary->n_apps,
               tail, label, part, of);
    mark(draft->headline, part, SENSE_WORSE);
    if (say_limits(draft, input, 0) >= 0)
        say_carbon_behind(draft, input);
}

/* ", resnet served 30.0 % less, mobilenet 30.0 % more": where apps always have work one pays with requests,
 * and who gains is told with who pays. */
static void say_served_less(struct draft *draft, const struct headline_input *input)
{
    char label[FORMAT_SIZE], gainer[FORMAT_SIZE], number[FORMAT_SIZE], other[FORMAT_SIZE], more[2][64] = {""};
    double percent, gain;
    const struct summary *now = input->summary;
    int app = input->so_far ? -1 : comparison_served(now, input->reference, false, &percent);
    int best = app < 0 ? -1 : comparison_served(now, input->reference, true, &gain);
    if (app < 0)
        return;
    format_app(label, now->apps[app].name);
    if (best >= 0) {
        format_app(gainer, now->apps[best].name);
        text_print(more[0], sizeof more[0], ", %s %s %% more", gainer, format_magnitude(other, gain));
        text_print(more[1], sizeof more[1], ", %s %.0f %% more", gainer, gain);
    }
    draft->lost_price |=
        !append(draft, ", %s served %s %% less%s", label, format_magnitude(number, percent), more[0]) &&
        !append(draft, ", %s served %.0f %% less%s", label, percent, more[1]) &&
        !(input->terse && append(draft, ", %s %.0f %% less%s", label, percent, more[1]));
}

/* ", hottest GPU 3.1 K hotter". Where a controller keeps it at its limit that is what it is for. */
static void say_heat(struct draft *draft, const struct headline_input *input)
{
    double more_k = -warmth_gain_k(input->summary, input->reference);
    draft->lost_price |=
        !append(draft, ", hottest GPU %.1f K hotter", more_k) && !append(draft, ", %.1f K hotter", more_k);
}

static int64_t late_of(const struct summary *summary)
{
    return (int64_t)metric_value(METRIC_LATE, &(struct metric_source){.summary = summary}, 0);
}

/* ", 77 more late". */
static void say_late(struct draft *draft, const struct headline_input *input)
{
    int64_t more = late_of(input->summary) - late_of(input->reference);
    draft->lost_price |= !append(draft, ", %s more late", format_count(FORMAT_ROOM, more));
}

static void say_more_carbon(struct draft *draft, const struct headline_input *input)
{
    draft->lost_price |=
        !append(draft, ", %s %% more carbon", format_magnitude(FORMAT_ROOM, carbon_difference(input)));
}

static void say_less_accuracy(struct draft *draft, const struct headline_input *input)
{
    say_accuracy(draft, input, true);
    say_accounting(draft, input);
}

/* By how many per cent the run is worse in one respect; 0: it is not, or nobody would call it so. */
struct price {
    double size;
    void (*say)(struct draft *draft, const struct headline_input *input);
    bool always; /* it is told even where another is larger, or where it is a gain */
};

/* Does heat lead: is the hottest GPU another's by what people would call so? */
static bool temperature_leads(const struct headline_input *input)
{
    return input->topic == TOPIC_TEMPERATURE && input->reference &&
           fabs(warmth_gain_k(input->summary, input->reference)) >= 0.05;
}

/* What the run costs, the largest first and before any further gain: at a narrow width only that is left. */
static void say_prices(struct draft *draft, const struct headline_input *input, double carbon)
{
    const struct summary *now = input->summary, *then = input->reference;
    bool told = input->heat_is_kept || temperature_leads(input);
    double hotter_k = told ? 0 : -warmth_gain_k(now, then), served = 0;
    double late = now->arrived > 0 ? 100 * (double)(late_of(now) - late_of(then)) / (double)now->arrived : 0;
    bool loses = !input->so_far && comparison_served(now, then, false, &served) >= 0;
    struct price prices[] = {
        {input->so_far ? 0 : 100 * (now->horizon_s / then->horizon_s - 1), say_length, true},
        {input->mixed ? -input->accuracy_change : 0, say_less_accuracy, true},
        {loses ? served : 0, say_served_less, true},
        {hotter_k >= 0.05 ? 100 * hotter_k / then->temp_max_c : 0, say_heat, false},
        {late >= 0.005 ? late : 0, say_late, false},
        {carbon >= 0.05 ? carbon : 0, say_more_carbon, false}};
    enum { N = sizeof prices / sizeof *prices };
    int worst = 0;
    for (int k = 1; k < N; k++)
        worst = prices[k].size > prices[worst].size || isnan(prices[worst].size) ? k : worst;
    size_t from = strlen(draft->headline->text);
    if (prices[worst].size > 0)
        prices[worst].say(draft, input);
    from += strspn(draft->headline->text + from, ", ");
    draft->headline->price_at = from;
    draft->headline->price_n = strlen(draft->headline->text) - from;
    for (int k = 0; k < N; k++)
        if (prices[k].always && (k != worst || !(prices[k].size > 0)))
            prices[k].say(draft, input);
}

/* Does accuracy lead, carbon being its price? */
static bool accuracy_leads(const struct headline_input *input)
{
    return input->topic == TOPIC_ACCURACY && input->mixed && fabs(input->accuracy_change) >= 0.005;
}

/* "CLOVER is 4.0 % less accurate than BASE", for so much carbon. */
static void say_accuracy_first(struct draft *draft, const struct headline_input *input, double carbon)
{
    char part[64];
    bool worse = input->accuracy_change < 0;
    snprintf(part, sizeof part, "%s %% %s accurate",
             format_magnitude(FORMAT_ROOM, fabs(input->accuracy_change)), worse ? "less" : "more");
    append(draft, "%s %s%s %s %s", worse ? "▼" : "▲", input->so_far ? "So far " : "", input->subject,
           input->plural ? "are" : "is", part);
    append(draft, " than %s", input->reference ? input->reference_name : "BASE");
    mark(draft->headline, part, worse ? SENSE_WORSE : SENSE_BETTER);
    if (isnan(carbon))
        append(draft, ", emitting %s", format_grams(FORMAT_ROOM, input->summary->carbon_total_g));
    else if (carbon != 0)
        append(draft, " for %s %% %s carbon", format_magnitude(FORMAT_ROOM, fabs(carbon)),
               carbon < 0 ? "less" : "more");
    say_accounting(draft, input);
    say_verdict(draft, input);
}

/* Does fairness lead, what it costs coming after? */
static bool fairness_leads(const struct headline_input *input)
{
    return input->topic == TOPIC_FAIRNESS && input->reference && !input->so_far &&
           fabs(input->summary->fair_system - input->reference->fair_system) >= 0.0005;
}

/* "TMUX-ETF is fairer than TMUX-TF, resnet served 30.0 % less, mobilenet 30.0 % more, 18.9 % less carbon;
 * worst fairness 0.420 instead of 0.226". */
static void say_fairness_first(struct draft *draft, const struct headline_input *input, double carbon)
{
    char number[FORMAT_SIZE];
    bool fairer = input->summary->fair_system > input->reference->fair_system;
    const char *part = fairer ? "fairer" : "less fair";
    append(draft, "%s %s %s %s", fairer ? "▲" : "▼", input->subject, input->plural ? "are" : "is", part);
    if (!input->terse)
        append(draft, " than %s", input->reference_name);
    mark(draft->headline, part, fairer ? SENSE_BETTER : SENSE_WORSE);
    say_prices(draft, input, carbon);
    if (carbon < 0)
        append(draft, ", %s %% less carbon", format_magnitude(number, -carbon));
    text_print(number, sizeof number, "%.3f", input->summary->fair_system);
    if (append(draft, "; worst fairness %s instead of %.3f", number, input->reference->fair_system))
        mark(draft->headline, number, fairer ? SENSE_BETTER : SENSE_WORSE);
    say_verdict(draft, input);
}

/* "INFERCOOL keeps the hottest GPU 3.6 K cooler than K8S, 0.5 % more carbon, at 49.8 C; water could be 3.6 K
 * warmer, which would save 14 % of cooling": it is not, so that comes last. */
static void say_temperature_first(struct draft *draft, const struct headline_input *input, double carbon)
{
    char part[64];
    double gain_k = warmth_gain_k(input->summary, input->reference);
    bool cooler = gain_k > 0;
    text_print(part, sizeof part, "%.1f K %s", fabs(gain_k), cooler ? "cooler" : "hotter");
    append(draft, "%s %s%s %s the hottest GPU %s", cooler ? "▼" : "▲", input->so_far ? "So far " : "",
           input->subject, input->plural ? "keep" : "keeps", part);
    if (!input->terse)
        append(draft, " than %s", input->reference_name);
    mark(draft->headline, part, cooler ? SENSE_BETTER : SENSE_WORSE);
    say_prices(draft, input, carbon);
    append(draft, ", at %.1f C", input->summary->temp_max_c);
    if (carbon <= -0.05)
        append(draft, "; %s %% less carbon", format_magnitude(FORMAT_ROOM, -carbon));
    if (cooler && !input->heat_is_kept)
        append(draft, "; water could be %.1f K warmer, which would save %.0f %% of cooling", gain_k,
               100 * heat_saving(gain_k));
    say_verdict(draft, input);
}

static const char *verb_of(const struct headline_input *input)
{
    return input->plural ? "emit" : "emits";
}

static void say_difference(struct draft *draft, const struct headline_input *input, double difference)
{
    char part[64];
    const char *word = difference < 0 ? "less" : "more";
    snprintf(part, sizeof part, "%s %% %s", format_magnitude(FORMAT_ROOM, fabs(difference)), word);
    if (difference == 0)
        append(draft, "= %s%s %s as much carbon as %s", input->so_far ? "So far " : "", input->subject,
               verb_of(input), input->reference_name);
    else
        append(draft, "%s %s%s %s %s%s", difference < 0 ? "▼" : "▲", input->so_far ? "So far " : "",
               input->subject, verb_of(input), part, input->mixed ? "" : " carbon");
    if (difference != 0 && !input->terse)
        append(draft, " than %s", input->reference_name);
    say_prices(draft, input, 0);
    if (difference != 0)
        mark(draft->headline, part, difference < 0 ? SENSE_BETTER : SENSE_WORSE);
    if (input->luck && !append(draft, "; that is the luck of random searches"))
        append(draft, "; by luck of the search");
    if (input->parts)
        append(draft, "; %s", input->parts);
    say_verdict(draft, input);
}

/* "Sharing costs 12 % more carbon than DEDICATED; break-even at 39 g/kWh". */
static void say_sharing(struct draft *draft, const struct headline_input *input, double difference)
{
    char part[64];
    bool saves = difference < 0;
    snprintf(part, sizeof part, "%s %%%s", format_magnitude(FORMAT_ROOM, fabs(difference)),
             saves ? "" : " more");
    append(draft, "%s %s%s %s %s carbon %s %s", saves ? "▼" : "▲", input->so_far ? "So far " : "",
           input->subject, saves ? "saves" : "costs", part, saves ? "against" : "than",
           input->reference_name);
    mark(draft->headline, part, metric_judge(METRIC_CARBON, difference, 0) > 0 ? SENSE_BETTER : SENSE_WORSE);
    say_breakeven(draft, input);
    say_prices(draft, input, 0);
    say_verdict(draft, input);
}

static void say_identical(struct draft *draft, const struct headline_input *input)
{
    if (input->same_run) {
        append(draft, "= This is the pinned result: the next turn is compared with it");
        return;
    }
    bool with = strncmp(input->reference_name, "with ", 5) == 0;
    bool again = strncmp(input->subject, input->reference_name, strlen(input->reference_name)) == 0;
    append(draft, "= %sIdentical to %s", input->so_far ? "So far " : "",
           with    ? "the run with nothing switched on"
           : again ? "before" /* the scheme that runs, chosen once more */
                   : input->reference_name);
    append(draft, input->plural ? ": %s change nothing here" : ": %s changes nothing here", input->subject);
    if (input->no_effect)
        append(draft, "; %s", input->no_effect);
}

static void say_alone(struct draft *draft, const struct headline_input *input)
{
    char grams[FORMAT_SIZE], span[48], hottest[32];
    if (input->topic == TOPIC_TEMPERATURE && !isnan(input->summary->temp_max_c)) {
        duration_format(input->summary->horizon_s, span, sizeof span);
        text_print(hottest, sizeof hottest, "%.1f C", input->summary->temp_max_c);
        append(draft, "%sUnder %s the hottest GPU comes to %s", input->so_far ? "So far " : "",
               input->subject, hottest);
        mark(draft->headline, hottest, SENSE_NEUTRAL);
        append(draft, "; %s emitted in %s", format_grams(grams, input->summary->carbon_total_g), span);
        say_verdict(draft, input);
        return;
    }
    format_grams(grams, input->summary->carbon_total_g);
    duration_format(input->summary->horizon_s, span, sizeof span);
    append(draft, "%s%s %s %s", input->so_far ? "So far " : "", input->subject, verb_of(input), grams);
    mark(draft->headline, grams, SENSE_NEUTRAL);
    append(draft, " in %s", span);
    say_accuracy(draft, input, false);
    say_accounting(draft, input);
    say_verdict(draft, input);
}

/* The first rule that applies leads. */
static void say(struct draft *draft, const struct headline_input *input)
{
    struct headline *headline = draft->headline;
    double difference = carbon_difference(input);
    int missed = count_missed(input);
    char span[48];
    if (input->preparing) {
        append(draft, "%s", input->preparing);
    } else if (input->summary->overloaded_at_s >= 0) {
        duration_format(input->summary->overloaded_at_s, span, sizeof span);
        append(draft, "○ Overloaded after %s: more requests wait than the run can hold", span);
        mark(headline, span, SENSE_WORSE);
    } else if (input->warning) {
        append(draft, "%s", input->warning);
    } else if (input->least_late) {
        /* Rule 1: no layout meets the SLO, and what runs is the one that misses it least. */
        char part[FORMAT_SIZE], tail[FORMAT_SIZE];
        double ratio;
        int worst = summary_worst_app(input->summary, &ratio);
        format_percentile(tail, input->percentile);
        append(draft, "○ No configuration %smeets the %s SLO", input->so_far ? "so far " : "", tail);
        if (worst >= 0) {
            append(draft, " of %s", format_app(FORMAT_ROOM, input->summary->apps[worst].name));
            format_share(part, 100 * ratio);
            append(draft, ": the least late one runs");
            append(draft, ", %s of it over the run", part);
            mark(draft->headline, part, SENSE_WORSE);
        }
    } else if (missed > 0) {
        if (!say_swamped(draft, input))
            say_missed(draft, input, missed);
    } else if (say_limits(draft, input, 0) > 0) {
        if (isnan(difference))
            append(draft, "; %s %s %s", input->subject, input->plural ? "emit" : "emits",
                   format_grams(FORMAT_ROOM, input->summary->carbon_total_g));
        say_carbon_behind(draft, input);
    } else if (input->reference && same_outcome(input)) {
        say_identical(draft, input);
    } else if (temperature_leads(input)) {
        say_temperature_first(draft, input, difference);
    } else if (fairness_leads(input)) {
        say_fairness_first(draft, input, difference);
    } else if (accuracy_leads(input)) {
        say_accuracy_first(draft, input, difference);
    } else if (input->sharing && !isnan(difference)) {
        say_sharing(draft, input, difference);
    } else if (!isnan(difference)) {
        say_difference(draft, input, difference);
    } else {
        say_alone(draft, input);
    }
}

/* The same with shorter names, the more of them the greater `form`; false where it has no such form. */
static bool shorten(const struct headline_input *input, int form, struct headline_input *out)
{
    *out = *input;
    if (form >= 1 && input->brief_subject)
        out->subject = input->brief_subject;
    if (form >= 2 && input->brief_reference)
        out->reference_name = input->brief_reference;
    if (form >= 3)
        out->accuracy_app = NULL;
    out->terse = form >= 4;
    return form <= 4;
}

void headline_make(struct headline *headline, const struct headline_input *input, int width)
{
    struct headline_input named;
    bool whole = false;
    for (int form = 0; !whole && shorten(input, form, &named); form++) {
        struct draft draft = {headline, width, false};
        *headline = (struct headline){.sense = SENSE_NEUTRAL};
        say(&draft, &named);
        whole = !draft.lost_price && (width <= 0 || text_width(headline->text) < width);
    }
    size_t used = strlen(headline->text);
    if (used + 2 <= sizeof headline->text)
        memcpy(headline->text + used, ".", 2);
    /* A first clause that is too wide by itself is cut between words. */
    char *text = headline->text, *last = NULL;
    const char *at = text;
    int columns = 0;
    while (*at && columns < width) {
        if (*at == ' ')
            last = text + (at - text);
        int w = glyph_width(utf8_next(&at));
        columns += w < 0 ? 1 : w;
    }
    if (!(!*at) && width > 0 && last) {
        memcpy(last, "…", sizeof "…");
        if (headline->mark_at + headline->mark_n > (size_t)(last - text))
            headline->mark_at = headline->mark_n = 0;
    }
}
