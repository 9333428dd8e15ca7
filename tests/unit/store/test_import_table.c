/* Tables as others write them: the same hours, written in many ways, are the same trace; what a table means
 * is refused, with a place and a way out, where it could mean two things. */
#include "store/import/import.h"
#include "tests/support/test.h"

static struct faults faults;
static struct import_result result;

static bool read_as(const char *text, enum store_kind kind, const struct import_options *options)
{
    DEFER(input_close) struct input input;
    memset(&faults, 0, sizeof faults);
    import_result_free(&result);
    assert_true(input_from_memory(&input, text, strlen(text), "f.csv", NULL));
    bool good = import_read(&input, kind, options, &result, &faults);
    assert_int_equal(good, faults.count == 0);
    return good;
}

/* Three hours of 24 March 2025, from 23:00 UTC on the day before, of 75.5, a gap, and 62 g/kWh. */
static const char *const spellings[] = {
    "time,gCO2/"
    "kWh\n2025-03-24T00:00:00+01:00,75.5\n2025-03-24T01:00:00+01:00,\n2025-03-24T02:00:00+01:00,62\n",
    "\xEF\xBB\xBF"
    "Fecha;Factor de emisi\xC3\xB3n (gCO2eq/kWh)\r\n24/03/2025 00:00 +01:00;75,50\r\n24/03/2025 01:00 "
    "+01:00;\r\n"
    "24/03/2025 02:00 +01:00;62,00\r\n",
    "Datum\tCO2-Intensit\xC3\xA4t g/kWh\n24.03.2025 00:00 +0100\t75,5\n24.03.2025 01:00 +0100\t\n"
    "24.03.2025 02:00 +0100\t62\n",
    "Zone,MTU (UTC),Carbon intensity [kg/MWh]\nES,23/03/2025 23:00 - 24/03/2025 00:00,75.5\n"
    "ES,24/03/2025 00:00 - 24/03/2025 01:00,\nES,24/03/2025 01:00 - 24/03/2025 02:00,62\n",
    "at,tCO2/MWh\n3/23/2025 11:00 PM,0.0755\n3/24/2025 12:00 AM,\n3/24/2025 1:00 AM,0.062\n",
    "unix,co2 intensity\n1742770800,75.5\n1742774400,\n1742778000,62\n",
    "unix_ms,co2 intensity,forecast co2 intensity\n1742770800000,75.5,1\n1742774400000,,1\n1742778000000,62,1\n",
    "day;hour;emissions g per kWh\n2025-03-23;23:00;75,5\n2025-03-24;00:00;\n2025-03-24;01:00;62\n",
};

FACT(test_spellings_of_one_trace)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        for (int sure = 0; sure < 2; sure++) {
            if (!read_as(spellings[i], sure ? STORE_TRACE : STORE_KIND_COUNT, NULL))
                fail_msg("%s\n%s: %s", spellings[i], faults.kept[0].place, faults.kept[0].message);
            const struct carbon_trace *trace = &result.items[0].as.trace;
            assert_int_equal(result.importer->kind, STORE_TRACE);
            assert_int_equal(trace->start_s, 1742770800);
            assert_int_equal(trace->n, 3);
            assert_float_equal(trace->samples[0], 75.5, 1e-9);
            assert_true(isnan(trace->samples[1]));
            assert_float_equal(trace->samples[2], 62, 1e-9);
            bool local = i == 3 || i == 4 || i == 7;
            assert_int_equal(strstr(result.summary, "read as UTC") != NULL, local);
        }
}

/* Two steps of half an hour with 900 and 1800 requests: 0.5 and 1 a second. */
static const char *const loads[] = {
    "hour,requests\n0,900\n0.5,1800\n",
    "time;Anfragen\n01.02.2025 10:00;900\n01.02.2025 10:30;1800\n",
    "date,calls,region\n2025-02-01 10:00,900,eu\n2025-02-01 10:30,1800,eu\n",
    "minute,load (requests per second)\n0,0.5\n30,1\n",
    "minutes,requests/min\n0,30\n30,60\n",
};

FACT(test_spellings_of_one_load)
{
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        if (!read_as(loads[i], STORE_KIND_COUNT, NULL))
            fail_msg("%s\n%s: %s", loads[i], faults.kept[0].place, faults.kept[0].message);
        const struct workload *workload = &result.items[0].as.workload;
        assert_int_equal(result.importer->kind, STORE_WORKLOAD);
        assert_int_equal(workload->n, 2);
        assert_int_equal(workload->step_ns, INT64_C(1800) * 1000000000);
        assert_float_equal(workload->rate[0], 0.5, 1e-12);
        assert_float_equal(workload->rate[1], 1, 1e-12);
    }
}

