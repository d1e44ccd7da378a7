/// The reason why no sound can be played from a media segment or file.
package enum SegmentProblem: Error, Hashable, Sendable {
    /// The codec is not supported. Another variant of an HLS stream may have a supported one. The value names the
    /// codec.
    case unsupportedCodec(String)
    /// The sound is encrypted inside its container (SAMPLE-AES, Common Encryption). The value is the name of the
    /// encryption scheme.
    case encrypted(String)
    /// The segment or file has no sound track.
    case noSound
    /// The index (`moov`) of an MP4 file comes after its sound, and the bytes are available only in their order.
    case lateIndex
    /// The segment or file is damaged, or of another kind than expected. The value describes what is wrong.
    case damaged(String)
}
