/* A recursive descent over the grammar that keeps nothing but a position. Depth is counted, so 100,000 open
 * brackets end at the 65th. Line and column are worked out only when there is something to say. */
#include "store/json/json_scan.h"

#include "engine/base/text.h"
#include "store/json/utf8.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define INTEGER_MAX (INT64_C(1) << 53)

struct scan {
    const char *text;
    size_t n, at;
    const char *name;
    struct error *error;
    int depth;
    long values;
};

static bool scan_value(struct scan *scan);

PRINTF_LIKE(2, 3) static bool scan_fail(struct scan *scan, const char *format, ...)
{
    char place[256], message[256];
    size_t line = 1, start = 0, at = scan->at < scan->n ? scan->at : scan->n;
    va_list args;

    for (size_t i = 0; i < at; i++) {
        if (scan->text[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    snprintf(place, sizeof place, "%s%s%zu:%zu", scan->name, *scan->name ? ":" : "", line,
             utf8_count(scan->text + start, at - start) + 1);
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return error_set(scan->error, ERROR_INPUT, place, "%s", message);
}

static char scan_peek(const struct scan *scan)
{
    return scan->at < scan->n ? scan->text[scan->at] : '\0';
}

static void scan_blanks(struct scan *scan)
{
    while (scan->at < scan->n && strchr(" \t\r\n", scan->text[scan->at]) && scan->text[scan->at])
        scan->at++;
}

/* What is here, for messages. */
static bool scan_unexpected(struct scan *scan, const char *wanted)
{
    unsigned char c = (unsigned char)scan_peek(scan);

    if (scan->at >= scan->n)
        return scan_fail(scan, "the text ends here, where %s should be", wanted);
    if (c < 0x20 || c == 0x7F)
        return scan_fail(scan, "a control character (0x%02X) where %s should be", c, wanted);
    size_t length = utf8_sequence(scan->text + scan->at, scan->n - scan->at);
    if (length == 0)
        return scan_fail(scan, "a byte (0x%02X) that is not UTF-8", c);
    return scan_fail(scan, "'%.*s' where %s should be", (int)length, scan->text + scan->at, wanted);
}

/* Four hex digits at `at`; -1 if they are not. */
static int32_t scan_hex4(const struct scan *scan, size_t at)
{
    int32_t value = 0;

    for (size_t i = at; i < at + 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *found = i < scan->n && scan->text[i] ? strchr(digits, scan->text[i]) : NULL;
        if (!found)
            return -1;
        value = value * 16 + (int32_t)((found - digits) % 16);
    }
    return value;
}

/* \uXXXX, at the backslash: no NUL, surrogates only in pairs. */
static bool scan_unicode_escape(struct scan *scan)
{
    int32_t code = scan_hex4(scan, scan->at + 2);

    if (code < 0)
        return scan_fail(scan, "\\u needs four hexadecimal digits");
    if (code == 0)
        return scan_fail(scan, "\\u0000 is not allowed in text");
    if (code >= 0xDC00 && code <= 0xDFFF)
        return scan_fail(scan, "half a surrogate pair");
    scan->at += 6;
    if (code < 0xD800 || code > 0xDBFF)
        return true;
    int32_t low = scan->at + 1 < scan->n && scan->text[scan->at] == '\\' && scan->text[scan->at + 1] == 'u'
                      ? scan_hex4(scan, scan->at + 2)
                      : -1;
    if (low < 0xDC00 || low > 0xDFFF)
        return scan_fail(scan, "half a surrogate pair");
    scan->at += 6;
    return true;
}

static bool scan_escape(struct scan *scan)
{
    char c = scan->at + 1 < scan->n ? scan->text[scan->at + 1] : '\0';

    if (c == 'u')
        return scan_unicode_escape(scan);
    if (c == '\0' || !strchr("\"\\/bfnrt", c))
        return scan_fail(scan, "an unknown escape in a text");
    scan->at += 2;
    return true;
}

static bool scan_string(struct scan *scan)
{
    size_t opened = scan->at++;

    for (;;) {
        unsigned char c = (unsigned char)scan_peek(scan);
        if (scan->at >= scan->n || c == '\n') {
            scan->at = opened;
            return scan_fail(scan, "a quote opens here and is never closed");
        }
        if (c == '"') {
            scan->at++;
            return true;
        }
        if (c == '\\') {
            if (!scan_escape(scan))
                return false;
            continue;
        }
        size_t length = utf8_sequence(scan->text + scan->at, scan->n - scan->at);
        if (c < 0x20 || length == 0)
            return scan_unexpected(scan, "text");
        scan->at += length;
    }
}

static size_t scan_digits(struct scan *scan)
{
    size_t first = scan->at;

    while (scan_peek(scan) >= '0' && scan_peek(scan) <= '9')
        scan->at++;
    return scan->at - first;
}

/* The value of the literal [first, at): finite, and a whole number within 2^53. */
static bool scan_magnitude(struct scan *scan, size_t first, bool whole)
{
    char literal[JSON_NUMBER_MAX + 1];
    size_t length = scan->at - first;
    double value;
    int64_t integer;

    scan->at = first;
    if (length > JSON_NUMBER_MAX)
        return scan_fail(scan, "a number of more than %d characters", JSON_NUMBER_MAX);
    memcpy(literal, scan->text + first, length);
    literal[length] = '\0';
    if (!text_to_number(literal, &value))
        return scan_fail(scan, "%s is too large for a number", literal);
    if (whole && (!text_to_int64(literal, &integer) || integer > INTEGER_MAX || integer < -INTEGER_MAX))
        return scan_fail(scan, "%s is above 2^53 and would lose digits; write it in quotes if it is a seed",
                         literal);
    scan->at = first + length;
    return true;
}

static bool scan_number(struct scan *scan)
{
    size_t first = scan->at;
    bool whole = true;

    scan->at += scan_peek(scan) == '-';
    if (scan_peek(scan) == '0')
        scan->at++;
    else if (scan_digits(scan) == 0)
        return scan_unexpected(scan, "a digit");
    if (scan_peek(scan) == '.') {
        whole = false;
        scan->at++;
        if (scan_digits(scan) == 0)
            return scan_unexpected(scan, "a digit");
    }
    if (scan_peek(scan) == 'e' || scan_peek(scan) == 'E') {
        whole = false;
        scan->at++;
        scan->at += scan_peek(scan) == '+' || scan_peek(scan) == '-';
        if (scan_digits(scan) == 0)
            return scan_unexpected(scan, "a digit");
    }
    return scan_magnitude(scan, first, whole);
}

static bool scan_key(struct scan *scan)
{
    if (scan_peek(scan) != '"')
        return scan_unexpected(scan, "a key in quotes");
    if (!scan_string(scan))
        return false;
    scan_blanks(scan);
    if (scan_peek(scan) != ':')
        return scan_unexpected(scan, "':'");
    scan->at++;
    scan_blanks(scan);
    return true;
}

/* An array or an object, at its opening bracket. */
static bool scan_container(struct scan *scan, bool object)
{
    char close = object ? '}' : ']';

    if (++scan->depth > JSON_DEPTH_MAX)
        return scan_fail(scan, "nested deeper than %d levels", JSON_DEPTH_MAX);
    scan->at++;
    scan_blanks(scan);
    for (bool first = true; scan_peek(scan) != close; first = false) {
        if (!first) {
            if (scan_peek(scan) != ',')
                return scan_unexpected(scan, object ? "',' or '}'" : "',' or ']'");
            scan->at++;
            scan_blanks(scan);
        }
        if (object && !scan_key(scan))
            return false;
        if (!scan_value(scan))
            return false;
        scan_blanks(scan);
    }
    scan->at++;
    scan->depth--;
    return true;
}

static bool scan_word(struct scan *scan)
{
    static const char *const words[] = {"true", "false", "null"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (scan->n - scan->at >= length && memcmp(scan->text + scan->at, words[i], length) == 0) {
            scan->at += length;
            return true;
        }
    }
    return scan_unexpected(scan, "a value");
}

static bool scan_value(struct scan *scan)
{
    char c = scan_peek(scan);

    if (++scan->values > JSON_VALUES_MAX)
        return scan_fail(scan, "has more than %d values, the limit for JSON", JSON_VALUES_MAX);
    if (c == '{' || c == '[')
        return scan_container(scan, c == '{');
    if (c == '"')
        return scan_string(scan);
    if (c == '-' || (c >= '0' && c <= '9'))
        return scan_number(scan);
    return scan_word(scan);
}

bool json_scan(const char *text, size_t n, const char *name, struct error *error)
{
    struct scan scan = {.text = text, .n = n, .name = name ? name : "", .error = error};

    scan_blanks(&scan);
    if (!scan_value(&scan))
        return false;
    scan_blanks(&scan);
    return scan.at == n || scan_unexpected(&scan, "the end");
}
