import ArgumentParser
import LongwaveDesktop
import LongwaveTerminal

struct RemoveScrobbling: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes an account and its waiting songs.")

    @Argument(help: "Name of the account, as \"longwave scrobble\" shows it.") var name: String
    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    /// Deletes the account and the songs that were not reported to it yet. Prints how many songs were deleted.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
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
