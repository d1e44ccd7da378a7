import RadioFormats
import RadioLoop

/// Compares the titles of a station's stream with those of its server's status page, to find out whether the page is
/// reliable. A pure value.
///
/// The page often shows a title some seconds before the stream, because a connection begins with older sound. A page
/// that still shows another title some time after the stream's title changed is stale.
struct PageCheck: Sendable {
    /// The result of the comparison so far.
    enum Verdict: Hashable, Sendable {
        case undecided
        /// A page that was requested after the stream's title arrived showed the same title.
        case agrees
        /// The page kept showing another title than the stream.
        case isStale
    }

    /// Number of readings of the page with another title than the stream's after which the page is stale. Readings
    /// within the tolerance do not count.
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

    /// Records a title that the stream shows.
    mutating func sound(shows track: TrackInfo, at now: MonotonicInstant) {
        // Jingles and advertisements are not compared: the page may still show the song before them.
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

    /// Returns whether two tracks have the same artist, title and kind, or the same text. The same text is enough,
    /// because the page may divide it into artist and title in another way than the stream.
    static func isSame(_ one: TrackInfo, _ other: TrackInfo) -> Bool {
        TrackDetector.isSame(one, other) || (!one.text.isEmpty && one.text.lowercased() == other.text.lowercased())
    }
}
