/// A device that can play sound, as the sound server describes it: a sink of PulseAudio or PipeWire.
public struct OutputDevice: Hashable, Sendable, CustomStringConvertible {
    /// The device's activity.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Sound plays on the device.
        case running
        /// The device is ready, but nothing plays on it.
        case idle
        /// The server does not use the device, because nothing plays on it or because the server was asked to release
        /// it. The device plays nothing until the server resumes it.
        case suspended
        case unknown
    }

    /// A connector or built-in loudspeaker of a device.
    public struct Port: Hashable, Sendable, CustomStringConvertible {
        /// Whether something is plugged in.
        public enum Availability: String, Hashable, Sendable, CaseIterable {
            /// Something is plugged in.
            case available
            /// Nothing is plugged in.
            case unavailable
            /// The device cannot tell.
            case unknown
        }

        public var name: String
        /// The port's name for display, such as "Headphones".
        public var description: String
        public var availability: Availability
        /// True if the device's sound goes to this port.
        public var isActive: Bool

        package init(name: String, description: String, availability: Availability, isActive: Bool) {
            self.name = name
            self.description = description
            self.availability = availability
            self.isActive = isActive
        }
    }

    /// The name by which the server identifies the device. It stays the same while the device exists.
    public var name: String
    /// The device's name for display, such as "Built-in Audio Analog Stereo".
    public var description: String
    public var state: State
    /// True if streams that name no device play on this device.
    public var isDefault: Bool
    public var ports: [Port]
    /// The device's sample format in PulseAudio's notation, such as "s16le" or "float32le".
    public var sampleFormat: String
    /// Sample frames per second.
    public var sampleRate: Int
    public var channelCount: Int
    /// Volume of the loudest channel. 1 is the server's full volume; higher values are possible.
    public var volume: Double
    public var isMuted: Bool

    /// Creates a device. The defaults describe an idle stereo device of 48 kHz at full volume.
    package init(
        name: String, description: String = "", state: State = .idle, isDefault: Bool = false, ports: [Port] = [],
        sampleFormat: String = "s16le", sampleRate: Int = 48_000, channelCount: Int = 2, volume: Double = 1,
        isMuted: Bool = false
    ) {
        self.name = name
        self.description = description
        self.state = state
        self.isDefault = isDefault
        self.ports = ports
        self.sampleFormat = sampleFormat
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.volume = volume
        self.isMuted = isMuted
    }

    public var activePort: Port? { ports.first { $0.isActive } }

    /// Name of the silent device that a server without any other device creates, so that programs can play.
    ///
    /// PulseAudio's module-always-sink and PipeWire's session manager both use this name.
    package static let placeholderName = "auto_null"
    public var isPlaceholder: Bool { name == Self.placeholderName }
}
