/* The shipped carbon traces: the index and the folder agree, every name says its basis and tells the truth
 * about it, each series has the published statistics, and the zones' clocks follow the rules of their
 * countries. */
#include "tests/unit/datasets/table.h"

#include <dirent.h>

#include "engine/base/civil.h"

enum { TRACES = 35, CLOVER = 3, CONSTANT = 4, HOURS = 8760, CLOVER_HOURS = 49 };

/* Mean, population standard deviation, least and greatest value as recorded with the series. */
static const struct {
    const char *name;
    double mean, sd, min, max;
} published[] = {
    {"us-cal-ciso-2021-direct", 205.06, 56.51, 58.90, 326.60},
    {"us-cal-ciso-2021-eia-direct", 193.02, 64.11, 45.50, 321.02},
    {"us-cal-ciso-2021-lca", 273.43, 67.22, 99.50, 417.95},
    {"us-cal-ciso-2022-direct", 196.05, 64.23, 53.11, 349.03},
    {"us-cal-ciso-2022-lca", 262.32, 77.31, 88.80, 453.22},
    {"us-tex-erco-2022-direct", 338.17, 68.80, 105.81, 518.62},
    {"us-tex-erco-2022-lca", 399.53, 83.30, 129.57, 601.66},
    {"us-mida-pjm-2022-direct", 355.02, 38.81, 249.21, 469.43},
    {"us-mida-pjm-2022-lca", 424.50, 41.99, 313.23, 554.40},
    {"ca-on-2021-direct", 29.15, 25.99, 1.96, 124.12},
    {"ca-on-2021-lca", 49.62, 34.66, 11.28, 171.95},
    {"ca-on-2022-direct", 36.30, 26.82, 2.38, 131.61},
    {"ca-on-2022-lca", 59.30, 35.68, 12.63, 181.04},
    {"au-nsw-2021-direct", 601.31, 76.71, 293.72, 756.69},
    {"au-nsw-2021-lca", 655.36, 78.89, 338.29, 816.48},
    {"au-nsw-2022-direct", 539.07, 105.36, 222.83, 739.62},
    {"au-nsw-2022-lca", 592.82, 107.76, 267.26, 798.34},
    {"gb-2021-direct", 155.48, 55.06, 14.09, 291.97},
    {"gb-2021-lca", 224.41, 68.96, 39.74, 393.80},
    {"gb-2022-direct", 155.69, 61.21, 6.97, 297.24},
    {"gb-2022-lca", 221.98, 79.11, 40.38, 391.51},
    {"de-2022-direct", 410.97, 123.41, 117.36, 681.42},
    {"de-2022-lca", 477.86, 133.25, 163.35, 768.75},
    {"fr-2022-lca", 90.05, 26.76, 22.55, 186.83},
    {"se-2022-lca", 24.80, 8.00, 13.17, 88.77},
    {"pl-2022-lca", 881.88, 113.58, 473.50, 1116.12},
    {"za-2022-direct", 648.22, 33.65, 536.17, 721.89},
    {"za-2022-lca", 704.26, 33.81, 586.25, 778.38},
};

enum { PUBLISHED = sizeof published / sizeof *published };

/* Traces of Clover's artifact: name here and there, the year where their date was sought, statistics. */
static const struct {
    const char *name, *artifact, *year, *start;
    double mean, sd, min, max;
} clover[CLOVER] = {
    {"us-cal-ciso-2021-03-clover-unknown", "CISO_March", "us-cal-ciso-2021-lca", "2021-03-26T21:00:00Z",
     239.20, 101.78, 96.83, 368.39},
    {"us-cal-ciso-2021-09-clover-unknown", "CISO_Sep", "us-cal-ciso-2021-lca", "2021-09-16T20:00:00Z", 223.73,
     58.03, 113.59, 293.76},
    {"gb-2021-03-clover-unknown", "ESO_March", "gb-2021-lca", "2021-03-13T22:00:00Z", 137.35, 64.49, 65.00,
     269.00},
};

/* The intensities of a trace of so many hours after checking that they are hourly, ascending and complete;
 * returns when it begins. */
