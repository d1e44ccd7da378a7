import ArgumentParser
import Glibc
import LoadServer

/// Compares the log of a title logger with the record of a load server.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Holds a log of titles against what was sent. 1: it is not right.")

    @Argument(help: "What serve --sent wrote.")
    var sent: String

    @Argument(help: "What longwave log wrote, JSON Lines; more than one in their order.")
    var logs: [String]

    @Flag(help: "The logger read the status page and not the sound.")
    var pages = false

    @Option(help: "Shown of each kind of mistake.")
    var examples = 5

    func run() throws {
        var check = LoadCheck(pages ? .page : .stream)
        try LineFile.read(sent) { check.addSent(line: $0) }
        for log in logs { try LineFile.read(log) { check.addLogged(line: $0) } }
        let report = check.report()
        print(report.text(examples: examples), terminator: "")
        if !report.isGood { throw ExitCode(1) }
    }
}
