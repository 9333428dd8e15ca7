/* Expressions over runs: how they bind, what names mean, that what is not known decides nothing, and that
 * what is wrong is told with its column. */
#include "engine/answers/live_text.h"
#include "tests/support/test.h"

struct world {
    struct scenario scenario, other;
    struct app apps[2];
    struct gpu gpus[1];
    struct fleet fleet;
    struct summary *now, *start;
};

static bool saw_map(const void *context, const char *name)
{
    return strcmp(name, "map") == 0;
}

/* Two apps on one GPU; carbon 90 g now, 100 g at the start; 7 and 2 late. */
static struct expression_facts facts_of(struct world *world)
{
    *world = (struct world){.now = calloc(1, sizeof *world->now), .start = calloc(1, sizeof *world->start)};
    assert_true(world->now && world->start);
    scenario_init(&world->scenario);
    strcpy(world->apps[0].name, "job1");
    strcpy(world->apps[1].name, "job.two");
    strcpy(world->gpus[0].name, "g-0");
    world->fleet = (struct fleet){.n_gpus = 1, .gpus = world->gpus};
    world->scenario.n_apps = 2;
    world->scenario.apps = world->apps;
    world->scenario.n_fleets = 1;
    world->scenario.fleets = &world->fleet;
    world->scenario.number[KNOB_CIT] = 0.8;
    world->other = world->scenario;
    world->other.number[KNOB_CIT] = 1;
    world->now->n_apps = world->start->n_apps = 2;
    world->now->n_gpus = world->start->n_gpus = 1;
    world->now->carbon_total_g = 90;
    world->start->carbon_total_g = 100;
    world->now->apps[0].violations = 7;
    world->now->apps[1].p95_ms = 250;
    world->now->gpus[0].energy_j = 3;
    world->start->apps[0].violations = 2;
    struct expression_facts facts = {.seen = saw_map};
    facts.of[MOMENT_NOW].scenario = &world->scenario;
    facts.of[MOMENT_NOW].source.summary = world->now;
    facts.of[MOMENT_START].scenario = &world->other;
    facts.of[MOMENT_START].source.summary = world->start;
    return facts;
}

static void forget(struct world *world)
{
    free(world->now);
    free(world->start);
}

static double value_of(const struct expression_facts *facts, const char *text)
{
    struct expression expression;
    assert_or(expression_parse(&expression, text, strlen(text), &err), "'%s': %s", text, err.message);
    if (!expression_check(&expression, facts->of[MOMENT_NOW].scenario, &err))
        fail_msg("'%s': %s", text, err.message);
    return expression_evaluate(&expression, facts).number;
}

FACT(test_values)
{
    struct world world;
    struct expression_facts facts = facts_of(&world);
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"1 + 2 * 3", 7},
                 {"(1 + 2) * 3", 9},
                 {"10 - 4 - 3", 3},
                 {"8 / 4 / 2", 1},
                 {"-2 * -3", 6},
                 {"2 < 3 and 3 < 2 or 1 = 1", 1},
                 {"2 < 3 and (3 < 2 or 1 = 2)", 0},
                 {"not 1 = 2 and not 2 = 3", 1},
                 {"0.1 + 0.2 = 0.3", 1},
                 {"0.1 + 0.2 > 0.3", 0},
                 {"1e3 = 1000", 1},
                 {"carbon_g.total", 90},
                 {"start.carbon_g.total", 100},
                 {"change(carbon_g.total)", -10},
                 {"abs(change(carbon_g.total))", 10},
                 {"change(2 * carbon_g.total + 0)", -10},
                 {"violations", 7},
                 {"start.violations", 2},
                 {"apps.job1.violations - apps.0.violations", 0},
                 {"apps.job.two.p95_ms", 250},
                 {"`gpus.g-0.energy_j`", 3},
                 {"cit", 0.8},
                 {"start.cit", 1},
                 {"cit <= 0.8", 1},
                 {"policy.route != 'nothing'", 1},
                 {"'a' = 'a' and not 'a' = 'b'", 1},
                 {"seen('map')", 1},
                 {"seen('atlas')", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = value_of(&facts, cases[i].text);
        if (!(fabs(value - cases[i].value) <= 1e-9))
            fail_msg("'%s' is %g, not %g", cases[i].text, value, cases[i].value);
    }
    forget(&world);
}

