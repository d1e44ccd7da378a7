import RadioAudio
import RadioFormats
import RadioStreams
import RadioTape

/// A stretch of the sound that a player keeps in memory or on the tape. It can be decoded while the player plays.
///
/// Use this on the loop only.
package final class HeldSound {
    /// Called on the loop when ``read(frames:)``, which returned nil before, has sound again.
    package var onMore: (() -> Void)? {
        didSet { replay?.onChange = onMore }
    }

    private let replay: TapeReplay?
    private let timeline: Timeline
    private let renderer: Renderer
    private var marks = RenderMarks()
    private var span: Range<Int64>
    private var position: Int64 = 0
    /// The moment that is read next, in flicks on the timeline.
    private var time: Int64
    private var hasJumped = false

    /// How many bytes at most are read from the tape before the decoder needs them.
    private static let ahead = 256 << 10

    /// - Parameter span: the stretch to read, in flicks on the timeline.
    /// - Returns: nil if the beginning of the stretch is neither in memory nor on the tape.
    init?(_ span: Range<Int64>, of timeline: Timeline, tape: Timeshift?) {
        self.span = span
        time = span.lowerBound
        if timeline.range.start <= span.lowerBound {
            replay = nil
            self.timeline = Self.copy(timeline, span)
        } else {
            guard let tape, let replay = tape.replay(from: span.lowerBound, ahead: Self.ahead) else { return nil }
            self.replay = replay
            // Packets that have arrived in this turn of the loop may not be on the tape yet, so the stretch ends where
            // the tape ends.
            self.span = span.clamped(to: tape.times)
            self.timeline = replay.timeline
        }
        renderer = Renderer(timeline: self.timeline)
    }

    /// Returns a copy of a timeline's packets in `span`, and of the packets before `span` that decoders need to begin
    /// there.
    ///
    /// With the copy, the player may drop its own packets before they are read here.
    private static func copy(_ timeline: Timeline, _ span: Range<Int64>) -> Timeline {
        let first = timeline.packetNumber(at: span.lowerBound - Timeline.preroll.flicks)
        let start = timeline.packet(first)?.start ?? span.lowerBound
        let copy = Timeline(maximumBytes: timeline.byteCount(from: first), startingWith: first, at: start)
        var number = first
        while let packet = timeline.packet(number), packet.start < span.upperBound {
            copy.append(packet)
            number += 1
        }
        return copy
    }

    /// Whether all of the stretch was read.
    package var isComplete: Bool {
        time >= span.upperBound || renderer.isEmpty && timeline.range.end >= span.upperBound
    }

    /// The duration of the sound that was read.
    package var duration: MediaTime { MediaTime(flicks: time - span.lowerBound) }

    /// Why no more of the stretch can be read; nil if no error has occurred.
    package var failure: String? { renderer.failure ?? (replay?.isBroken == true ? "the tape cannot be read" : nil) }

    /// Returns the next decoded sound, at most `frames` sample frames; nil if none is available now.
    package func read(frames: Int) -> (samples: [Float], format: PCMFormat)? {
        replay?.fill()
        guard !isComplete, begin(), renderer.prepare(), let format = renderer.format else { return nil }
        let left = MediaTime(flicks: span.upperBound - time).seconds * Double(format.sampleRate)
        let wanted = min(frames, max(Int(left.rounded()), 1))
        var samples = [Float](repeating: 0, count: wanted * format.channelCount)
        let count = samples.withUnsafeMutableBufferPointer {
            renderer.render(into: $0, format: format, position: position, marks: &marks)
        }
        // Let the timeline drop the packets whose sound was read here, so that more can be read from the tape.
        timeline.wanted = timeline.written
        guard count > 0 else { return nil }
        position += Int64(count)
        time += MediaTime(samples: Int64(count), rate: format.sampleRate).flicks
        samples.removeLast(samples.count - count * format.channelCount)
        return (samples, format)
    }

    /// Moves to the beginning of the stretch once the packet there was read. Returns false before that.
    private func begin() -> Bool {
        guard !hasJumped else { return true }
        guard timeline.range.end > span.lowerBound else { return false }
        hasJumped = true
        let number = timeline.packetNumber(at: span.lowerBound)
        let packet = timeline.packet(number)
        renderer.jump(to: number, offset: packet.map { min(max(span.lowerBound - $0.start, 0), $0.duration) } ?? 0)
        return true
    }
}
