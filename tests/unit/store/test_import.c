/* Importers: what each format gives, every fault with file, line, column and reason, and that nothing is made
 * of a file with a fault. */
#include "store/import/import.h"
#include "tests/unit/store/store_folder.h"

static struct faults faults;
static struct import_result result;

static bool import_bytes(const char *bytes, size_t n, enum store_kind kind,
                         const struct import_options *options)
{
    DEFER(input_close) struct input input;
    memset(&faults, 0, sizeof faults);
    assert_true(input_from_memory(&input, bytes, n, "f.csv", NULL));
    bool good = import_read(&input, kind, options, &result, &faults);
    assert_int_equal(good, faults.count == 0);
    assert_true(good || result.n == 0);
    return good;
}

static bool import_text_as(const char *text, enum store_kind kind, const struct import_options *options)
{
    return import_bytes(text, strlen(text), kind, options);
}

static const struct carbon_trace *trace_of(const char *text, const struct import_options *options)
{
    if (!import_text_as(text, STORE_TRACE, options))
        fail_msg("%s: %s", faults.kept[0].place, faults.kept[0].message);
    assert_int_equal(result.n, 1);
    return &result.items[0].as.trace;
}

#define HEADER "timestamp,ci_gco2_per_kwh\n"
#define MAPS                                                                                                 \
    "Datetime (UTC),Country,Zone Name,Zone Id,Carbon Intensity gCO\xe2\x82\x82"                              \
    "eq/kWh (direct),Carbon Intensity "                                                                      \
    "gCO\xe2\x82\x82"                                                                                        \
    "eq/kWh (LCA),Low Carbon Percentage,Renewable Percentage,Data Source,Data Estimated,Data Estimation "    \
    "Method\n"
#define MAPS_NEW                                                                                             \
    "Datetime (UTC),Country,Zone name,Zone id,Carbon intensity gCO\xe2\x82\x82"                              \
    "eq/kWh (direct),Carbon intensity "                                                                      \
    "gCO\xe2\x82\x82"                                                                                        \
    "eq/kWh (Life cycle),Carbon-free energy percentage (CFE%),Renewable energy percentage (RE%),"            \
    "Data source,Data estimated,Data estimation method\n"

FACT(test_wattif_trace)
{
    const struct carbon_trace *trace = trace_of(HEADER "2022-01-01T00:00:00Z,100\n2022-01-01T01:00:00Z,90.5\n"
                                                       "2022-01-01T03:00:00Z,80\n2022-01-01T04:00:00Z,0\n",
                                                NULL);
    assert_int_equal(trace->n, 5);
    assert_int_equal(trace->step_s, 3600);
    assert_int_equal(trace->start_s, 1640995200);
    assert_int_equal(trace->missing, 1);
    assert_true(isnan(trace->samples[2]));
    assert_true(trace->samples[1] == 90.5 && trace->samples[4] == 0);
    assert_int_equal(trace->basis, BASIS_UNKNOWN);
    assert_string_equal(trace->name, "f");
    import_result_free(&result);
}

FACT(test_bom_crlf_quotes_and_no_last_line_break)
{
    const struct carbon_trace *trace =
        trace_of("\xef\xbb\xbf\"timestamp\" , ci_gco2_per_kwh,remark\r\n\"2022-01-01 00:00\", 1e2 ,\"a, "
                 "\"\"b\"\"\r\nc\"\r\n\r\n"
                 "2022-01-01T02:30:00+02:00,5,",
                 NULL);
    assert_int_equal(trace->n, 2);
    assert_int_equal(trace->step_s, 1800);
    assert_true(trace->samples[0] == 100 && trace->samples[1] == 5);
    import_result_free(&result);
}

FACT(test_constant_trace)
{
    const struct carbon_trace *trace = trace_of(HEADER "2022-01-01T00:00:00Z,490\n", NULL);
    assert_int_equal(trace->n, 1);
    assert_true(trace->samples[0] == 490);
    import_result_free(&result);
}

