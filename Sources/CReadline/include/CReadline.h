/// Lines of a terminal, edited with GNU readline. All of readline's state stays behind this header.
///
/// One thread reads. Others, and it alone in signal handlers, may only call `creadline_wake`.
#ifndef CREADLINE_H
#define CREADLINE_H

#include <stdbool.h>
#include <sys/types.h>

/// How the reading of a line ended.
enum {
    CREADLINE_LINE = 0,
    /// End of input: Ctrl-D on an empty line, or the terminal is gone.
    CREADLINE_END = 1,
    /// Ctrl-C: the line is dropped.
    CREADLINE_INTERRUPTED = 2,
    /// Whoever woke the reader wants it to stop.
    CREADLINE_STOPPED = 3,
    CREADLINE_FAILED = 4,
    /// Ctrl-X Ctrl-E: the line is to be taken to an editor.
    CREADLINE_EDITOR = 5,
};

/// What the reader is woken for.
enum {
    CREADLINE_WAKE_INTERRUPT = 'i',
    CREADLINE_WAKE_STOP = 't',
    CREADLINE_WAKE_RESIZE = 'w',
    CREADLINE_WAKE_CONTINUE = 'c',
    CREADLINE_WAKE_SUSPEND = 'z',
};

/// Sets readline up for this terminal, once.
///
/// `prompts_on_error` moves prompts and echo to standard error, for when standard output is no
/// terminal. Returns false, with `errno` set, if there are no descriptors left.
bool creadline_open(bool prompts_on_error);

/// Reads a line. On CREADLINE_LINE and CREADLINE_EDITOR `*line` is its text, to be given to `creadline_free`.
int creadline_read(const char *prompt, char **line);
void creadline_free(char *line);

/// The next line that is read begins with this text, to be edited; NULL takes that back. A copy
/// is made.
void creadline_begin_with(const char *text);

/// Is asked about a line that is being edited, with the place of the point in bytes. It may call
/// `creadline_replace`, `creadline_show` and `creadline_alert`, and nothing else here.
typedef void (*creadline_assistant)(void *context, const char *line, int point);

/// From now on Tab asks `complete` and F1 asks `help`; NULL: nobody, and both do nothing.
void creadline_assist(void *context, creadline_assistant complete, creadline_assistant help);

/// Replaces what stands before the point, as one step of undo.
void creadline_replace(const char *text);
/// Shows text under the line, which is then drawn again.
void creadline_show(const char *text);
/// Rings, or flashes, as the user wants it.
void creadline_alert(void);

/// Writes to the terminal where lines are read, between two of them.
void creadline_write(const char *text);

/// Adds an entry, of one line or several, to what Up and Ctrl-R find.
void creadline_add_history(const char *entry);

/// Wakes the reader, from any thread or signal handler.
void creadline_wake(char reason);

/// From now on SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT and SIGWINCH arrive as bytes, each the
/// number of a signal, at the descriptor that this returns; -1, with `errno` set, on failure.
/// Programs that this process starts get the default actions.
int creadline_catch_signals(void);

const char *creadline_library_version(void);

/// Starts `sh -c command sh argument`, with `input` as its standard input unless that is negative,
/// in this process's group and with its terminal. `argument` may be NULL. Returns -1, with `errno`
/// set, if it could not be started.
pid_t creadline_start_program(const char *command, const char *argument, int input);

/// Waits for its end; the status as a shell gives it, or -1.
int creadline_wait_for_program(pid_t process);

#endif
