import RadioAudio
import RadioFormats
import RadioHls
import RadioLoop
import RadioStreams

/// The whole state of a player at one moment: the four facts (``intent``, ``download``, ``sound`` and
/// ``suppressions``), the status that follows from them, and what is playing.
public struct PlaybackSnapshot: Hashable, Sendable {
    /// The four facts, and counts that belong to them.
    package var facts = PlaybackFacts()

    public var item: PlaybackItem?
    public var itemStatus = PlaybackItem.Status.unknown
    public var queue = QueuePlace()
    /// The programme that plays, and which of its sources; nil if none plays.
    public var programme: ProgrammePlace?
    public var stream: StreamDescription?
    /// The station's address whose sound was heard last, as written in the station list; nil before the first sound.
    public var workingURL: String?
    public var nowPlaying: NowPlaying?
    /// The track that the station sends now; ``nowPlaying`` is the track that is heard now. Nil if the station has sent
    /// no title yet.
    public var onAir: TrackInfo?
    /// The sound server's name of the sink that plays; nil if the sound goes to none.
    public var outputDevice: String?
    /// The volume on the sound server, 0…1; above 1 if a mixer has set more.
    public var volume = 1.0
    public var isMuted = false
    /// The integrated loudness of the item's sound, now and earlier, in LUFS; nil if it is not known or not measured.
    public var loudness: Double?
    /// The gain in decibels that makes the item as loud as others; nil if loudness is not evened out.
    public var loudnessGain: Double?
    public var equaliser = Equaliser.flat

    /// The position of the sound that leaves the loudspeaker now.
    ///
    /// Zero is the item's first packet; for a stream in segments, the start of the first playlist.
    public var currentTime = MediaTime.zero
    /// The positions of all sound in memory and on the tape, both heard and not heard yet.
    public var loadedTimeRanges: [MediaTimeRange] = []
    /// The positions at which playback can continue; see `PlaybackManager.seek(to:tolerance:)`.
    public var seekableTimeRanges: [MediaTimeRange] = []
    /// The speed of the sound, 0.5…3, at unchanged pitch; 1 is normal speed.
    public var rate = 1.0
    /// By how many parts per million a live station's clock is faster than the sound device's; nil while it is not
    /// known (``PlaybackPolicy/correctsDrift``).
    public var drift: Double?
    /// The direction of fast forward or rewind; nil if neither is in progress.
    public var scan: ScanDirection?
    /// How far the heard sound is behind the newest received sound; for a station in segments, behind the end of its
    /// playlist.
    public var liveOffset: Duration = .zero
    /// When the heard sound was recorded, counted since 1970-01-01T00:00:00Z; nil if the station does not say.
    public var currentDate: MediaTime?
    /// The renditions of the sound (languages, commentaries) to choose from; see `PlaybackManager.select(_:)`.
    public var renditions: [Rendition] = []
    /// The rendition that is received; nil if the stream has none.
    public var selectedRendition: Rendition?
    /// The duration of this item's sound that was actually heard.
    public var heardDuration: Duration = .zero
    /// The recordings of the item that are being made, oldest first.
    public var recordings: [Recording] = []
    /// The player's heard time, stalls, reconnections and longest silence since the player was made, over all its
    /// items.
    public var tally = PlaybackTally()
    /// The moment of this snapshot.
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
    package var joins: StreamJoin.Tally {
        get { facts.joins }
        set { facts.joins = newValue }
    }

    /// The index in the stream's ``StreamDescription/chapters`` of the chapter that is heard; nil if there is none.
    public var chapterIndex: Int? { stream?.chapters.index(at: currentTime) }

    public var status: PlaybackStatus { facts.status }

    public var timeControlStatus: TimeControlStatus {
        switch status {
        case .playing: .playing
        case .waitingToPlay: .waitingToPlay
        case .stopped, .paused, .ended, .failed: .paused
        }
    }
}
