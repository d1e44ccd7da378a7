import RadioFormats
import RadioHls
import RadioLoop
import RadioStreams

/// The whole state of a player at one moment: the four facts, what follows from them, and what is playing.
public struct PlaybackSnapshot: Hashable, Sendable {
    /// The four facts.
    package var facts = PlaybackFacts()

    public var item: PlaybackItem?
    public var itemStatus = PlaybackItem.Status.unknown
    public var queue = QueuePlace()
    public var stream: StreamDescription?
    /// The station's address whose sound was heard last, as the station has it; nil before the first sound.
    public var workingURL: String?
    public var nowPlaying: NowPlaying?
    /// What the station sends now; ``nowPlaying`` is heard now. Nil before the station has told anything.
    public var onAir: TrackInfo?
    /// The sink that plays, by the server's name.
    public var outputDevice: String?
    /// 0…1 on the server's side; a mixer may have set more.
    public var volume = 1.0
    public var isMuted = false

    /// The moment of the item that leaves the loudspeaker; zero is its first packet, of what comes in segments the start of
    /// the first playlist.
    public var currentTime = MediaTime.zero
    /// What is held, in memory and on the tape, heard or not.
    public var loadedTimeRanges: [MediaTimeRange] = []
    /// Where play can be continued.
    public var seekableTimeRanges: [MediaTimeRange] = []
    /// How much faster than it was made the sound goes by when it is heard: 0.5…3, at the same pitch.
    public var rate = 1.0
    /// While fast forward or rewind goes on.
    public var scan: ScanDirection?
    /// How far what is heard is behind what was received; of a station in segments, behind the end of its playlist.
    public var liveOffset: Duration = .zero
    /// When what is heard was recorded, since 1970-01-01T00:00:00Z; nil where the station does not tell.
    public var currentDate: MediaTime?
    /// The renditions of the sound (languages, commentaries) that can be chosen; see `PlaybackManager.select(_:)`.
    public var renditions: [Rendition] = []
    /// The one that plays.
    public var selectedRendition: Rendition?
    /// Sound of this item that was really heard.
    public var heardDuration: Duration = .zero
    /// How the item's connections continued one another.
    package var joins = StreamJoin.Tally()
    /// The recordings that are made of it now, the oldest first.
    public var recordings: [Recording] = []
    /// What the player went through since it was made.
    public var tally = PlaybackTally()
    /// When this was true.
    public var at = MonotonicInstant(nanoseconds: 0)

    package init() {}

    public var intent: Intent {
        get { facts.intent }
        set { facts.intent = newValue }
    }
    public var download: Download {
        get { facts.download }
        set { facts.download = newValue }
    }
    public var sound: Sound {
        get { facts.sound }
        set { facts.sound = newValue }
    }
    public var suppressions: Set<Suppression> {
        get { facts.suppressions }
        set { facts.suppressions = newValue }
    }
    public var stallCount: Int {
        get { facts.stallCount }
        set { facts.stallCount = newValue }
    }
    public var reconnectCount: Int {
        get { facts.reconnectCount }
        set { facts.reconnectCount = newValue }
    }

    public var status: PlaybackStatus { facts.status }

    public var timeControlStatus: TimeControlStatus {
        switch status {
        case .playing: .playing
        case .waitingToPlay: .waitingToPlay
        case .stopped, .paused, .ended, .failed: .paused
        }
    }
}
