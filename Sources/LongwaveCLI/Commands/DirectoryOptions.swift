import ArgumentParser
import Longwave

/// Which directory is asked.
struct DirectoryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Ask this server instead of radio-browser's: the address before /json. LONGWAVE_DIRECTORY does the same.",
            valueName: "url"))
    var directory: String?

    func validate() throws {
        if let directory, DirectoryAddress(url: directory) == nil {
            throw ValidationError("--directory needs an http: or https: address.")
        }
    }
}
