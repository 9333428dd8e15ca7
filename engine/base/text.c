/* Building text, reading and writing numbers by hand, so that the locale has no say, and the "did you mean"
 * search.
 *
 * Reading: the digits are gathered into an integer and a power of ten. Up to 2^53 and 10^22 both are exact
 * doubles, so one multiplication or division rounds correctly (Clinger 1990); that covers nearly all cells of
 * a trace. Everything else goes to strtod as digits and an exponent without a decimal point, the only
 * character that a locale changes.
 *
 * Writing: of the 15-, 16- and 17-digit forms the first that reads back equal is the shortest, once its
 * trailing zeros are dropped. Between 1e-10 and 1e15, where results lie, this is whole-number arithmetic: the
 * double, half its distance to the next one and the decimal are all multiples of one power of two, so it is
 * plain whether the decimal lies nearer to this double than to any other. The rest goes through printf and
 * reads its text back. Two cases need more care there: a subnormal number carries fewer digits, and below a
 * power of two doubles lie twice as close, so that the shortest form may be the next decimal up instead of
 * the nearest one. */
#include "engine/base/text.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    DIGITS_EXACT = 19, /* a uint64 holds any number of 19 digits */
    DIGITS_KEPT = 780, /* 767 decide any double; a nonzero rest counts as one more digit */
    POWER_EXACT = 22,  /* 10^22 is the last exact power of ten */
    DIGITS_MAX = 17,
    SCIENTIFIC_FROM = 16, /* decimal exponents written as 1e+16 and up, */
    SCIENTIFIC_BELOW = -4 /* and below 0.0001 */
};

#define LOG10_2 0.30102999566398120
#define TEN_TO_17 UINT64_C(100000000000000000)
#define EXPONENT_LIMIT (INT64_C(1) << 40) /* far beyond any double, far from overflow */

/* A decimal number as read: its significant digits as one whole number, and a power of ten. */
struct decimal {
    bool negative;
    const char *digits; /* first significant digit; a decimal point may be among them */
    const char *end;
    size_t n;         /* significant digits, the point not counted */
    uint64_t leading; /* value of the first DIGITS_EXACT of them */
    int64_t exponent; /* of the last digit: value = all digits * 10^exponent */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    return text;
}

/* Reads digits with at most one point; returns the end, or NULL when there is no digit at all. */
static const char *decimal_scan_digits(const char *text, struct decimal *decimal)
{
    bool any = false, point = false;
    for (;; text++) {
        if (*text == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(*text))
            break;
        any = true;
        decimal->exponent -= point;
        if (decimal->n == 0) {
            if (*text == '0')
                continue;
            decimal->digits = text;
        }
        if (decimal->n++ < DIGITS_EXACT)
            decimal->leading = decimal->leading * 10 + (uint64_t)(*text - '0');
    }
    decimal->end = text;
    return any ? text : NULL;
}

/* Reads an optional e[+-]digits; returns the end, or NULL when digits are missing. */
static const char *decimal_scan_exponent(const char *text, struct decimal *decimal)
{
    int64_t exponent = 0;
    if (*text != 'e' && *text != 'E')
        return text;
    text++;
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    if (!is_digit(*text))
        return NULL;
    for (; is_digit(*text); text++)
        exponent = exponent < EXPONENT_LIMIT ? exponent * 10 + (*text - '0') : EXPONENT_LIMIT;
    decimal->exponent += negative ? -exponent : exponent;
    return text;
}

