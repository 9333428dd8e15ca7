/* Lookups in the order of the design; nothing is remembered. */
#include "store/store_path.h"

#include "engine/base/text.h"
#include "store/file.h"
#include "store/library/seed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool store_default_path(char *out, size_t size)
{
    const char *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;

    if (xdg && xdg[0] == '/')
        n = snprintf(out, size, "%s/wattif/wattif.db", xdg);
    else if (home && home[0] == '/')
        n = snprintf(out, size, "%s/.local/share/wattif/wattif.db", home);
    return n > 0 && (size_t)n < size;
}

void store_make_folders(const char *path)
{
    char folder[PATH_SIZE];

    if (!text_copy(folder, sizeof folder, path))
        return;
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700); /* fails where it exists, or where the next step will say so */
        *slash = '/';
    }
}

static bool named_folder(const char *folder, const char *by, char *out, size_t size, struct error *error)
{
    if (!seed_is_library(folder))
        return error_set(error, ERROR_INPUT, folder, "holds no library (datasets/carbon); correct %s", by);
    return text_copy(out, size, folder) || error_set(error, ERROR_INPUT, folder, "this path is too long");
}

bool store_find_data(const char *given, char *out, size_t size, struct error *error)
{
    static const char *const beside[] = {"", "/..", "/../..", "/../../..", "/../share/wattif"};
    static const char *const fixed[] = {"/usr/local/share/wattif", "/usr/share/wattif"};
    const char *environment = getenv("WATTIF_DATA");
    char folder[PATH_SIZE], tried[PATH_SIZE + 32], real[PATH_SIZE];

    *out = '\0';
    if (given)
        return named_folder(given, "--data", out, size, error);
    if (environment && *environment)
        return named_folder(environment, "WATTIF_DATA", out, size, error);
    /* The folder of this program, "" if it cannot be told. */
    ssize_t n = readlink("/proc/self/exe", folder, (sizeof folder) - 1);
    folder[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    for (size_t i = 0; *folder && i < sizeof beside / sizeof *beside; i++) {
        snprintf(tried, sizeof tried, "%s%s", folder, beside[i]);
        if (seed_is_library(tried) && realpath(tried, real))
            return text_copy(out, size, real);
    }
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (seed_is_library(fixed[i]))
            return text_copy(out, size, fixed[i]);
    return true;
}
