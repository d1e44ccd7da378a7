import Longwave
import RadioLoop

/// Reports heard songs to services for listening histories, such as ListenBrainz and Last.fm.
///
/// Each song is announced when it begins, and reported as listened to when it ends. The listens wait on the disk until
/// the service accepts them.
///
/// The scrobbler may be used only on the player's event loop. Files are read and written on the thread for disk access.
package final class Scrobbler {
    /// The largest number of listens that wait in memory because they could not be stored on the disk.
    private static let maximumUnkept = 100
    /// How long ``close(_:then:)`` waits for the services.
    private static let patience = Duration.seconds(2)

    private let files: ScrobbleFiles
    private let loop: EventLoop
    private let worker: BlockingWorker
    private let report: (String) -> Void
    private var tracker = ListenTracker()
    private var senders: [String: ScrobbleSender] = [:]
    private var observation: PlaybackObservation?
    private var unkept: [Listen] = []
    private var isKeeping = false
    /// The problems that were reported. Each problem is reported only once.
    private var said: Set<String> = []
    private var onClose: (() -> Void)?

    /// Begins to observe the player.
    /// - Parameters:
    ///   - accounts: the names of the accounts at the start, whose waiting listens are sent at once. The file of
    ///     accounts is read again for every song.
    ///   - report: called once for each problem that the listener can solve, with a sentence.
    package init(
        _ manager: isolated PlaybackManager, _ files: ScrobbleFiles, accounts: [String],
        report: @escaping (String) -> Void
    ) {
        (self.files, self.report) = (files, report)
        loop = manager.loop
        worker = BlockingWorker(loop: manager.loop)
        observation = manager.observe { [weak self] notification in
            guard let self else { return }
            self.take(self.tracker.received(notification, by: self.loop.wallClock))
        }
        // Sends the listens that an earlier run of the program could not send.
        for name in accounts { sender(name).send() }
    }

    /// Ends the current song and stops observing.
    ///
    /// Calls `completion` on the player's loop once all counted songs are on the disk and the senders have finished.
    /// Waits at most 2 s for the senders. If a song cannot be stored, calls `completion` at once.
    package func close(_ snapshot: PlaybackSnapshot, then completion: @escaping () -> Void) {
        take(tracker.end(snapshot))
        observation = nil
        onClose = completion
        closeIfKept()
    }

    /// Announces each song that begins, and stores each listen that counts.
    private func take(_ events: [ListenTracker.Event]) {
        for event in events {
            switch event {
            case .begins(let listen): for sender in senders.values { sender.announce(listen) }
            case .counts(let listen):
                unkept.append(listen)
                // If too many listens wait in memory, the oldest is dropped; or the second oldest, while ``keep()`` is
                // storing the oldest.
                if unkept.count > Self.maximumUnkept { unkept.remove(at: isKeeping ? 1 : 0) }
                keep()
            }
        }
    }

    /// Stores the listens of ``unkept`` on the disk one by one. After each, lets the senders of all accounts send it.
    private func keep() {
        guard !isKeeping, let listen = unkept.first else { return closeIfKept() }
        isKeeping = true
        worker.run(orElse: .failure(.queue(.busy(BlockingWorker.refusal)))) {
            [files] () -> Result<[String], ScrobbleFiles.Problem> in
            do throws(ScrobbleFiles.Problem) { return .success(try files.keep(listen)) } catch {
                return .failure(error)
            }
        } then: { [weak self] result in
            guard let self else { return }
            self.isKeeping = false
            switch result {
            case .success(let names):
                self.unkept.removeFirst()
                for name in names { self.sender(name).send() }
                self.keep()
            case .failure(let problem):
                self.say(problem.sentence)
                // The listens stay in ``unkept`` until the next listen that counts. Then they are tried again.
                if let onClose = self.onClose.take() { onClose() }
            }
        }
    }

    private func sender(_ name: String) -> ScrobbleSender {
        if let known = senders[name] { return known }
        let new = ScrobbleSender(name, files, loop: loop) { [weak self] in self?.say($0) }
        senders[name] = new
        return new
    }

    private func say(_ sentence: String) {
        if said.insert(sentence).inserted { report(sentence) }
    }

    /// Completes ``close(_:then:)`` once all listens are stored and the senders have finished, or after ``patience``.
    private func closeIfKept() {
        guard !isKeeping, unkept.isEmpty, let onClose = onClose.take() else { return }
        var left = senders.count
        var isOver = false
        let end = {
            guard !isOver else { return }
            isOver = true
            onClose()
        }
        guard left > 0 else { return end() }
        let timer = loop.schedule(after: Self.patience, end)
        for sender in senders.values {
            sender.rest {
                left -= 1
                guard left == 0 else { return }
                timer.cancel()
                end()
            }
        }
    }
}
