import RadioDirectory
import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations

/// A radio for one listener: a player, the lists of stations, and the journal of what the listener heard.
///
/// ```swift
/// let radio = Radio.shared
/// try await radio.play("fip")
/// for await track in radio.nowPlaying { print(track?.track.text ?? "") }
/// ```
/// All methods may be called from any task or actor. The radio starts a thread for its player at the first call. Each
/// radio has its own player, queue and volume.
public final class Radio: Sendable {
    /// The radio that all parts of the program share. It has the default configuration, and its player is
    /// ``PlaybackManager/shared``.
    public static let shared = Radio(Configuration(), manager: .shared)

    /// The settings with which a radio is made.
    public struct Configuration: Sendable {
        public var playback = PlaybackConfiguration()
        /// The volume when the radio first plays, 0…1. Nil takes the volume that the journal remembers.
        public var volume: Double?
        /// Whether each station plays at the volume at which the listener heard it last.
        public var keepsVolumes = false
        /// The equalisers that ``PlayerCommand/setEqualiser(_:)`` can name, and that stations play with.
        public var equalisers: [EqualiserPreset] = []
        /// The files, folders and addresses of station lists, the most important first. If empty, the list that
        /// the environment variable `LONGWAVE_LIBRARY` names is used, otherwise the lists at the usual paths.
        public var lists: [String] = []
        /// The folder in which ``PlayerCommand/record(_:)`` and ``PlayerCommand/keep(_:)`` write. If nil, these commands
        /// are refused.
        public var recordings: String?
        /// The files of the journal, which records what the listener hears and sets.
        public var journal = JournalPlaces(environment: Environment.folders)
        /// The programmes that ``Radio/play(programme:)`` and ``PlayerCommand/play(_:)`` can play.
        public var programmes: [Programme] = []
        /// The directory of stations that the radio contacts while it plays stations from the directory. The radio
        /// reports that such a station is heard, and asks for another address if none of the station's addresses works.
        ///
        /// If nil, the radio does neither.
        public var directory: DirectoryAddress?
        /// Called on the player's loop when a file of the journal cannot be used, and when it can be used again.
        public var onJournalNews: @Sendable (JournalNews) -> Void = { _ in }
        /// Called on the player's loop with a line of text about a request to the directory of stations, such as a
        /// server that does not answer. Useful for a log.
        public var onDirectoryRequest: @Sendable (String) -> Void = { _ in }

        public init() {}
    }

    /// The radio's player. It is an actor, so its methods are called with `await`: `await radio.manager.pause()`.
    public let manager: PlaybackManager
    let configuration: Configuration
    // Used on the player's loop only.
    nonisolated(unsafe) let state = State()

    /// The parts of a radio that are used on the player's loop only.
    final class State {
        /// Whether the shutdown has begun or is complete. While it runs, `waiting` are the closures to call when it is
        /// complete.
        enum Ending {
            case none
            case begun(waiting: [() -> Void])
            case over
        }

        var journal: ListeningJournal?
        var directory: DirectoryLink?
        var selection: Selection?
        var programme: ProgrammeDriver?
        let commands = CommandState()
        /// For each sequence that an app iterates over, the objects that report its values and the function that ends
        /// the sequence.
        var sources: [SequenceID: (objects: [AnyObject], finish: () -> Void)] = [:]
        /// For each call of a radio's method that has not returned yet, the function that makes it throw an error when
        /// the radio is shut down.
        var questions: [SequenceID: () -> Void] = [:]
        var logs: [TitleLog] = []
        var ending = Ending.none
        var isShutDown: Bool { if case .none = ending { false } else { true } }

