/// What must be known of a station after a restart, at a moment.
package struct StationState: Hashable, Sendable {
    package var id: String
    package var name: String
    /// When the station was seen last; milliseconds since 1970. Nil while it has never been.
    package var seenUntil: Int64?
    /// It is seen from then on, as long as the process lives.
    package var isFollowed = false
    /// Tracks that have begun and not ended.
    package var open: [Open]
    /// Tracks that ended last, oldest first; they are not written with it, their records were.
    package var recent: [RecentTracks.Ended] = []

    package struct Open: Hashable, Sendable {
        package var track: TrackDetector.Open
        /// It is what the station shows; then it was there until the station was seen last.
        package var isShown: Bool

        package init(track: TrackDetector.Open, isShown: Bool) {
            self.track = track
            self.isShown = isShown
        }
    }

    package init(id: String, name: String, seenUntil: Int64? = nil, open: [Open] = []) {
        self.id = id
        self.name = name
        self.seenUntil = seenUntil
        self.open = open
    }
}