FACT(test_electricity_maps)
{
    static const struct import_options direct = {.basis = BASIS_DIRECT};
    static const char rows[] =
        "2021-01-01 00:00:00,USA,California,US-CAL-CISO,200.5,260.25,40,30,caiso.com,false,\n"
        "2021-01-01 01:00:00,USA,California,US-CAL-CISO,,,40,30,caiso.com,true,X\n"
        "2021-01-01 02:00:00,USA,California,US-CAL-CISO,210,270,40,30,caiso.com,true,X\n";
    char old[2000], fresh[2000];
    snprintf(old, sizeof old, "%s%s", MAPS, rows);
    snprintf(fresh, sizeof fresh, "%s%s", MAPS_NEW, rows);
    const char *const texts[] = {old, fresh};
    for (int i = 0; i < 2; i++) {
        const struct carbon_trace *trace = trace_of(texts[i], NULL);
        assert_int_equal(trace->basis, BASIS_LCA);
        assert_int_equal(trace->kind, KIND_AVERAGE);
        assert_string_equal(trace->zone, "US-CAL-CISO");
        assert_int_equal(trace->step_s, 3600);
        assert_int_equal(trace->n, 3); /* the unknown hour is a gap, and says what the step is */
        assert_int_equal(trace->missing, 1);
        assert_true(trace->samples[0] == 260.25 && isnan(trace->samples[1]));
        assert_int_equal(trace->estimated, 1);
        import_result_free(&result);
        trace = trace_of(texts[i], &direct);
        assert_int_equal(trace->basis, BASIS_DIRECT);
        assert_true(trace->samples[2] == 210);
        import_result_free(&result);
    }
}

#define UK(from, actual, forecast)                                                                           \
    "{\"from\":\"2018-01-20T" from "Z\",\"to\":\"2018-01-20T13:00Z\",\"intensity\":{\"forecast\":" forecast  \
    ",\"actual\":" actual ",\"index\":\"moderate\"}}"

FACT(test_uk_carbon)
{
    static const char text[] = "{\"data\":[" UK("12:00", "263", "266") "," UK("12:30", "260", "261") "," UK(
        "13:00", "null", "255") "," UK("13:30", "250", "251") "," UK("14:00", "null", "249") "]}";
    static const struct import_options forecast = {.use_forecast = true};
    const struct carbon_trace *trace = trace_of(text, NULL);
    assert_int_equal(trace->step_s, 1800);
    assert_int_equal(trace->n, 4);
    assert_int_equal(trace->missing, 1);
    assert_true(isnan(trace->samples[2]) && trace->samples[3] == 250);
    import_result_free(&result);
    trace = trace_of(text, &forecast);
    assert_int_equal(trace->n, 5);
    assert_true(trace->samples[2] == 255);
    import_result_free(&result);
}

/* What is unknown at either end is no part of the trace; in between it is a gap, even if that leaves no two
 * neighbours with a value. */
FACT(test_unknown_ends)
{
    static const char text[] = "{\"data\":[" UK("11:30", "null", "1") "," UK("12:00", "263", "1") "," UK(
        "12:30", "null", "1") "," UK("13:00", "250", "1") "," UK("13:30", "null", "1") "]}";
    const struct carbon_trace *trace = trace_of(text, NULL);
    assert_int_equal(trace->step_s, 1800);
    assert_int_equal(trace->n, 3);
    assert_int_equal(trace->missing, 1);
    assert_true(trace->samples[0] == 263 && isnan(trace->samples[1]) && trace->samples[2] == 250);
    import_result_free(&result);
}

#define WATTTIME(signal, units)                                                                              \
    "{\"data\":[{\"point_time\":\"2023-01-01T00:00:00+00:00\",\"value\":1000},{\"point_time\":\"2023-01-"    \
    "01T00:05:00+00:00\","                                                                                   \
    "\"value\":412.5}],\"meta\":{\"region\":\"CAISO_NORTH\",\"signal_type\":\"" signal                       \
    "\",\"units\":\"" units "\"}}"

