import ArgumentParser
import Glibc

/// The options that choose rows and how the rows are shown.
struct RowOptions: ParsableArguments {
    @Option(help: "Rows whose names contain one of these words (comma between); the kinds of faults are names, too.")
    var rows: String?

    @Flag(help: "Only name the rows and what they do.")
    var list = false

    @Flag(help: "The table in Markdown.")
    var markdown = false

    @Flag(help: "The brief form of the rows, as bin/test runs it.")
    var brief = false

    var words: [String] { (rows ?? "").split(separator: ",").map(String.init) }

    /// Returns the rows to run, or none if they are only listed.
    /// - Parameter describe: Returns the line of a row for ``list``.
    func begin<Row>(_ chosen: [Row], _ describe: (Row) -> String) throws -> [Row] {
        guard !chosen.isEmpty else { throw ValidationError("No row is called so; --list names them.") }
        if list {
            for row in chosen { print(describe(row)) }
            return []
        }
        signal(SIGPIPE, SIG_IGN)
        return chosen
    }
}
