import ArgumentParser
import Longwave

/// Where titles are kept.
struct TitleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The file of titles (SQLite) instead of ~/.local/share/longwave/titles.sqlite.", valueName: "file"),
        completion: .file())
    var database: String?

    /// The file that is meant.
    /// - Parameter makesFolder: as a place to write to; otherwise nothing is made.
    func path(environment: [String: String], makesFolder: Bool) throws(CommandFailure) -> String {
        if let database { return database }
        guard let folder = UserFolders(environment: environment).data else {
            throw CommandFailure(
                code: .cannotWrite, sentence: "There is no home directory for the file of titles.",
                hints: ["Name one with --database."])
        }
        if makesFolder {
            do { try UserFolders.make(folder) } catch {
                throw CommandFailure(
                    code: .cannotWrite, sentence: "\(error.folder) could not be made: \(error.reason).")
            }
        }
        return folder + "/titles.sqlite"
    }
}
