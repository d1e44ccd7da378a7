import Longwave

/// What scrobbling keeps on the disk: the accounts and the queue, opened for each question. Kept open they would cost memory
/// between two songs; read anew, an account that was changed or removed counts at once in all programs.
package struct ScrobbleFiles: Hashable, Sendable {
    /// The path of ``ScrobblingAccounts``.
    let accounts: String
    /// The path of the queue.
    let queue: String

    package init(accounts: String, queue: String) { (self.accounts, self.queue) = (accounts, queue) }

    /// - Returns: nil where the user's folders are not known.
    package init?(environment: [String: String]) {
        guard let accounts = ScrobblingAccounts.usualPath(environment: environment),
            let state = UserFolders(environment: environment).state
        else { return nil }
        self.init(accounts: accounts, queue: state + "/scrobbles.sqlite")
    }

    /// The accounts. Blocks as long as the disk does.
    package func read() throws(ScrobblingAccounts.Failure) -> ScrobblingAccounts {
        try ScrobblingAccounts(path: accounts)
    }

    /// Whether there may be accounts.
    package var exist: Bool { LocalFile.exists(accounts) }

    /// What is to be known of an account.
    package struct Report: Hashable, Sendable {
        package var waiting = 0
        /// What went wrong last.
        package var problem: String?
        /// The login is refused.
        package var isRefused = false
    }

    /// Makes no file.
    package func report(on account: ScrobblingAccount) throws(StorageError) -> Report {
        guard LocalFile.exists(queue) else { return Report() }
        let store = try ScrobbleStore(path: queue)
        let state = try store.state(account.name)
        return Report(
            waiting: try store.count(account.name), problem: state.problem,
            isRefused: state.refused == account.fingerprint)
    }

    /// Drops what waits for an account.
    package func forget(_ account: String) throws(StorageError) {
        if LocalFile.exists(queue) { try ScrobbleStore(path: queue).remove(account) }
    }

    // MARK: While something plays

    enum Problem: Error, Hashable, Sendable {
        case accounts(ScrobblingAccounts.Failure)
        case queue(StorageError)

        var sentence: String {
            switch self {
            case .accounts(let failure): failure.sentence
            case .queue(let error): "Songs cannot be stored for scrobbling: \(error.words)."
            }
        }
    }

    /// A batch to be sent, and to whom.
    struct Batch: Hashable, Sendable {
        var account: ScrobblingAccount
        var claim: ScrobbleStore.Claim
    }

    /// Keeps a listen for all accounts.
    /// - Returns: their names.
    func keep(_ listen: Listen) throws(Problem) -> [String] {
        let names = try known().map(\.name)
        guard !names.isEmpty else { return [] }
        try withQueue { (store) throws(StorageError) in try store.add(listen, for: names) }
        return names
    }

    /// - Returns: nil where the account was removed.
    func claim(_ name: String, holder: String, at now: Int64) throws(Problem) -> Batch? {
        guard let account = try known().first(where: { $0.name == name }) else { return nil }
        let claim = try withQueue { (store) throws(StorageError) in
            try store.claim(account, holder: holder, at: now)
        }
        return Batch(account: account, claim: claim)
    }

    /// Whether a song may be announced now, and to whom.
    func announcement(_ name: String, at now: Int64) throws(Problem) -> ScrobblingAccount? {
        guard let account = try known().first(where: { $0.name == name }) else { return nil }
        let state = try withQueue { (store) throws(StorageError) in try store.state(name) }
        if case .send = state.decision(account, at: now) { return account }
        return nil
    }

    func withQueue<Result>(
        _ body: (ScrobbleStore) throws(StorageError) -> Result
    ) throws(Problem) -> Result {
        do throws(StorageError) { return try body(try ScrobbleStore(path: queue)) } catch {
            throw .queue(error.naming(queue))
        }
    }

    private func known() throws(Problem) -> [ScrobblingAccount] {
        do throws(ScrobblingAccounts.Failure) { return try read().accounts } catch { throw .accounts(error) }
    }
}
