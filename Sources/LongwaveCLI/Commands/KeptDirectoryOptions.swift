import ArgumentParser
import Longwave
import RadioConsole

/// Which directory a player tells and asks.
struct KeptDirectoryOptions: ParsableArguments {
    @OptionGroup var directory: DirectoryOptions

    @Flag(
        name: .customLong("no-directory"),
        help: "Do not tell the directory that one of its stations is heard, nor ask it where one is now.")
    var noDirectory = false

    func validate() throws {
        if noDirectory, directory.directory != nil {
            throw ValidationError("--directory and --no-directory contradict.")
        }
    }

    /// Goes before what the environment and the configuration say.
    func apply(to options: inout Configuration) {
        options.directory =
            noDirectory ? DirectoryChoice.none : directory.directory.flatMap { DirectoryChoice(argument: $0) }
    }
}
