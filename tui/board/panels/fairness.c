/* Fairness: what the apps that take turns on a GPU have had of it. Two bands over time, one of time and one
 * of energy, each divided among the apps in their colours, the first on top: where the two are divided alike,
 * apps draw the same; the dashed lines are how the reference divides them. The title has how fair the run was
 * while they contended, F_T in time, F_E in energy and F_S, the lesser of both; the right column each app's
 * shares of the stretch shown; where there is room the same three stand below as curves, with their values at
 * the cursor; the tag up to which phi energy fairness is perfect among those at work at the cursor. */
#include "tui/board/panels/panels.h"

#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/words/format.h"
#include "tui/widgets/parts.h"

#include <math.h>

enum { ROWS_FOR_REFERENCE = 4, ROWS_FOR_GAP = 5, ROWS_FOR_CURVES = 12, ROOM_FOR_NAMES = 14 };

static const char *const kind_names[SHARING_KINDS] = {"time", "energy"};

/* --- the bands --- */

/* Where the reference divides the band, if it is a run of as many apps and there are rows to tell it from
 * where the run itself does. */
static void draw_reference(const struct scene *scene, enum sharing_of what, const struct chart *chart)
{
    const struct sharing *sharing = &scene->sharing;
    const struct curves *then = scene->reference->curves;
    float sums[CURVE_POINTS] = {0}, points[CURVE_POINTS];
    if (!then || then->n_apps != scene->now->curves->n_apps || chart->plot.h < ROWS_FOR_REFERENCE)
        return;
    for (int k = sharing->n - 1; k > 0; k--) {
        for (int p = 0; p < then->points; p++) {
            sums[p] += (float)sharing_at(sharing, then, what, k, p);
            points[p] = sums[p] > 0 ? sums[p] : NAN; /* none of them was there */
        }
        chart_reference(chart, points, then->points);
    }
}

/* --- the right column --- */

/* A row for each app; where rows are few "35 65", in the apps' order and colours. */
static void draw_shares(const struct scene *scene, enum sharing_of what, const struct chart *chart)
{
    const double *shares = scene->shares[what];
    struct lines words = chart_words(chart);
    bool rows = words.rect.h >= scene->sharing.n;
    int x = words.rect.x, end = words.rect.x + words.rect.w, n = scene->sharing.n;
    if (words.rect.w < 6 || isnan(shares[0]))
        return;
    for (int k = 0; k < n; k++) {
        char text[32];
        struct style style = style_bold(scene_app_role(scene->sharing.apps[k]));
        if (rows) {
            /* "1 resnet 35.0 %", "1 35.0 %", "1 35 %". */
            char label[FORMAT_SIZE] = "";
            int app = scene->sharing.apps[k], w = words.rect.w, number_w = 9;
            if (w >= ROOM_FOR_NAMES)
                text_append(panel_app_label(scene, app, w - number_w, label), sizeof label, " ");
            lines_print(&words, style_bold(scene_app_role(app)), "%c %s%.*f %%", panel_app_digit(app), label,
                        w >= number_w, shares[k]);
        } else if (x + text_width(text_print(text, sizeof text, "%s%.0f", k > 0 ? " " : "", shares[k])) <=
                   end)
            part_span(chart->canvas, &x, end, words.rect.y, style, text);
    }
}

/* --- the curves --- */

/* F_S before the others, which it follows: it is the lesser of them. */
enum { F_TIME, F_ENERGY, F_SYSTEM, FS };
static const struct {
    const char *name;
    enum role role;
    bool dashed;
} curve_infos[FS] = {{"F_T", ROLE_RUN_B, true}, {"F_E", ROLE_RUN_C, true}, {"F_S", ROLE_TITLE, false}};

/* --- the title --- */

/* "time 0.430 (counts)  energy 0.998": the lesser counts. What is not known, while the run is not complete or
 * nobody ever contended, is said in words. */
static const char *fairness_text(const struct scene *scene, int columns, struct arena *texts)
{
    const struct metric_source source = {&scene->now->total, scene->now->result->model, NULL};
    double time = metric_value(METRIC_FAIR_TIME, &source, 0),
           energy = metric_value(METRIC_FAIR_ENERGY, &source, 0);
    if (isnan(time) || isnan(energy))
        return scene->so_far ? "known when the run is complete" : "no two at work at once";
    return text(texts,
                columns >= 100  ? "in time %.3f%s, in energy %.3f%s, over the run"
                : columns >= 60 ? "time %.3f%s  energy %.3f%s"
                                : "time %.2f%s  energy %.2f%s",
                time, time < energy ? " (counts)" : "", energy, time < energy ? "" : " (counts)");
}

/* --- the panel --- */

static bool has_curves(struct rect rect)
{
    return rect.h > ROWS_FOR_CURVES;
}

/* One of two or three parts of what is below the title, from the top, with a row between them where there is
 * room; the last one ends at the foot. */
static struct chart chart_of(const struct scene *scene, struct rect rect, int part, struct canvas *canvas)
{
    struct chart chart = panel_chart(scene, rect, canvas);
    int parts = SHARING_KINDS + has_curves(rect), gap = chart.plot.h >= ROWS_FOR_GAP;
    int h = (chart.plot.h - gap * (parts - 1)) / parts;
    int down = part == parts - 1 ? chart.plot.h - h : part * (h + gap);
    chart.plot.y += down;
    chart.side.y += down;
    chart.plot.h = chart.side.h = h;
    return chart;
}

