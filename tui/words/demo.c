/* Reading goes line by line: the text is kept, its line ends become ends of texts, and a table of words says
 * what each line is. What a line must stand below, and what a stop must have, is looked at in a second pass.
 */
#include "tui/words/demo.h"

#include "engine/answers/live_text.h"
#include "engine/base/text.h"
#include "tui/term/key.h"
#include "tui/term/text.h"
#include "tui/words/action.h"
#include "tui/words/headline_text.h"

#include <stdlib.h>
#include <string.h>

static const char magic[] = "wattif-demo";
static const double pause_max_s = 600, play_max_s = 600;
/* What a reader takes in beside the plots, how long he looks first, and how long he thinks about a question.
 */
static const double letters_per_s = 12, settling_s = 4, thinking_s = 6;

enum { SIZE_MAX_COLUMNS = 1000 };

struct reading {
    struct demo *demo;
    struct faults *faults;
    int number; /* of the line */
    int size;   /* of demo->lines */
    bool failed;
    bool bare; /* no step so far can have opened anything: keys are the dashboard's */
};

static void complain(struct reading *reading, int number, const char *message)
{
    char place[ERROR_PLACE];
    error_place(place, reading->demo->path, ":%d", number);
    faults_add(reading->faults, place, "%s", message);
}

static void complain_error(struct reading *reading, int number, const struct error *error)
{
    complain(reading, number, error->message);
}

bool demo_is(const char *text, size_t n)
{
    size_t length = strlen(magic);
    return n > length && memcmp(text, magic, length) == 0 && (text[length] == ' ' || text[length] == '\n');
}

void demo_free(struct demo *demo)
{
    free(demo->lines);
    free(demo->stops);
    free(demo->text);
    *demo = (struct demo){0};
}

void demo_place(const struct demo *demo, const struct demo_line *line, char place[ERROR_PLACE])
{
    error_place(place, demo->path, ":%d", line->number);
}

/* --- single lines --- */

static void add_line(struct reading *reading, struct demo_line line)
{
    struct demo *demo = reading->demo;
    if (demo->n_lines == reading->size) {
        int size = reading->size ? 2 * reading->size : 64;
        struct demo_line *lines = realloc(demo->lines, (size_t)size * sizeof *lines);
        if (!lines) {
            reading->failed = true;
            return;
        }
        demo->lines = lines;
        reading->size = size;
    }
    line.number = reading->number;
    demo->lines[demo->n_lines++] = line;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): of one type with what cuts its text */
static void take_title(struct reading *reading, char *text)
{
    if (reading->demo->title)
        complain(reading, reading->number, "there is a title already: a demo has one");
    reading->demo->title = text;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): of one type with what cuts its text */
static void take_scenario(struct reading *reading, char *text)
{
    if (reading->demo->scenario)
        complain(reading, reading->number,
                 "there is a scenario already: `open WORD` is the step that goes on with another");
    reading->demo->scenario = text;
}

static void take_size(struct reading *reading, char *text)
{
    struct demo *demo = reading->demo;
    char *x = strchr(text, 'x');
    int64_t columns = 0, rows = 0;
    if (x)
        *x = '\0';
    if (!x || !text_to_int64(text, &columns) || !text_to_int64(x + 1, &rows) || columns < 1 || rows < 1 ||
        columns > SIZE_MAX_COLUMNS || rows > SIZE_MAX_COLUMNS) {
        complain(reading, reading->number, "size is the least screen, COLUMNSxROWS, such as 100x30");
        return;
    }
    demo->columns = (int)columns;
    demo->rows = (int)rows;
}

/* What is told has its numbers filled in: braces that are right, and not too long to be read. */
static void take_told(struct reading *reading, char *text, enum demo_kind kind)
{
    struct error error = {0};
    char plain[DEMO_TEXT];
    if (strlen(text) >= DEMO_TEXT) {
        complain(reading, reading->number,
                 "this is too long for a box beside the dashboard, which holds 600 bytes: make two of it");
        return;
    }
    headline_text_put(text, "", plain, sizeof plain);
    if (!live_text_check(plain, NULL, &error))
        complain_error(reading, reading->number, &error);
    add_line(reading, (struct demo_line){.kind = kind, .text = text});
}

