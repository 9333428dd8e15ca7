/* One frame: the same desk as the dashboard's, waited for until everything is computed, then written. */
#include "tui/desk/screen_render.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "tui/board/export.h"
#include "tui/desk/desk.h"
#include "tui/explorer/lineup.h"
#include "tui/explorer/sweeping.h"
#include "tui/term/writer.h"
#include "tui/words/print.h"
#include "engine/account/account.h"

#include <stdio.h>
#include <stdlib.h>

const char *const screen_format_names[SCREEN_FORMAT_COUNT] = {"text", "ansi", "svg", "csv", "json", "html"};

static bool place_cursor(struct desk *desk, const char *cursor, struct error *error)
{
    int64_t t_ns;
    explorer_wait(desk->explorer);
    if (!cursor)
        return true;
    if (!scenario_parse_time(&desk->explorer->document.scenario, cursor, &t_ns, error))
        return false;
    if (t_ns > desk->explorer->time.horizon_ns)
        return error_set(error, ERROR_INPUT, "--cursor", "%s is after the end of the run, which lasts %.0f s",
                         cursor, (double)desk->explorer->time.horizon_ns / 1e9);
    explorer_seek(desk->explorer, t_ns);
    explorer_wait(desk->explorer);
    return true;
}

static bool focus_knob(struct desk *desk, const char *name, struct error *error)
{
    const struct focus *focus = &desk->explorer->focus;
    const struct scenario *scenario = &desk->explorer->document.scenario;
    struct knob_ref knob;
    struct error inner = {0};
    if (!name)
        return true;
    if (!knob_resolve(scenario, name, &knob, &inner))
        return error_set(error, ERROR_INPUT, "--knob", "%s", inner.message);
    explorer_favour(desk->explorer, knob);
    return (focus->n_knobs > 0 && explorer_same_knob(focus->knobs[focus->at], knob)) ||
           error_set(error, ERROR_INPUT, "--knob", "%s cannot be turned along a range here", name);
}

static bool open_view(struct desk *desk, const struct screen_request *request)
{
    char words[LINEUP_WORDS] = "";
    if (request->n_beside > 0)
        text_print(words, sizeof words, "%s", LINEUP_NOW);
    for (int i = 0; i < request->n_beside; i++)
        text_append(words, sizeof words, LINEUP_BREAK "%s", request->beside[i]);
    return desk_open_view(desk, request->view,
                          request->n_beside == 0 && request->argument ? request->argument : words);
}

static bool write_rows(struct desk *desk, const struct screen_request *request, FILE *out,
                       struct error *error)
{
    size_t n;
    if (request->view != VIEW_COUNT && !view_ops[request->view]->tell) {
        return error_set(error, ERROR_INPUT, "--format",
                         "%s has no rows, because %s; without --view csv has the curves and json the report",
                         view_names[request->view].name, view_ops[request->view]->no_rows);
    }
    struct account account;
    bool told = desk_tell(desk, &account);
    struct export_source source = {
        &desk->scene, &desk->theme, &desk->canvas, told ? &account : NULL, desk->store, NULL, {0}};
    char *text = export_make(&source, request->format == SCREEN_CSV ? EXPORT_CSV : EXPORT_JSON, &n, error);
    if (text)
        fwrite(text, 1, n, out); /* its owner asks ferror */
    free(text);
    account_free(&account);
    return text || error_set(error, ERROR_SYSTEM, "", "out of memory");
}

/* What is on the screen as a page, where it has one of its own; else the whole run, whatever of it is shown.
 */
static bool write_report(struct desk *desk, const struct screen_request *request, FILE *out,
                         struct error *error)
{
    struct export_source source = {&desk->scene, &desk->theme,   &desk->canvas,    NULL,
                                   desk->store,  request->seeds, desk_report(desk)};
    const char *refusal = export_refusal(&source, EXPORT_HTML);
    size_t n;
    if (refusal)
        return error_set(error, ERROR_INPUT, "--format", "%s", refusal);
    char *text = export_make(&source, EXPORT_HTML, &n, error);
    if (text)
        fwrite(text, 1, n, out); /* its owner asks ferror */
    free(text);
    return text != NULL;
}

