/* Two halves. Signals: INT, TERM, HUP and QUIT only set a flag and write to a pipe that the loop polls; TSTP,
 * CONT and WINCH likewise, so that none is missed and all work is done outside the handler; all others that
 * end a program restore the terminal with one constant write and the saved modes, then end it as they would
 * have. Output may be stopped when one comes (Ctrl-S, a reader that sleeps): a write must not hold up the
 * end, so the handler makes stdout non-blocking, and what waits to be read is dropped before the terminal is
 * restored. A terminal that belongs to another job by now is left alone. Curses:
 * newterm (it can fail politely) for modes and keys; pictures are the painter's, since curses says both
 * colours of a cell in full whenever one of them changes. Keys are read through a pad: reading them must not
 * refresh a window. stderr goes to a temporary file meanwhile, so that no library can scribble over the
 * screen, and is printed afterwards. */
#define NCURSES_WIDECHAR 1
#include "tui/term/term.h"

#include "tui/term/writer.h"
#include "tui/term/text.h"
#include "tui/term/key.h"
#include "tui/term/painter.h"

#include <curses.h>

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { CODE_PASTE_BEGIN = KEY_MAX + 1, CODE_PASTE_END, CODE_MOUSE_SGR, CODE_MOUSE_X10 };
enum { ERRORS_MAX = 100, ALT_STACK = 65536, CLIPBOARD_TEXT_MAX = 4096, SIGNAL_STATUS = 128 };

static struct {
    bool open, tried_exit;
    volatile sig_atomic_t held; /* the terminal is ours and its modes are changed */
    int out_flags;              /* of stdout, as they were */
    SCREEN *screen;
    struct termios saved;
    int pipe[2];
    int stderr_copy;
    FILE *stderr_file;
    enum color_mode depth;
    WINDOW *keys; /* a pad that is never shown */
    struct painter painter;
    bool mouse;        /* is on */
    bool size_changed; /* to be told with the next input */
    bool reporting;    /* the mouse's report is on its way */
    struct mouse_report report;
    int errors_in_a_row;
    unsigned char stack[ALT_STACK];
} term = {.pipe = {-1, -1}, .stderr_copy = -1};

static volatile sig_atomic_t quit_signal, stop_asked, continued, size_asked;
static const int polite_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int fatal_signals[] = {
    SIGSEGV,   SIGABRT, SIGBUS,    SIGILL,  SIGFPE,  SIGSYS,  SIGTRAP,
    SIGUSR1,   SIGUSR2, SIGVTALRM, SIGALRM, SIGPROF, SIGXCPU,
#ifdef SIGPOLL
    SIGPOLL,
#endif
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
};
enum {
    POLITE = sizeof polite_signals / sizeof *polite_signals,
    FATAL = sizeof fatal_signals / sizeof *fatal_signals
};
static struct sigaction old_polite[POLITE], old_fatal[FATAL];

/* --- signals --- */

static void on_polite(int number)
{
    int keep = errno;
    if (number == SIGTSTP) {
        stop_asked = 1;
    } else if (number == SIGCONT) {
        continued = 1;
    } else if (number == SIGWINCH) {
        size_asked = 1;
    } else {
        quit_signal = number;
        fcntl(STDOUT_FILENO, F_SETFL,
              term.out_flags | O_NONBLOCK); /* a write that is about to wait returns */
    }
    ssize_t written = write(term.pipe[1], "q", 1);
    (void)written;
    errno = keep;
}

/* Another job has the terminal: to change its modes would disturb that, and stop us. */
static bool in_background(void)
{
    pid_t front = tcgetpgrp(STDIN_FILENO);
    return front > 0 && front != getpgrp();
}

/* Output that was stopped goes on, and what nobody has read yet is dropped, so that there is room for what
 * restores the terminal. (Going on takes effect only after a stop of our own.) */
static void release_output(void)
{
    tcflow(STDOUT_FILENO, TCOOFF);
    tcflow(STDOUT_FILENO, TCOON);
    tcflush(STDOUT_FILENO, TCOFLUSH);
}

static void on_fatal(int number)
{
    if (term.held && !in_background()) {
        /* Mouse off, paste off, attributes off, cursor keys normal, keypad off, cursor on, main screen. */
        static const char restore[] =
            "\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?2004l\033[0m\033[?1l\033>\033[?25h\033[?1049l\r\n";
        fcntl(STDOUT_FILENO, F_SETFL, term.out_flags | O_NONBLOCK);
        release_output();
        ssize_t written = write(STDOUT_FILENO, restore, sizeof restore - 1);
        (void)written;
        tcsetattr(STDIN_FILENO, TCSANOW, &term.saved);
        fcntl(STDOUT_FILENO, F_SETFL, term.out_flags);
    }
    for (int i = 0; i < FATAL; i++)
        if (fatal_signals[i] == number)
            sigaction(number, &old_fatal[i], NULL);
    raise(number);
}

