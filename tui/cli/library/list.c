/* `wattif list`: one function a list, each filling a listing; the listing prints as text, JSON or CSV. */
#include "tui/cli/command.h"
#include "tui/cli/library/lessons.h"
#include "tui/cli/listing.h"

#include "engine/base/text.h"
#include "store/claims/papers.h"
#include "engine/model/knob.h"
#include "engine/model/policy_table.h"
#include "tui/term/theme.h"
#include "tui/words/lesson_words.h"
#include "tui/words/glossary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static int list_items(struct invocation *invocation, struct listing *listing, enum store_kind kind)
{
    static const struct listing_column library[] = {
        {"name", "name", CELL_TEXT, 0},         {"title", "title", CELL_TEXT, 0},
        {"detail", "what it is", CELL_TEXT, 0}, {"builtin", NULL, CELL_BOOL, 0},
        {"changed_at", NULL, CELL_TEXT, 0},     {"hash", NULL, CELL_TEXT, 0}};
    static const struct listing_column runs[] = {{"name", "name", CELL_TEXT, 0},
                                                 {"carbon_g", "carbon g", CELL_NUMBER, 1},
                                                 {"slo_met", "SLOs met", CELL_BOOL, 0},
                                                 {"changed_at", "saved", CELL_TEXT, 0},
                                                 {"detail", "what it is", CELL_TEXT, 0},
                                                 {"title", "note", CELL_TEXT, 0},
                                                 {"hash", NULL, CELL_TEXT, 0}};
    struct error error = {0};
    struct store_list list = {0};
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    if (!store_list(store, kind, &list, &error))
        return report_error(&error);
    bool run = kind == STORE_RUN;
    char detail[320];
    listing_begin(listing, run ? runs : library, run ? COUNT(runs) : COUNT(library));
    for (size_t i = 0; i < list.n; i++) {
        const struct store_item *item = &list.items[i];
        listing_text(listing, item->name);
        if (run) {
            listing_number(listing, item->carbon_g);
            listing_bool(listing, item->slo_met);
            listing_text(listing, item->changed_at);
            listing_text(listing, store_run_detail(item, detail, sizeof detail));
            listing_text(listing, item->title);
        } else {
            listing_text(listing, item->title);
            listing_text(listing, item->detail);
            listing_bool(listing, item->builtin);
            listing_text(listing, item->changed_at);
        }
        listing_text(listing, item->hash);
    }
    free(list.items);
    return EXIT_DONE;
}

static int list_policies(struct invocation *invocation, struct listing *listing)
{
    static const struct listing_column columns[] = {{"layer", "layer", CELL_TEXT, 0},
                                                    {"name", "name", CELL_TEXT, 0},
                                                    {"fleet", "fleet", CELL_TEXT, 0},
                                                    {"title", NULL, CELL_TEXT, 0},
                                                    {"help", "what it does", CELL_TEXT, 0}};
    (void)invocation;
    listing_begin(listing, columns, COUNT(columns));
    for (int id = 0; id < POLICY_COUNT; id++) {
        listing_texts(listing,
                      (const char *const[]){layer_names[policy_infos[id].layer], policy_infos[id].name,
                                            policy_fleet((enum policy_id)id), policy_infos[id].title,
                                            policy_infos[id].help},
                      5);
    }
    return EXIT_DONE;
}

