import ArgumentParser
import Longwave
import RadioConsole

/// Which lists of stations are meant.
struct LibraryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A list of stations instead of stations.json and your own: a file, a folder or an address; may be repeated.",
            valueName: "file|folder|url"),
        completion: .file(extensions: ["json", "m3u", "m3u8", "pls", "xspf", "asx", "opml", "csv"]))
    var library: [String] = []

    /// Goes before what the environment and the configuration say.
    func apply(to options: inout Configuration) { options.library = library.isEmpty ? nil : library }
}
