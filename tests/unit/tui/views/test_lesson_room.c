/* On a terminal of 80x24 every shipped lesson has room for what matters of a step at a time: a question
 * stands with the whole text that it is about and all its answers; what came of it is told whole, with the
 * answer that was given and the right one; a task stands with its state and its hint. */
#include "tui/words/lesson_words.h"
#include "tests/unit/tui/canvas_text.h"
#include "tui/widgets/coach.h"

#include <glob.h>

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
    DEFER(canvas_free) struct canvas canvas;
    assert_true(canvas_init(&canvas, COLUMNS, ROWS, GLYPHS_BRAILLE));
    struct coach_place place = coach_place(COLUMNS, ROWS, false, false);
    coach_draw(coach, &place, &canvas);
    char *text = canvas_to_text(&canvas), *to = out;
    for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n"))
        if (strcmp(word, "│") != 0)
            to += sprintf(to, "%s ", word);
    *to = 0;
    free(text);
}

static void expect(const struct lecture *lesson, const struct coach *coach, const char *what,
                   const char *text)
{
    char said[BYTES];
    shown(coach, said);
    if (text && !strstr(said, text))
        fail_msg("%s, step %d: no room at 80x24 for the %s '%s'; there is: %s", lesson->name, coach->step,
                 what, text, said);
}

static void look_at_step(const struct lecture *lesson, int index)
{
    const struct lecture_line *choices[LECTURE_LINES];
    const char *question = lecture_text(lesson, index, LINE_PREDICT);
    char why[BYTES] = "", text[BYTES], reveal[BYTES], task[BYTES], state[BYTES], hint[BYTES];
    struct coach coach = {.title = lesson->title,
                          .series = "3 of 12",
                          .step = index + 1,
                          .n_steps = lesson->n_stops,
                          .text = filled(lecture_text(lesson, index, LINE_CAPTION), text),
                          .question = *question ? question : NULL,
                          .n_choices = lecture_lines(lesson, index, LINE_CHOICE, choices),
                          .marked = -1,
                          .answered = -1,
                          .right = -1,
                          .prompt = "*a* to *c* answers"};
    for (int i = 0; i < coach.n_choices; i++)
        coach.choices[i] = choices[i]->text;
    expect(lesson, &coach, "text", coach.text);
    expect(lesson, &coach, "question", coach.question);
    for (int i = 0; i < coach.n_choices; i++)
        expect(lesson, &coach, "answer", coach.choices[i]);
    if (coach.question) {
        coach.answered = coach.marked = 0;
        coach.right = 1;
        for (int i = 0; i < coach.n_choices; i++) /* the longest */
            if (strlen(choices[i]->note) >= strlen(why))
                filled(choices[i]->note, why);
        coach.why = why;
    }
    coach.reveal = filled(lecture_text(lesson, index, LINE_REVEAL), reveal);
    coach.task = filled(lecture_text(lesson, index, LINE_TASK), task);
    coach.state = coach.task ? filled(lecture_text(lesson, index, LINE_STATE), state) : NULL;
    expect(lesson, &coach, "reveal", coach.reveal);
    for (int i = 0; coach.question && !coach.task && i < 2; i++)
        expect(lesson, &coach, "answer", coach.choices[i]);
    coach.hint = coach.task ? filled(lecture_text(lesson, index, LINE_HINT), hint) : NULL;
    expect(lesson, &coach, "task", coach.task);
    expect(lesson, &coach, "state", coach.state);
    expect(lesson, &coach, "hint", coach.hint);
}

FACT(every_step_has_room)
{
    glob_t found;
    assert_int_equal(glob("datasets/lessons/*.lesson", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 12);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        size_t n;
        DEFER(lecture_free) struct lecture lesson;
        static struct faults faults;
        DEFER(memory_leave) char *text = file_read(found.gl_pathv[i], 1 << 20, &n, &err);
        assert_non_null(text);
        assert_true(
            lecture_read(&lesson, LECTURE_LESSON, text, n, found.gl_pathv[i], &lesson_words, &faults));
        for (int step = 0; step < lesson.n_stops; step++)
            look_at_step(&lesson, step);
    }
    globfree(&found);
}
