import ArgumentParser
import RadioConsole

/// How results are printed: the same for every subcommand.
struct FormatOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("How results are printed.", valueName: "table|json|csv|csv-raw|tsv"))
    var format: OutputFormat?

    @Flag(name: .long, help: "The same as --format json.")
    var json = false

    @Flag(name: .long, help: "Print nothing but errors.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Tell on stderr what is going on; for bug reports.")
    var verbose = false

    func validate() throws {
        if json, let format, format != .json { throw ValidationError("--json and --format \(format) contradict.") }
        if quiet, json || (format ?? .table) != .table {
            throw ValidationError("--quiet and an output format contradict.")
        }
        if quiet && verbose { throw ValidationError("--quiet and --verbose contradict.") }
    }

    /// What was asked for; nil leaves it to where the output goes.
    var chosen: OutputFormat? { json ? .json : format }

    var settings: PrintSettings { PrintSettings(format: chosen, isQuiet: quiet, isVerbose: verbose) }
}
