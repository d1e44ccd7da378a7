/// Told when stations came, went or changed, or what the listener has of them.
public struct LibraryDidChange: Hashable, Sendable {
    /// As it is now.
    public var library: StationLibrary
    public var difference: LibraryDifference
}
