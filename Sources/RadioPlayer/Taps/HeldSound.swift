import RadioAudio
import RadioFormats
import RadioStreams
import RadioTape

/// A stretch of what a player holds, decoded beside the sound that is heard. It belongs to the loop.
package final class HeldSound {
    /// Called on the loop when there is more to be read after ``read(frames:)`` gave nothing.
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

    /// Bytes that are read from the tape ahead of the decoder.
    private static let ahead = 256 << 10

    /// - Parameter span: what is read, in flicks on the timeline.
    /// - Returns: nil where its beginning is not held.
    init?(_ span: Range<Int64>, of timeline: Timeline, tape: Timeshift?) {
        self.span = span
        time = span.lowerBound
        if timeline.range.start <= span.lowerBound {
            replay = nil
            self.timeline = Self.copy(timeline, span)
        } else {
            guard let tape, let replay = tape.replay(from: span.lowerBound, ahead: Self.ahead) else { return nil }
            self.replay = replay
            // What came in this turn is not on the tape yet.
            self.span = span.clamped(to: tape.times)
            self.timeline = replay.timeline
        }
        renderer = Renderer(timeline: self.timeline)
    }

    /// The packets of a stretch, and those before that decoders need: what the player holds goes while they are read.
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

    /// All of it was read.
    package var isComplete: Bool {
        time >= span.upperBound || renderer.isEmpty && timeline.range.end >= span.upperBound
    }

    /// How much was read.
    package var duration: MediaTime { MediaTime(flicks: time - span.lowerBound) }

    /// Nothing more can be read: why.
    package var failure: String? { renderer.failure ?? (replay?.isBroken == true ? "the tape cannot be read" : nil) }

    /// Sound, decoded: nil where none is there now.
    package func read(frames: Int) -> (samples: [Float], format: PCMFormat)? {
        replay?.fill()
        guard !isComplete, begin(), renderer.prepare(), let format = renderer.format else { return nil }
        let left = MediaTime(flicks: span.upperBound - time).seconds * Double(format.sampleRate)
        let wanted = min(frames, max(Int(left.rounded()), 1))
        var samples = [Float](repeating: 0, count: wanted * format.channelCount)
        let count = samples.withUnsafeMutableBufferPointer {
            renderer.render(into: $0, format: format, position: position, marks: &marks)
        }
        // What is read makes room.
        timeline.wanted = timeline.written
        guard count > 0 else { return nil }
        position += Int64(count)
        time += MediaTime(samples: Int64(count), rate: format.sampleRate).flicks
        samples.removeLast(samples.count - count * format.channelCount)
        return (samples, format)
    }

    /// Goes to the first sample, once its packet is there.
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
