import LongwaveTerminal

/// Makes the status line that `systemctl status` shows: the player's state, its reason, the station and the title.
enum ServiceStatus {
    private static let clean = Sanitiser(charset: .utf8)

    static func text(_ snapshot: PlaybackSnapshot) -> String {
        let words = PlayerWords(snapshot)
        var text = words.status.state
        if let reason = words.status.reason { text += " (\(reason))" }
        let what = [words.station, words.title].filter { !$0.isEmpty }
        if !what.isEmpty { text += ": " + what.joined(separator: ", ") }
        return clean(Credentials.hidden(in: text))
    }
}
