import Longwave
import LongwaveTerminal
import RadioLoop

extension Schedule.Entry {
    var kind: String {
        switch action {
        case .play: "play"
        case .quiet: "quiet"
        case .alarm: "alarm"
        }
    }

    /// What the entry plays, in the order in which it is tried.
    var sources: [PlayRequest.Source] {
        if case .alarm(let alarm) = action { alarm.sources } else { source.map { [$0] } ?? [] }
    }

    /// What the entry plays, in words.
    var plays: String { sources.map(\.words).joined(separator: ", ") }
}

extension PlayRequest.Source {
    fileprivate var words: String {
        switch self {
        case .named(let name): Credentials.hidden(in: name)
        case .stations(let stations, let index): stations.indices.contains(index) ? stations[index].name : ""
        case .query(let text): text
        case .playlist(let name), .programme(let name): name
        }
    }
}

extension Schedule {
    /// The rows of the screen's page: what is demanded now, what comes next, and all entries.
    func rows(now: Int64, _ zone: LocalZone) -> [HelpRow] {
        guard !entries.isEmpty else { return [] }
        let hold = hold(at: now, zone)
        let current = hold.isSilent ? "quiet hours" : hold.slot?.entry.name ?? "nothing"
        let next = events(after: now, zone).prefix(10).map { event in
            // The weekday and the time are enough for the next days.
            let isSoon = event.time - now < 6 * 86_400
            let words = event.localTime(zone).split(separator: " ")
            return HelpRow.key(
                keys: "\(words[isSoon ? 0 : 1]) \(isSoon ? words[2] : "")", words: "\(event.entry.name) \(event.words)")
        }
        let all = ShowSchedule.document(self).rows.map { row in
            HelpRow.key(
                keys: row[4].isEmpty ? row[3] : "\(row[3])-\(row[4])",
                words: [row[0], row[2], row[1] == "play" ? "" : row[1], row[5], row[6]].filter { !$0.isEmpty }
                    .joined(separator: ", "))
        }
        return [.heading("Now: \(current)"), .heading("Next")] + next + [.heading("Entries")] + all
    }
}
