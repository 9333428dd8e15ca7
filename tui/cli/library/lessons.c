/* Lessons are files; what others ask of the store is asked of store/lessons here. */
#include "tui/cli/library/lessons.h"

#include "tui/cli/outfile.h"
#include "tui/words/lesson_words.h"
#include "tui/words/print.h"

#include "engine/base/text.h"
#include "store/lessons/lessons.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

int lessons_fill(struct invocation *invocation, struct listing *listing)
{
    static const struct listing_column columns[] = {
        {"name", "name", CELL_TEXT, 0},     {"title", "title", CELL_TEXT, 0},
        {"steps", "steps", CELL_NUMBER, 0}, {"scenario", "scenario", CELL_TEXT, 0},
        {"number", NULL, CELL_NUMBER, 0},   {"summary", NULL, CELL_TEXT, 0},
        {"builtin", NULL, CELL_BOOL, 0},    {"path", NULL, CELL_TEXT, 0}};
    struct error error = {0};
    struct lesson_list list;
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    if (!lessons_list(store, &list, &error))
        return report_error(&error);
    listing_begin(listing, columns, COUNT(columns));
    for (size_t i = 0; i < list.n; i++) {
        const struct lesson_item *item = &list.items[i];
        listing_text(listing, item->lesson.name);
        listing_text(listing, *item->fault ? "(faulty: wattif validate explains)" : item->lesson.title);
        listing_number(listing, item->lesson.n_steps);
        listing_text(listing, item->lesson.scenario);
        listing_number(listing, item->lesson.number);
        listing_text(listing, item->lesson.summary);
        listing_bool(listing, item->builtin);
        listing_text(listing, item->path);
    }
    lessons_free(&list);
    return EXIT_DONE;
}

/* Reads and checks it; prints what is wrong. */
static int read_checked(struct store *store, const char *word, struct lesson *lesson)
{
    struct error error = {0};
    struct faults *faults = calloc(1, sizeof *faults);
    char path[PATH_SIZE];
    if (!faults)
        return report_no_memory();
    bool good = lessons_find(store, word, lesson, path, NULL, faults, &error);
    if (good && !lesson_check(lesson, store, &lesson_words, faults)) {
        lessons_place_faults(faults, path);
        lesson_free(lesson);
        good = false;
    }
    int status = good ? EXIT_DONE : faults->count ? report_faults(faults) : report_error(&error);
    free(faults);
    return status;
}

/* --- show --- */

static void print_turns(const char *label, const struct lesson_turns *turns)
{
    for (int i = 0; i < turns->n; i++)
        print_line(stdout, "%-10s %s", i ? "" : label, turns->of[i]);
}

static void print_fact(const char *label, const char *text)
{
    if (*text)
        print_line(stdout, "%-10s %s", label, text);
}

static void print_step(int number, const struct lesson_step *step)
{
    print(stdout, "\n");
    print_line(stdout, "step %d", number);
    print_fact("text", step->text);
    print_fact("question", step->question);
    for (int i = 0; i < step->n_choices; i++)
        print_line(stdout, "%-10s %c  %s   [%s]", "", 'a' + i, step->choices[i].text,
                   step->choices[i].when.text);
    print_turns("turns", &step->turns);
    print_fact("reveal", step->reveal);
    print_fact("task", step->task);
    if (*step->task)
        print_fact("until", step->until.text);
    print_fact("hint", step->hint);
    print_turns("solution", &step->solution);
}

int show_lesson(struct invocation *invocation, struct store *store, const char *name)
{
    struct lesson lesson;
    (void)invocation;
    int status = read_checked(store, name, &lesson);
    if (status != EXIT_DONE)
        return status;
    print_fact("lesson", lesson.name);
    print_fact("title", lesson.title);
    print_fact("summary", lesson.summary);
    print_fact("after", lesson.source);
    print_fact("scenario", lesson.scenario);
    print_turns("set", &lesson.set);
    for (int i = 0; i < lesson.n_steps; i++)
        print_step(i + 1, &lesson.steps[i]);
    print(stdout, "\n");
    print_line(stdout, "`wattif lesson %s` begins it.", lesson.name);
    lesson_free(&lesson);
    return EXIT_DONE;
}

/* --- out and in --- */

int lessons_export_to(struct invocation *invocation, const char *name, const char *out)
{
    struct error error = {0};
    struct outfile file;
    int status;
    const char *format = invocation_option(invocation, "format");
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    if (format && strcmp(format, "json") != 0)
        return report_usage("export: a lesson is exported as json");
    if (!out || strcmp(out, "-") == 0)
        return lessons_export(store, name, stdout, &error) || ferror(stdout) ? EXIT_DONE
                                                                             : report_error(&error);
    if (!outfile_open(&file, out, &error))
        return report_error(&error);
    bool good = lessons_export(store, name, file.file, &error);
    if (!good)
        outfile_drop(&file);
    if (!good || !outfile_publish(&file, &error))
        return report_error(&error);
    report_note(invocation, "lesson '%s' written to %s", name, out);
    return EXIT_DONE;
}

int lessons_import_from(struct invocation *invocation, const char *path)
{
    struct error error = {0};
    struct lesson lesson;
    int status;
    struct store *store = invocation_store(invocation, &status);
    struct faults *faults = store ? calloc(1, sizeof *faults) : NULL;
    if (!faults)
        return store ? report_no_memory() : status;
    if (lessons_import(store, path, &lesson_words, &lesson, faults, &error)) {
        print_line(stdout, "lesson '%s': %d steps on %s; `wattif lesson %s --check` plays it", lesson.name,
                   lesson.n_steps, lesson.scenario, lesson.name);
        lesson_free(&lesson);
    } else {
        status = faults->count ? report_faults(faults) : report_error(&error);
    }
    free(faults);
    return status;
}

int lessons_validate(struct invocation *invocation, const char *path, struct faults *faults)
{
    struct error error = {0};
    struct lesson lesson;
    char found[PATH_SIZE], word[PATH_SIZE];
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    text_print(word, sizeof word, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (!lessons_find(store, word, &lesson, found, NULL, faults, &error))
        return faults->count ? EXIT_NO : report_error(&error);
    if (!lesson_check(&lesson, store, &lesson_words, faults)) {
        lessons_place_faults(faults, path);
        status = EXIT_NO;
    } else {
        print_line(stdout,
                   "%s: a lesson without faults: %s, %d steps on %s; `wattif lesson %s --check` plays it",
                   path, lesson.title, lesson.n_steps, lesson.scenario, word);
    }
    lesson_free(&lesson);
    return status;
}
