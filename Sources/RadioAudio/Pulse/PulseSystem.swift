import RadioLoop

/// Makes ``PulseOutput``s on a PulseAudio server, or on PipeWire's.
public final class PulseSystem: AudioOutputSystem {
    public var onEvent: ((AudioSystemEvent) -> Void)? {
        get { connection.onEvent }
        set { connection.onEvent = newValue }
    }

    private let connection: PulseConnection
    /// The sink's name; nil is the server's default.
    private let device: String?

    /// `server` as `PULSE_SERVER` names it, nil for libpulse's own choice; `device` is the exact name of a sink.
    public init(loop: EventLoop, server: String? = nil, device: String? = nil) {
        connection = PulseConnection(loop: loop, server: server)
        self.device = device
    }

    public func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput {
        PulseOutput(connection: connection, format: format, configuration: configuration, device: device)
    }

    public func lookUpDevice(_ name: String, _ answer: @escaping (Bool) -> Void) {
        guard let context = connection.context else { return answer(false) }
        PulseDeviceQuery.start(context: context, loop: connection.loop, name: name, answer)
    }

    public func warmUp() { connection.connect() }

    /// Outputs that are still open die with the connection, without a word.
    public func shutDown() { connection.shutDown() }
}