        /// Ends the sound and all open sequences and calls at once. Calls `completion` on the player's loop once the
        /// journal and the logs of titles are written.
        func finish(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
            switch ending {
            case .over: return completion()
            case .begun(let waiting): return ending = .begun(waiting: waiting + [completion])
            case .none: ending = .begun(waiting: [completion])
            }
            directory = nil
            commands.end()
            let snapshot = manager.snapshot
            programme?.end(on: manager)
            manager.stop()
            (selection, programme) = (nil, nil)
            let (sources, questions) = (sources, questions)
            (self.sources, self.questions) = ([:], [:])
            for source in sources.values { source.finish() }
            for answer in questions.values { answer() }
            // The calls below may call `done` at once. `left` is 1 too high until all of them were made, so that the
            // shutdown does not end before.
            var left = logs.count + 2
            let done = { [self] in
                left -= 1
                guard left == 0, case .begun(let waiting) = ending else { return }
                (ending, journal, logs) = (.over, nil, [])
                waiting.forEach { $0() }
            }
            for log in logs { log.stop(on: manager, then: done) }
            if let journal { journal.close(snapshot, then: done) } else { done() }
            done()
        }
    }

    /// Makes a radio with a player of its own.
    ///
    /// - Throws: ``RadioError/system(_:)`` if the system has no file descriptors left.
    public convenience init(_ configuration: Configuration = Configuration()) throws(RadioError) {
        let manager: PlaybackManager
        do { manager = try PlaybackManager(configuration.playback) } catch { throw .system("\(error)") }
        self.init(configuration, manager: manager)
    }

    init(_ configuration: Configuration, manager: PlaybackManager) {
        self.configuration = configuration
        self.manager = manager
    }

    /// Shuts down the radio as ``shutDown()`` does, but does not wait until the journal is written.
    deinit {
        guard manager.loop.isRunning else { return }
        let (manager, state) = (manager, Unchecked(state))
        manager.loop.postFromAnyThread {
            manager.assumeIsolated { manager in
                guard !state.value.isShutDown else { return }
                state.value.finish(on: manager) { manager.shutDown() }
            }
        }
    }

    // MARK: Running

    /// Runs the radio's player on the calling thread, and calls `body` there first. If the player already has a thread,
    /// that thread calls `body`. Returns only after ``shutDown()``.
    ///
    /// Use this method if the program's main thread has nothing else to do. A program that does not call it gets a
    /// separate thread for the player, which starts at the first call of another method.
    public func run(_ body: @escaping @Sendable (isolated PlaybackManager) -> Void) { manager.run(body) }

    /// Stops the sound at once, and returns once the journal and the logs of titles are written.
    ///
    /// Later calls that play, read or write something throw ``RadioError/shutDown``.
    public func shutDown() async {
        await manager.answer { manager, answer in
            self.finish(on: manager) {
                manager.shutDown()
                answer(())
            }
        }
    }

    // MARK: Playing

    /// Plays a station, address or file.
    ///
    /// If the name is that of a station in the lists, all stations of the lists become the queue, and playing begins
    /// with that station.
    ///
    /// The call returns when the player begins to connect. ``statuses`` reports when the sound is heard.
    ///
    /// - Parameter name: a station's id, its name, words of its name, or its number in the lists; an address; or the
    ///   path of a file. Nil plays the station heard last or, if the journal remembers none, the first station of the
    ///   lists.
    /// - Throws: ``RadioError`` if nothing has this name, if several stations match it, or if no list can be read.
    public func play(_ name: String? = nil) async throws(RadioError) {
        try await find(SelectionFinder(argument: name, library: reader)) { self.begin($0, on: $1) }
    }

    /// Plays the stations that match a query, in the query's order.
    ///
    /// When a station fails, the player continues with the next one.
    ///
    /// - Throws: ``RadioError`` if no station matches, or no list can be read.
    public func play(_ query: StationQuery) async throws(RadioError) {
        try await find(SelectionFinder(argument: nil, library: reader, queue: QueueSettings(query: query))) {
            self.begin($0, on: $1)
        }
    }

    /// Makes the stations the queue, and plays the one at `index`.
    ///
    /// - Throws: ``RadioError/shutDown``
    public func play(_ stations: [Station], startingAt index: Int = 0) async throws(RadioError) {
        let items = stations.map(PlaybackItem.init)
        try await ask { manager, answer in
            self.begin(Selection(items: items, index: index, isStation: true), on: manager)
            answer(.success(()))
        }
    }

