import ArgumentParser
import FaultRows
import Glibc

struct AttacksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attacks", abstract: "Runs attacks against the program and measures.")

    @OptionGroup var place: PlaceOptions

    @Option(help: "Rows whose names contain one of these words (comma between).")
    var rows: String?

    @Flag(help: "Only name the rows and what they do.")
    var list = false

    @Flag(help: "The table in Markdown.")
    var markdown = false

    @Flag(help: "The brief form of the rows, as bin/test runs it.")
    var brief = false

    func run() throws {
        let words = (rows ?? "").split(separator: ",").map(String.init)
        let chosen = AttackRow.all.filter { row in words.isEmpty || words.contains { row.name.contains($0) } }
        guard !chosen.isEmpty else { throw ValidationError("No row is called so; --list names them.") }
        if list {
            for row in chosen { print("\(row.name): \(row.what)") }
            return
        }
        signal(SIGPIPE, SIG_IGN)
        let run = AttackRun(binary: place.binary, isBrief: brief)
        // One after the other: they would take each other's processor.
        let results = chosen.map { row in
            let result = run.run(row)
            RowsCommand.say(AttackTable.line(result))
            return result
        }
        print(markdown ? AttackTable.markdown(results) : AttackTable.plain(results), terminator: "")
        if results.contains(where: { !$0.problems.isEmpty }) { throw ExitCode(1) }
    }
}
