import RadioAudio
import RadioFormats
import RadioStreams
import RadioTape

/// Delays packets until it is known which file of a recording they belong to, then passes them on to the recorder, with
/// the cuts between files.
///
/// A cut may be made shortly before or after the beginning of its title, where the sound is quietest. Packets around a
/// cut may belong to both files.
final class CutDelay {
    /// A title, and whether it begins a new file, continues the open file or is left out.
    struct Title {
        var cut: TitleCutter.Cut
        var playing: NowPlaying
        /// Whether the title comes from the tags of a link of an Ogg chain, so that the recorded link has the title in
        /// its tags.
        var isOfLink = false
    }

    /// What the recorder gets next: a packet, or a cut between packets.
    enum Step {
        case packet(Timeline.HeldPacket)
        /// The packets from here on belong to this title. If files overlap, packets just before the cut follow once
        /// more.
        case cut(Title)
    }

    /// A packet that was not passed on yet, with a copy of its bytes.
    private struct Waiting {
        /// The packet, whose bytes are in ``bytes``.
        var packet: Timeline.HeldPacket
        let bytes: [UInt8]
        var end: Int64 { packet.start + packet.duration }
    }

    /// How far from the beginning of its title a cut may be made, in flicks.
    private let tolerance: Int64
    /// How much sound on each side of a cut belongs to both files, in flicks.
    private let overlap: Int64
    private var waiting: [Waiting] = []
    /// The index in ``waiting`` of the packet that is passed on next.
    private var next = 0
    /// The titles that wait for their cut, each with the index in ``waiting`` of the packet that the title begins with.
    private var titles: [(title: Title, index: Int)] = []
    /// The index in ``waiting`` of the packet at the last cut. A later cut is never placed before this packet.
    private var lastCut = 0
    private var byteCount = 0

    /// The maximum number of bytes of delayed packets. Beyond this number, cuts are placed among the packets that have
    /// arrived so far.
    static let maximumBytes = 8 << 20

    /// - Returns: nil if no packet must be delayed: titles get no files of their own, or files are cut exactly at the
    ///   titles and do not overlap.
    init?(_ settings: TitleCutter.Settings) {
        tolerance = MediaTime(seconds: settings.tolerance.inSeconds).flicks
        overlap = MediaTime(seconds: settings.overlap.inSeconds).flicks
        guard settings.splits, tolerance + overlap > 0 else { return nil }
    }

    func append(_ title: Title) { titles.append((title, waiting.count)) }

    func append(_ packet: Timeline.HeldPacket) {
        waiting.append(Waiting(packet: packet, bytes: Array(packet.bytes)))
        byteCount += packet.bytes.count
    }

    /// Forgets all titles and packets.
    func clear() { (waiting, next, titles, lastCut, byteCount) = ([], 0, [], 0, 0) }

    /// Passes the packets whose file is known, and the cuts between them, to `body`.
    /// - Parameters:
    ///   - isEnd: whether no packet follows, so that all delayed packets are passed on.
    ///   - body: receives a packet or a cut; returns false to receive no more.
    func take(isEnd: Bool, _ body: (Step) -> Bool) {
        guard let end = waiting.last?.end else {
            for title in titles { guard body(.cut(title.title)) else { return clear() } }
            return clear()
        }
        let all = isEnd || byteCount > Self.maximumBytes
        let reach = tolerance + overlap
        while let (title, index) = titles.first {
            guard all || end >= start(of: index) + reach else { return }
            titles.removeFirst()
            let cut = max(place(near: index), lastCut)
            lastCut = cut
            guard give(before: start(of: cut) + overlap, body), body(.cut(title)) else { return clear() }
            let begin = start(of: cut) - overlap
            next = waiting.firstIndex { $0.packet.start >= begin } ?? waiting.count
        }
        guard give(before: all ? .max : end - reach, body) else { return clear() }
        forget()
    }

    private func start(of index: Int) -> Int64 {
        waiting.indices.contains(index) ? waiting[index].packet.start : waiting.last?.end ?? 0
    }

    /// Passes the packets that start before `time`, in flicks, to `body`. Returns false if `body` returned false.
    private func give(before time: Int64, _ body: (Step) -> Bool) -> Bool {
        while next < waiting.count, waiting[next].packet.start < time {
            var packet = waiting[next].packet
            next += 1
            let goesOn = waiting[next - 1].bytes.withUnsafeBytes {
                packet.bytes = $0
                return body(.packet(packet))
            }
            if !goesOn { return false }
        }
        return true
    }

    /// Drops the packets that were passed on and that no later cut needs.
    private func forget() {
        byteCount -= waiting[..<next].reduce(0) { $0 + $1.bytes.count }
        waiting.removeFirst(next)
        lastCut = max(lastCut - next, 0)
        next = 0
    }

    /// Returns the index of the quietest packet near a title's beginning, on the same side of any break in the sound.
    private func place(near title: Int) -> Int {
        guard tolerance > 0 else { return title }
        let time = start(of: title)
        var (first, last) = (title, title)
        while first > 0, first == waiting.count || !isAnew(first), waiting[first - 1].end > time - tolerance {
            first -= 1
        }
        while last < waiting.count, last == title || !isAnew(last), waiting[last].packet.start < time + tolerance {
            last += 1
        }
        let pieces = waiting[first..<last].map(\.packet.duration)
        let powers = powers(of: waiting[first..<last])
        return first
            + QuietestPlace.index(
                in: zip(pieces, powers).map { .init(duration: MediaTime(flicks: $0).seconds, power: $1) },
                near: title - first, within: MediaTime(flicks: tolerance).seconds)
    }

    /// Returns whether a packet does not continue the packet before it.
    private func isAnew(_ index: Int) -> Bool {
        let packet = waiting[index].packet
        return packet.isDiscontinuous || packet.startsAnew
            || index > 0 && packet.format != waiting[index - 1].packet.format
    }

    /// Returns the power of each packet's sound; nil for a packet that cannot be decoded.
    private func powers(of packets: ArraySlice<Waiting>) -> [Double?] {
        guard let format = packets.first?.packet.format, let decoder = try? AudioDecoders.make(for: format) else {
            return packets.map { _ in nil }
        }
        return packets.map { waiting in
            waiting.bytes.withUnsafeBytes { bytes in
                var packet = waiting.packet
                packet.bytes = bytes
                guard let sound = try? decoder.decode(packet.packet), sound.isPlausible, !sound.samples.isEmpty else {
                    return nil
                }
                return sound.samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(sound.samples.count)
            }
        }
    }
}
