import RadioFormats

/// The `moov` box of a file with one track of AAC (ISO/IEC 14496-12 §8.2, 14496-14 §5.6).
struct Mp4Movie {
    let config: [UInt8]
    let sampleRate: Int
    let channelCount: Int
    /// The number of samples per channel in a frame.
    let frameLength: Int
    let tags: RecordingTags

    /// The table of all frames, which is complete when the recording ends.
    struct Frames {
        /// The size of each frame in bytes.
        var sizes: [UInt32] = []
        /// The offset of each frame in the file. In terms of MP4, each frame is a chunk of its own.
        var offsets: [UInt32] = []
    }

    /// Returns the `moov` box.
    ///
    /// - Parameter frames: the table of all frames; nil if they are in fragments after the box.
    func box(_ frames: Frames? = nil) -> [UInt8] {
        let duration = (frames?.sizes.count ?? 0) * frameLength
        let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap { Mp4Box.number($0) }
        let dates = Mp4Box.number(0, 8)
        let movie = Mp4Box.full(
            "mvhd", dates, Mp4Box.number(sampleRate), Mp4Box.number(duration),
            Mp4Box.number(0x10000), Mp4Box.number(0x100, 2), Mp4Box.number(0, 10), matrix, Mp4Box.number(0, 24),
            Mp4Box.number(2))
        let track = Mp4Box.full(
            "tkhd", flags: 7, dates, Mp4Box.number(1), Mp4Box.number(0), Mp4Box.number(duration),
            Mp4Box.number(0, 12), Mp4Box.number(0x100, 2), Mp4Box.number(0, 2), matrix, Mp4Box.number(0, 8))
        let media = Mp4Box.box(
            "mdia",
            Mp4Box.full(
                "mdhd", dates, Mp4Box.number(sampleRate), Mp4Box.number(duration),
                Mp4Box.number(0x55C4, 2), Mp4Box.number(0, 2)),
            Mp4Box.full("hdlr", Mp4Box.number(0), Array("soun".utf8), Mp4Box.number(0, 12), [0]),
            Mp4Box.box(
                "minf", Mp4Box.full("smhd", Mp4Box.number(0)),
                Mp4Box.box("dinf", Mp4Box.full("dref", Mp4Box.number(1), Mp4Box.full("url ", flags: 1))),
                Mp4Box.box("stbl", description, tables(frames ?? Frames()))))
        let fragments = Mp4Box.box(
            "mvex",
            Mp4Box.full(
                "trex", Mp4Box.number(1), Mp4Box.number(1), Mp4Box.number(frameLength), Mp4Box.number(0),
                // The default flags of samples: no frame depends on another one.
                Mp4Box.number(0x0200_0000)))
        return Mp4Box.box("moov", movie, Mp4Box.box("trak", track, media), frames == nil ? fragments : [], userData)
    }

    private var description: [UInt8] {
        let decoder = Mp4Box.descriptor(
            4, [0x40, 0x15], Mp4Box.number(0, 11), Mp4Box.descriptor(5, config))
        let stream = Mp4Box.descriptor(3, Mp4Box.number(1, 2), [0], decoder, Mp4Box.descriptor(6, [2]))
        let entry = Mp4Box.box(
            "mp4a", Mp4Box.number(0, 6), Mp4Box.number(1, 2), Mp4Box.number(0, 8), Mp4Box.number(channelCount, 2),
            Mp4Box.number(16, 2), Mp4Box.number(0, 4), Mp4Box.number(min(sampleRate, 0xFFFF) << 16),
            Mp4Box.full("esds", stream))
        return Mp4Box.full("stsd", Mp4Box.number(1), entry)
    }

    private func tables(_ frames: Frames) -> [UInt8] {
        let count = frames.sizes.count
        let times = count == 0 ? Mp4Box.number(0) : [1, count, frameLength].flatMap { Mp4Box.number($0) }
        let chunks = count == 0 ? Mp4Box.number(0) : [1, 1, 1, 1].flatMap { Mp4Box.number($0) }
        return Mp4Box.full("stts", times) + Mp4Box.full("stsc", chunks)
            + Mp4Box.full(
                "stsz", Mp4Box.number(0), Mp4Box.number(count), frames.sizes.flatMap { Mp4Box.number(Int($0)) })
            + Mp4Box.full("stco", Mp4Box.number(count), frames.offsets.flatMap { Mp4Box.number(Int($0)) })
    }

    /// The `udta` box: the tags in the form that iTunes uses.
    private var userData: [UInt8] {
        var list: [UInt8] = []
        func add(_ name: String, _ type: Int, _ bytes: [UInt8]) {
            list += Mp4Box.box(name, Mp4Box.box("data", Mp4Box.number(type), Mp4Box.number(0), bytes))
        }
        for (name, text) in [
            ("\u{A9}nam", tags.title ?? tags.station), ("\u{A9}ART", tags.artist), ("\u{A9}alb", tags.album),
            ("\u{A9}day", tags.date),
        ] {
            if let text, !text.isEmpty { add(name, 1, Array(text.prefix(Self.maximumText).utf8)) }
        }
        if let cover = tags.cover, let type = ["image/jpeg": 13, "image/png": 14][cover.mimeType] {
            add("covr", type, cover.bytes)
        }
        let handler = Mp4Box.full(
            "hdlr", Mp4Box.number(0), Array("mdirappl".utf8), Mp4Box.number(0, 8), [0])
        return Mp4Box.box("udta", Mp4Box.full("meta", handler, Mp4Box.box("ilst", list)))
    }

    /// The largest number of characters of a text. A longer text is cut off.
    private static let maximumText = 1024
}
