import Longwave
import LongwaveTerminal
import RadioJSON

/// The values of a snapshot of the shared player by name, in words. `ctl watch` and `ctl status` show them to people.
struct PlayerLine {
    private let status: JSONValue
    /// The time since the snapshot was received from the shared player.
    private let age: Duration

    /// Creates the values of a snapshot, which the shared player sent as JSON.
    /// - Parameter age: the time since the snapshot was received, by which the shown times are corrected, such as the
    ///   position.
    init(_ status: JSONValue, age: Duration = .zero) {
        self.status = status
        self.age = age
    }

    static let names = [
        "state", "reason", "station", "text", "artist", "title", "album", "time", "behind", "kept", "volume", "queue",
        "codec", "device", "recording", "sleep",
    ]

    /// Returns the value with a name of ``names``; empty if the snapshot does not contain the value or the name is not
    /// valid.
    subscript(name: String) -> String {
        let now = status["nowPlaying"] ?? .null
        return switch name {
        case "state": status["statusText"]?.string ?? ""
        case "reason": status["reasonText"]?.string ?? ""
        case "station": station
        case "text", "artist", "title", "album": now[name]?.string ?? ""
        case "time": time
        case "behind": behind
        case "kept": kept
        case "volume": volume
        case "queue": place
        case "codec": status["stream"]?["codecName"]?.string ?? ""
        case "device": status["device"]?.string ?? ""
        case "recording": recording
        case "sleep": status["sleep"]?.number.map { StatusLine.clock(.seconds($0) - age) } ?? ""
        default: ""
        }
    }

    /// Returns a template in which each `{name}` is replaced by the value with this name. A name that is not in
    /// ``names`` stays in its braces.
    func filled(_ template: String) -> String {
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            result += rest[..<open]
            result += Self.names.contains(name) ? self[name] : String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Returns the most important values on one line, like the status line of `play`.
    func line(separator: String) -> String {
        let state = self["reason"].isEmpty ? self["state"] : "\(self["state"]): \(self["reason"])"
        return [
            state, self["station"], self["text"], self["time"], self["recording"], self["volume"], self["codec"],
            self["behind"], self["kept"],
        ].filter { !$0.isEmpty }.joined(separator: separator)
    }

    /// Whether sound plays, so that the shown position advances before the next snapshot arrives.
    var isTicking: Bool { status["status"]?.string == "playing" }

    private var time: String {
        let more = isTicking ? age : .zero
        if let length = status["stream"]?["duration"]?.number {
            let now = Duration.seconds(status["currentTime"]?.number ?? 0)
            return "\(StatusLine.clock(now + more)) / \(StatusLine.clock(.seconds(length)))"
        }
        guard let heard = status["heard"]?.number, heard > 0 else { return "" }
        return StatusLine.clock(.seconds(heard) + more)
    }

    /// The station's name. For an item that is only an address, the name that the address's server sends.
    private var station: String {
        let item = status["item"] ?? .null
        guard case .array(let urls)? = item["urls"], let name = item["name"], urls.contains(name) else {
            return item["name"]?.string ?? ""
        }
        return status["stream"]?["serverName"]?.string ?? name.string ?? ""
    }

    /// How far the heard sound is behind the live edge; empty below 30 s. A smaller distance is normal, because of the
    /// burst of older sound that a server sends at the start.
    private var behind: String {
        guard status["stream"]?["duration"]?.number == nil, let offset = status["liveOffset"]?.number, offset >= 30
        else {
            return ""
        }
        return "\(StatusLine.clock(.seconds(offset))) behind live"
    }

    /// The length of the past sound in which the listener can seek; empty if ``behind`` is empty.
    private var kept: String {
        guard !behind.isEmpty, case .array(let ranges)? = status["seekableTimeRanges"] else { return "" }
        let all = ranges.compactMap { range -> MediaTimeRange? in
            guard case .array(let ends) = range, ends.count == 2, let start = ends[0].number, let end = ends[1].number
            else { return nil }
            return MediaTimeRange(start: MediaTime(seconds: start), end: MediaTime(seconds: end))
        }
        let now = MediaTime(seconds: status["currentTime"]?.number ?? 0)
        return all.nearest(to: now).map { "\(StatusLine.clock($0.duration)) kept" } ?? ""
    }

    private var volume: String {
        if status["muted"] == .bool(true) { return "muted" }
        let percent = Int(((status["volume"]?.number ?? 1) * 100).rounded())
        return percent == 100 ? "" : "volume \(percent) %"
    }

    private var place: String {
        guard let count = status["queue"]?["count"]?.number, count > 1 else { return "" }
        return "\(Int(status["queue"]?["index"]?.number ?? 0) + 1) of \(Int(count))"
    }

    private var recording: String {
        guard case .array(let recordings)? = status["recordings"], let last = recordings.last else { return "" }
        return "recording \(StatusLine.clock(.seconds(last["seconds"]?.number ?? 0) + age))"
    }
}
