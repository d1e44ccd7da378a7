import TestSupport

/// Where a reference begins in a recording, and how far both agree, sample by sample: what the sound server's 16 bits allow.
struct SampleMatch {
    /// Frame of the recording at which the reference's first frame is heard.
    var start: Int
    /// Frames of the reference, from its first, that were heard each once, in order.
    var frames: Int
    /// The loudest sample heard before the start.
    var loudestBefore: Float

    /// Half a step of 16 bits for the sink's rounding, and as much again for the rounding of two builds of a decoder.
    static let tolerance: Float = 1.5 / 32_768

    /// Nil when no part of the reference is found.
    /// - Parameter recording: one channel, at the reference's rate.
    init?(of reference: [Float], in recording: [Float], probeAt probe: Int) {
        guard let found = Self.find(reference, from: probe, in: recording), found >= probe else { return nil }
        start = found - probe
        let begin = start
        let count = min(reference.count, recording.count - begin)
        frames = (0..<count).first { abs(reference[$0] - recording[begin + $0]) > Self.tolerance } ?? count
        loudestBefore = recording[..<begin].reduce(0) { max($0, abs($1)) }
    }

    /// Where a tenth of a second of the reference, from a frame on, is in the recording.
    /// - Parameter frame: a part that no other part of a step tone resembles must follow: one with a step in it.
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
