/* The JSON reader refuses what no data format may hold and says where; the writer prints what it reads. */
#include "engine/base/random.h"
#include "store/json/json.h"
#include "tests/support/test.h"

#include <cjson/cJSON.h>
#include <unistd.h>

static const struct {
    const char *text, *place, *message;
} refused[] = {
    {"", "f:1:1", "ends here"},
    {"  \n ", "f:2:2", "ends here"},
    {"{\"a\": 1", "f:1:8", "',' or '}'"},
    {"{\"a\": 1,}", "f:1:9", "key in quotes"},
    {"[1,]", "f:1:4", "a value"},
    {"[1 2]", "f:1:4", "',' or ']'"},
    {"{\"a\" 1}", "f:1:6", "':'"},
    {"{a: 1}", "f:1:2", "key in quotes"},
    {"{'a': 1}", "f:1:2", "key in quotes"},
    {"nul", "f:1:1", "a value"},
    {"NaN", "f:1:1", "a value"},
    {"[Infinity]", "f:1:2", "a value"},
    {"{\"x\":\n  NaN}", "f:2:3", "a value"},
    {"1 x", "f:1:3", "the end"},
    {"{} {}", "f:1:4", "the end"},
    {"[1] // a remark", "f:1:5", "the end"},
    {"01", "f:1:2", "the end"},
    {"-", "f:1:2", "a digit"},
    {"1.", "f:1:3", "a digit"},
    {".5", "f:1:1", "a value"},
    {"1e", "f:1:3", "a digit"},
    {"+1", "f:1:1", "a value"},
    {"0x10", "f:1:2", "the end"},
    {"[1e999]", "f:1:2", "too large"},
    {"[-1e999]", "f:1:2", "too large"},
    {"[9007199254740993]", "f:1:2", "2^53"},
    {"[-9007199254740993]", "f:1:2", "2^53"},
    {"[99999999999999999999999999]", "f:1:2", "2^53"},
    {"[0.0000000000000000000000000000000000000000000000000000000000001]", "f:1:2", "60 characters"},
    {"\"abc", "f:1:1", "never closed"},
    {"\"abc\ndef\"", "f:1:1", "never closed"},
    {"\"a\tb\"", "f:1:3", "control character (0x09)"},
    {"\"\\x\"", "f:1:2", "escape"},
    {"\"\\u12g4\"", "f:1:2", "hexadecimal"},
    {"\"\\u0000\"", "f:1:2", "\\u0000"},
    {"\"\\ud800\"", "f:1:8", "surrogate"},
    {"\"\\ud800\\u0041\"", "f:1:8", "surrogate"},
    {"\"\\udc00\"", "f:1:2", "surrogate"},
    {"\"\xff\"", "f:1:2", "UTF-8"},
    {"\"\xc0\xaf\"", "f:1:2", "UTF-8"},
    {"\"\xed\xa0\x80\"", "f:1:2", "UTF-8"},
    {"\"\xf4\x90\x80\x80\"", "f:1:2", "UTF-8"},
    {"\"\xe2\x82\"", "f:1:2", "UTF-8"},
    {"[\"\xe2\x82\x82\xe2\x82\x82\", x]", "f:1:8", "a value"}, /* columns are characters, not bytes */
    {"{\"a\": 1, \"a\": 2}", "f:1:/a", "twice"},
    {"{\"a\": {\"b\": [0, {\"c/d~\": 1, \"x\": 2, \"c/d~\": 3}]}}", "f:1:/a/b/1/c~1d~0", "twice"},
    {"{\"\\u0061\": 1, \"a\": 2}", "f:1:/a", "twice"},
};

FACT(test_refuses_with_the_place)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        cJSON *json = json_parse(refused[i].text, strlen(refused[i].text), "f", &err);
        if (json || err.kind != ERROR_INPUT || strcmp(err.place, refused[i].place) != 0 ||
            !strstr(err.message, refused[i].message))
            fail_msg("%s: '%s' at %s", refused[i].text, err.message, err.place);
    }
}

