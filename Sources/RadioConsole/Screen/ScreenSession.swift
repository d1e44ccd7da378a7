import Glibc
import LongwaveTerminal
import RadioService

/// One run of the screen, from the terminal's first page to the exit code. Everything happens on the manager's loop.
final class ScreenSession {
    let radio: Radio
    let options: ScreenOptions
    private let onEnd: (ExitCode) -> Void
    var model: ScreenModel
    private let painter: ScreenPainter
    private var surface: (any ScreenSurface)?
    private(set) var player: (any ScreenPlayer)?
    private let loop: EventLoop
    private let disk: BlockingWorker
    private let trial = StationTrial()
    /// What the person asked for last, while it is tried.
    private var tried: Station?
    private(set) var library: StationLibrary?
    private var directory: StationDirectory?
    private var handover: Handover?
    private var undos: [UndoStep] = []
    private var songs: [PlayedTrack] = []
    /// Of the file of titles, when it was read last.
    private var songsState: [LocalFile.State?]?
    private var ticker: LoopTimer?
    private var messageTimer: LoopTimer?
    private var children: [ChildProgram] = []
    private var desktop: MprisPlayer?
    private var sleepGuard: SleepGuard?
    /// What was told of the player last, where that is told in lines.
    private var heard = ""
    private var isEnding = false
    /// Itself, until its end.
    private var kept: ScreenSession?

    enum UndoStep {
        case list(ListChanges.Undo)
        /// What the listener had of a station before.
        case user(LibraryItem)
    }

    private static let messageTime = Duration.seconds(8)
    private static let maximumUndos = 100
    private static let busDelay = Duration.seconds(2)
    /// How long the end waits for files.
    private static let writePatience = Duration.seconds(5)

    init(
        _ radio: Radio, _ options: ScreenOptions, on manager: isolated PlaybackManager,
        onEnd: @escaping (ExitCode) -> Void
    ) {
        self.radio = radio
        self.options = options
        self.onEnd = onEnd
        model = ScreenModel(options.bindings, charset: options.charset, now: .now)
        painter = ScreenPainter(charset: options.charset)
        loop = manager.loop
        disk = BlockingWorker(loop: manager.loop)
    }

    func start(on manager: isolated PlaybackManager) throws(StationPickerError) {
        let surface: any ScreenSurface =
            options.isPlain ? PlainSurface(options, loop: manager.loop) : FullSurface(options, loop: manager.loop)
        surface.view = { [weak self] width, height in
            self?.view(width, height) ?? .init(.init(width: width, height: height))
        }
        surface.spoken = { [weak self] in self.map { ScreenSpeech.line($0.model) } ?? "" }
        surface.onInput = { [weak self] input in self?.received(input, manager) }
        surface.onSignal = { [weak self] signal in
            self?.end(signal == SIGINT ? .interrupted : .ended, manager)
        }
        // Before any thread starts: they inherit the mask of signals.
        try surface.open(artwork: painter(manager))
        self.surface = surface
        kept = self
        connect(manager)
        surface.changed()
        reloadLibrary(manager)
        let ticker = manager.loop.makeTimer { [weak self] in self?.tick(manager) }
        self.ticker = ticker
        ticker.rearm(after: .seconds(1))
        manager.loop.schedule(after: Self.busDelay) { [weak self] in
            self?.joinDesktop(manager)
        }
    }

    private func painter(_ manager: isolated PlaybackManager) -> ArtworkPainter? {
        guard let display = options.artwork, let cache = ArtworkCache.ofUser(loop: manager.loop) else { return nil }
        return ArtworkPainter(display, cache: cache, loop: manager.loop)
    }

    private func joinDesktop(_ manager: isolated PlaybackManager) {
        guard !isEnding, options.isHeard, player is LocalPlayer else { return }
        sleepGuard = SleepGuard(manager)
        let actions = MprisPlayer.Actions(
            quit: { [weak self] in self?.end(.ended, manager) }, open: { _ in },
            playPlaylist: { _ in })
        desktop = MprisPlayer(
            manager, name: "longwave.instance\(getpid())", artwork: ArtworkCache.ofUser(loop: manager.loop), actions)
    }

    // MARK: The player

