/* A piece ends at the next brace; an expression has no colon and no brace of its own. */
#include "engine/answers/live_text.h"

#include <string.h>

bool live_text_next(const char **text, struct live_piece *piece, struct error *error)
{
    if (!**text)
        return false;
    if (**text == '{' && (*text)[1] != '{') {
        ++*text;
        /* "{EXPRESSION:+2}"; the text stands behind the brace. */
        const char *from = *text, *end = strchr(from, '}');
        if (!end)
            return error_set(error, ERROR_INPUT, NULL, "a brace is opened and not closed; {{ is a brace");
        const char *colon = memchr(from, ':', (size_t)(end - from));
        *piece = (struct live_piece){.text = from,
                                     .n = (size_t)((colon ? colon : end) - from),
                                     .is_value = true,
                                     .digits = LIVE_DIGITS_OWN};
        *text = end + 1;
        if (!colon)
            return true;
        piece->is_signed = colon[1] == '+';
        const char *digits = colon + 1 + piece->is_signed;
        piece->in_all = end == digits + 2 && digits[1] == 'g';
        if (end != digits + 1 + piece->in_all || *digits < '0' || *digits > '0' + LIVE_DIGITS_MAX)
            return error_set(
                error, ERROR_INPUT, NULL,
                "behind the colon stands how many digits there are after the point, 0 to %d, as in {x:1}",
                LIVE_DIGITS_MAX);
        piece->digits = *digits - '0';
        return true;
    }
    size_t brace = **text == '{'; /* the second of two is text */
    const char *from = *text + brace;
    size_t n = brace + strcspn(from + brace, "{");
    *piece = (struct live_piece){.text = from, .n = n};
    *text = from + n;
    return true;
}

bool live_text_check(const char *text, const struct scenario *scenario, struct error *error)
{
    struct live_piece piece;
    struct error inner = {0};
    struct expression expression;
    while (live_text_next(&text, &piece, &inner))
        if (piece.is_value && (!expression_parse(&expression, piece.text, piece.n, &inner) ||
                               (scenario && !expression_check(&expression, scenario, &inner))))
            return error_set(error, ERROR_INPUT, NULL, "{%.*s}: %s", (int)piece.n, piece.text, inner.message);
    if (inner.kind != ERROR_NONE && error)
        *error = inner;
    return inner.kind == ERROR_NONE;
}
