/// A description of the whole file, in the first frame of an MPEG audio file. That frame contains no sound.
///
/// The header comes from Xing and LAME (`Xing`, `Info`) or Fraunhofer (`VBRI`).
package struct XingHeader: Hashable, Sendable {
    /// Samples per channel in each frame.
    package var samplesPerFrame: Int
    /// Number of frames with sound.
    package var frameCount: Int?
    /// Length of the sound in bytes, including the frame that holds this header.
    package var byteCount: Int?
    /// True if the bit rate varies (`Xing`, `VBRI`), false if it is constant (`Info`).
    package var isVariable: Bool
    /// For each hundredth of the file's duration, the position of its beginning in the file, in 256ths of
    /// ``byteCount``; nil if not given.
    package var seekTable: [UInt8]?
    /// Number of samples that the encoder added before the sound, from LAME's extension.
    package var encoderDelay: Int?
    /// Number of samples that the encoder added to fill the last frame, from LAME's extension.
    package var encoderPadding: Int?

    /// Reads the header in a whole Layer III frame. Returns nil if there is none.
    ///
    /// - Parameter isFirst: whether the frame is the stream's first. In a later frame, a header is accepted only if the
    ///   frame's side information is empty, as it never is in a frame with sound. Files that were joined contain such
    ///   frames in the middle.
    init?(_ frame: UnsafeRawBufferPointer, header: MpegAudioHeader, isFirst: Bool) {
        guard header.layer == .layer3 else { return nil }
        let plain = MpegAudioHeader.length + header.sideInformationLength
        // Some encoders write the Xing header at the position for frames without a CRC, although the frame header
        // announces a CRC.
        if let isVariable = Self.xingSign(frame, at: plain), Self.isEmpty(frame, until: plain) || isFirst {
            self.init(xing: frame, header, at: plain + 4, isVariable: isVariable)
        } else if header.hasChecksum, let isVariable = Self.xingSign(frame, at: plain + 2),
            Self.isEmpty(frame, until: plain + 2) || isFirst
        {
            self.init(xing: frame, header, at: plain + 6, isVariable: isVariable)
        } else if isFirst, Self.word(frame, 36) == Self.vbri {
            self.init(vbri: frame, header)
        } else {
            return nil
        }
    }

    /// Reads the fields after the signature of a Xing header: four bytes of flags, and the fields that the flags
    /// announce: number of frames, number of bytes, a seek table of 100 bytes, quality.
    private init(xing frame: UnsafeRawBufferPointer, _ header: MpegAudioHeader, at start: Int, isVariable: Bool) {
        samplesPerFrame = header.samplesPerFrame
        self.isVariable = isVariable
        let flags = Self.word(frame, start) ?? 0
        var at = start + 4
        if flags & 1 != 0 {
            frameCount = Self.word(frame, at).map(Int.init)
            at += 4
        }
        if flags & 2 != 0 {
            byteCount = Self.word(frame, at).map(Int.init)
            at += 4
        }
        if flags & 4 != 0 {
            if at + 100 <= frame.count { seekTable = Array(frame[at..<at + 100]) }
            at += 100
        }
        if flags & 8 != 0 { at += 4 }
        // LAME's extension begins with the encoder's name in nine bytes. Its bytes 21 to 23 contain the delay and the
        // padding, 12 bits each.
        guard at + 24 <= frame.count, frame[at..<at + 4].allSatisfy({ (0x20...0x7E).contains($0) }) else { return }
        encoderDelay = Int(frame[at + 21]) << 4 | Int(frame[at + 22]) >> 4
        encoderPadding = Int(frame[at + 22] & 0x0F) << 8 | Int(frame[at + 23])
    }

    /// Reads the fields after the signature of a VBRI header: version, delay and quality (two bytes each), number of
    /// bytes, number of frames.
    private init(vbri frame: UnsafeRawBufferPointer, _ header: MpegAudioHeader) {
        samplesPerFrame = header.samplesPerFrame
        isVariable = true
        byteCount = Self.word(frame, 46).map(Int.init)
        frameCount = Self.word(frame, 50).map(Int.init)
    }

    /// Returns how large a fraction of ``byteCount`` is heard in the first `share` of the file's duration; nil without
    /// a seek table. Both fractions are from 0 to 1.
    package func byteShare(at share: Double) -> Double? {
        guard let seekTable else { return nil }
        let place = min(max(share, 0), 1) * 100
        let index = min(Int(place), 99)
        let begin = Double(seekTable[index])
        let end = index < 99 ? Double(seekTable[index + 1]) : 256
        return (begin + (end - begin) * (place - Double(index))) / 256
    }

    private static var xing: UInt32 { 0x5869_6E67 }
    private static var info: UInt32 { 0x496E_666F }
    private static var vbri: UInt32 { 0x5642_5249 }

    /// Returns whether the bit rate varies, according to the Xing signature at `place`; nil if there is none.
    private static func xingSign(_ frame: UnsafeRawBufferPointer, at place: Int) -> Bool? {
        switch word(frame, place) {
        case xing: true
        case info: false
        default: nil
        }
    }

    /// Returns whether the frame's side information, which ends before the byte `end`, is empty (all zeros).
    private static func isEmpty(_ frame: UnsafeRawBufferPointer, until end: Int) -> Bool {
        // Ignores two bytes after the frame header, where a CRC may be.
        frame[min(MpegAudioHeader.length + 2, end)..<end].allSatisfy { $0 == 0 }
    }

    private static func word(_ frame: UnsafeRawBufferPointer, _ place: Int) -> UInt32? {
        guard place + 4 <= frame.count else { return nil }
        return UInt32(bigEndian: frame.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
}
