/// The reason why a segment gives no sound. Each case has its own remedy.
package enum SegmentProblem: Error, Hashable, Sendable {
    /// The codec is not supported. Another variant may be decodable. Contains the names of the codecs offered.
    case unsupportedCodec(String)
    /// The sound is encrypted inside the segment (SAMPLE-AES, Common Encryption). Contains the scheme's name.
    case encrypted(String)
    /// The segment has no sound track.
    case noSound
    /// The segment is damaged or of another kind than expected. Contains a description.
    case damaged(String)
}
