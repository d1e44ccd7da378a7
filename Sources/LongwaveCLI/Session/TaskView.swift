import Longwave
import LongwaveTerminal
import Synchronization

extension RadioSession {
    /// Runs a task with a radio on this thread, and returns its result. A signal such as Ctrl-C cancels the task.
    /// - Parameters:
    ///   - say: called with messages about the listener's files.
    ///   - note: called with lines that help to find a fault.
    static func run<Value: Sendable>(
        _ settings: Settings, say: @escaping @Sendable (String) -> Void = { CommandNotes().say($0) },
        note: @escaping @Sendable (String) -> Void = { _ in },
        task body: @escaping @Sendable (Radio) async throws -> Value
    ) throws(CommandFailure) -> Value {
        let result = Mutex(Result<Value, CommandFailure>.failure(CommandFailure(.interrupted)))
        try run(settings) { session, _ in
            TaskView(session, onSay: say, onNote: note) { radio in
                let ended: Result<Value, CommandFailure>
                do { ended = .success(try await body(radio)) } catch { ended = .failure(CommandFailure(any: error)) }
                result.withLock { $0 = ended }
            }
        }
        return try result.withLock { $0 }.get()
    }

    /// Runs a task with a radio that plays nothing, and that has the listener's marks and playlists.
    /// - Parameter lists: the station lists that the command line names. If none is named, the radio has the lists of
    ///   the settings file, otherwise the default lists.
    static func run<Value: Sendable>(
        lists: [String] = [], task: @escaping @Sendable (Radio) async throws -> Value
    ) throws(CommandFailure) -> Value {
        var settings = Settings.silent
        settings.radio.lists = lists.isEmpty ? Configuration.ofUser.library ?? [] : lists
        settings.radio.journal.listener = JournalPlaces(environment: Environment.folders).listener
        return try run(settings, task: task)
    }
}

/// Runs one task, and shows nothing by itself.
private final class TaskView: SessionView, Sendable {
    // Used on the player's loop only, like the other two variables.
    nonisolated(unsafe) private let session: RadioSession
    nonisolated(unsafe) private var task: Task<Void, Never>?
    /// The closure to call when the task has ended.
    nonisolated(unsafe) private var onEnd: (() -> Void)?
    private let onSay: @Sendable (String) -> Void
    private let onNote: @Sendable (String) -> Void
    private let body: @Sendable (Radio) async -> Void

    init(
        _ session: RadioSession, onSay: @escaping @Sendable (String) -> Void,
        onNote: @escaping @Sendable (String) -> Void, _ body: @escaping @Sendable (Radio) async -> Void
    ) {
        self.session = session
        self.onSay = onSay
        self.onNote = onNote
        self.body = body
    }

    func start(on manager: isolated PlaybackManager) {
        let radio = session.radio
        task = Task {
            await body(radio)
            task = nil
            session.end(.ended, manager)
            onEnd.take()?()
        }
    }

    func say(_ text: String) { onSay(text) }

    func note(_ text: String) { onNote(text) }

    func close(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        guard let task else { return completion() }
        onEnd = completion
        task.cancel()
        // Calls of the radio that wait for a server do not notice that the task is cancelled. They end with the radio.
        session.radio.finish(on: manager) {}
    }
}

extension CommandFailure {
    /// Creates the failure for an error that a public call of the library has thrown.
    fileprivate init(any error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case is CancellationError, RadioError.shutDown: self.init(.interrupted)
        case let error as RadioError: self.init(error)
        case let error as ExportError:
            self.init(code: ExitCode(error), sentence: error.sentence, hints: error.remedy.map { [$0] } ?? [])
        case StationPickerError.noStations:
            self.init(code: .notPlayable, sentence: "The picker failed: \(error).")
        case _ where error is StationPickerError:
            self.init(code: .unavailable, sentence: "The picker failed: \(error).")
        case _: self.init(code: .unavailable, sentence: "\(error).")
        }
    }
}
