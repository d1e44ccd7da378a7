import Longwave
import RadioLoop
import RadioPlayer
import RadioTerminal

/// Describes the player's state in one line that fits into a number of columns.
///
/// If the line is too long, the title and the station are shortened. Then parts are left out in this order: buffered
/// seconds, codec and bit rate, volume, length of the sound to seek in, levels, station, reason of the state, distance
/// from the live edge, elapsed time, recording, title. The state always stays. If there is no title, the station's name
/// is shown in place of the title.
package struct StatusLine {
    package var charset: TerminalCharset

    /// The word for the state while sound plays.
    private let playing: String

    package init(charset: TerminalCharset, playing: String = "playing") {
        self.charset = charset
        self.playing = playing
    }

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

    /// Returns the line that describes a snapshot, in at most `width` columns.
    /// - Parameter levels: the sound levels to show; nil to show none.
    package func text(_ snapshot: PlaybackSnapshot, _ levels: AudioLevels? = nil, width: Int) -> Text {
        let words = StatusWords(snapshot, playing: playing)
        var parts = parts(snapshot, words)
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
            stateCount: state.count, tone: words.tone)
    }

    /// Returns the uncut parts of the line, cleaned for the terminal. The part for the levels stays empty.
    private func parts(_ snapshot: PlaybackSnapshot, _ words: StatusWords) -> Parts {
        let clean = Sanitiser(charset: charset)
        let station = clean(DisplayNames.station(snapshot))
        let title = clean(DisplayNames.title(snapshot) ?? "")
        let isBehind = snapshot.stream?.duration == nil && snapshot.liveOffset >= Self.behindLive
        return Parts(
            state: words.state, reason: clean(words.reason ?? ""), station: title.isEmpty ? "" : station,
            title: title.isEmpty ? station : title, elapsed: elapsed(snapshot),
            recording: recording(snapshot), volume: volume(snapshot), meter: "",
            codec: clean(snapshot.stream?.summary ?? ""), buffered: isBehind ? "" : buffered(snapshot),
            behind: isBehind ? "\(Self.clock(snapshot.liveOffset)) behind live" : "",
            kept: isBehind ? kept(snapshot) : "")
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

    /// Returns for a station how long it has been heard, and for a file the heard position and the file's length. Adds
    /// the playback rate if it is not 1.
    package func elapsed(_ snapshot: PlaybackSnapshot) -> String {
        let text = Self.clocks(snapshot)
        guard snapshot.rate != 1 else { return text }
        let rate = "\((snapshot.rate * 100).rounded() / 100)x"
        return text.isEmpty ? rate : "\(text) at \(rate)"
    }

    private static func clocks(_ snapshot: PlaybackSnapshot) -> String {
        if let duration = snapshot.stream?.duration {
            return "\(clock(snapshot.currentTime.duration)) / \(clock(duration))"
        }
        return snapshot.heardDuration > .zero ? clock(snapshot.heardDuration) : ""
    }

    /// Returns a duration such as `0:07`, `12:31` or `1:02:03`.
    package static func clock(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let minutes = seconds / 60
        return minutes < 60
            ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }

    /// Returns the length of the running recording that began last; empty if none runs.
    package func recording(_ snapshot: PlaybackSnapshot) -> String {
        snapshot.recordings.last.map { "recording \(Self.clock($0.duration))" } ?? ""
    }

    /// Returns the volume in percent, or `muted`; empty at full volume.
    package func volume(_ snapshot: PlaybackSnapshot) -> String {
        let percent = Int((snapshot.volume * 100).rounded())
        if snapshot.isMuted { return "muted" }
        return percent == 100 ? "" : "volume \(percent) %"
    }

    /// The smallest distance of the heard position from the live edge that is shown. A smaller distance is normal,
    /// because a server sends a burst of older sound at the start. In this case, the buffered seconds are shown
    /// instead.
    private static let behindLive = Duration.seconds(30)

    /// Returns the distance of the heard position from the live edge, and the length of the sound that the listener can
    /// seek in. Returns nil for a file, and within 30 s of the live edge.
    package func behind(_ snapshot: PlaybackSnapshot) -> String? {
        guard snapshot.stream?.duration == nil, snapshot.liveOffset >= Self.behindLive else { return nil }
        return ["\(Self.clock(snapshot.liveOffset)) behind live", kept(snapshot)].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// Returns the length of the past sound that the listener can seek in. This program or an HLS server stores that
    /// sound.
    private func kept(_ snapshot: PlaybackSnapshot) -> String {
        snapshot.seekableTimeRanges.nearest(to: snapshot.currentTime).map { "\(Self.clock($0.duration)) kept" } ?? ""
    }

    private func buffered(_ snapshot: PlaybackSnapshot) -> String {
        let ahead = DisplayNames.buffered(snapshot)
        guard ahead > .zero else { return "" }
        let tenths = Int((ahead.inSeconds * 10).rounded())
        return "buffer \(tenths / 10).\(tenths % 10) s"
    }
}
