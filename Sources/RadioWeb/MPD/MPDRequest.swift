/// A line of an MPD client: the name of a command and its arguments. Pure.
///
/// An argument with spaces stands in double quotes. Inside them, a backslash comes before `"` and `\`.
package struct MPDRequest: Hashable, Sendable {
    package var name: String
    package var arguments: [String]

    /// The largest number of arguments. Clients name all tags in one line.
    private static let maximumArguments = 80

    /// Whether a line can be a client's. The names of all commands have small letters; a web browser that was led to
    /// this port begins with `GET` or `POST`.
    package static func isPossible(_ line: [UInt8]) -> Bool { line.first.map(isSmall) ?? false }

    private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

    /// - Parameter line: the line without its line feed.
    package init(_ line: [UInt8]) throws(MPDError) {
        var rest = line[...]
        while rest.last.map(Self.isSpace) == true { rest.removeLast() }
        guard !rest.isEmpty else { throw MPDError(.unknown, "No command given") }
        let word = rest.prefix { !Self.isSpace($0) }
        guard word.allSatisfy({ Self.isSmall($0) || $0 == UInt8(ascii: "_") }) else {
            throw MPDError(.unknown, "Invalid word character")
        }
        name = String(decoding: word, as: UTF8.self)
        arguments = []
        rest = rest.dropFirst(word.count).drop(while: Self.isSpace)
        while !rest.isEmpty {
            guard arguments.count < Self.maximumArguments else { throw MPDError(.argument, "Too many arguments") }
            arguments.append(try Self.argument(&rest))
            rest = rest.drop(while: Self.isSpace)
        }
    }

    private static func argument(_ rest: inout ArraySlice<UInt8>) throws(MPDError) -> String {
        guard rest.first == UInt8(ascii: "\"") else {
            let word = rest.prefix { !isSpace($0) }
            guard !word.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }) else {
                throw MPDError(.unknown, "Invalid unquoted character")
            }
            rest = rest.dropFirst(word.count)
            return String(decoding: word, as: UTF8.self)
        }
        let missing = MPDError(.unknown, "Missing closing '\"'")
        var bytes: [UInt8] = []
        rest = rest.dropFirst()
        while true {
            guard var byte = rest.popFirst() else { throw missing }
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst() else { throw missing }
                byte = escaped
            }
            bytes.append(byte)
        }
        guard rest.first.map(isSpace) ?? true else {
            throw MPDError(.unknown, "Space expected after closing '\"'")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
