import CCrypto

/// A digest of bytes that come in pieces, by OpenSSL.
package final class MessageDigest {
    package enum Algorithm: Hashable, Sendable {
        /// FIPS 180-4.
        case sha256
        /// RFC 1321. It protects nothing; some protocols ask for it.
        case md5
    }

    /// Owned, freed in `deinit`; nil where memory is out.
    private let context: OpaquePointer?

    package init(_ algorithm: Algorithm) {
        context = EVP_MD_CTX_new()
        guard let context else { return }
        EVP_DigestInit_ex(context, algorithm == .sha256 ? EVP_sha256() : EVP_md5(), nil)
    }

    /// The digest of a text's UTF-8, in hexadecimal digits. Nil where memory is out.
    package static func hexadecimal(_ algorithm: Algorithm, of text: String) -> String? {
        let digest = MessageDigest(algorithm)
        Array(text.utf8).withUnsafeBytes { digest.update($0) }
        return digest.hexadecimal
    }

    deinit { EVP_MD_CTX_free(context) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        if let context, let start = bytes.baseAddress { EVP_DigestUpdate(context, start, bytes.count) }
    }

    /// Hexadecimal digits, 64 of SHA-256 and 32 of MD5, of what came so far; more may come. Nil where memory is out.
    package var hexadecimal: String? {
        // A copy is finished: the running digest goes on.
        guard let context, let copy = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(copy) }
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_MD_CTX_copy_ex(copy, context) == 1, EVP_DigestFinal_ex(copy, &bytes, &count) == 1 else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes[..<Int(count)].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