/* What whoever started the program ignores stays ignored: nohup's HUP, a shell's INT for what it put into the
 * background. */
static void take_signal(int number, const struct sigaction *ours, struct sigaction *old)
{
    sigaction(number, ours, old);
    if (old->sa_handler == SIG_IGN && number != SIGCONT && number != SIGWINCH)
        sigaction(number, old, NULL);
}

static void remove_signals(void)
{
    stack_t none = {.ss_flags = SS_DISABLE};
    for (int i = 0; i < POLITE; i++)
        sigaction(polite_signals[i], &old_polite[i], NULL);
    for (int i = 0; i < FATAL; i++)
        sigaction(fatal_signals[i], &old_fatal[i], NULL);
    sigaltstack(&none, NULL);
}

static bool open_pipe(struct error *error)
{
    if (pipe(term.pipe) != 0)
        return error_set(error, ERROR_SYSTEM, "", "cannot make a pipe: %s", strerror(errno));
    for (int i = 0; i < 2; i++)
        if (fcntl(term.pipe[i], F_SETFL, O_NONBLOCK) != 0 || fcntl(term.pipe[i], F_SETFD, FD_CLOEXEC) != 0)
            return error_set(error, ERROR_SYSTEM, "", "cannot set up a pipe: %s", strerror(errno));
    return true;
}

/* --- start and stop --- */

/* Waits until something can be written; false if a signal asks to leave before that. The signal may come just
 * before the poll, hence the limit. */
static bool wait_for_output(void)
{
    struct pollfd out = {STDOUT_FILENO, POLLOUT, 0};
    while (!quit_signal) {
        int n = poll(&out, 1, 100);
        if (n > 0 || (n < 0 && errno != EINTR))
            return true; /* or the write itself will say what is wrong */
    }
    return false;
}

static void send_bytes(const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, n);
        if (written < 0 && (errno == EINTR || errno == EAGAIN) && wait_for_output())
            continue;
        if (written <= 0)
            return; /* the terminal is gone: reading will say so; or we leave, and drop the rest */
        bytes += written;
        n -= (size_t)written;
    }
}

static void send_text(const char *text)
{
    send_bytes(text, strlen(text));
}

/* What the terminal's description says under a name; NULL if nothing. */
static const char *capability(const char *name)
{
    char copy[8];
    snprintf(copy, sizeof copy, "%s", name);
    const char *text = tigetstr(copy);
    return (intptr_t)text == -1 ? NULL : text; /* curses' sentinel for a name that is no text */
}

static bool has_flag(const char *name)
{
    char copy[8];
    snprintf(copy, sizeof copy, "%s", name);
    return tigetflag(copy) == 1;
}

/* COLORTERM says more than most descriptions; but GNU screen hands it on without keeping its promise. */
static bool promises_direct(void)
{
    const char *promise = getenv("COLORTERM"), *name = getenv("TERM");
    if (!promise || (name && strncmp(name, "screen", 6) == 0))
        return false;
    return strcmp(promise, "truecolor") == 0 || strcmp(promise, "24bit") == 0;
}

static enum color_mode find_depth(void)
{
    char name[] = "colors";
    int colors = tigetnum(name);
    if (colors >= 256 && (has_flag("RGB") || promises_direct()))
        return COLOR_DIRECT;
    return colors >= 256 ? COLOR_256 : colors >= 8 ? COLOR_16 : COLOR_NEVER;
}

/* A terminal known by name may still be a mere printer (TERM=dumb), or not speak ECMA-48. */
static bool can_draw(void)
{
    const char *move = capability("cup");
    return move && strncmp(move, "\033[", 2) == 0;
}

/* Modes that curses does not keep for us: the mouse, and pastes between marks, so that they are never keys.
 */
static void send_modes(bool mouse, bool paste)
{
    if (capability("kmous"))
        send_text(mouse ? "\033[?1000h\033[?1002h\033[?1006h" : "\033[?1006l\033[?1002l\033[?1000l");
    send_text(paste ? "\033[?2004h" : "\033[?2004l");
}

