import Glibc
import Longwave

/// Writes down what the shared player comes back with: some time after a change, all changes until then at once, and each time a
/// whole file.
final class SharedPlayerStore {
    /// A change waits so long for others.
    private static let delay = Duration.seconds(2)
    /// While a file plays, its place is written so often.
    private static let interval = Duration.seconds(30)

    private let path: String
    private let manager: PlaybackManager
    private let isOfStations: () -> Bool
    private let report: (String) -> Void
    private let worker: BlockingWorker
    private var written: SharedPlayerState?
    private var timer: LoopTimer?
    private var isWriting = false
    /// Something changed while it was written.
    private var isOwed = false
    /// The last writing failed, and that was said.
    private var hasFailed = false
    private var onClose: (() -> Void)?

    /// A longer file is not ours.
    private static let maximumBytes = 64 << 20

    /// - Parameters:
    ///   - path: of the file.
    ///   - isOfStations: whether stations are in the queue.
    ///   - report: told once why it cannot be written.
    init(
        _ manager: isolated PlaybackManager, path: String, isOfStations: @escaping () -> Bool,
        report: @escaping (String) -> Void
    ) {
        self.path = path
        self.manager = manager
        self.isOfStations = isOfStations
        self.report = report
        worker = BlockingWorker(loop: manager.loop)
        timer = manager.loop.makeTimer { [unowned self] in
            write(manager)
        }
    }

    deinit { timer?.cancel() }

    /// What was written before; `answer` gets an empty one where there is none, or where it cannot be read, which is reported.
    func read(_ answer: @escaping (SharedPlayerState) -> Void) {
        let path = path
        worker.run(orElse: .failure(.init(reason: BlockingWorker.refusal))) {
            Self.read(path)
        } then: { [self] (result: Result<SharedPlayerState, SharedPlayerState.Unreadable>) in
            switch result {
            case .success(let state): answer(state)
            case .failure(let why):
                report("\(path) cannot be used: \(why.reason)")
                answer(SharedPlayerState())
            }
        }
    }

    private static func read(_ path: String) -> Result<SharedPlayerState, SharedPlayerState.Unreadable> {
        do {
            return .success(try SharedPlayerState(try LocalFile.read(path, maximum: maximumBytes)))
        } catch let failure as LocalFile.Failure {
            return failure.code == ENOENT ? .success(SharedPlayerState()) : .failure(.init(reason: failure.reason))
        } catch let why as SharedPlayerState.Unreadable {
            // It stays beside the new one, for whoever wants to know.
            rename(path, path + ".broken")
            return .failure(why)
        } catch { return .failure(.init(reason: "\(error)")) }
    }

    /// Something may be different now.
    /// - Parameter isLater: only the place in a file is.
    func changed(isLater: Bool = false) {
        guard onClose == nil, let timer else { return }
        let deadline = manager.loop.now.advanced(by: isLater ? Self.interval : Self.delay)
        if !timer.isArmed || deadline < timer.deadline { timer.rearm(at: deadline) }
    }

    /// Writes what is not written yet, and calls back.
    func close(_ manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        timer?.disarm()
        onClose = completion
        write(manager)
    }

    private func write(_ manager: isolated PlaybackManager) {
        // When that has ended the next one follows.
        if isWriting { return isOwed = true }
        let state = SharedPlayerState(manager, isOfStations: isOfStations())
        guard state != written else { return finish() }
        isWriting = true
        let (path, mark) = (path, "\(getpid())")
        worker.run(orElse: BlockingWorker.refusal as String?) {
            do throws(LocalFile.Failure) {
                try LocalFile.replace(path, with: state.bytes, mark: mark)
                return nil
            } catch { return "\(path): \(error.reason)" }
        } then: { [self] problem in
            isWriting = false
            if problem == nil { written = state }
            if let problem, !hasFailed { report("the player's state is not saved: \(problem)") }
            hasFailed = problem != nil
            if isOwed {
                isOwed = false
                write(manager)
            } else {
                finish()
            }
        }
    }

    private func finish() {
        if let onClose = onClose.take() { onClose() }
    }
}
