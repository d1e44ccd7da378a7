/// The state of a station that is stored, so that the next run can continue the station's tracks.
package struct StationState: Hashable, Sendable {
    package var id: String
    package var name: String
    /// When the station was last observed, in milliseconds since 1970; nil if never.
    package var seenUntil: Int64?
    /// True if the station is being observed. It then counts as observed until the last sign of life of the process
    /// that observes it.
    package var isFollowed = false
    /// Tracks that have begun and not ended.
    package var open: [Open]
    /// Tracks that ended last, oldest first. They are not stored with the state, because their records are in the file
    /// already.
    package var recent: [RecentTracks.Ended] = []

    /// A track that has begun and not ended.
    package struct Open: Hashable, Sendable {
        package var track: TrackDetector.Open
        /// True if the station shows the track. The track then lasted at least until the station was last observed.
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
