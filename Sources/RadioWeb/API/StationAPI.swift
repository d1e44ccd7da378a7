import Longwave
import RadioJSON

/// Reads the parameters of requests, and makes the answers about stations, the queue and the history.
enum StationAPI {
    /// The parameters `from` and `count` of a request.
    struct Window: Hashable {
        var from: Int
        var count: Int

        init(_ query: [String: String], usual: Int, most: Int) {
            from = max(query["from"].flatMap { Int($0) } ?? 0, 0)
            count = min(max(query["count"].flatMap { Int($0) } ?? usual, 0), most)
        }

        func of<Element>(_ all: [Element]) -> ArraySlice<Element> { all.dropFirst(from).prefix(count) }
    }

    /// A failure whose sentence the client gets.
    struct Wrong: Error {
        var sentence: String
    }

    /// Returns the query of the parameters `q` and `favourite`, without a grouping and a limit.
    static func query(_ parameters: [String: String]) throws(Wrong) -> StationQuery {
        var query: StationQuery
        do throws(StationQueryError) { query = try StationQuery(text: parameters["q"] ?? "") } catch {
            throw Wrong(sentence: "\(error).")
        }
        if parameters["favourite"] == "true", let isFavourite = StationPredicate(.favourite, .equals(.flag(true))) {
            query.predicates.append(isFavourite)
        }
        (query.grouping, query.limit) = (nil, nil)
        return query
    }

    private static func grouping(_ name: String) throws(Wrong) -> StationGrouping {
        guard let grouping = StationGrouping(rawValue: name) else {
            let all = StationGrouping.allCases.map(\.rawValue).joined(separator: ", ")
            throw Wrong(sentence: "by must be one of \(all).")
        }
        return grouping
    }

    /// The stations that a request asks for.
    static func stations(_ parameters: [String: String], in search: LibrarySearch) throws(Wrong) -> JSONNode {
        var query = try query(parameters)
        let window = Window(parameters, usual: 100, most: 1000)
        let group = parameters["group"]
        if group != nil { query.grouping = try grouping(parameters["by"] ?? "tag") }
        let numbers = search.numbers(query).first { $0.title == group ?? "" }?.numbers ?? []
        return list(
            "station", window.of(numbers).map { json(search.library.item(at: $0 - 1)) },
            [
                .init(name: "total", value: .int(Int64(numbers.count))),
                .init(name: "from", value: .int(Int64(window.from))),
            ])
    }

    /// A station without its request headers, which may be secret.
    static func json(_ item: LibraryItem) -> JSONNode {
        var item = item
        (item.station.headers, item.station.headerHosts) = ([:], [])
        return StationJSON.json(item)
    }

    static func groups(_ parameters: [String: String], in search: LibrarySearch) throws(Wrong) -> JSONNode {
        var query = try query(parameters)
        query.grouping = try grouping(parameters["by"] ?? "tag")
        let groups = search.numbers(query).map { group in
            JSONNode.members(["title": .string(group.title), "count": .int(Int64(group.numbers.count))])
        }
        return list("group", groups)
    }

    static func queue(_ queue: PlaybackQueue, _ parameters: [String: String]) -> JSONNode {
        let entries = Window(parameters, usual: 200, most: 2000).of(queue.entries)
        return list("entries", entries.map(QueueJSON.json), QueueJSON.members(queue))
    }

    /// The query for titles that were heard.
    static func history(_ parameters: [String: String]) throws(Wrong) -> SongQuery {
        var query = SongQuery()
        query.words = SongQuery.words(parameters["q"] ?? "")
        query.limit = Window(parameters, usual: 100, most: 1000).count
        if parameters["liked"] == "true" { query.isLiked = true }
        if let before = parameters["before"] {
            guard let time = ISODate(before), !time.isZoneMissing else {
                throw Wrong(sentence: "before must be a date and time such as 2026-11-21T02:30:00Z.")
            }
            query.until = time.time
        }
        return query
    }

    /// Returns a document of the API: its version, further members and a list.
    static func list(_ name: String, _ values: [JSONNode], _ more: [JSONNode.Member] = []) -> JSONNode {
        .object(
            [.init(name: "version", value: .int(1))] + more + [.init(name: name, value: .array(values))])
    }
}
