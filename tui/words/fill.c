/* Piece by piece. */
#include "tui/words/fill.h"

#include "engine/base/text.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_value(const struct live_piece *piece, const struct expression *expression,
                      const struct expression_facts *facts, char *out, size_t size)
{
    const struct scenario *scenario = facts->of[MOMENT_NOW].scenario;
    struct expression_value value = expression_evaluate(expression, facts);
    enum metric metric = scenario ? expression_metric(expression, scenario) : METRIC_COUNT;
    char words[METRIC_WORDS_SIZE];
    if (value.is_text)
        text_copy(out, size, value.text);
    else if (isnan(value.number))
        text_copy(out, size, "…");
    else if (piece->digits != LIVE_DIGITS_OWN) {
        /* "−4.4": a real minus; a value that rounds to nothing has no sign but where it is asked for. */
        char digits[64];
        snprintf(digits, sizeof digits, "%.*f", piece->digits, fabs(value.number));
        bool zero = strspn(digits, "0.") == strlen(digits);
        const char *sign = value.number < 0 && !zero ? "−" : piece->is_signed ? (zero ? "±" : "+") : "";
        text_print(out, size, "%s%s", sign, digits);
    } else if (metric != METRIC_COUNT)
        text_copy(out, size, metric_words_value(metric, value.number, words));
    else if (value.number == floor(value.number) && fabs(value.number) < 1e15)
        text_copy(out, size, format_count(words, (int64_t)value.number));
    else
        text_copy(out, size, format_magnitude(words, value.number));
}

char *fill_text(const char *text, const struct expression_facts *facts, char *out, size_t size)
{
    struct live_piece piece;
    struct expression expression;
    char words[EXPRESSION_VALUE];
    text_print(out, size, "%s", "");
    while (live_text_next(&text, &piece, NULL)) {
        if (!piece.is_value) {
            text_append(out, size, "%.*s", (int)piece.n, piece.text);
        } else if (expression_parse(&expression, piece.text, piece.n, NULL)) {
            put_value(&piece, &expression, facts, words, sizeof words);
            text_append(out, size, FILL_MARK "%s" FILL_MARK, words);
        } else {
            text_append(out, size, "{%.*s}", (int)piece.n, piece.text);
        }
    }
    return out;
}
