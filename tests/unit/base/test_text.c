/* Numbers as text against the C library's own conversions (in the C locale), on random and on hard cases. */
#include "engine/base/text.h"

#include "engine/base/random.h"
#include "tests/support/test.h"

#include <errno.h>
#include <float.h>

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static double double_from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void assert_reads(const char *text)
{
    double value = NAN;
    if (!text_to_number(text, &value) || !same_bits(value, strtod(text, NULL)))
        fail_msg("'%s' reads as %.17g, not %.17g", text, value, strtod(text, NULL));
}

FACT(test_numbers_that_read)
{
    static const char *const texts[] = {
        "0",
        "-0",
        "0.0",
        "00012",
        "1.",
        ".5",
        "+3.25",
        " 7\t",
        "1e3",
        "1E+3",
        "1e-3",
        "123456789012345678901234567890",
        "0.000000000000000000000000000000000000000000001",
        "9007199254740993",
        "9007199254740992",
        "1e22",
        "1e23",
        "8.5e22",
        "123e-22",
        "123e-23",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "4.9e-324",
        "2e-324",
        "1e-400",
        "1e-99999999999",
        "0e99999999999",
        "1.7976931348623157e308",
        "179769313486231570000e288",
        "1.00000000000000011102230246251565404236316680908203125",  /* exactly half way: to even */
        "1.00000000000000011102230246251565404236316680908203124",  /* just below */
        "1.00000000000000011102230246251565404236316680908203126"}; /* just above */
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_reads(texts[i]);
}

FACT(test_texts_that_are_no_number)
{
    static const char *const texts[] = {"",    " ",     ".",      "-",   "+",     "e5",   ".e5", "1e",
                                        "1e+", "1,5",   "1.2.3",  "1 2", "--1",   "0x10", "inf", "-nan",
                                        "NaN", "1e309", "-1e999", "12a", "1_000", "1e5.0"};
    double value = 42;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_or(!text_to_number(texts[i], &value), "'%s' reads as %g", texts[i], value);
    assert_true(value == 42);
}

FACT(test_random_decimals_read_as_strtod_reads_them)
{
    char text[64];
    uint64_t key = random_key(1, RANDOM_TEST, 0);
    for (uint64_t i = 0; i < 200000; i++) {
        int digits = 1 + (int)random_below(key, 4 * i, 19), places = (int)random_below(key, 4 * i + 1, 22);
        uint64_t number = random_u64(key, 4 * i + 2);
        char plain[32];
        snprintf(plain, sizeof plain, "%020llu", (unsigned long long)number);
        if (i % 3 == 0)
            snprintf(text, sizeof text, "%.*s.%.*s", digits, plain, places % 20, plain + 1);
        else
            snprintf(text, sizeof text, "%s%.*se%d", i % 2 ? "-" : "", digits, plain + 1,
                     (int)random_below(key, 4 * i + 3, i % 3 == 1 ? 50 : 680) - (i % 3 == 1 ? 25 : 345));
        double expected = strtod(text, NULL), value;
        if (isfinite(expected))
            assert_reads(text);
        else
            assert_false(text_to_number(text, &value));
    }
}

/* The exact decimal expansion of the middle between two doubles, 770 digits and more: the last decides. */
FACT(test_long_halfway_cases)
{
    static char text[2000];
    uint64_t key = random_key(2, RANDOM_TEST, 0);
    for (uint64_t i = 0; i < 3000; i++) {
        uint64_t bits = random_u64(key, i) >> (i % 2 ? 1 : 12); /* every other one is subnormal */
        double low = double_from_bits(bits), high = double_from_bits(bits + 1);
        if (!isfinite(high))
            continue;
        int length = snprintf(text, 1500, "%.1100Le", ((long double)low + (long double)high) / 2);
        assert_reads(text);
        char *e = strchr(text, 'e');
        assert_true(length < 1500);
        e[-1] = '1'; /* 1100 places beyond any tie: now above the middle */
        assert_reads(text);
    }
}

/* No decimal with one digit fewer, nearest or next to it, reads back as the same number. */
static void assert_no_shorter(double value, const char *text)
{
    int digits = 0, n;
    char shorter[64];
    for (const char *c = text; *c && *c != 'e'; c++) /* significant digits: without zeros at either end */
        if (*c >= '0' && *c <= '9' && (digits > 0 || *c != '0'))
            digits++;
    for (const char *c = strchr(text, 'e') ? strchr(text, 'e') : text + strlen(text); c > text; c--) {
        if (c[-1] >= '1' && c[-1] <= '9')
            break;
        digits -= c[-1] == '0';
    }
    if (digits < 2)
        return;
    n = digits - 1;
    snprintf(shorter, sizeof shorter, "%.*e", n - 1, value);
    double nearest = strtod(shorter, NULL), unit = pow(10, floor(log10(fabs(value))) - n + 1);
    for (int step = -1; step <= 1; step++) {
        snprintf(shorter, sizeof shorter, "%.*e", n - 1, nearest + step * unit);
        assert_or(strtod(shorter, NULL) != value, "%s is shorter than %s", shorter, text);
    }
}

static void assert_writes_shortest(double value)
{
    char text[32];
    double back;
    text_from_number(value, text, sizeof text);
    if (!same_bits(strtod(text, NULL), value) || !text_to_number(text, &back) || !same_bits(back, value))
        fail_msg("%.17g is written as %s", value, text);
    assert_no_shorter(value, text);
}

