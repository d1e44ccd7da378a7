/// The positions of one track's samples, according to a `moof` box (ISO/IEC 14496-12 §8.8.4).
///
/// The table rows that describe the samples stay in the box's bytes, and are read one at a time. Whatever a box claims,
/// the memory is limited to the box's bytes and ``maximumRuns`` runs.
struct MovieFragment {
    /// Maximum number of runs (`trun` boxes); a fragment with more is treated as damaged.
    static let maximumRuns = 4096

    /// The fragment's runs, sorted by position.
    private var runs: [SampleRun] = []
    /// Decoding time at the end of the fragment's last sample, in units of the track's timescale; nil if unknown.
    private(set) var nextTime: Int64?
    /// Lowest base data offset in the box that is a position in the file; nil if all base offsets are relative to the
    /// fragment.
    private var absoluteBase: Int?
    /// Offset of the `moof` box in the segment.
    private var start = 0
    /// True if a part of the `moof` box could not be read.
    private(set) var isDamaged = false

    // The next sample's run, index in the run, offset in the segment and decoding time.
    private var runIndex = 0
    private var sampleIndex = 0
    private var position = 0
    private var time: Int64?
    /// True once ``settle(data:)`` found that the first sample lies inside an `mdat` box.
    private var isSettled = false

    /// Reads a `moof` box. Drops the remaining samples of the previous `moof` box.
    /// - Parameters:
    ///   - nextTime: decoding time at the end of the previous fragment, used if this fragment has no `tfdt` box.
    mutating func read(
        _ body: UnsafeRawBufferPointer, header: BoxHeader, track: Mp4Track, nextTime: Int64?
    ) {
        clear()
        self.nextTime = nextTime
        start = header.offset
        // §8.8.7: if a track states no base offset, its samples follow those of the fragment's previous track.
        var dataEnd = start
        var reader = BoxReader(body)
        while let box = reader.next() {
            guard box.type == "traf" else { continue }
            let place = box.body.baseAddress.map { body.baseAddress!.distance(to: $0) } ?? 0
            if !readTrack(box.body, at: place, in: body, track: track, dataEnd: &dataEnd) { isDamaged = true }
        }
        if zip(runs, runs.dropFirst()).contains(where: { $0.position > $1.position }) {
            runs.sort { $0.position < $1.position }
        }
        enterRun(0)
    }

    mutating func clear() {
        runs.removeAll(keepingCapacity: true)
        absoluteBase = nil
        nextTime = nil
        isDamaged = false
        isSettled = false
        enterRun(0)
    }

    /// Returns the next sample; nil after the last. Skips samples with a size of 0.
    mutating func next(in body: UnsafeRawBufferPointer) -> Mp4Sample? {
        while runIndex < runs.count {
            let run = runs[runIndex]
            // If the default size of a run's samples is 0 and its rows state no sizes, all its samples are empty. There
            // may be almost 2^32 empty samples, so the whole run is skipped at once.
            guard sampleIndex < run.count, !(run.defaults.size == 0 && !run.fields.contains(.size)) else {
                enterRun(runIndex + 1)
                continue
            }
            let row = run.row(sampleIndex, in: body)
            let sample = Mp4Sample(
                position: position, size: Int(row.size),
                time: time.flatMap { Self.sum($0, Int64(row.compositionOffset)) },
                description: run.defaults.description)
            sampleIndex += 1
            position += sample.size
            time = time.flatMap { Self.sum($0, Int64(row.duration)) }
            if sample.size > 0 { return sample }
        }
        return nil
    }

    /// Moves to the next run. The demuxer calls this method if it has already passed the bytes of a sample of the
    /// current run.
    mutating func dropRun() { enterRun(runIndex + 1) }

    /// Corrects the samples' positions if they count from the beginning of a larger file from which the segment was
    /// cut.
    ///
    /// Such positions place the first sample outside `data`. The base offset of all samples is then replaced by the
    /// beginning of the fragment, or else by the beginning of `data`: whichever places the first sample inside `data`.
    /// - Parameter data: the range of the next `mdat` box's body, as offsets in the segment.
    /// - Returns: true if the positions were corrected; ``next(in:)`` then starts again with the first sample.
    mutating func settle(data: Range<Int>) -> Bool {
        guard !isSettled, let first = runs.first else { return false }
        isSettled = data.contains(first.position)
        guard !isSettled, let base = absoluteBase else { return false }
        for place in [start, data.lowerBound] where data.contains(first.position - base + place) {
            for index in runs.indices { runs[index].position += place - base }
            isSettled = true
            enterRun(0)
            return true
        }
        return false
    }