FACT(test_watttime)
{
    const struct carbon_trace *trace = trace_of(WATTTIME("co2_moer", "lbs_co2_per_mwh"), NULL);
    assert_int_equal(trace->kind, KIND_MARGINAL);
    assert_int_equal(trace->step_s, 300);
    assert_true(fabs(trace->samples[0] - 453.59237) < 1e-9);
    assert_string_equal(trace->zone, "CAISO_NORTH");
    import_result_free(&result);
    assert_int_equal(trace_of(WATTTIME("co2_aoer", "lbs_co2_per_mwh"), NULL)->kind, KIND_AVERAGE);
    import_result_free(&result);
    assert_int_equal(trace_of(WATTTIME("health", "lbs_co2_per_mwh"), NULL)->kind, KIND_UNKNOWN);
    import_result_free(&result);
    assert_false(import_text_as(WATTTIME("co2_moer", "kg_per_mwh"), STORE_TRACE, NULL));
    assert_string_equal(faults.kept[0].place, "f.csv:1:/meta/units");
}

FACT(test_rates)
{
    static const struct import_options missing = {.zeros_missing = true};
    static const char text[] = "timestamp_s,requests_per_s\n100,43\n101,37\n103,0\n104,\n";
    assert_true(import_text_as(text, STORE_WORKLOAD, NULL));
    const struct workload *workload = &result.items[0].as.workload;
    assert_int_equal(workload->kind, WORKLOAD_RATES);
    assert_int_equal(workload->n, 5);
    assert_true(workload->step_ns == 1000000000);
    assert_true(workload->rate[0] == 43 && isnan(workload->rate[2]) && workload->rate[3] == 0 &&
                isnan(workload->rate[4]));
    assert_string_equal(result.summary,
                        "5 steps of 1 s, 1 of them zero: taken as no requests (--zeros missing: as gaps)");
    import_result_free(&result);
    assert_true(import_text_as(text, STORE_WORKLOAD, &missing));
    assert_true(isnan(result.items[0].as.workload.rate[3]));
    assert_string_equal(result.summary, "5 steps of 1 s, 1 of them zero: taken as missing");
    import_result_free(&result);
    assert_true(
        import_text_as("minute,requests,zero_seconds\n0,120,0\n1,60,0\n2,0,60\n", STORE_WORKLOAD, NULL));
    workload = &result.items[0].as.workload;
    assert_true(workload->step_ns == INT64_C(60000000000));
    assert_true(workload->rate[0] == 2 && workload->rate[1] == 1 && workload->rate[2] == 0);
    import_result_free(&result);
}

FACT(test_arrivals)
{
    assert_true(import_text_as("arrival_s\n0.25\n0.25\n1.000000001\n", STORE_WORKLOAD, NULL));
    const struct workload *workload = &result.items[0].as.workload;
    assert_int_equal(workload->n, 3);
    assert_null(workload->batch);
    assert_true(workload->arrival_ns[1] == 250000000 && workload->arrival_ns[2] == 1000000001);
    import_result_free(&result);
    assert_true(
        import_text_as("arrival_s,batch,app\n0,1,chat\n0.5,8,vision\n0.75,2,chat\n", STORE_WORKLOAD, NULL));
    assert_int_equal(result.n, 2);
    assert_string_equal(result.items[0].as.workload.name, "f.chat");
    assert_int_equal(result.items[0].as.workload.n, 2);
    assert_int_equal(result.items[0].as.workload.batch[1], 2);
    assert_string_equal(result.items[1].as.workload.name, "f.vision");
    assert_int_equal(result.items[1].as.workload.batch[0], 8);
    import_result_free(&result);
}

