/* The fairness panel: there only where apps take turns on a GPU; its bands against the exported CSV, that
 * against the recording and both against how the scheme divides; phi_fair of those at work at the cursor;
 * any size. */
#include "tests/unit/tui/desk_support.h"

/* An A100 draws 120 W and one for each item of a batch. */
static const double power[] = {128, 248};
static const double phi = 0.8;

/* Two backlogged apps in turns on one A100, for five minutes; the second comes after `from_s`. */
static struct desk *open_turns(int n_apps, double from_s, const char *edit, int columns, int rows)
{
    const int32_t batches[] = {(int32_t)power[0] - 120, (int32_t)power[1] - 120};
    DEFER(scenario_free) struct scenario scenario = turns_scenario(n_apps, POLICY_TMUX_ETF, batches);
    scenario.number[KNOB_PHI] = phi;
    /* held against itself: nothing dashed is drawn over the bands */
    scenario.n_baseline = 1;
    text_copy(scenario.baseline[0].knob, sizeof scenario.baseline[0].knob, "policy.share");
    text_copy(scenario.baseline[0].value, sizeof scenario.baseline[0].value, "tmux-etf");
    for (int a = 1; a < n_apps; a++)
        scenario.apps[a].arrivals.from_s = from_s;
    if (edit)
        fixture_at(&scenario, edit);
    return desk_on(&scenario, columns, rows);
}

/* The last cells of a row: time and energy of the first app, then of the second, then F_T, F_E and F_S. */
enum { CELLS = 7 };
/* How ETF divides between the two, per cent of time and of energy. */
static void expect_shares(double percents[4])
{
    const struct etf_terms terms = {.n = 2, .period = 1, .phi = phi, .power = power};
    double slices[2];
    etf_continuous(&terms, slices);
    double energy = slices[0] * power[0] + slices[1] * power[1];
    for (int a = 0; a < 2; a++) {
        percents[2 * a] = 100 * slices[a];
        percents[2 * a + 1] = 100 * slices[a] * power[a] / energy;
    }
}

/* Every row of the CSV is what the recording has, and near to how the scheme divides. */
static int check_rows(const struct desk *desk, char *text, double last[CELLS])
{
    const struct recording *recording = desk->scene.now->result->recording;
    double expected[4];
    char *rest = NULL, *head = strtok_r(text, "\n", &rest);
    int b = 0;
    expect_shares(expected);
    assert_has(head, ",job1_percent_of_time,job1_percent_of_energy,job2_percent_of_time,"
                     "job2_percent_of_energy,fairness_time,fairness_energy,fairness_system");
    for (char *row; (row = strtok_r(NULL, "\n", &rest)); b++) {
        double time_s[2], energy_j[2];
        last_cells(row, last, CELLS);
        for (int a = 0; a < 2; a++) {
            time_s[a] = recording_sum_app(recording, COLUMN_APP_TIME, a, b, b + 1);
            energy_j[a] = recording_sum_app(recording, COLUMN_APP_ENERGY, a, b, b + 1);
        }
        assert_true(fabs(last[0] - 100 * time_s[0] / (time_s[0] + time_s[1])) < 1e-3);
        assert_true(fabs(last[3] - 100 * energy_j[1] / (energy_j[0] + energy_j[1])) < 1e-3);
        for (int k = 0; k < 4; k++)
            assert_true(fabs(last[k] - expected[k]) < 20);
        for (int what = 0; what < SHARING_KINDS; what++) /* both have work all the time */
            assert_true(fabs(last[4 + what] -
                             fmin(last[what], last[2 + what]) / fmax(last[what], last[2 + what])) < 1e-4);
        assert_true(last[6] == fmin(last[4], last[5]));
    }
    return b;
}

