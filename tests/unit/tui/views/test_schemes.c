/* The living table of schemes: what stands in a row is a run of its own, the least carbon comes first once
 * all are there, what is marked has letters, and the table is about the whole run wherever the cursor is. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/desk_support.h"

#include "tui/views/compare.h"

static struct ask *open_table(struct desk *desk)
{
    desk_opens(desk, VIEW_SCHEMES, "");
    return desk_asked(desk);
}

static void choose(struct desk *desk, const char *text)
{
    assert_non_null(desk_find_row(desk, text));
}

/* Its table for machines. */
static const struct account_part *rows_of(const struct ask *ask)
{
    const struct account_part *part = ask->account.parts;
    while (part && part->audience != FOR_MACHINES)
        part = part->next;
    assert_non_null(part);
    return part;
}

static const struct account_cell *cell_of(const struct ask *ask, const struct account_row *row,
                                          const char *key)
{
    const struct account_part *rows = rows_of(ask);
    for (size_t k = 0; k < rows->n_columns; k++)
        if (strcmp(rows->columns[k].key, key) == 0)
            return &row->cells[k];
    fail_msg("no column %s", key);
    return NULL;
}

static const struct account_row *find_row(const struct ask *ask, const char *group, const char *scheme)
{
    const struct account_part *rows = rows_of(ask);
    for (size_t i = 0; i < rows->n_rows; i++)
        if (strcmp(rows->rows[i].cells[0].shown, group) == 0 &&
            strcmp(rows->rows[i].cells[1].shown, scheme) == 0)
            return &rows->rows[i];
    fail_msg("no row %s %s", group, scheme);
    return NULL;
}

static double carbon_of(const struct ask *ask, const char *group, const char *scheme)
{
    return cell_of(ask, find_row(ask, group, scheme), "carbon_g.total")->value;
}

static double simulated_carbon(const struct scenario *base, size_t seed, const char *setting,
                               const char *value)
{
    DEFER(scenario_free) struct scenario scenario;
    struct knob_ref knob;
    struct knob_value parsed;
    assert_true(scenario_copy(&scenario, base));
    scenario.seed += seed;
    assert_true(!setting || (knob_resolve(&scenario, setting, &knob, &err) &&
                             knob_parse(&scenario, knob, value, &parsed, &err) &&
                             knob_set(&scenario, knob, &parsed, &err)));
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    double carbon_g = run.summary.carbon_total_g;
    return carbon_g;
}

FACT_AT(a_row_is_a_run_of_its_own, desk_for_test(120, 40))
{
    static const char *const rows[][4] = {{"route", "HIGHPERF", "policy.route", "highperf"},
                                          {"route", "DYBATCH", "policy.route", "dybatch"},
                                          {"route", "CARBONDIS", "policy.route", "carbondis"},
                                          {"fleet", "low", "fleet", "low"}};
    desk_command(desk, "goto 20s");
    const struct ask *ask = open_table(desk);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_true(carbon_of(ask, rows[k][0], rows[k][1]) ==
                    simulated_carbon(&desk->explorer->document.scenario, 0, rows[k][2], rows[k][3]));
}

FACT_AT(the_least_carbon_comes_first, desk_for_test(120, 40))
{
    char words[200];
    const struct ask *ask = open_table(desk);
    const struct account_part *rows = rows_of(ask);
    int compared = 0;
    for (size_t i = 1; i < rows->n_rows; i++) {
        const struct account_row *row = &rows->rows[i], *above = &rows->rows[i - 1];
        const struct account_cell *now = cell_of(ask, row, "carbon_g.total"),
                                  *then = cell_of(ask, above, "carbon_g.total");
        if (now->kind == ACCOUNT_NONE || then->kind == ACCOUNT_NONE ||
            strcmp(row->cells[0].shown, above->cells[0].shown) != 0 ||
            cell_of(ask, row, "changes_nothing_because")->shown)
            continue;
        assert_true(then->value <= now->value);
        compared++;
    }
    assert_true(compared >= 8);
    desk_row(ask, ask->step, words);
    assert_string_equal(words, "route CARBONDIS ●");
}

FACT_AT(four_rows_have_marks, desk_for_test(200, 60))
{
    static const char *const rows[] = {"route CARBONDIS", "route HIGHPERF", "route DYBATCH",
                                       "route LOWENERGY"};
    char words[200];
    open_table(desk);
    for (int m = 0; m < 4; m++) {
        choose(desk, rows[m]);
        desk_key(desk, KEYCODE_SPACE);
        text_print(words, sizeof words, "%s %c", rows[m], 'A' + m);
        choose(desk, words);
    }
    choose(desk, "route RANDOM");
    desk_key(desk, KEYCODE_SPACE);
    assert_true(desk->message.bad);
    assert_shows(desk, "A  CARBONDIS emits", "D  LOWENERGY emits", "than CARBONDIS");
    choose(desk, "route HIGHPERF B");
    desk_key(desk, KEYCODE_SPACE);
    choose(desk, "route RANDOM-POD");
    desk_key(desk, KEYCODE_SPACE);
    choose(desk, "route RANDOM-POD B");
    assert_null(desk_find_row(desk, "route HIGHPERF B"));
    choose(desk, "fleet high");
    desk_key(desk, KEYCODE_SPACE);
    assert_true(desk->message.bad && strstr(desk->message.text, "cannot run"));
}

