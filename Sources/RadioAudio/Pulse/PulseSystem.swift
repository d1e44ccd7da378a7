import RadioLoop

/// Creates ``PulseOutput``s on a PulseAudio server, or on PipeWire's replacement for one.
package final class PulseSystem: AudioOutputSystem {
    package var onEvent: ((AudioSystemEvent) -> Void)? {
        get { connection.onEvent }
        set { connection.onEvent = newValue }
    }

    private let connection: PulseConnection
    private let choice: DeviceChoice

    /// Creates a system without connecting.
    /// - Parameters:
    ///   - server: an address as in `PULSE_SERVER`; nil for libpulse's own choice.
    ///   - devices: names or patterns (``DevicePattern``) in order of preference; empty for the server's default.
    package init(loop: EventLoop, server: String? = nil, devices: [String] = []) {
        connection = PulseConnection(loop: loop, server: server)
        choice = DeviceChoice(devices)
    }

    package func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput {
        PulseOutput(connection: connection, format: format, configuration: configuration, choice: choice)
    }

    package func listDevices(_ answer: @escaping (Result<[OutputDevice], AudioOutputError>) -> Void) {
        connection.listDevices(answer)
    }

    package func findDevice(_ target: OutputTarget, _ answer: @escaping (String?) -> Void) {
        guard connection.isReady else { return connection.loop.post { answer(nil) } }
        connection.listDevices { [choice] result in
            let devices = (try? result.get()) ?? []
            answer(choice.device(for: target, among: devices)?.name)
        }
    }

    package func warmUp() { connection.connect() }

    /// Disconnects. Outputs that are still open end without an event.
    package func shutDown() { connection.shutDown() }
    package var mixes: Bool { true }
}
