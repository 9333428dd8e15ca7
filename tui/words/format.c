/* Formatting for people; results for programs go through the JSON writer. */
#include "tui/words/format.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/model.h"
#include "tui/term/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

char *format_count(char *out, int64_t value)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%lld", (long long)llabs(value)), used = 0;
    if (value < 0)
        out[used++] = '-';
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            out[used++] = ' ';
        out[used++] = digits[i];
    }
    out[used] = 0;
    return out;
}

char *format_magnitude(char *out, double value)
{
    double size = fabs(value);
    int decimals = size >= 99.95 ? 0 : size >= 0.095 ? 1 : size >= 0.0095 ? 2 : 3;
    snprintf(out, FORMAT_SIZE, "%.*f", size == 0 ? 0 : decimals, value);
    return out;
}

char *format_grams(char *out, double grams)
{
    double size = fabs(grams);
    if (size >= 1e6)
        snprintf(out, FORMAT_SIZE, "%.2f t", grams / 1e6);
    else if (size >= 1e4)
        snprintf(out, FORMAT_SIZE, "%.1f kg", grams / 1e3);
    else
        snprintf(out, FORMAT_SIZE, "%.*f g", size >= 9.995 ? 1 : 2, grams);
    return out;
}

char *format_energy(char *out, double joules)
{
    double wh = joules / 3600;
    if (fabs(wh) < 1000)
        snprintf(out, FORMAT_SIZE, "%.1f Wh", wh);
    else
        snprintf(out, FORMAT_SIZE, "%.2f kWh", wh / 1e3);
    return out;
}

char *format_signed(char *out, double value, int decimals)
{
    double least = 0.5 * pow(10, -decimals);
    snprintf(out, FORMAT_SIZE, "%s%.*f",
             value <= -least  ? "−"
             : value >= least ? "+"
                              : "",
             decimals, fabs(value));
    return out;
}

char *format_share(char *out, double percent)
{
    if (isnan(percent)) {
        snprintf(out, FORMAT_SIZE, "-");
        return out;
    }
    if (percent < 999.5) {
        snprintf(out, FORMAT_SIZE, "%.0f %%", floor(percent + 0.5));
        return out;
    }
    format_count(out, (int64_t)fmin(floor(percent / 100 + 0.5), 1e15));
    size_t n = strlen(out);
    snprintf(out + n, FORMAT_SIZE - n, "×");
    return out;
}

char *format_percentile(char *out, double percentile)
{
    if (percentile > 0)
        snprintf(out, FORMAT_SIZE, "p%g", percentile);
    else
        snprintf(out, FORMAT_SIZE, "tail");
    return out;
}

const char *format_metric(const char *metric)
{
    static const char *const names[][2] = {{"top1_pct", "top-1"}, {"f1", "F1"}, {"map50_95", "mAP50-95"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], metric) == 0)
            return names[i][1];
    return metric;
}

const char *format_provenance(enum provenance provenance)
{
    static const char *const marks[PROVENANCE_COUNT] = {"", "÷", "~", "*", "?"};
    return marks[provenance];
}

const char *format_carbon_kind(const struct carbon_trace *trace)
{
    return trace->kind == KIND_UNKNOWN ? "kind unknown" : carbon_kind_names[trace->kind];
}

const char *format_carbon_basis(const struct carbon_trace *trace)
{
    return trace->basis == BASIS_UNKNOWN ? "basis unknown" : carbon_basis_names[trace->basis];
}

/* What of a trace's title gives way, in this order: from the one text to the end of the other ("": of that
 * itself), and what stands there then. */
static const struct {
    const char *from, *to, *then;
} trace_shortenings[] = {
    {" life-cycle", "", " lca"},
    {"", ": ", ""},
    {" direct from ", "", " "},
    {" without ", "imports", ""},
    {" (", ")", ""},
    {"New South Wales", "", "NSW"},
    {" 20", "", " "},
    {" direct", "", " dir"},
};

char *format_trace(char *out, const char *title, int columns)
{
    enum { N = sizeof trace_shortenings / sizeof *trace_shortenings };
    text_print(out, FORMAT_TRACE_SIZE, "%s", title);
    for (size_t i = 0; i < N && text_width(out) > columns; i++) {
        const char *then = trace_shortenings[i].then;
        char *begin = strstr(out, trace_shortenings[i].from),
             *end = begin ? begin + strlen(trace_shortenings[i].from) : NULL, *stop;
        if (end && *trace_shortenings[i].to) {
            stop = strstr(end, trace_shortenings[i].to);
            end = stop ? stop + strlen(trace_shortenings[i].to) : NULL;
        }
        size_t n = strlen(then);
        if (end && !(n > (size_t)(end - begin))) {
            memmove(begin + n, end, strlen(end) + 1);
            while (*then)
                *begin++ = *then++;
        }
    }
    if (text_width(out) > columns)
        text_print(out, FORMAT_TRACE_SIZE, "%s", format_short_name(FORMAT_ROOM, out, columns));
    return out;
}

