/// Reads the comments of each link of an Ogg chain (RFC 3533), and passes over the sound unseen: page headers say how far
/// to go. No I/O.
///
/// The pages that are read go through the ``OggLink`` that plays, so that of streams side by side the player's counts. Bytes
/// that are no page are passed over up to the next one; a link whose comments are damaged has none.
package final class OggSkimmer {
    /// What a page begins with, its version included.
    private static let sign = Array("OggS".utf8) + [0]
    /// Bytes of a page's header before its lacing values.
    private static let fixedHeader = 27

    private enum Place {
        /// In the header of a page, or before it.
        case header
        /// In the body of a page that is read; so many bytes are missing.
        case page(Int)
        case passing(Int)
    }

    private var place = Place.header
    /// The header as far as it came.
    private var held: [UInt8] = []
    /// The link whose comments are still to come, and what finds its pages.
    private var reader: (pages: OggPages, link: OggLink)?
    /// The last page was not the first one of a stream.
    private var hasBegun = true

    package init() {}

    /// Bytes that come next and need not be looked at.
    package var soundDue: Int { if case .passing(let left) = place { left } else { 0 } }

    /// Bytes up to the next point at which something is known.
    package var due: Int {
        switch place {
        case .header: headerLength - held.count
        case .page(let left): left
        case .passing(let left): left + Self.fixedHeader
        }
    }

    /// Takes `count` bytes, at most ``soundDue``, that nobody looked at.
    package func skipSound(_ count: Int) {
        guard case .passing(let left) = place else { return }
        precondition(count <= left, "more than was due")
        place = count < left ? .passing(left - count) : .header
    }

    /// - Parameter take: comments, as ``VorbisComment`` reads them.
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

    private static func first(_ count: Int, of rest: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let taken = min(count, rest.count)
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[taken...]) }
        return UnsafeRawBufferPointer(rebasing: rest[..<taken])
    }

    // MARK: Pages

    /// Of the whole header, as far as that is known.
    private var headerLength: Int {
        held.count < Self.fixedHeader ? Self.fixedHeader : Self.fixedHeader + Int(held[Self.fixedHeader - 1])
    }

    private func findSign() {
        while !held.starts(with: Self.sign.prefix(held.count)) {
            held.removeFirst(held.dropFirst().firstIndex(of: Self.sign[0]) ?? held.count)
        }
    }

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

    private var isWanted: Bool {
        let isFirst = held[5] & 2 != 0
        defer { hasBegun = !isFirst }
        guard !isFirst else {
            if hasBegun { reader = (OggPages(), OggLink()) }
            return reader != nil
        }
        let serial = Int32(truncatingIfNeeded: number(at: 14, count: 4))
        guard let link = reader?.link, link.wants(serial) else { return false }
        // Pages of headers have zero, and those on which no packet ends have −1: sound came without comments before it.
        if number(at: 6, count: 8) > 0 { reader = nil }
        return reader != nil
    }

    /// A little-endian number of the header.
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
