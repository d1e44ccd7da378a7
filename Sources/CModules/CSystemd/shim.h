// libsystemd for Swift: sd-daemon and sd-bus. Variadic functions get one inline wrapper for each signature.
#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

static inline int longwave_bus_read_bool(sd_bus_message *message, int *value) {
    return sd_bus_message_read(message, "b", value);
}
static inline int longwave_bus_read_descriptor(sd_bus_message *message, int *descriptor) {
    return sd_bus_message_read(message, "h", descriptor);
}
// Messages that the simulated logind of the tests sends: a reply and a signal.
static inline int longwave_bus_reply_descriptor(sd_bus_message *call, int descriptor) {
    return sd_bus_reply_method_return(call, "h", descriptor);
}
static inline int longwave_bus_prepare_for_sleep(sd_bus *bus, int begins) {
    return sd_bus_emit_signal(
        bus, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep", "b", begins);
}
// Calls Manager.Inhibit(what, who, why, mode) of org.freedesktop.login1(5), which replies with a descriptor.
static inline int longwave_bus_inhibit(
    sd_bus *bus, sd_bus_slot **slot, sd_bus_message_handler_t handler, void *data, const char *what, const char *who,
    const char *why, const char *mode) {
    return sd_bus_call_method_async(
        bus, slot, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "Inhibit",
        handler, data, "ssss", what, who, why, mode);
}
