/// The reasons why a segment cannot be decrypted, grouped by remedy.
package enum SegmentDecryptionError: Error, Hashable, Sendable {
    /// The key is not sixteen bytes long, as AES-128 requires. The key's address may deliver something else.
    case badKey(byteCount: Int)
    /// The initialisation vector is not sixteen bytes long.
    case badInitialisationVector(byteCount: Int)
    /// The segment's length is not a multiple of the block length. The segment was cut off, or is not encrypted.
    case notWholeBlocks(byteCount: Int)
    /// The last block does not end in valid padding. The key is wrong, or the segment is damaged.
    case wrongKey
    /// OpenSSL refused: memory is exhausted, or OpenSSL was built without AES.
    case unavailable
}
