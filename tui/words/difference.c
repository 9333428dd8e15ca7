/* Steps of scenario_diff, in words. */
#include "tui/words/difference.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/scenario.h"
#include "tui/words/format.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

/* A value with its unit, but for "x": "300 ms", "9.80 %", "2022-07-14 19:00 UTC". */
static void format_value(struct knob_ref knob, const struct knob_value *value, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[knob.id];
    bool word = info->type == TYPE_NUMBER && strcmp(info->unit, "x") != 0 &&
                (isalpha((unsigned char)*info->unit) || *info->unit == '%');
    char text[64];
    knob_format(knob, value, text, sizeof text);
    if (info->type == TYPE_TIME && isfinite(value->number)) {
        struct civil at = civil_from_unix((int64_t)value->number);
        snprintf(out, size, "%04d-%02d-%02d %02d:%02d UTC", at.year, at.month, at.day, at.hour, at.minute);
        return;
    }
    bool none = info->zero && value->number == 0, counts = !isnan(value->number) && !none;
    if (none)
        snprintf(text, sizeof text, "%s", info->zero);
    else if (info->type == TYPE_NUMBER && info->step < 1)
        snprintf(text, sizeof text, "%.2f", value->number);
    snprintf(out, size, "%s%s%s", text, word && counts ? " " : "", word && counts ? info->unit : "");
}

/* "1g:images/b3,1g:images/b3,2g:-" as "2×1g b3, 2g empty"; the app only where there are several. */
static void format_cut(const struct scenario *scenario, const char *text, char *out, size_t size)
{
    size_t used = 0, length, times;
    out[0] = 0;
    for (const char *at = text; *at && used < size; at += length + (at[length] == ',')) {
        length = strcspn(at, ",");
        for (times = 1; at[length] == ',' && strncmp(at, at + length + 1, length) == 0 &&
                        strchr(",", at[2 * length + 1]);
             times++)
            at += length + 1;
        const char *colon = memchr(at, ':', length), *slash = memchr(at, '/', length), *name = slash;
        if (!slash || scenario->n_apps > 1)
            name = colon;
        int slice_w = (int)((colon ? colon : at + length) - at);
        int name_w = name ? (int)(at + length - name) - 1 : 0;
        bool empty = name && name_w == 1 && name[1] == '-';
        used += (size_t)snprintf(out + used, size - used, "%s", used ? ", " : "");
        if (times > 1 && used < size)
            used += (size_t)snprintf(out + used, size - used, "%zu×", times);
        if (used < size)
            used += (size_t)snprintf(out + used, size - used, "%.*s%s%.*s", slice_w, at, name ? " " : "",
                                     empty ? 5 : name_w,
                                     empty  ? "empty"
                                     : name ? name + 1
                                            : "");
    }
}

void difference_knob(const struct scenario *scenario, struct knob_ref knob, char *out, size_t size)
{
    char name[KNOB_NAME_SIZE];
    knob_name(scenario, knob, name, sizeof name);
    const char *target = strchr(name, '.');
    if (knob_is_scheme(knob)) { /* "policy.route.vision" */
        target = target ? strchr(target + 1, '.') : NULL;
        text_print(out, size, "%s%s%s", layer_names[knob.layer], target ? " of " : "",
                   target ? target + 1 : "");
        return;
    }
    const char *tail = knob_infos[knob.id].tail;
    if (tail) /* ".high", which the symbol says */
        name[strlen(name) - strlen(tail) - 1] = '\0';
    text_print(out, size, "%s%s%s", knob_infos[knob.id].symbol, target ? " " : "",
               target ? format_app(FORMAT_ROOM, target + 1) : "");
}

void difference_value(const struct scenario *scenario, struct knob_ref knob, const struct knob_value *value,
                      char *out, size_t size)
{
    char text[96], name[96];
    if (knob_is_scheme(knob)) {
        enum policy_id policy = policy_find((enum layer)knob.layer, value->text);
        text_print(out, size, "%s", policy == POLICY_COUNT ? value->text : policy_infos[policy].title);
        return;
    }
    if (knob_is_layout(knob)) {
        knob_name(scenario, knob, name, sizeof name);
        format_cut(scenario, value->text, text, sizeof text);
        text_print(out, size, "%s cut %s", strchr(name, '.') ? strchr(name, '.') + 1 : name, text);
        return;
    }
    knob_name(scenario, knob, name, sizeof name);
    if (knob.id == KNOB_POD) { /* "ssd/1 to gpu02" */
        text_print(out, size, "%s to %.*s", strchr(name, '.') + 1, (int)strcspn(value->text, ":"),
                   value->text);
        return;
    }
    format_value(knob, value, text, sizeof text);
    difference_knob(scenario, knob, name, sizeof name);
    text_print(out, size, "%s %s", name, text);
}

int difference_list(const struct scenario *from, const struct scenario *to, const struct carbon_trace *trace,
                    char (*lines)[DIFFERENCE_SIZE], int max)
{
    struct scenario_diff diff;
    if (!scenario_diff_make(&diff, from, to))
        return -1;
    int n = diff.n;
    for (int i = 0; i < n && i < max; i++) {
        /* "CIT 0.80 from 14:30", "without CIT 0.80 from the start". */
        const struct scenario *of = diff.steps[i].kind == STEP_EDIT_GONE ? from : to;
        const struct scenario_step *step = &diff.steps[i];
        char what[80], clock[FORMAT_SIZE] = "the start";
        int64_t t_s = of->start_s + step->t_ns / NS_PER_S;
        int32_t offset_s = trace ? carbon_trace_offset(trace, t_s) : 0;
        difference_value(of, step->knob, &step->value, what, sizeof what);
        if (step->kind != STEP_SET)
            format_clock(clock, t_s, offset_s, step->t_ns / NS_PER_S % 60 != 0);
        text_print(lines[i], DIFFERENCE_SIZE, "%s%s from %s", step->kind == STEP_EDIT_GONE ? "without " : "",
                   what, clock);
    }
    scenario_diff_free(&diff);
    return n;
}

static void append(char *out, size_t size, const char *separator, const char *text)
{
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%s", used ? separator : "", text);
}

void difference_inputs(const struct saved_run *run, char *out, size_t size)
{
    static const char engine[] = "engine ";
    size_t most = sizeof run->changed / sizeof *run->changed, inputs = 0;
    const char *made_by = NULL;
    out[0] = 0;
    for (size_t i = 0; i < run->n_changed && i < most; i++) {
        if (strncmp(run->changed[i], engine, sizeof engine - 1) == 0) {
            made_by = run->changed[i];
            continue;
        }
        append(out, size, ", ", run->changed[i]);
        inputs++;
    }
    if (run->n_changed > most)
        append(out, size, ", ", "and more");
    if (inputs > 0)
        append(out, size, " ",
               inputs == 1 ? "has changed since; it opens with the version that it was saved with"
                           : "have changed since; it opens with the versions that it was saved with");
    if (made_by) {
        append(out, size, "; ", "made by ");
        append(out, size, "", made_by);
    }
}

const char *difference_rest(const char *text, const char *other)
{
    const char *rest = text;
    for (size_t i = 0; text[i] && text[i] == other[i]; i++)
        if (text[i] == ' ')
            rest = text + i + 1;
    return rest;
}

/* --- as a command line --- */

/* Options are worked out knob by knob, applied to a copy of the base, and the copy is compared field by
 * field: a line is never shown that does not give the scenario. */

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
