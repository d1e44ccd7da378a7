import RadioWeb

/// Fuzzes what clients of MPD's protocol send. Input: lines of a client; if the first is empty, the client has no
/// password.
enum MPDSessionTarget: FuzzTarget {
    static let name = "MPDSession"

    static func run(_ input: UnsafeRawBufferPointer) {
        var session = MPDSession(isAdmitted: input.first != UInt8(ascii: "\n"))
        for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
            session.receive(Array(line))
            guard drain(&session) else { return }
        }
    }

    /// Carries out the session's steps. Returns false if the connection has ended.
    private static func drain(_ session: inout MPDSession) -> Bool {
        while let step = session.next() {
            switch step {
            case .close: return false
            case .send(let text):
                require(text.hasSuffix("\n"), "an answer without an end: \(text)")
                // A client must not be able to make the server say a line of the client's choice.
                for line in text.split(separator: "\n") {
                    let isKnown =
                        line.hasPrefix("OK") || line == "list_OK" || line.hasPrefix("ACK [") || line.contains(": ")
                    require(isKnown && !line.unicodeScalars.contains { $0.value < 0x20 }, "the line \(line)")
                }
            case .run(let command, let arguments):
                require(command.arity.contains(arguments.count), "\(command) with \(arguments.count) arguments")
                require(session.isAdmitted || command.isFree, "\(command) without the password")
                _ = try? MPDFilter(arguments[...], isLoose: true)
                _ = session.finish(arguments.count > 1 ? MPDError(.system, arguments[0]) : nil)
                session.note([.player])
            }
        }
        return true
    }
}
