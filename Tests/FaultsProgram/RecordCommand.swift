import ArgumentParser
import FaultRows
import Glibc

/// The command `record`, which `bin/record-check` runs.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Records a real Icecast and compares the files with what was sent.")

    @OptionGroup var place: PlaceOptions

    @Option(help: "How long.")
    var minutes = 10

    func validate() throws {
        guard (1...60).contains(minutes) else { throw ValidationError("--minutes wants a number up to 60.") }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        guard RecordingCheck.isPossible else { throw ValidationError("icecast2 and ffmpeg are needed.") }
        let result = try RecordingCheck(binary: place.binary, .init(minutes: minutes), cache: place.cache).run()
        for fact in result.facts { print(fact) }
        let problems = result.problems + result.delays
        for problem in problems { print("does not hold: \(problem)") }
        if !problems.isEmpty { throw ExitCode(1) }
    }
}
