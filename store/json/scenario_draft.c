/* The tree of cJSON is the document. Pointers are walked as RFC 6901 has them; names with '/' or '~' in them
 * are escaped by whoever makes a pointer (json_pointer_push). */
#include "store/json/scenario_draft.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/json/scenario_json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE = 128, SLICES_SIZE = 512 };
#define NUMBER_EXACT_MAX 9007199254740992.0 /* 2^53 */

/* --- the whole --- */

bool draft_from_text(struct scenario_draft *draft, const char *text, size_t n, const char *name,
                     struct error *error)
{
    cJSON *json = json_parse_file_text(text, n, name, error);
    if (!json)
        return false;
    if (!cJSON_IsObject(json)) {
        json_free(json);
        return error_set(error, ERROR_INPUT, name, "is no JSON object; a scenario begins with {");
    }
    draft_free(draft);
    draft->json = json;
    return true;
}

bool draft_from_scenario(struct scenario_draft *draft, const struct scenario *scenario, struct error *error)
{
    char *text = scenario_to_text(scenario);
    bool good =
        text ? draft_from_text(draft, text, strlen(text), scenario->name, error) : error_no_memory(error);
    free(text);
    return good;
}

void draft_free(struct scenario_draft *draft)
{
    json_free(draft->json);
    draft->json = NULL;
}

/* --- printing --- */

/* Objects without objects in them stand on one line, as GPUs do; so do arrays without any. */
static bool is_flat(const cJSON *json)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, json)
    {
        if (cJSON_IsObject(member) || (cJSON_IsArray(member) && cJSON_IsObject(json) && !is_flat(member)))
            return false;
    }
    return true;
}

static void print(struct json_writer *writer, const char *key, const cJSON *json, int depth)
{
    const cJSON *member;
    if (cJSON_IsObject(json)) {
        if (depth > 1 && is_flat(json))
            json_begin_inline_object(writer, key);
        else
            json_begin_object(writer, key);
        cJSON_ArrayForEach(member, json) print(writer, member->string, member, depth + 1);
        json_end_object(writer);
    } else if (cJSON_IsArray(json)) {
        json_begin_array(writer, key, is_flat(json));
        cJSON_ArrayForEach(member, json) print(writer, NULL, member, depth + 1);
        json_end_array(writer);
    } else if (cJSON_IsNumber(json)) {
        json_number(writer, key, json->valuedouble);
    } else if (cJSON_IsBool(json)) {
        json_bool(writer, key, cJSON_IsTrue(json));
    } else if (cJSON_IsString(json)) {
        json_string(writer, key, json->valuestring);
    } else {
        json_null(writer, key);
    }
}

char *draft_text(const struct scenario_draft *draft)
{
    struct json_writer writer = {0};
    print(&writer, NULL, draft->json, 0);
    return json_writer_take(&writer);
}

/* --- reading --- */

bool draft_read(const struct scenario_draft *draft, const struct catalog *catalog, struct scenario *scenario,
                struct faults *faults)
{
    bool good = scenario_from_json(draft->json, scenario, faults);
    if (good && !scenario_inputs_found(scenario, catalog, "", faults)) {
        scenario_free(scenario);
        good = false;
    }
    /* ":/apps/0/model" of a document without a name, "/apps/0/model" of a reader. */
    for (size_t i = 0; i < faults->count && i < FAULTS_KEPT; i++) {
        char *at = faults->kept[i].place, *pointer = strchr(at, '/');
        if (pointer && pointer > at && strspn(at, ":0123456789") == (size_t)(pointer - at))
            memmove(at, pointer, strlen(pointer) + 1);
    }
    return good;
}

/* --- members --- */

/* The next key of a pointer, unescaped; the pointer moves behind it. False at its end. */
static bool next_key(const char **pointer, char key[KEY_SIZE])
{
    size_t n = 0;
    if (**pointer != '/')
        return false;
    for (++*pointer; **pointer && **pointer != '/' && n + 1 < KEY_SIZE; ++*pointer) {
        bool escaped = **pointer == '~' && ((*pointer)[1] == '0' || (*pointer)[1] == '1');
        key[n++] = !escaped ? **pointer : *++*pointer == '0' ? '~' : '/';
    }
    key[n] = '\0';
    return true;
}

