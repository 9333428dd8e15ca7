/* Findings are kept in the store under a hash of all they depend on: the program itself (its file, because a
 * change of the engine or of a judge need not change the version), the scenarios, and the versions of every
 * trace, profile and device that these name. Whatever of it changes, the old entry is not found and
 * everything is simulated again. A store that cannot be written only means that nothing is kept. */
#include "store/claims/reproduce.h"

#include "store/library/inputs_hash.h"
#include "store/json/scenario_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 96 };

static void hash_text(struct hash *hash, const char *text)
{
    hash_update(hash, text, strlen(text) + 1);
}

/* The program's own file; false where the system does not show it. */
static bool hash_program(struct hash *hash)
{
    unsigned char block[65536];
    FILE *file = fopen("/proc/self/exe", "rb");
    size_t n;

    if (!file)
        return false;
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        hash_update(hash, block, n);
    bool good = !ferror(file);
    fclose(file);
    return good;
}

static bool hash_scenario(struct hash *hash, const struct experiment_inputs *inputs, const char *name,
                          struct error *error)
{
    struct scenario scenario;

    if (!inputs->scenario(inputs->context, name, &scenario, error))
        return false;
    char *text = scenario_to_text(&scenario);
    bool good = text && inputs_hash(hash, inputs->catalog, &scenario, error);
    if (!text)
        error_set(error, ERROR_SYSTEM, name, "out of memory");
    else
        hash_text(hash, text);
    free(text);
    scenario_free(&scenario);
    return good;
}

/* The versions of the traces that a trial chooses for itself. */
static bool hash_trial(struct hash *hash, const struct catalog *catalog, const struct trial *trial,
                       struct error *error)
{
    static const char setting[] = "trace=";

    for (int i = 0; i < SETTINGS_MAX && trial->settings[i]; i++) {
        if (strncmp(trial->settings[i], setting, sizeof setting - 1) != 0)
            continue;
        const struct carbon_trace *trace =
            catalog->trace(catalog->context, trial->settings[i] + sizeof setting - 1, error);
        if (!trace)
            return false;
        hash_text(hash, trace->hash);
    }
    return true;
}

/* The key; "" where nothing can be cached. False when an input is missing. */
static bool make_key(const struct paper *paper, const struct experiment_inputs *inputs, char key[KEY_SIZE],
                     struct error *error)
{
    struct hash hash;
    char hex[HASH_TEXT_SIZE];

    hash_init(&hash);
    hash_text(&hash, WATTIF_VERSION);
    bool cacheable = hash_program(&hash);
    for (size_t i = 0; paper->scenarios[i]; i++) {
        if (!hash_scenario(&hash, inputs, paper->scenarios[i], error))
            return false;
    }
    for (int t = 0; t < paper->n_trials; t++) {
        struct trial trial = paper->trial(t);
        if (!hash_trial(&hash, inputs->catalog, &trial, error))
            return false;
    }
    hash_finish(&hash, hex);
    snprintf(key, KEY_SIZE, "reproduce/%s/%s", paper->prefix, hex);
    if (!cacheable)
        key[0] = '\0';
    return true;
}

/* Lines of the cache into findings; true when every simulated expectation of the paper was among them. */
static bool read_lines(const struct paper *paper, const char *text, struct finding *findings)
{
    size_t read = 0, simulated = 0;

    for (const char *line = text; *line;) {
        struct finding finding;
        if (!finding_from_line(paper, line, &finding))
            return false;
        findings[finding.expectation - paper->expectations] = finding;
        read++;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    for (size_t i = 0; i < paper->n_expectations; i++)
        simulated += paper->expectations[i].simulated;
    return read == simulated;
}

static void write_lines(struct store *store, const char *key, const struct paper *paper,
                        const struct finding *findings)
{
    char *text = malloc(paper->n_expectations * FINDING_LINE_SIZE + 1);
    size_t used = 0;
    struct error ignored;

    if (!text)
        return;
    text[0] = '\0';
    for (size_t i = 0; i < paper->n_expectations; i++) {
        if (!paper->expectations[i].simulated)
            continue;
        finding_to_line(&findings[i], text + used);
        used += strlen(text + used);
        text[used++] = '\n';
        text[used] = '\0';
    }
    store_cache_put(store, key, text, &ignored);
    free(text);
}

/* What the cache has of what is simulated; `key` is what it is kept under. */
static bool recall(struct store *store, const char *key, const struct paper *paper, struct finding *findings)
{
    char *text = key[0] ? store_cache_get(store, key) : NULL;
    bool cached = text && read_lines(paper, text, findings);

    free(text);
    return cached;
}

/* All that is simulated, from the cache or anew. */
static bool find_simulated(struct store *store, const struct paper *paper,
                           const struct experiment_inputs *inputs, struct finding *findings,
                           struct error *error)
{
    char key[KEY_SIZE];

    if (!make_key(paper, inputs, key, error))
        return false;
    if (recall(store, key, paper, findings))
        return true;
    bool *simulated = calloc(paper->n_expectations, sizeof *simulated);
    if (!simulated)
        return error_set(error, ERROR_SYSTEM, paper->title, "out of memory");
    for (size_t i = 0; i < paper->n_expectations; i++)
        simulated[i] = paper->expectations[i].simulated;
    bool good = experiment_run(paper, inputs, simulated, findings, error);
    free(simulated);
    if (good && key[0])
        write_lines(store, key, paper, findings);
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

bool reproduce_find(struct store *store, const struct paper *paper, const struct experiment_inputs *inputs,
                    const bool *wanted, struct finding *findings, struct error *error)
{
    bool simulate = false;

    for (size_t i = 0; i < paper->n_expectations; i++)
        simulate = simulate || (wanted[i] && expectation_needs_runs(paper, &paper->expectations[i], inputs));
    return (!simulate || find_simulated(store, paper, inputs, findings, error)) &&
           find_computed(paper, inputs, wanted, findings, error);
}

bool reproduce_recall(struct store *store, const struct paper *paper, const struct experiment_inputs *inputs,
                      struct finding *findings, struct error *error)
{
    char key[KEY_SIZE];

    if (!make_key(paper, inputs, key, error))
        return false;
    if (!recall(store, key, paper, findings))
        memset(findings, 0, paper->n_expectations * sizeof *findings);
    return find_computed(paper, inputs, NULL, findings, error);
}
