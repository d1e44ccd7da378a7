/// A device that sound can be played on, as the sound server describes it: a sink of PulseAudio or PipeWire.
public struct OutputDevice: Hashable, Sendable {
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Sound plays on it.
        case running
        /// Ready, and nothing plays.
        case idle
        /// Asleep, or taken away by somebody. It plays nothing before it is resumed.
        case suspended
        case unknown
    }

    /// A socket or loudspeaker of a device.
    public struct Port: Hashable, Sendable {
        public enum Availability: String, Hashable, Sendable, CaseIterable {
            /// Something is plugged in.
            case available
            /// Nothing is plugged in.
            case unavailable
            /// The device cannot tell.
            case unknown
        }

        public var name: String
        /// For people: "Headphones".
        public var description: String
        public var availability: Availability
        /// The sound goes there.
        public var isActive: Bool

        package init(name: String, description: String, availability: Availability, isActive: Bool) {
            self.name = name
            self.description = description
            self.availability = availability
            self.isActive = isActive
        }
    }

    /// The server's name for it, which stays the same for as long as the server knows the hardware.
    public var name: String
    /// For people: "Built-in Audio Analog Stereo".
    public var description: String
    public var state: State
    /// Streams that ask for no device play here.
    public var isDefault: Bool
    public var ports: [Port]
    /// How samples are stored, in PulseAudio's words: "s16le", "float32le".
    public var sampleFormat: String
    /// Frames a second.
    public var sampleRate: Int
    public var channelCount: Int
    /// Of the loudest channel; 1 is the server's full volume, and there may be more.
    public var volume: Double
    public var isMuted: Bool

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

    /// What a server without any device makes up, so that programs have somewhere to play to: nobody hears it.
    /// PulseAudio's module-always-sink and PipeWire's session manager both call it so.
    package static let placeholderName = "auto_null"
    public var isPlaceholder: Bool { name == Self.placeholderName }
}
