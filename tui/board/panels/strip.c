/* The delta strip: what it cost. Each card is a metric of the whole run and its difference from the
 * reference, with an arrow for the direction of the number and a word for the judgement, which is the
 * metric's; equal is
 * "= identical", never blank. A card is a row of the table below and the function that fills it. */
#include "tui/board/panels/panels.h"

#include "engine/answers/accuracy.h"

#include "engine/answers/comparison.h"
#include "engine/answers/gpus.h"
#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "tui/words/action.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CARDS_MAX = PANEL_CARDS, TITLE_WIDTH = 16 };

struct card {
    const struct card_kind *kind;
    const char *title, *short_title;
    char name[80], short_name[80];              /* of titles that are made up */
    char value[FORMAT_SIZE], unit[FORMAT_SIZE]; /* a unit that does not fit is dropped */
    char brief_value[FORMAT_SIZE];              /* the value where it does not fit, or "" */
    char wide_unit[2 * FORMAT_SIZE + 16];       /* shown instead where it fits, or "" */
    bool missed;                                /* the unit says that an SLO is; its sign stays */
    bool mark;                                  /* rests on modelled rows */
    double difference;                          /* now - reference; NAN = none */
    char amount[FORMAT_SIZE];                   /* of the difference, with its unit */
    char who[FORMAT_SIZE + 8];                  /* the job that it is due to, where it fits, or "" */
    char share[FORMAT_SIZE];                    /* the same relative to the reference, where it fits, or "" */
    char brief[FORMAT_SIZE];                    /* the amount where it does not fit, or "" */
    char note[FORMAT_SIZE + 16];                /* shown where there is no difference */
};

/* Both sides of a metric of the whole run; `then` is NAN where nothing is compared. */
struct sides {
    double now, then;
};

static struct sides sides_of(const struct scene *scene, enum metric metric)
{
    const struct metric_source now = {&scene->now->total, NULL, NULL},
                               then = {&scene->reference->total, NULL, NULL};
    return (struct sides){metric_value(metric, &now, 0),
                          scene->compared ? metric_value(metric, &then, 0) : (double)NAN};
}

/* A difference, of the numbers themselves and not of what is printed of them, in its unit; one too small to
 * be printed is no "identical": "<0.1 K". */
static void tell_difference(struct card *card, double difference, int decimals, const char *unit)
{
    double least = 0.5 * pow(10, -decimals), noise = 1e-6 * least;
    card->difference = fabs(difference) < noise ? 0 : difference;
    if (fabs(difference) < least)
        snprintf(card->amount, sizeof card->amount, "<%.*f%s", decimals, pow(10, -decimals), unit);
    else
        snprintf(card->amount, sizeof card->amount, "%.*f%s", decimals, fabs(difference), unit);
}

/* Splits "223.5 g" into value and unit. */
static void split_unit(struct card *card)
{
    char *blank = strchr(card->value, ' ');
    snprintf(card->unit, sizeof card->unit, "%s", blank + 1);
    *blank = 0;
}

static void fill_carbon(const struct scene *scene, struct card *card)
{
    struct sides grams = sides_of(scene, METRIC_CARBON);
    double horizon_s = scene->now->total.horizon_s;
    format_grams(card->value, grams.now);
    split_unit(card);
    card->mark = true;
    if (horizon_s > 0)
        snprintf(card->note, sizeof card->note, "%s/h average",
                 format_grams(FORMAT_ROOM, grams.now / horizon_s * 3600));
    if (isnan(grams.then) || *scene->warning)
        return;
    bool same = comparison_carbon(&scene->now->total, &scene->reference->total) == 0;
    card->difference = same ? 0 : grams.now - grams.then;
    format_grams(card->amount, fabs(card->difference));
    if (grams.then > 0)
        snprintf(card->share, sizeof card->share, "%s %%",
                 format_magnitude(FORMAT_ROOM, fabs(100 * card->difference / grams.then)));
    text_copy(card->brief, sizeof card->brief, card->share);
}

