/* A row of cells is turned back into text, with the column of each byte beside it: words are found in text.
 */
#include "tui/board/things.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"

#include <string.h>

static const enum region regions[PLACE_COUNT] = {
#define PLACE_ROW(id, ...) [PLACE_##id] = REGION_##id,
#include "tui/words/glossary.def"
};

/* PLACE_COUNT: the region has no words. */
static enum place_id place_of(enum region region)
{
    int place = 0;
    while (place < PLACE_COUNT && regions[place] != region)
        place++;
    return (enum place_id)place;
}

static const struct explorer *explorer_of(const struct shown *shown)
{
    return shown->scene->explorer;
}

static struct thing knob_thing(const struct shown *shown, int index, struct rect rect)
{
    int id = (int)explorer_of(shown)->focus.knobs[index].id;
    return (struct thing){{SUBJECT_KNOB, id}, index, ACTION_PANEL_KNOBS, rect, ""};
}

static struct thing place_thing(const struct shown *shown, enum region region)
{
    return (struct thing){{SUBJECT_PLACE, (int)place_of(region)},
                          -1,
                          panels[region].click,
                          shown->scene->layout.rects[region],
                          ""};
}

/* The first knob of that name that is listed; -1: none is. */
static int listed_knob(const struct scene *scene, enum knob_id id)
{
    const struct focus *focus = &scene->explorer->focus;
    int at = 0;
    while (at < focus->n_knobs && focus->knobs[at].id != id)
        at++;
    return at < focus->n_knobs ? at : -1;
}

struct thing things_elsewhere(const struct scene *scene, struct subject subject)
{
    struct thing thing = {.subject = subject, .knob = -1, .go = ACTION_NONE};
    if (subject.kind == SUBJECT_KNOB)
        thing.knob = listed_knob(scene, (enum knob_id)subject.which);
    if (subject.kind == SUBJECT_TERM)
        thing.knob = listed_knob(scene, glossary_knob(glossary_terms[subject.which].knob));
    if (thing.knob >= 0) {
        thing.subject = (struct subject){SUBJECT_KNOB, (int)scene->explorer->focus.knobs[thing.knob].id};
        thing.go = ACTION_PANEL_KNOBS;
    }
    if (subject.kind == SUBJECT_SCHEME)
        thing.go = ACTION_SCHEMES;
    if (subject.kind == SUBJECT_VIEW)
        thing.go = view_names[subject.which].action;
    if (subject.kind == SUBJECT_PLACE)
        thing.go = panels[regions[subject.which]].click;
    return thing;
}

/* --- what says itself where it is --- */

/* The knob's rows, slider included; w == 0: it has scrolled away. */
static struct rect knob_rect(const struct canvas *canvas, int index)
{
    struct rect rect = {0, 0, 0, 0};
    for (int i = 0; i < canvas->n_spots; i++) {
        const struct spot *spot = &canvas->spots[i];
        if (spot->kind == SPOT_KNOB && spot->which == index && rect.w == 0)
            rect = spot->rect;
    }
    return rect;
}

/* Which of the cards a spot is; -1: none. They are drawn from left to right. */
static int card_of(const struct shown *shown, const struct spot *card)
{
    int at = -1;
    for (int i = 0; i < shown->canvas->n_spots; i++) {
        const struct spot *spot = &shown->canvas->spots[i];
        struct rect strip = shown->scene->layout.rects[REGION_STRIP];
        if (spot->kind != SPOT_ACTION || !rect_contains(strip, spot->rect.x, spot->rect.y))
            continue;
        at++;
        if (spot == card)
            return at;
    }
    return -1;
}

static bool card_thing(const struct shown *shown, const struct spot *spot, struct thing *thing)
{
    enum metric metrics[PANEL_CARDS];
    int n = panel_strip_metrics(shown->scene, metrics), card = card_of(shown, spot);
    if (card < 0 || card >= n || !glossary_has_metric(metrics[card]))
        return false;
    *thing =
        (struct thing){{SUBJECT_METRIC, (int)metrics[card]}, -1, (enum action_id)spot->which, spot->rect, ""};
    return true;
}

/* --- words --- */

enum { ROW_BYTES = 8 * 1024 };

struct thing_row {
    char text[ROW_BYTES];
    int columns[ROW_BYTES]; /* of each byte */
};

static void put_byte(struct thing_row *row, size_t *n, uint32_t byte, int x)
{
    if (*n + 1 >= ROW_BYTES)
        return;
    row->text[*n] = (char)(unsigned char)byte;
    row->columns[(*n)++] = x;
}

static void read_row(const struct canvas *canvas, int y, struct thing_row *row)
{
    size_t n = 0;
    for (int x = 0; x < canvas->w; x++) {
        uint32_t glyph = canvas_at(canvas, x, y)->glyph;
        bool braille = glyph >= 0x2800 && glyph < 0x2900;
        glyph = braille ? ' ' : glyph; /* a curve says nothing */
        if (glyph >= 0x10000)
            put_byte(row, &n, 0xF0 | glyph >> 18, x);
        if (glyph >= 0x800)
            put_byte(row, &n, glyph >= 0x10000 ? 0x80 | (glyph >> 12 & 0x3F) : 0xE0 | glyph >> 12, x);
        if (glyph >= 0x80)
            put_byte(row, &n, glyph >= 0x800 ? 0x80 | (glyph >> 6 & 0x3F) : 0xC0 | glyph >> 6, x);
        if (glyph > 0)
            put_byte(row, &n, glyph >= 0x80 ? 0x80 | (glyph & 0x3F) : glyph, x);
    }
    row->text[n] = 0;
    row->columns[n] = canvas->w;
}

