import ArgumentParser
import Longwave

/// The options for the history of heard titles.
struct HistoryOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Keeps a history of the titles that you hear, for \"longwave songs\". (default: --history)")
    var history: Bool?

    @OptionGroup var titles: TitleOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keeps the history for this long, or up to this size; all keeps everything. (default: two years)",
            valueName: "90d|10G|all"))
    var keep: TitleRetention?

    /// Writes the options into the configuration of the command line, which overrides the environment and the settings
    /// file.
    func apply(to options: inout Configuration) {
        options.history.isKept = history
        options.history.database = titles.database
        options.history.retention = keep
    }
}
