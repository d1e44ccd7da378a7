// resolver(3) for Swift. A module of its own: the socket headers that it needs change how Glibc's own names are seen.
#pragma once
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdint.h>
#include <string.h>

// Asks for the records of one type of a name, and waits for the answer: its length; -1 where there are none, -2 where nobody
// says. `port`: of a name server on this machine, for tests; 0 asks those of resolv.conf(5).
static inline int longwave_query_name(const char *name, int type, uint16_t port, uint8_t *answer, int capacity) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return -2;
    state.retrans = 3;
    state.retry = 1;
    if (port != 0) {
        state.nscount = 1;
        memset(&state.nsaddr_list[0], 0, sizeof state.nsaddr_list[0]);
        state.nsaddr_list[0].sin_family = AF_INET;
        state.nsaddr_list[0].sin_port = htons(port);
        state.nsaddr_list[0].sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        state.retrans = 30;
    }
    int length = res_nquery(&state, name, ns_c_in, type, answer, capacity);
    int code = state.res_h_errno;
    res_nclose(&state);
    if (length >= 0) return length < capacity ? length : capacity;
    return code == HOST_NOT_FOUND || code == NO_DATA ? -1 : -2;
}

// Records in the answer section of a message; -1 where it is no answer, or one with an error, or broken.
static inline int longwave_answer_count(const uint8_t *message, int length) {
    ns_msg handle;
    if (ns_initparse(message, length, &handle) != 0) return -1;
    if (!ns_msg_getflag(handle, ns_f_qr) || ns_msg_getflag(handle, ns_f_rcode) != ns_r_noerror) return -1;
    return ns_msg_count(handle, ns_s_an);
}

// One of them: its type, and where its data is in the message; false where it is broken.
static inline int longwave_answer_record(
    const uint8_t *message, int length, int number, uint16_t *type, int *place, int *data_length) {
    ns_msg handle;
    ns_rr record;
    if (ns_initparse(message, length, &handle) != 0 || ns_parserr(&handle, ns_s_an, number, &record) != 0) return 0;
    *type = ns_rr_type(record);
    *place = (int)(ns_rr_rdata(record) - message);
    *data_length = ns_rr_rdlen(record);
    return 1;
}

// The name at a place of a message, pointers followed, as text with a NUL behind it; false where it is broken or does not fit.
static inline int longwave_answer_name(const uint8_t *message, int length, int place, char *text, int capacity) {
    return place < length && dn_expand(message, message + length, message + place, text, capacity) >= 0;
}
