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
/// Everything may be called from any task or actor; the radio's thread starts by itself. Each radio has a player, a queue
/// and a volume of its own.
public final class Radio: Sendable {
    /// The radio of the program, on ``PlaybackManager/shared``, with the listener's own lists and journal.
    public static let shared = Radio(Configuration(), manager: .shared)

    /// What a radio is made with.
    public struct Configuration: Sendable {
        public var playback = PlaybackConfiguration()
        /// What the first sound is heard with, 0…1; nil is the volume of the last time.
        public var volume: Double?
        /// Files, folders and addresses of lists of stations, the most important first; empty: those at the usual places.
        public var lists: [String] = []
        /// What is written down of what is heard.
        public var journal = JournalPlaces(environment: Environment.folders)
        /// The directory that is told which of its stations is heard, and is asked where a station is that does not
        /// answer; nil: none.
        public var directory: DirectoryAddress?
        /// What the journal tells of its files, on the player's loop.
        public var onJournalNews: @Sendable (JournalNews) -> Void = { _ in }

        public init() {}
    }

    /// The player. Its methods are isolated to it: `await radio.manager.pause()`.
    public let manager: PlaybackManager
    let configuration: Configuration
    // Touched on the manager's loop only.
    nonisolated(unsafe) let state = State()

    final class State {
        enum Ending {
            case none
            case begun(waiting: [() -> Void])
            case over
        }

        var journal: ListeningJournal?
        var directory: DirectoryLink?
        var programme: Programme?
        /// What sequences are of, and what ends them.
        var sources: [SequenceID: (objects: [AnyObject], finish: () -> Void)] = [:]
        /// Calls that are not answered yet, and what answers them when the radio ends.
        var questions: [SequenceID: () -> Void] = [:]
        var logs: [TitleLog] = []
        var ending = Ending.none
        var isShutDown: Bool { if case .none = ending { false } else { true } }

        /// Silence at once; `completion` is called on the loop when what was heard is written down.
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
            // Each may call back at once: nothing ends before all are asked.
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

    /// - Throws: ``RadioError/system(_:)`` when the system gives no descriptors.
    public convenience init(_ configuration: Configuration = Configuration()) throws(RadioError) {
        let manager: PlaybackManager
        do { manager = try PlaybackManager(configuration.playback) } catch { throw .system("\(error)") }
        self.init(configuration, manager: manager)
    }

    private init(_ configuration: Configuration, manager: PlaybackManager) {
        self.configuration = configuration
        self.manager = manager
    }

    /// A radio that is let go ends as by ``shutDown()``.
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

    /// Gives the radio the calling thread, calls `body` on it, and returns after ``shutDown()``: for a program whose main
    /// thread has nothing else to do. Without it the radio starts a thread at the first call.
    public func run(_ body: @escaping @Sendable (isolated PlaybackManager) -> Void) { manager.run(body) }

    /// Silence at once; returns when what was heard is written down. Every later call throws ``RadioError/shutDown``.
    public func shutDown() async {
        await manager.answer { manager, answer in
            self.finish(on: manager) {
                manager.shutDown()
                answer(())
            }
        }
    }

    // MARK: Playing

    /// Plays what somebody calls so: a station of the lists (its id, its name, words of it, its number), an address, or a
    /// file. The rest of the list is the queue.
    ///
    /// It returns when playing was begun; ``statuses`` tells when it is heard.
    /// - Parameter name: nil is the station heard last, at first the first one of the list.
    /// - Throws: ``RadioError`` where nothing is called so, or no list can be read.
    public func play(_ name: String? = nil) async throws(RadioError) {
        try await find(ProgrammeFinder(argument: name, library: reader)) { self.begin($0, on: $1) }
    }

    /// Plays the stations that a query describes, in its order. One that fails is followed by the next.
    ///
    /// - Throws: ``RadioError`` where there is none, or no list can be read.
    public func play(_ query: StationQuery) async throws(RadioError) {
        try await find(ProgrammeFinder(argument: nil, library: reader, queue: QueueSettings(query: query))) {
            self.begin($0, on: $1)
        }
    }

    /// Plays stations in turn.
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

    /// The stations of the lists, with the listener's properties, as they are now.
    ///
    /// - Throws: ``RadioError`` where no list can be read.
    public func library() async throws(RadioError) -> StationLibrary {
        let reader = reader.personal
        return try await ask { manager, answer in reader.load(on: manager.loop, answer) }
    }

    var reader: LibraryReader {
        var reader = LibraryReader(named: configuration.lists, listener: configuration.journal.listener)
        reader.manager = manager
        return reader
    }

    /// Calls `finish` on the loop at the radio's end, until it is forgotten (``forget(_:)``).
    package func atEnd(_ finish: @escaping () -> Void) -> SequenceID {
        let id = SequenceID()
        state.sources[id] = ([], finish)
        return id
    }

    /// Tells what the journal would tell.
    package func tell(_ news: JournalNews) { configuration.onJournalNews(news) }

    package func forget(_ id: SequenceID) { state.sources[id] = nil }

    /// A question that is answered once, on the loop: by what comes, or by the radio's end.
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

    /// What is remembered of the times before; nil where nothing is.
    package func memory(on manager: isolated PlaybackManager) -> MemoryStore? { readyJournal(on: manager).memory }

    /// The volume of the last time, unless it was set already; for sound that is in no programme.
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

    /// Plays a programme.
    ///
    /// - Parameters:
    ///   - programme: what is played.
    ///   - report: told what the directory is asked and answers.
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

    /// Makes a programme the queue, while what plays goes on.
    package func follow(_ programme: Programme, on manager: isolated PlaybackManager) {
        guard !state.isShutDown else { return }
        var programme = programme
        readyJournal(on: manager).follow(&programme, manager)
        link(programme, on: manager)
        manager.setQueue(programme.items, startingAt: programme.index, skipsFailedItems: true)
    }

    /// Joins the player and the directory of stations.
    private func link(
        _ programme: Programme, on manager: isolated PlaybackManager, _ report: @escaping (String) -> Void = { _ in }
    ) {
        guard state.directory == nil, let address = configuration.directory, programme.isStation else { return }
        state.directory = DirectoryLink(manager, address: address, report: report)
    }

    /// Silence at once; `completion` is called on the loop when what was heard is written down.
    package func finish(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        state.finish(on: manager, then: completion)
    }
}

extension PlaybackManager {
    /// What a call on the loop answers some time later.
    func answer<Answer: Sendable>(
        _ body: @Sendable (isolated PlaybackManager, @escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer {
        await withCheckedContinuation { continuation in body(self, { continuation.resume(returning: $0) }) }
    }
}
