import ArgumentParser

/// Which list of stations is meant.
struct LibraryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The list of stations: a file or an address, instead of stations.json.", valueName: "file|url"),
        completion: .file(extensions: ["json", "m3u", "pls"]))
    var library: String?
}
