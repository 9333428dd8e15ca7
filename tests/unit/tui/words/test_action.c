/* Actions and keys: every row of the table has a key that finds it, no key stands twice, names are unique and
 * read back; bindings of the config file replace keys and report faults. */
#include "tui/words/action.h"
#include "tui/term/key.h"
#include "tests/support/test.h"

FACT(test_table_is_sound)
{
    for (int a = 0; a < ACTION_COUNT; a++) {
        assert_int_equal(action_find(action_infos[a].name), a);
        assert_true(strlen(action_infos[a].help) > 3);
        assert_true(strlen(action_infos[a].keys) > 0);
    }
    for (int c = 0; c < PROMPT_COUNT; c++)
        assert_int_equal(prompt_command_find(prompt_command_infos[c].name), c);
    assert_int_equal(action_find("fly"), ACTION_NONE);
    assert_int_equal(prompt_command_find(""), PROMPT_COUNT);
}

FACT(test_every_default_key_is_its_own)
{
    struct keymap keymap;
    keymap_init(&keymap);
    for (int a = 0; a < ACTION_COUNT; a++) {
        char keys[64], *save = NULL;
        snprintf(keys, sizeof keys, "%s", action_infos[a].keys);
        for (char *word = strtok_r(keys, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
            uint32_t key = key_parse(word);
            unsigned contexts = action_group_contexts[action_infos[a].group];
            if (key == KEYCODE_NONE || keymap_find(&keymap, contexts, key) != (enum action_id)a)
                fail_msg("key '%s' of %s is no key or taken", word, action_infos[a].name);
        }
    }
}

/* hjkl, g G, :, ?, u, q and so on are reserved by the guide. */
FACT(test_reserved_keys)
{
    static const struct {
        const char *key;
        enum action_id action;
    } reserved[] = {{"l", ACTION_LEARN},      {"k", ACTION_KNOB_PREVIOUS}, {"j", ACTION_KNOB_NEXT},
                    {"g", ACTION_TIME_START}, {"G", ACTION_TIME_END},      {":", ACTION_PALETTE},
                    {"?", ACTION_WHY},        {"u", ACTION_UNDO},          {"C-r", ACTION_REDO},
                    {"esc", ACTION_BACK},     {"q", ACTION_QUIT},          {"tab", ACTION_PANEL_NEXT},
                    {"space", ACTION_PLAY},   {"[", ACTION_BUCKET_BACK}};
    struct keymap keymap;
    keymap_init(&keymap);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        assert_int_equal(keymap_find(&keymap, CONTEXT_DASHBOARD, key_parse(reserved[i].key)),
                         reserved[i].action);
}

FACT(test_keys_have_names)
{
    static const struct {
        const char *name;
        uint32_t key;
    } keys[] = {{"a", 'a'},
                {"Z", 'Z'},
                {"?", '?'},
                {"space", KEYCODE_SPACE},
                {"tab", KEYCODE_TAB},
                {"esc", KEYCODE_ESC},
                {"left", KEYCODE_LEFT},
                {"pgdn", KEYCODE_PGDN},
                {"f1", KEYCODE_F1},
                {"f12", KEYCODE_F12},
                {"C-r", 18},
                {"é", 0xE9},
                {"backspace", KEYCODE_BACKSPACE}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_int_equal(key_parse(keys[i].name), keys[i].key);
    static const char *const wrong[] = {"", "f0", "f13", "C-", "C-aa", "left right", "\x01", "leftt"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(key_parse(wrong[i]), KEYCODE_NONE);
}

FACT(test_bindings)
{
    struct keymap keymap;
    char labels[32];
    keymap_init(&keymap);
    assert_true(keymap_bind(&keymap, "C-p play", "wattif.conf:3", &err));
    assert_int_equal(keymap_find(&keymap, CONTEXT_DASHBOARD, 16), ACTION_PLAY);
    assert_true(keymap_bind(&keymap, "q play", "wattif.conf:4", &err));
    assert_int_equal(keymap_find(&keymap, CONTEXT_DASHBOARD, 'q'), ACTION_PLAY);
    assert_int_equal(keymap_find(&keymap, CONTEXT_LIST, 'q'), ACTION_QUIT);
    assert_true(keymap_bind(&keymap, "space none", "wattif.conf:5", &err));
    assert_int_equal(keymap_find(&keymap, CONTEXT_DASHBOARD, KEYCODE_SPACE), ACTION_NONE);
    keymap_labels(&keymap, ACTION_PLAY, 2, labels, sizeof labels);
    assert_string_equal(labels, "^P q");
    assert_int_equal(keymap_find(&keymap, CONTEXT_LIST, 'k'), ACTION_LIST_UP);
    assert_true(keymap_bind(&keymap, "k help", "wattif.conf:6", &err));
    assert_int_equal(keymap_find(&keymap, CONTEXT_LIST, 'k'), ACTION_HELP);
    assert_int_equal(keymap_find(&keymap, CONTEXT_DASHBOARD, 'k'), ACTION_HELP);
    static const char *const wrong[] = {"play", "C-p fly", "superkey play", "a play now", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        err = (struct error){0};
        assert_false(keymap_bind(&keymap, wrong[i], "wattif.conf:9", &err));
        assert_string_equal(err.place, "wattif.conf:9");
    }
}
