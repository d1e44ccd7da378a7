import Longwave

/// Tells services for listening histories (ListenBrainz, Last.fm and their like) which songs a player lets be heard: each when
/// it begins, and at its end that it was listened to. What they do not take waits on the disk.
///
/// It belongs to the player's loop; files are touched on the disk's thread.
package final class Scrobbler {
    /// Listens that the disk did not take, until the next one.
    private static let maximumUnkept = 100
    /// How long the end of the program waits for services.
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
    /// What was said.
    private var said: Set<String> = []
    private var onClose: (() -> Void)?

    /// - Parameters:
    ///   - accounts: those that there are now; others may come and go.
    ///   - report: told once, in a sentence, what the listener can do something about.
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
        // What is left of the time before.
        for name in accounts { sender(name).send() }
    }

    /// Ends it: what plays is heard no more. Calls back on the player's loop when all that counts is on the disk, and was sent if
    /// that takes no longer than a moment.
    package func close(_ snapshot: PlaybackSnapshot, then completion: @escaping () -> Void) {
        take(tracker.end(snapshot))
        observation = nil
        onClose = completion
        closeIfKept()
    }

    private func take(_ events: [ListenTracker.Event]) {
        for event in events {
            switch event {
            case .begins(let listen): for sender in senders.values { sender.announce(listen) }
            case .counts(let listen):
                unkept.append(listen)
                // The first one may be on its way to the disk.
                if unkept.count > Self.maximumUnkept { unkept.remove(at: isKeeping ? 1 : 0) }
                keep()
            }
        }
    }

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
                // The next listen tries again.
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
