/// Makes the headers of a Vorbis stream (Vorbis I §4.2), also headers that no encoder writes.
package struct VorbisMaker {
    /// A codebook whose codes all have the same length.
    package struct Book: Sendable {
        package var dimensions: Int
        package var entries: Int
        /// 0 for a codebook without values, 1 or 2 for one with values of one bit each.
        package var lookup: Int

        package init(dimensions: Int = 1, entries: Int = 2, lookup: Int = 0) {
            (self.dimensions, self.entries, self.lookup) = (dimensions, entries, lookup)
        }
    }

    package var channels = 1
    package var sampleRate = 44_100
    /// The lengths of the short and the long window, as exponents of 2.
    package var windows = (short: 8, long: 11)
    /// The codebooks after the first one. The first one has two entries, and chooses the residue's class.
    package var books: [Book] = []
    /// The type of the residue.
    package var residue = 2
    /// The codebook of the residue's values; nil for a stream that is silent.
    package var residueBook: Int?

    package init(_ books: [Book] = [], change: (inout VorbisMaker) -> Void = { _ in }) {
        self.books = books
        change(&self)
    }

    package var identification: [UInt8] {
        var writer = BitWriter(.lowestFirst)
        writer.write(0, 32)
        writer.write(channels, 8)
        writer.write(sampleRate, 32)
        for _ in 0..<3 { writer.write(0, 32) }
        writer.write(windows.short, 4)
        writer.write(windows.long, 4)
        writer.write(1, 1)
        return Array("\u{1}vorbis".utf8) + writer.bytes
    }

    package var setup: [UInt8] {
        var writer = BitWriter(.lowestFirst)
        writer.write(books.count, 8)
        for book in [Book()] + books { Self.write(book, &writer) }
        // A placeholder; then a floor of type 1 without partitions, with values of seven bits.
        for (value, width) in [(0, 6), (0, 16), (0, 6), (1, 16), (0, 5), (1, 2), (4, 4)] { writer.write(value, width) }
        // A residue of one class. Its only partition has half as many values as a short window has samples.
        let count = 1 << (windows.short - 1)
        for (value, width) in [(0, 6), (residue, 16), (0, 24), (count, 24), (count - 1, 24), (0, 6), (0, 8)] {
            writer.write(value, width)
        }
        writer.write(residueBook == nil ? 0 : 1, 4)
        if let residueBook { writer.write(residueBook, 8) }
        // A mapping, and a mode with the short window.
        for (value, width) in [(0, 6), (0, 16), (0, 4), (0, 24), (0, 6), (0, 1), (0, 40)] { writer.write(value, width) }
        writer.write(1, 1)
        return Array("\u{5}vorbis".utf8) + writer.bytes
    }

    private static func write(_ book: Book, _ writer: inout BitWriter) {
        writer.write(0x564342, 24)
        writer.write(book.dimensions, 16)
        writer.write(book.entries, 24)
        // The codes are sorted by length, so their number is written once. The length of the first code comes before.
        func width(_ number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }
        writer.write(1, 1)
        writer.write(max(width(max(book.entries - 1, 0)) - 1, 0), 5)
        writer.write(book.entries, width(book.entries))
        writer.write(book.lookup, 4)
        guard book.lookup > 0 else { return }
        // The smallest value, the distance between values, the width of a value, and a flag.
        for (value, width) in [(0, 32), (0x6000_0001, 32), (0, 4), (0, 1)] { writer.write(value, width) }
        var count = book.entries * book.dimensions
        if book.lookup == 1 {
            // The largest number whose power with the number of dimensions is at most the number of entries.
            func power(_ root: Int) -> Int {
                (0..<book.dimensions).reduce(1) { power, _ in min(power * root, book.entries + 1) }
            }
            count =
                book.dimensions == 0 ? 0 : Array((1...max(book.entries, 1)).prefix { power($0) <= book.entries }).count
        }
        for _ in 0..<count { writer.write(0, 1) }
    }

    /// A packet of sound. Without a residue book it is silent, otherwise it has as many values as it can have.
    package var packet: [UInt8] {
        guard residueBook != nil else { return [0] }
        var writer = BitWriter(.lowestFirst)
        // A sound packet whose floor is used; the floor's two values; then the residue's class and values.
        for (value, width) in [(0, 1), (1, 1), (100, 7), (100, 7), (0, 1)] { writer.write(value, width) }
        for index in 0..<1 << (windows.short - 1) { writer.write(index, 1) }
        return writer.bytes
    }

    /// The stream's headers in Ogg pages, comments and setup in the same page, and pages with `count` packets of sound.
    package func stream(_ ogg: inout OggMaker, comments: [String] = ["TITLE=Title"], packets count: Int) -> [UInt8] {
        let comments = Array("\u{3}vorbis".utf8) + OggMaker.comments(comments) + [1]
        let samples = 1 << (windows.short - 1)
        return ogg.page([identification], granule: 0, isFirst: true) + ogg.page([comments, setup])
            + (0..<count).flatMap { ogg.page([packet], samples: $0 == 0 ? 0 : samples) }
    }
}