/* Every value below, by the line of its key or its own: a tree printed by cJSON has each on its own line. */
static void check_lines(const cJSON *json, char *pointer, const char *text, const char **line_of,
                        size_t lines, int *seen)
{
    int index = 0;
    for (const cJSON *child = json->child; child; child = child->next, index++) {
        char wanted[64];
        size_t before = child->string ? json_pointer_push(pointer, 256, child->string)
                                      : json_pointer_push_index(pointer, 256, index);
        size_t line = json_line_of(text, strlen(text), pointer);
        assert_in_range(line, 1, lines);
        snprintf(wanted, sizeof wanted, "\"%s\":", child->string ? child->string : "");
        if (child->string &&
            strncmp(line_of[line] + strspn(line_of[line], "\t"), wanted, strlen(wanted)) != 0)
            fail_msg("%s is not in line %zu: %.40s", pointer, line, line_of[line]);
        (*seen)++;
        check_lines(child, pointer, text, line_of, lines, seen);
        pointer[before] = '\0';
    }
}

FACT(test_lines_of_pointers)
{
    static const char *const paths[] = {"datasets/scenarios/all-five.json",
                                        "datasets/scenarios/carbondis-set1.json", "themes/default.json"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        static const char *line_of[20000];
        char pointer[256] = "";
        size_t lines = 1;
        int seen = 0;
        cJSON *json = json_read_file(paths[i], NULL);
        assert_non_null(json);
        char *text = cJSON_Print(json);
        line_of[1] = text;
        for (const char *c = text; *c && lines + 1 < sizeof line_of / sizeof *line_of; c++)
            if (*c == '\n')
                line_of[++lines] = c + 1;
        check_lines(json, pointer, text, line_of, lines, &seen);
        assert_true(seen > 20);
        cJSON_free(text);
        json_free(json);
    }
}

/* What is not there has the line of what it should be in; a text that is no JSON ends the search. */
FACT(test_lines_of_what_is_missing)
{
    static const char text[] = "{\n \"a\": [1,\n {\"b\": \"x]}\\\"\",\n \"c\": 2}],\n \"d\": {\n}}";
    static const struct {
        const char *pointer;
        size_t line;
    } rows[] = {{"", 1},       {"/a", 2},     {"/a/0", 2},     {"/a/1", 3},     {"/a/1/b", 3},
                {"/a/1/c", 4}, {"/a/1/z", 3}, {"/a/2", 2},     {"/a/x", 2},     {"/d", 5},
                {"/d/e/f", 5}, {"/z", 1},     {"/a/1/b/0", 3}, {"/a/1/c/d", 4}, {"nonsense", 1}};
    static const char *const broken[] = {
        "", "{", "[[[", "{\"a\"", "{\"a\":", "\"", "{\"a", "{\"a\\", "]", "{\"a\":\"\\"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (json_line_of(text, sizeof text - 1, rows[i].pointer) != rows[i].line)
            fail_msg("%s: line %zu", rows[i].pointer, json_line_of(text, sizeof text - 1, rows[i].pointer));
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        size_t n = strlen(broken[i]);
        char *exact = malloc(n + 1); /* as long as it is: the sanitizers see a step too far */
        memcpy(exact, broken[i], n + 1);
        DEFER(memory_leave) char *tight = realloc(exact, n ? n : 1);
        assert_int_equal(json_line_of(tight, n, "/a/0/b"), 1);
    }
}

FACT(test_accepts)
{
    static const char *const texts[] = {
        "0",
        "-0",
        "1e-400",
        "9007199254740992",
        "-9007199254740992",
        "1e300",
        "\"\"",
        "[]",
        "{}",
        " [ ] ",
        "true",
        "{\"a\":{\"a\":{\"a\":1}}}",
        "{\"a\":1,\"A\":2}",
        "[\"\\ud83d\\ude00 \\u00e9 \xc3\xa9 \\/\"]",
        "\xef\xbb\xbf{\"bom\": 1}",
        "{\r\n\"crlf\": 1\r\n}",
        "1.7976931348623157e308",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cJSON *json = json_parse(texts[i], strlen(texts[i]), "f", &err);
        assert_or(json, "%s: %s at %s", texts[i], err.message, err.place);
        json_free(json);
    }
}

/* n copies of `open`. */
static bool deep_is_read(const char *open, const char *close, size_t n, struct error *error)
{
    size_t a = strlen(open), b = strlen(close);
    DEFER(memory_leave) char *text = malloc(n * (a + b) + 1);
    assert_non_null(text);
    for (size_t i = 0; i < n; i++) {
        memcpy(text + i * a, open, a);
        memcpy(text + n * a + i * b, close, b);
    }
    cJSON *json = json_parse(text, n * (a + b), "", error);
    bool read = json != NULL;
    json_free(json);
    return read;
}

