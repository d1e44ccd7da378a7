import LongwaveTerminal
import RadioJSON

/// Describes the state of a player in words, for the full-screen player.
enum ScreenWords {
    /// Describes a player of this process.
    /// - Parameters:
    ///   - snapshot: the player's snapshot.
    ///   - sleep: the time until the sleep timer ends the sound; nil if the timer is off.
    static func playing(_ snapshot: PlaybackSnapshot, sleep: Duration?) -> ScreenPlaying {
        let words = StatusWords(snapshot)
        var playing = ScreenPlaying()
        playing.state = words.state
        playing.reason = words.reason
        playing.tone =
            switch words.tone {
            case .good: .good
            case .waiting: .waiting
            case .bad: .bad
            case .neutral: .neutral
            }
        playing.isActive = snapshot.intent != .stopped
        playing.station = DisplayNames.station(snapshot)
        playing.stationID = snapshot.item?.station.persistentID
        playing.home = snapshot.workingURL ?? snapshot.item?.urls.first ?? ""
        if let now = snapshot.nowPlaying, now.track.kind != .none {
            let isWhole = now.artist?.isEmpty == false && now.title?.isEmpty == false
            playing.artist = isWhole ? now.artist : nil
            playing.title = isWhole ? now.title : DisplayNames.title(now.track)
            playing.album = now.track.album
            playing.since = String(WallClock.now().localTime(now.heard).prefix(5))
        }
        if playing.isActive { playing.artwork = NowPlayingArtwork.candidates(snapshot) }
        let line = StatusLine(charset: .utf8)
        playing.elapsed = line.elapsed(snapshot)
        playing.behind = line.behind(snapshot)
        playing.codec = snapshot.stream?.summary ?? ""
        playing.volume = line.volume(snapshot)
        playing.recording = line.recording(snapshot)
        playing.notes = notes(
            snapshot.queue.repeatMode.rawValue, isShuffled: snapshot.queue.isShuffled, sleep: sleep)
        // If the sound goes nowhere, the device has the name "null", which is not shown.
        if let device = snapshot.outputDevice, device != "null" { playing.notes.append(device) }
        return playing
    }

    /// Describes the shared player.
    /// - Parameters:
    ///   - status: the shared player's snapshot, as JSON.
    ///   - age: the time since the snapshot was received, by which the shown times are corrected, such as the position.
    ///   - sleep: the time until the sleep timer ends the sound; nil if the timer is off.
    static func playing(_ status: JSONValue, age: Duration, sleep: Duration?) -> ScreenPlaying {
        let line = PlayerLine(status, age: age)
        func text(_ name: String) -> String? {
            let text = line[name]
            return text.isEmpty ? nil : text
        }
        var playing = ScreenPlaying()
        playing.state = line["state"]
        playing.reason = text("reason")
        playing.tone = tone(status["status"]?.string)
        playing.isActive = status["intent"]?.string != "stopped"
        playing.station = line["station"]
        var urls: [String] = []
        if case .array(let values)? = status["item"]?["urls"] { urls = values.compactMap(\.string) }
        if let name = status["item"]?["name"]?.string {
            playing.stationID = Station(name: name, urls: urls, id: status["item"]?["id"]?.string).persistentID
        }
        playing.home = urls.first ?? ""
        playing.artist = text("title") == nil ? nil : text("artist")
        playing.title = text("title") ?? text("text")
        playing.album = text("album")
        if let heard = status["nowPlaying"]?["heard"]?.string, let date = ISODate(heard) {
            playing.since = String(WallClock.local(milliseconds: date.time.milliseconds).dropFirst(11).prefix(5))
        }
        if playing.isActive, let url = status["nowPlaying"]?["artworkURL"]?.string { playing.artwork = [.track(url)] }
        playing.elapsed = line["time"]
        playing.behind = text("behind")
        let rate = status["stream"]?["bitRate"]?.number.map { " \(Int($0 / 1000 + 0.5)) kbit/s" } ?? ""
        playing.codec = line["codec"].isEmpty ? "" : line["codec"] + rate
        playing.volume = line["volume"]
        playing.recording = line["recording"]
        playing.notes = notes(
            status["queue"]?["repeat"]?.string ?? "none", isShuffled: status["queue"]?["shuffled"] == .bool(true),
            sleep: sleep)
        playing.notes.append("shared player")
        return playing
    }

    private static func tone(_ status: String?) -> ScreenPlaying.Tone {
        switch status {
        case "playing": .good
        case "waitingToPlay": .waiting
        case "failed": .bad
        case _: .neutral
        }
    }

    private static func notes(_ repetition: String, isShuffled: Bool, sleep: Duration?) -> [String] {
        var notes: [String] = []
        if let sleep { notes.append("sleep in \(StatusLine.clock(sleep))") }
        if repetition != "none" { notes.append("repeat \(repetition)") }
        if isShuffled { notes.append("shuffled") }
        return notes
    }
}
