/* Live text is walked as it stands: where a branch is not taken, its tags are only counted; where it is
 * checked, every branch is taken once. */
#include "engine/claims/telling.h"

#include "engine/answers/live_text.h"
#include "engine/base/text.h"
#include "engine/claims/bench.h"
#include "engine/claims/gauges.h"

#include <stdio.h>
#include <string.h>

/* One text that is being told. */
struct teller {
    const struct terms_scope *scope;
    const struct terms_facts *facts; /* NULL: it is only checked */
    char *out;
    size_t size, used;
    int n_bound;
    char names[EXPRESSION_BOUND][EXPRESSION_VALUE];
    struct expression_value values[EXPRESSION_BOUND];
    struct error *error;
};

static bool tell(struct teller *teller, const char **text, bool live);

/* Plain text, as long as there is room. */
static void put(struct teller *teller, const char *text, size_t n)
{
    size_t room = teller->size - teller->used - 1;
    n = n < room ? n : room;
    memcpy(teller->out + teller->used, text, n);
    teller->out[teller->used += n] = '\0';
}

/* An expression, or the head of a range; with the names of the loops around it. */
static bool parse(struct teller *teller, struct expression *expression, const char *text, size_t n,
                  char *variable)
{
    const char *bound[EXPRESSION_BOUND];
    struct error inner = {0};
    for (int k = 0; k < teller->n_bound; k++)
        bound[k] = teller->names[k];
    struct expression_names names = terms_names(teller->scope, bound, teller->n_bound);
    bool good = variable ? expression_parse_range(expression, text, n, &names, variable, &inner)
                         : expression_parse_with(expression, text, n, &names, &inner);
    return good || error_set(teller->error, ERROR_INPUT, NULL, "{%.*s}: %s", (int)n, text, inner.message);
}

static bool tell_value(struct teller *teller, const struct live_piece *piece, bool live)
{
    struct expression expression;
    char number[64];
    if (!live || !parse(teller, &expression, piece->text, piece->n, NULL))
        return !live;
    if (!teller->facts)
        return true;
    struct expression_value value = terms_evaluate(&expression, teller->facts, teller->values);
    if (value.is_text)
        snprintf(number, sizeof number, "%s", value.text);
    else if (piece->digits == LIVE_DIGITS_OWN)
        snprintf(number, sizeof number, "%g", value.number);
    else if (piece->in_all)
        snprintf(number, sizeof number, "%.*g", piece->digits, value.number);
    else
        snprintf(number, sizeof number, piece->is_signed ? "%+.*f" : "%.*f", piece->digits, value.number);
    put(teller, number, strlen(number));
    return true;
}

/* The tag {WORD ...}: whether it stands here; then `head` is the `n` bytes behind its word, and the text is
 * behind it. */
static bool take_tag(const char **text, const char *word, const char **head, size_t *n)
{
    size_t length = strlen(word);
    const char *end = strchr(*text, '}');
    if (**text != '{' || strncmp(*text + 1, word, length) != 0 || !end)
        return false;
    const char *from = *text + 1 + length;
    if (*from != ' ' && *from != '}')
        return false;
    *head = from + (*from == ' ');
    *n = (size_t)(end - *head);
    *text = end + 1;
    return true;
}

static bool needs_end(struct teller *teller, const char **text)
{
    const char *head;
    size_t n;
    return take_tag(text, "end", &head, &n) ||
           error_set(teller->error, ERROR_INPUT, NULL, "an {if ...} or {for ...} is opened and has no {end}");
}

static bool tell_if(struct teller *teller, const char **text, const char *head, size_t n, bool live)
{
    struct expression expression;
    bool so = live;
    if (live && !parse(teller, &expression, head, n, NULL))
        return false;
    if (live && teller->facts)
        so = terms_number(&expression, teller->facts, teller->values) > 0;
    if (!tell(teller, text, so))
        return false;
    bool other = live && (!so || !teller->facts);
    if (take_tag(text, "else", &head, &n) && !tell(teller, text, other))
        return false;
    return needs_end(teller, text);
}

/* " by 'TEXT'" or " last 'TEXT'" at the end of a head, which loses it; NULL: it has none. */
static const char *take_between(const char *head, size_t *n, const char *word, size_t *length)
{
    size_t word_n = strlen(word);
    if (*n == 0 || head[*n - 1] != '\'')
        return NULL;
    for (size_t k = *n - 1; k-- > word_n;)
        if (head[k] == '\'') {
            if (strncmp(head + k - word_n, word, word_n) != 0)
                return NULL;
            *length = *n - k - 2;
            *n = k - word_n;
            return head + k + 1;
        }
    return NULL;
}

