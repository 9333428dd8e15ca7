/* What the paper tests share: the shipped library in a throw-away store, its scenarios and models. */
#ifndef WATTIF_TESTS_PAPER_INPUTS_H
#define WATTIF_TESTS_PAPER_INPUTS_H

#include "store/claims/papers.h"
#include "store/store.h"
#include "tests/support/seeded.h"
#include "tests/support/slow_build.h"
#include "tests/support/test.h"

#include <unistd.h>

struct library {
    struct store *store;
    struct papers papers;
    char path[96];
};

static inline bool library_scenario(void *context, const char *name, struct scenario *scenario,
                                    struct error *error)
{
    return store_load_scenario(((struct library *)context)->store, name, scenario, error);
}

/* The built-in library only: nothing of the user's. */
static inline void library_open(struct library *library)
{
    snprintf(library->path, sizeof library->path, "/tmp/wattif-paper-%ld.db", (long)getpid());
    seeded_copy(library->path);
    library->store = store_open(&(struct store_options){.path = library->path}, &err);
    must(library->store, &err);
    must(papers_open(&library->papers, store_data_dir(library->store), &err), &err);
}

/* The paper whose ids begin so. */
static inline const struct paper *library_paper(const struct library *library, const char *prefix)
{
    for (int p = 0; p < library->papers.n; p++)
        if (strcmp(library->papers.all[p]->prefix, prefix) == 0)
            return library->papers.all[p];
    fail_msg("no paper %s", prefix);
    return NULL;
}

static inline void library_close(struct library *library)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    char path[128];
    papers_close(&library->papers);
    store_close(library->store);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", library->path, suffixes[i]);
        unlink(path);
    }
}

/* A scenario of the library with settings as in --set, ended by NULL. */
static inline struct scenario library_load(struct library *library, const char *name,
                                           const char *const *settings)
{
    struct scenario scenario;
    must(store_load_scenario(library->store, name, &scenario, &err), &err);
    for (; *settings; settings++)
        assert_or(scenario_apply_set(&scenario, *settings, &err), "%s: %s", *settings, err.message);
    return scenario;
}

/* Its model; frees the scenario. */
static inline struct model *library_model(struct library *library, struct scenario *scenario)
{
    struct model *model = model_create(scenario, store_catalog(library->store), &err);
    assert_or(model, "%s: %s: %s", scenario->name, err.place, err.message);
    scenario_free(scenario);
    return model;
}

static inline struct experiment_inputs library_inputs(struct library *library)
{
    return (struct experiment_inputs){.catalog = store_catalog(library->store),
                                      .scenario = library_scenario,
                                      .context = library,
                                      .presets_only = true};
}

#endif