static void fill_closest(const struct scene *scene, struct card *card)
{
    const struct summary *now = &scene->now->total;
    struct sides of_slo = sides_of(scene, METRIC_WORST_OF_SLO);
    double share;
    int app = summary_worst_app(now, &share);
    /* The SLO's own percentile, not to be mixed up with the single requests that the next card counts. */
    char tail[FORMAT_SIZE];
    format_percentile(tail, scene_percentile(scene));
    snprintf(card->name, sizeof card->name, "worst %s vs SLO", tail);
    if (text_width(card->name) > TITLE_WIDTH)
        text_copy(card->name, sizeof card->name, "worst vs SLO");
    snprintf(card->short_name, sizeof card->short_name, "worst %s", tail);
    card->title = card->name;
    card->short_title = card->short_name;
    if (app < 0)
        return;
    format_share(card->value, 100 * share);
    if (share >= 9999.5)
        snprintf(card->brief_value, sizeof card->brief_value, "%.0f k×", share / 1000);
    format_app(card->unit, now->apps[app].name);
    snprintf(card->note, sizeof card->note, "%.0f of %.0f ms", now->apps[app].tail_ms, now->apps[app].slo_ms);
    if (share >= 100) /* days */
        snprintf(card->note, sizeof card->note, "SLO %.0f ms", now->apps[app].slo_ms);
    text_print(card->wide_unit, sizeof card->wide_unit, "%s, %s", card->unit, card->note);
    if (isnan(of_slo.then))
        return;
    tell_difference(card, 100 * (of_slo.now - of_slo.then), 0, " pt");
    if (fabs(card->difference) >= 999.5)
        format_share(card->amount, fabs(card->difference));
}

static void fill_count(const struct scene *scene, enum metric metric, struct card *card)
{
    struct sides count = sides_of(scene, metric);
    int64_t of = scene->now->total.requests;
    char number[FORMAT_SIZE];
    format_count(card->value, (int64_t)count.now);
    if (count.now >= 1e6)
        snprintf(card->brief_value, sizeof card->brief_value, "%s M",
                 format_magnitude(number, count.now / 1e6));
    snprintf(card->unit, sizeof card->unit, "of %s", format_count(number, of));
    snprintf(card->wide_unit, sizeof card->wide_unit, "of %s requests", number);
    if (of > 0)
        snprintf(card->note, sizeof card->note, "%s %%",
                 format_magnitude(number, 100 * count.now / (double)of));
    card->difference = count.now - count.then;
    if (isnan(card->difference))
        return;
    format_count(card->amount, (int64_t)fabs(card->difference));
    if (fabs(card->difference) >= 1e6)
        snprintf(card->brief, sizeof card->brief, "%s M",
                 format_magnitude(number, fabs(card->difference) / 1e6));
}

static void fill_late(const struct scene *scene, struct card *card)
{
    fill_count(scene, METRIC_LATE, card);
    /* Whose late requests changed: one job's alone, or one's by most. */
    const struct summary *then = scene->compared ? &scene->reference->total : NULL;
    int jobs, app = then ? comparison_late(&scene->now->total, then, card->difference < 0, &jobs) : -1;
    if (app >= 0)
        snprintf(card->who, sizeof card->who, "%s%s", jobs > 1 ? "mostly " : "",
                 format_app(FORMAT_ROOM, scene->now->total.apps[app].name));
}

static void fill_energy(const struct scene *scene, struct card *card)
{
    struct sides joules = sides_of(scene, METRIC_ENERGY),
                 request = sides_of(scene, METRIC_ENERGY_PER_REQUEST);
    format_energy(card->value, joules.now);
    split_unit(card);
    card->mark = true;
    if (!isnan(request.now))
        snprintf(card->note, sizeof card->note, "%s J a request", format_magnitude(FORMAT_ROOM, request.now));
    if (!(joules.then > 0))
        return;
    card->difference = 100 * (joules.now / joules.then - 1);
    if (fabs(card->difference) < 0.0005)
        tell_difference(card, card->difference, 3, " %");
    else
        snprintf(card->amount, sizeof card->amount, "%s %%",
                 format_magnitude(FORMAT_ROOM, fabs(card->difference)));
}

/* The hottest GPU of the run, and how far below the safe limit it stays. */
static void fill_hottest(const struct scene *scene, struct card *card)
{
    const struct summary *now = &scene->now->total;
    struct sides hottest = sides_of(scene, METRIC_TEMP_MAX);
    snprintf(card->value, sizeof card->value, "%.1f C", hottest.now);
    snprintf(card->wide_unit, sizeof card->wide_unit, "water %.0f C", now->water_c);
    snprintf(card->note, sizeof card->note, "%.1f K %s", fabs(now->temp_spare_k),
             now->temp_spare_k < 0 ? "too hot" : "to spare");
    card->missed = now->temp_spare_k < 0;
    tell_difference(card, hottest.now - hottest.then, 1, " K");
}

