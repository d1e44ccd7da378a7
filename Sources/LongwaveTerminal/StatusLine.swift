import Longwave
import RadioLoop
import RadioPlayer

/// Describes the player's state in one line that fits into a number of columns.
///
/// If the line is too long, the title and the station are shortened. Then parts are left out in this order: buffered
/// seconds, codec and bit rate, volume, length of the sound to seek in, levels, station, reason of the state, distance
/// from the live edge, elapsed time, recording, title. The state always stays. If there is no title, the station's name
/// is shown in place of the title.
package struct StatusLine {
    package var charset: TerminalCharset

    package init(charset: TerminalCharset) { self.charset = charset }

    /// A line that fits, and what the caller needs to colour its state.
    package struct Text: Hashable {
        package var text: String
        /// The number of characters at the beginning of the text that are the state. The caller can colour them by
        /// `tone`.
        package var stateCount: Int
        package var tone: StatusWords.Tone
    }

    /// The parts from which a line is joined. An empty part is not shown.
    private struct Parts {
        var state: String
        var reason: String
        var station: String
        var title: String
        var elapsed: String
        var recording: String
        var volume: String
        var meter: String
        var codec: String
        var buffered: String
        var behind: String
        var kept: String
    }

    private typealias Step = (title: Int, station: Int, reason: Int, without: [WritableKeyPath<Parts, String>])

    /// Returns the steps in which a line is shortened. Each step contains the widths in columns to which the title, the
    /// station and the reason may be cut, and the parts that are left out. The first step with which the line fits is
    /// used.
    private static func steps() -> [Step] {
        let extras: [WritableKeyPath<Parts, String>] = [\.buffered, \.codec, \.volume, \.kept]
        return [
            (.max, .max, .max, []),
            (24, 16, .max, []),
            (24, 16, .max, [\.buffered]),
            (24, 16, .max, [\.buffered, \.codec]),
            (20, 10, 24, extras),
            (16, 0, 12, extras + [\.meter, \.station]),
            (12, 0, 0, extras + [\.meter, \.station, \.reason]),
            (12, 0, 0, extras + [\.meter, \.station, \.reason, \.behind]),
            (8, 0, 0, extras + [\.meter, \.station, \.reason, \.behind, \.elapsed]),
            (8, 0, 0, extras + [\.meter, \.station, \.reason, \.behind, \.elapsed, \.recording]),
            (0, 0, 0, extras + [\.meter, \.station, \.reason, \.behind, \.elapsed, \.recording, \.title]),
        ]
    }

    /// Returns the line that describes a player, in at most `width` columns.
    /// - Parameter levels: the sound levels to show; nil to show none.
    package func text(_ words: PlayerWords, _ levels: AudioLevels? = nil, width: Int) -> Text {
        var parts = parts(words)
        parts.meter = levels.map { LevelBar.text($0, charset) } ?? ""
        for step in Self.steps() {
            var candidate = parts
            for part in step.without { candidate[keyPath: part] = "" }
            if shorten(&candidate, step, to: width) {
                parts = candidate
                break
            }
        }
        let state = DisplayWidth.cut(parts.state, to: max(width, 0), ellipsis: charset.ellipsis)
        parts.state = state
        return Text(
            text: DisplayWidth.cut(joined(parts), to: max(width, 0), ellipsis: charset.ellipsis),
            stateCount: state.count, tone: words.status.tone)
    }

    /// Returns the uncut parts of the line, cleaned for the terminal. The part for the levels stays empty.
    private func parts(_ words: PlayerWords) -> Parts {
        let clean = Sanitiser(charset: charset)
        let (station, title) = (clean(words.station), clean(words.title))
        return Parts(
            state: words.status.state, reason: clean(words.status.reason ?? ""), station: title.isEmpty ? "" : station,
            title: title.isEmpty ? station : title, elapsed: words.elapsed, recording: words.recording,
            volume: words.volume, meter: "", codec: clean(words.codec),
            // Far behind the live edge, the distance is shown in place of the buffered seconds.
            buffered: words.behind.isEmpty ? words.buffered : "", behind: words.behind, kept: words.kept)
    }

    /// Shortens the station, title and reason until the line has at most `width` columns. Returns false if the step
    /// does not allow enough.
    private func shorten(_ parts: inout Parts, _ step: Step, to width: Int) -> Bool {
        var excess = DisplayWidth.of(joined(parts)) - width
        let flexible: [(WritableKeyPath<Parts, String>, Int)] = [
            (\.station, step.station), (\.title, step.title), (\.reason, step.reason),
        ]
        for (part, least) in flexible where excess > 0 {
            let now = DisplayWidth.of(parts[keyPath: part])
            guard now > least else { continue }
            let cut = DisplayWidth.cut(parts[keyPath: part], to: max(least, now - excess), ellipsis: charset.ellipsis)
            excess -= now - DisplayWidth.of(cut)
            parts[keyPath: part] = cut
        }
        return excess <= 0
    }

    private func joined(_ parts: Parts) -> String {
        let state = parts.reason.isEmpty ? parts.state : "\(parts.state): \(parts.reason)"
        return [
            state, parts.station, parts.title, parts.elapsed, parts.recording, parts.volume, parts.meter, parts.codec,
            parts.buffered, parts.behind, parts.kept,
        ]
        .filter { !$0.isEmpty }.joined(separator: charset.separator)
    }
}
