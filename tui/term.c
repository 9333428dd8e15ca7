/* Two halves. Signals: INT, TERM, HUP and QUIT only set a flag and write to a pipe that the loop polls; the
 * fatal ones restore the terminal with one constant write and the saved modes, then die as they would have.
 * Curses: newterm (it can fail politely), extended pairs allocated on demand, a copy of what was sent so that
 * a frame costs what changed. stderr goes to a temporary file meanwhile, so that no library can scribble over
 * the screen, and is printed afterwards. */
#define NCURSES_WIDECHAR 1
#include "tui/term.h"

#include "tui/color.h"
#include "tui/glyphs.h"
#include "tui/key.h"

#include <curses.h>

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { CODE_PASTE_BEGIN = KEY_MAX + 1, CODE_PASTE_END, ERRORS_MAX = 100, ALT_STACK = 65536 };

static struct {
    bool open, tried_exit;
    SCREEN *screen;
    struct termios saved;
    int pipe[2];
    int stderr_copy;
    FILE *stderr_file;
    enum color_mode depth;
    struct cell *shown; /* what the terminal has */
    int shown_w, shown_h;
    const struct theme *shown_theme;
    int errors_in_a_row;
    unsigned char stack[ALT_STACK];
} term = {.pipe = {-1, -1}, .stderr_copy = -1};

static volatile sig_atomic_t quit_signal;
static const int polite_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int fatal_signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE};
enum { POLITE = 4, FATAL = 5 };
static struct sigaction old_polite[POLITE], old_fatal[FATAL];

/* --- signals --- */

static void on_polite(int number)
{
    int keep = errno;
    quit_signal = number;
    ssize_t written = write(term.pipe[1], "q", 1);
    (void)written;
    errno = keep;
}

/* Mouse off, paste off, attributes off, cursor keys normal, keypad off, cursor on, main screen. */
static void on_fatal(int number)
{
    static const char restore[] =
        "\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?2004l\033[0m\033[?1l\033>\033[?25h\033[?1049l\r\n";
    ssize_t written = write(STDOUT_FILENO, restore, sizeof restore - 1);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &term.saved);
    for (int i = 0; i < FATAL; i++)
        if (fatal_signals[i] == number)
            sigaction(number, &old_fatal[i], NULL);
    raise(number);
}

