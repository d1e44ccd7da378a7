import RadioFormats

/// Keeps the fetched keys and init sections that segments need.
struct SegmentResources {
    /// What must be fetched before a segment can be read.
    enum Need {
        case nothing(cipher: SegmentPlan.Cipher?, map: SegmentPlan.Map?)
        case key(ResourceCache.Key)
        case map(ResourceCache.Key)
        /// The segment is encrypted with an unsupported method. The text names the method.
        case unknownCipher(String)
    }

    private var keys = ResourceCache(capacity: 16)
    private var maps = ResourceCache(capacity: 8)
    /// The key that decrypted the last segment that was read.
    private var provenKey: ResourceCache.Key?

    /// Returns what must be fetched before the segment can be read.
    ///
    /// - Parameter base: the URL of the playlist that names the segment.
    mutating func need(of segment: MediaSegment, base: String) -> Need {
        var cipher: SegmentPlan.Cipher?
        if let key = segment.key {
            switch need(of: key, segment, base) {
            case .nothing(let found, _): cipher = found
            case let need: return need
            }
        }
        guard let section = segment.map else { return .nothing(cipher: cipher, map: nil) }
        var mapCipher: SegmentPlan.Cipher?
        if let key = section.key {
            switch need(of: key, segment, base) {
            case .nothing(let found, _): mapCipher = found
            case let need: return need
            }
        }
        let name = ResourceCache.Key(uri: section.uri, base: base, range: section.byteRange)
        guard let bytes = maps.bytes(name) else { return .map(name) }
        return .nothing(cipher: cipher, map: SegmentPlan.Map(bytes: bytes, cipher: mapCipher))
    }

    private mutating func need(of key: SegmentKey, _ segment: MediaSegment, _ base: String) -> Need {
        guard key.method == .aes128, key.keyFormat == SegmentKey.identity, let uri = key.uri else {
            return .unknownCipher(EncryptionName.of(key))
        }
        let name = ResourceCache.Key(uri: uri, base: base)
        guard let bytes = keys.bytes(name) else { return .key(name) }
        let iv = key.initializationVector(mediaSequence: segment.sequence)
        return .nothing(cipher: SegmentPlan.Cipher(key: bytes, iv: iv), map: nil)
    }

    mutating func store(key bytes: [UInt8], for name: ResourceCache.Key) { keys.store(bytes, for: name) }

    mutating func store(map bytes: [UInt8], for name: ResourceCache.Key) { maps.store(bytes, for: name) }

    /// Notes that the segment was read, which proves its key.
    mutating func opened(_ segment: MediaSegment, base: String) { provenKey = Self.keyName(of: segment, base) }

    /// Notes that the segment cannot be read. Its key will be fetched again.
    ///
    /// - Returns: the segment's key if it may be wrong; nil if it decrypted the last segment that was read.
    mutating func damaged(_ segment: MediaSegment, base: String) -> ResourceCache.Key? {
        guard let name = Self.keyName(of: segment, base) else { return nil }
        keys.forget(name)
        return name == provenKey ? nil : name
    }

    private static func keyName(of segment: MediaSegment, _ base: String) -> ResourceCache.Key? {
        segment.key?.uri.map { ResourceCache.Key(uri: $0, base: base) }
    }
}
