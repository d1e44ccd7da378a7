import RadioLoop
import RadioStorage

/// The file of titles on a worker's thread. It opens the database again after the file was deleted or replaced, or
/// could not be used.
///
/// If the file is found damaged again after it was reopened, it is renamed, and a new file is begun.
final class TitleFile: @unchecked Sendable {  // One job at a time, all of them on the worker's thread.
    /// The result of writing a batch.
    enum Outcome: Sendable {
        /// The batch is durable; its lines have these numbers.
        case wrote([Int64])
        /// Nothing was written yet, because the file had to be opened. `isNew` says whether a new file was begun, and
        /// `aside` where the damaged file is now.
        case opened(isNew: Bool, aside: String?)
        case failed(StorageError)
    }

    private let path: String
    private let use: TitleDatabase.Use
    private(set) var database: TitleDatabase?
    private var run: Int64 = 0
    /// Why the file is not open; nil while it is open.
    private var failure: StorageError?
    /// True if the file was deleted or replaced.
    private var isGone = false
    /// True if an error occurred while the file was open. A file that could never be opened may belong to another
    /// program and is not renamed.
    private var wasOpen = false
    /// True if the file was found damaged and was reopened afterwards.
    private var isSuspect = false

    init(path: String, use: TitleDatabase.Use) {
        self.path = path
        self.use = use
    }

    /// Opens the database, and reads what earlier runs left.
    func open(
        stations ids: Set<String>, at now: LogMoment, log: String, linesAfter number: Int64
    ) throws(StorageError) -> TitleStore.Beginning {
        do throws(StorageError) {
            let database = try TitleDatabase(path: path, use: use)
            let states = try database.states(of: ids, at: now)
            if use == .following { try database.beginRun(at: now.wall, linesAfter: number) }
            let lines = try database.lines(after: number, of: log, atMost: TitleStore.maximumLeft)
            try database.waitsBriefly()
            (self.database, run) = (database, database.run)
            return TitleStore.Beginning(states: states, lines: lines)
        } catch {
            failure = error
            throw error
        }
    }

    /// Writes a batch. If the file is not open, only opens it.
    /// - Parameter number: number of the last line so far. Lines in a new file get greater numbers.
    func write(_ batch: TitleDatabase.Batch, linesAfter number: Int64) -> Outcome {
        guard let database else { return openAgain(at: batch.now, linesAfter: number) }
        do throws(StorageError) {
            isGone = !database.isInPlace
            // Writing to a file that was deleted causes no error, but the data would be lost.
            if isGone { throw .inaccessible("\(path) was deleted or replaced") }
            return .wrote(try database.write(batch))
        } catch {
            switch error {
            case .damaged, .inaccessible: (self.database, failure, wasOpen) = (nil, error, true)
            case .busy, .noRoom, .tooNew: break
            }
            return .failed(error)
        }
    }

    /// Opens the database after a failure. If the file was found damaged twice, renames it first.
    private func openAgain(at now: Int64, linesAfter number: Int64) -> Outcome {
        var (isNew, aside) = (isGone, String?.none)
        if case .damaged? = failure, !isGone, wasOpen || isSuspect {
            if isSuspect { aside = DamagedFile.putAside(path, at: now) }
            isNew = aside != nil
            isSuspect.toggle()
        } else {
            isSuspect = false
        }
        wasOpen = false
        do throws(StorageError) {
            let database = try TitleDatabase(path: path, use: use)
            if use == .following, isNew || run == 0 {
                try database.beginRun(at: now, linesAfter: number)
                run = database.run
            } else {
                database.resume(run: run)
            }
            try database.waitsBriefly()
            (self.database, failure, isGone) = (database, nil, false)
            return .opened(isNew: isNew, aside: aside)
        } catch {
            failure = error
            return .failed(error)
        }
    }
}
