/* Options are worked out knob by knob, applied to a copy of the base, and the copy is compared field by
 * field: a line is never shown that does not give the scenario. */
#include "tui/words/run_line.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SIZE = KNOB_TEXT_SIZE + 128, INDENT = 4 };

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

/* --- from one to the other --- */

static bool add_seed(struct run_line *line, struct scenario *reached, const struct scenario *scenario)
{
    char text[24];
    if (reached->seed == scenario->seed)
        return true;
    reached->seed = scenario->seed;
    snprintf(text, sizeof text, "%llu", (unsigned long long)scenario->seed);
    return run_line_add(line, "--seed", text);
}

static bool add_steps(struct run_line *line, struct scenario *reached, const struct scenario *scenario,
                      const struct scenario_diff *diff, struct error *error)
{
    bool ok = true;
    for (int i = 0; ok && i < diff->n; i++) {
        const struct scenario_step *step = &diff->steps[i];
        if (step->kind != STEP_SET)
            continue;
        char name[96], value[KNOB_TEXT_SIZE], text[VALUE_SIZE];
        knob_name(scenario, step->knob, name, sizeof name);
        knob_format(step->knob, &step->value, value, sizeof value);
        bool scheme = knob_is_scheme(step->knob);
        snprintf(text, sizeof text, "%s=%s", scheme ? strchr(name, '.') + 1 : name, value);
        ok = run_line_add(line, scheme ? "--policy" : "--set", text);
        knob_begin(reached, step->knob, &step->value, NULL);
    }
    if (!ok || !add_seed(line, reached, scenario))
        return out_of_memory(error);
    for (int i = 0; ok && i < diff->n; i++)
        if (diff->steps[i].kind == STEP_EDIT) {
            /* Applies what it writes, read back from its text, so that a time or a number that did not
             * survive shows. */
            const struct scenario_step *step = &diff->steps[i];
            char time[32], name[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE], text[VALUE_SIZE];
            run_line_time(step->t_ns, time, sizeof time);
            knob_name(scenario, step->knob, name, sizeof name);
            knob_format(step->knob, &step->value, value, sizeof value);
            snprintf(text, sizeof text, "%s:%s=%s", time, name, value);
            ok = scenario_apply_at(reached, text, error) &&
                 (run_line_add(line, "--at", text) || out_of_memory(error));
        }
    return ok;
}

static bool add_changes(struct run_line *line, struct scenario *reached, const struct scenario *scenario,
                        struct error *error)
{
    struct scenario_diff diff;
    if (!scenario_diff_make(&diff, reached, scenario))
        return out_of_memory(error);
    bool ok = add_steps(line, reached, scenario, &diff, error);
    scenario_diff_free(&diff);
    const char *what = ok ? scenario_difference(reached, scenario) : NULL;
    if (!what)
        return ok;
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
