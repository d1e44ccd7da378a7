import ArgumentParser
import CLinux
import Glibc
import Longwave

/// Where playlists are kept, and how a command that changes them ends.
struct PlaylistFile {
    var output: ReportOutput

    func open() throws -> ListenerStore {
        guard let path = ListenerStore.usualPath(environment: Environment.folders) else {
            throw output.fail(.cannotWrite, "There is no folder for it: neither HOME nor XDG_DATA_HOME is set.")
        }
        do throws(StorageError) { return try ListenerStore(path: path) } catch { throw failure(error) }
    }

    func failure(_ error: StorageError) -> ArgumentParser.ExitCode {
        output.fail(.cannotWrite, "The listener's file cannot be used: \(error.words).")
    }

    /// The listener's, then the ready-made ones that have no namesake among them.
    static func all(_ own: [StationPlaylist]) -> [StationPlaylist] {
        own + StationPlaylist.readyMade.filter { made in !own.contains { $0.name == made.name } }
    }

    /// One by its name.
    static func named(_ name: String, environment: [String: String]) -> Result<StationPlaylist, CommandFailure> {
        var own: [StationPlaylist] = []
        if let path = ListenerStore.usualPath(environment: environment), access(path, R_OK) == 0 {
            do throws(StorageError) { own = try ListenerStore(path: path).playlists() } catch {
                let sentence = "The listener's file cannot be read: \(error.words)."
                return .failure(CommandFailure(code: .fileMissing, sentence: sentence))
            }
        }
        let all = all(own)
        let wanted = NameFolding.words(name)
        if let found = all.first(where: { $0.name == name })
            ?? all.first(where: { NameFolding.words($0.name) == wanted })
        {
            return .success(found)
        }
        let hints = ["There are:"] + all.map { "  \($0.name)" }
        return .failure(
            CommandFailure(code: .notPlayable, sentence: "There is no playlist \"\(name)\".", hints: hints))
    }
}
