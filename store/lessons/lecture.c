/* Reading goes line by line: the text is kept, its line ends become ends of texts, and a table of words says
 * what each line is. What a line must stand below, and what a stop must have, is looked at in a second pass.
 */
#include "store/lessons/lecture.h"

#include "engine/answers/live_text.h"
#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "store/import/import.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_COLUMNS = 1000, SETTING_BYTES = 200 };
static const double seconds_max = 600;
static const char *const magic[LECTURE_FORMS] = {"wattif-lesson", "wattif-demo"};
static const char *const form_names[LECTURE_FORMS] = {"lesson", "demo"};

struct lecture_reading {
    struct lecture *lecture;
    const struct lecture_words *words;
    struct faults *faults;
    int number; /* of the line */
    bool failed;
    bool bare; /* no step so far can have opened anything: keys are the dashboard's */
};

struct word;
typedef void take_line(struct lecture_reading *reading, const struct word *word, char *text);
static take_line take_name, take_number, take_size, /* above the first step */
    take_part, take_why, take_point, take_whole;

enum { IN_LESSON = 1 << LECTURE_LESSON, IN_DEMO = 1 << LECTURE_DEMO };

/* The words that lines begin with, besides the actions and commands of a demo. */
static const struct word {
    const char *word;
    take_line *take;
    enum line_kind kind; /* of the line; LINE_KINDS: it stands above the first, and is none */
    unsigned forms;
    int most;     /* of them at one stop; 0: any number */
    size_t where; /* take_name: the member of struct lecture */
} words[] = {
    {"title", take_name, LINE_KINDS, IN_LESSON | IN_DEMO, 0, offsetof(struct lecture, title)},
    {"scenario", take_name, LINE_KINDS, IN_LESSON | IN_DEMO, 0, offsetof(struct lecture, scenario)},
    {"name", take_name, LINE_KINDS, IN_LESSON, 0, offsetof(struct lecture, name)},
    {"summary", take_name, LINE_KINDS, IN_LESSON, 0, offsetof(struct lecture, summary)},
    {"source", take_name, LINE_KINDS, IN_LESSON, 0, offsetof(struct lecture, source)},
    {"number", take_number, LINE_KINDS, IN_LESSON, 0, 0},
    {"size", take_size, LINE_KINDS, IN_DEMO, 0, 0},
    {"caption", take_part, LINE_CAPTION, IN_LESSON | IN_DEMO, 0, 0},
    {"predict", take_part, LINE_PREDICT, IN_LESSON | IN_DEMO, 1, 0},
    {"choice", take_part, LINE_CHOICE, IN_LESSON | IN_DEMO, LECTURE_CHOICES, 0},
    {"why", take_why, LINE_CHOICE, IN_LESSON, 0, 0},
    {"expect", take_part, LINE_EXPECT, IN_LESSON | IN_DEMO, LECTURE_LINES, 0},
    {"pause", take_part, LINE_PAUSE, IN_DEMO, 1, 0},
    {"play", take_part, LINE_PLAY, IN_DEMO, 0, 0},
    {"key", take_whole, LINE_STEP, IN_DEMO, 0, 0},
    {"type", take_whole, LINE_STEP, IN_DEMO, 0, 0},
    {"at", take_point, LINE_AT, IN_LESSON, 3, 0},
    {"set", take_part, LINE_SET, IN_LESSON, LECTURE_LINES, 0},
    {"reveal", take_part, LINE_REVEAL, IN_LESSON, 1, 0},
    {"task", take_part, LINE_TASK, IN_LESSON, 1, 0},
    {"until", take_part, LINE_UNTIL, IN_LESSON, 1, 0},
    {"state", take_part, LINE_STATE, IN_LESSON, 1, 0},
    {"hint", take_part, LINE_HINT, IN_LESSON, 1, 0},
    {"solution", take_part, LINE_SOLUTION, IN_LESSON, LECTURE_LINES, 0},
};
enum { WORDS = sizeof words / sizeof *words };

