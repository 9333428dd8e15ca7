/* Lessons on the command line: listed, shown, taken in, validated. */
#ifndef WATTIF_TUI_CLI_LESSONS_H
#define WATTIF_TUI_CLI_LESSONS_H

#include "tui/cli/command.h"
#include "tui/media/rows.h"

/* Is it the word for lessons where a kind is expected? */
#define LESSON_KIND "lesson"

int lessons_fill(struct invocation *invocation, struct account *account);
int show_lesson(struct invocation *invocation, struct store *store, const char *name);
int lessons_import_from(struct invocation *invocation, const char *path);
/* Of a lesson or a demo: every fault of the file, with its line, is added. */
int lectures_validate(struct invocation *invocation, const char *path, struct faults *faults);

#endif
