/// When sound is played within its item, and when the station broadcast it.
package struct SoundPosition: Hashable, Sendable {
    /// Time since the beginning of a finite item, or since the sound with which reception of a live stream began.
    package var time: MediaTime
    /// The date that the station states for the sound, as time since 1970-01-01T00:00:00Z; nil if the HLS playlist
    /// gives none.
    package var wallClock: MediaTime?

    package init(time: MediaTime, wallClock: MediaTime? = nil) {
        self.time = time
        self.wallClock = wallClock
    }
}
