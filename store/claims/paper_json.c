/* The reader: a document is read from top to bottom, every expression is parsed where it stands and knows the
 * names above it. So a fault has the place of its text, and a paper that was read can be judged. */
#include "store/claims/papers.h"

#include "engine/base/text.h"
#include "engine/claims/bench.h"
#include "engine/claims/gauges.h"
#include "engine/claims/telling.h"
#include "store/json/json_fields.h"
#include "store/library/hash.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TERMS_MAX = 512, TRIALS_MAX = 512, AXIS_MAX = 64, ID_SIZE = 16 };

struct reader {
    struct arena *arena;
    struct json_place place;
    struct paper *paper;
    struct claim_term *terms; /* of TERMS_MAX */
    struct terms *all;
    struct terms_scope scope;
    struct trial *trials; /* of TRIALS_MAX */
    int outcome;          /* numbers that are kept of a run */
    const cJSON *words;
};

static void *take(struct reader *reader, size_t n, size_t size)
{
    void *memory = arena_alloc(reader->arena, n * size + 1);
    if (!memory)
        faults_no_memory(reader->place.faults, reader->place.pointer);
    return memory;
}

static const char *copy(struct reader *reader, const char *text)
{
    size_t n = strlen(text) + 1;
    char *own = take(reader, n, 1);
    return own ? memcpy(own, text, n) : "";
}

/* Each member of an array or object that `parent` may have, with its pointer. */
static void each(struct reader *reader, const cJSON *parent, const char *key, bool is_array,
                 void (*read)(struct reader *reader, const cJSON *json, int index, void *context),
                 void *context)
{
    const cJSON *all =
        is_array ? json_array(parent, key, &reader->place) : json_object(parent, key, &reader->place);
    const cJSON *item;
    char *pointer = reader->place.pointer;
    size_t before = json_pointer_push(pointer, sizeof reader->place.pointer, key), index = 0;
    cJSON_ArrayForEach(item, all)
    {
        size_t inner = is_array ? json_pointer_push_index(pointer, sizeof reader->place.pointer, (int)index)
                                : json_pointer_push(pointer, sizeof reader->place.pointer, item->string);
        read(reader, item, (int)index++, context);
        pointer[inner] = '\0';
    }
    pointer[before] = '\0';
}

static int count(const cJSON *parent, const char *key)
{
    const cJSON *member = json_member(parent, key);
    return member ? cJSON_GetArraySize(member) : 0;
}

/* A text at the place itself; "@NAME" in it stands for a sentence of "words". "" with a fault. */
static const char *text_at(struct reader *reader, const cJSON *json)
{
    if (!cJSON_IsString(json)) {
        json_fault(&reader->place, NULL, "must be a text in quotes");
        return "";
    }
    const char *text = json->valuestring, *at;
    while ((at = strchr(text, '@')) && at[1] >= 'A' && at[1] <= 'Z') {
        char name[64];
        size_t n = strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
        text_print(name, sizeof name, "%.*s", (int)n, at + 1);
        const cJSON *words = json_member(reader->words, name);
        const char *known = cJSON_IsString(words) ? words->valuestring : NULL;
        if (!known)
            json_fault(&reader->place, NULL, "there is no '%s' in \"words\"", name);
        size_t size = strlen(text) + strlen(known ? known : "") + 1;
        char *own = known ? take(reader, size, 1) : NULL;
        if (!own)
            return "";
        snprintf(own, size, "%.*s%s%s", (int)(at - text), text, known, at + 1 + n);
        text = own;
    }
    return copy(reader, text);
}

/* NULL where there is none and none is needed. */
static const char *text_of(struct reader *reader, const cJSON *parent, const char *key, bool needed)
{
    const cJSON *member = json_member(parent, key);
    if (!member && needed)
        json_fault(&reader->place, key, "is missing");
    if (!member)
        return NULL;
    size_t before = json_pointer_push(reader->place.pointer, sizeof reader->place.pointer, key);
    const char *text = text_at(reader, member);
    reader->place.pointer[before] = '\0';
    return text;
}

