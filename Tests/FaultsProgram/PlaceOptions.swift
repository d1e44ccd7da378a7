import ArgumentParser
import FaultRows
import Glibc

/// The paths of programs and folders, which the scripts in bin fill in.
struct PlaceOptions: ParsableArguments {
    @Option(help: "The program under test.")
    var binary: String

    @Option(help: "A folder in which encoded sound is kept from run to run.")
    var cache: String

    @Option(help: "The library that rows preload into the player.")
    var preload: String?

    @Option(help: "A folder for what the player says, a file a row.")
    var keep: String?

    /// The path of the library ``preload`` if the library was built; otherwise nil.
    var usablePreload: String? { preload.flatMap { access($0, R_OK) == 0 ? $0 : nil } }

    func tools(
        pace: FaultRig.Pace, seconds: Int, latency: Int = 20, records: Bool = false, isInside: Bool = false
    ) throws -> FaultTools {
        guard access(binary, X_OK) == 0 else { throw ValidationError("\(binary) cannot be run.") }
        if let keep, mkdir(keep, 0o755) != 0, errno != EEXIST { throw ValidationError("\(keep) cannot be made.") }
        return FaultTools(
            binary: binary,
            programmes: [
                try SweepProgramme(.mp3, seconds: seconds, cache: cache),
                try SweepProgramme(.aac, seconds: seconds, cache: cache),
            ], pace: pace, latency: latency, preload: usablePreload, keep: keep,
            records: records, cache: cache, isInside: isInside)
    }
}
