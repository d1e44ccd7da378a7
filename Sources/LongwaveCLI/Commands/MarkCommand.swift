import ArgumentParser
import Longwave

struct MarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark", abstract: "Make stations favourites, rate them, set how loud they are.",
        discussion: """
            What is set is the listener's own, kept apart from the lists of stations: it stays when a list is edited or \
            replaced.
            """)

    @Argument(
        help: ArgumentHelp("Stations: ids, names or words.", valueName: "station"), completion: StationCompletion.kind)
    var stations: [String]

    @Flag(inversion: .prefixedNo, help: "A favourite, or none any more.")
    var favourite: Bool?

    @Option(
        name: .long, help: ArgumentHelp("Stars; 0 takes them back.", valueName: "0-5"),
        completion: .list((0...5).map(String.init)))
    var rating: Int?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Decibels to add to its loudness; 0 is none.", valueName: "dB"))
    var gain: Double?

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        guard favourite != nil || rating != nil || gain != nil else {
            throw ValidationError("Nothing to set: name --favourite, --no-favourite, --rating or --gain.")
        }
        if let rating, !(0...UserProperties.ratings.upperBound).contains(rating) {
            throw ValidationError("--rating is 0 to \(UserProperties.ratings.upperBound).")
        }
        if let gain, !UserProperties.gains.contains(gain) {
            throw ValidationError(
                "--gain is \(Int(UserProperties.gains.lowerBound)) to \(Int(UserProperties.gains.upperBound)) dB.")
        }
    }

    func run() throws {
        let output = ReportOutput(format: format)
        let answer = try library.reader.personal.loadNow()
        let list: StationLibrary
        switch answer {
        case .success(let loaded): list = loaded
        case .failure(let failure): throw output.fail(failure)
        }
        var items: [LibraryItem] = []
        for name in stations {
            switch ProgrammeFinder.item(name, in: list) {
            case .success(let item): items.append(item)
            case .failure(let failure): throw output.fail(failure)
            }
        }
        guard let path = ListenerStore.usualPath(environment: Environment.folders) else {
            throw output.fail(.cannotWrite, "There is no folder for it: neither HOME nor XDG_DATA_HOME is set.")
        }
        do throws(StorageError) {
            let store = try ListenerStore(path: path)
            for index in items.indices {
                items[index].user = try store.update(ListenerRecord(items[index])) { change(&$0) }
            }
        } catch {
            throw output.fail(.cannotWrite, "\(path) cannot be written: \(error.words).")
        }
        guard !format.quiet else { return }
        guard (format.chosen ?? .table) == .table else {
            return output.list { StationPrinter(charset: output.charset, width: $1).text(items, $0) }
        }
        for item in items { output.done("\(item.station.name): \(Self.words(item.user))") }
    }

    /// What the listener set of a station, all of it.
    private static func words(_ user: UserProperties) -> String {
        let parts = [
            user.isFavourite ? "favourite" : nil, user.rating.map { "rating \($0)" },
            user.gain.map { "gain \(JSONNode.number($0).text()) dB" },
        ]
        let words = parts.compactMap(\.self).joined(separator: ", ")
        return words.isEmpty ? "no favourite, no rating, no gain" : words
    }

    private func change(_ user: inout UserProperties) {
        if let favourite { user.isFavourite = favourite }
        if let rating { user.rating = rating == 0 ? nil : rating }
        if let gain { user.gain = gain == 0 ? nil : gain }
    }
}
