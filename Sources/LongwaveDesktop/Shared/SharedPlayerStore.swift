import Glibc
import Longwave
import RadioLoop

/// Stores the shared player's state in a file.
///
/// The store waits after a change, and then writes all changes together: 2 s, or 30 s if only the position in a file
/// has changed. Each write replaces the whole file.
final class SharedPlayerStore {
    /// The time between a change of the state and the write, so that changes soon after it are written together.
    private static let delay = Duration.seconds(2)
    /// How often the position is written while a file plays.
    private static let interval = Duration.seconds(30)

    private let path: String
    private let manager: PlaybackManager
    private let isOfStations: () -> Bool
    private let scheduleSeen: () -> Int64?
    private let report: (String) -> Void
    private let worker: BlockingWorker
    /// The state that was last written successfully; nil before the first write.
    private var written: SharedPlayerState?
    private var timer: LoopTimer?
    private var isWriting = false
    /// Whether another write is needed, because one was due while the state was being written.
    private var isOwed = false
    /// Whether the last write failed. If so, further failures are not reported until a write succeeds.
    private var hasFailed = false
    private var onClose: (() -> Void)?

    /// The largest file that is read, in bytes. A longer file was not written by this store.
    private static let maximumBytes = 64 << 20

    /// Creates a store. It does not read the file until ``read(_:)`` is called.
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - isOfStations: returns whether the queue contains stations rather than files.
    ///   - scheduleSeen: returns the time up to which the schedule was carried out.
    ///   - report: called when reading or writing fails, but only once for a series of failed writes.
    init(
        _ manager: isolated PlaybackManager, path: String, isOfStations: @escaping () -> Bool,
        scheduleSeen: @escaping () -> Int64?, report: @escaping (String) -> Void
    ) {
        self.path = path
        self.manager = manager
        self.isOfStations = isOfStations
        self.scheduleSeen = scheduleSeen
        self.report = report
        worker = BlockingWorker(loop: manager.loop)
        timer = manager.loop.makeTimer { [weak self] in self?.write(manager) }
    }

    deinit { timer?.cancel() }

    /// Reads the stored state.
    ///
    /// `answer` receives an empty state if the file is missing or unusable. An unusable file is reported.
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
            // A file that contains no valid state is renamed, so that it can be examined and is not overwritten.
            rename(path, path + ".broken")
            return .failure(why)
        } catch { return .failure(.init(reason: "\(error)")) }
    }

    /// Schedules a write of the state, because it may have changed.
    /// - Parameter isLater: whether only the position in a file has changed, which may be written later.
    func changed(isLater: Bool = false) {
        guard onClose == nil, let timer else { return }
        let deadline = manager.loop.now.advanced(by: isLater ? Self.interval : Self.delay)
        if !timer.isArmed || deadline < timer.deadline { timer.rearm(at: deadline) }
    }

    /// Writes the changes that are not written yet, then calls `completion`. Changes after this call are not written.
    func close(_ manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        timer?.disarm()
        onClose = completion
        write(manager)
    }

    /// Writes the state, if it has changed since the last write.
    private func write(_ manager: isolated PlaybackManager) {
        // If a write is running, the next write begins when the running one ends.
        if isWriting { return isOwed = true }
        var state = SharedPlayerState(manager, isOfStations: isOfStations())
        state.scheduleSeen = scheduleSeen()
        guard state != written else { return finish() }
        isWriting = true
        let (path, mark) = (path, "\(getpid())")
        worker.run(orElse: BlockingWorker.refusal as String?) { [state] in
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
