/* `wattif list`: one function a list, each telling an account of one table. */
#include "tui/cli/command.h"
#include "tui/cli/library/lessons.h"
#include "tui/media/rows.h"

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

static int list_items(struct invocation *invocation, struct account *account, enum store_kind kind)
{
    static const struct account_column library[] = {{.title = "name", .key = "name"},
                                                    {.title = "title", .key = "title"},
                                                    {.title = "what it is", .key = "detail"},
                                                    {.key = "builtin"},
                                                    {.key = "changed_at"},
                                                    {.key = "hash"}};
    static const struct account_column runs[] = {
        {.title = "name", .key = "name"},
        {.title = "carbon g", .key = "carbon_g", .number = true, .digits = 1},
        {.title = "SLOs met", .key = "slo_met"},
        {.title = "saved", .key = "changed_at"},
        {.title = "what it is", .key = "detail"},
        {.title = "note", .key = "title"},
        {.key = "hash"}};
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
    account_table(account, FOR_ALL, NULL, run ? runs : library, run ? COUNT(runs) : COUNT(library));
    for (size_t i = 0; i < list.n; i++) {
        const struct store_item *item = &list.items[i];
        ACCOUNT_ADD(account, account_said(item->name));
        if (run)
            ACCOUNT_ADD(account, account_bare(item->carbon_g), account_flag(item->slo_met),
                        account_said(item->changed_at),
                        account_said(store_run_detail(item, detail, sizeof detail)),
                        account_said(item->title), account_said(item->hash));
        else
            ACCOUNT_ADD(account, account_said(item->title), account_said(item->detail),
                        account_flag(item->builtin), account_said(item->changed_at),
                        account_said(item->hash));
    }
    free(list.items);
    return EXIT_DONE;
}

static int list_policies(struct invocation *invocation, struct account *account)
{
    static const struct account_column columns[] = {{.title = "layer", .key = "layer"},
                                                    {.title = "name", .key = "name"},
                                                    {.title = "fleet", .key = "fleet"},
                                                    {.key = "title"},
                                                    {.title = "what it does", .key = "help"}};
    (void)invocation;
    account_table(account, FOR_ALL, NULL, columns, COUNT(columns));
    for (int id = 0; id < POLICY_COUNT; id++)
        ACCOUNT_ADD(account, account_said(layer_names[policy_infos[id].layer]),
                    account_said(policy_infos[id].name), account_said(policy_fleet((enum policy_id)id)),
                    account_said(policy_infos[id].title), account_said(policy_infos[id].help));
    return EXIT_DONE;
}

static int list_knobs(struct invocation *invocation, struct account *account)
{
    static const struct account_column columns[] = {
        {.title = "name", .key = "name"},
        {.title = "of each", .key = "scope"},
        {.key = "type"},
        {.title = "unit", .key = "unit"},
        {.title = "min", .key = "min", .number = true, .digits = -1},
        {.title = "max", .key = "max", .number = true, .digits = -1},
        {.title = "step", .key = "step", .number = true, .digits = -1},
        {.title = "default", .key = "default", .number = true, .digits = -1},
        {.title = "when", .key = "when"},
        {.title = "role", .key = "role"},
        {.key = "changes_work"},
        {.title = "what it does", .key = "help"}};
    (void)invocation;
    account_table(account, FOR_ALL, NULL, columns, COUNT(columns));
    for (int id = 0; id < KNOB_COUNT; id++) {
        const struct knob_info *knob = &knob_infos[id];
        char scopes[64];
        double none = (double)NAN;
        bool number = knob->type == TYPE_NUMBER;
        char name[KNOB_NAME_SIZE];
        snprintf(name, sizeof name, "%s%s%s", knob->name, knob->tail ? ".APP." : "",
                 knob->tail ? knob->tail : "");
        /* "run", "layer, pool, gpu": whose value it may be. */
        size_t size = sizeof scopes;
        size_t used = 0;
        for (int scope = 0; scope < SCOPE_COUNT && used < size; scope++)
            if (knob->scopes >> scope & 1)
                used += (size_t)snprintf(scopes + used, size - used, "%s%s", used ? ", " : "",
                                         knob_scope_names[scope]);
        ACCOUNT_ADD(account, account_said(name), account_said(scopes),
                    account_said(knob_type_names[knob->type]), account_said(knob->unit),
                    account_bare(number ? knob->min : none), account_bare(number ? knob->max : none),
                    account_bare(number ? knob->step : none), account_bare(number ? knob->initial : none),
                    account_said(knob->when == WHEN_LIVE ? "live" : "start"),
                    account_said(knob_role_names[knob->role]),
                    account_said(knob->changes_work ? "yes" : "no"), account_said(knob->help));
    }
    return EXIT_DONE;
}

