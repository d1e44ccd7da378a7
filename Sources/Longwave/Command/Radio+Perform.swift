import RadioAudio
import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioTape

/// The result of a command.
public enum PlayerAnswer: Hashable, Sendable {
    /// The player's state after the command.
    case state(PlayerState)
    /// Whether the title is liked now.
    case liked(Bool)
}

/// The settings of the commands to a radio's player. They can change while the player plays.
package struct CommandSettings: Hashable, Sendable {
    /// Files, folders and addresses of station lists; if empty, the lists at the usual places.
    package var libraries: [String] = []
    /// The programmes; nil for those of ``Radio/Configuration``.
    package var programmes: [Programme]?
    /// The folder in which recordings are written; nil for that of ``Radio/Configuration``.
    package var recordings: String?
    /// The duration of past sound that ``PlayerCommand/keep(_:)`` saves if the current title is not known.
    package var keptSpan = Duration.seconds(300)
    /// Templates for the addresses of web pages that search for a song.
    package var links = SongLinkTemplate.usual
    /// The equalisers that commands can name; nil for those of ``Radio/Configuration``.
    package var equalisers: [EqualiserPreset]?

    package init() {}
}

/// What one command begins and a later command ends. It belongs to a radio.
final class CommandState {
    var settings = CommandSettings()
    var sleepTimer: SleepTimer?
    /// The recording that ``PlayerCommand/record(_:)`` began last.
    var recording: Recording.ID?
    /// Called in place of stopping the sound when the sleep timer is over.
    var onSleep: (() -> Void)?
    /// Called after a command has changed the sleep timer or snoozed an alarm.
    var timerObservers: [SequenceID: () -> Void] = [:]
    /// Sets the equalisers of stations.
    var equalisers: PlaybackObservation?
    /// The queue that plays again if the chosen station fails before it is heard.
    var change: SeamlessChange?
    /// The answer to a command that waits for the item that it will play.
    private var waiting: Radio.Answer?
    /// Whether a command has asked to play something.
    var hasPlayed = false
    /// The schedule that is carried out, if there is one.
    weak var schedule: ScheduleRunner?
    /// The lists that the listener sees, if this process shows them. They determine the ids of stations in the journal.
    var library: StationLibrary?

    /// Ends what an earlier command to play has not finished, because something else is played or stopped now.
    /// - Parameter answer: the answer to the new command, if it waits for an item, too.
    func replaceWaiting(with answer: Radio.Answer? = nil) {
        change = nil
        let former = waiting
        waiting = answer
        former?(.failure(.superseded))
    }

    /// Returns the answer that waits, which the caller must call.
    func takeWaiting() -> Radio.Answer? { waiting.take() }

    /// Ends everything that commands have begun.
    func end() {
        replaceWaiting()
        (sleepTimer, onSleep, equalisers) = (nil, nil, nil)
    }
}

extension Radio {
    /// Receives the result of a command.
    public typealias Answer = (Result<PlayerAnswer, PlayerCommandError>) -> Void

    /// Carries out a command on the radio's player, and returns the player's state after it.
    ///
    /// Commands of one task are carried out in their order.
    public func perform(_ command: PlayerCommand) async throws(PlayerCommandError) -> PlayerState {
        let result: Result<PlayerState, PlayerCommandError>
        do throws(RadioError) {
            result = try await ask { manager, answer in
                self.perform(command, on: manager) { result in
                    answer(.success(result.map { _ in self.playerState(on: manager) }))
                }
            }
        } catch { throw PlayerCommandError(error) }
        return try result.get()
    }

    /// The player's state now, or with this snapshot.
    package func playerState(
        _ snapshot: PlaybackSnapshot? = nil, on manager: isolated PlaybackManager
    ) -> PlayerState {
        PlayerState(
            snapshot ?? manager.snapshot, sleep: commands.sleepTimer.map { manager.loop.now.duration(to: $0.deadline) },
            alarm: commands.schedule?.alarmState, links: commands.settings.links)
    }

