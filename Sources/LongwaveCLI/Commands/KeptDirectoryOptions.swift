import ArgumentParser
import Longwave

/// The options that say how a player uses the directory of stations (radio-browser).
struct KeptDirectoryOptions: ParsableArguments {
    @OptionGroup var directory: DirectoryOptions

    @Flag(
        name: .customLong("no-directory"),
        help: "Does not report plays to the directory, and does not ask it for a station's new address.")
    var noDirectory = false

    func validate() throws {
        if noDirectory, directory.directory != nil {
            throw ValidationError("--directory and --no-directory cannot be combined.")
        }
    }

    /// Writes the options into the configuration of the command line, which overrides the environment and the settings
    /// file.
    func apply(to options: inout Configuration) {
        options.directory =
            noDirectory ? DirectoryChoice.none : directory.directory.flatMap { DirectoryChoice(argument: $0) }
    }
}
