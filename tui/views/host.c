/* What views ask for. */
#include "tui/views/host.h"

#include "engine/base/text.h"

#include <string.h>

void host_run(struct host *host, const char *line)
{
    if (!text_copy(host->wishes.line, sizeof host->wishes.line, line))
        host->wishes.line[0] = 0;
}

void host_edit(struct host *host, const char *path)
{
    if (!text_copy(host->wishes.edit, sizeof host->wishes.edit, path))
        host->wishes.edit[0] = 0;
}

void host_frame(struct host *host)
{
    host->wishes.frame = true;
}

void host_close(struct host *host)
{
    host->wishes.close = host->on_top;
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

struct sheet *host_take_sheet(struct host *host)
{
    struct sheet *sheet = host->sheet;
    host->sheet = NULL;
    return sheet;
}

void host_use(struct host *host, const char *line)
{
    int at = 0;
    if (!*line)
        return;
    while (at < HOST_USED - 1 && strcmp(host->used[at], line) != 0)
        at++;
    memmove(host->used[1], host->used[0], (size_t)at * sizeof host->used[0]);
    text_copy(host->used[0], sizeof host->used[0], line);
}
