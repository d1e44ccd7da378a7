import Longwave

/// The findings of a ``StreamProbe`` about an address: what was heard, the content of the last response, and the
/// problems.
@dynamicMemberLookup
package struct ProbeReport: Sendable {
    package var heard: HeardSound
    /// The content of the last response's body, as far as it was received.
    ///
    /// For an HLS station, the content of the last playlist before the sound. Nil if there was no response.
    package var content: Inspection?
    package var problems: [StreamProblem] = []

    package init(_ heard: HeardSound) { self.heard = heard }

    package subscript<Value>(dynamicMember path: KeyPath<HeardSound, Value>) -> Value { heard[keyPath: path] }

    /// The bit rate of the received sound, in bits per second.
    package var measuredBitRate: Int? {
        let frames = heard.segments == nil ? content?.report.frames : nil
        return frames?.bitRate.mean ?? heard.measuredBitRate
    }

    /// The bit rate that a header of the server or the playing variant declares, in bits per second.
    package var declaredBitRate: Int? { heard.segments == nil ? heard.response?.icy.bitRate : heard.info?.bitRate }
}