void lecture_fault(const struct lecture *lecture, int number, struct faults *faults, const char *format, ...)
{
    char place[ERROR_PLACE], message[400];
    va_list arguments;
    va_start(arguments, format);
    text_vprint(message, sizeof message, format, arguments);
    va_end(arguments);
    faults_add(faults, error_place(place, lecture->path, ":%d", number), "%s", message);
}

#define COMPLAIN(...) lecture_fault(reading->lecture, reading->number, reading->faults, __VA_ARGS__)

enum lecture_form lecture_form_of(const char *text, size_t n)
{
    for (int form = 0; form < LECTURE_FORMS; form++) {
        size_t length = strlen(magic[form]);
        if (n > length && memcmp(text, magic[form], length) == 0 &&
            (text[length] == ' ' || text[length] == '\n'))
            return (enum lecture_form)form;
    }
    return LECTURE_FORMS;
}

void lecture_free(struct lecture *lecture)
{
    free(lecture->lines);
    free(lecture->stops);
    free(lecture->text);
    *lecture = (struct lecture){0};
}

/* --- single lines --- */

static void add_line(struct lecture_reading *reading, struct lecture_line line)
{
    struct lecture *lecture = reading->lecture;
    if (!array_grow(&lecture->lines, (size_t)lecture->n_lines, sizeof line)) {
        reading->failed = true;
        return;
    }
    line.number = reading->number;
    line.note = line.note ? line.note : "";
    lecture->lines[lecture->n_lines++] = line;
}

static void take_name(struct lecture_reading *reading, const struct word *word, char *text)
{
    struct lecture *lecture = reading->lecture;
    const char **member = (const char **)(void *)((char *)lecture + word->where);
    if (**member)
        COMPLAIN("there is a %s already: a %s has one", word->word, form_names[lecture->form]);
    if (member == &lecture->scenario)
        lecture->scenario_line = reading->number;
    *member = text;
    if (member == &lecture->name && !import_name_valid(text))
        COMPLAIN("'%s' cannot name a lesson (letters, digits, . _ -)", TEXT_BRIEF(text));
}

static void take_number(struct lecture_reading *reading, const struct word *word, char *text)
{
    int64_t number;
    (void)word;
    if (!text_to_int64(text, &number) || number < 0 || number > 1000)
        COMPLAIN("number is the place in the list, 0 to 1000");
    else
        reading->lecture->number = (int)number;
}

static void take_size(struct lecture_reading *reading, const struct word *word, char *text)
{
    char *x = strchr(text, 'x');
    int64_t columns = 0, rows = 0;
    (void)word;
    if (x)
        *x = '\0';
    if (!x || !text_to_int64(text, &columns) || !text_to_int64(x + 1, &rows) || columns < 1 || rows < 1 ||
        columns > SIZE_MAX_COLUMNS || rows > SIZE_MAX_COLUMNS) {
        COMPLAIN("size is the least screen, COLUMNSxROWS, such as 100x30");
        return;
    }
    reading->lecture->columns = (int)columns;
    reading->lecture->rows = (int)rows;
}

/* What is told has its numbers filled in: braces that are right, and not too long to be read. */
static bool check_told(struct lecture_reading *reading, const char *text)
{
    struct error error = {0};
    if (strlen(text) >= LECTURE_TEXT) {
        COMPLAIN("this is too long for a box beside the dashboard, which holds 600 bytes: make two of it");
        return false;
    }
    if (!live_text_check(text, NULL, &error))
        COMPLAIN("%s", error.message);
    return true;
}

