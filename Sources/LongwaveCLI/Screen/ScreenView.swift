import LongwaveDesktop
import LongwaveTerminal
import RadioLoop

/// The full-screen player.
final class ScreenView: SessionView {
    private let session: RadioSession
    private let radio: Radio
    private let options: ScreenOptions
    private var model: ScreenModel
    private let painter: ScreenPainter
    private var surface: (any ScreenSurface)?
    private var player: ScreenPlayer?
    private let loop: EventLoop
    private let stations: StationDesk
    private let pages: ScreenPages
    private var directory: StationDirectory?
    private var handover: Handover?
    private var ticker: LoopTimer?
    private var messageTimer: LoopTimer?
    /// With printed lines, the last line about the player's state. The next line is printed only if it differs from
    /// this one.
    private var heard = ""
    /// Whether the shared player has taken over the sound of this process.
    private var isHandedOver = false

    /// How long a message to the person is shown.
    private static let messageTime = Duration.seconds(8)

    init(_ session: RadioSession, _ options: ScreenOptions, on manager: isolated PlaybackManager) {
        self.session = session
        self.options = options
        radio = session.radio
        model = ScreenModel(options.bindings, charset: options.charset, now: .now)
        painter = ScreenPainter(charset: options.charset)
        loop = manager.loop
        let disk = BlockingWorker(loop: manager.loop)
        weak var view: ScreenView?
        let desk = ScreenDesk(take: { view?.take($0) }, say: { view?.say($0) })
        stations = StationDesk(radio, libraries: options.libraries, disk: disk, desk)
        pages = ScreenPages(
            radio, titles: options.titles, recordings: { session.keeping.folder }, disk: disk, loop: manager.loop, desk)
        view = self
    }

    /// Shows the first page, connects to a player, and begins to read the stations.
    func start(on manager: isolated PlaybackManager) throws(CommandFailure) {
        let surface: any ScreenSurface =
            options.isPlain ? PlainSurface(options, loop: manager.loop) : FullSurface(options, loop: manager.loop)
        surface.view = { [weak self] width, height in
            self?.view(width, height) ?? .init(.init(width: width, height: height))
        }
        surface.spoken = { [weak self] in self.map { ScreenSpeech.line($0.model) } ?? "" }
        surface.onInput = { [weak self] input in self?.received(input, manager) }
        surface.onHangUp = { [session] in session.end(.ended, manager) }
        do throws(StationPickerError) { try surface.open(artwork: painter(manager)) } catch {
            throw CommandFailure(code: .unavailable, sentence: "The screen cannot be shown: \(error).")
        }
        self.surface = surface
        connect(isAlone: options.isAlone, manager)
        surface.changed()
        stations.start(manager)
        let ticker = manager.loop.makeTimer { [weak self] in self?.tick(manager) }
        self.ticker = ticker
        ticker.rearm(after: .seconds(1))
    }

    private func painter(_ manager: isolated PlaybackManager) -> ArtworkPainter? {
        guard let display = options.artwork, let cache = ArtworkCache.ofUser(loop: manager.loop) else { return nil }
        return ArtworkPainter(display, cache: cache, loop: manager.loop)
    }

    // MARK: The player