static bool tell_for(struct teller *teller, const char **text, const char *head, size_t n, bool live)
{
    struct expression range;
    const char *from = *text;
    size_t last_n = 0, by_n = 0;
    const char *last = take_between(head, &n, " last ", &last_n), *by = take_between(head, &n, " by ", &by_n);
    if (live && teller->n_bound == EXPRESSION_BOUND)
        return error_set(teller->error, ERROR_INPUT, NULL, "these are too many loops in one another");
    if (live && !parse(teller, &range, head, n, teller->names[teller->n_bound]))
        return false;
    double k = 0;
    bool any = live && (!teller->facts || terms_next(&range, teller->facts, teller->values, true, &k));
    if (!any && !tell(teller, text, false))
        return false;
    for (bool first = true; any; first = false) {
        double next = k;
        any = teller->facts && terms_next(&range, teller->facts, teller->values, false, &next);
        if (!first && !any && last)
            put(teller, last, last_n);
        else if (!first && by)
            put(teller, by, by_n);
        teller->values[teller->n_bound++] = (struct expression_value){.number = k};
        *text = from;
        bool good = tell(teller, text, true);
        teller->n_bound--;
        if (!good)
            return false;
        k = next;
    }
    return needs_end(teller, text);
}

/* Up to the tag that ends this part, or the end of the text. */
static bool tell(struct teller *teller, const char **text, bool live)
{
    const char *head, *at = *text;
    size_t n;
    while (**text) {
        struct live_piece piece;
        at = *text;
        if (take_tag(&at, "end", &head, &n) || take_tag(&at, "else", &head, &n))
            return true;
        if (take_tag(text, "if", &head, &n)) {
            if (!tell_if(teller, text, head, n, live))
                return false;
        } else if (take_tag(text, "for", &head, &n)) {
            if (!tell_for(teller, text, head, n, live))
                return false;
        } else if (!live_text_next(text, &piece, teller->error) ||
                   (piece.is_value && !tell_value(teller, &piece, live))) {
            return false;
        } else if (!piece.is_value && live && teller->facts) {
            put(teller, piece.text, piece.n);
        }
    }
    return true;
}

static bool tell_all(struct teller *teller, const char *text)
{
    teller->out[0] = '\0';
    return tell(teller, &text, true) &&
           (!*text || error_set(teller->error, ERROR_INPUT, NULL, "{end} or {else} ends nothing here"));
}

bool telling_check(const char *text, const struct terms_scope *scope, const char *variable,
                   struct error *error)
{
    char out[8];
    struct teller teller = {.scope = scope, .out = out, .size = sizeof out, .error = error};
    if (variable)
        text_copy(teller.names[teller.n_bound++], EXPRESSION_VALUE, variable);
    return tell_all(&teller, text);
}

/* ---- judging ---- */

/* A claim at one point. */
struct judging {
    struct terms_scope scope;
    struct terms_facts facts;
};

/* What was checked when it was read is right here, too. `variable`: of a row's range, which has this value.
 */
static void print(const struct judging *judging, const char *text, const char *variable,
                  const struct expression_value *value, char *out, size_t size)
{
    struct error ignored;
    struct teller teller = {
        .scope = &judging->scope, .facts = &judging->facts, .out = out, .size = size, .error = &ignored};
    if (variable) {
        text_copy(teller.names[0], EXPRESSION_VALUE, variable);
        teller.values[teller.n_bound++] = *value;
    }
    tell_all(&teller, text);
}

/* A row, or one value of its range. */
struct row_at {
    const struct telling_row *row, *end;
    bool begun;
    struct expression_value at;
    double value;
};

/* The next of them; false after the last. */
static bool next_row(const struct judging *judging, struct row_at *it)
{
    for (; it->row < it->end; it->row++, it->begun = false) {
        const struct expression *range = it->row->range;
        bool more = range ? terms_next(range, &judging->facts, NULL, !it->begun, &it->at.number) : !it->begun;
        it->begun = true;
        if (more) {
            it->value = terms_number(it->row->value, &judging->facts, &it->at);
            return true;
        }
    }
    return false;
}

/* As many as there is room for, by their names; how many. */
static int take_rows(const struct judging *judging, const struct telling_row *rows, int n,
                     struct claim_part *parts, int most)
{
    struct row_at it = {.row = rows, .end = rows + n};
    int taken = 0;
    for (; taken < most && next_row(judging, &it); taken++) {
        parts[taken].value = it.value;
        print(judging, it.row->text, it.row->variable, &it.at, parts[taken].name, LABEL_SIZE);
    }
    return taken;
}

