import ArgumentParser
import Longwave

/// The options of a search in the directory of stations (radio-browser).
struct DirectoryQueryOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Country: its ISO code, or a part of its name.", valueName: "country"),
        completion: PropertyCompletion.country)
    var country: String?

    @Option(
        name: .long, help: ArgumentHelp("Language: its ISO code or English name.", valueName: "language"),
        completion: PropertyCompletion.language)
    var language: String?

    @Option(
        name: .long, help: ArgumentHelp("Tags; a station needs all of them. May be repeated.", valueName: "tag[,tag]"),
        completion: PropertyCompletion.tag)
    var tag: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("Codec: MP3, AAC, HE-AAC, OGG or FLAC.", valueName: "codec"),
        completion: .list(["MP3", "AAC", "HE-AAC", "OGG", "FLAC"]))
    var codec: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(
            "Sorts by this key; -key puts the largest value first, +key the smallest.",
            valueName: DirectoryOrder.allCases.map(\.rawValue).joined(separator: "|")),
        completion: .list(DirectoryOrder.allCases.map(\.rawValue)))
    var sort = "votes"

    @Option(name: .long, help: ArgumentHelp("Limits the number of stations.", valueName: "number"))
    var limit = 50

    func validate() throws {
        guard (1...DirectoryQuery.maximumLimit).contains(limit) else {
            throw ValidationError("--limit must be from 1 to \(DirectoryQuery.maximumLimit).")
        }
        if DirectoryOrder.read(sort) == nil {
            let known = DirectoryOrder.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("The directory cannot sort by \"\(sort)\". It sorts by: \(known).")
        }
    }

    var tags: [String] { tag.flatMap { $0.split(separator: ",").map(String.init) } }

    func made(words: [String]) -> DirectoryQuery {
        let order = DirectoryOrder.read(sort)
        return DirectoryQuery(
            words: words.joined(separator: " "), country: country, language: language, tags: tags, codec: codec,
            order: order?.order ?? .votes, isReversed: order?.isReversed ?? false, limit: limit)
    }
}
