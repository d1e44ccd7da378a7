/// Maps the index of a sample frame of an output to the index of the same sound before the change of tempo, and back.
/// Pure.
struct TempoMap {
    /// A stretch with one rate. The stretch begins at a sample frame of the output and the corresponding sample frame
    /// of the sound, both given by index.
    private struct Segment {
        var output: Int64
        var sound: Int64
        /// The number of the sound's sample frames in one sample frame of the output.
        var rate: Double
    }

    /// The maximum number of segments. More would be needed only if the rate changed 20 times a second.
    static let maximumSegments = 64

    /// The parts of the map, in order. Before the first part, the rate is 1: sample frame n of the output is sample
    /// frame n of the decoded sound.
    private var segments: [Segment] = []

    /// Begins a stretch with another rate at a sample frame of the output, which corresponds to sample frame `sound` of
    /// the sound.
    mutating func append(output: Int64, sound: Int64, rate: Double) {
        while let last = segments.last, last.output >= output { segments.removeLast() }
        if segments.count == Self.maximumSegments { segments.removeFirst() }
        segments.append(Segment(output: output, sound: sound, rate: rate))
    }

    var isEmpty: Bool { segments.isEmpty }

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
