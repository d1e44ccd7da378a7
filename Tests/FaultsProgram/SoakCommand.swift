import ArgumentParser
import FaultRows
import FoundationEssentials
import Glibc

/// The command `soak`, which `bin/soak` runs.
struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak", abstract: "One player under random faults for a long time.")

    @OptionGroup var place: PlaceOptions

    @Option(help: "How long.")
    var hours = 2.0

    @Option(help: "The order and length of the faults; the same seed, the same faults.")
    var seed: UInt64?

    @Option(help: "All figures, as JSON.")
    var out: String?

    func validate() throws {
        guard hours > 0, hours <= 1000 else { throw ValidationError("--hours wants a number up to 1000.") }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        // With a latency of 100 ms, the recording is read ten times per second. This costs a fifth of the processor
        // time of 20 ms.
        let tools = try place.tools(pace: .full, seconds: 600, latency: 100)
        let seed = seed ?? UInt64.random(in: 1...UInt64(UInt32.max))
        RowsCommand.say("\(hours) h, seed \(seed)")
        let soak = Soak(tools, .init(duration: .seconds(hours * 3600), seed: seed))
        let figures = try soak.run { event in
            let again = event.soundAgain.map { "sound again after \(Self.text($0)) s" } ?? "NO SOUND"
            RowsCommand.say(
                "\(Self.text(event.at)) s: \(event.fault) for \(Self.text(event.lasted)) s: \(again), \(Self.text(event.owed)) s missing"
            )
        }
        print(figures.text, terminator: "")
        if let out {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(figures).write(to: URL(filePath: out))
        }
        if !figures.problems.isEmpty { throw ExitCode(1) }
    }

    private static func text(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100)" }
}
