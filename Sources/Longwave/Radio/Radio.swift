import RadioDirectory
import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations

/// One listener's radio: a player, the lists of stations, and the journal of what was heard.
///
/// ```swift
/// let radio = Radio.shared
/// try await radio.play("fip")
/// for await track in radio.nowPlaying { print(track?.track.text ?? "") }
/// ```
/// All methods may be called from any task or actor. The radio starts its own thread at the first call. Each radio has
/// its own player, queue and volume.
public final class Radio: Sendable {
    /// The program's shared radio, on ``PlaybackManager/shared``, with the listener's own lists and journal.
    public static let shared = Radio(Configuration(), manager: .shared)

    /// The settings of a radio.
    public struct Configuration: Sendable {
        public var playback = PlaybackConfiguration()
        /// The first volume, 0…1. Nil takes the remembered volume.
        public var volume: Double?
        /// The files, folders and addresses of station lists, the most important first. Empty means the usual places.
        public var lists: [String] = []
        /// The files in which the journal is kept.
        public var journal = JournalPlaces(environment: Environment.folders)
        /// The directory to which heard stations are reported, and which is asked for another address if none of a
        /// station's addresses works.
        ///
        /// Nil means no directory.
        public var directory: DirectoryAddress?
        /// Called on the player's loop with the journal's reports about its files.
        public var onJournalNews: @Sendable (JournalNews) -> Void = { _ in }

        public init() {}
    }

    /// The player. Its methods are isolated to it: `await radio.manager.pause()`.
    public let manager: PlaybackManager
    let configuration: Configuration
    // Touched on the manager's loop only.
    nonisolated(unsafe) let state = State()

    /// The parts of the radio that live on the manager's loop.
    final class State {
        /// How far the shutdown has come, with the closures to call when it is complete.
        enum Ending {
            case none
            case begun(waiting: [() -> Void])
            case over
        }

        var journal: ListeningJournal?
        var directory: DirectoryLink?
        var programme: Programme?
        /// The sources behind open sequences, and the functions that end the sequences.
        var sources: [SequenceID: (objects: [AnyObject], finish: () -> Void)] = [:]
        /// For each call that waits for an answer, the function that answers it when the radio is shut down.
        var questions: [SequenceID: () -> Void] = [:]
        var logs: [TitleLog] = []
        var ending = Ending.none
        var isShutDown: Bool { if case .none = ending { false } else { true } }

