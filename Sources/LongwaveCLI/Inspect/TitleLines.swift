import Glibc
import Longwave

/// `inspect --as titles`: one raw title or metadata block a line; each is read as one of the same station, in order.
struct TitleLines {
    /// Longer lines are cut: a metadata block has 4,080 bytes at most, half as much again in base64.
    static let maximumLine = 16 << 10
    private static let base64Prefix = Array("base64:".utf8)

    let charset: String?
    private var evidence = CharsetEvidence()
    private var number = 0

    init(charset: String?) { self.charset = charset }

    /// What one line says, as a line of JSON without its end. Nil for an empty line.
    mutating func read(_ line: [UInt8]) -> JSONNode? {
        number += 1
        var line = Array(line.prefix(Self.maximumLine))
        if line.last == 0x0D { line.removeLast() }
        guard !line.isEmpty else { return nil }
        if line.starts(with: Self.base64Prefix) {
            guard let bytes = Base64.decode(line.dropFirst(Self.base64Prefix.count)) else {
                return .members(["version": .int(1), "line": .int(Int64(number)), "error": .string("no base64")])
            }
            line = bytes
        }
        let isBlock = Self.isBlock(line)
        let track =
            isBlock
            ? TitleReader.read(TimedMetadata(kind: .icy, raw: line), charset: charset, evidence: &evidence)
            : TitleReader.read(line: line, charset: charset, evidence: &evidence)
        return .members([
            "version": .int(1), "line": .int(Int64(number)), "form": .string(isBlock ? "block" : "text"),
            "track": JSONLine.track(track), "titleCharset": JSONLine.charset(evidence.decision),
        ])
    }

    /// Reads a descriptor to its end and hands each line's JSON over.
    static func read(descriptor: Int32, charset: String?, _ body: (JSONNode) -> Void) -> Int32 {
        var lines = TitleLines(charset: charset)
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno }
            if count == 0 { break }
            for byte in buffer[..<count] {
                if byte == 0x0A {
                    if let node = lines.read(line) { body(node) }
                    line.removeAll(keepingCapacity: true)
                } else if line.count < maximumLine {
                    line.append(byte)
                }
            }
        }
        if let node = lines.read(line) { body(node) }
        return 0
    }

    /// Whether it is a whole block, `StreamTitle='…';`, and not the text of a title.
    private static func isBlock(_ line: [UInt8]) -> Bool {
        let block = IcyMetadata(line)
        return block.streamTitle != nil || block.streamURL != nil || block[key: "adw_ad"] != nil
    }
}
