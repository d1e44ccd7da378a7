import RadioStations

/// What the picker's owner has to do after a key.
enum PickerOutcome: Hashable, Sendable {
    /// Perhaps none.
    case picked([LibraryItem])
    case cancelled
    /// Play it; what plays already is stopped.
    case listen(LibraryItem)
    /// Keep what the listener has of it now.
    case changed(LibraryItem)
}
