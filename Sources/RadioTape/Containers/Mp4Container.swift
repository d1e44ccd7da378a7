import RadioFormats

/// Writes AAC into an MP4 file.
///
/// The file is written in fragments (ISO/IEC 14496-12 §8.8), so that it can be played even if the program ends
/// unexpectedly. At the end, one `mdat` box replaces the boxes around all fragments, and a table of all frames follows,
/// so that programs without support for fragments can also read the file.
package struct Mp4Container: RecordingContainer {
    package let suffix = "m4a"

    private let format: MediaFormat
    private let movie: Mp4Movie
    private let fileType = Mp4Box.box("ftyp", Array("M4A ".utf8), Mp4Box.number(0), Array("M4A iso5isommp42".utf8))
    private let fragmentedMovie: [UInt8]
    private var frames = Mp4Movie.Frames()
    /// The size in bytes of each frame in the current fragment.
    private var sizes: [UInt32] = []
    private var sound: [UInt8] = []
    private var fragmentCount = 0
    private var frameCount = 0
    /// The number of bytes written after the header so far.
    private var byteCount = 0
    private var isFinished = false

    /// The greatest number of frames in the table: four and a half days at 44.1 kHz. A file with more frames stays in
    /// fragments.
    static let maximumFrames = 1 << 24
    /// The duration of a fragment's sound in seconds.
    static let fragment = 2

    /// Creates a container; nil if the stream is not AAC, or its headers do not state the number of channels.
    ///
    /// - Parameter first: the first packet.
    package init?(_ format: MediaFormat, first: UnsafeRawBufferPointer, tags: RecordingTags) {
        let config: [UInt8]
        switch format.framing {
        case .raw(let told): config = told
        case .adts:
            guard let header = AdtsHeader(first), header.channelConfiguration > 0 else { return nil }
            let (index, channels) = (header.sampleRateIndex, header.channelConfiguration)
            config = [(header.profile + 1) << 3 | index >> 1, (index & 1) << 7 | channels << 3]
        case .mpegAudio, .vorbis, .opus, .flac, .pcm: return nil
        }
        guard let read = AudioSpecificConfig(config), config.count < 64 else { return nil }
        self.format = format
        movie = Mp4Movie(
            config: config, sampleRate: read.sampleRate, channelCount: read.channelCount,
            frameLength: read.frameLength, tags: tags)
        fragmentedMovie = movie.box()
    }

    package var header: [UInt8] {
        // While recording, an empty box. When the recording ends, this box becomes the start of an `mdat` box that
        // contains all fragments.
        let start =
            isFinished
            ? Mp4Box.number(8 + fragmentedMovie.count + byteCount) + Array("mdat".utf8) : Mp4Box.box("free")
        return fileType + start + fragmentedMovie
    }

    /// Appends a frame without its ADTS header. Writes the current fragment once it has ``fragment`` seconds of sound.
    package mutating func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool {
        guard format.decodesLike(self.format) else { return false }
        var frame = packet.bytes[...]
        if case .adts = format.framing {
            guard let header = AdtsHeader(packet.bytes), header.blockCount == 1 else { return false }
            let length = header.hasChecksum ? AdtsHeader.length + 2 : AdtsHeader.length
            guard frame.count > length else { return false }
            frame = frame.dropFirst(length)
        }
        sizes.append(UInt32(frame.count))
        sound.append(contentsOf: frame)
        if sizes.count * movie.frameLength >= Self.fragment * movie.sampleRate { endFragment(&bytes) }
        return true
    }

    package mutating func finish(to bytes: inout [UInt8]) {
        endFragment(&bytes)
        // Offsets and the duration in the table have 32 bits. A file for which they are too small stays in fragments.
        guard frames.sizes.count == frameCount, header.count + byteCount < Int(UInt32.max),
            frameCount * movie.frameLength < Int(UInt32.max)
        else { return }
        isFinished = true
        bytes += movie.box(frames)
    }

    /// Writes the current fragment, and adds its frames to the table.
    private mutating func endFragment(_ bytes: inout [UInt8]) {
        guard !sizes.isEmpty else { return }
        fragmentCount += 1
        func movieFragment(_ offset: Int) -> [UInt8] {
            Mp4Box.box(
                "moof", Mp4Box.full("mfhd", Mp4Box.number(fragmentCount)),
                Mp4Box.box(
                    "traf", Mp4Box.full("tfhd", flags: 0x20000, Mp4Box.number(1)),
                    Mp4Box.full("tfdt", version: 1, Mp4Box.number(frameCount * movie.frameLength, 8)),
                    Mp4Box.full(
                        "trun", flags: 0x201, Mp4Box.number(sizes.count), Mp4Box.number(offset),
                        sizes.flatMap { Mp4Box.number(Int($0)) })))
        }
        let offset = movieFragment(0).count + 8
        bytes += movieFragment(offset) + Mp4Box.box("mdat", sound)
        if frames.sizes.count == frameCount, frameCount + sizes.count <= Self.maximumFrames {
            var place = UInt32(truncatingIfNeeded: header.count + byteCount + offset)
            for size in sizes {
                frames.offsets.append(place)
                place &+= size
            }
            frames.sizes += sizes
        }
        byteCount += offset + sound.count
        frameCount += sizes.count
        (sizes, sound) = ([], [])
    }
}
