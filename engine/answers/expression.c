/* A table of what there is, a parser that goes down it by strength of binding, and one walk over the nodes,
 * which carries the moment along: change(E) is E now and E at the start. */
#include "engine/answers/expression.h"

#include "engine/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum node_kind {
    NODE_NUMBER,
    NODE_TEXT,
    NODE_NAME,
    NODE_SEEN,
    NODE_OR,
    NODE_AND,
    NODE_NOT,
    NODE_LESS,
    NODE_LESS_EQUAL,
    NODE_GREATER,
    NODE_GREATER_EQUAL,
    NODE_EQUAL,
    NODE_UNEQUAL,
    NODE_PLUS,
    NODE_MINUS,
    NODE_TIMES,
    NODE_DIVIDED,
    NODE_NEGATIVE,
    NODE_ABS,
    NODE_CHANGE,
    NODE_SINCE,
    NODE_AGAINST,
    NODE_SQRT,
    NODE_TRUE,
    NODE_IF,    /* its operands are a list */
    NODE_LIST,  /* a: this operand; b: the next of the list */
    NODE_OWN,   /* number `at` of the asker's names; a: a list of arguments */
    NODE_BOUND, /* what the slot `at` is bound to */
    NODE_MIN,   /* from here on the functions over a range: a: from, to, where, what; at: the slot */
    NODE_MAX,
    NODE_SUM,
    NODE_MEAN,
    NODE_COUNT,
    NODE_ALL,
    NODE_ANY,
    NODE_FIRST,
    NODE_ARGMIN,
    NODE_ARGMAX
};

/* Operators by level, the weakest first; longer signs before their beginnings. */
enum level { LEVEL_OR, LEVEL_AND, LEVEL_COMPARISON, LEVEL_SUM, LEVEL_PRODUCT, LEVELS };
static const struct {
    enum level level;
    const char *sign;
    enum node_kind kind;
} operators[] = {{LEVEL_OR, "or", NODE_OR},
                 {LEVEL_AND, "and", NODE_AND},
                 {LEVEL_COMPARISON, "<=", NODE_LESS_EQUAL},
                 {LEVEL_COMPARISON, "<", NODE_LESS},
                 {LEVEL_COMPARISON, ">=", NODE_GREATER_EQUAL},
                 {LEVEL_COMPARISON, ">", NODE_GREATER},
                 {LEVEL_COMPARISON, "!=", NODE_UNEQUAL},
                 {LEVEL_COMPARISON, "=", NODE_EQUAL},
                 {LEVEL_SUM, "+", NODE_PLUS},
                 {LEVEL_SUM, "-", NODE_MINUS},
                 {LEVEL_PRODUCT, "*", NODE_TIMES},
                 {LEVEL_PRODUCT, "/", NODE_DIVIDED}};

static const struct {
    const char *name;
    enum node_kind kind;
} functions[] = {{"abs", NODE_ABS},       {"sqrt", NODE_SQRT},       {"true", NODE_TRUE},
                 {"if", NODE_IF},         {"min", NODE_MIN},         {"max", NODE_MAX},
                 {"sum", NODE_SUM},       {"mean", NODE_MEAN},       {"count", NODE_COUNT},
                 {"all", NODE_ALL},       {"any", NODE_ANY},         {"first", NODE_FIRST},
                 {"argmin", NODE_ARGMIN}, {"argmax", NODE_ARGMAX},   {"change", NODE_CHANGE},
                 {"since", NODE_SINCE},   {"against", NODE_AGAINST}, {"seen", NODE_SEEN}};

static const char *const moment_prefixes[MOMENTS] = {"", "start.", "before.", "reference."};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
enum { DEPTH_MAX = 24, ARGUMENTS_MAX = 8 };

/* --- parsing --- */

struct parser {
    struct expression *expression;
    int at; /* the next byte of the text */
    int depth;
    struct error *error;
    bool failed;
    bool two_moments; /* within change(), since() or against() */
    const struct expression_names *names;
    int n_bound;
    struct {
        int at, bytes;    /* of the text, or */
        const char *name; /* bound before it */
    } bound[EXPRESSION_BOUND];
};

