/* Where wattif keeps things: the XDG base folders, with their fallbacks below HOME. A relative value counts
 * as unset, as the XDG specification asks. */
#ifndef WATTIF_TUI_CLI_FOLDERS_H
#define WATTIF_TUI_CLI_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

enum folder { FOLDER_CONFIG, FOLDER_STATE, FOLDER_DATA, FOLDER_COUNT };

/* "$XDG_CONFIG_HOME/wattif", else "~/.config/wattif"; with `file` its path inside. False ("" in out) when
 * neither the variable nor HOME is set, or the path does not fit. */
bool folder_path(enum folder folder, const char *file, char *out, size_t size);

#endif
