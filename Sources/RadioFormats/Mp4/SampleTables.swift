/// The positions of a track's samples in a movie without fragments (ISO/IEC 14496-12 §8.6, §8.7).
///
/// The tables stay in the bytes of the `moov` box; this type keeps only where in these bytes each table begins.
struct SampleTables: Hashable, Sendable {
    /// Where the rows of one table are.
    private struct Table: Hashable, Sendable {
        /// Offset of the table's first row from the beginning of the `moov` box's body, in bytes.
        var start: Int
        /// Number of rows that the table states, limited to the number of rows that fit into its box.
        var count: Int
    }

    /// Durations (`stts`). Each row: number of samples, duration of each of these samples.
    private var durations: Table
    /// Groups of chunks with equal sample counts (`stsc`). Each row: number of the first chunk, samples per chunk,
    /// sample entry.
    private var groups: Table
    /// Positions of the chunks in the file (`stco`, `co64`). A chunk contains consecutive samples.
    private var chunks: Table
    private var hasLongOffsets: Bool
    /// Sizes of the samples (`stsz`).
    private var sizes: Table
    /// Size of every sample in bytes; 0 if ``sizes`` has the size of each sample.
    private var fixedSize: Int
    private var sampleCount: Int

    /// The next sample's position in each of the tables.
    private struct Cursor: Hashable, Sendable {
        var sample = 0
        var chunk = -1
        var group = 0
        var leftInChunk = 0
        var position = 0
        var description: UInt32 = 1
        var durationRow = -1
        var leftOfDuration: Int64 = 0
        var duration: Int64 = 0
        var time: Int64? = 0
    }

    private var cursor = Cursor()

    /// Finds the tables in the body of an `stbl` box.
    /// - Returns: nil if tables are missing or empty, as in a fragmented movie.
    init?(_ stbl: UnsafeRawBufferPointer, in movie: UnsafeRawBufferPointer) {
        guard let stts = BoxReader.first("stts", in: stbl), let stsc = BoxReader.first("stsc", in: stbl),
            let stsz = BoxReader.first("stsz", in: stbl)
        else { return nil }
        let short = BoxReader.first("stco", in: stbl)
        guard let offsets = short ?? BoxReader.first("co64", in: stbl) else { return nil }
        hasLongOffsets = short == nil
        var reader = ByteReader(stsz, at: 4)
        fixedSize = Int(reader.read(UInt32.self))
        sampleCount = Int(reader.read(UInt32.self))
        durations = Self.table(stts, width: 8, in: movie)
        groups = Self.table(stsc, width: 12, in: movie)
        chunks = Self.table(offsets, width: hasLongOffsets ? 8 : 4, in: movie)
        sizes = Self.table(stsz, countAt: 8, width: 4, in: movie)
        if fixedSize == 0 { sampleCount = min(sampleCount, sizes.count) }
        // If all samples have the same size, the table of sizes has no rows. Then nothing limits the number of samples
        // that the box states.
        guard !reader.isExhausted, sampleCount > 0, groups.count > 0, chunks.count > 0,
            fixedSize <= Fmp4Demuxer.maximumSample
        else { return nil }
    }

    /// Returns the table in a box's body. The number of rows is at offset `countAt` in the body, and the rows follow
    /// it.
    private static func table(
        _ body: UnsafeRawBufferPointer, countAt: Int = 4, width: Int, in movie: UnsafeRawBufferPointer
    ) -> Table {
        var reader = ByteReader(body, at: countAt)
        let count = Int(reader.read(UInt32.self))
        let place = body.baseAddress.map { movie.baseAddress!.distance(to: $0) } ?? 0
        return Table(start: place + reader.position, count: min(count, reader.remaining / width))
    }

    /// Presentation time of the next sample, in units of the track's timescale; nil if it overflows.
    var time: Int64? { cursor.time }

    /// Returns the total duration of all samples in units of the track's timescale; nil if it overflows.
    func duration(in movie: UnsafeRawBufferPointer) -> Int64? {
        var all = self
        all.cursor = Cursor()
        all.passTime(of: sampleCount, movie)
        return all.time
    }

    /// Moves to the sample that contains a time, or to the last sample if the time is later. Then moves back by `runUp`
    /// samples.
    /// - Parameters:
    ///   - target: the time in units of the track's timescale, before the edit list is applied.
    ///   - runUp: the number of samples to move back.
    ///   - movie: the body of the `moov` box.
    mutating func go(to target: Int64, runUp: Int, in movie: UnsafeRawBufferPointer) {
        var found: Int64 = 0
        var left = target
        for row in 0..<durations.count where left > 0 {
            let (count, each) = durationRow(row, movie)
            if each > 0, left / each < count {
                found += left / each
                break
            }
            found += count
            left -= count * each
        }
        go(toSample: max(Int(min(found, Int64(sampleCount - 1))) - runUp, 0), movie)
    }