FACT(test_tokens)
{
    static const char text[] = "arrival_s,context_tokens,generated_tokens\n0,4808,10\n0.052,0,0\n";
    static const struct {
        const char *rule;
        int32_t first, second;
    } rules[] = {{NULL, 19, 1},
                 {"total/256", 19, 1},
                 {"context/100", 49, 1},
                 {"generated", 10, 1},
                 {"generated/3", 4, 1}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct import_options options = {.tokens = rules[i].rule};
        assert_true(import_text_as(text, STORE_WORKLOAD, &options));
        assert_int_equal(result.items[0].as.workload.batch[0], rules[i].first);
        assert_int_equal(result.items[0].as.workload.batch[1], rules[i].second);
        import_result_free(&result);
    }
    static const char *const wrong[] = {"", "tokens", "total/", "total/0", "total/-1", "context/x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct import_options options = {.tokens = wrong[i]};
        assert_false(import_text_as(text, STORE_WORKLOAD, &options));
        assert_string_equal(faults.kept[0].place, "--tokens");
    }
}

#define PROFILE                                                                                              \
    "gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source\n"

FACT(test_profiles)
{
    static const struct import_options named = {.gpu = "P4", .model = "my-model"};
    static const struct import_options renamed = {.name = "other", .gpu = "P4"};
    assert_true(import_text_as(
        PROFILE "P4,whole,a,,1,,18,81.6,,0.5,measured,Table III\nP4,whole,b,base,1,1063,5,,77.5,,modelled,\n"
                "A100-40GB,7g,a,,2,,13,70,,,derived,x\n",
        STORE_PROFILE, NULL));
    assert_int_equal(result.n, 2);
    const struct profile_set *a = &result.items[0].as.profile, *b = &result.items[1].as.profile;
    assert_string_equal(a->model, "a");
    assert_int_equal(a->n, 2);
    assert_int_equal(a->rows[1].provenance, PROVENANCE_DERIVED);
    assert_true(isnan(a->rows[0].clock_mhz) && isnan(a->rows[0].accuracy) && a->rows[0].memory_gb == 0.5);
    assert_true(isnan(b->rows[0].power_w) && b->rows[0].clock_mhz == 1063);
    import_result_free(&result);
    assert_true(import_text_as("batch,latency_ms,power_w\n1,12.5,80\n2,14,\n", STORE_PROFILE, &named));
    assert_string_equal(result.items[0].as.profile.model, "my-model");
    assert_string_equal(result.items[0].as.profile.rows[0].gpu, "P4");
    assert_string_equal(result.items[0].as.profile.rows[0].slice, "whole");
    assert_int_equal(result.items[0].as.profile.rows[0].provenance, PROVENANCE_STATED);
    import_result_free(&result);
    assert_true(import_text_as("gpu,model,batch,latency_ms,power_w\nP4,a,1,12.5,80\n", STORE_PROFILE, NULL));
    assert_int_equal(result.items[0].as.profile.rows[0].provenance, PROVENANCE_STATED);
    import_result_free(&result);
    assert_false(import_text_as("batch,latency_ms,power_w\n1,12.5,80\n", STORE_PROFILE, NULL));
    assert_has(faults.kept[0].message, "--gpu");
    assert_true(import_text_as("batch,latency_ms,power_w\n1,12.5,80\n", STORE_PROFILE, &renamed));
    assert_string_equal(result.items[0].as.profile.model, "other");
    import_result_free(&result);
    assert_true(import_text_as(PROFILE "P4,whole,a,,1,,1,80,,,measured,\n", STORE_PROFILE, &renamed));
    assert_string_equal(result.items[0].as.profile.model, "other");
    import_result_free(&result);
    assert_false(import_text_as(PROFILE "P4,whole,a,,1,,1,80,,,measured,\nP4,whole,b,,1,,1,80,,,measured,\n",
                                STORE_PROFILE, &renamed));
    assert_has(faults.kept[0].message, "2 models");
}

