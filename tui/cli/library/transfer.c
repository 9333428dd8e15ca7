/* `wattif import`, `export` and `validate`: files in, files out, faults told. */
#include "tui/cli/command.h"
#include "engine/answers/remarks.h"
#include "tui/cli/library/lessons.h"
#include "tui/cli/outfile.h"
#include "tui/cli/report_out.h"
#include "tui/cli/scenario_file.h"

#include "engine/base/text.h"
#include "store/file.h"
#include "store/json/json.h"
#include "tui/term/theme.h"
#include "tui/words/lesson_words.h"
#include "tui/words/print.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Of a run also what draws it: the dashboard as a picture, the report as a page. */
static const struct {
    const char *format;
    enum screen_format as;
} drawings[] = {{"svg", SCREEN_SVG}, {"html", SCREEN_HTML}};

static int find_drawing(const char *format)
{
    int k = (int)(sizeof drawings / sizeof *drawings) - 1;
    while (k >= 0 && strcmp(drawings[k].format, format) != 0)
        k--;
    return k;
}

static bool draw_run(struct invocation *invocation, const char *name, enum screen_format as, FILE *file,
                     struct error *error)
{
    struct scenario scenario;
    struct faults *faults = calloc(1, sizeof *faults);
    char run_name[64] = "";
    bool found =
        faults && store_resolve_scenario(invocation->store, name, &scenario, run_name, faults, error);
    free(faults);
    if (found && !*run_name) {
        scenario_free(&scenario);
        return error_set(
            error, ERROR_INPUT, name,
            "there is no saved run of this name; `wattif list runs` shows them, and `wattif run %s --format html` reports on a scenario",
            TEXT_BRIEF(name));
    }
    if (!found)
        return error->kind ? false : error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    bool good = report_out_run(
        invocation, &(struct report_order){.scenario = &scenario, .run_name = run_name, .format = as}, file,
        error);
    scenario_free(&scenario);
    return good;
}

/* STORE_KIND_COUNT: a lesson, as it is. */
static bool export_thing(struct invocation *invocation, enum store_kind kind, const char *name,
                         const char *format, FILE *file, struct error *error)
{
    if (kind == STORE_KIND_COUNT)
        return lessons_export(invocation->store, name, &lesson_words, file, error);
    int drawing = kind == STORE_RUN ? find_drawing(format) : -1;
    return drawing >= 0 ? draw_run(invocation, name, drawings[drawing].as, file, error)
                        : store_export(invocation->store, kind, name, format, file, error);
}

static bool export_to(struct invocation *invocation, enum store_kind kind, const char *name,
                      const char *format, const char *path, struct error *error)
{
    struct outfile out;
    if (!outfile_open(&out, path, error))
        return false;
    if (export_thing(invocation, kind, name, format, out.file, error))
        return outfile_publish(&out, error);
    if (ferror(out.file))
        text_copy(error->place, sizeof error->place, path);
    outfile_drop(&out);
    return false;
}

/* A scenario is JSON; everything else is a table unless asked otherwise. */
static const char *export_format(const struct invocation *invocation, enum store_kind kind)
{
    const char *format = invocation_option(invocation, "format");
    return format ? format : kind == STORE_SCENARIO ? "json" : "csv";
}

int command_export(struct invocation *invocation)
{
    struct error error = {0};
    int status;
    bool lesson = strcmp(invocation->args[0], LESSON_KIND) == 0;
    enum store_kind kind = kind_find(invocation->args[0]);
    if (lesson && invocation_option(invocation, "format"))
        return report_usage("export: a lesson is exported as it is: leave --format out");
    if (kind == STORE_KIND_COUNT && !lesson)
        return kind_refuse("export", invocation->args[0], ", " LESSON_KIND);
    if (!invocation_store(invocation, &status))
        return status;
    const char *out = invocation_option(invocation, "out");
    const char *format = export_format(invocation, kind);
    bool ok = out && strcmp(out, "-") != 0
                  ? export_to(invocation, kind, invocation->args[1], format, out, &error)
                  : export_thing(invocation, kind, invocation->args[1], format, stdout, &error);
    if (!ok && ferror(stdout))
        return EXIT_DONE; /* a reader that has gone or a full disk: told once, when stdout is flushed */
    if (!ok)
        return report_error(&error);
    if (out)
        report_note(invocation, "%s '%s' written to %s", lesson ? LESSON_KIND : store_kind_names[kind],
                    invocation->args[1], out);
    return EXIT_DONE;
}