    /// Carries out a command. Calls `answer` with the result, at once or when the command is complete.
    public func perform(
        _ command: PlayerCommand, on manager: isolated PlaybackManager, then answer: @escaping Answer = { _ in }
    ) {
        if commands.schedule?.takes(command, manager) == true {
            commands.replaceWaiting()
            return answer(.success(.state(playerState(on: manager))))
        }
        switch command {
        case .play(let request): play(request, manager, answer)
        case .enqueue(let source, let isNext): enqueue(source, isNext: isNext, manager, answer)
        case .like(let isLiked):
            like(isLiked, on: manager) { answer($0.map { .liked($0) }.mapError(PlayerCommandError.init)) }
        case .announce(let what, let ducking, let date):
            let path = FileURL.path(what) ?? what
            if case .file = ArgumentKind(path, isFile: LocalFile.exists), !LocalFile.exists(path) {
                return answer(.failure(.init(RadioError.playback(.stream(.fileMissing(path))))))
            }
            manager.announce(.init(PlaybackItem(url: what), ducking: ducking ?? 14, date: date)) { [self] error in
                answer(
                    error.map { .failure(PlayerCommandError($0)) } ?? .success(.state(playerState(on: manager))))
            }
        case .useDevice(let name):
            manager.listOutputDevices { [self] in answer(useDevice(name, of: $0, manager)) }
        default:
            answer(
                Result { () throws(PlayerCommandError) in
                    try obey(command, manager)
                    return .state(playerState(on: manager))
                })
            switch command {
            case .sleep, .snooze: for observer in commands.timerObservers.values { observer() }
            default: break
            }
        }
    }

    /// Calls `observer` after a command has changed the sleep timer or snoozed an alarm, which no notification reports,
    /// until the observation is cancelled or released.
    package func observeTimers(
        on manager: isolated PlaybackManager, _ observer: @escaping () -> Void
    ) -> PlaybackObservation {
        let (id, commands) = (SequenceID(), commands)
        commands.timerObservers[id] = observer
        return PlaybackObservation(on: manager.loop) { commands.timerObservers[id] = nil }
    }

    /// Carries out a command whose result is known at once.
    private func obey(_ command: PlayerCommand, _ manager: isolated PlaybackManager) throws(PlayerCommandError) {
        let snapshot = manager.snapshot
        switch command {
        case .pause: manager.pause()
        case .toggle: manager.toggle()
        case .stop:
            commands.replaceWaiting()
            endProgramme(on: manager)
            manager.stop()
        case .next, .previous:
            if let edge = edge(command == .next ? 1 : -1, manager) { throw .noEffect(edge) }
            commands.replaceWaiting()
            if command == .next { manager.next() } else { manager.previous() }
        case .setVolume(let volume): manager.setVolume(volume)
        case .changeVolume(let change): manager.setVolume(snapshot.volume + change)
        case .mute(let isMuted): manager.setMuted(isMuted ?? !snapshot.isMuted)
        case .seek(let seek): try go(seek, manager)
        case .setRate(let rate):
            manager.setRate(rate)
            if rate > 1, rate != snapshot.rate, manager.snapshot.rate == snapshot.rate {
                throw .noEffect("already at the live edge")
            }
        case .setEqualiser(let text):
            guard let equaliser = equalisers.equaliser(text) else { throw .noSuchEqualiser(text) }
            manager.setEqualiser(equaliser)
        case .scan(let direction?):
            do throws(SeekError) { try manager.beginScan(direction) } catch { throw PlayerCommandError(error) }
        case .scan(nil): manager.endScan()
        case .keep(let span):
            let title: RecordingOptions.Extent =
                snapshot.nowPlaying == nil ? .last(commands.settings.keptSpan) : .title
            _ = try record(span.map { .last($0) } ?? title, manager)
        case .record(let isOn): try record(isOn, manager)
        case .remove(let entry): manager.remove(at: try place(of: entry, manager))
        case .move(let from, let to):
            manager.move(from: try place(of: .at(from), manager), to: try place(of: .at(to), manager))
        case .moveEntry(let id, let step):
            _ = try place(of: .id(id), manager)
            manager.move(id, by: step)
        case .playEntry(let entry):
            let place = try place(of: entry, manager)
            commands.hasPlayed = true
            commands.replaceWaiting()
            manager.playQueue(at: place)
        case .clearQueue:
            commands.replaceWaiting()
            manager.cancelPreparation()
            manager.setQueue([])
        case .shuffle(let isShuffled): manager.setShuffled(isShuffled ?? !manager.queue.isShuffled)
        case .repeatQueue(let mode): manager.setRepeatMode(mode)
        case .interrupt(let begins): begins ? manager.beginInterruption() : manager.endInterruption()
        case .sleep(let duration): sleep(after: duration, manager)
        case .snooze(let duration):
            guard let schedule = commands.schedule else { throw .noEffect(ScheduleRunner.noAlarm) }
            try schedule.snooze(duration, manager)
        case .play, .enqueue, .like, .announce, .useDevice: break
        }
    }

