/* The plots of a report against their numbers, as a reader has them: the scales are taken from the numbers
 * beside the axes, then each step, line, point and part of a stack of random series is where its value is, to
 * a tenth of a unit of the picture, which is as exact as coordinates are written; gaps are gaps, a rule is at
 * its value. */
#include "engine/base/random.h"
#include "tui/media/plot.h"
#include "tests/support/test.h"

enum { POINTS = 24, AREAS = 3, SERIES = AREAS + 3, VERTICES = 8 * POINTS, TRIALS = 200 };

/* A straight map from what is in the picture to what the axis says. */
struct scale {
    double at, value, per_unit;
};

static double read_scale(const struct scale *scale, double at)
{
    return scale->value + (at - scale->at) * scale->per_unit;
}

/* From the first and the last number of an axis: <text class="y" x="58" y="216.0">0</text>. */
static struct scale scale_of(const char *svg, const char *head, const char *coordinate)
{
    double ats[2] = {0}, values[2] = {0};
    int n = 0;
    for (const char *text = strstr(svg, head); text; text = strstr(text + 1, head), n++) {
        const char *at = strstr(text, coordinate), *label = strchr(text, '>');
        assert_true(at && label && at < label);
        ats[n > 0] = strtod(at + strlen(coordinate), NULL);
        values[n > 0] = strtod(label + 1, NULL);
    }
    assert_true(n >= 2);
    return (struct scale){ats[0], values[0], (values[1] - values[0]) / (ats[1] - ats[0])};
}

struct outline {
    double x[VERTICES], y[VERTICES];
    bool begins[VERTICES]; /* no line leads here */
    int n;
};

/* M L H V Z with absolute numbers. */
static void read_outline(const char *d, struct outline *outline)
{
    double x = 0, y = 0;
    outline->n = 0;
    while (*d && *d != '"' && *d != 'Z') {
        char command = *d++, *end;
        double first = strtod(d, &end);
        assert_true(end != d && strchr("MLHV", command));
        d = end;
        x = command == 'V' ? x : first;
        y = command == 'V' ? first : y;
        if (command == 'M' || command == 'L') {
            y = strtod(d, &end);
            assert_true(end != d);
            d = end;
        }
        assert_true(outline->n < VERTICES);
        outline->x[outline->n] = x;
        outline->y[outline->n] = y;
        outline->begins[outline->n++] = command == 'M';
    }
}

/* Where the outline passes over x, for the first time or the last; NAN: it does not. */
static double height_over(const struct outline *outline, double x, bool last)
{
    double height = (double)NAN;
    for (int i = 1; i < outline->n && (last || isnan(height)); i++) {
        double a = outline->x[i - 1], b = outline->x[i];
        if (outline->begins[i] || fmin(a, b) > x || fmax(a, b) < x || fabs(a - b) < 1e-9)
            continue;
        height = outline->y[i - 1] + (outline->y[i] - outline->y[i - 1]) * (x - a) / (b - a);
    }
    return height;
}

static void assert_at(const struct scale *scale, double height, double value, const char *what, int point)
{
    double slack = 0.16 * fabs(scale->per_unit); /* of the height, and of the two numbers of the scale */
    if (isnan(value) != isnan(height))
        fail_msg("%s, point %d: %s", what, point, isnan(value) ? "a gap is drawn over" : "nothing is drawn");
    if (!isnan(value) && fabs(read_scale(scale, height) - value) > slack)
        fail_msg("%s, point %d: %.6g stands at %.6g", what, point, value, read_scale(scale, height));
}

static float numbers[SERIES][POINTS];

static void fill(uint64_t seed, double most)
{
    uint64_t i = 0;
    for (int k = 0; k < SERIES; k++)
        for (int p = 0; p < POINTS; p++) {
            bool gap = k >= AREAS && random_unit(seed, i++) < 0.1;
            bool same = p > 0 && random_unit(seed, i++) < 0.3;
            double value = most * random_unit(seed, i++);
            numbers[k][p] = gap ? (float)NAN : same ? numbers[k][p - 1] : (float)value;
        }
}

