import Glibc
import LongwaveTerminal

/// Writes tracks of the title database in any output format while they are read, so that a long history needs no more
/// memory than a short one.
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

    /// The number of tracks that are collected and then written at once, as a block. In a table, column widths are
    /// computed for each block.
    static let maximumBlock = 1000

    /// Creates a writer of tracks.
    /// - Parameter write: writes a text to the output; returns false if the program that reads the output has closed
    ///   it.
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

    /// Adds a track. Returns false if no more tracks are needed, because the program that reads the output has closed
    /// it.
    mutating func take(_ track: PlayedTrack) -> Bool {
        block.append(track)
        if block.count == Self.maximumBlock { flush() }
        return !isGone
    }

    mutating func end() {
        if isFirst || !block.isEmpty { flush() }
        if format == .json, !isGone { isGone = !write(frame.end) }
    }

    /// The parts of the JSON document before and after the objects of the tracks.
    private var frame: (begin: Substring, end: String) {
        let text = SongPrinter.document([PlayedTrack]()).text(.json, charset: charset, width: nil)
        guard let place = text.firstIndex(of: "[") else { return (text[...], "") }
        return (text[...place], String(text[text.index(after: place)...]))
    }

    /// Writes the tracks that were added since the last block, as one block.
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
            // Only the first block starts with a line of column names. In later blocks, that line is removed.
            if !isFirst, let end = text.firstIndex(where: \.isNewline) {
                text = String(text[text.index(after: end)...])
            }
        }
        isGone = !write(text)
    }
}
