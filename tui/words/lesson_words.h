/* What lessons and demos name of the interface: views and panels, and the steps of a demo, from the tables
 * that everything else reads; what their expressions are asked of; and how long a demo takes who reads it. */
#ifndef WATTIF_TUI_WORDS_LESSON_WORDS_H
#define WATTIF_TUI_WORDS_LESSON_WORDS_H

#include "store/lessons/lessons.h"
#include "tui/words/action.h"

struct result;

extern const struct lecture_words lesson_words;

/* A line as scripts and demos have it: one of the script's own words, a key of one character, or what the
 * prompt takes, the name of a command or an action. */
struct step {
    enum step_kind { STEP_WAIT, STEP_KEY, STEP_TYPE, STEP_DUMP, STEP_RESIZE, STEP_ADVANCE, STEP_OTHER } kind;
    char word[64];
    const char *rest; /* what follows the word; of a key its name */
    enum prompt_command command;
    enum action_id action; /* of that name, else PROMPT_COUNT, ACTION_NONE */
};
struct step step_of(const char *line);
/* After this word, with or without more, no view is open that was not before. */
bool step_opens_nothing(const char *word);

/* The action that focuses the panel "latency"; ACTION_NONE: there is no such panel. */
enum action_id lesson_panel_action(const char *name);

/* How long a stop of a demo stays where nobody presses a key: its pause, or as long as reading takes. */
double demo_stay_s(const struct lecture *demo, int stop);
/* All its stops and what it plays between them. */
double demo_length_s(const struct lecture *demo);

/* A run that has finished is what expressions of this moment are asked of; another, or NULL, leaves them
 * without.
 */
void facts_know(struct expression_facts *facts, enum expression_moment moment, const struct result *result);

#endif
