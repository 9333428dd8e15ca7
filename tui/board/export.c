/* Each format is one row of a table and one function that prints to a stream. */
#include "tui/board/export.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "store/file.h"
#include "store/json/summary_json.h"
#include "tui/board/export_html.h"
#include "tui/term/text.h"
#include "tui/term/writer.h"
#include "tui/media/rows.h"
#include "tui/report/account_report.h"
#include "tui/report/report_page.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { NAMES_TRIED = 1000 };

/* --- the frame --- */

static bool print_text(const struct export_source *source, FILE *out, struct error *error)
{
    (void)error;
    writer_text(source->frame, out);
    return true;
}

static bool print_ansi(const struct export_source *source, FILE *out, struct error *error)
{
    (void)error;
    writer_ansi(source->frame, source->theme, display_color(COLOR_AUTO, COLOR_DIRECT), out);
    return true;
}

static bool print_svg(const struct export_source *source, FILE *out, struct error *error)
{
    (void)error;
    writer_svg(source->frame, source->theme, display_color(COLOR_AUTO, COLOR_DIRECT), out);
    return true;
}

static bool print_csv(const struct export_source *source, FILE *out, struct error *error)
{
    (void)error;
    return source->account ? media_csv(source->account, 0, out) : export_csv(source->scene, out);
}

/* --- the report --- */

static void json_time(struct json_writer *writer, const char *key, int64_t unix_s)
{
    char text[24];
    civil_format(unix_s, text, sizeof text);
    json_string(writer, key, text);
}

static bool print_json(const struct export_source *source, FILE *out, struct error *error)
{
    struct json_writer writer = {0};
    const struct scene *scene = source->scene;
    if (source->account)
        return media_json(source->account, out);
    json_begin_object(&writer, NULL);
    json_string(&writer, "headline", scene->headline.text);
    const struct explorer *explorer = scene->explorer;
    int64_t from_ns, to_ns, start_s = explorer->document.scenario.start_s;
    explorer_window(explorer, &from_ns, &to_ns);
    json_begin_object(&writer, "view");
    json_number(&writer, "cursor_s", ns_to_s(explorer->time.cursor_ns));
    json_time(&writer, "cursor_at", start_s + explorer->time.cursor_ns / NS_PER_S);
    json_number(&writer, "window_from_s", ns_to_s(from_ns));
    json_number(&writer, "window_to_s", ns_to_s(to_ns));
    json_time(&writer, "window_from", start_s + from_ns / NS_PER_S);
    json_time(&writer, "window_to", start_s + to_ns / NS_PER_S);
    json_number(&writer, "simulated_s", ns_to_s(explorer_buffered_ns(explorer)));
    json_bool(&writer, "complete", recording_finished(scene->now->result->recording));
    json_string(&writer, "reference", scene->compared ? scene->reference_name : NULL);
    json_end_object(&writer);
    summary_to_json(&writer, "run", scene->now->result->model, &scene->now->total);
    if (scene->compared && scene->reference->result)
        summary_to_json(&writer, "reference", scene->reference->result->model, &scene->reference->total);
    json_end_object(&writer);
    char *json = json_writer_take(&writer);
    struct report report = {0};
    bool good = json && (!source->store ||
                         report_add_run(&report, source->store, "", &explorer->document.scenario, error));
    char *text = good ? account_report_answer(&report, json) : NULL;
    if (text)
        fprintf(out, "%s\n", text);
    free(text);
    free(json);
    report_free(&report);
    return text != NULL;
}

static bool print_html(const struct export_source *source, FILE *out, struct error *error)
{
    if (source->report.print)
        return source->report.print(source->report.of, out, error);
    return export_html(source->scene, source->seeds, source->store, out);
}

const char *export_refusal(const struct export_source *source, enum export_format format)
{
    if (format != EXPORT_HTML)
        return NULL;
    if (!source->store)
        return "a report carries its inputs, and no library is open";
    if (source->report.print)
        return NULL;
    return source->scene->so_far ? "a report is of a whole run; this one is still being simulated" : NULL;
}

