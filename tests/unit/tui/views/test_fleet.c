/* The fleet editor: whatever is done to a draft, undoing it all gives the text it began with and redoing the
 * text it came to, and a draft counts as valid just where a reader of its text finds no fault; every fault
 * has its place; cells are clicked; what is opened is what was shown. */
#include "store/json/scenario_json.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/board/explain.h"
#include "tui/views/fleet.h"

enum { ROUNDS = 12, CHANGES = 60 };

struct dice_of_draft {
    uint64_t key, thrown;
};

static int below(struct dice_of_draft *dice, int n)
{
    return (int)random_below(dice->key, dice->thrown++, (uint32_t)n);
}

static bool reads(const struct fleet_draft *draft)
{
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    struct scenario scenario;
    DEFER(memory_leave) char *text = fleet_json(draft);
    assert_non_null(faults);
    assert_non_null(text);
    bool good = scenario_from_text(text, strlen(text), "", &scenario, faults);
    if (good)
        scenario_free(&scenario);
    return good;
}

static void put_something(struct fleet_draft *draft, struct dice_of_draft *dice)
{
    static const char *const texts[] = {"",        "0",        "3",           "-1",        "1e3",
                                        "T4",      "P4",       "hm",          "rates",     "job1",
                                        "7g:job1", "3g 2g 1g", "exponential", "backlogged"};
    enum fleet_table table = (enum fleet_table)below(dice, FLEET_TABLES);
    int n = draft->n_rows[table];
    if (n == 0)
        return;
    const char *text = texts[below(dice, (int)(sizeof texts / sizeof *texts))];
    bool put = fleet_put(draft, table, below(dice, n), below(dice, fleet_n_columns[table]), text, &err);
    if (put && below(dice, 4) > 0)
        fleet_keep(draft);
    else
        fleet_revert(draft);
}

static void change(struct fleet_draft *draft, struct dice_of_draft *dice)
{
    enum fleet_table table = (enum fleet_table)below(dice, FLEET_RUN);
    int row = draft->n_rows[table] > 0 ? below(dice, draft->n_rows[table]) : 0;
    int what = below(dice, 8);
    if (what == 0)
        fleet_add(draft, table, row, &err);
    else if (what == 1)
        fleet_duplicate(draft, table, row, &err);
    else if (what == 2)
        fleet_delete(draft, table, row, &err);
    else if (what == 3)
        fleet_undo(draft);
    else if (what == 4)
        fleet_turn(draft, 1);
    else
        put_something(draft, dice);
}

/* Each fault that is about a row names one that there is. */
static void assert_placed(const struct fleet_draft *draft)
{
    assert_int_equal(draft->faults->count == 0, draft->valid);
    for (size_t i = 0; i < draft->faults->count && i < FAULTS_KEPT; i++) {
        const struct fleet_place *place = &draft->places[i];
        assert_true(place->row < draft->n_rows[place->table]);
        assert_true(place->column < fleet_n_columns[place->table]);
    }
}

FACT_FOR(test_all_is_undone, carbondis_scenario(3, 50, 700))
{
    DEFER(explorer_leave) struct explorer *explorer = explorer_open_on(scenario);
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct dice_of_draft dice = {random_key(seed, RANDOM_TEST, 0), 0};
        DEFER(memory_leave) struct fleet_draft *draft = calloc(1, sizeof *draft);
        assert_non_null(draft);
        assert_true(fleet_draft_open(draft, explorer, scenario, &err));
        DEFER(memory_leave) char *first = fleet_json(draft);
        for (int i = 0; i < CHANGES; i++) {
            change(draft, &dice);
            assert_placed(draft);
            if (draft->valid)
                assert_true(reads(draft));
        }
        while (fleet_undo(draft)) {
        }
        DEFER(memory_leave) char *undone = fleet_json(draft);
        assert_string_equal(undone, first);
        assert_false(fleet_is_changed(draft));
        fleet_draft_close(draft);
    }
}

FACT(test_redo_leads_back)
{
    DEFER(memory_leave) struct fleet_draft *draft = calloc(1, sizeof *draft);
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 50, 700);
    DEFER(explorer_leave) struct explorer *explorer = explorer_open_on(&scenario);
    assert_true(fleet_draft_open(draft, explorer, &scenario, &err));
    assert_true(fleet_put(draft, FLEET_GPUS, 0, 0, "4", &err));
    fleet_keep(draft);
    assert_true(fleet_duplicate(draft, FLEET_APPS, 0, &err));
    char *last = fleet_json(draft);
    assert_true(fleet_undo(draft) && fleet_undo(draft));
    assert_false(fleet_undo(draft));
    assert_true(fleet_redo(draft) && fleet_redo(draft));
    assert_false(fleet_redo(draft));
    char *again = fleet_json(draft);
    assert_string_equal(again, last);
    free(again);
    free(last);
    /* One GPU more than there may be is told by those who read scenarios; so many are not made. */
    assert_true(fleet_put(draft, FLEET_GPUS, 0, 0, "1000000", &err));
    assert_false(draft->valid);
    assert_int_equal(draft_count(&draft->json, draft->gpus), GPUS_MAX + 1);
    fleet_draft_close(draft);
}

