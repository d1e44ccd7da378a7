import Glibc
import LongwaveTerminal

/// The command `longwave add`: adds stations to one of the listener's own station lists.
struct AddAction {
    /// Numbers of stations that the last `longwave find` or `longwave add` printed, ids of stations, addresses, or
    /// words to search for in the online directory of stations.
    let what: [String]
    let name: String?
    /// For a search by words, the filter of the search. For an address, the details of the new station, such as its
    /// country.
    let query: DirectoryQuery
    let homepage: String?
    /// The path of the station list to change; nil for the list of the stations that the listener added.
    let list: String?
    let isDryRun: Bool
    /// The address of a server with the online directory of stations; nil for the server in the configuration.
    let directory: String?
    let settings: PrintSettings

    /// Creates the command from its options. Check ``problem`` before ``run()``.
    init(
        what: [String], name: String?, query: DirectoryQuery, homepage: String?, list: String?, isDryRun: Bool,
        directory: String?, settings: PrintSettings
    ) {
        self.what = what
        self.name = name
        self.query = query
        self.homepage = homepage
        self.list = list
        self.isDryRun = isDryRun
        self.directory = directory
        self.settings = settings
    }

    /// The mistake in the command line, as a sentence; nil if there is none.
    var problem: String? {
        if what.isEmpty { return "Nothing to add." }
        return name != nil && what.count > 1 && kinds != nil ? "--name can be used with one station only." : nil
    }

    /// What each argument is: a number, an id or an address; nil if the arguments are the words of one search.
    private var kinds: [StationArgument]? {
        let kinds = what.compactMap(StationArgument.init)
        return kinds.count == what.count ? kinds : nil
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(add) }

    /// Adds the stations to the list and prints the changes. A dry run only prints what would change.
    private func add(_ output: ReportOutput) throws(CommandFailure) {
        var stations = try found(output)
        if let name { stations[0].name = name }
        let list = try OwnList(list)
        let result = try list.changing { (list) throws(StationLibraryError) in
            try list.add(stations, isDryRun: isDryRun)
        }
        // If the station list refuses an address, because it cannot be played, the result contains no station.
        if result.added.isEmpty, result.changed.isEmpty, result.unchangedCount == 0 {
            let sentence = "This address cannot be played: \(stations[0].urls[0])."
            throw CommandFailure(code: .notPlayable, sentence: sentence)
        }
        guard !settings.isQuiet else { return }
        for line in list.lines(result, isDryRun: isDryRun) {
            OutputSink.writeAll(STDOUT_FILENO, Sanitiser(charset: output.charset)(line) + "\n")
        }
    }

    /// Returns the stations that the arguments name by number, id or address. If the arguments are words, returns the
    /// only station that matches all of them.
    private func found(_ output: ReportOutput) throws(CommandFailure) -> [Station] {
        guard let kinds else { return [try search(output)] }
        let last = LastFound(environment: Environment.folders).stations
        var stations: [Station] = []
        for kind in kinds {
            switch kind {
            case .number(let number):
                guard last.indices.contains(number - 1) else {
                    let sentence =
                        last.isEmpty
                        ? "No search yet: \"longwave find\" searches for stations."
                        : "Number \(number) not found: the last \"longwave find\" printed "
                            + last.count.counted("station") + "."
                    throw CommandFailure(code: .notPlayable, sentence: sentence)
                }
                stations.append(last[number - 1])
            case .id(let id): stations.append(try look(up: id, last, output))
            case .url(let url): stations.append(own(url))
            }
        }
        return stations
    }

    /// Asks the online directory of stations for the station with an id. If the directory does not answer, returns the
    /// station from `last`, the results of the last search.
    private func look(up id: String, _ last: [Station], _ output: ReportOutput) throws(CommandFailure) -> Station {
        do throws(CommandFailure) {
            guard let found = try asking(output).station(id: id) else {
                throw CommandFailure(code: .notPlayable, sentence: "The directory has no station with the id \(id).")
            }
            return found.station
        } catch {
            let known = last.first { $0.directoryID?.lowercased() == id.lowercased() }
            guard error.code != .notPlayable, let known else { throw error }
            output.say("\(error.sentence) Using the station from the last search.")
            return known
        }
    }

    private func asking(_ output: ReportOutput) throws(CommandFailure) -> DirectoryRun {
        try DirectoryRun(.asked(directory)) { if settings.isVerbose { output.say($0) } }
    }

    /// Searches the online directory of stations, and returns the only station that matches ``query``. If several
    /// match, prints them with numbers and throws.
    private func search(_ output: ReportOutput) throws(CommandFailure) -> Station {
        let answer = try asking(output).search(query)
        if !settings.isQuiet { FindCommand.remarks(answer).forEach(output.say) }
        guard let first = answer.stations.first else {
            throw CommandFailure(code: .notPlayable, sentence: "No station in the directory matches.")
        }
        guard answer.stations.count > 1 else { return first.station }
        LastFound(environment: Environment.folders).keep(answer.stations.map(\.station))
        let width = Terminal.isTerminal(STDOUT_FILENO) ? Terminal().width : nil
        OutputSink.writeAll(
            STDOUT_FILENO,
            DirectoryPrinter(charset: output.charset, width: width).text(answer, settings.format ?? .table))
        throw CommandFailure(
            code: .notPlayable, sentence: "The words match \(answer.stations.count) stations.",
            hints: ["\"longwave add NUMBER\" adds one of them."])
    }

    /// Makes a station from an address and the details of ``query``.
    private func own(_ url: String) -> Station {
        let rest = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst()
        return Station(
            name: name ?? rest.first.map(String.init) ?? url, urls: [url], homepage: homepage, codec: query.codec,
            language: query.language, country: query.country.map(CountryCode.reading), tags: query.tags)
    }
}
