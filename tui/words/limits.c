#include "tui/words/limits.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/words/format.h"

#include <math.h>

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