FACT(test_depth_is_limited_without_recursion_limits)
{
    assert_true(deep_is_read("[", "]", 64, &err));
    assert_false(deep_is_read("[", "]", 65, &err));
    assert_string_equal(err.place, "1:65");
    assert_false(deep_is_read("[", "", 100000, &err));
    assert_has(err.message, "64 levels");
    assert_false(deep_is_read("{\"a\":", "}", 100000, &err));
}

FACT(test_files)
{
    static const char path[] = "/tmp/wattif-test-json";
    static const struct {
        const char *bytes;
        size_t n;
        const char *message;
    } files[] = {{"", 0, "is empty"}, {"{\"a\"\0: 1}", 9, "binary"}};
    for (size_t i = 0; i < 2; i++) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fwrite(files[i].bytes, 1, files[i].n, file);
        fclose(file);
        assert_null(json_read_file(path, &err));
        assert_non_null(strstr(err.message, files[i].message));
        assert_string_equal(err.place, path);
    }
    unlink(path);
    assert_null(json_read_file(path, &err));
    assert_has(err.message, "No such file");
    assert_null(json_read_file("/tmp", &err));
    assert_has(err.message, "is a directory");
}

FACT(test_writer_layout)
{
    static const char expected[] = "{\n"
                                   "  \"name\": \"a \\\"b\\\"\\n\\u0001\",\n"
                                   "  \"none\": null,\n"
                                   "  \"list\": [1, 2.5, null],\n"
                                   "  \"empty\": [],\n"
                                   "  \"rows\": [\n"
                                   "    {\"x\": true, \"y\": {\"z\": \"18446744073709551615\"}},\n"
                                   "    {}\n"
                                   "  ]\n"
                                   "}";
    struct json_writer writer = {0};
    json_begin_object(&writer, NULL);
    json_string(&writer, "name", "a \"b\"\n\x01");
    json_string(&writer, "none", NULL);
    json_begin_array(&writer, "list", true);
    json_int(&writer, NULL, 1);
    json_number(&writer, NULL, 2.5);
    json_number(&writer, NULL, NAN);
    json_end_array(&writer);
    json_begin_array(&writer, "empty", false);
    json_end_array(&writer);
    json_begin_array(&writer, "rows", false);
    json_begin_inline_object(&writer, NULL);
    json_bool(&writer, "x", true);
    json_begin_object(&writer, "y");
    json_uint(&writer, "z", UINT64_MAX);
    json_end_object(&writer);
    json_end_object(&writer);
    json_begin_object(&writer, NULL);
    json_end_object(&writer);
    json_end_array(&writer);
    json_end_object(&writer);
    DEFER(memory_leave) char *text = json_writer_take(&writer);
    assert_string_equal(text, expected);
}

FACT(test_numbers_read_back)
{
    uint64_t key = random_key(7, RANDOM_TEST, 0);
    for (uint64_t i = 0; i < 20000; i++) {
        struct json_writer writer = {0};
        uint64_t bits = random_u64(key, i);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (i % 4 == 0)
            value = floor(random_unit(key, i) * 2e16); /* around 2^53 */
        if (!isfinite(value))
            continue;
        json_begin_array(&writer, NULL, true);
        json_number(&writer, NULL, value);
        json_end_array(&writer);
        DEFER(memory_leave) char *text = json_writer_take(&writer);
        cJSON *json = json_parse(text, strlen(text), "", &err);
        if (!json || memcmp(&json->child->valuedouble, &value, sizeof value) != 0)
            fail_msg("%s: %s", text, err.message);
        json_free(json);
    }
}

FACT(test_invalid_text_is_written_as_valid)
{
    struct json_writer writer = {0};
    json_string(&writer, NULL, "cut \xe2\x82");
    DEFER(memory_leave) char *text = json_writer_take(&writer);
    cJSON *json = json_parse(text, strlen(text), "", &err);
    assert_non_null(json);
    json_free(json);
}

/* A short text can be a great tree. */
FACT(test_values_are_limited)
{
    enum { VALUES = 2000001 };
    DEFER(memory_leave) char *text = malloc(2 * VALUES + 1);
    for (int k = 0; k < VALUES; k++)
        memcpy(text + 2 * k, k ? ",0" : "[0", 2);
    text[2 * VALUES] = ']';
    assert_null(json_parse(text, 2 * VALUES + 1, "nest.json", &err));
    assert_has(err.message, "more than 2000000 values");
}
