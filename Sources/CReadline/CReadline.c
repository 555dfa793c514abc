/// Readline's callback interface under a poll of the terminal and of a pipe that wakes it.
///
/// Readline handles no signal itself and nothing here jumps out of it: a thread of the host turns
/// signals into bytes in the pipe, and the loop below acts on them between two characters.
#include "CReadline.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/readline.h>
#include <readline/history.h>

static int wake_pipe[2] = {-1, -1};
static int signal_pipe[2] = {-1, -1};

/// What `on_line` was given.
static bool has_line;
static bool wants_editor;
static char *accepted;

/// What the next line begins with.
static char *initial_text;
/// How many blanks the line began with, if with nothing else.
static int initial_blanks;

static bool open_pipe(int ends[2]) {
    if (ends[0] >= 0) return true;
    if (pipe(ends) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    // A writer never waits: a full pipe wakes its reader just as well.
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    return true;
}

static void put(int descriptor, char byte) {
    int saved = errno;
    ssize_t written = write(descriptor, &byte, 1);
    (void)written;
    errno = saved;
}

// MARK: Signals

static void on_signal(int number) {
    put(signal_pipe[1], (char)number);
}

int creadline_catch_signals(void) {
    if (!open_pipe(signal_pipe)) return -1;
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++) {
        if (sigaction(caught[i], &action, NULL) != 0) return -1;
        sigaddset(&set, caught[i]);
    }
    // Whoever started this process may have had them blocked.
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    return signal_pipe[0];
}

// MARK: Set-up

static int insert_newline(int count, int key) {
    (void)key;
    while (count-- > 0) rl_insert_text("\n");
    return 0;
}

/// The one start-up hook: the line begins with the text that was asked for.
static int insert_initial_text(void) {
    initial_blanks = 0;
    if (initial_text) {
        rl_insert_text(initial_text);
        if (strspn(initial_text, " ") == (size_t)rl_end) initial_blanks = rl_end;
    }
    free(initial_text);
    initial_text = NULL;
    return 0;
}

/// Ctrl-D means the end on an empty line. One on which nothing stands but the indentation that it
/// began with is one.
static int read_byte(FILE *input) {
    int byte = rl_getc(input);
    if (byte == 4 && initial_blanks > 0 && rl_end == initial_blanks
        && strspn(rl_line_buffer, " ") == (size_t)rl_end) {
        rl_replace_line("", 1);
        rl_point = 0;
    }
    return byte;
}

// MARK: Help while a line is typed

static void *assistant_context;
static creadline_assistant complete_assistant, help_assistant;

void creadline_assist(void *context, creadline_assistant complete, creadline_assistant help) {
    assistant_context = context;
    complete_assistant = complete;
    help_assistant = help;
}

static int ask_completion(int count, int key) {
    (void)count;
    (void)key;
    if (complete_assistant) complete_assistant(assistant_context, rl_line_buffer, rl_point);
    return 0;
}

/// The line is taken to an editor.
static int ask_editor(int count, int key) {
    (void)count;
    wants_editor = true;
    return rl_newline(1, key);
}

static int ask_help(int count, int key) {
    (void)count;
    (void)key;
    if (help_assistant) help_assistant(assistant_context, rl_line_buffer, rl_point);
    return 0;
}

void creadline_replace(const char *text) {
    rl_begin_undo_group();
    rl_delete_text(0, rl_point);
    rl_point = 0;
    rl_insert_text(text);
    rl_end_undo_group();
}

void creadline_show(const char *text) {
    int point = rl_point;
    // From the end of the entry, so that its other rows stay.
    rl_point = rl_end;
    rl_redisplay();
    rl_crlf();
    fputs(text, rl_outstream);
    rl_point = point;
    rl_forced_update_display();
}

void creadline_alert(void) { rl_ding(); }

void creadline_write(const char *text) {
    fputs(text, rl_outstream);
    fflush(rl_outstream);
}

void creadline_begin_with(const char *text) {
    free(initial_text);
    initial_text = text ? strdup(text) : NULL;
}

/// Where the user's own settings have not put something else.
static void bind_assistants(void) {
    int type;
    rl_command_func_t *tab = rl_function_of_keyseq("\t", NULL, &type);
    if (tab == rl_complete || tab == NULL) rl_bind_key('\t', ask_completion);
    // F1 as xterm, rxvt and the console of Linux send it.
    static const char *const sequences[] = {"\\eOP", "\\e[11~", "\\e[[A"};
    rl_bind_keyseq_if_unbound("\\C-x\\C-e", ask_editor);
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++) {
        rl_bind_keyseq_if_unbound(sequences[i], ask_help);
    }
}

