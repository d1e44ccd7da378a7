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

    /// Where what is heard is written down.
    struct Place: Hashable, Sendable {
        var database: String
        var retention: Retention
    }

    /// Nil where nothing is to be written.
    func place(environment: [String: String]) throws(CommandFailure) -> Place? {
        guard history else { return nil }
        return Place(database: try titles.path(environment: environment, makesFolder: true), retention: keep)
    }
}

extension Retention: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
