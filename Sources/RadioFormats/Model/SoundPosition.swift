/// The place of sound in its item or broadcast.
package struct SoundPosition: Hashable, Sendable {
    /// Time in the presentation: from the start of a finite item, or from where a live stream was joined.
    package var time: MediaTime
    /// The station's own date of the sound, as time since 1970-01-01T00:00:00Z; nil if the HLS playlist gives none.
    package var wallClock: MediaTime?

    package init(time: MediaTime, wallClock: MediaTime? = nil) {
        self.time = time
        self.wallClock = wallClock
    }
}
