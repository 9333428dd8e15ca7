/* A comma locale must not change a number. The machine may have no such locale installed, so text.c is
 * compiled here against a C library that writes and expects a comma whatever the locale is; if a real one
 * exists, it is tried as well. */
#include "tests/support/test.h"

#include <locale.h>

/* strtod of a comma locale: stops at a point, reads a comma as the decimal point. */
static double comma_strtod(const char *text, char **end)
{
    char copy[1024];
    size_t used = strcspn(text, ".");
    if (used >= sizeof copy)
        used = sizeof copy - 1;
    memcpy(copy, text, used);
    copy[used] = '\0';
    for (char *c = copy; *c; c++)
        if (*c == ',')
            *c = '.';
    if (end)
        *end = NULL;
    return strtod(copy, NULL);
}

/* Prints one floating number as a comma locale does. Other formats of text.c have none and go through. */
#undef snprintf
#define snprintf(out, size, format, ...)                                                                     \
    comma_after(strchr(format, 'e'), out, (snprintf)(out, size, format, __VA_ARGS__))

static int comma_after(const char *floating, char *out, int length)
{
    char *point = floating && floating[1] == '\0' ? strchr(out, '.') : NULL;
    if (point)
        *point = ',';
    return length;
}

#define strtod comma_strtod
#include "engine/base/text.c"
#undef strtod
#undef snprintf

static const char *const texts[] = {"0.5",
                                    "-1.25e-07",
                                    "0.12345678901234567",
                                    "1234567.890123456789012345678901",
                                    "6.189700196426902e+26",
                                    "1e-320",
                                    "2.2250738585072011e-308"};

static void assert_numbers_survive(void)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value, again, expected;
        char written[32], *saved = strdup(setlocale(LC_NUMERIC, NULL));
        assert_true(text_to_number(texts[i], &value));
        text_from_number(value, written, sizeof written);
        setlocale(LC_NUMERIC, "C");
        expected = strtod(texts[i], NULL);
        again = strtod(written, NULL);
        setlocale(LC_NUMERIC, saved);
        free(saved);
        assert_true(value == expected);
        assert_true(again == expected);
        assert_false(text_to_number("1,5", &value));
    }
}

FACT(test_a_comma_library)
{
    char text[64];
    assert_true(comma_strtod("1,5", NULL) == 1.5 && comma_strtod("1.5", NULL) == 1);
    comma_after("e", text, (snprintf)(text, sizeof text, "%.3e", 1.5));
    assert_string_equal(text, "1,500e+00");
    assert_numbers_survive();
}

FACT(test_a_comma_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8",
                                        "pl_PL.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!setlocale(LC_NUMERIC, names[i]))
            continue;
        assert_numbers_survive();
        setlocale(LC_NUMERIC, "C");
        return;
    }
    print_message("no comma locale is installed: only the imitated one was tried\n");
    skip();
}
