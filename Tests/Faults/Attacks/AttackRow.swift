import Glibc
import TestSupport

/// An attack on the listener's memory, processor, disk, network or secrets, with the bounds that must hold. A violated
/// bound is a problem of the row.
package struct AttackRow: Sendable, CustomStringConvertible {
    /// What the program under attack must do at the end of the row.
    package enum End: Sendable {
        /// The program still runs after the row's time (`seconds`).
        case goesOn
        /// The program ends with this exit code.
        case exit(Int32)
        /// The program may still run or may have ended, but a signal must not have ended it.
        case noSignal
    }

    /// The servers and folders of a running row.
    struct Place: Sendable {
        /// The program's home directory. Its growth is measured.
        var home: String
        /// The server of the station that the program plays. It attacks, or passes somebody's attack on.
        var station: LoopbackServer
        /// A server on another host than `station`.
        var stranger: LoopbackServer
        /// The program under test.
        var binary: String
        var isBrief: Bool
        /// The path of the shared player's socket, as the program under attack knows it.
        var socket: String { home + "/longwave/control.sock" }

        var url: String { station.url("/radio") }

        func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

        func file(_ name: String, _ bytes: [UInt8]) throws -> String {
            let path = home + "/" + name
            guard let file = fopen(path, "we") else { throw FaultError(description: "\(path): \(errno)") }
            defer { fclose(file) }
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
                throw FaultError(description: "\(path): \(errno)")
            }
            return path
        }
    }

    /// Responds to a request to `station`. The arguments are the connection, the number of requests so far, and the
    /// server `stranger`.
    typealias Script = @Sendable (LoopbackConnection, Int, LoopbackServer) -> Void

    package var name: String
    /// A phrase that describes the attack, for the table of results.
    package var what: String
    var end: End
    /// The time in seconds for which the program runs; in `bin/test`, at most four seconds. The row ends earlier if the
    /// program ends. It waits longer, up to a minute, for an expected exit code or for a request for ``reaches``.
    var seconds = 10.0
    /// The maximum resident memory of the program in megabytes: twice that of a debug build that is not attacked.
    var memory = 80
    /// The maximum number of the program's requests in any second.
    var requests = 10
    /// The maximum growth of the program's home directory in megabytes.
    var disk = 4.0
    /// The time in seconds after which the row sends SIGTERM to the program. Nil: the row kills the program at its end.
    var stopsAfter: Double?
    /// The maximum time in seconds from SIGTERM to the program's end.
    var ending = 2.0
    /// The maximum CPU time in seconds. Not checked in brief runs, because debug builds take much more. Nil: no maximum.
    var cpu: Double?
    /// The seconds by which the program's wall clock is ahead of the system's. Needs the library of Tests/FaultPreload;
    /// without it, such a row is not run.
    var clock: Int64 = 0
    /// The path that the program must request, because otherwise the attack has not reached it. Nil for rows without
    /// such a path.
    var reaches: String?
    /// The arguments of `prlimit` for the program, such as `--fsize=65536`.
    var limits: [String] = []
    var hasTerminal = false
    /// What the program did under this attack before it was corrected, such as `577 MB in 40 s`.
    var before = ""
    var command: @Sendable (Place) throws -> [String] = { ["play", "--quiet", "--output", "null", $0.url] }
    /// Checks conditions that this row has in addition to the bounds, and returns those that do not hold.
    var check: @Sendable (Place) -> [String] = { _ in [] }
    /// Starts an attacker on the same computer, before the program starts. The row goes on until the attacker has
    /// reached the program.
    var attacker: @Sendable (Place) throws -> (any LocalAttacker)? = { _ in nil }
    var script: Script = { connection, _, _ in connection.reply(status: "404 Not Found") }

    init(_ name: String, _ what: String, _ end: End, change: (inout AttackRow) -> Void) {
        self.name = name
        self.what = what
        self.end = end
        change(&self)
    }

    package var description: String { name }

    package static let all =
        playlistRows + titleRows + answerRows + listRows + trustRows + systemRows + numberRows
        + socketRows + soundRows
}

/// An attacker on the same computer as the program, such as another program of the listener.
protocol LocalAttacker: AnyObject {
    /// Whether the attack has reached the program.
    var hasReached: Bool { get }
    func stop()
}
