/* Which places are left out is told by the members of a scenario (store/json/scenario_json.c). */
#include "tui/words/message.h"

#include "engine/base/text.h"

#include <string.h>

void message_vsay(struct message *message, bool bad, const char *format, va_list arguments)
{
    text_vprint(message->text, sizeof message->text, format, arguments);
    message->bad = bad;
    message->system = false;
}

void message_say(struct message *message, bool bad, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_vsay(message, bad, format, arguments);
    va_end(arguments);
}

/* "/knobs/load", not "/home/me/own.json": it begins with a member of a scenario. */
static bool points_into_scenario(const char *place)
{
    static const char *const members[] = {"apps",  "arrivals", "clover",   "edits", "fleet", "fleets",
                                          "hours", "knobs",    "policies", "power", "start", "trace"};
    size_t n = *place == '/' ? strcspn(place + 1, "/") : 0;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (n == strlen(members[i]) && strncmp(place + 1, members[i], n) == 0)
            return true;
    return false;
}

void message_say_error(struct message *message, const struct error *error)
{
    const char *place = points_into_scenario(error->place) ? "" : error->place;
    message_say(message, true, "%s%s%s", place, *place ? ": " : "", error->message);
    message->system = error->kind == ERROR_SYSTEM;
}

void message_clear(struct message *message)
{
    message->text[0] = 0;
}