/* A key that nobody reads is a mistake. */
static void check_keys(struct reader *reader, const cJSON *object, const char *const *known)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, object)
    {
        size_t k = 0;
        while (known[k] && strcmp(known[k], item->string) != 0)
            k++;
        size_t n = 0;
        while (known[n])
            n++;
        const char *nearest = known[k] ? NULL : text_nearest(item->string, known, n);
        if (!known[k])
            json_fault(&reader->place, item->string, "unknown key%s%s%s", nearest ? "; did you mean '" : "",
                       nearest ? nearest : "", nearest ? "'?" : "");
    }
}

/* ---- expressions ---- */

/* At the place itself, with these variables; NULL with a fault. */
static const struct expression *expression_at(struct reader *reader, const char *text,
                                              const char *const *bound, int n_bound)
{
    struct error error = {0};
    struct expression *expression = take(reader, 1, sizeof *expression);
    struct expression_names names = terms_names(&reader->scope, bound, n_bound);
    if (expression && expression_parse_with(expression, text, strlen(text), &names, &error))
        return expression;
    if (expression)
        json_fault(&reader->place, NULL, "%s", error.message);
    return NULL;
}

/* The member, or NULL; `variable` is one that it knows, or NULL. */
static const struct expression *expression_of(struct reader *reader, const cJSON *parent, const char *key,
                                              const char *variable)
{
    const char *text = text_of(reader, parent, key, false);
    size_t before = json_pointer_push(reader->place.pointer, sizeof reader->place.pointer, key);
    const struct expression *expression =
        text && *text ? expression_at(reader, text, &variable, variable != NULL) : NULL;
    reader->place.pointer[before] = '\0';
    return expression;
}

static struct claim_term *add_term(struct reader *reader, enum term_kind kind, const char *name,
                                   int n_arguments)
{
    struct claim_term *term = &reader->terms[reader->all->n];
    if (reader->all->n == TERMS_MAX) {
        json_fault(&reader->place, NULL, "a paper has room for %d names", (int)TERMS_MAX);
        return term - 1;
    }
    *term = (struct claim_term){
        .kind = kind, .name = copy(reader, name), .n_arguments = n_arguments, .sizes = {1, 1, 1}};
    reader->all->n++;
    reader->scope.n++;
    return term;
}

/* "more(a, b)": "100 * (a / b - 1)". */
static void read_definition(struct reader *reader, const cJSON *json, int index, void *context)
{
    const char *parameters[TERM_PARAMETERS];
    char *name = (char *)copy(reader, json->string), *at = strchr(name, '(');
    int n = 0;
    (void)index;
    (void)context;
    if (at)
        *at++ = '\0';
    for (; at && *at && *at != ')' && n < TERM_PARAMETERS; n++) {
        parameters[n] = at += strspn(at, " ");
        at += strcspn(at, ",)");
        bool more = *at == ',';
        *at = '\0';
        at += more;
    }
    const char *text = text_at(reader, json);
    const struct expression *expression = expression_at(reader, text, parameters, n);
    add_term(reader, TERM_DEFINITION, name, n)->definition = expression;
}

/* ---- lists, what is kept ---- */

/* A member of a list, down to its numbers or texts. */
static void fill_list(struct reader *reader, const cJSON *json, struct claim_term *term, double *numbers,
                      const char **texts, int *used)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        if (cJSON_IsArray(item)) {
            fill_list(reader, item, term, numbers, texts, used);
        } else if (*used < term->first) {
            numbers[*used] = cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
            texts[(*used)++] = cJSON_IsString(item) ? copy(reader, item->valuestring) : "";
        }
    }
}