static void set_input_modes(void)
{
    cbreak();
    noecho();
    nonl();
    struct termios modes; /* C-s is a key, and stops nothing */
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_iflag &= ~(tcflag_t)(IXON | IXOFF);
        tcsetattr(STDIN_FILENO, TCSANOW, &modes);
        def_prog_mode();
    }
    if (!getenv("ESCDELAY"))
        set_escdelay(25);
    keypad(term.keys, TRUE);
    nodelay(term.keys, TRUE);
    intrflush(term.keys, FALSE);
    define_key("\033[200~", CODE_PASTE_BEGIN);
    define_key("\033[201~", CODE_PASTE_END);
    define_key("\033[<", CODE_MOUSE_SGR);
    define_key("\033[M", CODE_MOUSE_X10);
}

bool term_open(bool mouse, struct error *error)
{
    const char *name = getenv("TERM");
    if (term.open)
        return true;
    if (tcgetattr(STDIN_FILENO, &term.saved) != 0)
        return error_set(error, ERROR_INPUT, "stdin",
                         "is no terminal; `wattif screen SCENARIO` prints one frame without one");
    term.out_flags = fcntl(STDOUT_FILENO, F_GETFL);
    if (!open_pipe(error))
        return false;
    struct sigaction polite = {.sa_handler = on_polite},
                     fatal = {.sa_handler = on_fatal, .sa_flags = SA_ONSTACK};
    stack_t stack = {.ss_sp = term.stack, .ss_size = ALT_STACK};
    sigaltstack(&stack, NULL);
    sigemptyset(&polite.sa_mask);
    sigfillset(&fatal.sa_mask);
    for (int i = 0; i < POLITE; i++)
        take_signal(polite_signals[i], &polite, &old_polite[i]);
    for (int i = 0; i < FATAL; i++)
        take_signal(fatal_signals[i], &fatal, &old_fatal[i]);
    if (!wait_for_output()) { /* nothing has been changed yet */
        fcntl(STDOUT_FILENO, F_SETFL, term.out_flags);
        remove_signals();
        raise(quit_signal);
    }
    term.held = true;
    term.screen = newterm(NULL, stdout, stdin);
    term.keys = term.screen && can_draw() ? newpad(1, 1) : NULL;
    if (!term.keys) {
        if (term.screen)
            endwin();
        term.held = false;
        remove_signals();
        return error_set(
            error, ERROR_INPUT, "TERM",
            "'%s' is no terminal that can be drawn on; try TERM=xterm-256color, or `wattif screen SCENARIO` for one frame",
            name ? name : "");
    }
    term.open = true;
    if (!term.tried_exit)
        term.tried_exit = atexit(term_close) == 0;
    fflush(stderr);
    term.stderr_file = tmpfile();
    term.stderr_copy = term.stderr_file ? dup(STDERR_FILENO) : -1;
    if (term.stderr_copy >= 0)
        dup2(fileno(term.stderr_file), STDERR_FILENO);
    set_input_modes();
    refresh();
    term.depth = find_depth();
    char called[] = "colors";
    painter_init(&term.painter,
                 (struct painter_traits){.bright = tigetnum(called) >= 16,
                                         .corner_scrolls = has_flag("am") && !has_flag("xenl")});
    term_mouse(mouse);
    return true;
}

/* Everything that was changed is changed back; curses keeps what it needs to take the terminal again. Curses
 * waits for ever where it cannot write, so after a signal there must be room before it is asked. */
static void give_back(void)
{
    char last_row[48]; /* where the shell goes on, on terminals without another screen to go back to */
    if (!term.held || in_background())
        return;
    if (quit_signal)
        release_output();
    fcntl(STDOUT_FILENO, F_SETFL, term.out_flags);
    send_modes(false, false);
    snprintf(last_row, sizeof last_row, "\033[0m\033[?25h\033[%d;1H\033[K", LINES);
    send_text(last_row);
    endwin();
    tcsetattr(STDIN_FILENO, TCSANOW, &term.saved);
    term.held = false;
}

void term_close(void)
{
    if (!term.open)
        return;
    term.open = false;
    give_back();
    delwin(term.keys);
    delscreen(term.screen);
    remove_signals();
    fcntl(STDOUT_FILENO, F_SETFL, term.out_flags);
    char line[1024];
    if (term.stderr_copy >= 0) {
        fflush(stderr);
        dup2(term.stderr_copy, STDERR_FILENO);
        close(term.stderr_copy);
        term.stderr_copy = -1;
        rewind(term.stderr_file);
        while (fgets(line, sizeof line, term.stderr_file))
            fputs(line, stderr);
        fclose(term.stderr_file);
        term.stderr_file = NULL;
    }
    close(term.pipe[0]);
    close(term.pipe[1]);
    painter_free(&term.painter);
}

