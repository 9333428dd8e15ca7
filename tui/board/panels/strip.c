/* The delta strip: what it cost. Each card is a metric of the whole run and its difference from the
 * reference, with an arrow for the direction of the number and a word for the judgement, which is the
 * metric's; equal is "= identical", never blank. A card is a row of the table below and the function that
 * fills it. */
#include "tui/board/panels/panels.h"

#include "engine/answers/objective.h"
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

enum { CARDS_MAX = PANEL_CARDS, NAME_WIDTH = 8 };

/* Texts lie on the frame; one that is not told is "". */
struct card {
    const struct card_kind *kind;
    struct arena *texts;
    const char *title, *short_title;
    const char *value, *unit; /* a unit that does not fit is dropped */
    const char *brief_value;  /* the value where it does not fit */
    const char *wide_unit;    /* shown instead where it fits */
    bool missed;              /* the unit says that an SLO is; its sign stays */
    bool mark;                /* rests on modelled rows */
    double difference;        /* now - reference; NAN = none */
    const char *amount;       /* of the difference, with its unit */
    const char *who;          /* the job that it is due to, where it fits */
    const char *share;        /* the same relative to the reference, where it fits */
    const char *brief;        /* the amount where it does not fit */
    const char *note;         /* shown where there is no difference */
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
    bool small = fabs(difference) < least;
    card->difference = fabs(difference) < noise ? 0 : difference;
    card->amount = text(card->texts, "%s%.*f%s", small ? "<" : "", decimals,
                        small ? pow(10, -decimals) : fabs(difference), unit);
}

/* "17.8 %", "1.2 M": a magnitude with its unit. */
static const char *magnitude(struct card *card, double value, const char *unit)
{
    return text(card->texts, "%s %s", format_magnitude(FORMAT_ROOM, value), unit);
}

/* "223.5 g": value and unit. */
static void tell_value(struct card *card, const char *number)
{
    const char *blank = strchr(number, ' ');
    card->value = text(card->texts, "%.*s", (int)(blank - number), number);
    card->unit = text(card->texts, "%s", blank + 1);
    card->mark = true;
}

static void fill_carbon(const struct scene *scene, struct card *card)
{
    struct sides grams = sides_of(scene, METRIC_CARBON);
    double horizon_s = scene->now->total.horizon_s;
    tell_value(card, format_grams(FORMAT_ROOM, grams.now));
    if (horizon_s > 0)
        card->note =
            text(card->texts, "%s/h average", format_grams(FORMAT_ROOM, grams.now / horizon_s * 3600));
    if (isnan(grams.then) || *scene->warning)
        return;
    bool same = comparison_carbon(&scene->now->total, &scene->reference->total) == 0;
    card->difference = same ? 0 : grams.now - grams.then;
    card->amount = text(card->texts, "%s", format_grams(FORMAT_ROOM, fabs(card->difference)));
    if (grams.then > 0)
        card->brief = card->share = magnitude(card, fabs(100 * card->difference / grams.then), "%");
}

static void fill_closest(const struct scene *scene, struct card *card)
{
    const struct summary *now = &scene->now->total;
    struct sides of_slo = sides_of(scene, METRIC_WORST_OF_SLO);
    double share;
    int app = summary_worst_app(now, &share);
    if (app < 0)
        return;
    const char *name = format_app(FORMAT_ROOM, now->apps[app].name);
    card->title =
        text(card->texts, "slowest: %s",
             format_app_within(FORMAT_ROOM, &scene->now->result->model->scenario, app, name, NAME_WIDTH));
    card->value = text(card->texts, "%s", format_share(FORMAT_ROOM, 100 * share));
    if (share >= 9999.5) {
        card->short_title = "slowest";
        card->brief_value = text(card->texts, "%.0f k×", share / 1000);
    }
    card->unit = "of limit";
    card->note = share >= 100 /* days */
                     ? text(card->texts, "SLO %.0f ms", now->apps[app].slo_ms)
                     : text(card->texts, "%.0f of %.0f ms", now->apps[app].tail_ms, now->apps[app].slo_ms);
    card->wide_unit = text(card->texts, "of its limit, %.0f ms", now->apps[app].slo_ms);
    if (isnan(of_slo.then))
        return;
    tell_difference(card, 100 * (of_slo.now - of_slo.then), 0, " pt");
    if (fabs(card->difference) >= 999.5)
        card->amount = text(card->texts, "%s", format_share(FORMAT_ROOM, fabs(card->difference)));
}