        /// Stops the sound at once, and calls `completion` on the loop once the journal is written.
        func finish(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
            switch ending {
            case .over: return completion()
            case .begun(let waiting): return ending = .begun(waiting: waiting + [completion])
            case .none: ending = .begun(waiting: [completion])
            }
            directory = nil
            let snapshot = manager.snapshot
            manager.stop()
            programme = nil
            let (sources, questions) = (sources, questions)
            (self.sources, self.questions) = ([:], [:])
            for source in sources.values { source.finish() }
            for answer in questions.values { answer() }
            // Any of the calls below may call back at once. The extra count delays the end until all of them have been
            // started.
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

    /// - Throws: ``RadioError/system(_:)`` if the system provides no file descriptors.
    public convenience init(_ configuration: Configuration = Configuration()) throws(RadioError) {
        let manager: PlaybackManager
        do { manager = try PlaybackManager(configuration.playback) } catch { throw .system("\(error)") }
        self.init(configuration, manager: manager)
    }

    private init(_ configuration: Configuration, manager: PlaybackManager) {
        self.configuration = configuration
        self.manager = manager
    }

    /// Shuts down the released radio as ``shutDown()`` does.
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

    /// Runs the radio on the calling thread, calls `body` on that thread, and returns after ``shutDown()``.
    ///
    /// Use this method if the program's main thread has nothing else to do. Otherwise the radio starts a thread at the
    /// first call.
    public func run(_ body: @escaping @Sendable (isolated PlaybackManager) -> Void) { manager.run(body) }

    /// Stops the sound at once, and returns once the journal is written.
    ///
    /// Later calls throw ``RadioError/shutDown``.
    public func shutDown() async {
        await manager.answer { manager, answer in
            self.finish(on: manager) {
                manager.shutDown()
                answer(())
            }
        }
    }

    // MARK: Playing

    /// Plays a station, address or file by its name.
    ///
    /// If the name is that of a station in the lists, all stations of the lists become the queue.
    ///
    /// The call returns when playback begins. ``statuses`` tells when the sound is heard.
    ///
    /// - Parameter name: a station's id, name, words of its name, or number in the lists; an address; or a file. Nil
    ///   plays the station heard last or, if none is remembered, the first station of the lists.
    /// - Throws: ``RadioError`` if nothing has this name, or no list can be read.
    public func play(_ name: String? = nil) async throws(RadioError) {
        try await find(ProgrammeFinder(argument: name, library: reader)) { self.begin($0, on: $1) }
    }

    /// Plays the stations that match a query, in the query's order.
    ///
    /// When a station fails, the player continues with the next one.
    ///
    /// - Throws: ``RadioError`` if no station matches, or no list can be read.
    public func play(_ query: StationQuery) async throws(RadioError) {
        try await find(ProgrammeFinder(argument: nil, library: reader, queue: QueueSettings(query: query))) {
            self.begin($0, on: $1)
        }
    }

    /// Plays stations one after another.
    ///
    /// - Throws: ``RadioError/shutDown``
    public func play(_ stations: [Station], startingAt index: Int = 0) async throws(RadioError) {
        let items = stations.map(PlaybackItem.init)
        try await ask { manager, answer in
            self.begin(Programme(items: items, index: index, isStation: true), on: manager)
            answer(.success(()))
        }
    }

    /// Finds a programme, then calls `use` with it on the loop.
    func find(
        _ finder: ProgrammeFinder, _ use: @escaping @Sendable (Programme, isolated PlaybackManager) -> Void
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

    /// Reads the lists, and returns their stations with the listener's properties of each, such as favourite and stars.
    ///
    /// - Throws: ``RadioError`` if no list can be read.
    public func library() async throws(RadioError) -> StationLibrary {
        let reader = reader.personal
        return try await ask { manager, answer in reader.load(on: manager.loop, answer) }
    }

    var reader: LibraryReader {
        var reader = LibraryReader(named: configuration.lists, listener: configuration.journal.listener)
        reader.manager = manager
        return reader
    }

    /// Registers a function that is called on the loop when the radio is shut down, unless ``forget(_:)`` removes the
    /// function earlier.
    package func atEnd(_ finish: @escaping () -> Void) -> SequenceID {
        let id = SequenceID()
        state.sources[id] = ([], finish)
        return id
    }

    /// Reports news about the journal's files through ``Configuration/onJournalNews``, as the journal itself does.
    package func tell(_ news: JournalNews) { configuration.onJournalNews(news) }

    package func forget(_ id: SequenceID) { state.sources[id] = nil }

    /// Runs `body` on the loop and returns its answer.
    ///
    /// Throws ``RadioError/shutDown`` if the radio is shut down before the answer.
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

    /// Returns what earlier runs of the program remembered (station, volume, addresses), or nil if the radio keeps no
    /// memory.
    package func memory(on manager: isolated PlaybackManager) -> MemoryStore? { readyJournal(on: manager).memory }

    /// Sets the configured or remembered volume, unless the volume was set already.
    ///
    /// Call this before the player plays an item that does not come from a ``Programme``.
    package func restoreVolume(on manager: isolated PlaybackManager) {
        readyJournal(on: manager).restoreVolume(manager)
    }

    private func readyJournal(on manager: isolated PlaybackManager) -> ListeningJournal {
        if let journal = state.journal { return journal }
        let new = ListeningJournal(
            manager, configuration.journal, volume: configuration.volume, report: configuration.onJournalNews)
        state.journal = new
        return new
    }

    /// Plays a programme, whose items become the queue.
    ///
    /// - Parameters:
    ///   - programme: the items to play.
    ///   - report: called with a line for each request to the directory and each response.
    package func begin(
        _ programme: Programme, on manager: isolated PlaybackManager, report: @escaping (String) -> Void = { _ in }
    ) {
        guard !state.isShutDown else { return }
        var programme = programme
        readyJournal(on: manager).begin(&programme, manager)
        state.directory = nil
        link(programme, on: manager, report)
        let queue = programme.queue
        if queue.isShuffled, queue.query != nil || queue.playlist != nil {
            programme.index = .random(in: programme.items.indices)
        }
        state.programme = programme
        manager.setRepeatMode(queue.repeatMode)
        manager.setItemLimit(queue.itemLimit)
        manager.play(programme.items, startingAt: programme.index)
        manager.setSkipsFailedItems(programme.skipsFailedItems)
        if queue.isShuffled { manager.setShuffled(true) }
    }

    /// Makes a programme's items the queue while the present item plays on.
    package func follow(_ programme: Programme, on manager: isolated PlaybackManager) {
        guard !state.isShutDown else { return }
        var programme = programme
        readyJournal(on: manager).follow(&programme, manager)
        link(programme, on: manager)
        manager.setQueue(programme.items, startingAt: programme.index, skipsFailedItems: true)
    }

    /// Connects the player with the directory of stations.
    private func link(
        _ programme: Programme, on manager: isolated PlaybackManager, _ report: @escaping (String) -> Void = { _ in }
    ) {
        guard state.directory == nil, let address = configuration.directory, programme.isStation else { return }
        state.directory = DirectoryLink(manager, address: address, report: report)
    }

    /// Stops the sound at once, and calls `completion` on the loop once the journal is written.
    package func finish(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        state.finish(on: manager, then: completion)
    }
}

extension PlaybackManager {
    /// Runs `body` on the loop, and returns the answer that `body` passes to its second parameter, at once or later.
    func answer<Answer: Sendable>(
        _ body: @Sendable (isolated PlaybackManager, @escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer {
        await withCheckedContinuation { continuation in body(self, { continuation.resume(returning: $0) }) }
    }
}
