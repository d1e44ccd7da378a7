// The part of ncurses' interface that Longwave uses: X/Open Curses, Issue 7, with the numbers of ncurses' interface 6
// (<curses.h>).
// The declarations stand here instead of ncurses' own headers, because nothing is linked: the library is opened when
// stations are picked on a terminal (docs/DECISIONS.md).
#ifndef LONGWAVE_CURSES_H
#define LONGWAVE_CURSES_H

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

// Types of newterm, delscreen; endwin, cbreak, noecho, nonl, doupdate; curs_set, set_escdelay; resizeterm.
typedef void *(*lw_curses_newterm)(const char *type, FILE *output, FILE *input);
typedef void (*lw_curses_delscreen)(void *screen);
typedef int (*lw_curses_call)(void);
typedef int (*lw_curses_number)(int value);
typedef int (*lw_curses_two_numbers)(int first, int second);
// Types of werase, wnoutrefresh; keypad, nodelay, clearok; wmove; wattrset; waddnstr; wget_wch.
typedef int (*lw_curses_window)(void *window);
typedef int (*lw_curses_window_flag)(void *window, _Bool flag);
typedef int (*lw_curses_window_number)(void *window, int value);
typedef int (*lw_curses_window_two_numbers)(void *window, int row, int column);
typedef int (*lw_curses_window_text)(void *window, const char *text, int bytes);
typedef int (*lw_curses_window_key)(void *window, wint_t *key);

// Types of mousemask, getmouse, init_pair. start_color and use_default_colors are lw_curses_call, mouseinterval is
// lw_curses_number.
typedef struct {
    short id;
    int column, row, depth;
    unsigned int buttons;
} lw_curses_mouse;
typedef unsigned int (*lw_curses_mouse_mask)(unsigned int mask, unsigned int *old);
typedef int (*lw_curses_get_mouse)(lw_curses_mouse *event);
typedef int (*lw_curses_pair)(short pair, short foreground, short background);

static const int LW_CURSES_UNDERLINE = 1 << 17;
static const int LW_CURSES_BOLD = 1 << 21;
static const int LW_CURSES_DIM = 1 << 20;
static const int LW_CURSES_REVERSE = 1 << 18;

// The result of wget_wch for a key that is not a character, and the codes of such keys.
static const int LW_CURSES_KEY_CODE = 0400;
static const wint_t LW_CURSES_KEY_DOWN = 0402;
static const wint_t LW_CURSES_KEY_UP = 0403;
static const wint_t LW_CURSES_KEY_LEFT = 0404;
static const wint_t LW_CURSES_KEY_RIGHT = 0405;
static const wint_t LW_CURSES_KEY_HOME = 0406;
static const wint_t LW_CURSES_KEY_BACKSPACE = 0407;
static const wint_t LW_CURSES_KEY_DELETE = 0512;
static const wint_t LW_CURSES_KEY_PAGE_DOWN = 0522;
static const wint_t LW_CURSES_KEY_PAGE_UP = 0523;
static const wint_t LW_CURSES_KEY_ENTER = 0527;
static const wint_t LW_CURSES_KEY_END = 0550;
static const wint_t LW_CURSES_KEY_BACK_TAB = 0541;
static const wint_t LW_CURSES_KEY_MOUSE = 0631;
static const wint_t LW_CURSES_KEY_RESIZE = 0632;

// NCURSES_MOUSE_VERSION 2 has five bits for each button. A step of the wheel is a press of button 4 or 5.
static const unsigned int LW_CURSES_BUTTON1_PRESSED = 002;
static const unsigned int LW_CURSES_BUTTON4_PRESSED = 002 << 15;
static const unsigned int LW_CURSES_BUTTON5_PRESSED = 002 << 20;
// Presses and releases of all five buttons.
static const unsigned int LW_CURSES_PRESSES_AND_RELEASES = 003 | 003 << 5 | 003 << 10 | 003 << 15 | 003 << 20;

#endif
