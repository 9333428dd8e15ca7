/* The living table of schemes: what stands in a row is a run of its own, the least carbon comes first once
 * all are there, what is marked has letters, and the table is about the whole run wherever the cursor is. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/desk_support.h"

#include "engine/base/text.h"
#include "tui/term/key.h"
#include "tui/views/compare.h"
#include "tui/views/schemes.h"

#include <math.h>
#include <stdlib.h>

static struct picker *open_table(struct desk *desk)
{
    assert_true(desk_open_view(desk, VIEW_SCHEMES, ""));
    desk_settle(desk);
    return desk_top_view(desk)->state;
}

static const struct scheme_row *find_row(const struct picker *picker, const char *text)
{
    const struct schemes *own = picker->own;
    for (int i = 0; i < picker->n; i++)
        if (strncmp(own->rows[i].text, text, strlen(text)) == 0)
            return &own->rows[i];
    fail_msg("no row %s", text);
    return NULL;
}

static void choose(struct desk *desk, struct picker *picker, const char *text)
{
    picker_choose(picker, (int)(find_row(picker, text) - ((const struct schemes *)picker->own)->rows));
    desk_draw(desk);
}

static void a_row_is_a_run_of_its_own(void **state)
{
    (void)state;
    static const char *const rows[] = {"route HIGHPERF", "route DYBATCH", "route CARBONDIS", "fleet low"};
    struct desk desk;
    desk_open_for_test(&desk, 120, 40);
    desk_command(&desk, "goto 20s");
    const struct picker *picker = open_table(&desk);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct scheme_row *row = find_row(picker, rows[k]);
        const struct answer *answer = scheme_answer(picker->own, row);
        struct scenario scenario;
        struct error error = {0};
        assert_non_null(answer);
        assert_true(scenario_copy(&scenario, &desk.explorer->document.scenario));
        assert_true(knob_set(&scenario, row->choice.knob, &row->choice.value, &error));
        struct simulation run = simulate(&scenario);
        assert_true(answer_metric(answer, METRIC_CARBON, 0) == run.summary.carbon_total_g);
        simulation_free(&run);
        scenario_free(&scenario);
    }
    desk_close(&desk);
}

static void the_least_carbon_comes_first(void **state)
{
    (void)state;
    struct desk desk;
    desk_open_for_test(&desk, 120, 40);
    struct picker *picker = open_table(&desk);
    const struct schemes *own = picker->own;
    int compared = 0;
    assert_true(own->sorted);
    for (int i = 1; i < picker->n; i++) {
        const struct answer *now = scheme_answer(own, &own->rows[i]),
                            *above = scheme_answer(own, &own->rows[i - 1]);
        if (!now || !above || strcmp(own->rows[i].choice.group, own->rows[i - 1].choice.group) != 0)
            continue;
        assert_true(answer_metric(above, METRIC_CARBON, 0) <= answer_metric(now, METRIC_CARBON, 0));
        compared++;
    }
    assert_true(compared >= 8);
    assert_string_equal(choice_title(&own->rows[picker_item(picker)].choice), "CARBONDIS");
    desk_close(&desk);
}

/* The reference's own row says that it is equal; the others by how much they are less or more. */
static void carbon_is_held_against_the_reference(void **state)
{
    (void)state;
    struct desk desk;
    char text[64];
    desk_open_for_test(&desk, 120, 40);
    struct picker *picker = open_table(&desk);
    const struct schemes *own = picker->own;
    assert_string_equal(own->reference.name, "HIGHPERF");
    const struct answer *high = scheme_answer(own, find_row(picker, "route HIGHPERF")),
                        *now = scheme_answer(own, find_row(picker, "route CARBONDIS"));
    assert_true(answer_metric(high, METRIC_CARBON, 0) == own->reference.carbon_g);
    double less = (1 - answer_metric(now, METRIC_CARBON, 0) / own->reference.carbon_g) * 100;
    snprintf(text, sizeof text, less > 0 ? "−%.1f %%" : "+%.1f %%", less > 0 ? less : -less);
    assert_true(desk_shows(&desk, text));
    assert_true(desk_shows(&desk, "vs HIGHPERF"));
    desk_close(&desk);
}

