/// Sent to observers when stations are added, removed or changed, or when the listener's properties of a station
/// (``UserProperties``) change.
public struct LibraryDidChange: Hashable, Sendable {
    /// The library after the change.
    public var library: StationLibrary
    public var difference: LibraryDifference
}