/* --- the table --- */

const struct export_info export_infos[EXPORT_COUNT] = {
    {"html", "report of the run",
     "The whole run as one page for a browser: figures, tables, all inputs. `wattif run FILE.html` repeats it to the byte, `wattif FILE.html` opens it here."},
    {"svg", "SVG picture",
     "The screen as a picture for a page or a slide: lines and blocks are shapes, so no font is needed."},
    {"txt", "text", "The screen as plain text, as wide as it is here."},
    {"ansi", "text with colours", "The screen with its colours: `cat` shows it in a terminal."},
    {"csv", "curves as a table",
     "The curves in the window, a row for each bucket: intensity, carbon rates, tails, busy shares, accuracy, f."},
    {"json", "results", "The report of the run, as `wattif run --format json` gives it, and where you look."},
};

static bool (*const printers[EXPORT_COUNT])(const struct export_source *, FILE *, struct error *) = {
    print_html, print_svg, print_text, print_ansi, print_csv, print_json};

const char *export_help(const struct export_source *source, enum export_format format)
{
    if (source->account && format == EXPORT_CSV)
        return "What is drawn, a row for each point or bar, with its numbers in full.";
    if (source->account && format == EXPORT_JSON)
        return "What is drawn, an object for each point or bar, and what it is drawn of.";
    if (source->report.print && format == EXPORT_HTML)
        return "What is on the screen as one page for a browser, with all inputs: `wattif run FILE.html` repeats it to the byte.";
    return export_infos[format].help;
}

static const char *extension_of(const char *name)
{
    const char *dot = strrchr(path_base(name), '.');
    return dot && dot != path_base(name) ? dot : name + strlen(name);
}

enum export_format export_format_of(const char *name)
{
    const char *extension = extension_of(name);
    int format = 0;
    while (format < EXPORT_COUNT &&
           (!*extension || strcasecmp(extension + 1, export_infos[format].extension) != 0))
        format++;
    return (enum export_format)format;
}

char *export_make(const struct export_source *source, enum export_format format, size_t *n,
                  struct error *error)
{
    char *text = NULL;
    FILE *out = needed(open_memstream(&text, n));
    *error = (struct error){0};
    bool ok = printers[format](source, out, error);
    ok = fclose(out) == 0 && ok;
    if (ok)
        return text;
    free(text);
    if (!error->kind)
        error_set(error, ERROR_SYSTEM, "", "out of memory");
    return NULL;
}

void export_default_name(const char *scenario, const char *view, enum export_format format, char *out,
                         size_t size)
{
    text_print(out, size, "wattif-%s-%s.%s", scenario, view, export_infos[format].extension);
    for (char *c = out; *c; c++)
        if (*c == '/' || *c == ' ' || (unsigned char)*c < 0x20)
            *c = '-';
}

/* --- the file --- */

/* Opens a name that nothing has, from the given one on: "a.svg", "a-2.svg", "a-3.svg". */
static int open_new(const char *name, char *path, struct error *error)
{
    const char *extension = extension_of(name);
    for (int i = 1; i <= NAMES_TRIED; i++) {
        int used = i == 1
                       ? snprintf(path, PATH_SIZE, "%s", name)
                       : snprintf(path, PATH_SIZE, "%.*s-%d%s", (int)(extension - name), name, i, extension);
        if (used < 0 || used >= PATH_SIZE)
            errno = ENAMETOOLONG;
        int fd =
            used > 0 && used < PATH_SIZE ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
        if (fd >= 0)
            return fd;
        if (errno != EEXIST)
            break;
    }
    error_set(error, ERROR_SYSTEM, name, "cannot be written: %s", strerror(errno));
    return -1;
}

