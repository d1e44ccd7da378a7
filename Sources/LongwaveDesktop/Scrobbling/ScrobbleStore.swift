import Longwave
import RadioLoop
import RadioStorage

/// The listens that wait to be sent to each account, in an SQLite file.
///
/// Several programs may use the file at the same time. Written listens survive a crash and a power cut. Every call
/// blocks until the disk has finished.
final class ScrobbleStore {
    /// A waiting listen and its id in the SQLite table.
    struct Waiting: Hashable, Sendable {
        var id: Int64
        var listen: Listen
    }

    /// The result when a program tries to claim a batch of waiting listens.
    enum Claim: Hashable, Sendable {
        case nothing
        /// Nothing may be sent for the account before this time, in milliseconds since 1970.
        case wait(until: Int64)
        case refused(String)
        /// The caller has claimed this batch and must send it within ``SendState/lease``.
        case send([Waiting])
    }

    /// The largest number of waiting listens per account: about a month of radio, and 4 MB at most with
    /// ``Listen/maximumText``.
    ///
    /// Beyond this number, the oldest listens are deleted.
    static let maximumCount = 10_000

    private let connection: SqliteConnection

    /// Opens the file. Creates the file and its folder if they are missing.
    convenience init(path: String) throws(StorageError) {
        try Self.makeFolder(of: path)
        try self.init(SqliteConnection(path: path))
    }

    /// Opens the file to change it, and runs `body` with it. A damaged file is renamed, and `body` runs with a new file.
    /// - Throws: ``StorageError/replaced(aside:)`` after `body` has run, if a damaged file was renamed.
    static func writing<Result>(
        path: String, _ body: (ScrobbleStore) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try makeFolder(of: path)
        let (result, aside) = try SqliteConnection.writing(path: path) { connection throws(StorageError) in
            try body(ScrobbleStore(connection))
        }
        if let aside { throw .replaced(aside: aside) }
        return result
    }

    private static func makeFolder(of path: String) throws(StorageError) {
        do { try UserFolders.make(LocalFile.folder(of: path)) } catch {
            throw .inaccessible("\(error.folder): \(error.reason)")
        }
    }

    private init(_ connection: SqliteConnection) throws(StorageError) {
        self.connection = connection
        try connection.refuseNewer(than: Self.steps.count)
        try connection.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
        try connection.migrate(Self.steps)
    }

    private static let steps = [
        """
        CREATE TABLE listen (
            id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, begin INTEGER NOT NULL, artist TEXT NOT NULL,
            title TEXT NOT NULL, album TEXT, duration INTEGER, chosen INTEGER NOT NULL,
            UNIQUE (account, begin, artist, title)
        );
        CREATE TABLE account (
            name TEXT PRIMARY KEY, holder TEXT NOT NULL, failures INTEGER NOT NULL, delay INTEGER NOT NULL,
            not_before INTEGER NOT NULL, batch INTEGER NOT NULL, refused TEXT, problem TEXT
        ) WITHOUT ROWID;
        """
    ]

    // MARK: Listens

