import ArgumentParser
import RadioConsole

/// Where the keys k, K and R write.
struct KeepOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where the keys k, K and R write. Longwave in your folder for music unless told.", valueName: "folder"),
        completion: .directory)
    var recordings: String?

    @Option(
        name: .long, help: ArgumentHelp("What the key K keeps: the last 5m unless told.", valueName: "span"))
    var keepLast: TimeSpan?

    func validate() throws {
        if recordings?.isEmpty == true { throw ValidationError("--recordings wants a folder.") }
    }

    func apply(to options: inout Configuration) {
        options.recording.recordings = recordings
        options.recording.keepLast = keepLast
    }
}