static double decimal_value(const struct decimal *decimal)
{
    static const double power[POWER_EXACT + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    double magnitude;
    if (decimal->n == 0)
        magnitude = 0;
    else if (decimal->n > DIGITS_EXACT || decimal->leading > UINT64_C(1) << DBL_MANT_DIG ||
             decimal->exponent < -POWER_EXACT || decimal->exponent > POWER_EXACT) {
        /* The slow, correctly rounded way: strtod on text that has no decimal point. */
        char plain[DIGITS_KEPT + 32];
        size_t used = 0, dropped = 0;
        bool rest = false;
        for (const char *c = decimal->digits; c < decimal->end; c++) {
            if (*c == '.')
                continue;
            if (used < DIGITS_KEPT) {
                plain[used++] = *c;
            } else {
                dropped++;
                rest |= *c != '0';
            }
        }
        int64_t exponent = decimal->exponent + (int64_t)dropped;
        if (rest) {
            plain[used++] = '1';
            exponent--;
        }
        snprintf(plain + used, sizeof plain - used, "e%" PRId64, exponent);
        magnitude = strtod(plain, NULL);
    } else if (decimal->exponent < 0)
        magnitude = (double)decimal->leading / power[-decimal->exponent];
    else
        magnitude = (double)decimal->leading * power[decimal->exponent];
    return decimal->negative ? -magnitude : magnitude;
}

bool text_to_number(const char *text, double *value)
{
    struct decimal decimal = {0};
    text = skip_blanks(text);
    decimal.negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    text = decimal_scan_digits(text, &decimal);
    if (!text)
        return false;
    text = decimal_scan_exponent(text, &decimal);
    if (!text || *skip_blanks(text) != '\0')
        return false;
    double number = decimal_value(&decimal);
    if (!isfinite(number))
        return false;
    *value = number;
    return true;
}

bool text_to_uint64(const char *text, uint64_t *value)
{
    uint64_t number = 0;
    text = skip_blanks(text);
    if (*text == '+')
        text++;
    if (!is_digit(*text))
        return false;
    for (; is_digit(*text); text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    if (*skip_blanks(text) != '\0')
        return false;
    *value = number;
    return true;
}

bool text_to_int64(const char *text, int64_t *value)
{
    uint64_t magnitude;
    text = skip_blanks(text);
    bool negative = *text == '-';
    if (negative && !is_digit(*++text))
        return false;
    if (!text_to_uint64(text, &magnitude) || magnitude > (uint64_t)INT64_MAX + negative)
        return false;
    *value = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return true;
}

bool text_copy(char *out, size_t size, const char *text)
{
    size_t length = strlen(text);
    bool whole = length < size;
    if (size == 0)
        return false;
    if (!whole)
        length = size - 1;
    memcpy(out, text, length);
    out[length] = '\0';
    return whole;
}

void text_end(char *out, size_t size, int length, const char *mark)
{
    size_t mark_n = strlen(mark), end;
    if (length < 0 || size == 0 || (size_t)length < size)
        return;
    end = size > mark_n ? size - 1 - mark_n : 0;
    while (end > 0 && ((unsigned char)out[end] & 0xC0) == 0x80) /* the rest of a character */
        end--;
    memcpy(out + end, mark, size > mark_n ? mark_n + 1 : 0);
    if (size <= mark_n)
        out[0] = '\0';
}

char *text_vprint(char *out, size_t size, const char *format, va_list arguments)
{
    text_end(out, size, vsnprintf(out, size, format, arguments), "…");
    return out;
}

char *text_print(char *out, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprint(out, size, format, arguments);
    va_end(arguments);
    return out;
}

char *text_brief(char *out, const char *text)
{
    text_end(out, TEXT_BRIEF_SIZE, snprintf(out, TEXT_BRIEF_SIZE, "%s", text), "...");
    return out;
}

char *text_append(char *out, size_t size, const char *format, ...)
{
    size_t used = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    text_vprint(out + used, size - used, format, arguments);
    va_end(arguments);
    return out;
}

/* Adds one to the last of the digits; 99..9 becomes 10..0 with the next exponent. */
static void digits_increment(char *digits, int *exponent)
{
    for (size_t i = strlen(digits); i-- > 0;) {
        if (digits[i] != '9') {
            digits[i]++;
            return;
        }
        digits[i] = '0';
    }
    digits[0] = '1';
    ++*exponent;
}

static bool digits_read_back(const char *digits, int exponent, double magnitude)
{
    struct decimal decimal = {0};
    decimal_scan_digits(digits, &decimal);
    decimal.exponent += exponent - (int)strlen(digits) + 1;
    return decimal_value(&decimal) == magnitude;
}

/* The digits of a whole number; its last one stands for 10^-places. */
static void digits_of_whole(uint64_t whole, int places, char *digits, int *exponent)
{
    char reversed[20];
    int n = 0;
    do
        reversed[n++] = (char)('0' + whole % 10);
    while ((whole /= 10) > 0);
    *exponent = n - 1 - places;
    while (n > 0)
        *digits++ = reversed[--n];
    *digits = '\0';
}

__extension__ typedef unsigned __int128 wide; /* what the product of two 64-bit numbers needs */

/* As digits_shortest, by whole numbers alone; false where they would not fit. With the double m 2^e, `scaled`
 * is 2m 5^places: the number, times 10^places, in units of 2^-shift, in which half the way to the next double
 * is 5^places. */
static bool digits_shortest_exact(double magnitude, char *digits, int *exponent)
{
    static const uint64_t tens[] = {100, 10, 1}; /* what 15, 16 and 17 digits leave off */
    int e;
    double m = frexp(magnitude, &e);
    if (!(magnitude >= 1e-10 && magnitude < 1e15) || m == 0.5)
        return false;
    uint64_t mantissa = (uint64_t)ldexp(m, DBL_MANT_DIG), fives = 1;
    int places = DIGITS_MAX - 1 - (int)floor((e - 1) * LOG10_2); /* 17 digits, or 18 */
    for (int i = 0; i < places; i++)
        fives *= 5;
    if ((wide)mantissa * 2 * fives >> (DBL_MANT_DIG + 1 - e - places) >= TEN_TO_17) {
        places--;
        fives /= 5;
    }
    wide scaled = (wide)mantissa * 2 * fives;
    int shift = DBL_MANT_DIG + 1 - e - places;
    uint64_t whole = (uint64_t)(scaled >> shift);
    for (size_t k = 0; k < sizeof tens / sizeof *tens; k++) {
        wide unit = (wide)tens[k] << shift, rest = scaled - ((wide)(whole - whole % tens[k]) << shift);
        bool up = rest > unit / 2 || (rest == unit / 2 && whole / tens[k] % 2 == 1);
        if ((up ? unit - rest : rest) >= fives)
            continue;
        digits_of_whole(whole - whole % tens[k] + (up ? tens[k] : 0), places, digits, exponent);
        return true;
    }
    return false;
}

char *text_from_number(double value, char *out, size_t size)
{
    char digits[DIGITS_MAX + 2]; /* 99..9 is first rounded to 10..0 */
    const char *sign = signbit(value) ? "-" : "";
    int exponent;
    if (!isfinite(value)) {
        snprintf(out, size, "%s%s", isnan(value) ? "" : sign, isnan(value) ? "nan" : "inf");
        return out;
    }
    if (fabs(value) < 0x1p53 &&
        value == floor(value)) { /* whole numbers are common, and exact to the last digit */
        snprintf(out, size, "%s%" PRIu64, sign, (uint64_t)fabs(value));
        return out;
    }
    /* The shortest digits that read back as this positive number, without trailing zeros. */
    double magnitude = fabs(value);
    int unused;
    bool power_of_two = frexp(magnitude, &unused) == 0.5;
    bool found = digits_shortest_exact(magnitude, digits, &exponent);
    for (int kept = magnitude < DBL_MIN ? 1 : DBL_DIG; !found && kept <= DIGITS_MAX; kept++) {
        /* its digits and exponent, rounded: d.ddd * 10^exponent */
        char buffer[64];
        int used = 0;
        const char *c = buffer;
        snprintf(buffer, sizeof buffer, "%.*e", kept - 1, magnitude);
        for (; *c != 'e'; c++) /* the locale's decimal point falls out here */
            if (is_digit(*c))
                digits[used++] = *c;
        digits[used] = '\0';
        exponent = (int)strtol(c + 1, NULL, 10);
        if (digits_read_back(digits, exponent, magnitude))
            break;
        if (power_of_two) {
            digits_increment(digits, &exponent);
            if (digits_read_back(digits, exponent, magnitude))
                break;
        }
    }
    int n = (int)strlen(digits), whole = exponent + 1;
    while (n > 1 && digits[n - 1] == '0')
        digits[--n] = '\0';
    if (exponent < SCIENTIFIC_BELOW || exponent >= SCIENTIFIC_FROM)
        snprintf(out, size, "%s%c%s%se%+03d", sign, digits[0], n > 1 ? "." : "", digits + 1, exponent);
    else if (whole <= 0)
        snprintf(out, size, "%s0.%.*s%s", sign, -whole, "0000", digits);
    else if (n <= whole)
        snprintf(out, size, "%s%s%.*s", sign, digits, whole - n, "000000000000000");
    else
        snprintf(out, size, "%s%.*s.%s", sign, whole, digits, digits + whole);
    return out;
}

enum { NAME_MAX_LENGTH = 63, DISTANCE_MAX = 3 };

static char fold_case(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Optimal string alignment: insertions, deletions, changes and swaps of two neighbours cost one each; the
 * case of ASCII letters does not count. Both lengths are at most NAME_MAX_LENGTH. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][NAME_MAX_LENGTH + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *oldest = before;
        before = above, above = row, row = oldest;
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            char x = fold_case(a[i - 1]), y = fold_case(b[j - 1]);
            row[j] = smaller(smaller(above[j], row[j - 1]) + 1, above[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == fold_case(b[j - 2]) && y == fold_case(a[i - 2]))
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return row[b_length];
}

const char *text_nearest(const char *word, const char *const *names, size_t n)
{
    size_t length = strlen(word);
    size_t best = smaller(DISTANCE_MAX, (length + 2) / 3) + 1; /* the first distance that is too far */
    const char *nearest = NULL;
    if (length == 0 || length > NAME_MAX_LENGTH)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        size_t name_length = strlen(names[i]);
        if (name_length > NAME_MAX_LENGTH)
            continue;
        size_t distance = edit_distance(word, length, names[i], name_length);
        if (distance < best) {
            best = distance;
            nearest = names[i];
        }
    }
    return nearest;
}

bool text_fits(const char *filter, const char *text)
{
    size_t n = strlen(filter);
    for (; *text && n > 0; text++)
        if (strncasecmp(text, filter, n) == 0)
            return true;
    return n == 0;
}
