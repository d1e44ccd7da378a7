import RadioStreams

/// When a station that is not there is asked again: soon at first, then at growing distances, so that thousands of stations
/// that are gone for good cost next to nothing. A pure value; chance comes in as a parameter.
public struct FollowSchedule: Hashable, Sendable {
    /// The first wait; each further one is twice as long.
    public static let first = Duration.seconds(1)
    /// The longest wait for what may come back at any moment.
    public static let longest = Duration.seconds(60)
    /// The first and the longest wait for what a server refuses by name: no such station, no access, no titles.
    public static let firstRefused = Duration.seconds(60)
    public static let longestRefused = Duration.seconds(1800)
    /// What a server asks for is believed up to this.
    public static let longestAsked = Duration.seconds(3600)
    /// A station that was seen for so long begins anew.
    public static let settled = Duration.seconds(10)

    public private(set) var failures = 0

    public init() {}

    /// It was seen for this long.
    public mutating func seen(for duration: Duration) { if duration >= Self.settled { failures = 0 } }

    /// How long to wait after this error.
    /// - Parameter chance: from 0 to 1, evenly spread.
    public mutating func wait(after error: StreamError, chance: Double) -> Duration {
        failures = min(failures + 1, 30)
        var (least, most) = (Self.first, Self.longest)
        var asked: Duration?
        switch error {
        case .notFound, .accessDenied, .notSound, .unsupported, .badAddress, .fileMissing, .fileUnreadable,
            .emptyPlaylist:
            (least, most) = (Self.firstRefused, Self.longestRefused)
        case .serverError(_, _, let retryAfter): asked = retryAfter.map { min($0, Self.longestAsked) }
        case .hostUnknown, .noNetwork, .unreachable, .timedOut, .insecure, .protocolViolation, .connectionLost,
            .resources:
            break
        }
        // Or thousands would come back at once.
        return max(PagePace.jittered(min(least * (1 << (failures - 1)), most), chance), asked ?? .zero)
    }
}
