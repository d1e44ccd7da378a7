import RadioFormats

/// One rule for the titles of a station, or of all.
public struct TitleRule: Hashable, Sendable {
    /// What of a track is looked at.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The whole text.
        case text
        case artist, title, album
    }

    /// What happens to a track that matches.
    public enum Action: Hashable, Sendable {
        /// Each match is replaced; `$1`, `${name}` stand for groups, `$$` for a dollar. A text that was changed is read anew.
        case rewrite(String)
        /// Groups called `artist`, `title` and `album` are these; what is named by none stays.
        case split
        /// It says nothing: `TrackInfo/Kind/none`.
        case drop
        case kind(TrackInfo.Kind)
    }

    /// Longer templates are refused.
    package static let maximumTemplate = 1024

    public var name: String
    /// Names or ids of stations, without case; nil for all.
    public var stations: Set<String>?
    public var field: Field
    public var pattern: TitlePattern
    public var action: Action
    /// The rules behind it do not apply to what it changed.
    public var isLast: Bool

    public init(
        name: String, stations: Set<String>? = nil, field: Field = .text, pattern: TitlePattern, action: Action,
        isLast: Bool = false
    ) {
        self.name = name
        self.stations = stations.map { Set($0.map { $0.lowercased() }) }
        self.field = field
        self.pattern = pattern
        self.action = action
        self.isLast = isLast
    }

    /// Whether it is for a station that has one of these names, in lower case.
    func isFor(_ names: [String]) -> Bool { stations.map { names.contains(where: $0.contains) } ?? true }
}
