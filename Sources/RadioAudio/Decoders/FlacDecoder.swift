import CFLAC
import Glibc
import RadioFormats

/// Decodes bare FLAC frames with libFLAC. Samples of 4 to 32 bits become floats.
package final class FlacDecoder: AudioDecoder {
    /// The bytes of the current frame, which libFLAC reads through a callback, and the decoded sound. After the bytes
    /// of each frame, the callback reports the end of the stream.
    private final class Feed {
        var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        var sound = SampleBuffer()
        var decoded = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)
        var format = PCMFormat(sampleRate: 0, channelCount: 0)
        var isDamaged = false
    }

    /// The libFLAC decoder, owned by this object and deleted in `deinit`.
    private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>
    private let feed = Feed()

    /// Creates a decoder.
    /// - Throws: ``DecoderError/unsupported(_:)`` if libFLAC refuses the stream's header (STREAMINFO).
    package init(_ info: FlacStreamInfo) throws(DecoderError) {
        guard let decoder = FLAC__stream_decoder_new() else { throw .unsupported("libFLAC cannot start") }
        self.decoder = decoder
        let code = FLAC__stream_decoder_init_stream(
            decoder, Self.read, nil, nil, nil, nil, Self.write, nil, Self.fail,
            Unmanaged.passUnretained(feed).toOpaque())
        // A FLAC file's beginning for libFLAC: the `fLaC` signature, and STREAMINFO marked as the last metadata block.
        let head = Array("fLaC".utf8) + [0x80, 0, 0, UInt8(FlacStreamInfo.byteCount)] + info.bytes
        let isTaken = head.withUnsafeBytes { bytes in
            feed.bytes = bytes
            return code == FLAC__STREAM_DECODER_INIT_STATUS_OK
                && FLAC__stream_decoder_process_until_end_of_metadata(decoder) != 0
        }
        guard isTaken else {
            FLAC__stream_decoder_delete(decoder)
            throw .unsupported("libFLAC does not accept the stream's header")
        }
    }

    deinit { FLAC__stream_decoder_delete(decoder) }

    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        feed.bytes = packet.bytes
        feed.decoded = .init(start: nil, count: 0)
        feed.isDamaged = false
        let isDone = FLAC__stream_decoder_process_single(decoder) != 0
        let state = FLAC__stream_decoder_get_state(decoder)
        if feed.isDamaged || feed.decoded.isEmpty || state != FLAC__STREAM_DECODER_SEARCH_FOR_FRAME_SYNC {
            FLAC__stream_decoder_flush(decoder)
        }
        guard isDone, !feed.isDamaged, !feed.decoded.isEmpty else { throw .damaged("incomplete FLAC frame") }
        return DecodedAudio(format: feed.format, samples: UnsafeBufferPointer(feed.decoded))
    }

    /// Drops the bytes in libFLAC's buffer. Nothing else must be reset, because FLAC frames do not depend on each
    /// other.
    package func reset() { FLAC__stream_decoder_flush(decoder) }

    package func giveFirst() {}

    package var blendsJoints: Bool { false }

    // MARK: libFLAC's callbacks

    private static func feed(_ data: UnsafeMutableRawPointer?) -> Feed {
        Unmanaged<Feed>.fromOpaque(data!).takeUnretainedValue()
    }

    private static let read: FLAC__StreamDecoderReadCallback = { _, buffer, count, data in
        let feed = FlacDecoder.feed(data)
        guard let buffer, let count, !feed.bytes.isEmpty else {
            count?.pointee = 0
            return FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM
        }
        let length = min(count.pointee, feed.bytes.count)
        memcpy(buffer, feed.bytes.baseAddress!, length)
        feed.bytes = UnsafeRawBufferPointer(rebasing: feed.bytes.dropFirst(length))
        count.pointee = length
        return FLAC__STREAM_DECODER_READ_STATUS_CONTINUE
    }

    private static let write: FLAC__StreamDecoderWriteCallback = { _, frame, channels, data in
        let feed = FlacDecoder.feed(data)
        guard let header = frame?.pointee.header, let channels else { return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT }
        let (frames, count) = (Int(header.blocksize), Int(header.channels))
        feed.format = PCMFormat(sampleRate: Int(header.sample_rate), channelCount: count)
        feed.decoded = feed.sound.take(frames * count)
        // Samples are scaled so that full scale, which depends on the number of bits per sample, becomes 1.
        let scale = Float(sign: .plus, exponent: 1 - Int(header.bits_per_sample), significand: 1)
        for channel in 0..<count {
            guard let source = channels[channel] else { return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT }
            var index = channel
            for frame in 0..<frames {
                feed.decoded[index] = Float(source[frame]) * scale
                index += count
            }
        }
        return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
    }

    private static let fail: FLAC__StreamDecoderErrorCallback = { _, _, data in FlacDecoder.feed(data).isDamaged = true
    }
}
