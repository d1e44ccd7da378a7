import RadioFormats

/// Finds where a new connection's packets continue those that were received before it.
///
/// A server begins a connection with sound that it sent to others already (a burst), so its first packets may be ones
/// that are here. Both sides are compared packet by packet, by `PacketHash`. The stream is *joined* when the newest
/// packets of the connection are the newest ones received before, in the same order, and no longer run of the
/// connection's packets is found elsewhere: a jingle that was sent twice, or a programme that loops, matches in several
/// places. Of runs of equal length the one nearest the live edge counts. A run must hold several *distinct* packets:
/// those of digital silence are all alike, or of two kinds in turn (with and without padding), and prove nothing.
///
/// Pure: no clock, no bytes. What came before the run (an advertisement that the server plays to each new listener, a
/// false first frame) does not matter.
package struct PacketJoiner: Sendable {
    /// Sound whose packets are remembered.
    package static let maximumDuration = MediaTime(value: 60, timescale: 1)
    /// Packets remembered at most, however short they are.
    package static let maximumPackets = 4096
    /// Packets of a run that must differ from each other.
    package static let distinctPackets = 4

    /// What is known after a packet of the new connection.
    package enum Finding: Hashable, Sendable {
        /// It is not known to have been received before.
        case unknown
        /// It was received before, and so many packets after it.
        case behind(Int)
        /// It is the newest that was received before: the next one continues the stream.
        case joined
    }

    /// Packets that are forgotten at once.
    private static let step = 256

    /// Of what was received, in order.
    private var hashes: [UInt64] = []
    /// For each of `hashes`, how many packets up to it equal the newest ones of the connection. Empty: no search.
    private var runs: [Int32] = []
    /// Packets of the new connection, up to the one offered last, that the finding rests on: they were received before. Zero where it
    /// is unknown.
    package private(set) var matched = 0

    package init() {}

    /// Packets that are remembered.
    package var count: Int { hashes.count }

    /// Whether a new connection's packets are being compared.
    package var isSearching: Bool { !runs.isEmpty }

    /// Remembers a packet that continues what was received: of the connection before, or of one that was joined.
    /// `duration` in flicks.
    package mutating func append(_ hash: UInt64, duration: Int64) {
        runs = []
        let limit = min(Int(Self.maximumDuration.flicks / max(duration, 1)), Self.maximumPackets)
        if hashes.count >= limit + Self.step { hashes.removeFirst(hashes.count - limit) }
        hashes.append(hash)
    }

    /// A new connection begins: its packets are offered from now on, until one is appended.
    package mutating func begin() { runs = [Int32](repeating: 0, count: hashes.count) }

    /// Takes the next packet of the new connection.
    package mutating func offer(_ hash: UInt64) -> Finding {
        var best: (run: Int32, index: Int) = (0, 0)
        // From the newest: each run is one longer than that of its neighbour was.
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
