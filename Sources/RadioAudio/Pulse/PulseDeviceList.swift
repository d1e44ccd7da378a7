import CPulse
import RadioLoop

/// A request for the server's list of devices. It waits until the connection is ready or fails.
///
/// The connection owns the request until it is answered.
final class PulseDeviceList: PulseConnectionMember {
    typealias Answer = (Result<[OutputDevice], AudioOutputError>) -> Void

    private weak var connection: PulseConnection?
    private var answer: Answer?
    private var devices: [OutputDevice] = []
    private var defaultName: String?
    private var asking: [OpaquePointer?] = []

    init(connection: PulseConnection, _ answer: @escaping Answer) {
        self.connection = connection
        self.answer = answer
    }

    deinit { cancel() }

    /// Asks the server for its default device and for all devices, unless the request was already made.
    func connectionIsReady() {
        guard asking.isEmpty, let context = connection?.context else { return }
        let me = Unmanaged.passUnretained(self).toOpaque()
        // The server answers requests in order, so the answer to the last request completes the list.
        asking.append(
            pa_context_get_server_info(
                context,
                { _, info, me in
                    let list = Unmanaged<PulseDeviceList>.fromOpaque(me!).takeUnretainedValue()
                    list.defaultName = info?.pointee.default_sink_name.map { String(cString: $0) }
                }, me))
        asking.append(
            pa_context_get_sink_info_list(
                context,
                { _, info, end, me in
                    let list = Unmanaged<PulseDeviceList>.fromOpaque(me!).takeUnretainedValue()
                    if end == 0, let info { list.devices.append(OutputDevice(info.pointee)) } else { list.complete() }
                }, me))
    }

    func connectionFailed(_ error: AudioOutputError) { finish(.failure(error)) }

    /// Calls the request's completion with an error, because the connection was shut down.
    func abandon() {
        cancel()
        let answer = answer
        self.answer = nil
        answer?(.failure(.noServer("the connection to the sound server was closed")))
    }

    func sinkInputChanged(_ index: UInt32) {}

    private func complete() {
        connection?.loop.post { [weak self] in
            guard let self else { return }
            for index in self.devices.indices {
                self.devices[index].isDefault = self.devices[index].name == self.defaultName
            }
            self.finish(.success(self.devices))
        }
    }

    private func finish(_ result: Result<[OutputDevice], AudioOutputError>) {
        guard let answer else { return }
        self.answer = nil
        cancel()
        connection?.forget(self)
        answer(result)
    }

    private func cancel() {
        for index in asking.indices { PulseOperation.cancel(&asking[index]) }
    }
}

extension OutputDevice {
    /// Creates a device from libpulse's description of a sink. ``isDefault`` stays false, because the description of a
    /// sink does not say which sink is the default.
    init(_ info: pa_sink_info) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        let active = info.active_port.map { text($0.pointee.name) }
        let ports = (0..<Int(info.n_ports)).compactMap { index -> Port? in
            guard let port = info.ports?[index]?.pointee else { return nil }
            let availability: Port.Availability =
                switch UInt32(bitPattern: port.available) {
                case PA_PORT_AVAILABLE_YES.rawValue: .available
                case PA_PORT_AVAILABLE_NO.rawValue: .unavailable
                case _: .unknown
                }
            let name = text(port.name)
            return Port(
                name: name, description: text(port.description), availability: availability, isActive: name == active)
        }
        let state: State =
            switch info.state {
            case PA_SINK_RUNNING: .running
            case PA_SINK_IDLE: .idle
            case PA_SINK_SUSPENDED: .suspended
            case _: .unknown
            }
        var volume = info.volume
        self.init(
            name: text(info.name), description: text(info.description), state: state, ports: ports,
            sampleFormat: text(pa_sample_format_to_string(info.sample_spec.format)),
            sampleRate: Int(info.sample_spec.rate), channelCount: Int(info.sample_spec.channels),
            volume: Double(pa_cvolume_max(&volume)) / Double(PA_VOLUME_NORM), isMuted: info.mute != 0)
    }
}
