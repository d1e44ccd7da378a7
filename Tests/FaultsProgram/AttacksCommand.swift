import ArgumentParser
import FaultRows

/// The command `attacks`, which `bin/attacks` runs.
struct AttacksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attacks", abstract: "Runs attacks against the program and measures.")

    @OptionGroup var place: PlaceOptions

    @OptionGroup var choice: RowOptions

    func run() throws {
        let words = choice.words
        let chosen = try choice.begin(
            AttackRow.all.filter { row in words.isEmpty || words.contains { row.name.contains($0) } }
        ) { "\($0.name): \($0.what)" }
        guard !chosen.isEmpty else { return }
        let run = AttackRun(binary: place.binary, isBrief: choice.brief, preload: place.usablePreload)
        // The rows run one after another, because rows at the same time would slow each other down.
        let results = chosen.map { row in
            let result = run.run(row)
            RowsCommand.say(AttackTable.line(result))
            return result
        }
        print(choice.markdown ? AttackTable.markdown(results) : AttackTable.plain(results), terminator: "")
        if results.contains(where: { !$0.problems.isEmpty }) { throw ExitCode(1) }
    }
}
