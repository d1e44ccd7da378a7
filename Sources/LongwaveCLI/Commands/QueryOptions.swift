import ArgumentParser
import Longwave

/// The options that select and sort the stations of a library.
struct QueryOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Countries, as ISO codes.", valueName: "code[,code]"),
        completion: PropertyCompletion.country)
    var country: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("Languages.", valueName: "language[,language]"),
        completion: PropertyCompletion.language)
    var language: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Tags; a station needs one tag of each --tag option.", valueName: "tag[,tag]"),
        completion: PropertyCompletion.tag)
    var tag: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("Codecs.", valueName: "codec[,codec]"),
        completion: PropertyCompletion.codec)
    var codec: [String] = []

    @Flag(name: .long, help: "Selects only favourites.")
    var favourites = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            More conditions, such as "name~radio bitrate>127 rating>3 played<7". See \(Documents.path("CLI.md")).
            """,
            valueName: "query"))
    var query: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(
            "Sorts by these keys; -key puts the largest value first, +key the smallest.", valueName: "key[,key]"),
        completion: PropertyCompletion.sortKeys)
    var sort: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Limits the number of stations, or of stations in each group. (default: all)", valueName: "number"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be above 0.") }
        do throws(StationQueryError) { _ = try made(words: []) } catch { throw ValidationError("\(error)") }
    }

    /// Returns the query for stations that match all options and all `words`.
    func made(words: [String], grouping: StationGrouping? = nil) throws(StationQueryError) -> StationQuery {
        var made = try StationQuery(text: query ?? "")
        made.words = (words + [made.words]).filter { !$0.isEmpty }.joined(separator: " ")
        for (property, choices) in [
            (StationProperty.country, country), (.language, language), (.tag, tag), (.codec, codec),
        ] {
            for choice in choices {
                let texts = choice.split(separator: ",").map { StationPredicate.Value.text(String($0)) }
                made.predicates += [StationPredicate(property, .isOneOf(texts))].compactMap(\.self)
            }
        }
        if favourites { made.predicates += [StationPredicate(.favourite, .equals(.flag(true)))].compactMap(\.self) }
        if let sort { made.sort = try StationQuery(text: "sort=" + sort).sort }
        made.limit = limit ?? made.limit
        made.grouping = grouping ?? made.grouping
        return made
    }
}
