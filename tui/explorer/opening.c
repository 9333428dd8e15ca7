/* The word is looked up as the command line does it (store_resolve_scenario). */
#include "tui/explorer/opening.h"

#include "tui/words/difference.h"

/* What there is to say of a saved run that was opened. */
static void say_opened(struct store *store, const char *name, struct message *message)
{
    char changes[400] = "";
    struct saved_run *run = store_load_run(store, name, NULL);
    if (run)
        difference_inputs(run, changes, sizeof changes);
    saved_run_free(run);
    message_say(message, false, "opened the saved run %s%s%s", name, *changes ? ": " : "", changes);
}

bool explorer_open_word(struct explorer *explorer, struct store *store, const char *word,
                        struct message *message)
{
    struct error error = {0};
    struct faults faults = {0};
    struct scenario scenario;
    char run_name[64];
    bool opened = false;
    if (!store) {
        message_say(message, true, "there is no store to open it from");
    } else if (!store_resolve_scenario(store, word, &scenario, run_name, &faults, &error)) {
        message_say_error(message, faults.count > 0 ? &faults.kept[0] : &error);
    } else {
        opened = explorer_open(explorer, &scenario, &error);
        if (opened)
            explorer_name_source(explorer, word);
        else
            message_say_error(message, &error);
        if (opened && *run_name)
            say_opened(store, run_name, message);
        scenario_free(&scenario);
    }
    return opened;
}
