/// A cache of keys and init sections, which many segments share. The least recently used entry is dropped first.
struct ResourceCache {
    /// What identifies a resource: its address, the playlist that names it, and its byte range.
    struct Key: Hashable {
        var uri: String
        /// The URL, without its query, of the playlist that names the resource.
        ///
        /// The query has no effect on relative addresses (RFC 3986 §5.2.2), and differs with each blocking reload.
        var base: String
        var range: HlsByteRange?

        init(uri: String, base: String, range: HlsByteRange? = nil) {
            self.uri = uri
            self.base = String(base.prefix { $0 != "?" && $0 != "#" })
            self.range = range
        }
    }

    let capacity: Int
    /// The entries, the least recently used first.
    private var entries: [(key: Key, bytes: [UInt8])] = []

    init(capacity: Int) { self.capacity = capacity }

    mutating func bytes(_ key: Key) -> [UInt8]? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = entries.remove(at: index)
        entries.append(entry)
        return entry.bytes
    }

    mutating func store(_ bytes: [UInt8], for key: Key) {
        entries.removeAll { $0.key == key }
        if entries.count == capacity { entries.removeFirst() }
        entries.append((key, bytes))
    }

    /// Drops a resource that turned out to be unusable, so that it is fetched again.
    mutating func forget(_ key: Key) { entries.removeAll { $0.key == key } }
}