/* What families of models are called for short, as everybody does. */
static const char *const families[][2] = {
    {"efficientnet", "effnet"}, {"inception-resnet", "incresnet"}, {"mobilenet", "mobile"}};

char *format_short_name(char *out, const char *name, int columns)
{
    enum { ROOMY = 12 }; /* columns from which one may be spent on saying that it is cut */
    char known[FORMAT_SIZE];
    for (size_t i = 0; i < sizeof families / sizeof *families && text_width(name) > columns; i++)
        if (strncmp(name, families[i][0], strlen(families[i][0])) == 0)
            name = text_print(known, sizeof known, "%s%s", families[i][1], name + strlen(families[i][0]));
    const char *next = name, *end = name;
    for (int used = 0; *next && used <= columns;) {
        int w = glyph_width(utf8_next(&next));
        used += w < 0 ? 1 : w;
        end = used <= columns ? next : end;
    }
    text_print(out, FORMAT_SIZE, "%.*s", columns < ROOMY ? (int)(end - name) : FORMAT_SIZE, name);
    text_cut(out, FORMAT_SIZE, columns);
    return out;
}

char *format_distinct(char *out, const char *const *names, int n, int which, int columns)
{
    char other[FORMAT_SIZE];
    format_short_name(out, names[which], columns);
    if (text_width(names[which]) <= columns)
        return out;
    for (int i = 0; i < n; i++) {
        format_short_name(other, names[i], columns);
        if (i != which && strcmp(out, other) == 0) {
            /* The first and the last columns of it, around "…". */
            int tail = (columns - 1) / 2, width = text_width(names[which]), at = 0;
            const char *end = names[which];
            while (at < width - tail && *end) {
                int w = glyph_width(utf8_next(&end));
                at += w < 0 ? 1 : w;
            }
            text_print(out, FORMAT_SIZE, "%s", names[which]);
            text_cut(out, FORMAT_SIZE, columns - tail);
            size_t used = strlen(out);
            text_print(out + used, FORMAT_SIZE - used, "%s", end);
            break;
        }
    }
    return out;
}

char *format_reason(char *out, size_t size, enum reason reason, const char *low, const char *high)
{
    out[0] = 0;
    for (const char *phrase = reason_phrases[reason]; *phrase;) {
        bool is_low = strncmp(phrase, "{low}", 5) == 0, is_high = strncmp(phrase, "{high}", 6) == 0;
        if (is_low || is_high)
            text_append(out, size, "%s", is_low ? low : high);
        else
            text_append(out, size, "%c", *phrase);
        phrase += is_low ? 5 : is_high ? 6 : 1;
    }
    return out;
}

char *format_left_at(char *out, int64_t unix_s)
{
    time_t then = (time_t)unix_s, now = time(NULL);
    struct tm local;
    if (!localtime_r(&then, &local))
        return text_print(out, FORMAT_SIZE, "an unknown day");
    if (now - then < 6 * 86400 && then <= now)
        return text_print(out, FORMAT_SIZE, "%s at %02d:%02d", civil_weekday_name(local.tm_wday),
                          local.tm_hour, local.tm_min);
    return text_print(out, FORMAT_SIZE, "%d %s %d at %02d:%02d", local.tm_mday,
                      civil_month_name(local.tm_mon + 1), local.tm_year + 1900, local.tm_hour, local.tm_min);
}

char *format_app(char *out, const char *name)
{
    bool numbered = strncmp(name, "job", 3) == 0 && name[3] && !name[3 + strspn(name + 3, "0123456789")];
    if (numbered)
        text_print(out, FORMAT_SIZE, "job %s", name + 3);
    else
        text_print(out, FORMAT_SIZE, "%s", name);
    return out;
}

char *format_app_within(char *out, const struct scenario *scenario, int app, const char *whole, int columns)
{
    const char *names[APPS_MAX], *own = scenario->apps[app].short_name;
    if (*own && text_width(whole) > columns && text_width(own) <= columns)
        return text_print(out, FORMAT_SIZE, "%s", own);
    for (int i = 0; i < scenario->n_apps; i++)
        names[i] = i == app ? whole : scenario->apps[i].name;
    return format_distinct(out, names, scenario->n_apps, app, columns);
}

char *format_app_label(char *out, const struct scenario *scenario, int app, int columns)
{
    const struct app *own = &scenario->apps[app];
    bool numbered = strcmp(format_app(out, own->name), own->name) != 0 && *own->model;
    return format_app_within(out, scenario, app, numbered ? own->model : own->name, columns);
}

char *format_clock(char *out, int64_t unix_s, int32_t offset_s, bool seconds)
{
    struct civil civil = civil_from_unix(unix_s + offset_s);
    if (seconds)
        snprintf(out, FORMAT_SIZE, "%02d:%02d:%02d", civil.hour, civil.minute, civil.second);
    else
        snprintf(out, FORMAT_SIZE, "%02d:%02d", civil.hour, civil.minute);
    return out;
}

