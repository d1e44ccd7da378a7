import CCrypto

/// Decrypts one HLS segment while it arrives, with OpenSSL.
///
/// `METHOD=AES-128` is AES in cipher block chaining with PKCS #7 padding over the whole segment (RFC 8216 §4.3.2.4,
/// §5.2; RFC 5652 §6.3).
///
/// The last block may be padding, so it is held back until ``finish(_:)``. Only `finish` detects a wrong key, although
/// all earlier output is then noise. Check the first decrypted bytes before you use any. A wrong initialisation vector
/// spoils only the first sixteen bytes.
package final class SegmentDecryptor {
    /// The length in bytes of a block, a key and an initialisation vector.
    package static let blockLength = 16
    /// The maximum number of bytes that are decrypted in one call of OpenSSL.
    private static let pieceLength = 16 * 1024

    /// OpenSSL's context, owned by this object and freed in `deinit`.
    private let context: OpaquePointer
    /// The buffer for plain bytes, owned by this object.
    private let plain: UnsafeMutableRawBufferPointer
    private var byteCount = 0

    /// Creates a decryptor. Throws if the key or the initialisation vector is not sixteen bytes long.
    package init(key: [UInt8], iv: [UInt8]) throws(SegmentDecryptionError) {
        guard key.count == Self.blockLength else { throw .badKey(byteCount: key.count) }
        guard iv.count == Self.blockLength else { throw .badInitialisationVector(byteCount: iv.count) }
        guard let context = EVP_CIPHER_CTX_new() else { throw .unavailable }
        guard EVP_DecryptInit_ex(context, EVP_aes_128_cbc(), nil, key, iv) == 1 else {
            EVP_CIPHER_CTX_free(context)
            ERR_clear_error()
            throw .unavailable
        }
        self.context = context
        // One call may return the block that the previous call held back, and ``pieceLength`` bytes after it.
        plain = .allocate(byteCount: Self.pieceLength + Self.blockLength, alignment: Self.blockLength)
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
        plain.deallocate()
    }

    /// Returns the initialisation vector for a playlist that gives none.
    ///
    /// The vector is the segment's media sequence number, big-endian (RFC 8216 §5.2).
    package static func initialisationVector(mediaSequence: UInt64) -> [UInt8] {
        [UInt8](repeating: 0, count: 8) + withUnsafeBytes(of: mediaSequence.bigEndian) { Array($0) }
    }

    /// Decrypts the next bytes of the segment, which may be cut anywhere. Plain bytes are valid only during the call of
    /// `emit`.
    package func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void)
        throws(SegmentDecryptionError)
    {
        byteCount += bytes.count
        var at = 0
        while at < bytes.count {
            let length = min(bytes.count - at, Self.pieceLength)
            let piece = UnsafeRawBufferPointer(rebasing: bytes[at..<at + length])
            var count: Int32 = 0
            guard
                EVP_DecryptUpdate(
                    context, plain.baseAddress?.assumingMemoryBound(to: UInt8.self), &count,
                    piece.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(length)) == 1
            else { throw failed(.unavailable) }
            if count > 0 { emit(UnsafeRawBufferPointer(rebasing: plain[..<Int(count)])) }
            at += length
        }
    }

    /// Ends the segment and emits the last block without its padding. No bytes may follow.
    package func finish(_ emit: (UnsafeRawBufferPointer) -> Void) throws(SegmentDecryptionError) {
        // Padding is never empty, so an encrypted segment is never empty either.
        guard byteCount > 0, byteCount % Self.blockLength == 0 else { throw .notWholeBlocks(byteCount: byteCount) }
        var count: Int32 = 0
        guard EVP_DecryptFinal_ex(context, plain.baseAddress?.assumingMemoryBound(to: UInt8.self), &count) == 1
        else { throw failed(.wrongKey) }
        if count > 0 { emit(UnsafeRawBufferPointer(rebasing: plain[..<Int(count)])) }
    }

    private func failed(_ error: SegmentDecryptionError) -> SegmentDecryptionError {
        // Errors must not stay in OpenSSL's queue: the whole thread shares the queue, and libcurl's TLS reads it too.
        ERR_clear_error()
        return error
    }
}
