/// Reads the comments of each link of an Ogg chain (RFC 3533). Skips the sound: page headers state how long the pages
/// are.
///
/// The caller reads the file, and need not read the bytes that are skipped.
///
/// ``OggLink`` reads the header pages, as in a player. The comments are therefore those of the logical stream that a
/// player would play. Bytes that belong to no page, and damaged comments, are skipped.
package final class OggSkimmer {
    /// The first five bytes of a page: the signature, and the version 0.
    private static let sign = Array("OggS".utf8) + [0]
    /// Length in bytes of a page header without the segment table at its end.
    private static let fixedHeader = 27

    /// The part of the stream that the next byte belongs to.
    private enum Place {
        /// In the header of a page, or before it.
        case header
        /// In the body of a page that is read. The value is the number of the body's bytes still to come.
        case page(Int)
        /// In the body of a page that is skipped. The value is the number of the body's bytes still to come.
        case passing(Int)
    }

    private var place = Place.header
    /// The bytes of the current page header that have arrived so far.
    private var held: [UInt8] = []
    /// Finds the header pages and reads the link's comments; nil once they were read. Then all pages up to the next
    /// link are skipped.
    private var reader: (pages: OggPages, link: OggLink)?
    /// True if the previous page was not the first page of a logical stream. A first page that follows begins a new
    /// link.
    private var hasBegun = true

    package init() {}

    /// Number of the stream's next bytes that the caller may skip without reading them.
    package var soundDue: Int { if case .passing(let left) = place { left } else { 0 } }

    /// Number of bytes that the caller should read next. They reach to the end of the page, or of the page header, as
    /// far as its length is known.
    package var due: Int {
        switch place {
        case .header: headerLength - held.count
        case .page(let left): left
        case .passing(let left): left + Self.fixedHeader
        }
    }

    /// Continues after `count` bytes, at most ``soundDue``, that the caller skipped.
    package func skipSound(_ count: Int) {
        guard case .passing(let left) = place else { return }
        precondition(count <= left, "more than was due")
        place = count < left ? .passing(left - count) : .header
    }

    /// Takes the next bytes.
    /// - Parameter take: receives a link's comments in the form that ``VorbisComment`` reads.
    package func feed(_ bytes: UnsafeRawBufferPointer, _ take: ([UInt8]) -> Void) {
        var rest = bytes
        while !rest.isEmpty {
            switch place {
            case .header:
                held.append(contentsOf: Self.first(headerLength - held.count, of: &rest))
                findSign()
                if held.count == headerLength { readHeader(take) }
            case .page(let left):
                let body = Self.first(left, of: &rest)
                place = body.count < left ? .page(left - body.count) : .header
                read(body, take)
            case .passing(let left): skipSound(Self.first(left, of: &rest).count)
            }
        }
    }

    /// Removes up to `count` bytes from the front of `rest` and returns them.
    private static func first(_ count: Int, of rest: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let taken = min(count, rest.count)
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[taken...]) }
        return UnsafeRawBufferPointer(rebasing: rest[..<taken])
    }

    // MARK: Pages

    /// Length of the current page header in bytes. Until ``held`` contains the header's fixed part, only the length of
    /// that part.
    private var headerLength: Int {
        held.count < Self.fixedHeader ? Self.fixedHeader : Self.fixedHeader + Int(held[Self.fixedHeader - 1])
    }

    /// Removes bytes from the front of ``held`` until it begins with a page signature, or with the beginning of one.
    private func findSign() {
        while !held.starts(with: Self.sign.prefix(held.count)) {
            held.removeFirst(held.dropFirst().firstIndex(of: Self.sign[0]) ?? held.count)
        }
    }

    /// Decides whether the page is read or skipped. Called once ``held`` contains the whole page header.
    private func readHeader(_ take: ([UInt8]) -> Void) {
        let body = held[Self.fixedHeader...].reduce(0) { $0 + Int($1) }
        place = body > 0 ? .page(body) : .header
        if isWanted {
            held.withUnsafeBytes { read($0, take) }
        } else if body > 0 {
            place = .passing(body)
        }
        held.removeAll(keepingCapacity: true)
    }

    /// Whether the page whose header is in ``held`` may contain the comments of the played stream. Creates ``reader``
    /// at the beginning of a link, and removes it at the beginning of the link's sound.
    private var isWanted: Bool {
        let isFirst = held[5] & 2 != 0
        defer { hasBegun = !isFirst }
        guard !isFirst else {
            if hasBegun { reader = (OggPages(), OggLink()) }
            return reader != nil
        }
        let serial = Int32(truncatingIfNeeded: number(at: 14, count: 4))
        guard let link = reader?.link, link.wants(serial) else { return false }
        // Header pages have granule position zero, and pages on which no packet ends have −1. A positive position means
        // that the link's sound has begun without comments, so no comments will follow.
        if number(at: 6, count: 8) > 0 { reader = nil }
        return reader != nil
    }

    /// Returns the little-endian number of `count` bytes at offset `start` of the page header in ``held``.
    private func number(at start: Int, count: Int) -> Int64 {
        held[start..<start + count].reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    private func read(_ bytes: UnsafeRawBufferPointer, _ take: ([UInt8]) -> Void) {
        guard let (pages, link) = reader else { return }
        pages.feed(bytes) { link.add($0) { _ in } }
        guard let comments = link.comments else { return }
        reader = nil
        take(comments)
    }
}
