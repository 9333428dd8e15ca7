/* A line is words. One with <= or >= is a limit; goal=, seeds= and days= say themselves; every other one is a
 * knob to choose, alone or with values as `wattif sweep` takes them, or with both ends of a range. What
 * cannot be kept whatever is simulated is told here, before anything is. */
#include "tui/ask/advise.h"

#include "engine/answers/expression.h"
#include "engine/base/text.h"
#include "engine/explore/sweep.h"
#include "tui/explorer/choices.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 9, KEY = 96, NUMBER = 40 };

/* --- metrics and limits --- */

/* By its key, or as a sentence calls it ("late"). */
static bool read_metric(const struct advise_plan *plan, const char *name, struct aim *aim,
                        struct error *error)
{
    char(*keys)[KEY] = needed(calloc(METRIC_COUNT, sizeof *keys));
    const char *names[2 * METRIC_COUNT], *nearest = NULL;
    struct knob_ref knob;
    bool good = expression_names_metric(&plan->scenario, name, &aim->metric, &aim->part);
    for (int m = 0; m < METRIC_COUNT && !good; m++) {
        bool run = metric_scope_of((enum metric)m) == METRIC_OF_RUN;
        metric_key((enum metric)m, 0, keys[m], KEY);
        names[2 * m] = keys[m];
        names[2 * m + 1] = run ? metric_words_name((enum metric)m, KEY) : keys[m];
        if (run && strcmp(names[2 * m + 1], name) == 0) {
            *aim = (struct aim){(enum metric)m, 0};
            good = true;
        }
    }
    if (!good && knob_resolve(&plan->scenario, name, &knob, NULL))
        error_set(error, ERROR_INPUT, "", "%s is a knob; a goal and a limit are of a metric", name);
    else if (!good)
        nearest = text_nearest(name, names, sizeof names / sizeof *names);
    if (!good && !(error && error->kind))
        error_set(error, ERROR_INPUT, "", "no metric '%s'%s%s%s", TEXT_BRIEF(name),
                  nearest ? "; did you mean '" : "; docs/OUTPUT.md lists them", nearest ? nearest : "",
                  nearest ? "'?" : "");
    free(keys);
    return good;
}

/* Is it told in this run at all? Nobody knows while that is simulated. */
static bool is_measured(const struct explorer *explorer, struct aim aim, const char *name,
                        struct error *error)
{
    const struct result *result = explorer->results.current;
    struct metric_source source = {.summary = &result->recording->summary, .model = result->model};
    return !result_is_finished(result) || !isnan(metric_value(aim.metric, &source, aim.part)) ||
           error_set(error, ERROR_INPUT, "", "%s: nothing in this scenario has it", name);
}

/* "250", "250ms", "90%": in the unit of its key where none stands behind it. */
static bool read_number(const struct aim_limit *limit, const char *word, const char *text, double *value,
                        struct error *error)
{
    const enum metric_unit unit = metric_infos[limit->of.metric].unit;
    const char *symbol = metric_units[unit].symbol, *base = unit == UNIT_MG    ? "g"
                                                            : unit == UNIT_KWH ? "J"
                                                                               : symbol;
    char number[NUMBER];
    size_t n = strspn(text, "+-.0123456789");
    if ((text[n] == 'e' || text[n] == 'E') && strspn(text + n + 1, "+-0123456789") > 0)
        n += 1 + strspn(text + n + 1, "+-0123456789");
    text_print(number, sizeof number, "%.*s", (int)(n < NUMBER ? n : NUMBER - 1), text);
    if (!*text)
        return error_set(error, ERROR_INPUT, "", "%s: the number is missing, as in violations<=100", word);
    if (!text_to_number(number, value))
        return error_set(error, ERROR_INPUT, "", "%s: '%s' is no number", word, TEXT_BRIEF(text));
    if (text[n] && strcmp(text + n, base) != 0 && strcmp(text + n, symbol) != 0)
        return error_set(error, ERROR_INPUT, "",
                         *symbol ? "%s: it is in %s%s%s, not in '%s'"
                                 : "%s: it has no unit%.0s%.0s%.0s, not '%s'",
                         word, base, strcmp(base, symbol) ? " or " : "", strcmp(base, symbol) ? symbol : "",
                         TEXT_BRIEF(text + n));
    if (text[n] && (unit == UNIT_PERCENT_OF_1 || strcmp(text + n, base) != 0))
        *value /= metric_units[unit].factor;
    return true;
}

