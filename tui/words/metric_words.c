/* Grams and the like differ by per cent, shares by points, the rest by what they are counted in. */
#include "tui/words/metric_words.h"

#include "engine/answers/metric.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Over a column or beside a lane of a few letters, or where a title needs its group beside it. */
static const struct {
    enum metric metric;
    const char *brief;
} briefs[] = {
    {METRIC_WORST_OF_SLO, "tail"},     {METRIC_ACCURACY, "acc."}, {METRIC_QUEUED, "left"},
    {METRIC_IDLE_SHARE, "idle"},       {METRIC_CARBON, "CO2"},    {METRIC_CARBON_PER_REQUEST, "mg/r"},
    {METRIC_RECONFIGURATIONS, "cuts"}, {METRIC_FAIR_TIME, "F_T"}, {METRIC_FAIR_ENERGY, "F_E"},
    {METRIC_FAIR_SYSTEM, "F_S"},       {METRIC_TEMP_MAX, "heat"}, {METRIC_TEMP_VARIANCE, "spread"},
    {METRIC_TEMP_SPARE, "spare"},      {METRIC_WATER, "water"},   {METRIC_MIGRATIONS, "moved"}};

const char *metric_words_name(enum metric metric, int columns)
{
    const struct metric_info *info = &metric_infos[metric];
    const char *title = strcmp(info->title, "total") == 0     ? metric_groups[info->group].label
                        : metric == METRIC_CARBON_PER_REQUEST ? "carbon a request"
                                                              : info->title;
    for (size_t i = 0; i < sizeof briefs / sizeof *briefs; i++)
        if (briefs[i].metric == metric &&
            (info->group == METRIC_GROUP_FAIRNESS || text_width(title) > columns))
            return briefs[i].brief;
    return title;
}

char *metric_words_value(enum metric metric, double value, char out[METRIC_WORDS_SIZE])
{
    const struct metric_info *info = &metric_infos[metric];
    const struct metric_unit_info *unit = &metric_units[info->unit];
    if (isnan(value))
        snprintf(out, METRIC_WORDS_SIZE, "-");
    else if (info->unit == UNIT_G)
        format_grams(out, value);
    else if (info->unit == UNIT_KWH)
        format_energy(out, value);
    else if (info->unit == UNIT_MG &&
             value != 0) /* "2.021 mg", "0.004672 mg": settings differ in the last ones */
        snprintf(out, METRIC_WORDS_SIZE, "%.*f mg",
                 (int)fmax(0, info->digits - 1 - floor(log10(fabs(value * unit->factor)))),
                 value * unit->factor);
    else if (info->unit == UNIT_COUNT)
        format_count(out, llround(value));
    else if (info->unit == UNIT_NONE && fabs(value) <= 1)
        snprintf(out, METRIC_WORDS_SIZE, "%.*f", info->digits, value);
    else
        snprintf(out, METRIC_WORDS_SIZE, "%s%s%s", format_magnitude(FORMAT_ROOM, value * unit->factor),
                 *unit->symbol ? " " : "", unit->symbol);
    return out;
}

/* What `change` is counted in, and how much of it is no difference that can be read. */
static double change_of(const struct metric_info *info, double now, double then, const char **unit)
{
    static const char *const units[UNITS] = {
        [UNIT_PERCENT_OF_1] = " pt", [UNIT_PERCENT] = " pt", [UNIT_C] = " K"};
    bool counted = info->unit == UNIT_COUNT || info->unit == UNIT_NONE || units[info->unit];
    *unit = !counted ? " %" : units[info->unit] ? units[info->unit] : "";
    if (!counted)
        return then != 0 ? 100 * (now - then) / fabs(then) : (double)NAN;
    return (now - then) * metric_units[info->unit].factor;
}

