import LongwaveTerminal
import RadioLoop

extension ScreenPlaying {
    /// Describes a player's state for the full-screen player.
    /// - Parameter player: what the player is called among the words about it; nil for a player of this process.
    init(_ words: PlayerWords, player: String?) {
        self.init()
        let snapshot = words.state.snapshot
        state = words.status.state
        reason = words.status.reason
        tone =
            switch words.status.tone {
            case .good: .good
            case .waiting: .waiting
            case .bad: .bad
            case .neutral: .neutral
            }
        isActive = snapshot.intent != .stopped
        station = words.station
        stationID = snapshot.item?.station.persistentID
        home = snapshot.workingURL ?? snapshot.item?.urls.first ?? ""
        source = snapshot.item?.station
        if let now = snapshot.nowPlaying, now.track.kind != .none {
            let isWhole = now.artist?.isEmpty == false && now.title?.isEmpty == false
            artist = isWhole ? now.artist : nil
            title = isWhole ? now.title : words.title
            album = now.track.album
            since = String(WallClock.now().localTime(now.heard).prefix(5))
        }
        if isActive { artwork = NowPlayingArtwork.candidates(snapshot) }
        elapsed = words.elapsed
        behind = words.behind.isEmpty ? nil : [words.behind, words.kept].filter { !$0.isEmpty }.joined(separator: ", ")
        codec = words.codec
        volume = words.volume
        recording = words.recording
        if !words.chapter.isEmpty { notes.append(words.chapter) }
        if let sleep = words.state.sleep { notes.append("sleep in \(PlayerWords.clock(sleep))") }
        if words.state.alarm != nil { notes.append("alarm \(words["alarm"])") }
        if snapshot.queue.repeatMode != .none { notes.append("repeat \(snapshot.queue.repeatMode.rawValue)") }
        if snapshot.queue.isShuffled { notes.append("shuffled") }
        // If the sound goes nowhere, the device has the name "null", which is not shown.
        if let device = snapshot.outputDevice, device != "null" { notes.append(device) }
        if let player { notes.append(player) }
        owner = player.map { "the \($0); \"longwave ctl quit\" ends it" } ?? "this screen; its sound ends with it"
    }
}
