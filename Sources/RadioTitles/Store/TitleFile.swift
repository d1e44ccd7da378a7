import RadioFormats
import RadioLoop
import RadioStorage

/// The file of titles on a worker's thread. It opens the database again after the file was deleted or replaced, or
/// could not be used.
///
/// A file that cannot be opened because it is damaged, or that is found damaged again after it was reopened, is renamed,
/// and a new file is begun.
final class TitleFile: @unchecked Sendable {  // One job at a time, all of them on the worker's thread.
    /// The result of writing a batch.
    enum Outcome: Sendable {
        /// The batch is durable; its lines have these numbers.
        case wrote([Int64])
        /// Nothing was written yet, because the file had to be opened. `isNew` says whether a new file was begun, and
        /// `aside` where the damaged file is now. `newest` is the time of the newest record in the file.
        case opened(isNew: Bool, aside: String?, newest: Int64?)
        case failed(StorageError)
    }

    private let path: String
    private let use: TitleDatabase.Use
    private(set) var database: TitleDatabase?
    private var claim: DatabaseClaim?
    private var run: Int64 = 0
    /// True if the file was deleted or replaced.
    private var isGone = false
    /// True if the file was found damaged and must be opened again. If it proves damaged once more, it is renamed.
    private var isSuspect = false
    /// The new path of a damaged file that was renamed, until a new file is begun.
    private var aside: String?

    init(path: String, use: TitleDatabase.Use) {
        self.path = path
        self.use = use
    }

    /// Opens the database, and reads what earlier runs left. A damaged file is renamed, and a new one is begun.
    /// - Parameter holder: describes this process to another one that wants to follow stations with this database; nil
    ///   if both may do so.
    func open(
        stations ids: Set<String>, at now: LogMoment, log: String, linesAfter number: Int64, holder: String?,
        clock: BootClock
    ) throws(StorageError) -> TitleStore.Beginning {
        if let holder, claim == nil { claim = try DatabaseClaim(database: path, holder: holder) }
        let (opened, aside) = try SqliteConnection.writing(path: path) { connection throws(StorageError) in
            let database = try TitleDatabase(connection, use: use)
            let newest = try database.newest()
            let correction = try database.begin(clock)
            let states = try database.states(of: ids, at: now)
            if use == .following { try database.beginRun(at: now.wall, linesAfter: number) }
            let lines = try database.lines(after: number, of: log, atMost: TitleStore.maximumLeft)
            try database.waitsBriefly()
            return (
                database: database, states: states, lines: lines, newest: newest, correction: correction
            )
        }
        (database, run) = (opened.database, opened.database.run)
        return TitleStore.Beginning(
            states: opened.states, lines: opened.lines, aside: aside, newest: opened.newest,
            correction: opened.correction)
    }

    /// Lets another process follow stations with this database.
    func giveUpClaim() { claim = nil }

    /// Writes a batch. If the file is not open, only opens it.
    /// - Parameter number: number of the last line so far. Lines in a new file get greater numbers.
    func write(_ batch: TitleDatabase.Batch, linesAfter number: Int64) -> Outcome {
        guard let database else {
            return openAgain(at: batch.now, linesAfter: number, clock: batch.clock)
        }
        do throws(StorageError) {
            isGone = !database.isInPlace
            // Writing to a file that was deleted causes no error, but the data would be lost.
            if isGone { throw .inaccessible("\(path) was deleted or replaced") }
            return .wrote(try database.write(batch))
        } catch {
            switch error {
            case .damaged:
                if isSuspect { aside = (try? database.setAside()) ?? nil }
                isSuspect.toggle()
                self.database = nil
            case .inaccessible: (self.database, isSuspect) = (nil, false)
            case .busy, .noRoom, .replaced, .tooNew: break
            }
            return .failed(error)
        }
    }

    /// Opens the database after a failure. A damaged file is renamed first.
    private func openAgain(at now: Int64, linesAfter number: Int64, clock: BootClock?) -> Outcome {
        let isKnownNew = isGone || aside != nil
        do throws(StorageError) {
            let (opened, aside) = try SqliteConnection.writing(path: path) { connection throws(StorageError) in
                let isNew = isKnownNew || connection.version == 0
                let database = try TitleDatabase(connection, use: use)
                let newest = try database.newest()
                if let clock { _ = try database.begin(clock) }
                if use == .following, isNew || run == 0 {
                    try database.beginRun(at: now, linesAfter: number)
                } else {
                    database.resume(run: run)
                }
                try database.waitsBriefly()
                return (database: database, newest: newest)
            }
            (database, run) = (opened.database, opened.database.run)
            defer { (isGone, self.aside) = (false, nil) }
            if aside != nil { isSuspect = false }
            return .opened(isNew: isKnownNew || aside != nil, aside: aside ?? self.aside, newest: opened.newest)
        } catch { return .failed(error) }
    }
}