char *metric_words_change(enum metric metric, double now, double then, char out[METRIC_WORDS_SIZE])
{
    const struct metric_info *info = &metric_infos[metric];
    const char *unit;
    double change = change_of(info, now, then, &unit);
    double least = info->unit == UNIT_COUNT ? 0.5 : info->unit == UNIT_NONE ? 0.005 : 0.05;
    if (isnan(change))
        snprintf(out, METRIC_WORDS_SIZE, "-");
    else if (fabs(change) < least)
        snprintf(out, METRIC_WORDS_SIZE, "=");
    else if (info->unit == UNIT_COUNT)
        snprintf(out, METRIC_WORDS_SIZE, "%s%s", change < 0 ? "−" : "+",
                 format_count(FORMAT_ROOM, llround(fabs(change))));
    else if (info->unit == UNIT_NONE && info->digits > 0)
        format_signed(out, change, info->digits);
    else
        snprintf(out, METRIC_WORDS_SIZE, "%s%s%s", change < 0 ? "−" : "+",
                 format_magnitude(FORMAT_ROOM, fabs(change)), unit);
    return out;
}

char *metric_words_effect(enum metric metric, const struct pairing *effect, double base, bool interval,
                          char out[2 * METRIC_WORDS_SIZE])
{
    char change[METRIC_WORDS_SIZE], width[METRIC_WORDS_SIZE];
    metric_words_change(metric, base + effect->delta, base, change);
    metric_words_change(metric, base + effect->ci95, base, width);
    bool told = interval && effect->n > 1 && effect->ci95 > 0 && *change != '=';
    if (effect->n == 0 || effect->verdict == PAIRING_IDENTICAL)
        snprintf(out, 2 * METRIC_WORDS_SIZE, "%s", effect->n == 0 ? "..." : "=");
    else if (told && strpbrk(width, "123456789"))
        snprintf(out, 2 * METRIC_WORDS_SIZE, "%s ±%s", change, width + (*width == '+'));
    else
        snprintf(out, 2 * METRIC_WORDS_SIZE, "%s", change);
    return out;
}

/* --- tradeoff --- */

/* Differences that round to nothing are "the same", as everywhere. */

/* "carbon", "energy cooling", "fairness both", "late": without its unit. */
static void write_name(enum metric metric, char *out, size_t size)
{
    const struct metric_info *info = &metric_infos[metric];
    const char *group = metric_groups[info->group].label;
    bool named = *group && info->group != METRIC_GROUP_RUN, total = strcmp(info->title, "total") == 0;
    text_print(out, size, "%s%s%s", named ? group : "", named && !total ? " " : "", total ? "" : info->title);
}

char *tradeoff_title(enum metric metric, char *out, size_t size)
{
    const char *symbol = metric_units[metric_infos[metric].unit].symbol;
    write_name(metric, out, size);
    text_append(out, size, "%s%s", *symbol ? " " : "", symbol);
    return out;
}

char *tradeoff_value(char *out, enum metric metric, double value)
{
    const char *symbol = metric_units[metric_infos[metric].unit].symbol;
    char number[FORMAT_SIZE];
    metric_format(metric, value, number, sizeof number);
    if (metric_infos[metric].unit == UNIT_COUNT && !isnan(value))
        snprintf(number, sizeof number, "%s", format_count(FORMAT_ROOM, (int64_t)llround(value)));
    snprintf(out, FORMAT_SIZE, "%.30s%s%.12s", number, *symbol && !isnan(value) ? " " : "",
             isnan(value) ? "" : symbol);
    return out;
}

char *tradeoff_share(char *out, double carbon_g, double than_g)
{
    double percent = (carbon_g / than_g - 1) * 100;
    if (fabs(percent) < 0.005 || isnan(percent))
        snprintf(out, FORMAT_SIZE, "%s", isnan(percent) ? "" : "the same");
    else
        snprintf(out, FORMAT_SIZE, "%.20s %% %s", format_magnitude(FORMAT_ROOM, fabs(percent)),
                 percent < 0 ? "less" : "more");
    return out;
}

