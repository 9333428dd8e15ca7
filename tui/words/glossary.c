/* Matching is a walk over the forms of all entries at each place of a text. There are some hundreds of forms
 * and a screen is looked through once, when somebody asks. */
#include "tui/words/glossary.h"

#include "engine/base/text.h"
#include "tui/words/view_names.h"

#include <string.h>
#include <strings.h>

/* The source of what no paper has. */
#define OWN "this program's own"

const struct term glossary_terms[TERM_COUNT] = {
#define TERM_ROW(id, ...) [TERM_##id] = {__VA_ARGS__},
#include "tui/words/glossary.def"
};

/* What a table of its own lacks. */
struct note {
    const char *means, *formula, *source;
};

static const struct note knob_notes[KNOB_COUNT] = {
#define KNOB_NOTE(id, formula_, source_) [KNOB_##id] = {NULL, formula_, source_},
#include "tui/words/glossary.def"
};

static const struct note scheme_notes[POLICY_COUNT] = {
#define SCHEME_NOTE(id, formula_, source_) [POLICY_##id] = {NULL, formula_, source_},
#include "tui/words/glossary.def"
};

static const struct note metric_notes[METRIC_COUNT] = {
#define METRIC_NOTE(id, means_, formula_, source_) [METRIC_##id] = {means_, formula_, source_},
#include "tui/words/glossary.def"
};

static const struct note view_notes[VIEW_COUNT] = {
#define VIEW_NOTE(id, means_, formula_, source_) [VIEW_##id] = {means_, formula_, source_},
#include "tui/words/glossary.def"
};

static const struct {
    const char *title;
    struct note note;
} places[PLACE_COUNT] = {
#define PLACE_ROW(id, title_, means_, formula_, source_) [PLACE_##id] = {title_, {means_, formula_, source_}},
#include "tui/words/glossary.def"
};

/* --- what things mean --- */

static struct meaning meaning_of(const char *title, const char *name, const char *means,
                                 const struct note *note)
{
    struct meaning meaning = {.name = name ? name : "",
                              .means = means,
                              .formula = note->formula ? note->formula : "",
                              .source = note->source ? note->source : OWN};
    text_copy(meaning.title, sizeof meaning.title, title);
    return meaning;
}

static struct meaning meaning_of_metric(enum metric metric)
{
    const struct metric_info *info = &metric_infos[metric];
    const char *title = strcmp(info->title, "total") == 0 ? metric_groups[info->group].label : info->title;
    const struct note *note = &metric_notes[metric];
    return meaning_of(title, "", note->means ? note->means : "", note);
}

static struct meaning meaning_of_scheme(enum policy_id policy)
{
    const struct policy_info *info = &policy_infos[policy];
    struct note note = scheme_notes[policy];
    if (!note.source)
        note.source = info->paper ? info->paper : "common practice";
    return meaning_of(info->title, layer_names[info->layer], info->help, &note);
}

/* By what it is for, where a door leads to it. */
static struct meaning meaning_of_view(enum view_id view)
{
    const struct note *note = &view_notes[view];
    enum action_id action = view_names[view].action;
    return meaning_of(view_names[view].name, action == ACTION_NONE ? "" : door_brief(action),
                      note->means ? note->means : view_names[view].shows, note);
}

/* The first form, with a number where one is part of the word: "p95", "CD-1"; but "K" of "# K". */
static char *first_form(const char *forms, char out[GLOSSARY_WORD])
{
    out[0] = 0;
    forms += strncmp(forms, "# ", 2) == 0 ? 2 : 0;
    for (size_t i = 0; forms[i] && forms[i] != '|' && strncmp(forms + i, " #", 2) != 0; i++) {
        bool tail = forms[i] == '#' && i > 0 && forms[i - 1] == 'p';
        text_append(out, GLOSSARY_WORD, "%.*s", tail ? 2 : 1,
                    tail              ? "95"
                    : forms[i] == '#' ? "1"
                                      : forms + i);
    }
    return out;
}

