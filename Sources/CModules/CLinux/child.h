// Starts other programs with limits and without Longwave's terminal.
#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The limits of a program (setrlimit(2)); RLIM_INFINITY sets none.
struct longwave_limits {
    rlim_t address_space, file_size, processor_seconds;
};

// Lowers a limit of this process.
static inline int longwave_limit(int resource, rlim_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return -1;
    if (limit.rlim_max > value) limit.rlim_max = value;
    if (limit.rlim_cur > value) limit.rlim_cur = value;
    return setrlimit(resource, &limit);
}

// Starts a program in a session of its own, without a terminal and with the usual handling of all signals.
// `input` becomes its standard input, or /dev/null for -1. `output` becomes its standard output, and its standard error
// if `errors` is not 0; otherwise standard error is /dev/null. The program inherits no other descriptors.
// posix_spawn(3) cannot set limits, and limits that are set after the start are late. Returns the process id, or -errno.
static inline pid_t longwave_spawn(
    const char *path, char *const words[], char *const environment[], int input, int output, int errors,
    struct longwave_limits limits) {
    sigset_t all, before, none;
    sigfillset(&all);
    sigemptyset(&none);
    // The child shares this process's memory until it runs the program, so no signal handler may run in it.
    sigprocmask(SIG_SETMASK, &all, &before);
    volatile int failure = 0;
    pid_t process = vfork();
    if (process == 0) {
        struct sigaction usual = {.sa_handler = SIG_DFL};
        for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
        if (input < 0) input = open("/dev/null", O_RDONLY);
        int lost = errors ? output : open("/dev/null", O_WRONLY);
        if (setsid() >= 0 && dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(lost, 2) >= 0 &&
            longwave_limit(RLIMIT_AS, limits.address_space) == 0 &&
            longwave_limit(RLIMIT_FSIZE, limits.file_size) == 0 &&
            longwave_limit(RLIMIT_CPU, limits.processor_seconds) == 0) {
            // Longwave's own descriptors are close-on-exec, but those of libraries may not be.
            closefrom(3);
            sigprocmask(SIG_SETMASK, &none, NULL);
            execve(path, words, environment);
        }
        failure = errno;
        _exit(127);
    }
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (process < 0) return -error;
    if (failure == 0) return process;
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    return -failure;
}
// pipe2(2), which <unistd.h> declares only for _GNU_SOURCE. Both ends are close-on-exec from the beginning.
static inline int longwave_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }
// pidfd_open(2), since Linux 5.3. The descriptor is close-on-exec, and readable once the process has ended.
static inline int longwave_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
// Returns the descriptor of a file in memory (memfd_create(2)) that contains the bytes, or -1 with errno. The
// descriptor is at the beginning of the file and close-on-exec.
static inline int longwave_memory_file(const void *bytes, size_t count) {
    int file = (int)syscall(SYS_memfd_create, "longwave", 1u /* MFD_CLOEXEC */);
    if (file < 0) return -1;
    for (size_t done = 0; done < count;) {
        ssize_t written = pwrite(file, (const char *)bytes + done, count - done, (off_t)done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            close(file);
            return -1;
        }
        done += (size_t)written;
    }
    return file;
}
// Returns the variables of this process as `NAME=VALUE`, followed by NULL.
static inline char **longwave_environment(void) {
    extern char **environ;
    return environ;
}
// Sends a signal to the process group of a session's leader, and to all other processes of the session. A process may
// start another one meanwhile, so the search for SIGKILL is repeated until it finds none, at most eight times.
static inline void longwave_signal_session(pid_t session, int signal) {
    kill(-session, signal);
    for (int round = 0, found = 1; found && round < (signal == SIGKILL ? 8 : 1); round++) {
        DIR *folder = opendir("/proc");
        if (!folder) return;
        found = 0;
        for (struct dirent *entry; (entry = readdir(folder));) {
            pid_t process = atoi(entry->d_name);
            if (process <= 0 || process == session || getsid(process) != session) continue;
            if (getpgid(process) != session && kill(process, signal) == 0) found = 1;
        }
        closedir(folder);
    }
}
// Waits for a process and returns its exit code, the negative number of the signal that ended it, or -1000 if unknown.
static inline int longwave_reap(pid_t process) {
    int status = 0;
    pid_t ended;
    do { ended = waitpid(process, &status, 0); } while (ended < 0 && errno == EINTR);
    if (ended != process) return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