static void fill_count(const struct scene *scene, enum metric metric, struct card *card)
{
    struct sides count = sides_of(scene, metric);
    int64_t of = scene->now->total.requests;
    card->value = text(card->texts, "%s", format_count(FORMAT_ROOM, (int64_t)count.now));
    if (count.now >= 1e6)
        card->brief_value = magnitude(card, count.now / 1e6, "M");
    card->unit = text(card->texts, "of %s", format_count(FORMAT_ROOM, of));
    card->wide_unit = text(card->texts, "%s requests", card->unit);
    if (of > 0)
        card->note = magnitude(card, 100 * count.now / (double)of, "%");
    card->difference = count.now - count.then;
    if (isnan(card->difference))
        return;
    card->amount = text(card->texts, "%s", format_count(FORMAT_ROOM, (int64_t)fabs(card->difference)));
    if (fabs(card->difference) >= 1e6)
        card->brief = magnitude(card, fabs(card->difference) / 1e6, "M");
}

static void fill_late(const struct scene *scene, struct card *card)
{
    fill_count(scene, METRIC_LATE, card);
    /* Whose late requests changed: one job's alone, or one's by most. */
    const struct summary *then = scene->compared ? &scene->reference->total : NULL;
    int jobs, app = then ? comparison_late(&scene->now->total, then, card->difference < 0, &jobs) : -1;
    if (app >= 0)
        card->who = text(card->texts, "%s%s", jobs > 1 ? "mostly " : "",
                         format_app(FORMAT_ROOM, scene->now->total.apps[app].name));
}

static void fill_energy(const struct scene *scene, struct card *card)
{
    struct sides joules = sides_of(scene, METRIC_ENERGY),
                 request = sides_of(scene, METRIC_ENERGY_PER_REQUEST);
    tell_value(card, format_energy(FORMAT_ROOM, joules.now));
    if (!isnan(request.now))
        card->note = magnitude(card, request.now, "J a request");
    if (!(joules.then > 0))
        return;
    card->difference = 100 * (joules.now / joules.then - 1);
    if (fabs(card->difference) < 0.0005)
        tell_difference(card, card->difference, 3, " %");
    else
        card->amount = magnitude(card, fabs(card->difference), "%");
}

/* The hottest GPU of the run, and how far below the safe limit it stays. */
static void fill_hottest(const struct scene *scene, struct card *card)
{
    const struct summary *now = &scene->now->total;
    struct sides hottest = sides_of(scene, METRIC_TEMP_MAX);
    card->missed = now->temp_spare_k < 0;
    card->value = text(card->texts, "%.1f C", hottest.now);
    card->unit = card->missed ? text(card->texts, "%.1f over", -now->temp_spare_k) : "";
    card->wide_unit = card->missed ? text(card->texts, "%s the limit", card->unit)
                                   : text(card->texts, "water %.0f C", now->water_c);
    card->note =
        text(card->texts, "%.1f K %s", fabs(now->temp_spare_k), card->missed ? "too hot" : "to spare");
    tell_difference(card, hottest.now - hottest.then, 1, " K");
}

/* The lesser of time's and energy's, over the run. */
static void fill_fairness(const struct scene *scene, struct card *card)
{
    struct sides fair = sides_of(scene, METRIC_FAIR_SYSTEM), time = sides_of(scene, METRIC_FAIR_TIME),
                 energy = sides_of(scene, METRIC_FAIR_ENERGY);
    card->value = text(card->texts, "%.3f", fair.now);
    card->unit = time.now < energy.now ? "of time" : "of energy";
    card->note = "1 is fair";
    tell_difference(card, fair.now - fair.then, 3, "");
}

static void fill_idle(const struct scene *scene, struct card *card)
{
    struct sides share = sides_of(scene, METRIC_IDLE_SHARE);
    double now = isnan(share.now) ? 0 : 100 * share.now, then = isnan(share.then) ? 0 : 100 * share.then;
    card->value = text(card->texts, "%.0f %%", now);
    card->unit = "of carbon";
    card->note = text(card->texts, "%s", format_grams(FORMAT_ROOM, scene->now->total.carbon_g[LEDGER_IDLE]));
    if (scene->compared)
        tell_difference(card, now - then, 0, " pt");
}

