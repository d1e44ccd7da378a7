import ArgumentParser
import Longwave
import RadioConsole

/// Which stations of a library, and in which order.
struct QueryOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Of these countries (ISO codes).", valueName: "code[,code]"),
        completion: PropertyCompletion.country)
    var country: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("In these languages.", valueName: "language[,language]"),
        completion: PropertyCompletion.language)
    var language: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("With one of these tags; repeated, with one of each.", valueName: "tag[,tag]"),
        completion: PropertyCompletion.tag)
    var tag: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("In one of these codecs.", valueName: "codec[,codec]"),
        completion: PropertyCompletion.codec)
    var codec: [String] = []

    @Flag(name: .long, help: "Favourites only.")
    var favourites = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "More conditions on one line: name~radio bitrate>127 rating>3 played<7. \(Documents.path("LIBRARY.md")) has them all.",
            valueName: "query"))
    var query: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(
            "The order, the first key first; -key puts the greatest first, +key the least.", valueName: "key[,key]"),
        completion: PropertyCompletion.sortKeys)
    var sort: String?

    @Option(name: .long, help: ArgumentHelp("Not more stations than these (of each group).", valueName: "number"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit needs a number above 0.") }
        do throws(StationQueryError) { _ = try made(words: []) } catch { throw ValidationError("\(error)") }
    }

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
