import TestSupport

/// The place in a recording where a reference begins, and the number of frames that agree within the sound server's 16
/// bits.
struct SampleMatch {
    /// The frame of the recording at which the first frame of the reference is heard.
    var start: Int
    /// The number of frames of the reference, from its first, that were heard once and in order.
    var frames: Int
    /// The peak of the recording before the start.
    var loudestBefore: Float

    /// One and a half steps of 16 bits: half a step for the sink's rounding, one for differences between two builds of
    /// a decoder.
    static let tolerance: Float = 1.5 / 32_768

    /// Fails if no part of the reference is found.
    /// - Parameters:
    ///   - recording: One channel, at the rate of the reference.
    ///   - probe: The frame of the reference from which on the recording is searched.
    init?(of reference: [Float], in recording: [Float], probeAt probe: Int) {
        guard let found = Self.find(reference, from: probe, in: recording), found >= probe else { return nil }
        start = found - probe
        let begin = start
        let count = min(reference.count, recording.count - begin)
        frames = (0..<count).first { abs(reference[$0] - recording[begin + $0]) > Self.tolerance } ?? count
        loudestBefore = recording[..<begin].reduce(0) { max($0, abs($1)) }
    }

    /// Returns the place in the recording of 4,096 frames of the reference, or nil if there is none.
    /// - Parameter frame: The first of these frames. A step between two tones must be among them, because no other part
    ///   resembles it.
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