void aim_limit_text(const struct aim_limit *limit, char *out, size_t size)
{
    char key[KEY], number[NUMBER];
    metric_key(limit->of.metric, limit->of.part, key, sizeof key);
    text_from_number(limit->value, number, sizeof number);
    text_print(out, size, "%s%s%s", key, limit->least ? ">=" : "<=", number);
}

double aim_limit_excess(const struct aim_limit *limit, double value)
{
    double over = limit->least ? limit->value - value : value - limit->value;
    if (isnan(value))
        return 1;
    return over > 0 ? over / (limit->value != 0 ? fabs(limit->value) : 1) : 0;
}

/* What every run keeps anyway, or every run that keeps the scenario's own limits. */
static bool is_possible(const struct advise_plan *plan, const struct aim_limit *limit, struct error *error)
{
    static const struct aim_limit own[] = {{{METRIC_LIMITS_BROKEN, 0}, false, 0},
                                           {{METRIC_TRACE_ENDED, 0}, false, 0},
                                           {{METRIC_SLO_MET, 0}, true, 1},
                                           {{METRIC_WORST_OF_SLO, 0}, false, 1}};
    static const bool counts[UNITS] = {
        [UNIT_COUNT] = true, [UNIT_FLAG] = true, [UNIT_S] = true,   [UNIT_MS] = true, [UNIT_G] = true,
        [UNIT_MG] = true,    [UNIT_J] = true,    [UNIT_KWH] = true, [UNIT_W] = true};
    char text[KEY + NUMBER], other[KEY + NUMBER];
    aim_limit_text(limit, text, sizeof text);
    if (!limit->least && limit->value < 0 && counts[metric_infos[limit->of.metric].unit])
        return error_set(error, ERROR_INPUT, "", "%s: it is never below 0", text);
    for (size_t i = 0; i < plan->n_limits + sizeof own / sizeof *own; i++) {
        bool said = i < plan->n_limits;
        const struct aim_limit *than = said ? &plan->limits[i] : &own[i - plan->n_limits];
        bool against = than->of.metric == limit->of.metric && than->of.part == limit->of.part &&
                       than->least != limit->least &&
                       (limit->least ? limit->value > than->value : limit->value < than->value);
        if (!against || (!said && plan->scenario.n_edits > 0))
            continue;
        aim_limit_text(than, other, sizeof other);
        return error_set(error, ERROR_INPUT, "", "%s and %s%s cannot both be kept", text, other,
                         said ? "" : ", which the scenario's own limits ask for,");
    }
    return true;
}

/* `at`: where its sign is. */
static bool read_limit(const struct explorer *explorer, struct advise_plan *plan, const char *word,
                       const char *at, struct error *error)
{
    char name[KEY];
    struct aim_limit limit = {.least = *at == '>'};
    text_print(name, sizeof name, "%.*s", (int)(at - word), word);
    if (plan->n_limits == ADVISE_LIMITS)
        return error_set(error, ERROR_INPUT, "", "these are more than %d limits", ADVISE_LIMITS);
    if (at[1] != '=')
        return error_set(error, ERROR_INPUT, "", "%s: a limit is METRIC<=VALUE or METRIC>=VALUE", word);
    if (!read_metric(plan, name, &limit.of, error) || !is_measured(explorer, limit.of, name, error) ||
        !read_number(&limit, word, at + 2, &limit.value, error) || !is_possible(plan, &limit, error))
        return false;
    plan->limits[plan->n_limits++] = limit;
    return true;
}

/* --- knobs --- */