static void install_signals(void)
{
    struct sigaction polite = {.sa_handler = on_polite},
                     fatal = {.sa_handler = on_fatal, .sa_flags = SA_ONSTACK};
    stack_t stack = {.ss_sp = term.stack, .ss_size = ALT_STACK};
    sigaltstack(&stack, NULL);
    sigemptyset(&polite.sa_mask);
    sigfillset(&fatal.sa_mask);
    for (int i = 0; i < POLITE; i++)
        sigaction(polite_signals[i], &polite, &old_polite[i]);
    for (int i = 0; i < FATAL; i++)
        sigaction(fatal_signals[i], &fatal, &old_fatal[i]);
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

/* --- stderr --- */

static void divert_stderr(void)
{
    fflush(stderr);
    term.stderr_file = tmpfile();
    term.stderr_copy = term.stderr_file ? dup(STDERR_FILENO) : -1;
    if (term.stderr_copy >= 0)
        dup2(fileno(term.stderr_file), STDERR_FILENO);
}

static void restore_stderr(void)
{
    char line[1024];
    if (term.stderr_copy < 0)
        return;
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

/* --- start and stop --- */

static enum color_mode find_depth(void)
{
    if (!has_colors() || start_color() == ERR)
        return COLOR_NEVER;
    bool own_default = use_default_colors() != ERR;
    if (!own_default)
        assume_default_colors(COLOR_WHITE, COLOR_BLACK);
    char flag[] = "RGB";
    if (COLORS > 256 && tigetflag(flag) == 1)
        return COLOR_DIRECT;
    return COLORS >= 256 ? COLOR_256 : COLORS >= 8 ? COLOR_16 : COLOR_NEVER;
}

/* A terminal known by name may still be a mere printer (TERM=dumb). */
static bool can_draw(void)
{
    char move[] = "cup";
    const char *text = tigetstr(move);
    return text && text != (const char *)-1; /* NOLINT(performance-no-int-to-ptr): curses' own sentinel */
}

bool term_open(bool mouse, struct error *error)
{
    const char *name = getenv("TERM");
    if (tcgetattr(STDIN_FILENO, &term.saved) != 0)
        return error_set(error, ERROR_INPUT, "stdin",
                         "is no terminal; `wattif screen SCENARIO` prints one frame without one");
    if (!open_pipe(error))
        return false;
    install_signals();
    term.screen = newterm(NULL, stdout, stdin);
    if (!term.screen || !can_draw()) {
        if (term.screen)
            endwin();
        remove_signals();
        return error_set(
            error, ERROR_INPUT, "TERM",
            "'%s' is no terminal that can be drawn on; try TERM=xterm-256color, or `wattif screen "
            "SCENARIO` for one frame",
            name ? name : "");
    }
    term.open = true;
    if (!term.tried_exit)
        term.tried_exit = atexit(term_close) == 0;
    divert_stderr();
    cbreak();
    noecho();
    nonl();
    if (!getenv("ESCDELAY"))
        set_escdelay(25);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    define_key("\033[200~", CODE_PASTE_BEGIN);
    define_key("\033[201~", CODE_PASTE_END);
    term.depth = find_depth();
    term_mouse(mouse);
    return true;
}

static void send_text(const char *text)
{
    size_t n = strlen(text);
    fflush(stdout);
    while (n > 0) {
        ssize_t written = write(STDOUT_FILENO, text, n);
        if (written <= 0)
            return;
        text += written;
        n -= (size_t)written;
    }
}

void term_close(void)
{
    if (!term.open)
        return;
    term.open = false;
    term_mouse(false);
    term_paste(false);
    endwin();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &term.saved);
    delscreen(term.screen);
    remove_signals();
    restore_stderr();
    close(term.pipe[0]);
    close(term.pipe[1]);
    free(term.shown);
    term.shown = NULL;
    term.shown_w = term.shown_h = 0;
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
    mouseinterval(0);
    mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

void term_paste(bool on)
{
    send_text(on ? "\033[?2004h" : "\033[?2004l");
}

/* --- drawing --- */

/* A paint's colour as this terminal numbers them. */
static int color_number(int32_t color, enum color_mode depth, attr_t *attrs)
{
    if (color < 0)
        return -1;
    if (term.depth == COLOR_DIRECT) {
        int rgb = depth == COLOR_DIRECT ? color : color_of_palette(color);
        return rgb < 8 ? 8 : rgb; /* 0..7 would be the palette's */
    }
    if (depth == COLOR_16 && color >= COLORS) {
        *attrs |= A_BOLD;
        return color - 8;
    }
    return color;
}

static void put_cell(int x, int y, const struct cell *cell, const struct theme *theme, enum color_mode depth)
{
    static const struct {
        enum cell_attr ours;
        attr_t theirs;
    } names[] = {
        {ATTR_BOLD, A_BOLD}, {ATTR_REVERSE, A_REVERSE}, {ATTR_UNDERLINE, A_UNDERLINE}, {ATTR_DIM, A_DIM}};
    struct paint paint = theme_paint(theme, depth, cell);
    uint32_t glyph = cell->glyph;
    attr_t attrs = A_NORMAL, ignored = 0;
    if (glyph == 0x2588 && paint.fg >= 0 && !(paint.attrs & ATTR_REVERSE)) {
        paint.bg = paint.fg;
        glyph = ' ';
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        attrs |= paint.attrs & names[i].ours ? names[i].theirs : 0;
    int pair = 0;
    if (depth != COLOR_NEVER && term.depth != COLOR_NEVER)
        pair = alloc_pair(color_number(paint.fg, depth, &attrs), color_number(paint.bg, depth, &ignored));
    if (pair < 0)
        pair = 0;
    wchar_t text[2] = {(wchar_t)glyph, 0};
    cchar_t wide;
    setcchar(&wide, text, attrs, 0, &pair);
    mvwadd_wch(stdscr, y, x, &wide);
}

static bool remember_size(const struct canvas *canvas, const struct theme *theme)
{
    bool same =
        term.shown && term.shown_w == canvas->w && term.shown_h == canvas->h && term.shown_theme == theme;
    if (same)
        return true;
    free(term.shown);
    size_t n = (size_t)canvas->w * (size_t)canvas->h;
    term.shown = malloc((n ? n : 1) * sizeof *term.shown);
    if (term.shown)
        memset(term.shown, 0xFF, n * sizeof *term.shown);
    term.shown_w = canvas->w;
    term.shown_h = canvas->h;
    term.shown_theme = theme;
    werase(stdscr);
    return term.shown != NULL;
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->glyph == b->glyph && a->fg == b->fg && a->bg == b->bg && a->attrs == b->attrs;
}

void term_draw(const struct canvas *canvas, const struct theme *theme, enum color_mode depth)
{
    int columns, rows;
    term_size(&columns, &rows);
    depth = theme_depth(theme, depth);
    if (depth < term.depth)
        depth = term.depth;
    if (!remember_size(canvas, theme))
        return;
    for (int y = 0; y < canvas->h && y < rows; y++)
        for (int x = 0; x < canvas->w && x < columns; x++) {
            const struct cell *cell = canvas_at(canvas, x, y);
            struct cell *shown = &term.shown[y * canvas->w + x];
            if (cell->glyph == 0 || same_cell(cell, shown))
                continue;
            put_cell(x, y, cell, theme, depth);
            *shown = *cell;
        }
    bool visible = canvas->cursor_x >= 0 && canvas->cursor_x < columns && canvas->cursor_y < rows;
    curs_set(visible ? 1 : 0);
    if (visible)
        wmove(stdscr, canvas->cursor_y, canvas->cursor_x);
    wnoutrefresh(stdscr);
    doupdate();
}

void term_redraw(void)
{
    free(term.shown);
    term.shown = NULL;
    clearok(stdscr, TRUE);
}

/* --- input --- */

unsigned term_wait(int wake_fd, int timeout_ms)
{
    struct pollfd fds[] = {{STDIN_FILENO, POLLIN, 0}, {term.pipe[0], POLLIN, 0}, {wake_fd, POLLIN, 0}};
    unsigned events = 0;
    int n = poll(fds, 3, timeout_ms);
    if (n < 0)
        return errno == EINTR ? TERM_INPUT | (quit_signal ? TERM_QUIT : 0) : TERM_QUIT;
    if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        return TERM_QUIT;
    if (fds[0].revents & POLLIN)
        events |= TERM_INPUT;
    if (fds[2].revents & POLLIN) {
        char bytes[64];
        while (read(wake_fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes) {
        }
        events |= TERM_WAKE;
    }
    return events | (quit_signal ? TERM_QUIT : 0);
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

static void read_mouse(struct term_input *input)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return;
    input->x = event.x;
    input->y = event.y;
    input->button = event.bstate & BUTTON1_PRESSED   ? 1
                    : event.bstate & BUTTON4_PRESSED ? 4
                    : event.bstate & BUTTON5_PRESSED ? 5
                                                     : 0;
}

bool term_input(struct term_input *input)
{
    wint_t code;
    *input = (struct term_input){.key = KEYCODE_NONE};
    int kind = wget_wch(stdscr, &code);
    if (kind == ERR) {
        /* poll says readable, curses has nothing, again and again: the terminal is gone */
        if (++term.errors_in_a_row > ERRORS_MAX)
            quit_signal = SIGHUP;
        return false;
    }
    term.errors_in_a_row = 0;
    if (kind != KEY_CODE_YES)
        input->key = (uint32_t)code;
    else if (code == KEY_RESIZE)
        input->resized = true;
    else if (code == KEY_MOUSE)
        read_mouse(input);
    else
        input->key = translate((int)code);
    return true;
}
