/* The claims of the documents by mutation: on outcomes as the paper printed them every simulated claim holds,
 * and each kind of departure from them turns the claim that it concerns (turns.txt, which says how it is
 * read). */
#include "store/claims/papers.h"

#include "engine/claims/telling.h"
#include "tests/support/test.h"

enum { LINE = 400, RANGES = 4, ROWS = 64 };

/* The variables of a line, by range. */
struct loops {
    int n;
    struct expression ranges[RANGES];
    char names[RANGES][EXPRESSION_VALUE];
    struct expression_value values[RANGES];
};

struct stage {
    struct papers papers;
    const struct paper *paper;
    double *published, *outcomes; /* of all trials */
    char line[LINE];              /* that is being read */
    struct loops loops;
    bool turned[ROWS]; /* of the paper: by some line */
};

static size_t size_of(const struct stage *stage)
{
    return (size_t)stage->paper->n_trials * stage->paper->outcome_size;
}

static struct expression_names names_of(struct stage *stage, struct terms_scope *scope,
                                        const char *bound[RANGES])
{
    *scope = (struct terms_scope){stage->paper->terms, 0, 0};
    for (int k = 0; k < stage->loops.n; k++)
        bound[k] = stage->loops.names[k];
    return terms_names(scope, bound, stage->loops.n);
}

static double evaluate(struct stage *stage, const char *text, size_t n)
{
    const struct experiment_inputs inputs = {0};
    const struct evidence evidence = {&inputs, stage->outcomes, stage->paper, true, NULL};
    const struct terms_facts facts = {stage->paper->terms, &evidence, NULL};
    const char *bound[RANGES];
    struct expression expression;
    struct terms_scope scope;
    struct expression_names names = names_of(stage, &scope, bound);
    if (!expression_parse_with(&expression, text, n, &names, &err))
        fail_msg("%s: %.*s: %s", stage->line, (int)n, text, err.message);
    return terms_number(&expression, &facts, stage->loops.values);
}

/* Adds a range; text up to `end`. */
static void add_range(struct stage *stage, const char *text, const char *end)
{
    const char *bound[RANGES];
    struct terms_scope scope;
    struct expression_names names = names_of(stage, &scope, bound);
    int k = stage->loops.n;
    if (!expression_parse_range(&stage->loops.ranges[k], text, (size_t)(end - text), &names,
                                stage->loops.names[k], &err))
        fail_msg("%s: %s", stage->line, err.message);
    stage->loops.n++;
}

/* Calls `then` for all values of the ranges from the k-th on. */
static void each(struct stage *stage, int k, void (*then)(struct stage *, const char *), const char *text)
{
    const struct terms_facts facts = {stage->paper->terms, NULL, NULL};
    if (k == stage->loops.n) {
        then(stage, text);
        return;
    }
    double at = 0;
    for (bool first = true; terms_next(&stage->loops.ranges[k], &facts, stage->loops.values, first, &at);
         first = false) {
        stage->loops.values[k] = (struct expression_value){.number = at};
        each(stage, k + 1, then, text);
    }
}

static void assign_here(struct stage *stage, const char *text)
{
    const char *and = strstr(text, " && "), *semicolon = strchr(text, ';');
    size_t n = semicolon && (!and || semicolon < and) ? (size_t)(semicolon - text)
               : and                                  ? (size_t)(and-text)
                                                      : strlen(text);
    /* NAME(TRIAL[, PLACE]) = E. */
    char name[64];
    const char *open = strchr(text, '('), *at = open + 1, *comma = NULL, *end = text + n;
    int depth = 1;
    snprintf(name, sizeof name, "%.*s", (int)(open - text), text);
    for (; at < end && depth > 0; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == ',' && depth == 1)
            comma = at;
    }
    const char *close = at - 1, *sign = strchr(at, '=');
    size_t trial = (size_t)evaluate(stage, open + 1, (size_t)((comma ? comma : close) - open - 1)), place = 0;
    assert_true(trial < (size_t)stage->paper->n_trials);
    if (strcmp(name, "made") != 0) {
        const struct claim_term *term = stage->paper->terms->all;
        while (term->kind != TERM_KEPT || strcmp(term->name, name) != 0)
            term++;
        place = (size_t)term->first +
                (comma ? (size_t)evaluate(stage, comma + 1, (size_t)(close - comma - 1)) : 0);
    }
    stage->outcomes[trial * stage->paper->outcome_size + place] =
        evaluate(stage, sign + 1, (size_t)(end - sign - 1));
}

/* Assignments with ranges of their own. */
static void assign_all(struct stage *stage, const char *text)
{
    int outer = stage->loops.n;
    for (const char *from = text; from;) {
        const char *and = strstr(from, " && "), *end = and? and : from + strlen(from);
        for (const char *at = strchr(from, ';'); at && at < end;) {
            const char *next = strchr(at + 1, ';');
            add_range(stage, at + 1, next && next < end ? next : end);
            at = next;
        }
        each(stage, outer, assign_here, from);
        stage->loops.n = outer;
        from = and? and+4 : NULL;
    }
}

