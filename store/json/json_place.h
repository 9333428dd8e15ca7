/* Where a JSON pointer leads in a text, for whoever must find a fault with an editor:
 * "mine.json:12:/apps/0/slo_ms". */
#ifndef WATTIF_STORE_JSON_JSON_PLACE_H
#define WATTIF_STORE_JSON_JSON_PLACE_H

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

#endif
