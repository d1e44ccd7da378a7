import CCrypto

/// A SHA-256 (FIPS 180-4) of bytes that come in pieces, by OpenSSL.
package final class Sha256 {
    /// Owned, freed in `deinit`; nil where memory is out.
    private let context: OpaquePointer?

    package init() {
        context = EVP_MD_CTX_new()
        if let context { EVP_DigestInit_ex(context, EVP_sha256(), nil) }
    }

    deinit { EVP_MD_CTX_free(context) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        if let context, let start = bytes.baseAddress { EVP_DigestUpdate(context, start, bytes.count) }
    }

    /// 64 hexadecimal digits, of what came so far; more may come. Nil where memory is out.
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