    /// Connects to the shared player, or creates a player of this process if none runs.
    /// - Parameter isAlone: whether this process plays the sound itself even if a shared player runs.
    private func connect(isAlone: Bool, _ manager: isolated PlaybackManager) {
        let link: any PlayerLink
        if !isAlone, let shared = radio.sharedLink(at: options.sharedPlayers, on: manager) {
            link = shared
            say("this is the shared player; \"longwave ctl quit\" ends it")
        } else {
            session.accompany(manager)
            radio.restoreVolume(on: manager)
            link = radio.playerLink(on: manager)
        }
        player = ScreenPlayer(
            link, keeping: { [session] in session.keeping }, news(manager), manager)
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
            ready: { [weak self] in self?.take(.messageIsOld) },
            failed: { [weak self] station, reason in self?.failed(station, reason) },
            ended: { [weak self] end in self?.playerEnded(end, manager) })
    }

    /// Shows the player's state on the page and in the title of the terminal's window.
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

    private func playerEnded(_ end: PlayerLinkEnd, _ manager: isolated PlaybackManager) {
        switch end {
        case .gone: replace("has ended", isAlone: options.isAlone, manager)
        case .silent: replace("does not answer", isAlone: true, manager)
        }
    }

    /// Connects to another player instead of the shared player.
    private func replace(_ problem: String, isAlone: Bool, _ manager: isolated PlaybackManager) {
        guard !session.isEnding else { return }
        say("the shared player \(problem); the screen plays by itself now")
        // The session connects to another player only at the end of the turn, because the connection to the old one is
        // still being closed.
        manager.loop.post { [weak self] in self?.connect(isAlone: isAlone, manager) }
    }

    private func tick(_ manager: isolated PlaybackManager) {
        guard !session.isEnding else { return }
        model.now = .now
        if model.playing.isActive { player?.tick(manager) }
        if model.section == .history { pages.readSongs() }
        if model.section == .schedule { pages.readSchedule() }
        ticker?.rearm(after: .seconds(1))
    }

    // MARK: The model

    private func view(_ width: Int, _ height: Int) -> ScreenHost.View {
        let layout = layout(width, height)
        model.fit(rows: layout.list.count)
        let cells = painter.cells(model, layout)
        guard let frame = layout.picture else { return ScreenHost.View(cells) }
        return ScreenHost.View(cells, picture: (model.playing.artwork, model.playing.home, model.playing.source, frame))
    }

    private func layout(_ width: Int, _ height: Int) -> ScreenLayout {
        ScreenLayout(width: width, height: height, hasPicture: surface?.mayShow(model.playing.artwork) == true)
    }

    private func take(_ event: ScreenEvent) {
        _ = model.take(event)
        surface?.changed()
    }

    func say(_ text: String) { say(text, stays: false) }

    /// Shows a message to the person.
    /// - Parameter stays: whether the message is shown until another event replaces it, not only for
    ///   ``messageTime``.
    private func say(_ text: String, stays: Bool) {
        take(.message(Credentials.hidden(in: text)))
        surface?.said(text)
        messageTimer?.cancel()
        if stays { return }
        messageTimer = loop.schedule(after: Self.messageTime) { [weak self] in self?.take(.messageIsOld) }
    }

    /// Handles a key or an event of the mouse.
    private func received(_ input: TerminalInput, _ manager: isolated PlaybackManager) {
        guard !session.isEnding, let surface else { return }
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

    /// Carries out an effect: what ``ScreenModel`` requests after a key, a click or an event, such as playing a
    /// station.
    private func perform(_ effect: ScreenEffect, _ manager: isolated PlaybackManager) {
        guard let player else { return }
        switch effect {
        case .player(.toggle) where !player.hasSomething:
            if let item = model.pointed { perform(.play(item, among: model.rows), manager) }
        case .player(let action): player.press(action, manager)
        case .play(let item, let rows): play(item, among: rows, manager)
        case .playFile(let path): player.play(file: path, manager)
        case .deleteFile(let path): pages.deleteRecording(path)
        case .playEntry(let id): player.playEntry(id, manager)
        case .removeEntry(let id): player.removeEntry(id, manager)
        case .moveEntry(let id, let step): player.moveEntry(id, by: step, manager)
        case .enqueue(let item, let isNext): player.enqueue(item.station, isNext: isNext, manager)
        case .keep(let item, let before): stations.keep(item, before: before)
        case .edit(let edit): stations.change(edit, manager)
        case .undo: stations.undo(manager)
        case .ask(let text): ask(text, manager)
        case .like(let row): pages.like(row)
        case .links(let row):
            let templates = session.configuration.links ?? SongLinkTemplate.usual
            pages.show(row.map { pages.links(of: $0, templates) } ?? player.links)
        case .openLink(let url): pages.open(url)
        case .devices: player.listDevices(manager) { [weak self] in self?.take(.devices($0)) }
        case .useDevice(let name): player.useDevice(name, manager)
        case .show(let section): refresh(section, manager)
        case .detach: detach(manager)
        case .handOver(let isWanted): handover?.answer(isWanted, manager)
        case .quit: session.end(.ended, manager)
        case .redraw: surface?.repaint()
        // `choose` occurs only in the picker, not in the full-screen player.
        case .choose: break
        }
    }

    // MARK: Playing

    /// Plays a station that the person chose. The station that is heard now plays on until the new station can be
    /// heard.
    private func play(_ item: LibraryItem, among rows: [StationRow], _ manager: isolated PlaybackManager) {
        guard let player else { return }
        take(.failed(id: item.id, reason: nil))
        if player.isSounding { say("connecting to \(item.station.name)", stays: true) }
        // All stations that the page lists become the queue.
        let stations = rows.compactMap { model.item($0)?.station }
        let index = stations.firstIndex(of: item.station)
        radio.use(self.stations.library, on: manager)
        player.play(index == nil ? [item.station] : stations, at: index ?? 0, manager)
    }

    // MARK: The directory

    /// Searches the online directory of stations for a text, and shows the results.
    private func ask(_ text: String, _ manager: isolated PlaybackManager) {
        guard let address = options.directory else {
            return found(.success([]), manager)
        }
        if directory == nil {
            directory = try? StationDirectory(
                address, loop: manager.loop, pool: manager.transferPool(),
                cache: StationDirectory.usualCache(environment: Environment.folders))
        }
        guard let directory else { return found(.failure("the system has no resources left"), manager) }
        directory.search(DirectoryQuery(typed: text, limit: 100)) { [weak self] answer in
            self?.found(
                answer.map { $0.stations.map(\.station) }.mapError { SearchFailure(CommandFailure($0).sentence) },
                manager)
        }
    }

    /// The reason why a search in the online directory of stations failed, in words for the person.
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

    /// Reads the content of a section's page again, if this page is shown.
    private func refresh(_ section: ScreenSection, _ manager: isolated PlaybackManager) {
        guard section == model.section else { return }
        switch section {
        case .stations, .search: break
        case .help: if options.isPlain { ScreenSpeech.help(model).forEach { surface?.said($0) } }
        case .queue: player?.readQueue(manager) { [weak self] in self?.take(.queue($0)) }
        case .history: pages.readSongs()
        case .recordings: pages.readRecordings()
        case .schedule: pages.readSchedule()
        }
    }

    // MARK: The end

    /// Hands the sound over to the shared player. The session ends when the shared player is heard. If the screen
    /// already controls the shared player, the session ends at once.
    private func detach(_ manager: isolated PlaybackManager) {
        guard let player, player.link.name == nil else { return session.end(.ended, manager) }
        guard handover == nil else { return }
        guard options.isHeard else { return say("there is no sound to hand over") }
        let events = Handover.Events(
            question: { [weak self] in self?.take(.question($0, .handOver(true))) },
            yield: { [weak self] in
                self?.say("the shared player is taking over")
                self?.session.yieldSound()
            },
            done: { [weak self] problem in
                self?.handover = nil
                self?.isHandedOver = problem == nil
                if let problem { self?.say(problem) } else { self?.session.end(.ended, manager) }
            })
        handover = Handover(options, radio, manager, events)
        handover?.begin(manager)
    }

    func leave() { surface?.leave() }

    func resume(_ manager: isolated PlaybackManager) { surface?.resume() }

    func redraw(_ manager: isolated PlaybackManager) { surface?.resized() }

    /// Restores the terminal. Calls `completion` when the changed lists are written.
    func close(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        manager.cancelPreparation()
        let playsOn = isHandedOver || player?.link.name != nil && player?.isSounding == true
        player = nil
        handover?.cancel()
        (handover, directory) = (nil, nil)
        ticker?.cancel()
        messageTimer?.cancel()
        surface?.close()
        surface = nil
        if playsOn { StandardError.write("The shared player continues; \"longwave ctl quit\" ends it.\n") }
        stations.finish(then: completion)
    }
}