    private func place(
        of entry: PlayerCommand.Entry, _ manager: isolated PlaybackManager
    ) throws(PlayerCommandError) -> Int {
        let queue = manager.queue
        let place =
            switch entry {
            case .at(let place): queue.entries.indices.contains(place) ? place : nil
            case .id(let id): queue.place(of: id)
            }
        guard let place else { throw .noSuchEntry }
        return place
    }

    /// Returns why a step to the next entry (1) or to the previous entry (−1) would only lose what plays now; nil if the
    /// step has another effect. At the queue's beginning, a file begins again.
    private func edge(_ step: Int, _ manager: isolated PlaybackManager) -> String? {
        let queue = manager.snapshot.queue
        if queue.count == 0 { return "there is nothing else in the queue" }
        guard manager.isPresentStarted, !manager.isAtRest, step > 0 || manager.snapshot.stream?.duration == nil else {
            return nil
        }
        if queue.count < 2 { return "there is nothing else in the queue" }
        guard queue.repeatMode != .all, !(0..<queue.count).contains(queue.index + step) else { return nil }
        return step > 0 ? "this is the last entry of the queue" : "this is the first entry of the queue"
    }

    /// Moves the position. Throws an error if a move by a number of seconds has an effect of less than a second.
    private func go(_ seek: PlayerCommand.Seek, _ manager: isolated PlaybackManager) throws(PlayerCommandError) {
        let before = manager.snapshot.currentTime.seconds
        do throws(SeekError) {
            switch seek {
            case .to(let seconds): try manager.seek(to: MediaTime(seconds: seconds))
            case .by(let seconds): try manager.seek(by: .nearest(seconds: seconds))
            case .title(let offset): try manager.seek(toTitle: offset)
            case .live: manager.play(atLiveEdge: true)
            }
        } catch { throw PlayerCommandError(error) }
        let after = manager.snapshot
        guard case .by(let seconds) = seek, abs(after.currentTime.seconds - before) < min(1, abs(seconds)) / 2 else {
            return
        }
        switch (seconds < 0, after.stream?.duration == nil) {
        case (true, true): throw .noEffect("this is the oldest sound that is kept")
        case (true, false): throw .noEffect("this is the beginning")
        case (false, true): throw .noEffect("this is the newest sound")
        case (false, false): throw .noEffect("this is the end")
        }
    }

    private var equalisers: [EqualiserPreset] { commands.settings.equalisers ?? configuration.equalisers }

    /// Plays each station with the equaliser of the preset that names the station, from now on.
    func followEqualisers(on manager: isolated PlaybackManager) {
        guard commands.equalisers == nil else { return }
        commands.equalisers = manager.observe { [weak self] notification in
            guard case .itemDidChange(let snapshot) = notification, let station = snapshot.item?.station,
                let equaliser = self?.equalisers.equaliser(of: station)
            else { return }
            manager.setItemEqualiser(equaliser)
        }
    }

    private func sleep(after duration: Duration?, _ manager: isolated PlaybackManager) {
        commands.sleepTimer = duration.map { duration in
            SleepTimer(manager, after: duration) { [weak self] in
                guard let self else { return }
                if let onSleep = commands.onSleep { onSleep() } else { manager.stop() }
                commands.sleepTimer = nil
            }
        }
    }

    // MARK: Playing

    private func play(_ request: PlayRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer) {
        commands.hasPlayed = true
        if case .programme(let name) = request.source {
            commands.replaceWaiting()
            return begin(programme: name, on: manager) { [self] result in
                answer(result.map { .state(playerState(on: manager)) }.mapError(PlayerCommandError.init))
            }
        }
        if request.source == nil, !manager.queue.isEmpty {
            commands.replaceWaiting()
            manager.play()
            if let mode = request.repeatMode { manager.setRepeatMode(mode) }
            if let isShuffled = request.isShuffled { manager.setShuffled(isShuffled) }
            return answer(.success(.state(playerState(on: manager))))
        }
        selection(request, manager) { [self] in found($0, request, manager, answer) }
    }

