import RadioFormats
import RadioLists

/// Fuzzes the reader of M3U lists. Input: such a list.
enum M3uReaderTarget: FuzzTarget {
    static let name = "M3uReader"
    static func run(_ input: UnsafeRawBufferPointer) {
        EntryRules.check(M3uReader.read(Array(input), base: "http://radio.example/lists/all.m3u?x=1"))
    }
}

/// Fuzzes the reader of PLS lists. Input: such a list.
enum PlsReaderTarget: FuzzTarget {
    static let name = "PlsReader"
    static func run(_ input: UnsafeRawBufferPointer) {
        EntryRules.check(PlsReader.read(Array(input), base: "/home/listener/lists/all.pls"))
    }
}

/// Checks the entries that the readers of M3U and PLS lists return.
private enum EntryRules {
    static func check(_ entries: [PlaylistEntry]) {
        require(entries.count <= 1000, "\(entries.count) entries")
        for entry in entries { require(!entry.url.isEmpty, "an entry without an address") }
    }
}
