/// A `moof` box and the `mdat` box that follows it. The properties choose among the ways in which packagers write these
/// boxes.
package struct Mp4Fragment {
    /// The place from which a fragment's data offsets count.
    package enum Base {
        /// The beginning of the `moof` box, as HLS requires.
        case moof
        /// The beginning of the `moof` box, stated as this offset in the file (`base-data-offset` of `tfhd`).
        case file(UInt64)
        /// The beginning of the data, stated as this offset in the file (`base-data-offset` of `tfhd`).
        case data(UInt64)
        /// No place is stated. Offsets count from the `moof` box for the first track, and from the end of the previous
        /// track's data for others.
        case implied
    }

    /// Consecutive samples of one track, which a `trun` box describes.
    package struct Run {
        package var samples: [[UInt8]]
        /// The duration of each sample in units of the timescale, or nil if the `trun` box states none.
        package var durations: [UInt32]?
        /// Whether the `trun` box states the size of each sample.
        package var hasSizes = true
        package var hasFlags = false
        package var offsets: [Int32]?
        package var hasFirstFlags = false
        package var hasDataOffset = true
        /// The number of unused bytes before the run's samples in the `mdat` box.
        package var gap = 0
        /// A wrong sample count for the `trun` box. Nil means the right one.
        package var sampleCount: UInt32?

        package init(_ samples: [[UInt8]]) { self.samples = samples }
    }

    package struct Track {
        package var id: UInt32 = 1
        package var runs: [Run]
        /// The time in the `tfdt` box, or nil for no such box.
        package var time: UInt64?
        package var isLongTime = true
        package var defaultDuration: UInt32?
        package var defaultSize: UInt32?
        package var entry: UInt32?
        package var hasDefaultFlags = false

        package init(_ runs: [Run], time: UInt64? = 0) {
            self.runs = runs
            self.time = time
        }
    }

    package var tracks: [Track]
    package var base = Base.moof
    /// Unused bytes after the last sample in the `mdat` box.
    package var trailing: [UInt8] = []
    /// Whether the `mdat` box states the size 0, which means that it reaches to the end of the file.
    package var isOpen = false
    /// Whether the `mdat` box has a 64-bit size.
    package var isLong = false
    /// Bytes between the `moof` box and the `mdat` box.
    package var between: [UInt8] = []

    package init(_ tracks: [Track]) { self.tracks = tracks }

    /// Creates a fragment with one run of one track.
    package init(_ samples: [[UInt8]], time: UInt64? = 0, duration: UInt32? = 1024) {
        var track = Track([Run(samples)], time: time)
        track.defaultDuration = duration
        tracks = [track]
    }

    package var bytes: [UInt8] {
        // The length of the `moof` box does not depend on the offsets in it, so a first pass with any offset can
        // measure it.
        let length = moof(dataStart: 0).count
        let dataStart = length + between.count + (isLong ? 16 : 8)
        let content = tracks.flatMap {
            $0.runs.flatMap { Array(repeating: 0xEE, count: $0.gap) + $0.samples.flatMap { $0 } }
        }
        let body = content + trailing
        let data =
            isOpen
            ? Mp4Maker.openBox("mdat", body) : isLong ? Mp4Maker.longBox("mdat", body) : Mp4Maker.box("mdat", body)
        return moof(dataStart: dataStart) + between + data
    }

    private func moof(dataStart: Int) -> [UInt8] {
        var position = dataStart
        // The place from which offsets count, relative to the beginning of the `moof` box.
        var origin = 0
        var boxes: [UInt8] = []
        for track in tracks {
            if case .data = base { origin = dataStart }
            boxes += fragment(track, origin: origin, position: &position)
            if case .implied = base { origin = position }
        }
        return Mp4Maker.box("moof", Mp4Maker.fullBox("mfhd", Mp4Maker.big(UInt32(1))), boxes)
    }

    private func fragment(_ track: Track, origin: Int, position: inout Int) -> [UInt8] {
        var flags: UInt32 = 0
        var fields: [UInt8] = []
        switch base {
        case .moof: flags |= 0x20000
        case .file(let place), .data(let place):
            flags |= 1
            fields += Mp4Maker.big(place)
        case .implied: break
        }
        for (flag, value) in [(2, track.entry), (8, track.defaultDuration), (16, track.defaultSize)]
            as [(UInt32, UInt32?)]
        {
            guard let value else { continue }
            flags |= flag
            fields += Mp4Maker.big(value)
        }
        if track.hasDefaultFlags {
            flags |= 0x20
            fields += Mp4Maker.big(UInt32(0x0200_0000))
        }
        var boxes = Mp4Maker.fullBox("tfhd", flags: flags, Mp4Maker.big(track.id), fields)
        if let time = track.time {
            boxes += Mp4Maker.fullBox(
                "tfdt", version: track.isLongTime ? 1 : 0,
                track.isLongTime ? Mp4Maker.big(time) : Mp4Maker.big(UInt32(truncatingIfNeeded: time)))
        }
        for run in track.runs {
            position += run.gap
            boxes += box(run, offset: position - origin)
            position += run.samples.reduce(0) { $0 + $1.count }
        }
        return Mp4Maker.box("traf", boxes)
    }

    private func box(_ run: Run, offset: Int) -> [UInt8] {
        var flags: UInt32 = 0
        var body = Mp4Maker.big(run.sampleCount ?? UInt32(run.samples.count))
        if run.hasDataOffset {
            flags |= 1
            body += Mp4Maker.big(Int32(offset))
        }
        if run.hasFirstFlags {
            flags |= 4
            body += Mp4Maker.big(UInt32(0x0200_0000))
        }
        if run.durations != nil { flags |= 0x100 }
        if run.hasSizes { flags |= 0x200 }
        if run.hasFlags { flags |= 0x400 }
        if run.offsets != nil { flags |= 0x800 }
        for (index, sample) in run.samples.enumerated() {
            if let durations = run.durations { body += Mp4Maker.big(durations[index]) }
            if run.hasSizes { body += Mp4Maker.big(UInt32(sample.count)) }
            if run.hasFlags { body += Mp4Maker.big(UInt32(0x0101_0000)) }
            if let offsets = run.offsets { body += Mp4Maker.big(offsets[index]) }
        }
        return Mp4Maker.fullBox("trun", version: 1, flags: flags, body)
    }
}