static void append_value(const struct tradeoff_point *point, const struct tradeoff_point *than,
                         enum metric metric, char *out, size_t size)
{
    char name[64], value[FORMAT_SIZE], other[FORMAT_SIZE];
    write_name(metric, name, sizeof name);
    tradeoff_value(value, metric, point->value);
    text_append(out, size, "; %s %s", name, value);
    if (than && !isnan(than->value))
        text_append(out, size,
                    strcmp(tradeoff_value(other, metric, than->value), value) == 0 ? ", as there"
                                                                                   : " against %s",
                    other);
}

void tradeoff_describe(const struct tradeoff_point *point, const struct tradeoff_point *than,
                       enum metric metric, char *out, size_t size)
{
    char share[FORMAT_SIZE];
    const struct tradeoff_point *other = than == point ? NULL : than;
    out[0] = 0;
    if (isnan(point->carbon_g)) {
        text_append(out, size, "%s is being simulated", point->name);
        return;
    }
    text_append(out, size, "%s %s %s", point->name, strstr(point->name, " + ") ? "emit" : "emits",
                format_grams(FORMAT_ROOM, point->carbon_g));
    if (other && !isnan(other->carbon_g)) {
        enum work_likeness work = work_compare(&point->work, &other->work);
        if (work == WORK_SAME)
            tradeoff_share(share, point->carbon_g, other->carbon_g);
        else
            tradeoff_share(share, point->request_g, other->request_g);
        const char *per = work_words[work];
        bool same = strcmp(share, "the same") == 0;
        text_append(out, size, ", %s%s%s%s %s", share, *per ? " " : "", per,
                    work == WORK_OTHER_MIX ? "," : "", same ? "as" : "than");
        text_append(out, size, " %s", other->name);
    }
    if (metric != METRIC_CARBON && !isnan(point->value))
        append_value(point, other, metric, out, size);
    if (point->misses || point->has_slo)
        text_append(out, size, point->misses ? "; it breaks a limit" : "; every limit kept");
}

/* --- luck --- */

/* From the greatest saving to the least. */

void luck_describe(const struct starts_spread *spread, char out[LUCK_SIZE])
{
    char median[FORMAT_SIZE];
    text_print(out, LUCK_SIZE, "over %d starts %s to %s %%, median %s %%", spread->n,
               format_signed(FORMAT_ROOM, spread->least, 1), format_signed(FORMAT_ROOM, spread->greatest, 1),
               format_signed(median, spread->median, 1));
}

/* --- limits --- */

/* Of a limit that is near, enough digits to tell the two apart. */
static char *percent(char *out, double share)
{
    return text_print(out, FORMAT_SIZE, fabs(share - 1) < 0.005 ? "%.3g" : "%.0f", 100 * share);
}

static void tell_slo(const struct limit *limit, const char *whose, char out[LIMIT_TEXT])
{
    char app[FORMAT_SIZE], number[FORMAT_SIZE];
    format_app(app, whose);
    if (limit->unit == UNIT_PERCENT_OF_1)
        text_print(out, LIMIT_TEXT, "%.3g %% of %s late, where %.3g %% may be", 100 * limit->value, app,
                   100 * limit->limit);
    else
        text_print(out, LIMIT_TEXT, "%s at %s %% of its SLO", app,
                   percent(number, limit->value / limit->limit));
}

static void tell_temperature(const struct limit *limit, const char *whose, char out[LIMIT_TEXT])
{
    double k = fabs(limit->margin);
    text_print(out, LIMIT_TEXT,
               k < 0.05 && !limit->kept ? "%s %.2f K %s the safe %g C" : "%s %.1f K %s the safe %g C",
               *whose ? whose : "the hottest GPU", k, limit->kept ? "below" : "over", limit->limit);
}