static void read_size(void)
{
    struct winsize size;
    size_asked = 0;
    term.size_changed = true;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resize_term(size.ws_row, size.ws_col);
}

/* As any job that wants a terminal which another has: stops until it is brought to the front. False if a
 * signal asks to leave meanwhile, or nobody is left who could bring it there. */
static bool come_to_front(void)
{
    while (!quit_signal && in_background()) {
        continued = 0;
        raise(SIGTTOU);
        if (!continued && !quit_signal)
            quit_signal = SIGHUP;
    }
    return !quit_signal;
}

/* The size may have changed meanwhile, and the shell has written on the screen. */
static void take_again(void)
{
    if (!come_to_front() || !wait_for_output())
        return;
    continued = 0;
    term.held = true;
    refresh();
    send_text("\033[r"); /* curses has made the screen of its old size the part that scrolls */
    send_modes(term.mouse, true);
    painter_forget(&term.painter);
    read_size();
}

/* Between fork and exec: what belongs to the terminal's owner is put back. */
static _Noreturn void become(char *const argv[], bool lent)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    int empty = lent ? -1 : open("/dev/null", O_RDONLY);
    sigaction(SIGINT, &plain, NULL);
    sigaction(SIGQUIT, &plain, NULL);
    if (empty >= 0)
        dup2(empty, STDIN_FILENO);
    if (lent && term.stderr_copy >= 0)
        dup2(term.stderr_copy, STDERR_FILENO);
    execvp(argv[0], argv);
    _exit(127);
}

/* What is typed to end or stop the other program is for that; stopped with it, we go on with it. */
static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNAL_STATUS + WTERMSIG(status);
}

int term_run(char *const argv[], struct error *error)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, plain = {.sa_handler = SIG_DFL}, old[3];
    bool lent = term.open;
    if (lent)
        give_back();
    sigaction(SIGINT, &ignore, &old[0]);
    sigaction(SIGQUIT, &ignore, &old[1]);
    sigaction(SIGTSTP, &plain, &old[2]);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        become(argv, lent);
    if (child < 0)
        error_set(error, ERROR_SYSTEM, argv[0], "cannot be started: %s", strerror(errno));
    int status = child < 0 ? -1 : wait_for(child);
    sigaction(SIGINT, &old[0], NULL);
    sigaction(SIGQUIT, &old[1], NULL);
    sigaction(SIGTSTP, &old[2], NULL);
    if (lent)
        take_again();
    return status;
}

enum color_mode term_depth(void)
{
    return term.depth;
}

void term_size(int *columns, int *rows)
{
    getmaxyx(stdscr, *rows, *columns);
}

bool term_signs_are_safe(void)
{
    for (int i = 0; glyph_doubtful[i]; i++)
        if (wcwidth((wchar_t)glyph_doubtful[i]) != 1)
            return false;
    return true;
}

void term_mouse(bool on)
{
    term.mouse = on;
    send_modes(term.mouse, true);
}

void term_clipboard(const char *text)
{
    char sequence[CLIPBOARD_SIZE(CLIPBOARD_TEXT_MAX)];
    size_t n = clipboard_sequence(text, sequence, sizeof sequence);
    send_bytes(sequence, n);
}

void term_draw(const struct canvas *canvas, const struct theme *theme, enum color_mode depth)
{
    size_t n;
    if (depth < term.depth)
        depth = term.depth;
    const char *bytes = painter_draw(&term.painter, canvas, theme, depth, &n);
    if (bytes)
        send_bytes(bytes, n);
}

void term_redraw(void)
{
    painter_forget(&term.painter);
}

/* --- input --- */