static struct meaning meaning_of_term(enum term_id id)
{
    const struct term *term = &glossary_terms[id];
    struct note note = {.formula = term->formula, .source = term->source};
    char title[GLOSSARY_WORD];
    return meaning_of(first_form(term->forms, title), term->name, term->means, &note);
}

/* In words where a term has it. */
static const char *name_of_knob(enum knob_id id)
{
    for (int i = 0; i < TERM_COUNT; i++)
        if (glossary_terms[i].knob && strcmp(glossary_terms[i].knob, knob_infos[id].name) == 0)
            return glossary_terms[i].name;
    return knob_infos[id].name;
}

struct meaning glossary_meaning(struct subject subject)
{
    int which = subject.which;
    switch (subject.kind) {
    case SUBJECT_KNOB:
        return meaning_of(knob_infos[which].symbol, name_of_knob((enum knob_id)which), knob_infos[which].help,
                          &knob_notes[which]);
    case SUBJECT_SCHEME:
        return meaning_of_scheme((enum policy_id)which);
    case SUBJECT_METRIC:
        return meaning_of_metric((enum metric)which);
    case SUBJECT_PLACE:
        return meaning_of(places[which].title, "", places[which].note.means, &places[which].note);
    case SUBJECT_VIEW:
        return meaning_of_view((enum view_id)which);
    default:
        return meaning_of_term((enum term_id)which);
    }
}

bool glossary_has_metric(enum metric metric)
{
    return metric_notes[metric].means != NULL;
}

enum metric glossary_metric(const char *key)
{
    int metric = 0;
    char full[96];
    for (; metric < METRIC_COUNT; metric++) {
        if (metric_scope_of((enum metric)metric) != METRIC_OF_RUN)
            continue;
        metric_key((enum metric)metric, 0, full, sizeof full);
        if (key && strcmp(full, key) == 0)
            break;
    }
    return (enum metric)metric;
}

enum knob_id glossary_knob(const char *name)
{
    int knob = 0;
    while (knob < KNOB_COUNT && (!name || strcmp(knob_infos[knob].name, name) != 0))
        knob++;
    return (enum knob_id)knob;
}

