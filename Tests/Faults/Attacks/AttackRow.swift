import Glibc
import TestSupport

/// Somebody who is out for the listener's memory, processor, disk, network or secrets, and what must hold all the same. The bounds
/// are verdicts; times are only printed.
package struct AttackRow: Sendable, CustomStringConvertible {
    package enum End: Sendable {
        /// It lives after the row's time.
        case goesOn
        case exit(Int32)
        /// Either, but no signal ends it.
        case noSignal
    }

    /// What a row has at hand.
    struct Place: Sendable {
        /// Of the program's own; its size is measured.
        var home: String
        /// The one that attacks, or is attacked through.
        var station: LoopbackServer
        /// Another host.
        var stranger: LoopbackServer
        /// The program under test.
        var binary: String
        var isBrief: Bool

        var url: String { station.url("/radio") }

        func file(_ name: String, _ text: String) throws -> String {
            let path = home + "/" + name
            guard let file = fopen(path, "we") else { throw FaultError(description: "\(path): \(errno)") }
            fputs(text, file)
            fclose(file)
            return path
        }
    }

    /// Answers by the path, the number of requests so far, and the other host's URL.
    typealias Script = @Sendable (LoopbackConnection, Int, LoopbackServer) -> Void

    package var name: String
    /// What happens, in a sentence.
    package var what: String
    var end: End
    /// Seconds; less in the brief form.
    var seconds = 10.0
    /// Megabytes that the program may take at its peak: twice what a debug build takes without any attack.
    var memory = 80
    /// Requests in any one second.
    var requests = 10
    /// Megabytes that may be written.
    var disk = 4.0
    /// What must have been asked for, so that the row is about what it says.
    var reaches: String?
    /// Of `prlimit`, as in `--fsize=65536`.
    var limits: [String] = []
    var hasTerminal = false
    /// How it was before it was mended.
    var before = ""
    var command: @Sendable (Place) throws -> [String] = { ["play", "--quiet", "--output", "null", $0.url] }
    /// What else does not hold.
    var check: @Sendable (Place) -> [String] = { _ in [] }
    var script: Script = { connection, _, _ in connection.reply(status: "404 Not Found") }

    init(_ name: String, _ what: String, _ end: End, change: (inout AttackRow) -> Void) {
        self.name = name
        self.what = what
        self.end = end
        change(&self)
    }

    package var description: String { name }

    package static let all = playlistRows + titleRows + answerRows + trustRows + systemRows
}
