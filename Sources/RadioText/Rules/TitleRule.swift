import RadioFormats

/// One rule for the titles of some or all stations.
public struct TitleRule: Hashable, Sendable {
    /// The part of a track that a rule's pattern is matched against.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The whole text of the title.
        case text
        case artist, title, album
    }

    /// The change that a rule makes to a track that its pattern matches.
    public enum Action: Hashable, Sendable {
        /// Replaces each match. `$1` and `${name}` stand for groups, `$$` for a dollar. If the rule's field is
        /// ``Field/text``, the new text is read as a title again.
        case rewrite(String)
        /// Sets artist, title and album from the pattern's groups that are named `artist`, `title` and `album`. A part
        /// without such a group stays unchanged.
        case split
        /// Replaces the track with an empty one of kind `TrackInfo/Kind/none`.
        case drop
        case kind(TrackInfo.Kind)
    }

    /// Maximum length of a template in bytes. Longer templates are refused.
    package static let maximumTemplate = 1024

    public var name: String
    /// Names or ids of the stations, in lower case. Nil applies the rule to all stations.
    public var stations: Set<String>?
    public var field: Field
    public var pattern: TitlePattern
    public var action: Action
    /// True if later rules do not apply to a track that this rule changed.
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

    /// Returns true if the rule applies to a station with one of these names or ids. `names` must be in lower case.
    func isFor(_ names: [String]) -> Bool { stations.map { names.contains(where: $0.contains) } ?? true }
}