bool creadline_open(bool prompts_on_error) {
    if (!open_pipe(wake_pipe)) return false;
    fcntl(wake_pipe[0], F_SETFL, O_NONBLOCK);
    // Readline needs to know where characters end; nothing else of the locale is wanted.
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
    rl_readline_name = "stet";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_startup_hook = insert_initial_text;
    rl_getc_function = read_byte;
    rl_add_defun("stet-complete", ask_completion, -1);
    rl_add_defun("stet-help", ask_help, -1);
    rl_add_defun("stet-editor", ask_editor, -1);
    rl_instream = stdin;
    rl_outstream = prompts_on_error ? stderr : stdout;
    rl_initialize();
    rl_bind_keyseq_if_unbound("\\e\\C-m", insert_newline);
    bind_assistants();
    using_history();
    return true;
}

void creadline_add_history(const char *entry) { add_history(entry); }
void creadline_free(char *line) { free(line); }
const char *creadline_library_version(void) { return rl_library_version; }

// MARK: Reading

static void on_line(char *line) {
    has_line = true;
    accepted = line;
    // Takes the terminal back to what programs expect, before anything runs.
    rl_callback_handler_remove();
}

void creadline_wake(char reason) { put(wake_pipe[1], reason); }

/// Of what came while nobody was reading, only a new size and the end still matter. Whether it was
/// the end.
static bool drain(void) {
    char byte;
    bool resized = false, stopped = false;
    while (read(wake_pipe[0], &byte, 1) == 1) {
        resized = resized || byte == CREADLINE_WAKE_RESIZE;
        stopped = stopped || byte == CREADLINE_WAKE_STOP;
    }
    if (resized) rl_reset_screen_size();
    return stopped;
}

static void leave_line(const char *mark) {
    // From the end of the entry, so that what follows does not overwrite its other rows.
    rl_point = rl_end;
    rl_redisplay();
    fprintf(rl_outstream, "%s\n", mark);
    rl_callback_sigcleanup();
    rl_free_line_state();
    rl_replace_line("", 1);
    rl_callback_handler_remove();
    fflush(rl_outstream);
}

static void suspend(void) {
    rl_deprep_terminal();
    fflush(rl_outstream);
    kill(getpid(), SIGSTOP);
    rl_prep_terminal(1);
    rl_reset_screen_size();
    rl_forced_update_display();
}

/// Acts on one byte; the result that ends the reading, or -1.
static int woken(char reason) {
    switch (reason) {
    case CREADLINE_WAKE_INTERRUPT:
        leave_line("^C");
        return CREADLINE_INTERRUPTED;
    case CREADLINE_WAKE_STOP:
        leave_line("");
        return CREADLINE_STOPPED;
    case CREADLINE_WAKE_RESIZE:
        rl_resize_terminal();
        return -1;
    case CREADLINE_WAKE_CONTINUE:
        // Whoever stopped us may have left the terminal in its own mode.
        rl_deprep_terminal();
        rl_prep_terminal(1);
        rl_forced_update_display();
        return -1;
    case CREADLINE_WAKE_SUSPEND:
        suspend();
        return -1;
    default:
        return -1;
    }
}

int creadline_read(const char *prompt, char **line) {
    *line = NULL;
    has_line = wants_editor = false;
    accepted = NULL;
    if (drain()) return CREADLINE_STOPPED;
    rl_callback_handler_install(prompt, on_line);
    while (!has_line) {
        struct pollfd waiting[2] = {
            {.fd = fileno(rl_instream), .events = POLLIN},
            {.fd = wake_pipe[0], .events = POLLIN},
        };
        if (poll(waiting, 2, -1) < 0) {
            if (errno == EINTR) continue;
            int saved = errno;
            rl_callback_handler_remove();
            errno = saved;
            return CREADLINE_FAILED;
        }
        char reason;
        if (waiting[1].revents && read(wake_pipe[0], &reason, 1) == 1) {
            int result = woken(reason);
            if (result >= 0) return result;
        } else if (waiting[0].revents) {
            rl_callback_read_char();
        }
    }
    *line = accepted;
    if (!accepted) return CREADLINE_END;
    return wants_editor ? CREADLINE_EDITOR : CREADLINE_LINE;
}
