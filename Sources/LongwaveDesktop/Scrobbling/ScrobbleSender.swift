import Longwave
import RadioHTTP
import RadioLoop

/// Sends the waiting listens of one account and announces songs to it, one request at a time.
final class ScrobbleSender {
    /// The one task that the sender performs at the moment.
    private enum Activity {
        case idle
        /// The thread for disk access is reading or writing for the sender.
        case disk
        case sending(ScrobbleCall)
    }

    /// The shortest time between two requests.
    private static let pace = Duration.seconds(1)
    /// The age at which an announcement of a song is dropped if it was not sent.
    private static let announcementSpan = Duration.seconds(60)

    private let name: String
    private let files: ScrobbleFiles
    private let loop: EventLoop
    private let worker: BlockingWorker
    /// A random name that distinguishes this sender's claims in the store from the claims of other programs.
    private let holder = String(UInt64.random(in: .min ... .max), radix: 36)
    private let report: (String) -> Void
    private var activity = Activity.idle
    private var pool: TransferPool?
    private var timer: LoopTimer?
    /// Whether ``claim()`` must be called, because listens may be waiting in the store.
    private var isAsked = false
    private var announcement: (listen: Listen, since: MonotonicInstant)?
    private var notBefore: MonotonicInstant
    /// The ``ScrobblingAccount/fingerprint`` of the last refused login that was reported.
    private var refused: String?
    private var onRest: (() -> Void)?

    /// Creates an idle sender.
    /// - Parameter report: called with problems that the listener can solve. A refused login is reported once.
    init(_ name: String, _ files: ScrobbleFiles, loop: EventLoop, report: @escaping (String) -> Void) {
        (self.name, self.files, self.loop, self.report) = (name, files, loop, report)
        worker = BlockingWorker(loop: loop)
        notBefore = loop.now
    }

    deinit { timer?.cancel() }

    /// Sends the account's waiting listens, as soon as the service may be called.
    func send() {
        isAsked = true
        turn()
    }

    /// Announces a song that has begun to be heard.
    func announce(_ listen: Listen) {
        announcement = (listen, loop.now)
        turn()
    }

    /// Drops an announcement that was not sent. Calls `completion` once nothing more can be sent, or once the next
    /// request must wait for more than a second.
    func rest(then completion: @escaping () -> Void) {
        announcement = nil
        onRest = completion
        turn()
    }

    // MARK: -

    private func turn() {
        guard case .idle = activity else { return }
        if let (_, since) = announcement, since.duration(to: loop.now) > Self.announcementSpan { announcement = nil }
        guard announcement != nil || isAsked else { return settle() }
        guard loop.now >= notBefore else { return wait(until: notBefore) }
        if let (listen, _) = announcement.take() { prepare(listen) } else { claim() }
    }

    /// Closes the connections to the service. Calls the completion of ``rest(then:)`` if that method was called.
    private func settle() {
        pool = nil
        if let onRest = onRest.take() { onRest() }
    }

    private func wait(until moment: MonotonicInstant) {
        if timer == nil { timer = loop.makeTimer { [weak self] in self?.turn() } }
        timer?.rearm(at: moment)
        if onRest != nil, loop.now.duration(to: moment) > Self.pace { settle() }
    }

    /// Claims the account's next batch of listens and sends it. If the store says that nothing may be sent yet, waits.
    private func claim() {
        isAsked = false
        ask { [files, name, holder] now throws(ScrobbleFiles.Problem) in
            try files.claim(name, holder: holder, at: now)
        } then: { [weak self] batch in
            guard let self else { return }
            // The batch is nil if the account was removed.
            guard let batch else { return self.turn() }
            switch batch.claim {
            case .nothing: self.turn()
            case .refused(let words):
                self.sayRefused(batch.account, words)
                self.turn()
            case .wait(let until):
                self.isAsked = true
                let left = Duration.milliseconds(until - self.milliseconds)
                self.notBefore = self.loop.now.advanced(by: max(left, .milliseconds(1)))
                self.turn()
            case .send(let listens): self.send(listens, batch.account)
            }
        }
    }

