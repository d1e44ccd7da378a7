import Glibc
import RadioFormats

/// The ID3v2 tag that a file begins with, also one with pictures, which is longer than what players are handed on
/// (`AudioFraming.maximumKeptTag`). No I/O but for `read(_:)`.
package struct LeadingTag: Sendable {
    /// Of a longer tag the rest is left out: texts usually stand before pictures.
    package static let maximumLength = 1 << 20

    private var bytes: [UInt8] = []
    private var missing = Id3Tag.headerLength

    package init() {}

    /// The tag; nil where there is none, or some of it is still to come.
    package var whole: [UInt8]? { missing == 0 && !bytes.isEmpty ? bytes : nil }

    /// Bytes of the file, from its first one on.
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

    private mutating func readLength() {
        guard let length = bytes.withUnsafeBytes({ Id3Tag.length(of: $0) }) else { return bytes = [] }
        missing = min(length, Self.maximumLength) - bytes.count
    }

    /// The tag of a file of this machine; nil where there is none. Blocks as long as the disk does.
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
