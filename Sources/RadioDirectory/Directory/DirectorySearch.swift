import RadioLists

/// A search whose answer is requested in parts. Determines which part to request next, and joins the received parts.
/// Pure.
struct DirectorySearch: Hashable, Sendable {
    /// A part of the answer as a server sent it.
    struct Page: Hashable, Sendable {
        var target: String
        var bytes: [UInt8]
        var server: String
    }

    let query: DirectoryQuery
    let pageSize: Int
    private(set) var pages: [Page] = []
    private(set) var answer = DirectoryAnswer()
    /// Number of entries received, including unusable and repeated ones.
    private var entryCount = 0
    /// True once a server has sent the last part.
    private var isAtEnd = false
    /// Directory ids of the stations received so far.
    private var known: Set<String> = []

    init(_ query: DirectoryQuery, pageSize: Int) {
        self.query = query
        self.pageSize = max(pageSize, 1)
    }

    /// The path and query of the next part; nil if the answer is complete.
    var nextTarget: String? {
        guard !isAtEnd, entryCount < query.limit else { return nil }
        return query.target(offset: entryCount, limit: min(pageSize, query.limit - entryCount))
    }

    /// Adds the response to the request for ``nextTarget``.
    /// - Parameters:
    ///   - list: the parsed part.
    ///   - bytes: the part's original bytes.
    ///   - server: the server that sent the part.
    mutating func take(_ list: DirectoryStation.List, bytes: [UInt8], from server: String) {
        guard let target = nextTarget else { return }
        let wanted = min(pageSize, query.limit - entryCount)
        pages.append(Page(target: target, bytes: bytes, server: server))
        answer.server = server
        answer.problems += list.problems
        // A station may occur twice, because the directory may change between two parts, or a server may ignore the
        // offset.
        let new = list.stations.filter { entry in
            guard let id = entry.station.directoryID else { return true }
            return known.insert(id.lowercased()).inserted
        }
        answer.stations += new.prefix(query.limit - answer.stations.count)
        entryCount += max(list.entryCount, 1)
        isAtEnd = list.entryCount < wanted || (new.isEmpty && !list.stations.isEmpty)
    }
}
