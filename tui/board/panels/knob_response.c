/* A row a metric where the panel is narrow; else its name with the two ends of its scale, and the curve below
 * it. What would cost too much to be simulated in passing says which key shows it. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"
#include "tui/widgets/chart.h"
#include "tui/words/action.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NARROW = 26, WIDE = 38, LANE_LABEL = 5, LEAST_ROWS = 14 };

enum response_wish knob_response_wish(const struct scene *scene)
{
    const struct layout *layout = &scene->layout;
    if (scene->asked)
        return RESPONSE_UNWANTED;
    if (layout->full == REGION_KNOBS)
        return RESPONSE_ASKED;
    bool listed = !layout->knob_line && layout->rects[REGION_KNOBS].h >= LEAST_ROWS;
    return listed ? RESPONSE_IN_PASSING : RESPONSE_UNWANTED;
}

int knob_response_rows(const struct scene *scene, int width, int most)
{
    const struct response *response = explorer_response(scene->explorer);
    if (!response || most < 1 || scene->asked)
        return 0;
    if (response->heavy)
        return 1;
    if (width < NARROW)
        return most >= 2 ? 2 : 0;
    int rows = most >= 12 && width >= WIDE ? 12 : most >= 6 ? 6 : most >= 2 ? 2 : 0;
    enum metric metrics[3];
    return rows == 12 ? 4 * explorer_response_metrics(scene->explorer, metrics, 3) : rows;
}

void knob_response_draw(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct response *response = explorer_response(scene->explorer);
    enum metric metrics[3];
    if (!response || rect.h < 1)
        return;
    if (response->heavy) {
        char keys[32];
        keymap_labels(scene->keymap, ACTION_RESPONSE, 1, keys, sizeof keys);
        canvas_print(canvas, rect.x, rect.y, rect.w, style_of(ROLE_DIM), "%s: where it leads", keys);
        canvas_spot(canvas, rect, SPOT_ACTION, ACTION_RESPONSE);
        return;
    }
    int n = explorer_response_metrics(scene->explorer, metrics, rect.h >= 9 ? 3 : 2), each = rect.h / n;
    for (int i = 0; i < n; i++) {
        struct range_plot plot = scene_range_plot(response, metrics[i], -1);
        struct rect own = {rect.x, rect.y + i * each, rect.w, each};
        if (each < 2) {
            char label[METRIC_WORDS_SIZE];
            /* "carbon", "p95": what fits into the label of a lane. */
            snprintf(label, sizeof label, "%s",
                     metrics[i] == METRIC_CARBON ? "CO2" : metric_words_name(metrics[i], LANE_LABEL - 1));
            text_cut(label, sizeof label, LANE_LABEL - 1);
            canvas_text(canvas, own.x, own.y, LANE_LABEL, style_of(ROLE_DIM), label);
            range_plot_draw(&plot, (struct rect){own.x + LANE_LABEL, own.y, own.w - LANE_LABEL - 1, 1},
                            ROLE_BACKGROUND, canvas);
        } else {
            /* "carbon          187.3–236.8 g" and the curve. */
            enum metric metric = metrics[i];
            char least[METRIC_WORDS_SIZE], most[METRIC_WORDS_SIZE];
            struct scale scale = range_plot_ends(&plot);
            const char *name = metric_words_name(metric, own.w / 2);
            metric_words_value(metric, scale.min, least);
            metric_words_value(metric, scale.max, most);
            bool same = !(scale.max - scale.min > 1e-6 * fabs(scale.max)); /* as sums are */
            bool alike = !same && strcmp(least, most) == 0; /* "0.50–0.50": as many digits as it takes */
            for (int digits = 2; alike && digits < 9 && (digits == 2 || strcmp(least, most) == 0); digits++) {
                metric_format_digits(metric, scale.min, digits, least, sizeof least);
                metric_format_digits(metric, scale.max, digits, most, sizeof most);
            }
            const char *symbol = metric_units[metric_infos[metric].unit].symbol;
            if (alike && *symbol)
                text_append(most, sizeof most, " %s", symbol);
            char *unit = strrchr(least, ' ');
            const char *other = strrchr(most, ' ');
            if (unit && other && strcmp(unit, other) == 0)
                *unit = 0;
            const char *ends = text(&canvas->texts, same ? "%s%s" : "%s–%s", same ? "" : least, most);
            bool known = false;
            for (int j = 0; j < plot.n; j++)
                known |= !isnan(plot.values[j]);
            canvas_text(canvas, own.x, own.y, own.w, style_of(ROLE_DIM), name);
            if (known)
                canvas_text_right(canvas, own.x + own.w - 1, own.y, -1, style_of(ROLE_DIM), ends);
            range_plot_draw(&plot, (struct rect){own.x, own.y + 1, own.w - 1, own.h - 1}, ROLE_BACKGROUND,
                            canvas);
        }
    }
    canvas_spot(canvas, rect, SPOT_ACTION, ACTION_RESPONSE);
}