/* A view from which what could not be simulated is missing would say something else. */
static void was_fed(const struct desk *desk)
{
    const struct result *now = desk->explorer->results.current;
    must_be(result_is_finished(now) || !result_is_over(now) || now->error.kind != ERROR_SYSTEM);
}

/* So would a dashboard from which the run or a reference is missing. */
static void has_all(const struct desk *desk)
{
    was_fed(desk);
    must_be(desk->scene.now->result &&
            (!explorer_reference(desk->explorer) || desk->scene.reference->result));
}

/* On a terminal: one line that is written over, and wiped at the end. */
static void tell_progress(const struct explorer *explorer)
{
    const struct results *results = &explorer->results;
    bool own = !result_is_over(results->current);
    const struct result *of = own ? results->current : results->references[results->reference].coming;
    fputs("\r\033[K", stderr);
    if (of)
        print(stderr, "simulated %.0f %% of the %s",
              100.0 * recording_count(of->recording) / of->recording->n_buckets, own ? "run" : "reference");
    fflush(stderr);
}

/* In a frame of its own, which begins when there is room for it. */
__attribute__((noinline)) static bool render(struct store *store, const struct screen_request *request,
                                             FILE *out, struct error *error)
{
    struct desk desk = {0};
    int columns = request->columns ? request->columns : 80, rows = request->rows ? request->rows : 24;
    struct desk_options options = desk_options_for(store, request->scenario, &request->display);
    options.origin = request->origin;
    options.run_name = request->run_name;
    bool of_run =
        request->format == SCREEN_HTML && !(request->view != VIEW_COUNT && view_ops[request->view]->report);
    bool ok = desk_open(&desk, &options, error) && desk_resize(&desk, columns, rows, error);
    if (ok && !of_run) /* a report is of the whole run, wherever one looks */
        ok = place_cursor(&desk, request->cursor, error) && focus_knob(&desk, request->knob, error);
    if (ok && request->sweep)
        ok = explorer_sweep_show(desk.explorer, &request->sweep->head.sweep, request->sweep->values,
                                 request->sweep->n, error);
    desk.host.of_sweep = ok && request->sweep;
    desk.scene.presenting = request->presents;
    if (ok && of_run) {
        explorer_wait_shown(desk.explorer, request->progress ? tell_progress : NULL);
        desk_draw(&desk);
        if (request->summary)
            *request->summary = desk.scene.now->total;
        has_all(&desk);
        ok = write_report(&desk, request, out, error);
    } else if (ok) {
        desk_draw(&desk); /* views may ask where things are on the dashboard */
        if (request->view != VIEW_COUNT && !open_view(&desk, request))
            ok = error_set(error, desk.message.system ? ERROR_SYSTEM : ERROR_INPUT,
                           desk.message.system ? "" : "--view", "%s", desk.message.text);
        desk_settle(&desk);
        if (ok)
            (request->view == VIEW_COUNT ? has_all : was_fed)(&desk);
        if (ok && request->format == SCREEN_HTML)
            ok = write_report(&desk, request, out, error);
        else if (ok && request->format >= SCREEN_CSV)
            ok = write_rows(&desk, request, out, error);
        else if (ok) {
            enum color_mode color = display_color(request->display.color, COLOR_DIRECT);
            if (request->format == SCREEN_SVG)
                writer_svg(&desk.canvas, &desk.theme, color, out);
            else if (request->format == SCREEN_ANSI)
                writer_ansi(&desk.canvas, &desk.theme, color, out);
            else
                writer_text(&desk.canvas, out);
        }
    }
    desk_close(&desk);
    return ok;
}

bool screen_render(struct store *store, const struct screen_request *request, FILE *out, struct error *error)
{
    return memory_reserve_stack() ? render(store, request, out, error)
                                  : error_set(error, ERROR_SYSTEM, "", "out of memory");
}
