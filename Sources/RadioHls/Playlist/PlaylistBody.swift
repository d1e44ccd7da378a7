import RadioFormats

/// The lines of a playlist, put together to one of the two kinds.
struct PlaylistBody {
    private(set) var notes = PlaylistNotes()
    private var variables: VariableScope
    private var media = MediaPlaylistBuilder()
    private var multivariant = MultivariantPlaylistBuilder()
    /// Where #EXTM3U is, and the first tag beside it.
    private var signatureLine: Int?
    private var firstTagLine: Int?
    private var isTextSeen = false
    private var isLatinSaid = false
    /// EXT-X-VERSION, EXT-X-INDEPENDENT-SEGMENTS and EXT-X-START stand in both kinds.
    private var version: Int?
    private var hasIndependentSegments = false
    private var start: StartPoint?

    init(variables: VariableScope) { self.variables = variables }

    /// A line without its end.
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
        if multivariant.isVariantOpen { return try multivariant.take(uri: uri, &notes) }
        try media.take(uri: uri, &notes)
    }

    private mutating func tag(_ line: UnsafeRawBufferPointer) throws(HlsPlaylistError) {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
        let name = String(decoding: line[1..<colon], as: UTF8.self)
        // The line's end is trimmed already.
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

    /// EXT-X-START.
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

    /// UTF-8, as it must be; otherwise each byte is one character, so that none is lost.
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

    /// What is not UTF-8 keeps its bytes, as URIs write them.
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

    mutating func finish() throws(HlsPlaylistError) -> HlsPlaylist {
        guard signatureLine != nil || firstTagLine != nil else {
            throw HlsPlaylistError(.notAPlaylist, line: 1, notes.line == 0 ? "It is empty." : "#EXTM3U is missing.")
        }
        if signatureLine == nil { notes.warn("#EXTM3U is missing.", line: 1) }
        guard let variantLine = multivariant.firstLine else {
            var playlist = try media.finish(&notes)
            playlist.version = version ?? 1
            playlist.hasIndependentSegments = hasIndependentSegments
            playlist.start = start
            playlist.variables = variables.values
            playlist.warnings = notes.finished()
            return .media(playlist)
        }
        // RFC 8216 §4.1: a playlist is one or the other.
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