/* Every scheme of a layer; of a number so many values from one end to the other, and what it is now. */
static void fill_values(const struct explorer *explorer, struct advise_choice *choice, size_t most)
{
    struct knob_value next = choice->now;
    struct knob_slider slider = explorer_slider(explorer, choice->knob);
    bool number = knob_infos[choice->knob.id].type == TYPE_NUMBER;
    double rungs[CLOCKS_MAX];
    size_t n_rungs = explorer_rungs(explorer, choice->knob, rungs);
    choice->n = 0;
    choice->has_now = !number || (next.number >= choice->from && next.number <= choice->to);
    if (choice->has_now)
        choice->values[choice->n++] = next;
    for (int step = 1; !number && choice->n < most && explorer_step(explorer, choice->knob, step, &next);
         step++)
        choice->values[choice->n++] = next;
    size_t n = most - (most > 2 && choice->has_now);
    for (size_t i = 0; number && i < n && choice->n < most; i++) {
        double share = n > 1 ? (double)i / (double)(n - 1) : 0;
        next.number = choice->from + share * (choice->to - choice->from);
        if (slider.step > 0)
            next.number =
                slider.least + floor((next.number - slider.least) / slider.step + 0.5) * slider.step;
        if (n_rungs > 0)
            next.number = rungs[explorer_nearest_rung(rungs, n_rungs, next.number)];
        next.number = floor(next.number * 1e6 + 0.5) / 1e6;
        bool within = next.number >= choice->from - 1e-9 && next.number <= choice->to + 1e-9;
        if (within && !knob_equal(choice->knob, &next, &choice->now) &&
            !(choice->n > 0 && knob_equal(choice->knob, &next, &choice->values[choice->n - 1])) &&
            knob_check(&explorer->document.scenario, choice->knob, &next, NULL))
            choice->values[choice->n++] = next;
    }
}

static void open_choice(const struct explorer *explorer, struct knob_ref knob, struct advise_choice *choice)
{
    struct knob_slider slider = explorer_slider(explorer, knob);
    *choice = (struct advise_choice){.knob = knob,
                                     .open = true,
                                     .from = slider.least,
                                     .to = slider.most,
                                     .now = explorer_value(explorer, knob)};
}

/* The schemes of a layer that can run here, what it is now first. */
static void fill_schemes(const struct choice *schemes, size_t n, struct advise_choice *choice)
{
    choice->has_now = true;
    choice->values[choice->n++] = choice->now;
    for (size_t i = 0; i < n && choice->n < ADVISE_SETTINGS; i++)
        if (knob_same(schemes[i].knob, choice->knob) && !*schemes[i].fault &&
            !knob_equal(choice->knob, &schemes[i].value, &choice->now))
            choice->values[choice->n++] = schemes[i].value;
}

static void take_choice(const struct explorer *explorer, struct knob_ref knob, const struct choice *schemes,
                        size_t n_schemes, size_t most, struct advise_plan *plan)
{
    size_t room = ADVISE_SETTINGS;
    if (plan->n_choices == ADVISE_KNOBS)
        return;
    struct advise_choice *choice = &plan->choices[plan->n_choices];
    open_choice(explorer, knob, choice);
    if (knob_is_scheme(knob))
        fill_schemes(schemes, n_schemes, choice);
    else
        fill_values(explorer, choice, VALUES);
    for (size_t k = 0; k < plan->n_choices; k++)
        room = knob_same(plan->choices[k].knob, knob) ? 0 : room - (plan->choices[k].n - 1);
    plan->n_choices += choice->n > 1 && choice->n <= most && choice->n <= room;
}

/* What a layer could have instead where that is one scheme, then the levers, schemes before numbers, then the
 * schemes that a panel lists, as far as there is room to turn each alone: the same whatever a screen shows or
 * has in hand. Those before are turned together first. */