char *format_date(char *out, int64_t unix_s, int32_t offset_s)
{
    struct civil civil = civil_from_unix(unix_s + offset_s);
    snprintf(out, FORMAT_SIZE, "%s %d %s %d", civil_weekday_name(civil.weekday), civil.day,
             civil_month_name(civil.month), civil.year);
    return out;
}

char *format_zone(char *out, int32_t offset_s)
{
    int minutes = abs(offset_s) / 60;
    if (minutes == 0)
        snprintf(out, FORMAT_SIZE, "UTC");
    else if (minutes % 60)
        snprintf(out, FORMAT_SIZE, "UTC%c%d:%02d", offset_s < 0 ? '-' : '+', minutes / 60, minutes % 60);
    else
        snprintf(out, FORMAT_SIZE, "UTC%c%d", offset_s < 0 ? '-' : '+', minutes / 60);
    return out;
}

/* --- clock --- */

/* Times are cut, never rounded: a clock shows the second that it is in. */

int clock_digits(int64_t step_ns)
{
    int digits = CLOCK_SECONDS;
    if (step_ns >= 60 * NS_PER_S)
        return CLOCK_MINUTES;
    for (int64_t unit_ns = NS_PER_S; step_ns < unit_ns && digits < CLOCK_FINEST; unit_ns /= 10)
        digits++;
    return digits;
}

char *clock_format(char *out, int64_t start_s, int64_t t_ns, int32_t offset_s, int digits)
{
    format_clock(out, start_s + t_ns / NS_PER_S, offset_s, digits >= CLOCK_SECONDS);
    if (digits > CLOCK_SECONDS) {
        size_t seconds = strlen(out);
        snprintf(out + seconds, FORMAT_SIZE - seconds, ".%03d", (int)(t_ns % NS_PER_S / NS_PER_MS));
        out[seconds + 1 + (size_t)(digits < CLOCK_FINEST ? digits : CLOCK_FINEST)] = 0;
    }
    return out;
}

char *clock_day(char *out, int64_t start_s, int64_t t_ns, int32_t offset_s)
{
    struct civil civil = civil_from_unix(start_s + t_ns / NS_PER_S + offset_s);
    snprintf(out, FORMAT_SIZE, "%d %s", civil.day, civil_month_name(civil.month));
    return out;
}

int64_t clock_day_number(int64_t start_s, int64_t t_ns, int32_t offset_s)
{
    int64_t local_s = start_s + t_ns / NS_PER_S + offset_s;
    return (local_s >= 0 ? local_s : local_s - 86399) / 86400;
}

int64_t clock_step_ns(int64_t least_ns)
{
    static const int64_t steps_ms[] = {10,        20,        50,         100,        200,       500,
                                       1000,      2000,      5000,       10000,      15000,     30000,
                                       60000,     120000,    300000,     600000,     900000,    1800000,
                                       3600000,   7200000,   10800000,   21600000,   43200000,  86400000,
                                       172800000, 604800000, 1209600000, 2419200000, 7257600000};
    size_t i = 0;
    while (i + 1 < sizeof steps_ms / sizeof *steps_ms && steps_ms[i] * NS_PER_MS < least_ns)
        i++;
    return steps_ms[i] * NS_PER_MS;
}

int64_t clock_until_ns(int64_t local_ns, int64_t step_ns)
{
    int64_t past_ns = local_ns % step_ns;
    return past_ns > 0 ? step_ns - past_ns : -past_ns;
}

char *clock_tick(char *out, int64_t start_s, int64_t t_ns, int32_t offset_s, int64_t step_ns)
{
    int64_t local_ns = (start_s + offset_s) * NS_PER_S + t_ns;
    return clock_until_ns(local_ns, 24 * NS_PER_HOUR) == 0
               ? clock_day(out, start_s, t_ns, offset_s)
               : clock_format(out, start_s, t_ns, offset_s, clock_digits(step_ns));
}

char *clock_length(char *out, int64_t ns)
{
    duration_format(ns_to_s(ns > 0 ? ns : 0), out, FORMAT_SIZE);
    return out;
}

void format_gpu_type(char *out, size_t size, const char *type)
{
    snprintf(out, size, "%.*s", (int)strcspn(type, "-"), type);
}

void format_gpu(char *out, size_t size, const struct model *model, int gpu)
{
    bool by_name = model->scenario.n_pools > 0; /* or another GPU of the type could be meant, too */
    for (int other = 0; other < model->n_gpus; other++)
        by_name = by_name || (other != gpu && strcmp(model->gpus[other].type, model->gpus[gpu].type) == 0 &&
                              model->gpus[other].owner == model->gpus[gpu].owner);
    if (by_name)
        snprintf(out, size, "%s", model->gpus[gpu].name);
    else
        format_gpu_type(out, size, model->gpus[gpu].type);
}