static void four_rows_have_marks(void **state)
{
    (void)state;
    static const char *const rows[] = {"route CARBONDIS", "route HIGHPERF", "route DYBATCH",
                                       "route LOWENERGY"};
    struct desk desk;
    desk_open_for_test(&desk, 200, 60);
    struct picker *picker = open_table(&desk);
    for (int m = 0; m < SCHEME_MARKS; m++) {
        choose(&desk, picker, rows[m]);
        desk_key(&desk, KEYCODE_SPACE);
        assert_int_equal(find_row(picker, rows[m])->mark, 'A' + m);
    }
    choose(&desk, picker, "route RANDOM ");
    desk_key(&desk, KEYCODE_SPACE);
    assert_true(desk.message.bad && find_row(picker, "route RANDOM ")->mark == 0);
    desk_draw(&desk);
    assert_true(desk_shows(&desk, "A  CARBONDIS emits"));
    assert_true(desk_shows(&desk, "D  LOWENERGY emits"));
    assert_true(desk_shows(&desk, "than CARBONDIS"));
    choose(&desk, picker, "route HIGHPERF");
    desk_key(&desk, KEYCODE_SPACE);
    choose(&desk, picker, "route RANDOM ");
    desk_key(&desk, KEYCODE_SPACE);
    assert_int_equal(find_row(picker, "route RANDOM ")->mark, 'B');
    choose(&desk, picker, "fleet high");
    desk_key(&desk, KEYCODE_SPACE);
    assert_true(find_row(picker, "fleet high")->mark == 0 || !*find_row(picker, "fleet high")->choice.fault);
    desk_close(&desk);
}

/* Enter on a marked row lays the marked ones side by side, as whole runs; `t` takes one all the same. */
static void marked_rows_are_compared(void **state)
{
    (void)state;
    struct desk desk;
    desk_open_for_test(&desk, 160, 45);
    struct picker *picker = open_table(&desk);
    choose(&desk, picker, "route CARBONDIS");
    desk_key(&desk, KEYCODE_SPACE);
    desk_key(&desk, KEYCODE_ENTER);
    assert_true(desk.n_views == 1 && desk.message.bad); /* one alone */
    choose(&desk, picker, "route DYBATCH");
    desk_key(&desk, KEYCODE_SPACE);
    double carbon_g =
        answer_metric(scheme_answer(picker->own, find_row(picker, "route DYBATCH")), METRIC_CARBON, 0);
    desk_key(&desk, KEYCODE_ENTER);
    desk_settle(&desk);
    assert_int_equal(desk.n_views, 2);
    assert_int_equal(desk_top_view(&desk)->id, VIEW_COMPARE);
    const struct compare *compare = desk_top_view(&desk)->state;
    assert_string_equal(compare->lineup.runs[1].name, "DYBATCH");
    assert_true(lineup_recording(&compare->lineup.runs[1])->summary.carbon_total_g == carbon_g);
    desk_key(&desk, KEYCODE_ESC);
    assert_int_equal(desk.n_views, 1);
    desk_key(&desk, 't');
    desk_settle(&desk);
    assert_int_equal(desk.n_views, 0);
    assert_int_equal(desk.explorer->document.history.done, 1);
    desk_close(&desk);
}

/* What comes to the run as it is lies behind the row that counts it, with a reason; of a layer in which any
 * makes a difference what is in force stays. */
static void what_changes_nothing_is_folded(void **state)
{
    (void)state;
    struct desk desk;
    desk_open_for_test(&desk, 140, 45);
    struct picker *picker = open_table(&desk);
    const struct schemes *own = picker->own;
    const struct scheme_row *fold = NULL;
    int idle = 0;
    for (int i = 0; i < picker->n; i++) {
        const struct scheme_row *row = &own->rows[i];
        fold = !fold && row->folds > 0 ? row : fold;
        idle += row->behind && row->idle;
        assert_true(!row->behind || (fold && row - fold <= fold->folds));
    }
    assert_true(fold && idle == fold->n_idle && idle >= 8);
    static const char *const useless[] = {"place NONE", "place KUBERNETES", "share TMUX-ETF"};
    for (size_t k = 0; k < sizeof useless / sizeof *useless; k++)
        assert_true(find_row(picker, useless[k])->behind);
    assert_false(find_row(picker, "route CARBONDIS")->behind);
    assert_false(desk_shows(&desk, "TMUX-ETF"));
    assert_true(desk_shows(&desk, "change nothing here"));
    picker_choose(picker, (int)(fold - own->rows));
    desk_draw(&desk);
    assert_true(desk_shows(&desk, "no two apps take turns"));
    desk_close(&desk);
}

