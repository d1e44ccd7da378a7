import Glibc
import LongwaveTerminal
import RadioLoop

/// Reads the pages of heard titles and of recordings for the full-screen player, and opens links of titles.
///
/// Files are read on worker threads.
final class ScreenPages {
    private let radio: Radio
    /// The path of the title database; nil if no history is kept.
    private let titles: String?
    private let recordings: () -> String
    private let disk: BlockingWorker
    /// Reads the lengths of recordings.
    private let lengths: BlockingWorker
    private var recorded = RecordedFiles()
    /// The number of the last reading of the recordings. A later reading replaces an earlier one that is not finished.
    private var reading = 0
    private let loop: EventLoop
    private let desk: ScreenDesk
    /// The titles of the history page, by the ids of their rows.
    private var songs: [String: PlayedTrack] = [:]
    /// The states that the title database and its write-ahead log had when the titles were last read.
    private var songsState: [LocalFile.State?]?
    /// The running program `xdg-open`, which opens a link in the browser.
    private var opener: ChildProgram?

    /// - Parameter recordings: returns the path of the folder of recordings.
    init(
        _ radio: Radio, titles: String?, recordings: @escaping () -> String, disk: BlockingWorker, loop: EventLoop,
        _ desk: ScreenDesk
    ) {
        self.radio = radio
        self.titles = titles
        self.recordings = recordings
        self.disk = disk
        lengths = BlockingWorker(beside: disk)
        self.loop = loop
        self.desk = desk
    }

    /// Reads the titles again if the title database has changed.
    ///
    /// The screen calls this method once a second while the page is shown, because a title is written to the database
    /// some time after it is heard.
    func readSongs() {
        let known = songsState
        guard let titles else {
            songsState = []
            return known == nil ? show(HeardSongs(problem: "no history is kept (--no-history)")) : ()
        }
        disk.run(orElse: known) {
            ["", "-wal"].map { LocalFile.State(titles + $0) }
        } then: { [weak self] state in
            guard let self, let state, state != known else { return }
            songsState = state
            guard state[0] != nil else { return show(HeardSongs()) }
            let radio = radio
            // The closure is called only on the event loop's thread. If the file has changed again, the next reading
            // shows it.
            nonisolated(unsafe) let show =
                { [weak self] in if self?.songsState == state { self?.show($0) } } as (HeardSongs) -> Void
            Task {
                let heard = await HeardSongs.read(radio)
                await radio.manager.perform { _ in show(heard) }
            }
        }
    }

    private func show(_ heard: HeardSongs) {
        songs = Dictionary(heard.songs.map { (HeardSongs.id($0), $0) }) { first, _ in first }
        let today = WallClock.localDay(milliseconds: WallClock.milliseconds)
        desk.take(.history(heard.rows(today: today), problem: heard.problem))
    }

    func readRecordings() {
        let (folder, known) = (recordings(), recorded)
        reading += 1
        let number = reading
        disk.run(orElse: RecordedFiles()) {
            RecordedFiles(in: folder, known: known)
        } then: { [weak self] found in
            guard let self, number == reading else { return }
            show(found, in: folder)
            // Reading the lengths may take seconds, so the files are shown before.
            lengths.run(orElse: found) {
                var found = found
                found.readLengths()
                return found
            } then: { [weak self] found in
                guard let self, number == reading else { return }
                show(found, in: folder)
            }
        }
    }

    private func show(_ found: RecordedFiles, in folder: String) {
        recorded = found
        let rows = found.rows
        let nothing = rows.isEmpty ? "no recordings in \(folder) yet: k keeps a title, R records" : nil
        desk.take(.recordings(rows, problem: nothing))
    }

    /// Reads the schedule. The screen calls this method once a second while the page is shown, because time passes.
    func readSchedule() {
        let file = ScheduleFile.usual(environment: Environment.folders)
        disk.run(orElse: .success(Schedule())) {
            file?.readIfPresent() ?? .success(Schedule())
        } then: { [weak self] (result: Result<Schedule, ScheduleError>) in
            switch result {
            case .success(let schedule):
                let nothing = "no schedule yet: \"longwave schedule add\""
                let rows = schedule.rows(now: WallClock.milliseconds / 1000, .system)
                self?.desk.take(.schedule(rows, problem: schedule.entries.isEmpty ? nothing : nil))
            case .failure(let error): self?.desk.take(.schedule([], problem: error.sentence))
            }
        }
    }

    func deleteRecording(_ path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        disk.run(orElse: EAGAIN) {
            RecordedFiles.delete(path)
        } then: { [weak self] code in
            self?.desk.say(
                code == 0 ? "deleted: \(name)" : "\(name) cannot be deleted: \(String(cString: strerror(code)))")
            self?.readRecordings()
        }
    }

    /// Likes the title of a row of the history page. If the title is liked already, removes the like.
    func like(_ row: SongRow) {
        guard let song = songs[row.id], let titles else { return }
        LikedSongs(database: titles, worker: disk).set(!row.isLiked, song) { [weak self] result in
            switch result {
            case .success(let isLiked): self?.desk.say("you \(isLiked ? "like" : "no longer like") \(row.text)")
            case .failure(let error): self?.desk.say(error.words)
            }
            self?.readSongs()
        }
    }

    // MARK: Links

    func links(of row: SongRow, _ templates: [SongLinkTemplate]) -> [SongLink] {
        songs[row.id]?.track.links(templates) ?? []
    }

    func show(_ links: [SongLink]) {
        guard !links.isEmpty else { return desk.say("no song to link") }
        desk.take(.links(links.map { ChoiceRow(text: "\($0.name)  \($0.url)", value: $0.url) }))
    }

    /// The names of the environment variables that are passed to `xdg-open`, because the browser needs them.
    private static let passedOn = [
        "PATH", "HOME", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "XAUTHORITY",
    ]

    /// Opens an address in the desktop's browser. If this is not possible, shows the address, so that the person can
    /// copy it.
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
