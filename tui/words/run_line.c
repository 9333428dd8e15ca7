/* Options are worked out knob by knob, applied to a copy of the base, and the copy is compared field by
 * field: a line is never shown that does not give the scenario. */
#include "tui/words/run_line.h"

#include "engine/base/text.h"
#include "engine/base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SIZE = KNOB_TEXT_SIZE + 128, INDENT = 4 };

/* --- from one to the other --- */

struct sets {
    const struct scenario *scenario;
    struct scenario *reached; /* the base with the sets so far */
    struct run_line_set *sets;
    int n;
};

static bool same_arrivals(const struct scenario *a, const struct scenario *b)
{
    bool same = a->n_apps == b->n_apps;
    for (int i = 0; same && i < a->n_apps; i++)
        same = a->apps[i].arrivals.kind == b->apps[i].arrivals.kind;
    return same;
}

static void try_set(struct sets *sets, struct knob_ref knob)
{
    if (!knob_exists(sets->reached, knob) || !knob_exists(sets->scenario, knob))
        return;
    struct knob_value now = knob_get(sets->reached, knob), wanted = knob_get(sets->scenario, knob);
    bool same = knob.id == KNOB_ARRIVALS ? same_arrivals(sets->reached, sets->scenario)
                                         : knob_equal(knob, &now, &wanted);
    if (!same && sets->n < RUN_LINE_SETS && knob_set(sets->reached, knob, &wanted, NULL))
        sets->sets[sets->n++] = (struct run_line_set){knob, wanted};
}

static bool visit_knob(void *context, struct knob_ref knob)
{
    if (!knob_is_scheme(knob) && knob.id != KNOB_FLEET)
        try_set(context, knob);
    return true;
}

/* The schemes first, for each may take a fleet along; then the fleet if it is another one still. */
static int list_sets(struct scenario *reached, const struct scenario *scenario, struct run_line_set *into)
{
    struct sets sets = {.scenario = scenario, .reached = reached, .sets = into};
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        try_set(&sets, knob_of_layer((enum layer)layer));
    try_set(&sets, knob_of_run(KNOB_FLEET));
    knob_each(scenario, visit_knob, &sets);
    knob_each(reached, visit_knob, &sets); /* those that the base alone lists */
    return sets.n;
}

int run_line_sets(const struct scenario *base, const struct scenario *scenario, struct run_line_set *sets)
{
    struct scenario reached;
    if (!scenario_copy(&reached, base))
        return 0;
    int n = list_sets(&reached, scenario, sets);
    scenario_free(&reached);
    return n;
}

void run_line_time(int64_t t_ns, char *out, size_t size)
{
    int64_t s = t_ns / NS_PER_S, rest_ns = t_ns % NS_PER_S, h = s / 3600, m = s / 60 % 60;
    char hours[24] = "", minutes[8] = "", seconds[8] = "", ms[8] = "";
    if (t_ns == 0 || rest_ns % NS_PER_MS) {
        snprintf(out, size, "%lld.%09lld", (long long)s, (long long)rest_ns);
        for (char *end = out + strlen(out) - 1; *end == '0' || *end == '.'; end--) {
            bool point = *end == '.';
            *end = 0;
            if (point)
                break;
        }
        return;
    }
    if (h)
        snprintf(hours, sizeof hours, "%lldh", (long long)h);
    if (m)
        snprintf(minutes, sizeof minutes, "%dm", (int)m);
    if (s % 60)
        snprintf(seconds, sizeof seconds, "%ds", (int)(s % 60));
    if (rest_ns)
        snprintf(ms, sizeof ms, "%dms", (int)(rest_ns / NS_PER_MS));
    snprintf(out, size, "%s%s%s%s", hours, minutes, seconds, ms);
}

static bool out_of_memory(struct error *error)
{
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
}

void run_line_free(struct run_line *line)
{
    free(line->parts);
    *line = (struct run_line){0};
}

bool run_line_add(struct run_line *line, const char *option, const char *value)
{
    if (line->n == line->size) {
        int size = line->size ? 2 * line->size : 16;
        struct run_line_part *parts = realloc(line->parts, (size_t)size * sizeof *parts);
        if (!parts)
            return false;
        line->parts = parts;
        line->size = size;
    }
    struct run_line_part *part = &line->parts[line->n];
    part->option = option;
    if (!text_copy(part->value, sizeof part->value, value))
        return false;
    line->n++;
    return true;
}

