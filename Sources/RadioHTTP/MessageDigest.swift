import CCrypto

/// Computes a digest of bytes that are added chunk by chunk, with OpenSSL.
package final class MessageDigest {
    /// The digests that can be computed.
    package enum Algorithm: Hashable, Sendable {
        /// SHA-256 (FIPS 180-4).
        case sha256
        /// MD5 (RFC 1321). MD5 no longer protects anything, but some protocols require it.
        case md5
    }

    /// OpenSSL's context, owned by this object and freed in `deinit`. Nil if memory is exhausted.
    private let context: OpaquePointer?

    package init(_ algorithm: Algorithm) {
        context = EVP_MD_CTX_new()
        guard let context else { return }
        EVP_DigestInit_ex(context, algorithm == .sha256 ? EVP_sha256() : EVP_md5(), nil)
    }

    /// Returns the digest of the text's UTF-8 in hexadecimal digits, or nil if memory is exhausted.
    package static func hexadecimal(_ algorithm: Algorithm, of text: String) -> String? {
        let digest = MessageDigest(algorithm)
        Array(text.utf8).withUnsafeBytes { digest.update($0) }
        return digest.hexadecimal
    }

    deinit { EVP_MD_CTX_free(context) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        if let context, let start = bytes.baseAddress { EVP_DigestUpdate(context, start, bytes.count) }
    }

    /// The digest of the bytes so far in hexadecimal digits, or nil if memory is exhausted.
    ///
    /// SHA-256 gives 64 digits and MD5 gives 32. More bytes may be added afterwards.
    package var hexadecimal: String? {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.map { bytes in
            String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }

    /// The digest of the bytes so far, or nil if memory is exhausted. More bytes may be added afterwards.
    package var bytes: [UInt8]? {
        // Only a copy of the context is finished, so that more bytes can be added to the context itself.
        guard let context, let copy = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(copy) }
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_MD_CTX_copy_ex(copy, context) == 1, EVP_DigestFinal_ex(copy, &bytes, &count) == 1 else { return nil }
        return Array(bytes[..<Int(count)])
    }
}