static int fail(struct parser *parser, const char *what)
{
    if (!parser->failed)
        error_set(parser->error, ERROR_INPUT, NULL, "column %d: %s", parser->at + 1, what);
    parser->failed = true;
    return -1;
}

static bool is_word_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '.';
}

static const char *skip_blanks(struct parser *parser)
{
    const char *text = parser->expression->text;
    while (text[parser->at] == ' ' || text[parser->at] == '\t' || text[parser->at] == '\n')
        parser->at++;
    return text + parser->at;
}

/* Takes a sign, or a word that ends here. */
static bool take(struct parser *parser, const char *sign)
{
    const char *text = skip_blanks(parser);
    size_t n = strlen(sign);
    if (strncmp(text, sign, n) != 0 || (is_word_byte(sign[0]) && is_word_byte(text[n])))
        return false;
    parser->at += (int)n;
    return true;
}

static int add(struct parser *parser, enum node_kind kind, int a, int b)
{
    struct expression *expression = parser->expression;
    if (parser->failed)
        return -1;
    if (expression->n == EXPRESSION_NODES)
        return fail(parser, "this is too much for one expression");
    expression->nodes[expression->n] =
        (struct expression_node){.kind = (short)kind, .a = (short)a, .b = (short)b};
    return expression->n++;
}

/* One with a place: of its word in the text, a slot, a number among the asker's names. */
static int add_at(struct parser *parser, enum node_kind kind, int a, int at, int bytes)
{
    int node = add(parser, kind, a, -1);
    if (node >= 0) {
        parser->expression->nodes[node].at = (short)at;
        parser->expression->nodes[node].bytes = (short)bytes;
    }
    return node;
}

static int parse_level(struct parser *parser, enum level level);

/* What change(), since() and against() hold a value against; MOMENT_NOW: it is none of them. */
static enum expression_moment held_against(int kind)
{
    return kind == NODE_CHANGE    ? MOMENT_START
           : kind == NODE_SINCE   ? MOMENT_BEFORE
           : kind == NODE_AGAINST ? MOMENT_REFERENCE
                                  : MOMENT_NOW;
}

/* A list of what was parsed, in order. */
static int add_list(struct parser *parser, const int *operands, int n)
{
    int list = -1;
    while (n-- > 0)
        list = add(parser, NODE_LIST, operands[n], list);
    return list;
}

/* "k in 0 to 9 where C": whether it stands here; its variable is bound then, its operands in
 * operands[0..2]. */
static bool parse_range(struct parser *parser, int operands[3])
{
    int before = parser->at, bytes = 0;
    const char *word = skip_blanks(parser);
    while (is_word_byte(word[bytes]))
        bytes++;
    int from = parser->at;
    parser->at += bytes;
    if (bytes == 0 || (*word >= '0' && *word <= '9') || !take(parser, "in")) {
        parser->at = before;
        return false;
    }
    operands[0] = parse_level(parser, LEVEL_SUM);
    if (!parser->failed && !take(parser, "to"))
        fail(parser, "`to` is missing: k in 0 to 9");
    operands[1] = parser->failed ? -1 : parse_level(parser, LEVEL_SUM);
    if (!parser->failed && parser->n_bound == EXPRESSION_BOUND)
        fail(parser, "this is nested too deeply");
    if (parser->failed)
        return true;
    parser->bound[parser->n_bound].at = from;
    parser->bound[parser->n_bound].bytes = bytes;
    parser->bound[parser->n_bound++].name = NULL;
    operands[2] = take(parser, "where") ? parse_level(parser, LEVEL_OR) : -1;
    return true;
}

/* The arguments of a function up to its bracket, which is open; how many, -1 where they are wrong. */
static int parse_arguments(struct parser *parser, int operands[ARGUMENTS_MAX])
{
    int n = 0;
    do {
        if (n == ARGUMENTS_MAX)
            return fail(parser, "these are too many arguments");
        operands[n++] = parse_level(parser, LEVEL_OR);
    } while (!parser->failed && take(parser, ","));
    if (!parser->failed && !take(parser, ")"))
        return fail(parser, "a closing bracket is missing");
    return parser->failed ? -1 : n;
}

