import Longwave
import Synchronization

/// One run of the picker, with a player for what is pointed at. Everything happens on the player's loop.
final class PickSession {
    enum Answer: Sendable {
        case picked([LibraryItem])
        case cancelled
    }

    struct Ending: Sendable {
        var answer = Answer.cancelled
        /// What the person should know once the terminal is as it was.
        var remarks: [String] = []
        /// By the volume keys; it is remembered.
        var isVolumeChanged = false
    }

    private final class Result: Sendable {
        let ending = Mutex(Swift.Result<Ending, CommandFailure>.success(Ending()))
    }

    private let picker: StationPicker
    private let clean: (PlaybackSnapshot) -> String
    private var ending = Ending()
    private var observation: PlaybackObservation?
    private var listening: LibraryItem?
    /// What is remembered from start to start: the volume.
    private let memory = MemoryStore(environment: Environment.folders)

    /// Asks, and returns when the terminal is as it was before and nothing plays any more.
    static func run(
        _ library: StationLibrary, _ options: StationPickerOptions, _ sound: SoundOptions,
        _ display: ArtworkDisplay?
    ) throws(CommandFailure) -> Ending {
        let manager: PlaybackManager
        do { manager = try PlaybackManager(sound.configuration) } catch {
            throw CommandFailure(code: .unavailable, sentence: "\(error)")
        }
        let result = Result()
        manager.run { manager in
            let session = PickSession(library, options, manager, display)
            if sound.volume == nil, let volume = session.memory.memory.volume { manager.setVolume(volume) }
            session.start(manager) { answer in result.ending.withLock { $0 = answer } }
        }
        return try result.ending.withLock { $0 }.get()
    }

    private init(
        _ library: StationLibrary, _ options: StationPickerOptions, _ manager: isolated PlaybackManager,
        _ display: ArtworkDisplay?
    ) {
        let loop = manager.loop
        let artwork = display.flatMap { display in
            ArtworkCache.ofUser(loop: loop).map { ArtworkPainter(display, cache: $0, loop: loop) }
        }
        picker = StationPicker(library, options: options, artwork: artwork, loop: loop)
        let line = StatusLine(charset: options.usesUTF8 ? .utf8 : .ascii)
        clean = { line.text($0, width: 500).text }
    }

    private func start(
        _ manager: isolated PlaybackManager, _ end: @escaping (Swift.Result<Ending, CommandFailure>) -> Void
    ) {
        picker.didPick = { [self] items in
            ending.answer = .picked(items)
            finish(manager)
            end(.success(ending))
        }
        picker.didCancel = { [self] in
            finish(manager)
            end(.success(ending))
        }
        picker.listen = { [self] in listen($0, manager) }
        picker.changeVolume = { [self] in changeVolume(by: $0, manager) }
        picker.didChange = { [self] in keep($0) }
        observation = manager.observe { [self] in picker.show(status: status($0.snapshot)) }
        do throws(StationPickerError) { try picker.present() } catch {
            finish(manager)
            let code: ExitCode = error == .noStations ? .notPlayable : .unavailable
            end(.failure(CommandFailure(code: code, sentence: "It cannot be asked: \(error).")))
        }
    }

    private func finish(_ manager: isolated PlaybackManager) {
        observation = nil
        picker.didPick = nil
        picker.didCancel = nil
        picker.listen = nil
        picker.changeVolume = nil
        picker.didChange = nil
        manager.shutDown()
        // The terminal is as it was: the disk may take its time.
        if let problem = memory.takeWrite()?() { remark(problem) }
    }

    private func changeVolume(by steps: Int, _ manager: isolated PlaybackManager) {
        let volume = VolumeStep.volume(manager.snapshot.volume, by: steps)
        manager.setVolume(volume)
        memory.set(volume: volume)
        ending.isVolumeChanged = true
    }

    /// Another key on the same station stops it.
    private func listen(_ item: LibraryItem, _ manager: isolated PlaybackManager) {
        if listening?.number == item.number {
            listening = nil
            manager.stop()
        } else {
            listening = item
            manager.play([PlaybackItem(item.station)])
            manager.setGain(decibels: item.user.gain ?? 0)
        }
    }

    /// What is heard; else the volume once it was changed, so that the keys are seen to work.
    private func status(_ snapshot: PlaybackSnapshot) -> String {
        if listening != nil { return clean(snapshot) }
        return ending.isVolumeChanged ? "volume \(Int((snapshot.volume * 100).rounded())) %" : ""
    }

    /// Kept at once: the program may be killed on the next key.
    private func keep(_ item: LibraryItem) {
        guard let path = ListenerStore.usualPath(environment: Environment.folders) else {
            return remark("There is no folder for favourites and ratings: neither HOME nor XDG_DATA_HOME is set.")
        }
        do throws(StorageError) {
            var kept = item
            kept.user = try ListenerStore(path: path).update(ListenerRecord(item)) { properties in
                properties.isFavourite = item.user.isFavourite
                properties.rating = item.user.rating
            }
            picker.update(kept)
        } catch {
            remark("\(path) cannot be written: \(error.words).")
        }
    }

    private func remark(_ text: String) {
        if !ending.remarks.contains(text) { ending.remarks.append(text) }
    }
}
