import ArgumentParser
import Longwave
import RadioConsole

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
        let action = MarkAction(
            stations: stations, isFavourite: favourite, rating: rating, gain: gain, libraries: library.library,
            settings: format.settings)
        try end(with: action.run())
    }
}