    /// Plays the items that a request names, after they were found. If the request asks for it, first connects to the
    /// item that plays first.
    private func found(
        _ result: Result<Selection, PlayerCommandError>, _ request: PlayRequest, _ manager: isolated PlaybackManager,
        _ answer: @escaping Answer
    ) {
        switch result {
        case .failure(let error): answer(.failure(error))
        case .success(let selection)
        where request.isPrepared || request.isSeamless && manager.snapshot.status == .playing:
            guard !state.isShutDown else { return answer(.failure(PlayerCommandError(RadioError.shutDown))) }
            commands.replaceWaiting(with: answer)
            manager.prepare(selection.item) { [self] in
                let answer = commands.takeWaiting()
                answer?(prepared(selection, $0, manager))
            }
        case .success(let selection):
            commands.replaceWaiting()
            begin(selection, on: manager)
            answer(.success(.state(playerState(on: manager))))
        }
    }

    /// Plays a selection, unless connecting to the item that plays first has failed with `error`.
    private func prepared(
        _ selection: Selection, _ error: PlaybackError?, _ manager: isolated PlaybackManager
    ) -> Result<PlayerAnswer, PlayerCommandError> {
        if let error { return .failure(PlayerCommandError(RadioError.playback(error))) }
        let (former, areStations) = (manager.queue, playsStations(on: manager))
        let wasPlaying = manager.snapshot.intent == .playing
        begin(selection, on: manager)
        commands.change = SeamlessChange(manager) { [weak self] in
            self?.restore(former, areStations: areStations, plays: wasPlaying, manager)
        }
        return .success(.state(playerState(on: manager)))
    }

    /// Plays the queue again that was played before the chosen station.
    private func restore(
        _ former: PlaybackQueue, areStations: Bool, plays: Bool, _ manager: isolated PlaybackManager
    ) {
        guard !state.isShutDown else { return }
        commands.change = nil
        follow(Selection(items: former.items, index: former.index, isStation: areStations), on: manager)
        manager.setQueue(former)
        if plays { manager.playQueue(at: former.index) }
    }

    /// Adds the items of a source to the queue. If the source names a station, only this station is added, not the
    /// other stations of its list.
    private func enqueue(
        _ source: PlayRequest.Source, isNext: Bool, _ manager: isolated PlaybackManager, _ answer: @escaping Answer
    ) {
        selection(PlayRequest(source), manager) { [self] result in
            answer(result.flatMap { add($0, from: source, isNext: isNext, manager) })
        }
    }

    private func add(
        _ selection: Selection, from source: PlayRequest.Source, isNext: Bool, _ manager: isolated PlaybackManager
    ) -> Result<PlayerAnswer, PlayerCommandError> {
        var items = selection.items
        if case .named = source, selection.isStation { items = [selection.item] }
        if manager.queue.isEmpty {
            follow(Selection(items: items, isStation: selection.isStation), on: manager)
        } else if !(isNext ? manager.insertNext(items) : manager.append(items)) {
            return .failure(.queueFull)
        }
        return .success(.state(playerState(on: manager)))
    }

    /// Finds the items that a request names.
    func selection(
        _ request: PlayRequest, _ manager: isolated PlaybackManager,
        _ found: @escaping (Result<Selection, PlayerCommandError>) -> Void
    ) {
        var queue = QueueSettings(
            isShuffled: request.isShuffled ?? manager.queue.isShuffled,
            repeatMode: request.repeatMode ?? manager.queue.repeatMode)
        var name: String?
        switch request.source {
        case .stations(let stations, let index):
            guard stations.indices.contains(index) else {
                return found(.failure(.wrongParameters("There is no station at index \(index).")))
            }
            var selection = Selection(
                items: stations.map(PlaybackItem.init), index: index, isStation: !Self.isFile(stations[index]),
                library: commands.library)
            selection.queue = queue
            return found(.success(selection))
        case .query(let text):
            do throws(StationQueryError) { queue.query = try StationQuery(text: text) } catch {
                return found(.failure(.wrongParameters("\(error)")))
            }
        case .playlist(let playlist): queue.playlist = playlist
        case .named(let text): name = text
        case .programme: return found(.failure(.wrongParameters("A programme cannot be in the queue.")))
        case nil: break
        }
        SelectionFinder(argument: name, library: reader(on: manager), queue: queue, isRemote: true)
            .find(memory(on: manager), on: manager.loop) { found($0.mapError(PlayerCommandError.init)) }
    }

