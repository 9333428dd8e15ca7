/* The table of panels and what the plots among them share. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>

const struct panel panels[REGION_COUNT] = {
#define PANEL_ROW(id, digit_, click_, need_, axis, draw_)                                                    \
    [REGION_##id].digit = digit_, [REGION_##id].click = ACTION_##click_, [REGION_##id].need = need_,         \
    [REGION_##id].draw = draw_,
#define NOTE_ROW(id, rows, draw_) [REGION_##id].note = draw_,
#define TELL_ROW(id, tell_) [REGION_##id].tell = tell_,
#include "tui/board/panels.def"
};

enum region panel_of_action(enum action_id action)
{
    int region = 0;
    while (region < REGION_COUNT && (panels[region].digit == 0 || panels[region].click != action))
        region++;
    return (enum region)region;
}

enum region scene_panel_of(enum action_id action)
{
    return action == ACTION_NONE ? REGION_COUNT : panel_of_action(action);
}

const char *scene_panel_name(enum region region)
{
    static const char prefix[] = "panel-";
    enum action_id action =
        region < REGION_COUNT && panels[region].digit > 0 ? panels[region].click : ACTION_NONE;
    return action == ACTION_NONE ? "" : action_infos[action].name + sizeof prefix - 1;
}

/* 0 to 9, and & for 10. */
enum { PANEL_DIGITS = 13 };

enum region panel_after(enum region region, int step)
{
    int digit = panels[region].digit;
    for (;;) {
        digit = (digit + step + PANEL_DIGITS) % PANEL_DIGITS;
        for (int r = 0; r < REGION_COUNT && digit > 0; r++)
            if (panels[r].digit == digit)
                return (enum region)r;
    }
}

bool panel_tell(const struct scene *scene, struct account *account)
{
    bool (*tell)(const struct scene *, struct account *) = panels[scene->focus].tell;
    return tell && tell(scene, account);
}

const char *panel_why_not(enum region region)
{
    static const char *const reasons[] = {
        [NEED_NOTHING] = "",
        [NEED_ACCURACY] = "this panel is only for schemes that trade accuracy: here each app has one variant",
        [NEED_OBJECTIVE] =
            "this panel is only for schemes that trade accuracy: no scheme of Clover's is in force",
        [NEED_TURNS] = "this panel is only for GPUs on which two or more apps take turns: here is none",
        [NEED_PARTS] =
            "this panel needs a GPU whose power law tells parts apart: power staux, p_oi_w above 0",
        [NEED_WARMTH] = "this panel needs GPUs with temperatures: cooling water, and thermal constants"};
    return reasons[panels[region].need];
}

void panel_note(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    if (panels[scene->layout.full].note)
        panels[scene->layout.full].note(scene, rect, canvas);
}

struct chart panel_chart(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    return (struct chart){.canvas = canvas,
                          .plot = {layout->plot_x, rect.y + 1, layout->plot_w, rect.h - 1},
                          .gutter = layout->gutter_w,
                          .side = {layout->right_x, rect.y + 1, layout->right_w, rect.h - 1},
                          .ground = ROLE_BACKGROUND,
                          .heavy = layout->presents,
                          .scale = {0, 1}};
}

int panel_title(const struct scene *scene, struct canvas *canvas, struct rect rect, enum region region,
                const char *name, const char *unit)
{
    int digit = panels[region].digit;
    if (digit > 0)
        canvas_spot(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, SPOT_TITLE, (int)region);
    return part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, digit, name, unit,
                      scene->focus == region);
}

/* One column to the left of the words where it is short of that one: no curve ends there. */
void panel_reference(const struct scene *scene, struct lines *words)
{
    int w = words->rect.w;
    const char *name = scene_reference_fit(scene, w);
    int tight = text_width(name) > w - 2;
    canvas_print(words->canvas, words->rect.x - tight, words->rect.y + words->y++, w + tight,
                 style_of(ROLE_REFERENCE), tight ? "╌%s" : "╌ %s", name);
}

void panel_tag(const struct scene *scene, struct canvas *canvas, struct rect rect, int title_end,
               const char *text)
{
    int end = scene->layout.right_x;
    if (title_end + text_width(text) + 2 > end)
        end = rect.x + rect.w;
    if (scene->cursor_x >= 0)
        part_tag(canvas, scene->cursor_x, rect.y, title_end, end, text);
}

void panel_tag_fitting(const struct scene *scene, struct canvas *canvas, struct rect rect, int title_end,
                       const char *const *forms, size_t n)
{
    panel_tag(scene, canvas, rect, title_end, text_fitting(forms, n, rect.x + rect.w - title_end - 2));
}

void panel_tag_both(const struct scene *scene, struct canvas *canvas, struct rect rect, int title_end,
                    int decimals, double now, double then)
{
    enum { FORMS = 4 };
    decimals = scene->layout.presents && fabs(now) >= 10 ? 0 : decimals;
    const char *number = text(&canvas->texts, "%.*f", decimals, now),
               *both = text(&canvas->texts, "%s now · %.*f", number, decimals, then);
    const char *const forms[FORMS] = {text(&canvas->texts, "%s %s", both, scene_reference_word(scene)),
                                      text(&canvas->texts, "%s %s", both, scene_reference_brief(scene)),
                                      text(&canvas->texts, "%s now", number), number};
    int first = isnan(then) ? FORMS - 2 : 0;
    if (!isnan(now))
        panel_tag_fitting(scene, canvas, rect, title_end, forms + first, (size_t)(FORMS - first));
}
