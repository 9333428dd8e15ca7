/* A file before it is imported: what it is read as, what each of its columns is taken for, its first rows,
 * and every fault with its place. Nothing is written before the user has seen that and says so again; what
 * has faults cannot be imported at all. */
#include "tui/views/library_shelf.h"
#include "tui/views/view.h"

#include "engine/base/text.h"
#include "store/file.h"
#include "tui/term/text.h"
#include "tui/widgets/prompt.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"
#include "tui/words/lesson_words.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 110,
    HEIGHT = 36,
    LABEL = 8,
    COLUMN_MIN = 8,
    COLUMN_MAX = 28,
    ROOMY = 28 /* rows in which all fields and what was found have room */
};
enum import_field {
    FIELD_PATH,
    FIELD_NAME,
    FIELD_AS,
    FIELD_BASIS,
    FIELD_ZEROS,
    FIELD_GPU,
    FIELD_MODEL,
    FIELD_COLUMN,
    FIELD_UNIT,
    FIELD_KIND,
    FIELD_DATES,
    FIELD_COUNT
};

static const struct {
    const char *label, *help;
} fields[FIELD_COUNT] = {
    {"file", "its path; CSV or JSON"},
    {"name", "in the library; empty: as the file"},
    {"read as", "a format; empty: by its columns"},
    {"basis", "of a trace's grams: lca or direct"},
    {"zeros", "of a load: zero, or missing"},
    {"GPU", "of a profile that does not say it"},
    {"model", "likewise"},
    {"column", "of a table's numbers"},
    {"unit", "of its intensities, as g/kWh"},
    {"kind", "average, marginal or long-run"},
    {"dates", "dmy or mdy: what comes first"},
};

struct import_view {
    struct prompt lines[FIELD_COUNT];
    int focus;
    bool looked;                    /* at the file, with these fields: the rest is what that came to */
    bool clean;                     /* it can be imported */
    struct shelf_file shelf;        /* what it is if it is no item of the store */
    struct import_preview *preview; /* owned, like the next */
    struct faults *faults;
    struct error error;
    int top; /* the first fault shown */
};

static void import_close(struct host *host, void *state)
{
    struct import_view *own = state;
    (void)host;
    free(own->preview);
    free(own->faults);
}

static bool import_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct import_view *own = state;
    (void)argument;
    if (!host->store)
        return error_set(error, ERROR_INPUT, "", "there is no store to import into");
    if (store_is_read_only(host->store))
        return error_set(error, ERROR_SYSTEM, store_path(host->store), "nothing can be imported: %s",
                         store_why_unsaved(host->store));
    for (int i = 0; i < FIELD_COUNT; i++)
        prompt_start(&own->lines[i], "");
    own->preview = needed(calloc(1, sizeof *own->preview));
    own->faults = needed(calloc(1, sizeof *own->faults));
    return true;
}

/* --- looking, and importing --- */

static const char *said(const struct import_view *own, enum import_field field)
{
    return *own->lines[field].text ? own->lines[field].text : NULL;
}

/* Which of the words, whose first is for nothing said; false with a message: none. */
static bool choose(const struct import_view *own, enum import_field field, const char *const *words, int n,
                   int *which, struct error *error)
{
    const char *word = said(own, field);
    char list[96] = "";
    *which = 0;
    for (int k = 1; k < n && word; k++) {
        text_append(list, sizeof list, "%s%s", k == 1 ? "" : " or ", words[k]);
        *which = strcmp(words[k], word) == 0 ? k : *which;
    }
    return !word || *which > 0 ||
           error_set(error, ERROR_INPUT, fields[field].label, "is %s, or left empty", list);
}

