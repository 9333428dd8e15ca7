/* The delta strip: what it cost. Each card is a value of the whole run and its difference from the reference,
 * with an arrow for the direction of the number and a word for the judgement; equal is "= identical", never
 * blank. */
#include "tui/panels/panels.h"

#include "engine/base/text.h"
#include "tui/format.h"
#include "tui/glyphs.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CARDS_MAX = 6 };

struct card {
    const char *title, *short_title;
    char name[40];                              /* of a title that is made up */
    char value[FORMAT_SIZE], unit[FORMAT_SIZE]; /* a unit that does not fit is dropped */
    bool mark;                                  /* rests on modelled rows */
    double difference;                          /* now - reference; NAN = none */
    char amount[FORMAT_SIZE];                   /* of the difference, with its unit */
    enum { JUDGE_LESS, JUDGE_NEUTRAL } judge;   /* less is better, or only less */
};

static void fill_carbon(const struct summary *now, const struct summary *then, struct card *card)
{
    format_grams(card->value, now->carbon_total_g);
    char *blank = strchr(card->value, ' ');
    snprintf(card->unit, sizeof card->unit, "%s", blank + 1);
    *blank = 0;
    card->mark = true;
    if (!then)
        return;
    card->difference = now->carbon_total_g - then->carbon_total_g;
    format_grams(card->amount, fabs(card->difference));
}

static int closest_app(const struct summary *summary)
{
    int worst = -1;
    for (int app = 0; app < summary->n_apps; app++)
        if (!isnan(scene_share(summary, app)) &&
            (worst < 0 || scene_share(summary, app) > scene_share(summary, worst)))
            worst = app;
    return worst;
}

static void fill_closest(const struct summary *now, const struct summary *then, struct card *card)
{
    int app = closest_app(now), other = then ? closest_app(then) : -1;
    if (app < 0) {
        snprintf(card->value, sizeof card->value, "no SLO");
        return;
    }
    double share = scene_share(now, app);
    format_share(card->value, share);
    format_app(card->unit, now->apps[app].name);
    if (other < 0)
        return;
    card->difference = floor(share + 0.5) - floor(scene_share(then, other) + 0.5);
    format_share(card->amount, fabs(card->difference));
    if (fabs(card->difference) < 999.5)
        snprintf(card->amount, sizeof card->amount, "%.0f pt", fabs(card->difference));
}

static int64_t total_misses(const struct summary *summary)
{
    int64_t misses = 0;
    for (int app = 0; app < summary->n_apps; app++)
        misses += summary->apps[app].violations;
    return misses;
}

static int64_t total_uses(const struct summary *summary)
{
    int64_t uses = 0;
    for (int app = 0; app < summary->n_apps; app++)
        uses += summary->apps[app].high_end_uses;
    return uses;
}

static void fill_count(int64_t now, int64_t then, int64_t of, bool compared, struct card *card)
{
    char count[FORMAT_SIZE];
    format_count(card->value, now);
    snprintf(card->unit, sizeof card->unit, "of %s", format_count(count, of));
    if (!compared)
        return;
    card->difference = (double)(now - then);
    format_count(card->amount, now > then ? now - then : then - now);
}

static void fill_energy(const struct summary *now, const struct summary *then, struct card *card)
{
    format_energy(card->value, now->energy_total_j);
    char *blank = strchr(card->value, ' '), number[FORMAT_SIZE];
    snprintf(card->unit, sizeof card->unit, "%s", blank + 1);
    *blank = 0;
    card->mark = true;
    if (!then || !(then->energy_total_j > 0))
        return;
    card->difference = 100 * (now->energy_total_j / then->energy_total_j - 1);
    snprintf(card->amount, sizeof card->amount, "%s %%", format_magnitude(number, fabs(card->difference)));
}

static double idle_share(const struct summary *summary)
{
    return summary->carbon_total_g > 0 ? 100 * summary->carbon_g[LEDGER_IDLE] / summary->carbon_total_g : 0;
}