static cJSON *member(const cJSON *json, const char *key)
{
    if (cJSON_IsArray(json)) {
        char *end;
        long at = strtol(key, &end, 10);
        return *key && !*end && at >= 0 ? cJSON_GetArrayItem(json, (int)at) : NULL;
    }
    return cJSON_GetObjectItemCaseSensitive(json, key);
}

static cJSON *find(const struct scenario_draft *draft, const char *pointer)
{
    cJSON *json = draft->json;
    char key[KEY_SIZE];
    while (json && next_key(&pointer, key))
        json = member(json, key);
    return json;
}

int draft_count(const struct scenario_draft *draft, const char *pointer)
{
    const cJSON *json = find(draft, pointer);
    return json ? cJSON_GetArraySize(json) : 0;
}

const char *draft_key(const struct scenario_draft *draft, const char *pointer, int k)
{
    const cJSON *json = find(draft, pointer), *item = json ? cJSON_GetArrayItem(json, k) : NULL;
    return item ? item->string : NULL;
}

/* "3g:- 2g:-" says no more than "3g 2g". */
static void shorten_empty(char *text)
{
    for (const char *at = text; *at; at++)
        if (*at == ':' && (at[1] != '-' || (at[2] && at[2] != ' ')))
            return;
    char *to = text;
    for (const char *at = text; *at; at++)
        if (*at == ':')
            at++;
        else
            *to++ = *at;
    *to = '\0';
}

static void append(char *out, size_t size, const cJSON *json)
{
    char number[32];
    if (cJSON_IsString(json))
        text_append(out, size, "%s", json->valuestring);
    else if (cJSON_IsNumber(json)) {
        text_from_number(json->valuedouble, number, sizeof number);
        text_append(out, size, "%s", number);
    } else if (cJSON_IsBool(json))
        text_append(out, size, "%s", cJSON_IsTrue(json) ? "true" : "false");
}

char *draft_get(const struct scenario_draft *draft, const char *pointer, char *out, size_t size)
{
    const cJSON *json = find(draft, pointer), *item;
    *out = '\0';
    if (!cJSON_IsArray(json)) {
        append(out, size, json);
        return out;
    }
    cJSON_ArrayForEach(item, json)
    {
        if (*out)
            text_append(out, size, " ");
        append(out, size, item);
    }
    shorten_empty(out);
    return out;
}

/* --- changing --- */

static cJSON *made_of(enum draft_type type, const char *text)
{
    double number;
    /* A number that has lost digits on the way (a seed) stays a text. */
    if (type == DRAFT_NUMBER && text_to_number(text, &number) && fabs(number) <= NUMBER_EXACT_MAX)
        return cJSON_CreateNumber(number);
    if (type == DRAFT_TRUTH && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0))
        return cJSON_CreateBool(*text == 't');
    return cJSON_CreateString(text);
}

/* Takes over `value`; NULL takes the member away. */
static bool place(cJSON *parent, const char *key, cJSON *value)
{
    bool exists = cJSON_GetObjectItemCaseSensitive(parent, key) != NULL;
    if (!value)
        cJSON_DeleteItemFromObjectCaseSensitive(parent, key);
    else if (exists ? !cJSON_ReplaceItemInObjectCaseSensitive(parent, key, value)
                    : !cJSON_AddItemToObject(parent, key, value)) {
        cJSON_Delete(value);
        return false;
    }
    return true;
}

/* Words of a text as an array; "3g" is the number 3 where they are sizes alone. */
static cJSON *array_of(const char *text, bool sizes)
{
    cJSON *array = cJSON_CreateArray();
    char words[SLICES_SIZE], *save = NULL;
    text_copy(words, sizeof words, text);
    for (char *word = strtok_r(words, ", ", &save); array && word; word = strtok_r(NULL, ", ", &save)) {
        size_t n = strlen(word);
        if (sizes && n > 1 && word[n - 1] == 'g')
            word[n - 1] = '\0';
        cJSON *item = made_of(sizes ? DRAFT_NUMBER : DRAFT_TEXT, word);
        if (!item || !cJSON_AddItemToArray(array, item)) {
            cJSON_Delete(item);
            cJSON_Delete(array);
            return NULL;
        }
    }
    return array;
}

/* The object that a member is to stand in, made where `make` and an object has room for it; NULL: there is
 * none. `key` is the member's. */
