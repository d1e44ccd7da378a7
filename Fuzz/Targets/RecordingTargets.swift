import RadioFormats
import RadioTape

/// Fuzzes the names of recordings' files. Input: one byte for the number that is added if a file of the same name
/// exists, then, separated by bytes 0x1E, a pattern for file names and the values of its fields, as from a station.
enum FileNamePatternTarget: FuzzTarget {
    static let name = "FileNamePattern"

    static func run(_ input: UnsafeRawBufferPointer) {
        var source = ByteSource(input)
        let copy = source.byte()
        let text = String(decoding: source.text(), as: UTF8.self)
        let pattern = FileNamePattern(text) ?? .title
        let values = FileNamePattern.Field.allCases.reduce(into: [:]) { values, field in
            values[field] = String(decoding: source.text(), as: UTF8.self)
        }
        let name = pattern.name(values, copy: copy, suffix: "mp3")
        require(name.utf8.count <= FileNamePattern.maximumBytes, "\(name.utf8.count) bytes")
        require(name.hasSuffix(copy > 1 ? " (\(copy)).mp3" : ".mp3"), "another end: \(name)")
        require(!name.hasPrefix("."), "a hidden file: \(name)")
        require(name.utf8.count > 4, "no name")
        for scalar in name.unicodeScalars {
            require(scalar.value >= 0x20 && scalar != "/" && scalar != "\\" && scalar.value != 0x7F, "unsafe: \(name)")
        }
        require(pattern.name(values, copy: copy, suffix: "mp3") == name, "another name the second time")
    }
}

/// Fuzzes the change of a FLAC frame's number. Input: the new number in five bytes, then the frame.
enum FlacFrameNumberTarget: FuzzTarget {
    static let name = "FlacFrameNumber"

    static func run(_ input: UnsafeRawBufferPointer) {
        var source = ByteSource(input)
        let number = (0..<5).reduce(Int64(0)) { number, _ in number << 8 | Int64(source.byte()) } & (1 << 36 - 1)
        source.rest.withUnsafeBytes { frame in
            guard let header = FlacFrameHeader(frame), frame.count >= header.byteCount + 2 else { return }
            // In FLAC, a frame number has at most 31 bits, and a sample number at most 36.
            let wanted = header.numbering == .frames ? number & (1 << 31 - 1) : number
            let made = FlacFrameNumber.frame(frame, header, numbered: wanted)
            made.withUnsafeBytes { bytes in
                guard let read = FlacFrameHeader(bytes) else { return require(false, "no frame any more") }
                require(read.number == wanted, "\(read.number) instead of \(wanted)")
                require(read.blockSize == header.blockSize && read.numbering == header.numbering, "another frame")
                let sound = frame[header.byteCount..<(frame.count - 2)]
                require(bytes[read.byteCount..<(bytes.count - 2)].elementsEqual(sound), "another sound")
                if wanted != header.number { require(FlacChecksum.frame(bytes) == 0, "a wrong checksum") }
            }
        }
    }
}

/// Fuzzes the division of a recording at titles. Input: one byte of settings, one byte for the tolerance of the cut,
/// then a byte for each new title or for each packet's level.
enum TitleCutterTarget: FuzzTarget {
    static let name = "TitleCutter"

    private static let kinds: [TrackInfo.Kind] = [.song, .speech, .jingle, .advertisement, .none]

    static func run(_ input: UnsafeRawBufferPointer) {
        var source = ByteSource(input)
        let flags = source.byte()
        let settings = TitleCutter.Settings(
            splits: flags & 1 > 0, keepsFirst: flags & 2 > 0, leavesOutAdvertisements: flags & 4 > 0)
        var cutter = TitleCutter(settings)
        require(cutter.keepsBeforeFirst == !settings.splits, "what comes first is not as asked")
        var pieces: [QuietestPlace.Piece] = []
        var (title, count) = (0, 0)
        let tolerance = Double(source.byte()) / 16
        while !source.isEmpty, pieces.count < 4096 {
            let byte = source.byte()
            guard byte < 32 else {
                let power = byte == 255 ? nil : Double(byte * byte) / 65_025
                pieces.append(.init(duration: Double(byte & 7) / 100, power: power))
                continue
            }
            let kind = kinds[byte % kinds.count]
            let cut = cutter.begin(kind)
            if !settings.splits { require(cut != .newFile, "a file a title that nobody asked for") }
            let isAdvertisement = kind == .advertisement || kind == .jingle
            if settings.leavesOutAdvertisements, isAdvertisement { require(cut == .leftOut, "\(kind) is kept") }
            if !isAdvertisement, count > 0 { require(cut == (settings.splits ? .newFile : .none), "\(kind): \(cut)") }
            (title, count) = (pieces.count, count + 1)
        }
        let index = QuietestPlace.index(in: pieces, near: title, within: tolerance)
        require((0...pieces.count).contains(index), "no packet: \(index)")
        let between = pieces[min(index, title)..<max(index, title)].reduce(0) { $0 + $1.duration }
        require(between <= tolerance + 1e-6, "\(between) s away")
    }
}