bool export_to_file(const char *name, const char *text, size_t n, char *path, struct error *error)
{
    int fd = open_new(name, path, error);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (!file) {
        if (fd >= 0)
            close(fd);
        return fd >= 0 ? error_set(error, ERROR_SYSTEM, name, "out of memory") : false;
    }
    bool ok = fwrite(text, 1, n, file) == n;
    ok &= fclose(file) == 0;
    if (!ok) {
        error_set(error, ERROR_SYSTEM, path, "cannot be written: %s", strerror(errno));
        unlink(path);
        return false;
    }
    char whole[PATH_SIZE];
    if (realpath(path, whole))
        memcpy(path, whole, strlen(whole) + 1);
    return true;
}

bool export_command(const struct export_source *source, const char *name, char *path, struct error *error)
{
    enum export_format format = export_format_of(name);
    size_t n;
    if (format == EXPORT_COUNT)
        return error_set(error, ERROR_INPUT, name,
                         "the name tells the format: it ends in .svg, .txt, .ansi, .csv, .json or .html");
    const char *refusal = export_refusal(source, format);
    if (refusal)
        return error_set(error, ERROR_INPUT, name, "%s", refusal);
    char *text = export_make(source, format, &n, error);
    bool ok = text && export_to_file(name, text, n, path, error);
    free(text);
    return ok;
}

/* --- HTML --- */

/* What the report is of is taken from the scene, so that its sentence and its curves are those of the screen.
 */

/* What the page says, while it is written. */
struct export_telling {
    struct report report;
    struct report_page page;
    struct headline headline;
    struct scenario known;
    bool is_known;
    char title[160], name[96];
};

/* What `run` prints as JSON, of the run or of its seeds. False: no memory. */
static bool take_result(struct export_telling *telling, const struct scene *scene,
                        const struct export_seeds *seeds)
{
    struct json_writer writer = {0};
    if (seeds) {
        telling->report.replicates = seeds->of.sweep->replicates;
        telling->page.sweep = &seeds->of;
    } else
        summary_to_json(&writer, NULL, scene->now->result->model, &scene->now->total);
    char *json = json_writer_take(&writer);
    char *text = json ? account_report_answer(&telling->report, seeds ? seeds->json : json) : NULL;
    if (text)
        report_set_result(&telling->report, text);
    free(text);
    free(json);
    return text != NULL;
}

static void take_run(struct export_telling *telling, const struct scene_run *run, const char *name)
{
    telling->page.runs[telling->page.n_runs++] = (struct page_run){.name = name,
                                                                   .scenario = &run->result->model->scenario,
                                                                   .view = result_view(run->result),
                                                                   .total = &run->total,
                                                                   .trace = &run->result->model->trace};
}

static void take_words(struct export_telling *telling, const struct scene *scene, struct store *store)
{
    const struct scenario *scenario = &scene->explorer->document.scenario;
    struct error error = {0};
    struct report_page *page = &telling->page;
    scene_headline(scene, 0, &telling->headline);
    scenario_title(scenario, telling->name, sizeof telling->name);
    text_copy(telling->title, sizeof telling->title, *scenario->title ? scenario->title : scenario->name);
    telling->is_known = store_load_scenario(store, scenario->name, &telling->known, &error);
    page->report = &telling->report;
    page->title = telling->title;
    page->headline = telling->headline.text;
    page->warning = *scene->warning ? scene->warning : NULL;
    page->known = telling->is_known ? &telling->known : NULL;
    take_run(telling, scene->now, telling->name);
    if (scene->compared && scene->reference->result && scene->reference->result != scene->now->result &&
        recording_finished(scene->reference->result->recording))
        take_run(telling, scene->reference, scene_reference_word(scene));
    must_not_lack(&error);
}

bool export_html(const struct scene *scene, const struct export_seeds *seeds, struct store *store, FILE *out)
{
    struct export_telling *telling = needed(calloc(1, sizeof *telling));
    const struct scenario *scenario = &scene->explorer->document.scenario;
    struct error ignored = {0};
    bool good = report_add_run(&telling->report, store, scenario->name, scenario, &ignored) &&
                take_result(telling, scene, seeds);
    if (good)
        take_words(telling, scene, store);
    good = good && report_page_print(&telling->page, out);
    report_free(&telling->report);
    if (telling->is_known)
        scenario_free(&telling->known);
    free(telling);
    return good;
}