static void take_caption(struct reading *reading, char *text)
{
    take_told(reading, text, DEMO_CAPTION);
}

static void take_predict(struct reading *reading, char *text)
{
    take_told(reading, text, DEMO_PREDICT);
}

static void check_condition(struct reading *reading, const char *text)
{
    struct expression expression;
    struct error error = {0};
    if (!expression_parse(&expression, text, strlen(text), &error))
        complain_error(reading, reading->number, &error);
}

static void take_choice(struct reading *reading, char *text)
{
    char *last = NULL;
    for (char *at = strstr(text, " if "); at; at = strstr(at + 1, " if "))
        last = at;
    if (!last) {
        complain(
            reading, reading->number,
            "an answer says when it is right: choice It falls if carbon_g.total < before.carbon_g.total");
        return;
    }
    *last = '\0';
    check_condition(reading, last + 4);
    add_line(reading, (struct demo_line){.kind = DEMO_CHOICE, .text = text, .condition = last + 4});
}

static void take_expect(struct reading *reading, char *text)
{
    check_condition(reading, text);
    add_line(reading, (struct demo_line){.kind = DEMO_EXPECT, .text = text, .condition = text});
}

static void take_seconds(struct reading *reading, char *text, enum demo_kind kind, double most_s)
{
    struct demo_line line = {.kind = kind, .text = text};
    if (text_to_number(text, &line.seconds) && line.seconds >= 0 && line.seconds <= most_s)
        add_line(reading, line);
    else
        complain(reading, reading->number, "this takes seconds, 0 to 600");
}

static void take_pause(struct reading *reading, char *text)
{
    take_seconds(reading, text, DEMO_PAUSE, pause_max_s);
}

static void take_play(struct reading *reading, char *text)
{
    take_seconds(reading, text, DEMO_PLAY, play_max_s);
}

/* A demo is played, not trusted: it writes no file, and does not end the program. What keys lead to is known
 * when it is played alone (player_refuses). */
static bool is_refused(const char *word)
{
    static const char *const others[] = {"screen-dump", "resize", "advance", "demo", "demos"};
    enum action action = action_find(word);
    enum prompt_command command = prompt_command_find(word);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], word) == 0)
            return true;
    return (action != ACTION_NONE && action_outlasts(action)) ||
           (command != PROMPT_COUNT && prompt_command_outlasts(command));
}

/* After this word, with or without more, no view is open that was not before. */
static bool opens_nothing(const char *word)
{
    static const char *const commands[] = {"set",   "unset", "knob",   "goto",
                                           "speed", "theme", "glyphs", "wait"};
    enum action action = action_find(word);
    enum action_group group = action == ACTION_NONE ? GROUP_COUNT : action_infos[action].group;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i], word) == 0)
            return true;
    return group == GROUP_TIME || group == GROUP_REFERENCE || group == GROUP_SCREENS ||
           group == GROUP_DISPLAY || (group == GROUP_KNOBS && action != ACTION_TYPE_VALUE);
}

/* Where the dashboard alone is open, it is known what a key does there. */
static void check_key(struct reading *reading, const char *name)
{
    struct keymap keymap;
    char message[160];
    uint32_t key = key_parse(name);
    if (key == KEYCODE_NONE) {
        complain(reading, reading->number, "there is no such key; keys are a, C-a, f1, left, pgup, tab ...");
        return;
    }
    keymap_init(&keymap);
    enum action action = keymap_find(&keymap, CONTEXT_DASHBOARD, key);
    if (reading->bare && action != ACTION_NONE && is_refused(action_infos[action].name)) {
        text_print(message, sizeof message,
                   "the key %s is %s here: a demo shows, it writes and ends nothing; leave the line out",
                   TEXT_BRIEF(name), action_infos[action].name);
        complain(reading, reading->number, message);
        return;
    }
    reading->bare &= action != ACTION_NONE && opens_nothing(action_infos[action].name);
}