static void choose_knobs(const struct explorer *explorer, struct advise_plan *plan)
{
    const struct focus *focus = &explorer->focus;
    struct choice *schemes = needed(calloc(CHOICES_MAX, sizeof *schemes));
    size_t n = explorer_list_choices(explorer, schemes);
    for (size_t i = 0; i < n; i++)
        if (knob_is_scheme(schemes[i].knob))
            take_choice(explorer, schemes[i].knob, schemes, n, 2, plan);
    for (int i = 0; i < 3 * focus->n_knobs; i++) {
        struct knob_ref knob = focus->knobs[i % focus->n_knobs];
        bool lever = explorer_is_lever(explorer, knob), scheme = knob_is_scheme(knob);
        int rank = !lever ? 2 : !scheme;
        if (rank == i / focus->n_knobs && (lever || scheme) && knob_infos[knob.id].role == ROLE_CHOICE &&
            !explorer_is_controlled(explorer, knob))
            take_choice(explorer, knob, schemes, n, ADVISE_SETTINGS, plan);
    }
    free(schemes);
}

/* "0.6..1.4": true where it is a range. */
static bool read_range(const char *text, double *from, double *to)
{
    char first[NUMBER];
    const char *dots = strstr(text, "..");
    text_print(first, sizeof first, "%.*s", dots ? (int)(dots - text) : 0, text);
    return dots && text_to_number(first, from) && text_to_number(dots + 2, to);
}

/* As a sweep reads them, each checked there. */
static bool read_list(const struct advise_plan *plan, const char *word, struct advise_choice *choice,
                      struct error *error)
{
    struct sweep sweep;
    struct error inner = {0};
    if (!sweep_create(&sweep, &plan->scenario, 1, error))
        return false;
    bool good = sweep_vary(&sweep, word, &inner) ||
                error_set(error, inner.kind, "", "%s: %s", TEXT_BRIEF(word), inner.message);
    size_t n = good ? sweep.axes[0].n : 0;
    if (n > ADVISE_SETTINGS)
        good = error_set(error, ERROR_INPUT, "",
                         "%s: these are %zu values, of which at most %d can be tried; give fewer",
                         TEXT_BRIEF(word), n, ADVISE_SETTINGS);
    for (size_t i = 0; good && i < n; i++) {
        struct knob_value value;
        good = knob_parse(&plan->scenario, choice->knob, sweep.axes[0].values[i], &value, error);
        bool now = good && knob_equal(choice->knob, &value, &choice->now), twice = false;
        for (size_t k = 0; good && k < choice->n; k++)
            twice |= knob_equal(choice->knob, &value, &choice->values[k]);
        if (!good || twice)
            continue;
        if (now)
            memmove(choice->values + 1, choice->values, choice->n * sizeof value);
        choice->values[now ? 0 : choice->n] = value;
        choice->has_now |= now;
        choice->n++;
    }
    sweep_free(&sweep);
    return good;
}

/* Does anybody read it? A fleet is cut for any scheme. */
static bool is_read(const struct scenario *scenario, struct knob_ref knob, char *why, size_t size)
{
    return knob.id == KNOB_GPUS || knob_read_by(scenario, knob, why, size);
}

/* May it be chosen at all? */
static bool is_choice(const struct explorer *explorer, struct knob_ref knob, const char *name,
                      struct error *error)
{
    static const char *const whose[KNOB_ROLES] = {
        [ROLE_WORLD] = "what the world brings", [ROLE_DOUBT] = "what nobody knows"};
    const char *of = whose[knob_infos[knob.id].role];
    char why[200];
    if (of)
        return error_set(error, ERROR_INPUT, "",
                         "%s is %s and cannot be chosen; `wattif sweep` ranges over it", name, of);
    if (explorer_is_controlled(explorer, knob))
        return error_set(error, ERROR_INPUT, "", "%s is fixed by its controller; leave it out", name);
    return is_read(&explorer->document.scenario, knob, why, sizeof why) ||
           error_set(error, ERROR_INPUT, "", "%s changes nothing here: %s; leave it out", name, why);
}

