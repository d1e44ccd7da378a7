/// The songs that the log must contain for one station, made from the server's record of the titles that the station
/// showed. A song counts once, however often it is shown, until another song is shown or until more than ten minutes
/// pass without it.
struct ExpectedSongs {
    /// The log may lack a song that was first shown less than this many milliseconds before the logger closed the
    /// connection.
    static let grace = 2000
    /// If a station does not show a song for more than this many milliseconds, the song counts again when it returns
    /// (docs/LOGGER.md).
    static let window = 600_000

    private(set) var songs: [ExpectedSong] = []
    private(set) var firstConnect: Int?
    private var live = 0
    /// The time in milliseconds at which the station stopped to show the last song, or nil while it shows that song.
    private var hiddenSince: Int?
    /// The times at which a song was shown so recently that the logger may not have read it yet: the song's index in
    /// `songs`, the connection's number, and the time in milliseconds.
    private var open: [(song: Int, connection: Int, time: Int)] = []
    private let source: LoadCheck.Source

    init(_ source: LoadCheck.Source) { self.source = source }

    mutating func add(_ line: SentLine) {
        settle(until: line.time)
        switch line.event {
        case .connect:
            firstConnect = firstConnect ?? line.time
            live += 1
        case .title(let title): show(title, line, isRequired: source == .stream)
        case .page(let title):
            // A logger that reads streams may also read status pages. It may log songs from these pages, but need not.
            if source == .page || title.kind == .song { show(title, line, isRequired: source == .page) }
            if source == .page { firstConnect = firstConnect ?? line.time }
        case .end(let byPeer, _):
            if byPeer {
                open.removeAll { $0.connection == line.connection }
            } else {
                settle(until: .max, connection: line.connection)
            }
            live -= 1
            if live == 0, source == .stream { hiddenSince = hiddenSince ?? line.time }
        }
    }

    /// Ends the input. `time` is the time of the last line in the record of all stations.
    mutating func finish(at time: Int) { settle(until: time) }

    private mutating func show(_ title: ScriptedTitle, _ line: SentLine, isRequired: Bool) {
        guard title.kind == .song else {
            hiddenSince = hiddenSince ?? line.time
            return
        }
        let isNew =
            songs.last.map { last in
                !last.isSame((title.artist, title.title))
                    || hiddenSince.map { line.time - $0 > Self.window } ?? false
            } ?? true
        if isNew { songs.append(ExpectedSong(artist: title.artist, title: title.title, sent: line.time)) }
        hiddenSince = nil
        if isRequired { open.append((songs.count - 1, line.connection, line.time)) }
    }

    private mutating func settle(until time: Int, connection: Int? = nil) {
        guard !open.isEmpty else { return }
        open.removeAll { showing in
            guard connection == nil || showing.connection == connection,
                time == .max || showing.time < time - Self.grace
            else { return false }
            songs[showing.song].requiredSince = min(songs[showing.song].requiredSince ?? .max, showing.time)
            return true
        }
    }
}
