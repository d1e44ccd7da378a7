import Longwave

extension LibraryReader {
    /// Reads the lists that are named on the command line, else those of the environment or the configuration.
    init(asked named: [String]) {
        self.init(named: named.isEmpty ? Configuration.ofUser.library ?? [] : named, isNamed: !named.isEmpty)
    }

    /// Loads the lists and blocks meanwhile, for commands that run nothing else.
    func answer() throws(CommandFailure) -> Answer {
        do { return try loadNow() } catch { throw CommandFailure(code: .unavailable, sentence: "\(error).") }
    }

    func loaded() throws(CommandFailure) -> StationLibrary { try answer().forCommand.get() }
}