static int64_t trace_read(const char *name, size_t hours, double *ci)
{
    char file[128];
    DEFER(csv_table_free) struct csv_table table;
    snprintf(file, sizeof file, "%s.csv", name);
    table_open(&table, "datasets/carbon", file);
    assert_int_equal(table.columns, 2);
    assert_int_equal(table.rows, hours);
    int64_t start = 0;
    for (size_t row = 0; row < hours; row++) {
        int64_t at;
        assert_true(civil_parse(csv_cell(&table, row, "timestamp"), &at));
        if (row == 0)
            start = at;
        if (at != start + 3600 * (int64_t)row)
            fail_msg("%s line %zu: not one hour after the line before", file, row + 2);
        assert_true(csv_number(&table, row, "ci_gco2_per_kwh", &ci[row], &err));
        assert_true(ci[row] > 0 && ci[row] < 2000);
    }
    return start;
}

/* Mean, population standard deviation, least and greatest value, to half a unit of the second decimal. */
static void assert_statistics(const double *ci, size_t n, double mean, double sd, double min, double max)
{
    double sum = 0, square = 0, least = INFINITY, greatest = 0;
    for (size_t h = 0; h < n; h++) {
        sum += ci[h] / (double)n;
        least = fmin(least, ci[h]);
        greatest = fmax(greatest, ci[h]);
    }
    for (size_t h = 0; h < n; h++)
        square += (ci[h] - sum) * (ci[h] - sum) / (double)n;
    assert_near(sum, mean, 0.00501);
    assert_near(sqrt(square), sd, 0.00501);
    assert_near(least, min, 0.00501);
    assert_near(greatest, max, 0.00501);
}

FACT(index_and_folder_agree)
{
    DEFER(csv_table_free) struct csv_table index;
    char path[1024];
    size_t traces = 0;
    table_open(&index, "datasets/carbon", "index.csv");
    assert_int_equal(index.rows, TRACES);
    DIR *folder = opendir(repository_path(path, sizeof path, "datasets/carbon"));
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".csv") != 0 ||
            strcmp(entry->d_name, "index.csv") == 0 || strcmp(entry->d_name, "zones.csv") == 0)
            continue;
        traces++;
        if (csv_find(&index, 0, "file", entry->d_name) == index.rows)
            fail_msg("%s is not in index.csv", entry->d_name);
    }
    closedir(folder);
    assert_int_equal(traces, TRACES);
}

FACT(every_index_row_is_complete_and_names_its_basis)
{
    DEFER(csv_table_free) struct csv_table index, zones;
    table_open(&index, "datasets/carbon", "index.csv");
    table_open(&zones, "datasets/carbon", "zones.csv");
    for (size_t row = 0; row < index.rows; row++) {
        const char *name = csv_cell(&index, row, "name"), *basis = csv_cell(&index, row, "basis");
        const char *licence = csv_cell(&index, row, "licence"),
                   *hours = csv_cell(&index, row, "estimated_hours");
        bool constant = strncmp(name, "act-", 4) == 0, artifact = strstr(name, "-clover-") != NULL;
        assert_true(strcmp(basis, "direct") == 0 || strcmp(basis, "lca") == 0 ||
                    (artifact && strcmp(basis, "unknown") == 0));
        if (!constant && strcmp(name + strlen(name) - strlen(basis), basis) != 0)
            fail_msg("%s does not end in its basis, %s", name, basis);
        assert_string_equal(csv_cell(&index, row, "kind"), "average");
        assert_true(strcmp(licence, "ODbL-1.0") == 0 || strcmp(licence, "Apache-2.0") == 0 ||
                    ((constant || artifact) && strcmp(licence, "MIT") == 0));
        assert_true(*csv_cell(&index, row, "title") != '\0' && *csv_cell(&index, row, "source") != '\0');
        double estimated;
        assert_true(*hours == '\0' ||
                    (text_to_number(hours, &estimated) && estimated >= 0 && estimated < 400));
        if (csv_find(&zones, 0, "zone", csv_cell(&index, row, "zone")) == zones.rows)
            fail_msg("%s: its zone has no row in zones.csv", name);
        assert_int_equal(csv_find(&index, row + 1, "name", name), index.rows);
    }
}

