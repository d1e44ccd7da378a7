import ArgumentParser

/// The program that `bin/faults`, `bin/soak`, `bin/attacks` and `bin/record-check` run.
@main
struct FaultsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "longwave-faults", abstract: "What the player does when things go wrong.",
        subcommands: [RowsCommand.self, SoakCommand.self, AttacksCommand.self, RecordCommand.self])
}