static void read_import_options(const struct invocation *invocation, struct import_options *options)
{
    *options = (struct import_options){.name = invocation_option(invocation, "name"),
                                       .format = invocation_option(invocation, "as"),
                                       .unit = invocation_option(invocation, "unit"),
                                       .use_forecast = invocation_choice(invocation, "use") == 1,
                                       .zeros_missing = options_choice(&invocation->options, "zeros", 1) == 0,
                                       .column = invocation_option(invocation, "column"),
                                       .gpu = invocation_option(invocation, "gpu"),
                                       .model = invocation_option(invocation, "model"),
                                       .into = invocation_option(invocation, "into"),
                                       .tokens = invocation_option(invocation, "tokens")};
    const char *basis = invocation_option(invocation, "basis");
    if (basis)
        options->basis = strcmp(basis, "lca") == 0 ? BASIS_LCA : BASIS_DIRECT;
    options->kind = (enum carbon_kind)(options_choice(&invocation->options, "kind", -1) + 1);
    options->dates = (enum date_order)(options_choice(&invocation->options, "dates", -1) + 1);
}

int command_import(struct invocation *invocation)
{
    struct error error = {0};
    struct import_options options;
    struct import_report report = {0};
    int status;
    if (strcmp(invocation->args[0], LESSON_KIND) == 0)
        return lessons_import_from(invocation, invocation->args[1]);
    enum store_kind kind = kind_find(invocation->args[0]);
    if (kind == STORE_KIND_COUNT)
        return kind_refuse("import", invocation->args[0], ", " LESSON_KIND);
    if (kind == STORE_RUN)
        return report_usage(
            "import: runs are made by `wattif run --save`; import takes trace, profile, workload or scenario");
    struct store *store = invocation_store(invocation, &status);
    struct faults *faults = store ? calloc(1, sizeof *faults) : NULL;
    if (!faults)
        return store ? report_no_memory() : status;
    read_import_options(invocation, &options);
    if (store_import(store, kind, invocation->args[1], &options, &report, faults, &error)) {
        print_line(stdout, "%s '%s' (%s): %s", store_kind_names[kind], report.name, report.format,
                   report.summary);
        if (report.kept_rows > 0)
            report_note(invocation, "%zu rows of other GPUs, slices or variants stay as they were",
                        report.kept_rows);
        if (*report.unknown_gpu)
            report_note(
                invocation,
                "no scenario can use '%s' yet, because its idle power is not known: put a line "
                "`# device: {\"gpu\": \"%s\", \"idle_power_w\": 50}` above the header and import again",
                report.unknown_gpu, report.unknown_gpu);
        if (report.hides_builtin)
            report_note(
                invocation,
                "the built-in %s '%s' is hidden by this import; import its file below %s/datasets to bring it back",
                store_kind_names[kind], report.name, store_data_dir(invocation->store));
    } else
        status = faults->count ? report_faults(faults) : report_error(&error);
    free(faults);
    return status;
}

static int print_faults(const struct faults *faults)
{
    size_t shown = faults->count < FAULTS_SHOWN ? faults->count : FAULTS_SHOWN;
    if (faults->failure.kind)
        return report_error(&faults->failure);
    for (size_t i = 0; i < shown; i++)
        print_line(stdout, "%s%s%s", faults->kept[i].place, faults->kept[i].place[0] ? ": " : "",
                   faults->kept[i].message);
    if (faults->count > shown)
        print_line(stdout, "%zu more, most of them like this one: %s", faults->count - shown,
                   faults_commonest(faults)->message);
    return EXIT_NO;
}

