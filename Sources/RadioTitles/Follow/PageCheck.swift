import RadioFormats
import RadioLoop

/// Compares the titles of a station's stream and of its server's page, to find out whether the page is reliable. A pure
/// value.
///
/// The page is often ahead, as a listener's connection begins with sound that is some seconds old. A page that does not
/// follow the stream's titles is stale.
struct PageCheck: Sendable {
    /// The result of the comparison so far.
    enum Verdict: Hashable, Sendable {
        case undecided
        /// The page showed the same title as the stream, after the stream did.
        case agrees
        /// The page kept showing another title.
        case isStale
    }

    /// Number of differing readings of the page, after the tolerance, that make the page stale.
    static let differences = 2

    private(set) var verdict = Verdict.undecided
    /// The title that the stream shows, and when it arrived.
    private var sound: (track: TrackInfo, at: MonotonicInstant)?
    /// Number of differing readings so far.
    private var different = 0

    private let tolerance: Duration

    /// - Parameter tolerance: how long after the stream's new title the page may still show another one.
    init(tolerance: Duration) { self.tolerance = tolerance }

    /// Notes a title of the stream.
    mutating func sound(shows track: TrackInfo, at now: MonotonicInstant) {
        // Other kinds cannot be compared: the page may still show the song before.
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

    /// Returns whether two tracks are the same by their text: a page splits artist and title in its own way and lacks
    /// the other fields of the stream's metadata.
    static func isSame(_ one: TrackInfo, _ other: TrackInfo) -> Bool {
        TrackDetector.isSame(one, other) || (!one.text.isEmpty && one.text.lowercased() == other.text.lowercased())
    }
}