/* Enter on a marked row lays the marked ones side by side, as whole runs; `t` takes one all the same. */
FACT_AT(marked_rows_are_compared, desk_for_test(160, 45))
{
    const struct ask *ask = open_table(desk);
    choose(desk, "route CARBONDIS");
    desk_key(desk, KEYCODE_SPACE);
    desk_key(desk, KEYCODE_ENTER);
    assert_true(desk->n_views == 1 && desk->message.bad); /* one alone */
    choose(desk, "route DYBATCH");
    desk_key(desk, KEYCODE_SPACE);
    double carbon_g = carbon_of(ask, "route", "DYBATCH");
    desk_plays(desk, "enter");
    assert_int_equal(desk->n_views, 2);
    assert_int_equal(desk_top_view(desk)->id, VIEW_COMPARE);
    const struct compare *compare = desk_top_view(desk)->state;
    assert_string_equal(compare->lineup.runs[1].name, "DYBATCH");
    assert_true(lineup_recording(&compare->lineup.runs[1])->summary.carbon_total_g == carbon_g);
    desk_key(desk, KEYCODE_ESC);
    assert_int_equal(desk->n_views, 1);
    desk_plays(desk, "!");
    assert_int_equal(desk->n_views, 0);
    assert_int_equal(desk->explorer->document.history.done, 1);
}

/* What comes to the run as it is lies behind the row that counts it, with a reason; of a layer in which any
 * makes a difference what is in force stays. What is typed finds what lies there too. */
FACT_AT(what_changes_nothing_is_folded, desk_for_test(140, 45))
{
    static const char *const useless[][2] = {
        {"place", "NONE"}, {"place", "KUBERNETES"}, {"share", "TMUX-ETF"}};
    char counted[32];
    struct ask *ask = open_table(desk);
    const struct account_part *rows = rows_of(ask);
    int idle = 0;
    for (size_t i = 0; i < rows->n_rows; i++)
        idle += cell_of(ask, &rows->rows[i], "changes_nothing_because")->shown != NULL;
    assert_true(idle >= 8);
    text_print(counted, sizeof counted, "%d change nothing here", idle);
    assert_shows(desk, counted);
    for (size_t k = 0; k < sizeof useless / sizeof *useless; k++)
        assert_non_null(
            cell_of(ask, find_row(ask, useless[k][0], useless[k][1]), "changes_nothing_because")->shown);
    assert_null(cell_of(ask, find_row(ask, "route", "CARBONDIS"), "changes_nothing_because")->shown);
    assert_false(desk_shows(desk, "TMUX-ETF"));
    for (size_t i = 0; !account_step(&ask->account, 0, i)->heading; i++)
        ask->step = i + 1;
    desk_draw(desk);
    assert_shows(desk, "no two apps take turns");
    desk_press(desk, "/ 'tmux-etf'");
    assert_true(desk_shows(desk, "TMUX-ETF") && !desk_shows(desk, "LOWENERGY"));
    desk_strikes(desk, KEYCODE_ESC);
    assert_shows(desk, "LOWENERGY");
}

enum { CHANGE = 4, BAR = 5 };

/* Of one draw what draws lots may be luck; then four seeds more come by themselves, `+` asks for others, the
 * chosen row says what they differ by, a dot each, and what is within their noise has no colour. */
FACT_AT(seeds_judge_the_schemes, desk_for_test(120, 40))
{
    char text[96];
    assert_true(desk_open_view(desk, VIEW_SCHEMES, ""));
    desk_draw(desk);
    explorer_wait(desk->explorer);
    assert_int_equal(desk_find_row(desk, "route RANDOM")->cells[CHANGE].tone, TONE_QUIET);
    assert_shows(desk, "in this draw");
    assert_int_equal(desk_find_row(desk, "route LOWENERGY")->cells[CHANGE].tone, TONE_GOOD);
    desk_settle(desk);
    struct ask *ask = desk_asked(desk);
    assert_shows(desk, "judged by 5 seeds", "5 seeds: ");
    const struct account_row *low = desk_find_row(desk, "route LOWENERGY"),
                             *told = find_row(ask, "route", "LOWENERGY");
    const struct account_bar *bar = low->cells[BAR].bars;
    assert_int_equal(bar->n_dots, SEEDING_STEP);
    for (size_t seed = 0; seed < SEEDING_STEP; seed += 2) {
        double grams =
                   simulated_carbon(&desk->explorer->document.scenario, seed, "policy.route", "lowenergy"),
               than = simulated_carbon(&ask->against->model->scenario, seed, NULL, NULL);
        assert_true(fabs(bar->dots[seed] - (grams / than - 1) * 100) < 1e-9);
    }
    text_print(text, sizeof text, "%.2f %% ± %.2f %%",
               fabs(cell_of(ask, told, "carbon_change_percent")->value),
               cell_of(ask, told, "carbon_change_percent_ci95")->value);
    assert_shows(desk, text);
    for (size_t i = 0; i < account_steps(&ask->account, 0); i++) {
        const struct account_row *row = account_step(&ask->account, 0, i);
        if (!row->cells || row->cells[BAR].kind != ACCOUNT_BARS)
            continue;
        const char *verdict =
            cell_of(ask, find_row(ask, row->cells[0].shown, row->cells[1].shown), "verdict")->shown;
        assert_true((row->cells[CHANGE].tone == TONE_QUIET) == (!verdict || strcmp(verdict, "real") != 0));
    }
    desk_key(desk, '+');
    assert_true(strstr(desk->message.text, "10 seeds are wanted"));
    desk_settle(desk);
    assert_shows(desk, "judged by 10 seeds");
}
