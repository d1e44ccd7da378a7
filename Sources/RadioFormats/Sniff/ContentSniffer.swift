/// Tells what an answer is by its first bytes: they decide, then the content type; a name's suffix never does.
///
/// Servers send playlists as `audio/mpeg`, web pages as `audio/mpeg`, AAC as `audio/mpeg` and sound as `audio/x-scpls`.
/// Containers and lists are told by how they begin; only what begins like none of them is searched for frames, and
/// believed when they follow each other without a gap (see ``MpegAudioFramer``).
package enum ContentSniffer {
    /// The most that is asked for. Without a chain of frames in so many bytes it is no sound.
    package static let maximumPrefix = 64 << 10

    /// - Parameters:
    ///   - prefix: the first bytes of the answer's body, metadata blocks taken out.
    ///   - contentType: the answer's, with or without parameters.
    ///   - isComplete: whether nothing follows the prefix.
    /// - Returns: nil while more bytes are needed; never when the prefix is complete or ``maximumPrefix`` long.
    package static func sniff(
        _ prefix: UnsafeRawBufferPointer, contentType: String?, isComplete: Bool
    ) -> ContentKind? {
        let bytes = UnsafeRawBufferPointer(rebasing: prefix.prefix(maximumPrefix))
        let isAll = isComplete || prefix.count >= maximumPrefix
        let type = contentType.flatMap(IcyHeaders.mediaType) ?? ""
        var start = 0
        // A file may begin with more than one tag.
        while let length = tagLength(bytes, at: start) {
            start += length
            guard start < bytes.count else {
                // The tag is longer than what may be asked for. Such tags stand before MP3, rarely before AAC.
                return isAll ? (isComplete ? .unknown : isAacType(type) ? .adts : .mpegAudio) : nil
            }
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        if let kind = container(rest) { return kind }
        switch ChunkSniffer.verdict(rest, isAll: isAll) {
        case .kind(let kind): return kind
        case .undecided: return nil
        case .noFile: break
        }
        if let kind = sign(rest, isComplete: isComplete) { return kind }
        if start == 0 {
            switch TextSniffer(rest, isAll: isAll, type: type).verdict {
            case .kind(let kind): return kind
            case .undecided: return nil
            case .noList: break
            }
        }
        if let kind = chain(rest, isComplete: isComplete) { return kind }
        guard isAll else { return nil }
        // A station joined in the middle of a page.
        if type.hasSuffix("/ogg"), Ascii.contains(rest, "OggS") { return .ogg }
        return .unknown
    }

    /// Bytes of the ID3v2 tag that begins there, or nil where none does, or not all of its header is there yet.
    private static func tagLength(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Int? {
        guard let length = Id3Tag.length(of: UnsafeRawBufferPointer(rebasing: bytes[start...])),
            length <= AudioFraming.maximumPassedTag
        else { return nil }
        return length
    }

    private static func isAacType(_ type: String) -> Bool {
        ["audio/aac", "audio/aacp", "audio/x-aac", "audio/x-aacp"].contains(type)
    }

    private static func container(_ bytes: UnsafeRawBufferPointer) -> ContentKind? {
        if !TextSniffer.isText(bytes), SegmentSniffer.isMp4(bytes) { return .mp4 }
        return isTransportStream(bytes) ? .mpegTS : nil
    }

    /// What says by its first bytes that it is neither MP4 nor frames, nor a transport stream.
    static func sign(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> ContentKind? {
        if Ascii.begins(bytes, "OggS") { return .ogg }
        if Ascii.begins(bytes, "fLaC") { return .flac }
        return FormatSignatures.format(bytes, isComplete: isComplete).map(ContentKind.unsupported)
    }

    /// Three packets at the beginning, or five behind what is none: a join may fall into one.
    private static func isTransportStream(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var packets = TransportPackets()
        packets.feed(bytes) { _ in }
        return packets.packetCount >= (packets.garbageInAll == 0 ? 3 : 5)
    }

    /// Frames of FLAC whose beginning is long ago.
    private static func hasFlac(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var flac = FlacFramer()
        var count = 0
        flac.feed(bytes) { if case .packet = $0 { count += 1 } }
        return count > 0
    }

    /// Sound, if frames of either kind follow each other; where both seem to, those that hold more of the bytes.
    static func chain(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> ContentKind? {
        var mpegBytes = 0
        var adtsBytes = 0
        var mpeg = MpegAudioFramer()
        var adts = AdtsFramer()
        let countMpeg = { (element: StreamElement) in
            if case .packet(let packet) = element { mpegBytes += packet.bytes.count }
        }
        let countAdts = { (element: StreamElement) in
            if case .packet(let packet) = element { adtsBytes += packet.bytes.count }
        }
        mpeg.feed(bytes, countMpeg)
        adts.feed(bytes, countAdts)
        if isComplete {
            mpeg.finish(countMpeg)
            adts.finish(countAdts)
        }
        if mpegBytes == 0, adtsBytes == 0 { return hasFlac(bytes) ? .flac : nil }
        return mpegBytes >= adtsBytes ? .mpegAudio : .adts
    }
}