static void fill_idle(const struct summary *now, const struct summary *then, struct card *card)
{
    snprintf(card->value, sizeof card->value, "%.0f %%", idle_share(now));
    if (!then)
        return;
    card->difference = floor(idle_share(now) + 0.5) - floor(idle_share(then) + 0.5);
    snprintf(card->amount, sizeof card->amount, "%.0f pt", fabs(card->difference));
}

/* The type of the contested GPU, of this run or of the one it is compared with; NULL if neither has one. */
static const char *high_name(const struct scene *scene)
{
    const char *name = scene_high_name(scene);
    const struct recording *reference = scene->compared ? scene->reference.result->recording : NULL;
    for (int gpu = 0; !name && reference && gpu < reference->n_gpus; gpu++)
        if (reference->gpus[gpu].class == CLASS_HIGH)
            name = reference->gpus[gpu].type;
    return name;
}

static int make_cards(const struct scene *scene, struct card *cards)
{
    const struct summary *now = &scene->now.total, *then = scene->compared ? &scene->reference.total : NULL;
    static const struct card blank = {.difference = 0};
    for (int i = 0; i < CARDS_MAX; i++) {
        cards[i] = blank;
        cards[i].difference = (double)NAN;
    }
    int n = 0;
    fill_carbon(now, *scene->warning ? NULL : then, &cards[n]);
    cards[n++].title = "carbon";
    fill_closest(now, then, &cards[n]);
    cards[n].short_title = "worst p95";
    cards[n++].title = "closest to SLO";
    fill_count(total_misses(now), then ? total_misses(then) : 0, now->requests, then, &cards[n]);
    cards[n].short_title = "misses";
    cards[n++].title = "SLO misses";
    fill_energy(now, then, &cards[n]);
    cards[n++].title = "energy";
    const char *high = high_name(scene);
    if (high) {
        fill_count(total_uses(now), then ? total_uses(then) : 0, now->requests, then, &cards[n]);
        cards[n].judge = JUDGE_NEUTRAL;
        scene_gpu_name(high, cards[n].name, sizeof cards[n].name - 5);
        text_copy(cards[n].name + strlen(cards[n].name), sizeof " uses", " uses");
        cards[n].title = cards[n].name;
        n++;
    }
    fill_idle(now, then, &cards[n]);
    cards[n++].title = "idle share";
    return n;
}

static void draw_delta(const struct scene *scene, const struct card *card, int x, int end, int y,
                       struct canvas *canvas)
{
    char text[80];
    bool rises = card->difference > 0;
    if (isnan(card->difference)) {
        bool waits = scene->reference_name && !scene->compared;
        const char *reason = *scene->warning ? "other basis" : waits ? "…" : "";
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), reason);
    } else if (card->difference == 0) {
        part_span(canvas, &x, end, y, style_bold(ROLE_DIM), "= identical");
    } else if (card->judge == JUDGE_NEUTRAL) {
        snprintf(text, sizeof text, "%s %s %s", rises ? "▲" : "▼", card->amount, rises ? "more" : "fewer");
        part_span(canvas, &x, end, y, style_of(ROLE_TITLE), text);
    } else {
        snprintf(text, sizeof text, "%s %s %s", rises ? "▲" : "▼", card->amount, rises ? "worse" : "better");
        part_span(canvas, &x, end, y, style_bold(rises ? ROLE_BAD : ROLE_GOOD), text);
    }
}

static void draw_value(const struct scene *scene, const struct card *card, int x, int end, int y,
                       struct canvas *canvas)
{
    part_span(canvas, &x, end, y, style_bold(ROLE_TITLE), card->value);
    if (*card->unit && x + 1 + text_width(card->unit) + card->mark <= end) {
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), " ");
        part_span(canvas, &x, end, y, style_of(ROLE_DIM), card->unit);
    }
    if (card->mark && scene->now.seen_finished)
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
