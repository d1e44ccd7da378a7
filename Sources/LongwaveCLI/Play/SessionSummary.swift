import Longwave
import RadioJSON
import RadioLoop

/// The summary of a play session in one line, such as "heard 3 h 12 min, 2 stalls, 1 reconnect, longest silence 1.2 s".
struct SessionSummary {
    var tally: PlaybackTally

    var text: String {
        var parts = ["heard \(Self.length(tally.heard))"]
        parts.append(Self.count(tally.stallCount, "stall"))
        parts.append(Self.count(tally.reconnectCount, "reconnect"))
        if tally.switchCount > 0 { parts.append(Self.count(tally.switchCount, "switch", plural: "switches")) }
        if tally.longestSilence > .zero { parts.append("longest silence \(Self.length(tally.longestSilence))") }
        return parts.joined(separator: ", ")
    }

    /// Whether the summary is important enough to show it without the option `-v`.
    ///
    /// The summary is shown after a minute of sound, or earlier if there was a stall or a reconnect. If nothing was
    /// heard, the summary is not shown, because an error says why.
    var isWorthALine: Bool {
        tally.heard >= .seconds(60) || (tally.heard > .zero && tally.stallCount + tally.reconnectCount > 0)
    }

    private static func count(_ number: Int, _ word: String, plural: String? = nil) -> String {
        switch number {
        case 0: "no \(word)s"
        case 1: "1 \(word)"
        case _: "\(number) \(plural ?? word + "s")"
        }
    }

    /// Returns a duration in words with at most two units, such as `3 h 12 min`. A duration of less than a minute is in
    /// seconds with one decimal.
    static func length(_ duration: Duration) -> String {
        let tenths = Int64((duration.inSeconds * 10).rounded())
        if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
        let minutes = (tenths / 10) / 60
        if minutes < 60 { return "\(minutes) min \(tenths / 10 % 60) s" }
        let hours = minutes / 60
        return hours < 24 ? "\(hours) h \(minutes % 60) min" : "\(hours / 24) d \(hours % 24) h"
    }

    /// Returns the summary as a JSON object: the last line that `play --json` prints.
    func line(at now: MonotonicInstant, _ clock: WallClock) -> JSONNode {
        .members([
            "version": .int(Int64(JSONLine.version)), "event": .string("sessionDidEnd"),
            "time": .string(clock.rfc3339(now)), "heard": .seconds(tally.heard),
            "stalls": .int(Int64(tally.stallCount)), "reconnects": .int(Int64(tally.reconnectCount)),
            "longestSilence": .seconds(tally.longestSilence), "switches": .int(Int64(tally.switchCount)),
        ])
    }
}