    /// Plays a programme of ``Configuration/programmes``, so that one of its sources always sounds.
    ///
    /// The programme ends when something else is played, or the player is stopped. The snapshot's `programme` says
    /// which source plays, and `sourceDidChange` reports each change to another source.
    ///
    /// - Throws: ``RadioError/noProgramme(_:known:)``
    public func play(programme name: String) async throws(RadioError) {
        try await ask { manager, answer in self.begin(programme: name, on: manager, then: answer) }
    }

    /// Finds the items to play (`Selection`), and calls `use` with them on the player's loop. Throws an error if none
    /// are found.
    func find(
        _ finder: SelectionFinder, _ use: @escaping @Sendable (Selection, isolated PlaybackManager) -> Void
    ) async throws(RadioError) {
        try await ask { manager, answer in
            finder.find(self.memory(on: manager), on: manager.loop) { found in
                nonisolated(unsafe) let found = found
                manager.assumeIsolated { manager in
                    answer(found.map { use($0, manager) })
                }
            }
        }
    }

    /// Reads the station lists, and returns all stations with the listener's properties of each, such as favourite and
    /// stars.
    ///
    /// - Throws: ``RadioError`` if no list can be read.
    public func library() async throws(RadioError) -> StationLibrary {
        let reader = reader.personal
        return try await ask { manager, answer in reader.load(on: manager.loop, answer) }
    }

    package var reader: LibraryReader {
        var reader = LibraryReader(named: configuration.lists, listener: configuration.journal.listener)
        reader.manager = manager
        return reader
    }

    /// Registers a function that is called on the player's loop when the radio is shut down. To remove the function,
    /// pass the returned id to ``forget(_:)``.
    package func atEnd(_ finish: @escaping () -> Void) -> SequenceID {
        let id = SequenceID()
        state.sources[id] = ([], finish)
        return id
    }

    /// Calls ``Configuration/onJournalNews`` with a problem of a journal's file that another part of the program has
    /// found.
    package func tell(_ news: JournalNews) { configuration.onJournalNews(news) }

    package func forget(_ id: SequenceID) { state.sources[id] = nil }

    /// Runs `body` on the player's loop, and returns the result that `body` passes to its second argument, at once or
    /// later.
    ///
    /// Throws ``RadioError/shutDown`` if the radio is shut down before `body` passes a result.
    package func ask<Value: Sendable>(
        _ body: @Sendable (isolated PlaybackManager, @escaping @Sendable (Result<Value, RadioError>) -> Void) -> Void
    ) async throws(RadioError) -> Value {
        let state = Unchecked(state)
        let result: Result<Value, RadioError> = await manager.answer { manager, answer in
            guard !state.value.isShutDown else { return answer(.failure(.shutDown)) }
            let id = SequenceID()
            state.value.questions[id] = { answer(.failure(.shutDown)) }
            body(manager) { if state.value.questions.removeValue(forKey: id) != nil { answer($0) } }
        }
        return try result.get()
    }

    // MARK: On the loop

    /// Returns what earlier runs of the program remembered (station, volume, addresses), or nil if
    /// ``JournalPlaces/memory`` is nil.
    package func memory(on manager: isolated PlaybackManager) -> MemoryStore? { readyJournal(on: manager).memory }

    /// Sets the player's volume to the configured or remembered volume, unless this was done before or the app has set
    /// the volume.
    ///
    /// Call this before the player plays an item that does not come from a ``Selection``.
    package func restoreVolume(on manager: isolated PlaybackManager) {
        readyJournal(on: manager).restoreVolume(manager)
    }

    /// Whether the queue contains stations, not files.
    package func playsStations(on manager: isolated PlaybackManager) -> Bool {
        readyJournal(on: manager).isQueueOfStations
    }

    private func readyJournal(on manager: isolated PlaybackManager) -> ListeningJournal {
        if let journal = state.journal { return journal }
        let new = ListeningJournal(
            manager, configuration.journal, volume: configuration.volume,
            keepsVolumes: configuration.keepsVolumes, report: configuration.onJournalNews)
        state.journal = new
        return new
    }

