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
        var journal: ListeningJournal?
        var directory: DirectoryLink?
        var programme: Programme?
        /// What sequences are of, and what ends them.
        var sources: [SequenceID: (objects: [AnyObject], finish: () -> Void)] = [:]
        var logs: [TitleLog] = []
        var isShutDown = false
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
        try await play(ProgrammeFinder(argument: name, library: reader))
    }

    /// Plays the stations that a query describes, in its order. One that fails is followed by the next.
    ///
    /// - Throws: ``RadioError`` where there is none, or no list can be read.
    public func play(_ query: StationQuery) async throws(RadioError) {
        try await play(ProgrammeFinder(argument: nil, library: reader, queue: QueueSettings(query: query)))
    }

    /// Plays stations in turn.
    ///
    /// - Throws: ``RadioError/shutDown``
    public func play(_ stations: [Station], startingAt index: Int = 0) async throws(RadioError) {
        let items = stations.map(PlaybackItem.init)
        let result = await manager.answer { manager, answer in
            self.begin(Programme(items: items, index: index, isStation: true), on: manager)
            answer(self.state.isShutDown ? Result<Void, RadioError>.failure(.shutDown) : .success(()))
        }
        try result.get()
    }

    private func play(_ finder: ProgrammeFinder) async throws(RadioError) {
        let result = await manager.answer { manager, answer in
            guard !self.state.isShutDown else { return answer(Result<Void, RadioError>.failure(.shutDown)) }
            finder.find(self.memory(on: manager), on: manager.loop) { found in
                nonisolated(unsafe) let found = found
                manager.assumeIsolated { manager in
                    answer(found.map { self.begin($0, on: manager) })
                }
            }
        }
        try result.get()
    }

    /// The stations of the lists, with the listener's properties, as they are now.
    ///
    /// - Throws: ``RadioError`` where no list can be read.
    public func library() async throws(RadioError) -> StationLibrary {
        let reader = reader.personal
        let result = await manager.answer { manager, answer in
            guard !self.state.isShutDown else { return answer(LibraryReader.Answer.failure(.shutDown)) }
            reader.load(on: manager.loop, answer)
        }
        return try result.get()
    }

    var reader: LibraryReader { LibraryReader(named: configuration.lists) }

    // MARK: On the loop

    /// What is remembered of the times before; nil where nothing is.
    package func memory(on manager: isolated PlaybackManager) -> MemoryStore? { readyJournal(on: manager).memory }

    private func readyJournal(on manager: isolated PlaybackManager) -> ListeningJournal {
        if let journal = state.journal { return journal }
        let new = ListeningJournal(manager, configuration.journal, report: configuration.onJournalNews)
        state.journal = new
        return new
    }

    /// Plays a programme.
    ///
    /// - Parameters:
    ///   - programme: what is played.
    ///   - volume: 0…1; nil is that of the last time.
    ///   - report: told what the directory is asked and answers.
    package func begin(
        _ programme: Programme, volume: Double? = nil, on manager: isolated PlaybackManager,
        report: @escaping (String) -> Void = { _ in }
    ) {
        guard !state.isShutDown else { return }
        var programme = programme
        readyJournal(on: manager).begin(&programme, volume: volume, manager)
        if let address = configuration.directory, programme.isStation {
            state.directory = DirectoryLink(manager, address: address, report: report)
        }
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

    /// Silence at once; `completion` is called on the loop when what was heard is written down.
    package func finish(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        guard !state.isShutDown else { return completion() }
        state.isShutDown = true
        state.directory = nil
        let snapshot = manager.snapshot
        manager.stop()
        state.programme = nil
        for source in state.sources.values { source.finish() }
        state.sources = [:]
        let (journal, logs) = (state.journal, state.logs)
        (state.journal, state.logs) = (nil, [])
        // Each may call back at once: nothing ends before all are asked.
        var left = logs.count + 2
        // They live until they have answered.
        let done = {
            left -= 1
            if left == 0 { withExtendedLifetime((journal, logs), completion) }
        }
        for log in logs { log.stop(on: manager, then: done) }
        if let journal { journal.close(snapshot, then: done) } else { done() }
        done()
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