static struct judgement judge(struct stage *stage, const char *id)
{
    const struct experiment_inputs inputs = {0};
    const struct evidence evidence = {&inputs, stage->outcomes, stage->paper, true, NULL};
    struct judgement judgement = {.verdict = VERDICT_UNTESTABLE};
    const struct expectation *row = stage->paper->expectations;
    while (strcmp(row->id, id) != 0)
        assert_true(++row < stage->paper->expectations + stage->paper->n_expectations);
    telling_judge(row->telling, &evidence, &judgement);
    assert_true(judgement.obtained[0] != '\0');
    return judgement;
}

/* Of the line that is being read, at one value of its ranges: what becomes of its claim. */
static void expect(struct stage *stage, const char *assignment)
{
    static const char *const words[] = {"holds", "turns", "untestable", "says", "silent"};
    char word[16], id[16];
    size_t k = 0;
    memcpy(stage->outcomes, stage->published, size_of(stage) * sizeof(double));
    assign_all(stage, assignment);
    assert_int_equal(sscanf(stage->line, "%15s %15[^,: ]", word, id), 2);
    while (strcmp(words[k], word) != 0)
        assert_true(++k < sizeof words / sizeof *words);
    struct judgement judgement = judge(stage, id);
    for (size_t row = 0; k == VERDICT_DEVIATES && row < stage->paper->n_expectations; row++)
        if (strcmp(stage->paper->expectations[row].id, id) == 0)
            stage->turned[row] = true;
    if (k <= VERDICT_UNTESTABLE && (enum verdict)k != judgement.verdict)
        fail_msg("%s: it %s: %s", stage->line, verdict_names[judgement.verdict], judgement.obtained);
    if (k > VERDICT_UNTESTABLE) {
        char text[128];
        assert_int_equal(sscanf(strchr(stage->line, '"'), "\"%127[^\"]", text), 1);
        if ((strstr(judgement.why, text) != NULL) != (k == VERDICT_UNTESTABLE + 1))
            fail_msg("%s: it says: %s", stage->line, judgement.why);
    }
}

/* Every simulated claim of the paper that was read has been turned. */
static void close_paper(struct stage *stage)
{
    for (size_t k = 0; stage->paper && k < stage->paper->n_expectations; k++)
        if (stage->paper->expectations[k].simulated && !stage->turned[k])
            fail_msg("no line turns %s", stage->paper->expectations[k].id);
    memset(stage->turned, 0, sizeof stage->turned);
}

FACT(test_turns)
{
    DEFER(memory_leave) struct stage *stage = calloc(1, sizeof *stage);
    FILE *file = fopen("tests/paper/turns.txt", "r");
    bool putting = false;
    int turns = 0;
    assert_true(stage && file);
    must(papers_open(&stage->papers, getenv("WATTIF_DATA"), &err), &err);
    while (fgets(stage->line, LINE, file)) {
        stage->line[strcspn(stage->line, "\n")] = '\0';
        bool put = strncmp(stage->line, "put ", 4) == 0;
        if (putting && !put) { /* as published: all hold */
            memcpy(stage->published, stage->outcomes, size_of(stage) * sizeof(double));
            for (size_t k = 0; k < stage->paper->n_expectations; k++)
                if (stage->paper->expectations[k].simulated &&
                    judge(stage, stage->paper->expectations[k].id).verdict != VERDICT_HOLDS)
                    fail_msg("%s does not hold as published", stage->paper->expectations[k].id);
        }
        putting = put;
        stage->loops.n = 0;
        if (put) {
            assign_all(stage, stage->line + 4);
        } else if (strncmp(stage->line, "paper ", 6) == 0) {
            close_paper(stage);
            int p = 0;
            while (strcmp(stage->papers.all[p]->prefix, stage->line + 6) != 0)
                assert_true(++p < stage->papers.n);
            stage->paper = stage->papers.all[p];
            free(stage->published);
            free(stage->outcomes);
            stage->published = calloc(size_of(stage), sizeof(double));
            stage->outcomes = calloc(size_of(stage), sizeof(double));
            assert_true(stage->published && stage->outcomes);
        } else if (stage->line[0] && stage->line[0] != '#') {
            const char *quote = strchr(stage->line, '"'),
                       *colon = strchr(quote ? strchr(quote + 1, '"') : stage->line, ':');
            stage->loops.n = 0;
            for (const char *at = strchr(stage->line, ','); !quote && at && at < colon;) {
                const char *next = strchr(at + 1, ',');
                add_range(stage, at + 1, next && next < colon ? next : colon);
                at = next;
            }
            each(stage, 0, expect, colon + 2);
            turns++;
        }
    }
    close_paper(stage);
    assert_true(turns > 180);
    fclose(file);
    free(stage->published);
    free(stage->outcomes);
    papers_close(&stage->papers);
}