FACT(test_written_numbers_are_shortest_and_read_back)
{
    uint64_t key = random_key(3, RANDOM_TEST, 0);
    for (int exponent = -1074; exponent <= 1023; exponent++)
        for (int steps = -2; steps <= 2; steps++) {
            double value = ldexp(1, exponent);
            for (int i = 0; i < abs(steps); i++)
                value = nextafter(value, steps < 0 ? 0 : INFINITY);
            assert_writes_shortest(value);
        }
    for (uint64_t i = 0; i < 50000; i++) {
        double value = double_from_bits(random_u64(key, 2 * i));
        if (isfinite(value))
            assert_writes_shortest(value);
        assert_writes_shortest((double)random_below(key, 2 * i + 1, 100000000) / 1000);
        assert_writes_shortest((double)(random_u64(key, 2 * i + 1) >> (1 + i % 60)));
        double result = ldexp(random_unit(key, 2 * i), (int)(i % 90) - 36); /* 1e-11 .. 1e16 */
        assert_writes_shortest(i % 4 == 0 ? (double)(float)result : result);
    }
    for (int power = -12; power <= 17; power++) { /* where the digits carry over */
        double value = pow(10, power);
        for (int steps = 0; steps < 20; steps++, value = nextafter(value, 0))
            assert_writes_shortest(value);
    }
}

FACT(test_forms_of_written_numbers)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"},
                 {1e-7, "1e-07"},
                 {12, "12"},
                 {0, "0"},
                 {-0.0, "-0"},
                 {-1.5, "-1.5"},
                 {0.0001, "0.0001"},
                 {0.00001234, "1.234e-05"},
                 {100, "100"},
                 {123456.789, "123456.789"},
                 {1e15, "1000000000000000"},
                 {9007199254740991, "9007199254740991"},
                 {9007199254740994, "9007199254740994"},
                 {1e16, "1e+16"},
                 {1e100, "1e+100"},
                 {1.0 / 3, "0.3333333333333333"},
                 {2.0 / 3, "0.6666666666666666"},
                 {5e-324, "5e-324"},
                 {DBL_MIN, "2.2250738585072014e-308"},
                 {-DBL_MAX, "-1.7976931348623157e+308"},
                 {0x1p89, "6.189700196426902e+26"}, /* the nearest 16 digits, ..901, do not read back */
                 {INFINITY, "inf"},
                 {-INFINITY, "-inf"},
                 {NAN, "nan"}};
    char text[32];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_from_number(cases[i].value, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

FACT(test_whole_numbers)
{
    static const char *const texts[] = {"0",
                                        "-0",
                                        "+5",
                                        " 12 ",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "99999999999999999999999",
                                        "-1",
                                        "007"};
    static const char *const bad[] = {"",    " ",   "-",   "+",   "1.0", "1e3", "0x1",
                                      "1 2", "- 1", "+-1", "-+1", "--1", "a"};
    int64_t number;
    uint64_t natural;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        errno = 0;
        long long expected = strtoll(texts[i], NULL, 10);
        assert_int_equal(text_to_int64(texts[i], &number), errno == 0);
        if (errno == 0)
            assert_true(number == expected);
        errno = 0;
        unsigned long long expected_natural = strtoull(texts[i], NULL, 10);
        bool fits = errno == 0 && !strchr(texts[i], '-');
        assert_int_equal(text_to_uint64(texts[i], &natural), fits);
        if (fits)
            assert_true(natural == expected_natural);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_to_int64(bad[i], &number) || text_to_uint64(bad[i], &natural));
}

FACT(test_copy)
{
    char out[6];
    assert_true(text_copy(out, sizeof out, "12345"));
    assert_string_equal(out, "12345");
    assert_false(text_copy(out, sizeof out, "123456"));
    assert_string_equal(out, "12345");
    assert_false(text_copy(out, 1, "x"));
    assert_string_equal(out, "");
    out[0] = 'z';
    assert_false(text_copy(out, 0, ""));
    assert_int_equal(out[0], 'z');
}

FACT(test_nearest_name)
{
    static const char *const names[] = {
        "fifo-pull", "least-loaded", "round-robin", "carbondis", "highperf", "mig", "a"};
    static const char *const too_long[] = {
        "0123456789012345678901234567890123456789012345678901234567890123"};
    static const struct {
        const char *word, *nearest;
    } cases[] = {{"fifo-pul", "fifo-pull"},
                 {"fifopull", "fifo-pull"},
                 {"Round-Robin", "round-robin"},
                 {"raund_robbin", "round-robin"},
                 {"carbondsi", "carbondis"},
                 {"mgi", "mig"},
                 {"hihgpref", "highperf"},
                 {"carbon", NULL}, /* 3 away: too far for 6 letters */
                 {"xyz", NULL},
                 {"", NULL},
                 {"simulated-annealing", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *nearest = text_nearest(cases[i].word, names, sizeof names / sizeof *names);
        if (cases[i].nearest && nearest)
            assert_string_equal(nearest, cases[i].nearest);
        else
            assert_ptr_equal(nearest, cases[i].nearest);
    }
    assert_null(text_nearest(too_long[0], names, 2));
    assert_null(text_nearest("0123", too_long, 1));
    assert_null(text_nearest("mig", names, 0));
}
