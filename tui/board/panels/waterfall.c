/* The waterfall: what the cluster would emit with nothing switched on, each layer's part as a bar with its
 * grams and sign, what it emits. The parts are those of the contribution, whose account lies in the scene. A
 * part is known once all sets of layers are; until then its bar is hatched and as long as what the layer does
 * alone, which is known first. A click on a layer shows the run without it. */
#include "tui/board/panels/panels.h"

#include "engine/answers/metric.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <string.h>

enum { LAYERS_MOST = 8, NAME_CELL = 0, SCHEME_CELL = 1, PART_CELL = 3, ALONE_CELL = 5, LEVEL_CELL = 1 };

struct fall {
    size_t step;
    const char *name, *scheme;
    double part; /* NAN: not known yet */
    bool alone;  /* it is what the layer does alone */
};

/* The layers of the account, the largest part first; how many. `none`: grams with nothing switched on. */
static int read_parts(const struct account *account, struct fall falls[LAYERS_MOST], double *none)
{
    size_t section = account_find_section(account, "carbon_g.total");
    int n = 0;
    *none = (double)NAN;
    for (size_t i = 0; section != ACCOUNT_EVERY && i < account_steps(account, section) && n < LAYERS_MOST;
         i++) {
        const struct account_row *row = account_step(account, section, i);
        if (row->step == 0) { /* the row below them: all off */
            *none = row->cells[LEVEL_CELL].value;
            break;
        }
        bool alone = isnan(row->cells[PART_CELL].value);
        struct fall fall = {row->step, row->cells[NAME_CELL].shown, row->cells[SCHEME_CELL].shown,
                            row->cells[alone ? ALONE_CELL : PART_CELL].value, alone};
        int at = n++;
        for (; at > 0 && !(fabs(falls[at - 1].part) >= fabs(fall.part)); at--)
            falls[at] = falls[at - 1];
        falls[at] = fall;
    }
    return n;
}

/* "CLOVER alone −947 g", "configure alone −947 g", "configure −947": as there is room; hatching says the
 * rest. */
static const char *label_of(const struct fall *fall, int form, int digits, struct arena *texts)
{
    const char *name = form > 0 ? fall->name : fall->scheme;
    if (isnan(fall->part))
        return text(texts, "%s ···", name);
    return text(texts, "%s %s%s%.*f%s", name, fall->alone && form < 2 ? "alone " : "",
                fall->part < 0 ? "−" : "+", digits, fabs(fall->part), form > 1 ? "" : " g");
}

void panel_waterfall(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    struct arena *texts = &canvas->texts;
    struct fall falls[LAYERS_MOST];
    double none = (double)NAN, sum = 0, now = scene->now->total.carbon_total_g;
    int n = scene->waterfall ? read_parts(scene->waterfall, falls, &none) : 0, form = 0, used = 0;
    if (n == 0) {
        canvas_text(canvas, rect.x + 1, rect.y, rect.w - 1, style_of(ROLE_DIM),
                    "what each layer adds comes while nothing else runs: C");
        return;
    }
    int digits = none < 10 ? 3 : none < 1000 ? 1 : 0;
    const char *off = isnan(none) ? "···" : text(texts, "%.*f g", digits, none),
               *begin = text(texts, rect.w < 100 ? "off %s" : "nothing switched on %s", off),
               *end = text(texts, "= %.*f g", digits, now);
    /* What each has besides its bar: blanks, and its words in the longest form that leaves a few columns to
     * the bars. */
    for (; form < 3; form++) {
        used = text_width(begin) + text_width(end) + 3;
        for (int i = 0; i < n; i++)
            used += text_width(label_of(&falls[i], form, digits, texts)) + 2;
        if (used + n <= rect.w)
            break;
    }
    for (int i = 0; i < n; i++)
        sum += isnan(falls[i].part) ? 0 : fabs(falls[i].part);
    int x = rect.x + 1, edge = rect.x + rect.w, room = rect.w - used;
    part_span(canvas, &x, edge, rect.y, style_of(ROLE_DIM), begin);
    for (int i = 0; i < n; i++) {
        const struct fall *fall = &falls[i];
        const char *label = label_of(fall, form < 3 ? form : 2, digits, texts);
        if (x + 3 + text_width(label) > edge - text_width(end) - 1)
            break; /* the smallest are left out where there is no room */
        bool known = !isnan(fall->part), saves = fall->part < 0,
             counts = known && fabs(fall->part) > 0.005 * none;
        int w = known && sum > 0 ? 1 + (int)(fabs(fall->part) / sum * (room > n ? room - n : 0)) : 1,
            from = x += 1;
        struct style style = style_of(!counts ? ROLE_DIM : saves ? ROLE_GOOD : ROLE_BAD);
        for (int k = 0; k < w && x < edge; k++)
            canvas_put(canvas, x++, rect.y, known && !fall->alone ? 0x2586 : 0x2591, style);
        x++;
        part_span(canvas, &x, edge, rect.y, counts ? style_bold(saves ? ROLE_GOOD : ROLE_BAD) : style, label);
        canvas_spot(canvas, (struct rect){from, rect.y, x - from, 1}, SPOT_LAYER, (int)fall->step);
    }
    canvas_text_right(canvas, edge, rect.y, -1, style_bold(ROLE_TITLE), end);
}
