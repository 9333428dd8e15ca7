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

char *clock_length(char *out, int64_t ns)
{
    duration_format(ns_to_s(ns > 0 ? ns : 0), out, FORMAT_SIZE);
    return out;
}
