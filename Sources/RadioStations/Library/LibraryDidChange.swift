/// Sent to observers when stations are added, removed, moved or changed, when the listener's properties of a station
/// (``UserProperties``) or the listener's playlists change, and when a list becomes readable or unreadable.
public struct LibraryDidChange: Hashable, Sendable {
    /// The library after the change. While a list is unreadable, for example because its file is half written, the
    /// library contains the list's last readable state.
    public var library: StationLibrary
    public var difference = LibraryDifference()
    /// The listener's playlists in the listener's order, followed by the ready-made playlists, such as `favourites`.
    public var playlists: [StationPlaylist]
    /// Why lists could not be loaded, in the order of the lists.
    public var failures: [StationLibraryError] = []
}
