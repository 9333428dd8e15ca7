/* The candidates for the word under the cursor go by where it stands: commands and actions first, then what
 * the command takes. */
#include "tui/views/completion.h"

#include "engine/base/text.h"
#include "tui/term/display.h"
#include "tui/term/theme.h"
#include "tui/words/action.h"

#include <string.h>

enum { CANDIDATES = 256 };

struct candidates {
    int n;
    char names[CANDIDATES][64];
};

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
    if ((command == PROMPT_SET || command == PROMPT_KNOB) && index == 1) {
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

void completion_apply(struct prompt *prompt, const struct scenario *scenario, const char *data_dir)
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
    prompt_insert(prompt, candidates.names[0] + have, (int)(common - have));
    if (candidates.n == 1)
        prompt_insert(prompt, " ", 1);
}
