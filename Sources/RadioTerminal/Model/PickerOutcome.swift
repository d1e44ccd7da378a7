import RadioStations

/// What the picker's owner has to do after a key.
enum PickerOutcome: Hashable, Sendable {
    /// Perhaps none.
    case picked([LibraryItem])
    case cancelled
    /// Play it; what plays already is stopped.
    case listen(LibraryItem)
    /// Louder by a step, or softer below 0.
    case volume(Int)
    /// Keep what the listener has of it now.
    case changed(LibraryItem)
}
