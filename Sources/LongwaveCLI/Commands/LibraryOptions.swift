import ArgumentParser
import Longwave

/// The option that names the lists of stations to use.
struct LibraryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Uses this list of stations: a file, a folder or an address; may be repeated. (default: $LONGWAVE_LIBRARY, \
            or your own list and stations.json)
            """,
            valueName: "file|folder|url"),
        completion: .file(extensions: ["json", "m3u", "m3u8", "pls", "xspf", "asx", "opml", "csv"]))
    var library: [String] = []

    /// Writes the option into the configuration of the command line, which overrides the environment and the settings
    /// file.
    func apply(to options: inout Configuration) { options.library = library.isEmpty ? nil : library }
}
