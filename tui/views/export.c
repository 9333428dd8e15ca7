/* Exporting: the formats with the first lines of each, and the name of the file. What is exported is the
 * screen as it was when this was opened, so the popup itself is in no export. */
#include "tui/views/picker.h"

#include "store/file.h"
#include "tui/board/export.h"
#include "tui/widgets/prompt.h"
#include "tui/widgets/parts.h"
#include "engine/account/account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_WIDTH = 30, EXTENSION_W = 7, LINES_SHOWN = 40, LINE_SIZE = 240 };

struct export
{
    struct canvas frame; /* owned: what is exported */
    char view[32];
    bool told;
    struct account account;      /* where so: the rows of what is exported */
    enum export_format format;   /* of the text and the name */
    struct export_report report; /* of what it covers, which stays open below it */
    char *texts[EXPORT_COUNT];   /* owned: whole exports, once they were chosen */
    size_t sizes[EXPORT_COUNT];
    char *text; /* that of the format; NULL: `error` says why there is none */
    struct error error;
    struct prompt name;
    bool naming; /* the name is being typed */
    bool named;  /* it was typed: another format only changes its extension */
};

static bool export_load(struct host *host, struct picker_view *picker, const char *argument,
                        struct error *error)
{
    struct export *export = picker->own;
    (void)argument;
    (void)error;
    picker->n = EXPORT_COUNT;
    snprintf(export->view, sizeof export->view, "%s", host->shown);
    export->told = host->rows != NULL;
    if (export->told) {
        export->account = *host->rows;
        *host->rows = (struct account){0};
    }
    export->report = host->report;
    must_be(canvas_copy(&export->frame, host->canvas));
    return true;
}

static void export_unload(struct host *host, struct picker_view *picker)
{
    struct export *export = picker->own;
    (void)host;
    canvas_free(&export->frame);
    account_free(&export->account);
    for (int i = 0; i < EXPORT_COUNT; i++)
        free(export->texts[i]);
}

static const char *export_match(const struct picker_view *picker, int item)
{
    (void)picker;
    return export_infos[item].title;
}

/* A name that was typed keeps its stem. */
static void follow_format(const struct host *host, struct export *export)
{
    char name[PROMPT_SIZE];
    enum export_format was = export_format_of(export->name.text);
    if (!export->named || was == EXPORT_COUNT) {
        export_default_name(host->explorer->document.scenario.name, export->view, export->format, name,
                            sizeof name);
    } else {
        size_t stem = strlen(export->name.text) - strlen(export_infos[was].extension);
        snprintf(name, sizeof name, "%.*s%s", (int)stem, export->name.text,
                 export_infos[export->format].extension);
    }
    prompt_start(&export->name, name);
}

static struct export_source source_of(const struct host *host, const struct export *export)
{
    return (struct export_source){
        host->scene, host->theme, &export->frame, export->told ? &export->account : NULL,
        host->store, NULL,        export->report};
}

static void export_choose(struct host *host, struct picker_view *picker, int item)
{
    struct export *export = picker->own;
    export->format = (enum export_format)item;
    struct export_source source = source_of(host, export);
    const char *refusal = export_refusal(&source, export->format);
    if (!refusal && !export->texts[item])
        export->texts[item] = export_make(&source, export->format, &export->sizes[item], &export->error);
    export->text = refusal ? NULL : export->texts[item];
    if (refusal)
        error_set(&export->error, ERROR_INPUT, "", "%s", refusal);
    follow_format(host, export);
}

/* --- drawing --- */

static void export_row(const struct host *host, const struct picker_view *picker, int item, struct rect rect,
                       enum role ground, struct canvas *canvas)
{
    int x = rect.x, end = rect.x + rect.w;
    (void)host;
    (void)picker;
    part_span(canvas, &x, end < x + EXTENSION_W ? end : x + EXTENSION_W, rect.y,
              style_on(style_bold(ROLE_TITLE), ground),
              text(&canvas->texts, ".%s", export_infos[item].extension));
    x = rect.x + EXTENSION_W;
    part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_TEXT), ground), export_infos[item].title);
}

/* What a reader of a page sees of it first: its text, without its head and its pictures, a line for each line
 * of the file that has any. Returns it, to be freed. */
