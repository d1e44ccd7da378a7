/// Reads an ID3v2 tag of any length as its bytes arrive, and keeps the frames that a player uses.
///
/// A tag of up to ``AudioFraming/maximumKeptTag`` bytes is kept as it is. A longer tag becomes a shorter one of the same
/// version, without its padding and without the frames that a player does not use. Long texts are truncated, and
/// pictures for which there is no room are left out.
package struct Id3TagReader {
    /// Maximum number of bytes that are kept of a longer tag's pictures together.
    package static let maximumPictures = Id3Tag.maximumPictureLength + 16
    /// Maximum number of bytes that are kept of a longer tag's other frames together.
    package static let maximumTexts = 256 << 10
    /// Maximum number of bytes that are kept of a tag.
    package static let maximumKept = Id3Tag.headerLength + maximumPictures + maximumTexts
    /// Number of bytes that are kept of a text beyond ``Id3Tag/maximumTextLength``, for the fields before the text.
    private static let textMargin = 16
    /// Maximum number of bytes that are kept of a chapter: enough for its times and title, which precede its picture.
    private static let maximumChapter = 1024

    /// The part of the tag's body that the next byte belongs to.
    private enum Place {
        /// The size at the beginning of the extended header.
        case extendedHeader
        /// Inside the extended header, with this many bytes still to come.
        case passing(Int)
        case frameHeader
        /// Inside a frame, with this many bytes still to come.
        case frame(Int)
        /// After the last frame.
        case over
    }

    /// The frame that is being read.
    private struct Frame {
        var kind: Id3Tag.FrameKind?
        var size: Int
        /// The size if the frame's header is read in the other way; nil if both ways give the same size.
        var otherSize: Int?
        /// Number of bytes of the frame's content that have arrived.
        var count = 0
        /// Where the frame begins in ``Id3TagReader/kept``.
        var start: Int
        /// Maximum number of bytes that are kept of the frame's content.
        var limit: Int
    }

    /// Length of the tag in bytes, including its header and footer.
    package let length: Int
    /// The bytes that are kept of the tag; nil until all its bytes have arrived.
    package private(set) var tag: [UInt8]?

    private let version: Int
    private let flags: UInt8
    /// True if the tag is kept as it is.
    private let isWhole: Bool
    private let footer: Int
    /// Number of the tag's bytes that are still to come.
    private var left: Int
    private var place: Place
    /// The bytes of an incomplete header.
    private var held: [UInt8] = []
    private var frame: Frame?
    private var kept: [UInt8]
    private var pictureRoom: Int
    private var textRoom = maximumTexts
    /// The last byte that ``read(_:)`` took.
    private var previous: UInt8 = 0

    /// Begins to read a tag. Returns nil if no tag begins with `header`, or if the tag is longer than
    /// ``AudioFraming/maximumPassedTag``.
    /// - Parameter header: the tag's first ``Id3Tag/headerLength`` bytes. ``feed(_:)`` takes the bytes after them.
    package init?(header: UnsafeRawBufferPointer) {
        guard let length = Id3Tag.length(of: header), length <= AudioFraming.maximumPassedTag else { return nil }
        self.init(header, length, isWhole: length <= AudioFraming.maximumKeptTag, pictureRoom: Self.maximumPictures)
    }

    private init(_ header: UnsafeRawBufferPointer, _ length: Int, isWhole: Bool, pictureRoom: Int) {
        self.length = length
        self.isWhole = isWhole
        self.pictureRoom = pictureRoom
        version = Int(header[3])
        flags = header[5]
        footer = version == 4 && flags & 0x10 != 0 ? Id3Tag.headerLength : 0
        left = length - Id3Tag.headerLength
        kept = Array(header[..<Id3Tag.headerLength])
        // ID3v2.2 §3.1: in version 2.2, the flag of the extended header means that the tag is compressed. The frames of
        // such a tag are ignored, because no compression was ever defined.
        let isFlagged = flags & 0x40 != 0
        place = !isFlagged ? .frameHeader : version == 2 ? .over : .extendedHeader
        if left == 0 { finish() }
    }

    /// Returns a tag without its pictures and without what a player does not use; `tag` itself if it is not a whole
    /// tag.
    package static func withoutPictures(_ tag: [UInt8]) -> [UInt8] {
        tag.withUnsafeBytes { bytes in
            guard let length = Id3Tag.length(of: bytes), length <= bytes.count else { return tag }
            var reader = Id3TagReader(bytes, length, isWhole: false, pictureRoom: 0)
            _ = reader.feed(UnsafeRawBufferPointer(rebasing: bytes[Id3Tag.headerLength...]))
            return reader.tag ?? tag
        }
    }

    /// Takes the next bytes, and returns how many of them belong to the tag.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard left > 0 else { return 0 }
        let count = min(bytes.count, left)
        if isWhole {
            kept.append(contentsOf: bytes[..<count])
        } else {
            read(UnsafeRawBufferPointer(rebasing: bytes[..<min(count, max(left - footer, 0))]))
        }
        left -= count
        if left == 0 { finish() }
        return count
    }

    private mutating func finish() {
        defer { (kept, held) = ([], []) }
        guard !isWhole else { return tag = kept }
        if case .frameHeader = place { endFrame(isCertain: isBoundary) } else { endFrame(isCertain: false) }
        // The kept tag has neither an extended header nor a footer.
        kept[5] = version == 4 ? flags & 0x80 : 0
        Self.write(kept.count - Id3Tag.headerLength, to: &kept, at: 6, bytes: 4, bits: 7)
        tag = kept
    }

    /// Reads bytes of the tag's body. Before version 2.4, removes the zero bytes that the tag's writer inserted after
    /// bytes 0xFF (ID3v2.3 §5).
    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        guard flags & 0x80 != 0, version < 4 else { return take(bytes) }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for byte in bytes {
            if previous != 0xFF || byte != 0 { plain.append(byte) }
            previous = byte
        }
        plain.withUnsafeBytes { take($0) }
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        func pass(_ count: Int) -> Slice<UnsafeRawBufferPointer> {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        while !rest.isEmpty {
            switch place {
            case .over: return
            case .extendedHeader:
                held += pass(4 - held.count)
                guard held.count == 4 else { return }
                // ID3v2.4 §3.2: the size of the extended header includes its own four bytes, unlike in ID3v2.3.
                let size = held.withUnsafeBytes {
                    version == 3 ? Id3Tag.plain($0, at: 0) : Id3Tag.syncsafe($0, at: 0).map { max($0 - 4, 0) }
                }
                held = []
                place = size.map(Place.passing) ?? .over
            case .passing(let count):
                let passed = pass(count).count
                place = passed < count ? .passing(count - passed) : .frameHeader
            case .frameHeader:
                held += pass(headerLength - held.count)
                if held.count == headerLength { readHeader() }
            case .frame(let count):
                let part = pass(count)
                keep(part)
                place = part.count < count ? .frame(count - part.count) : .frameHeader
            }
        }
    }

    // MARK: Frames

    private var headerLength: Int { version == 2 ? 6 : 10 }
    private var idLength: Int { version == 2 ? 3 : 4 }

    /// True if a frame, the padding or the end of the tag follows the frame before ``held``.
    private var isBoundary: Bool {
        held.first ?? 0 == 0 || held.withUnsafeBytes { Id3Tag.isFrameID($0, at: 0, length: idLength) }
    }

    /// Ends the frame before the header in ``held``, and begins the next one. If the bytes in ``held`` are no header,
    /// the frame is longer than the usual reading of its header says, or it is the last one.
    private mutating func readHeader() {
        let isBoundary = isBoundary
        if !isBoundary, let frame, let other = frame.otherSize, frame.count == frame.size {
            held.withUnsafeBytes { keep($0[...]) }
            place = .frame(other - frame.size - held.count)
        } else {
            endFrame(isCertain: isBoundary)
            place = isBoundary ? beginFrame() : .over
        }
        held = []
    }

    /// Begins the frame whose header is in ``held``. Returns where the bytes after the header belong.
    private mutating func beginFrame() -> Place {
        let (idLength, version) = (idLength, version)
        let sizes = held.withUnsafeBytes { bytes in
            Id3Tag.isFrameID(bytes, at: 0, length: idLength) ? Id3Tag.sizes(bytes, at: idLength, version) : nil
        }
        guard let sizes else { return .over }
        let kind = Id3Tag.FrameKind(String(decoding: held[..<idLength], as: UTF8.self))
        let limit =
            switch kind {
            case nil: 0
            case .picture: pictureRoom - headerLength
            case .chapter: min(textRoom - headerLength, Self.maximumChapter)
            case .text, .link, .comment, .privateData, .contents:
                min(textRoom - headerLength, Id3Tag.maximumTextLength + Self.textMargin)
            }
        frame = Frame(
            kind: kind, size: sizes.usual, otherSize: sizes.other, start: kept.count, limit: max(limit, 0))
        if limit > 0 { kept += held }
        return .frame(sizes.usual)
    }

    /// Adds bytes to the content of ``frame``.
    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        guard let frame else { return }
        kept += bytes.prefix(max(frame.limit - frame.count, 0))
        self.frame?.count += bytes.count
    }

    /// Ends ``frame``, and drops it if there is no room for it. Drops an incomplete frame.
    /// - Parameter isCertain: whether something that may follow a frame follows the bytes of the frame. Otherwise, the
    ///   usual size counts.
    private mutating func endFrame(isCertain: Bool) {
        guard let frame = frame.take() else { return }
        let size = isCertain ? frame.count : frame.size
        let isPicture = frame.kind == .picture
        guard frame.limit > 0, frame.count >= size, !isPicture || size <= frame.limit else {
            return kept.removeSubrange(frame.start...)
        }
        let count = min(size, frame.limit)
        kept.removeSubrange((frame.start + headerLength + count)...)
        Self.write(
            count, to: &kept, at: frame.start + idLength, bytes: version == 2 ? 3 : 4, bits: version == 4 ? 7 : 8)
        if isPicture { pictureRoom -= headerLength + count } else { textRoom -= headerLength + count }
    }

    /// Writes a big-endian number whose bytes have `bits` bits each.
    private static func write(_ number: Int, to bytes: inout [UInt8], at place: Int, bytes count: Int, bits: Int) {
        for index in 0..<count {
            bytes[place + index] = UInt8(number >> ((count - 1 - index) * bits) & (1 << bits - 1))
        }
    }
}
