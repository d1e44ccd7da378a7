// rtnetlink(7) for Swift. The module is separate because its socket headers change the way Swift sees Glibc's own
// names.
#pragma once
#include <errno.h>
#include <linux/if_addr.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

// Flags of an interface (netdevice(7)). In the header they are values of an unnamed enum and also macros.
static const uint32_t longwave_link_up = IFF_UP;
static const uint32_t longwave_link_running = IFF_RUNNING;
static const uint32_t longwave_link_loopback = IFF_LOOPBACK;

// Opens a socket that reports changes of links, addresses and routes (rtnetlink(7)). Returns -1 with errno if the
// kernel refuses.
static inline int longwave_open_route_messages(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE};
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}