    /// The shared player where one runs, else one of this process.
    private func connect(_ manager: isolated PlaybackManager) {
        if !options.isAlone, let link = ControlLink(places: options.sharedPlayers, loop: manager.loop) {
            player = SharedClient(link, keeping: options.keeping, news(manager), manager.loop)
        } else {
            player = LocalPlayer(
                radio, keeping: options.keeping, sharedPlayers: options.isHeard ? options.sharedPlayers : [],
                library: { [weak self] in self?.library }, news(manager), manager)
        }
        player?.tick(manager)
    }

    private func news(_ manager: isolated PlaybackManager) -> ScreenPlayerNews {
        let charset = options.charset
        return ScreenPlayerNews(
            playing: { [weak self] in self?.show($0) },
            levels: { [weak self] levels in self?.take(.levels(levels.map { LevelBar.text($0, charset) })) },
            say: { [weak self] in self?.say($0) },
            titleDidChange: { [weak self] in self?.refresh(.history, manager) },
            queueDidChange: { [weak self] in self?.refresh(.queue, manager) },
            failed: { [weak self] station, reason in self?.failed(station, reason) },
            ended: { [weak self] end in self?.playerEnded(end, manager) })
    }

    private func show(_ playing: ScreenPlaying) {
        take(.playing(playing))
        if options.isPlain { speak(playing) }
        guard options.hasTitle, !options.isPlain else { return }
        let clean = Sanitiser(charset: options.charset)
        let words = [playing.station, playing.title.map { t in playing.artist.map { "\($0) - \(t)" } ?? t } ?? ""]
        let title = words.filter { !$0.isEmpty }.joined(separator: ": ")
        surface?.show(title: title.isEmpty ? "Longwave" : clean(title))
    }

    private func speak(_ playing: ScreenPlaying) {
        let words = [playing.station, playing.artist ?? "", playing.title ?? ""].filter { !$0.isEmpty }
        let text = "\(playing.state)\(playing.reason.map { ", \($0)" } ?? ""): \(words.joined(separator: ", "))"
        if text != heard, !words.isEmpty { surface?.said(text) }
        heard = text
    }

    private func failed(_ station: Station, _ reason: String) {
        take(.failed(id: station.persistentID, reason: reason))
        say("\(station.name): \(reason)")
    }

    private func playerEnded(_ end: ScreenPlayerEnd, _ manager: isolated PlaybackManager) {
        switch end {
        case .asleep: self.end(.ended, manager)
        case .gone:
            guard !isEnding else { return }
            say("the shared player has ended; this screen plays by itself now")
            // At the end of the turn: the connection is being closed.
            manager.loop.post { [weak self] in self?.connect(manager) }
        }
    }

    private func tick(_ manager: isolated PlaybackManager) {
        guard !isEnding else { return }
        model.now = .now
        if model.playing.isActive { player?.tick(manager) }
        if model.section == .history { readSongsIfChanged(manager) }
        ticker?.rearm(after: .seconds(1))
    }

    // MARK: The model

    private func view(_ width: Int, _ height: Int) -> ScreenHost.View {
        let layout = layout(width, height)
        model.fit(rows: layout.list.count)
        let cells = painter.cells(model, layout)
        guard let frame = layout.picture, !model.playing.artwork.isEmpty else { return ScreenHost.View(cells) }
        return ScreenHost.View(cells, picture: (model.playing.artwork, model.playing.home, frame))
    }

    private func layout(_ width: Int, _ height: Int) -> ScreenLayout {
        let hasPicture = options.artwork != nil && !model.playing.artwork.isEmpty
        return ScreenLayout(width: width, height: height, hasPicture: hasPicture)
    }

    private func take(_ event: ScreenEvent) {
        _ = model.take(event)
        surface?.changed()
    }

    func say(_ text: String) {
        take(.message(Credentials.hidden(in: text)))
        surface?.said(text)
        messageTimer?.cancel()
        messageTimer = loop.schedule(after: Self.messageTime) { [weak self] in self?.take(.messageIsOld) }
    }

    private func received(_ input: TerminalInput, _ manager: isolated PlaybackManager) {
        guard !isEnding, let surface else { return }
        model.now = .now
        switch input {
        case .stroke(let stroke):
            perform(model.press(stroke), manager)
        case .wheel(let rows): model.wheel(rows)
        case .press(let row, let column):
            let layout = layout(surface.size.width, surface.size.height)
            guard let target = painter.target(model, layout, row: row, column: column) else { return }
            perform(model.click(target), manager)
        case .resized: break
        }
        surface.changed()
    }

