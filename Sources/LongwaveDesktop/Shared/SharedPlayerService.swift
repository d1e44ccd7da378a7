import Longwave
import RadioJSON
import RadioTape

/// The player of a ``SharedPlayer``, which is used on the player's loop only.
final class SharedPlayerService {
    private let radio: Radio
    private let manager: PlaybackManager
    private let options: SharedPlayer.Options
    private let quit: () -> Void
    private let report: (String) -> Void
    private let json = JSONLine(clock: .now())
    private var server: ControlServer?
    private var store: SharedPlayerStore?
    private var schedule: ScheduleRunner?
    private var observation: PlaybackObservation?
    private var timers: PlaybackObservation?
    /// The client that plays sound itself, while the shared player is silent for it; nil if there is none.
    private var claimant: ControlConnection?
    /// The observations of sound levels, by the connection number of the client that asked for levels.
    private var meters: [Int: PlaybackObservation] = [:]
    /// Whether another player's queue was taken over. If so, the stored queue is not restored.
    private var hasTakenOver = false
    /// The position at which the restored queue's current file will continue, and the id of its entry; nil once the
    /// player has moved there, or if another entry is current.
    private var position: (entry: UInt64?, time: MediaTime)?

    /// Listens at the socket, and begins to restore the state of the last run.
    init(
        _ radio: Radio, _ options: SharedPlayer.Options, _ manager: isolated PlaybackManager,
        quit: @escaping () -> Void, report: @escaping (String) -> Void
    ) throws(SharedPlayerError) {
        guard let socket = options.socket ?? ControlSocket.place(environment: Environment.value) else {
            throw .noFolder
        }
        self.radio = radio
        self.manager = manager
        self.options = options
        self.quit = quit
        self.report = report
        let server = try ControlServer(manager.loop, at: socket, queue: { manager.queue }) {
            [weak self] command, client, answer in self?.take(command, client, manager, answer)
        }
        server.onGone = { [weak self] in self?.gone($0, manager) }
        self.server = server
        observation = manager.observe { [weak self] in self?.received($0, manager) }
        timers = radio.observeTimers(on: manager) { [weak self] in
            guard let self else { return }
            tellSubscribers(json.value(radio.playerState(on: manager)))
        }
        store = options.state.map {
            SharedPlayerStore(
                manager, path: $0, isOfStations: { radio.playsStations(on: manager) },
                scheduleSeen: { [weak self] in self?.schedule?.seen }, report: report)
        }
        if store == nil { follow(seen: nil, manager) }
        store?.read { [weak self] state in
            self?.restore(state, manager)
            self?.follow(seen: state.scheduleSeen, manager)
        }
    }

    /// Begins to carry out the schedule. What it demands now takes precedence over the restored state.
    private func follow(seen: Int64?, _ manager: isolated PlaybackManager) {
        schedule = options.schedule.map {
            ScheduleRunner(radio, path: $0, seen: seen, on: manager, report: report)
        }
    }

    /// Restores the volume of the last run, unless the options name another or it is already set. Restores the queue
    /// of the last run, unless a client has already asked the player to play something.
    private func restore(_ state: SharedPlayerState, _ manager: isolated PlaybackManager) {
        if !manager.isVolumeSet {
            let volume = options.volume ?? state.volume
            if let volume { manager.setVolume(volume) } else { radio.restoreVolume(on: manager) }
        }
        guard !hasTakenOver, !radio.hasBeenAsked(on: manager), !state.items.contains(where: AlarmTone.made) else {
            return
        }
        use(state, manager)
        if let programme = options.programme ?? (state.isPlaying ? state.programme : nil) {
            return play(programme, orElse: state, manager)
        }
        if state.isPlaying { manager.play() }
    }

    /// Plays a programme. If there is none with this name, continues with the queue of the last run.
    private func play(_ programme: String, orElse state: SharedPlayerState, _ manager: isolated PlaybackManager) {
        radio.perform(.play(PlayRequest(.programme(programme))), on: manager) { [self] result in
            guard case .failure(let error) = result else { return }
            report(error.sentence)
            if state.isPlaying { manager.play() }
        }
    }

    /// Replaces the queue and the volume with those of another player. Continues that player's current item if it was
    /// playing.
    private func takeOver(_ state: SharedPlayerState, _ manager: isolated PlaybackManager) {
        guard !state.items.isEmpty else { return }
        hasTakenOver = true
        schedule?.personActs(manager)
        if let volume = state.volume { manager.setVolume(volume) }
        use(state, manager)
        if let isMuted = state.isMuted { manager.setMuted(isMuted) }
        if state.isPlaying, let programme = state.programme {
            play(programme, orElse: state, manager)
        } else if state.isPlaying {
            manager.playQueue(at: state.index)
        }
        if let rate = state.rate { manager.setRate(rate) }
        if let equaliser = state.equaliser { manager.setEqualiser(equaliser) }
        if let sleep = state.sleep { radio.perform(.sleep(sleep), on: manager) }
        tellSubscribers(json.value(radio.playerState(on: manager)))
    }