/* The lesser of time's and energy's, over the run. */
static void fill_fairness(const struct scene *scene, struct card *card)
{
    struct sides fair = sides_of(scene, METRIC_FAIR_SYSTEM), time = sides_of(scene, METRIC_FAIR_TIME),
                 energy = sides_of(scene, METRIC_FAIR_ENERGY);
    snprintf(card->value, sizeof card->value, "%.3f", fair.now);
    snprintf(card->unit, sizeof card->unit, "%s", time.now < energy.now ? "of time" : "of energy");
    snprintf(card->note, sizeof card->note, "1 is fair");
    tell_difference(card, fair.now - fair.then, 3, "");
}

static void fill_idle(const struct scene *scene, struct card *card)
{
    struct sides share = sides_of(scene, METRIC_IDLE_SHARE);
    double now = isnan(share.now) ? 0 : 100 * share.now, then = isnan(share.then) ? 0 : 100 * share.then;
    snprintf(card->value, sizeof card->value, "%.0f %%", now);
    snprintf(card->unit, sizeof card->unit, "of carbon");
    snprintf(card->note, sizeof card->note, "%s",
             format_grams(FORMAT_ROOM, scene->now->total.carbon_g[LEDGER_IDLE]));
    if (!scene->compared)
        return;
    tell_difference(card, now - then, 0, " pt");
}

/* Accuracy in the app's own metric; that of several apps as their mean relative loss. */
static void fill_accuracy(const struct scene *scene, struct card *card)
{
    const struct quality *quality = scene->now->quality;
    const struct summary_app *app = &scene->now->total.apps[quality->first];
    double change = quality->accuracy_change, against = scene->accuracy_against;
    int only = accuracy_only_app(&scene->now->total);
    if (only >= 0) {
        /* "accuracy images": one app's, where the others have none. */
        card->short_title = "accuracy";
        text_print(card->name, sizeof card->name, "%s %s", "accuracy", scene->now->total.apps[only].name);
        card->title = card->name;
    }
    if (isnan(change)) {
        snprintf(card->value, sizeof card->value, "-");
        return;
    }
    snprintf(card->note, sizeof card->note, "%s %% below best", format_magnitude(FORMAT_ROOM, fabs(change)));
    if (fabs(change) < 0.005)
        snprintf(card->note, sizeof card->note, "best variant");
    if (quality->n_counting > 1) {
        snprintf(card->value, sizeof card->value, "−%.2f %%", fabs(change));
        snprintf(card->unit, sizeof card->unit, "of best");
    } else {
        snprintf(card->value, sizeof card->value, quality->apps[quality->first].base < 1.5 ? "%.3f" : "%.2f",
                 app->accuracy);
        text_print(card->unit, sizeof card->unit, "%s", format_metric(app->accuracy_metric));
    }
    if (!scene->compared)
        return;
    tell_difference(card, against, 2, " %");
    if (fabs(against) >= 0.005)
        snprintf(card->amount, sizeof card->amount, "%s %%", format_magnitude(FORMAT_ROOM, fabs(against)));
}

/* Carbon of a request saved against C_base: BASE's energy a request, at an intensity of its own. What is
 * served late or not at all saves, too: that is said beside it. */
static void fill_saving(const struct scene *scene, struct card *card)
{
    const struct quality *now = scene->now->quality, *then = scene->reference->quality;
    const char *pool = scene_told_pool(scene);
    if (*pool) {
        text_print(card->name, sizeof card->name, "saved in %s", pool);
        card->title = card->name;
    }
    if (isnan(now->saving)) {
        snprintf(card->value, sizeof card->value, now->is_measured ? "-" : "measuring");
        return;
    }
    snprintf(card->value, sizeof card->value, "%s%.1f %%", now->saving < 0 ? "−" : "", fabs(now->saving));
    card->missed = scene_misses(scene);
    snprintf(card->unit, sizeof card->unit, card->missed ? "○ broken" : "vs C_base");
    double base_ci = model_clover(scene->now->result->model)->settings.c_base_ci;
    snprintf(card->wide_unit, sizeof card->wide_unit, "vs C_base: BASE at %.0f g/kWh", base_ci);
    if (card->missed)
        snprintf(card->wide_unit, sizeof card->wide_unit, "○ breaks a limit");
    snprintf(card->note, sizeof card->note, "BASE: %.0f g/kWh", base_ci);
    if (!scene->compared || !then || isnan(then->saving) || scene->so_far)
        return;
    tell_difference(card, now->saving - then->saving, 1, " pt");
}