    /// Makes the items of a selection the queue, and plays the item that the selection starts with. Ends a programme.
    ///
    /// - Parameter selection: the items to play, and the settings for playing them.
    package func begin(_ selection: Selection, on manager: isolated PlaybackManager) {
        endProgramme(on: manager)
        start(selection, on: manager)
    }

    func start(_ selection: Selection, on manager: isolated PlaybackManager) {
        guard !state.isShutDown else { return }
        var selection = selection
        readyJournal(on: manager).begin(&selection, manager)
        state.directory = nil
        link(selection, on: manager)
        let queue = selection.queue
        if queue.isShuffled, queue.query != nil || queue.playlist != nil {
            selection.index = .random(in: selection.items.indices)
        }
        state.selection = selection
        manager.setRepeatMode(queue.repeatMode)
        manager.setItemLimit(queue.itemLimit)
        manager.play(selection.items, startingAt: selection.index)
        manager.setSkipsFailedItems(selection.skipsFailedItems)
        if queue.isShuffled != manager.queue.isShuffled { manager.setShuffled(queue.isShuffled) }
    }

    /// Makes the items of a selection the queue. The current item continues to play until another item is chosen.
    package func follow(_ selection: Selection, on manager: isolated PlaybackManager) {
        guard !state.isShutDown else { return }
        var selection = selection
        readyJournal(on: manager).follow(&selection, manager)
        link(selection, on: manager)
        manager.setQueue(selection.items, startingAt: selection.index, skipsFailedItems: true)
    }

    // MARK: Programmes

    /// Plays a programme. Calls `answer` once the first source begins.
    func begin(
        programme name: String, on manager: isolated PlaybackManager,
        then answer: @escaping (Result<Void, RadioError>) -> Void
    ) {
        guard !state.isShutDown else { return answer(.failure(.shutDown)) }
        let programmes = programmes
        guard let programme = programmes.first(where: { $0.name == name }), !programme.sources.isEmpty else {
            return answer(.failure(.noProgramme(name, known: programmes.map(\.name))))
        }
        begin(programme, on: manager) { answer(.success(())) }
    }

    private func begin(
        _ programme: Programme, on manager: isolated PlaybackManager, then onBegin: @escaping () -> Void = {}
    ) {
        endProgramme(on: manager)
        state.programme = ProgrammeDriver(programme, self, on: manager, onBegin: onBegin)
    }

    /// The programmes that can be played: those of the commands' settings if there are any.
    private var programmes: [Programme] { state.commands.settings.programmes ?? configuration.programmes }

    /// Ends the programme, if one plays. What plays goes on.
    /// - Parameter only: the programme to end; nil for any.
    func endProgramme(_ only: ProgrammeDriver? = nil, on manager: isolated PlaybackManager) {
        guard let driver = state.programme, only == nil || only === driver else { return }
        state.programme = nil
        driver.end(on: manager)
    }

    /// Plays the programme again if its definition has changed.
    func programmesDidChange(on manager: isolated PlaybackManager) {
        guard let old = state.programme?.programme, let new = programmes.first(where: { $0.name == old.name }),
            new != old
        else { return }
        begin(new, on: manager)
    }

    /// Connects the player with the directory of stations, if one is configured and the selection's items are stations.
    private func link(_ selection: Selection, on manager: isolated PlaybackManager) {
        followEqualisers(on: manager)
        guard state.directory == nil, let address = configuration.directory, selection.isStation else { return }
        state.directory = DirectoryLink(manager, address: address, report: configuration.onDirectoryRequest)
    }

    /// Ends the sound and all open sequences and calls at once. Calls `completion` on the player's loop once the
    /// journal and the logs of titles are written.
    package func finish(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        state.finish(on: manager, then: completion)
    }
}

extension PlaybackManager {
    /// Runs `body` on the player's loop, and returns the value that `body` passes to its second argument, at once or
    /// later.
    package func answer<Answer: Sendable>(
        _ body: @Sendable (isolated PlaybackManager, @escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer {
        await withCheckedContinuation { continuation in body(self, { continuation.resume(returning: $0) }) }
    }
}
