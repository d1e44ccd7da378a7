import Longwave
import RadioLoop

/// The files of scrobbling: the accounts, and the queue of waiting listens.
///
/// Both files are opened for each use. So they use no memory between two songs, and a changed or removed account takes
/// effect at once in all programs.
package struct ScrobbleFiles: Hashable, Sendable {
    /// The path of the file of ``ScrobblingAccounts``.
    let accounts: String
    /// The path of the file of ``ScrobbleStore``.
    let queue: String

    package init(accounts: String, queue: String) { (self.accounts, self.queue) = (accounts, queue) }

    /// Finds the paths of the files in the user's folders.
    /// - Returns: nil if the user's folders are not known.
    package init?(environment: [String: String]) {
        guard let accounts = ScrobblingAccounts.usualPath(environment: environment),
            let state = UserFolders(environment: environment).state
        else { return nil }
        self.init(accounts: accounts, queue: state + "/scrobbles.sqlite")
    }

    /// Reads the accounts. Blocks until the disk has delivered the file.
    package func read() throws(ScrobblingAccounts.Failure) -> ScrobblingAccounts {
        try ScrobblingAccounts(path: accounts)
    }

    /// Whether the file of accounts exists.
    package var exist: Bool { LocalFile.exists(accounts) }

    /// The state of an account, as shown to the listener.
    package struct Report: Hashable, Sendable {
        package var waiting = 0
        /// Why the last batch failed or the login was refused, in words; nil once the service has accepted a batch.
        package var problem: String?
        /// Whether the service refuses the login.
        package var isRefused = false
    }

    /// Returns the state of an account. Creates no file.
    package func report(on account: ScrobblingAccount) throws(StorageError) -> Report {
        guard LocalFile.exists(queue) else { return Report() }
        let store = try ScrobbleStore(path: queue)
        let state = try store.state(account.name)
        return Report(
            waiting: try store.count(account.name), problem: state.problem,
            isRefused: state.refused == account.fingerprint)
    }

    /// Deletes the listens that wait for an account.
    package func forget(_ account: String) throws(StorageError) {
        if LocalFile.exists(queue) { try ScrobbleStore(path: queue).remove(account) }
    }

    // MARK: During playback

    /// Why the files cannot be used.
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

    /// The result of claiming a batch of waiting listens, and the account to which they are sent.
    struct Batch: Hashable, Sendable {
        var account: ScrobblingAccount
        var claim: ScrobbleStore.Claim
    }

    /// Stores a listen in the queue, for every account in the file of accounts.
    /// - Returns: the names of the accounts.
    func keep(_ listen: Listen) throws(Problem) -> [String] {
        let names = try known().map(\.name)
        guard !names.isEmpty else { return [] }
        try withQueue { (store) throws(StorageError) in try store.add(listen, for: names) }
        return names
    }

    /// Claims the next batch of listens that wait for an account, so that no other program sends them too.
    /// - Returns: nil if the account was removed.
    func claim(_ name: String, holder: String, at now: Int64) throws(Problem) -> Batch? {
        guard let account = try known().first(where: { $0.name == name }) else { return nil }
        let claim = try withQueue { (store) throws(StorageError) in
            try store.claim(account, holder: holder, at: now)
        }
        return Batch(account: account, claim: claim)
    }

    /// Returns the account with this name. Returns nil if it was removed or the service may not be called now.
    func announcement(_ name: String, at now: Int64) throws(Problem) -> ScrobblingAccount? {
        guard let account = try known().first(where: { $0.name == name }) else { return nil }
        let state = try withQueue { (store) throws(StorageError) in try store.state(name) }
        if case .send = state.decision(account, at: now) { return account }
        return nil
    }

    func withQueue<Result>(
        _ body: (ScrobbleStore) throws(StorageError) -> Result
    ) throws(Problem) -> Result {
        do throws(StorageError) { return try ScrobbleStore.writing(path: queue, body) } catch {
            throw .queue(error.naming(queue))
        }
    }

    private func known() throws(Problem) -> [ScrobblingAccount] {
        do throws(ScrobblingAccounts.Failure) { return try read().accounts } catch { throw .accounts(error) }
    }
}
