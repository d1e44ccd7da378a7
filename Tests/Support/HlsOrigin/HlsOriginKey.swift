import CCrypto

/// An AES-128 key with which an ``HlsOrigin`` encrypts segments.
package struct HlsOriginKey: Sendable, Hashable {
    /// The name in the path `/keys/NAME`.
    package var name: String
    /// The key's bytes: 16, or another number to test a player with a key of the wrong length.
    package var bytes: [UInt8]
    /// The IV. Nil means the media sequence number, as in a playlist without IV.
    package var iv: [UInt8]?
    /// The METHOD in the playlist. Another method makes a playlist that cannot be played.
    package var method = "AES-128"

    package init(name: String, bytes: [UInt8], iv: [UInt8]? = nil) {
        self.name = name
        self.bytes = bytes
        self.iv = iv
    }

    /// The key's tag, for a playlist in the same folder as `keys`.
    var tag: String {
        let iv = iv.map { ",IV=0x" + $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() } ?? ""
        return "#EXT-X-KEY:METHOD=\(method),URI=\"keys/\(name)\"\(iv)"
    }

    /// Encrypts a segment with AES-128 in CBC mode and PKCS #7 padding (RFC 8216 §4.3.2.4).
    package func encrypt(_ plain: [UInt8], sequence: Int64) -> [UInt8] {
        let number = UInt64(bitPattern: sequence)
        let counted =
            [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        var encrypted = [UInt8](repeating: 0, count: plain.count + 16)
        var (length, rest): (Int32, Int32) = (0, 0)
        let key = Array((bytes + [UInt8](repeating: 0, count: 16)).prefix(16))
        EVP_EncryptInit_ex(context, EVP_aes_128_cbc(), nil, key, iv ?? counted)
        EVP_EncryptUpdate(context, &encrypted, &length, plain, Int32(plain.count))
        encrypted.withUnsafeMutableBufferPointer {
            _ = EVP_EncryptFinal_ex(context, $0.baseAddress! + Int(length), &rest)
        }
        return Array(encrypted[..<Int(length + rest)])
    }
}
