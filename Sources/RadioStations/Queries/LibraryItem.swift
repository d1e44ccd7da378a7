import RadioFormats

/// A station of a library, with its place in it and what the listener has of it.
public struct LibraryItem: Hashable, Sendable {
    /// From 1: what ``StationLibrary/pick(_:)`` takes as a number.
    public var number: Int
    /// What the listener's properties and playlists know it by: stable across edits and machines.
    public var id: String
    public var station: Station
    public var user: UserProperties
}
