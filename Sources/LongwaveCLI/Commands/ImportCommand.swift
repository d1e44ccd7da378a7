import ArgumentParser
import Glibc
import Longwave

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Bring the stations of a list into your own.",
        discussion: """
            The list may be a stations.json, M3U, PLS, XSPF, ASX, OPML, radio-browser's JSON, PyRadio's stations.csv or \
            radiotray-ng's bookmarks.json. A station that is known (by its id in the directory, its id, or an address) gets \
            what the list says and keeps its name; others are added. Everything else in your list stays as it is. \(Documents.path("LISTS.md")).
            """)

    @Argument(
        help: ArgumentHelp("A file or an address; - is standard input.", valueName: "file|url|-"), completion: .file())
    var list: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The list (stations.json) to change, instead of ~/.local/share/longwave/added.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var to: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The format of a file, where its content does not tell.",
            valueName: ListFormatName.allCases.map(\.rawValue).joined(separator: "|")))
    var format: ListFormatName?

    @Flag(name: .long, help: "Say what would change, and change nothing.")
    var dryRun = false

    @Flag(name: .long, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        if format != nil, StationLibrary.isRemote(list) {
            throw ValidationError("--format is for files: the list at an address tells its format itself.")
        }
    }

    func run() throws {
        let notes = CommandNotes()
        let (stations, problems) = try read(notes)
        let list: OwnList
        let result: StationImport
        do throws(CommandFailure) {
            list = try OwnList(to)
            result = try list.add(stations, isDryRun: dryRun)
        } catch { throw notes.fail(error) }
        guard !quiet else { return }
        ProgrammeFinder.shortened(problems.map { "\(self.list): \($0)" }).forEach(notes.say)
        for line in list.lines(result, leftOut: problems.count { $0.isLeftOut }, isDryRun: dryRun) {
            OutputSink.writeAll(
                STDOUT_FILENO, Sanitiser(charset: TerminalCharset(environment: Environment.value))(line) + "\n")
        }
    }

    private func read(_ notes: CommandNotes) throws -> (stations: [Station], problems: [EntryProblem]) {
        if StationLibrary.isRemote(list) {
            switch try LibraryReader(named: [list]).loadNow() {
            case .failure(let failure): throw notes.fail(failure)
            case .success(let library): return (library.stations, library.problems)
            }
        }
        do {
            let read = try StationListFile.read(list, as: format?.format)
            return (read.stations, read.problems)
        } catch {
            throw notes.fail(CommandFailure(error))
        }
    }
}