    /// Sends a batch of listens to the service and stores the outcome.
    private func send(_ listens: [ScrobbleStore.Waiting], _ account: ScrobblingAccount) {
        request(account.submission(listens.map(\.listen)), account) { [weak self] outcome in
            guard let self else { return }
            self.isAsked = !self.isRefused(outcome, account)
            self.ask { [files, holder] now throws(ScrobbleFiles.Problem) in
                try files.withQueue { (store) throws(StorageError) in
                    try store.settle(
                        outcome, listens, account, holder: holder, at: now, chance: .random(in: 0...1))
                }
            } then: { [weak self] _ in
                self?.turn()
            }
        }
    }

    /// Announces a song to the service, unless the account was removed or the service may not be called now.
    private func prepare(_ listen: Listen) {
        ask { [files, name] now throws(ScrobbleFiles.Problem) in
            try files.announcement(name, at: now)
        } then: { [weak self] account in
            guard let self else { return }
            guard let account else { return self.turn() }
            self.request(account.nowPlaying(listen), account) { [weak self] outcome in
                guard let self else { return }
                self.ask { [files] now throws(ScrobbleFiles.Problem) in
                    try files.withQueue { (store) throws(StorageError) in
                        try store.settleNowPlaying(outcome, account, at: now)
                    }
                } then: { [weak self] _ in
                    _ = self?.isRefused(outcome, account)
                    self?.turn()
                }
            }
        }
    }

    /// Sends a request to the service. The next request follows after ``pace`` at the earliest.
    private func request(
        _ request: ScrobbleRequest, _ account: ScrobblingAccount, then completion: @escaping (ScrobbleOutcome) -> Void
    ) {
        notBefore = loop.now.advanced(by: Self.pace)
        do throws(TransferError) {
            if pool == nil { pool = try TransferPool(loop: loop, maximumIdleConnections: 1) }
            guard let pool else { return }
            activity = .sending(
                ScrobbleCall(request, pool: pool, loop: loop) { [weak self] result in
                    self?.activity = .idle
                    completion(account.outcome(result))
                })
        } catch { completion(.later(error.words)) }
    }

    /// Runs `work` on the thread for disk access. Calls `completion` with the result on the loop. If the work fails,
    /// reports the failure and does not call `completion`.
    private func ask<Answer: Sendable>(
        _ work: @escaping @Sendable (Int64) throws(ScrobbleFiles.Problem) -> Answer,
        then completion: @escaping (Answer) -> Void
    ) {
        activity = .disk
        let now = milliseconds
        worker.run(orElse: .failure(.queue(.busy(BlockingWorker.refusal)))) {
            () -> Result<Answer, ScrobbleFiles.Problem> in
            do throws(ScrobbleFiles.Problem) { return .success(try work(now)) } catch { return .failure(error) }
        } then: { [weak self] result in
            guard let self else { return }
            self.activity = .idle
            switch result {
            case .success(let answer): completion(answer)
            case .failure(let problem): self.failed(problem)
            }
        }
    }

    /// Reports why the files cannot be used. The sender uses the files again for the next listen or announcement.
    private func failed(_ problem: ScrobbleFiles.Problem) {
        report(problem.sentence)
        (isAsked, announcement) = (false, nil)
        turn()
    }

    private func isRefused(_ outcome: ScrobbleOutcome, _ account: ScrobblingAccount) -> Bool {
        guard case .refusedAccount(let words) = outcome else { return false }
        sayRefused(account, account.clean(words))
        return true
    }

    /// Reports a refused login, once for each login.
    private func sayRefused(_ account: ScrobblingAccount, _ words: String) {
        guard refused != account.fingerprint else { return }
        refused = account.fingerprint
        report("\(account.name) does not accept the login (\(words)). Songs are kept. \(account.remedy).")
    }

    private var milliseconds: Int64 { loop.wallClock.milliseconds(loop.now) }
}