/* False with a message: a field says what it cannot. */
static bool fill_options(const struct import_view *own, struct import_options *options, struct error *error)
{
    static const char *const orders[] = {"", "dmy", "mdy"};
    const char *zeros = said(own, FIELD_ZEROS);
    int basis, kind, dates;
    *options = (struct import_options){.name = said(own, FIELD_NAME),
                                       .format = said(own, FIELD_AS),
                                       .column = said(own, FIELD_COLUMN),
                                       .unit = said(own, FIELD_UNIT),
                                       .gpu = said(own, FIELD_GPU),
                                       .model = said(own, FIELD_MODEL),
                                       .zeros_missing = zeros && strcmp(zeros, "missing") == 0};
    if (!choose(own, FIELD_BASIS, carbon_basis_names, BASIS_COUNT, &basis, error) ||
        !choose(own, FIELD_KIND, carbon_kind_names, KIND_COUNT, &kind, error) ||
        !choose(own, FIELD_DATES, orders, 3, &dates, error))
        return false;
    options->basis = (enum carbon_basis)basis;
    options->kind = (enum carbon_kind)kind;
    options->dates = (enum date_order)dates;
    return !zeros || options->zeros_missing || strcmp(zeros, "zero") == 0 ||
           error_set(error, ERROR_INPUT, "zeros", "is missing or zero, or left empty");
}

static void look(struct host *host, struct import_view *own)
{
    struct import_options options;
    char path[PATH_SIZE];
    path_from_home(path, sizeof path, own->lines[FIELD_PATH].text);
    *own->faults = (struct faults){0};
    *own->preview = (struct import_preview){.kind = STORE_KIND_COUNT, .help = ""};
    own->error = (struct error){0};
    own->looked = true;
    own->top = 0;
    shelf_look(host, path, &own->shelf, own->faults);
    if (own->shelf.shelf != SHELF_COUNT) {
        own->clean = own->shelf.shelf == SHELF_LESSONS && own->faults->count == 0;
        return;
    }
    own->clean = fill_options(own, &options, &own->error) &&
                 store_import_preview(host->store, STORE_KIND_COUNT, path, &options, own->preview,
                                      own->faults, &own->error);
    if (!own->clean && own->faults->count == 0)
        faults_add_error(own->faults, own->error.place, &own->error);
}

static unsigned accept(struct host *host, struct import_view *own)
{
    if (!*own->lines[FIELD_PATH].text)
        return host_say(host, "which file?");
    if (own->looked && own->clean) {
        struct import_options options;
        struct import_report report;
        struct error error = {0};
        char path[PATH_SIZE];
        path_from_home(path, sizeof path, own->lines[FIELD_PATH].text);
        *own->faults = (struct faults){0};
        if (own->shelf.shelf == SHELF_LESSONS) {
            /* A lesson goes to the user's own. */
            struct lecture lesson;
            if (!lessons_import(host->store, path, &lesson_words, &lesson, own->faults, &error)) {
                if (own->faults->count == 0)
                    faults_add_error(own->faults, error.place, &error);
                own->clean = false;
                return host_refuse(host, "nothing was imported");
            }
            host->imported.kind = STORE_KIND_COUNT;
            text_copy(host->imported.name, sizeof host->imported.name, lesson.name);
            message_say(host->message, false, "imported the lesson %s: Enter begins it", lesson.name);
            lecture_free(&lesson);
            return REPLY_DONE | REPLY_CLOSE;
        }
        if (!fill_options(own, &options, &error) ||
            !store_import(host->store, own->preview->kind, path, &options, &report, own->faults, &error)) {
            message_say_error(host->message, &error);
            own->clean = false;
            if (own->faults->count == 0)
                faults_add_error(own->faults, error.place, &error);
            return REPLY_DONE;
        }
        host->imported.kind = own->preview->kind;
        text_copy(host->imported.name, sizeof host->imported.name, report.name);
        return host_say(host, "imported the %s %s: %s%s", store_kind_names[own->preview->kind], report.name,
                        report.summary,
                        report.hides_builtin ? "; the name meant something that came with wattif until now"
                                             : "") |
               REPLY_CLOSE;
    }
    look(host, own);
    if (own->faults->count > 0)
        message_say(host->message, true, "%zu fault%s: nothing can be imported", own->faults->count,
                    own->faults->count == 1 ? "" : "s");
    return REPLY_DONE;
}

/* --- drawing --- */

