/* Dates by arithmetic on the proleptic Gregorian calendar, and durations by a table of units.
 *
 * Days are counted from a year that starts in March, so that the leap day is a year's last day: then a year's
 * days are 365 y + y/4 - y/100 + y/400, and a month's first day is (153 m + 2) / 5, with m = 0 for March. */
#include "engine/base/civil.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECONDS_PER_DAY INT64_C(86400)

enum {
    DAYS_PER_CYCLE = 146097, /* 400 years */
    YEARS_PER_CYCLE = 400,
    EPOCH_DAYS = 719468, /* from 0000-03-01 to 1970-01-01 */
    EPOCH_WEEKDAY = 4,   /* a Thursday */
    YEAR_MIN = 1900,
    YEAR_MAX = 2200
};

/* Division that rounds towards minus infinity, for a positive divisor. */
static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

struct civil civil_from_unix(int64_t unix_s)
{
    int64_t days = floor_div(unix_s, SECONDS_PER_DAY);
    int second_of_day = (int)(unix_s - days * SECONDS_PER_DAY);
    int64_t cycle = floor_div(days + EPOCH_DAYS, DAYS_PER_CYCLE);
    int64_t d = days + EPOCH_DAYS - cycle * DAYS_PER_CYCLE; /* 0..146096 */
    int64_t y = (d - d / 1460 + d / 36524 - d / 146096) / 365;
    int day_of_year = (int)(d - (365 * y + y / 4 - y / 100));
    int march_month = (5 * day_of_year + 2) / 153;
    int month = march_month < 10 ? march_month + 3 : march_month - 9;
    return (struct civil){
        .year = (int)(y + cycle * YEARS_PER_CYCLE) + (month < 3),
        .month = month,
        .day = day_of_year - (153 * march_month + 2) / 5 + 1,
        .hour = second_of_day / 3600,
        .minute = second_of_day / 60 % 60,
        .second = second_of_day % 60,
        .weekday = (int)(days + EPOCH_WEEKDAY - 7 * floor_div(days + EPOCH_WEEKDAY, 7)),
    };
}

int64_t civil_to_unix(const struct civil *civil)
{
    int march_year = civil->year - (civil->month < 3), march_month = (civil->month + 9) % 12;
    int64_t cycle = floor_div(march_year, YEARS_PER_CYCLE);
    int64_t y = march_year - cycle * YEARS_PER_CYCLE;
    int64_t day_of_year = (153 * march_month + 2) / 5 + civil->day - 1;
    return (cycle * DAYS_PER_CYCLE + 365 * y + y / 4 - y / 100 + day_of_year - EPOCH_DAYS) * SECONDS_PER_DAY +
           civil->hour * 3600 + civil->minute * 60 + civil->second;
}

/* Exactly `n` digits at *text, with a value in low..high; moves *text behind them. */
static bool scan_field(const char **text, int n, int low, int high, int *value)
{
    int number = 0;
    for (int i = 0; i < n; i++, ++*text) {
        if (**text < '0' || **text > '9')
            return false;
        number = number * 10 + (**text - '0');
    }
    *value = number;
    return number >= low && number <= high;
}

static bool scan_char(const char **text, char c)
{
    if (**text != c)
        return false;
    ++*text;
    return true;
}

/* hh:mm or hh:mm:ss, the latter with an optional fraction that is zero. */
static bool scan_time(const char **text, struct civil *civil)
{
    if (!scan_field(text, 2, 0, 23, &civil->hour) || !scan_char(text, ':') ||
        !scan_field(text, 2, 0, 59, &civil->minute))
        return false;
    if (!scan_char(text, ':'))
        return true;
    if (!scan_field(text, 2, 0, 59, &civil->second))
        return false;
    if (!scan_char(text, '.'))
        return true;
    size_t zeros = strspn(*text, "0");
    *text += zeros;
    return zeros > 0;
}

/* Z, +hh:mm, -hh:mm or nothing; the offset is what local time is ahead of UTC. */
static bool scan_zone(const char **text, int64_t *offset_s)
{
    int hours, minutes, sign = **text == '-' ? -1 : 1;
    *offset_s = 0;
    if (scan_char(text, 'Z') || **text == '\0')
        return true;
    if (!scan_char(text, '+') && !scan_char(text, '-'))
        return false;
    if (!scan_field(text, 2, 0, 23, &hours) || !scan_char(text, ':') || !scan_field(text, 2, 0, 59, &minutes))
        return false;
    *offset_s = sign * (hours * 3600 + minutes * 60);
    return true;
}

