import ArgumentParser
import FaultRows
import Glibc
import Synchronization

struct RowsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows", abstract: "Runs rows of faults against the program and measures.")

    @OptionGroup var place: PlaceOptions

    @Option(help: "Rows whose names contain one of these words (comma between); the kinds are names, too.")
    var rows: String?

    @Flag(help: "Also the rows that take minutes.")
    var long = false

    @Flag(help: "Only name the rows and what they do.")
    var list = false

    @Flag(help: "The table in Markdown.")
    var markdown = false

    @Option(help: "All figures, as JSON.")
    var out: String?

    @Option(help: "So many rows at once.")
    var jobs = 2

    @Flag(help: "The brief form of the rows, as bin/test runs it.")
    var brief = false

    @Flag(help: .hidden)
    var inside = false

    func run() throws {
        let words = (rows ?? "").split(separator: ",").map(String.init)
        let chosen = FaultRow.all.filter { row in
            (long || !row.isLong || words.contains(row.name))
                && (words.isEmpty || words.contains { row.name.contains($0) || row.kind.rawValue == $0 })
                && (!inside || row.name == rows)
        }
        guard !chosen.isEmpty else { throw ValidationError("No row is called so; --list names them.") }
        if list {
            for row in chosen { print("\(row.name) (\(row.kind.rawValue)): \(row.what)") }
            return
        }
        signal(SIGPIPE, SIG_IGN)
        let tools = try place.tools(pace: brief ? .brief : .full, seconds: 600, isInside: inside)
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
        print(markdown ? table.markdown : table.plain, terminator: "")
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
