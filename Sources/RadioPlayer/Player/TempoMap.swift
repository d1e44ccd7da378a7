/// Which frame of the sound a frame of an output is, where the sound goes by faster or slower than it was made. Pure.
struct TempoMap {
    private struct Segment {
        var output: Int64
        var sound: Int64
        /// Frames of sound in one of the output.
        var rate: Double
    }

    /// More than are on their way to a loudspeaker, unless the rate is changed twenty times a second.
    static let maximumSegments = 64

    /// In order; before the first, both are the same.
    private var segments: [Segment] = []

    /// From a frame of the output on it goes otherwise.
    mutating func append(output: Int64, sound: Int64, rate: Double) {
        while let last = segments.last, last.output >= output { segments.removeLast() }
        if segments.count == Self.maximumSegments { segments.removeFirst() }
        segments.append(Segment(output: output, sound: sound, rate: rate))
    }

    mutating func removeAll() { segments.removeAll() }

    func sound(output: Int64) -> Int64 {
        guard let segment = segments.last(where: { $0.output <= output }) else { return output }
        return segment.sound + Int64((Double(output - segment.output) * segment.rate).rounded())
    }

    func output(sound: Int64) -> Int64 {
        guard let segment = segments.last(where: { $0.sound <= sound }) else { return sound }
        return segment.output + Int64((Double(sound - segment.sound) / segment.rate).rounded())
    }
}
