/* Where a JSON pointer leads in a text, for whoever must find a fault with an editor:
 * "mine.json:12:/apps/0/slo_ms". */
#ifndef WATTIF_STORE_JSON_JSON_PLACE_H
#define WATTIF_STORE_JSON_JSON_PLACE_H

#include "engine/base/error.h"

#include <stddef.h>

/* The line, from 1, of what the pointer names: of the key where it is a member. Of what the text does not
 * have (a key that is missing), the line of what it should stand in. The text has passed json_scan. */
size_t json_line_of(const char *text, size_t n, const char *pointer);

/* Writes "name:line:pointer" into `place` of ERROR_PLACE bytes, "line:pointer" for the name "", and the name
 * alone for the pointer "". */
char *json_place_in_text(char *place, const char *name, const char *text, size_t n, const char *pointer);
/* The same for a file, which is read again for it; what can be read only once (a pipe) gives "path:pointer".
 */
char *json_place_in_file(char *place, const char *path, const char *pointer);
/* Gives the faults of the document `name` that have no line yet theirs, "/trace" and "name:/trace" alike: for
 * a text that cannot be read again, as that of a pipe. */
void json_place_faults(struct faults *faults, const char *name, const char *text, size_t n);

#endif