void panel_fairness(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    int title_end = panel_title(scene, canvas, rect, REGION_FAIRNESS, "Fairness",
                                fairness_text(scene, rect.w, &canvas->texts));
    for (int what = 0; what < SHARING_KINDS; what++) {
        struct chart chart = chart_of(scene, rect, what, canvas);
        canvas_text(canvas, chart.plot.x - chart.gutter, chart.plot.y, chart.gutter - 1, style_of(ROLE_TEXT),
                    kind_names[what]);
        /* From the bottom up: the last app lies at the foot, so that lists and bands are read in one order.
         */
        const struct sharing *sharing = &scene->sharing;
        const struct curves *now = scene->now->curves;
        float points[APPS_MAX][CURVE_POINTS];
        struct chart_layer layers[APPS_MAX];
        for (int k = 0; k < sharing->n; k++) {
            int layer = sharing->n - 1 - k;
            for (int p = 0; p < now->points; p++)
                points[layer][p] = (float)sharing_at(sharing, now, (enum sharing_of)what, k, p);
            layers[layer] = (struct chart_layer){points[layer], scene_app_role(sharing->apps[k])};
        }
        chart.scale = (struct scale){0, 100};
        chart_stack(&chart, layers, sharing->n, now->points);
        draw_reference(scene, (enum sharing_of)what, &chart);
        draw_shares(scene, (enum sharing_of)what, &chart);
    }
    if (has_curves(rect)) {
        struct chart chart = chart_of(scene, rect, SHARING_KINDS, canvas);
        /* From 0, where somebody has nothing, to 1, where all have the same for their weight. */
        float points[FS][CURVE_POINTS];
        struct chart_line lines[FS];
        const struct curves *now = scene->now->curves;
        struct lines words = chart_words(&chart);
        for (int p = 0; p < now->points; p++) {
            struct etf_fairness fairness = sharing_fairness_at(&scene->sharing, now, p);
            points[F_TIME][p] = (float)fairness.time;
            points[F_ENERGY][p] = (float)fairness.energy;
            points[F_SYSTEM][p] = (float)fairness.system;
        }
        chart.scale = (struct scale){0, 1};
        chart_grid(&chart);
        canvas_text(chart.canvas, chart.plot.x - chart.gutter, chart.plot.y, chart.gutter - 1,
                    style_of(ROLE_TEXT), "fair");
        for (int k = 0; k < FS; k++) {
            double here = curves_at(now, points[k], scene->explorer->time.cursor_ns);
            lines[k] = (struct chart_line){points[k], now->points, style_of(curve_infos[k].role),
                                           curve_infos[k].dashed, (uint32_t)curve_infos[k].name[2]};
            if (!isnan(here))
                lines_print(&words, style_bold(curve_infos[k].role), "%s %.3f", curve_infos[k].name, here);
            else
                lines_print(&words, style_bold(curve_infos[k].role), "%s -", curve_infos[k].name);
        }
        chart_lines(&chart, lines, FS);
    }
    double phi_fair = scene_phi_fair(scene);
    if (!isnan(phi_fair))
        panel_tag(scene, canvas, rect, title_end,
                  text(&canvas->texts, rect.w >= 100 ? "energy fair to phi %.2f" : "phi ≤ %.2f", phi_fair));
}

/* --- full size --- */

/* The arc of phi with phi_fair, and what the signs mean. */
void panel_fairness_note(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    double phi_fair = scene_phi_fair(scene);
    char text[512] =
        "Where energy fairness ends is known of a complete run, while two apps have work at the cursor.";
    if (!isnan(phi_fair)) {
        canvas_text(canvas, rect.x + 1, rect.y, 6, style_of(ROLE_DIM), "phi 0");
        /* phi from 0 to 1: where it stands, if the scheme goes by it, and the stretch from 0 on in which
         * energy fairness is perfect, with a mark at its end. */
        int x = rect.x + 7;
        int y = rect.y;
        int w = rect.w - 11;
        double phi = scene->instant.phi[scene->sharing.gpu];
        int fair = (int)(phi_fair * (w - 1) + 0.5);
        canvas_hline(canvas, x, y, w, 0x2500, style_of(ROLE_RULE));
        canvas_hline(canvas, x, y, fair, 0x2501, style_of(ROLE_GOOD));
        canvas_put(canvas, x + fair, y, 0x253C, style_bold(ROLE_GOOD));
        if (!isnan(phi))
            canvas_put(canvas, x + (int)(phi * (w - 1) + 0.5), y, 0x25CF, style_bold(ROLE_TITLE));
        canvas_text(canvas, rect.x + rect.w - 3, rect.y, 2, style_of(ROLE_DIM), "1");
        /* "On tx2 energy is shared in perfect fairness up to phi 0.370 (┼) at the cursor; phi is 0.70 (●)."
         */
        const struct recording *recording = scene->now->result->recording;
        text_print(text, sizeof text,
                   "On %s energy is shared in perfect fairness up to phi %.3f (┼) at the cursor; ",
                   recording->gpus[scene->sharing.gpu].name, phi_fair);
        if (isnan(phi))
            text_append(text, sizeof text, "its scheme does not go by phi.");
        else
            text_append(text, sizeof text, "phi is %.2f (●).", phi);
    }
    text_append(
        text, sizeof text,
        " F: over the run, while two or more had work, the least over the greatest of what an app had for its weight, in time (F_T), in energy (F_E); F_S is the lesser. Bands: shares of all that they had.");
    part_wrap(canvas, (struct rect){rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 1}, style_of(ROLE_DIM),
              text);
}
