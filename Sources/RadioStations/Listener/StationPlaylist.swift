import RadioText

/// A listener's list of stations: made by hand, or made by a query each time it is used.
public struct StationPlaylist: Hashable, Sendable {
    /// The stations of a playlist, or the query that selects them.
    package enum Content: Hashable, Sendable {
        /// Stations in the listener's order; a station may occur twice. Name and address are stored with each station,
        /// so that it can be played even if no list contains it any more.
        case stations([ListenerRecord])
        /// A query in the form of ``StationQuery/text``.
        case query(String)
    }

    /// The playlist's name. A playlist of the listener replaces the ready-made playlist with the same name.
    public var name: String
    package var content: Content

    /// Maximum number of stations in a playlist; more are not stored.
    package static let maximumStations = 10_000
    /// Maximum number of characters in a name; a longer name is cut.
    package static let maximumNameLength = 200

    package init(name: String, content: Content) {
        self.name = name
        self.content = content
    }

    /// Creates a handmade playlist. At most 10,000 stations are stored.
    public init(name: String, items: [LibraryItem] = []) {
        self.init(name: name, content: .stations(items.map(ListenerRecord.init(entry:))))
    }

    /// The query (``StationQuery/text``) that selects the stations whenever the playlist is used; nil if the playlist is
    /// handmade.
    public var query: String? {
        get { if case .query(let text) = content { text } else { nil } }
        set {
            guard newValue != query else { return }
            content = newValue.map(Content.query) ?? .stations([])
        }
    }

    /// The number of stations in a handmade playlist; nil if a query selects the stations.
    public var count: Int? {
        if case .stations(let records) = content { records.count } else { nil }
    }

    /// Appends stations. Returns false, and changes nothing, if a query selects the playlist's stations.
    public mutating func append(_ items: [LibraryItem]) -> Bool {
        guard case .stations(let records) = content else { return false }
        content = .stations(records + items.map(ListenerRecord.init(entry:)))
        return true
    }

    /// Removes the stations at these places, counted from 0. Does nothing if a query selects the playlist's stations.
    public mutating func remove(at places: Set<Int>) {
        guard case .stations(let records) = content else { return }
        content = .stations(records.indices.filter { !places.contains($0) }.map { records[$0] })
    }
}

extension [StationPlaylist] {
    /// Returns the index of the playlist with this name, or nil if there is none.
    ///
    /// If no playlist has exactly this name, capitals, accents and punctuation are ignored.
    public func place(of name: String) -> Int? {
        let wanted = NameFolding.words(name)
        return firstIndex { $0.name == name } ?? firstIndex { NameFolding.words($0.name) == wanted }
    }
}
