import RadioJSON
import RadioLists

/// Compares the log of a title logger with the record of the titles that a ``LoadServer`` sent. Every song that was
/// sent completely must be in the log exactly once, in order, with the same artist and title. All lines of the record
/// must be added before those of the log.
package struct LoadCheck {
    /// The source from which the logger had to read the titles: streams or status pages.
    package enum Source: Sendable {
        case stream, page
    }

    private let source: Source
    private var expected: [Int: ExpectedSongs] = [:]
    private var logged: [Int: [LoggedTrack]] = [:]
    private var firstRecord: [Int: Int] = [:]
    private var lastSent = 0
    private var others = 0
    private var unreadable = 0
    private var isLastUnreadable = false

    package init(_ source: Source = .stream) { self.source = source }

    package mutating func addSent(_ line: SentLine) {
        lastSent = max(lastSent, line.time)
        expected[line.mount, default: ExpectedSongs(source)].add(line)
    }

    package mutating func addSent(line: [UInt8]) {
        // The last line of the record may be incomplete, if the server was killed.
        guard let json = try? JSONReader.read(line), let sent = SentLine(json) else { return }
        addSent(sent)
    }

    package mutating func addLogged(_ track: LoggedTrack) {
        firstRecord[track.mount] = min(firstRecord[track.mount] ?? .max, track.time)
        if track.isSong {
            logged[track.mount, default: []].append(track)
        } else {
            others += 1
        }
    }

    package mutating func addLogged(line: [UInt8]) {
        isLastUnreadable = false
        guard let json = try? JSONReader.read(line) else {
            unreadable += 1
            isLastUnreadable = true
            return
        }
        if let track = LoggedTrack(json) { addLogged(track) }
    }

    package func report() -> LoadReport {
        var report = LoadReport()
        // The last line of the log may be incomplete, if the logger still runs.
        report.unreadable = unreadable - (isLastUnreadable ? 1 : 0)
        report.others = others
        for mount in Set(expected.keys).union(logged.keys).sorted() {
            var songs = expected[mount] ?? ExpectedSongs(source)
            songs.finish(at: lastSent)
            let tracks = logged[mount] ?? []
            let check = StationCheck(mount: mount, expected: songs.songs, logged: tracks)
            report.stations += 1
            report.required += songs.songs.count { $0.requiredSince != nil }
            report.optional += songs.songs.count { $0.requiredSince == nil }
            report.songs += tracks.count
            report.findings += check.findings
            report.delays += check.delays
            if let first = firstRecord[mount], let connect = songs.firstConnect {
                report.firstTitles.append(max(0, first - connect))
            }
        }
        return report
    }
}
