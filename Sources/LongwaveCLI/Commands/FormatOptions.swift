import ArgumentParser

/// The options for printing, which all subcommands share.
struct FormatOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Prints results in this format.", valueName: "table|json|csv|csv-raw|tsv"))
    var format: OutputFormat?

    @Flag(name: .long, help: "Prints JSON; the same as --format json.")
    var json = false

    @Flag(name: .long, help: "Prints only errors.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Prints details on stderr, for bug reports.")
    var verbose = false

    func validate() throws {
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format) cannot be combined.")
        }
        if quiet, json || (format ?? .table) != .table {
            throw ValidationError("--quiet and an output format cannot be combined.")
        }
        if quiet && verbose { throw ValidationError("--quiet and --verbose cannot be combined.") }
    }

    /// The format that the command line names. If nil, the command chooses its format, for example by whether stdout is
    /// a terminal.
    var chosen: OutputFormat? { json ? .json : format }

    var settings: PrintSettings { PrintSettings(format: chosen, isQuiet: quiet, isVerbose: verbose) }
}
