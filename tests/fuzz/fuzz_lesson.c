/* Lessons and demos: bytes are read or refused with faults, and every line that was read has a text. */
#include "store/lessons/lecture.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool knows(const char *name)
{
    return *name != 'x';
}

static void judge(const char *step, const char *const *others, size_t n_others, bool *bare, char *message,
                  size_t size)
{
    (void)others;
    *bare = n_others > 0;
    if (size > 1 && *step == 'x')
        strcpy(message, "x");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct lecture_words words = {knows, knows, judge};
    struct faults *faults = calloc(1, sizeof *faults);
    struct lecture lecture;
    if (faults && lecture_read(&lecture, LECTURE_FORMS, (const char *)data, size, "", &words, faults)) {
        const struct expression_facts nothing = {0};
        for (int stop = 0; stop < lecture.n_stops; stop++) {
            lecture_right(&lecture, stop, &nothing, faults);
            lecture_check_known(&lecture, stop, ~0u, &nothing, faults);
            lecture_check_claims(&lecture, stop, &nothing, faults);
        }
        for (int i = 0; i < lecture.n_lines; i++)
            if (!lecture.lines[i].text ||
                (lecture.lines[i].condition && line_holds(&lecture.lines[i], &nothing)))
                continue;
        lecture_free(&lecture);
    }
    free(faults);
    return 0;
}
