// The part of the interface of libmicrohttpd's HTTP server that Longwave uses: <microhttpd.h>, version 0.9.75.
// The declarations stand here instead of the library's own header, because nothing is linked: the library is opened when
// it is asked for (docs/DECISIONS.md).
#ifndef LONGWAVE_MICROHTTPD_H
#define LONGWAVE_MICROHTTPD_H
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct lw_mhd_daemon lw_mhd_daemon;
typedef struct lw_mhd_connection lw_mhd_connection;
typedef struct lw_mhd_response lw_mhd_response;

// enum MHD_FLAG: MHD_USE_EPOLL, MHD_ALLOW_SUSPEND_RESUME with MHD_USE_ITC.
static const unsigned int LW_MHD_FLAGS = 512 | 8192 | 1024;
// enum MHD_OPTION.
enum {
    LW_MHD_OPTION_END = 0,
    LW_MHD_OPTION_MEMORY_LIMIT = 1,
    LW_MHD_OPTION_CONNECTION_LIMIT = 2,
    LW_MHD_OPTION_TIMEOUT = 3,
    LW_MHD_OPTION_NOTIFY_COMPLETED = 4,
    LW_MHD_OPTION_PER_ADDRESS_LIMIT = 5,
    LW_MHD_OPTION_LISTEN_SOCKET = 12,
    LW_MHD_OPTION_NOTIFY_CONNECTION = 27,
};
// enum MHD_ValueKind.
static const int LW_MHD_HEADER = 1;
static const int LW_MHD_ARGUMENT = 8;
// enum MHD_ResponseMemoryMode, enum MHD_ResponseFlags, and results of an lw_mhd_reader.
static const int LW_MHD_COPY = 2;
static const int LW_MHD_HTTP_1_0 = 1;
static const ssize_t LW_MHD_END = -1;
// enum MHD_ConnectionNotificationCode.
static const int LW_MHD_CLOSED = 1;

typedef int (*lw_mhd_handler)(
    void *context, lw_mhd_connection *connection, const char *path, const char *method, const char *version,
    const char *body, size_t *body_size, void **request);
typedef void (*lw_mhd_completed)(void *context, lw_mhd_connection *connection, void **request, int code);
typedef void (*lw_mhd_notified)(void *context, lw_mhd_connection *connection, void **socket_context, int code);
typedef int (*lw_mhd_each)(void *context, int kind, const char *name, const char *value);
typedef ssize_t (*lw_mhd_reader)(void *context, uint64_t position, char *buffer, size_t size);
typedef void (*lw_mhd_free)(void *context);

// Types of MHD_start_daemon, _stop_daemon, _run, _get_timeout, _get_daemon_info, _get_connection_info,
// _get_connection_values, _suspend_connection and _resume_connection, _create_response_from_buffer, _from_callback and
// _from_fd_at_offset64, _set_response_options, _add_response_header, _queue_response, _destroy_response.
typedef lw_mhd_daemon *(*lw_mhd_start)(
    unsigned int flags, uint16_t port, void *accept, void *accept_context, lw_mhd_handler handler, void *context, ...);
typedef void (*lw_mhd_stop)(lw_mhd_daemon *daemon);
typedef int (*lw_mhd_run)(lw_mhd_daemon *daemon);
typedef int (*lw_mhd_get_timeout)(lw_mhd_daemon *daemon, unsigned long long *milliseconds);
typedef const void *(*lw_mhd_daemon_info)(lw_mhd_daemon *daemon, int kind, ...);
typedef const void *(*lw_mhd_connection_info)(lw_mhd_connection *connection, int kind, ...);
typedef int (*lw_mhd_values)(lw_mhd_connection *connection, int kind, lw_mhd_each each, void *context);
typedef void (*lw_mhd_act)(lw_mhd_connection *connection);
typedef lw_mhd_response *(*lw_mhd_from_buffer)(size_t size, void *bytes, int mode);
typedef lw_mhd_response *(*lw_mhd_from_reader)(
    uint64_t size, size_t block, lw_mhd_reader reader, void *context, lw_mhd_free free);
typedef lw_mhd_response *(*lw_mhd_from_file)(uint64_t size, int descriptor, uint64_t offset);
typedef int (*lw_mhd_set_options)(lw_mhd_response *response, int flags, ...);
typedef int (*lw_mhd_add_header)(lw_mhd_response *response, const char *name, const char *value);
typedef int (*lw_mhd_queue)(lw_mhd_connection *connection, unsigned int status, lw_mhd_response *response);
typedef void (*lw_mhd_destroy)(lw_mhd_response *response);

// The limits of a server.
typedef struct {
    size_t memory;
    unsigned int connections, per_address, timeout;
} lw_mhd_limits;

// Swift cannot call functions with variable arguments.
static inline lw_mhd_daemon *lw_mhd_listen(
    lw_mhd_start start, int socket, lw_mhd_limits limits, lw_mhd_handler handler, lw_mhd_completed completed,
    lw_mhd_notified notified, void *context) {
    return start(
        LW_MHD_FLAGS, 0, NULL, NULL, handler, context, LW_MHD_OPTION_LISTEN_SOCKET, socket, LW_MHD_OPTION_MEMORY_LIMIT,
        limits.memory, LW_MHD_OPTION_CONNECTION_LIMIT, limits.connections, LW_MHD_OPTION_PER_ADDRESS_LIMIT,
        limits.per_address, LW_MHD_OPTION_TIMEOUT, limits.timeout, LW_MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        LW_MHD_OPTION_NOTIFY_CONNECTION, notified, context, LW_MHD_OPTION_END);
}
// MHD_DAEMON_INFO_EPOLL_FD.
static inline int lw_mhd_epoll(lw_mhd_daemon_info info, lw_mhd_daemon *daemon) {
    const int *descriptor = (const int *)info(daemon, 3);
    return descriptor ? *descriptor : -1;
}
// MHD_CONNECTION_INFO_CONNECTION_FD.
static inline int lw_mhd_socket(lw_mhd_connection_info info, lw_mhd_connection *connection) {
    const int *descriptor = (const int *)info(connection, 6);
    return descriptor ? *descriptor : -1;
}
// MHD_CONNECTION_INFO_SOCKET_CONTEXT.
static inline void *lw_mhd_socket_context(lw_mhd_connection_info info, lw_mhd_connection *connection) {
    void *const *context = (void *const *)info(connection, 7);
    return context ? *context : NULL;
}
static inline void lw_mhd_use_http_1_0(lw_mhd_set_options set, lw_mhd_response *response) {
    set(response, LW_MHD_HTTP_1_0, 0);
}
#endif
