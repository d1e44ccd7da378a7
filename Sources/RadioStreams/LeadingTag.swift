import Glibc
import RadioFormats

/// Collects the ID3v2 tag at the beginning of a file.
///
/// The tag may contain pictures, and may be longer than the longest tag that is kept while a stream plays
/// (`AudioFraming.maximumKeptTag`). Only `read(_:)` does I/O.
package struct LeadingTag: Sendable {
    /// The maximum number of bytes that are kept of a tag. A longer tag is cut off; its texts usually come before its
    /// pictures.
    package static let maximumLength = 1 << 20

    private var bytes: [UInt8] = []
    private var missing = Id3Tag.headerLength

    package init() {}

    /// The tag, or nil if the file has no tag or the tag is not complete yet.
    package var whole: [UInt8]? { missing == 0 && !bytes.isEmpty ? bytes : nil }

    /// Adds the next bytes of the file. The first call must begin with the first byte of the file.
    package mutating func feed(_ part: UnsafeRawBufferPointer) {
        var rest = part[...]
        while missing > 0, !rest.isEmpty {
            let taken = rest.prefix(missing)
            rest = rest.dropFirst(taken.count)
            bytes += taken
            missing -= taken.count
            if missing == 0, bytes.count == Id3Tag.headerLength { readLength() }
        }
    }

    /// Reads the tag's length from its header. If the bytes are not a tag's header, drops them.
    private mutating func readLength() {
        guard let length = bytes.withUnsafeBytes({ Id3Tag.length(of: $0) }) else { return bytes = [] }
        missing = min(length, Self.maximumLength) - bytes.count
    }

    /// Returns the tag of a local file, or nil if there is none. Blocks.
    package static func read(_ path: String) -> [UInt8]? {
        guard case .success(let file) = FileReader.open(path) else { return nil }
        defer { close(file.descriptor) }
        var tag = LeadingTag()
        var offset: Int64 = 0
        while tag.missing > 0, case .bytes(let more) = FileReader.read(file.descriptor, at: offset), !more.isEmpty {
            offset += Int64(more.count)
            more.withUnsafeBytes { tag.feed($0) }
        }
        return tag.whole
    }
}
