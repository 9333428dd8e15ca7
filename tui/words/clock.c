/* Times are cut, never rounded: a clock shows the second that it is in. */
#include "tui/words/clock.h"

#include "engine/base/civil.h"
#include "engine/base/units.h"

#include <stdio.h>
#include <string.h>

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
