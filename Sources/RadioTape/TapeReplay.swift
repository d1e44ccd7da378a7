import RadioFormats
import RadioStreams

/// A timeline that is filled from a ``Tape``, ahead of the sound that is wanted, up to the newest packets.
package final class TapeReplay {
    /// The sound to hear. Packets have the same numbers and times as on the tape.
    package let timeline: Timeline
    /// Called on the loop when new packets arrived, or when nothing more will come.
    package var onChange: (() -> Void)?
    /// Whether the tape does not hold what comes next, or its disk does not give it.
    package private(set) var isBroken = false

    private let tape: Tape
    /// The number of bytes held ahead of the wanted packet.
    private let ahead: Int
    private var isReading = false

    /// - Parameters:
    ///   - time: the moment to begin at, in flicks on the timeline. The second before it is held, too, for decoders.
    ///   - ahead: the number of bytes to hold ahead of the wanted packet.
    /// - Returns: nil if the tape holds nothing from that moment on.
    package init?(_ tape: Tape, from time: Int64, ahead: Int) {
        guard let first = tape.firstPacket(at: time - Timeline.preroll.flicks) else { return nil }
        self.tape = tape
        self.ahead = ahead
        timeline = Timeline(
            maximumBytes: 2 * ahead + TapeIndex.slotSize, startingWith: first.number, at: first.start)
    }

    /// Whether all packets of the tape are held here.
    package var isAllRead: Bool { timeline.end >= tape.packets.upperBound }

    /// Reads on if there is room. Called once a turn.
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
