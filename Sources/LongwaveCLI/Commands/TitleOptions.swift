import ArgumentParser
import Glibc

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
        for (name, below) in [("XDG_DATA_HOME", ""), ("HOME", "/.local/share")] {
            // XDG Base Directory Specification: relative paths are to be ignored.
            guard let folder = environment[name], folder.hasPrefix("/") else { continue }
            let path = folder + below + "/longwave"
            if makesFolder { try Self.make(path) }
            return path + "/titles.sqlite"
        }
        throw CommandFailure(
            code: .cannotWrite, sentence: "There is no home directory for the file of titles.",
            hints: ["Name one with --database."])
    }

    private static func make(_ path: String) throws(CommandFailure) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                let words = String(cString: strerror(errno))
                throw CommandFailure(code: .cannotWrite, sentence: "\(made) could not be made: \(words).")
            }
        }
    }
}
