/// Recognises the content of a response by its first bytes.
///
/// The content type decides only what the bytes leave open, because servers send playlists, web pages and AAC as
/// `audio/mpeg`, and sound as `audio/x-scpls`. The suffix of a file name never decides. Containers and lists have
/// signatures. Only bytes without a signature are searched for frames, which must follow each other without gaps (see
/// ``MpegAudioFramer``).
package enum ContentSniffer {
    /// Maximum number of bytes needed to decide. If this many bytes contain no chain of frames, the content is no
    /// sound.
    package static let maximumPrefix = 64 << 10

    /// Returns the kind of a response.
    /// - Parameters:
    ///   - prefix: the first bytes of the response's body, without ICY metadata blocks.
    ///   - contentType: the response's content type, with or without parameters.
    ///   - isComplete: whether `prefix` is the whole body.
    /// - Returns: nil while more bytes are needed; never nil if `prefix` is complete or ``maximumPrefix`` bytes long.
    package static func sniff(
        _ prefix: UnsafeRawBufferPointer, contentType: String?, isComplete: Bool
    ) -> ContentKind? {
        let bytes = UnsafeRawBufferPointer(rebasing: prefix.prefix(maximumPrefix))
        let isAll = isComplete || prefix.count >= maximumPrefix
        let type = contentType.flatMap(IcyHeaders.mediaType) ?? ""
        var start = 0
        // A file may begin with several tags.
        while let length = tagLength(bytes, at: start) {
            start += length
            guard start < bytes.count else {
                // The tag fills all bytes so far. If no more bytes may be read, the content type decides: usually MP3
                // follows such a long tag, rarely AAC.
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
        // The first bytes may belong to an Ogg page that began before the station was joined.
        if type.hasSuffix("/ogg"), Ascii.contains(rest, "OggS") { return .ogg }
        return .unknown
    }

    /// Returns the length of the ID3v2 tag that begins at `start`; nil if there is none, or its header is incomplete.
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

    /// Returns the kind of content whose signature `bytes` begin with; nil if there is none. Does not recognise MP4,
    /// transport streams and bare frames.
    static func sign(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> ContentKind? {
        if Ascii.begins(bytes, "OggS") { return .ogg }
        if Ascii.begins(bytes, "fLaC") { return .flac }
        return FormatSignatures.format(bytes, isComplete: isComplete).map(ContentKind.unsupported)
    }

    /// Returns whether packets of a transport stream follow each other: three from the first byte on, or five after
    /// other bytes.
    private static func isTransportStream(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var packets = TransportPackets()
        packets.feed(bytes) { _ in }
        return packets.packetCount >= (packets.garbageInAll == 0 ? 3 : 5)
    }

    /// Returns whether FLAC frames follow each other, as in a stream joined long after its beginning.
    private static func hasFlac(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var flac = FlacFramer()
        var count = 0
        flac.feed(bytes) { if case .packet = $0 { count += 1 } }
        return count > 0
    }

    /// Returns the kind of frames that follow each other; nil if there are none. If MPEG audio and ADTS are both found,
    /// the kind whose frames have more bytes in total wins.
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