    private func perform(_ effects: [ScreenEffect], _ manager: isolated PlaybackManager) {
        for effect in effects { perform(effect, manager) }
    }

    private func perform(_ effect: ScreenEffect, _ manager: isolated PlaybackManager) {
        guard let player else { return }
        switch effect {
        case .player(.toggle) where !player.hasSomething:
            if let item = model.pointed { perform(.play(item, among: model.rows), manager) }
        case .player(let action): player.press(action, manager)
        case .play(let item, let rows): play(item, among: rows, manager)
        case .playFile(let path):
            trial.cancel()
            player.play(file: path, manager)
        case .playEntry(let place): player.playEntry(at: place, manager)
        case .removeEntry(let place): player.removeEntry(at: place, manager)
        case .moveEntry(let place, let target): player.moveEntry(from: place, to: target, manager)
        case .enqueue(let item, let isNext): player.enqueue(item.station, isNext: isNext, manager)
        case .keep(let item, let before): keep(item, before: before, manager)
        case .edit(let edit): change(edit, manager)
        case .undo: undo(manager)
        case .ask(let text): ask(text, manager)
        case .like(let row): like(row, manager)
        case .links(let row): showLinks(row, manager)
        case .openLink(let url): open(url, manager)
        case .devices: player.listDevices(manager) { [weak self] in self?.take(.devices($0)) }
        case .useDevice(let name): player.useDevice(name, manager)
        case .show(let section): refresh(section, manager)
        case .detach: detach(manager)
        case .quit: end(.ended, manager)
        case .redraw: surface?.resized()
        }
    }

    // MARK: Playing

    /// While something is heard the station is tried first: what is heard gives way only to what can be heard.
    private func play(_ item: LibraryItem, among rows: [StationRow], _ manager: isolated PlaybackManager) {
        guard let player else { return }
        take(.failed(id: item.id, reason: nil))
        guard player.isSounding else {
            trial.cancel()
            return begin(item, among: rows, manager)
        }
        say("trying \(item.station.name)")
        trial.begin(item.station, radio) { [weak self] reason in
            guard let self, !self.isEnding else { return }
            guard let reason else {
                self.take(.messageIsOld)
                return self.begin(item, among: rows, manager)
            }
            self.take(.failed(id: item.id, reason: reason))
            self.say("\(item.station.name): \(reason)")
        }
    }

    /// The stations around it are the queue.
    private func begin(_ item: LibraryItem, among rows: [StationRow], _ manager: isolated PlaybackManager) {
        let stations = rows.compactMap { model.item($0)?.station }
        let index = stations.firstIndex(of: item.station)
        player?.play(index == nil ? [item.station] : stations, at: index ?? 0, manager)
    }

    // MARK: Stations

