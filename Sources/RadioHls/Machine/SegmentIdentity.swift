import RadioFormats

/// Recognises the segments of an older version of a playlist in a newer version.
///
/// The sequence numbers should suffice (RFC 8216 §6.2.2), but some servers insert a segment that was missing, remove
/// one, or begin to count anew. All later segments then have other numbers. Their URIs and dates stay the same.
enum SegmentIdentity {
    /// Returns how much greater the newer version's numbers are than the older version's for the same segments; nil if
    /// the two have no segment in common.
    ///
    /// - Parameter known: the number of the newest segment whose sound was requested.
    static func renumbering(from old: SegmentWindow, to newer: MediaPlaylist, known: Int64?) -> Int64? {
        guard let newFirst = newer.segments.first?.sequence else { return nil }
        let newEnd = newFirst + Int64(newer.segments.count)
        let last = min(old.end, newEnd) - 1
        let pair = last >= newFirst ? old.segment(last).map { ($0, newer.segments[Int(last - newFirst)]) } : nil
        if let pair, isSame(pair.0, pair.1, names[0]), !areApart(pair.0, pair.1) { return 0 }
        let marks = [known, old.end - 1, old.first].compactMap { $0.flatMap(old.segment) }
        /// Returns the difference of the numbers, unless the newer version would then be older although its numbers
        /// are greater, as happens with URIs that are used again and again.
        func difference(_ new: MediaSegment, _ mark: MediaSegment) -> Int64? {
            let difference = new.sequence - mark.sequence
            return difference > 0 && newEnd - difference < old.end ? nil : difference
        }
        for name in names {
            if let pair, isSame(pair.0, pair.1, name), newer.segments.count(where: { isSame($0, pair.1, name) }) == 1 {
                return 0
            }
            for mark in marks where old.segments.count(where: { isSame($0, mark, name) }) == 1 {
                let found = newer.segments.filter { isSame($0, mark, name) }
                if found.count == 1, !areApart(found[0], mark), let found = difference(found[0], mark) { return found }
            }
        }
        // The URIs say nothing.
        for mark in [pair?.0].compactMap({ $0 }) + marks where mark.wallClock != nil {
            let found = newer.segments.first { $0.wallClock != nil && !areApart($0, mark) }
            if let found, let difference = difference(found, mark) { return difference }
        }
        return nil
    }

    private typealias Name = @Sendable (MediaSegment) -> Substring

    /// Ways to read a segment's name from its URI. Servers may change the query, or the folder too, in each version.
    private static let names: [Name] = [
        { $0.uri[...] }, { path($0.uri) }, { path($0.uri).split(separator: "/").last ?? "" },
    ]

    static func path(_ uri: String) -> Substring { uri.prefix { $0 != "?" && $0 != "#" } }

    private static func isSame(_ one: MediaSegment, _ other: MediaSegment, _ name: Name) -> Bool {
        name(one) == name(other) && one.byteRange == other.byteRange
    }

    /// Returns whether both segments have dates, and the dates are those of different segments.
    private static func areApart(_ one: MediaSegment, _ other: MediaSegment) -> Bool {
        guard let date = one.wallClock, let otherDate = other.wallClock else { return false }
        return max(date, otherDate) - min(date, otherDate) > MediaTime(flicks: max(one.span, other.span).flicks / 2)
    }
}