/* A word of whoever asks, with its arguments: a variable, or one of their names. */
static int parse_own(struct parser *parser, int from, int bytes)
{
    char name[EXPRESSION_VALUE];
    const char *text = parser->expression->text;
    int operands[ARGUMENTS_MAX], n = 0;
    snprintf(name, sizeof name, "%.*s", bytes, text + from);
    for (int slot = parser->n_bound - 1; slot >= 0; slot--) {
        const char *bound = parser->bound[slot].name;
        if (bound ? strcmp(bound, name) == 0
                  : parser->bound[slot].bytes == bytes &&
                        memcmp(text + parser->bound[slot].at, name, (size_t)bytes) == 0)
            return add_at(parser, NODE_BOUND, -1, slot, bytes);
    }
    if (*skip_blanks(parser) == '(') {
        parser->at++;
        n = parse_arguments(parser, operands);
    }
    int which = n < 0 ? -1 : parser->names->find(parser->names->context, name, n);
    if (n >= 0 && which < 0) {
        parser->at = from;
        return fail(parser, n > 0 ? "there is no function of this name with so many arguments"
                                  : "there is nothing of this name");
    }
    return add_at(parser, NODE_OWN, n > 0 ? add_list(parser, operands, n) : -1, which, 0);
}

/* What follows a word that is no name: the operand of a function. -2: the word is none. */
static int parse_call(struct parser *parser, int from, int bytes)
{
    const char *text = parser->expression->text;
    size_t which = 0;
    while (which < COUNT(functions) && (strlen(functions[which].name) != (size_t)bytes ||
                                        strncmp(functions[which].name, text + from, (size_t)bytes) != 0))
        which++;
    if (which == COUNT(functions) || *skip_blanks(parser) != '(')
        return parser->names ? parse_own(parser, from, bytes) : -2;
    enum node_kind kind = functions[which].kind;
    parser->at++;
    if (kind >= NODE_MIN || kind == NODE_IF) {
        /* Those of several operands: if(), and those over a range; min() and max() of two, too. */
        int operands[ARGUMENTS_MAX] = {-1, -1, -1, -1}, slot = parser->n_bound;
        if (kind >= NODE_MIN && parse_range(parser, operands)) {
            if (!parser->failed && !take(parser, ","))
                return fail(parser, "what the function is of is missing: mean(k in 0 to 9, E)");
            operands[3] = parser->failed ? -1 : parse_level(parser, LEVEL_OR);
            if (!parser->failed && !take(parser, ")"))
                fail(parser, "a closing bracket is missing");
            parser->n_bound = slot;
            return add_at(parser, kind, add_list(parser, operands, 4), slot, 0);
        }
        int n = parse_arguments(parser, operands);
        if (n >= 0 && (kind > NODE_MAX || n != (kind == NODE_IF ? 3 : 2)))
            return fail(parser, kind == NODE_IF ? "if() takes three: if(C, E, E)"
                                : kind <= NODE_MAX
                                    ? "min() and max() take two, or a range: min(k in 0 to 9, E)"
                                    : "a range is missing: sum(k in 0 to 9, E)");
        return add_at(parser, kind, add_list(parser, operands, n), -1, 0); /* over no range */
    }
    /* A change of a change means nothing, and one in another would be worked out twice at every level. */
    bool outside = parser->two_moments, two_moments = held_against((int)kind) != MOMENT_NOW;
    if (outside && two_moments) {
        parser->at = from;
        return fail(parser, "change(), since() and against() cannot stand within one another");
    }
    parser->two_moments = outside || two_moments;
    int operand = parse_level(parser, LEVEL_OR);
    parser->two_moments = outside;
    if (!parser->failed && kind == NODE_SEEN && parser->expression->nodes[operand].kind != NODE_TEXT)
        return fail(parser, "seen() takes a name in quotes: seen('map')");
    if (!parser->failed && !take(parser, ")"))
        return fail(parser, "a closing bracket is missing");
    return add(parser, kind, operand, -1);
}