/* A text that is refused, where its first fault is, and a piece of the reason. */
static const struct {
    const char *text, *place, *message;
} refused[] = {
    {"", "f.csv", "is empty"},
    {"\xef\xbb\xbf", "f.csv", "is empty"},
    {HEADER, "f.csv:1:1", "not a single sample"},
    {"hello\n", "f.csv", "no known format"},
    {"time,value\n1,2\n", "f.csv", "no known format"},
    {"timestamp;ci_gco2_per_kwh\n1;2\n", "f.csv:2:1", "no date"},
    {"timestamp;ci_gco2_per_kwh\n2022-01-01;1,5\n2022-01-02;x\n", "f.csv:3:12", "no number"},
    {"timestamp,watts\n2022-01-01,1\n", "f.csv:1:1", "missing column 'ci_gco2_per_kwh'"},
    {HEADER "2022-13-01T00:00:00Z,5\n", "f.csv:2:1", "no date"},
    {HEADER "2022-02-30,5\n", "f.csv:2:1", "no date"},
    {HEADER ",5\n", "f.csv:2:1", "no date"},
    {HEADER "2022-01-01,abc\n", "f.csv:2:12", "'abc' is no number"},
    {HEADER "2022-01-01,\n2022-01-02,\n", "f.csv:1:1", "not a single sample"},
    {HEADER "2022-01-01T00:00Z,\n2022-01-01T00:30Z,490\n2022-01-01T01:00Z,\n", "f.csv:3:1",
     "of 3 rows only this one has an intensity"},
    {HEADER "2022-01-01,nan\n", "f.csv:2:12", "no number"},
    {HEADER "2022-01-01,inf\n", "f.csv:2:12", "no number"},
    {HEADER "2022-01-01,1e999\n", "f.csv:2:12", "no number"},
    {HEADER "2022-01-01,\"1,5\"\n", "f.csv:2:12", "no number"},
    {HEADER "2022-01-01T00:00Z,5\n2022-01-01T01:00Z,-5\n", "f.csv:3:19", "negative"},
    {HEADER "2022-01-01T00:00Z,100001\n", "f.csv:2:1", "is above 100000 gCO2eq/kWh"},
    {HEADER "2022-01-01T00:00Z,5\n\n\n2022-01-01T00:00Z,6\n", "f.csv:5:1", "twice"},
    {HEADER "2022-01-01T01:00Z,5\n2022-01-01T00:00Z,6\n", "f.csv:3:1", "earlier"},
    {HEADER "2022-01-01T00:00Z,5\n2022-01-01T01:00Z,6\n2022-01-01T02:00Z,6\n2022-01-01T02:30Z,6\n",
     "f.csv:5:1", "grid"},
    {HEADER "2022-01-01T00:00Z,5\n1900-01-01T00:00Z,6\n", "f.csv:3:1", "earlier"},
    {HEADER "1900-01-01T00:00Z,5\n1900-01-01T00:00:01Z,6\n2022-01-01T00:00Z,6\n2022-01-01T00:00:01Z,6\n",
     "f.csv:5:1", "10000000 steps"},
    {HEADER "2022-01-01T00:00Z\n", "f.csv:2:1", "1 cells where the header has 2"},
    {HEADER "2022-01-01T00:00Z,1,2\n", "f.csv:2:1", "3 cells"},
    {HEADER "\"2022-01-01T00:00Z,1\n2022-01-01T01:00Z,2\n", "f.csv:2:1", "never closed"},
    {HEADER "2022-01-01T00:00Z,1\n20\"22,3\n", "f.csv:3:1", "quote in the wrong place"},
    {HEADER "2022-01-01T00:00Z,1\r2022-01-01T01:00Z,1\r", "f.csv:2:1", "carriage return"},
    {MAPS "2021-01-01 00:00:00,U,C,A,1,2,3,4,s,false,\n2021-01-01 01:00:00,U,C,B,1,2,3,4,s,false,\n",
     "f.csv:3:25", "of one zone"},
    {MAPS "2021-01-01 00:00:00,U,C,A,1,x,3,4,s,false,\n", "f.csv:2:29", "no number"},
    {"timestamp_s,requests_per_s\n0,1\n0,2\n", "f.csv:3:1", "twice"},
    {"timestamp_s,requests_per_s\n0,1\n-1,2\n", "f.csv:3:1", "between 0"},
    {"timestamp_s,requests_per_s\n0,-1\n", "f.csv:2:3", "negative"},
    {"timestamp_s,requests_per_s\n0,1\n1,1\n2,1\n2.5,1\n", "f.csv:5:1", "grid"},
    {"timestamp_s,requests_per_s\n", "f.csv:1:1", "not a single row"},
    {"minute,requests\n0,17613\n1,\n7271821,\n7271822,\n", "f.csv:4:1",
     "7271820 steps of 60 s after the one before it: of 7271823 steps in all only 4"},
    {"minute,requests\n0,few\n", "f.csv:2:3", "'few' is no number"},
    {"arrival_s\n1\n0\n", "f.csv:3:1", "earlier"},
    {"arrival_s,batch\n1,0\n", "f.csv:2:3", "whole number from 1"},
    {"arrival_s,batch\n1,1.5\n", "f.csv:2:3", "whole number from 1"},
    {"arrival_s,app\n1,a b\n", "f.csv:2:3", "cannot name an app"},
    {"arrival_s,context_tokens,generated_tokens\n1,-5,3\n", "f.csv:2:3", "no batch"},
    {PROFILE "P4,whole,m,,1,,0,80,,,measured,\n", "f.csv:2:16",
     "a latency takes 0.001 to 100000000 ms, not 0"},
    {PROFILE "P4,8g,m,,1,,1,80,,,measured,\n", "f.csv:2:4", "no slice"},
    {PROFILE "P4,whole,m,,1,,1,-80,,,measured,\n", "f.csv:2:18", "a power takes 0 to 50000 W, not -80"},
    {PROFILE "P4,whole,m,,1,,1,80,,,guessed,\n", "f.csv:2:23",
     "measured, derived, modelled, calibrated or stated"},
    {PROFILE "P4,whole,,,1,,1,80,,,measured,\n", "f.csv:2:10", "cannot name a model"},
    {PROFILE "P4,whole,m,,1,,1,80,,,measured,\nP4,whole,m,,1,,2,80,,,measured,\n", "f.csv:3:1",
     "two rows for m on P4 whole, batch 1: this and line 2"},
    {"{\"data\": []}", "f.csv", "no known format"},
    {"{\"data\": [{\"from\": \"2018\", \"intensity\": {\"actual\": 1}}]}", "f.csv:1:/data/0", "no date"},
    {"{\"data\": [{\"from\": \"2018-01-20T12:00Z\", \"intensity\": {\"actual\": \"x\"}}]}",
     "f.csv:1:/data/0/intensity/actual", "number"},
    {"{\"data\": [{\"from\": \"2018-01-20T12:00Z\", \"intensity\": {\"actual\": -1}}]}", "f.csv:1:/data/0",
     "negative"},
    {"{\"data\": [{\"from\": \"2018-01-20T12:00Z\", \"intensity\": {\"actual\": null}}]}", "f.csv:1:/data/1",
     "not a single sample"},
    {"{\"data\": [{\"point_time\": 5}], \"meta\": {\"units\": \"lbs_co2_per_mwh\"}}",
     "f.csv:1:/data/0/point_time", "time"},
    {"{\"data\": [", "f.csv:1:11", "ends here"},
    {"{\"fleets\": 1}", "f.csv:1:/format", "missing"},
};