static cJSON *parent_of(struct scenario_draft *draft, const char *pointer, bool make, char key[KEY_SIZE])
{
    cJSON *json = draft->json;
    while (next_key(&pointer, key) && *pointer) {
        cJSON *inner = member(json, key);
        if (!inner && make && cJSON_IsObject(json))
            inner = cJSON_AddObjectToObject(json, key);
        if (!inner)
            return NULL;
        json = inner;
    }
    return cJSON_IsObject(json) ? json : NULL;
}

bool draft_put(struct scenario_draft *draft, const char *pointer, enum draft_type type, const char *text,
               struct error *error)
{
    char key[KEY_SIZE];
    cJSON *object = parent_of(draft, pointer, *text != '\0', key);
    if (!object)
        return !*text || error_set(error, ERROR_INPUT, pointer, "has no place in this scenario");
    if (type == DRAFT_SLICES) {
        bool sizes = !strchr(text, ':');
        cJSON *array = *text ? array_of(text, sizes) : NULL;
        if (*text && !array)
            return error_no_memory(error);
        place(object, sizes ? "pods" : "mig", NULL);
        return place(object, sizes ? "mig" : "pods", array) || error_no_memory(error);
    }
    cJSON *value = *text ? made_of(type, text) : NULL;
    if (*text && !value)
        return error_no_memory(error);
    bool good = place(object, key, value) || error_no_memory(error);
    /* An object that says nothing any more goes. */
    char above[ERROR_PLACE];
    text_print(above, sizeof above, "%.*s", (int)(strrchr(pointer, '/') - pointer), pointer);
    cJSON *holder = !*text && *above && !object->child ? parent_of(draft, above, false, key) : NULL;
    if (holder)
        place(holder, key, NULL);
    return good;
}

/* --- elements --- */

bool draft_alike(const struct scenario_draft *draft, const char *array, int a, int b)
{
    const cJSON *json = find(draft, array), *item;
    const cJSON *one = json ? cJSON_GetArrayItem(json, a) : NULL,
                *two = json ? cJSON_GetArrayItem(json, b) : NULL;
    if (!cJSON_IsObject(one) || !cJSON_IsObject(two) || cJSON_GetArraySize(one) != cJSON_GetArraySize(two))
        return false;
    cJSON_ArrayForEach(item, one)
    {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(two, item->string);
        if (!other || (strcmp(item->string, "name") != 0 && !cJSON_Compare(item, other, true)))
            return false;
    }
    return true;
}

/* Does an element of this name stand in the array? */
static bool is_taken(const cJSON *array, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        const char *other = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "name"));
        if (other && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

/* "gpu2" -> "gpu3", or the next that is free; "chat" -> "chat2". */
static void next_name(const cJSON *array, const char *name, char *out, size_t size)
{
    size_t stem = strlen(name);
    while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9')
        stem--;
    long number = name[stem] ? strtol(name + stem, NULL, 10) : 1;
    int width = name[stem] == '0' ? (int)strlen(name + stem) : 1;
    do
        text_print(out, size, "%.*s%0*ld", (int)stem, name, width, ++number);
    while (is_taken(array, out));
}

bool draft_repeat(struct scenario_draft *draft, const char *array, int of, struct error *error)
{
    cJSON *json = find(draft, array), *item = json ? cJSON_GetArrayItem(json, of) : NULL;
    char name[KEY_SIZE];
    if (!item)
        return error_set(error, ERROR_INPUT, array, "there is nothing to repeat");
    const char *old = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "name"));
    next_name(json, old ? old : "", name, sizeof name);
    cJSON *copy = cJSON_Duplicate(item, true), *value = cJSON_CreateString(name);
    if (!copy || !value || !place(copy, "name", value)) {
        cJSON_Delete(copy);
        return error_no_memory(error);
    }
    int behind = cJSON_GetArraySize(json) - (of + 1);
    cJSON_AddItemToArray(json, copy);
    while (behind-- > 0) /* some versions of cJSON refuse to insert in the middle */
        cJSON_AddItemToArray(json, cJSON_DetachItemFromArray(json, of + 1));
    return true;
}

void draft_remove(struct scenario_draft *draft, const char *array, int at)
{
    cJSON *json = find(draft, array);
    if (cJSON_IsArray(json))
        cJSON_DeleteItemFromArray(json, at);
}