static bool read_knob(const struct explorer *explorer, struct advise_plan *plan, const char *word,
                      struct error *error)
{
    char name[KNOB_NAME_SIZE];
    const char *equals = strchr(word, '='), *values = equals ? equals + 1 : NULL;
    struct advise_choice *choice = &plan->choices[plan->n_choices];
    struct error inner = {0};
    struct knob_ref knob;
    struct aim aim;
    text_print(name, sizeof name, "%.*s", equals ? (int)(equals - word) : (int)strlen(word), word);
    if (!knob_resolve(&plan->scenario, name, &knob, &inner))
        return expression_names_metric(&plan->scenario, name, &aim.metric, &aim.part)
                   ? error_set(error, ERROR_INPUT, "", "%s is a metric; a limit is %s<=VALUE or %s>=VALUE",
                               name, name, name)
                   : error_set(error, ERROR_INPUT, "", "%s", inner.message);
    if (plan->n_choices == ADVISE_KNOBS)
        return error_set(error, ERROR_INPUT, "", "these are more than %d knobs to choose", ADVISE_KNOBS);
    for (size_t k = 0; k < plan->n_choices; k++)
        if (knob_same(plan->choices[k].knob, knob))
            return error_set(error, ERROR_INPUT, "", "%s is given twice; give all its values at once", name);
    if (!is_choice(explorer, knob, name, error))
        return false;
    open_choice(explorer, knob, choice);
    if (values && read_range(values, &choice->from, &choice->to)) {
        struct knob_value end = {.number = choice->from};
        if (choice->from >= choice->to)
            return error_set(error, ERROR_INPUT, "", "%s: the range is empty; it goes up, as in %s=%s", word,
                             name, "0.6..1.4");
        if (knob_infos[knob.id].type != TYPE_NUMBER)
            return error_set(error, ERROR_INPUT, "", "%s: it has names, and no range; give them as in %s=A,B",
                             word, name);
        if (!knob_check(&plan->scenario, knob, &end, error))
            return false;
        end.number = choice->to;
        if (!knob_check(&plan->scenario, knob, &end, error))
            return false;
    } else if (values) {
        choice->open = false;
        if (!read_list(plan, word, choice, error))
            return false;
    }
    plan->n_choices++;
    return true;
}

/* Values for the knobs that none are said of. */
static bool fill_open(const struct explorer *explorer, struct advise_plan *plan, struct error *error)
{
    char name[KNOB_NAME_SIZE];
    for (size_t k = 0; k < plan->n_choices; k++) {
        struct advise_choice *choice = &plan->choices[k];
        if (!choice->open || choice->n > 0)
            continue;
        fill_values(explorer, choice, VALUES);
        knob_name(&plan->scenario, choice->knob, name, sizeof name);
        if (choice->n < 2 && choice->has_now)
            return error_set(error, ERROR_INPUT, "", "%s has no other value here; say which, as in %s=A,B",
                             name, name);
    }
    return true;
}

/* --- the settings --- */

/* Is every number that a setting turns read by the schemes that it has? */
static bool all_are_read(const struct advise_plan *plan, size_t setting)
{
    struct scenario scenario = {0};
    bool read = true, any = false;
    must_be(scenario_copy(&scenario, &plan->scenario));
    for (size_t k = 0; k < plan->n_choices; k++) {
        const struct knob_value *value = advise_value(plan, setting, k);
        struct error error = {0};
        if (!value || !knob_is_scheme(plan->choices[k].knob))
            continue;
        any = true;
        read = scenario_set_throughout(&scenario, plan->choices[k].knob, value, &error);
        must_not_lack(&error);
        if (!read) { /* what it is refused for is told of its run */
            scenario_free(&scenario);
            return true;
        }
    }
    for (size_t k = 0; k < plan->n_choices && any && read; k++)
        read = !advise_value(plan, setting, k) || knob_is_scheme(plan->choices[k].knob) ||
               is_read(&scenario, plan->choices[k].knob, NULL, 0);
    scenario_free(&scenario);
    return read;
}

/* The settings that turn these knobs and no other, the last counting fastest; false, and none of them, where
 * they have no room. */