static void draw_faults(const struct import_view *own, struct lines *lines)
{
    const struct faults *faults = own->faults;
    size_t kept = faults->count < FAULTS_KEPT ? faults->count : FAULTS_KEPT;
    lines_print(lines, popup_bold(ROLE_BAD), "%zu fault%s; nothing of it is imported", faults->count,
                faults->count == 1 ? "" : "s");
    for (size_t i = (size_t)own->top; i < kept && lines_left(lines) > 0; i++) {
        char text[ERROR_PLACE + 520];
        const struct error *fault = &faults->kept[i];
        text_print(text, sizeof text, "%s%s%s", fault->place, *fault->place ? ": " : "", fault->message);
        lines_wrap(lines, popup_style(ROLE_BAD), text);
    }
}

static void draw_found(const struct import_view *own, struct lines *lines)
{
    const struct import_preview *preview = own->preview;
    char count[FORMAT_SIZE];
    if (own->shelf.shelf != SHELF_COUNT) {
        lines_wrap(lines, popup_bold(ROLE_TITLE), own->shelf.said);
        lines_gap(lines);
        if (own->faults->count > 0)
            draw_faults(own, lines);
        else if (own->clean)
            lines_put(lines, popup_bold(ROLE_TITLE), "No fault was found. Enter imports it.");
        return;
    }
    if (preview->kind < STORE_KIND_COUNT)
        lines_print(lines, popup_bold(ROLE_TITLE), "a %s, read as %s: %s", store_kind_names[preview->kind],
                    preview->report.format, preview->help);
    int rows = part_clamp(lines_left(lines) - (own->clean ? 6 : 9), 2, PREVIEW_ROWS);
    /* The file's own header, below it what each column is read as, and the first rows. */
    int left = lines->rect.x + 1, x = left + LABEL, end = lines->rect.x + lines->rect.w,
        y = lines->rect.y + lines->y;
    if (preview->n_columns != 0 && lines_left(lines) >= 3) {
        canvas_text(lines->canvas, left, y, LABEL, popup_style(ROLE_DIM), "column");
        canvas_text(lines->canvas, left, y + 1, LABEL, popup_style(ROLE_DIM), "read as");
        for (int r = 0; r < preview->n_rows && r < rows; r++)
            canvas_print(lines->canvas, left, y + 2 + r, LABEL, popup_style(ROLE_DIM), "row %d", r + 1);
        for (int k = 0; k < preview->n_columns && x < end; k++) {
            int widest = text_width(preview->header[k]), meaning = text_width(preview->meaning[k]);
            for (int r = 0; r < preview->n_rows; r++) {
                int cell = text_width(preview->cells[r][k]);
                widest = cell > widest ? cell : widest;
            }
            int w = part_clamp(meaning > widest ? meaning : widest, COLUMN_MIN, COLUMN_MAX);
            bool read = *preview->meaning[k] != 0;
            w = x + w > end ? end - x : w;
            canvas_text(lines->canvas, x, y, w, popup_bold(ROLE_TITLE), preview->header[k]);
            canvas_text(lines->canvas, x, y + 1, w, popup_style(read ? ROLE_GOOD : ROLE_DIM),
                        read ? preview->meaning[k] : "not read");
            for (int r = 0; r < preview->n_rows && r < rows; r++)
                canvas_text(lines->canvas, x, y + 2 + r, w, popup_style(read ? ROLE_TEXT : ROLE_DIM),
                            preview->cells[r][k]);
            x += w + 2;
        }
        lines->y += 2 + (preview->n_rows < rows ? preview->n_rows : rows);
        if (preview->more_columns > 0)
            lines_print(lines, popup_style(ROLE_DIM), " and %d columns more", preview->more_columns);
    }
    lines_gap(lines);
    if (!own->clean) {
        draw_faults(own, lines);
        return;
    }
    lines_factf(lines, "as", "%s%s", preview->report.name,
                preview->report.kept_rows > 0 ? ", beside the curves that it has already" : "");
    lines_factf(lines, "rows", "%s", format_count(count, (int64_t)preview->report.rows));
    lines_fact(lines, "holds", 3, preview->report.summary);
    if (*preview->report.unknown_gpu)
        lines_factf(lines, "note",
                    "the GPU type %s is not known: its rows can be used once a device line says what it is",
                    preview->report.unknown_gpu);
    lines_put(lines, popup_bold(ROLE_TITLE), "No fault was found. Enter imports it.");
}

