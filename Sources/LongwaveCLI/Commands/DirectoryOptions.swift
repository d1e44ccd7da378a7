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

    /// Asks the directory, and returns its answer. With `--verbose`, messages about the requests are printed.
    func ask<Answer: Sendable>(
        _ output: ReportOutput, _ question: @escaping @Sendable (Radio) async throws(RadioError) -> Answer
    ) throws(CommandFailure) -> Answer {
        guard let address = DirectoryAddress.asked(directory) else {
            throw CommandFailure(
                code: .usage,
                sentence: "The directory is switched off: \(DirectoryAddress.variable) is none. Use --directory.")
        }
        var settings = RadioSession.Settings.silent
        settings.radio.directory = address
        let isVerbose = output.settings.isVerbose
        return try RadioSession.run(settings, note: { if isVerbose { CommandNotes().say($0) } }, task: question)
    }
}
