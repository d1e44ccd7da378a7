import RadioFormats
import RadioLoop

/// Compares the titles of a station's stream with those of its server's status page, to find out whether the page is
/// reliable. A pure value.
///
/// The page often shows a title before the stream does, because a listener's connection begins with sound that is some
/// seconds old. A page that does not follow the stream's titles is stale.
struct PageCheck: Sendable {
    /// The result of the comparison so far.
    enum Verdict: Hashable, Sendable {
        case undecided
        /// A page that was requested after the stream's title arrived showed the same title.
        case agrees
        /// The page kept showing another title than the stream.
        case isStale
    }

    /// The page counts as stale after this many readings that show another title than the stream. Readings within the
    /// tolerance do not count.
    static let differences = 2

    private(set) var verdict = Verdict.undecided
    /// The title that the stream shows, and when it arrived.
    private var sound: (track: TrackInfo, at: MonotonicInstant)?
    /// Number of readings that count towards ``differences`` since the stream's title last changed.
    private var different = 0

    private let tolerance: Duration

    /// - Parameter tolerance: how long after a change of the stream's title the page may still show another title
    ///   without being stale.
    init(tolerance: Duration) { self.tolerance = tolerance }

    /// Notes a title of the stream.
    mutating func sound(shows track: TrackInfo, at now: MonotonicInstant) {
        // During a jingle or an advertisement, the page may still show the preceding song.
        guard track.kind == .song || track.kind == .unknown else { return }
        if let sound, Self.isSame(sound.track, track) { return }
        sound = (track, now)
        different = 0
    }

    /// Compares a reading of the page, requested at `asked`, with the stream's title.
    mutating func page(shows track: TrackInfo, asked: MonotonicInstant) {
        guard verdict == .undecided, let sound, asked >= sound.at else { return }
        if Self.isSame(sound.track, track) {
            verdict = .agrees
        } else if sound.at.duration(to: asked) >= tolerance {
            different += 1
            if different >= Self.differences { verdict = .isStale }
        }
    }

    /// Returns whether two tracks have the same fields or the same text. The text is enough, because a page may split
    /// artist and title differently from the stream, and lacks the stream's other fields.
    static func isSame(_ one: TrackInfo, _ other: TrackInfo) -> Bool {
        TrackDetector.isSame(one, other) || (!one.text.isEmpty && one.text.lowercased() == other.text.lowercased())
    }
}
