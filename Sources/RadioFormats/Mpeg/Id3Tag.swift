/// An ID3v2 tag (2.2, 2.3 or 2.4), with the frames that a player uses.
///
/// These frames are texts, addresses, comments, pictures and private data. Each text names its own encoding, so no
/// charset is guessed. Frame names of version 2.2 are translated to those of later versions.
///
/// https://id3.org/id3v2.4.0-structure, https://id3.org/id3v2.4.0-frames
package struct Id3Tag: Hashable, Sendable {
    /// A text, in a frame whose name begins with `T`.
    package struct TextFrame: Hashable, Sendable {
        /// Frame name in versions 2.3 and 2.4: `TIT2`, `TPE1`, `TXXX` …; names of version 2.2 are translated.
        package var id: String
        /// Description in a `TXXX` frame, which tells what ``text`` is; nil in other frames.
        package var description: String?
        /// The frame's first text value. A frame may have several.
        package var text: String

        package init(id: String, description: String? = nil, text: String) {
            self.id = id
            self.description = description
            self.text = text
        }
    }

    /// An address, in a frame whose name begins with `W`.
    package struct Link: Hashable, Sendable {
        /// Frame name: `WXXX`, `WOAS`, `WOAR` …
        package var id: String
        /// Description in a `WXXX` frame, which tells what the address is; nil in other frames.
        package var description: String?
        package var url: String
    }

    /// A comment: a `COMM` frame.
    package struct Comment: Hashable, Sendable {
        /// Three-letter code of ISO 639-2; not validated.
        package var language: String
        package var description: String
        package var text: String
    }

    /// Private data of a program: a `PRIV` frame.
    package struct PrivateFrame: Hashable, Sendable {
        package var owner: String
        package var bytes: [UInt8]
    }

    /// Length in bytes of a tag's header, and of its footer.
    package static let headerLength = 10
    /// Maximum number of frames that are read from a tag, all kinds besides chapters together; further frames are
    /// ignored.
    package static let maximumFrameCount = 64
    /// Maximum number of bytes read of one text, comment, address or private frame. Longer frames are truncated.
    package static let maximumTextLength = 4096
    /// Length of the longest picture frame that is read, in bytes; longer picture frames are ignored.
    package static let maximumPictureLength = EmbeddedPicture.maximumLength + 1024

    /// Version of ID3v2: 2 means ID3v2.2, and so on up to 4.
    package var version: Int
    /// Texts: frames whose name begins with `T`.
    package var frames: [TextFrame] = []
    package var links: [Link] = []
    package var comments: [Comment] = []
    package var pictures: [EmbeddedPicture] = []
    package var privateFrames: [PrivateFrame] = []
    /// The chapters (`CHAP`), at most ``Chapter/maximumCount``.
    var chapterFrames: [ChapterFrame] = []
    /// The ids in the tables of contents (`CTOC`).
    var listedChapters: Set<String> = []

    /// A chapter, and the id by which tables of contents name it.
    struct ChapterFrame: Hashable, Sendable {
        var id: String
        var chapter: Chapter
    }

    /// The chapters of the file, in order: those in the tables of contents, or all if there are none.
    package var chapters: [Chapter] {
        let listed = chapterFrames.filter { listedChapters.contains($0.id) }
        return Chapter.ordered((listed.isEmpty ? chapterFrames : listed).map(\.chapter))
    }

    package var title: String? { self["TIT2"] }
    package var artist: String? { self["TPE1"] }
    package var album: String? { self["TALB"] }
    /// Duration of the sound that the tag describes (`TLEN`); nil if not given.
    package var duration: MediaTime? {
        guard let milliseconds = self["TLEN"].flatMap({ Int32($0) }), milliseconds > 0 else { return nil }
        return MediaTime(value: Int64(milliseconds), timescale: 1000)
    }

    /// Time of the first frame after the tag, in ticks of a 33-bit clock of 90 kHz (RFC 8216 §3.4); nil if not given.
    package var transportTimestamp: UInt64? {
        guard let frame = privateFrames.first(where: { $0.owner == Self.timestampOwner }), frame.bytes.count == 8
        else { return nil }
        return frame.bytes.reduce(0) { $0 << 8 | UInt64($1) } & (1 << 33 - 1)
    }

    static let timestampOwner = "com.apple.streaming.transportStreamTimestamp"

    /// True if the tag contains ``transportTimestamp`` and nothing else.
    package var isTimestampOnly: Bool {
        privateFrames.count == frameCount && privateFrames.allSatisfy { $0.owner == Self.timestampOwner }
            && frameCount > 0
    }

    private var frameCount: Int {
        frames.count + links.count + comments.count + pictures.count + privateFrames.count
    }

    /// The text of the first text frame with this name.
    package subscript(id: String) -> String? { frames.first { $0.id == id }?.text }

    /// Returns the length in bytes of the tag at the beginning of `bytes`, including header and footer; nil if no tag
    /// begins there.
    /// - Parameter bytes: at least ``headerLength`` bytes.
    package static func length(of bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= headerLength, bytes[0] == UInt8(ascii: "I"), bytes[1] == UInt8(ascii: "D"),
            bytes[2] == UInt8(ascii: "3"), (2...4).contains(bytes[3]), bytes[4] != 0xFF,
            let size = syncsafe(bytes, at: 6)
        else { return nil }
        let hasFooter = bytes[3] == 4 && bytes[5] & 0x10 != 0
        return headerLength + size + (hasFooter ? headerLength : 0)
    }

    /// Reads the tag at the beginning of `bytes`. If the tag is cut off, reads its complete frames. Returns nil if no
    /// tag begins there.
    package init?(_ bytes: UnsafeRawBufferPointer, readsPictures: Bool = true) {
        guard let length = Self.length(of: bytes) else { return nil }
        version = Int(bytes[3])
        let flags = bytes[5]
        // ID3v2.2 §3.1: ignores the frames of a compressed tag, because no compression was ever defined.
        if version == 2, flags & 0x40 != 0 { return }
        let hasFooter = version == 4 && flags & 0x10 != 0
        let end = min(bytes.count, hasFooter ? length - Self.headerLength : length)
        let body = UnsafeRawBufferPointer(rebasing: bytes[Self.headerLength..<max(end, Self.headerLength)])
        let isUnsynchronised = flags & 0x80 != 0
        if isUnsynchronised, version < 4 {
            Self.withoutUnsynchronisation(body).withUnsafeBytes {
                readFrames($0, hasExtendedHeader: flags & 0x40 != 0, readsPictures: readsPictures)
            }
        } else {
            readFrames(
                body, hasExtendedHeader: flags & 0x40 != 0, isUnsynchronised: isUnsynchronised,
                readsPictures: readsPictures)
        }
    }

    /// Reads the frames inside a frame. The length of a frame's content limits the depth.
    init(version: Int, frames: UnsafeRawBufferPointer) {
        self.version = version
        readFrames(frames, hasExtendedHeader: false, readsPictures: false)
    }

    /// Reads the tag at the beginning of an array. Returns nil if no tag begins there.
    package init?(_ bytes: [UInt8], readsPictures: Bool = true) {
        guard let tag = bytes.withUnsafeBytes({ Id3Tag($0, readsPictures: readsPictures) }) else { return nil }
        self = tag
    }

    /// Reads the frames, which follow the header and the extended header.
    private mutating func readFrames(
        _ body: UnsafeRawBufferPointer, hasExtendedHeader: Bool, isUnsynchronised: Bool = false, readsPictures: Bool
    ) {
        var at = 0
        if hasExtendedHeader, version > 2 {
            // §3.2: the size of the extended header includes its own four bytes in ID3v2.4, but not in ID3v2.3.
            guard let size = version == 3 ? Self.plain(body, at: 0).map({ $0 + 4 }) : Self.syncsafe(body, at: 0)
            else { return }
            at = max(size, 4)
        }
        let idLength = version == 2 ? 3 : 4
        let headerLength = version == 2 ? 6 : 10
        while frameCount < Self.maximumFrameCount, at >= 0, at + headerLength <= body.count {
            // Bytes that do not begin with a frame name are the padding after the last frame.
            guard Self.isFrameID(body, at: at, length: idLength), let size = frameSize(body, at: at + idLength) else {
                return
            }
            let start = at + headerLength
            guard size <= body.count - start else { return }
            let flags = version == 2 ? 0 : body[at + 9]
            let id = String(decoding: body[at..<at + idLength], as: UTF8.self)
            if let kind = FrameKind(id), readsPictures || kind != .picture {
                let bytes = UnsafeRawBufferPointer(rebasing: body[start..<start + size])
                if let content = content(bytes, kind, flags: flags, isUnsynchronised: isUnsynchronised) {
                    add(content, id: id, kind)
                }
            }
            at = start + size
        }
    }

    /// Returns the size in bytes of the frame whose size field is at `place`; nil if the field is invalid.
    private func frameSize(_ body: UnsafeRawBufferPointer, at place: Int) -> Int? {
        guard let sizes = Self.sizes(body, at: place, version) else { return nil }
        // The right reading is the one after which a frame, padding or the end of the tag follows.
        guard let other = sizes.other, !isFrameBoundary(body, place + 6 + sizes.usual),
            isFrameBoundary(body, place + 6 + other)
        else { return sizes.usual }
        return other
    }

    /// Returns the size in the field at `place` of a frame's header, and a second reading that may be the right one; nil
    /// if the field is invalid.
    ///
    /// In version 2.4 each byte of a size has seven bits, but some programs use eight.
    static func sizes(
        _ bytes: UnsafeRawBufferPointer, at place: Int, _ version: Int
    ) -> (usual: Int, other: Int?)? {
        switch version {
        case 2: return (Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]), nil)
        case 3: return plain(bytes, at: place).map { ($0, nil) }
        default:
            guard let plain = plain(bytes, at: place) else { return nil }
            guard let size = syncsafe(bytes, at: place) else { return (plain, nil) }
            return (size, size > 127 && plain != size ? plain : nil)
        }
    }

    private func isFrameBoundary(_ body: UnsafeRawBufferPointer, _ place: Int) -> Bool {
        place == body.count || place < body.count && body[place] == 0
            || Self.isFrameID(body, at: place, length: 4)
    }

    /// Returns the content of a frame, truncated to the maximum length for its kind; nil if the content cannot be read.
    /// - Parameter flags: the second byte of the frame's flags (2.3 §3.3.1, 2.4 §4.1.2).
    private func content(
        _ bytes: UnsafeRawBufferPointer, _ kind: FrameKind, flags: UInt8, isUnsynchronised: Bool
    ) -> [UInt8]? {
        var skipped = 0
        var isUnsynchronised = isUnsynchronised
        if version == 3 {
            // In version 2.3, a compressed or encrypted frame is not read. If the frame belongs to a group, one byte
            // precedes its content.
            if flags & 0xC0 != 0 { return nil }
            if flags & 0x20 != 0 { skipped += 1 }
        } else if version == 4 {
            if flags & 0x0C != 0 { return nil }
            if flags & 0x40 != 0 { skipped += 1 }
            if flags & 0x01 != 0 { skipped += 4 }
            if flags & 0x02 != 0 { isUnsynchronised = true }
        }
        guard skipped < bytes.count else { return nil }
        let maximum = kind == .picture ? Self.maximumPictureLength : Self.maximumTextLength
        // A truncated text is still useful, but a truncated picture is not.
        if kind == .picture, bytes.count - skipped > maximum { return nil }
        let content = bytes[skipped...].prefix(maximum)
        return isUnsynchronised
            ? Self.withoutUnsynchronisation(UnsafeRawBufferPointer(rebasing: content)) : Array(content)
    }

    // MARK: Numbers and names

    /// Reads a number from four bytes, each with seven bits of the number. Returns nil if the highest bit of a byte is
    /// set, or bytes are missing.
    static func syncsafe(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int? {
        guard place + 4 <= bytes.count else { return nil }
        var size = 0
        for byte in bytes[place..<place + 4] {
            if byte & 0x80 != 0 { return nil }
            size = size << 7 | Int(byte)
        }
        return size
    }

    /// Reads a big-endian number of four bytes. Returns nil if bytes are missing.
    static func plain(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int? {
        guard place + 4 <= bytes.count else { return nil }
        return Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }

    static func isFrameID(_ bytes: UnsafeRawBufferPointer, at place: Int, length: Int) -> Bool {
        guard place >= 0, place + length <= bytes.count else { return false }
        return bytes[place..<place + length].allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    }

    /// Returns the bytes without the zero byte after each 0xFF, which tag writers insert so that no frame header
    /// appears in a tag (§6.1).
    private static func withoutUnsynchronisation(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var previous: UInt8 = 0
        for byte in bytes {
            if previous != 0xFF || byte != 0 { result.append(byte) }
            previous = byte
        }
        return result
    }
}
