import RadioFormats

/// Builds a media playlist or a multivariant playlist from its lines.
struct PlaylistBody {
    private(set) var notes = PlaylistNotes()
    private var variables: VariableScope
    private var media = MediaPlaylistBuilder()
    private var multivariant = MultivariantPlaylistBuilder()
    /// The number of the line with #EXTM3U; nil if it was not read yet.
    private var signatureLine: Int?
    /// The number of the line with the first known tag other than #EXTM3U; nil if there is none yet.
    private var firstTagLine: Int?
    /// Whether a line that is not blank was read.
    private(set) var isTextSeen = false
    private var isLatinSaid = false
    /// The values of EXT-X-VERSION, EXT-X-INDEPENDENT-SEGMENTS and EXT-X-START, which both kinds of playlist may
    /// contain.
    private var version: Int?
    private var hasIndependentSegments = false
    private var start: StartPoint?

    init(variables: VariableScope) { self.variables = variables }

    /// Takes a line, without its line break.
    mutating func take(line: UnsafeRawBufferPointer) throws(HlsPlaylistError) {
        notes.line += 1
        var line = line
        if notes.line == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) {
            line = UnsafeRawBufferPointer(rebasing: line.dropFirst(3))
        }
        while let first = line.first, Ascii.isBlank(first) { line = UnsafeRawBufferPointer(rebasing: line.dropFirst()) }
        while let last = line.last, Ascii.isBlank(last) { line = UnsafeRawBufferPointer(rebasing: line.dropLast()) }
        guard let first = line.first else { return }
        defer { isTextSeen = true }
        guard first == UInt8(ascii: "#") else { return try address(line) }
        guard line.count > 3, line[1] == UInt8(ascii: "E"), line[2] == UInt8(ascii: "X"), line[3] == UInt8(ascii: "T")
        else { return }
        try tag(line)
    }

    private mutating func address(_ line: UnsafeRawBufferPointer) throws(HlsPlaylistError) {
        if signatureLine == nil, firstTagLine == nil {
            let isMarkup = line.first == UInt8(ascii: "<")
            throw notes.error(
                .notAPlaylist, isMarkup ? "A web page or XML, not a playlist." : "This is not a playlist.")
        }
        let uri = try variables.replace(in: Self.uri(line), notes)
        if multivariant.isVariantOpen, !media.isSegmentOpen { return try multivariant.take(uri: uri, &notes) }
        try media.take(uri: uri, &notes)
    }

    /// Takes a tag. Unknown tags are ignored.
    private mutating func tag(_ line: UnsafeRawBufferPointer) throws(HlsPlaylistError) {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
        let name = String(decoding: line[1..<colon], as: UTF8.self)
        // Blanks at the line's end were already removed.
        let rest = line[colon...].dropFirst().drop(while: Ascii.isBlank)
        if name == "EXTM3U" {
            if isTextSeen, signatureLine == nil { notes.warn("#EXTM3U is not the first line.") }
            signatureLine = signatureLine ?? notes.line
            return
        }
        guard let tag = PlaylistTag.byName[name] else { return }
        firstTagLine = firstTagLine ?? notes.line
        let text = text(UnsafeRawBufferPointer(rebasing: rest))
        switch tag.scope {
        case .both: try common(tag, text)
        case .media:
            let list = tag.hasAttributes ? try attributes(tag, text) : nil
            try media.take(tag, text, list, &notes)
        case .multivariant: try multivariant.take(tag, try attributes(tag, text), &notes)
        }
    }

    private mutating func common(_ tag: PlaylistTag, _ text: String) throws(HlsPlaylistError) {
        switch tag {
        case .version:
            version = PlaylistNumber.integer(text).flatMap { (1...1000).contains($0) ? Int($0) : nil }
            if version == nil { notes.warn("\(tag.rawValue) is \(AttributeList.shown(text)): ignored.") }
        case .independentSegments: hasIndependentSegments = true
        case .define: try variables.define(try attributes(tag, text), &notes)
        case _: try readStart(tag, text)
        }
    }

    /// Takes EXT-X-START.
    private mutating func readStart(_ tag: PlaylistTag, _ text: String) throws(HlsPlaylistError) {
        let list = try attributes(tag, text)
        guard let offset = list.text("TIME-OFFSET").flatMap({ PlaylistNumber.seconds($0) }) else {
            notes.warn("\(tag.rawValue) without a TIME-OFFSET in seconds: ignored.")
            return
        }
        start = StartPoint(offset: offset, isPrecise: list.flag("PRECISE", &notes))
    }

    private mutating func attributes(_ tag: PlaylistTag, _ text: String) throws(HlsPlaylistError) -> AttributeList {
        try AttributeList(text, tag: tag.rawValue, variables: &variables, notes: &notes)
    }

    /// Decodes a tag's text as UTF-8. If the bytes are not UTF-8, each byte becomes one character (ISO 8859-1), so that
    /// nothing is lost.
    private mutating func text(_ bytes: UnsafeRawBufferPointer) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if !isLatinSaid {
            isLatinSaid = true
            notes.warn("Not UTF-8: read as ISO 8859-1.")
        }
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }

    /// Decodes an address as UTF-8. If the bytes are not UTF-8, those above 127 are percent-encoded.
    private static func uri(_ bytes: UnsafeRawBufferPointer) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var escaped: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in bytes {
            if byte < 0x80 {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Ends the playlist, and decides whether it is a media playlist or a multivariant one.
    mutating func finish() throws(HlsPlaylistError) -> HlsPlaylist {
        guard signatureLine != nil || firstTagLine != nil else {
            throw HlsPlaylistError(.notAPlaylist, line: 1, notes.line == 0 ? "It is empty." : "#EXTM3U is missing.")
        }
        if signatureLine == nil { notes.warn("#EXTM3U is missing.", line: 1) }
        // Some media playlists contain tags of multivariant playlists, such as EXT-X-SESSION-DATA.
        let isMedia =
            !multivariant.hasVariants
            && (media.firstSegmentLine != nil || media.firstLine != nil && !multivariant.hasRenditions)
        guard let variantLine = multivariant.firstLine, !isMedia else {
            if let line = multivariant.firstLine {
                notes.warn("A multivariant playlist's tag in a media playlist: ignored.", line: line)
            }
            var playlist = try media.finish(&notes)
            playlist.version = version ?? 1
            playlist.hasIndependentSegments = hasIndependentSegments
            playlist.start = start
            playlist.variables = variables.values
            playlist.warnings = notes.finished()
            return .media(playlist)
        }
        // RFC 8216 §4.1: a playlist is either a media playlist or a multivariant one.
        if let segmentLine = media.firstSegmentLine {
            throw HlsPlaylistError(
                .unreadable, line: max(variantLine, segmentLine),
                "It contains segments (line \(segmentLine)) and variants (line \(variantLine)).")
        }
        if let line = media.firstLine { notes.warn("A media playlist's tag among variants: ignored.", line: line) }
        var playlist = multivariant.finish(&notes)
        playlist.version = version ?? 1
        playlist.hasIndependentSegments = hasIndependentSegments
        playlist.start = start
        playlist.variables = variables.values
        playlist.warnings = notes.finished()
        return .multivariant(playlist)
    }
}