static int parse_operand(struct parser *parser)
{
    const char *text = skip_blanks(parser);
    int from = parser->at;
    if (take(parser, "-"))
        return add(parser, NODE_NEGATIVE, parse_operand(parser), -1);
    if (take(parser, "(")) {
        int inner = parse_level(parser, LEVEL_OR);
        return parser->failed || take(parser, ")") ? inner : fail(parser, "a closing bracket is missing");
    }
    if (*text == '\'' || *text == '`') {
        const char *closing = strchr(text + 1, *text);
        parser->at += closing ? (int)(closing - text) + 1 : (int)strlen(text);
        if (!closing)
            return fail(parser, "a closing quote is missing");
        return add_at(parser, *text == '`' ? NODE_NAME : NODE_TEXT, -1, from + 1, parser->at - from - 2);
    }
    if (*text >= '0' && *text <= '9') {
        char digits[40];
        double value;
        size_t n = strspn(text, "0123456789.");
        if (text[n] == 'e' || text[n] == 'E') {
            size_t sign = text[n + 1] == '-' || text[n + 1] == '+';
            size_t more = strspn(text + n + 1 + sign, "0123456789");
            n += more > 0 ? 1 + sign + more : 0;
        }
        snprintf(digits, sizeof digits, "%.*s", n < 39 ? (int)n : 39, text);
        if (n >= sizeof digits || !text_to_number(digits, &value) || is_word_byte(text[n]))
            return fail(parser, "this is no number");
        parser->at += (int)n;
        int node = add(parser, NODE_NUMBER, -1, -1);
        if (node >= 0)
            parser->expression->nodes[node].number = value;
        return node;
    }
    while (is_word_byte(parser->expression->text[parser->at]))
        parser->at++;
    int bytes = parser->at - from;
    if (bytes == 0)
        return fail(parser, *text ? "a number, a name or a bracket is missing here" : "something is missing");
    int call = parse_call(parser, from, bytes);
    return call != -2 ? call : add_at(parser, NODE_NAME, -1, from, bytes);
}

static int parse_level(struct parser *parser, enum level level)
{
    if (++parser->depth > DEPTH_MAX * LEVELS)
        fail(parser, "this is nested too deeply");
    int left = -1, middle = -1;
    if (!parser->failed && level == LEVEL_COMPARISON && take(parser, "not"))
        left = add(parser, NODE_NOT, parse_level(parser, LEVEL_COMPARISON), -1);
    else if (!parser->failed)
        left = level + 1 < LEVELS ? parse_level(parser, level + 1) : parse_operand(parser);
    for (size_t i = 0; i < COUNT(operators) && !parser->failed; i++)
        if (operators[i].level == level && take(parser, operators[i].sign)) {
            int right = level + 1 < LEVELS ? parse_level(parser, level + 1) : parse_operand(parser);
            int link = level == LEVEL_COMPARISON ? middle : -1; /* 1 < x < 2 is 1 < x and x < 2 */
            int both = add(parser, operators[i].kind, link >= 0 ? link : left, right);
            left = link >= 0 ? add(parser, NODE_AND, left, both) : both;
            middle = right;
            i = (size_t)-1; /* those of this level bind to the left */
        }
    parser->depth--;
    return left;
}

static bool begin(struct parser *parser, const char *text, size_t n)
{
    struct expression *expression = parser->expression;
    const struct expression_names *names = parser->names;
    *expression = (struct expression){.root = -1, .n_bound = names ? names->n_bound : 0};
    if (n >= sizeof expression->text || memchr(text, 0, n))
        return error_set(parser->error, ERROR_INPUT, NULL, "an expression is text of at most %d bytes",
                         EXPRESSION_TEXT - 1);
    memcpy(expression->text, text, n);
    for (; parser->n_bound < expression->n_bound; parser->n_bound++)
        parser->bound[parser->n_bound].name = names->bound[parser->n_bound];
    return true;
}

static bool end(struct parser *parser)
{
    if (!parser->failed && *skip_blanks(parser))
        fail(parser, "an operator is missing before this");
    return !parser->failed;
}

bool expression_parse_with(struct expression *expression, const char *text, size_t n,
                           const struct expression_names *names, struct error *error)
{
    struct parser parser = {.expression = expression, .error = error, .names = names};
    if (!begin(&parser, text, n))
        return false;
    expression->root = parse_level(&parser, LEVEL_OR);
    return end(&parser);
}

