import Glibc
import LongwaveTerminal

/// Writes tracks in any format while they are read, so that a long history needs no more memory than a short one.
struct SongStream {
    private let format: OutputFormat
    private let charset: TerminalCharset
    private let width: Int?
    /// Templates for the addresses of web pages that search for a song; nil to add no addresses.
    private let links: [SongLinkTemplate]?
    private let write: (String) -> Bool
    private var block: [PlayedTrack] = []
    private var isFirst = true
    private var isGone = false

    /// The largest number of tracks in a block, which is written at once. In a table, column widths are computed for
    /// each block.
    static let maximumBlock = 1000

    /// Creates a writer.
    /// - Parameter write: writes a text; returns false if the reader of the output is gone.
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

    /// Adds a track. Returns false if no more tracks are needed, because the reader of the output is gone.
    mutating func take(_ track: PlayedTrack) -> Bool {
        block.append(track)
        if block.count == Self.maximumBlock { flush() }
        return !isGone
    }

    mutating func end() {
        if isFirst || !block.isEmpty { flush() }
        if format == .json, !isGone { isGone = !write(frame.end) }
    }

    /// The text of a JSON document before and after the objects.
    private var frame: (begin: Substring, end: String) {
        let text = SongPrinter.document([PlayedTrack]()).text(.json, charset: charset, width: nil)
        guard let place = text.firstIndex(of: "[") else { return (text[...], "") }
        return (text[...place], String(text[text.index(after: place)...]))
    }

    /// Writes the tracks that were added since the last write, as one block.
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
            // Every block except the first loses its line with the column names.
            if !isFirst, let end = text.firstIndex(where: \.isNewline) {
                text = String(text[text.index(after: end)...])
            }
        }
        isGone = !write(text)
    }
}
