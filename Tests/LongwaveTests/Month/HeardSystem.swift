import RadioLoop

@testable import RadioAudio

/// What the outputs of a ``HeardSystem`` have played.
final class Ear {
    /// The seconds of sound of each ``VirtualStation``, by its number, since ``take()``: at 7 those of files, and at 0
    /// those of silence.
    private var seconds = [Double](repeating: 0, count: 8)
    /// The station and the frame heard last, and when; nil before the first.
    private(set) var last: (station: Int, frame: Int, at: MonotonicInstant)?

    func hear(_ value: Int16, seconds duration: Double, until now: MonotonicInstant) {
        let source = max(Int(value) >> 12, 0)
        seconds[source] += duration
        if (1...6).contains(source) { last = (source, Int(value) >> 2 & (VirtualStation.cycle - 1), now) }
    }

    func take() -> [Double] {
        defer { seconds = seconds.map { _ in 0 } }
        return seconds
    }
}

/// Creates outputs that play nowhere, at the speed of the loop's clock, and whose sound an ``Ear`` hears.
final class HeardSystem: AudioOutputSystem {
    var onEvent: ((AudioSystemEvent) -> Void)?
    private let (loop, ear): (EventLoop, Ear)

    init(_ loop: EventLoop, _ ear: Ear) { (self.loop, self.ear) = (loop, ear) }

    func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput {
        HeardOutput(loop, format, configuration, ear)
    }

    func warmUp() {}
    func shutDown() {}
    var mixes: Bool { true }
}

private final class HeardOutput: PacedOutput {
    private let ear: Ear
    /// The queued sound: values, each with its number of sample frames.
    private var queue: [(value: Int16, frames: Int)] = []
    /// How many elements of ``queue`` were heard.
    private var first = 0
    /// One of so many sample frames is looked at.
    private static let stride = 20

    init(_ loop: EventLoop, _ format: PCMFormat, _ configuration: OutputConfiguration, _ ear: Ear) {
        self.ear = ear
        super.init(loop: loop, format: format, configuration: configuration, deviceName: "ear", isInstant: false)
    }

    override func accept(_ samples: UnsafeBufferPointer<Float>) {
        let channels = format.channelCount
        let count = samples.count / channels
        for start in Swift.stride(from: 0, to: count, by: Self.stride) {
            let value = Int16(max(min(samples[start * channels] * 32_768, 32_767), -32_768).rounded())
            let frames = min(Self.stride, count - start)
            if queue.count > first, queue[queue.count - 1].value == value {
                queue[queue.count - 1].frames += frames
            } else {
                queue.append((value, frames))
            }
        }
    }

    override func store(_ frames: Int) {
        var left = frames
        while left > 0, first < queue.count {
            let heard = min(left, queue[first].frames)
            ear.hear(queue[first].value, seconds: Double(heard) / Double(format.sampleRate), until: loop.now)
            queue[first].frames -= heard
            left -= heard
            if queue[first].frames == 0 { first += 1 }
        }
        if first > 100 {
            queue.removeFirst(first)
            first = 0
        }
    }

    override func forget() { (queue, first) = ([], 0) }

    override func forget(last frames: Int) {
        var left = frames
        while left > 0, queue.count > first {
            let dropped = min(left, queue[queue.count - 1].frames)
            queue[queue.count - 1].frames -= dropped
            left -= dropped
            if queue[queue.count - 1].frames == 0 { queue.removeLast() }
        }
    }
}