/* A line of its kind: what is told, under which condition, for how many seconds. */
static void take_part(struct lecture_reading *reading, const struct word *word, char *text)
{
    struct lecture_line line = {.kind = word->kind, .text = text};
    struct expression expression;
    struct error error = {0};
    char *last = NULL;
    int n = 0;
    switch (word->kind) {
    case LINE_CHOICE:
        for (char *at = strstr(text, " if "); at; at = strstr(at + 1, " if "))
            last = at;
        if (!last) {
            COMPLAIN(
                "an answer says when it is right: choice It falls if carbon_g.total < before.carbon_g.total");
            return;
        }
        *last = '\0';
        line.condition = last + 4;
        break;
    case LINE_EXPECT: /* "EXPRESSION", or in a lesson "8 to 18 of 20 seeds: EXPRESSION" */
        if (reading->lecture->form == LECTURE_LESSON &&
            /* NOLINTNEXTLINE(cert-err34-c): four digits are always a number */
            sscanf(text, "%4d to %4d of %4d seeds: %n", &line.least, &line.most, &line.seeds, &n) == 3 &&
            n > 0 &&
            (line.seeds < 1 || line.seeds > LESSON_SEEDS || line.least < 0 || line.least > line.most ||
             line.most > line.seeds))
            COMPLAIN("of 1 to %d seeds, at least and at most so many: expect 8 to 18 of 20 seeds: ...",
                     LESSON_SEEDS);
        if (n == 0)
            line.least = line.most = line.seeds = 0;
        line.text = line.condition = text + n;
        break;
    case LINE_UNTIL:
        line.condition = text;
        break;
    case LINE_PAUSE:
    case LINE_PLAY:
        if (text_to_number(text, &line.seconds) && line.seconds >= 0 && line.seconds <= seconds_max)
            break;
        COMPLAIN("this takes seconds, 0 to %g", seconds_max);
        return;
    case LINE_SET:
    case LINE_SOLUTION:
        if (strlen(text) < SETTING_BYTES)
            break;
        COMPLAIN("a setting is longer than %d bytes", SETTING_BYTES - 1);
        return;
    default:
        break;
    }
    if (line.condition && !expression_parse(&expression, line.condition, strlen(line.condition), &error))
        COMPLAIN("%s", error.message);
    if (!line_is_told(&line) || check_told(reading, text))
        add_line(reading, line);
}

static void take_why(struct lecture_reading *reading, const struct word *word, char *text)
{
    struct lecture *lecture = reading->lecture;
    struct lecture_line *above = lecture->n_lines > 0 ? &lecture->lines[lecture->n_lines - 1] : NULL;
    if (!above || above->kind != word->kind || *above->note)
        COMPLAIN("this stands below a choice, one for each");
    else if (check_told(reading, text))
        above->note = text;
}

/* "knob cit", "panel carbon as the sum", "cards". */
static void take_point(struct lecture_reading *reading, const struct word *word, char *text)
{
    static const char *const names[POINT_KINDS] = {"knob ", "panel ", "cards"};
    struct lecture_line line = {.kind = word->kind, .point = POINT_KNOB};
    char *label = strstr(text, " as ");
    if (label) {
        *label = '\0';
        line.note = label + 4;
    }
    while (line.point < POINT_KINDS && strncmp(text, names[line.point], strlen(names[line.point])) != 0)
        line.point++;
    line.text = line.point < POINT_KINDS ? text + strlen(names[line.point]) : text;
    if (line.point == POINT_KINDS || (line.point == POINT_CARDS) != (*line.text == '\0'))
        COMPLAIN("what a step points at is `knob NAME`, `panel NAME` or `cards`");
    else
        add_line(reading, line);
}