/* The type of the contested GPU, of this run or of the one it is compared with; NULL if neither has one. */
static const char *high_name(const struct scene *scene)
{
    const char *name = scene_high_name(scene);
    return name || !scene->compared ? name : gpus_class_type(scene->reference->result->recording, CLASS_HIGH);
}

static void fill_uses(const struct scene *scene, struct card *card)
{
    fill_count(scene, METRIC_HIGH_END_USES, card);
    scene_gpu_name(high_name(scene), card->name, sizeof card->name - 5);
    text_copy(card->name + strlen(card->name), sizeof " uses", " uses");
    card->title = card->name;
}

static bool always(const struct scene *scene)
{
    (void)scene;
    return true;
}

static bool has_quality(const struct scene *scene)
{
    return scene->now->quality != NULL;
}

/* Among pools it is one's, which two rows have no room to say. */
static bool has_saving(const struct scene *scene)
{
    return scene_has_panel(scene, REGION_OBJECTIVE) && (scene->layout.cards || !*scene_told_pool(scene));
}

static bool has_warmth(const struct scene *scene)
{
    return !isnan(scene->now->total.temp_max_c);
}

static bool has_slo(const struct scene *scene)
{
    double share;
    return summary_worst_app(&scene->now->total, &share) >= 0;
}

static bool has_turns(const struct scene *scene)
{
    return scene_has_panel(scene, REGION_FAIRNESS) && !isnan(sides_of(scene, METRIC_FAIR_SYSTEM).now);
}

static bool has_high(const struct scene *scene)
{
    return high_name(scene) != NULL;
}

/* From left to right; those that find no room are left out. */
static const struct card_kind {
    enum metric metric;
    enum action panel;               /* a click leads there */
    const char *title, *short_title; /* where the function that fills it does not make one up */
    bool (*shown)(const struct scene *scene);
    void (*fill)(const struct scene *scene, struct card *card);
} kinds[] = {
    {METRIC_CARBON, ACTION_PANEL_CARBON, "carbon", NULL, always, fill_carbon},
    {METRIC_ACCURACY, ACTION_PANEL_ACCURACY, "accuracy", NULL, has_quality, fill_accuracy},
    {METRIC_TEMP_MAX, ACTION_PANEL_TEMPERATURE, "hottest GPU", "hottest", has_warmth, fill_hottest},
    {METRIC_WORST_OF_SLO, ACTION_PANEL_LATENCY, NULL, NULL, has_slo, fill_closest},
    {METRIC_SAVED, ACTION_PANEL_OBJECTIVE, "saved a request", "saved", has_saving, fill_saving},
    {METRIC_LATE, ACTION_PANEL_LATENCY, "late requests", "late", has_slo, fill_late},
    {METRIC_FAIR_SYSTEM, ACTION_PANEL_FAIRNESS, "fairness F_S", "F_S", has_turns, fill_fairness},
    {METRIC_ENERGY, ACTION_PANEL_CARBON, "energy", NULL, always, fill_energy},
    {METRIC_HIGH_END_USES, ACTION_PANEL_USE, NULL, NULL, has_high, fill_uses},
    {METRIC_IDLE_SHARE, ACTION_PANEL_CARBON, "idle share", NULL, always, fill_idle},
};

static int make_cards(const struct scene *scene, struct card *cards)
{
    int n = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && n < CARDS_MAX; i++) {
        if (!kinds[i].shown(scene))
            continue;
        cards[n] = (struct card){.kind = &kinds[i],
                                 .title = kinds[i].title,
                                 .short_title = kinds[i].short_title,
                                 .difference = (double)NAN};
        kinds[i].fill(scene, &cards[n++]);
    }
    return n;
}

int panel_strip_metrics(const struct scene *scene, enum metric metrics[PANEL_CARDS])
{
    int n = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && n < PANEL_CARDS; i++)
        if (kinds[i].shown(scene))
            metrics[n++] = kinds[i].metric;
    return n;
}

