/* Rule 5 for Clover's card: what it draws idle, and what each family draws on top, by least squares over
 * every fixed-layout row that the artifact measured: two layouts x three applications x three loads. No
 * scheme runs in any of them. The replay of the artifact's arrivals tells how long each slice was busy and
 * how long a run lasted. */
#include "tests/unit/datasets/table.h"

#include "datasets/profiles/clover_laws.h"
#include "engine/claims/bench.h"
#include "tests/unit/datasets/replay.h"

enum { ROWS = 18, FAMILIES = 3, CARDS = 2, SERVERS = 4, UNKNOWNS = 2 + FAMILIES };

static const struct {
    const char *application, *model, *base, *pair[2];
    double host_ms, gpu_w;
} families[FAMILIES] = {
    {"efficientnet", "efficientnet", "b7", {"b3", "b3"}, 280, 235.7},
    {"albert", "albert-v2", "xxlarge", {"base", "large"}, 0, 275.0},
    {"yolo", "yolov5", "x6", {"l", "x"}, 167, 149.3},
};

/* One measured row: watts of a card, and what they are made of: for how much of the time anything ran on it,
 * and the time-weighted share of the whole card's power that its busy slices draw. */
struct row {
    bool mix;
    size_t family;
    double gap_s, watts, joules, busy, drawn;
};

static double number(const struct csv_table *table, size_t row, const char *column)
{
    double value = 0;
    must(csv_number(table, row, column, &value, &err), &err);
    return value;
}

static double latency_ms(const struct csv_table *profile, const char *model, const char *variant,
                         const char *slice)
{
    size_t row = csv_find(profile, 0, "model", model);
    while (row < profile->rows && (strcmp(csv_cell(profile, row, "variant"), variant) != 0 ||
                                   strcmp(csv_cell(profile, row, "slice"), slice) != 0))
        row++;
    return number(profile, row, "latency_ms");
}

/* Replays one row of a sweep with the table's service times. */
static void row_read(struct row *row, const struct csv_table *sweep, size_t at, bool mix,
                     const struct csv_table *profile)
{
    const char *const slices[2] = {"3g", "4g"};
    double service_s[SERVERS];
    DEFER(memory_leave) struct replay *replay = malloc(sizeof *replay);
    size_t f = 0, servers = mix ? SERVERS : CARDS, n = (size_t)number(sweep, at, "n_requests");
    assert_non_null(replay);
    while (strcmp(families[f].application, csv_cell(sweep, at, "application")) != 0)
        f++;
    *row = (struct row){.mix = mix, .family = f, .gap_s = number(sweep, at, "mean_interarrival_s")};
    for (size_t k = 0; k < servers; k++)
        service_s[k] =
            latency_ms(profile, families[f].model, mix ? families[f].pair[k % 2] : families[f].base,
                       mix ? slices[k % 2] : "7g") /
            1000;
    replay_run(replay, row->gap_s, n + 1, service_s, servers); /* the generator stops after one more */
    for (size_t k = 0; k < servers; k++)
        row->drawn += (double)replay->served[k] * (service_s[k] - families[f].host_ms / 1000) *
                      clover_slice_share(mix ? 3 + (int)(k % 2) : CLOVER_SEVENTHS) / replay->last_s / CARDS;
    for (size_t card = 0; card < CARDS; card++)
        row->busy +=
            (mix ? replay_either_s(replay, 2 * card, 2 * card + 1) : replay_either_s(replay, card, card)) /
            replay->last_s / CARDS;
    row->joules = number(sweep, at, "kwh_per_request") * 3.6e6;
    row->watts = row->joules * (double)n / replay->last_s / CARDS;
}

static void rows_read(struct row rows[ROWS])
{
    static const char *const files[2] = {"measurements/clover_artifact_base_load_sweep.csv",
                                         "measurements/clover_artifact_mig_load_sweep.csv"};
    struct csv_table profile, sweep;
    size_t n = 0;
    table_open(&profile, PROFILES, "clover.csv");
    for (size_t file = 0; file < 2; file++) {
        table_open(&sweep, PROFILES, files[file]);
        for (size_t at = 0; at < sweep.rows; at++)
            row_read(&rows[n++], &sweep, at, file == 1, &profile);
        csv_table_free(&sweep);
    }
    assert_int_equal(n, ROWS);
    csv_table_free(&profile);
}

/* What the unknowns are multiplied with: P_S, P_OI, and what each family draws. */
static void coefficients(const struct row *row, double out[UNKNOWNS])
{
    for (size_t k = 0; k < UNKNOWNS; k++)
        out[k] = 0;
    out[0] = 1;
    out[1] = row->busy;
    out[2 + row->family] = row->drawn;
}

