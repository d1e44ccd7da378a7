/// Where sound belongs in its item or broadcast.
package struct SoundPosition: Hashable, Sendable {
    /// In the presentation: from the start of what has an end, from where a live stream was joined.
    package var time: MediaTime
    /// When it was recorded, since 1970-01-01T00:00:00Z; nil where the playlist does not tell.
    package var wallClock: MediaTime?

    package init(time: MediaTime, wallClock: MediaTime? = nil) {
        self.time = time
        self.wallClock = wallClock
    }
}
