import Longwave

extension ProgrammeFinder {
    /// Returns the programme (the items to play) that an argument names. For commands that only need the items and do
    /// not play them. Arguments mean the same as for `play`.
    /// - Parameter asks: whether a person can be asked which of several stations is meant.
    static func find(
        _ words: String, in library: LibraryReader, asks: Bool
    ) throws(CommandFailure) -> Programme {
        switch try result(words, in: library) {
        case .success(let programme): return programme
        case .failure(.ambiguous(let name, _, _)) where asks:
            let id = try StationQuestion(libraries: library.named).ask(name)
            return try result(id, in: library).forCommand.get()
        case .failure(let error): throw CommandFailure(error)
        }
    }

    private static func result(
        _ words: String, in library: LibraryReader
    ) throws(CommandFailure) -> Result<Programme, RadioError> {
        let loop = try EventLoop.ofCommand()
        var answer: Result<Programme, RadioError>?
        ProgrammeFinder(argument: words, library: library).find(nil, on: loop) {
            answer = $0
            loop.stop()
        }
        if answer == nil { loop.run() }
        return answer ?? .failure(.system("the list could not be loaded"))
    }
}

extension LibraryReader {
    /// Returns the station that has the address in the lists. If the lists cannot be loaded, throws only if the command
    /// line names them.
    func station(at url: String) throws(CommandFailure) -> Station? {
        switch try answer().forCommand {
        case .success(let list): return list.station(url: url)
        case .failure(let failure):
            guard named.isEmpty else { throw failure }
            return nil
        }
    }
}
