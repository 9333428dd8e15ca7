/* The word is looked up as the command line does it (store_resolve_scenario). A saved run is shown from its
 * recording at once; what has changed since it was made is said. */
#include "tui/explorer/opening.h"

#include "tui/words/difference.h"

/* What was kept beside it, of the scenario that this engine would hold it against. */
static struct recording *load_baseline(struct store *store, const struct saved_run *run)
{
    struct recording *recording = NULL;
    struct scenario scenario;
    struct baseline baseline;
    if (!scenario_copy(&scenario, &run->scenario))
        return NULL;
    if (scenario_become_baseline(&scenario, &baseline))
        recording = store_load_baseline(store, run->name, &scenario);
    scenario_free(&scenario);
    return recording;
}

struct recorded opening_recorded(struct store *store, const char *name, struct message *message)
{
    struct saved_run *run = store ? store_load_run(store, name, NULL) : NULL;
    struct recorded recorded = {0};
    if (run) {
        recorded = (struct recorded){run->recording, load_baseline(store, run)};
        run->recording = NULL;
    }
    if (message) {
        /* Says that it was opened, and with what. */
        char changes[400] = "";
        if (run)
            difference_inputs(run, changes, sizeof changes);
        message_say(message, false, "opened the saved run %s%s%s", name, *changes ? ": " : "", changes);
    }
    saved_run_free(run);
    return recorded;
}

static bool open_resolved(struct explorer *explorer, struct store *store, const struct scenario *scenario,
                          const char *word, const char *run_name, struct message *message)
{
    struct error error = {0};
    struct message said = {0};
    struct recorded recorded = {0};
    if (*run_name)
        recorded = opening_recorded(store, run_name, &said);
    if (!explorer_open(explorer, scenario, recorded, &error)) {
        message_say_error(message, &error);
        return false;
    }
    explorer_name_source(explorer, word);
    if (*run_name)
        *message = said;
    return true;
}

bool explorer_open_word(struct explorer *explorer, struct store *store, const char *word,
                        struct message *message)
{
    struct error error = {0};
    struct faults faults = {0};
    struct scenario scenario;
    char run_name[64];
    if (!store) {
        message_say(message, true, "there is no store to open it from");
        return false;
    }
    if (!store_resolve_scenario(store, word, &scenario, run_name, &faults, &error)) {
        message_say_error(message, faults.count > 0 ? &faults.kept[0] : &error);
        return false;
    }
    bool opened = open_resolved(explorer, store, &scenario, word, run_name, message);
    scenario_free(&scenario);
    return opened;
}
