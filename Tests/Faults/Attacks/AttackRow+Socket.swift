import Glibc
import RadioLoop
import Synchronization
import TestSupport

extension AttackRow {
    /// Attacks at the shared player's socket: by a program that listens there instead of the shared player, and by
    /// clients of the shared player.
    static let socketRows: [AttackRow] = [
        listener("socket-flood", "the socket sends notifications without end; ctl", before: "1,464 MB") {
            UnixServer.sendEndlessly(notifications, to: $0)
        },
        listener("socket-line", "the socket sends one line without end; ctl", before: "97 MB") {
            UnixServer.sendEndlessly([UInt8](repeating: 0x78, count: 65_536), to: $0)
        },
        listener(
            "socket-values", "the socket sends half a million values in a line; ctl", .exit(69), before: "not tried"
        ) {
            let values = String(repeating: "{\"a\":1},", count: 240_000)
            let line = Array("{\"id\":1,\"result\":[\(values)1]}\n".utf8)
            UnixServer.sendEndlessly(line, to: $0)
        },
        listener("socket-queue", "the socket's queue never ends; ctl queue", .exit(0), before: "not tried") {
            descriptor in
            let part = "{\"id\":0,\"result\":{\"entries\":[" + String(repeating: "{},", count: 999) + "{}]}}\n"
            var byte: UInt8 = 0
            var (id, text) = (0, "")
            while read(descriptor, &byte, 1) == 1 {
                guard byte == UInt8(ascii: "\n") else { continue }
                id += 1
                text = part.replacing("\"id\":0", with: "\"id\":\(id)")
                guard send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else { return }
            }
        },
        AttackRow("socket-claim", "the socket floods play, which asks it to be silent", .goesOn) { row in
            row.before = "not tried"
            row.reaches = "/radio"
            row.command = { ["play", "--quiet", "--policy", "kiosk", $0.url] }
            row.attacker = { try HostileListener($0) { UnixServer.sendEndlessly(notifications, to: $0) } }
            row.script = { connection, _, _ in connection.play((try? Sample.mp3.read()) ?? []) }
        },
        AttackRow("half-requests", "60 clients of serve send 8 MB of a request each", .goesOn) { row in
            row.before = "518 MB"
            row.memory = 140
            row.command = { _ in ["serve", "--quiet", "--output", "null"] }
            row.attacker = { HostileClients($0.socket, count: $0.isBrief ? 12 : 60, bytes: 8_000_000) }
        },
    ]

    private static let notifications: [UInt8] = Array(
        String(
            repeating: "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"event\":\"snapshot\"}}\n", count: 1000
        )
        .utf8)

    /// Returns a row in which `ctl` connects to a program that is not the shared player.
    private static func listener(
        _ name: String, _ what: String, _ end: End = .exit(69), before: String, _ script: @escaping UnixServer.Script
    ) -> AttackRow {
        AttackRow(name, what, end) { row in
            row.before = before
            row.memory = 160
            row.seconds = 40
            row.command = { _ in ["ctl", name == "socket-queue" ? "queue" : "status"] }
            row.attacker = { try HostileListener($0, script) }
        }
    }
}

/// A program that listens at the shared player's socket.
private final class HostileListener: LocalAttacker {
    private let server: UnixServer

    init(_ place: AttackRow.Place, _ script: @escaping UnixServer.Script) throws {
        mkdir(place.home + "/longwave", 0o700)
        server = try UnixServer(at: place.socket, script)
    }

    var hasReached: Bool { server.accepted > 0 }

    func stop() { server.stop() }
}

/// Clients of the shared player that each send the beginning of a line, and then wait.
private final class HostileClients: LocalAttacker {
    private final class State: Sendable {
        let isSent = Atomic(false)
        let isStopped = Atomic(false)
    }

    private let state = State()

    init(_ path: String, count: Int, bytes: Int) {
        LoopThread.start { [state] in
            var clients: [Int32] = []
            while clients.count < count, !state.isStopped.load(ordering: .relaxed) {
                guard let client = UnixSocket.connected(to: path) else {
                    // The shared player does not listen yet, or no longer.
                    usleep(10_000)
                    continue
                }
                clients.append(client)
                var left = bytes
                let piece = [UInt8](repeating: 0x20, count: 65_536)
                while left > 0, case let sent = send(client, piece, min(left, piece.count), Int32(MSG_NOSIGNAL)),
                    sent > 0
                {
                    left -= sent
                }
            }
            state.isSent.store(clients.count == count, ordering: .relaxed)
            while !state.isStopped.load(ordering: .relaxed) { usleep(10_000) }
            for client in clients { close(client) }
        }
    }

    var hasReached: Bool { state.isSent.load(ordering: .relaxed) }

    func stop() { state.isStopped.store(true, ordering: .relaxed) }
}
