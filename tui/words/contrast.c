#include "tui/words/contrast.h"

#include "engine/base/text.h"
#include "tui/words/difference.h"

#include <math.h>
#include <string.h>

enum { CHANGES_MAX = 8 };

const char *contrast_verdict_word(enum pairing_verdict verdict)
{
    return verdict == PAIRING_NOISE ? "may be noise" : pairing_verdict_names[verdict];
}

void contrast_label(const struct contrast *contrast, struct sweep_column column, char *out, size_t size)
{
    const struct metric_info *info = &metric_infos[column.metric];
    const char *unit = metric_units[info->unit].symbol;
    bool of_app = metric_scope_of(column.metric) == METRIC_OF_APP;
    const char *lead = of_app ? contrast->runs[contrast->base].sweep.base.apps[column.part].name
                              : metric_groups[info->group].label;
    bool said = !of_app && metric_groups[info->group].key[0] == '\0';
    text_print(out, size, "%s%s%s%s%s", said ? "" : lead, said ? "" : " ", info->title,
               *unit && !strstr(info->title, unit) ? " " : "",
               *unit && !strstr(info->title, unit) ? unit : "");
}

void contrast_describe(const struct contrast *contrast, const struct contrast_row *row, size_t k, char *out,
                       size_t size)
{
    const struct pairing *pairing = &row->pairings[k];
    const struct metric_info *info = &metric_infos[row->column.metric];
    double factor = metric_units[info->unit].factor;
    int digits = info->digits < 0 ? 1 : info->digits;
    int judged = metric_judge(row->column.metric, row->values[k], row->values[contrast->base]);
    const char *verdict = contrast_verdict_word(pairing->verdict);
    text_print(out, size, "-");
    if (isnan(pairing->delta))
        return;
    if (pairing->verdict == PAIRING_IDENTICAL) {
        text_print(out, size, "identical");
        return;
    }
    text_print(out, size, "%+.*f", digits, pairing->delta * factor);
    if (!isnan(pairing->ci95))
        text_append(out, size, " +- %.*f", digits, pairing->ci95 * factor);
    text_append(out, size, "%s%s%s",
                judged > 0   ? " better"
                : judged < 0 ? " worse"
                             : "",
                *verdict ? ", " : "", verdict);
}

void contrast_changes(const struct contrast *contrast, size_t k, const struct carbon_trace *trace, char *out,
                      size_t size)
{
    char lines[CHANGES_MAX][DIFFERENCE_SIZE];
    int n = difference_list(&contrast->runs[contrast->base].sweep.base, &contrast->runs[k].sweep.base, trace,
                            lines, CHANGES_MAX);
    out[0] = 0;
    for (int i = 0; i < n && i < CHANGES_MAX; i++)
        text_append(out, size, "%s%s", i > 0 ? ", " : "", lines[i]);
    if (n > CHANGES_MAX)
        text_append(out, size, ", and more");
}