/* An action, a command with what it takes, or a key of one character. */
static void take_step(struct lecture_reading *reading, const char *line)
{
    const char *others[WORDS];
    char message[192] = "";
    size_t n = 0;
    for (size_t i = 0; i < WORDS; i++)
        if (words[i].forms & 1U << reading->lecture->form)
            others[n++] = words[i].word;
    if (reading->lecture->form == LECTURE_DEMO) {
        reading->words->judge(line, others, n, &reading->bare, message, sizeof message);
        add_line(reading, (struct lecture_line){.kind = LINE_STEP, .text = line});
    } else {
        char word[64];
        text_print(word, sizeof word, "%.*s", (int)strcspn(line, " "), line);
        const char *nearest = text_nearest(word, others, n);
        text_print(message, sizeof message, "no line of a lesson begins with '%s'%s%s%s", TEXT_BRIEF(word),
                   nearest ? "; did you mean '" : "; docs/LESSONS.md lists the words", nearest ? nearest : "",
                   nearest ? "'?" : "");
    }
    if (*message)
        COMPLAIN("%s", message);
}

/* The line as it stands is a step; one blank is before what follows its word. */
static void take_whole(struct lecture_reading *reading, const struct word *word, char *text)
{
    take_step(reading, text - strlen(word->word) - 1);
}

static void take_any_line(struct lecture_reading *reading, char *line)
{
    size_t n = strcspn(line, " ");
    char *rest = line + n + strspn(line + n, " ");
    for (size_t i = 0; i < WORDS; i++) {
        const struct word *word = &words[i];
        if (strlen(word->word) != n || strncmp(word->word, line, n) != 0 ||
            !(word->forms & 1U << reading->lecture->form))
            continue;
        if (!*rest)
            COMPLAIN("this line ends where its text should begin");
        else if (word->kind == LINE_KINDS && reading->lecture->n_lines > 0)
            COMPLAIN("%s stands above the first step", word->word);
        else
            word->take(reading, word, word->take == take_whole ? line + n + 1 : rest);
        return;
    }
    take_step(reading, line);
}

/* --- the file --- */

