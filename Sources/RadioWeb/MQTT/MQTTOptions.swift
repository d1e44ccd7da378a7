import Glibc
import Longwave

/// The MQTT server to which the player reports, and how.
package struct MQTTOptions: Hashable, Sendable {
    package var host: String
    package var port: Int
    package var usesTLS: Bool
    package var user: String?
    package var password: String?
    /// The beginning of all topics.
    package var topic: String
    /// The program's version, which Home Assistant shows.
    package var version = ""

    /// - Parameter server: a name or an address, with a port unless it is 1883: `broker.example:1883`,
    ///   `mqtt://broker.example`, or `mqtts://broker.example:8883` for TLS. Returns nil if the text is none.
    package init?(server: String) {
        var rest = server[...]
        usesTLS = rest.hasPrefix("mqtts://")
        if let scheme = rest.firstRange(of: "://") {
            guard usesTLS || rest.hasPrefix("mqtt://") else { return nil }
            rest = rest[scheme.upperBound...]
        }
        if rest.hasSuffix("/") { rest.removeLast() }
        var number = Substring(usesTLS ? "8883" : "1883")
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            let after = rest[rest.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else { return nil }
            if !after.isEmpty { number = after.dropFirst() }
            rest = rest[rest.index(after: rest.startIndex)..<end]
        } else if rest.count(where: { $0 == ":" }) == 1, let colon = rest.firstIndex(of: ":") {
            number = rest[rest.index(after: colon)...]
            rest = rest[..<colon]
        }
        let isName = rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/@?#[]".utf8.contains($0) }
        guard !rest.isEmpty, isName, let port = Int(number), (1...65_535).contains(port) else { return nil }
        (host, self.port) = (String(rest), port)
        topic = "longwave/" + Self.computer
    }

    /// Whether a text can begin topics: it has no wildcards and no control characters.
    package static func isTopic(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 200 && !text.hasPrefix("$") && !text.hasPrefix("/") && !text.hasSuffix("/")
            && !text.unicodeScalars.contains { $0 == "+" || $0 == "#" || $0.value < 0x20 || $0.value == 0x7F }
    }

    /// This computer's name in letters, digits and `-`.
    private static var computer: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let text = String(decoding: bytes, as: UTF8.self).lowercased().map { letter in
            letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "-"
        }
        return text.isEmpty ? "player" : String(text)
    }
}
