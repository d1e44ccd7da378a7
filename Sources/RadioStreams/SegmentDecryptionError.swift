/// The reasons why a segment cannot be decrypted, by remedy.
package enum SegmentDecryptionError: Error, Hashable, Sendable {
    /// The key does not have sixteen bytes, as AES-128 needs. Perhaps the key's address answers with something else.
    case badKey(byteCount: Int)
    /// The initialisation vector does not have sixteen bytes.
    case badInitialisationVector(byteCount: Int)
    /// The segment's length is no multiple of the block length. The segment was cut off, or is not encrypted.
    case notWholeBlocks(byteCount: Int)
    /// The last block does not end in padding. The key is wrong, or the segment is damaged.
    case wrongKey
    /// OpenSSL refused: memory is exhausted, or OpenSSL was built without AES.
    case unavailable
}
