/// Why a segment gives no sound, by what can be done about it.
package enum SegmentProblem: Error, Hashable, Sendable {
    /// Another variant may be decodable; the names of what was offered.
    case unsupportedCodec(String)
    /// It is encrypted within (SAMPLE-AES, Common Encryption); the scheme's name.
    case encrypted(String)
    /// There is no sound track in it.
    case noSound
    /// It is not what it is said to be; what was found, in words.
    case damaged(String)
}
