/* What views ask for. */
#include "tui/views/host.h"

#include "engine/base/text.h"

void host_run(struct host *host, const char *line)
{
    if (!text_copy(host->wishes.line, sizeof host->wishes.line, line))
        host->wishes.line[0] = 0;
}

void host_open(struct host *host, enum view_id view, const char *argument)
{
    host->wishes.view = view;
    text_copy(host->wishes.argument, sizeof host->wishes.argument, argument);
}

bool host_copy(struct host *host, const char *text)
{
    if (text_copy(host->wishes.clipboard, sizeof host->wishes.clipboard, text))
        return true;
    host->wishes.clipboard[0] = 0;
    return false;
}