/* A run that is not there makes nothing true, and does not hide what the other side says. */
FACT(test_what_is_not_known_decides_nothing)
{
    struct world world;
    struct expression_facts facts = facts_of(&world);
    static const char *const unknown[] = {"reference.carbon_g.total",
                                          "against(carbon_g.total) < 0",
                                          "not reference.carbon_g.total > 0",
                                          "since(violations)",
                                          "1 / 0",
                                          "reference.cit > 0",
                                          "1 = 1 and reference.violations > 0"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_or(isnan(value_of(&facts, unknown[i])), "'%s' is known", unknown[i]);
    assert_true(value_of(&facts, "1 = 1 or reference.violations > 0") == 1);
    assert_true(value_of(&facts, "1 = 2 and reference.violations > 0") == 0);
    struct expression expression;
    assert_true(expression_parse(&expression, "reference.violations >= 0", 25, NULL));
    assert_false(expression_holds(&expression, &facts));
    forget(&world);
}

FACT(test_faults_have_their_column)
{
    static const struct {
        const char *text, *message;
    } cases[] = {{"1 +", "column 4: something is missing"},
                 {"(1 + 2", "column 7: a closing bracket"},
                 {"1 2", "column 3: an operator is missing"},
                 {"cit < 'a", "column 9: a closing quote"},
                 {"1.2.3", "column 1: this is no number"},
                 {"3cit", "column 1: this is no number"},
                 {"seen(map)", "seen() takes a name in quotes"},
                 {"a = = b", "column 5: a number, a name or a bracket"},
                 {"change(abs(since(cit)))", "column 12: change(), since() and against() cannot"},
                 {"change(cit) < change(change(cit))", "column 22: change(), since() and against() cannot"},
                 {"", "something is missing"}};
    struct expression expression;
    char deep[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(expression_parse(&expression, cases[i].text, strlen(cases[i].text), &err));
        assert_or(strstr(err.message, cases[i].message), "'%s' says '%s'", cases[i].text, err.message);
    }
    memset(deep, '(', sizeof deep);
    assert_false(expression_parse(&expression, deep, sizeof deep - 1, NULL));
    memset(deep, '-', sizeof deep);
    assert_false(expression_parse(&expression, deep, sizeof deep - 1, NULL));
    assert_false(expression_parse(&expression, deep, sizeof deep, NULL));
}

FACT(test_names_that_mean_nothing_are_told)
{
    struct world world;
    struct expression_facts facts = facts_of(&world);
    static const char *const wrong[] = {"carbon_g.totl", "cti < 1", "apps.job3.p95_ms", "apps.7.p95_ms",
                                        "start.nothing"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct expression expression;
        assert_true(expression_parse(&expression, wrong[i], strlen(wrong[i]), &err));
        assert_false(expression_check(&expression, facts.of[MOMENT_NOW].scenario, &err));
        assert_has(err.message, "column 1: ");
    }
    forget(&world);
}

FACT(test_it_is_known_what_an_expression_asks)
{
    struct expression expression;
    char name[32];
    assert_true(
        expression_parse(&expression, "against(cit) < 3 and seen('map') and start.cit > 0", 50, NULL));
    assert_true(expression_asks(&expression, MOMENT_REFERENCE));
    assert_true(expression_asks(&expression, MOMENT_START));
    assert_false(expression_asks(&expression, MOMENT_BEFORE));
    assert_true(expression_has_number(&expression, 3) && !expression_has_number(&expression, 2));
    assert_true(expression_seen(&expression, 0, name, sizeof name));
    assert_string_equal(name, "map");
    assert_false(expression_seen(&expression, 1, name, sizeof name));
}

/* "a {{b} {x:+1} c": text, a brace, a value with its digits. */
FACT(test_texts_are_cut_into_pieces)
{
    const char *text = "a {{b} {x + 1:+2} c{y}";
    static const struct {
        const char *text;
        bool is_value, is_signed;
        int digits;
    } wanted[] = {{"a ", false, false, 0},
                  {"{b} ", false, false, 0},
                  {"x + 1", true, true, 2},
                  {" c", false, false, 0},
                  {"y", true, false, LIVE_DIGITS_OWN}};
    struct live_piece piece;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_true(live_text_next(&text, &piece, &err));
        assert_int_equal(piece.n, strlen(wanted[i].text));
        assert_memory_equal(piece.text, wanted[i].text, piece.n);
        assert_int_equal(piece.is_value, wanted[i].is_value);
        if (piece.is_value) {
            assert_int_equal(piece.digits, wanted[i].digits);
            assert_int_equal(piece.is_signed, wanted[i].is_signed);
        }
    }
    assert_false(live_text_next(&text, &piece, &err));
    assert_int_equal(err.kind, ERROR_NONE);
    assert_false(live_text_check("so {x", NULL, &err));
    assert_false(live_text_check("so {x:9}", NULL, &err));
    assert_false(live_text_check("so {1 +}", NULL, &err));
    assert_true(live_text_check("so {x:0} and {{", NULL, &err));
}