FACT(test_faults_have_their_place)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_or(!import_text_as(refused[i].text, STORE_KIND_COUNT, NULL), "accepted: %s", refused[i].text);
        if (strcmp(faults.kept[0].place, refused[i].place) != 0 ||
            !strstr(faults.kept[0].message, refused[i].message))
            fail_msg("%s\n%s: %s", refused[i].text, faults.kept[0].place, faults.kept[0].message);
    }
}

FACT(test_every_fault_is_listed)
{
    assert_false(import_text_as(
        HEADER "2022-01-01T00:00Z,1\nsoon,x\n2022-01-01T01:00Z,-2\n2022-01-01T02:00Z\n2022-01-01T01:00Z,2\n",
        STORE_TRACE, NULL));
    static const char *const places[] = {"f.csv:3:6", "f.csv:3:1", "f.csv:4:19", "f.csv:5:1", "f.csv:6:1"};
    assert_int_equal(faults.count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(faults.kept[i].place, places[i]);
}

FACT(test_binary_and_wrong_format)
{
    static const char zeros[] = "timestamp\0,ci_gco2_per_kwh\n";
    static const char late[] = HEADER "2022-01-01T00:00Z,1\n2022-01-01T01:00Z,\0\n";
    struct import_options options = {.format = "nonsense"};
    assert_false(import_bytes(zeros, sizeof zeros - 1, STORE_TRACE, NULL));
    assert_has(faults.kept[0].message, "binary");
    assert_false(import_bytes(late, sizeof late - 1, STORE_TRACE, NULL));
    assert_has(faults.kept[0].message, "binary");
    assert_false(import_text_as(HEADER "2022-01-01,1\n", STORE_TRACE, &options));
    assert_has(faults.kept[0].message, "'nonsense' is no known format");
    options.format = "rates";
    assert_false(import_text_as(HEADER "2022-01-01,1\n", STORE_WORKLOAD, &options));
    assert_int_equal(faults.count, 2); /* both columns of that format are missing */
    assert_false(import_text_as("minute,requests\n0,1\n", STORE_TRACE, NULL));
    options.format = "watttime";
    assert_false(import_text_as(HEADER "2022-01-01,1\n", STORE_TRACE, &options));
    assert_string_equal(faults.kept[0].message, "is CSV, but --as watttime reads JSON");
    options.format = "wattif";
    assert_false(import_text_as("{\"data\": []}", STORE_TRACE, &options));
    assert_string_equal(faults.kept[0].message, "is JSON, but --as wattif reads CSV");
}

FACT(test_long_cells_and_many_columns)
{
    size_t n = (2u << 20) + 100;
    DEFER(memory_leave) char *text = malloc(n);
    assert_non_null(text);
    memset(text, 'x', n);
    memcpy(text, HEADER, sizeof HEADER - 1);
    assert_false(import_bytes(text, n, STORE_TRACE, NULL));
    assert_has(faults.kept[0].message, "1048576 bytes");
    memset(text, ',', n);
    assert_false(import_bytes(text, 5000, STORE_TRACE, NULL));
    assert_has(faults.kept[0].message, "4096 cells");
    for (size_t i = 0; i < n; i++)
        text[i] = i % 64 == 63 ? '\n' : 'x';
    memcpy(text, HEADER "\"", sizeof HEADER);
    assert_false(import_bytes(text, n, STORE_TRACE, NULL)); /* a quote that swallows two megabytes */
    assert_string_equal(faults.kept[0].place, "f.csv:2:1");
    assert_has(faults.kept[0].message, "never closed");
}

FACT(test_names)
{
    static const struct {
        const char *path, *name;
    } names[] = {{"/a/b/US CAL 2022.csv", "us-cal-2022"},
                 {"x.tar.gz", "x.tar"},
                 {"-- .csv", "imported"},
                 {"/dev/stdin", "stdin"},
                 {"\xc3\xa9t\xc3\xa9.csv", "t"},
                 {".csv", "imported"}};
    char name[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        import_name_from_path(names[i].path, name, sizeof name);
        assert_string_equal(name, names[i].name);
    }
}