static void import_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct import_view *own = state;
    struct rect inside = popup_open(canvas, WIDTH, HEIGHT, "Import a file", own->looked ? "looked at" : "");
    struct lines lines = {canvas, inside, 0};
    (void)host;
    if (inside.w < 20 || inside.h < 4)
        return;
    int rows = lines.rect.h;
    for (int i = 0; i < FIELD_COUNT && lines_left(&lines) > 0; i++) {
        /* On a low screen what was found comes before fields that nobody filled in; the next one that Tab
         * reaches is shown when it is. */
        if (!(rows >= ROOMY || !own->looked || i == own->focus || i == FIELD_PATH || *own->lines[i].text))
            continue;
        struct rect at = {lines.rect.x, lines.rect.y + lines.y, lines.rect.w, 1};
        int w = i == FIELD_PATH ? at.w - LABEL - 1 : part_clamp(at.w - LABEL - 1, 0, 26);
        lines_put(&lines, popup_style(ROLE_DIM), "");
        field_labelled(lines.canvas, at, fields[i].label, LABEL + 1, w, &own->lines[i], i == own->focus);
        if (i != FIELD_PATH)
            canvas_text(lines.canvas, at.x + LABEL + w + 3, at.y, at.w - LABEL - w - 3, popup_style(ROLE_DIM),
                        fields[i].help);
    }
    lines_gap(&lines);
    if (own->looked)
        draw_found(own, &lines);
    else
        lines_wrap(
            &lines, popup_style(ROLE_DIM),
            "Enter looks at the file: what it is, what its columns are taken for, its first rows, and every fault with its place. Nothing is written before Enter is pressed again.");
}

/* --- input --- */

static unsigned import_text(struct host *host, void *state, uint32_t key)
{
    struct import_view *own = state;
    (void)host;
    if (prompt_key(&own->lines[own->focus], key))
        own->looked = false;
    return REPLY_DONE;
}

static unsigned import_action(struct host *host, void *state, enum action_id action)
{
    struct import_view *own = state;
    int step = action == ACTION_LIST_UP ? FIELD_COUNT - 1 : 1;
    switch (action) {
    case ACTION_LIST_ACCEPT:
        return accept(host, own);
    case ACTION_LIST_TAB:
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        own->focus = (own->focus + step) % FIELD_COUNT;
        return REPLY_DONE;
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        own->top = part_clamp(own->top + (action == ACTION_LIST_PAGE_UP ? -4 : 4), 0,
                              own->faults->count > 0 ? (int)(own->faults->count - 1) : 0);
        return REPLY_DONE;
    default:
        if (!field_action(&own->lines[own->focus], action))
            return 0;
        own->looked &= action == ACTION_LIST_LEFT || action == ACTION_LIST_RIGHT;
        return REPLY_DONE;
    }
}

static unsigned import_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct import_view *own = state;
    struct rect inside = popup_inside(host->canvas, WIDTH, HEIGHT);
    int row = y - inside.y;
    if (button == 1 && rect_contains(inside, x, y) && row < FIELD_COUNT)
        own->focus = row;
    return REPLY_DONE;
}

static const struct hint import_hints[] = {
    {ACTION_LIST_ACCEPT, ACTION_NONE, "look, then import", 0},
    {ACTION_LIST_TAB, ACTION_NONE, "field", 1},
    {ACTION_LIST_PAGE_UP, ACTION_LIST_PAGE_DOWN, "faults", 2},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

const struct view_ops view_import = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .state_size = sizeof(struct import_view),
    .open = import_open,
    .close = import_close,
    .draw = import_draw,
    .no_rows = "what it shows is the file itself",
    .typing = view_typing,
    .text = import_text,
    .action = import_action,
    .mouse = import_mouse,
    .hints = import_hints,
    .n_hints = sizeof import_hints / sizeof *import_hints,
};
