import LongwaveTerminal
import RadioService

/// The command `longwave scrobble remove`.
public struct RemoveScrobblingAction {
    let name: String
    let settings: PrintSettings

    public init(name: String, settings: PrintSettings) {
        self.name = name
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    public func run() -> Int32 { ReportOutput(settings).ending(remove) }

    /// Deletes the account and the songs that wait for it, and prints the number of these songs.
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