/* Accuracy in the app's own metric; that of several apps as their mean relative loss. */
static void fill_accuracy(const struct scene *scene, struct card *card)
{
    const struct quality *quality = scene->now->quality;
    const struct summary_app *app = &scene->now->total.apps[quality->first];
    double change = quality->accuracy_change, against = scene->accuracy_against;
    int only = accuracy_only_app(&scene->now->total);
    if (only >= 0) { /* "accuracy images": one app's, where the others have none */
        card->short_title = "accuracy";
        card->title = text(card->texts, "accuracy %s", scene->now->total.apps[only].name);
    }
    card->value = "-";
    if (isnan(change))
        return;
    card->note = fabs(change) < 0.005 ? "best variant" : magnitude(card, fabs(change), "% below best");
    bool own = quality->n_counting <= 1;
    card->value =
        own ? text(card->texts, quality->apps[quality->first].base < 1.5 ? "%.3f" : "%.2f", app->accuracy)
            : text(card->texts, "−%.2f %%", fabs(change));
    card->unit = own ? format_metric(app->accuracy_metric) : "of best";
    if (!scene->compared)
        return;
    tell_difference(card, against, 2, " %");
    if (fabs(against) >= 0.005)
        card->amount = magnitude(card, fabs(against), "%");
}

/* The type of the contested GPU, of this run or of the one it is compared with; NULL if neither has one. */
static const char *high_name(const struct scene *scene)
{
    const char *name = scene_high_name(scene);
    return name || !scene->compared ? name : gpus_class_type(scene->reference->result->recording, CLASS_HIGH);
}

static void fill_uses(const struct scene *scene, struct card *card)
{
    const char *name = high_name(scene);
    fill_count(scene, METRIC_HIGH_END_USES, card);
    card->title = text(card->texts, "%.*s uses", (int)strcspn(name, "-"), name);
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
    const char *name; /* in a board (boards.h) */
    enum metric metric;
    enum action_id panel;            /* a click leads there */
    const char *title, *short_title; /* where the function that fills it does not make one up */
    bool (*shown)(const struct scene *scene);
    void (*fill)(const struct scene *scene, struct card *card);
} kinds[] = {
    {"carbon", METRIC_CARBON, ACTION_PANEL_CARBON, "carbon", NULL, always, fill_carbon},
    {"accuracy", METRIC_ACCURACY, ACTION_PANEL_ACCURACY, "accuracy", NULL, has_quality, fill_accuracy},
    {"heat", METRIC_TEMP_MAX, ACTION_PANEL_TEMPERATURE, "hottest GPU", "hottest", has_warmth, fill_hottest},
    {"tail", METRIC_WORST_OF_SLO, ACTION_PANEL_LATENCY, "slowest app", "slowest app", has_slo, fill_closest},
    {"late", METRIC_LATE, ACTION_PANEL_LATENCY, "late requests", "late", has_slo, fill_late},
    {"fairness", METRIC_FAIR_SYSTEM, ACTION_PANEL_FAIRNESS, "fairness", NULL, has_turns, fill_fairness},
    {"energy", METRIC_ENERGY, ACTION_PANEL_CARBON, "energy", NULL, always, fill_energy},
    {"uses", METRIC_HIGH_END_USES, ACTION_PANEL_USE, NULL, NULL, has_high, fill_uses},
    {"idle", METRIC_IDLE_SHARE, ACTION_PANEL_CARBON, "idle share", NULL, always, fill_idle},
};

_Static_assert(sizeof kinds / sizeof *kinds == BOARD_CARDS, "a board may name every card");

const char *panel_card_name(int card)
{
    return card == BOARD_OWN_CARD ? "own" : kinds[card].name;
}

/* The scenario's own: what the step of the knob in hand costs, where that is accuracy, fairness or heat, else
 * the first of these that the run has; failing them late requests. */
static int own_card(const struct scene *scene)
{
    static const enum metric own[] = {METRIC_ACCURACY, METRIC_FAIR_SYSTEM, METRIC_TEMP_MAX, METRIC_LATE};
    enum metric price = explorer_price(scene->explorer);
    int first = -1;
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        for (int i = 0; i < BOARD_CARDS; i++)
            if (kinds[i].metric == own[k] && kinds[i].shown(scene) && (first < 0 || own[k] == price))
                first = i;
    return first;
}

