import CCrypto

/// Encrypts HLS segments as packagers do for `METHOD=AES-128`: with AES in CBC mode and PKCS #7 padding.
package enum SegmentEncryptor {
    package struct Failed: Error {}

    package static func encrypt(_ plain: [UInt8], key: [UInt8], iv: [UInt8]) throws -> [UInt8] {
        guard key.count == 16, iv.count == 16, let context = EVP_CIPHER_CTX_new() else { throw Failed() }
        defer { EVP_CIPHER_CTX_free(context) }
        var bytes = [UInt8](repeating: 0, count: plain.count + 16)
        var count: Int32 = 0
        var rest: Int32 = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_128_cbc(), nil, key, iv) == 1,
            EVP_EncryptUpdate(context, &bytes, &count, plain, Int32(plain.count)) == 1
        else { throw Failed() }
        let isFinished = bytes.withUnsafeMutableBufferPointer {
            EVP_EncryptFinal_ex(context, $0.baseAddress! + Int(count), &rest) == 1
        }
        guard isFinished else { throw Failed() }
        return Array(bytes[..<Int(count + rest)])
    }
}