/* The first line. False: of what follows nothing can be said. */
static bool take_head(struct lecture_reading *reading, enum lecture_form wanted, const char *line)
{
    struct lecture *lecture = reading->lecture;
    enum lecture_form form = lecture_form_of(line, strlen(line) + 1);
    int64_t format;
    lecture->form = form < LECTURE_FORMS ? form : wanted < LECTURE_FORMS ? wanted : LECTURE_DEMO;
    if (form == LECTURE_FORMS || !text_to_int64(line + strlen(magic[form]), &format)) {
        COMPLAIN("a %s begins with the line `%s %d`", form_names[lecture->form], magic[lecture->form],
                 LECTURE_FORMAT);
        return wanted == LECTURE_DEMO;
    }
    if (wanted < LECTURE_FORMS && form != wanted) {
        COMPLAIN("this is a %s, no %s", form_names[form], form_names[wanted]);
        return false;
    }
    if (format == LECTURE_FORMAT)
        return true;
    COMPLAIN("this %s is of format %lld; this wattif plays format %d", form_names[form], (long long)format,
             LECTURE_FORMAT);
    return false;
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

/* False: it is none of these, and its first line has been told of. */
static bool read_lines(struct lecture_reading *reading, enum lecture_form wanted)
{
    char *at = reading->lecture->text;
    bool head = false;
    int read;
    for (int number = 1; *at && !reading->failed; number += read) {
        char *line = at;
        at = next_line(line, &read);
        line += strspn(line, " \t\r");
        reading->number = number;
        if (!*line || *line == '#')
            continue;
        if (!head && !take_head(reading, wanted, line))
            return false;
        if (head)
            take_any_line(reading, line);
        head = true;
    }
    reading->number = 1;
    if (!head)
        COMPLAIN("this file is empty");
    return head;
}

/* --- stops --- */

static bool opens_stop(const struct lecture *lecture, const struct lecture_line *line)
{
    return line->kind == LINE_CAPTION || (line->kind == LINE_PREDICT && lecture->form == LECTURE_DEMO);
}

static bool is_step(const struct lecture *lecture, const struct lecture_line *line)
{
    return line->kind == LINE_STEP || line->kind == LINE_PLAY ||
           (line->kind == LINE_SET && lecture->n_stops == 0);
}

static void check_stop(struct lecture_reading *reading, const struct lecture_stop *stop, bool last)
{
    const struct lecture *lecture = reading->lecture;
    const struct lecture_line *said = &lecture->lines[stop->said];
    int count[LINE_KINDS] = {0};
    count[said->kind] = 1;
    for (int i = stop->said + 1; i < stop->end; i++) {
        const struct lecture_line *line = &lecture->lines[i];
        reading->number = line->number;
        int most = 0;
        const char *word = "";
        for (size_t k = 0; k < WORDS; k++)
            if (words[k].kind == line->kind && words[k].take != take_why) {
                most = words[k].most;
                word = words[k].word;
            }
        if (line->kind == LINE_CHOICE && count[LINE_PREDICT] == 0)
            COMPLAIN("a choice is an answer: it stands below predict");
        if (++count[line->kind] > most && most == 1)
            COMPLAIN("there is a %s already for what stands above", word);
        else if (count[line->kind] > most && most > 0 && line->kind != LINE_CHOICE)
            COMPLAIN("there are %d such lines already for what stands above", most);
    }
    reading->number = said->number;
    if (count[LINE_CHOICE] == 1 || count[LINE_CHOICE] > LECTURE_CHOICES ||
        (lecture->form == LECTURE_LESSON && count[LINE_PREDICT] && count[LINE_CHOICE] == 0))
        COMPLAIN("a question has two to four answers%s",
                 lecture->form == LECTURE_DEMO ? ", or none at all" : "");
    if (last && said->kind == LINE_PREDICT)
        COMPLAIN("this question is the end: a caption below must answer it");
    if (count[LINE_TASK] != count[LINE_UNTIL] || (count[LINE_TASK] > 0) != (count[LINE_SOLUTION] > 0))
        COMPLAIN("a task has `until EXPRESSION`, which says that it is done, and `solution`, what does it");
    if (count[LINE_TASK] == 0 && count[LINE_STATE] + count[LINE_HINT] > 0)
        COMPLAIN("state and hint are of a task, and there is none");
}

static void find_stops(struct lecture_reading *reading)
{
    struct lecture *lecture = reading->lecture;
    int first = 0, at = 0;
    lecture->stops = calloc((size_t)lecture->n_lines + 1, sizeof *lecture->stops);
    if (!lecture->stops) {
        reading->failed = true;
        return;
    }
    while (at < lecture->n_lines) {
        struct lecture_line *line = &lecture->lines[at];
        reading->number = line->number;
        if (is_step(lecture, line)) {
            at++;
            continue;
        }
        if (!opens_stop(lecture, line)) {
            COMPLAIN("this stands below a caption%s",
                     lecture->form == LECTURE_DEMO ? " or a question, not below a step" : "");
            at++;
            continue;
        }
        struct lecture_stop stop = {.first = first, .said = at++};
        lecture->n_stops++;
        while (at < lecture->n_lines && !is_step(lecture, &lecture->lines[at]) &&
               !opens_stop(lecture, &lecture->lines[at]))
            at++;
        stop.end = first = at;
        lecture->stops[lecture->n_stops - 1] = stop;
    }
    for (int i = 0; i < lecture->n_stops; i++)
        check_stop(reading, &lecture->stops[i], i == lecture->n_stops - 1);
    reading->number = first < lecture->n_lines ? lecture->lines[first].number : 1;
    if (lecture->n_stops == 0) {
        reading->number = 1;
        COMPLAIN("nothing is told: a %s has captions%s", form_names[lecture->form],
                 lecture->form == LECTURE_DEMO ? ", where it stops" : "");
    } else if (first < lecture->n_lines) {
        COMPLAIN("these steps are seen by nobody: a caption must follow them");
    } else if (lecture->form == LECTURE_LESSON && lecture->n_stops > LESSON_STOPS) {
        COMPLAIN("there are %d captions; a lesson has up to %d", lecture->n_stops, LESSON_STOPS);
    }
}

bool lecture_read(struct lecture *lecture, enum lecture_form form, const char *text, size_t n,
                  const char *path, const struct lecture_words *known, struct faults *faults)
{
    size_t before = faults->count;
    *lecture = (struct lecture){
        .title = "", .scenario = "", .name = "", .summary = "", .source = "", .columns = 80, .rows = 24};
    struct lecture_reading reading = {.lecture = lecture, .words = known, .faults = faults, .bare = true};
    text_copy(lecture->path, sizeof lecture->path, path);
    lecture->text = malloc(n + 1);
    if (!lecture->text)
        return faults_no_memory(faults, path);
    memcpy(lecture->text, text, n);
    lecture->text[n] = '\0';
    if (strlen(lecture->text) < n) {
        faults_add(faults, lecture->path, "this file holds a NUL byte; a lesson or demo is text");
    } else if (read_lines(&reading, form)) {
        bool sound = faults->count == before;
        for (size_t i = 0; i < WORDS && sound; i++) {
            const char *const *member = (const void *)((const char *)lecture + words[i].where);
            if (words[i].take == take_name && words[i].forms & 1U << lecture->form &&
                member != &lecture->source && !**member)
                lecture_fault(lecture, 1, faults, "there is no %s: add a line `%s ...` below the first",
                              words[i].word, words[i].word);
        }
        if (!reading.failed)
            find_stops(&reading);
        if (reading.failed)
            faults_no_memory(faults, lecture->path);
    }
    if (faults->count == before)
        return true;
    lecture_free(lecture);
    return false;
}

/* --- asking --- */

int lecture_lines(const struct lecture *lecture, int stop, enum line_kind kind,
                  const struct lecture_line *lines[LECTURE_LINES])
{
    const struct lecture_stop *at = &lecture->stops[stop < 0 ? 0 : stop];
    int n = 0, from = stop < 0 ? 0 : at->said, to = stop < 0 ? at->said : at->end;
    for (int i = from; i < to && n < LECTURE_LINES; i++)
        if (lecture->lines[i].kind == kind)
            lines[n++] = &lecture->lines[i];
    return n;
}

const struct lecture_line *lecture_line(const struct lecture *lecture, int stop, enum line_kind kind)
{
    const struct lecture_line *lines[LECTURE_LINES];
    return lecture_lines(lecture, stop, kind, lines) > 0 ? lines[0] : NULL;
}

const char *lecture_text(const struct lecture *lecture, int stop, enum line_kind kind)
{
    const struct lecture_line *line = lecture_line(lecture, stop, kind);
    return line ? line->text : "";
}

bool line_is_told(const struct lecture_line *line)
{
    return line->kind >= LINE_CAPTION && line->kind <= LINE_HINT;
}

enum turn_kind turn_kind_of(const char *turn, const char **rest)
{
    static const char *const kinds[] = {"", "open ", "focus "};
    for (int kind = TURN_OPEN; kind <= TURN_FOCUS; kind++) {
        size_t n = strlen(kinds[kind]);
        if (strncmp(turn, kinds[kind], n) == 0) {
            *rest = turn + n;
            return (enum turn_kind)kind;
        }
    }
    *rest = turn;
    return TURN_SETTING;
}

char *lecture_put_headline(const char *text, const char *headline, char *out, size_t size)
{
    static const char name[] = "{headline}";
    text_print(out, size, "%s", "");
    for (const char *at = strstr(text, name); at; at = strstr(text, name)) {
        text_append(out, size, "%.*s", (int)(at - text), text);
        for (const char *sentence = headline; *sentence;) {
            size_t n = strcspn(sentence, "{");
            text_append(out, size, "%.*s%s", (int)n, sentence, sentence[n] ? "{{" : "");
            sentence += n + (sentence[n] != '\0');
        }
        text = at + strlen(name);
    }
    return text_append(out, size, "%s", text);
}