static bool lay_block(struct advise_plan *plan, unsigned knobs, size_t most)
{
    size_t before = plan->n, product = 1;
    for (size_t k = 0; k < plan->n_choices; k++)
        product *= knobs >> k & 1 ? plan->choices[k].n - plan->choices[k].has_now : 1;
    for (size_t i = 0; i < product; i++) {
        if (plan->n == most || (i == 0 && product > ADVISE_SETTINGS * ADVISE_SETTINGS)) {
            plan->n = before;
            return false;
        }
        size_t rest = i;
        for (size_t k = plan->n_choices; k-- > 0;) {
            const struct advise_choice *choice = &plan->choices[k];
            size_t n = choice->n - choice->has_now;
            plan->at[plan->n][k] = ADVISE_AS_NOW;
            if (!(knobs >> k & 1))
                continue;
            plan->at[plan->n][k] = (uint8_t)(rest % n + choice->has_now);
            rest /= n;
        }
        plan->n += all_are_read(plan, plan->n);
    }
    return true;
}

static bool lay_out(struct advise_plan *plan, struct error *error)
{
    char name[KNOB_NAME_SIZE], product[200] = "";
    unsigned always = 0, all = 1U << plan->n_choices, *apart = needed(calloc(all, sizeof *apart));
    size_t n = 1;
    bool open = false;
    const struct advise_choice *widest = &plan->choices[0];
    for (size_t k = 0; k < plan->n_choices; k++) {
        const struct advise_choice *choice = &plan->choices[k];
        always |= (unsigned)!choice->has_now << k;
        open |= choice->open;
        n *= choice->n;
        widest = choice->n > widest->n ? choice : widest;
        text_append(product, sizeof product, "%s%zu", k > 0 ? " x " : "", choice->n);
    }
    memset(plan->at, ADVISE_AS_NOW, sizeof plan->at);
    plan->n = 1;
    for (int turned = 1; turned <= (int)plan->n_choices; turned++)
        for (unsigned knobs = 1; knobs < all; knobs++) {
            /* What has no room with fewer knobs has none with more. */
            bool fits = __builtin_popcount(knobs) == turned && (knobs & always) == always;
            for (size_t i = 0; fits && i < plan->n_apart; i++)
                fits = (knobs & apart[i]) != apart[i];
            if (fits && !lay_block(plan, knobs, ADVISE_SETTINGS + (always != 0)))
                apart[plan->n_apart++] = knobs;
        }
    bool whole = plan->n_apart == 0 || (open && __builtin_popcount(apart[0]) > 1);
    free(apart);
    knob_name(&plan->scenario, widest->knob, name, sizeof name);
    return whole ||
           error_set(error, ERROR_INPUT, "",
                     "%s = %zu settings, of which at most %d can be tried: leave out a knob, or values of %s",
                     product, n, ADVISE_SETTINGS, name);
}

/* --- the line --- */

/* The own start, and so many others evenly spread over the trace. */
static bool choose_days(const struct explorer *explorer, struct advise_plan *plan, struct error *error)
{
    size_t wanted = plan->n_days;
    struct starts *starts = needed(calloc(1, sizeof *starts));
    bool good = wanted < 2 || explorer_list_starts(explorer, &plan->scenario, (int)wanted, starts, error);
    plan->starts[0] = plan->scenario.start_s;
    plan->n_days = 1;
    for (int i = 0; good && i < starts->n && plan->n_days < wanted; i++)
        if (starts->at_s[i] != plan->scenario.start_s)
            plan->starts[plan->n_days++] = starts->at_s[i];
    if (good && plan->n_days < wanted)
        good = error_set(error, ERROR_INPUT, "", "the trace has %zu days to start on, not %zu", plan->n_days,
                         wanted);
    free(starts);
    return good;
}

/* "seeds=5": true where it is that word; `good`: and it is a number that it takes. */
static bool read_count(const char *word, const char *name, size_t most, size_t *count, bool *good,
                       struct error *error)
{
    int64_t number = 0;
    size_t n = strlen(name);
    if (strncmp(word, name, n) != 0 || word[n] != '=')
        return false;
    *good = (text_to_int64(word + n + 1, &number) && number >= 1 && number <= (int64_t)most) ||
            error_set(error, ERROR_INPUT, "", "%s: it takes a whole number from 1 to %zu", word, most);
    *count = (size_t)number;
    return true;
}