static void read_list(struct reader *reader, const cJSON *json, int index, void *context)
{
    int sizes[TERM_AXES] = {1, 1, 1}, axes = 0, all = 1, used = 0;
    const cJSON *inner = json;
    (void)index;
    (void)context;
    for (; cJSON_IsArray(inner) && axes < TERM_AXES; inner = inner->child)
        all *= sizes[axes++] = cJSON_GetArraySize(inner);
    double *numbers = take(reader, (size_t)all, sizeof *numbers);
    const char **texts = take(reader, (size_t)all, sizeof *texts);
    if (axes == 0 || (!cJSON_IsNumber(inner) && !cJSON_IsString(inner)))
        json_fault(&reader->place, NULL, "must be an array of numbers or of texts, or of such arrays");
    struct claim_term *term = add_term(reader, TERM_LIST, json->string, axes);
    term->first = all;
    memcpy(term->sizes, sizes, sizeof sizes);
    if (numbers && texts)
        fill_list(reader, json, term, numbers, texts, &used);
    if (used != all)
        json_fault(&reader->place, NULL, "its rows are not equally long");
    term->numbers = cJSON_IsNumber(inner) ? numbers : NULL;
    term->texts = texts;
}

/* "mean_ms": "apps.*.mean_ms". */
static void read_kept(struct reader *reader, const cJSON *json, int index, void *context)
{
    const char *key = text_at(reader, json);
    char of_first[96];
    int metric = METRIC_COUNT;
    (void)index;
    (void)context;
    const struct gauge *gauge = gauge_find(key);
    while (!gauge && --metric >= 0) {
        metric_key((enum metric)metric, 0, of_first, sizeof of_first);
        char *star = metric_scope_of((enum metric)metric) == METRIC_OF_RUN ? NULL : strchr(of_first, '0');
        if (star)
            *star = '*';
        if (strcmp(of_first, key) == 0)
            break;
    }
    if (metric < 0)
        json_fault(&reader->place, NULL, "no run has this: '%s'", key);
    bool one =
        gauge ? gauge->size == 1 : metric >= 0 && metric_scope_of((enum metric)metric) == METRIC_OF_RUN;
    struct claim_term *term = add_term(reader, TERM_KEPT, json->string, one ? 1 : 2);
    term->metric = metric < 0 ? (enum metric)0 : (enum metric)metric;
    term->gauge = gauge;
    term->sizes[0] = gauge ? gauge->size : one ? 1 : GAUGE_PARTS;
    term->first = reader->outcome;
    reader->outcome += term->sizes[0];
}

/* ---- trials ---- */

/* The values that a setting takes on, one after the other. */
struct paper_axis {
    int n;
    const char *settings[AXIS_MAX];
};

/* "knob=600:1410:30", "knob=a,b,c", or an array of settings. */
static void read_axis(struct reader *reader, const cJSON *json, int index, void *context)
{
    struct paper_axis *axis = (struct paper_axis *)context + index;
    const cJSON *item;
    double from, to, step;
    char number[3][32] = {"", "", ""};
    if (index >= TERM_AXES) {
        json_fault(&reader->place, NULL, "a trial varies in %d ways at most", (int)TERM_AXES);
        return;
    }
    axis->n = 0;
    cJSON_ArrayForEach(item, json) if (cJSON_IsString(item) && axis->n < AXIS_MAX) axis->settings[axis->n++] =
        copy(reader, item->valuestring);
    if (cJSON_IsArray(json))
        return;
    const char *text = text_at(reader, json), *values = strchr(text, '=');
    int knob = values ? (int)(values - text) : 0;
    if (knob == 0 || !values[1]) {
        json_fault(&reader->place, NULL, "must be such as \"cit=0.8,0.9\" or \"clock_mhz=600:1410:30\"");
        return;
    }
    bool range = sscanf(values + 1, "%31[^:,]:%31[^:,]:%31[^:,]", number[0], number[1], number[2]) == 3 &&
                 text_to_number(number[0], &from) && text_to_number(number[1], &to) &&
                 text_to_number(number[2], &step);
    for (int k = 0; range && k < AXIS_MAX && from + k * step <= to + step / 1e6; k++) {
        char setting[96]; /* 0.1 + 0.2 is 0.3 here */
        axis->settings[axis->n++] =
            copy(reader, text_print(setting, sizeof setting, "%.*s=%.12g", knob, text, from + k * step));
    }
    for (const char *at = values + 1; !range && *at && axis->n < AXIS_MAX; at += *at == ',') {
        char setting[160];
        size_t n = strcspn(at, ",");
        axis->settings[axis->n++] =
            copy(reader, text_print(setting, sizeof setting, "%.*s=%.*s", knob, text, (int)n, at));
        at += n;
    }
}

