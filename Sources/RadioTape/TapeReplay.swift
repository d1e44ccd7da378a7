import RadioFormats
import RadioStreams

/// Fills a timeline with packets of a ``Tape``. Reads a limited number of bytes ahead of the packet that the timeline's
/// reader wants next.
package final class TapeReplay {
    /// The timeline from which the sound is played. Packets have the same numbers and times as on the tape.
    package let timeline: Timeline
    /// Called on the loop when new packets arrived, or when no more will come.
    package var onChange: (() -> Void)?
    /// Whether the replay cannot continue, because the tape does not hold the next packet or the disk does not deliver
    /// it.
    package private(set) var isBroken = false

    private let tape: Tape
    /// The number of bytes to read ahead of the packet that the timeline's reader wants next.
    private let ahead: Int
    private var isReading = false

    /// - Parameters:
    ///   - time: the moment to begin at, in flicks on the timeline. The timeline begins a second earlier, to prime the
    ///     decoder.
    ///   - ahead: the number of bytes to read ahead of the packet that the timeline's reader wants next.
    /// - Returns: nil if the tape has no sound from that moment on.
    package init?(_ tape: Tape, from time: Int64, ahead: Int) {
        guard let first = tape.firstPacket(at: time - Timeline.preroll.flicks) else { return nil }
        self.tape = tape
        self.ahead = ahead
        timeline = Timeline(
            maximumBytes: 2 * ahead + TapeIndex.slotSize, startingWith: first.number, at: first.start)
    }

    /// Whether the timeline has reached the tape's newest packet.
    package var isAllRead: Bool { timeline.end >= tape.packets.upperBound }

    /// Reads further blocks while fewer bytes than `ahead` wait in the timeline. Called once a turn.
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
        let isWhole = TapeBlock.read(bytes, formats: formats) { packet, number in
            if number == timeline.end { timeline.append(packet) }
        }
        isBroken = !isWhole || timeline.end == end
    }
}
