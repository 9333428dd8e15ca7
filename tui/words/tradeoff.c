/* Differences that round to nothing are "the same", as everywhere. */
#include "tui/words/tradeoff.h"

#include "engine/base/text.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
