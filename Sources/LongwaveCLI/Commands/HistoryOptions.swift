import ArgumentParser
import Longwave

/// Whether what is heard is written down, and where.
struct HistoryOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Write down which titles were heard; longwave songs asks for them.")
    var history = true

    @OptionGroup var titles: TitleOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep what was heard for so long, or so much of it; all keeps everything. Two years without it.",
            valueName: "90d|10G|all"))
    var keep = Retention.listening

    /// Where what is heard is written down. Without a place for titles they are not; that is no reason not to play.
    var journal: JournalPlaces {
        var places = JournalPlaces(environment: Environment.folders)
        places.titles = history ? try? titles.path(environment: Environment.folders, makesFolder: true) : nil
        places.retention = keep
        if !history { places.listener = nil }
        return places
    }
}

extension Retention: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
