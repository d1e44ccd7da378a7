import LongwaveTerminal

/// The content of the screen's pages for titles and recordings, and the links of titles.
///
/// The files are read on a worker's thread while a page is shown.
final class ScreenPages {
    /// The path of the title database; nil if no history is kept.
    private let titles: String?
    private let recordings: () -> String
    private let disk: BlockingWorker
    private let loop: EventLoop
    private let desk: ScreenDesk
    private var songs: [PlayedTrack] = []
    /// The state of the title database and its write-ahead log when they were last read.
    private var songsState: [LocalFile.State?]?
    /// The running program that opens a link in the browser.
    private var opener: ChildProgram?

    /// - Parameter recordings: returns the folder of recordings.
    init(
        titles: String?, recordings: @escaping () -> String, disk: BlockingWorker, loop: EventLoop,
        _ desk: ScreenDesk
    ) {
        self.titles = titles
        self.recordings = recordings
        self.disk = disk
        self.loop = loop
        self.desk = desk
    }

    /// Reads the titles again if the title database has changed.
    ///
    /// The screen calls the function repeatedly, because titles reach the database some time after they are heard.
    func readSongs() {
        let (path, today) = (titles, WallClock.localDay(milliseconds: WallClock.milliseconds))
        let known = songsState
        disk.run(orElse: nil) { () -> (HeardSongs, [LocalFile.State?])? in
            let state = ["", "-wal"].map { suffix in path.flatMap { LocalFile.State($0 + suffix) } }
            return state == known ? nil : (HeardSongs.read(path), state)
        } then: { [weak self] answer in
            guard let self, let (heard, state) = answer else { return }
            songsState = state
            songs = heard.songs
            desk.take(.history(heard.rows(today: today), problem: heard.problem))
        }
    }

    func readRecordings() {
        let folder = recordings()
        disk.run(orElse: []) {
            RecordedFiles.read(folder)
        } then: { [desk] rows in
            let nothing = rows.isEmpty ? "no recordings in \(folder) yet: k keeps a title, R records" : nil
            desk.take(.recordings(rows, problem: nothing))
        }
    }

    /// Likes a title of the history, or removes the like.
    func like(_ row: SongRow) {
        guard songs.indices.contains(row.id), let titles else { return }
        LikedSongs(database: titles, worker: disk).set(!row.isLiked, songs[row.id]) { [weak self] result in
            switch result {
            case .success(let isLiked): self?.desk.say("you \(isLiked ? "like" : "no longer like") \(row.text)")
            case .failure(let error): self?.desk.say(error.words)
            }
            self?.readSongs()
        }
    }

    // MARK: Links

    func links(of row: SongRow) -> [SongLink] {
        songs.indices.contains(row.id) ? songs[row.id].track.links() : []
    }

    func show(_ links: [SongLink]) {
        guard !links.isEmpty else { return desk.say("no song to link") }
        desk.take(.links(links.map { ChoiceRow(text: "\($0.name)  \($0.url)", value: $0.url) }))
    }

    /// The names of the environment variables that the browser needs.
    private static let passedOn = [
        "PATH", "HOME", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "XAUTHORITY",
    ]

    /// Opens an address in the desktop's browser. Without a desktop, shows the address, so that the person can copy it.
    func open(_ url: String) {
        let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains { Environment.value($0)?.isEmpty == false }
        guard hasDesktop, let program = ChildProgram.find("xdg-open", path: Environment.value("PATH") ?? "") else {
            return desk.say(url)
        }
        let environment = Self.passedOn.reduce(into: [:]) { $0[$1] = Environment.value($1) }
        opener = ChildProgram(
            program, [url], environment: environment, limits: .init(outputBytes: 1 << 16), loop: loop
        ) { [weak self] ending in
            guard case .exited(code: 0, _) = ending else { return self?.desk.say(url) ?? () }
        }
        desk.say("opening \(url)")
    }
}
