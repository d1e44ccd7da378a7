import Glibc
import Longwave

/// The title database, for commands: finds and opens its SQLite file.
enum TitleDatabase {
    /// Returns the path of the title database.
    /// - Parameters:
    ///   - named: the path on the command line; nil for the configuration's path, or the default path if none is set.
    ///   - makesFolder: whether the folder of the default path is created if it is missing.
    static func path(_ named: String?, makesFolder: Bool) throws(CommandFailure) -> String {
        if let named = named ?? Configuration.ofUser.history.database { return named }
        guard let folder = UserFolders(environment: Environment.folders).data else {
            throw CommandFailure(
                code: .cannotWrite, sentence: "There is no home folder for the title database.",
                hints: ["Use --database."])
        }
        if makesFolder {
            do { try UserFolders.make(folder) } catch {
                throw CommandFailure(
                    code: .cannotWrite, sentence: "\(error.folder) cannot be created: \(error.reason).")
            }
        }
        return folder + "/titles.sqlite"
    }

    /// Opens the title database for reading. Throws a failure if its file does not exist.
    static func open(_ named: String?) throws(CommandFailure) -> TitleHistory {
        let path = try path(named, makesFolder: false)
        guard access(path, F_OK) == 0 else {
            throw CommandFailure(
                code: .fileMissing, sentence: "No titles yet: \(path) does not exist.",
                hints: ["\"longwave log\" logs titles, and \"longwave play\" keeps the titles that you hear."])
        }
        return try reading { () throws(StorageError) -> TitleHistory in try TitleHistory(path: path) }
    }

    /// Runs `body`, which reads from the title database, and converts its error to a ``CommandFailure``.
    static func reading<Result>(_ body: () throws(StorageError) -> Result) throws(CommandFailure) -> Result {
        do throws(StorageError) { return try body() } catch {
            throw CommandFailure(code: .fileMissing, sentence: "The title database cannot be read: \(error.words).")
        }
    }
}
