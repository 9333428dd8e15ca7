/* `wattif lesson`: begins a lesson on the dashboard, or with --check plays it without one and holds every
 * word of it to what comes out. */
#include "tui/cli/command.h"
#include "tui/cli/run/open_dashboard.h"
#include "tui/cli/scenario_file.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/desk/recital.h"
#include "tui/words/lesson_words.h"
#include "tui/words/print.h"

#include <stdlib.h>
#include <string.h>

/* --- playing --- */

struct checked {
    struct json_writer writer;
    bool json;
    int runs;
    int64_t seeds;
};

static int play(struct checked *checked, struct store *store, const char *word, struct faults *faults)
{
    struct lecture lesson;
    struct error error = {0};
    char name[64];
    *faults = (struct faults){0};
    int status = lecture_of_word(store, LECTURE_LESSON, word, &lesson);
    if (status != EXIT_DONE)
        return status;
    int steps = lesson.n_stops;
    text_copy(name, sizeof name, lesson.name);
    bool good = lesson_play(store, &lesson, (int)checked->seeds, &checked->runs, faults, &error);
    if (!good && (faults->count == 0 || error.kind == ERROR_SYSTEM))
        return report_error(&error);
    json_begin_object(&checked->writer, NULL);
    json_string(&checked->writer, "name", name);
    json_int(&checked->writer, "steps", steps);
    json_int(&checked->writer, "runs", checked->runs);
    json_begin_array(&checked->writer, "faults", false);
    for (size_t i = 0; i < faults->count && i < FAULTS_KEPT; i++) {
        const struct error *fault = &faults->kept[i];
        if (!checked->json)
            print_line(stdout, "%s: %s", fault->place, fault->message);
        json_begin_object(&checked->writer, NULL);
        json_string(&checked->writer, "place", fault->place);
        json_string(&checked->writer, "message", fault->message);
        json_end_object(&checked->writer);
    }
    json_end_array(&checked->writer);
    json_end_object(&checked->writer);
    if (!checked->json && good)
        print_line(stdout, "%s: %d steps, %d runs: every word holds", name, steps, checked->runs);
    return good ? EXIT_DONE : EXIT_NO;
}

static int check(struct invocation *invocation, struct store *store)
{
    struct checked checked = {.json = invocation_choice(invocation, "format") == 1};
    struct error error = {0};
    if (!options_integer(&invocation->options, "replicate", 1, LESSON_SEEDS, &checked.seeds, &error))
        return report_error(&error);
    struct lecture_list list = {0}; /* all, where none is named */
    if (invocation->n_args == 0 && !lectures_list(store, LECTURE_LESSON, &lesson_words, &list, &error))
        return report_error(&error);
    struct faults *faults = calloc(1, sizeof *faults);
    int status = faults ? EXIT_DONE : report_no_memory(), n = list.n > 0 ? (int)list.n : invocation->n_args;
    json_begin_array(&checked.writer, NULL, false);
    for (int i = 0; i < n && faults && (list.n == 0 || status <= EXIT_USAGE); i++) {
        int one = play(&checked, store, list.n > 0 ? list.items[i].path : invocation->args[i], faults);
        status = one > status ? one : status;
    }
    lectures_free(&list);
    json_end_array(&checked.writer);
    char *text = json_writer_take(&checked.writer);
    if (!text && faults && status <= EXIT_NO)
        status = report_no_memory();
    if (checked.json && text && status <= EXIT_NO) {
        print_document(stdout, text);
        putchar('\n');
    }
    free(text);
    free(faults);
    return status;
}

int command_lesson(struct invocation *invocation)
{
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    bool checks = options_has(&invocation->options, "check");
    if (checks)
        return check(invocation, store);
    if (invocation_option(invocation, "format"))
        return report_usage("lesson: --format goes with --check");
    if (invocation->n_args > 1)
        return report_usage("lesson: one lesson at a time; --check plays several");
    const char *word = invocation->n_args ? invocation->args[0] : NULL;
    char scenario[64] = DEMO_SCENARIO;
    if (word) {
        struct lecture lesson;
        status = lecture_of_word(store, LECTURE_LESSON, word, &lesson);
        if (status != EXIT_DONE)
            return status;
        text_copy(scenario, sizeof scenario, lesson.scenario);
        lecture_free(&lesson);
    }
    return open_dashboard_with(invocation, scenario, word ? VIEW_LESSON : VIEW_LESSONS, word ? word : "");
}