static bool read_word(const struct explorer *explorer, struct advise_plan *plan, const char *word,
                      struct error *error)
{
    bool good = true;
    const char *sign = strpbrk(word, "<>");
    if (sign)
        return read_limit(explorer, plan, word, sign, error);
    if (read_count(word, "seeds", SEEDING_MAX, &plan->seeds, &good, error) ||
        read_count(word, "days", ADVISE_DAYS, &plan->n_days, &good, error))
        return good;
    if (strncmp(word, "goal=", 5) != 0)
        return read_knob(explorer, plan, word, error);
    if (plan->has_goal)
        return error_set(error, ERROR_INPUT, "", "there is one goal; what else matters is a limit");
    plan->has_goal = true;
    return read_metric(plan, word + 5, &plan->goal, error) &&
           is_measured(explorer, plan->goal, word + 5, error);
}

bool advise_read(const struct explorer *explorer, const char *line, struct advise_plan *plan,
                 struct error *error)
{
    char copy[ASK_ARGUMENT], *rest = copy;
    if (!scenario_copy(&plan->scenario, &explorer->document.scenario))
        return error_no_memory(error);
    bool good = text_copy(copy, sizeof copy, line) ||
                error_set(error, ERROR_INPUT, "", "it takes at most %d letters", ASK_ARGUMENT - 1);
    for (const char *word; good && (word = strtok_r(rest, " ", &rest));)
        good = read_word(explorer, plan, word, error);
    if (good && plan->n_choices == 0)
        choose_knobs(explorer, plan);
    if (good && plan->n_choices == 0)
        good = error_set(error, ERROR_INPUT, "",
                         "nothing can be chosen here: every knob is what the world brings, or not known");
    good = good && fill_open(explorer, plan, error) && lay_out(plan, error) &&
           choose_days(explorer, plan, error);
    if (!good)
        scenario_free(&plan->scenario);
    return good;
}

void advise_write(const struct advise_plan *plan, struct aim goal, char *out, size_t size)
{
    char name[KNOB_NAME_SIZE];
    metric_key(goal.metric, goal.part, name, sizeof name);
    text_print(out, size, "goal=%s", name);
    for (size_t k = 0; k < plan->n_choices; k++) {
        const struct advise_choice *choice = &plan->choices[k];
        knob_name(&plan->scenario, choice->knob, name, sizeof name);
        text_append(out, size, " %s", name);
        if (knob_infos[choice->knob.id].type == TYPE_NUMBER)
            text_append(out, size, "=%g..%g", choice->from, choice->to);
    }
    text_append(out, size, " seeds=%zu", plan->seeds ? plan->seeds : SEEDING_STEP);
}

/* --- a setting --- */

const struct knob_value *advise_value(const struct advise_plan *plan, size_t setting, size_t choice)
{
    uint8_t at = plan->at[setting][choice];
    return at == ADVISE_AS_NOW ? NULL : &plan->choices[choice].values[at];
}

const char *aim_name(const struct advise_plan *plan, struct aim aim, struct arena *arena)
{
    const struct metric_info *info = &metric_infos[aim.metric];
    const char *name = metric_words_name(aim.metric, 40), *label = metric_groups[info->group].label;
    enum metric_scope scope = metric_scope_of(aim.metric);
    const struct fleet *fleet = &plan->scenario.fleets[plan->scenario.fleet];
    if (scope != METRIC_OF_RUN)
        label = scope == METRIC_OF_APP ? plan->scenario.apps[aim.part].name : fleet->gpus[aim.part].name;
    bool bare = strcmp(label, name) == 0 || info->group == METRIC_GROUP_RUN ||
                aim.metric == METRIC_CARBON_PER_REQUEST || info->group == METRIC_GROUP_FAIRNESS ||
                aim.metric == METRIC_TEMP_MAX;
    return bare ? name : text(arena, "%s %s", label, name);
}
