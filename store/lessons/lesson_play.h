/* Is a lesson right? Checking asks whether everything that it names exists, for the scenario as it is at that
 * step. Playing goes through it as a student would: applies what it turns, simulates, and holds every word to
 * what comes out; so whoever writes a lesson learns at once where it is not true, and a test learns when it
 * no longer is. Faults have JSON pointers ("/steps/2/task/until"). */
#ifndef WATTIF_STORE_LESSONS_LESSON_PLAY_H
#define WATTIF_STORE_LESSONS_LESSON_PLAY_H

#include "store/lessons/lesson.h"
#include "store/store.h"

/* What the interface has by name; a lesson only points at it. */
struct lesson_words {
    bool (*is_view)(const char *name);
    bool (*is_panel)(const char *name);
};

/* The kinds of what stands among turns; *rest is what follows the word. */
enum lesson_turn { TURN_SETTING, TURN_OPEN, TURN_FOCUS };
enum lesson_turn lesson_turn_kind(const char *turn, const char **rest);

/* The scenario of a lesson with its settings (scenario_free it). The error's place is a JSON pointer. */
bool lesson_scenario(const struct lesson *lesson, struct store *store, struct scenario *scenario,
                     struct error *error);
/* Does any of it ask of the run that the scenario is held against? */
bool lesson_asks_reference(const struct lesson *lesson);

/* Scenario, settings, knobs, metrics, views and panels exist; numbers that are written into a text stand in
 * an expression or a setting of the step, or one before it, so that something holds them. False with faults.
 */
bool lesson_check(const struct lesson *lesson, struct store *store, const struct lesson_words *words,
                  struct faults *faults);

/* Plays a lesson that lesson_check has passed. Each step: every live number is known; exactly one choice is
 * right once the lesson has turned what it turns; whatever `holds` says holds; the task is not done before
 * its solution, and is done after it. With several seeds the right choice is so in nine of ten of them, too:
 * a quiz is about the schemes, not about one draw. False with faults, or with an error where something could
 * not run.
 * `told` (or NULL) is called before each simulation. */
struct lesson_told {
    void (*step)(void *context, int step, int runs);
    void *context;
};
bool lesson_play(const struct lesson *lesson, struct store *store, int seeds, const struct lesson_told *told,
                 struct faults *faults, struct error *error);

#endif