static void draw_delta(const struct scene *scene, const struct card *card, int x, int end, int y,
                       struct canvas *canvas)
{
    char text[120], amount[2 * FORMAT_SIZE + 8];
    int better = metric_judge(card->kind->metric, card->difference, 0);
    if (metric_infos[card->kind->metric].better == METRIC_WITHIN && scene->compared) {
        struct metric_source now = {.summary = &scene->now->total},
                             then = {.summary = &scene->reference->total};
        better = metric_judge(card->kind->metric, metric_value(card->kind->metric, &now, 0),
                              metric_value(card->kind->metric, &then, 0));
    }
    bool rises = card->difference > 0, neutral = better == 0, worse = better < 0;
    if (isnan(card->difference)) {
        const char *reason = !scene->reference_name ? card->note
                             : *scene->warning      ? "other basis"
                                                    : "computing";
        text_copy(text, sizeof text, scene->compared && !*scene->warning ? card->note : reason);
        for (char *last; text_width(text) > end - x && (last = strrchr(text, ' '));)
            *last = '\0'; /* "446.2 g/h average" */
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), text);
        return;
    }
    if (card->difference == 0) {
        part_span(canvas, &x, end, y, style_bold(ROLE_DIM), "= identical");
        return;
    }
    const char *word = neutral ? (rises                                                 ? "more"
                                  : metric_infos[card->kind->metric].unit == UNIT_COUNT ? "fewer"
                                                                                        : "less")
                       : worse ? "worse"
                               : "better";
    snprintf(amount, sizeof amount, *card->share ? "%s · %s" : "%s", card->amount, card->share);
    snprintf(text, sizeof text, "%s %s %s", rises ? "▲" : "▼", amount, word);
    if (text_width(text) > end - x)
        snprintf(text, sizeof text, "%s %s %s", rises ? "▲" : "▼", card->amount, word);
    if (text_width(text) > end - x && *card->brief)
        snprintf(text, sizeof text, "%s %s %s", rises ? "▲" : "▼", card->brief, word);
    size_t used = strlen(text);
    if (*card->who && text_width(text) + 2 + text_width(card->who) <= end - x)
        snprintf(text + used, sizeof text - used, ", %s", card->who);
    struct style style = neutral ? style_of(ROLE_TITLE) : style_bold(worse ? ROLE_BAD : ROLE_GOOD);
    part_span(canvas, &x, end, y, style, text);
}

static void draw_value(const struct scene *scene, const struct card *card, int x, int end, int y,
                       struct canvas *canvas)
{
    bool mark = card->mark;
    bool brief = *card->brief_value && text_width(card->value) > end - x;
    part_span(canvas, &x, end, y, style_bold(ROLE_TITLE), brief ? card->brief_value : card->value);
    /* Without a difference the next row has the note. */
    bool again = isnan(card->difference) && *card->note && strstr(card->wide_unit, card->note);
    const char *units[] = {again ? "" : card->wide_unit, card->unit, card->missed ? "○" : ""};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (*units[i] && x + 1 + text_width(units[i]) + mark <= end) {
            part_span(canvas, &x, end, y, style_of(ROLE_DIM), " ");
            part_span(canvas, &x, end, y, style_of(card->missed ? ROLE_BAD : ROLE_DIM), units[i]);
            break;
        }
    if (mark)
        part_span(canvas, &x, end, y, style_of(ROLE_PROVENANCE), scene_mark(scene));
}

void panel_strip(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct card cards[CARDS_MAX];
    int n = make_cards(scene, cards), least = scene->layout.cards ? 18 : 19;
    while (n > 1 && (rect.w - 1) / n < least)
        n--;
    int width = (rect.w - 1) / n;
    for (int i = 0; i < n; i++) {
        int x = rect.x + 1 + i * width, end = x + width - 2, y = rect.y;
        const char *title =
            scene->layout.cards || !cards[i].short_title ? cards[i].title : cards[i].short_title;
        canvas_spot(canvas, (struct rect){x, rect.y, width, rect.h}, SPOT_ACTION, (int)cards[i].kind->panel);
        if (scene->layout.cards) {
            if (i > 0)
                canvas_vline(canvas, x - 1, rect.y, 3, 0x2502, style_of(ROLE_RULE));
            int at = x + 1;
            part_span(canvas, &at, end, y++, style_of(ROLE_DIM), title);
            draw_value(scene, &cards[i], x + 1, end, y++, canvas);
            draw_delta(scene, &cards[i], x + 1, end, y, canvas);
        } else {
            int at = x;
            part_span(canvas, &at, end, y, style_of(ROLE_DIM), title);
            part_span(canvas, &at, end, y, style_of(ROLE_DIM), " ");
            draw_value(scene, &cards[i], at, end, y, canvas);
            draw_delta(scene, &cards[i], x, end, y + 1, canvas);
        }
    }
}