    /// Continues another player's station with its tape, which comes with a descriptor, and its recordings. If the tape
    /// cannot be used, changes nothing.
    private func takeOver(
        _ state: SharedPlayerState, _ tape: JSONValue, _ client: ControlConnection,
        _ manager: isolated PlaybackManager, _ answer: @escaping ControlServer.Answer
    ) throws(PlayerCommandError) {
        guard manager.takesTape else { throw .unusableTape("this player keeps no sound") }
        guard let file = client.takeDescriptor().map(TapeFile.init), !state.items.isEmpty else {
            throw .unusableTape("no file came with it")
        }
        let carried: CarriedTape
        do throws(CarriedTape.Unreadable) {
            carried = try CarriedTape(tape, file, limits: TapeLimits(duration: .zero))
        } catch { throw .unusableTape(error.reason) }
        manager.prepare(state.items[state.index], with: carried) { [self, weak client] isRead in
            // A client that has gone plays on with its tape.
            guard client?.isOpen == true else { return manager.cancelPreparation() }
            guard isRead else { return answer(.failure(.unusableTape("its file is damaged"))) }
            takeOver(state, manager)
            if !state.isPlaying {
                manager.playQueue(at: state.index)
                manager.pause()
            }
            for recording in carried.recordings {
                do throws(PlayerCommandError) { try radio.record(recording, on: manager) } catch {
                    report(error.sentence)
                }
            }
            answer(.success(status(manager)))
        }
    }

    private func use(_ state: SharedPlayerState, _ manager: isolated PlaybackManager) {
        guard !state.items.isEmpty else { return }
        radio.follow(Selection(items: state.items, index: state.index, isStation: state.isOfStations), on: manager)
        manager.setQueue(state.queue)
        position = state.position.map { (manager.queue.currentEntry?.id, MediaTime(seconds: $0)) }
    }

    /// Closes the socket and stores the state. Calls `completion` when the state is written.
    func finish(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        server?.shutDown()
        server = nil
        radio.perform(.sleep(nil), on: manager)
        schedule?.end(manager)
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
        tellSubscribers(json.value(notification, radio.playerState(notification.snapshot, on: manager)))
        let snapshot = notification.snapshot
        yield(snapshot)
        goToPosition(snapshot, manager)
        switch notification {
        case .queueDidChange, .itemDidChange, .statusDidChange, .volumeDidChange: store?.changed()
        default: if snapshot.stream?.duration != nil { store?.changed(isLater: true) }
        }
    }

    /// Sends an event to the clients that subscribed to notifications.
    private func tellSubscribers(_ event: @autoclosure () -> JSONNode) {
        guard let server, server.hasSubscribers else { return }
        server.tellSubscribers(ControlLine.event(event()))
    }

    /// Moves a restored file to its stored position, as soon as the file is open and can be sought in.
    private func goToPosition(_ snapshot: PlaybackSnapshot, _ manager: isolated PlaybackManager) {
        guard let position else { return }
        guard snapshot.queue.entryID == position.entry else { return self.position = nil }
        guard snapshot.stream?.duration != nil, !snapshot.seekableTimeRanges.isEmpty else { return }
        self.position = nil
        try? manager.seek(to: position.time)
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
        schedule?.personActs(manager)
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
            let version: JSONNode = .members([
                "version": .int(Int64(ControlCommand.version)), "program": .string(options.program),
                "takesTape": .bool(manager.takesTape),
            ])
            answer(.success(.value(version)))
        case .status: answer(.success(status(manager)))
        case .subscribe:
            answer(.success(status(manager)))
            client.isSubscribed = true
        case .claim:
            claim(client, manager)
            answer(.success(.value(.null)))
        case .listQueue: answer(.success(.queue))
        case .listDevices:
            manager.listOutputDevices { result in
                answer(
                    result.map { .value(.members(["devices": .array($0.map(DeviceJSON.json))])) }
                        .mapError(PlayerCommandError.init))
            }
        case .levels(let isOn):
            meters[client.number] =
                isOn ? manager.observeLevels { [weak client] in client?.send(ControlLine.levels($0)) } : nil
            answer(.success(.value(.null)))
        case .takeOver(let state, nil):
            takeOver(state, manager)
            answer(.success(status(manager)))
        case .takeOver(let state, let tape?):
            do throws(PlayerCommandError) { try takeOver(state, tape, client, manager, answer) } catch {
                answer(.failure(error))
            }
        case .quit:
            answer(.success(.value(.null)))
            manager.loop.post(quit)
        case .player(let command):
            radio.perform(command, on: manager) { [self] result in
                answer(
                    result.map { done in
                        switch done {
                        case .state where command.changesQueue: .queue
                        case .state(let state): .value(json.value(state))
                        case .liked(let isLiked): .value(.members(["liked": .bool(isLiked)]))
                        }
                    })
            }
        }
    }

    private func status(_ manager: isolated PlaybackManager) -> ControlServer.Outcome {
        .value(json.value(radio.playerState(on: manager)))
    }
}
