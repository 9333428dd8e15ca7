/* Calendar arithmetic against gmtime_r, and every day from 1900 to 2200 as text. */
#include "engine/base/civil.h"

#include "engine/base/random.h"
#include "tests/support/test.h"

#include <time.h>

static void assert_agrees_with_gmtime(int64_t unix_s)
{
    time_t time = (time_t)unix_s;
    struct tm tm;
    struct civil civil = civil_from_unix(unix_s);
    assert_non_null(gmtime_r(&time, &tm));
    assert_int_equal(civil.year, tm.tm_year + 1900);
    assert_int_equal(civil.month, tm.tm_mon + 1);
    assert_int_equal(civil.day, tm.tm_mday);
    assert_int_equal(civil.hour, tm.tm_hour);
    assert_int_equal(civil.minute, tm.tm_min);
    assert_int_equal(civil.second, tm.tm_sec);
    assert_int_equal(civil.weekday, tm.tm_wday);
    assert_int_equal(civil_to_unix(&civil), unix_s);
}

FACT(test_calendar_agrees_with_gmtime)
{
    uint64_t key = random_key(1, RANDOM_TEST, 0);
    for (int64_t day = -30000; day < 90000; day++) {
        assert_agrees_with_gmtime(day * 86400);
        assert_agrees_with_gmtime(day * 86400 - 1);
    }
    for (uint64_t i = 0; i < 100000; i++) /* 35,000 years to either side */
        assert_agrees_with_gmtime((int64_t)(random_u64(key, i) >> 23) - (INT64_C(1) << 40));
}

FACT(test_every_day_as_text)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t expected = -2208988800, parsed; /* 1900-01-01 */
    char text[64], written[21];
    for (int year = 1900; year <= 2200; year++)
        for (int month = 1; month <= 12; month++)
            for (int day = 1; day <= 32; day++) {
                bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
                snprintf(text, sizeof text, "%04d-%02d-%02dT00:00:00Z", year, month, day);
                if (day > days[month - 1] + (month == 2 && leap)) {
                    assert_false(civil_parse(text, &parsed));
                    continue;
                }
                assert_true(civil_parse(text, &parsed));
                assert_int_equal(parsed, expected);
                civil_format(parsed, written, sizeof written);
                assert_string_equal(written, text);
                expected += 86400;
            }
}

FACT(test_accepted_forms)
{
    static const struct {
        const char *text;
        int64_t unix_s;
    } cases[] = {{"2022-01-13T20:00:00Z", 1642104000},
                 {"2022-01-13 20:00", 1642104000},
                 {"2022-01-13T20:00", 1642104000},
                 {"2022-01-13T20:00:00", 1642104000},
                 {"2022-01-13T20:00:00.000Z", 1642104000},
                 {"2022-01-13T20:00Z", 1642104000},
                 {"2022-01-13T21:00:00+01:00", 1642104000},
                 {"2022-01-13 12:00-08:00", 1642104000},
                 {"2022-01-14T01:30:00+05:30", 1642104000},
                 {"2022-01-13", 1642032000},
                 {"1970-01-01", 0},
                 {"1969-12-31T23:59:59Z", -1},
                 {"2000-02-29", 951782400}};
    int64_t unix_s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(civil_parse(cases[i].text, &unix_s));
        assert_int_equal(unix_s, cases[i].unix_s);
    }
}

FACT(test_rejected_forms)
{
    static const char *const texts[] = {"",
                                        "2022",
                                        "2022-1-13",
                                        "2022-02-30",
                                        "2022-13-01",
                                        "2022-00-10",
                                        "2022-01-00",
                                        "1899-12-31",
                                        "2201-01-01",
                                        "2022-01-13T",
                                        "2022-01-13T20",
                                        "2022-01-13T24:00",
                                        "2022-01-13T20:60",
                                        "2022-01-13T20:00:60",
                                        "2022-01-13T20:00:00.5Z",
                                        "2022-01-13T20:00:00.",
                                        "2022-01-13T20:00:00z",
                                        "2022-01-13T20:00:00ZZ",
                                        "2022-01-13T20:00:00+1",
                                        "2022-01-13T20:00:00+01",
                                        "2022-01-13T20:00:00+01:00x",
                                        "2022-01-13T20:00:00+24:00",
                                        "2022-01-13  20:00",
                                        "2022-01-13 ",
                                        " 2022-01-13",
                                        "2022-01-13Z",
                                        "2022/01/13",
                                        "22-01-13",
                                        "-022-01-13"};
    int64_t unix_s = 42;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_or(!civil_parse(texts[i], &unix_s), "'%s' is accepted", texts[i]);
    assert_int_equal(unix_s, 42);
}

FACT(test_names)
{
    struct tm tm = {0};
    char expected[8];
    for (tm.tm_wday = 0; tm.tm_wday < 7; tm.tm_wday++) {
        strftime(expected, sizeof expected, "%a", &tm);
        assert_string_equal(civil_weekday_name(tm.tm_wday), expected);
    }
    for (tm.tm_mon = 0; tm.tm_mon < 12; tm.tm_mon++) {
        strftime(expected, sizeof expected, "%b", &tm);
        assert_string_equal(civil_month_name(tm.tm_mon + 1), expected);
    }
}

FACT(test_durations_that_read)
{
    static const struct {
        const char *text;
        double seconds;
    } cases[] = {{"3600", 3600},   {"3600.5", 3600.5}, {"0", 0},
                 {"1e3", 1000},    {"1h30m", 5400},    {"90s", 90},
                 {"2d3h", 183600}, {"250ms", 0.25},    {"1d1h1m1s1ms", 90061.001},
                 {"1.5h", 5400},   {"0.5ms", 0.0005},  {"90m", 5400},
                 {"1m1ms", 60.001}};
    static const char *const bad[] = {"",      "h",      "1x",  "-5",     "-1h",  "1h30", "30m1h",
                                      "1h1h",  "1hm",    "1 h", "1h 30m", "inf",  "nan",  "1e3s",
                                      "1..5h", "1.2.3s", "ms",  "5min",   "1h-3m"};
    double seconds;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(duration_parse(cases[i].text, &seconds));
        assert_true(seconds == cases[i].seconds);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_or(!duration_parse(bad[i], &seconds), "'%s' is accepted", bad[i]);
}

FACT(test_durations_as_written)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {
        {0, "0 s"},         {0.00001, "0 s"},  {0.0005, "0.5 ms"},  {0.009, "9 ms"}, {0.0099, "9.9 ms"},
        {0.00999, "10 ms"}, {0.35, "350 ms"},  {0.9994, "999 ms"},  {0.9996, "1 s"}, {9.5, "9.5 s"},
        {9.96, "10 s"},     {12, "12 s"},      {12.4, "12 s"},      {59.4, "59 s"},  {59.6, "1 min"},
        {90, "1 min 30"},   {65, "1 min 05"},  {1500, "25 min"},    {3599.6, "1 h"}, {15000, "4 h 10"},
        {18300, "5 h 05"},  {86370, "1 d"},    {183600, "2 d 3 h"}, {172800, "2 d"}, {86400 * 365.0, "365 d"},
        {86399, "1 d"},     {86340, "23 h 59"}};
    char text[32];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duration_format(cases[i].seconds, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}
