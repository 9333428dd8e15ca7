/* Another wattif may have written meanwhile, so before writing what it has noted is taken in. */
#include "tui/explorer/schooling.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/words/must.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct lesson_mark *find(struct schooling *schooling, const char *name)
{
    for (int i = 0; i < schooling->n; i++)
        if (strcmp(schooling->marks[i].name, name) == 0)
            return &schooling->marks[i];
    return NULL;
}

const struct lesson_mark *schooling_find(const struct schooling *schooling, const char *name)
{
    return find((struct schooling *)schooling, name);
}

/* What was reached stays reached. */
static bool note(struct schooling *schooling, const char *name, int step, int n_steps, bool finished)
{
    struct lesson_mark *mark = find(schooling, name);
    if (!mark && schooling->n == SCHOOLING_MAX)
        return false;
    if (!mark) {
        mark = &schooling->marks[schooling->n++];
        *mark = (struct lesson_mark){0};
        text_copy(mark->name, sizeof mark->name, name);
    }
    bool news = step > mark->step || n_steps != mark->n_steps || (finished && !mark->finished);
    mark->step = step > mark->step ? step : mark->step;
    mark->n_steps = n_steps;
    mark->finished |= finished;
    return news;
}

static int whole(const cJSON *object, const char *key)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, key);
    double value = cJSON_IsNumber(member) ? member->valuedouble : 0;
    return value >= 0 && value <= 1000 ? (int)value : 0;
}

static void take_in(struct schooling *schooling)
{
    struct error ignored = {0};
    cJSON *json = *schooling->path && access(schooling->path, R_OK) == 0
                      ? json_read_file(schooling->path, &ignored)
                      : NULL;
    const cJSON *lessons = json ? cJSON_GetObjectItemCaseSensitive(json, "lessons") : NULL, *lesson;
    cJSON_ArrayForEach(lesson, lessons)
    {
        if (cJSON_IsObject(lesson) && lesson->string)
            note(schooling, lesson->string, whole(lesson, "step"), whole(lesson, "steps"),
                 cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(lesson, "finished")));
    }
    json_free(json);
}

void schooling_keep(struct schooling *schooling, const char *folder)
{
    if (!path_join(schooling->path, sizeof schooling->path, folder, "lessons.json"))
        schooling->path[0] = '\0';
    take_in(schooling);
}

bool schooling_mark(struct schooling *schooling, const char *name, int step, int n_steps, bool finished,
                    struct error *error)
{
    if (!note(schooling, name, step, n_steps, finished) || !*schooling->path)
        return true;
    take_in(schooling);
    struct json_writer writer = {0};
    json_begin_object(&writer, NULL);
    json_int(&writer, "format", SCHOOLING_FORMAT);
    json_begin_object(&writer, "lessons");
    for (int i = 0; i < schooling->n; i++) {
        const struct lesson_mark *mark = &schooling->marks[i];
        json_begin_inline_object(&writer, mark->name);
        json_int(&writer, "step", mark->step);
        json_int(&writer, "steps", mark->n_steps);
        json_bool(&writer, "finished", mark->finished);
        json_end_object(&writer);
    }
    json_end_object(&writer);
    json_end_object(&writer);
    char *text = needed(json_writer_take(&writer));
    bool good = file_replace(schooling->path, text, strlen(text), error);
    free(text);
    return good;
}