bool expression_parse(struct expression *expression, const char *text, size_t n, struct error *error)
{
    return expression_parse_with(expression, text, n, NULL, error);
}

bool expression_parse_range(struct expression *expression, const char *text, size_t n,
                            const struct expression_names *names, char name[EXPRESSION_VALUE],
                            struct error *error)
{
    struct parser parser = {.expression = expression, .error = error, .names = names};
    int operands[4] = {-1, -1, -1, -1};
    if (!begin(&parser, text, n))
        return false;
    if (!parse_range(&parser, operands))
        fail(&parser, "a range is missing: k in 0 to 9");
    if (!parser.failed)
        snprintf(name, EXPRESSION_VALUE, "%.*s", parser.bound[expression->n_bound].bytes,
                 text + parser.bound[expression->n_bound].at);
    expression->root = add_at(&parser, NODE_COUNT, add_list(&parser, operands, 4), expression->n_bound, 0);
    return end(&parser);
}

/* --- what names mean --- */

struct name_meaning {
    enum expression_moment moment;
    enum metric metric; /* METRIC_COUNT: it is the knob */
    int part;
    struct knob_ref knob;
};

static int find_part(const struct scenario *scenario, bool gpus, const char *name, size_t n)
{
    const struct fleet *fleet = &scenario->fleets[scenario->fleet];
    int count = gpus ? fleet->n_gpus : scenario->n_apps;
    char *end;
    for (int i = 0; i < count; i++) {
        const char *known = gpus ? fleet->gpus[i].name : scenario->apps[i].name;
        if (strlen(known) == n && strncmp(known, name, n) == 0)
            return i;
    }
    long number = n > 0 && *name >= '0' && *name <= '9' ? strtol(name, &end, 10) : -1;
    return number >= 0 && end == name + n && number < count ? (int)number : -1;
}

/* The longest name that fits, since names may have dots. */
bool expression_names_metric(const struct scenario *scenario, const char *name, enum metric *found, int *part)
{
    char key[EXPRESSION_TEXT];
    bool apps = strncmp(name, "apps.", 5) == 0, gpus = strncmp(name, "gpus.", 5) == 0;
    enum metric_scope scope = apps ? METRIC_OF_APP : gpus ? METRIC_OF_GPU : METRIC_OF_RUN;
    const char *rest = scope == METRIC_OF_RUN ? name : name + 5;
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        if (metric_scope_of((enum metric)metric) != scope)
            continue;
        metric_key((enum metric)metric, 0, key, sizeof key);
        const char *last = scope == METRIC_OF_RUN ? key : strchr(strchr(key, '.') + 1, '.');
        size_t whole = strlen(rest), tail = strlen(last);
        if (whole < tail || strcmp(rest + whole - tail, last) != 0)
            continue;
        *found = (enum metric)metric;
        *part = scope == METRIC_OF_RUN ? 0 : find_part(scenario, gpus, rest, whole - tail);
        if (scope == METRIC_OF_RUN ? whole == tail : *part >= 0)
            return true;
    }
    return false;
}

static bool find_meaning(const struct expression *expression, const struct expression_node *node,
                         const struct scenario *scenario, struct name_meaning *meaning, struct error *error)
{
    char name[EXPRESSION_TEXT];
    const char *rest = name;
    snprintf(name, sizeof name, "%.*s", node->bytes, expression->text + node->at);
    *meaning = (struct name_meaning){.metric = METRIC_COUNT};
    for (int moment = 1; moment < MOMENTS; moment++) {
        size_t n = strlen(moment_prefixes[moment]);
        if (strncmp(name, moment_prefixes[moment], n) == 0) {
            meaning->moment = (enum expression_moment)moment;
            rest = name + n;
        }
    }
    struct error inner = {0};
    if (expression_names_metric(scenario, rest, &meaning->metric, &meaning->part))
        return true;
    meaning->metric = METRIC_COUNT;
    if (knob_resolve(scenario, rest, &meaning->knob, &inner))
        return true;
    return error_set(error, ERROR_INPUT, NULL, "column %d: '%s' is no metric, and %s", node->at + 1, rest,
                     inner.message);
}

