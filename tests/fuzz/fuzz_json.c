/* The JSON reader and writer: whatever is accepted can be written, is accepted again, and means the same. */
#include "store/json/json.h"

#include "tests/fuzz/fuzz_import.h"

#include <cjson/cJSON.h>

/* Writes a tree with our writer; depth is at most what the reader allows. */
static void write_tree(struct json_writer *writer, const char *key, const cJSON *json)
{
    const cJSON *child;
    if (cJSON_IsString(json)) {
        json_string(writer, key, json->valuestring);
    } else if (cJSON_IsNumber(json)) {
        json_number(writer, key, json->valuedouble);
    } else if (cJSON_IsBool(json)) {
        json_bool(writer, key, cJSON_IsTrue(json));
    } else if (cJSON_IsNull(json)) {
        json_null(writer, key);
    } else if (cJSON_IsArray(json)) {
        json_begin_array(writer, key, true);
        cJSON_ArrayForEach(child, json) write_tree(writer, NULL, child);
        json_end_array(writer);
    } else {
        json_begin_object(writer, key);
        cJSON_ArrayForEach(child, json) write_tree(writer, child->string, child);
        json_end_object(writer);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct json_writer writer = {0};
    cJSON *json = json_parse((const char *)data, size, "input", &error);
    fuzz_require(json || *error.message, "a refusal says why");
    if (!json)
        return 0;
    write_tree(&writer, NULL, json);
    char *text = json_writer_take(&writer);
    fuzz_require(text != NULL, "memory");
    cJSON *again = json_parse(text, strlen(text), "written", &error);
    if (!again)
        fprintf(stderr, "%s: %s\n", error.place, error.message);
    fuzz_require(again != NULL, "what was accepted and written is accepted again");
    fuzz_require(cJSON_Compare(json, again, true), "and means the same");
    json_free(again);
    free(text);
    json_free(json);
    return 0;
}