static enum role role_of_change(const struct desk *desk, const char *change)
{
    for (int y = 0; y < desk->canvas.h; y++)
        for (int x = 0; x < desk->canvas.w; x++) {
            const struct cell *cell = canvas_at(&desk->canvas, x, y);
            if (cell->glyph == (uint32_t)change[0] &&
                canvas_at(&desk->canvas, x + 1, y)->glyph == (uint32_t)change[1] &&
                canvas_at(&desk->canvas, x - 1, y)->glyph == 0x2212)
                return (enum role)cell->fg;
        }
    fail_msg("no change of %s", change);
    return ROLE_TEXT;
}

/* Four seeds more come by themselves, `+` asks for others; the chosen row says what they differ by, a dot
 * each, and what may be luck has no colour: within their noise, or of one draw by a scheme that draws lots.
 */
static void seeds_judge_the_schemes(void **state)
{
    (void)state;
    struct desk desk;
    struct error error = {0};
    char text[96];
    desk_open_for_test(&desk, 120, 40);
    struct picker *picker = open_table(&desk);
    struct schemes *own = picker->own;
    assert_int_equal(own->seeds, SEEDING_STEP);
    assert_true(desk_shows(&desk, "judged by 5 seeds") && desk_shows(&desk, "5 seeds: "));
    const struct scheme_row *low = find_row(picker, "route LOWENERGY"),
                            *random = find_row(picker, "route RANDOM ");
    assert_true(random->lots && !low->lots);
    for (size_t seed = 0; seed < own->seeds; seed += 2) {
        double grams[2];
        for (int which = 0; which < 2; which++) {
            struct scenario scenario;
            assert_true(scenario_copy(&scenario, &own->against_of->model->scenario));
            scenario.seed += seed;
            if (which == 1)
                assert_true(knob_set(&scenario, low->choice.knob, &low->choice.value, &error));
            struct simulation run = simulate(&scenario);
            grams[which] = run.summary.carbon_total_g;
            simulation_free(&run);
            scenario_free(&scenario);
        }
        assert_true(fabs(scheme_difference(own, low, seed) - (grams[1] / grams[0] - 1) * 100) < 1e-9);
    }
    choose(&desk, picker, "route LOWENERGY");
    text_print(text, sizeof text, "%.2f %% ± %.2f %%", fabs(low->effect.delta), low->effect.ci95);
    assert_true(desk_shows(&desk, text));
    int dots = 0;
    for (int i = 0; i < desk.canvas.w * desk.canvas.h; i++)
        dots += desk.canvas.cells[i].glyph == 0x2022;
    assert_in_range(dots, 1, 5);
    desk_key(&desk, '+');
    assert_true(strstr(desk.message.text, "10 seeds are wanted"));
    desk_settle(&desk);
    assert_int_equal(own->seeds, 2 * SEEDING_STEP);
    struct scheme_row *row = &own->rows[find_row(picker, "route LOWENERGY") - own->rows];
    text_print(text, sizeof text, "%.1f", fabs(scheme_change(own, scheme_answer(own, row))));
    desk_draw(&desk);
    assert_int_equal(role_of_change(&desk, text), ROLE_GOOD);
    row->effect.verdict = PAIRING_NOISE;
    desk_draw(&desk);
    assert_int_equal(role_of_change(&desk, text), ROLE_DIM);
    row->effect = (struct pairing){0};
    row->lots = true;
    desk_draw(&desk);
    assert_int_equal(role_of_change(&desk, text), ROLE_DIM);
    assert_true(desk_shows(&desk, "in this draw"));
    desk_close(&desk);
}

static void every_size_is_drawn(void **state)
{
    (void)state;
    struct desk desk;
    desk_open_for_test(&desk, 120, 40);
    open_table(&desk);
    for (struct sizes at = {0}; desk_next_size(&desk, &at);)
        desk_draw(&desk);
    desk_close(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_a_run_of_its_own),
        cmocka_unit_test(the_least_carbon_comes_first),
        cmocka_unit_test(carbon_is_held_against_the_reference),
        cmocka_unit_test(four_rows_have_marks),
        cmocka_unit_test(marked_rows_are_compared),
        cmocka_unit_test(what_changes_nothing_is_folded),
        cmocka_unit_test(seeds_judge_the_schemes),
        cmocka_unit_test(every_size_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
