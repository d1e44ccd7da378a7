/// Recognises the kind of content of an HTTP response or file by its first bytes.
///
/// The content type is used only if the bytes alone do not decide. Servers often state a wrong one: `audio/mpeg` for
/// playlists, web pages and AAC, or `audio/x-scpls` for sound. The suffix of a file name never decides. Containers and
/// lists begin with a signature, which decides whatever follows it. Bytes without a signature are searched for frames of
/// MPEG audio and AAC that follow each other without gaps (see ``MpegAudioFramer``), and then for packets of a transport
/// stream.
package enum ContentSniffer {
    /// Maximum number of bytes needed to decide. If this many bytes without a signature contain no consecutive frames,
    /// the content is no sound.
    package static let maximumPrefix = 64 << 10

    /// Returns the kind of a response's or file's content.
    /// - Parameters:
    ///   - prefix: the first bytes of the response's body, without ICY metadata blocks and leading ID3v2 tags.
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
        if !TextSniffer.isText(bytes), SegmentSniffer.isMp4(bytes) { return .mp4 }
        switch ChunkSniffer.verdict(bytes, isAll: isAll) {
        case .kind(let kind): return kind
        case .undecided: return nil
        case .noFile: break
        }
        if let kind = sign(bytes, isComplete: isComplete) { return kind }
        switch TextSniffer(bytes, isAll: isAll, type: type).verdict {
        case .kind(let kind): return kind
        case .undecided: return nil
        case .noList: break
        }
        if TransportSniffer.begins(bytes) { return .mpegTS }
        if let kind = chain(bytes, isComplete: isComplete) { return kind }
        if isAll ? TransportSniffer.contains(bytes) : TransportSniffer.continues(bytes) { return .mpegTS }
        guard isAll else { return nil }
        // A live stream may begin in the middle of an Ogg page, so a page may begin anywhere in these bytes.
        if type.hasSuffix("/ogg"), Ascii.contains(bytes, "OggS") { return .ogg }
        return .unknown
    }

    /// Returns the kind of content whose signature `bytes` begin with; nil if there is none. Does not recognise MP4,
    /// transport streams, and frames without a container.
    static func sign(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> ContentKind? {
        if Ascii.begins(bytes, "OggS") { return .ogg }
        if Ascii.begins(bytes, "fLaC") { return .flac }
        return FormatSignatures.format(bytes, isComplete: isComplete).map(ContentKind.unsupported)
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
