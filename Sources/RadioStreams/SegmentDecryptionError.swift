/// Why a segment cannot be decrypted, by what can be done about it.
package enum SegmentDecryptionError: Error, Hashable, Sendable {
    /// A key of AES-128 has sixteen bytes; so many came. Perhaps the key's address answers with something else.
    case badKey(byteCount: Int)
    /// An initialisation vector has sixteen bytes; so many were given.
    case badInitialisationVector(byteCount: Int)
    /// So many bytes are no whole number of blocks: the segment was cut off, or is not encrypted.
    case notWholeBlocks(byteCount: Int)
    /// The last block does not end in padding: the key is another one, or the segment is damaged.
    case wrongKey
    /// OpenSSL refuses: memory is out, or it was built without AES.
    case unavailable
}
