/* A scenario that is being written: what is read into it and printed again is the same scenario, for the
 * presets and for random ones; members are put and got as they are typed; and whatever is put, the faults are
 * those that a reader of its text finds. */
#include "store/json/scenario_draft.h"
#include "tests/support/random_scenario.h"
#include "tests/unit/store/preset_text.h"

static char *print_of(const struct scenario_draft *draft)
{
    char *text = draft_text(draft);
    assert_non_null(text);
    return text;
}

static void draft_of(const char *text, struct scenario_draft *draft)
{
    *draft = (struct scenario_draft){0};
    must(draft_from_text(draft, text, strlen(text), "test", &err), &err);
}

/* As those who print scenarios would have it. */
static void assert_same_scenario(const char *text, const struct scenario_draft *draft)
{
    DEFER(scenario_free) struct scenario scenario;
    DEFER(memory_leave) char *printed = print_of(draft);
    read_text(printed, &scenario);
    DEFER(memory_leave) char *canonical = scenario_to_text(&scenario);
    assert_string_equal(canonical, text);
}

FACT(test_presets_stay_what_they_are)
{
    static const char *const names[] = {"carbondis-set1", "clover-images", "all-five",
                                        "carbondis-set1-contended"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        DEFER(draft_free) struct scenario_draft draft;
        DEFER(scenario_free) struct scenario scenario;
        DEFER(memory_leave) char *text = preset_text(names[i]);
        draft_of(text, &draft);
        read_text(text, &scenario);
        free(text);
        text = scenario_to_text(&scenario);
        assert_same_scenario(text, &draft);
    }
}

FACT(test_random_scenarios_stay_what_they_are)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        DEFER(random_case_free) struct random_case made;
        DEFER(draft_free) struct scenario_draft draft = {0};
        random_case_make(&made, seed);
        DEFER(memory_leave) char *text = scenario_to_text(&made.scenario);
        assert_true(draft_from_scenario(&draft, &made.scenario, &err));
        assert_same_scenario(text, &draft);
    }
}

static void put(struct scenario_draft *draft, const char *pointer, enum draft_type type, const char *text)
{
    assert_or(draft_put(draft, pointer, type, text, &err), "%s: %s %s", pointer, err.place, err.message);
}

static void assert_gives(const struct scenario_draft *draft, const char *pointer, const char *wanted)
{
    char text[600];
    assert_string_equal(draft_get(draft, pointer, text, sizeof text), wanted);
}

FACT(test_members_are_typed)
{
    DEFER(draft_free) struct scenario_draft draft;
    draft_of("{\"a\": {\"x/y\": 1, \"t~\": \"u\"}, \"gpus\": [{\"name\": \"g1\", \"pods\": [\"3g:-\", "
             "\"2g:-\"]}]}",
             &draft);
    assert_gives(&draft, "/a/x~1y", "1");
    assert_gives(&draft, "/a/t~0", "u");
    assert_gives(&draft, "/gpus/0/pods", "3g 2g");
    assert_gives(&draft, "/gpus/1/pods", "");
    put(&draft, "/a/x~1y", DRAFT_NUMBER, "2.5");
    assert_gives(&draft, "/a/x~1y", "2.5");
    put(&draft, "/a/x~1y", DRAFT_NUMBER, "many"); /* a text, which its reader refuses */
    assert_gives(&draft, "/a/x~1y", "many");
    put(&draft, "/a/new/inner", DRAFT_TRUTH, "true");
    assert_gives(&draft, "/a/new/inner", "true");
    put(&draft, "/a/new/inner", DRAFT_TRUTH, ""); /* the object that was made for it goes with it */
    assert_int_equal(draft_count(&draft, "/a"), 2);
    put(&draft, "/gpus/0/pods", DRAFT_SLICES, "7g:images/b7, 1g:-");
    assert_gives(&draft, "/gpus/0/pods", "7g:images/b7 1g:-");
    put(&draft, "/gpus/0/pods", DRAFT_SLICES, "4g 2g 1g");
    assert_int_equal(draft_count(&draft, "/gpus/0"), 2); /* name and mig */
    assert_gives(&draft, "/gpus/0/mig", "4 2 1");
    char *text = print_of(&draft);
    assert_has(text, "\"mig\": [4, 2, 1]");
    free(text);
    assert_false(draft_put(&draft, "/gpus/7/name", DRAFT_TEXT, "x", &err)); /* there is no such element */
}

FACT(test_elements_are_repeated)
{
    DEFER(draft_free) struct scenario_draft draft;
    draft_of("{\"gpus\": [{\"name\": \"g09\", \"type\": \"P4\"}, {\"name\": \"chat\", \"type\": \"T4\"}]}",
             &draft);
    assert_false(draft_alike(&draft, "/gpus", 0, 1));
    assert_true(draft_repeat(&draft, "/gpus", 0, &err));
    assert_true(draft_repeat(&draft, "/gpus", 1, &err));
    assert_true(draft_repeat(&draft, "/gpus", 3, &err));
    assert_int_equal(draft_count(&draft, "/gpus"), 5);
    static const char *const names[] = {"g09", "g10", "g11", "chat", "chat2"};
    for (int i = 0; i < 5; i++) {
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/gpus/%d/name", i);
        assert_gives(&draft, pointer, names[i]);
    }
    assert_true(draft_alike(&draft, "/gpus", 0, 2));
    draft_remove(&draft, "/gpus", 1);
    assert_gives(&draft, "/gpus/1/name", "g11");
}

FACT(test_what_is_no_object_is_refused)
{
    static const char *const texts[] = {"", "[1]", "{\"a\": }", "{\"a\": 1, \"a\": 2}", "7"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct scenario_draft draft = {0};
        assert_false(draft_from_text(&draft, texts[i], strlen(texts[i]), "mine.json", &err));
        assert_has(err.place, "mine.json");
        assert_null(draft.json);
    }
}

/* What is removed from a preset leaves a draft without a fault: nothing names it any more, in any fleet. */
FACT(test_what_is_removed_is_named_nowhere)
{
    static const char *const apps[] = {"images", "chat", "tagging"};
    for (size_t i = 0; i < sizeof apps / sizeof *apps; i++) {
        DEFER(draft_free) struct scenario_draft draft;
        char *text = preset_text("all-five"), name[64], pointer[32], quoted[80];
        draft_of(text, &draft);
        draft_forget_app(&draft, apps[i]); /* it is there still: nothing happens */
        assert_same_scenario(text, &draft);
        for (int k = draft_count(&draft, "/apps") - 1; k >= 0; k--) {
            snprintf(pointer, sizeof pointer, "/apps/%d/name", k);
            if (strcmp(draft_get(&draft, pointer, name, sizeof name), apps[i]) == 0)
                draft_remove(&draft, "/apps", k);
        }
        draft_forget_app(&draft, apps[i]);
        DEFER(memory_leave) char *left = print_of(&draft);
        snprintf(quoted, sizeof quoted, ":%s", apps[i]);
        assert_null(strstr(left, quoted));
        snprintf(quoted, sizeof quoted, ".%s", apps[i]);
        assert_null(strstr(left, quoted));
        snprintf(quoted, sizeof quoted, "\"owner\": \"%s\"", apps[i]);
        assert_null(strstr(left, quoted));
        free(text);
    }
}
