/// Keys and init sections, which many segments share. The one that was used least recently goes first.
struct ResourceCache {
    struct Key: Hashable {
        var uri: String
        /// Of the playlist that names it, without its query: that resolves nothing (RFC 3986 §5.2.2), and is another one with each reload
        /// that a server holds back.
        var base: String
        var range: HlsByteRange?

        init(uri: String, base: String, range: HlsByteRange? = nil) {
            self.uri = uri
            self.base = String(base.prefix { $0 != "?" && $0 != "#" })
            self.range = range
        }
    }

    let capacity: Int
    /// In the order of use.
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

    /// It turned out to be of no use.
    mutating func forget(_ key: Key) { entries.removeAll { $0.key == key } }
}
