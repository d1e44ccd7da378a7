import ArgumentParser
import Longwave

/// The option that names the server of the directory of stations (radio-browser).
struct DirectoryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Uses this directory server: the part of its address before /json. (default: $LONGWAVE_DIRECTORY, or \
            radio-browser)
            """,
            valueName: "url"))
    var directory: String?

    func validate() throws {
        if let directory, DirectoryAddress(url: directory) == nil {
            throw ValidationError("--directory must be an http: or https: address.")
        }
    }

    /// Prepares requests to the directory. With `--verbose`, messages about the requests are printed.
    func run(_ output: ReportOutput) throws(CommandFailure) -> DirectoryRun {
        try DirectoryRun(.asked(directory)) { if output.settings.isVerbose { output.say($0) } }
    }
}
