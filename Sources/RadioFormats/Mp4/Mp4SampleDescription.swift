/// The encoding of a sound track's samples: an entry of the `stsd` box (ISO/IEC 14496-12 §8.5.2, §12.2.3).
package struct Mp4SampleDescription: Hashable, Sendable {
    /// An encoding, with the values that its decoder needs.
    package enum Coding: Hashable, Sendable {
        /// AAC access units without headers.
        case aac(AudioSpecificConfig, bytes: [UInt8])
        /// MPEG audio frames with their headers.
        case mpegAudio
        /// Opus packets.
        case opus(OpusHeader)
        /// FLAC frames.
        case flac(FlacStreamInfo)
        /// An encoding that Longwave cannot decode, or a damaged entry. The value is the reason.
        case unusable(SegmentProblem)
    }

    /// Type of the entry: `mp4a`, `ac-3`, `enca` …
    package var type: FourCharacterCode
    /// Number of channels according to the entry itself. This number is often wrong; prefer the number in ``coding``.
    package var channelCount: Int
    /// Samples per second according to the entry itself; 0 if the rate does not fit into sixteen bits.
    package var sampleRate: Int
    /// Average bits per second; nil if the `esds` box gives none.
    package var bitRate: Int?
    package var coding: Coding

    package var problem: SegmentProblem? {
        switch coding {
        case .aac, .mpegAudio, .opus, .flac: nil
        case .unusable(let problem): problem
        }
    }

    /// Reads a sample entry.
    /// - Parameters:
    ///   - box: the entry.
    ///   - version: version of the `stsd` box that contains the entry. Only in an `stsd` box of version 0, as in
    ///     QuickTime, does an entry of version 1 have four additional numbers.
    init(_ box: BoxReader.Box, version: UInt8) {
        type = box.type
        var reader = ByteReader(box.body, at: 8)
        let entryVersion = reader.read(UInt16.self)
        // Skips the revision and the vendor.
        reader.skip(6)
        channelCount = Int(reader.read(UInt16.self))
        // Skips the bits per sample, the compression and the packet size.
        reader.skip(6)
        sampleRate = Int(reader.read(UInt32.self) >> 16)
        // Versions 1 and 2 of an entry have additional fields ("QuickTime File Format", Sound Sample Description).
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

    /// The entry type with which QuickTime marks MP3: `ms` and the format tag 0x55 of WAVE files.
    private static let microsoftMp3 = FourCharacterCode(0x6D73_0055)

    /// Reads the `esds` box and sets ``coding`` and ``bitRate``.
    private mutating func readStream(_ children: UnsafeRawBufferPointer) {
        // QuickTime puts the `esds` box inside a `wave` box.
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

    /// Returns AAC as the coding, with the AudioSpecificConfig in the `esds` box.
    private func aac(_ stream: ElementaryStreamDescriptor) -> Coding {
        var bytes = stream.specificInfo
        if bytes.isEmpty, stream.objectType != 0x40,
            let index = (0..<13).first(where: { AudioSpecificConfig.rate(at: $0) == sampleRate })
        {
            // MPEG-2 AAC may lack an AudioSpecificConfig. Then the object type gives the profile, and the sample entry
            // gives the sample rate and channels.
            let type = UInt8(stream.objectType - 0x65)
            bytes = [type << 3 | UInt8(index) >> 1, UInt8(index & 1) << 7 | UInt8(channelCount & 15) << 3]
        }
        guard let config = AudioSpecificConfig(bytes) else {
            return .unusable(.damaged("AAC without a readable AudioSpecificConfig"))
        }
        if let problem = config.problem { return .unusable(problem) }
        // Object types 32 to 34 are MP3 on MP4 (14496-3 subpart 9). It cuts and repacks the frames of MPEG audio, so
        // they cannot be decoded as MP3.
        return config.objectType < 32 ? .aac(config, bytes: bytes) : .unusable(.unsupportedCodec("MP3 on MP4"))
    }

    /// Reads a `dOps` box ("Encapsulation of Opus in ISO Base Media File Format", §4.3.2).
    private static func opus(_ children: UnsafeRawBufferPointer) -> Coding {
        guard let box = BoxReader.first("dOps", in: children), let header = OpusHeader(mp4: box) else {
            return .unusable(.damaged("Opus without a readable header"))
        }
        guard header.isPlayable else {
            return .unusable(.unsupportedCodec("Opus of channel mapping family \(header.mappingFamily)"))
        }
        return .opus(header)
    }

    /// Reads a `dfLa` box ("Encapsulation of FLAC in ISO Base Media File Format", §3.3.2).
    ///
    /// The box contains metadata blocks, beginning with STREAMINFO.
    private static func flac(_ children: UnsafeRawBufferPointer) -> Coding {
        // Four bytes of version and flags and the four-byte header of STREAMINFO precede the content of STREAMINFO.
        guard let box = BoxReader.first("dfLa", in: children), box.count > 8, box[4] & 0x7F == 0,
            let info = FlacStreamInfo(UnsafeRawBufferPointer(rebasing: box[8...]))
        else { return .unusable(.damaged("FLAC without a readable STREAMINFO block")) }
        return .flac(info)
    }

    /// Returns the name of the encryption scheme of an encrypted entry (ISO/IEC 23001-7 §4, 14496-12 §8.12): `cenc`,
    /// `cbcs` …
    private static func scheme(_ children: UnsafeRawBufferPointer) -> String {
        guard let box = BoxReader.first(["sinf", "schm"], in: children) else { return "enca" }
        var reader = ByteReader(box, at: 4)
        let scheme = reader.readCode()
        return reader.isExhausted ? "enca" : "\(scheme)"
    }

    /// Returns the usual name of the codec that a sample entry's type stands for.
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

    /// Returns the usual name of an MPEG-4 object type.
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
