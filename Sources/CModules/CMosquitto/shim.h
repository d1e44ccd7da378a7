// The part of libmosquitto's interface that Longwave uses: <mosquitto.h>, version 2.0. The declarations stand here instead
// of the library's own header, because nothing is linked: the library is opened when it is asked for
// (docs/DECISIONS.md).
#ifndef LONGWAVE_MOSQUITTO_H
#define LONGWAVE_MOSQUITTO_H
#include <stdbool.h>

typedef struct lw_mosquitto lw_mosquitto;

typedef struct {
    int id;
    const char *topic;
    const void *payload;
    int count, qos;
    bool retain;
} lw_mosquitto_message;

// enum mosq_err_t and enum mosq_opt_t.
static const int LW_MOSQUITTO_SUCCESS = 0;
static const int LW_MOSQUITTO_OS_CERTIFICATES = 13;

typedef void (*lw_mosquitto_on_code)(lw_mosquitto *client, void *context, int code);
typedef void (*lw_mosquitto_on_message)(lw_mosquitto *client, void *context, const lw_mosquitto_message *message);

// Types of mosquitto_lib_init, _new, _destroy, _will_set, _username_pw_set, _int_option, _connect_async, _disconnect,
// _loop_misc and _socket, _want_write, _loop_read and _loop_write, _publish, _subscribe, _connect_callback_set and
// _disconnect_callback_set, _message_callback_set, _strerror and _connack_string.
typedef int (*lw_mosquitto_init)(void);
typedef lw_mosquitto *(*lw_mosquitto_new)(const char *id, bool is_clean, void *context);
typedef void (*lw_mosquitto_destroy)(lw_mosquitto *client);
typedef int (*lw_mosquitto_will)(
    lw_mosquitto *client, const char *topic, int count, const void *payload, int qos, bool retain);
typedef int (*lw_mosquitto_user)(lw_mosquitto *client, const char *name, const char *password);
typedef int (*lw_mosquitto_option)(lw_mosquitto *client, int option, int value);
typedef int (*lw_mosquitto_connect)(lw_mosquitto *client, const char *host, int port, int keepalive);
typedef int (*lw_mosquitto_act)(lw_mosquitto *client);
typedef bool (*lw_mosquitto_asks)(lw_mosquitto *client);
typedef int (*lw_mosquitto_loop)(lw_mosquitto *client, int most);
typedef int (*lw_mosquitto_publish)(
    lw_mosquitto *client, int *id, const char *topic, int count, const void *payload, int qos, bool retain);
typedef int (*lw_mosquitto_subscribe)(lw_mosquitto *client, int *id, const char *topic, int qos);
typedef void (*lw_mosquitto_set_on_code)(lw_mosquitto *client, lw_mosquitto_on_code handler);
typedef void (*lw_mosquitto_set_on_message)(lw_mosquitto *client, lw_mosquitto_on_message handler);
typedef const char *(*lw_mosquitto_text)(int code);

#endif
