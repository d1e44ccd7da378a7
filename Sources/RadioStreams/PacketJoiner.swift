import RadioFormats

/// Finds where the packets of a new connection continue the packets that were received before.
///
/// A server begins a connection with sound that it already sent to others (a burst), so the first packets may be known
/// (received before). New and known packets are compared one by one, by `PacketHash`.
///
/// The stream is *joined* if the connection's newest packets equal the newest known packets in the same order, unless a
/// longer run of the connection's packets matches elsewhere. A jingle that was sent twice, or a programme that loops,
/// matches in several places. Among runs of equal length, the run nearest the live edge is used.
///
/// A run must contain several *distinct* packets. Packets of digital silence prove nothing, because they are all alike,
/// or alternate between two kinds (with and without padding). Packets before the run are ignored, such as an
/// advertisement that the server plays to each new listener, or a false first frame.
///
/// The type has no clock and keeps no bytes.
package struct PacketJoiner: Sendable {
    /// The maximum duration of the sound whose packets are remembered.
    package static let maximumDuration = MediaTime(value: 60, timescale: 1)
    /// The maximum number of packets that are remembered, however short they are.
    package static let maximumPackets = 4096
    /// The number of distinct packets that a run must contain.
    package static let distinctPackets = 4

    /// The result for one packet of the new connection.
    package enum Finding: Hashable, Sendable {
        /// The packet was not received before, or too few packets match to be sure.
        case unknown
        /// The packet was received before. This number of packets were received after it.
        case behind(Int)
        /// The packet is the newest one that was received before, so the connection's next packet continues the stream.
        case joined
    }

    /// The number of hashes that are removed from the array at once. To remove them one by one would move all other
    /// hashes each time.
    private static let step = 256

    /// The hashes of the remembered packets, oldest first.
    private var hashes: [UInt64] = []
    /// For each remembered packet, the number of remembered packets up to it that equal the new connection's newest
    /// packets.
    ///
    /// Empty if no search is running.
    private var runs: [Int32] = []
    /// The number of the new connection's newest packets that equal remembered packets, according to the last finding.
    /// Zero if that finding was `unknown`.
    package private(set) var matched = 0

    package init() {}

    /// The number of remembered packets.
    package var count: Int { hashes.count }

    /// Remembers a packet that continues the stream. Ends the search, if one is running.
    /// - Parameter duration: The packet's duration in flicks.
    package mutating func append(_ hash: UInt64, duration: Int64) {
        runs = []
        let limit = min(Int(Self.maximumDuration.flicks / max(duration, 1)), Self.maximumPackets)
        if hashes.count >= limit + Self.step { hashes.removeFirst(hashes.count - limit) }
        hashes.append(hash)
    }

    /// Starts a search for a new connection. Pass each packet of the connection to ``offer(_:)``, until
    /// ``append(_:duration:)`` ends the search.
    package mutating func begin() { runs = [Int32](repeating: 0, count: hashes.count) }

    /// Compares the next packet of the new connection with the remembered packets.
    package mutating func offer(_ hash: UInt64) -> Finding {
        var best: (run: Int32, index: Int) = (0, 0)
        // The loop goes backwards, because each new element of `runs` is computed from the old value of the element
        // before it.
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