FACT(series_have_the_published_statistics)
{
    static double ci[HOURS];
    assert_int_equal(PUBLISHED, TRACES - CONSTANT - CLOVER);
    for (size_t i = 0; i < PUBLISHED; i++) {
        trace_read(published[i].name, HOURS, ci);
        assert_statistics(ci, HOURS, published[i].mean, published[i].sd, published[i].min, published[i].max);
    }
    for (size_t i = 0; i < CLOVER; i++) {
        trace_read(clover[i].name, CLOVER_HOURS, ci);
        assert_statistics(ci, CLOVER_HOURS, clover[i].mean, clover[i].sd, clover[i].min, clover[i].max);
    }
}

/* A life cycle contains its combustion: hour by hour the direct series lies below its twin. This is what a
 * swapped pair of files would break. */
FACT(direct_lies_below_life_cycle_in_every_hour)
{
    static double direct[HOURS], lca[HOURS];
    DEFER(csv_table_free) struct csv_table index;
    size_t twins = 0;
    table_open(&index, "datasets/carbon", "index.csv");
    for (size_t row = 0; row < index.rows; row++) {
        const char *name = csv_cell(&index, row, "name");
        size_t stem = strlen(name) - strlen("direct");
        char twin[128];
        if (strcmp(csv_cell(&index, row, "basis"), "direct") != 0)
            continue;
        snprintf(twin, sizeof twin, "%.*slca", (int)stem, name);
        if (csv_find(&index, 0, "name", twin) == index.rows)
            continue;
        twins++;
        trace_read(name, HOURS, direct);
        trace_read(twin, HOURS, lca);
        for (size_t h = 0; h < HOURS; h++)
            if (direct[h] >= lca[h])
                fail_msg("%s, hour %zu: direct %g is not below life-cycle %g", name, h, direct[h], lca[h]);
    }
    assert_int_equal(twins, 12);
}

FACT(constant_traces_are_acts)
{
    static const char *const sources[] = {"gas", "coal", "solar", "wind"};
    DEFER(csv_table_free) struct csv_table act;
    char path[1024];
    assert_true(csv_table_read(
        &act, repository_path(path, sizeof path, "datasets/profiles/measurements/act_embodied.csv"), &err));
    for (size_t i = 0; i < 4; i++) {
        char file[64];
        DEFER(csv_table_free) struct csv_table trace;
        snprintf(file, sizeof file, "act-%s.csv", sources[i]);
        table_open(&trace, "datasets/carbon", file);
        assert_int_equal(trace.rows, 1);
        size_t row = csv_find(&act, 0, "key", sources[i]);
        assert_string_equal(csv_cell(&act, row, "model_table"), "carbon_intensity/source");
        assert_string_equal(csv_cell(&trace, 0, "ci_gco2_per_kwh"), csv_cell(&act, row, "value"));
    }
}

/* Unix time of the n-th (1..) or last (0) Sunday of a month, at midnight UTC. */
static int64_t sunday(int year, int month, int n)
{
    struct civil civil = {.year = year, .month = month, .day = 1};
    if (n == 0)
        civil.day = 25; /* in March and October the last Sunday is the 25th or later */
    int64_t at = civil_to_unix(&civil);
    int weekday = civil_from_unix(at).weekday;
    return at + 86400 * (int64_t)((7 - weekday) % 7 + (n > 0 ? 7 * (n - 1) : 0));
}

enum clock_rule { CLOCK_FIXED, CLOCK_AMERICAN, CLOCK_EUROPEAN, CLOCK_AUSTRALIAN };

