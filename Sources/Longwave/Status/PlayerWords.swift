import RadioFormats
import RadioLoop
import RadioPlayer

/// A player's state in words for people: on a status line and the screen, in `ctl`, and in a service's status.
///
/// The words may contain control characters of stations and servers, which `Sanitiser` removes. A word that does not
/// apply is empty.
package struct PlayerWords {
    package let state: PlayerState
    /// The status and its reason.
    package let status: StatusWords

    private var snapshot: PlaybackSnapshot { state.snapshot }

    /// - Parameter playing: the word for the status ``PlaybackStatus/playing``.
    package init(_ state: PlayerState, playing: String = "playing") {
        self.state = state
        var status = state.status
        if state.snapshot.status == .playing { status.state = playing }
        self.status = status
    }

    package init(_ snapshot: PlaybackSnapshot, playing: String = "playing") {
        self.init(PlayerState(snapshot, links: []), playing: playing)
    }

    /// The status with its reason, as in `reconnecting: no answer`.
    package var statusAndReason: String { [status.state, status.reason].compactMap(\.self).joined(separator: ": ") }

    // MARK: What plays

    /// The station's name from the station list. If the item is only an address, the name that the server sends.
    package var station: String {
        guard let station = snapshot.item?.station else { return "" }
        let isBare = station.urls.first == station.name
        return isBare ? snapshot.stream?.serverName ?? Credentials.hidden(in: station.name) : station.name
    }

    /// `Artist - Title`, or the part of it that is known.
    package var title: String { snapshot.nowPlaying.flatMap { Self.title($0.track) } ?? "" }

    /// Returns `Artist - Title`, or the part of it that is known; nil if no title is known.
    package static func title(_ track: TrackInfo) -> String? {
        switch track.kind {
        case .none: return nil
        case .song, .advertisement, .jingle, .speech, .unknown:
            if let artist = track.artist, let title = track.title, !artist.isEmpty, !title.isEmpty {
                return "\(artist) - \(title)"
            }
            if let title = track.title, !title.isEmpty { return title }
            return track.text.isEmpty ? nil : track.text
        }
    }

    /// The chapter that is heard, as in `chapter 2 of 12: The Storm`. Its title is left out if it is shown as the title
    /// that is heard.
    package var chapter: String {
        guard let index = snapshot.chapterIndex, let chapters = snapshot.stream?.chapters else { return "" }
        let name = chapters[index].title
        return "chapter \(index + 1) of \(chapters.count)" + (name.isEmpty || name == title ? "" : ": \(name)")
    }

    // MARK: Times

    /// Returns a duration such as `0:07`, `12:31` or `1:02:03`.
    package static func clock(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let minutes = seconds / 60
        return minutes < 60
            ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }

    /// For a station, how long it has been heard; for a file, the heard position and the file's length.
    package var time: String {
        if let duration = snapshot.stream?.duration {
            return "\(Self.clock(snapshot.currentTime.duration)) / \(Self.clock(duration))"
        }
        return snapshot.heardDuration > .zero ? Self.clock(snapshot.heardDuration) : ""
    }

    /// ``time``, and the playback rate if it is not 1.
    package var elapsed: String {
        guard snapshot.rate != 1 else { return time }
        let rate = "\((snapshot.rate * 100).rounded() / 100)x"
        return time.isEmpty ? rate : "\(time) at \(rate)"
    }

    /// The smallest distance of the heard position from the live edge that is shown. A smaller distance is normal,
    /// because a server sends a burst of older sound at the start.
    private static let behindLive = Duration.seconds(30)

    /// The distance of the heard position from the live edge; empty for a file, and within 30 s of the live edge.
    private var distance: String {
        guard snapshot.stream?.duration == nil, snapshot.liveOffset >= Self.behindLive else { return "" }
        return Self.clock(snapshot.liveOffset)
    }

    /// The length of the past sound that the listener can seek in; empty if ``distance`` is. This program or an HLS
    /// server stores that sound.
    private var past: String {
        if distance.isEmpty { return "" }
        return snapshot.seekableTimeRanges.nearest(to: snapshot.currentTime).map { Self.clock($0.duration) } ?? ""
    }

    /// `0:45 behind live`; empty near the live edge.
    package var behind: String { distance.isEmpty ? "" : "\(distance) behind live" }
    /// `12:00 kept`; empty near the live edge.
    package var kept: String { past.isEmpty ? "" : "\(past) kept" }

    /// The duration of the sound that is buffered ahead of the heard position.
    package var bufferedDuration: Duration {
        let now = snapshot.currentTime
        guard let range = snapshot.loadedTimeRanges.first(where: { $0.start <= now && now <= $0.end }) else {
            return .zero
        }
        return (range.end - now).duration
    }

    /// `buffer 2.5 s`.
    package var buffered: String {
        let tenths = Int(nearest: bufferedDuration.inSeconds * 10)
        return tenths > 0 ? "buffer \(tenths / 10).\(tenths % 10) s" : ""
    }

    // MARK: The sound

    /// `70 %` or `muted`.
    private var level: String { snapshot.isMuted ? "muted" : percent }
    private var percent: String { "\(Int(nearest: snapshot.volume * 100)) %" }

    /// `volume 70 %` or `muted`; empty at full volume.
    package var volume: String {
        if snapshot.isMuted { return level }
        return Int(nearest: snapshot.volume * 100) == 100 ? "" : "volume \(level)"
    }

    /// `70 %` or `muted (70 %)`.
    package var wholeVolume: String { snapshot.isMuted ? "muted (\(percent))" : percent }

    /// The equaliser, as in `bass=+3`; empty if it changes nothing.
    package var equaliser: String { snapshot.equaliser.isFlat ? "" : snapshot.equaliser.text }

    /// The loudness of the station or file and the gain that evens it out, as in `-12.3 LUFS, gain -3.7 dB`.
    package var loudness: String {
        func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
        return [snapshot.loudness.map { tenths($0) + " LUFS" }, snapshot.loudnessGain.map { "gain \(tenths($0)) dB" }]
            .compactMap(\.self).joined(separator: ", ")
    }

    /// The codec and the bit rate, as in `MP3 128 kbit/s`.
    package var codec: String { snapshot.stream?.summary ?? "" }

    /// The length of the running recording that began last, as in `recording 1:02`.
    package var recording: String {
        snapshot.recordings.last.map { "recording \(Self.clock($0.duration))" } ?? ""
    }

    /// The current entry's place in a queue of several, as in `3 of 12`.
    package var place: String {
        snapshot.queue.count > 1 ? "\(snapshot.queue.index + 1) of \(snapshot.queue.count)" : ""
    }

    /// The programme, and which source plays, as in `shop: source 2 of 3, dead air`.
    package var programme: String {
        snapshot.programme.map { "\($0.name): \(StatusWords.source($0))" } ?? ""
    }

    // MARK: By name

    /// The names that a template may contain in braces.
    package static let names = [
        "state", "reason", "station", "text", "artist", "title", "album", "time", "rate", "behind", "kept", "volume",
        "queue", "programme", "codec", "device", "recording", "sleep", "alarm", "equaliser", "loudness",
    ]

    /// Returns the value with a name of ``names`` without words that explain it; empty if there is none.
    package subscript(name: String) -> String {
        // A station may say that no title is heard, for example between two songs.
        let track = snapshot.nowPlaying.flatMap { $0.track.kind == .none ? nil : $0.track }
        return switch name {
        case "state": status.state
        case "reason": status.reason ?? ""
        case "station": station
        case "text": track?.text ?? ""
        case "artist": track?.artist ?? ""
        case "title": track?.title ?? ""
        case "album": track?.album ?? ""
        case "time": time
        case "rate": "\((snapshot.rate * 100).rounded() / 100)"
        case "behind": distance
        case "kept": past
        case "volume": level
        case "queue": place
        case "programme": programme
        case "codec": snapshot.stream?.codecName ?? ""
        case "device": snapshot.outputDevice ?? ""
        case "recording": snapshot.recordings.last.map { Self.clock($0.duration) } ?? ""
        case "sleep": state.sleep.map(Self.clock) ?? ""
        case "alarm": state.alarm.map { $0.name + ($0.snooze.map { " (\(Self.clock($0)))" } ?? "") } ?? ""
        case "equaliser": equaliser
        case "loudness": loudness
        default: ""
        }
    }

    /// Returns a template in which each `{name}` is replaced by the value with this name. A name that is not in
    /// ``names`` stays in its braces.
    package func filled(_ template: String) -> String {
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
}
