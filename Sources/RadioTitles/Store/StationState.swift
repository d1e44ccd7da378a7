/// What must be known of a station after a restart, at a moment.
public struct StationState: Hashable, Sendable {
    public var id: String
    public var name: String
    /// When the station was seen last; milliseconds since 1970. Nil while it has never been.
    public var seenUntil: Int64?
    /// It is seen from then on, as long as the process lives.
    public var isFollowed = false
    /// Tracks that have begun and not ended.
    public var open: [Open]
    /// Tracks that ended last, oldest first; they are not written with it, their records were.
    public var recent: [RecentTracks.Ended] = []

    public struct Open: Hashable, Sendable {
        public var track: TrackDetector.Open
        /// It is what the station shows; then it was there until the station was seen last.
        public var isShown: Bool

        public init(track: TrackDetector.Open, isShown: Bool) {
            self.track = track
            self.isShown = isShown
        }
    }

    public init(id: String, name: String, seenUntil: Int64? = nil, open: [Open] = []) {
        self.id = id
        self.name = name
        self.seenUntil = seenUntil
        self.open = open
    }
}
