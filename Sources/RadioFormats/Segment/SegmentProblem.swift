/// The reason why a media segment or file gives no sound. Each case has its own remedy.
package enum SegmentProblem: Error, Hashable, Sendable {
    /// The codec is not supported. Another HLS variant may be decodable. Contains the names of the codecs.
    case unsupportedCodec(String)
    /// The sound is encrypted inside its container (SAMPLE-AES, Common Encryption). Contains the scheme's name.
    case encrypted(String)
    /// The segment or file has no sound track.
    case noSound
    /// The segment or file is damaged, or of another kind than expected. Contains a description.
    case damaged(String)
}