static void take_key(struct reading *reading, char *text)
{
    check_key(reading, text);
    add_line(reading, (struct demo_line){.kind = DEMO_STEP, .text = text - strlen("key ")});
}

/* NOLINTNEXTLINE(readability-non-const-parameter): of one type with what cuts its text */
static void take_typed(struct reading *reading, char *text)
{
    reading->bare = false;
    add_line(reading, (struct demo_line){.kind = DEMO_STEP, .text = text - strlen("type ")});
}

/* The words that lines begin with, besides actions and commands. `whole`: the line as it stands is the step,
 * so one blank is before what follows. */
static const struct word {
    const char *word;
    void (*take)(struct reading *reading, char *text);
    bool head; /* stands before all steps */
    bool whole;
} words[] = {{"title", take_title, true, false},      {"scenario", take_scenario, true, false},
             {"size", take_size, true, false},        {"caption", take_caption, false, false},
             {"predict", take_predict, false, false}, {"choice", take_choice, false, false},
             {"expect", take_expect, false, false},   {"pause", take_pause, false, false},
             {"play", take_play, false, false},       {"key", take_key, false, true},
             {"type", take_typed, false, true}};
enum { WORDS = sizeof words / sizeof *words };

static void refuse_word(struct reading *reading, const char *word)
{
    const char *names[WORDS + ACTION_COUNT + PROMPT_COUNT];
    char message[192];
    size_t n = 0;
    for (size_t i = 0; i < WORDS; i++)
        names[n++] = words[i].word;
    for (int i = 0; i < PROMPT_COUNT; i++)
        names[n++] = prompt_command_infos[i].name;
    for (int i = 0; i < ACTION_COUNT; i++)
        names[n++] = action_infos[i].name;
    const char *nearest = text_nearest(word, names, n);
    if (nearest)
        text_print(message, sizeof message, "no step '%s'; did you mean '%s'?", TEXT_BRIEF(word), nearest);
    else
        text_print(message, sizeof message, "no step '%s'; docs/DEMOS.md and the `?` page list them",
                   TEXT_BRIEF(word));
    complain(reading, reading->number, message);
}

/* An action, a command with what it takes, or a key of one character. */
static void take_step(struct reading *reading, char *line, const char *word, const char *rest)
{
    const char *after = line;
    char message[160];
    enum prompt_command command = prompt_command_find(word);
    bool action = action_find(word) != ACTION_NONE;
    if (is_refused(word)) {
        text_print(message, sizeof message, "%s is for scripts: a demo shows, it writes and ends nothing",
                   word);
        complain(reading, reading->number, message);
    } else if (!*rest && command != PROMPT_COUNT && !action) {
        text_print(message, sizeof message, "%s needs %s", word, prompt_command_infos[command].argument);
        complain(reading, reading->number, message);
    } else if (*rest && command == PROMPT_COUNT && action) {
        text_print(message, sizeof message, "%s takes nothing behind it", word);
        complain(reading, reading->number, message);
    } else if (command == PROMPT_COUNT && !action && utf8_next(&after) && *after == 0) {
        check_key(reading, line);
    } else if (command == PROMPT_COUNT && !action && strcmp(word, "wait") != 0) {
        refuse_word(reading, word);
    } else {
        reading->bare &= opens_nothing(word);
    }
    add_line(reading, (struct demo_line){.kind = DEMO_STEP, .text = line});
}

static void take_line(struct reading *reading, char *line)
{
    char word[64];
    size_t n = strcspn(line, " ");
    text_print(word, sizeof word, "%.*s", (int)n, line);
    char *rest = line + n + strspn(line + n, " ");
    for (size_t i = 0; i < WORDS; i++) {
        if (strcmp(words[i].word, word) != 0)
            continue;
        if (!*rest)
            complain(reading, reading->number, "this line ends where its text should begin");
        else if (words[i].head && reading->demo->n_lines > 0)
            complain(reading, reading->number, "title, scenario and size stand above the first step");
        else
            words[i].take(reading, words[i].whole ? line + n + 1 : rest);
        return;
    }
    take_step(reading, line, word, rest);
}

