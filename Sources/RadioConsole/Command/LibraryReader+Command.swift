import Longwave

extension LibraryReader {
    /// Loads now, for commands that need nothing else.
    func answer() throws(CommandFailure) -> Answer {
        do { return try loadNow() } catch { throw CommandFailure(code: .unavailable, sentence: "\(error).") }
    }

    func loaded() throws(CommandFailure) -> StationLibrary { try answer().forCommand.get() }
}
