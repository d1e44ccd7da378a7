import ArgumentParser
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

    /// Changes the playlists, all at once; ends the command where `body` says what is wrong.
    func change(_ body: (inout [StationPlaylist]) -> CommandFailure?) throws {
        let store = try open()
        var problem: CommandFailure?
        do throws(StorageError) {
            try store.change { playlists in
                let before = playlists
                problem = body(&playlists)
                if problem != nil { playlists = before }
            }
        } catch { throw failure(error) }
        if let problem { throw output.fail(problem) }
    }

    /// The place of one of the listener's own.
    static func place(of name: String, in playlists: [StationPlaylist]) -> Result<Int, CommandFailure> {
        if let place = playlists.firstIndex(where: { $0.name == name }) { return .success(place) }
        return .failure(problem("There is no playlist \"\(name)\" of yours."))
    }

    static func problem(_ sentence: String) -> CommandFailure { CommandFailure(code: .notPlayable, sentence: sentence) }

    /// The listener's, then the ready-made ones that have no namesake among them.
    static func all(environment: [String: String]) -> Result<[StationPlaylist], CommandFailure> {
        do throws(StorageError) {
            let own = try ListenerStore.existing(environment: environment)?.playlists() ?? []
            return .success(
                own + StationPlaylist.readyMade.filter { made in !own.contains { $0.name == made.name } })
        } catch {
            let sentence = "The listener's file cannot be read: \(error.words)."
            return .failure(CommandFailure(code: .fileMissing, sentence: sentence))
        }
    }

    /// One by its name.
    static func named(_ name: String, environment: [String: String]) -> Result<StationPlaylist, CommandFailure> {
        all(environment: environment).flatMap { all in
            let wanted = NameFolding.words(name)
            let found = all.first { $0.name == name } ?? all.first { NameFolding.words($0.name) == wanted }
            if let found { return .success(found) }
            let hints = ["There are:"] + all.map { "  \($0.name)" }
            return .failure(
                CommandFailure(code: .notPlayable, sentence: "There is no playlist \"\(name)\".", hints: hints))
        }
    }
}
