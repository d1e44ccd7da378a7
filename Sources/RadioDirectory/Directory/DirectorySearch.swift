import RadioLists

/// A question whose answer comes in parts: which one is asked for next, and what there is so far. Pure.
struct DirectorySearch: Hashable, Sendable {
    struct Page: Hashable, Sendable {
        var target: String
        var bytes: [UInt8]
        var server: String
    }

    let query: DirectoryQuery
    let pageSize: Int
    private(set) var pages: [Page] = []
    private(set) var answer = DirectoryAnswer()
    /// Entries that came, those left out too.
    private var entryCount = 0
    private var isAtEnd = false
    private var known: Set<String> = []

    init(_ query: DirectoryQuery, pageSize: Int) {
        self.query = query
        self.pageSize = max(pageSize, 1)
    }

    /// What to ask a server for; nil where the answer is complete.
    var nextTarget: String? {
        guard !isAtEnd, entryCount < query.limit else { return nil }
        return query.target(offset: entryCount, limit: min(pageSize, query.limit - entryCount))
    }

    /// Takes what ``nextTarget`` brought.
    /// - Parameters:
    ///   - list: the part, as it was read.
    ///   - bytes: the part as it came.
    ///   - server: which one it is from.
    mutating func take(_ list: DirectoryStation.List, bytes: [UInt8], from server: String) {
        guard let target = nextTarget else { return }
        let wanted = min(pageSize, query.limit - entryCount)
        pages.append(Page(target: target, bytes: bytes, server: server))
        answer.server = server
        answer.problems += list.problems
        // The directory may have changed between two parts, and a server may not know of parts.
        let new = list.stations.filter { entry in
            guard let id = entry.station.directoryID else { return true }
            return known.insert(id.lowercased()).inserted
        }
        answer.stations += new.prefix(query.limit - answer.stations.count)
        entryCount += max(list.entryCount, 1)
        isAtEnd = list.entryCount < wanted || (new.isEmpty && !list.stations.isEmpty)
    }
}
