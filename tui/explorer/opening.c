/* The word is looked up as the command line does it (store_resolve_scenario). A saved run is shown from its
 * recording at once; what has changed since it was made is said. */
#include "tui/explorer/opening.h"

#include "tui/words/difference.h"

/* Says that it was opened, and with what. */
static void say_opened(const struct saved_run *run, const char *name, struct message *message)
{
    char changes[400] = "";
    if (run)
        difference_inputs(run, changes, sizeof changes);
    message_say(message, false, "opened the saved run %s%s%s", name, *changes ? ": " : "", changes);
}

/* What a saved run was recorded as, now the caller's; NULL: it must be simulated. */
static struct recording *take_recording(struct saved_run *run)
{
    struct recording *recording = run ? run->recording : NULL;
    if (run)
        run->recording = NULL;
    return recording;
}

struct recording *opening_recording(struct store *store, const char *name, struct message *message)
{
    struct saved_run *run = store ? store_load_run(store, name, NULL) : NULL;
    struct recording *recording = take_recording(run);
    if (message)
        say_opened(run, name, message);
    saved_run_free(run);
    return recording;
}

static bool open_resolved(struct explorer *explorer, struct store *store, const struct scenario *scenario,
                          const char *word, const char *run_name, struct message *message)
{
    struct error error = {0};
    struct message said = {0};
    struct recording *recording = *run_name ? opening_recording(store, run_name, &said) : NULL;
    if (!explorer_open(explorer, scenario, recording, &error)) {
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