/* Whether summer time is in force, from the wording of each rule. */
static bool is_summer(enum clock_rule rule, int64_t at, int64_t standard_s)
{
    int year = civil_from_unix(at).year;
    switch (rule) {
    case CLOCK_AMERICAN: /* second Sunday of March to first of November, at 2:00 local time */
        return at >= sunday(year, 3, 2) + 7200 - standard_s &&
               at < sunday(year, 11, 1) + 7200 - (standard_s + 3600);
    case CLOCK_EUROPEAN: /* last Sunday of March to last of October, at 1:00 UTC */
        return at >= sunday(year, 3, 0) + 3600 && at < sunday(year, 10, 0) + 3600;
    case CLOCK_AUSTRALIAN: /* first Sunday of October to first of April, at 2:00 standard time */
        return at < sunday(year, 4, 1) + 7200 - standard_s || at >= sunday(year, 10, 1) + 7200 - standard_s;
    default:
        return false;
    }
}

FACT(clocks_follow_the_rules)
{
    static const struct {
        const char *zone;
        int standard_h;
        enum clock_rule rule;
    } zones[] = {{"US-CAL-CISO", -8, CLOCK_AMERICAN},
                 {"US-TEX-ERCO", -6, CLOCK_AMERICAN},
                 {"US-MIDA-PJM", -5, CLOCK_AMERICAN},
                 {"CA-ON", -5, CLOCK_AMERICAN},
                 {"AU-NSW", 10, CLOCK_AUSTRALIAN},
                 {"GB", 0, CLOCK_EUROPEAN},
                 {"DE", 1, CLOCK_EUROPEAN},
                 {"FR", 1, CLOCK_EUROPEAN},
                 {"SE", 1, CLOCK_EUROPEAN},
                 {"PL", 1, CLOCK_EUROPEAN},
                 {"ZA", 2, CLOCK_FIXED},
                 {"UTC", 0, CLOCK_FIXED}};
    DEFER(csv_table_free) struct csv_table table;
    int64_t from, until;
    table_open(&table, "datasets/carbon", "zones.csv");
    assert_true(civil_parse("2020-01-01", &from) && civil_parse("2025-01-01", &until));
    for (size_t z = 0; z < sizeof zones / sizeof *zones; z++) {
        size_t row = csv_find(&table, 0, "zone", zones[z].zone);
        size_t next = csv_find(&table, row + 1, "zone", zones[z].zone);
        for (int64_t at = from; at < until; at += 1800) {
            int64_t offset, change, standard_s = 3600 * (int64_t)zones[z].standard_h;
            if (next < table.rows && civil_parse(csv_cell(&table, next, "at_utc"), &change) && at >= change) {
                row = next;
                next = csv_find(&table, row + 1, "zone", zones[z].zone);
            }
            assert_true(text_to_int64(csv_cell(&table, row, "offset_s"), &offset));
            if (offset != standard_s + (is_summer(zones[z].rule, at, standard_s) ? 3600 : 0)) {
                char when[32];
                civil_format(at, when, sizeof when);
                fail_msg("%s: offset %lld at %s", zones[z].zone, (long long)offset, when);
            }
        }
        assert_int_equal(next, table.rows);
    }
}

FACT(licence_and_attribution_lie_beside_the_data)
{
    static const struct {
        const char *file, *phrase;
    } phrases[] = {
        {"datasets/carbon/LICENSE", "https://opendatacommons.org/licenses/odbl/1.0/"},
        {"datasets/carbon/SOURCES.md", "Electricity Maps, electricitymaps.com"},
        {"datasets/carbon/SOURCES.md", "not covered by the MIT licence of the code"},
        {"datasets/carbon/SOURCES.md", "**The basis is not stated.**"},
        {"datasets/carbon/SOURCES.md", "MIT, Copyright (c) 2023 Baolin Li"},
        {"datasets/carbon/SOURCES.md",
         "No public basis reproduces the paper's New South\nWales (AUS-NSW, CD-X13) spread"},
    };
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        char path[1024];
        size_t size;
        DEFER(memory_leave)
        char *text = file_read(repository_path(path, sizeof path, phrases[i].file), &size);
        if (strstr(text, phrases[i].phrase) == NULL)
            fail_msg("%s does not say: %s", phrases[i].file, phrases[i].phrase);
    }
}
