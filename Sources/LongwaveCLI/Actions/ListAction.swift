import Longwave

/// The command `longwave list`: prints the stations of the listener's lists.
struct ListAction {
    let query: StationQuery
    let libraries: [String]
    let settings: PrintSettings

    init(query: StationQuery, libraries: [String], settings: PrintSettings) {
        self.query = query
        self.libraries = libraries
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(list) }

    /// Prints the stations that match the query, in groups if the query asks for them.
    private func list(_ output: ReportOutput) throws(CommandFailure) {
        let library = try LibraryReader(asked: libraries).personal.loaded()
        if settings.isVerbose { output.say("list: \(library.sources.joined(separator: ", "))") }
        if !settings.isQuiet { ProgrammeFinder.remarks(library).forEach(output.say) }
        let groups = LibrarySearch(library).collections(query)
        guard !groups.isEmpty || query == .all else {
            throw CommandFailure(.noneFound(lists: library.sources))
        }
        LastFound(environment: Environment.folders).leave()
        output.list { format, width in
            let printer = StationPrinter(charset: output.charset, width: width)
            return query.grouping == nil
                ? printer.text(groups.first?.items ?? [], format) : printer.text(groups, format)
        }
    }
}