bool expression_check(const struct expression *expression, const struct scenario *scenario,
                      struct error *error)
{
    struct name_meaning meaning;
    for (int i = 0; i < expression->n; i++)
        if (expression->nodes[i].kind == NODE_NAME &&
            !find_meaning(expression, &expression->nodes[i], scenario, &meaning, error))
            return false;
    return true;
}

enum metric expression_metric(const struct expression *expression, const struct scenario *scenario)
{
    struct name_meaning meaning;
    if (expression->n != 1 || expression->nodes[0].kind != NODE_NAME ||
        !find_meaning(expression, &expression->nodes[0], scenario, &meaning, NULL))
        return METRIC_COUNT;
    return meaning.metric;
}

bool expression_asks(const struct expression *expression, enum expression_moment moment)
{
    const char *prefix = moment_prefixes[moment];
    for (int i = 0; i < expression->n; i++) {
        const struct expression_node *node = &expression->nodes[i];
        bool named = node->kind == NODE_NAME && (size_t)node->bytes > strlen(prefix) &&
                     strncmp(expression->text + node->at, prefix, strlen(prefix)) == 0;
        if (named || (moment != MOMENT_NOW && held_against(node->kind) == moment))
            return true;
    }
    return false;
}

bool expression_seen(const struct expression *expression, int index, char *name, size_t size)
{
    for (int i = 0; i < expression->n; i++) {
        const struct expression_node *node = &expression->nodes[i];
        if (node->kind != NODE_SEEN || index-- > 0)
            continue;
        const struct expression_node *word = &expression->nodes[node->a];
        snprintf(name, size, "%.*s", word->bytes, expression->text + word->at);
        return true;
    }
    return false;
}

bool expression_has_number(const struct expression *expression, double number)
{
    for (int i = 0; i < expression->n; i++)
        if (expression->nodes[i].kind == NODE_NUMBER &&
            fabs(expression->nodes[i].number - number) <= 1e-9 * fabs(number))
            return true;
    return false;
}

/* --- values --- */

struct walk {
    const struct expression *expression;
    const struct expression_facts *facts;
    struct expression_value bound[EXPRESSION_BOUND];
};

static struct expression_value number_of(double number)
{
    return (struct expression_value){.number = number};
}

static struct expression_value unknown(void)
{
    return number_of((double)NAN);
}

static struct expression_value text_of(const char *text, size_t n)
{
    struct expression_value value = {.is_text = true, .number = (double)NAN};
    snprintf(value.text, sizeof value.text, "%.*s", n < sizeof value.text ? (int)n : EXPRESSION_VALUE - 1,
             text);
    return value;
}

static struct expression_value value_of_name(struct walk *walk, const struct expression_node *node,
                                             enum expression_moment moment)
{
    struct name_meaning meaning;
    const struct scenario *names = walk->facts->of[MOMENT_NOW].scenario;
    if (walk->facts->named) {
        char name[EXPRESSION_TEXT];
        snprintf(name, sizeof name, "%.*s", node->bytes, walk->expression->text + node->at);
        return walk->facts->named(walk->facts->context, name);
    }
    if (!names || !find_meaning(walk->expression, node, names, &meaning, NULL))
        return unknown();
    if (meaning.moment != MOMENT_NOW)
        moment = meaning.moment;
    const struct metric_source *source = &walk->facts->of[moment].source;
    const struct scenario *scenario = walk->facts->of[moment].scenario;
    if (meaning.metric != METRIC_COUNT)
        return source->summary ? number_of(metric_value(meaning.metric, source, meaning.part)) : unknown();
    if (!scenario || !knob_exists(scenario, meaning.knob))
        return unknown();
    char text[KNOB_TEXT_SIZE];
    struct knob_value value = knob_at(scenario, meaning.knob, INT64_MAX);
    if (knob_infos[meaning.knob.id].type == TYPE_NUMBER && !isnan(value.number))
        return number_of(value.number);
    knob_format(meaning.knob, &value, text, sizeof text);
    return text_of(text, strlen(text));
}