/* Settings of a trial, parted by blanks; that of the scenario is its name. */
static void add_settings(struct reader *reader, struct trial *trial, int *used, const char *settings)
{
    while (*settings) {
        char one[160];
        size_t n = strcspn(settings, " ");
        const char *own = copy(reader, text_print(one, sizeof one, "%.*s", (int)n, settings));
        if (strncmp(own, "scenario=", 9) == 0)
            trial->scenario = own + 9;
        else if (*used < SETTINGS_MAX)
            trial->settings[(*used)++] = own;
        else
            json_fault(&reader->place, NULL, "a trial has %d settings at most", (int)SETTINGS_MAX);
        settings += n + (settings[n] == ' ');
    }
}

static void read_family(struct reader *reader, const cJSON *json, int index, void *context)
{
    static const char *const known[] = {"set", "vary", NULL};
    struct paper_axis axes[TERM_AXES];
    int n = count(json, "vary"), all = 1, first = reader->paper->n_trials;
    (void)index;
    (void)context;
    check_keys(reader, json, known);
    for (int k = 0; k < TERM_AXES; k++)
        axes[k].n = 1;
    each(reader, json, "vary", true, read_axis, axes);
    const char *set = text_of(reader, json, "set", false);
    struct claim_term *term = add_term(reader, TERM_TRIALS, json->string, n);
    term->first = first;
    for (int k = 0; k < n && k < TERM_AXES; k++)
        all *= term->sizes[k] = axes[k].n;
    if (first + all > TRIALS_MAX) {
        json_fault(&reader->place, NULL, "a paper has room for %d trials", (int)TRIALS_MAX);
        return;
    }
    for (int t = 0; t < all; t++) {
        struct trial *trial = &reader->trials[first + t];
        int used = 0, rest = t, at[TERM_AXES];
        for (int k = TERM_AXES - 1; k >= 0; rest /= axes[k].n, k--)
            at[k] = rest % axes[k].n;
        add_settings(reader, trial, &used, set ? set : "");
        for (int k = 0; k < n && k < TERM_AXES; k++)
            add_settings(reader, trial, &used, axes[k].settings[at[k]]);
        if (!trial->scenario) {
            json_fault(&reader->place, NULL, "no setting says the scenario: \"scenario=NAME\"");
            return;
        }
    }
    reader->paper->n_trials += all;
}

/* ---- sweeps ---- */

/* "set": "i = 0": those of a family are made for which this is so; i, j and k are places on its axes. */
static void read_used(struct reader *reader, const cJSON *json, int index, void *context)
{
    static const char *const axes[TERM_AXES] = {"i", "j", "k"};
    const struct expression *so = expression_at(reader, text_at(reader, json), axes, TERM_AXES);
    const struct claim_term *family = NULL;
    bool *used = context;
    (void)index;
    for (int k = 0; k < reader->all->n; k++)
        if (reader->terms[k].kind == TERM_TRIALS && strcmp(reader->terms[k].name, json->string) == 0)
            family = &reader->terms[k];
    if (!family)
        json_fault(&reader->place, NULL, "no trials have this name");
    int all = family ? family->sizes[0] * family->sizes[1] * family->sizes[2] : 0;
    for (int t = 0; so && t < all; t++) {
        struct expression_value at[TERM_AXES] = {{0}, {0}, {0}};
        int n = family->n_arguments, rest = t;
        for (int k = n - 1; k >= 0; rest /= family->sizes[k], k--)
            at[k].number = rest % family->sizes[k];
        const struct terms_facts facts = {reader->all, NULL, NULL};
        used[family->first + t] = terms_number(so, &facts, at) > 0;
    }
}

static void read_value(struct reader *reader, const cJSON *json, int index, void *context)
{
    struct claim_sweep *sweep = context;
    if (index >= SWEEP_VALUES_MAX) {
        json_fault(&reader->place, NULL, "a sweep has %d values at most", (int)SWEEP_VALUES_MAX);
        return;
    }
    sweep->values[index] = text_at(reader, json);
    sweep->n = index + 1;
}

