import RadioFormats

/// The length of a finite item.
///
/// The length is exact once all of the item was received. Until then it comes from a header inside the item, or is
/// estimated from the sound and bytes received so far.
package struct ItemLength {
    /// The longest plausible length in seconds, about thirty years. A server that states a longer length is wrong.
    private static let maximumSeconds = 1_000_000_000.0

    /// The item's total number of bytes, as the server or the file system states it.
    package var byteCount: Int?
    /// The length that headers inside the item state, such as a Xing header; nil without one.
    private var named: NamedLength?
    /// Whether headers inside the item state its length.
    package var isNamed: Bool { named != nil }
    private var rate = 0
    /// The number of bytes that the connection has delivered, tags included. The count begins at 0 again when a new
    /// connection delivers the item from its first byte again.
    private var connectionBytes = 0
    private var receivedBytes = 0
    private var packetBytes = 0
    private var received = MediaTime.zero
    /// The fixed length: stated by a header or playlist, or computed before the first jump. After a jump, the received
    /// packets no longer add up to the length.
    private var known: MediaTime?
    private var isKnownPrecisely = false

    package init() {}

    /// Stores the length that headers inside the item state.
    package mutating func take(_ named: NamedLength) {
        self.named = named
        if known != nil, case .time(let time) = named { settle(time) }
    }

    /// Fixes the length at `duration`; if nil, at the length known now. Later packets do not change the length.
    package mutating func settle(_ duration: MediaTime? = nil) {
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
        received = received + duration
        packetBytes += packet.bytes.count
    }

    /// Returns the length; nil if it is unknown.
    package func duration(isComplete: Bool) -> MediaTime? {
        if let known { return known }
        if isComplete { return received }
        switch named {
        case .time(let time): return time
        case .stated(let time): return bounded(time.seconds)
        case nil: break
        }
        guard let byteCount, packetBytes > 0 else { return nil }
        let left = Double(max(byteCount - receivedBytes, 0)) / Double(packetBytes)
        return bounded(received.seconds * (1 + left))
    }

    /// Returns whether the length is exact: a header counts the item's samples, or all of the item was received.
    package func isPrecise(isComplete: Bool) -> Bool {
        if known != nil { return isKnownPrecisely }
        if case .time = named { return true }
        return isComplete
    }

    private func bounded(_ seconds: Double) -> MediaTime { MediaTime(seconds: min(seconds, Self.maximumSeconds)) }
}
