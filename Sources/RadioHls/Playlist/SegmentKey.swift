/// The encryption of segments, and the address of the key (EXT-X-KEY, RFC 8216 §4.3.2.4; EXT-X-SESSION-KEY, §4.3.4.5).
package struct SegmentKey: Hashable, Sendable {
    /// METHOD: the encryption method.
    package enum Method: Hashable, Sendable {
        /// No encryption. This occurs only in a session key, where it has no meaning. Segments without encryption have
        /// no key.
        case none
        /// AES-128 of whole segments, in CBC mode with PKCS7 padding.
        case aes128
        /// AES of frames within the segments.
        case sampleAes
        /// Another method, by its name as written.
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

        /// The name in a playlist.
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
    /// The address as written, with variables replaced; relative to the playlist's URL.
    package var uri: String?
    /// The initialization vector of 16 bytes.
    ///
    /// If it is nil and the key's format is `identity`, the vector is made from the media sequence number:
    /// ``initializationVector(mediaSequence:)``.
    package var iv: [UInt8]?
    package var keyFormat: String
    package var keyFormatVersions: [Int]

    /// KEYFORMAT of a key that is a file of 16 bytes; the value if the tag has no KEYFORMAT.
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

    /// Returns the initialization vector for a segment: 16 bytes.
    ///
    /// The vector comes from the tag or, if the tag has none, is the segment's number in big-endian order (RFC 8216
    /// §5.2).
    package func initializationVector(mediaSequence: Int64) -> [UInt8] {
        if let iv { return iv }
        let number = UInt64(bitPattern: mediaSequence)
        return [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
