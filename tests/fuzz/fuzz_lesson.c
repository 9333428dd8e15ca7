/* Lessons: whatever the bytes are, they are read or refused with faults, and every text and expression that
 * was read can be walked over. */
#include "store/lessons/lesson.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct faults *faults = calloc(1, sizeof *faults);
    struct lesson lesson;
    const char *text;
    char key[48];
    if (faults && lesson_from_text((const char *)data, size, "", &lesson, faults)) {
        for (int s = 0; s < lesson.n_steps; s++) {
            for (int i = 0; lesson_step_text(&lesson.steps[s], i, &text, key); i++)
                continue;
            for (int i = 0; lesson_step_expression(&lesson.steps[s], i, key); i++)
                continue;
        }
        lesson_free(&lesson);
    }
    free(faults);
    return 0;
}
