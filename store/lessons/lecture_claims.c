/* Whether what a lecture says is so: conditions, answers and live numbers, asked of the runs at hand. */
#include "store/lessons/lecture.h"

#include "engine/answers/live_text.h"

#include <math.h>
#include <string.h>

#define FAULT(line, ...) lecture_fault(lecture, (line)->number, faults, __VA_ARGS__)

bool line_holds(const struct lecture_line *line, const struct expression_facts *facts)
{
    struct expression expression;
    return expression_parse(&expression, line->condition, strlen(line->condition), NULL) &&
           expression_holds(&expression, facts);
}

static bool is_known(const char *text, size_t n, const struct expression_facts *facts)
{
    struct expression expression;
    if (!expression_parse(&expression, text, n, NULL))
        return false;
    struct expression_value value = expression_evaluate(&expression, facts);
    return value.is_text || !isnan(value.number);
}

const char *line_outcome(const struct lecture_line *line, const struct expression_facts *facts)
{
    return is_known(line->condition, strlen(line->condition), facts) ? "is not so" : "is not known";
}

static void check_text(const struct lecture *lecture, const struct lecture_line *line, const char *text,
                       const struct expression_facts *facts, struct faults *faults)
{
    char plain[LECTURE_TEXT];
    struct live_piece piece;
    text = lecture_put_headline(text, "", plain, sizeof plain);
    while (live_text_next(&text, &piece, NULL))
        if (piece.is_value && !is_known(piece.text, piece.n, facts))
            FAULT(line, "{%.*s} is not known here", (int)piece.n, piece.text);
}

void lecture_check_known(const struct lecture *lecture, int stop, unsigned kinds,
                         const struct expression_facts *facts, struct faults *faults)
{
    for (int i = lecture->stops[stop].said; i < lecture->stops[stop].end; i++)
        if (kinds & 1U << lecture->lines[i].kind)
            check_text(lecture, &lecture->lines[i], lecture->lines[i].text, facts, faults);
}

int lecture_right(const struct lecture *lecture, int stop, const struct expression_facts *facts,
                  struct faults *faults)
{
    const struct lecture_line *choices[LECTURE_LINES];
    int n = lecture_lines(lecture, stop, LINE_CHOICE, choices), right = -1, count = 0;
    for (int i = 0; i < n; i++) {
        bool so = line_holds(choices[i], facts);
        right = so ? i : right;
        count += so;
        if (faults)
            check_text(lecture, choices[i], choices[i]->note, facts, faults);
    }
    if (faults && n > 0 && count != 1)
        FAULT(lecture_line(lecture, stop, LINE_PREDICT),
              "%d of the %d choices are right after this step's turn; one must be", count, n);
    return count == 1 ? right : -1;
}

void lecture_check_claims(const struct lecture *lecture, int stop, const struct expression_facts *facts,
                          struct faults *faults)
{
    const struct lecture_line *claims[LECTURE_LINES];
    int n = lecture_lines(lecture, stop, LINE_EXPECT, claims);
    for (int i = 0; i < n; i++)
        if (claims[i]->seeds == 0 && !line_holds(claims[i], facts))
            FAULT(claims[i], "'%s' %s", claims[i]->condition, line_outcome(claims[i], facts));
}

static bool asks_reference(const char *text)
{
    return strstr(text, "reference.") || strstr(text, "against(");
}

bool lecture_asks_reference(const struct lecture *lecture, int stop)
{
    int from = stop < 0 ? 0 : lecture->stops[stop].said,
        to = stop < 0 ? lecture->n_lines : lecture->stops[stop].end;
    for (int i = from; i < to; i++) {
        const struct lecture_line *line = &lecture->lines[i];
        if (asks_reference(line->text) || asks_reference(line->note) ||
            (line->condition && asks_reference(line->condition)))
            return true;
    }
    return false;
}
