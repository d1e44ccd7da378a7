import Glibc
import Longwave
import RadioJSON

/// Reads the input of `inspect --as titles`: lines with one raw title or ICY metadata block each.
///
/// All lines are treated as titles of one station, in the order in which they were heard.
struct TitleLines {
    /// The largest number of bytes of a line that are read. An ICY metadata block has at most 4,080 bytes, which are
    /// 5,440 in base64.
    static let maximumLine = 16 << 10
    private static let base64Prefix = Array("base64:".utf8)

    let charset: String?
    let names: StationNames
    private var evidence = CharsetEvidence()
    private var number = 0

    /// Creates a reader of lines from one station.
    /// - Parameter station: the known names of the station. They help to recognise titles that only repeat the
    ///   station's name.
    init(charset: String?, station: [String]) {
        self.charset = charset
        names = StationNames(station)
    }

    /// The result of reading a line.
    enum Line {
        case track(TrackInfo, isBlock: Bool, CharsetDecision)
        case noBase64
    }

    /// Reads a line and counts it. Returns nil if the line is empty.
    mutating func read(_ line: [UInt8]) -> Line? {
        number += 1
        var line = Array(line.prefix(Self.maximumLine))
        if line.last == 0x0D { line.removeLast() }
        guard !line.isEmpty else { return nil }
        if line.starts(with: Self.base64Prefix) {
            guard let bytes = Base64.decode(line.dropFirst(Self.base64Prefix.count)) else { return .noBase64 }
            line = bytes
        }
        let isBlock = Self.isBlock(line)
        let track =
            isBlock
            ? TitleReader.read(
                TimedMetadata(kind: .icy, raw: line), charset: charset, names: names, evidence: &evidence)
            : TitleReader.read(line: line, charset: charset, names: names, evidence: &evidence)
        return .track(track, isBlock: isBlock, evidence.decision)
    }

    /// Reads a line and returns its title as JSON, or an error if its base64 is invalid; nil if the line is empty.
    mutating func json(_ line: [UInt8]) -> JSONNode? {
        switch read(line) {
        case nil: nil
        case .noBase64?:
            .members(["version": .int(1), "line": .int(Int64(number)), "error": .string("no base64")])
        case .track(let track, let isBlock, let decision)?:
            .members([
                "version": .int(1), "line": .int(Int64(number)), "form": .string(isBlock ? "block" : "text"),
                "track": JSONLine.track(track), "titleCharset": JSONLine.charset(decision),
            ])
        }
    }

    /// Reads a file, or standard input if the path is `-`. Calls `body` with each line, without its line feed and cut
    /// to `maximum` bytes.
    /// - Returns: 0, or `errno` if reading fails.
    static func eachLine(of path: String, maximum: Int, _ body: ([UInt8]) -> Void) -> Int32 {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { if descriptor > STDERR_FILENO { close(descriptor) } }
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno }
            if count == 0 { break }
            for byte in buffer[..<count] {
                if byte == 0x0A {
                    body(line)
                    line.removeAll(keepingCapacity: true)
                } else if line.count < maximum {
                    line.append(byte)
                }
            }
        }
        if !line.isEmpty { body(line) }
        return 0
    }

    /// Whether the line is an ICY metadata block, such as `StreamTitle='…';`, instead of only a title's text.
    static func isBlock(_ line: [UInt8]) -> Bool {
        let block = IcyMetadata(line)
        return block.streamTitle != nil || block.streamURL != nil || block[key: "adw_ad"] != nil
    }
}
