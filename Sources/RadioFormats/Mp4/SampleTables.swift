/// Where the samples of a track lie in a movie without fragments (ISO/IEC 14496-12 §8.6, §8.7).
///
/// The tables stay in the bytes of the `moov` box; these are the places of their rows.
struct SampleTables: Hashable, Sendable {
    private struct Table: Hashable, Sendable {
        /// In the `moov` box's body.
        var start: Int
        /// Rows, as many as there are bytes for.
        var count: Int
    }

    /// Durations (`stts`): samples, duration of each.
    private var durations: Table
    /// Chunks of equal sample counts (`stsc`): number of the first, samples in each, sample entry.
    private var groups: Table
    /// Places of chunks (`stco`, `co64`).
    private var chunks: Table
    private var hasLongOffsets: Bool
    /// Sizes (`stsz`).
    private var sizes: Table
    /// Of every sample; 0 where the table tells them.
    private var fixedSize: Int
    private var sampleCount: Int

    // What comes next.
    private var sample = 0
    private var chunk = -1
    private var group = 0
    private var leftInChunk = 0
    private var position = 0
    private var description: UInt32 = 1
    private var durationRow = -1
    private var leftOfDuration = 0
    private var duration: Int64 = 0
    private var time: Int64? = 0

    /// - Returns: nil where tables are missing or empty, as in a movie of fragments.
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
        guard !reader.isExhausted, sampleCount > 0, groups.count > 0, chunks.count > 0 else { return nil }
    }

    private static func table(
        _ body: UnsafeRawBufferPointer, countAt: Int = 4, width: Int, in movie: UnsafeRawBufferPointer
    ) -> Table {
        var reader = ByteReader(body, at: countAt)
        let count = Int(reader.read(UInt32.self))
        let place = body.baseAddress.map { movie.baseAddress!.distance(to: $0) } ?? 0
        return Table(start: place + reader.position, count: min(count, reader.remaining / width))
    }

    /// The next sample; nil when all were given. Samples of no bytes are passed.
    /// - Parameter movie: the body of the `moov` box.
    mutating func next(in movie: UnsafeRawBufferPointer) -> Mp4Sample? {
        while sample < sampleCount {
            if leftInChunk == 0 {
                guard enterChunk(movie) else { break }
                continue
            }
            let size = fixedSize > 0 ? fixedSize : Int(read(UInt32.self, sizes.start + 4 * sample, movie))
            let found = Mp4Sample(position: position, size: size, time: time, description: description)
            sample += 1
            leftInChunk -= 1
            guard let end = Self.sum(Int64(position), Int64(size)) else { break }
            position = Int(end)
            advanceTime(movie)
            if size > 0 { return found }
        }
        sample = sampleCount
        return nil
    }

    /// What is left lies where nothing can be read any more.
    mutating func drop() { sample = sampleCount }

    private mutating func enterChunk(_ movie: UnsafeRawBufferPointer) -> Bool {
        chunk += 1
        guard chunk < chunks.count else { return false }
        while group + 1 < groups.count, Int(read(UInt32.self, groups.start + 12 * (group + 1), movie)) <= chunk + 1 {
            group += 1
        }
        leftInChunk = Int(read(UInt32.self, groups.start + 12 * group + 4, movie))
        description = read(UInt32.self, groups.start + 12 * group + 8, movie)
        if hasLongOffsets {
            guard let place = Int(exactly: read(UInt64.self, chunks.start + 8 * chunk, movie)) else { return false }
            position = place
        } else {
            position = Int(read(UInt32.self, chunks.start + 4 * chunk, movie))
        }
        return true
    }

    private mutating func advanceTime(_ movie: UnsafeRawBufferPointer) {
        while leftOfDuration == 0, durationRow + 1 < durations.count {
            durationRow += 1
            leftOfDuration = Int(read(UInt32.self, durations.start + 8 * durationRow, movie))
            duration = Int64(read(UInt32.self, durations.start + 8 * durationRow + 4, movie))
        }
        leftOfDuration = max(leftOfDuration - 1, 0)
        time = time.flatMap { Self.sum($0, duration) }
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
