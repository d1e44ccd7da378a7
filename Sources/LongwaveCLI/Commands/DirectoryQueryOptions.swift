import ArgumentParser
import Longwave

/// What is looked for in the directory, and in which order.
struct DirectoryQueryOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Of this country: its ISO code, or a part of its name.", valueName: "country"),
        completion: PropertyCompletion.country)
    var country: String?

    @Option(
        name: .long, help: ArgumentHelp("In this language: its ISO code or English name.", valueName: "language"),
        completion: PropertyCompletion.language)
    var language: String?

    @Option(
        name: .long, help: ArgumentHelp("With all of these tags; may be repeated.", valueName: "tag[,tag]"),
        completion: PropertyCompletion.tag)
    var tag: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("In this codec, as MP3, AAC, HE-AAC, OGG, FLAC.", valueName: "codec"),
        completion: .list(["MP3", "AAC", "HE-AAC", "OGG", "FLAC"]))
    var codec: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(
            "The order; -key puts the greatest first, +key the least.",
            valueName: DirectoryOrder.allCases.map(\.rawValue).joined(separator: "|")),
        completion: .list(DirectoryOrder.allCases.map(\.rawValue)))
    var sort = "votes"

    @Option(name: .long, help: ArgumentHelp("Not more stations than these.", valueName: "number"))
    var limit = 50

    func validate() throws {
        guard (1...DirectoryQuery.maximumLimit).contains(limit) else {
            throw ValidationError("--limit is 1 to \(DirectoryQuery.maximumLimit).")
        }
        if DirectoryOrder.read(sort) == nil {
            let known = DirectoryOrder.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("The directory does not sort by \"\(sort)\", but by: \(known).")
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
