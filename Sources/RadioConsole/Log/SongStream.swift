import Glibc
import LongwaveTerminal

/// Writes tracks while they are read, in every format: a million of them take no more memory than a thousand.
struct SongStream {
    private let format: OutputFormat
    private let charset: TerminalCharset
    private let width: Int?
    /// Where songs are looked for; nil: no addresses are given.
    private let links: [SongLinkTemplate]?
    private let write: (String) -> Bool
    private var block: [PlayedTrack] = []
    private var isFirst = true
    private var isGone = false

    /// Tracks that are written at once; a table's columns are as wide as those of one block need.
    static let maximumBlock = 1000

    /// - Parameter write: gives false where nobody reads any more.
    init(
        _ format: OutputFormat, charset: TerminalCharset, width: Int?, links: [SongLinkTemplate]? = nil,
        write: @escaping (String) -> Bool
    ) {
        self.links = links
        self.format = format
        self.charset = charset
        self.width = width
        self.write = write
    }

    /// Whether more are wanted.
    mutating func take(_ track: PlayedTrack) -> Bool {
        block.append(track)
        if block.count == Self.maximumBlock { flush() }
        return !isGone
    }

    mutating func end() {
        if isFirst || !block.isEmpty { flush() }
        if format == .json, !isGone { isGone = !write(frame.end) }
    }

    /// What JSON has around the objects.
    private var frame: (begin: Substring, end: String) {
        let text = SongPrinter.document([PlayedTrack]()).text(.json, charset: charset, width: nil)
        guard let place = text.firstIndex(of: "[") else { return (text[...], "") }
        return (text[...place], String(text[text.index(after: place)...]))
    }

    private mutating func flush() {
        defer {
            block = []
            isFirst = false
        }
        guard !isGone else { return }
        var text: String
        switch format {
        case .json:
            let objects = block.map { SongJSON.json($0, links: links).text(isASCII: charset == .ascii) }
            text = (isFirst ? String(frame.begin) : ",") + objects.joined(separator: ",")
        case .table where links != nil: text = SongPrinter.lines(block, links ?? [], charset: charset)
        case .table, .csv, .csvRaw, .tsv:
            text = SongPrinter.document(block, links: links).text(format, charset: charset, width: width)
            // The names of the columns stand above the first block only.
            if !isFirst, let end = text.firstIndex(where: \.isNewline) {
                text = String(text[text.index(after: end)...])
            }
        }
        isGone = !write(text)
    }
}
