import RadioFormats
import RadioLoop

/// Compares what a station's sound and its server's page show, to find out whether the page can be believed: a pure value.
///
/// The page is often ahead: a listener's connection begins some seconds in the past. It is stale where it does not follow.
struct PageCheck: Sendable {
    enum Verdict: Hashable, Sendable {
        case undecided
        /// The page showed what the sound did, after the sound did.
        case agrees
        /// The page goes on to show something else.
        case isStale
    }

    /// Readings of the page, one after the other, that must differ after that.
    static let differences = 2

    private(set) var verdict = Verdict.undecided
    private var sound: (track: TrackInfo, at: MonotonicInstant)?
    private var different = 0

    private let tolerance: Duration

    /// - Parameter tolerance: so long after the sound's title the page may show another one.
    init(tolerance: Duration) { self.tolerance = tolerance }

    /// A title came between the sound.
    mutating func sound(shows track: TrackInfo, at now: MonotonicInstant) {
        // Nothing to compare: the page may well show the song before.
        guard track.kind == .song || track.kind == .unknown else { return }
        if let sound, Self.isSame(sound.track, track) { return }
        sound = (track, now)
        different = 0
    }

    /// The page was read; it was asked for at `asked`.
    mutating func page(shows track: TrackInfo, asked: MonotonicInstant) {
        guard verdict == .undecided, let sound, asked >= sound.at else { return }
        if Self.isSame(sound.track, track) {
            verdict = .agrees
        } else if sound.at.duration(to: asked) >= tolerance {
            different += 1
            if different >= Self.differences { verdict = .isStale }
        }
    }

    /// By what is read: a page splits artist and title in its own way, and knows nothing of the block's other fields.
    static func isSame(_ one: TrackInfo, _ other: TrackInfo) -> Bool {
        TrackDetector.isSame(one, other) || (!one.text.isEmpty && one.text.lowercased() == other.text.lowercased())
    }
}
