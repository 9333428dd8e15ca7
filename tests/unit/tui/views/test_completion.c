/* Completion: what a word may become goes by where it stands in the line. */
#include "tests/support/fixture.h"
#include "tui/views/palette.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void test_completion(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *completed;
    } cases[] = {{"got", "goto "},
                 {"set ci", "set ci"},
                 {"set cit", "set cit "},
                 {"set slo_sc", "set slo_scale "},
                 {"set policy.ro", "set policy.route "},
                 {"set policy.route carb", "set policy.route carbondis "},
                 {"theme high", "theme high-contrast "},
                 {"glyphs a", "glyphs ascii "},
                 {"event-n", "event-next "},
                 {"nothing like it", "nothing like it"}};
    struct scenario scenario;
    fixture_carbondis(&scenario, 2, 100, 50);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct prompt prompt;
        prompt_start(&prompt, cases[i].typed);
        completion_apply(&prompt, &scenario, ".");
        assert_string_equal(prompt.text, cases[i].completed);
    }
    scenario_free(&scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_completion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
