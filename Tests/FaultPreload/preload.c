// Fault rows load this library into the player (LD_PRELOAD). It simulates faults of name look-ups, the wall clock,
// trusted certificates and disks, without a name server and without changes to the computer itself.
//
// LONGWAVE_FAULT_NAMES: a file that is read at each look-up. Its lines: NAME fail | NAME hang | NAME ADDRESS...
// LONGWAVE_FAULT_CLOCK: a file that contains a number of eight bytes: the seconds to add to the wall clock.
// LONGWAVE_FAULT_CERTIFICATES: a folder of certificates (c_rehash(1)) that replaces the system's.
// LONGWAVE_FAULT_HANG: a file that is read at each open(2), write(2) and pwrite(2). Its lines are parts of paths. The
// call waits while a line occurs in the file's path, as on a file system that does not respond.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef int (*getaddrinfo_t)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
typedef int (*clock_gettime_t)(clockid_t, struct timespec *);

// Copies the rest of a name's line in LONGWAVE_FAULT_NAMES to `rest`. Returns 0 if the name has no line.
static int line_of(const char *node, char *rest, size_t size) {
    const char *path = getenv("LONGWAVE_FAULT_NAMES");
    FILE *file = path && node ? fopen(path, "re") : NULL;
    if (!file) return 0;
    char line[512];
    int found = 0;
    while (!found && fgets(line, sizeof line, file)) {
        char *space = strchr(line, ' ');
        if (!space) continue;
        *space = 0;
        found = strcmp(line, node) == 0;
        if (found) snprintf(rest, size, "%s", space + 1);
    }
    fclose(file);
    return found;
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    getaddrinfo_t real = (getaddrinfo_t)dlsym(RTLD_NEXT, "getaddrinfo");
    char rest[512];
    if (!line_of(node, rest, sizeof rest)) return real(node, service, hints, result);
    if (strncmp(rest, "fail", 4) == 0) return EAI_NONAME;
    if (strncmp(rest, "hang", 4) == 0) {
        // Waits until the line changes, and then uses the new line. Gives up after 60 s, as a resolver does.
        for (int i = 0; i < 600 && strncmp(rest, "hang", 4) == 0; i++) {
            usleep(100000);
            if (!line_of(node, rest, sizeof rest)) return EAI_AGAIN;
        }
        if (strncmp(rest, "hang", 4) == 0 || strncmp(rest, "fail", 4) == 0) return EAI_AGAIN;
    }
    struct addrinfo *first = NULL, **last = &first;
    char *state = NULL;
    for (char *word = strtok_r(rest, " \n", &state); word; word = strtok_r(NULL, " \n", &state)) {
        struct addrinfo wanted = {0}, *one = NULL;
        if (hints) wanted = *hints;
        wanted.ai_flags |= AI_NUMERICHOST;
        wanted.ai_flags &= ~AI_ADDRCONFIG;
        if (real(word, service, &wanted, &one) != 0) continue;
        *last = one;
        while (*last) last = &(*last)->ai_next;
    }
    *result = first;
    return first ? 0 : EAI_NONAME;
}

static int hangs(const char *opened) {
    const char *path = getenv("LONGWAVE_FAULT_HANG");
    FILE *file = path && opened ? fopen(path, "re") : NULL;
    if (!file) return 0;
    char line[512];
    int found = 0;
    while (!found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        found = line[0] && strstr(opened, line) != NULL;
    }
    fclose(file);
    return found;
}

typedef int (*open_t)(const char *, int, ...);

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        open_t real = (open_t)dlsym(RTLD_NEXT, #name);                                                                 \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = va_arg(more, mode_t);                                                                            \
        va_end(more);                                                                                                  \
        while (hangs(path)) usleep(100000);                                                                            \
        return real(path, flags, mode);                                                                                \
    }
OPEN(open)
OPEN(open64)

static void wait_for_disk(int file) {
    if (!getenv("LONGWAVE_FAULT_HANG")) return;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = 0;
    while (hangs(path)) usleep(100000);
}

typedef ssize_t (*write_t)(int, const void *, size_t);
typedef ssize_t (*pwrite_t)(int, const void *, size_t, off_t);

ssize_t write(int file, const void *bytes, size_t size) {
    wait_for_disk(file);
    return ((write_t)dlsym(RTLD_NEXT, "write"))(file, bytes, size);
}
#define PWRITE(name)                                                                                                   \
    ssize_t name(int file, const void *bytes, size_t size, off_t place) {                                             \
        wait_for_disk(file);                                                                                           \
        return ((pwrite_t)dlsym(RTLD_NEXT, #name))(file, bytes, size, place);                                          \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

static int64_t shift(void) {
    static volatile const int64_t *shared;
    static int looked;
    if (!looked) {
        const char *path = getenv("LONGWAVE_FAULT_CLOCK");
        int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        if (file >= 0) {
            void *page = mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0);
            if (page != MAP_FAILED) shared = page;
            close(file);
        }
        looked = 1;
    }
    return shared ? *shared : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static clock_gettime_t real;
    if (!real) real = (clock_gettime_t)dlsym(RTLD_NEXT, "clock_gettime");
    int code = real(clock, time);
    if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += shift();
    return code;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int code = clock_gettime(CLOCK_REALTIME, &now);
    if (code == 0) {
        time->tv_sec = now.tv_sec;
        time->tv_usec = now.tv_nsec / 1000;
    }
    return code;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

// libcurl calls X509_STORE_load_path(3) of OpenSSL 3 for CURLOPT_CAPATH.
int X509_STORE_load_path(void *store, const char *path) {
    int (*real)(void *, const char *) = (int (*)(void *, const char *))dlsym(RTLD_NEXT, "X509_STORE_load_path");
    const char *own = getenv("LONGWAVE_FAULT_CERTIFICATES");
    return real(store, own ? own : path);
}