/* --- the file --- */

static bool take_head(struct reading *reading, char *line)
{
    int64_t format;
    char message[160];
    if (!demo_is(line, strlen(line) + 1) || !text_to_int64(line + strlen(magic), &format)) {
        text_print(message, sizeof message, "a demo begins with the line `%s %d`", magic, DEMO_FORMAT);
        complain(reading, reading->number, message);
    } else if (format != DEMO_FORMAT) {
        text_print(message, sizeof message, "this demo is of format %lld; this wattif plays format %d",
                   (long long)format, DEMO_FORMAT);
        complain(reading, reading->number, message);
        return false;
    }
    return true;
}

/* The line at `at`, together with those that go on with it; its end is cut off. Returns what follows. `read`:
 * physical lines. */
static char *next_line(char *at, int *read)
{
    char *end = at + strcspn(at, "\n"), *out = end;
    *read = 1;
    bool comment = *at == '#';
    while (!comment && *end && (end[1] == ' ' || end[1] == '\t')) {
        char *from = end + 1 + strspn(end + 1, " \t");
        if (*from == '\n' || *from == '\r' || *from == '\0')
            break;
        while (out > at && (out[-1] == ' ' || out[-1] == '\r'))
            out--;
        size_t n = strcspn(from, "\n");
        *out++ = ' ';
        memmove(out, from, n);
        out += n;
        end = from + n;
        ++*read;
    }
    char *next = *end ? end + 1 : end;
    while (out > at && (out[-1] == ' ' || out[-1] == '\r' || out[-1] == '\t'))
        out--;
    *out = '\0';
    return next;
}

static void read_lines(struct reading *reading)
{
    char *at = reading->demo->text;
    bool head = false;
    int read;
    for (int number = 1; *at && !reading->failed; number += read) {
        char *line = at;
        at = next_line(line, &read);
        line += strspn(line, " \t\r");
        reading->number = number;
        if (!*line || *line == '#')
            continue;
        if (!head && !take_head(reading, line))
            return;
        if (head)
            take_line(reading, line);
        head = true;
    }
    if (!head)
        complain(reading, 1, "this file is empty");
}

/* --- stops --- */

static bool is_told(const struct demo_line *line)
{
    return line->kind == DEMO_CAPTION || line->kind == DEMO_PREDICT;
}

static bool is_step(const struct demo_line *line)
{
    return line->kind == DEMO_STEP || line->kind == DEMO_PLAY;
}

static void check_stop(struct reading *reading, const struct demo_stop *stop, bool last)
{
    const struct demo *demo = reading->demo;
    const struct demo_line *said = &demo->lines[stop->said];
    int choices = 0, pauses = 0;
    for (int i = stop->said + 1; i < stop->end; i++) {
        choices += demo->lines[i].kind == DEMO_CHOICE;
        pauses += demo->lines[i].kind == DEMO_PAUSE;
        if (demo->lines[i].kind == DEMO_CHOICE && said->kind != DEMO_PREDICT)
            complain(reading, demo->lines[i].number, "a choice is an answer: it stands below predict");
        if (pauses > 1 && demo->lines[i].kind == DEMO_PAUSE)
            complain(reading, demo->lines[i].number, "there is a pause already for what stands above");
    }
    if (choices == 1 || choices > DEMO_CHOICES)
        complain(reading, said->number, "a question has two to four answers, or none at all");
    if (last && said->kind == DEMO_PREDICT)
        complain(reading, said->number, "this question is the end: a caption below must answer it");
}

