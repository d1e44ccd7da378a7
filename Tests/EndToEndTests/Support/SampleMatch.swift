import TestSupport

/// Where a reference begins in a recording, and how many sample frames of both agree within ``tolerance``.
struct SampleMatch {
    /// The index of the recording's sample frame at which the first frame of the reference is heard.
    var start: Int
    /// The number of sample frames, from the start of the reference, that the recording contains once and in order.
    var frames: Int
    /// The peak of the recording before the reference begins.
    var loudestBefore: Float

    /// The allowed difference of two samples, one and a half steps of 16 bits: half a step for the sink's rounding, one
    /// for differences between two builds of a decoder.
    static let tolerance: Float = 1.5 / 32_768

    /// Searches for 4,096 sample frames of the reference in the recording, and compares everything from the start of
    /// the reference on. Returns nil if these frames are not found.
    /// - Parameters:
    ///   - recording: One channel, at the sample rate of the reference.
    ///   - probe: The index in the reference of the first of the 4,096 frames.
    init?(of reference: [Float], in recording: [Float], probeAt probe: Int) {
        guard let found = Self.find(reference, from: probe, in: recording), found >= probe else { return nil }
        start = found - probe
        let begin = start
        let count = min(reference.count, recording.count - begin)
        frames = (0..<count).first { abs(reference[$0] - recording[begin + $0]) > Self.tolerance } ?? count
        loudestBefore = recording[..<begin].reduce(0) { max($0, abs($1)) }
    }

    /// Returns the index in the recording of the 4,096 sample frames that begin at `frame` in the reference, or nil if
    /// they are not found.
    /// - Parameter frame: The first of these frames. The 4,096 frames must contain a step between two tones, because
    ///   only then are they unique.
    static func find(_ reference: [Float], from frame: Int, in recording: [Float]) -> Int? {
        let length = 4096
        guard frame >= 0, reference.count >= frame + length, recording.count > length else { return nil }
        return reference.withUnsafeBufferPointer { reference in
            recording.withUnsafeBufferPointer { recording in
                (0..<recording.count - length).first { start in
                    agree(reference, frame, recording, start, length)
                }
            }
        }
    }

    private static func agree(
        _ left: UnsafeBufferPointer<Float>, _ leftStart: Int, _ right: UnsafeBufferPointer<Float>, _ rightStart: Int,
        _ length: Int
    ) -> Bool {
        var index = 0
        while index < length {
            if abs(left[leftStart + index] - right[rightStart + index]) > tolerance { return false }
            index += 1
        }
        return true
    }
}
