import RadioFormats

/// Remembers the loudness of stations and files. It is used on the player's loop.
package protocol LoudnessMemory: AnyObject {
    /// Calls `found`, at once or later, with the loudness of the item's earlier sound. Does not call `found` if the item
    /// is unknown.
    func find(_ item: PlaybackItem, found: @escaping (LoudnessReading) -> Void)
    /// Stores the loudness of all of the item's sound so far.
    func keep(_ reading: LoudnessReading, of item: PlaybackItem)
}