static void find_stops(struct reading *reading)
{
    struct demo *demo = reading->demo;
    int first = 0, at = 0;
    demo->stops = calloc((size_t)demo->n_lines + 1, sizeof *demo->stops);
    if (!demo->stops) {
        reading->failed = true;
        return;
    }
    while (at < demo->n_lines) {
        if (is_step(&demo->lines[at])) {
            at++;
            continue;
        }
        if (!is_told(&demo->lines[at])) {
            complain(reading, demo->lines[at].number,
                     "this stands below a caption or a question, not below a step");
            at++;
            continue;
        }
        struct demo_stop stop = {.first = first, .said = at++};
        while (at < demo->n_lines && !is_step(&demo->lines[at]) && !is_told(&demo->lines[at]))
            at++;
        stop.end = first = at;
        demo->stops[demo->n_stops++] = stop;
    }
    for (int i = 0; i < demo->n_stops; i++)
        check_stop(reading, &demo->stops[i], i == demo->n_stops - 1);
    if (demo->n_stops == 0)
        complain(reading, 1, "nothing is told: a demo has captions, where it stops");
    else if (first < demo->n_lines)
        complain(reading, demo->lines[first].number,
                 "these steps are seen by nobody: a caption must follow them");
}

static bool keep_text(struct demo *demo, const char *text, size_t n, struct faults *faults)
{
    demo->text = malloc(n + 1);
    if (!demo->text)
        return faults_no_memory(faults, demo->path);
    memcpy(demo->text, text, n);
    demo->text[n] = '\0';
    if (strlen(demo->text) == n)
        return true;
    faults_add(faults, demo->path, "this file holds a NUL byte; a demo is text");
    return false;
}

bool demo_parse(struct demo *demo, const char *text, size_t n, const char *path, struct faults *faults)
{
    size_t before = faults->count;
    *demo = (struct demo){.columns = 80, .rows = 24};
    struct reading reading = {.demo = demo, .faults = faults, .bare = true};
    text_copy(demo->path, sizeof demo->path, path);
    if (keep_text(demo, text, n, faults)) {
        read_lines(&reading);
        bool readable = faults->count == before;
        if (readable && !demo->title)
            complain(&reading, 1, "there is no title: add a line `title TEXT` below the first");
        if (readable && !demo->scenario)
            complain(&reading, 1, "there is no scenario: add a line `scenario NAME` below the first");
        if (!reading.failed)
            find_stops(&reading);
        if (reading.failed)
            faults_no_memory(faults, demo->path);
    }
    if (faults->count == before)
        return true;
    demo_free(demo);
    return false;
}

/* --- with its scenarios --- */

struct checking {
    const struct demo *demo;
    const struct demo_library *library;
    struct faults *faults;
    struct scenario scenario; /* as far as the steps so far have brought it */
    bool known;
};

static void tell(struct checking *checking, const struct demo_line *line, const struct error *error)
{
    char place[ERROR_PLACE];
    demo_place(checking->demo, line, place);
    faults_add_error(checking->faults, place, error);
}

static void open_scenario(struct checking *checking, const struct demo_line *line, const char *word)
{
    struct error error = {0};
    if (checking->known)
        scenario_free(&checking->scenario);
    checking->known = checking->library->find(checking->library->context, word, &checking->scenario, &error);
    if (!checking->known)
        tell(checking, line, &error);
}

/* Names are told as the panel shows them, too, so only those that resolve are looked at closely. */
static void check_set(struct checking *checking, const struct demo_line *line, const char *rest)
{
    struct knob_ref refs[KNOB_TARGETS_MAX];
    struct knob_value value;
    struct error error = {0};
    char name[96];
    size_t n = strcspn(rest, "= ");
    text_print(name, sizeof name, "%.*s", (int)n, rest);
    const char *text = rest + n + strspn(rest + n, "= ");
    int found = knob_resolve_all(&checking->scenario, name, refs, &error);
    if (found == 0 || !*text) {
        if (found > 0)
            error_set(&error, ERROR_INPUT, NULL, "set takes a knob and a value: set cit 0.8");
        tell(checking, line, &error);
        return;
    }
    for (int i = 0; i < found; i++)
        if (!knob_parse(&checking->scenario, refs[i], text, &value, &error)) {
            tell(checking, line, &error);
            return;
        } else
            knob_begin(&checking->scenario, refs[i], &value, NULL);
}

