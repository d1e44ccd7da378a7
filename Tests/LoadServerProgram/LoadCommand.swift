import ArgumentParser

/// The program that `bin/load` runs.
@main
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "longwave-load", abstract: "Thousands of stations for title loggers, and a check of their logs.",
        subcommands: [ServeCommand.self, CheckCommand.self])
}