static void drain(int fd)
{
    char bytes[64];
    while (read(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes) {
    }
}

/* What a handler only noted. */
static unsigned answer_signals(void)
{
    drain(term.pipe[0]);
    if (quit_signal)
        return 0;
    if (stop_asked) {
        struct sigaction ours, theirs = {.sa_handler = SIG_DFL};
        sigemptyset(&theirs.sa_mask);
        stop_asked = 0;
        give_back();
        sigaction(SIGTSTP, &theirs, &ours);
        raise(SIGTSTP); /* returns when the shell lets the program go on */
        sigaction(SIGTSTP, &ours, NULL);
        take_again();
    } else if (continued) { /* it was stopped without being asked */
        if (come_to_front() && wait_for_output())
            endwin();
        take_again();
    } else if (size_asked) {
        read_size();
    }
    return term.size_changed ? TERM_INPUT : 0;
}

/* The terminal has gone, whether or not its signal came. */
static unsigned terminal_is_gone(void)
{
    if (!quit_signal)
        quit_signal = SIGHUP;
    return TERM_QUIT;
}

unsigned term_wait(int wake_fd, int timeout_ms)
{
    struct pollfd fds[] = {{STDIN_FILENO, POLLIN, 0}, {term.pipe[0], POLLIN, 0}, {wake_fd, POLLIN, 0}};
    unsigned events = term.size_changed ? TERM_INPUT : 0;
    int n = quit_signal ? 0 : poll(fds, 3, term.size_changed ? 0 : timeout_ms);
    if (n < 0 && errno != EINTR)
        return terminal_is_gone();
    if (n < 0)
        return TERM_INPUT | answer_signals() | (quit_signal ? TERM_QUIT : 0);
    if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        return terminal_is_gone();
    if (fds[0].revents & POLLIN)
        events |= TERM_INPUT;
    if (fds[1].revents & POLLIN)
        events |= answer_signals();
    if (fds[2].revents & POLLIN) {
        drain(wake_fd);
        events |= TERM_WAKE;
    }
    return events | (quit_signal ? TERM_QUIT : 0);
}

int term_signal(void)
{
    return quit_signal;
}

static const struct {
    int theirs;
    uint32_t ours;
} key_codes[] = {
    {KEY_UP, KEYCODE_UP},
    {KEY_DOWN, KEYCODE_DOWN},
    {KEY_LEFT, KEYCODE_LEFT},
    {KEY_RIGHT, KEYCODE_RIGHT},
    {KEY_HOME, KEYCODE_HOME},
    {KEY_END, KEYCODE_END},
    {KEY_PPAGE, KEYCODE_PGUP},
    {KEY_NPAGE, KEYCODE_PGDN},
    {KEY_IC, KEYCODE_INSERT},
    {KEY_DC, KEYCODE_DELETE},
    {KEY_BTAB, KEYCODE_BACKTAB},
    {KEY_BACKSPACE, KEYCODE_BACKSPACE},
    {KEY_ENTER, KEYCODE_ENTER},
    {CODE_PASTE_BEGIN, KEYCODE_PASTE_BEGIN},
    {CODE_PASTE_END, KEYCODE_PASTE_END},
};

static uint32_t translate(int code)
{
    for (size_t i = 0; i < sizeof key_codes / sizeof *key_codes; i++)
        if (key_codes[i].theirs == code)
            return key_codes[i].ours;
    if (code >= KEY_F(1) && code <= KEY_F(12))
        return (uint32_t)(KEYCODE_F1 + code - KEY_F(1));
    return KEYCODE_NONE;
}

/* Reads on in the mouse's report. False: the rest has not come yet. */
static bool read_report(struct term_input *input)
{
    int byte = wgetch(term.keys);
    for (; byte != ERR; byte = wgetch(term.keys)) {
        enum mouse_progress progress = mouse_report_add(&term.report, byte, &input->mouse);
        if (progress == MOUSE_MORE)
            continue;
        term.reporting = false;
        term.errors_in_a_row = 0;
        if (progress == MOUSE_BROKEN)
            ungetch(byte);
        return true;
    }
    return false;
}

/* Poll says readable, curses has nothing, again and again: the terminal is gone. */
static bool nothing_came(void)
{
    if (++term.errors_in_a_row > ERRORS_MAX)
        quit_signal = SIGHUP;
    return false;
}

bool term_input(struct term_input *input)
{
    wint_t code;
    *input = (struct term_input){.key = KEYCODE_NONE, .resized = term.size_changed};
    term.size_changed = false;
    if (input->resized)
        return true;
    if (term.reporting)
        return read_report(input) || nothing_came();
    int kind = wget_wch(term.keys, &code);
    if (kind == ERR)
        return nothing_came();
    term.errors_in_a_row = 0;
    if (kind != KEY_CODE_YES)
        input->key = (uint32_t)code;
    else if (code == CODE_MOUSE_SGR || code == CODE_MOUSE_X10) {
        bool x10 = code == CODE_MOUSE_X10;
        term.reporting = true;
        term.report = (struct mouse_report){.x10 = x10};
    } else
        input->key = translate((int)code);
    return !term.reporting || read_report(input);
}