bool civil_parse(const char *text, int64_t *unix_s)
{
    struct civil civil = {0};
    int64_t offset_s = 0;
    if (!scan_field(&text, 4, YEAR_MIN, YEAR_MAX, &civil.year) || !scan_char(&text, '-') ||
        !scan_field(&text, 2, 1, 12, &civil.month) || !scan_char(&text, '-') ||
        !scan_field(&text, 2, 1, 31, &civil.day))
        return false;
    struct civil back = civil_from_unix(civil_to_unix(&civil)); /* 30 February comes back as 2 March */
    if (back.day != civil.day)
        return false;
    if ((scan_char(&text, 'T') || scan_char(&text, ' ')) &&
        !(scan_time(&text, &civil) && scan_zone(&text, &offset_s)))
        return false;
    if (*text != '\0')
        return false;
    *unix_s = civil_to_unix(&civil) - offset_s;
    return true;
}

char *civil_format(int64_t unix_s, char *out, size_t size)
{
    struct civil civil = civil_from_unix(unix_s);
    snprintf(out, size, "%04d-%02d-%02dT%02d:%02d:%02dZ", civil.year, civil.month, civil.day, civil.hour,
             civil.minute, civil.second);
    return out;
}

const char *civil_weekday_name(int weekday)
{
    static const char *const name[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    return name[weekday];
}

const char *civil_month_name(int month)
{
    static const char *const name[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    return name[month - 1];
}

/* Largest first: a duration names each unit at most once and in this order. */
static const struct duration_unit {
    const char *name;
    double per_second, seconds; /* value in s = number * seconds / per_second; both are exact */
} duration_units[] = {{"d", 1, 86400}, {"h", 1, 3600}, {"m", 1, 60}, {"s", 1, 1}, {"ms", 1000, 1}};

enum { DURATION_UNITS = sizeof duration_units / sizeof *duration_units };

/* One "12.5h" of a duration: adds it to *seconds and sets *unit to the next smaller unit. */
static bool scan_part(const char **text, size_t *unit, double *seconds)
{
    char number[32] = "";
    double value;
    size_t digits = strspn(*text, "0123456789."), letters = strspn(*text + digits, "dhms");
    if (digits >= sizeof number)
        return false;
    memcpy(number, *text, digits);
    if (!text_to_number(number, &value))
        return false;
    for (; *unit < DURATION_UNITS; ++*unit) {
        const struct duration_unit *candidate = &duration_units[*unit];
        if (strlen(candidate->name) == letters && memcmp(candidate->name, *text + digits, letters) == 0) {
            *seconds += value * candidate->seconds / candidate->per_second;
            *text += digits + letters;
            ++*unit;
            return true;
        }
    }
    return false;
}

bool duration_parse(const char *text, double *seconds)
{
    double sum = 0;
    size_t unit = 0;
    if (text_to_number(text, &sum)) {
        if (signbit(sum))
            return false;
        *seconds = sum;
        return true;
    }
    do {
        if (!scan_part(&text, &unit, &sum))
            return false;
    } while (*text != '\0');
    *seconds = sum;
    return true;
}

/* How a duration is written: as n steps, of which per_big make one big unit. The rest is left out when it is
 * 0. */
static const struct duration_style {
    double step_s, limit; /* in use up to this many steps */
    double per_big;
    const char *unit, *joint;
    int rest_width;
    const char *tail; /* after the rest, or in its place when it is 0 */
    bool tail_always;
} duration_styles[] = {
    {0.0001, 100, 10, "", ".", 1, " ms", true},      /* 9.5 ms */
    {0.001, 1000, 1, "", "", 1, " ms", true},        /* 350 ms */
    {0.1, 100, 10, "", ".", 1, " s", true},          /* 9.5 s */
    {1, 60, 1, "", "", 1, " s", true},               /* 12 s */
    {1, 3600, 60, " min", " ", 2, "", false},        /* 1 min 30 */
    {60, 1440, 60, " h", " ", 2, "", false},         /* 4 h 10 */
    {3600, INFINITY, 24, " d", " ", 1, " h", false}, /* 2 d 3 h */
};

char *duration_format(double seconds, char *out, size_t size)
{
    const struct duration_style *style = duration_styles;
    double steps = floor(seconds / style->step_s + 0.5);
    if (steps == 0)
        return text_print(out, size, "0 s");
    while (style->limit < INFINITY && steps >= style->limit) { /* rounding may carry: 59.97 s is 1 min */
        style++;
        steps = floor(seconds / style->step_s + 0.5);
    }
    double big = floor(steps / style->per_big), rest = steps - big * style->per_big;
    if (rest > 0)
        snprintf(out, size, "%.0f%s%s%0*.0f%s", big, style->unit, style->joint, style->rest_width, rest,
                 style->tail);
    else
        snprintf(out, size, "%.0f%s%s", big, style->unit, style->tail_always ? style->tail : "");
    return out;
}
