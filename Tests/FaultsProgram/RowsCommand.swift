import ArgumentParser
import FaultRows
import Glibc
import Synchronization

/// The command `rows`, which `bin/faults` runs.
struct RowsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows", abstract: "Runs rows of faults against the program and measures.")

    @OptionGroup var place: PlaceOptions

    @OptionGroup var choice: RowOptions

    @Flag(help: "Also the rows that take minutes.")
    var long = false

    @Option(help: "All figures, as JSON.")
    var out: String?

    @Option(help: "So many rows at once.")
    var jobs = 2

    @Flag(help: "The player records beside the sound (key R).")
    var recording = false

    @Flag(help: .hidden)
    var inside = false

    func run() throws {
        let words = choice.words
        let chosen = try choice.begin(
            FaultRow.all.filter { row in
                (long || !row.isLong || words.contains(row.name))
                    && (words.isEmpty || words.contains { row.name.contains($0) || row.kind.rawValue == $0 })
                    && (!inside || row.name == choice.rows)
            }
        ) { "\($0.name) (\($0.kind.rawValue)): \($0.what)" }
        guard !chosen.isEmpty else { return }
        let tools = try place.tools(
            pace: choice.brief ? .brief : .full, seconds: 600, records: recording, isInside: inside)
        let count = chosen.count
        let done = Mutex(0)
        let results = FaultQueue(chosen, tools).runAll(atOnce: jobs) { result in
            let number = done.withLock { done in
                done += 1
                return done
            }
            Self.say("[\(number)/\(count)] \(FaultTable.line(result))")
        }
        let table = FaultTable(results)
        print(choice.markdown ? table.markdown : table.plain, terminator: "")
        if let out { try FaultReport(results, binary: place.binary).write(to: out) }
        let failed = results.filter { !$0.problems.isEmpty }
        let skipped = results.filter { $0.skipped != nil }
        Self.say(
            "\(results.count - failed.count - skipped.count) hold, \(failed.count) fail, \(skipped.count) were not run")
        if !failed.isEmpty { throw ExitCode(1) }
    }

    static func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(2, bytes, bytes.count)
    }
}
