import ArgumentParser

/// The options for the recordings that the keys k, K and R make.
struct KeepOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Folder for the recordings of the keys k, K and R. (default: Longwave in your music folder)",
            valueName: "folder"),
        completion: .directory)
    var recordings: String?

    @Option(
        name: .long, help: ArgumentHelp("Length of the sound that the key K keeps. (default: 5m)", valueName: "span"))
    var keepLast: TimeSpan?

    func validate() throws {
        if recordings?.isEmpty == true { throw ValidationError("--recordings needs a folder.") }
    }

    func apply(to options: inout Configuration) {
        options.recording.recordings = recordings
        options.recording.keepLast = keepLast
    }
}
