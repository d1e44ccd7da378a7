import ArgumentParser
import CLinux
import Glibc
import Longwave

struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Take stations into your own list.",
        discussion: """
            "longwave add 3" takes the third of the stations that "find" printed last; an id (stationuuid) is looked up in the \
            directory; an address is a station of your own, which the options describe; other words are looked for as by \
            "find", and must mean one station: if they mean several, these are printed, and "longwave add NUMBER" takes one.
            """)

    @Argument(help: ArgumentHelp("Numbers, ids, addresses, or words.", valueName: "number|id|url|words"))
    var what: [String]

    @Option(name: .long, help: ArgumentHelp("What you call it.", valueName: "name"))
    var name: String?

    @Option(name: .long, help: ArgumentHelp("The page of a station of your own.", valueName: "url"))
    var homepage: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The list (stations.json) to change, instead of ~/.local/share/longwave/added.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var to: String?

    @Flag(name: .long, help: "Say what would change, and change nothing.")
    var dryRun = false

    @OptionGroup(title: "Which, or what it is") var query: DirectoryQueryOptions
    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        guard !what.isEmpty else { throw ValidationError("Nothing to add.") }
        if name != nil, what.count > 1, kinds != nil { throw ValidationError("--name is for one station.") }
    }

    /// What the arguments are, one by one; nil where they are words that belong together.
    private var kinds: [StationArgument]? {
        let kinds = what.compactMap(StationArgument.init)
        return kinds.count == what.count ? kinds : nil
    }

    func run() throws {
        let output = ReportOutput(format: format)
        do throws(CommandFailure) {
            var stations = try found(output)
            if let name { stations[0].name = name }
            let list = try OwnList(to)
            let result = try list.add(stations, isDryRun: dryRun)
            // What a list would leave out is left out here, too.
            if result.added.isEmpty, result.changed.isEmpty, result.unchangedCount == 0 {
                let sentence = "\(stations[0].urls[0]) is no address that can be played."
                throw CommandFailure(code: .notPlayable, sentence: sentence)
            }
            guard !format.quiet else { return }
            for line in list.lines(result, isDryRun: dryRun) {
                OutputSink.writeAll(STDOUT_FILENO, Sanitiser(charset: output.charset)(line) + "\n")
            }
        } catch { throw output.fail(error) }
    }

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
                        ? "Nothing was found yet: \"longwave find\" looks for stations."
                        : "\"longwave find\" printed \(last.count) stations last, and no number \(number)."
                    throw CommandFailure(code: .notPlayable, sentence: sentence)
                }
                stations.append(last[number - 1])
            case .id(let id): stations.append(try look(up: id, last, output))
            case .url(let url): stations.append(own(url))
            }
        }
        return stations
    }

    /// What the directory has under an id, or had when `find` printed it.
    private func look(up id: String, _ last: [Station], _ output: ReportOutput) throws(CommandFailure) -> Station {
        do throws(CommandFailure) {
            guard let found = try run(output).station(id: id) else {
                throw CommandFailure(code: .notPlayable, sentence: "The directory knows no station \(id).")
            }
            return found.station
        } catch {
            let known = last.first { $0.directoryID?.lowercased() == id.lowercased() }
            guard error.code != .notPlayable, let known else { throw error }
            output.say("\(error.sentence) This is what it had when it was asked last.")
            return known
        }
    }

    private func run(_ output: ReportOutput) throws(CommandFailure) -> DirectoryRun {
        try DirectoryRun(directory.address) { if format.verbose { output.say($0) } }
    }

    private func search(_ output: ReportOutput) throws(CommandFailure) -> Station {
        let answer = try run(output).search(query.made(words: what))
        if !format.quiet { FindCommand.remarks(answer).forEach(output.say) }
        guard let first = answer.stations.first else {
            throw CommandFailure(code: .notPlayable, sentence: "The directory knows no such station.")
        }
        guard answer.stations.count > 1 else { return first.station }
        LastFound(environment: Environment.folders).keep(answer.stations.map(\.station))
        let width = Terminal.isTerminal(STDOUT_FILENO) ? Terminal().width : nil
        OutputSink.writeAll(
            STDOUT_FILENO, DirectoryPrinter(charset: output.charset, width: width).text(answer, format.chosen ?? .table)
        )
        throw CommandFailure(
            code: .notPlayable, sentence: "These are \(answer.stations.count) stations.",
            hints: ["\"longwave add NUMBER\" takes one of them."])
    }

    /// A station of the listener's own.
    private func own(_ url: String) -> Station {
        let rest = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst()
        return Station(
            name: name ?? rest.first.map(String.init) ?? url, urls: [url], homepage: homepage, codec: query.codec,
            language: query.language, country: query.country.map(CountryCode.reading), tags: query.tags)
    }
}
