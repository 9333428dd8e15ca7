/* A folder under /tmp that goes away with everything in it. */
#include "tests/bench/inputs.h"

#include "store/file.h"
#include "store/json/scenario_json.h"
#include "tests/bench/measure.h"

#include <cjson/cJSON.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void inputs_die(const struct error *error)
{
    fprintf(stderr, "bench: %s%s%s\n", error->place, error->place[0] ? ": " : "", error->message);
    exit(error_exit_status(error));
}

/* A built-in one by its name, or a file: what a row was first measured with, whatever became of it. */
static bool load(struct inputs *inputs, const char *scenario, struct error *error)
{
    size_t n, limit = 1 << 20;
    if (!strchr(scenario, '/'))
        return store_load_scenario(inputs->store, scenario, &inputs->scenario, error);
    char *text = file_read(scenario, limit, &n, error);
    cJSON *json = text ? cJSON_ParseWithLength(text, n) : NULL;
    struct faults *faults = calloc(1, sizeof *faults);
    bool good = faults && json && scenario_from_json(json, &inputs->scenario, faults);
    if (text && !good)
        error_set(error, ERROR_INPUT, scenario, "is no scenario");
    free(faults);
    cJSON_Delete(json);
    free(text);
    return good;
}

void inputs_open(struct inputs *inputs, const char *scenario)
{
    struct error error = {0};
    char path[64];
    strcpy(inputs->folder, "/tmp/wattif-bench-XXXXXX");
    if (!mkdtemp(inputs->folder)) {
        error_set(&error, ERROR_SYSTEM, inputs->folder, "cannot make a folder for a temporary store");
        inputs_die(&error);
    }
    snprintf(path, sizeof path, "%s/bench.db", inputs->folder);
    inputs->store = store_open(&(struct store_options){.path = path}, &error);
    if (!inputs->store || !load(inputs, scenario, &error))
        inputs_die(&error);
}

void inputs_close(struct inputs *inputs)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    char path[64];
    scenario_free(&inputs->scenario);
    store_close(inputs->store);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        snprintf(path, sizeof path, "%s/bench.db%s", inputs->folder, suffixes[i]);
        unlink(path);
    }
    rmdir(inputs->folder);
}

int inputs_repeats(const char *text)
{
    long repeats = strtol(text, NULL, 10);
    return repeats < 1 ? 1 : repeats > REPEATS_MAX ? REPEATS_MAX : (int)repeats;
}
