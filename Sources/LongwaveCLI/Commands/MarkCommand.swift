import ArgumentParser
import Longwave

struct MarkCommand: ParsableCommand {
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

    func run() throws {
        let action = MarkAction(
            stations: stations, isFavourite: favourite, rating: rating, gain: gain, libraries: library.library,
            settings: format.settings)
        try end(with: action.run())
    }
}
