import CPulse
import RadioLoop

/// Follows the server's sinks. Reports sinks that appear or disappear, and active ports that are unplugged or
/// replugged.
///
/// Exists while its libpulse context is connected.
final class PulseDevices {
    /// A sink's name, and a watch that notices when its active port is plugged in or unplugged.
    private struct Sink {
        var name: String
        var port: PortWatch
    }

    private let context: OpaquePointer
    private let loop: EventLoop
    private let onEvent: (AudioSystemEvent) -> Void
    private var sinks: [UInt32: Sink] = [:]

    init(context: OpaquePointer, loop: EventLoop, onEvent: @escaping (AudioSystemEvent) -> Void) {
        self.context = context
        self.loop = loop
        self.onEvent = onEvent
        listSinks()
    }

    /// Requests the descriptions of all sinks. Called at the beginning, and when a sound card has changed, because the
    /// ports of its sinks may have changed, too.
    func listSinks() {
        PulseOperation.forget(pa_context_get_sink_info_list(context, Self.onKnown, me))
    }

    func sinkChanged(_ index: UInt32) {
        PulseOperation.forget(pa_context_get_sink_info_by_index(context, index, Self.onKnown, me))
    }

    func sinkAdded(_ index: UInt32) {
        PulseOperation.forget(pa_context_get_sink_info_by_index(context, index, Self.onNew, me))
    }

    func sinkRemoved(_ index: UInt32) {
        guard let sink = sinks.removeValue(forKey: index) else { return }
        onEvent(.deviceRemoved(name: sink.name))
    }

    // A pointer to this object for libpulse. It stays valid for all callbacks, because this object and the context have
    // the same owner and end together.
    private var me: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static let onKnown: pa_sink_info_cb_t = { _, info, end, me in PulseDevices.tell(info, end, me, isNew: false)
    }
    private static let onNew: pa_sink_info_cb_t = { _, info, end, me in PulseDevices.tell(info, end, me, isNew: true) }

    private static func tell(
        _ info: UnsafePointer<pa_sink_info>?, _ end: Int32, _ me: UnsafeMutableRawPointer?, isNew: Bool
    ) {
        guard end == 0, let info = info?.pointee else { return }
        let devices = Unmanaged<PulseDevices>.fromOpaque(me!).takeUnretainedValue()
        let (index, device) = (info.index, OutputDevice(info))
        devices.loop.post { [weak devices] in devices?.learned(index, device, isNew) }
    }

    /// Updates a sink from the server's description, and reports what changed.
    private func learned(_ index: UInt32, _ device: OutputDevice, _ isNew: Bool) {
        if var sink = sinks[index], sink.name == device.name {
            let port = sink.port.update(device)
            sinks[index] = sink
            if let port { onEvent(.portAvailabilityChanged(device: device.name, isAvailable: port)) }
        } else {
            sinks[index] = Sink(name: device.name, port: PortWatch(device))
        }
        if isNew { onEvent(.deviceAdded(name: device.name)) }
    }
}