static void click(struct desk *desk, int x, int y)
{
    desk_mouse(desk, (struct mouse_event){.kind = MOUSE_PRESS, .x = x, .y = y, .times = 1});
    desk_settle(desk);
}

FACT_AT(test_cells_are_clicked, desk_for_test(120, 40))
{
    desk_opens(desk, VIEW_FLEET, "");
    assert_shows(desk, "Your fleet");
    click(desk, 5, 6); /* the second row of GPUs: how many */
    desk_key(desk, '+');
    desk_settle(desk);
    assert_shows(desk, "1 change");
    click(desk, 5, 6); /* once more: it is typed */
    assert_true(desk_is_typing(desk));
    desk_key(desk, KEYCODE_ESC);
    assert_false(desk_is_typing(desk));
    click(desk, 95, 7); /* the settings */
    click(desk, 95, 7);
    assert_true(desk_is_typing(desk));
}

FACT_AT(test_what_is_opened_is_what_was_shown, desk_for_test(120, 40))
{
    int gpus = desk->explorer->document.scenario.fleets[desk->explorer->document.scenario.fleet].n_gpus;
    desk_open_view(desk, VIEW_FLEET, "");
    desk_key(desk, '+');
    desk_key(desk, '+');
    desk_settle(desk);
    desk_plays(desk, "!");
    assert_int_equal(desk->n_views, 0);
    const struct scenario *now = &desk->explorer->document.scenario;
    assert_int_equal(now->fleets[now->fleet].n_gpus, gpus + 2);
    desk_key(desk, 'u');
    now = &desk->explorer->document.scenario;
    assert_int_equal(now->fleets[now->fleet].n_gpus, gpus);
}

/* Every column says in sentences of its own what it means, whose words the glossary has; where a cell stands
 * a click tells the same. */
FACT_AT(test_every_column_has_words, desk_for_test(200, 60))
{
    struct subject subject;
    desk_opens(desk, VIEW_FLEET, "");
    struct fleet_view *fleet = desk_top_view(desk)->state;
    for (int table = 0; table < FLEET_TABLES; table++)
        for (int k = 0; k < fleet_n_columns[table]; k++) {
            const struct fleet_column *column = &fleet_columns[table][k];
            struct explanation told = {0}, clicked = {0};
            struct rect where, there;
            if (!fleet_column_shown(fleet, (enum fleet_table)table, k))
                continue;
            fleet->table = (enum fleet_table)table;
            *(table == FLEET_RUN ? &fleet->row[table] : &fleet->column[table]) = k;
            desk_draw(desk);
            assert_true(!*column->word || glossary_find(column->word, &subject));
            assert_true(fleet_explain(&desk->host, fleet, -1, -1, &told, &where));
            assert_string_equal(told.meaning.title, column->title);
            assert_true(told.meaning.means == told.own && strlen(told.own) > strlen(column->help));
            assert_int_equal(told.own[strlen(told.own) - 1], '.');
            assert_true(told.n > 0 && where.w > 0);
            assert_true(fleet_explain(&desk->host, fleet, where.x, where.y, &clicked, &there));
            assert_string_equal(clicked.own, told.own);
            assert_memory_equal(&there, &where, sizeof where);
        }
}

/* `?` is about the cell, with what stands in it; a click of another, an arrow of the view; Esc leads back. */
FACT_AT(test_what_is_this_is_about_the_cell, desk_for_test(120, 40))
{
    desk_open_view(desk, VIEW_FLEET, "");
    desk_settle(desk);
    desk_acts(desk, ACTION_LIST_RIGHT, ACTION_LIST_RIGHT);
    desk_press(desk, "?");
    assert_shows(desk, "What is this?", "The type of GPU, one that has profiles.");
    click(desk, 4, 5);
    assert_shows(desk, "How many GPUs are alike;");
    desk_strikes(desk, KEYCODE_DOWN);
    assert_false(desk_shows(desk, "How many GPUs are alike;"));
    desk_strikes(desk, KEYCODE_ESC);
    assert_false(desk_shows(desk, "What is this?"));
    assert_shows(desk, "Your fleet");
}