static void read_sweep(struct reader *reader, const cJSON *json, int index, void *context)
{
    static const char *const known[] = {"knob", "note",  "phrase",    "shape", "values",
                                        "also", "label", "every_app", "uses",  NULL};
    static const char *const shapes[] = {[SWEEP_VARIANTS] = "variants",
                                         [SWEEP_RANGES] = "ranges",
                                         [SWEEP_SHARE] = "share",
                                         [SWEEP_TURNS] = "turns"};
    struct claim_sweep *sweep = (struct claim_sweep *)context + index;
    check_keys(reader, json, known);
    sweep->knob = text_of(reader, json, "knob", true);
    sweep->phrase = text_of(reader, json, "phrase", true);
    sweep->also = text_of(reader, json, "also", false);
    sweep->label = text_of(reader, json, "label", false);
    sweep->every_app = cJSON_IsTrue(json_member(json, "every_app"));
    const char *shape = text_of(reader, json, "shape", true);
    size_t k = 0;
    while (k < sizeof shapes / sizeof *shapes && shape && strcmp(shapes[k], shape) != 0)
        k++;
    sweep->shape = (enum sweep_shape)k;
    if (k == sizeof shapes / sizeof *shapes)
        json_fault(&reader->place, "shape", "must be variants, ranges, share or turns");
    each(reader, json, "values", true, read_value, sweep);
    bool *used =
        json_member(json, "uses") ? take(reader, (size_t)reader->paper->n_trials, sizeof *used) : NULL;
    if (used)
        each(reader, json, "uses", false, read_used, used);
    sweep->used = used;
}

/* ---- claims ---- */

/* "Set {s + 1} for s in 0 to 1": "E". */
static void read_row(struct reader *reader, const cJSON *json, int index, void *context)
{
    struct telling_row *row = (struct telling_row *)context + index;
    struct error error = {0};
    char *text = (char *)copy(reader, json->string), *range = strstr(text, " for ");
    if (range) {
        struct expression *over = take(reader, 1, sizeof *over);
        char *variable = take(reader, 1, EXPRESSION_VALUE);
        struct expression_names names = terms_names(&reader->scope, NULL, 0);
        *range = '\0';
        if (over && variable &&
            !expression_parse_range(over, range + 5, strlen(range + 5), &names, variable, &error))
            json_fault(&reader->place, NULL, "for: %s", error.message);
        row->range = over;
        row->variable = variable;
    }
    row->text = text;
    row->value = expression_at(reader, text_at(reader, json), &row->variable, range != NULL);
    if (!telling_check(text, &reader->scope, row->variable, &error))
        json_fault(&reader->place, NULL, "%s", error.message);
}

static const struct telling_row *rows_of(struct reader *reader, const cJSON *json, const char *key, int *n)
{
    struct telling_row *rows = take(reader, (size_t)count(json, key), sizeof *rows);
    *n = rows ? count(json, key) : 0;
    if (rows)
        each(reader, json, key, false, read_row, rows);
    return rows;
}

static void read_number(struct reader *reader, const cJSON *json, int index, void *context)
{
    struct expression *numbers = context;
    const struct expression *number = expression_at(reader, text_at(reader, json), NULL, 0);
    if (index >= NUMBERS_MAX)
        json_fault(&reader->place, NULL, "a formula has %d numbers at most", (int)NUMBERS_MAX);
    else if (number)
        numbers[index] = *number;
}

static const char *live_of(struct reader *reader, const cJSON *json, const char *key)
{
    struct error error = {0};
    const char *text = text_of(reader, json, key, false);
    if (text && !telling_check(text, &reader->scope, NULL, &error))
        json_fault(&reader->place, key, "%s", error.message);
    return text ? text : "";
}

