/* Lessons are files; what others ask of the store is asked of store/lessons here. */
#include "tui/cli/library/lessons.h"

#include "tui/cli/scenario_file.h"
#include "tui/words/lesson_words.h"
#include "tui/words/print.h"

#include "engine/base/text.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

int lessons_fill(struct invocation *invocation, struct account *account)
{
    static const struct account_column columns[] = {{.title = "name", .key = "name"},
                                                    {.title = "title", .key = "title"},
                                                    {.title = "steps", .key = "steps", .number = true},
                                                    {.title = "scenario", .key = "scenario"},
                                                    {.key = "number", .number = true},
                                                    {.key = "summary"},
                                                    {.key = "builtin"},
                                                    {.key = "path"}};
    struct error error = {0};
    struct lecture_list list;
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    if (!lectures_list(store, LECTURE_LESSON, &lesson_words, &list, &error))
        return report_error(&error);
    account_table(account, FOR_ALL, NULL, columns, COUNT(columns));
    for (size_t i = 0; i < list.n; i++) {
        const struct lecture_item *item = &list.items[i];
        ACCOUNT_ADD(
            account, account_said(item->name),
            account_said(*item->fault ? "(faulty: wattif validate explains)" : item->lecture.title),
            account_bare(item->lecture.n_stops), account_said(*item->fault ? "" : item->lecture.scenario),
            account_bare(item->lecture.number), account_said(*item->fault ? "" : item->lecture.summary),
            account_flag(item->builtin), account_said(item->path));
    }
    lectures_free(&list);
    return EXIT_DONE;
}

/* --- show --- */

static void print_fact(const char *label, const char *text)
{
    if (*text)
        print_line(stdout, "%-10s %s", label, text);
}

/* All lines of a kind at a stop, below one label. */
static void print_lines(const char *label, const struct lecture *lesson, int stop, enum line_kind kind)
{
    const struct lecture_line *lines[LECTURE_LINES];
    int n = lecture_lines(lesson, stop, kind, lines);
    for (int i = 0; i < n; i++)
        if (kind == LINE_CHOICE)
            print_line(stdout, "%-10s %c  %s   [%s]", "", 'a' + i, lines[i]->text, lines[i]->condition);
        else
            print_line(stdout, "%-10s %s", i ? "" : label, lines[i]->text);
}

int show_lesson(struct invocation *invocation, struct store *store, const char *name)
{
    static const struct {
        const char *label;
        enum line_kind kind;
    } parts[] = {{"text", LINE_CAPTION}, {"question", LINE_PREDICT}, {"", LINE_CHOICE},
                 {"turns", LINE_SET},    {"reveal", LINE_REVEAL},    {"task", LINE_TASK},
                 {"until", LINE_UNTIL},  {"hint", LINE_HINT},        {"solution", LINE_SOLUTION}};
    struct lecture lesson;
    (void)invocation;
    int status = lecture_of_word(store, LECTURE_LESSON, name, &lesson);
    if (status != EXIT_DONE)
        return status;
    print_fact("lesson", lesson.name);
    print_fact("title", lesson.title);
    print_fact("summary", lesson.summary);
    print_fact("after", lesson.source);
    print_fact("scenario", lesson.scenario);
    print_lines("set", &lesson, -1, LINE_SET);
    for (int i = 0; i < lesson.n_stops; i++) {
        print(stdout, "\n");
        print_line(stdout, "step %d", i + 1);
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            print_lines(parts[k].label, &lesson, i, parts[k].kind);
    }
    print(stdout, "\n");
    print_line(stdout, "`wattif lesson %s` begins it.", lesson.name);
    lecture_free(&lesson);
    return EXIT_DONE;
}

/* --- in --- */

int lessons_import_from(struct invocation *invocation, const char *path)
{
    struct error error = {0};
    struct lecture lesson;
    int status;
    struct store *store = invocation_store(invocation, &status);
    struct faults *faults = store ? calloc(1, sizeof *faults) : NULL;
    if (!faults)
        return store ? report_no_memory() : status;
    if (lessons_import(store, path, &lesson_words, &lesson, faults, &error)) {
        print_line(stdout, "lesson '%s': %d steps on %s; `wattif lesson %s --check` plays it", lesson.name,
                   lesson.n_stops, lesson.scenario, lesson.name);
        lecture_free(&lesson);
    } else {
        status = faults->count ? report_faults(faults) : report_error(&error);
    }
    free(faults);
    return status;
}

int lectures_validate(struct invocation *invocation, const char *path, struct faults *faults)
{
    struct error error = {0};
    struct lecture lecture;
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    if (!lectures_open(store, LECTURE_FORMS, &lesson_words, path, &lecture, faults, &error))
        return faults->count ? EXIT_NO : report_error(&error);
    if (lecture.form == LECTURE_LESSON)
        print_line(
            stdout, "%s: a lesson without faults: %s, %d steps on %s; `wattif lesson %s%s --check` plays it",
            path, lecture.title, lecture.n_stops, lecture.scenario, strchr(path, '/') ? "" : "./", path);
    else
        print_line(
            stdout,
            "%s: a demo without faults: %s, %d stops, %.1f minutes; `wattif --demo %s | cat` looks at what it claims",
            path, lecture.title, lecture.n_stops, demo_length_s(&lecture) / 60, path);
    lecture_free(&lecture);
    return status;
}
