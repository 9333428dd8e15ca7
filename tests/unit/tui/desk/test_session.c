/* The session: what is not saved, and the file that keeps it. Random edits go through the file and come back;
 * bytes that are no session are never more than a sentence; and a folder with several wattifs at once. */
#include "store/json/scenario_json.h"
#include "tests/support/folder.h"
#include "tests/support/random_scenario.h"
#include "tests/support/slow_build.h"
#include "tests/unit/tui/desk_support.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <sys/stat.h>

static int make_state_folder(void **state)
{
    return make_folder(state) || setenv("XDG_STATE_HOME", folder, 1);
}

/* How many files of the state folder end so. */
static int count_files(const char *end)
{
    char path[256];
    int n = 0;
    snprintf(path, sizeof path, "%s/wattif", folder);
    DIR *directory = opendir(path);
    const struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        size_t length = strlen(entry->d_name), m = strlen(end);
        n += length >= m && strcmp(entry->d_name + length - m, end) == 0;
    }
    if (directory)
        closedir(directory);
    return n;
}

static void write_lost(const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/wattif", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/wattif/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_same(const struct scenario *a, const struct scenario *b)
{
    DEFER(memory_leave) char *x = scenario_to_text(a), *y = scenario_to_text(b);
    assert_string_equal(x, y);
}

/* What the loop does, but with the patience to see each write through. */
static int keep(struct desk *desk, double now_s)
{
    session_keep(&desk->session, now_s);
    session_wait(&desk->session);
    return session_keep(&desk->session, now_s);
}

/* Each change can be taken back, down to what had been opened, and made again: all that lies between runs. */
static void assert_steps_back(struct explorer *explorer, const struct scenario *opened)
{
    DEFER(scenario_free) struct scenario now;
    int made = 0;
    assert_true(scenario_copy(&now, &explorer->document.scenario));
    assert_same(explorer_opened(explorer), opened);
    for (; history_top(&explorer->document.history)->kind != CHANGE_SCENARIO; made++)
        assert_or(explorer_undo(explorer, &err), "%s: %s", err.place, err.message);
    assert_same(&explorer->document.scenario, opened);
    for (int i = 0; i < made; i++)
        assert_true(explorer_redo(explorer, &err));
    assert_same(&explorer->document.scenario, &now);
}

FACT(test_a_session_gives_back_what_was_there)
{
    struct desk desk, other;
    desk_open_for_test(&other, 80, 24);
    for (uint64_t seed = 1; seed <= THINNED(10, 40); seed++) {
        struct dice dice = dice_of(seed);
        struct session_state taken, read;
        desk_open_for_test(&desk, 80, 24);
        /* A few turns, moves and undos at random places. */
        static const enum action_id actions[] = {
            ACTION_TURN_UP,       ACTION_TURN_DOWN,  ACTION_TURN_UP_5,      ACTION_KNOB_NEXT,
            ACTION_UNDO,          ACTION_REDO,       ACTION_SCHEME_NEXT,    ACTION_ZOOM_IN,
            ACTION_TIME_BACK,     ACTION_EVENT_NEXT, ACTION_BUCKET_FORWARD, ACTION_CLOCK,
            ACTION_KNOB_PREVIOUS, ACTION_APPLY_MODE};
        for (int i = dice_below(&dice, 14); i >= 0; i--) {
            if (dice_chance(&dice, 40))
                explorer_seek(desk.explorer,
                              (int64_t)(dice_between(&dice, 0, 1) * (double)desk.explorer->time.horizon_ns));
            desk_action(&desk, dice_pick(&dice, actions));
        }
        desk_settle(&desk);
        const struct explorer *was = desk.explorer, *is = other.explorer;
        assert_true(session_state_take(&taken, was, 1700000000));
        char *text = session_state_to_text(&taken);
        if (session_state_from_text(&read, text, strlen(text), &err) != SESSION_READ)
            fail_msg("seed %d: %s: %s", (int)seed, err.place, err.message);
        char *again = session_state_to_text(&read);
        assert_string_equal(text, again);
        assert_true(session_state_give(&read, other.explorer, &err));
        desk_settle(&other);
        assert_same(&was->document.scenario, &is->document.scenario);
        assert_int_equal(is->time.cursor_ns, was->time.cursor_ns);
        assert_int_equal(is->time.from_ns, was->time.from_ns);
        assert_int_equal(is->time.to_ns, was->time.to_ns);
        assert_true(explorer_same_knob(is->focus.knobs[is->focus.at], was->focus.knobs[was->focus.at]));
        assert_true(is->document.from_start == was->document.from_start && is->time.utc == was->time.utc);
        /* Each change is the one that was made, in the words that tell it. */
        const struct history *a = &was->document.history, *b = &is->document.history;
        char x[96], y[96];
        for (int i = 1; i <= a->done && a->changes[a->done - i].kind != CHANGE_SCENARIO; i++) {
            explorer_describe(was, &a->changes[a->done - i], false, x);
            explorer_describe(is, &b->changes[b->done - i], false, y);
            assert_string_equal(x, y);
            assert_same(history_before(a, &a->changes[a->done - i]),
                        history_before(b, &b->changes[b->done - i]));
        }
        assert_steps_back(other.explorer, explorer_opened(was));
        free(text);
        free(again);
        session_state_free(&taken);
        session_state_free(&read);
        desk_close(&desk);
    }
    desk_close(&other);
}

/* Undoing everything leaves nothing to save; each change counts until then. */
FACT_AT(test_unsaved_changes_are_counted, desk_for_test(80, 24))
{
    char lines[4][DIFFERENCE_SIZE];
    assert_int_equal(session_unsaved(&desk->session, lines, 4), 0);
    desk_commands(desk, "goto 1h", "set cit 0.8", "set cit 0.7");
    assert_int_equal(session_unsaved(&desk->session, lines, 4), 1);
    assert_has(lines[0], "CIT 0.70 from ");
    desk_commands(desk, "goto 2h", "set load 2");
    desk_action(desk, ACTION_APPLY_MODE);
    desk_command(desk, "set pue 1.5");
    assert_int_equal(session_unsaved(&desk->session, lines, 4), 3);
    assert_string_equal(lines[0], "PUE 1.50 from the start");
    assert_true(explorer_remove_edit(desk->explorer, 0, NULL));
    assert_int_equal(session_unsaved(&desk->session, lines, 1), 2);
    assert_true(explorer_open(desk->explorer, &desk->explorer->document.scenario, (struct recorded){0},
                              NULL)); /* opened so: nothing was changed */
    assert_int_equal(session_unsaved(&desk->session, lines, 4), 0);
    desk_command(desk, "set pue 1.6");
    assert_int_equal(session_unsaved(&desk->session, lines, 4), 1);
    while (desk->explorer->document.history.done > 0)
        desk_action(desk, ACTION_UNDO);
    assert_int_equal(session_unsaved(&desk->session, NULL, 0), 0);
}

FACT_AT(test_the_file_is_there_while_there_is_something_to_lose, desk_for_test(80, 24))
{
    assert_int_equal(keep(desk, 1), -1); /* a script: nothing is kept */
    desk_command(desk, "set cit 0.8");
    assert_int_equal(keep(desk, 2), -1);
    assert_int_equal(count_files(".json"), 0);
    desk_action(desk, ACTION_UNDO);
    session_begin(&desk->session);
    assert_int_equal(keep(desk, 3), -1);
    assert_int_equal(count_files(".json"), 0);
    desk_command(desk, "set cit 0.8");
    assert_int_equal(keep(desk, 4), -1); /* at once */
    assert_int_equal(count_files(".json"), 1);
    desk_command(desk, "set load 2");
    int due_ms = keep(desk, 4.1); /* not more often than four times a second */
    assert_true(due_ms > 100 && due_ms <= 151);
    assert_int_equal(keep(desk, 4.26), -1);
    explorer_seek(desk->explorer, 0);
    due_ms = keep(desk, 10);
    assert_true(due_ms > 500 && due_ms <= 1001);
    explorer_seek(desk->explorer, NS_PER_HOUR);
    due_ms = keep(desk, 10.9);
    assert_true(due_ms > 0 && due_ms <= 101); /* from the first move on, not the last */
    assert_int_equal(keep(desk, 11.01), -1);
    while (desk->explorer->document.history.done > 0)
        desk_action(desk, ACTION_UNDO);
    keep(desk, 20);
    assert_int_equal(count_files(".json"), 0);
    desk_action(desk, ACTION_REDO);
    keep(desk, 30);
    assert_int_equal(count_files(".json"), 1);
    session_end(&desk->session);
    assert_int_equal(count_files(".json"), 0);
    assert_int_equal(count_files(".new"), 0);
}

/* What a crash leaves of this desk, offered to another one and taken. */
static void crash_and_resume(struct desk *lost, struct desk *desk)
{
    desk_open_for_test(desk, 100, 30);
    keep(lost, 1000);
    session_close(&lost->session);
    session_begin(&desk->session);
    assert_int_equal(desk->session.n_lost, 1);
    desk_open_view(desk, VIEW_RESUME, "");
    desk_does(desk, ACTION_LIST_ACCEPT);
    assert_int_equal(desk->n_views, 0);
}

static void remove_edit_shown(struct desk *desk)
{
    desk_open_view(desk, VIEW_EDITS, "");
    desk_does(desk, ACTION_LIST_DELETE, ACTION_BACK);
}

/* The edits are this session's: listed with those from the start, removed, taken back, asked about. */
FACT(test_edits_that_were_taken_back_are_edits)
{
    DEFER(desk_close) struct desk lost, desk;
    desk_open_for_test(&lost, 100, 30);
    session_begin(&lost.session);
    desk_commands(&lost, "goto 1m", "set load 2");
    desk_action(&lost, ACTION_APPLY_MODE);
    desk_commands(&lost, "set pue 1.5", "set slo_ms.job2 300");
    desk_action(&lost, ACTION_UNDO); /* not taken back: it was no edit any more */
    crash_and_resume(&lost, &desk);
    assert_has(desk.message.text, "is back with its 2 edits; u takes back one, E lists them");
    assert_int_equal(session_unsaved(&desk.session, NULL, 0), 2);
    assert_int_equal(desk_key(&desk, 'q') & REPLY_QUIT, 0);
    desk_draw(&desk);
    assert_shows(&desk, "2 edits are not saved.");
    desk_action(&desk, ACTION_BACK);
    desk_open_view(&desk, VIEW_EDITS, "");
    desk_draw(&desk);
    assert_true(desk_shows(&desk, "PUE 1.50") && desk_shows(&desk, "from start") &&
                desk_shows(&desk, "load 2.00") && !desk_shows(&desk, "No edits"));
    desk_action(&desk, ACTION_BACK);
    remove_edit_shown(&desk);
    remove_edit_shown(&desk);
    assert_same(&desk.explorer->document.scenario, explorer_opened(desk.explorer));
    assert_int_equal(session_unsaved(&desk.session, NULL, 0), 0);
    for (int i = 0; i < 4; i++) { /* both removals, then both edits */
        desk_action(&desk, ACTION_UNDO);
        assert_int_equal(session_unsaved(&desk.session, NULL, 0), i < 2 ? i + 1 : 3 - i);
    }
    session_end(&desk.session);
}

/* A pinned result is computed again and held against as before. */
FACT(test_the_pin_is_taken_back)
{
    struct desk lost, desk;
    desk_open_for_test(&lost, 100, 30);
    session_begin(&lost.session);
    desk_obeys(&lost, "set policy.route highperf");
    double pinned_g = lost.scene.now->total.carbon_total_g;
    desk_action(&lost, ACTION_PIN);
    desk_commands(&lost, "set policy.route lowenergy", "set load 1.5");
    crash_and_resume(&lost, &desk);
    assert_int_equal(desk.explorer->results.reference, REFERENCE_PINNED);
    assert_true(desk.scene.compared && desk.scene.reference->total.carbon_total_g == pinned_g);
    assert_has(desk.scene.headline.text, "than pinned");
    session_close(&lost.session);
    desk_close(&lost);
    crash_and_resume(&desk, &lost); /* and once more, from the file of the one that took it */
    assert_true(lost.scene.compared && lost.scene.reference->total.carbon_total_g == pinned_g);
    desk_action(&lost, ACTION_UNPIN);
    assert_null(explorer_pinned(lost.explorer));
    assert_int_not_equal(lost.explorer->results.reference, REFERENCE_PINNED);
    session_end(&lost.session);
    desk_close(&lost);
    desk_close(&desk);
}

/* A pin that is let go of, or made anew, while it is being computed stays so. */
FACT_AT(test_a_pin_that_is_let_go_of_at_once, desk_for_test(100, 30))
{
    struct explorer *explorer = desk->explorer;
    struct result **pinned = &explorer->results.references[REFERENCE_PINNED].result;
    assert_true(explorer_repin(explorer, &explorer->document.scenario, "pinned again"));
    explorer_pump(explorer, true);
    explorer_unpin(explorer);
    desk_settle(desk);
    assert_null(*pinned);
    assert_true(explorer_repin(explorer, &explorer->document.scenario, "pinned again"));
    explorer_pump(explorer, true);
    assert_true(explorer_pin(explorer));
    desk_settle(desk);
    assert_ptr_equal(*pinned, explorer->results.current);
    assert_true(explorer_repin(explorer, &explorer->document.scenario, "pinned again"));
    desk_settle(desk);
    assert_non_null(*pinned);
    assert_ptr_not_equal(*pinned, explorer->results.current);
}

/* Changes by the hundred are some, of which the first is all that went before. */
FACT(test_many_changes)
{
    DEFER(desk_close) struct desk desk, other;
    struct session_state taken, read;
    const struct history *changes = &taken.mark.history;
    char line[32];
    desk_open_for_test(&desk, 80, 24);
    desk_open_for_test(&other, 80, 24);
    for (int i = 0; i < 70; i++) {
        snprintf(line, sizeof line, "set load %d.%02d", 1 + i % 2, i);
        desk_command(&desk, line);
        explorer_end_turn(desk.explorer);
    }
    assert_true(session_state_take(&taken, desk.explorer, 1700000000));
    assert_int_equal(changes->done, SESSION_CHANGES);
    assert_int_equal(changes->changes[0].kind, CHANGE_SEVERAL);
    assert_same(&changes->first.then, explorer_opened(desk.explorer));
    DEFER(memory_leave) char *text = session_state_to_text(&taken);
    assert_int_equal(session_state_from_text(&read, text, strlen(text), &err), SESSION_READ);
    assert_int_equal(read.mark.history.done, SESSION_CHANGES);
    assert_true(session_state_give(&read, other.explorer, &err));
    assert_steps_back(other.explorer, explorer_opened(desk.explorer));
    session_state_free(&read);
    session_state_free(&taken);
    for (int i = 0; i < 68; i++) /* what was taken back is no change */
        explorer_undo(desk.explorer, &err);
    assert_true(session_state_take(&taken, desk.explorer, 1700000000));
    assert_int_equal(changes->done, 2);
    session_state_free(&taken);
}

/* The disk of the test below: tests/CMakeLists.txt has calls of fsync come here. */
static _Atomic bool hangs, waits;
/* NOLINTBEGIN(bugprone-reserved-identifier): the names that the linker gives */
int __real_fsync(int fd);
int __wrap_fsync(int fd);
/* NOLINTEND(bugprone-reserved-identifier) */
int __wrap_fsync(int fd)
{
    if (!atomic_load(&hangs))
        return __real_fsync(fd);
    atomic_store(&waits, true);
    while (atomic_load(&hangs))
        poll(NULL, 0, 1);
    errno = EIO;
    return -1;
}

/* A disk that does not answer, and then with an error, holds up no key. */
FACT_AT(test_a_disk_that_hangs, desk_for_test(120, 24))
{
    session_begin(&desk->session);
    desk_command(desk, "set cit 0.8");
    keep(desk, 1); /* takes the name */
    atomic_store(&hangs, true);
    desk_command(desk, "set cit 0.7");
    assert_true(session_keep(&desk->session, 2) > 0);
    desk_command(desk, "set cit 0.6");
    assert_true(session_keep(&desk->session, 3) > 0); /* it waits for the one before */
    assert_true(desk->session.writer.busy);
    while (!atomic_load(&waits))
        poll(NULL, 0, 1);
    atomic_store(&hangs, false);
    session_wait(&desk->session);
    assert_has(desk->message.text, "cannot be written");
    assert_int_equal(keep(desk, 4), -1);
    assert_false(desk->session.writer.busy);
    session_end(&desk->session);
}

/* What has the name of the file that a write begins with is never written through. */
FACT_AT(test_a_planted_link, desk_for_test(120, 24))
{
    char path[PATH_SIZE + 8], victim[PATH_SIZE + 8];
    struct stat status;
    session_begin(&desk->session);
    desk_command(desk, "set cit 0.8");
    keep(desk, 1);
    snprintf(path, sizeof path, "%s.new", desk->session.file.path);
    snprintf(victim, sizeof victim, "%s.victim", desk->session.file.path);
    assert_int_equal(symlink(victim, path), 0);
    desk_command(desk, "set cit 0.7");
    keep(desk, 2);
    assert_int_not_equal(access(victim, F_OK), 0);
    assert_int_equal(lstat(desk->session.file.path, &status), 0);
    assert_true(S_ISREG(status.st_mode) && (status.st_mode & 0777) == 0600);
    session_end(&desk->session);
}

/* Several are offered newest first, one at a time; Delete forgets one. */
FACT(test_several_lost_sessions)
{
    static const char *const loads[] = {"set load 2", "set load 3", "set load 4"};
    DEFER(desk_close) struct desk desk;
    for (int i = 0; i < 3; i++) {
        char name[64];
        struct session_state taken;
        desk_open_for_test(&desk, 80, 24);
        desk_command(&desk, loads[i]);
        session_state_take(&taken, desk.explorer, 1700000000 + 60 * i);
        char *text = session_state_to_text(&taken);
        snprintf(name, sizeof name, "session-%d.json", 900000 + i);
        write_lost(name, text);
        free(text);
        session_state_free(&taken);
        desk_close(&desk);
    }
    desk_open_for_test(&desk, 80, 24);
    session_begin(&desk.session);
    assert_int_equal(desk.session.n_lost, 3);
    desk_open_view(&desk, VIEW_RESUME, "");
    desk_draw(&desk);
    assert_shows(&desk, "1 of 3", "load 4.00");
    desk_acts(&desk, ACTION_LIST_DOWN);
    assert_shows(&desk, "2 of 3", "load 3.00");
    for (int i = 0; i < 2; i++) { /* asked for with one key, confirmed with another */
        desk_plays(&desk, "delete");
        assert_shows(&desk, "2 of 3", "y forgets it");
        desk_plays(&desk, "delete");
        assert_true(desk_shows(&desk, "2 of 3") && !desk_shows(&desk, "y forgets it"));
    }
    desk_plays(&desk, "delete");
    desk_type(&desk, "y");
    assert_shows(&desk, "2 of 2", "load 2.00");
    desk_does(&desk, ACTION_LIST_ACCEPT);
    assert_true(
        knob_at(&desk.explorer->document.scenario, knob_of_run(KNOB_LOAD), desk.explorer->time.cursor_ns)
            .number == 2);
    desk_close(&desk); /* the taken one is this session's own, the newest is left for the next time */
    assert_int_equal(count_files(".json"), 2);
    desk_open_for_test(&desk, 80, 24);
    session_begin(&desk.session);
    while (desk.session.n_lost > 0)
        session_forget(&desk.session, 0);
    assert_int_equal(count_files(".json"), 0);
}

/* A pid that comes again does not write over what its former owner left. */
FACT(test_a_name_that_is_taken_stays)
{
    char name[64];
    snprintf(name, sizeof name, "session-%ld.json", (long)getpid());
    write_lost(name, "{\"format\": 7, \"kind\": \"wattif-session\"}\n");
    DEFER(desk_leave) struct desk *desk = desk_for_test(80, 24);
    session_begin(&desk->session);
    desk_command(desk, "set cit 0.8");
    keep(desk, 1);
    assert_int_equal(count_files(".json"), 2);
    session_end(&desk->session);
    assert_int_equal(count_files(name), 1);
}

/* Cut short or with a byte changed it is read or it is not; it never is a crash, and what is read runs. */
FACT(test_any_bytes_are_survived)
{
    DEFER(desk_close) struct desk desk, other;
    struct session_state taken, read;
    desk_open_for_test(&desk, 80, 24);
    desk_open_for_test(&other, 80, 24);
    desk_action(&desk, ACTION_PIN);
    desk_command(&desk, "set cit 0.8");
    session_state_take(&taken, desk.explorer, 1700000000);
    DEFER(memory_leave) char *text = session_state_to_text(&taken);
    size_t n = strlen(text), damaged = 0;
    DEFER(memory_leave) char *bytes = malloc(n + 1);
    struct dice dice = dice_of(11);
    for (int i = 0; i < 3000; i++) {
        struct error error = {0};
        memcpy(bytes, text, n + 1);
        size_t length = i % 3 == 0 ? (size_t)dice_below(&dice, (int)n) : n;
        for (int k = 0; k < i % 3; k++)
            bytes[dice_below(&dice, (int)n)] = (char)dice_below(&dice, 256);
        bytes[length] = 0;
        enum session_reading reading = session_state_from_text(&read, bytes, length, &error);
        damaged += reading == SESSION_DAMAGED;
        assert_true(reading != SESSION_DAMAGED || *error.message);
        if (reading != SESSION_READ)
            continue;
        if (i % 20 == 1)
            session_state_give(&read, other.explorer, &error); /* may say why not */
        session_state_free(&read);
    }
    assert_true(damaged > 1000);
    desk_settle(&other);
    session_state_free(&taken);
}

FACTS_BETWEEN(make_state_folder, remove_folder)