static double compare(enum node_kind kind, const struct expression_value *a, const struct expression_value *b)
{
    if (a->is_text || b->is_text) {
        bool equal = a->is_text && b->is_text && strcmp(a->text, b->text) == 0;
        return kind == NODE_EQUAL ? equal : kind == NODE_UNEQUAL ? !equal : (double)NAN;
    }
    if (isnan(a->number) || isnan(b->number))
        return (double)NAN;
    double near = 1e-9 * fmax(fabs(a->number), fabs(b->number)), above = a->number - b->number;
    bool equal = a->number == b->number || fabs(above) <= near;
    if (equal)
        return kind == NODE_EQUAL || kind == NODE_LESS_EQUAL || kind == NODE_GREATER_EQUAL;
    bool less = kind == NODE_LESS || kind == NODE_LESS_EQUAL;
    return kind == NODE_UNEQUAL || (kind != NODE_EQUAL && (less ? above < 0 : above > 0));
}

static struct expression_value walk_node(struct walk *walk, int at, enum expression_moment moment);

/* Those with one operand. */
static double walk_one(struct walk *walk, const struct expression_node *node, enum expression_moment moment)
{
    if (node->kind == NODE_SEEN) {
        const struct expression_node *word = &walk->expression->nodes[node->a];
        char name[EXPRESSION_TEXT];
        snprintf(name, sizeof name, "%.*s", word->bytes, walk->expression->text + word->at);
        return walk->facts->seen && walk->facts->seen(walk->facts->context, name);
    }
    double value = walk_node(walk, node->a, moment).number;
    enum expression_moment then = held_against(node->kind);
    if (then != MOMENT_NOW) {
        double was = walk_node(walk, node->a, then).number;
        return was == 0 ? (double)NAN : 100 * (value / was - 1); /* how many per cent above that */
    }
    if (node->kind == NODE_NOT)
        return isnan(value) ? value : value == 0;
    if (node->kind == NODE_TRUE)
        return value > 0;
    return node->kind == NODE_ABS ? fabs(value) : node->kind == NODE_SQRT ? sqrt(value) : -value;
}

/* The k-th of a list; -1: it has fewer. */
static int operand_of(const struct expression *expression, const struct expression_node *node, int k)
{
    int list = node->a;
    while (list >= 0 && k-- > 0)
        list = expression->nodes[list].b;
    return list >= 0 ? expression->nodes[list].a : -1;
}

/* What is left of a range: its ends are the same throughout. */
struct range_at {
    double k, to, step;
};

static struct range_at range_begin(struct walk *walk, const struct expression_node *node,
                                   enum expression_moment moment)
{
    double from = walk_node(walk, operand_of(walk->expression, node, 0), moment).number;
    double to = walk_node(walk, operand_of(walk->expression, node, 1), moment).number;
    return (struct range_at){from, to, from <= to ? 1 : -1};
}

/* Binds the slot to the next number; false after the last. */
static bool range_next(struct walk *walk, const struct expression_node *node, enum expression_moment moment,
                       struct range_at *at)
{
    int where = operand_of(walk->expression, node, 2);
    for (bool wanted = false; !wanted; at->k += at->step) {
        if (!((at->to - at->k) * at->step >= 0))
            return false;
        walk->bound[node->at] = number_of(at->k);
        double so = where >= 0 ? walk_node(walk, where, moment).number : 1;
        wanted = !isnan(so) && so != 0;
    }
    return true;
}

/* Functions over a range: one pass, in its order, that keeps what any of them needs. */
static double walk_range(struct walk *walk, const struct expression_node *node, enum expression_moment moment)
{
    double sum = 0, least = (double)NAN, most = least, at_least = least, at_most = least;
    int n = 0, held = 0, all = 0, what = operand_of(walk->expression, node, 3);
    struct range_at at = range_begin(walk, node, moment);
    for (; range_next(walk, node, moment, &at); all++) {
        double k = walk->bound[node->at].number, value = walk_node(walk, what, moment).number;
        bool so = !isnan(value) && value != 0;
        held += so;
        if (so && node->kind == NODE_FIRST)
            return k;
        if (isnan(value))
            continue;
        at_least = !(value >= least) ? k : at_least;
        at_most = !(value <= most) ? k : at_most;
        least = fmin(least, value);
        most = fmax(most, value);
        sum += value;
        n++;
    }
    double mean = n > 0 ? sum / n : (double)NAN, none = (double)NAN;
    const double found[] = {
        [NODE_MIN] = least,       [NODE_MAX] = most,        [NODE_SUM] = sum,      [NODE_MEAN] = mean,
        [NODE_COUNT] = held,      [NODE_ALL] = held == all, [NODE_ANY] = held > 0, [NODE_FIRST] = none,
        [NODE_ARGMIN] = at_least, [NODE_ARGMAX] = at_most};
    return found[node->kind];
}

