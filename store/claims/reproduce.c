/* Findings are kept in the store under a hash of all they depend on: the program itself (what its linker has
 * stamped it with, because a change of the engine or of a judge need not change the version), the scenarios,
 * and the versions of every trace, profile and device that these name. Whatever of it changes, the old entry
 * is not found and everything is simulated again. A store that cannot be written only means that nothing is
 * kept. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): its name for dl_iterate_phdr */
#include "store/claims/reproduce.h"

#include "store/claims/cbc.h"
#include "store/library/item.h"
#include "store/json/scenario_json.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96 };
enum { FOUND = 1, MISSING = 2 }; /* either ends the walk over objects */

static void hash_text(struct hash *hash, const char *text)
{
    hash_update(hash, text, strlen(text) + 1);
}

/* The build id in the notes of one object, a hash of all that the linker has put into it. The program is the
 * first object that is told, and the last that is asked for. */
static int hash_build_id(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        /* NOLINTNEXTLINE(performance-no-int-to-ptr): an address is what the linker tells */
        const char *note = (const char *)(object->dlpi_addr + part->p_vaddr), *end = note + part->p_memsz;
        while (part->p_type == PT_NOTE && note < end) {
            const ElfW(Nhdr) *head = (const ElfW(Nhdr) *)(const void *)note;
            const char *name = note + sizeof *head, *id = name + (head->n_namesz + 3) / 4 * 4;
            if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
                hash_update(context, id, head->n_descsz);
                return FOUND;
            }
            note = id + (head->n_descsz + 3) / 4 * 4;
        }
    }
    return MISSING;
}

/* The key; "" where nothing can be cached. False when an input is missing. */
static bool make_key(const struct paper *paper, const struct experiment_inputs *inputs, char key[KEY_SIZE],
                     struct error *error)
{
    struct hash hash;
    char hex[HASH_TEXT_SIZE];
    hash_init(&hash);
    hash_text(&hash, WATTIF_VERSION);
    hash_text(&hash, inputs->solver ? inputs->solver->name : "");
    hash_text(&hash, paper->hash);
    /* False where the linker has not stamped it. */
    bool cacheable = dl_iterate_phdr(hash_build_id, &hash) == FOUND;
    for (size_t i = 0; paper->scenarios[i]; i++) {
        struct scenario scenario;
        if (!inputs->scenario(inputs->context, paper->scenarios[i], &scenario, error))
            return false;
        char *text = scenario_to_text(&scenario);
        bool good = text && inputs_hash(&hash, inputs->catalog, &scenario, error);
        if (!text)
            error_set(error, ERROR_SYSTEM, paper->scenarios[i], "out of memory");
        else
            hash_text(&hash, text);
        free(text);
        scenario_free(&scenario);
        if (!good)
            return false;
    }
    for (int t = 0; t < paper->n_trials; t++) {
        struct trial trial = paper->trials[t];
        /* The versions of the traces that a trial chooses for itself. */
        static const char setting[] = "trace=";
        for (int i = 0; i < SETTINGS_MAX && trial.settings[i]; i++) {
            if (strncmp(trial.settings[i], setting, sizeof setting - 1) != 0)
                continue;
            const struct carbon_trace *trace = inputs->catalog->trace(
                inputs->catalog->context, trial.settings[i] + sizeof setting - 1, error);
            if (!trace)
                return false;
            hash_text(&hash, trace->hash);
        }
    }
    hash_finish(&hash, hex);
    snprintf(key, KEY_SIZE, "reproduce/%s/%s", paper->prefix, hex);
    if (!cacheable)
        key[0] = '\0';
    return true;
}

/* Fills the findings that the cache has under this key; a line that is none is as if it were not there. */
static void recall(struct store *store, const char *key, const struct paper *paper, struct finding *findings)
{
    char *text = key[0] ? store_cache_get(store, key) : NULL;
    for (const char *line = text; line && *line;) {
        struct finding finding;
        if (finding_from_line(paper, line, &finding))
            findings[finding.expectation - paper->expectations] = finding;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    free(text);
}

/* All that is known of what is simulated. */
static void keep(struct store *store, const char *key, const struct paper *paper,
                 const struct finding *findings)
{
    char *text = key[0] ? malloc(paper->n_expectations * FINDING_LINE_SIZE + 1) : NULL;
    size_t used = 0;
    struct error ignored;
    for (size_t i = 0; text && i < paper->n_expectations; i++) {
        if (!findings[i].expectation)
            continue;
        finding_to_line(&findings[i], text + used);
        used += strlen(text + used);
        text[used++] = '\n';
    }
    if (text) {
        text[used] = '\0';
        store_cache_put(store, key, text, &ignored);
    }
    free(text);
}

/* What needs runs of what is wanted, from the cache or anew. */
static bool find_simulated(struct store *store, const struct paper *paper,
                           const struct experiment_inputs *inputs, const bool *wanted,
                           struct finding *findings, struct error *error)
{
    char key[KEY_SIZE];
    if (!make_key(paper, inputs, key, error))
        return false;
    bool *lacking = calloc(paper->n_expectations, sizeof *lacking), any = false;
    if (!lacking)
        return error_set(error, ERROR_SYSTEM, paper->title, "out of memory");
    memset(findings, 0, paper->n_expectations * sizeof *findings);
    recall(store, key, paper, findings);
    for (size_t i = 0; i < paper->n_expectations; i++) {
        lacking[i] = wanted[i] && !findings[i].expectation &&
                     expectation_needs_runs(paper, &paper->expectations[i], inputs);
        any = any || lacking[i];
    }
    bool good = !any || experiment_run(paper, inputs, lacking, findings, error);
    free(lacking);
    if (good && any)
        keep(store, key, paper, findings);
    return good;
}

/* What needs no run, of those that are wanted (NULL: all). */
static bool find_computed(const struct paper *paper, const struct experiment_inputs *inputs,
                          const bool *wanted, struct finding *findings, struct error *error)
{
    bool *computed = calloc(paper->n_expectations, sizeof *computed);
    if (!computed)
        return error_set(error, ERROR_SYSTEM, paper->title, "out of memory");
    for (size_t i = 0; i < paper->n_expectations; i++)
        computed[i] =
            (!wanted || wanted[i]) && !expectation_needs_runs(paper, &paper->expectations[i], inputs);
    bool good = experiment_run(paper, inputs, computed, findings, error);
    free(computed);
    return good;
}

static struct experiment_inputs with_solver(const struct experiment_inputs *inputs)
{
    struct experiment_inputs with = *inputs;
    with.solver = cbc_solver();
    return with;
}

bool reproduce_find(struct store *store, const struct paper *paper, const struct experiment_inputs *asked,
                    const bool *wanted, struct finding *findings, struct error *error)
{
    const struct experiment_inputs with = with_solver(asked), *inputs = &with;
    bool simulate = false;
    for (size_t i = 0; i < paper->n_expectations; i++)
        simulate = simulate || (wanted[i] && expectation_needs_runs(paper, &paper->expectations[i], inputs));
    return (!simulate || find_simulated(store, paper, inputs, wanted, findings, error)) &&
           find_computed(paper, inputs, wanted, findings, error);
}

bool reproduce_recall(struct store *store, const struct paper *paper, const struct experiment_inputs *asked,
                      struct finding *findings, struct error *error)
{
    const struct experiment_inputs with = with_solver(asked), *inputs = &with;
    char key[KEY_SIZE];
    if (!make_key(paper, inputs, key, error))
        return false;
    memset(findings, 0, paper->n_expectations * sizeof *findings);
    recall(store, key, paper, findings);
    return find_computed(paper, inputs, NULL, findings, error);
}