/* A date that could be two is read by what moves from one row to the next, else by who writes AM and PM;
 * where nothing tells, it is asked. */
FACT(test_order_of_day_and_month)
{
    static const char two[] = "date,co2\n01/02/2025 00:00,1\n01/02/2025 01:00,2\n";
    struct import_options options = {.dates = DATES_MDY};
    assert_true(read_as("date,co2\n01/02/2025,1\n01/03/2025,2\n", STORE_TRACE, NULL));
    assert_int_equal(result.items[0].as.trace.start_s, 1735776000); /* 2 January */
    assert_true(read_as("date,co2\n01/02/2025,1\n02/02/2025,2\n", STORE_TRACE, NULL));
    assert_int_equal(result.items[0].as.trace.start_s, 1738368000); /* 1 February */
    assert_true(read_as("Time,CO2 g/kWh\n6/1/2023 12:00 AM,300\n6/1/2023 1:00 AM,310\n", STORE_TRACE, NULL));
    assert_int_equal(result.items[0].as.trace.start_s, 1685577600); /* 1 June */
    assert_true(read_as("date,co2\n2/2/2025 00:00,1\n2/2/2025 01:00,2\n", STORE_TRACE, NULL));
    assert_false(read_as(two, STORE_TRACE, NULL));
    assert_has(faults.kept[0].message, "--dates dmy or --dates mdy");
    assert_true(read_as(two, STORE_TRACE, &options));
    assert_int_equal(result.items[0].as.trace.start_s, 1735776000);
    options.dates = DATES_DMY;
    assert_true(read_as(two, STORE_TRACE, &options));
    assert_int_equal(result.items[0].as.trace.start_s, 1738368000);
}

/* A header, two values, and what these options make of them: the first in g/kWh, or part of the reason. */
FACT(test_units_of_intensity)
{
    static const struct {
        const char *header, *a, *b;
        struct import_options options;
        double g_per_kwh;
        const char *says;
    } cases[] = {
        {"CO2 Emissions Intensity for Consumed Electricity (lbs/kWh)",
         "0.70",
         "0.69",
         {0},
         317.514659,
         "lb/kWh"},
        {"CO2 (mTCO2/h)", "8000", "7900", {0}, 0, "emissions by time"},
        {"Emissions t/h", "80", "79", {.unit = "g/kWh"}, 0, "emissions by time"},
        {"carbon intensity", "0.70", "0.69", {0}, 0, "kg/kWh? --unit kg/kWh; lb/kWh? --unit lb/kWh"},
        {"carbon intensity", "0.70", "0.69", {.unit = "lb/kWh"}, 317.514659, "given in lb/kWh"},
        {"carbon intensity", "912", "900", {.unit = "lb/MWh"}, 413.67624144, "given in lb/MWh"},
        {"carbon intensity", "912", "900", {.unit = "lb_per_MWh"}, 413.67624144, ""},
        {"carbon intensity", "912", "900", {0}, 912, "the header names no unit: read as g/kWh"},
        {"carbon intensity", "912", "0", {0}, 0, "names no unit"},
        {"carbon intensity", "912", "900", {.unit = "furlong"}, 0, "no unit of intensity"},
        {"carbon intensity g/kWh",
         "0.70",
         "0.69",
         {0},
         0,
         "the mean is 0.695 g/kWh, which no grid has: kg/kWh?"},
        {"carbon intensity g/kWh", "0.70", "0.69", {.unit = "g/kWh"}, 0.7, ""},
        {"carbon intensity lb/MWh", "5000", "5100", {0}, 0, "which no grid has"},
        {"ci_kgCO2e_per_MWh", "300", "301", {0}, 300, ""},
        {"Carbon (metric tons CO2e per MWh)", "0.3", "0.301", {0}, 300, "t/MWh"},
        {"lb CO2/MWh", "1000", "1001", {0}, 453.59237, "lb/MWh"},
        {"co2 [mg/kWh]", "300000", "300001", {0}, 300, "mg/kWh"},
        {"gCO\xe2\x82\x82"
         "eq/kWh",
         "300",
         "301",
         {0},
         300,
         ""},
    };
    char text[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "time,%s\n2025-01-01 00:00,%s\n2025-01-01 01:00,%s\n", cases[i].header,
                 cases[i].a, cases[i].b);
        bool good = read_as(text, STORE_TRACE, &cases[i].options);
        assert_or(good == (cases[i].g_per_kwh > 0), "%s%s", text, good ? "accepted" : faults.kept[0].message);
        const char *said = good ? result.summary : faults.kept[0].message;
        assert_or(strstr(said, cases[i].says), "%s'%s' is not in '%s'", text, cases[i].says, said);
        if (good)
            assert_float_equal(result.items[0].as.trace.samples[0], cases[i].g_per_kwh, 1e-9);
    }
}

