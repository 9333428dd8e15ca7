/* On a terminal of 80x24 every shipped lesson has room for what matters of a step at a time: a question
 * stands with the whole text that it is about and all its answers; what came of it is told whole, with the
 * answer that was given and the right one; a task stands with its state and its hint. */
#include "store/file.h"
#include "store/lessons/lesson.h"
#include "tests/unit/tui/canvas_text.h"
#include "tui/widgets/coach.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { COLUMNS = 80, ROWS = 24, BYTES = 4096 };

/* With a number of usual length in the place of each that is asked of the run. */
static const char *filled(const char *text, char out[BYTES])
{
    static const char number[] = "123.4";
    char *to = out;
    for (; *text; text++) {
        if (*text != '{') {
            *to++ = *text;
            continue;
        }
        memcpy(to, number, sizeof number - 1);
        to += sizeof number - 1;
        text = strchr(text, '}');
    }
    *to = 0;
    return *out ? out : NULL;
}

/* What the box says, its rows put together again. */
static void shown(const struct coach *coach, char out[BYTES])
{
    struct canvas canvas;
    assert_true(canvas_init(&canvas, COLUMNS, ROWS, GLYPHS_BRAILLE));
    struct coach_place place = coach_place(COLUMNS, ROWS, false, false);
    coach_draw(coach, &place, &canvas);
    char *text = canvas_to_text(&canvas), *to = out;
    for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n"))
        if (strcmp(word, "│") != 0)
            to += sprintf(to, "%s ", word);
    *to = 0;
    free(text);
    canvas_free(&canvas);
}

static void expect(const struct lesson *lesson, const struct coach *coach, const char *what, const char *text)
{
    char said[BYTES];
    shown(coach, said);
    if (text && !strstr(said, text))
        fail_msg("%s, step %d: no room at 80x24 for the %s '%s'; there is: %s", lesson->name, coach->step,
                 what, text, said);
}

static void look_at_step(const struct lesson *lesson, int index)
{
    const struct lesson_step *step = &lesson->steps[index];
    char why[BYTES] = "", text[BYTES], reveal[BYTES], task[BYTES], state[BYTES], hint[BYTES];
    struct coach coach = {.title = lesson->title,
                          .series = "3 of 12",
                          .step = index + 1,
                          .n_steps = lesson->n_steps,
                          .text = filled(step->text, text),
                          .question = *step->question ? step->question : NULL,
                          .n_choices = step->n_choices,
                          .marked = -1,
                          .answered = -1,
                          .right = -1,
                          .prompt = "*a* to *c* answers"};
    for (int i = 0; i < step->n_choices; i++)
        coach.choices[i] = step->choices[i].text;
    expect(lesson, &coach, "text", coach.text);
    expect(lesson, &coach, "question", coach.question);
    for (int i = 0; i < step->n_choices; i++)
        expect(lesson, &coach, "answer", coach.choices[i]);
    if (coach.question) {
        coach.answered = coach.marked = 0;
        coach.right = 1;
        for (int i = 0; i < step->n_choices; i++) /* the longest */
            if (strlen(step->choices[i].why) >= strlen(why))
                filled(step->choices[i].why, why);
        coach.why = why;
    }
    coach.reveal = filled(step->reveal, reveal);
    coach.task = filled(step->task, task);
    coach.state = coach.task ? filled(step->state, state) : NULL;
    expect(lesson, &coach, "reveal", coach.reveal);
    for (int i = 0; coach.question && !coach.task && i < 2; i++)
        expect(lesson, &coach, "answer", coach.choices[i]);
    coach.hint = coach.task ? filled(step->hint, hint) : NULL;
    expect(lesson, &coach, "task", coach.task);
    expect(lesson, &coach, "state", coach.state);
    expect(lesson, &coach, "hint", coach.hint);
}

static void every_step_has_room(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob("datasets/lessons/*.json", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 12);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        size_t n;
        struct error error = {0};
        struct lesson lesson;
        static struct faults faults;
        char *text = file_read(found.gl_pathv[i], 1 << 20, &n, &error);
        assert_non_null(text);
        assert_true(lesson_from_text(text, n, found.gl_pathv[i], &lesson, &faults));
        for (int step = 0; step < lesson.n_steps; step++)
            look_at_step(&lesson, step);
        lesson_free(&lesson);
        free(text);
    }
    globfree(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_step_has_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