/* --- what is there no more ---
 *
 * What names an app or a GPU by its name is found where the document has it, in fleets that are not looked at
 * too: what is removed must not leave faults in places that nobody sees. */

static bool text_is(const cJSON *json, const char *text)
{
    return cJSON_IsString(json) && strcmp(json->valuestring, text) == 0;
}

static void forget_settings(const struct scenario_draft *draft, const char *name)
{
    static const char *const members[] = {"knobs", "baseline", "edits"};
    for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
        cJSON *settings = cJSON_GetObjectItemCaseSensitive(draft->json, members[m]), *next;
        for (cJSON *item = settings ? settings->child : NULL; item; item = next) {
            const char *knob = cJSON_IsArray(settings)
                                   ? cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "knob"))
                                   : item->string;
            /* "clock_mhz.chat", "profile_scale.chat.high". */
            const char *dot = knob ? strchr(knob, '.') : NULL;
            size_t n = strlen(name);
            next = item->next;
            if (dot && strncmp(dot + 1, name, n) == 0 && (dot[1 + n] == '\0' || dot[1 + n] == '.'))
                cJSON_Delete(cJSON_DetachItemViaPointer(settings, item));
        }
    }
}

void draft_forget_app(struct scenario_draft *draft, const char *app)
{
    cJSON *fleet, *gpu;
    if (!*app || is_taken(cJSON_GetObjectItemCaseSensitive(draft->json, "apps"), app))
        return;
    cJSON_ArrayForEach(fleet, cJSON_GetObjectItemCaseSensitive(draft->json, "fleets"))
        cJSON_ArrayForEach(gpu, cJSON_GetObjectItemCaseSensitive(fleet, "gpus"))
    {
        if (text_is(cJSON_GetObjectItemCaseSensitive(gpu, "owner"), app))
            cJSON_DeleteItemFromObjectCaseSensitive(gpu, "owner");
        /* Pods of the app go; slices of a cut stay, empty. */
        cJSON *pods = cJSON_GetObjectItemCaseSensitive(gpu, "pods"), *next;
        size_t n = strlen(app);
        for (cJSON *pod = pods ? pods->child : NULL; pod; pod = next) {
            const char *colon = cJSON_IsString(pod) ? strchr(pod->valuestring, ':') : NULL;
            next = pod->next;
            if (!colon || strncmp(colon + 1, app, n) != 0 || (colon[1 + n] && colon[1 + n] != '/'))
                continue;
            if (strncmp(pod->valuestring, "whole", 5) == 0) {
                cJSON_Delete(cJSON_DetachItemViaPointer(pods, pod));
            } else {
                size_t at = (size_t)(colon - pod->valuestring) + 1;
                memcpy(pod->valuestring + at, "-", 2); /* there is room: an app has a letter at least */
            }
        }
        if (pods && !pods->child)
            cJSON_DeleteItemFromObjectCaseSensitive(gpu, "pods");
    }
    cJSON *affinities = cJSON_GetObjectItemCaseSensitive(draft->json, "affinity"), *next;
    for (cJSON *item = affinities ? affinities->child : NULL; item; item = next) {
        next = item->next;
        if (text_is(cJSON_GetObjectItemCaseSensitive(item, "app"), app) ||
            text_is(cJSON_GetObjectItemCaseSensitive(item, "with"), app))
            cJSON_Delete(cJSON_DetachItemViaPointer(affinities, item));
    }
    forget_settings(draft, app);
}

void draft_forget_gpu(struct scenario_draft *draft, const char *gpu)
{
    bool left = false;
    cJSON *fleet, *other;
    if (!*gpu)
        return;
    cJSON_ArrayForEach(fleet, cJSON_GetObjectItemCaseSensitive(draft->json, "fleets"))
    {
        cJSON *gpus = cJSON_GetObjectItemCaseSensitive(fleet, "gpus");
        bool here = is_taken(gpus, gpu);
        left |= here;
        cJSON_ArrayForEach(other, gpus)
        {
            if (!here && text_is(cJSON_GetObjectItemCaseSensitive(other, "upstream"), gpu))
                cJSON_DeleteItemFromObjectCaseSensitive(other, "upstream");
        }
    }
    if (!left)
        forget_settings(draft, gpu);
}