static bool add_set(struct run_line *line, const struct scenario *scenario, const struct run_line_set *set)
{
    char name[96], value[KNOB_TEXT_SIZE], text[VALUE_SIZE];
    knob_name(scenario, set->knob, name, sizeof name);
    knob_format(set->knob, &set->value, value, sizeof value);
    bool layer = set->knob.scope == SCOPE_LAYER;
    snprintf(text, sizeof text, "%s=%s", layer ? layer_names[set->knob.layer] : name, value);
    return run_line_add(line, layer ? "--policy" : "--set", text);
}

static bool add_seed(struct run_line *line, struct scenario *reached, const struct scenario *scenario)
{
    char text[24];
    if (reached->seed == scenario->seed)
        return true;
    reached->seed = scenario->seed;
    snprintf(text, sizeof text, "%llu", (unsigned long long)scenario->seed);
    return run_line_add(line, "--seed", text);
}

static bool has_edit(const struct scenario *scenario, const struct edit *wanted)
{
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        if (edit->t_ns == wanted->t_ns && knob_same(edit->knob, wanted->knob) &&
            knob_equal(edit->knob, &edit->value, &wanted->value))
            return true;
    }
    return false;
}

/* Applies what it writes, read back from its text, so that a time or a number that did not survive shows. */
static bool add_edits(struct run_line *line, struct scenario *reached, const struct scenario *scenario,
                      struct error *error)
{
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        char time[32], name[96], value[KNOB_TEXT_SIZE], text[VALUE_SIZE];
        if (has_edit(reached, edit))
            continue;
        run_line_time(edit->t_ns, time, sizeof time);
        knob_name(scenario, edit->knob, name, sizeof name);
        knob_format(edit->knob, &edit->value, value, sizeof value);
        snprintf(text, sizeof text, "%s:%s=%s", time, name, value);
        if (!scenario_apply_at(reached, text, error))
            return false;
        if (!run_line_add(line, "--at", text))
            return out_of_memory(error);
    }
    return true;
}

static bool add_changes(struct run_line *line, struct scenario *reached, const struct scenario *scenario,
                        struct error *error)
{
    struct run_line_set sets[RUN_LINE_SETS];
    int n = list_sets(reached, scenario, sets);
    for (int i = 0; i < n; i++)
        if (!add_set(line, scenario, &sets[i]))
            return out_of_memory(error);
    if (!add_seed(line, reached, scenario))
        return out_of_memory(error);
    if (!add_edits(line, reached, scenario, error))
        return false;
    const char *what = scenario_difference(reached, scenario);
    if (!what)
        return true;
    if (strcmp(what, "the edits") == 0)
        return error_set(error, ERROR_INPUT, NULL,
                         "an edit of it is gone or has moved, and options only add edits");
    return error_set(error, ERROR_INPUT, NULL, "no option changes %s as it was changed", what);
}

bool run_line_add_changes(struct run_line *line, const struct scenario *base, const struct scenario *scenario,
                          struct error *error)
{
    struct scenario reached;
    int before = line->n;
    if (!scenario_copy(&reached, base))
        return out_of_memory(error);
    bool ok = add_changes(line, &reached, scenario, error);
    if (!ok)
        line->n = before;
    scenario_free(&reached);
    return ok;
}

/* --- as text --- */

static bool is_plain(const char *word)
{
    return *word &&
           strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=+,@%") ==
               strlen(word);
}

/* In single quotes where a shell would see more than the word. */
static void put_word(FILE *out, const char *word)
{
    if (is_plain(word)) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    }
    fputc('\'', out);
}

/* Bytes that the part takes at most, for breaking. */
static int part_width(const struct run_line_part *part)
{
    int width = (int)(strlen(part->option) + strlen(part->value)) + (*part->option ? 1 : 0);
    return width + (is_plain(part->value) ? 0 : 2);
}

char *run_line_text(const struct run_line *line, int width)
{
    char *text = NULL;
    size_t size = 0;
    int used = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (int i = 0; i < line->n; i++) {
        const struct run_line_part *part = &line->parts[i];
        int wide = part_width(part);
        bool full = width > 0 && used > 0 && used + 1 + wide + 2 > width;
        if (full)
            fprintf(out, " \\\n%*s", INDENT, "");
        else if (i > 0)
            fputc(' ', out);
        used = full ? INDENT + wide : used + (i > 0) + wide;
        fprintf(out, "%s%s", part->option, *part->option && *part->value ? " " : "");
        if (*part->value || !*part->option)
            put_word(out, part->value);
    }
    bool ok = !ferror(out);
    if (fclose(out) == 0 && ok)
        return text;
    free(text);
    return NULL;
}
