import RadioFormats
import RadioLoop
import RadioStorage

/// Reads the states of stations that earlier runs stored. The time needed depends on the number of stations and open
/// tracks, and not on the number of recorded tracks.
struct LeftReader {
    let connection: SqliteConnection
    /// The current moment, from which the monotonic times of stored wall clock times are computed.
    let now: LogMoment

    // MARK: Titles shown

    /// Returns the states of these stations. The result has no entry for a station that no earlier run followed.
    func followed(of ids: Set<String>) throws(StorageError) -> [String: StationState] {
        var states: [String: StationState] = [:]
        for id in ids { states[id] = try station(id) }
        try readOpen(into: &states)
        try readRecent(into: &states)
        return states
    }

    /// Returns the states of all stations that have an open track, other than those with these ids.
    func open(besides ids: Set<String>) throws(StorageError) -> [StationState] {
        var found: Set<String> = []
        try connection.statement(.selectOpen).run { row in
            if let id = row.text(0), !ids.contains(id) { found.insert(id) }
        }
        var states: [String: StationState] = [:]
        for id in found { states[id] = try station(id) }
        try readOpen(into: &states)
        return states.values.filter { !$0.open.isEmpty }
    }

    private func readOpen(into states: inout [String: StationState]) throws(StorageError) {
        try connection.statement(.selectOpen).run { row in
            if let id = row.text(0), states[id] != nil { take(row, into: &states[id]!) }
        }
    }

    private func station(_ id: String) throws(StorageError) -> StationState? {
        var state: StationState?
        try connection.statement(.selectStation).run([.text(id)]) { row in
            state = StationState(id: id, name: row.text(0) ?? "", seenUntil: row.integerIfAny(1))
        }
        return state
    }

    /// Adds the open track in a row of the result of ``TitleStatement/selectOpen`` to the station's state.
    private func take(_ row: borrowing SqliteStatement, into state: inout StationState) {
        // A track whose beginning is impossible could not be found again to end it.
        guard let seenUntil = state.seenUntil, let began = row.integerIfAny(1) else { return }
        let track = TrackInfo(
            kind: TrackInfo.Kind(rawValue: row.text(4) ?? "") ?? .unknown, artist: row.text(5), title: row.text(6),
            text: row.text(7) ?? "", artworkURL: row.text(8), linkURL: row.text(9), raw: row.blob(10))
        let isShown = row.isNull(2)
        let lastShown = max(began, isShown ? seenUntil : row.integer(2))
        state.open.append(
            StationState.Open(
                track: TrackDetector.Open(
                    track: track, began: LogMoment(wall: began, asSeenFrom: now),
                    lastShown: LogMoment(wall: lastShown, asSeenFrom: now), unseen: .milliseconds(row.integer(3)),
                    source: TitleSource(rawValue: row.text(11) ?? "") ?? .inBand),
                isShown: isShown))
    }

    /// Adds the recently ended tracks to their stations' states. Tracks that began more than an hour ago are left out,
    /// because the file has an index of beginnings but no index of ends.
    private func readRecent(into states: inout [String: StationState]) throws(StorageError) {
        let reach = RecentTracks.reach.nanoseconds / 1_000_000
        try connection.statement(.selectRecent).run([.integer(now.wall), .integer(reach)]) { row in
            guard let id = row.text(0) else { return }
            let track = TrackInfo(
                kind: TrackInfo.Kind(rawValue: row.text(2) ?? "") ?? .unknown, artist: row.text(3), title: row.text(4),
                text: row.text(5) ?? "")
            states[id]?.recent.append(
                RecentTracks.Ended(track: track, at: LogMoment(wall: row.integer(1), asSeenFrom: now)))
        }
    }

    // MARK: Titles heard

    /// A track that was heard, as read from the file.
    private struct Heard {
        var row: Int64
        var end: Int64
        var isEnded: Bool
        var track: StationState.Open
    }

    /// Maximum age in milliseconds, since its beginning, of an ended track that is searched for.
    private static let reach: Int64 = 6 * 3600 * 1000

    /// Returns the last heard track of each station as an open track, if it was heard within ``TrackDetector/window``.
    /// If it has ended, reopens it in the file.
    ///
    /// If the player crashed, the track is still open in the file. It then counts as heard until the time last written
    /// for it. All other open tracks of these stations are ended.
    func heard(of ids: Set<String>) throws(StorageError) -> [String: StationState] {
        var states: [String: StationState] = [:]
        for id in ids {
            var found: [Heard] = []
            try connection.statement(.selectOpenHeard).run([.text(id)]) { found.append(heard($0)) }
            let number = SongKey.station(id)
            try connection.statement(.selectHeard).run([.integer(now.wall - Self.reach), .integer(number)]) { row in
                let last = heard(row)
                if last.isEnded, last.track.track.began.wall >= found.last?.track.track.began.wall ?? .min {
                    found.append(last)
                }
            }
            let last = found.last
            let isRecent = last.map { $0.track.track.lastShown.duration(to: now) <= TrackDetector.window } ?? false
            if isRecent, let last {
                states[id] = StationState(id: id, name: "", seenUntil: last.end, open: [last.track])
                if last.isEnded { try goOn(last) }
                found.removeLast()
            }
            for left in found where !left.isEnded {
                let unseen = left.track.track.unseen.nanoseconds / 1_000_000
                try connection.statement(.closeTrack).run([.integer(left.row)])
                try connection.statement(.endTrack).run([.integer(left.row), .integer(left.end), .integer(unseen)])
            }
        }
        return states
    }

    /// Removes the end of a track from the file, so that the track is open again.
    private func goOn(_ ended: Heard) throws(StorageError) {
        for statement in [TitleStatement.openTrack, .forgetEnd, .forgetOldEnd] {
            try connection.statement(statement).run([.integer(ended.row)])
        }
    }

    private func heard(_ row: borrowing SqliteStatement) -> Heard {
        let track = TrackInfo(
            kind: TrackInfo.Kind(rawValue: row.text(5) ?? "") ?? .unknown, artist: row.text(6),
            title: row.text(7), text: row.text(8) ?? "", raw: row.blob(9))
        let open = TrackDetector.Open(
            track: track, began: LogMoment(wall: row.integer(1), asSeenFrom: now),
            lastShown: LogMoment(wall: row.integer(2), asSeenFrom: now), unseen: .milliseconds(row.integer(4)),
            source: .heard)
        return Heard(
            row: row.key(0), end: row.integer(2), isEnded: row.integer(3) != 0,
            track: StationState.Open(track: open, isShown: false))
    }
}
