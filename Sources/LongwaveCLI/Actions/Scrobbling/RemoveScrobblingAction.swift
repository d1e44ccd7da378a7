import LongwaveDesktop
import LongwaveTerminal

/// The command `longwave scrobble remove`: removes an account to which heard songs were reported.
struct RemoveScrobblingAction {
    let name: String
    let settings: PrintSettings

    init(name: String, settings: PrintSettings) {
        self.name = name
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(remove) }

    /// Deletes the account and the songs that were not reported to it yet. Prints how many songs were deleted.
    private func remove(_ output: ReportOutput) throws(CommandFailure) {
        let files = try ScrobblingFile.places()
        var accounts = try ScrobblingFile.read(files)
        guard let account = accounts[name] else {
            throw CommandFailure(code: .notPlayable, sentence: "Account \"\(name)\" not found.")
        }
        let waiting: Int
        do throws(ScrobblingAccounts.Failure) { _ = try accounts.remove(name) } catch { throw CommandFailure(error) }
        do throws(StorageError) {
            waiting = try files.report(on: account).waiting
            try files.forget(name)
        } catch { throw CommandFailure(queue: error) }
        output.done("\(name): removed" + (waiting > 0 ? ", with \(waiting.counted("waiting song"))" : ""))
    }
}