static int list_themes(struct invocation *invocation, struct account *account)
{
    enum { THEMES_MAX = 64 };
    static const struct account_column columns[] = {{.title = "name", .key = "name"},
                                                    {.title = "title", .key = "title"}};
    char names[THEMES_MAX][32];
    int status;
    struct store *store = invocation_store(invocation, &status);
    struct theme *theme = malloc(sizeof *theme);
    if (!store || !theme) {
        free(theme);
        return store ? report_no_memory() : status;
    }
    account_table(account, FOR_ALL, NULL, columns, COUNT(columns));
    int n = theme_list(store_data_dir(store), names, THEMES_MAX);
    int outcome = EXIT_DONE;
    for (int i = 0; i < n && outcome == EXIT_DONE; i++) {
        struct error error = {0};
        bool ok = theme_load(theme, store_data_dir(store), names[i], &error);
        outcome = error_is_no_memory(&error) ? report_no_memory() : EXIT_DONE;
        ACCOUNT_ADD(account, account_said(names[i]),
                    account_said(ok ? theme->title : "(faulty: wattif validate explains)"));
    }
    free(theme);
    return outcome;
}

static int list_experiments(struct invocation *invocation, struct account *account)
{
    static const struct account_column columns[] = {{.title = "id", .key = "name"},
                                                    {.title = "source", .key = "source"},
                                                    {.title = "claim", .key = "claim"},
                                                    {.key = "expected"}};
    int status = EXIT_DONE;
    struct store *store = invocation_store(invocation, &status);
    struct papers papers;
    struct error error = {0};
    if (!store)
        return status;
    if (!papers_open(&papers, store_data_dir(store), &error))
        return report_error(&error);
    account_table(account, FOR_ALL, NULL, columns, COUNT(columns));
    for (const struct paper *const *paper = papers.all; *paper; paper++)
        for (size_t i = 0; i < (*paper)->n_expectations; i++) {
            const struct expectation *expectation = &(*paper)->expectations[i];
            ACCOUNT_ADD(account, account_said(expectation->id), account_said(expectation->source),
                        account_said(expectation->claim), account_said(expectation->expected));
        }
    papers_close(&papers);
    return EXIT_DONE;
}

static int list_demos(struct invocation *invocation, struct account *account)
{
    static const struct account_column columns[] = {
        {.title = "name", .key = "name"},
        {.title = "title", .key = "title"},
        {.title = "opens", .key = "scenario"},
        {.title = "stops", .key = "stops", .number = true},
        {.title = "minutes", .key = "minutes", .number = true, .digits = 1},
        {.key = "columns", .number = true},
        {.key = "rows", .number = true}};
    struct lecture_list list;
    struct error error = {0};
    int status;
    struct store *store = invocation_store(invocation, &status);
    if (!store)
        return status;
    account_table(account, FOR_ALL, NULL, columns, COUNT(columns));
    if (!lectures_list(store, LECTURE_DEMO, &lesson_words, &list, &error))
        return report_error(&error);
    for (size_t i = 0; i < list.n; i++) {
        const struct lecture *demo = &list.items[i].lecture;
        bool ok = !*list.items[i].fault;
        ACCOUNT_ADD(account, account_said(list.items[i].name),
                    account_said(ok ? demo->title : "(faulty: wattif validate explains)"),
                    account_said(ok ? demo->scenario : ""), account_bare(ok ? demo->n_stops : (double)NAN),
                    account_bare(ok ? demo_length_s(demo) / 60 : (double)NAN),
                    account_bare(ok ? demo->columns : (double)NAN),
                    account_bare(ok ? demo->rows : (double)NAN));
    }
    lectures_free(&list);
    return EXIT_DONE;
}

static int list_terms(struct invocation *invocation, struct account *account)
{
    static const struct account_column columns[] = {{.title = "term", .key = "name"},
                                                    {.title = "in full", .key = "full_name"},
                                                    {.title = "what it means", .key = "means"},
                                                    {.key = "formula"},
                                                    {.key = "source"}};
    (void)invocation;
    account_table(account, FOR_ALL, NULL, columns, COUNT(columns));
    for (int term = 0; term < TERM_COUNT; term++) {
        struct meaning meaning = glossary_meaning((struct subject){SUBJECT_TERM, term});
        ACCOUNT_ADD(account, account_said(meaning.title), account_said(meaning.name),
                    account_said(meaning.means), account_said(meaning.formula), account_said(meaning.source));
    }
    return EXIT_DONE;
}

/* What the store has is listed by its kind. */
static const struct {
    const char *name;
    int (*fill)(struct invocation *invocation, struct account *account); /* NULL: of the store */
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
            struct account account;
            account_begin(&account, "list", "");
            int status = lists[i].fill ? lists[i].fill(invocation, &account)
                                       : list_items(invocation, &account, lists[i].kind);
            enum listing_format format = (enum listing_format)invocation_choice(invocation, "format");
            if (status == EXIT_DONE && !media_listing(&account, format, stdout))
                status = report_no_memory();
            account_free(&account);
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
