import CPulse
import RadioLoop

/// Knows the server's sinks, and says what came, went, or lost its port. It lives as long as its context is ready.
final class PulseDevices {
    private struct Sink {
        var name: String
        /// False only when the server says that nothing is plugged into the active port.
        var isPortAvailable: Bool
    }

    private let context: OpaquePointer
    private let loop: EventLoop
    private let onEvent: (AudioSystemEvent) -> Void
    private var sinks: [UInt32: Sink] = [:]
    private var defaultSink = ""
    /// Sinks that were there when we came are no news.
    private var hasListed = false

    init(context: OpaquePointer, loop: EventLoop, onEvent: @escaping (AudioSystemEvent) -> Void) {
        self.context = context
        self.loop = loop
        self.onEvent = onEvent
        serverChanged()
        listSinks()
    }

    /// Asks for the default sink's name again.
    func serverChanged() {
        let operation = pa_context_get_server_info(
            context,
            { _, info, userdata in
                guard let info, let name = info.pointee.default_sink_name else { return }
                let devices = Unmanaged<PulseDevices>.fromOpaque(userdata!).takeUnretainedValue()
                devices.defaultSink = String(cString: name)
            }, Unmanaged.passUnretained(self).toOpaque())
        PulseOperation.forget(operation)
    }

    func listSinks() {
        PulseOperation.forget(
            pa_context_get_sink_info_list(context, Self.onInfo, Unmanaged.passUnretained(self).toOpaque()))
    }

    func sinkChanged(_ index: UInt32) {
        PulseOperation.forget(
            pa_context_get_sink_info_by_index(context, index, Self.onInfo, Unmanaged.passUnretained(self).toOpaque()))
    }

    func sinkRemoved(_ index: UInt32) {
        guard let sink = sinks.removeValue(forKey: index) else { return }
        onEvent(.deviceRemoved(name: sink.name))
    }

    private static let onInfo: pa_sink_info_cb_t = { _, info, end, userdata in
        let devices = Unmanaged<PulseDevices>.fromOpaque(userdata!).takeUnretainedValue()
        guard end == 0, let info else {
            // The end of a list: a single sink's answer ends too, but never comes before the first list.
            devices.hasListed = true
            return
        }
        var isPortAvailable = true
        if let port = info.pointee.active_port {
            isPortAvailable = port.pointee.available != Int32(PA_PORT_AVAILABLE_NO.rawValue)
        }
        let sink = Sink(name: String(cString: info.pointee.name), isPortAvailable: isPortAvailable)
        let index = info.pointee.index
        devices.loop.post { [weak devices] in devices?.learned(index, sink) }
        if !devices.hasListed { devices.sinks[index] = sink }
    }

    private func learned(_ index: UInt32, _ sink: Sink) {
        let before = sinks.updateValue(sink, forKey: index)
        guard let before else {
            return onEvent(.deviceAdded(name: sink.name, isDefault: sink.name == defaultSink))
        }
        guard before.isPortAvailable != sink.isPortAvailable else { return }
        onEvent(.portAvailabilityChanged(device: sink.name, isAvailable: sink.isPortAvailable))
    }
}
