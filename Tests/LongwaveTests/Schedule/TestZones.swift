import RadioFormats

@testable import Longwave

/// Returns a time in seconds since 1970-01-01T00:00:00Z.
func utc(_ text: String) -> Int64 { Int64(ISODate(text)!.time.seconds) }

extension LocalZone {
    /// A zone in 2026, with the moments at which clocks are set and the offsets in seconds after them.
    private static func changing(_ offset: Int64, _ changes: (String, Int64)...) -> LocalZone {
        let changes = changes.map { (utc($0), $1) }
        return LocalZone { time in changes.last { $0.0 <= time }?.1 ?? offset }
    }

    static let greenwich = LocalZone { _ in 0 }
    static let berlin = changing(3600, ("2026-03-29T01:00:00Z", 7200), ("2026-10-25T01:00:00Z", 3600))
    static let newYork = changing(-18_000, ("2026-03-08T07:00:00Z", -14_400), ("2026-11-01T06:00:00Z", -18_000))
    /// Half an hour of daylight saving time, which begins in October.
    static let lordHowe = changing(39_600, ("2026-04-04T15:00:00Z", 37_800), ("2026-10-03T15:30:00Z", 39_600))
    static let all = [greenwich, berlin, newYork, lordHowe]
}
