import ArgumentParser
import LongwaveDesktop
import LongwaveTerminal
import RadioJSON

struct ListScrobbling: Command {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the accounts, the number of waiting songs, and the last errors.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    private static let columns = ["name", "service", "server", "user", "waiting", "state", "problem"]

    /// Prints each account with the number of songs that are not reported yet, its state, and its last problem.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let files = try ScrobblingFile.places()
        let accounts = try ScrobblingFile.read(files).accounts
        if accounts.isEmpty, !settings.isQuiet {
            output.say("no accounts: \"longwave scrobble add listenbrainz\" adds one")
        }
        var reports: [(ScrobblingAccount, ScrobbleFiles.Report)] = []
        for account in accounts {
            do throws(StorageError) { reports.append((account, try files.report(on: account))) } catch {
                throw CommandFailure(queue: error)
            }
        }
        guard !settings.isQuiet, !accounts.isEmpty || settings.format == .json else { return }
        let document = Self.document(reports)
        output.list { document.text($0, charset: output.charset, width: $1) }
    }

    static func document(_ reports: [(ScrobblingAccount, ScrobbleFiles.Report)]) -> ListDocument {
        var rows: [[String]] = []
        var objects: [JSONNode] = []
        for (account, report) in reports {
            let state = report.isRefused ? "refused" : report.problem == nil ? "ok" : "failing"
            rows.append([
                account.name, account.service, account.server, account.user, String(report.waiting), state,
                report.problem ?? "",
            ])
            objects.append(
                .members([
                    "name": .string(account.name), "service": .string(account.service),
                    "server": .string(account.server), "user": .string(account.user),
                    "waiting": .int(Int64(report.waiting)), "state": .string(state),
                    "problem": .optional(report.problem),
                ]))
        }
        return ListDocument(
            name: "account", objects: objects, columns: columns, rows: rows, tableColumns: columns, tableRows: rows)
    }
}