void telling_judge(const struct telling *telling, const struct evidence *evidence,
                   struct judgement *judgement)
{
    const struct terms *terms = evidence->paper->terms;
    double bench[BENCH_VALUES];
    struct judging judging = {.scope = {terms, telling->first_term, telling->n_terms},
                              .facts = {terms, evidence, bench}};
    struct error error = {0};
    for (int k = 0; k < BENCH_VALUES; k++)
        bench[k] = (double)NAN;
    judgement->verdict = VERDICT_UNTESTABLE;
    struct row_at need = {.row = telling->needs, .end = telling->needs + telling->n_needs};
    while (next_row(&judging, &need))
        if (!(need.value > 0)) {
            print(&judging, need.row->text, need.row->variable, &need.at, judgement->obtained, OBTAINED_SIZE);
            return;
        }
    if (telling->bench && !telling->bench->run(evidence, bench, &error)) {
        text_copy(judgement->obtained, OBTAINED_SIZE, error.message);
        return;
    }
    judgement->n_parts = take_rows(&judging, telling->parts, telling->n_parts, judgement->parts, PARTS_MAX);
    judgement->n_measures =
        take_rows(&judging, telling->measures, telling->n_measures, judgement->measures, MEASURES_MAX);
    bool holds =
        telling->holds ? terms_number(telling->holds, &judging.facts, NULL) > 0 : judgement->n_parts > 0;
    for (int part = 0; !telling->holds && part < judgement->n_parts; part++)
        holds = holds && judgement->parts[part].value > 0;
    bool testable = !telling->testable || terms_number(telling->testable, &judging.facts, NULL) > 0;
    judgement->verdict = !testable ? VERDICT_UNTESTABLE : holds ? VERDICT_HOLDS : VERDICT_DEVIATES;
    if (!evidence->told)
        return;
    print(&judging, telling->obtained, NULL, NULL, judgement->obtained, sizeof judgement->obtained);
    print(&judging, telling->why, NULL, NULL, judgement->why, sizeof judgement->why);
    size_t n = strlen(judgement->why); /* sentences end with a blank, the last one needs none */
    if (n > 0 && judgement->why[n - 1] == ' ')
        judgement->why[n - 1] = '\0';
}

bool telling_numbers(const struct telling *telling, const struct evidence *evidence,
                     double values[NUMBERS_MAX], struct error *error)
{
    const struct terms_facts facts = {evidence->paper->terms, evidence, NULL};
    for (int k = 0; k < telling->n_numbers; k++) {
        values[k] = terms_number(&telling->numbers[k], &facts, NULL);
        if (isnan(values[k]))
            return error_set(error, ERROR_INPUT, NULL, "an input of %s is missing", telling->numbers[k].text);
    }
    return true;
}

int telling_shows(const struct telling *telling, const struct terms *terms, const char *part)
{
    const struct terms_facts facts = {terms, NULL, NULL};
    struct expression_value of = {.is_text = true};
    text_copy(of.text, sizeof of.text, part);
    double trial = telling->shown ? terms_number(telling->shown, &facts, &of) : -1;
    return isnan(trial) ? -1 : (int)trial;
}

/* Names are found when a document is read, so that a claim is asked for numbers by their places alone. */

enum { LAW_FIRST = 10000, TERM_MADE = 20000, TERM_BENCH };

static struct expression_value number_of(double number)
{
    return (struct expression_value){.number = number};
}

/* Among rows [from, to); -1: none. */
static int find_row(const struct terms *terms, int from, int to, const char *name, int n_arguments)
{
    for (int k = from; k < to; k++)
        if (terms->all[k].n_arguments == n_arguments && strcmp(terms->all[k].name, name) == 0)
            return k;
    return -1;
}

static int find(const void *context, const char *name, int n_arguments)
{
    const struct terms_scope *scope = context;
    int own = find_row(scope->terms, scope->first, scope->first + scope->n, name, n_arguments);
    int row = own >= 0 ? own : find_row(scope->terms, 0, scope->terms->n_common, name, n_arguments);
    if (row >= 0)
        return row;
    for (int k = 0; k < n_laws; k++)
        if (laws[k].n_arguments == n_arguments && strcmp(laws[k].name, name) == 0)
            return LAW_FIRST + k;
    if (n_arguments != 1)
        return -1;
    return strcmp(name, "made") == 0 ? TERM_MADE : strcmp(name, "bench") == 0 ? TERM_BENCH : -1;
}

/* A whole number of [0, size), or -1. */
static int place_of(const struct expression_value *argument, int size)
{
    double at = argument->number;
    return at >= 0 && at < size && at == floor(at) ? (int)at : -1;
}