static const struct telling *read_telling(struct reader *reader, const cJSON *json)
{
    struct telling *telling = take(reader, 1, sizeof *telling);
    struct expression *numbers = take(reader, NUMBERS_MAX, sizeof *numbers);
    if (!telling || !numbers)
        return NULL;
    reader->scope.first = reader->all->n;
    reader->scope.n = 0;
    each(reader, json, "define", false, read_definition, NULL);
    telling->needs = rows_of(reader, json, "needs", &telling->n_needs);
    telling->parts = rows_of(reader, json, "parts", &telling->n_parts);
    telling->measures = rows_of(reader, json, "measures", &telling->n_measures);
    telling->holds = expression_of(reader, json, "holds", NULL);
    telling->testable = expression_of(reader, json, "testable", NULL);
    telling->shown = expression_of(reader, json, "shown", "part");
    telling->obtained = live_of(reader, json, "obtained");
    telling->why = live_of(reader, json, "why");
    each(reader, json, "numbers", true, read_number, numbers);
    telling->numbers = numbers;
    telling->n_numbers = count(json, "numbers");
    const char *bench = text_of(reader, json, "bench", false);
    telling->bench = bench ? bench_find(bench) : NULL;
    if (bench && !telling->bench)
        json_fault(&reader->place, "bench", "there is no such bench");
    telling->first_term = reader->scope.first;
    telling->n_terms = reader->scope.n;
    reader->scope.n = 0;
    return telling;
}

static void read_cause(struct reader *reader, const cJSON *json, int index, void *context)
{
    static const char *const known[] = {"words", "knob", "value", "measure", "published", "beyond", NULL};
    struct cause *cause = (struct cause *)context + index;
    if (index >= CAUSES_MAX) {
        json_fault(&reader->place, NULL, "a claim has %d causes at most", (int)CAUSES_MAX);
        return;
    }
    check_keys(reader, json, known);
    const cJSON *published = json_member(json, "published");
    *cause = (struct cause){.words = text_of(reader, json, "words", true),
                            .knob = text_of(reader, json, "knob", false),
                            .value = text_of(reader, json, "value", false),
                            .measure = text_of(reader, json, "measure", false),
                            .published = cJSON_IsNumber(published) ? published->valuedouble : 0,
                            .beyond = cJSON_IsTrue(json_member(json, "beyond"))};
    if (cause->knob && (!cause->value || !cause->measure || !cJSON_IsNumber(published)))
        json_fault(&reader->place, NULL, "what turns a cause has a value, a measure and what was published");
}

static void read_fix(struct reader *reader, const cJSON *json, int index, void *context)
{
    if (index < FIXES_MAX)
        ((const char **)context)[index] = text_at(reader, json);
    else
        json_fault(&reader->place, NULL, "%d knobs at most can be fixed", (int)FIXES_MAX);
}

static void read_claim(struct reader *reader, const cJSON *json, int index, void *context)
{
    static const char *const known[] = {"id",      "note",     "source", "claim",  "expected", "fixes",
                                        "shown",   "story",    "rule",   "causes", "define",   "needs",
                                        "parts",   "measures", "holds",  "bench",  "why",      "obtained",
                                        "numbers", "testable", NULL};
    struct expectation *claim = (struct expectation *)context + index;
    check_keys(reader, json, known);
    claim->id = text_of(reader, json, "id", true);
    claim->source = text_of(reader, json, "source", true);
    claim->claim = text_of(reader, json, "claim", true);
    claim->expected = text_of(reader, json, "expected", true);
    claim->rule = text_of(reader, json, "rule", false);
    claim->story = cJSON_IsTrue(json_member(json, "story"));
    claim->simulated = json_member(json, "shown") != NULL;
    claim->formula = json_member(json, "numbers") != NULL;
    if (claim->id && strlen(claim->id) >= ID_SIZE)
        json_fault(&reader->place, "id", "is longer than %d bytes", (int)ID_SIZE - 1);
    if (!claim->formula && !json_member(json, "holds") && !json_member(json, "parts"))
        json_fault(&reader->place, NULL, "nothing says when it holds: \"holds\", \"parts\" or \"numbers\"");
    each(reader, json, "fixes", true, read_fix, claim->fixes);
    each(reader, json, "causes", true, read_cause, claim->causes);
    claim->telling = read_telling(reader, json);
}

/* ---- the paper ---- */

