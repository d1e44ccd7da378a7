import RadioFormats
import RadioStreams

/// Copies packets of a ``Tape`` into a timeline, from which they are played. Reads only a limited number of bytes ahead
/// of the packet that the timeline's reader wants next.
package final class TapeReplay {
    /// The timeline from which the sound is played. Packets have the same numbers and times as on the tape.
    package let timeline: Timeline
    /// Called on the loop when packets read from the disk were appended to ``timeline``, or could not be read
    /// (``isBroken``).
    package var onChange: (() -> Void)?
    /// Whether the replay cannot continue, because the tape does not contain the next packet, or the packet cannot be
    /// read from the disk.
    package private(set) var isBroken = false

    private let tape: Tape
    /// The number of bytes to read ahead of the packet that the timeline's reader wants next.
    private let ahead: Int
    private var isReading = false

    /// - Parameters:
    ///   - time: where to begin, in flicks on the timeline. The timeline begins a second earlier, to prime the decoder.
    ///   - ahead: the number of bytes to read ahead of the packet that the timeline's reader wants next.
    /// - Returns: nil if the tape has no sound from that time on.
    package init?(_ tape: Tape, from time: Int64, ahead: Int) {
        guard let first = tape.firstPacket(at: time - Timeline.preroll.flicks) else { return nil }
        self.tape = tape
        self.ahead = ahead
        timeline = Timeline(
            maximumBytes: 2 * ahead + TapeIndex.slotSize, startingWith: first.number, at: first.start)
    }

    /// Whether the replay's timeline contains the tape's newest packet.
    package var isAllRead: Bool { timeline.end >= tape.packets.upperBound }

    /// Reads further blocks from the tape while the timeline contains fewer than `ahead` bytes that were not played.
    /// Called once a turn.
    package func fill() {
        while !isReading, !isBroken, !isAllRead,
            timeline.byteCount(from: timeline.wanted) < ahead
        {
            isReading = true
            var isLater = false
            tape.read(block: timeline.end) { [weak self] in
                guard let self else { return }
                take($0, $1)
                if isLater { onChange?() }
            }
            isLater = true
        }
    }

    private func take(_ bytes: [UInt8], _ formats: [MediaFormat]) {
        isReading = false
        let end = timeline.end
        // The file of another process may hold more than its index says.
        let (last, limit) = (tape.packets.upperBound, tape.times.upperBound)
        let isWhole = TapeBlock.read(bytes, formats: formats) { packet, number in
            if number == timeline.end, number < last, timeline.range.end <= limit { timeline.append(packet) }
        }
        isBroken = !isWhole || timeline.end == end
    }
}