/* What is kept at a place of a trial's outcome. */
static double kept(const struct terms_facts *facts, const struct expression_value *trial, int place)
{
    const struct evidence *evidence = facts->evidence;
    if (!evidence || !evidence->outcomes)
        return (double)NAN;
    int index = place_of(trial, evidence->paper->n_trials);
    return index < 0 ? (double)NAN : evidence_outcome(evidence, index)[place];
}

static struct expression_value evaluate(const struct expression *expression, const struct terms_facts *facts,
                                        const struct expression_value *bound);

static struct expression_value value(const void *asked, int which, const struct expression_value *arguments,
                                     int n_arguments)
{
    const struct terms_facts *facts = asked;
    int place = 0;
    if (which == TERM_MADE)
        return number_of(kept(facts, arguments, 0) > 0);
    if (which == TERM_BENCH)
        return number_of(facts->bench && arguments->number >= 0 ? facts->bench[(int)arguments->number]
                                                                : (double)NAN);
    if (which >= LAW_FIRST) {
        const struct law *law = &laws[which - LAW_FIRST];
        const struct experiment_inputs *inputs = facts->evidence ? facts->evidence->inputs : NULL;
        return number_of(law->of_one   ? law->of_one(arguments[0].number)
                         : law->of_two ? law->of_two(arguments[0].number, arguments[1].number)
                         : law->of_three
                             ? law->of_three(arguments[0].number, arguments[1].number, arguments[2].number)
                         : law->of ? law->of(arguments)
                                   : law->with(inputs, arguments));
    }
    const struct claim_term *term = &facts->terms->all[which];
    if (term->kind == TERM_DEFINITION)
        return evaluate(term->definition, facts, arguments);
    for (int axis = term->kind == TERM_KEPT; axis < n_arguments; axis++) {
        int size = term->sizes[term->kind == TERM_KEPT ? 0 : axis], at = place_of(&arguments[axis], size);
        if (at < 0)
            return number_of((double)NAN);
        place = place * size + at;
    }
    if (term->kind == TERM_KEPT)
        return number_of(kept(facts, arguments, term->first + place));
    if (term->kind == TERM_TRIALS || term->numbers)
        return number_of(term->kind == TERM_TRIALS ? term->first + place : term->numbers[place]);
    struct expression_value text = {.is_text = true, .number = (double)NAN};
    strncpy(text.text, term->texts[place], sizeof text.text - 1);
    return text;
}

struct expression_names terms_names(const struct terms_scope *scope, const char *const *bound, int n_bound)
{
    return (struct expression_names){
        .find = find, .value = value, .context = scope, .bound = bound, .n_bound = n_bound};
}

static const struct expression_names values_alone = {.find = find, .value = value};

static struct expression_value evaluate(const struct expression *expression, const struct terms_facts *facts,
                                        const struct expression_value *bound)
{
    return expression_evaluate(
        expression, &(struct expression_facts){.names = &values_alone, .bound = bound, .asked = facts});
}

struct expression_value terms_evaluate(const struct expression *expression, const struct terms_facts *facts,
                                       const struct expression_value *bound)
{
    const struct experiment_inputs *inputs = facts->evidence ? facts->evidence->inputs : NULL;
    const struct catalog *catalog = inputs ? inputs->catalog : NULL;
    catalog_hold(catalog, true); /* a range looks a trace up for each of its hours */
    struct expression_value value = evaluate(expression, facts, bound);
    catalog_hold(catalog, false);
    return value;
}

bool terms_next(const struct expression *range, const struct terms_facts *facts,
                const struct expression_value *bound, bool first, double *k)
{
    return expression_next(
        range, &(struct expression_facts){.names = &values_alone, .bound = bound, .asked = facts}, first, k);
}

void terms_measure(const struct terms *terms, const struct model *model, const struct recording *recording,
                   double *outcome)
{
    const struct metric_source source = {.summary = &recording->summary, .model = model};
    const struct run_view view = {.recording = recording, .model = model};
    outcome[0] = 1;
    for (int k = 0; k < terms->n_common; k++) {
        const struct claim_term *term = &terms->all[k];
        double *to = outcome + term->first;
        if (term->kind != TERM_KEPT)
            continue;
        enum metric_scope scope = term->gauge ? METRIC_OF_RUN : metric_scope_of(term->metric);
        int n = scope == METRIC_OF_APP   ? source.summary->n_apps
                : scope == METRIC_OF_GPU ? source.summary->n_gpus
                                         : 1;
        for (int part = 0; part < term->sizes[0]; part++)
            to[part] = !term->gauge && part < n ? metric_value(term->metric, &source, part) : (double)NAN;
        if (term->gauge && term->gauge->read)
            term->gauge->read(&view, to);
        else if (term->gauge)
            term->gauge->read_of(&view, term->gauge->of, to);
    }
}
