/// Reads the content of each kind of frame that a player uses (https://id3.org/id3v2.4.0-frames). In version 2.2, frame
/// names have three letters.
extension Id3Tag {
    /// The kinds of frames that a player uses.
    enum FrameKind {
        case text, link, comment, picture, privateData
        case chapter
        /// The list of the chapters that are to be shown.
        case contents

        /// Creates a kind from a frame's name. Returns nil for frames that a player does not use.
        init?(_ id: String) {
            switch id {
            case "COMM", "COM": self = .comment
            case "APIC", "PIC": self = .picture
            case "PRIV": self = .privateData
            case "CHAP": self = .chapter
            case "CTOC": self = .contents
            case _ where id.hasPrefix("T"): self = .text
            case _ where id.hasPrefix("W"): self = .link
            case _: return nil
            }
        }
    }

    /// Reads a frame's content, and adds the frame to the tag.
    /// - Parameter content: at least one byte.
    mutating func add(_ content: [UInt8], id: String, _ kind: FrameKind) {
        switch kind {
        case .text: addText(content, id: Self.translated(id))
        case .link: addLink(content, id: Self.translated(id))
        case .comment: addComment(content)
        case .picture: addPicture(content)
        case .privateData: addPrivate(content)
        case .chapter: addChapter(content)
        case .contents: addContents(content)
        }
    }

    private mutating func addText(_ content: [UInt8], id: String) {
        guard let encoding = Id3Text.Encoding(rawValue: content[0]) else { return }
        let values = Id3Text.values(content[1...], encoding, atMost: 2)
        if id == "TXXX" {
            frames.append(TextFrame(id: id, description: values[0], text: values.count > 1 ? values[1] : ""))
        } else {
            frames.append(TextFrame(id: id, text: values[0]))
        }
    }

    /// Reads a link frame. §4.3: the address is always Latin-1, even if a description before it has another encoding.
    private mutating func addLink(_ content: [UInt8], id: String) {
        guard id == "WXXX" else {
            links.append(Link(id: id, url: Id3Text.values(content[...], .latin1, atMost: 1)[0]))
            return
        }
        guard let encoding = Id3Text.Encoding(rawValue: content[0]) else { return }
        let (description, rest) = Id3Text.first(content[1...], encoding)
        links.append(Link(id: id, description: description, url: Id3Text.values(rest, .latin1, atMost: 1)[0]))
    }

    /// Reads a comment frame. §4.10: encoding, language, description, text.
    private mutating func addComment(_ content: [UInt8]) {
        guard content.count >= 4, let encoding = Id3Text.Encoding(rawValue: content[0]) else { return }
        let values = Id3Text.values(content[4...], encoding, atMost: 2)
        comments.append(
            Comment(
                language: Id3Text.values(content[1..<4], .latin1, atMost: 1)[0], description: values[0],
                text: values.count > 1 ? values[1] : ""))
    }

    /// Reads a picture frame. §4.14: encoding, MIME type, type, description, bytes.
    ///
    /// In version 2.2, three letters such as `JPG` replace the MIME type.
    private mutating func addPicture(_ content: [UInt8]) {
        guard let encoding = Id3Text.Encoding(rawValue: content[0]) else { return }
        var mimeType: String
        var rest: ArraySlice<UInt8>
        if version == 2 {
            guard content.count >= 4 else { return }
            mimeType = Self.mimeType(Array(content[1..<4]))
            rest = content[4...]
        } else {
            (mimeType, rest) = Id3Text.first(content[1...].prefix(256), .latin1)
            rest = content[min(rest.startIndex, content.count)...]
        }
        guard let type = rest.popFirst() else { return }
        let (description, bytes) = Id3Text.first(rest, encoding)
        guard !bytes.isEmpty else { return }
        pictures.append(
            EmbeddedPicture(mimeType: mimeType, type: type, description: description, bytes: Array(bytes)))
    }

    private static func mimeType(_ format: [UInt8]) -> String {
        switch String(decoding: format, as: UTF8.self).uppercased() {
        case "JPG": "image/jpeg"
        case "PNG": "image/png"
        case let other: other
        }
    }

    /// Reads a private frame. §4.27: the owner's name, which a NUL ends, and then data.
    private mutating func addPrivate(_ content: [UInt8]) {
        let (owner, bytes) = Id3Text.first(content[...], .latin1)
        privateFrames.append(PrivateFrame(owner: owner, bytes: Array(bytes)))
    }

    /// Reads a chapter (https://id3.org/id3v2-chapters-1.0 §3.1): its id, which a NUL ends, its start and end in
    /// milliseconds, two offsets in bytes, and frames that describe it.
    private mutating func addChapter(_ content: [UInt8]) {
        let (id, rest) = Id3Text.first(content[...], .latin1)
        guard chapterFrames.count < Chapter.maximumCount, rest.count >= 16 else { return }
        rest.withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            let (start, end) = (reader.read(UInt32.self), reader.read(UInt32.self))
            reader.skip(8)
            let chapter = Chapter(
                start: MediaTime(milliseconds: Int64(start)), end: MediaTime(milliseconds: Int64(end)),
                title: Id3Tag(version: version, frames: reader.rest).title ?? "")
            chapterFrames.append(ChapterFrame(id: id, chapter: chapter))
        }
    }

    /// Reads a table of contents (§3.2): its id, which a NUL ends, flags, the number of entries, and the ids of chapters
    /// or of other tables. A truncated table is ignored.
    private mutating func addContents(_ content: [UInt8]) {
        var rest = Id3Text.first(content[...], .latin1).rest
        guard content.count < Self.maximumTextLength, rest.count >= 2 else { return }
        let count = rest[rest.startIndex + 1]
        rest = rest.dropFirst(2)
        for _ in 0..<count {
            let (id, next) = Id3Text.first(rest, .latin1)
            listedChapters.insert(id)
            rest = next
        }
    }

    /// Returns a frame's name in versions 2.3 and 2.4, from its name in version 2.2.
    private static func translated(_ id: String) -> String {
        switch id {
        case "TT2": "TIT2"
        case "TP1": "TPE1"
        case "TAL": "TALB"
        case "TLE": "TLEN"
        case "TXX": "TXXX"
        case "WXX": "WXXX"
        case "WAS": "WOAS"
        case "WAR": "WOAR"
        case "WAF": "WOAF"
        case let other: other
        }
    }
}
