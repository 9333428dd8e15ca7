/* The three folders as a table: environment variable and fallback. */
#include "tui/cli/folders.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *variable, *fallback;
} folders[FOLDER_COUNT] = {
    [FOLDER_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
    [FOLDER_STATE] = {"XDG_STATE_HOME", ".local/state"},
    [FOLDER_DATA] = {"XDG_DATA_HOME", ".local/share"},
};

bool folder_path(enum folder folder, const char *file, char *out, size_t size)
{
    const char *base = getenv(folders[folder].variable);
    const char *home = getenv("HOME");
    const char *slash = file ? "/" : "";
    int n = -1;
    if (base && base[0] == '/')
        n = snprintf(out, size, "%s/wattif%s%s", base, slash, file ? file : "");
    else if (home && home[0])
        n = snprintf(out, size, "%s/%s/wattif%s%s", home, folders[folder].fallback, slash, file ? file : "");
    if (n >= 0 && (size_t)n < size)
        return true;
    if (size > 0)
        out[0] = '\0';
    return false;
}
