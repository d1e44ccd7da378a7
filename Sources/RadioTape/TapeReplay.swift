import RadioFormats
import RadioStreams

/// A timeline that is filled from a ``Tape``, ahead of the sound that is wanted of it, up to what came last.
package final class TapeReplay {
    /// What is to be heard. Packets have the numbers and times that they have on the tape.
    package let timeline: Timeline
    /// Called on the loop when packets came that were not held before, or when nothing more will come.
    package var onChange: (() -> Void)?
    /// The tape does not hold what comes next, or its disk does not give it.
    package private(set) var isBroken = false

    private let tape: Tape
    /// Bytes that are held ahead of the packet that is wanted.
    private let ahead: Int
    private var isReading = false

    /// - Parameters:
    ///   - time: what is to be heard first, in flicks on the timeline; the second before it is held, too, for decoders.
    ///   - ahead: bytes to be held ahead of the packet that is wanted.
    /// - Returns: nil where the tape holds nothing from then on.
    package init?(_ tape: Tape, from time: Int64, ahead: Int) {
        guard let first = tape.firstPacket(at: time - Timeline.preroll.flicks) else { return nil }
        self.tape = tape
        self.ahead = ahead
        timeline = Timeline(
            maximumBytes: 2 * ahead + TapeIndex.slotSize, startingWith: first.number, at: first.start)
    }

    /// Nothing is on the tape that is not held here.
    package var isAllRead: Bool { timeline.end >= tape.packets.upperBound }

    /// Reads on where room is. Called once a turn.
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
