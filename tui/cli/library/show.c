/* `wattif show`: scenarios, runs, knobs, policies and terms here, the library in show_library.c. */
#include "tui/cli/library/show.h"

#include "tui/cli/kinds.h"
#include "tui/cli/library/lessons.h"
#include "tui/cli/run/run_report.h"
#include "tui/words/glossary.h"
#include "tui/words/print.h"

#include "engine/base/text.h"
#include "engine/model/knob.h"
#include "engine/model/policy_table.h"
#include "store/json/scenario_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int show_scenario(struct invocation *invocation, struct store *store, const char *name)
{
    (void)store;
    struct scenario scenario;
    int status = invocation_scenario(invocation, name, &scenario, NULL);
    if (status != EXIT_DONE)
        return status;
    char *text = scenario_to_text(&scenario);
    if (text)
        fputs(text, stdout);
    else
        status = report_no_memory();
    free(text);
    scenario_free(&scenario);
    return status;
}

static int show_run(struct invocation *invocation, struct store *store, const char *name)
{
    struct error error = {0};
    struct saved_run *run = store_load_run(store, name, &error);
    if (!run || !store_pin_run(store, name, &error)) {
        saved_run_free(run);
        return report_error(&error);
    }
    const struct catalog *catalog = store_catalog(store);
    struct error ignored = {0};
    struct model *model = model_create(&run->scenario, catalog, &ignored);
    const struct carbon_trace *trace = catalog->trace(catalog->context, run->scenario.trace, &error);
    if ((!trace && error.kind != ERROR_INPUT) || (!model && ignored.kind != ERROR_INPUT)) {
        model_release(model);
        saved_run_free(run);
        return report_error(!trace && error.kind != ERROR_INPUT ? &error : &ignored);
    }
    struct run_report report = {.scenario = &run->scenario,
                                .summary = &run->recording->summary,
                                .model = model,
                                .recording = run->recording,
                                .trace = trace,
                                .ascii = invocation_ascii(invocation)};
    bool ok = run_report_print(&report, stdout);
    print(stdout, "\n");
    print_line(stdout, "  saved as '%s' at %s by wattif %s", run->name, run->saved_at, run->engine_version);
    for (size_t i = 0; i < run->n_changed && i < sizeof run->changed / sizeof run->changed[0]; i++)
        print_line(stdout, "  changed since: %s", run->changed[i]);
    if (model)
        model_release(model);
    saved_run_free(run);
    return ok ? EXIT_DONE : report_no_memory();
}

static void print_number_knob(const struct knob_info *knob)
{
    print(stdout, "range    %g to %g%s%s\nslider   %g to %g by %g\n", knob->min, knob->max,
          knob->unit[0] ? " " : "", knob->unit, knob->slider_min, knob->slider_max, knob->step);
    if (!isnan(knob->initial))
        print(stdout, "default  %g\n", knob->initial);
}

static int show_knob(struct invocation *invocation, struct store *store, const char *name)
{
    (void)invocation, (void)store;
    const char *names[KNOB_COUNT];
    size_t n = strcspn(name, ".");
    for (int id = 0; id < KNOB_COUNT; id++) {
        const struct knob_info *knob = &knob_infos[id];
        char suffix[16];
        names[id] = knob->name;
        if (strlen(knob->name) != n || strncmp(knob->name, name, n) != 0)
            continue;
        print(stdout, "knob     ");
        for (int k = 0; knob_suffix((enum knob_id)id, k, suffix, sizeof suffix); k++)
            print(stdout, "%s%s%s", k ? ", " : "", knob->name, suffix);
        print(stdout, "\n%s\n", knob->help);
        if (knob->type == TYPE_NUMBER)
            print_number_knob(knob);
        print(stdout, "when     %s\nlayer    %s\nrole     %s%s\n",
              knob->when == WHEN_LIVE ? "live: --set, or --at in mid-run" : "start: --set only", knob->group,
              knob_role_names[knob->role], knob->changes_work ? "; changes the work to be done" : "");
        return EXIT_DONE;
    }
    const char *nearest = text_nearest(name, names, KNOB_COUNT);
    return report_usage("no knob '%s'%s%s%s; `wattif list knobs` shows them", name,
                        nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static int show_policy(struct invocation *invocation, struct store *store, const char *name)
{
    (void)invocation, (void)store;
    const char *names[POLICY_COUNT];
    bool found = false;
    for (int id = 0; id < POLICY_COUNT; id++) {
        const struct policy_info *policy = &policy_infos[id];
        names[id] = policy->name;
        if (strcmp(policy->name, name) != 0)
            continue;
        print(stdout, "%spolicy   %s: --policy %s=%s\n%s\n", found ? "\n" : "", policy->title,
              layer_names[policy->layer], policy->name, policy->help);
        if (policy->paper)
            print(stdout, "paper    %s\n", policy->paper);
        if (policy->fleet)
            print(stdout, "fleet    %s\n", policy->fleet);
        found = true;
    }
    if (found)
        return EXIT_DONE;
    const char *nearest = text_nearest(name, names, POLICY_COUNT);
    return report_usage("no policy '%s'%s%s%s; `wattif list policies` shows them", name,
                        nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

/* A word or sign of the glossary, a knob's sign, a scheme's title, a card: what `?` explains on the screen.
 */
static int show_term(struct invocation *invocation, struct store *store, const char *name)
{
    (void)invocation, (void)store;
    struct subject subject;
    char nearest[GLOSSARY_WORD];
    if (!glossary_find(name, &subject)) {
        bool near = glossary_nearest(name, nearest);
        return report_usage("no term '%s'%s%s%s; `wattif list terms` shows them", name,
                            near ? "; did you mean '" : "", near ? nearest : "", near ? "'?" : "");
    }
    struct meaning meaning = glossary_meaning(subject);
    print(stdout, "term     %s%s%s\n%s\n", meaning.title, *meaning.name ? ", " : "", meaning.name,
          meaning.means);
    if (*meaning.formula)
        print(stdout, "formula  %s\n", meaning.formula);
    print(stdout, "source   %s\n", meaning.source);
    return EXIT_DONE;
}

static const struct {
    const char *kind;
    bool from_store;
    int (*show)(struct invocation *invocation, struct store *store, const char *name);
} shows[] = {
    {"scenario", true, show_scenario}, {"trace", true, show_trace},      {"profile", true, show_profile},
    {"workload", true, show_workload}, {"run", true, show_run},          {"knob", false, show_knob},
    {"policy", false, show_policy},    {LESSON_KIND, true, show_lesson}, {"term", false, show_term}};

int command_show(struct invocation *invocation)
{
    for (size_t i = 0; i < sizeof shows / sizeof shows[0]; i++) {
        int status = EXIT_DONE;
        if (strcmp(shows[i].kind, invocation->args[0]) != 0)
            continue;
        struct store *store = shows[i].from_store ? invocation_store(invocation, &status) : NULL;
        return status != EXIT_DONE ? status : shows[i].show(invocation, store, invocation->args[1]);
    }
    return kind_refuse("show", invocation->args[0], ", lesson, knob, policy, term");
}
