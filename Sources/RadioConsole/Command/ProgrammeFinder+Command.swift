import Longwave

extension ProgrammeFinder {
    /// What the words of a command name, as `play` understands them; for commands that look at it and play nothing.
    static func find(_ words: String, in library: LibraryReader) throws(CommandFailure) -> Programme {
        let loop = try EventLoop.ofCommand()
        var answer: Result<Programme, RadioError>?
        ProgrammeFinder(argument: words, library: library).find(nil, on: loop) {
            answer = $0
            loop.stop()
        }
        if answer == nil { loop.run() }
        return try (answer ?? .failure(.system("the list could not be loaded"))).forCommand.get()
    }
}

extension LibraryReader {
    /// What the list says of an address. Without a list that was named, it need not be there.
    func station(at url: String) throws(CommandFailure) -> Station? {
        switch try answer().forCommand {
        case .success(let list): return list.station(url: url)
        case .failure(let failure):
            guard named.isEmpty else { throw failure }
            return nil
        }
    }
}
