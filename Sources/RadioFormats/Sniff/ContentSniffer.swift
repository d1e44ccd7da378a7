/// Recognises the kind of content of an HTTP response or file by its first bytes.
///
/// The content type is used only if the bytes alone do not decide. Servers often state a wrong one: `audio/mpeg` for
/// playlists, web pages and AAC, or `audio/x-scpls` for sound. The suffix of a file name never decides. Containers and
/// lists begin with a signature. Bytes without a signature are searched for frames of MPEG audio and AAC that follow
/// each other without gaps (see ``MpegAudioFramer``).
package enum ContentSniffer {
    /// Maximum number of bytes needed to decide. If this many bytes without a signature contain no consecutive frames,
    /// the content is no sound.
    package static let maximumPrefix = 64 << 10

    /// Returns the kind of a response's or file's content.
    /// - Parameters:
    ///   - prefix: the first bytes of the response's body, without ICY metadata blocks.
    ///   - contentType: the response's content type, with or without parameters.
    ///   - isComplete: whether `prefix` is the whole body.
    /// - Returns: nil while more bytes are needed; never nil if `isComplete` is true or `prefix` has ``maximumPrefix``
    ///   bytes.
    package static func sniff(
        _ prefix: UnsafeRawBufferPointer, contentType: String?, isComplete: Bool
    ) -> ContentKind? {
        let bytes = UnsafeRawBufferPointer(rebasing: prefix.prefix(maximumPrefix))
        let isAll = isComplete || prefix.count >= maximumPrefix
        let type = contentType.flatMap(IcyHeaders.mediaType) ?? ""
        var start = 0
        // Skips the ID3 tags at the beginning. A file may begin with several tags.
        while let length = tagLength(bytes, at: start) {
            start += length
            guard start < bytes.count else {
                // The tag is at least as long as `prefix`. If no more bytes may be read, the content type decides
                // between MP3, which usually follows such a long tag, and AAC.
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
        // A live stream may begin in the middle of an Ogg page, so a page may begin anywhere in these bytes.
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
    /// transport streams, and frames without a container.
    static func sign(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> ContentKind? {
        if Ascii.begins(bytes, "OggS") { return .ogg }
        if Ascii.begins(bytes, "fLaC") { return .flac }
        return FormatSignatures.format(bytes, isComplete: isComplete).map(ContentKind.unsupported)
    }

    /// Returns whether the bytes contain consecutive packets of a transport stream: three from the first byte on, or
    /// five that begin later.
    private static func isTransportStream(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var packets = TransportPackets()
        packets.feed(bytes) { _ in }
        return packets.packetCount >= (packets.garbageInAll == 0 ? 3 : 5)
    }

    /// Returns whether the bytes contain consecutive FLAC frames, as in a live stream of FLAC that is joined in the
    /// middle.
    private static func hasFlac(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var flac = FlacFramer()
        var count = 0
        flac.feed(bytes) { if case .packet = $0 { count += 1 } }
        return count > 0
    }

    /// Returns the kind of the frames (MPEG audio or ADTS) that follow each other without gaps in the bytes; nil if
    /// there are none. If MPEG audio and ADTS are both found, the kind whose frames have more bytes in total wins.
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
