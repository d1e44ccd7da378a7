import Longwave
import RadioLoop

extension SelectionFinder {
    /// Returns the selection (the items to play) that an argument names, for commands that examine the items instead of
    /// playing them. Arguments mean the same as for `play`.
    /// - Parameter asks: whether a person can be asked which of several stations is meant.
    static func find(
        _ words: String, in library: LibraryReader, asks: Bool
    ) throws(CommandFailure) -> Selection {
        switch try result(words, in: library) {
        case .success(let selection): return selection
        case .failure(.ambiguous(let name, _, _)) where asks:
            let id = try StationQuestion(libraries: library.named).ask(name)
            return try result(id, in: library).forCommand.get()
        case .failure(let error): throw CommandFailure(error)
        }
    }

    private static func result(
        _ words: String, in library: LibraryReader
    ) throws(CommandFailure) -> Result<Selection, RadioError> {
        let loop = try EventLoop.ofCommand()
        var answer: Result<Selection, RadioError>?
        SelectionFinder(argument: words, library: library).find(nil, on: loop) {
            answer = $0
            loop.stop()
        }
        if answer == nil { loop.run() }
        return answer ?? .failure(.system("the list could not be loaded"))
    }
}

extension LibraryReader {
    /// Returns the station of the lists that has the address `url`; nil if there is none. If the lists cannot be
    /// loaded, throws if the command line or the configuration names them, otherwise returns nil.
    func station(at url: String) throws(CommandFailure) -> Station? {
        do throws(CommandFailure) {
            return try RadioSession.run(lists: named) { try await $0.library() }.station(url: url)
        } catch {
            guard named.isEmpty else { throw error }
            return nil
        }
    }
}