    func reloadLibrary(_ manager: isolated PlaybackManager) {
        let reader = LibraryReader(named: options.libraries).personal
        let folders = Environment.folders
        let memory = library == nil ? radio.memory(on: manager)?.memory : nil
        reader.load(on: manager.loop) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let error): take(.noLibrary(reason: error.sentence))
            case .success(let library):
                let last = memory?.station(in: library)?.persistentID
                disk.run(orElse: nil) { () -> (LibrarySearch, [StationPlaylist])? in
                    let playlists = (try? PlaylistNames.all(environment: folders).get()) ?? []
                    return (LibrarySearch(library), playlists.filter { !Self.shownAlready.contains($0.name) })
                } then: { [weak self] found in
                    guard let self, let (search, playlists) = found else { return }
                    self.library = library
                    take(.library(search, playlists: playlists, pointed: last))
                }
            }
        }
    }

    /// Lists that the screen has anyway.
    private static let shownAlready = ["favourites", "recently-played", "never-played"]

    private func keep(_ item: LibraryItem, before: UserProperties, _ manager: isolated PlaybackManager) {
        var old = item
        old.user = before
        remember(.user(old))
        store(item, manager)
    }

    private func store(_ item: LibraryItem, _ manager: isolated PlaybackManager) {
        let radio = radio
        nonisolated(unsafe) let session = self
        Task {
            do throws(RadioError) {
                let kept = try await radio.update(item) {
                    $0.isFavourite = item.user.isFavourite
                    $0.rating = item.user.rating
                }
                await radio.manager.perform { _ in session.take(.kept(kept)) }
            } catch {
                let sentence = error.sentence
                await radio.manager.perform { _ in session.say(sentence) }
            }
        }
    }

    private func change(_ edit: ListEdit, _ manager: isolated PlaybackManager) {
        let lists = ListChanges.lists(named: options.libraries, environment: Environment.folders)
        var path = lists.first
        switch edit {
        case .add: break
        case .remove(let item), .rename(let item, _), .tag(let item, _), .move(let item, _):
            guard let library else { return }
            path = ListChanges.path(of: item, in: library, lists)
            guard path != nil else {
                return say("\(item.station.name) is of a list that is not yours: a adds it to your own")
            }
        }
        guard let path else { return say("there is no list of your own: name one with --library") }
        let refused = StationLibraryError.unreadable(path, reason: BlockingWorker.refusal)
        disk.run(orElse: .failure(refused)) {
            ListChanges.perform(edit, at: path)
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): self.say("the list cannot be changed. \(CommandFailure(error).sentence)")
            case .success(let done):
                if let undo = done.undo { self.remember(.list(undo)) }
                self.say(done.undo == nil ? done.words : "\(done.words); u takes it back")
                self.reloadLibrary(manager)
            }
        }
    }

    private func remember(_ step: UndoStep) {
        undos.append(step)
        if undos.count > Self.maximumUndos { undos.removeFirst() }
    }

    private func undo(_ manager: isolated PlaybackManager) {
        switch undos.popLast() {
        case nil: say("nothing is to be taken back")
        case .user(let item)?:
            store(item, manager)
            say("taken back: \(item.station.name)")
        case .list(let undo)?:
            disk.run(orElse: .failure(.unreadable(undo.path, reason: BlockingWorker.refusal))) {
                ListChanges.takeBack(undo)
            } then: { [weak self] result in
                guard let self else { return }
                switch result {
                case .failure(let error): self.say("it cannot be taken back. \(CommandFailure(error).sentence)")
                case .success(let words):
                    self.say(words)
                    self.reloadLibrary(manager)
                }
            }
        }
    }

    // MARK: The directory

    private func ask(_ text: String, _ manager: isolated PlaybackManager) {
        guard let address = options.directory else {
            return found(.success([]), manager)
        }
        if directory == nil {
            directory = try? StationDirectory(
                address, loop: manager.loop, pool: manager.transferPool(),
                cache: StationDirectory.usualCache(environment: Environment.folders))
        }
        guard let directory else { return found(.failure("the system has nothing left to ask with"), manager) }
        directory.search(DirectoryQuery(words: text, limit: 100)) { [weak self] answer in
            self?.found(
                answer.map { $0.stations.map(\.station) }.mapError { SearchFailure(CommandFailure($0).sentence) },
                manager)
        }
    }

    struct SearchFailure: Error, ExpressibleByStringLiteral {
        var reason: String
        init(_ reason: String) { self.reason = reason }
        init(stringLiteral value: String) { reason = value }
    }

    private func found(_ answer: Result<[Station], SearchFailure>, _ manager: isolated PlaybackManager) {
        let effects: [ScreenEffect]
        switch answer {
        case .success(let stations): effects = model.take(.found(stations, problem: nil))
        case .failure(let failure): effects = model.take(.found([], problem: failure.reason))
        }
        surface?.changed()
        perform(effects, manager)
    }

    // MARK: Pages

    /// Reads anew what a page shows, where it is looked at.
    private func refresh(_ section: ScreenSection, _ manager: isolated PlaybackManager) {
        guard section == model.section else { return }
        switch section {
        case .stations, .search, .help: break
        case .queue: player?.readQueue(manager) { [weak self] in self?.take(.queue($0)) }
        case .history:
            songsState = nil
            readSongsIfChanged(manager)
        case .recordings:
            let folder = options.keeping.folder
            disk.run(orElse: []) {
                RecordedFiles.read(folder)
            } then: { [weak self] rows in
                let nothing = rows.isEmpty ? "nothing is in \(folder) yet: k keeps a title, R records" : nil
                self?.take(.recordings(rows, problem: nothing))
            }
        }
    }

    /// Titles are written down a while after they are heard.
    private func readSongsIfChanged(_ manager: isolated PlaybackManager) {
        let (path, today) = (options.titles, WallClock.localDay(milliseconds: WallClock.milliseconds))
        let known = songsState
        disk.run(orElse: nil) { () -> (HeardSongs, [LocalFile.State?])? in
            let state = ["", "-wal"].map { suffix in path.flatMap { LocalFile.State($0 + suffix) } }
            return state == known ? nil : (HeardSongs.read(path), state)
        } then: { [weak self] answer in
            guard let self, let (heard, state) = answer else { return }
            songsState = state
            songs = heard.songs
            take(.history(heard.rows(today: today), problem: heard.problem))
        }
    }

    private func like(_ row: SongRow, _ manager: isolated PlaybackManager) {
        guard songs.indices.contains(row.id), let path = options.titles else { return }
        let liked = LikedSongs(database: path, worker: disk)
        liked.set(!row.isLiked, songs[row.id]) { [weak self] result in
            switch result {
            case .success(let isLiked): self?.say("you \(isLiked ? "like" : "no longer like") \(row.text)")
            case .failure(let error): self?.say(error.words)
            }
            self?.refresh(.history, manager)
        }
    }

    private func showLinks(_ row: SongRow?, _ manager: isolated PlaybackManager) {
        let links: [SongLink]
        if let row {
            links = songs.indices.contains(row.id) ? songs[row.id].track.links() : []
        } else {
            links = player?.links(manager) ?? []
        }
        guard !links.isEmpty else { return say("no song is known") }
        take(.links(links.map { ChoiceRow(text: "\($0.name)  \($0.url)", value: $0.url) }))
    }

    /// In the desktop's browser, where there is one; else it is shown, to be copied.
    private func open(_ url: String, _ manager: isolated PlaybackManager) {
        let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains { Environment.value($0)?.isEmpty == false }
        guard hasDesktop, let program = ChildProgram.find("xdg-open", path: Environment.value("PATH") ?? "") else {
            return say(url)
        }
        let names = [
            "PATH", "HOME", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "XAUTHORITY",
        ]
        let environment = names.reduce(into: [:]) { $0[$1] = Environment.value($1) }
        children = [
            ChildProgram(
                program, [url], environment: environment, limits: .init(outputBytes: 1 << 16), loop: manager.loop
            ) { [weak self] ending in
                guard case .exited(code: 0, _) = ending else { return self?.say(url) ?? () }
            }
        ]
        say("opening \(url)")
    }

    // MARK: The end

    /// The shared player takes over: what is heard here ends when it is heard there.
    private func detach(_ manager: isolated PlaybackManager) {
        guard let local = player as? LocalPlayer else {
            return end(.ended, manager)
        }
        guard handover == nil else { return }
        guard options.isHeard else { return say("what makes no sound cannot be handed over") }
        say("the shared player is taking over")
        handover = Handover(options, manager) { [weak self] problem in
            self?.handover = nil
            if let problem { self?.say(problem) } else { self?.end(.ended, manager) }
        }
        handover?.begin(local, manager)
    }

    func end(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard !isEnding else { return }
        isEnding = true
        trial.cancel()
        manager.loop.post { [self] in finish(code, manager) }
    }

    private func finish(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        let isClient = player is SharedClient
        player?.finish(manager)
        player = nil
        (desktop, sleepGuard, handover, directory) = (nil, nil, nil, nil)
        ticker?.cancel()
        messageTimer?.cancel()
        surface?.close()
        surface = nil
        if isClient { StandardError.write("The shared player plays on; longwave ctl stop ends the sound.\n") }
        var isConcluded = false
        let conclude = { [self, onEnd] in
            guard !isConcluded else { return }
            isConcluded = true
            self.kept = nil
            manager.loop.post {
                onEnd(code)
                manager.shutDown()
            }
        }
        radio.finish(on: manager, then: conclude)
        manager.loop.schedule(after: Self.writePatience) {
            if !isConcluded { CommandNotes().say("the disk does not answer; not all that was heard is written down") }
            conclude()
        }
    }
}