    /// Stores a listen for each account, unless the same listen is already waiting.
    func add(_ listen: Listen, for accounts: [String]) throws(StorageError) {
        try connection.transaction { () throws(StorageError) in
            for account in accounts {
                try connection.statement(
                    """
                    INSERT OR IGNORE INTO listen (account, begin, artist, title, album, duration, chosen)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
                ).run([
                    .text(account), .integer(listen.begin), .text(listen.artist), .text(listen.title),
                    .optional(listen.album), .optional(listen.duration.map { $0.nanoseconds / 1_000_000 }),
                    .integer(listen.isChosen ? 1 : 0),
                ])
                try connection.statement(
                    """
                    DELETE FROM listen WHERE account = ?1 AND id <= (
                        SELECT id FROM listen WHERE account = ?1 ORDER BY id DESC LIMIT 1 OFFSET \(Self.maximumCount))
                    """
                ).run([.text(account)])
            }
        }
    }

    func count(_ account: String) throws(StorageError) -> Int {
        var count = 0
        try connection.statement("SELECT COUNT(*) FROM listen WHERE account = ?").run([.text(account)]) {
            count = Int($0.integer(0))
        }
        return count
    }

    /// Deletes an account's sending state and its waiting listens.
    func remove(_ account: String) throws(StorageError) {
        try connection.transaction { () throws(StorageError) in
            try connection.statement("DELETE FROM listen WHERE account = ?").run([.text(account)])
            try connection.statement("DELETE FROM account WHERE name = ?").run([.text(account)])
        }
    }

    // MARK: Sending

    /// Claims a batch of an account's waiting listens, if they may be sent now. Only one program at a time can have
    /// claimed a batch of an account.
    /// - Parameters:
    ///   - holder: the caller's random name.
    ///   - now: the time in milliseconds since 1970.
    func claim(_ account: ScrobblingAccount, holder: String, at now: Int64) throws(StorageError) -> Claim {
        try connection.transaction { () throws(StorageError) in
            var state = try state(account.name)
            let maximum: Int
            switch state.decision(account, at: now) {
            case .wait(let until): return try count(account.name) == 0 ? .nothing : .wait(until: until)
            case .refused(let why): return .refused(why)
            case .send(let most): maximum = most
            }
            let batch = try oldest(maximum, of: account.name)
            guard !batch.isEmpty else { return .nothing }
            state.notBefore = now + SendState.lease.nanoseconds / 1_000_000
            try write(state, account.name, holder: holder)
            return .send(batch)
        }
    }

    /// Stores the outcome of a batch.
    ///
    /// Listens that the service accepted, or refused for good, are always deleted. The account's state is stored only
    /// if no other program has claimed a batch of the account in the meantime.
    func settle(
        _ outcome: ScrobbleOutcome, _ batch: [Waiting], _ account: ScrobblingAccount, holder: String, at now: Int64,
        chance: Double
    ) throws(StorageError) {
        try connection.transaction { () throws(StorageError) in
            var state = try state(account.name)
            let done = state.settle(outcome, count: batch.count, account, at: now, chance: chance)
            for place in done {
                try connection.statement("DELETE FROM listen WHERE id = ?").run([.integer(batch[place].id)])
            }
            if try self.holder(account.name) == holder { try write(state, account.name, holder: "") }
        }
    }

    /// Stores the outcome of the announcement of a song.
    func settleNowPlaying(
        _ outcome: ScrobbleOutcome, _ account: ScrobblingAccount, at now: Int64
    ) throws(StorageError) {
        try connection.transaction { () throws(StorageError) in
            var state = try state(account.name)
            guard state.settleNowPlaying(outcome, account, at: now) else { return }
            try write(state, account.name, holder: try holder(account.name))
        }
    }

    /// Returns the account's sending state; the initial state if nothing was sent yet.
    func state(_ account: String) throws(StorageError) -> SendState {
        var state = SendState()
        try connection.statement(
            "SELECT failures, delay, not_before, batch, refused, problem FROM account WHERE name = ?"
        ).run([.text(account)]) { row in
            state.failures = Int(row.integer(0, in: 0...1_000_000))
            state.delay = .milliseconds(row.integer(1))
            state.notBefore = row.integer(2)
            state.maximumBatch = Int(row.integer(3, in: 0...1_000_000))
            (state.refused, state.problem) = (row.text(4), row.text(5))
        }
        return state
    }

    private func holder(_ account: String) throws(StorageError) -> String {
        var holder = ""
        try connection.statement("SELECT holder FROM account WHERE name = ?").run([.text(account)]) {
            holder = $0.text(0) ?? ""
        }
        return holder
    }

    private func write(_ state: SendState, _ account: String, holder: String) throws(StorageError) {
        try connection.statement(
            """
            INSERT OR REPLACE INTO account (name, holder, failures, delay, not_before, batch, refused, problem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run([
            .text(account), .text(holder), .integer(Int64(state.failures)),
            .integer(state.delay.nanoseconds / 1_000_000), .integer(state.notBefore),
            .integer(Int64(state.maximumBatch)), .optional(state.refused), .optional(state.problem),
        ])
    }

    /// Returns the listens that have waited longest for an account, at most `maximum`, the oldest first.
    private func oldest(_ maximum: Int, of account: String) throws(StorageError) -> [Waiting] {
        var batch: [Waiting] = []
        try connection.statement(
            """
            SELECT id, artist, title, album, duration, begin, chosen FROM listen WHERE account = ? ORDER BY id LIMIT ?
            """
        ).run([.text(account), .integer(Int64(maximum))]) { row in
            var listen = Listen(
                artist: row.text(1) ?? "", title: row.text(2) ?? "", album: row.text(3),
                duration: row.integerIfAny(4).map { .milliseconds($0) }, begin: row.integer(5))
            listen.isChosen = row.integer(6) != 0
            batch.append(Waiting(id: row.key(0), listen: listen))
        }
        return batch
    }
}