/* Relative least squares: a watt counts for more where few are drawn. Without P_OI its column is left out. */
static void fit(const struct row rows[ROWS], bool with_poi, double x[UNKNOWNS])
{
    double a[UNKNOWNS][UNKNOWNS + 1] = {{0}};
    for (size_t r = 0; r < ROWS; r++) {
        double c[UNKNOWNS];
        coefficients(&rows[r], c);
        for (size_t i = 0; i < UNKNOWNS; i++) {
            for (size_t k = 0; k < UNKNOWNS; k++)
                a[i][k] += c[i] * c[k] / rows[r].watts / rows[r].watts;
            a[i][UNKNOWNS] += c[i] / rows[r].watts;
        }
    }
    for (size_t k = 0; !with_poi && k <= UNKNOWNS; k++)
        a[1][k] = k == 1;
    for (size_t i = 0; !with_poi && i < UNKNOWNS; i++)
        a[i][1] = i == 1;
    for (size_t k = 0; k < UNKNOWNS; k++)
        for (size_t i = 0; i < UNKNOWNS; i++) {
            double factor = i == k ? 0 : a[i][k] / a[k][k];
            for (size_t c = k; c <= UNKNOWNS; c++)
                a[i][c] -= factor * a[k][c];
        }
    for (size_t k = 0; k < UNKNOWNS; k++)
        x[k] = a[k][UNKNOWNS] / a[k][k];
    x[1] = with_poi ? x[1] : 0;
}

static double watts_of(const struct row *row, const double x[UNKNOWNS])
{
    double c[UNKNOWNS], watts = 0;
    coefficients(row, c);
    for (size_t k = 0; k < UNKNOWNS; k++)
        watts += x[k] * c[k];
    return watts;
}

/* The numbers of clover_laws.h and clover_families.csv, found again. */
FACT(the_tables_power_is_the_joint_fit)
{
    struct row rows[ROWS];
    double x[UNKNOWNS], free_x[UNKNOWNS];
    rows_read(rows);
    fit(rows, false, x);
    fit(rows, true, free_x);
    print_message(
        "P_S %.2f W; efficientnet %.1f, albert %.1f, yolov5 %.1f W on top. With a P_OI of its own: P_S %.2f, P_OI %.2f W\n",
        x[0], x[2], x[3], x[4], free_x[0], free_x[1]);
    assert_near(x[0], CLOVER_STATIC_W, 0.05);
    for (size_t f = 0; f < FAMILIES; f++)
        assert_near(x[2 + f], families[f].gpu_w, 0.1);
    assert_true(free_x[1] < 0); /* nothing more is drawn because something runs */
    assert_near(CLOVER_AUX_IDLE_W, 0, 0);
}

/* All 18 rows by the table, within 10 %: mean watts of a card, and so joules a request at the same load. */
FACT(every_row_of_the_artifact_is_within_a_tenth)
{
    struct row rows[ROWS];
    double square = 0, most = 0;
    const double x[UNKNOWNS] = {CLOVER_STATIC_W, CLOVER_AUX_IDLE_W, families[0].gpu_w, families[1].gpu_w,
                                families[2].gpu_w};
    rows_read(rows);
    for (size_t r = 0; r < ROWS; r++) {
        const struct row *row = &rows[r];
        double watts = watts_of(row, x), off = watts / row->watts - 1;
        print_message("%-12s %s, gap %4.2f s: %6.2f W of %6.2f, %7.3f J a request of %7.3f, %+.1f %%\n",
                      families[row->family].application, row->mix ? "3g+4g" : "7g   ", row->gap_s, watts,
                      row->watts, watts / row->watts * row->joules, row->joules, 100 * off);
        square += off * off / ROWS;
        most = fmax(most, fabs(off));
    }
    print_message("rms %.1f %%, at most %.1f %%\n", 100 * sqrt(square), 100 * most);
    assert_true(most < 0.10);
    assert_near(100 * sqrt(square), 5.2, 0.2);
}

/* CL-20 serves the fixed layouts at the load that these runs had, not at the one they are named by. */
FACT(the_arrivals_came_as_the_claim_says)
{
    struct mt mt;
    double sum = 0;
    mt_seed(&mt, 1);
    for (int k = 1; k <= 2000; k++) {
        sum += mt_exponential(&mt);
        if (k == 1000)
            assert_near(sum / k, clover_artifact_came[1], 5e-5);
    }
    assert_near(sum / 2000, clover_artifact_came[0], 5e-5);
    assert_near(clover_artifact_came[2], clover_artifact_came[1], 0);
}
