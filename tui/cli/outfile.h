/* A file that a command writes: complete or not at all, and as what it replaces. It is written without a name
 * (where there is no such thing: beside its place) and renamed to its place, with the mode and owner of the
 * file that was there; a path that is a link stays one, and what it means is replaced. A file with several
 * names, or of an owner that cannot be kept, gets its new bytes in place, once all of them are on the disk.
 * Devices and pipes are written to directly. */
#ifndef WATTIF_TUI_CLI_OUTFILE_H
#define WATTIF_TUI_CLI_OUTFILE_H

#include "engine/base/error.h"
#include "store/file.h"

#include <stdio.h>

struct outfile {
    FILE *file;                /* to write to; a failed write shows when it is published */
    const char *path;          /* as it was named */
    char target[PATH_SIZE];    /* the same, its links followed */
    char temporary[PATH_SIZE]; /* "": it has no name, or is the device itself */
    bool nameless;             /* it began without one: a program that is killed leaves nothing */
    bool in_place;             /* the target's own bytes are replaced, not its name */
    bool made;                 /* the target was made for the sake of a link that led nowhere */
};

/* `path` must live as long. False with a message where nothing can be written. */
bool outfile_open(struct outfile *out, const char *path, struct error *error);
/* Puts it in its place and closes it. False with a message: what was there before is as it was, or the
 * message says where all that was written lies. */
bool outfile_publish(struct outfile *out, struct error *error);
/* Closes it; what was there before is as it was. */
void outfile_drop(struct outfile *out);

#endif