/* WattTime's own tables: pounds a megawatt-hour, marginal. */
FACT(test_watttime_tables)
{
    static const char moer[] =
        "timestamp,MOER,MOER version,frequency\n2023-06-01 00:00:00+00:00,912,3.2,300\n"
        "2023-06-01 00:05:00+00:00,0,3.2,300\n";
    static const struct import_options average = {.kind = KIND_AVERAGE};
    assert_true(read_as(moer, STORE_TRACE, NULL));
    assert_float_equal(result.items[0].as.trace.samples[0], 413.67624144, 1e-9);
    assert_int_equal(result.items[0].as.trace.kind, KIND_MARGINAL);
    assert_false(read_as(moer, STORE_TRACE, &average));
    assert_has(faults.kept[0].message, "are marginal");
    assert_true(
        read_as("point_time,value\n2023-06-01T00:00Z,912\n2023-06-01T00:05Z,900\n", STORE_TRACE, &average));
    assert_float_equal(result.items[0].as.trace.samples[0], 413.67624144, 1e-9);
    assert_int_equal(result.items[0].as.trace.kind, KIND_AVERAGE);
    assert_false(
        read_as("generated_at,point_time,value\n2023-06-01,2023-06-01T00:00Z,912\n", STORE_TRACE, NULL));
    assert_has(faults.kept[0].message, "forecast");
}

/* What Grafana exports of a rate is no count of each step. */
FACT(test_rates_are_no_counts)
{
    static const struct {
        const char *header, *a, *b;
        const char *format;
        double per_s;
    } cases[] = {
        {"\"sum(rate(vllm:request_success_total[5m]))\"", "3.1", "3", NULL, 3.1},
        {"requests", "3.1", "3", NULL, 3.1},
        {"requests/s", "3", "3", NULL, 3},
        {"requests per minute", "30", "3", NULL, 0.5},
        {"requests", "3", "30", NULL, 0.01},
        {"requests", "3", "30", "rates", 3},
        {"requests", "3.3", "30", "counts", 0.011},
        {"requests/s", "3", "30", "counts", 0.01},
        {"requests per minute", "30", "3", "rates", 0.5},
    };
    char text[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct import_options options = {.format = cases[i].format};
        snprintf(text, sizeof text, "\"Time\",%s\n2025-01-01 00:00:00,%s\n2025-01-01 00:05:00,%s\n",
                 cases[i].header, cases[i].a, cases[i].b);
        assert_or(read_as(text, STORE_WORKLOAD, &options), "%s%s", text, faults.kept[0].message);
        assert_float_equal(result.items[0].as.workload.rate[0], cases[i].per_s, 1e-12);
    }
}

FACT(test_a_column_can_be_named)
{
    static const char text[] = "time,direct gCO2/kWh,lca gCO2/kWh\n2025-01-01,5,7\n2025-01-02,6,8\n";
    struct import_options options = {.column = "lca gCO2/kWh"};
    assert_true(read_as(text, STORE_TRACE, &options));
    assert_float_equal(result.items[0].as.trace.samples[0], 7, 0);
    options = (struct import_options){.basis = BASIS_DIRECT};
    assert_true(read_as(text, STORE_TRACE, &options));
    assert_float_equal(result.items[0].as.trace.samples[0], 5, 0);
    options = (struct import_options){.column = "no such"};
    assert_false(read_as(text, STORE_TRACE, &options));
    assert_has(faults.kept[0].message, "there is no column 'no such'");
    options = (struct import_options){.column = "a"};
    assert_false(read_as("a,b\n1,2\n", STORE_TRACE, &options));
    assert_has(faults.kept[0].message, "--column");
}

