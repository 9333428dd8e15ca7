/* The language of demos: what a text becomes, stop by stop; that every fault has its line; that no text,
 * however it is mutilated, is more than faults. */
#include "tests/support/slow_build.h"
#include "tui/words/demo.h"
#include "tui/words/headline_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

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

static void a_text_becomes_stops(void **state)
{
    struct demo demo;
    struct faults faults = {0};
    const struct demo_line *choices[DEMO_CHOICES];
    (void)state;
    assert_true(demo_is(written, sizeof written - 1));
    assert_false(demo_is("wattif-demonstration", 20));
    assert_true(demo_parse(&demo, written, sizeof written - 1, "x.demo", &faults));
    assert_int_equal(faults.count, 0);
    assert_string_equal(demo.title, "Two words");
    assert_string_equal(demo.scenario, "carbondis-set1");
    assert_int_equal(demo.columns, 100);
    assert_int_equal(demo.rows, 30);
    assert_int_equal(demo.n_stops, 3);
    assert_string_equal(demo.lines[demo.stops[0].said].text, "One {carbon_g.total:1} g, which goes on");
    assert_int_equal(demo.stops[1].said - demo.stops[1].first, 3);
    assert_int_equal(demo.lines[demo.stops[1].said].number, 13);
    assert_int_equal(demo_choices(&demo, 1, choices), 2);
    assert_string_equal(choices[0]->text, "More if cit");
    assert_string_equal(choices[0]->condition, "cit = 1");
    assert_string_equal(demo.lines[demo.stops[2].first].text, "type a b");
    assert_true(demo_stay_s(&demo, 1) == 7);
    assert_true(demo_length_s(&demo) > 9.5 && demo_length_s(&demo) < 40);
    demo_free(&demo);
}

/* The first fault of a line put in the place of the last caption. */
static void expect_fault(const char *line, const char *place, const char *message)
{
    char broken[1024];
    struct demo demo;
    struct faults faults = {0};
    snprintf(broken, sizeof broken, "wattif-demo 1\ntitle T\nscenario S\ncaption A\n%s\ncaption B\n", line);
    assert_false(demo_parse(&demo, broken, strlen(broken), "x.demo", &faults));
    assert_string_equal(faults.kept[0].place, place);
    if (!strstr(faults.kept[0].message, message))
        fail_msg("'%s': '%s' has no '%s'", line, faults.kept[0].message, message);
}

static void every_fault_has_its_line(void **state)
{
    (void)state;
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

/* Cut anywhere, with a byte changed anywhere: it is read or refused, and nothing else (the sanitizers watch).
 */
static void any_text_is_read_or_refused(void **state)
{
    char broken[sizeof written];
    (void)state;
    for (size_t n = 0; n < sizeof written; n++)
        for (int byte = 0; byte < 256; byte += THINNED(29, 5)) {
            struct demo demo;
            struct faults faults = {0};
            memcpy(broken, written, sizeof written);
            broken[n] = (char)byte;
            if (demo_parse(&demo, broken, byte % 2 ? n : sizeof written - 1, "x.demo", &faults))
                demo_free(&demo);
            else
                assert_true(faults.count > 0);
        }
}

static void the_sentence_is_put_in(void **state)
{
    char out[64];
    (void)state;
    assert_string_equal(headline_text_put("a {headline} b {x}", "It {is} so.", out, sizeof out),
                        "a It {{is} so. b {x}");
    assert_string_equal(headline_text_put("none", "It is so.", out, sizeof out), "none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_becomes_stops), cmocka_unit_test(every_fault_has_its_line),
        cmocka_unit_test(any_text_is_read_or_refused), cmocka_unit_test(the_sentence_is_put_in)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