    /// Moves to the sample with a number, counted from 0.
    private mutating func go(toSample number: Int, _ movie: UnsafeRawBufferPointer) {
        cursor = Cursor()
        passTime(of: number, movie)
        while cursor.sample < number {
            guard enterChunk(movie) else { return drop() }
            let count = min(number - cursor.sample, cursor.leftInChunk)
            cursor.sample += count
            cursor.leftInChunk -= count
            // Earlier chunks are passed as a whole. Only in the chunk that contains the sample `number`, adds the sizes
            // of the samples before it.
            guard cursor.sample == number, cursor.leftInChunk > 0 else { continue }
            var (bytes, overflow) = fixedSize.multipliedReportingOverflow(by: count)
            if fixedSize == 0 { bytes = (number - count..<number).reduce(0) { $0 + size(of: $1, movie) } }
            guard !overflow, let end = Self.sum(Int64(cursor.position), Int64(bytes)) else { return drop() }
            cursor.position = Int(end)
        }
    }

    /// Returns the next sample; nil after the last. Skips samples with a size of 0.
    /// - Parameter movie: the body of the `moov` box.
    mutating func next(in movie: UnsafeRawBufferPointer) -> Mp4Sample? {
        while cursor.sample < sampleCount {
            if cursor.leftInChunk == 0 {
                guard enterChunk(movie) else { break }
                continue
            }
            let size = size(of: cursor.sample, movie)
            let found = Mp4Sample(
                position: cursor.position, size: size, time: cursor.time, description: cursor.description)
            cursor.sample += 1
            cursor.leftInChunk -= 1
            guard let end = Self.sum(Int64(cursor.position), Int64(size)) else { break }
            cursor.position = Int(end)
            passTime(of: 1, movie)
            if size > 0 { return found }
        }
        drop()
        return nil
    }

    /// Drops all remaining samples. The demuxer calls this method once their bytes can no longer be read.
    mutating func drop() { cursor.sample = sampleCount }

    /// Moves to the first sample of the next chunk. Returns false if there is no further chunk.
    private mutating func enterChunk(_ movie: UnsafeRawBufferPointer) -> Bool {
        cursor.chunk += 1
        guard cursor.chunk < chunks.count else { return false }
        while cursor.group + 1 < groups.count,
            Int(read(UInt32.self, groups.start + 12 * (cursor.group + 1), movie)) <= cursor.chunk + 1
        {
            cursor.group += 1
        }
        cursor.leftInChunk = Int(read(UInt32.self, groups.start + 12 * cursor.group + 4, movie))
        cursor.description = read(UInt32.self, groups.start + 12 * cursor.group + 8, movie)
        if hasLongOffsets {
            guard let place = Int(exactly: read(UInt64.self, chunks.start + 8 * cursor.chunk, movie)) else {
                return false
            }
            cursor.position = place
        } else {
            cursor.position = Int(read(UInt32.self, chunks.start + 4 * cursor.chunk, movie))
        }
        return true
    }

    /// Advances the next sample's time by the durations of `count` samples.
    ///
    /// Samples that the table of durations does not list have the duration of the last listed sample.
    private mutating func passTime(of count: Int, _ movie: UnsafeRawBufferPointer) {
        var left = Int64(count)
        while left > 0 {
            while cursor.leftOfDuration == 0, cursor.durationRow + 1 < durations.count {
                cursor.durationRow += 1
                (cursor.leftOfDuration, cursor.duration) = durationRow(cursor.durationRow, movie)
            }
            let passed = cursor.leftOfDuration > 0 ? min(left, cursor.leftOfDuration) : left
            cursor.leftOfDuration = max(cursor.leftOfDuration - passed, 0)
            left -= passed
            // The product may overflow: the table may state almost 2^32 samples with a duration of almost 2^32 units.
            let (span, overflow) = passed.multipliedReportingOverflow(by: cursor.duration)
            cursor.time = overflow ? nil : cursor.time.flatMap { Self.sum($0, span) }
        }
    }

    private func durationRow(_ row: Int, _ movie: UnsafeRawBufferPointer) -> (count: Int64, each: Int64) {
        let place = durations.start + 8 * row
        return (Int64(read(UInt32.self, place, movie)), Int64(read(UInt32.self, place + 4, movie)))
    }

    private func size(of sample: Int, _ movie: UnsafeRawBufferPointer) -> Int {
        fixedSize > 0 ? fixedSize : Int(read(UInt32.self, sizes.start + 4 * sample, movie))
    }

    private func read<Number: FixedWidthInteger>(_: Number.Type, _ place: Int, _ movie: UnsafeRawBufferPointer)
        -> Number
    {
        var reader = ByteReader(movie, at: place)
        return reader.read(Number.self)
    }

    private static func sum(_ left: Int64, _ right: Int64) -> Int64? {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? nil : sum
    }
}
