/// Compares the songs that the log contains for one station with those that the station sent.
struct StationCheck {
    private struct Name: Hashable {
        var artist: String
        var title: String
    }

    private let expected: [ExpectedSong]
    private var places: [Name: [Int]] = [:]
    private var isFound: [Bool]
    /// The index in `expected` of the song that the log should contain next: one more than that of the last song that
    /// the log contains in order.
    private var next = 0
    private(set) var findings: [LoadFinding] = []
    /// The delays in milliseconds from the sending of each song to its time in the log.
    private(set) var delays: [Int] = []

    /// Compares the songs.
    /// - Parameter logged: The station's songs in the order of the log.
    init(mount: Int, expected: [ExpectedSong], logged: [LoggedTrack]) {
        self.expected = expected
        isFound = Array(repeating: false, count: expected.count)
        for (place, song) in expected.enumerated() {
            places[Name(artist: song.artist, title: song.title), default: []].append(place)
        }
        let names = Set(logged.map { Name(artist: $0.artist, title: $0.title) })
        for track in logged { take(track, mount, names) }
        for (place, song) in expected.enumerated() where !isFound[place] && song.requiredSince != nil {
            findings.append(
                LoadFinding(kind: .missing, mount: mount, time: song.sent, text: "\(song.artist) - \(song.title)"))
        }
    }

    private mutating func take(_ track: LoggedTrack, _ mount: Int, _ names: Set<Name>) {
        let text = "\(track.artist) - \(track.title)"
        guard let places = places[Name(artist: track.artist, title: track.title)] else {
            return takeUnknown(track, mount, names)
        }
        if let place = places.first(where: { $0 >= next }) {
            isFound[place] = true
            next = place + 1
            if let since = expected[place].requiredSince { delays.append(max(0, track.time - since)) }
        } else if let place = places.first(where: { !isFound[$0] }) {
            isFound[place] = true
            findings.append(LoadFinding(kind: .outOfOrder, mount: mount, time: track.time, text: text))
        } else {
            findings.append(LoadFinding(kind: .doubled, mount: mount, time: track.time, text: text))
        }
    }

    /// Reports a song of the log that was never sent. If the log does not contain the song that it should contain next,
    /// the wrong song counts as a wrong text of that song, which is then not also reported as missing.
    private mutating func takeUnknown(_ track: LoggedTrack, _ mount: Int, _ names: Set<Name>) {
        var text = "\(track.artist) - \(track.title)"
        if next < expected.count {
            let due = expected[next]
            if !names.contains(Name(artist: due.artist, title: due.title)), due.sent <= track.time + ExpectedSongs.grace
            {
                text += ", sent as \(due.artist) - \(due.title)"
                isFound[next] = true
                next += 1
            }
        }
        findings.append(LoadFinding(kind: .wrong, mount: mount, time: track.time, text: text))
    }
}