static char *print(const struct plot *plot)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    plot_print(&(struct page){.out = out}, plot);
    assert_int_equal(fclose(out), 0);
    return text;
}

static const char *path_of(const char *svg, const char *class)
{
    char head[64];
    snprintf(head, sizeof head, "<path class=\"%s\" d=\"", class);
    const char *path = strstr(svg, head);
    assert_or(path, "there is no %s", class);
    return path + strlen(head);
}

/* Each part stands on the sum of those before it. */
static void check_areas(const char *svg, const struct scale *x, const struct scale *y)
{
    double below[POINTS] = {0};
    for (int k = 0; k < AREAS; k++) {
        char class[16];
        struct outline outline;
        snprintf(class, sizeof class, "area s%d", k + 1);
        read_outline(path_of(svg, class), &outline);
        for (int p = 0; p < POINTS; p++) {
            double middle = x->at + (p + 0.5 - x->value) / x->per_unit;
            assert_at(y, height_over(&outline, middle, true), below[p], "the foot of a part", p);
            below[p] += (double)numbers[k][p];
            assert_at(y, height_over(&outline, middle, false), below[p], "the top of a part", p);
        }
    }
}

/* Steps are held over the width of their point; a line has a corner in its middle. */
static void check_line(const char *svg, const char *class, int k, const struct scale *x,
                       const struct scale *y)
{
    struct outline outline;
    read_outline(path_of(svg, class), &outline);
    for (int p = 0; p < POINTS; p++) {
        double middle = x->at + (p + 0.5 - x->value) / x->per_unit,
               height = height_over(&outline, middle, false);
        for (int i = 0; i < outline.n && k == AREAS + 1; i++)
            if (fabs(outline.x[i] - middle) < 0.2)
                height = outline.y[i];
        assert_at(y, height, (double)numbers[k][p], class, p);
    }
}

FACT(test_everything_is_where_its_number_is)
{
    static const double most[] = {0.003, 0.7, 42, 9000, 1e6};
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        uint64_t seed = random_key(trial, RANDOM_TEST, 0);
        struct plot_series series[SERIES];
        fill(seed, most[trial % 5]);
        for (int k = 0; k < SERIES; k++)
            series[k] = (struct plot_series){"series", PLOT_AREA, k + 1, false, POINTS, numbers[k], NULL};
        series[AREAS].form = PLOT_STEPS;
        series[AREAS + 1].form = PLOT_LINE;
        series[AREAS + 2].form = PLOT_POINTS;
        struct plot plot = {.title = "a plot",
                            .id = "plot",
                            .unit = "units",
                            .axis = PLOT_NUMBER,
                            .to = POINTS,
                            .x_name = "number",
                            .from_zero = trial % 2 == 0,
                            .rule = {most[trial % 5] / 3, "a rule"},
                            .series = series,
                            .n = SERIES};
        DEFER(memory_leave) char *svg = print(&plot);
        struct scale x = scale_of(svg, "<text class=\"x", " x=\""),
                     y = scale_of(svg, "<text class=\"y\"", " y=\"");
        check_areas(svg, &x, &y);
        check_line(svg, "line s4", AREAS, &x, &y);
        check_line(svg, "line s5", AREAS + 1, &x, &y);
        int k = AREAS + 2;
        const char *head = "<circle class=\"dot s6\" cx=\"", *at = svg;
        for (int p = 0; p < POINTS; p++) {
            if (isnan(numbers[k][p]))
                continue;
            at = strstr(at, head);
            assert_non_null(at);
            at += strlen(head);
            assert_true(fabs(read_scale(&x, strtod(at, NULL)) - p) < 0.02);
            assert_at(&y, strtod(strstr(at, "cy=\"") + 4, NULL), (double)numbers[k][p], "a dot", p);
        }
        assert_null(strstr(at, head));
        const char *rule = path_of(svg, "rule");
        assert_at(&y, strtod(strchr(rule, ' '), NULL), plot.rule.at, "the rule", 0);
    }
}
