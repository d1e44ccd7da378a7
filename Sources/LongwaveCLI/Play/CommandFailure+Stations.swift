import Longwave

extension CommandFailure {
    /// Nothing is called so.
    static func noStation(
        _ name: String, in library: StationLibrary, suggestions: [Station] = []
    ) -> CommandFailure {
        let hints = suggestions.isEmpty ? [] : ["Perhaps you meant:"] + suggestions.map(words)
        return CommandFailure(
            code: .notPlayable, sentence: "There is no station \"\(name)\" in any of your lists: \(lists(library)).",
            hints: hints)
    }

    /// Several are called so: all of them, with the numbers that `list` prints.
    static func ambiguous(_ name: String, _ stations: [Station], in library: StationLibrary) -> CommandFailure {
        // Several may be the same to the last letter.
        var places: [Station: [Int]] = [:]
        for place in library.stations.indices.reversed() { places[library.stations[place], default: []].append(place) }
        let lines = stations.map { station in
            let number = places[station]?.popLast().map { "\($0 + 1)  " } ?? ""
            return number + words(station)
        }
        // From now on a number is one of these.
        LastFound(environment: Environment.folders).leave()
        let hint = "Name one by its number, its id (in brackets) or its whole name."
        return CommandFailure(
            code: .notPlayable, sentence: "\"\(name)\" could be one of \(stations.count) stations:",
            hints: ProgrammeFinder.shortened(lines) + [hint])
    }

    /// No station has what was asked for.
    static func noneDescribed(in library: StationLibrary) -> CommandFailure {
        CommandFailure(
            code: .notPlayable, sentence: "No station in any of your lists has all of that: \(lists(library)).")
    }

    /// Lists that are named in a sentence.
    private static let maximumLists = 5

    private static func lists(_ library: StationLibrary) -> String {
        let named = library.sources.prefix(maximumLists).joined(separator: ", ")
        let more = library.sources.count - maximumLists
        return more > 0 ? "\(named) and \(more) more" : named
    }

    private static func words(_ station: Station) -> String {
        "  \(station.name)" + (station.id.map { " (\($0))" } ?? "")
    }
}
