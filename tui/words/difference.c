/* Knobs are compared by their names, so the two scenarios need not list their apps alike. */
#include "tui/words/difference.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct listing {
    const struct scenario *from, *to;
    const struct carbon_trace *trace;
    char (*lines)[DIFFERENCE_SIZE];
    int max, n;
    bool policy_changed; /* the fleet then follows from it */
};

/* A value with its unit, where that is a word: "300 ms", "2022-07-14 19:00 UTC". */
static void format_value(struct knob_ref knob, const struct knob_value *value, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[knob.id];
    bool word =
        info->type == TYPE_NUMBER && isalpha((unsigned char)*info->unit) && strcmp(info->unit, "x") != 0;
    char text[64];
    knob_format(knob, value, text, sizeof text);
    if (info->type == TYPE_TIME && isfinite(value->number)) {
        struct civil at = civil_from_unix((int64_t)value->number);
        snprintf(out, size, "%04d-%02d-%02d %02d:%02d UTC", at.year, at.month, at.day, at.hour, at.minute);
        return;
    }
    if (info->type == TYPE_NUMBER && info->step < 1)
        snprintf(text, sizeof text, "%.2f", value->number);
    snprintf(out, size, "%s%s%s", text, word && !isnan(value->number) ? " " : "",
             word && !isnan(value->number) ? info->unit : "");
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

void difference_value(const struct scenario *scenario, struct knob_ref knob, const struct knob_value *value,
                      char *out, size_t size)
{
    char text[96], name[96], app[FORMAT_SIZE];
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
    format_value(knob, value, text, sizeof text);
    knob_name(scenario, knob, name, sizeof name);
    const char *target = strchr(name, '.');
    text_print(out, size, "%s%s%s %s", knob_infos[knob.id].symbol, target ? " " : "",
               target ? format_app(app, target + 1) : "", text);
}

static void add_line(struct listing *listing, const char *before, const char *what, const char *when)
{
    if (listing->n < listing->max)
        text_print(listing->lines[listing->n], DIFFERENCE_SIZE, "%s%s from %s", before, what, when);
    listing->n++;
}

static void add_edit(struct listing *listing, const struct scenario *scenario, const struct edit *edit,
                     const char *before)
{
    char what[80], clock[FORMAT_SIZE];
    int64_t t_s = scenario->start_s + edit->t_ns / NS_PER_S;
    int32_t offset_s = listing->trace ? carbon_trace_offset(listing->trace, t_s) : 0;
    difference_value(scenario, edit->knob, &edit->value, what, sizeof what);
    add_line(listing, before, what, format_clock(clock, t_s, offset_s, edit->t_ns / NS_PER_S % 60 != 0));
}

static bool visit_knob(void *context, struct knob_ref knob)
{
    struct listing *listing = context;
    struct knob_ref was;
    char name[96], what[80];
    knob_name(listing->to, knob, name, sizeof name);
    struct knob_value after = knob_get(listing->to, knob);
    if (knob_resolve(listing->from, name, &was, NULL)) {
        struct knob_value before = knob_get(listing->from, was);
        if (knob_equal(knob, &before, &after))
            return true;
    }
    if (knob.id == KNOB_FLEET && listing->policy_changed)
        return true;
    difference_value(listing->to, knob, &after, what, sizeof what);
    add_line(listing, "", what, "the start");
    return true;
}

/* An edit of the same knob at the same time, or NULL. */
static const struct edit *find_edit(const struct scenario *in, const struct scenario *of,
                                    const struct edit *edit)
{
    char wanted[96], name[96];
    knob_name(of, edit->knob, wanted, sizeof wanted);
    for (int i = 0; i < in->n_edits; i++) {
        if (in->edits[i].t_ns != edit->t_ns)
            continue;
        knob_name(in, in->edits[i].knob, name, sizeof name);
        if (strcmp(name, wanted) == 0)
            return &in->edits[i];
    }
    return NULL;
}

int difference_list(const struct scenario *from, const struct scenario *to, const struct carbon_trace *trace,
                    char (*lines)[DIFFERENCE_SIZE], int max)
{
    struct listing listing = {.from = from, .to = to, .trace = trace, .lines = lines, .max = max};
    listing.policy_changed = from->policy[LAYER_ROUTE] != to->policy[LAYER_ROUTE];
    knob_each(to, visit_knob, &listing);
    for (int i = 0; i < to->n_edits; i++) {
        const struct edit *was = find_edit(from, to, &to->edits[i]);
        if (!was || !knob_equal(was->knob, &was->value, &to->edits[i].value))
            add_edit(&listing, to, &to->edits[i], "");
    }
    for (int i = 0; i < from->n_edits; i++)
        if (!find_edit(to, from, &from->edits[i]))
            add_edit(&listing, from, &from->edits[i], "without ");
    return listing.n;
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
