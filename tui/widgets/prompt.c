/* Text is UTF-8 and edited by whole characters. Completion collects the candidates for the word under the
 * cursor, by where it stands: commands and actions first, then what the command takes. */
#include "tui/widgets/prompt.h"

#include "engine/base/text.h"
#include "tui/term/display.h"
#include "tui/term/text.h"
#include "tui/term/key.h"
#include "tui/term/theme.h"

#include <stdio.h>
#include <string.h>

enum { CANDIDATES = 256 };

struct candidates {
    int n;
    char names[CANDIDATES][64];
};

void prompt_start(struct prompt *prompt, const char *text)
{
    *prompt = (struct prompt){0};
    snprintf(prompt->text, sizeof prompt->text, "%s", text);
    prompt->length = prompt->cursor = (int)strlen(prompt->text);
}

int prompt_cursor_column(const struct prompt *prompt)
{
    char before[PROMPT_SIZE];
    memcpy(before, prompt->text, (size_t)prompt->cursor);
    before[prompt->cursor] = 0;
    return text_width(before);
}

static int previous(const struct prompt *prompt)
{
    int at = prompt->cursor - 1;
    while (at > 0 && ((unsigned char)prompt->text[at] & 0xC0) == 0x80)
        at--;
    return at < 0 ? 0 : at;
}

static int next(const struct prompt *prompt)
{
    const char *at = prompt->text + prompt->cursor;
    if (*at)
        utf8_next(&at);
    return (int)(at - prompt->text);
}

static void erase(struct prompt *prompt, int from, int to)
{
    memmove(prompt->text + from, prompt->text + to, (size_t)(prompt->length - to + 1));
    prompt->length -= to - from;
    prompt->cursor = from;
}

static void insert(struct prompt *prompt, const char *bytes, int n)
{
    if (prompt->length + n >= PROMPT_SIZE)
        return;
    memmove(prompt->text + prompt->cursor + n, prompt->text + prompt->cursor,
            (size_t)(prompt->length - prompt->cursor + 1));
    memcpy(prompt->text + prompt->cursor, bytes, (size_t)n);
    prompt->length += n;
    prompt->cursor += n;
}

static bool insert_key(struct prompt *prompt, uint32_t key)
{
    char bytes[4];
    if (key >= KEYCODE_UP || glyph_width(key) < 1)
        return false;
    insert(prompt, bytes, utf8_put(key, bytes));
    return true;
}

bool prompt_key(struct prompt *prompt, uint32_t key)
{
    switch (key) {
    case KEYCODE_BACKSPACE:
    case 8:
        if (prompt->length == 0)
            return false;
        erase(prompt, previous(prompt), prompt->cursor);
        return true;
    case KEYCODE_DELETE:
        erase(prompt, prompt->cursor, next(prompt));
        return true;
    case KEYCODE_LEFT:
        prompt->cursor = previous(prompt);
        return true;
    case KEYCODE_RIGHT:
        prompt->cursor = next(prompt);
        return true;
    case KEYCODE_HOME:
        prompt->cursor = 0;
        return true;
    case KEYCODE_END:
        prompt->cursor = prompt->length;
        return true;
    case 21:
        erase(prompt, 0, prompt->cursor);
        return true;
    default:
        return insert_key(prompt, key);
    }
}

static void add(struct candidates *candidates, const char *name, const char *word)
{
    if (strncmp(name, word, strlen(word)) == 0 && candidates->n < CANDIDATES)
        text_copy(candidates->names[candidates->n++], sizeof candidates->names[0], name);
}

struct knob_search {
    struct candidates *candidates;
    const struct scenario *scenario;
    const char *word;
};

static bool add_knob(void *context, struct knob_ref knob)
{
    struct knob_search *search = context;
    char name[96];
    knob_name(search->scenario, knob, name, sizeof name);
    add(search->candidates, name, search->word);
    return true;
}

static void collect_values(struct candidates *candidates, const char *knob, const char *word)
{
    const char *layer = strncmp(knob, "policy.", 7) == 0 ? knob + 7 : NULL;
    for (int i = 0; layer && i < POLICY_COUNT; i++)
        if (policy_infos[i].layer == layer_find(layer))
            add(candidates, policy_infos[i].name, word);
}

/* Candidates for word number `index` of a line whose first two words are given. */
static void collect(struct candidates *candidates, int index, char words[3][64], const char *word,
                    const struct scenario *scenario, const char *data_dir)
{
    candidates->n = 0;
    if (index == 0) {
        for (int i = 0; i < PROMPT_COUNT; i++)
            add(candidates, prompt_command_infos[i].name, word);
        for (int i = 0; i < ACTION_COUNT; i++)
            if (prompt_command_find(action_infos[i].name) == PROMPT_COUNT)
                add(candidates, action_infos[i].name, word);
        return;
    }
    enum prompt_command command = prompt_command_find(words[0]);
    if (command == PROMPT_SET && index == 1) {
        struct knob_search search = {candidates, scenario, word};
        knob_each(scenario, add_knob, &search);
    } else if (command == PROMPT_SET && index == 2) {
        collect_values(candidates, words[1], word);
    } else if (command == PROMPT_THEME && index == 1) {
        char names[64][32];
        int n = theme_list(data_dir, names, 64);
        for (int i = 0; i < n; i++)
            add(candidates, names[i], word);
    } else if (command == PROMPT_GLYPH_SET && index == 1) {
        for (int i = GLYPHS_BRAILLE; i < GLYPH_SET_COUNT; i++)
            add(candidates, glyph_set_names[i], word);
    }
}

/* Splits the text before the cursor; returns the index of the word that the cursor is in, which starts at
 * *at. */
static int split(const struct prompt *prompt, char words[3][64], const char **at)
{
    int index = 0;
    size_t n = 0;
    memset(words, 0, 3 * sizeof words[0]);
    *at = prompt->text;
    for (const char *c = prompt->text; c < prompt->text + prompt->cursor; c++) {
        if (*c == ' ') {
            index += n > 0;
            n = 0;
            *at = c + 1;
        } else if (index < 3 && n < sizeof words[0] - 1) {
            words[index][n++] = *c;
        }
    }
    return index;
}

void prompt_complete(struct prompt *prompt, const struct scenario *scenario, const char *data_dir)
{
    struct candidates candidates;
    char words[3][64];
    const char *at;
    int index = split(prompt, words, &at);
    if (index > 2)
        return;
    collect(&candidates, index, words, words[index], scenario, data_dir);
    if (candidates.n == 0)
        return;
    size_t common = strlen(candidates.names[0]), have = strlen(words[index]);
    for (int i = 1; i < candidates.n; i++) {
        size_t same = 0;
        while (same < common && candidates.names[0][same] == candidates.names[i][same])
            same++;
        common = same;
    }
    insert(prompt, candidates.names[0] + have, (int)(common - have));
    if (candidates.n == 1)
        insert(prompt, " ", 1);
}