/* --- forms --- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A letter, a digit, or a part of a sign beyond ASCII that is one. */
static bool is_letter(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Bytes that one form takes of the text here; 0: it is another. */
static size_t match_form(const char *form, size_t length, const char *text)
{
    const char *at = text;
    for (size_t i = 0; i < length; i++) {
        if (form[i] == '#') {
            if (!is_digit(*at))
                return 0;
            while (is_digit(*at))
                at++;
        } else if (*at++ != form[i]) {
            return 0;
        }
    }
    return (size_t)(at - text);
}

/* Bytes that the longest of the forms takes at `at`, as a whole word. */
static size_t match_forms(const char *forms, const char *text, size_t at)
{
    size_t best = 0;
    while (*forms) {
        size_t length = strcspn(forms, "|"), took = match_form(forms, length, text + at);
        bool joined = (took > 0 && at > 0 && is_letter(text[at]) && is_letter(text[at - 1])) ||
                      (took > 0 && is_letter(text[at + took - 1]) && is_letter(text[at + took]));
        if (!joined && took > best)
            best = took;
        forms += length + (forms[length] == '|');
    }
    return best;
}

static void take(struct glossary_hit *hit, enum subject_kind kind, int which, size_t at, size_t length)
{
    if (length > hit->length)
        *hit = (struct glossary_hit){{kind, which}, at, length};
}

/* The longest entry that begins at `at`. */
static struct glossary_hit hit_at(const char *text, size_t at)
{
    struct glossary_hit hit = {.length = 0};
    for (int i = 0; i < TERM_COUNT; i++)
        take(&hit, SUBJECT_TERM, i, at, match_forms(glossary_terms[i].forms, text, at));
    for (int i = 0; i < POLICY_COUNT; i++)
        take(&hit, SUBJECT_SCHEME, i, at, match_forms(policy_infos[i].title, text, at));
    return hit;
}

/* No word begins within another, and none at the decimals of a number. */
static bool is_inside(const char *text, size_t at)
{
    bool decimals = at > 1 && is_digit(text[at]) && text[at - 1] == '.' && is_digit(text[at - 2]);
    return decimals || (at > 0 && is_letter(text[at]) && is_letter(text[at - 1]));
}

bool glossary_next(const char *text, size_t at, struct glossary_hit *hit)
{
    for (; text[at]; at++) {
        bool blank = text[at] == ' ' || ((unsigned char)text[at] & 0xC0) == 0x80;
        if (blank || is_inside(text, at))
            continue;
        *hit = hit_at(text, at);
        if (hit->length > 0)
            return true;
    }
    return false;
}

bool glossary_over(const char *text, size_t byte, struct glossary_hit *hit)
{
    struct glossary_hit best = {.length = 0};
    for (size_t at = 0; at <= byte && glossary_next(text, at, hit) && hit->at <= byte; at = hit->at + 1)
        if (byte < hit->at + hit->length && hit->length > best.length)
            best = *hit;
    *hit = best;
    return best.length > 0;
}

/* --- by name --- */

typedef int compare(const char *a, const char *b);

/* Is the word all of one of the forms? */
static bool is_form(const char *forms, const char *word, compare *same)
{
    char form[GLOSSARY_WORD];
    while (*forms) {
        size_t length = strcspn(forms, "|");
        text_print(form, sizeof form, "%.*s", (int)length, forms);
        if (same(form, word) == 0 || match_form(forms, length, word) == strlen(word))
            return true;
        forms += length + (forms[length] == '|');
    }
    return false;
}

static bool find_by(const char *word, compare *same, struct subject *subject)
{
    char form[GLOSSARY_WORD];
    for (int i = 0; i < TERM_COUNT; i++)
        if (is_form(glossary_terms[i].forms, word, same) ||
            same(first_form(glossary_terms[i].forms, form), word) == 0)
            return *subject = (struct subject){SUBJECT_TERM, i}, true;
    for (int i = 0; i < POLICY_COUNT; i++)
        if (same(policy_infos[i].title, word) == 0 || same(policy_infos[i].name, word) == 0)
            return *subject = (struct subject){SUBJECT_SCHEME, i}, true;
    for (int i = 0; i < KNOB_COUNT; i++)
        if (same(knob_infos[i].name, word) == 0 || same(knob_infos[i].symbol, word) == 0)
            return *subject = (struct subject){SUBJECT_KNOB, i}, true;
    for (int i = 0; i < METRIC_COUNT; i++)
        if (glossary_has_metric((enum metric)i) && same(meaning_of_metric((enum metric)i).title, word) == 0)
            return *subject = (struct subject){SUBJECT_METRIC, i}, true;
    for (int i = 0; i < PLACE_COUNT; i++)
        if (same(places[i].title, word) == 0)
            return *subject = (struct subject){SUBJECT_PLACE, i}, true;
    for (int i = 0; i < VIEW_COUNT; i++)
        if (same(view_names[i].name, word) == 0)
            return *subject = (struct subject){SUBJECT_VIEW, i}, true;
    return false;
}

bool glossary_find(const char *word, struct subject *subject)
{
    return *word && (find_by(word, strcmp, subject) || find_by(word, strcasecmp, subject));
}

bool glossary_nearest(const char *word, char out[GLOSSARY_WORD])
{
    enum { WORDS = TERM_COUNT + POLICY_COUNT + KNOB_COUNT };
    const char *names[WORDS];
    char words[TERM_COUNT][GLOSSARY_WORD];
    size_t n = 0;
    for (int i = 0; i < TERM_COUNT; i++)
        names[n++] = first_form(glossary_terms[i].forms, words[i]);
    for (int i = 0; i < POLICY_COUNT; i++)
        names[n++] = policy_infos[i].title;
    for (int i = 0; i < KNOB_COUNT; i++)
        names[n++] = knob_infos[i].symbol;
    const char *nearest = text_nearest(word, names, n);
    return nearest && text_copy(out, GLOSSARY_WORD, nearest);
}
