/* cJSON does not remember where a value stood, and hardly anybody asks: only a fault does. So its pointer is
 * followed through the text again, key by key, over text that is known to be JSON. A file is read once more
 * for it; it may have changed meanwhile, so nothing here trusts that a bracket is ever closed. */
#include "store/json/json_place.h"

#include "engine/base/text.h"
#include "store/file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define READ_AGAIN_MAX ((size_t)8 << 20) /* bytes: a fault is told at once, also in a large file */

struct walk {
    const char *text;
    size_t n, at;
};

static void skip_blanks(struct walk *walk)
{
    while (walk->at < walk->n && strchr(" \t\r\n,:", walk->text[walk->at]) && walk->text[walk->at])
        walk->at++;
}

/* From the quote that opens to behind the one that closes. */
static void skip_string(struct walk *walk)
{
    for (walk->at++; walk->at < walk->n && walk->text[walk->at] != '"'; walk->at++)
        walk->at += walk->text[walk->at] == '\\';
    walk->at += walk->at < walk->n;
}

static void skip_value(struct walk *walk)
{
    int depth = 0;
    do {
        char c = walk->text[walk->at];
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (c == '"')
            skip_string(walk);
        else
            walk->at++;
    } while (walk->at < walk->n && (depth > 0 || !strchr(",]} \t\r\n", walk->text[walk->at])));
}

/* The next part of a pointer, its ~0 and ~1 taken back; NULL at the end. */
static const char *next_token(const char *pointer, char *token, size_t size)
{
    size_t used = 0;
    if (*pointer++ != '/')
        return NULL;
    for (; *pointer && *pointer != '/'; pointer++) {
        char c = *pointer;
        if (c == '~' && (pointer[1] == '0' || pointer[1] == '1'))
            c = *++pointer == '0' ? '~' : '/';
        if (used + 1 < size)
            token[used++] = c;
    }
    token[used] = '\0';
    return pointer;
}

/* Goes to a member's key, or an element, of the container that begins here; `value` is where its value is. */
static bool find_child(struct walk *walk, const char *token, size_t *value)
{
    bool object = walk->text[walk->at] == '{';
    size_t length = strlen(token), index = 0;
    char *end;
    unsigned long wanted = strtoul(token, &end, 10);
    if ((!object && walk->text[walk->at] != '[') || (!object && (*end || !*token)))
        return false;
    for (walk->at++, skip_blanks(walk); walk->at < walk->n; skip_blanks(walk), index++) {
        size_t begins = walk->at;
        if (strchr("]}", walk->text[begins]))
            return false;
        if (object) {
            skip_string(walk);
            skip_blanks(walk);
        }
        bool found = object ? walk->n - begins > length + 1 &&
                                  memcmp(walk->text + begins + 1, token, length) == 0 &&
                                  walk->text[begins + 1 + length] == '"'
                            : index == wanted;
        if (found) {
            *value = walk->at;
            walk->at = begins;
            return true;
        }
        if (walk->at < walk->n)
            skip_value(walk);
    }
    return false;
}

size_t json_line_of(const char *text, size_t n, const char *pointer)
{
    struct walk walk = {text, n, 0};
    char token[128];
    size_t line = 1;
    skip_blanks(&walk);
    size_t at = walk.at, value = walk.at;
    while ((pointer = next_token(pointer, token, sizeof token))) {
        walk.at = value;
        if (walk.at >= n || !find_child(&walk, token, &value))
            break;
        at = walk.at;
    }
    for (size_t i = 0; i < at && i < n; i++)
        line += text[i] == '\n';
    return line;
}

char *json_place_in_text(char *place, const char *name, const char *text, size_t n, const char *pointer)
{
    if (!*pointer)
        return error_place(place, name, "%s", "");
    return error_place(place, name, "%s%zu:%s", *name ? ":" : "", json_line_of(text, n, pointer), pointer);
}

char *json_place_in_file(char *place, const char *path, const char *pointer)
{
    struct stat status;
    size_t n;
    bool again = stat(path, &status) == 0 && S_ISREG(status.st_mode) && *pointer;
    char *text = again ? file_read(path, READ_AGAIN_MAX, &n, NULL) : NULL;
    if (text)
        json_place_in_text(place, path, text, n, pointer);
    else
        error_place(place, path, "%s%s", *pointer ? ":" : "", pointer);
    free(text);
    return place;
}

static void place_fault(struct error *fault, const char *name, const char *text, size_t n)
{
    char pointer[ERROR_PLACE];
    size_t length = strlen(name);
    bool named = strncmp(fault->place, name, length) == 0 && fault->place[length] == ':';
    const char *rest = named ? fault->place + length + 1 : fault->place;
    if (*rest != '/') /* it has its line, or is no place in the text */
        return;
    text_copy(pointer, sizeof pointer, rest);
    json_place_in_text(fault->place, name, text, n, pointer);
}

void json_place_faults(struct faults *faults, const char *name, const char *text, size_t n)
{
    for (size_t i = 0; text && i < faults->count && i < FAULTS_KEPT; i++)
        place_fault(&faults->kept[i], name, text, n);
}
