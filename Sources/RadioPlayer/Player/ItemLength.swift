import RadioFormats
import RadioStreams

/// How long an item is that has an end: exact once all of it was received, until then by its own header, else by what
/// came so far.
package struct ItemLength {
    /// Longer is nonsense of a server: thirty years.
    private static let maximumSeconds = 1_000_000_000.0

    /// Bytes in all, as the server or the disk says.
    package var byteCount: Int?
    private var named: NamedLength?
    /// The item says something of it itself.
    package var isNamed: Bool { named != nil }
    private var rate = 0
    /// What a connection brought, tags included; a new one begins at the first byte again.
    private var connectionBytes = 0
    private var receivedBytes = 0
    private var packetBytes = 0
    private var received = MediaTime.zero
    private var packetDuration: MediaTime?
    /// As it was told, or reckoned before the first jump: after that what comes does not add up.
    private var known: MediaTime?
    private var isKnownPrecisely = false

    package init() {}

    /// Takes what the item says itself.
    package mutating func take(_ named: NamedLength) {
        self.named = named
        if known != nil, case .time(let time) = named { settle(time) }
    }

    /// What comes from now on does not count: the length is `duration`, or else as far as it is known now.
    mutating func settle(_ duration: MediaTime? = nil) {
        isKnownPrecisely = duration != nil || isPrecise(isComplete: false)
        known = duration ?? self.duration(isComplete: false)
    }

    package mutating func connect() { connectionBytes = 0 }

    package mutating func add(bytes: Int) {
        connectionBytes += bytes
        receivedBytes = max(receivedBytes, connectionBytes)
    }

    package mutating func begin(_ format: MediaFormat) { rate = format.sampleRate }

    package mutating func add(_ packet: Packet) {
        let duration = MediaTime(samples: Int64(packet.sampleCount), rate: rate)
        if packetDuration == nil, packet.sampleCount > 0 { packetDuration = duration }
        received = received + duration
        packetBytes += packet.bytes.count
    }

    /// Nil while nothing is known of it.
    package func duration(isComplete: Bool) -> MediaTime? {
        if let known { return known }
        if isComplete { return received }
        switch named {
        case .time(let time): return time
        case .packets(let count):
            if let packetDuration { return bounded(packetDuration.seconds * Double(count)) }
        case nil: break
        }
        guard let byteCount, packetBytes > 0 else { return nil }
        let left = Double(max(byteCount - receivedBytes, 0)) / Double(packetBytes)
        return bounded(received.seconds * (1 + left))
    }

    /// Every sample was counted: by a header, or because all of it came.
    package func isPrecise(isComplete: Bool) -> Bool {
        if known != nil { return isKnownPrecisely }
        if case .time = named { return true }
        return isComplete
    }

    private func bounded(_ seconds: Double) -> MediaTime { MediaTime(seconds: min(seconds, Self.maximumSeconds)) }
}