static int list_knobs(struct invocation *invocation, struct listing *listing)
{
    static const struct listing_column columns[] = {
        {"name", "name", CELL_TEXT, 0},       {"scope", "of each", CELL_TEXT, 0},
        {"type", NULL, CELL_TEXT, 0},         {"unit", "unit", CELL_TEXT, 0},
        {"min", "min", CELL_NUMBER, -1},      {"max", "max", CELL_NUMBER, -1},
        {"step", "step", CELL_NUMBER, -1},    {"default", "default", CELL_NUMBER, -1},
        {"when", "when", CELL_TEXT, 0},       {"role", "role", CELL_TEXT, 0},
        {"changes_work", NULL, CELL_TEXT, 0}, {"help", "what it does", CELL_TEXT, 0}};
    (void)invocation;
    listing_begin(listing, columns, COUNT(columns));
    for (int id = 0; id < KNOB_COUNT; id++) {
        const struct knob_info *knob = &knob_infos[id];
        char scopes[64];
        double none = (double)NAN;
        bool number = knob->type == TYPE_NUMBER;
        char name[KNOB_NAME_SIZE];
        snprintf(name, sizeof name, "%s%s%s", knob->name, knob->tail ? ".APP." : "",
                 knob->tail ? knob->tail : "");
        listing_text(listing, name);
        /* "run", "layer, pool, gpu": whose value it may be. */
        size_t size = sizeof scopes;
        size_t used = 0;
        for (int scope = 0; scope < SCOPE_COUNT && used < size; scope++)
            if (knob->scopes >> scope & 1)
                used += (size_t)snprintf(scopes + used, size - used, "%s%s", used ? ", " : "",
                                         knob_scope_names[scope]);
        listing_text(listing, scopes);
        listing_text(listing, knob_type_names[knob->type]);
        listing_text(listing, knob->unit);
        listing_number(listing, number ? knob->min : none);
        listing_number(listing, number ? knob->max : none);
        listing_number(listing, number ? knob->step : none);
        listing_number(listing, number ? knob->initial : none);
        listing_text(listing, knob->when == WHEN_LIVE ? "live" : "start");
        listing_text(listing, knob_role_names[knob->role]);
        listing_text(listing, knob->changes_work ? "yes" : "no");
        listing_text(listing, knob->help);
    }
    return EXIT_DONE;
}

static int list_themes(struct invocation *invocation, struct listing *listing)
{
    enum { THEMES_MAX = 64 };
    static const struct listing_column columns[] = {{"name", "name", CELL_TEXT, 0},
                                                    {"title", "title", CELL_TEXT, 0}};
    char names[THEMES_MAX][32];
    int status;
    struct store *store = invocation_store(invocation, &status);
    struct theme *theme = malloc(sizeof *theme);
    if (!store || !theme) {
        free(theme);
        return store ? report_no_memory() : status;
    }
    listing_begin(listing, columns, COUNT(columns));
    int n = theme_list(store_data_dir(store), names, THEMES_MAX);
    int outcome = EXIT_DONE;
    for (int i = 0; i < n && outcome == EXIT_DONE; i++) {
        struct error error = {0};
        bool ok = theme_load(theme, store_data_dir(store), names[i], &error);
        outcome = error_is_no_memory(&error) ? report_no_memory() : EXIT_DONE;
        listing_text(listing, names[i]);
        listing_text(listing, ok ? theme->title : "(faulty: wattif validate explains)");
    }
    free(theme);
    return outcome;
}

static int list_experiments(struct invocation *invocation, struct listing *listing)
{
    static const struct listing_column columns[] = {{"name", "id", CELL_TEXT, 0},
                                                    {"source", "source", CELL_TEXT, 0},
                                                    {"claim", "claim", CELL_TEXT, 0},
                                                    {"expected", NULL, CELL_TEXT, 0}};
    int status = EXIT_DONE;
    struct store *store = invocation_store(invocation, &status);
    struct papers papers;
    struct error error = {0};
    if (!store)
        return status;
    if (!papers_open(&papers, store_data_dir(store), &error))
        return report_error(&error);
    listing_begin(listing, columns, COUNT(columns));
    for (const struct paper *const *paper = papers.all; *paper; paper++)
        for (size_t i = 0; i < (*paper)->n_expectations; i++) {
            const struct expectation *expectation = &(*paper)->expectations[i];
            listing_texts(listing,
                          (const char *const[]){expectation->id, expectation->source, expectation->claim,
                                                expectation->expected},
                          4);
        }
    papers_close(&papers);
    return EXIT_DONE;
}

