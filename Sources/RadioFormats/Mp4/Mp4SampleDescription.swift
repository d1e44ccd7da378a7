/// How the samples of a sound track are coded: an entry of its `stsd` box (ISO/IEC 14496-12 §8.5.2, §12.2.3).
package struct Mp4SampleDescription: Hashable, Sendable {
    package enum Coding: Hashable, Sendable {
        /// Bare access units of AAC.
        case aac(AudioSpecificConfig, bytes: [UInt8])
        /// MPEG audio frames with their headers.
        case mpegAudio
        /// Opus packets.
        case opus(OpusHeader)
        /// FLAC frames.
        case flac(FlacStreamInfo)
        /// It cannot be decoded, or not read.
        case unusable(SegmentProblem)
    }

    /// The entry's name: `mp4a`, `ac-3`, `enca` …
    package var type: FourCharacterCode
    /// As the entry says it, which is often a guess; the coding knows better.
    package var channelCount: Int
    /// Samples a second as the entry says it; 0 where that does not fit into sixteen bits.
    package var sampleRate: Int
    /// Bits a second on average, where the `esds` box tells it.
    package var bitRate: Int?
    package var coding: Coding

    package var problem: SegmentProblem? {
        switch coding {
        case .aac, .mpegAudio, .opus, .flac: nil
        case .unusable(let problem): problem
        }
    }

    /// - Parameters:
    ///   - box: the entry.
    ///   - version: of the `stsd` box. In QuickTime's 0 an entry of version 1 has four more numbers, in 1 it has not.
    init(_ box: BoxReader.Box, version: UInt8) {
        type = box.type
        var reader = ByteReader(box.body, at: 8)
        let entryVersion = reader.read(UInt16.self)
        // Revision and vendor.
        reader.skip(6)
        channelCount = Int(reader.read(UInt16.self))
        // Bits, compression, packet size.
        reader.skip(6)
        sampleRate = Int(reader.read(UInt32.self) >> 16)
        // QuickTime File Format, Sound Sample Description (Version 1) and (Version 2).
        if entryVersion == 2 {
            reader.skip(4)
            let rate = Double(bitPattern: reader.read(UInt64.self))
            sampleRate = Int(exactly: rate.rounded()).flatMap { (1...768_000).contains($0) ? $0 : nil } ?? 0
            channelCount = Int(min(reader.read(UInt32.self), 255))
            reader.skip(20)
        } else if entryVersion == 1, version == 0 {
            reader.skip(16)
        }
        guard !reader.isExhausted else {
            coding = .unusable(.damaged("a sample entry that is cut off"))
            return
        }
        let children = reader.rest
        switch box.type {
        case "mp4a":
            coding = .mpegAudio
            readStream(children)
        case ".mp3", Self.microsoftMp3: coding = .mpegAudio
        case "Opus": coding = Self.opus(children)
        case "fLaC": coding = Self.flac(children)
        case "enca": coding = .unusable(.encrypted(Self.scheme(children)))
        case _: coding = .unusable(.unsupportedCodec(Self.name(box.type)))
        }
    }

    /// WAVE's number 0x55 for Layer III in a name of QuickTime's.
    private static let microsoftMp3 = FourCharacterCode(0x6D73_0055)

    private mutating func readStream(_ children: UnsafeRawBufferPointer) {
        // QuickTime packs it into `wave`.
        let wave = BoxReader.first("wave", in: children)
        guard let box = BoxReader.first("esds", in: children) ?? wave.flatMap({ BoxReader.first("esds", in: $0) }),
            let stream = ElementaryStreamDescriptor(box)
        else {
            coding = .unusable(.damaged("mp4a without a description of its stream"))
            return
        }
        bitRate = stream.bitRate
        switch stream.objectType {
        case 0x69, 0x6B: coding = .mpegAudio
        case 0x40, 0x66, 0x67, 0x68: coding = aac(stream)
        case let other: coding = .unusable(.unsupportedCodec(Self.name(objectType: other)))
        }
    }

    private func aac(_ stream: ElementaryStreamDescriptor) -> Coding {
        var bytes = stream.specificInfo
        if bytes.isEmpty, stream.objectType != 0x40,
            let index = (0..<13).first(where: { AudioSpecificConfig.rate(at: $0) == sampleRate })
        {
            // MPEG-2 AAC need not be described; its profile is in its number and the rest in the entry.
            let type = UInt8(stream.objectType - 0x65)
            bytes = [type << 3 | UInt8(index) >> 1, UInt8(index & 1) << 7 | UInt8(channelCount & 15) << 3]
        }
        guard let config = AudioSpecificConfig(bytes) else {
            return .unusable(.damaged("AAC without a readable AudioSpecificConfig"))
        }
        if let problem = config.problem { return .unusable(problem) }
        // MPEG audio within MPEG-4 (object types 32 to 34) is cut and packed anew there (14496-3 subpart 9).
        return config.objectType < 32 ? .aac(config, bytes: bytes) : .unusable(.unsupportedCodec("MP3 on MP4"))
    }

    /// `dOps` ("Encapsulation of Opus in ISO Base Media File Format", §4.3.2).
    private static func opus(_ children: UnsafeRawBufferPointer) -> Coding {
        guard let box = BoxReader.first("dOps", in: children), let header = OpusHeader(mp4: box) else {
            return .unusable(.damaged("Opus without a readable header"))
        }
        // RFC 7845 §5.1.1: of the other families nobody knows which channel is which.
        guard header.mappingFamily <= 1, header.channelCount <= 8 else {
            return .unusable(.unsupportedCodec("Opus of channel mapping family \(header.mappingFamily)"))
        }
        return .opus(header)
    }

    /// `dfLa` ("Encapsulation of FLAC in ISO Base Media File Format", §3.3.2): metadata blocks, STREAMINFO first.
    private static func flac(_ children: UnsafeRawBufferPointer) -> Coding {
        // Version and flags, then the block's header.
        guard let box = BoxReader.first("dfLa", in: children), box.count > 8, box[4] & 0x7F == 0,
            let info = FlacStreamInfo(UnsafeRawBufferPointer(rebasing: box[8...]))
        else { return .unusable(.damaged("FLAC without a readable STREAMINFO block")) }
        return .flac(info)
    }

    /// The scheme of Common Encryption (ISO/IEC 23001-7 §4, 14496-12 §8.12): `cenc`, `cbcs` …
    private static func scheme(_ children: UnsafeRawBufferPointer) -> String {
        guard let box = BoxReader.first(["sinf", "schm"], in: children) else { return "enca" }
        var reader = ByteReader(box, at: 4)
        let scheme = reader.readCode()
        return reader.isExhausted ? "enca" : "\(scheme)"
    }

    private static func name(_ type: FourCharacterCode) -> String {
        switch type {
        case "ac-3": "AC-3"
        case "ec-3": "E-AC-3"
        case "ac-4": "AC-4"
        case "alac": "ALAC"
        case "dtsc", "dtse", "dtsh", "dtsl", "dtsx": "DTS"
        case "samr", "sawb", "sawp": "AMR"
        case "mha1", "mha2", "mhm1", "mhm2": "MPEG-H"
        case "lpcm", "twos", "sowt", "raw ", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm": "PCM"
        case _: "\(type)"
        }
    }

    private static func name(objectType: UInt8) -> String {
        switch objectType {
        case 0xA5: return "AC-3"
        case 0xA6: return "E-AC-3"
        case 0xA9...0xAC: return "DTS"
        case 0xAD: return "Opus"
        case 0xDD: return "Vorbis"
        case _:
            let digits = String(objectType, radix: 16, uppercase: true)
            return "MPEG-4 object type 0x\(digits)"
        }
    }
}
