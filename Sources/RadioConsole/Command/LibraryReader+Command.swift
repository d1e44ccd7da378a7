import Longwave

extension LibraryReader {
    /// Creates a reader of the named lists. If none is named, it reads the lists that the environment or the settings
    /// file names, or the default lists.
    /// - Parameter named: the lists on the command line.
    init(asked named: [String]) {
        self.init(named: named.isEmpty ? Configuration.ofUser.library ?? [] : named, isNamed: !named.isEmpty)
    }

    /// Loads the lists and blocks until they are loaded.
    func answer() throws(CommandFailure) -> Answer {
        do { return try loadNow() } catch { throw CommandFailure(code: .unavailable, sentence: "\(error).") }
    }

    func loaded() throws(CommandFailure) -> StationLibrary { try answer().forCommand.get() }
}