static struct thing word_thing(const struct scene *scene, const struct thing_row *row,
                               const struct glossary_hit *hit, int y)
{
    struct thing thing = things_elsewhere(scene, hit->subject);
    int x = row->columns[hit->at], end = row->columns[hit->at + hit->length];
    thing.rect = (struct rect){x, y, end > x ? end - x : 1, 1};
    bool single = !memchr(row->text + hit->at, ' ', hit->length); /* "7.4 K" is listed as K */
    if (thing.subject.kind == SUBJECT_TERM && single)
        text_print(thing.word, sizeof thing.word, "%.*s", (int)hit->length, row->text + hit->at);
    return thing;
}

static bool is_listed(const struct thing *things, int n, struct subject subject)
{
    for (int i = 0; i < n; i++)
        if (things[i].subject.kind == subject.kind && things[i].subject.which == subject.which)
            return true;
    return false;
}

/* The upright line is a frame where no plot is. */
static bool means_itself(const struct shown *shown, const struct glossary_hit *hit)
{
    bool cursor = hit->subject.kind == SUBJECT_TERM && hit->subject.which == TERM_CURSOR;
    return !cursor || shown->view == VIEW_COUNT;
}

/* --- all of it --- */

static int list_board(const struct shown *shown, struct thing *things)
{
    const struct focus *focus = &explorer_of(shown)->focus;
    int n = 0;
    for (int i = 0; i < focus->n_knobs; i++)
        things[n++] = knob_thing(shown, i, knob_rect(shown->canvas, i));
    for (int place = 0; place < PLACE_COUNT; place++)
        if (layout_has(&shown->scene->layout, regions[place]))
            things[n++] = place_thing(shown, regions[place]);
    for (int i = 0; i < shown->canvas->n_spots; i++)
        n += shown->canvas->spots[i].kind == SPOT_ACTION &&
             card_thing(shown, &shown->canvas->spots[i], &things[n]);
    return n;
}

static struct thing view_thing(const struct shown *shown)
{
    return (struct thing){{SUBJECT_VIEW, (int)shown->view}, -1, ACTION_NONE, {0, 0, 0, 0}, ""};
}

int things_list(const struct shown *shown, struct thing things[THINGS_MAX])
{
    int n = 1;
    if (shown->view == VIEW_COUNT)
        n = list_board(shown, things);
    else
        things[0] = view_thing(shown);
    /* The last row has keys, whose words name actions; a letter there is a key. */
    struct thing_row row;
    struct glossary_hit hit;
    for (int y = 0; y < shown->canvas->h - 1; y++) {
        read_row(shown->canvas, y, &row);
        for (size_t at = 0; glossary_next(row.text, at, &hit); at = hit.at + hit.length)
            if (n < THINGS_MAX && means_itself(shown, &hit)) {
                things[n] = word_thing(shown->scene, &row, &hit, y);
                n += !is_listed(things, n, things[n].subject);
            }
    }
    return n;
}

struct thing things_focused(const struct shown *shown)
{
    const struct scene *scene = shown->scene;
    const struct focus *focus = &explorer_of(shown)->focus;
    if (shown->view != VIEW_COUNT)
        return view_thing(shown);
    if (scene->focus == REGION_KNOBS && focus->n_knobs > 0)
        return knob_thing(shown, focus->at, knob_rect(shown->canvas, focus->at));
    return place_thing(shown, scene->focus);
}

static bool word_at(const struct shown *shown, int x, int y, struct thing *thing)
{
    struct thing_row row;
    struct glossary_hit hit;
    size_t byte = 0;
    read_row(shown->canvas, y, &row);
    while (row.text[byte] && row.columns[byte] < x)
        byte++;
    if (row.columns[byte] != x || row.text[byte] == ' ' || !glossary_over(row.text, byte, &hit))
        return false;
    *thing = word_thing(shown->scene, &row, &hit, y);
    return true;
}

static bool place_at(const struct shown *shown, int x, int y, struct thing *thing)
{
    for (int place = 0; place < PLACE_COUNT; place++) {
        *thing = place_thing(shown, regions[place]);
        if (rect_contains(thing->rect, x, y))
            return true;
    }
    return false;
}

static bool card_at(const struct shown *shown, int x, int y, struct thing *thing)
{
    for (int i = 0; i < shown->canvas->n_spots; i++) {
        const struct spot *spot = &shown->canvas->spots[i];
        if (spot->kind == SPOT_ACTION && rect_contains(spot->rect, x, y) && card_thing(shown, spot, thing))
            return true;
    }
    return false;
}

static bool knob_at_cell(const struct shown *shown, int x, int y, struct thing *thing)
{
    struct spot spot = canvas_spot_at(shown->canvas, x, y);
    bool knob = spot.kind == SPOT_KNOB || spot.kind == SPOT_SLIDER;
    if (!knob || spot.which >= explorer_of(shown)->focus.n_knobs)
        return false;
    *thing = knob_thing(shown, spot.which, knob_rect(shown->canvas, spot.which));
    return true;
}

/* On a card a word is the card's, and a sign means itself. */
bool things_at(const struct shown *shown, int x, int y, struct thing *thing)
{
    struct thing card;
    bool board = shown->view == VIEW_COUNT;
    if (!canvas_at(shown->canvas, x, y))
        return false;
    if (board && knob_at_cell(shown, x, y, thing))
        return true;
    bool on_card = board && card_at(shown, x, y, &card), word = word_at(shown, x, y, thing);
    if (on_card && (!word || thing->rect.w > 1))
        *thing = card;
    return on_card || word || (board && place_at(shown, x, y, thing));
}