static struct expression_value walk_node(struct walk *walk, int at, enum expression_moment moment)
{
    const struct expression_node *node = &walk->expression->nodes[at];
    if (node->kind == NODE_NUMBER)
        return number_of(node->number);
    if (node->kind == NODE_TEXT)
        return text_of(walk->expression->text + node->at, (size_t)node->bytes);
    if (node->kind == NODE_NAME)
        return value_of_name(walk, node, moment);
    if (node->kind == NODE_BOUND)
        return walk->bound[node->at];
    if (node->kind >= NODE_IF) {
        /* Those with a list of operands. */
        struct expression_value values[ARGUMENTS_MAX];
        const struct expression_facts *facts = walk->facts;
        int n = 0;
        if (node->kind >= NODE_MIN && node->at >= 0)
            return number_of(walk_range(walk, node, moment));
        if (node->kind == NODE_IF) {
            double so = walk_node(walk, operand_of(walk->expression, node, 0), moment).number;
            return walk_node(walk, operand_of(walk->expression, node, !isnan(so) && so != 0 ? 1 : 2), moment);
        }
        for (int list = node->a; list >= 0; list = walk->expression->nodes[list].b)
            values[n++] = walk_node(walk, walk->expression->nodes[list].a, moment);
        if (node->kind == NODE_OWN)
            return facts->names ? facts->names->value(facts->asked, node->at, values, n) : unknown();
        return number_of(node->kind == NODE_MIN ? fmin(values[0].number, values[1].number)
                                                : fmax(values[0].number, values[1].number));
    }
    if (node->b < 0)
        return number_of(walk_one(walk, node, moment));
    struct expression_value a = walk_node(walk, node->a, moment), b = walk_node(walk, node->b, moment);
    double x = a.number, y = b.number;
    if (node->kind >= NODE_LESS && node->kind <= NODE_UNEQUAL)
        return number_of(compare((enum node_kind)node->kind, &a, &b));
    if (node->kind == NODE_OR || node->kind == NODE_AND) {
        /* What is not known decides nothing where the other side does. */
        bool decides = node->kind == NODE_OR;
        if ((!isnan(x) && (x != 0) == decides) || (!isnan(y) && (y != 0) == decides))
            return number_of(decides);
        return number_of(isnan(x) || isnan(y) ? (double)NAN : !decides);
    }
    return number_of(node->kind == NODE_PLUS    ? x + y
                     : node->kind == NODE_MINUS ? x - y
                     : node->kind == NODE_TIMES ? x * y
                     : y == 0                   ? (double)NAN
                                                : x / y);
}

static struct walk walk_of(const struct expression *expression, const struct expression_facts *facts)
{
    struct walk walk = {.expression = expression, .facts = facts};
    for (int k = 0; facts->bound && k < expression->n_bound; k++)
        walk.bound[k] = facts->bound[k];
    return walk;
}

struct expression_value expression_evaluate(const struct expression *expression,
                                            const struct expression_facts *facts)
{
    struct walk walk = walk_of(expression, facts);
    return expression->root < 0 ? unknown() : walk_node(&walk, expression->root, MOMENT_NOW);
}

bool expression_next(const struct expression *expression, const struct expression_facts *facts, bool first,
                     double *k)
{
    struct walk walk = walk_of(expression, facts);
    const struct expression_node *node = &expression->nodes[expression->root];
    struct range_at at = range_begin(&walk, node, MOMENT_NOW);
    at.k = first ? at.k : *k + at.step;
    bool any = range_next(&walk, node, MOMENT_NOW, &at);
    *k = walk.bound[expression->n_bound].number;
    return any;
}

bool expression_holds(const struct expression *expression, const struct expression_facts *facts)
{
    struct expression_value value = expression_evaluate(expression, facts);
    return !value.is_text && value.number > 0;
}
