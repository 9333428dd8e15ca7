/* The theme picker: what is chosen is shown at once on the dashboard behind; leaving without taking it brings
 * the old theme back. */
#include "tui/views/picker.h"

#include "engine/base/text.h"
#include "tui/widgets/parts.h"

#include <string.h>

enum { THEMES_MAX = 64, SAMPLE_WIDTH = 30 };

struct themes {
    char names[THEMES_MAX][32];
    struct theme before;
    bool taken;
    char fault[200]; /* of the chosen one, or "" */
};

static bool themes_load(struct host *host, struct picker_view *picker, const char *argument,
                        struct error *error)
{
    struct themes *own = picker->own;
    (void)argument;
    (void)error;
    own->before = *host->theme;
    picker->texts = own->names[0];
    picker->text_step = sizeof *own->names;
    picker->n = theme_list(host->data_dir, own->names, THEMES_MAX);
    for (int i = 0; i < picker->n; i++)
        if (strcmp(own->names[i], host->theme->name) == 0)
            picker->at = i;
    return true;
}

static void themes_unload(struct host *host, struct picker_view *picker)
{
    const struct themes *own = picker->own;
    if (!own->taken)
        *host->theme = own->before;
    host->wishes.restyle = true;
}

static void themes_row(const struct host *host, const struct picker_view *picker, int item, struct rect row,
                       enum role ground, struct canvas *canvas)
{
    const struct themes *own = picker->own;
    bool used = strcmp(own->names[item], own->before.name) == 0;
    int x = row.x + 1, end = row.x + row.w;
    (void)host;
    part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_TEXT), ground), own->names[item]);
    if (used)
        part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_DIM), ground), "  in use");
}

static void themes_choose(struct host *host, struct picker_view *picker, int item)
{
    struct themes *own = picker->own;
    struct error error = {0};
    struct theme next;
    own->fault[0] = 0;
    if (theme_load(&next, host->data_dir, own->names[item], &error))
        *host->theme = next;
    else
        text_print(own->fault, sizeof own->fault, "%s: %s", error.place, error.message);
    host->wishes.restyle = true;
}

/* What the colours stand for, on the ground that the dashboard has. */
static void themes_preview(const struct host *host, const struct picker_view *picker, int item,
                           struct rect rect, struct canvas *canvas)
{
    static const struct {
        enum role role, words; /* areas have colours that no text has */
        const char *sign, *text;
    } samples[] = {
        {ROLE_TITLE, ROLE_TITLE, "12.3", "titles and values"},
        {ROLE_DIM, ROLE_DIM, "┄┄┄┄", "labels, units"},
        {ROLE_GOOD, ROLE_GOOD, "▼", "better, SLO met"},
        {ROLE_BAD, ROLE_BAD, "▲", "worse, SLO missed"},
        {ROLE_EDIT, ROLE_EDIT, "◆", "your edits"},
        {ROLE_PROVENANCE, ROLE_PROVENANCE, "~", "on modelled rows"},
        {ROLE_REFERENCE, ROLE_REFERENCE, "╌╌╌╌", "the reference"},
        {ROLE_ACTIVE, ROLE_TEXT, "████", "active energy"},
        {ROLE_IDLE, ROLE_TEXT, "▒▒▒▒", "idle energy"},
        {ROLE_BUSY, ROLE_TEXT, "████", "busy share"},
    };
    const struct themes *own = picker->own;
    int y = rect.y, w = rect.w < SAMPLE_WIDTH ? rect.w : SAMPLE_WIDTH;
    (void)item;
    if (*own->fault) {
        part_wrap(canvas, rect, popup_style(ROLE_BAD), own->fault);
        return;
    }
    y += part_wrap(canvas, (struct rect){rect.x, y, rect.w, 2}, popup_bold(ROLE_TITLE), host->theme->title) +
         1;
    canvas_clip(canvas, rect);
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++, y++) {
        canvas_fill(canvas, (struct rect){rect.x, y, w, 1}, ' ', style_of(ROLE_TEXT));
        canvas_text(canvas, rect.x + 1, y, 4, style_of(samples[i].role), samples[i].sign);
        canvas_text(canvas, rect.x + 7, y, w - 7, style_of(samples[i].words), samples[i].text);
    }
    canvas_unclip(canvas);
}

static unsigned themes_accept(struct host *host, struct picker_view *picker, int item)
{
    struct themes *own = picker->own;
    if (*own->fault)
        return host_refuse(host, "%s", own->fault);
    own->taken = true;
    return host_say(host, "theme %s; `theme = %s` in wattif.conf keeps it", own->names[item],
                    own->names[item]) |
           REPLY_CLOSE;
}

static const struct picker_kind themes_kind = {
    .title = "Theme",
    .empty = "There is no theme; themes/ was not found.",
    .own_size = sizeof(struct themes),
    .w = 66,
    .h = 17,
    .list_w = 26,
    .live = true,
    .load = themes_load,
    .unload = themes_unload,
    .row = themes_row,
    .choose = themes_choose,
    .preview = themes_preview,
    .accept = themes_accept,
};

const struct view_ops view_themes = {
    .contexts = CONTEXT_LIST, PICKER_SLOTS(themes_kind), .no_rows = "it lists names, which have no numbers"};