static const struct {
    const char *text, *place, *message;
    enum store_kind kind;
} refused[] = {
    {"time,direct co2,lca co2\n2025-01-01,5,7\n", "f.csv:1:1",
     "2 columns could hold the intensities; say which: --column 'direct co2', --column 'lca co2'",
     STORE_TRACE},
    {"time,requests\n2025-01-01,5\n", "f.csv", "no known format", STORE_TRACE},
    {"time,gCO2/kWh\n2025-01-01,5\n", "f.csv", "no known format", STORE_WORKLOAD},
    {"time,value\n2025-01-01,5\n", "f.csv", "no known format", STORE_KIND_COUNT},
    {"time,requests\n2025-01-01,5\n", "f.csv:2:1", "one row of a count has no step", STORE_WORKLOAD},
    {"time;CO2 g/kWh\n2025-01-01;5,5\n2025-01-02;-3,5\n", "f.csv:3:12", "negative", STORE_TRACE},
    {"time;CO2 g/kWh\n2025-01-01;5,5\n2025-01-02;n/a\n", "f.csv:3:12", "no number", STORE_TRACE},
    {"time;CO2 g/kWh\n2025-01-01;5,5\nsoon;1\n", "f.csv:3:1", "no date", STORE_TRACE},
    {"time;CO2 g/kWh\n2025-01-01;5,5\n;1\n", "f.csv:3:1", "an empty cell is no date", STORE_TRACE},
    {"time;CO2 g/kWh\n2025-01-01;5,5\n31/02/2025;1\n", "f.csv:3:1", "no date", STORE_TRACE},
    {"time;CO2 g/kWh\n2025-01-01;5,5\n2025-01-02;1;2\n", "f.csv:3:1", "3 cells", STORE_TRACE},
    {"time;CO2 g/kWh\n2025-01-02;5,5\n2025-01-01;1\n", "f.csv:3:1", "earlier", STORE_TRACE},
    {"time;CO2 g/kWh\n2025-01-02;5,5\n2025-01-02;1\n", "f.csv:3:1", "twice", STORE_TRACE},
    {"time;CO2 t/MWh\n2025-01-02;500\n", "f.csv:2:1", "is its unit another?", STORE_TRACE},
    {"time;requests\n2025-01-01;5\n2025-01-02;-1\n", "f.csv:3:12", "negative", STORE_WORKLOAD},
    {"time;requests\n2025-01-02;5\n2025-01-01;1\n", "f.csv:3:1", "earlier", STORE_WORKLOAD},
};

FACT(test_faults_have_their_place)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_or(!read_as(refused[i].text, refused[i].kind, NULL), "accepted: %s", refused[i].text);
        if (strcmp(faults.kept[0].place, refused[i].place) != 0 ||
            !strstr(faults.kept[0].message, refused[i].message))
            fail_msg("%s\n%s: %s", refused[i].text, faults.kept[0].place, faults.kept[0].message);
    }
}

FACT(test_instants)
{
    static const struct {
        const char *text, *iso;
        bool day_first, zoned;
    } cases[] = {
        {"2025-03-24 05:06", "2025-03-24T05:06:00", true, false},
        {"2025/3/24 5:06:07Z", "2025-03-24T05:06:07Z", true, true},
        {"2025-03-24T05:06:07.000-0330", "2025-03-24T05:06:07-03:30", true, true},
        {" 4.3.2025 ", "2025-03-04T00:00:00", true, false},
        {"4/3/2025 12:30 am GMT", "2025-04-03T00:30:00Z", false, true},
        {"4/3/2025 12:30 PM", "2025-03-04T12:30:00", true, false},
        {"24/03/2025 00:00 - 24/03/2025 01:00", "2025-03-24T00:00:00", true, false},
    };
    static const char *const none[] = {"",           "5",    "13:00",       "2025-13-01",       "2025-02-30",
                                       "24.03.25",   "soon", "2025-03-24x", "2025-03-24 25:00", "1e9",
                                       "12345678901"};
    char iso[TABLE_ISO_SIZE];
    bool zoned;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(table_instant_text(cases[i].text, cases[i].day_first, iso, &zoned));
        assert_string_equal(iso, cases[i].iso);
        assert_int_equal(zoned, cases[i].zoned);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_or(!table_instant_text(none[i], true, iso, &zoned), "'%s' is taken for %s", none[i], iso);
}

static int free_result(void **state)
{
    import_result_free(&result);
    return 0;
}

FACTS_BETWEEN(NULL, free_result)