    /// Reads the lists whose stations commands play.
    package func reader(on manager: isolated PlaybackManager) -> LibraryReader {
        let named = commands.settings.libraries
        return named.isEmpty ? reader : LibraryReader(named: named, isNamed: false)
    }

    private static func isFile(_ station: Station) -> Bool {
        station.urls.first.map { FileURL.path($0) != nil || !$0.contains("://") } ?? false
    }

    private func useDevice(
        _ name: String, of devices: Result<[OutputDevice], AudioOutputError>, _ manager: isolated PlaybackManager
    ) -> Result<PlayerAnswer, PlayerCommandError> {
        switch devices {
        case .failure(let error): return .failure(PlayerCommandError(error))
        case .success(let devices) where !devices.contains(where: DevicePattern(name).matches):
            return .failure(.noSuchDevice)
        case .success:
            manager.setOutput(.pulse(devices: [name]))
            return .success(.state(playerState(on: manager)))
        }
    }

    // MARK: Recording

    private func record(_ isOn: Bool?, _ manager: isolated PlaybackManager) throws(PlayerCommandError) {
        let running = manager.snapshot.recordings.first { $0.id == commands.recording }
        if isOn ?? (running == nil) {
            if running == nil { commands.recording = try record(.fromNow, manager) }
        } else if let running {
            manager.endRecording(running.id)
        }
    }

    /// The folder in which commands record; nil if there is none.
    package func recordingsFolder(on manager: isolated PlaybackManager) -> String? {
        commands.settings.recordings ?? configuration.recordings
    }

    private func record(
        _ extent: RecordingOptions.Extent, _ manager: isolated PlaybackManager
    ) throws(PlayerCommandError) -> Recording.ID {
        guard let folder = recordingsFolder(on: manager) else {
            throw PlayerCommandError("noFolder", "There is no folder for recordings.")
        }
        do throws(RecordingError) {
            return try manager.record(RecordingOptions(extent, folder: folder)).id
        } catch { throw PlayerCommandError(error) }
    }

    /// Continues a recording of another process in a second file. ``PlayerCommand/record(_:)`` ends it, unless it ends
    /// with its title.
    package func record(
        _ carried: CarriedRecording, on manager: isolated PlaybackManager
    ) throws(PlayerCommandError) {
        let id: Recording.ID
        do throws(RecordingError) { id = try manager.record(carried).id } catch { throw PlayerCommandError(error) }
        if !carried.isTitle { commands.recording = id }
    }

    /// What commands have begun. Used on the player's loop only.
    private var commands: CommandState { state.commands }

    /// Sets the settings of commands.
    package func use(_ settings: CommandSettings, on manager: isolated PlaybackManager) {
        commands.settings = settings
        programmesDidChange(on: manager)
    }

    /// Names the lists whose stations commands will play.
    package func use(_ library: StationLibrary?, on manager: isolated PlaybackManager) { commands.library = library }

    /// Sets what happens when the sleep timer is over, in place of stopping the sound.
    package func onSleep(on manager: isolated PlaybackManager, _ end: (() -> Void)?) { commands.onSleep = end }

    /// Whether a command has asked to play something.
    package func hasBeenAsked(on manager: isolated PlaybackManager) -> Bool { commands.hasPlayed }
}

/// Watches the station that has replaced another without a gap, until it is heard.
final class SeamlessChange {
    private var observation: PlaybackObservation?

    /// - Parameter restore: called at the end of the turn if the station fails before it is heard.
    init(_ manager: isolated PlaybackManager, restore: @escaping () -> Void) {
        observation = manager.observe { [weak self] notification in
            guard let self, observation != nil else { return }
            switch notification {
            case .statusDidChange(let snapshot) where snapshot.status == .playing: observation = nil
            case .didFail:
                observation = nil
                manager.loop.post(restore)
            default: break
            }
        }
    }
}
