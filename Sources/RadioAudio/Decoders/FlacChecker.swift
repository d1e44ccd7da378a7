import CFLAC
import Glibc
import RadioFormats

/// Decodes a FLAC stream as it arrives, and checks that the decoded samples equal the samples that the encoder
/// received.
///
/// STREAMINFO contains the MD5 of the encoder's samples (RFC 9639 §8.2). libFLAC computes the MD5 of the decoded
/// samples.
package final class FlacChecker {
    /// The result of a check.
    package enum Verdict: String, Hashable, Sendable {
        case right, wrong
        /// The stream contains no MD5.
        case unknown
        /// Frames are damaged or missing.
        case damaged
        /// The stream ends before the number of samples in STREAMINFO is reached.
        case incomplete
    }

    /// The result of a check, and the numbers of decoded frames, samples and errors.
    package struct Report: Hashable, Sendable {
        package var verdict: Verdict
        package var frameCount: Int
        /// Number of decoded samples per channel.
        package var sampleCount: Int64
        /// Number of errors that libFLAC reported, such as bytes that are not a whole frame.
        package var damageCount: Int
    }

    /// Allowance in bytes for the parts of a frame that are not samples: headers and checksums.
    private static let overhead = 1 << 10
    /// Upper limit of a frame's length in bytes, twice what the format allows.
    private static let maximumFrame = 4 << 20

    /// The bytes that libFLAC reads through a callback, and the numbers of frames, samples and errors that libFLAC
    /// reports.
    private final class Feed {
        var bytes: [UInt8]
        var at = 0
        var frameCount = 0
        var sampleCount: Int64 = 0
        var damageCount = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var rest: Int { bytes.count - at }
    }

    /// The libFLAC decoder, owned by this object and deleted in `deinit`.
    private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>
    private let feed: Feed
    private let info: FlacStreamInfo
    /// Maximum length of a frame in bytes. libFLAC decodes a frame only when more bytes than this are available.
    private let longestFrame: Int
    private var isOver = false
    /// True once libFLAC ran out of bytes while it searched for a frame. The MD5 that libFLAC computes is then
    /// incomplete.
    private var isTorn = false

    /// Creates a checker. Returns nil if libFLAC refuses the stream's header (STREAMINFO).
    package init?(_ info: FlacStreamInfo) {
        guard let decoder = FLAC__stream_decoder_new() else { return nil }
        self.decoder = decoder
        self.info = info
        let plain = info.maximumBlock * info.channelCount * (info.bitsPerSample + 8) / 8 + Self.overhead
        longestFrame = min(max(info.maximumFrame ?? 0, plain), Self.maximumFrame)
        // A FLAC file's beginning for libFLAC: the `fLaC` signature, and STREAMINFO marked as the last metadata block.
        feed = Feed(Array("fLaC".utf8) + [0x80, 0, 0, UInt8(FlacStreamInfo.byteCount)] + info.bytes)
        FLAC__stream_decoder_set_md5_checking(decoder, 1)
        let code = FLAC__stream_decoder_init_stream(
            decoder, Self.read, nil, nil, nil, nil, Self.write, nil, Self.fail,
            Unmanaged.passUnretained(feed).toOpaque())
        guard code == FLAC__STREAM_DECODER_INIT_STATUS_OK,
            FLAC__stream_decoder_process_until_end_of_metadata(decoder) != 0
        else { return nil }
    }

    deinit { FLAC__stream_decoder_delete(decoder) }

    /// Receives the next bytes of the stream, and decodes the frames that are certainly complete.
    /// - Parameter bytes: encoded frames. The first call must begin with the start of a frame.
    package func take(_ bytes: UnsafeRawBufferPointer) {
        guard !isOver else { return }
        if feed.at > 0, feed.at >= feed.bytes.count / 2 {
            feed.bytes.removeFirst(feed.at)
            feed.at = 0
        }
        feed.bytes.append(contentsOf: bytes)
        while !isOver, feed.rest > longestFrame { step(isLast: false) }
    }

    /// Ends the stream and returns the report.
    package func finish() -> Report {
        while !isOver { step(isLast: true) }
        let isEqual = FLAC__stream_decoder_finish(decoder) != 0
        return Report(
            verdict: verdict(isEqual: isEqual), frameCount: feed.frameCount, sampleCount: feed.sampleCount,
            damageCount: feed.damageCount)
    }

    private func verdict(isEqual: Bool) -> Verdict {
        // A stream without an MD5 is not `right`, although libFLAC reports equality. The damage count does not matter
        // here, because libFLAC counts tags after the last frame as damage, although all samples are right.
        if info.md5 != nil, isEqual, !isTorn { return .right }
        if feed.damageCount > 0 || isTorn { return .damaged }
        if let count = info.sampleCount, feed.sampleCount < count { return .incomplete }
        return info.md5 == nil ? .unknown : .wrong
    }

    /// Lets libFLAC decode one frame. `isLast` is true if no more bytes will follow.
    private func step(isLast: Bool) {
        if FLAC__stream_decoder_process_single(decoder) == 0 { isOver = true }
        switch FLAC__stream_decoder_get_state(decoder) {
        case FLAC__STREAM_DECODER_SEARCH_FOR_FRAME_SYNC, FLAC__STREAM_DECODER_READ_FRAME: break
        case FLAC__STREAM_DECODER_END_OF_STREAM where !isLast:
            isTorn = true
            FLAC__stream_decoder_flush(decoder)
        case _: isOver = true
        }
    }

    // MARK: libFLAC's callbacks

    private static func feed(_ data: UnsafeMutableRawPointer?) -> Feed {
        Unmanaged<Feed>.fromOpaque(data!).takeUnretainedValue()
    }

    private static let read: FLAC__StreamDecoderReadCallback = { _, buffer, count, data in
        let feed = FlacChecker.feed(data)
        guard let buffer, let count, feed.rest > 0 else {
            count?.pointee = 0
            return FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM
        }
        let length = min(count.pointee, feed.rest)
        feed.bytes.withUnsafeBytes { _ = memcpy(buffer, $0.baseAddress! + feed.at, length) }
        feed.at += length
        count.pointee = length
        return FLAC__STREAM_DECODER_READ_STATUS_CONTINUE
    }

    private static let write: FLAC__StreamDecoderWriteCallback = { _, frame, _, data in
        let feed = FlacChecker.feed(data)
        feed.frameCount += 1
        feed.sampleCount += Int64(frame?.pointee.header.blocksize ?? 0)
        return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
    }

    private static let fail: FLAC__StreamDecoderErrorCallback = { _, _, data in FlacChecker.feed(data).damageCount += 1
    }
}