static char *page_text(const char *page)
{
    static const struct {
        const char *from, *to;
        bool apart; /* what follows is a thing of its own */
    } unseen[] = {{"<head", "</head>", false},
                  {"<style", "</style>", false},
                  {"<script", "</script>", false},
                  {"<svg", "</svg>", false},
                  {"<li", ">", true},
                  {"<", ">", false}};
    static const char *const signs[][2] = {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
    char *out = needed(malloc(strlen(page) + 1)), *to = out;
    int lines = 0;
    while (*page && lines < LINES_SHOWN) {
        const char *end = NULL;
        bool blank = to == out || to[-1] == '\n' || to[-1] == ' ';
        for (size_t i = 0; i < sizeof unseen / sizeof *unseen && !end; i++)
            if (strncmp(page, unseen[i].from, strlen(unseen[i].from)) == 0 &&
                (end = strstr(page, unseen[i].to))) {
                page = end + strlen(unseen[i].to);
                if (unseen[i].apart && !blank)
                    *to++ = ' ';
            }
        for (size_t i = 0; i < sizeof signs / sizeof *signs && !end; i++)
            if (strncmp(page, signs[i][0], strlen(signs[i][0])) == 0) {
                *to++ = *signs[i][1];
                page = end = page + strlen(signs[i][0]);
            }
        if (!end && !(blank && (*page == '\n' || *page == ' '))) {
            lines += *page == '\n';
            *to++ = *page;
        }
        page += !end;
    }
    *to = '\0';
    return out;
}

static void export_preview(const struct host *host, const struct picker_view *picker, int item,
                           struct rect rect, struct canvas *canvas)
{
    const struct export *export = picker->own;
    struct lines lines = {canvas, rect, 0};
    char size[64], rows[224];
    struct error ignored;
    struct export_source source = source_of(host, export);
    canvas_text(canvas, rect.x, rect.y, 5, popup_style(ROLE_DIM), "file");
    field_draw(canvas, (struct rect){rect.x + 5, rect.y, rect.w - 5, 1}, &export->name, export->naming,
               ROLE_POPUP);
    lines.y = 1;
    lines_wrap(&lines, popup_style(ROLE_TEXT), export_help(&source, (enum export_format)item));
    if (item == EXPORT_CSV && !export->told) {
        export_csv_describe(host->scene, rows, sizeof rows);
        lines_wrap(&lines, popup_style(ROLE_TEXT), rows);
    }
    if (!export->text) {
        lines_wrap(&lines, popup_bold(ROLE_BAD), export->error.message);
        return;
    }
    snprintf(size, sizeof size, "%.1f kB; it begins:", (double)export->sizes[item] / 1e3);
    size_t n;
    char *picture = item == EXPORT_SVG    ? export_make(&source, EXPORT_TEXT, &n, &ignored)
                    : item == EXPORT_HTML ? page_text(export->text)
                                          : NULL; /* markup says nothing */
    if (picture)
        snprintf(size, sizeof size, "%.1f kB; it shows:", (double)export->sizes[item] / 1e3);
    lines_gap(&lines);
    lines_put(&lines, popup_style(ROLE_TEXT), size);
    /* The first lines of a text: as they are in the file, or what a picture shows; what is no text is a sign.
     */
    const char *at = picture ? picture : export->text;
    char line[LINE_SIZE];
    for (int i = 0; i < LINES_SHOWN && lines_left(&lines) > 0 && *at; i++) {
        size_t length = strcspn(at, "\n");
        /* A line without the sequences that colour it. */
        size_t used = 0;
        for (size_t k = 0; k < length && used + 1 < sizeof line; k++) {
            if (at[k] == '\033')
                while (k + 1 < length && at[k] != 'm')
                    k++;
            else
                line[used++] = at[k];
        }
        line[used] = 0;
        lines_put(&lines, popup_style(ROLE_DIM), line);
        at += length + (at[length] == '\n');
    }
    free(picture);
}

/* --- the view --- */

static unsigned write_file(struct host *host, struct picker_view *picker)
{
    struct export *export = picker->own;
    struct error error = {0};
    char path[PATH_SIZE];
    enum export_format typed = export_format_of(export->name.text);
    if (typed == EXPORT_COUNT)
        return host_refuse(
            host, "the name must end in .svg, .txt, .ansi, .csv, .json or .html, which tells the format");
    if (typed != export->format) {
        char name[PROMPT_SIZE];
        snprintf(name, sizeof name, "%s", export->name.text);
        export_choose(host, picker, (int)typed);
        prompt_start(&export->name, name);
    }
    error = export->error;
    if (!export->text ||
        !export_to_file(export->name.text, export->text, export->sizes[export->format], path, &error))
        return host_fail(host, &error);
    return host_say(host, "exported to %s", path) | REPLY_CLOSE;
}

static unsigned export_accept(struct host *host, struct picker_view *picker, int item)
{
    (void)item;
    return write_file(host, picker);
}

static bool export_typing(const struct picker_view *picker)
{
    return ((const struct export *)picker->own)->naming;
}

static unsigned export_text(struct host *host, struct picker_view *picker, uint32_t key)
{
    struct export *export = picker->own;
    (void)host;
    prompt_key(&export->name, key);
    export->named = true;
    return REPLY_DONE;
}

static unsigned export_first(struct host *host, struct picker_view *picker, enum action_id action)
{
    struct export *export = picker->own;
    if (action == ACTION_LIST_TAB) {
        export->naming = !export->naming;
        export->name.whole = export->naming && !export->named;
        return REPLY_DONE;
    }
    if (export->naming && action == ACTION_BACK) {
        export->naming = export->named = false;
        follow_format(host, export);
        return REPLY_DONE;
    }
    if (export->naming && action == ACTION_LIST_ACCEPT)
        return write_file(host, picker);
    return export->naming && field_action(&export->name, action) ? REPLY_DONE : 0;
}

static const struct picker_kind export_kind = {
    .title = "Export what is on screen",
    .empty = "",
    .own_size = sizeof(struct export),
    .list_w = LIST_WIDTH,
    .load = export_load,
    .unload = export_unload,
    .match = export_match,
    .row = export_row,
    .choose = export_choose,
    .preview = export_preview,
    .accept = export_accept,
    .first = export_first,
    .typing = export_typing,
    .text = export_text,
};

static const struct hint export_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "format", 1},
    {ACTION_LIST_TAB, ACTION_NONE, "type the name", 1},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "write", 1},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

const struct view_ops view_export = {
    .contexts = CONTEXT_LIST,
    PICKER_SLOTS(export_kind),
    .fresh = true, /* keys may have come since the frame was drawn */
    .no_rows = "it shows what another view has to give",
    .hints = export_hints,
    .n_hints = sizeof export_hints / sizeof *export_hints,
};