static int list_demos(struct invocation *invocation, struct listing *listing)
{
    static const struct listing_column columns[] = {
        {"name", "name", CELL_TEXT, 0},         {"title", "title", CELL_TEXT, 0},
        {"scenario", "opens", CELL_TEXT, 0},    {"stops", "stops", CELL_NUMBER, 0},
        {"minutes", "minutes", CELL_NUMBER, 1}, {"columns", NULL, CELL_NUMBER, 0},
        {"rows", NULL, CELL_NUMBER, 0}};
    struct lecture_list list;
    struct error error = {0};
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    listing_begin(listing, columns, COUNT(columns));
    if (!lectures_list(store, LECTURE_DEMO, &lesson_words, &list, &error))
        return report_error(&error);
    for (size_t i = 0; i < list.n; i++) {
        const struct lecture *demo = &list.items[i].lecture;
        bool ok = !*list.items[i].fault;
        listing_text(listing, list.items[i].name);
        listing_text(listing, ok ? demo->title : "(faulty: wattif validate explains)");
        listing_text(listing, ok ? demo->scenario : "");
        listing_number(listing, ok ? demo->n_stops : (double)NAN);
        listing_number(listing, ok ? demo_length_s(demo) / 60 : (double)NAN);
        listing_number(listing, ok ? demo->columns : (double)NAN);
        listing_number(listing, ok ? demo->rows : (double)NAN);
    }
    lectures_free(&list);
    return EXIT_DONE;
}

static int list_terms(struct invocation *invocation, struct listing *listing)
{
    static const struct listing_column columns[] = {{"name", "term", CELL_TEXT, 0},
                                                    {"full_name", "in full", CELL_TEXT, 0},
                                                    {"means", "what it means", CELL_TEXT, 0},
                                                    {"formula", NULL, CELL_TEXT, 0},
                                                    {"source", NULL, CELL_TEXT, 0}};
    (void)invocation;
    listing_begin(listing, columns, COUNT(columns));
    for (int term = 0; term < TERM_COUNT; term++) {
        struct meaning meaning = glossary_meaning((struct subject){SUBJECT_TERM, term});
        listing_texts(listing,
                      (const char *const[]){meaning.title, meaning.name, meaning.means, meaning.formula,
                                            meaning.source},
                      5);
    }
    return EXIT_DONE;
}

/* What the store has is listed by its kind. */
static const struct {
    const char *name;
    int (*fill)(struct invocation *invocation, struct listing *listing); /* NULL: of the store */
    enum store_kind kind;
} lists[] = {{"scenarios", NULL, STORE_SCENARIO},
             {"policies", list_policies, STORE_KIND_COUNT},
             {"knobs", list_knobs, STORE_KIND_COUNT},
             {"traces", NULL, STORE_TRACE},
             {"profiles", NULL, STORE_PROFILE},
             {"workloads", NULL, STORE_WORKLOAD},
             {"runs", NULL, STORE_RUN},
             {"themes", list_themes, STORE_KIND_COUNT},
             {"experiments", list_experiments, STORE_KIND_COUNT},
             {"lessons", lessons_fill, STORE_KIND_COUNT},
             {"demos", list_demos, STORE_KIND_COUNT},
             {"terms", list_terms, STORE_KIND_COUNT}};

int command_list(struct invocation *invocation)
{
    const char *word = invocation->args[0];
    for (size_t i = 0; i < COUNT(lists); i++)
        if (strcmp(lists[i].name, word) == 0) {
            struct listing listing = {0};
            int status = lists[i].fill ? lists[i].fill(invocation, &listing)
                                       : list_items(invocation, &listing, lists[i].kind);
            enum listing_format format = (enum listing_format)invocation_choice(invocation, "format");
            if (status == EXIT_DONE && !listing_print(&listing, format, 0, stdout))
                status = report_no_memory();
            listing_free(&listing);
            return status;
        }
    const char *names[COUNT(lists)];
    for (size_t i = 0; i < COUNT(lists); i++)
        names[i] = lists[i].name;
    const char *nearest = text_nearest(word, names, COUNT(lists));
    if (nearest)
        return report_usage("no list '%s'; did you mean '%s'?", word, nearest);
    return report_usage("no list '%s'; there are %s", word, command_find("list")->words);
}
