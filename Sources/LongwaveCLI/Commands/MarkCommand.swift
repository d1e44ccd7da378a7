import ArgumentParser
import Longwave
import RadioJSON

struct MarkCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "mark", abstract: "Marks stations as favourites, rates them, or sets their gain.",
        discussion: """
            These marks are stored apart from the lists of stations. They remain when you edit or replace a list.
            """)

    @Argument(
        help: ArgumentHelp("Station: its id, name or words of its name.", valueName: "station"),
        completion: StationCompletion.kind)
    var stations: [String]

    @Flag(inversion: .prefixedNo, help: "Marks the station as a favourite, or removes the mark.")
    var favourite: Bool?

    @Option(
        name: .long, help: ArgumentHelp("Sets the rating in stars; 0 removes it.", valueName: "0-5"),
        completion: .list((0...5).map(String.init)))
    var rating: Int?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Makes the station louder or softer by this many decibels.", valueName: "dB"))
    var gain: Double?

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        guard favourite != nil || rating != nil || gain != nil else {
            throw ValidationError("Nothing to set: use --favourite, --no-favourite, --rating or --gain.")
        }
        if let rating, !(0...UserProperties.ratings.upperBound).contains(rating) {
            throw ValidationError("--rating must be from 0 to \(UserProperties.ratings.upperBound).")
        }
        if let gain, !UserProperties.gains.contains(gain) {
            let (least, most) = (Int(UserProperties.gains.lowerBound), Int(UserProperties.gains.upperBound))
            throw ValidationError("--gain must be from \(least) to \(most) dB.")
        }
    }

    var settings: PrintSettings { format.settings }

    /// Stores the favourite mark, rating and gain for each station, and prints the stored values.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let items = try RadioSession.run(lists: library.library) { [stations, favourite, rating, gain] radio in
            let list = try await radio.library()
            let items = try stations.map { try SelectionFinder.item($0, in: list).get() }
            var marked: [LibraryItem] = []
            do throws(RadioError) {
                for item in items {
                    marked.append(
                        try await radio.update(item) { user in
                            if let favourite { user.isFavourite = favourite }
                            if let rating { user.rating = rating == 0 ? nil : rating }
                            if let gain { user.gain = gain == 0 ? nil : gain }
                        })
                }
            } catch { throw CommandFailure(notWritten: error) }
            return marked
        }
        guard !settings.isQuiet else { return }
        guard (settings.format ?? .table) == .table else {
            return output.list { StationPrinter(charset: output.charset, width: $1).text(items, $0) }
        }
        for item in items { output.done("\(item.station.name): \(Self.words(item.user))") }
    }

    /// Returns a station's favourite mark, rating and gain in words.
    private static func words(_ user: UserProperties) -> String {
        let parts = [
            user.isFavourite ? "favourite" : nil, user.rating.map { "rating \($0)" },
            user.gain.map { "gain \(JSONNode.number($0).text()) dB" },
        ]
        let words = parts.compactMap(\.self).joined(separator: ", ")
        return words.isEmpty ? "not a favourite, no rating, no gain" : words
    }
}