/* Which cards there are, in their order: those that the board names, or all; of these what the run has. */
static int choose_cards(const struct scene *scene, int chosen[BOARD_CARDS])
{
    const struct board *board = &scene->board;
    int n = 0;
    for (int i = 0; i < (board->n_cards ? board->n_cards : BOARD_CARDS); i++) {
        int card = !board->n_cards                     ? i
                   : board->cards[i] == BOARD_OWN_CARD ? own_card(scene)
                                                       : board->cards[i];
        bool twice = false; /* the scenario's own may be named besides */
        for (int k = 0; k < n; k++)
            twice = twice || chosen[k] == card;
        if (card >= 0 && !twice && kinds[card].shown(scene) && n < CARDS_MAX)
            chosen[n++] = card;
    }
    return n;
}

static int make_cards(const struct scene *scene, struct arena *texts, struct card *cards)
{
    int chosen[BOARD_CARDS], n = choose_cards(scene, chosen);
    for (int i = 0; i < n; i++) {
        const struct card_kind *kind = &kinds[chosen[i]];
        cards[i] = (struct card){
            kind,        texts,       kind->title,       kind->short_title, .difference = (double)NAN,
            .value = "", .unit = "",  .brief_value = "", .wide_unit = "",   .amount = "",
            .who = "",   .share = "", .brief = "",       .note = ""};
        kind->fill(scene, &cards[i]);
    }
    return n;
}

int panel_strip_metrics(const struct scene *scene, enum metric metrics[PANEL_CARDS])
{
    int chosen[BOARD_CARDS], n = choose_cards(scene, chosen);
    for (int i = 0; i < n; i++)
        metrics[i] = kinds[chosen[i]].metric;
    return n;
}

static void draw_delta(const struct scene *scene, const struct card *card, int x, int end, int y,
                       struct canvas *canvas)
{
    struct arena *texts = &canvas->texts;
    int better = metric_judge(card->kind->metric, card->difference, 0);
    if (metric_infos[card->kind->metric].better == METRIC_WITHIN && scene->compared) {
        struct metric_source now = {.summary = &scene->now->total},
                             then = {.summary = &scene->reference->total};
        better = metric_judge(card->kind->metric, metric_value(card->kind->metric, &now, 0),
                              metric_value(card->kind->metric, &then, 0));
    }
    bool rises = card->difference > 0, neutral = better == 0, worse = better < 0;
    if (isnan(card->difference)) {
        const char *note = *scene->warning && scene->reference_name    ? "other basis"
                           : scene->reference_name && !scene->compared ? "computing"
                                                                       : card->note;
        for (const char *last; text_width(note) > end - x && (last = strrchr(note, ' '));)
            note = text(texts, "%.*s", (int)(last - note), note); /* "446.2 g/h average" */
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), note);
        return;
    }
    if (card->difference == 0) {
        part_span(canvas, &x, end, y, style_bold(ROLE_DIM), "= identical");
        return;
    }
    bool counts = metric_infos[card->kind->metric].unit == UNIT_COUNT;
    const char *word = neutral || counts ? (rises    ? "more"
                                            : counts ? "fewer"
                                                     : "less")
                       : worse           ? "worse"
                                         : "better";
    const char *arrow = rises ? "▲" : "▼";
    const char *const forms[] = {
        text(texts, *card->share ? "%s %s · %s %s" : "%s %s%s %s", arrow, card->amount, card->share, word),
        text(texts, "%s %s %s", arrow, card->amount, word),
        text(texts, "%s %s %s", arrow, *card->brief ? card->brief : card->amount, word)};
    const char *told = text_fitting(forms, 3, end - x);
    if (*card->who && text_width(told) + 2 + text_width(card->who) <= end - x)
        told = text(texts, "%s, %s", told, card->who);
    struct style style = neutral ? style_of(ROLE_TITLE) : style_bold(worse ? ROLE_BAD : ROLE_GOOD);
    part_span(canvas, &x, end, y, style, told);
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
    int n = make_cards(scene, &canvas->texts, cards), least = scene->layout.cards ? 18 : 19;
    while (n > 1 && (rect.w - 1) / n < least)
        n--;
    if (n == 0)
        return;
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
