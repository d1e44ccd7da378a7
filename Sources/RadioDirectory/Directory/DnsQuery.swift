import CResolver

/// One question to the machine's name servers. It blocks until they have answered, three seconds a server at most: it belongs to
/// a worker's thread.
enum DnsQuery {
    enum Outcome: Hashable, Sendable {
        case records([DnsAnswer.Record])
        /// There is no such name, or no such record of it.
        case none
        /// No server says.
        case silence
    }

    private static let maximumBytes = 8192

    /// Asks for the records of one kind.
    /// - Parameters:
    ///   - name: without a dot at its end.
    ///   - kind: of the records.
    ///   - port: of a name server on this machine, for tests; 0 asks those of resolv.conf(5).
    static func ask(_ name: String, _ kind: DnsAnswer.Kind, port: UInt16 = 0) -> Outcome {
        var message = [UInt8](repeating: 0, count: maximumBytes)
        let length = longwave_query_name(name, Int32(kind.rawValue), port, &message, Int32(message.count))
        switch length {
        case 0...: return DnsAnswer(Array(message.prefix(Int(length)))).map { .records($0.records) } ?? .silence
        case -1: return .none
        case _: return .silence
        }
    }
}
