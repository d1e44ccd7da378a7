/// Recognises the kind of a media segment by its first bytes.
///
/// The suffix of the file name and the content type are ignored: servers send packed audio as `.ts`, transport streams
/// as `.aac`, and web pages as either.
///
/// The kind is recognised as early as possible: after 189 bytes of a transport stream (a packet and the next sync
/// byte), or eight bytes of MP4 (a box header). Packed audio is recognised by an ID3 tag with a timestamp and one frame
/// header after it, or by two frame headers without such a tag.
package enum SegmentSniffer {
    /// Maximum number of bytes needed to decide: the longest ID3 tag that is read, and 16 KiB of frames after it.
    package static let maximumPrefix = PackedAudioDemuxer.maximumTag + (16 << 10)
    /// Number of bytes needed to recognise text, unless the segment is shorter.
    private static let textPrefix = 64
    /// Number of bytes needed before frames are searched after the segment's beginning. Used if the segment does not
    /// begin with a frame.
    private static let searchPrefix = 2 << 10

    /// Returns the kind of a segment.
    /// - Parameters:
    ///   - prefix: the segment's first bytes, decrypted.
    ///   - isComplete: whether `prefix` is the whole segment.
    /// - Returns: nil while more bytes are needed; never nil if `isComplete` is true or `prefix` has ``maximumPrefix``
    ///   bytes.
    package static func sniff(_ prefix: UnsafeRawBufferPointer, isComplete: Bool) -> SegmentKind? {
        let isAll = isComplete || prefix.count >= maximumPrefix
        let bytes = UnsafeRawBufferPointer(rebasing: prefix.prefix(maximumPrefix))
        if isMp4(bytes) { return .mp4 }
        if beginsWithPacket(bytes, isAll: isAll) { return .mpegTS }
        var start = 0
        var hasTimestamp = false
        while let length = Id3Tag.length(of: UnsafeRawBufferPointer(rebasing: bytes[start...])) {
            guard bytes.count - start > length else { return isAll ? .unknown : nil }
            let tag = Id3Tag(UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
            hasTimestamp = hasTimestamp || tag?.transportTimestamp != nil
            start += length
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        if rest.count < Id3Tag.headerLength, !isAll { return nil }
        if let kind = ContentSniffer.sign(rest, isComplete: isAll) { return .foreign(kind) }
        if let kind = packedAudio(rest, isTrusted: hasTimestamp, isAll: isAll) { return kind }
        if start == 0, let kind = text(bytes, isAll: isAll) { return kind }
        guard rest.count >= searchPrefix || isAll else { return nil }
        if TransportSniffer.contains(rest) { return .mpegTS }
        switch ContentSniffer.chain(rest, isComplete: isAll) {
        case .mpegAudio: return .mpegAudio
        case .adts: return .adts
        case .ogg, .flac, .mp4, .mpegTS, .wave, .aiff, .unsupported, .m3u, .hlsPlaylist, .pls, .xspf, .asx, .html,
            .unknown, nil:
            return isAll ? .unknown : nil
        }
    }

    /// Returns whether the bytes begin with an MP4 box (ISO/IEC 14496-12 §4.2): a size, and then a type with which
    /// files begin.
    ///
    /// These types include `wide` and `pnot`, with which QuickTime files may begin.
    static func isMp4(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 8 else { return false }
        let type = UnsafeRawBufferPointer(rebasing: bytes[4..<8])
        for known: StaticString in [
            "ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft", "free", "skip", "mdat", "wide", "pnot",
        ] where Ascii.begins(type, known) {
            return true
        }
        return false
    }

    /// Returns whether the segment begins with a packet of a transport stream that a sync byte follows.
    private static func beginsWithPacket(_ bytes: UnsafeRawBufferPointer, isAll: Bool) -> Bool {
        guard bytes.first == TransportPacket.sync else { return false }
        var packets = TransportPackets()
        packets.feed(bytes) { _ in }
        if isAll { packets.finish { _ in } }
        return packets.packetCount > 0 && packets.garbageInAll == 0
    }

    /// Returns the kind of packed audio that `rest` begins with; nil if it begins with no packed audio.
    ///
    /// After an ID3 tag with a timestamp (`isTrusted`), one frame header is enough. Without such a tag, a second frame
    /// header must follow the first frame.
    private static func packedAudio(_ rest: UnsafeRawBufferPointer, isTrusted: Bool, isAll: Bool) -> SegmentKind? {
        func isConfirmed(_ length: Int?, _ isHeader: (UnsafeRawBufferPointer) -> Bool) -> Bool {
            guard let length else { return false }
            if isTrusted { return true }
            if rest.count <= length { return isAll && rest.count == length }
            return isHeader(UnsafeRawBufferPointer(rebasing: rest[length...]))
        }
        if let header = AdtsHeader(rest) {
            if isConfirmed(header.byteCount, { AdtsHeader($0)?.isCompatible(with: header) == true }) { return .adts }
        } else if let header = MpegAudioHeader(rest) {
            if isConfirmed(header.frameLength, { MpegAudioHeader($0)?.isCompatible(with: header) == true }) {
                return .mpegAudio
            }
        } else if let dolby = DolbyFrame(rest) {
            return .foreign(.unsupported(dolby.format))
        }
        return nil
    }

    /// Returns the kind of text that the segment begins with; nil if it is no text.
    private static func text(_ bytes: UnsafeRawBufferPointer, isAll: Bool) -> SegmentKind? {
        guard bytes.count >= textPrefix || isAll else { return nil }
        var text = bytes
        // Skips a UTF-8 byte order mark.
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
            text = UnsafeRawBufferPointer(rebasing: text[3...])
        }
        guard !text.isEmpty, text.prefix(textPrefix).allSatisfy({ $0 < 0x80 }), TextSniffer.isText(text) else {
            return nil
        }
        // Subtitles begin with this word (W3C WebVTT §4).
        if Ascii.begins(text, "WEBVTT") { return .webVTT }
        let first = text.first { !Ascii.isBlank($0) }
        return first == UInt8(ascii: "<") ? .html : .text
    }
}
