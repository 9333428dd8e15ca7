/* Does a row's `why` quote only what the row says itself? Every number of it must stand, digit for digit, in
 * the claim, in what was expected or in what was obtained. A digit that follows a letter belongs to a name
 * (job3, A100, CD-X14 through its letters and dash), and is none. */
#ifndef WATTIF_TESTS_PAPER_WHY_NUMBERS_H
#define WATTIF_TESTS_PAPER_WHY_NUMBERS_H

#include "engine/claims/experiment.h"

#include <ctype.h>
#include <string.h>

enum { QUOTED_SIZE = 32 };

static inline bool of_a_name(const char *text, const char *at)
{
    while (at > text && (at[-1] == '-' || isalnum((unsigned char)at[-1]))) {
        at--;
        if (isalpha((unsigned char)*at))
            return true;
    }
    return false;
}

/* The next number of a text from *at on; false after the last. */
static inline bool next_number(const char *text, const char **at, char out[QUOTED_SIZE])
{
    const char *from = *at;
    while (*from && (!isdigit((unsigned char)*from) || of_a_name(text, from)))
        from++;
    size_t n = strspn(from, "0123456789.");
    while (n > 0 && from[n - 1] == '.')
        n--;
    if (n == 0 || n >= QUOTED_SIZE)
        return false;
    memcpy(out, from, n);
    out[n] = '\0';
    *at = from + n;
    return true;
}

static inline bool has_number(const char *text, const char *number)
{
    char own[QUOTED_SIZE];
    for (const char *at = text; next_number(text, &at, own);)
        if (strcmp(own, number) == 0)
            return true;
    return false;
}

/* The first number that the row does not have goes to `number`. */
static inline bool why_is_backed(const struct finding *finding, char number[QUOTED_SIZE])
{
    const struct expectation *row = finding->expectation;
    const char *why = finding_why(finding);
    for (const char *at = why; next_number(why, &at, number);)
        if (!has_number(row->claim, number) && !has_number(row->expected, number) &&
            !has_number(finding->obtained, number))
            return false;
    return true;
}

#endif
