import LongwaveTerminal

/// What the pages of titles and recordings show: read on the disk's thread while they are looked at.
final class ScreenPages {
    /// The file of titles; nil: nothing is written down.
    private let titles: String?
    private let recordings: () -> String
    private let disk: BlockingWorker
    private let loop: EventLoop
    private let desk: ScreenDesk
    private var songs: [PlayedTrack] = []
    /// Of the file of titles, when it was read last.
    private var songsState: [LocalFile.State?]?
    private var opener: ChildProgram?

    /// - Parameter recordings: their folder.
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

    /// Titles are written down a while after they are heard: the file is read where it is another one.
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

    /// A title that was heard is liked, or no longer.
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

    private static let passedOn = [
        "PATH", "HOME", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "XAUTHORITY",
    ]

    /// In the desktop's browser, where there is one; else the address is shown, to be copied.
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
