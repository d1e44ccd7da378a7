/// How segments are encrypted and where the key is (EXT-X-KEY, RFC 8216 §4.3.2.4; EXT-X-SESSION-KEY, §4.3.4.5).
package struct SegmentKey: Hashable, Sendable {
    package enum Method: Hashable, Sendable {
        /// Only in a session key, where it means nothing; segments without encryption have no key at all.
        case none
        /// Whole segments, AES-128 in CBC mode with PKCS7 padding.
        case aes128
        /// Frames within the segment are encrypted.
        case sampleAes
        /// Another one, by its name as written.
        case other(String)

        package init(name: String) {
            self =
                switch name {
                case "NONE": .none
                case "AES-128": .aes128
                case "SAMPLE-AES": .sampleAes
                default: .other(name)
                }
        }

        /// As a playlist writes it.
        package var name: String {
            switch self {
            case .none: "NONE"
            case .aes128: "AES-128"
            case .sampleAes: "SAMPLE-AES"
            case .other(let name): name
            }
        }
    }

    package var method: Method
    /// As written, variables replaced; relative to the playlist's URL.
    package var uri: String?
    /// 16 bytes. Where it is nil, and the key's format is `identity`, the media sequence number takes its place:
    /// ``initializationVector(mediaSequence:)``.
    package var iv: [UInt8]?
    package var keyFormat: String
    package var keyFormatVersions: [Int]

    /// The format of a key that is 16 plain bytes; what is meant where none is named.
    package static let identity = "identity"

    package init(
        method: Method, uri: String? = nil, iv: [UInt8]? = nil, keyFormat: String = SegmentKey.identity,
        keyFormatVersions: [Int] = [1]
    ) {
        self.method = method
        self.uri = uri
        self.iv = iv
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
    }

    /// The 16 bytes to begin decrypting a segment with: those of the tag, or the segment's number, big-endian
    /// (RFC 8216 §5.2).
    package func initializationVector(mediaSequence: Int64) -> [UInt8] {
        if let iv { return iv }
        let number = UInt64(bitPattern: mediaSequence)
        return [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