/* Bars, CSV, recording and rule say the same; the title says how fair the run was. */
FACT_AT(test_bars_against_the_csv, open_turns(2, 0, NULL, 120, 40))
{
    double cells[CELLS], expected[4], sums[2] = {0};
    char title[96];
    desk_obeys(desk, "goto 2m");
    desk_acts(desk, ACTION_PANEL_FAIRNESS, ACTION_PANEL_FULL);
    const struct scene *scene = &desk->scene;
    char *text = desk_export(desk, EXPORT_CSV, NULL);
    assert_int_equal(check_rows(desk, text, cells), recording_count(scene->now->result->recording));
    free(text);
    expect_shares(expected);
    struct rect rect = scene->layout.rects[REGION_FAIRNESS];
    int h = (rect.h - 3) / 3, y[SHARING_KINDS] = {rect.y + 1, rect.y + 2 + h};
    for (int what = 0; what < SHARING_KINDS; what++) {
        for (int column = 0; column < scene->layout.plot_w; column++) {
            int x = scene->layout.plot_x + column;
            double part =
                sharing_at(&scene->sharing, scene->now->curves, (enum sharing_of)what, 0, 2 * column);
            double next =
                sharing_at(&scene->sharing, scene->now->curves, (enum sharing_of)what, 0, 2 * column + 1);
            int first = eighths_of(&desk->canvas, x, y[what], h, ROLE_APP1);
            if (x == scene->cursor_x)
                continue;
            assert_int_equal(first + eighths_of(&desk->canvas, x, y[what], h, ROLE_APP2), 8 * h);
            assert_true(fabs(first - (part + next) / 200 * 8 * h) <= 1);
            sums[what] += first;
        }
        double mean = 100 * sums[what] / (8 * h * (scene->layout.plot_w - 1));
        assert_true(fabs(mean - scene->shares[what][0]) < 2 && fabs(mean - expected[what]) < 2);
    }
    const struct summary *total = &scene->now->total;
    assert_true(fabs(total->fair_time - expected[2] / expected[0]) < 0.02);
    snprintf(title, sizeof title, "in time %.3f (counts), in energy %.3f, over the run", total->fair_time,
             total->fair_energy);
    assert_shows(desk, title);
}

static double phi_fair_of(const double *weight)
{
    const struct etf_terms terms = {.n = 2, .period = 1, .power = power, .weight = weight};
    return etf_phi_fair(&terms);
}

/* By the weights in force at the cursor, while both are there; the mark lies where it should. */
FACT_AT(test_phi_fair, open_turns(2, 60, "200:weight.job2=2", 120, 40))
{
    static const double heavier[] = {1, 2};
    desk_acts(desk, ACTION_PANEL_FAIRNESS, ACTION_PANEL_FULL);
    desk_obeys(desk, "goto 30");
    assert_true(isnan(desk->scene.instant.phi_fair[0]));
    assert_shows(desk, "while two apps have work at the cursor");
    desk_obeys(desk, "goto 100");
    assert_true(fabs(desk->scene.instant.phi_fair[0] - phi_fair_of(NULL)) < 1e-12);
    assert_true(fabs(desk->scene.instant.phi[0] - phi) < 1e-12);
    assert_true(desk_shows(desk, "┼") && desk_shows(desk, "phi is 0.80 (●)"));
    desk_obeys(desk, "goto 250");
    assert_true(fabs(desk->scene.instant.phi_fair[0] - phi_fair_of(heavier)) < 1e-12);
}

/* A scheme that does not go by phi has none; energy fairness ends where it ends. */
FACT_AT(test_schemes_without_phi, open_turns(2, 0, "100:policy.share=tmux-tf", 120, 40))
{
    desk_obeys(desk, "goto 200");
    assert_true(isnan(desk->scene.instant.phi[0]) && desk->scene.instant.phi_fair[0] < 1);
    desk_obeys(desk, "goto 50");
    assert_true(desk->scene.instant.phi[0] > 0);
}

FACT(test_only_where_apps_take_turns)
{
    DEFER(desk_leave) struct desk *desk = desk_for_test(200, 60);
    assert_int_equal(desk->scene.sharing.n, 0);
    desk_panel_is_not_there(desk, REGION_FAIRNESS, "&", "take turns", "percent_of_time");
    desk_leave(&desk);
    desk = open_turns(1, 0, NULL, 120, 40); /* alone there is nobody to share with */
    assert_int_equal(desk->scene.sharing.n, 0);
    assert_false(desk_shows(desk, "Fairness"));
}

/* It has a place of its own on the smallest usual screen, and can be walked to. */
FACT_AT(test_any_size, open_turns(2, 60, NULL, 80, 24))
{
    assert_shows(desk, "& Fairness time 0.");
    desk_panel_has_its_place(desk, REGION_FAIRNESS, ACTION_PANEL_FAIRNESS);
}