static void read_paper(struct reader *reader, const cJSON *json)
{
    static const char *const known[] = {"number", "prefix", "title",  "story",  "fixes",  "words", "lists",
                                        "keeps",  "trials", "define", "sweeps", "claims", NULL};
    struct paper *paper = reader->paper;
    check_keys(reader, json, known);
    const cJSON *number = json_member(json, "number");
    paper->number = cJSON_IsNumber(number) ? number->valuedouble : 0;
    paper->prefix = text_of(reader, json, "prefix", true);
    paper->title = text_of(reader, json, "title", true);
    paper->story = text_of(reader, json, "story", false);
    reader->words = json_object(json, "words", &reader->place);
    reader->outcome = 1;
    each(reader, json, "fixes", true, read_fix, paper->fixes);
    each(reader, json, "lists", false, read_list, NULL);
    each(reader, json, "keeps", false, read_kept, NULL);
    each(reader, json, "trials", false, read_family, NULL);
    each(reader, json, "define", false, read_definition, NULL);
    reader->all->n_common = reader->all->n;
    reader->scope.n = 0;
    struct claim_sweep *sweeps = take(reader, (size_t)count(json, "sweeps"), sizeof *sweeps);
    struct expectation *claims = take(reader, (size_t)count(json, "claims"), sizeof *claims);
    if (!sweeps || !claims)
        return;
    each(reader, json, "sweeps", true, read_sweep, sweeps);
    each(reader, json, "claims", true, read_claim, claims);
    paper->sweeps = sweeps;
    paper->n_sweeps = count(json, "sweeps");
    paper->expectations = claims;
    paper->n_expectations = (size_t)count(json, "claims");
    paper->outcome_size = (size_t)reader->outcome;
    if (paper_first_point(paper, paper->n_sweeps) > POINTS_MAX)
        json_fault(&reader->place, "sweeps", "are %d values; there is room for %d",
                   paper_first_point(paper, paper->n_sweeps) - 1, (int)POINTS_MAX - 1);
    /* The scenarios of its trials, each once. */
    struct paper *of = reader->paper;
    const char **names = take(reader, (size_t)of->n_trials + 1, sizeof *names);
    int n = 0;
    for (int t = 0; names && t < of->n_trials; t++) {
        int k = 0;
        while (k < n && strcmp(names[k], reader->trials[t].scenario) != 0)
            k++;
        names[k] = reader->trials[t].scenario;
        n = k < n ? n : n + 1;
    }
    of->scenarios = names;
}

struct paper *paper_from_text(const char *text, size_t n, const char *name, struct arena *arena,
                              struct faults *faults)
{
    size_t before = faults->count;
    struct error error = {0};
    struct reader reader = {.arena = arena, .place = {.faults = faults}};
    cJSON *json = json_parse_file_text(text, n, name, &error);
    if (!json) {
        faults_add_error(faults, error.place, &error);
        return NULL;
    }
    reader.paper = take(&reader, 1, sizeof *reader.paper);
    reader.all = take(&reader, 1, sizeof *reader.all);
    reader.terms = take(&reader, TERMS_MAX + 1, sizeof *reader.terms);
    reader.trials = take(&reader, TRIALS_MAX, sizeof *reader.trials);
    if (reader.paper && reader.all && reader.terms && reader.trials) {
        struct hash hash;
        hash_init(&hash);
        hash_update(&hash, text, n);
        hash_finish(&hash, reader.paper->hash);
        reader.all->all = reader.terms;
        reader.scope.terms = reader.all;
        reader.paper->terms = reader.all;
        reader.paper->trials = reader.trials;
        if (cJSON_IsObject(json))
            read_paper(&reader, json);
        else
            faults_add(faults, "", "a paper is a JSON object");
    }
    json_free(json);
    for (size_t i = before; i < faults->count && i < FAULTS_KEPT; i++) {
        char at[ERROR_PLACE], *pointer = faults->kept[i].place;
        memcpy(pointer, json_place_in_text(at, name, text, n, pointer), sizeof at);
    }
    return faults->count == before ? reader.paper : NULL;
}
