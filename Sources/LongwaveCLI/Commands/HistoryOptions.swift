import ArgumentParser
import Longwave
import RadioConsole

/// Whether what is heard is written down, and where.
struct HistoryOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Write down which titles were heard; longwave songs asks for them.")
    var history: Bool?

    @OptionGroup var titles: TitleOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep what was heard for so long, or so much of it; all keeps everything. Two years without it.",
            valueName: "90d|10G|all"))
    var keep: TitleRetention?

    /// Goes before what the configuration says.
    func apply(to options: inout Configuration) {
        options.history.isKept = history
        options.history.database = titles.database
        options.history.retention = keep
    }
}
