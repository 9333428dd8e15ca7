/* The language of lessons and demos: what a text becomes, stop by stop; that every fault has its line; that
 * no text, however it is mutilated, is more than faults. */
#include "tests/support/slow_build.h"
#include "tui/words/lesson_words.h"
#include "tests/support/test.h"

static const char written[] = "wattif-demo 1\n"
                              "# a comment\n"
                              "title   Two words  \r\n"
                              "scenario carbondis-set1\n"
                              "size 100x30\n"
                              "\n"
                              "caption One {carbon_g.total:1} g,\n"
                              "  which goes on\n"
                              "\n"
                              "set cit 0.8\n"
                              "play 2.5\n"
                              "-\n"
                              "predict What if?\n"
                              "choice More if cit if cit = 1\n"
                              "choice Less if cit < 1\n"
                              "pause 7\n"
                              "type a b \n"
                              "key C-a\n"
                              "caption The end\n"
                              "expect cit = 0.8\n";

FACT(a_text_becomes_stops)
{
    DEFER(lecture_free) struct lecture demo;
    struct faults faults = {0};
    const struct lecture_line *choices[LECTURE_LINES];
    assert_int_equal(lecture_form_of(written, sizeof written - 1), LECTURE_DEMO);
    assert_int_equal(lecture_form_of("wattif-demonstration", 20), LECTURE_FORMS);
    assert_true(
        lecture_read(&demo, LECTURE_DEMO, written, sizeof written - 1, "x.demo", &lesson_words, &faults));
    assert_int_equal(faults.count, 0);
    assert_string_equal(demo.title, "Two words");
    assert_string_equal(demo.scenario, "carbondis-set1");
    assert_int_equal(demo.columns, 100);
    assert_int_equal(demo.rows, 30);
    assert_int_equal(demo.n_stops, 3);
    assert_string_equal(demo.lines[demo.stops[0].said].text, "One {carbon_g.total:1} g, which goes on");
    assert_int_equal(demo.stops[1].said - demo.stops[1].first, 3);
    assert_int_equal(demo.lines[demo.stops[1].said].number, 13);
    assert_int_equal(lecture_lines(&demo, 1, LINE_CHOICE, choices), 2);
    assert_string_equal(choices[0]->text, "More if cit");
    assert_string_equal(choices[0]->condition, "cit = 1");
    assert_string_equal(demo.lines[demo.stops[2].first].text, "type a b");
    assert_true(demo_stay_s(&demo, 1) == 7);
    assert_true(demo_length_s(&demo) > 9.5 && demo_length_s(&demo) < 40);
}

/* The first fault of a line put in the place of the last caption. */
static void expect_fault(const char *line, const char *place, const char *message)
{
    char broken[1024];
    struct lecture demo;
    struct faults faults = {0};
    snprintf(broken, sizeof broken, "wattif-demo 1\ntitle T\nscenario S\ncaption A\n%s\ncaption B\n", line);
    assert_false(lecture_read(&demo, LECTURE_DEMO, broken, strlen(broken), "x.demo", &lesson_words, &faults));
    assert_string_equal(faults.kept[0].place, place);
    if (!strstr(faults.kept[0].message, message))
        fail_msg("'%s': '%s' has no '%s'", line, faults.kept[0].message, message);
}

FACT(every_fault_has_its_line)
{
    expect_fault("sett cit 0.8", "x.demo:5", "did you mean 'set'");
    expect_fault("caption {cit", "x.demo:5", "brace");
    expect_fault("caption {cit +}", "x.demo:5", "column");
    expect_fault("expect cit <", "x.demo:5", "column");
    expect_fault("choice So", "x.demo:5", "when it is right");
    expect_fault("choice So if 1", "x.demo:5", "below predict");
    expect_fault("predict So?\nchoice One if 1", "x.demo:5", "two to four");
    expect_fault("undo\npause 3", "x.demo:6", "below a caption");
    expect_fault("pause -1", "x.demo:5", "seconds");
    expect_fault("pause 1\npause 2", "x.demo:6", "a pause already");
    expect_fault("play x", "x.demo:5", "seconds");
    expect_fault("key nothing", "x.demo:5", "no such key");
    expect_fault("title Late", "x.demo:5", "above the first step");
    expect_fault("screen-dump x", "x.demo:5", "for scripts");
    expect_fault("export x.csv", "x.demo:5", "for scripts");
    expect_fault("goto", "x.demo:5", "needs TIME");
    expect_fault("undo it", "x.demo:5", "nothing behind it");
    expect_fault("caption", "x.demo:5", "ends where");
}

static const char lesson[] = "wattif-lesson 1\n"
                             "name mine\n"
                             "title Halve the load\n"
                             "number 7\n"
                             "summary What one\n"
                             "  request emits.\n"
                             "scenario carbondis-set1\n"
                             "set policy.route=highperf\n"
                             "\n"
                             "caption One emits {per_request.carbon_g}.\n"
                             "at knob load as the load\n"
                             "at cards\n"
                             "predict And at half?\n"
                             "choice as much if abs(since(carbon_g.total)) < 10\n"
                             "why it is not.\n"
                             "choice more, if so if load > 1\n"
                             "set load=0.5\n"
                             "reveal It is {load:2}.\n"
                             "expect 8 to 18 of 20 seeds: load = 0.5\n"
                             "caption Two\n"
                             "task Turn it.\n"
                             "until load = 1.2\n"
                             "state {load}\n"
                             "hint Up.\n"
                             "solution load=1.2\n"
                             "solution open map\n";