static void check_knob(struct checking *checking, const struct demo_line *line, const char *name)
{
    struct knob_ref refs[KNOB_TARGETS_MAX];
    struct error error = {0};
    if (knob_resolve_all(&checking->scenario, name, refs, &error) == 0)
        tell(checking, line, &error);
}

static void check_texts(struct checking *checking, const struct demo_line *line)
{
    struct expression expression;
    struct error error = {0};
    char plain[DEMO_TEXT];
    if (is_told(line)) {
        headline_text_put(line->text, "", plain, sizeof plain);
        if (!live_text_check(plain, &checking->scenario, &error))
            tell(checking, line, &error);
    } else if (line->condition &&
               expression_parse(&expression, line->condition, strlen(line->condition), NULL) &&
               !expression_check(&expression, &checking->scenario, &error)) {
        tell(checking, line, &error);
    }
}

bool demo_check(const struct demo *demo, const struct demo_library *library, struct faults *faults)
{
    struct checking checking = {.demo = demo, .library = library, .faults = faults};
    size_t before = faults->count;
    const struct demo_line head = {.number = 1};
    open_scenario(&checking, &head, demo->scenario);
    for (int i = 0; i < demo->n_lines; i++) {
        const struct demo_line *line = &demo->lines[i];
        if (line->kind == DEMO_STEP && strncmp(line->text, "open ", 5) == 0)
            open_scenario(&checking, line, line->text + 5 + strspn(line->text + 5, " "));
        else if (checking.known && line->kind == DEMO_STEP && strncmp(line->text, "set ", 4) == 0)
            check_set(&checking, line, line->text + 4 + strspn(line->text + 4, " "));
        else if (checking.known && line->kind == DEMO_STEP && strncmp(line->text, "knob ", 5) == 0)
            check_knob(&checking, line, line->text + 5 + strspn(line->text + 5, " "));
        else if (checking.known && line->kind != DEMO_STEP)
            check_texts(&checking, line);
    }
    if (checking.known)
        scenario_free(&checking.scenario);
    return faults->count == before;
}

/* --- asking --- */

double demo_stay_s(const struct demo *demo, int stop)
{
    const struct demo_stop *at = &demo->stops[stop];
    const struct demo_line *said = &demo->lines[at->said];
    for (int i = at->said + 1; i < at->end; i++)
        if (demo->lines[i].kind == DEMO_PAUSE)
            return demo->lines[i].seconds;
    return settling_s + (double)text_width(said->text) / letters_per_s +
           (said->kind == DEMO_PREDICT ? thinking_s : 0);
}

double demo_length_s(const struct demo *demo)
{
    double sum = 0;
    for (int stop = 0; stop < demo->n_stops; stop++)
        sum += demo_stay_s(demo, stop);
    for (int i = 0; i < demo->n_lines; i++)
        sum += demo->lines[i].kind == DEMO_PLAY ? demo->lines[i].seconds : 0;
    return sum;
}

bool demo_holds(const struct demo_line *line, const struct expression_facts *facts)
{
    struct expression expression;
    return expression_parse(&expression, line->condition, strlen(line->condition), NULL) &&
           expression_holds(&expression, facts);
}

int demo_choices(const struct demo *demo, int stop, const struct demo_line *choices[DEMO_CHOICES])
{
    int n = 0;
    for (int i = demo->stops[stop].said + 1; i < demo->stops[stop].end && n < DEMO_CHOICES; i++)
        if (demo->lines[i].kind == DEMO_CHOICE)
            choices[n++] = &demo->lines[i];
    return n;
}

int demo_right(const struct demo *demo, int stop, const struct expression_facts *facts)
{
    const struct demo_line *choices[DEMO_CHOICES];
    int n = demo_choices(demo, stop, choices), right = -1, count = 0;
    for (int i = 0; i < n; i++)
        if (demo_holds(choices[i], facts)) {
            right = i;
            count++;
        }
    return count == 1 ? right : -1;
}
