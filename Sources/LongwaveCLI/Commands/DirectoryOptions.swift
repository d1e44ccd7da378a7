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

    /// Nil where none is to be asked.
    var address: DirectoryAddress? {
        if let directory { return DirectoryAddress(url: directory) }
        let named = Environment.value(DirectoryAddress.variable)
        return DirectoryAddress(environment: named.map { [DirectoryAddress.variable: $0] } ?? [:])
    }
}