FACT(a_lesson_has_parts)
{
    DEFER(lecture_free) struct lecture got;
    struct faults faults = {0};
    const struct lecture_line *lines[LECTURE_LINES];
    const char *rest;
    assert_true(lecture_read(&got, LECTURE_FORMS, lesson, sizeof lesson - 1, "x", &lesson_words, &faults));
    assert_int_equal(got.form, LECTURE_LESSON);
    assert_string_equal(got.name, "mine");
    assert_string_equal(got.summary, "What one request emits.");
    assert_int_equal(got.number, 7);
    assert_int_equal(got.n_stops, 2);
    assert_int_equal(lecture_lines(&got, -1, LINE_SET, lines), 1);
    assert_string_equal(lines[0]->text, "policy.route=highperf");
    assert_int_equal(lecture_lines(&got, 0, LINE_AT, lines), 2);
    assert_int_equal(lines[0]->point, POINT_KNOB);
    assert_string_equal(lines[0]->text, "load");
    assert_string_equal(lines[0]->note, "the load");
    assert_int_equal(lines[1]->point, POINT_CARDS);
    assert_int_equal(lecture_lines(&got, 0, LINE_CHOICE, lines), 2);
    assert_string_equal(lines[0]->note, "it is not.");
    assert_string_equal(lines[1]->text, "more, if so");
    assert_string_equal(lecture_text(&got, 0, LINE_SET), "load=0.5");
    const struct lecture_line *expected = lecture_line(&got, 0, LINE_EXPECT);
    assert_int_equal(expected->least * 10000 + expected->most * 100 + expected->seeds, 81820);
    assert_string_equal(expected->condition, "load = 0.5");
    assert_string_equal(lecture_text(&got, 1, LINE_PREDICT), "");
    assert_string_equal(lecture_line(&got, 1, LINE_UNTIL)->condition, "load = 1.2");
    assert_int_equal(lecture_lines(&got, 1, LINE_SOLUTION, lines), 2);
    assert_int_equal(turn_kind_of(lines[1]->text, &rest), TURN_OPEN);
    assert_string_equal(rest, "map");
}

/* The first fault of a lesson with this in the place of its second step. */
static void expect_lesson_fault(const char *step, int line, const char *message)
{
    char broken[1024], place[16];
    struct lecture got;
    struct faults faults = {0};
    size_t n = (size_t)(strstr(lesson, "caption Two") - lesson);
    snprintf(broken, sizeof broken, "%.*s%s\n", (int)n, lesson, step);
    snprintf(place, sizeof place, "x:%d", line);
    assert_false(lecture_read(&got, LECTURE_LESSON, broken, strlen(broken), "x", &lesson_words, &faults));
    assert_string_equal(faults.kept[0].place, place);
    if (!strstr(faults.kept[0].message, message))
        fail_msg("'%s': '%s' has no '%s'", step, faults.kept[0].message, message);
}

FACT(every_fault_of_a_lesson_has_its_line)
{
    expect_lesson_fault("caption Two\npredict So?", 20, "two to four");
    expect_lesson_fault("caption Two\npredict So?\nchoice One if 1", 20, "two to four");
    expect_lesson_fault("caption Two\nchoice One if 1\nchoice Two if 0", 21, "below predict");
    expect_lesson_fault("caption Two\ntask Do it.", 20, "a task has");
    expect_lesson_fault("caption Two\nhint Do it.", 20, "there is none");
    expect_lesson_fault("why so", 20, "below a choice");
    expect_lesson_fault("undo", 20, "no line of a lesson begins with 'undo'");
    expect_lesson_fault("revael So.", 20, "did you mean 'reveal'");
    expect_lesson_fault("at nowhere", 20, "`knob NAME`");
    expect_lesson_fault("expect 9 to 8 of 20 seeds: 1", 20, "seeds");
    expect_lesson_fault("reveal One\nreveal Two", 20, "already");
    expect_lesson_fault("name late", 20, "above the first step");
}

static void read_or_refuse(const char *broken, size_t n)
{
    struct lecture got;
    struct faults faults = {0};
    if (lecture_read(&got, LECTURE_FORMS, broken, n, "x", &lesson_words, &faults))
        lecture_free(&got);
    else
        assert_true(faults.count > 0);
}

/* Cut anywhere, with a byte changed anywhere: it is read or refused, and nothing else (the sanitizers watch).
 */
FACT(any_text_is_read_or_refused)
{
    char broken[sizeof written > sizeof lesson ? sizeof written : sizeof lesson];
    for (size_t n = 0; n < sizeof written; n++)
        for (int byte = 0; byte < 256; byte += THINNED(29, 5)) {
            memcpy(broken, written, sizeof written);
            broken[n] = (char)byte;
            read_or_refuse(broken, byte % 2 ? n : sizeof written - 1);
        }
    for (size_t n = 0; n < sizeof lesson; n++)
        for (int byte = 0; byte < 256; byte += THINNED(29, 5)) {
            memcpy(broken, lesson, sizeof lesson);
            broken[n] = (char)byte;
            read_or_refuse(broken, byte % 2 ? n : sizeof lesson - 1);
        }
}

FACT(the_sentence_is_put_in)
{
    char out[64];
    assert_string_equal(lecture_put_headline("a {headline} b {x}", "It {is} so.", out, sizeof out),
                        "a It {{is} so. b {x}");
    assert_string_equal(lecture_put_headline("none", "It is so.", out, sizeof out), "none");
}
