import RadioFormats

/// Finds where the packets of a new connection continue the packets that were received before.
///
/// A server begins a connection with sound that it already sent to others (a burst), so the first packets may be known.
/// Both sides are compared packet by packet, by `PacketHash`.
///
/// The stream is *joined* if the connection's newest packets equal the newest known packets in the same order, and no
/// longer run of the connection's packets is found elsewhere. A jingle that was sent twice, or a programme that loops,
/// matches in several places. Among runs of equal length, the run nearest the live edge counts.
///
/// A run must contain several *distinct* packets. Packets of digital silence are all alike, or alternate between two
/// kinds (with and without padding), and prove nothing. Packets before the run do not matter: an advertisement that the
/// server plays to each new listener, or a false first frame.
///
/// The type has no clock and keeps no bytes.
package struct PacketJoiner: Sendable {
    /// The duration of the sound whose packets are remembered.
    package static let maximumDuration = MediaTime(value: 60, timescale: 1)
    /// The most packets that are remembered, however short they are.
    package static let maximumPackets = 4096
    /// The number of packets of a run that must differ from each other.
    package static let distinctPackets = 4

    /// The result for one packet of the new connection.
    package enum Finding: Hashable, Sendable {
        /// The packet is not known.
        case unknown
        /// The packet is known, and this number of known packets follows it.
        case behind(Int)
        /// The packet is the newest known packet, so the next packet continues the stream.
        case joined
    }

    /// The number of packets that are forgotten together, which saves moving the rest each time.
    private static let step = 256

    /// The hashes of the known packets, in order.
    private var hashes: [UInt64] = []
    /// For each known packet, the number of packets up to it that equal the connection's newest packets.
    ///
    /// Empty if no search is running.
    private var runs: [Int32] = []
    /// The number of the connection's newest packets that the last finding shows to be known. Zero if it was unknown.
    package private(set) var matched = 0

    package init() {}

    /// The number of remembered packets.
    package var count: Int { hashes.count }

    /// True while a new connection's packets are compared.
    package var isSearching: Bool { !runs.isEmpty }

    /// Remembers a packet that continues the stream, and ends a search.
    /// - Parameter duration: The packet's duration in flicks.
    package mutating func append(_ hash: UInt64, duration: Int64) {
        runs = []
        let limit = min(Int(Self.maximumDuration.flicks / max(duration, 1)), Self.maximumPackets)
        if hashes.count >= limit + Self.step { hashes.removeFirst(hashes.count - limit) }
        hashes.append(hash)
    }

    /// Starts the search for a new connection. Its packets are offered until a packet is appended.
    package mutating func begin() { runs = [Int32](repeating: 0, count: hashes.count) }

    /// Takes the next packet of the new connection.
    package mutating func offer(_ hash: UInt64) -> Finding {
        var best: (run: Int32, index: Int) = (0, 0)
        // The loop runs backwards, because each run extends the old run of the packet before.
        var index = runs.count - 1
        while index >= 0 {
            let run = hashes[index] != hash ? 0 : index > 0 ? runs[index - 1] + 1 : 1
            runs[index] = run
            if run > best.run { best = (run, index) }
            index -= 1
        }
        let isProven = isProof(best.run, endingAt: best.index)
        matched = isProven ? Int(best.run) : 0
        guard isProven else { return .unknown }
        let left = runs.count - 1 - best.index
        return left == 0 ? .joined : .behind(left)
    }

    /// Returns true if a run contains enough distinct packets.
    private func isProof(_ run: Int32, endingAt last: Int) -> Bool {
        guard run >= Self.distinctPackets else { return false }
        var distinct: [UInt64] = []
        var index = last
        while index > last - Int(run), distinct.count < Self.distinctPackets {
            if !distinct.contains(hashes[index]) { distinct.append(hashes[index]) }
            index -= 1
        }
        return distinct.count == Self.distinctPackets
    }
}
