import Longwave
import RadioJSON

/// The player that all programs of a user share.
///
/// The player needs no terminal. Any program of the user can query and control the player (docs/JSON.md). After a
/// restart, the player continues with its stored queue and position.
package final class SharedPlayer {
    /// The settings that can change while the player runs.
    package struct Wishes: Sendable {
        /// Files, folders and addresses of station lists; if empty, the lists at the usual places.
        package var libraries: [String]
        /// The folder in which recordings are written.
        package var recordings: String
        /// The duration of past sound that the command `keep` saves if the current title is not known.
        package var keptSpan: Duration
        /// Templates for the addresses of web pages that search for a song.
        package var links: [SongLinkTemplate]

        package init(libraries: [String], recordings: String, keptSpan: Duration, links: [SongLinkTemplate]) {
            self.libraries = libraries
            self.recordings = recordings
            self.keptSpan = keptSpan
            self.links = links
        }
    }

    /// The settings with which the shared player starts.
    package struct Settings: Sendable {
        /// The program's name and version.
        package var program: String
        /// The path of the Unix socket at which the player listens.
        package var socket: String
        /// The path of the file with the state for the next start; nil to store no state.
        package var state: String?
        package var wishes: Wishes
        /// The volume at the start, 0…1; nil for the volume of the last run.
        package var volume: Double?

        package init(program: String, socket: String, state: String?, volume: Double? = nil, wishes: Wishes) {
            self.volume = volume
            self.program = program
            self.socket = socket
            self.state = state
            self.wishes = wishes
        }
    }

    private let radio: Radio
    private let manager: PlaybackManager
    private var settings: Settings
    package var wishes: Wishes {
        get { settings.wishes }
        set {
            settings.wishes = newValue
            json.links = newValue.links
        }
    }
    private let report: (String) -> Void
    private var json: JSONLine
    private var server: ControlServer?
    private var store: SharedPlayerStore?
    private var observation: PlaybackObservation?
    /// The client that plays sound itself, while the shared player is silent for it; nil if there is none.
    private var claimant: ControlConnection?
    private var sleepTimer: SleepTimer?
    /// The observations of sound levels, by the connection number of the client that asked for levels.
    private var meters: [Int: PlaybackObservation] = [:]
    /// The recording that a client's `record` command began.
    private var recording: Recording.ID?
    /// Whether the queue contains stations rather than files.
    private var isOfStations = true
    /// The position at which the restored queue's current file will continue; nil once the player has moved there.
    private var position: MediaTime?
    /// Whether a client has asked the player to play something. If so, the stored queue is not restored.
    private var isWished = false

    /// Creates the player and listens at its socket.
    /// - Parameter report: called with messages for the user, such as why the state cannot be stored.
    /// - Throws: ``ControlSocketError`` if the socket cannot be used.
    package init(
        _ radio: Radio, _ settings: Settings, on manager: isolated PlaybackManager,
        report: @escaping (String) -> Void
    ) throws(ControlSocketError) {
        self.radio = radio
        self.manager = manager
        self.settings = settings
        json = JSONLine(clock: .now(), links: settings.wishes.links)
        self.report = report
        let server = try ControlServer(manager.loop, at: settings.socket) { [weak self] command, client, answer in
            self?.take(command, client, manager, answer)
        }
        server.onGone = { [weak self] in self?.gone($0, manager) }
        self.server = server
        observation = manager.observe { [weak self] in self?.received($0, manager) }
        store = settings.state.map {
            SharedPlayerStore(
                manager, path: $0, isOfStations: { [weak self] in self?.isOfStations ?? true }, report: report)
        }
    }

    /// Restores the volume of the last run, unless the settings name another or it is already set. Restores the queue
    /// of the last run, unless a client has already asked the player to play something.
    package func restore(on manager: isolated PlaybackManager) {
        store?.read { [weak self] in self?.restore($0, manager) }
    }

    private func restore(_ state: SharedPlayerState, _ manager: isolated PlaybackManager) {
        if !manager.isVolumeSet {
            let volume = settings.volume ?? state.volume
            if let volume { manager.setVolume(volume) } else { radio.restoreVolume(on: manager) }
        }
        guard !isWished, !state.items.isEmpty else { return }
        use(state, manager)
        if state.isPlaying { manager.play() }
    }

    /// Replaces the queue and the volume with those of another player. Continues that player's current item if it was
    /// playing.
    private func takeOver(_ state: SharedPlayerState, _ manager: isolated PlaybackManager) {
        guard !state.items.isEmpty else { return }
        isWished = true
        if let volume = state.volume { manager.setVolume(volume) }
        use(state, manager)
        if state.isPlaying { manager.playQueue(at: state.index) }
    }

    private func use(_ state: SharedPlayerState, _ manager: isolated PlaybackManager) {
        isOfStations = state.isOfStations
        radio.follow(Programme(items: state.items, index: state.index, isStation: state.isOfStations), on: manager)
        manager.setQueue(state.queue)
        position = state.position.map { MediaTime(seconds: $0) }
    }

    /// Closes the socket and stores the state. Calls `completion` when the state is written.
    package func finish(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        server?.shutDown()
        server = nil
        sleepTimer = nil
        meters = [:]
        guard let store else { return completion() }
        store.close(manager) { [self] in
            self.store = nil
            completion()
        }
        observation = nil
    }

    // MARK: Events

    /// Sends a notification to the subscribed clients. If the event may have changed the stored state, schedules a
    /// write.
    private func received(_ notification: PlaybackNotification, _ manager: isolated PlaybackManager) {
        tellSubscribers(json.value(notification), manager)
        let snapshot = notification.snapshot
        yield(snapshot)
        goToPosition(snapshot, manager)
        switch notification {
        case .queueDidChange, .itemDidChange, .statusDidChange, .volumeDidChange: store?.changed()
        case .recordingDidChange(let changed, _):
            if changed.state != .recording, recording == changed.id { recording = nil }
        default: if snapshot.stream?.duration != nil { store?.changed(isLater: true) }
        }
    }

    /// Sends an event to the clients that subscribed to notifications.
    private func tellSubscribers(_ event: @autoclosure () -> JSONNode, _ manager: isolated PlaybackManager) {
        guard let server, server.hasSubscribers else { return }
        server.tellSubscribers(ControlLine.event(withSleep(event(), manager)))
    }

    /// Moves a restored file to its stored position, as soon as the file is open and can be sought in.
    private func goToPosition(_ snapshot: PlaybackSnapshot, _ manager: isolated PlaybackManager) {
        guard let position, snapshot.stream?.duration != nil, !snapshot.seekableTimeRanges.isEmpty else { return }
        self.position = nil
        try? manager.seek(to: position)
    }

    // MARK: Only one player sounds

    /// Asks the client that plays sound itself to be silent, if the shared player is about to be heard.
    private func yield(_ snapshot: PlaybackSnapshot) {
        guard let claimant, snapshot.intent == .playing,
            !snapshot.suppressions.contains(.interruption(.application))
        else { return }
        self.claimant = nil
        claimant.send(ControlLine.silence)
    }

    /// Silences the shared player for a client that plays sound itself. If another client already plays sound itself,
    /// asks that client to be silent.
    private func claim(_ client: ControlConnection, _ manager: isolated PlaybackManager) {
        guard claimant !== client else { return }
        if let former = claimant.take() { former.send(ControlLine.silence) } else { manager.beginInterruption() }
        claimant = client
    }

    private func gone(_ client: ControlConnection, _ manager: isolated PlaybackManager) {
        meters[client.number] = nil
        guard claimant === client else { return }
        claimant = nil
        manager.endInterruption()
    }

    // MARK: Requests

    /// Carries out a client's command. Calls `answer` with the result, at once or when the command is complete.
    private func take(
        _ command: ControlCommand, _ client: ControlConnection, _ manager: isolated PlaybackManager,
        _ answer: @escaping ControlServer.Answer
    ) {
        switch command {
        case .hello:
            answer(
                .success(
                    .members([
                        "version": .int(Int64(ControlCommand.version)), "program": .string(settings.program),
                    ])))
        case .status: answer(.success(status(manager)))
        case .subscribe:
            answer(.success(status(manager)))
            client.isSubscribed = true
        case .claim:
            claim(client, manager)
            answer(.success(.null))
        case .play(let request) where request.namesNothing && !manager.queue.isEmpty:
            play(request, manager)
            answer(.success(status(manager)))
        case .play(let request): find(request, manager, answer)
        case .like(let isLiked):
            radio.like(isLiked, on: manager) { result in
                answer(result.map { .members(["liked": .bool($0)]) }.mapError(ControlError.init))
            }
        case .enqueue(let what, let isNext): enqueue(what, isNext: isNext, manager, answer)
        case .listDevices:
            manager.listOutputDevices { result in
                answer(
                    result.map { .members(["devices": .array($0.map(DeviceJSON.json))]) }.mapError(ControlError.init))
            }
        case .useDevice(let name): manager.listOutputDevices { [self] in useDevice(name, of: $0, manager, answer) }
        case .levels(let isOn):
            meters[client.number] =
                isOn ? manager.observeLevels { [weak client] in client?.send(ControlLine.levels($0)) } : nil
            answer(.success(.null))
        default: answer(Result { () throws(ControlError) in try obey(command, manager) })
        }
    }

    private func status(_ manager: isolated PlaybackManager) -> JSONNode {
        withSleep(json.value(manager.snapshot), manager)
    }

    /// Returns the event with one more member, `sleep`: the seconds until the sleep timer stops the player, or null
    /// without a sleep timer.
    private func withSleep(_ event: JSONNode, _ manager: isolated PlaybackManager) -> JSONNode {
        guard case .object(var members) = event else { return event }
        let left = sleepTimer.map { manager.loop.now.duration(to: $0.deadline) }
        members.append(.init(name: "sleep", value: left.map { .seconds($0) } ?? .null))
        return .object(members)
    }

    /// Plays on the first output device whose name or description matches `name`, which may be a pattern.
    private func useDevice(
        _ name: String, of devices: Result<[OutputDevice], AudioOutputError>, _ manager: isolated PlaybackManager,
        _ answer: ControlServer.Answer
    ) {
        switch devices {
        case .failure(let error): answer(.failure(ControlError(error)))
        case .success(let devices) where !devices.contains(where: DevicePattern(name).matches):
            answer(.failure(.noSuchDevice))
        case .success:
            manager.setOutput(.pulse(devices: [name]))
            answer(.success(status(manager)))
        }
    }

    /// Continues the paused item or plays the queue, for a request that names nothing. Applies the request's repeat
    /// mode and random order.
    private func play(_ request: ControlCommand.PlayRequest, _ manager: isolated PlaybackManager) {
        isWished = true
        manager.play()
        if let mode = request.repeatMode { manager.setRepeatMode(mode) }
        if let isShuffled = request.isShuffled { manager.setShuffled(isShuffled) }
    }

    /// Finds the stations or files that a request names, and plays them.
    private func find(
        _ request: ControlCommand.PlayRequest, _ manager: isolated PlaybackManager,
        _ answer: @escaping ControlServer.Answer
    ) {
        isWished = true
        var queue = QueueSettings(
            playlist: request.playlist, isShuffled: request.isShuffled ?? false,
            repeatMode: request.repeatMode ?? manager.queue.repeatMode)
        do throws(StationQueryError) {
            if let query = request.query { queue.query = try StationQuery(text: query) }
        } catch { return answer(.failure(.wrongParameters("\(error)"))) }
        find(ProgrammeFinder(argument: request.what, library: library, queue: queue, isRemote: true), manager) {
            [self] in found($0, request, manager, answer)
        }
    }

    /// Plays the stations or files that a request names, after they were found. If the request asks for a change
    /// without a gap, first connects to the item that plays first.
    private func found(
        _ result: Result<Programme, ControlError>, _ request: ControlCommand.PlayRequest,
        _ manager: isolated PlaybackManager, _ answer: @escaping ControlServer.Answer
    ) {
        switch result {
        case .failure(let error): answer(.failure(error))
        case .success(let programme) where request.isSeamless && manager.snapshot.status == .playing:
            manager.prepare(programme.item) { [self] in answer(began(programme, $0, manager)) }
        case .success(let programme): answer(.success(begin(programme, manager)))
        }
    }

    /// Plays the stations or files of a request, unless connecting to the item that plays first has failed with
    /// `error`.
    private func began(
        _ programme: Programme, _ error: PlaybackError?, _ manager: isolated PlaybackManager
    ) -> Result<JSONNode, ControlError> {
        if let error { return .failure(ControlError(RadioError.playback(error))) }
        return .success(begin(programme, manager))
    }

    private func begin(_ programme: Programme, _ manager: isolated PlaybackManager) -> JSONNode {
        isOfStations = programme.isStation
        position = nil
        radio.begin(programme, on: manager)
        return status(manager)
    }

    /// Finds the station, address or file that a client named, and adds it to the queue. If the name is a station's,
    /// only that station is added, not the other stations of its library.
    private func enqueue(
        _ what: String, isNext: Bool, _ manager: isolated PlaybackManager, _ answer: @escaping ControlServer.Answer
    ) {
        find(ProgrammeFinder(argument: what, library: library, isRemote: true), manager) { [self] result in
            answer(
                result.flatMap { programme in
                    let items = programme.isStation ? [programme.item] : programme.items
                    guard isNext ? manager.insertNext(items) : manager.append(items) else {
                        return .failure(.queueFull)
                    }
                    return .success(queue(manager))
                })
        }
    }

    private var library: LibraryReader { LibraryReader(named: wishes.libraries, isNamed: false) }

    private func find(
        _ finder: ProgrammeFinder, _ manager: isolated PlaybackManager,
        _ found: @escaping (Result<Programme, ControlError>) -> Void
    ) {
        finder.find(radio.memory(on: manager), on: manager.loop) { found($0.mapError(ControlError.init)) }
    }

    /// Carries out a command whose result is known at once. Returns the queue for commands that change or list it,
    /// otherwise the status.
    private func obey(
        _ command: ControlCommand, _ manager: isolated PlaybackManager
    ) throws(ControlError) -> JSONNode {
        let snapshot = manager.snapshot
        switch command {
        case .pause: manager.pause()
        case .toggle: manager.toggle()
        case .stop: manager.stop()
        case .next: manager.next()
        case .previous: manager.previous()
        case .setVolume(let volume): manager.setVolume(volume)
        case .changeVolume(let change): manager.setVolume(snapshot.volume + change)
        case .mute(let isMuted): manager.setMuted(isMuted ?? !snapshot.isMuted)
        case .seek(let seek): try go(seek, manager)
        case .setRate(let rate): manager.setRate(rate)
        case .scan(let direction): try scan(direction, manager)
        case .keep(let span):
            let title: RecordingOptions.Extent = snapshot.nowPlaying == nil ? .last(wishes.keptSpan) : .title
            return try record(span.map { .last($0) } ?? title, manager)
        case .record(let isOn): return try record(isOn, manager)
        case .listQueue: break
        case .remove(let place):
            try check(place, manager)
            manager.remove(at: place)
        case .move(let from, let to):
            try check(from, manager)
            try check(to, manager)
            manager.move(from: from, to: to)
        case .playEntry(let place):
            try check(place, manager)
            isWished = true
            manager.playQueue(at: place)
        case .clearQueue: manager.setQueue([])
        case .shuffle(let isShuffled): manager.setShuffled(isShuffled ?? !manager.queue.isShuffled)
        case .repeatQueue(let mode): manager.setRepeatMode(mode)
        case .interrupt(let begins): begins ? manager.beginInterruption() : manager.endInterruption()
        case .sleep(let after):
            sleepTimer = after.map { duration in
                SleepTimer(manager, after: duration) { [weak self] in self?.fallAsleep(manager) }
            }
            tellSubscribers(json.value(manager.snapshot), manager)
        case .takeOver(let state): takeOver(state, manager)
        case .hello, .status, .subscribe, .claim, .play, .enqueue, .like, .listDevices, .useDevice, .levels: break
        }
        switch command {
        case .listQueue, .remove, .move, .clearQueue, .shuffle, .repeatQueue: return queue(manager)
        default: return status(manager)
        }
    }

    private func check(_ place: Int, _ manager: isolated PlaybackManager) throws(ControlError) {
        if !manager.queue.entries.indices.contains(place) { throw .noSuchEntry }
    }

    private func go(_ seek: ControlCommand.Seek, _ manager: isolated PlaybackManager) throws(ControlError) {
        do throws(SeekError) {
            switch seek {
            case .to(let seconds): try manager.seek(to: MediaTime(seconds: seconds))
            case .by(let seconds): try manager.seek(by: .seconds(seconds))
            case .title(let offset): try manager.seek(toTitle: offset)
            case .live: manager.play(atLiveEdge: true)
            }
        } catch { throw ControlError(error) }
    }

    private func scan(_ direction: ScanDirection?, _ manager: isolated PlaybackManager) throws(ControlError) {
        guard let direction else { return manager.endScan() }
        do throws(SeekError) { try manager.beginScan(direction) } catch { throw ControlError(error) }
    }

    private func fallAsleep(_ manager: isolated PlaybackManager) {
        manager.stop()
        sleepTimer = nil
    }

    // MARK: Recording

    private func record(_ isOn: Bool?, _ manager: isolated PlaybackManager) throws(ControlError) -> JSONNode {
        if isOn ?? (recording == nil), recording == nil {
            return try record(.fromNow, manager) { self.recording = $0.id }
        }
        if isOn != true, let recording { manager.endRecording(recording) }
        return status(manager)
    }

    private func record(
        _ extent: RecordingOptions.Extent, _ manager: isolated PlaybackManager, _ began: (Recording) -> Void = { _ in }
    ) throws(ControlError) -> JSONNode {
        do throws(RecordingError) {
            began(try manager.record(RecordingOptions(extent, folder: wishes.recordings)))
        } catch { throw ControlError(error) }
        return status(manager)
    }

    // MARK: The queue

    /// Returns the queue as JSON.
    private func queue(_ manager: isolated PlaybackManager) -> JSONNode {
        let queue = manager.queue
        return .members([
            "index": .int(Int64(queue.index)), "repeat": .string(queue.repeatMode.rawValue),
            "shuffled": .bool(queue.isShuffled),
            "entries": .array(
                queue.entries.map { entry in
                    .members([
                        "name": .string(entry.item.station.name), "id": .optional(entry.item.station.id),
                        "url": .optional(entry.item.station.urls.first),
                        "error": .optional(entry.failure?.sentence),
                    ])
                }),
        ])
    }
}