/* A theme is an object with "colors", which no file of the library has. A pipe can be read only once, and is
 * left to the importers. */
static bool has_member(const char *path, const char *key)
{
    struct error error = {0};
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    cJSON *json = json_read_file(path, &error);
    bool has = json && cJSON_GetObjectItemCaseSensitive(json, key);
    json_free(json);
    return has;
}

enum { THEME_BYTES_MAX = 1 << 20 };

static int validate_theme(const char *path, struct faults *faults)
{
    struct error error = {0};
    struct theme *theme = malloc(sizeof *theme);
    size_t n;
    char *text = file_read(path, THEME_BYTES_MAX, &n, &error);
    int status = EXIT_DONE;
    if (!text)
        status = report_error(&error);
    else if (!theme)
        status = report_no_memory();
    else if (theme_parse(theme, text, n, path, faults))
        print_line(stdout, "%s: a theme without faults: %s", path, theme->title);
    else
        status = print_faults(faults);
    free(text);
    free(theme);
    return status;
}

/* A scenario without a fault of its own may still name what the library does not have, or ask of its inputs
 * what they cannot give. */
static int validate_inputs(struct invocation *invocation, const struct scenario *scenario, const char *path,
                           const char *text, size_t n, struct faults *faults)
{
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    const struct catalog *catalog = store_catalog(store);
    if (scenario_file_runs(scenario, catalog, path, faults) &&
        scenario_file_fleets(scenario, catalog, path, faults)) {
        struct remark remarks[REMARKS_MAX];
        struct error error = {0};
        struct model *model = model_create(scenario, catalog, &error);
        int told = model ? remarks_list(model, NULL, remarks) : 0;
        for (int k = 0; k < told; k++)
            report_note(invocation, "%s", remarks[k].text);
        model_release(model);
        return model ? EXIT_DONE : report_error(&error);
    }
    json_place_faults(faults, path, text, n);
    return print_faults(faults);
}

static int validate_input(struct invocation *invocation, const char *path, struct faults *faults)
{
    struct error error = {0};
    struct import_report report = {0};
    struct scenario scenario;
    enum store_kind kind = STORE_KIND_COUNT;
    int status = EXIT_DONE;
    char *text;
    size_t n;
    if (!import_validate(path, &report, &kind, &scenario, &text, &n, faults, &error))
        return faults->count ? print_faults(faults) : report_error(&error);
    if (kind == STORE_SCENARIO) {
        status = validate_inputs(invocation, &scenario, path, text, n, faults);
        scenario_free(&scenario);
        free(text);
    }
    if (status != EXIT_DONE)
        return status;
    print_line(stdout, "%s: a %s without faults (%s): %s", path, store_kind_names[kind], report.format,
               report.summary);
    return EXIT_DONE;
}

/* Lessons and demos say so in their first line. */
static bool is_lecture(const char *path)
{
    char begin[64];
    struct stat status;
    bool regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    FILE *file = regular ? fopen(path, "rb") : NULL;
    if (!file)
        return false;
    size_t n = fread(begin, 1, sizeof begin, file);
    fclose(file);
    return lecture_form_of(begin, n) != LECTURE_FORMS || lecture_form_of_path(path) != LECTURE_FORMS;
}

int command_validate(struct invocation *invocation)
{
    const char *path = invocation->args[0];
    struct faults *faults = needed(calloc(1, sizeof *faults));
    int status;
    if (is_lecture(path)) {
        status = lectures_validate(invocation, path, faults);
        status = faults->count > 0 ? print_faults(faults) : status;
    } else {
        status = has_member(path, "colors") ? validate_theme(path, faults)
                                            : validate_input(invocation, path, faults);
    }
    free(faults);
    return status;
}
