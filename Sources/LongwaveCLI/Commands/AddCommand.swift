import ArgumentParser
import Glibc
import LongwaveTerminal

struct AddCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds stations to your own list.",
        discussion: """
            "longwave add 3" adds the third station of the last "longwave find". An id (stationuuid) is looked up in \
            the directory. An address becomes a new station, which the options describe. Other words are searched in \
            the directory and must match one station. If they match several stations, the command prints them, and \
            "longwave add NUMBER" adds one.
            """)

    @Argument(help: ArgumentHelp("Number, id, address or name of a station.", valueName: "number|id|url|words"))
    var what: [String]

    @Option(name: .long, help: ArgumentHelp("Sets the station's name.", valueName: "name"))
    var name: String?

    @Option(name: .long, help: ArgumentHelp("Sets the web page of a station added by its address.", valueName: "url"))
    var homepage: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Changes this list (stations.json). (default: ~/.local/share/longwave/added.json)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var to: String?

    @Flag(name: .long, help: "Prints what would change, and changes nothing.")
    var dryRun = false

    @OptionGroup(title: "Search, or a new station's properties") var query: DirectoryQueryOptions
    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    func validate() throws {
        if what.isEmpty { throw ValidationError("Nothing to add.") }
        if name != nil, what.count > 1, kinds != nil {
            throw ValidationError("--name can be used with one station only.")
        }
    }

    /// What each argument is: a number, an id or an address; nil if the arguments are the words of one search.
    private var kinds: [StationArgument]? {
        let kinds = what.compactMap(StationArgument.init)
        return kinds.count == what.count ? kinds : nil
    }

    /// Adds the stations to the list and prints the changes. A dry run only prints what would change.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        var stations = try found(output)
        if let name { stations[0].name = name }
        let (result, path) = try OwnStations.change(to) { [stations, dryRun] radio, path in
            (try await radio.add(stations, to: path, isDryRun: dryRun), path)
        }
        // If the station list refuses an address, because it cannot be played, the result contains no station.
        if result.added.isEmpty, result.changed.isEmpty, result.unchangedCount == 0 {
            let sentence = "This address cannot be played: \(stations[0].urls[0])."
            throw CommandFailure(code: .notPlayable, sentence: sentence)
        }
        guard !settings.isQuiet else { return }
        OwnStations.lines(result, path, isDryRun: dryRun).forEach(CommandNotes().done)
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
            let found = try directory.ask(output) { (radio) throws(RadioError) in
                try await radio.station(directoryID: id)
            }
            guard let found else {
                throw CommandFailure(code: .notPlayable, sentence: "The directory has no station with the id \(id).")
            }
            return found.station
        } catch {
            let known = last.first { $0.directoryID?.lowercased() == id.lowercased() }
            guard ![.notPlayable, .interrupted].contains(error.code), let known else { throw error }
            output.say("\(error.sentence) Using the station from the last search.")
            return known
        }
    }

    /// Searches the online directory of stations, and returns the only station that matches ``query``. If several
    /// match, prints them with numbers and throws.
    private func search(_ output: ReportOutput) throws(CommandFailure) -> Station {
        let query = query.made(words: what)
        let answer = try directory.ask(output) { (radio) throws(RadioError) in try await radio.find(query) }
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