    // MARK: Reading

    /// Reads a `traf` box: the runs of one track. Returns false if a part of the box could not be read.
    private mutating func readTrack(
        _ traf: UnsafeRawBufferPointer, at place: Int, in body: UnsafeRawBufferPointer, track: Mp4Track,
        dataEnd: inout Int
    ) -> Bool {
        guard let header = BoxReader.first("tfhd", in: traf) else { return false }
        var reader = ByteReader(header)
        let flags = reader.read(UInt32.self)
        let isOurs = reader.read(UInt32.self) == track.id
        var defaults = isOurs ? track.defaults : SampleDefaults()
        var base = dataEnd
        if flags & 0x1 != 0 {
            guard let told = Int(exactly: reader.read(UInt64.self)), told <= .max / 4 else { return false }
            base = told
            absoluteBase = min(absoluteBase ?? told, told)
        } else if flags & 0x20000 != 0 {
            base = start
        }
        if flags & 0x2 != 0 { defaults.description = reader.read(UInt32.self) }
        if flags & 0x8 != 0 { defaults.duration = reader.read(UInt32.self) }
        if flags & 0x10 != 0 { defaults.size = reader.read(UInt32.self) }
        guard !reader.isExhausted else { return false }
        var time = isOurs ? (BoxReader.first("tfdt", in: traf).map { Self.decodeTime($0) } ?? nextTime) : nil
        dataEnd = base
        var boxes = BoxReader(traf)
        while let box = boxes.next() {
            guard box.type == "trun" else { continue }
            let table = place + (box.body.baseAddress.map { traf.baseAddress!.distance(to: $0) } ?? 0)
            guard var run = Self.run(box.body, at: table, base: base, dataEnd: dataEnd, defaults: defaults),
                let total = run.total(in: body),
                let end = Self.sum(Int64(run.position), Int64(total.byteCount)), end <= Int64.max / 2
            else { return false }
            dataEnd = Int(end)
            guard isOurs else { continue }
            guard runs.count < Self.maximumRuns else { return false }
            run.time = time
            time = time.flatMap { Self.sum($0, total.duration) }
            runs.append(run)
        }
        if isOurs { nextTime = time }
        return true
    }

    /// Reads a `trun` box. Returns nil if the box is incomplete, or states impossible values.
    /// - Parameters:
    ///   - place: offset of the `trun` box's body in the body of the `moof` box.
    private static func run(
        _ trun: UnsafeRawBufferPointer, at place: Int, base: Int, dataEnd: Int, defaults: SampleDefaults
    ) -> SampleRun? {
        var reader = ByteReader(trun)
        let flags = reader.read(UInt32.self)
        let count = Int(reader.read(UInt32.self))
        var position = dataEnd
        if flags & 0x1 != 0 { position = base + Int(reader.read(Int32.self)) }
        if flags & 0x4 != 0 { reader.skip(4) }
        let fields = SampleRun.Fields(rawValue: flags).intersection(.all)
        guard !reader.isExhausted, position >= 0, count <= reader.remaining / max(fields.width, 1) || fields.isEmpty
        else { return nil }
        return SampleRun(
            position: position, count: count, fields: fields, table: place + reader.position, defaults: defaults)
    }

    /// Returns the decoding time in a `tfdt` box (§8.8.12); nil if it is out of range.
    private static func decodeTime(_ body: UnsafeRawBufferPointer) -> Int64? {
        var reader = ByteReader(body)
        let isLong = reader.read(UInt32.self) >> 24 == 1
        let time = isLong ? Int64(exactly: reader.read(UInt64.self)) : Int64(reader.read(UInt32.self))
        return reader.isExhausted ? nil : time
    }

    private static func sum(_ left: Int64, _ right: Int64) -> Int64? {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? nil : sum
    }

    /// Moves to the first sample of the run at `index`.
    private mutating func enterRun(_ index: Int) {
        runIndex = index
        sampleIndex = 0
        guard index < runs.count else { return }
        position = runs[index].position
        time = runs[index].time
    }
}