char *limit_text(const struct limit *limit, const char *whose, bool brief, char out[LIMIT_TEXT])
{
    char span[48];
    bool timed = !brief && !limit->kept && limit->over_s > 0;
    duration_format(limit->over_s, span, sizeof span);
    switch (limit->kind) {
    case LIMIT_SLO:
        tell_slo(limit, whose, out);
        break;
    case LIMIT_TEMPERATURE:
        tell_temperature(limit, whose, out);
        if (timed)
            text_append(out, LIMIT_TEXT, " for up to %s", span); /* whole periods are counted */
        break;
    case LIMIT_ACCURACY:
        text_print(out, LIMIT_TEXT, "%s%s%.2f %% less accurate than BASE, where %g %% may be", whose,
                   *whose ? " " : "", -limit->value, -limit->limit);
        break;
    case LIMIT_UNSERVED:
        text_print(out, LIMIT_TEXT, "%s request%s unserved at the end",
                   format_count(FORMAT_ROOM, (int64_t)limit->value), limit->value > 1 ? "s" : "");
        break;
    default:
        text_print(out, LIMIT_TEXT,
                   limit->kept ? "the trace covers it"
                   : timed     ? "%s beyond the end of the trace"
                               : "beyond the end of the trace",
                   span);
    }
    return out;
}

char *limits_text(const struct limits *limits, const struct summary *summary, char *out, size_t size)
{
    char text[LIMIT_TEXT];
    int worst = limits_worst(limits), more = limits->broken - 1;
    out[0] = '\0';
    if (worst < 0)
        return out;
    const struct limit *limit = &limits->rows[worst];
    text_print(out, size, "%s", limit_text(limit, limit_whose(limit, summary), false, text));
    if (more > 0)
        text_append(out, size, ", and %d more limit%s broken", more, more > 1 ? "s" : "");
    return out;
}

/* --- live numbers --- */

/* Piece by piece. */

static void put_value(const struct live_piece *piece, const struct expression *expression,
                      const struct expression_facts *facts, char *out, size_t size)
{
    const struct scenario *scenario = facts->of[MOMENT_NOW].scenario;
    struct expression_value value = expression_evaluate(expression, facts);
    enum metric metric = scenario ? expression_metric(expression, scenario) : METRIC_COUNT;
    char words[METRIC_WORDS_SIZE];
    if (value.is_text)
        text_copy(out, size, value.text);
    else if (isnan(value.number))
        text_copy(out, size, "…");
    else if (piece->digits != LIVE_DIGITS_OWN) {
        /* "−4.4": a real minus; a value that rounds to nothing has no sign but where it is asked for. */
        char digits[64];
        snprintf(digits, sizeof digits, "%.*f", piece->digits, fabs(value.number));
        bool zero = strspn(digits, "0.") == strlen(digits);
        const char *sign = value.number < 0 && !zero ? "−" : piece->is_signed ? (zero ? "±" : "+") : "";
        text_print(out, size, "%s%s", sign, digits);
    } else if (metric != METRIC_COUNT)
        text_copy(out, size, metric_words_value(metric, value.number, words));
    else if (value.number == floor(value.number) && fabs(value.number) < 1e15)
        text_copy(out, size, format_count(words, (int64_t)value.number));
    else
        text_copy(out, size, format_magnitude(words, value.number));
}

char *fill_text(const char *text, const struct expression_facts *facts, char *out, size_t size)
{
    struct live_piece piece;
    struct expression expression;
    char words[EXPRESSION_VALUE];
    text_print(out, size, "%s", "");
    while (live_text_next(&text, &piece, NULL)) {
        if (!piece.is_value) {
            text_append(out, size, "%.*s", (int)piece.n, piece.text);
        } else if (expression_parse(&expression, piece.text, piece.n, NULL)) {
            put_value(&piece, &expression, facts, words, sizeof words);
            text_append(out, size, FILL_MARK "%s" FILL_MARK, words);
        } else {
            text_append(out, size, "{%.*s}", (int)piece.n, piece.text);
        }
    }
    return out;
}
