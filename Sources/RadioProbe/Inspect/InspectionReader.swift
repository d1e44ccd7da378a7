import Glibc
import RadioAudio
import RadioFormats
import RadioHTTP
import RadioHls
import RadioLists
import RadioStreams

/// Reads a capture or file: feeds its bytes to a `CaptureInspector`, and hashes the sound.
///
/// The memory in use stays limited for any length of input.
package final class InspectionReader {
    private var inspector: CaptureInspector
    private var list = ListCollector()
    private let digest = MessageDigest(.sha256)
    private var flac = FlacSurvey()
    private var flacChecker: FlacChecker?
    /// The chapters of an MP4 file in a text track, which only ``read(descriptor:named:)`` can find.
    private var chapters: [Chapter] = []
    private let charset: String?
    private let stationName: String?
    /// The input's decryptor, or nil if the input is not encrypted.
    private let decryptor: SegmentDecryptor?
    private var encryption: Inspection.Encryption?
    /// The number of bytes received, counted before decryption.
    private var byteCount = 0

    /// The maximum number of bytes that one call of read(2) reads.
    private static let chunk = 64 * 1024

    /// - Parameters:
    ///   - form: the form of the input: a stream or file, or a single ICY metadata block.
    ///   - metaint: the number of bytes of sound between two metadata blocks. Replaces the value in the response's
    ///     head. 0 means that there are no blocks; nil keeps the head's value.
    ///   - charset: the IANA name of the charset that the station declares for its titles, if any.
    ///   - stationName: the station's name in its list, if known.
    ///   - cipher: the key of the input, which is one whole HLS segment encrypted with AES-128 (RFC 8216 §4.3.2.4).
    package init(
        _ form: CaptureInspector.Form = .stream(nil), metaint: Int? = nil, charset: String? = nil,
        stationName: String? = nil, cipher: SegmentPlan.Cipher? = nil
    ) {
        inspector = CaptureInspector(form, metaint: metaint)
        self.charset = charset
        self.stationName = stationName
        encryption = cipher.map { Inspection.Encryption(iv: $0.iv) }
        do throws(SegmentDecryptionError) {
            decryptor = try cipher.map { cipher throws(SegmentDecryptionError) in
                try SegmentDecryptor(key: cipher.key, iv: cipher.iv)
            }
        } catch {
            decryptor = nil
            encryption?.failure = error
        }
    }

    package func feed(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        decrypt { decryptor, take throws(SegmentDecryptionError) in try decryptor.feed(bytes, take) }
        if encryption == nil { inspect(bytes) }
    }

    /// Ends the input and returns the inspection.
    ///
    /// Call this once. No other method may be called afterwards.
    package func finish() -> Inspection {
        decrypt { decryptor, take throws(SegmentDecryptionError) in try decryptor.finish(take) }
        var report = inspector.finish { content($0) }
        report.byteCount = byteCount
        // With a wrong key, decryption still succeeds once in 256 times, because the padding looks valid. Decrypted
        // content of an unknown kind therefore shows that the key was wrong.
        if report.kind == .unknown, encryption != nil, encryption?.failure == nil { encryption?.failure = .wrongKey }
        var inspection = Inspection(report, soundSHA256: digest.hexadecimal, charset: charset, stationName: stationName)
        inspection.encryption = encryption
        inspection.mp4Chapters = chapters.isEmpty ? report.segment?.mp4?.movie?.chapters ?? [] : chapters
        inspection.list = list.finish()
        if report.kind == .flac {
            inspection.flac = Inspection.FlacReading(
                report: flac.report, comments: flac.report.comments.flatMap(CommentReading.init),
                check: flacChecker?.finish())
        }
        return inspection
    }

    private func inspect(_ bytes: UnsafeRawBufferPointer) { inspector.feed(bytes) { content($0) } }

    /// Hashes and reads bytes of the input that belong neither to response heads nor to ICY metadata blocks.
    private func content(_ bytes: UnsafeRawBufferPointer) {
        digest.update(bytes)
        list.feed(bytes)
        flac.feed(bytes) { info, frames in
            if flacChecker == nil { flacChecker = FlacChecker(info) }
            flacChecker?.take(frames)
        }
    }

    /// Runs one step of the decryption, and inspects the bytes that the step decrypted.
    ///
    /// Does nothing if the input is not encrypted, or if an earlier step failed.
    private func decrypt(
        _ step: (SegmentDecryptor, (UnsafeRawBufferPointer) -> Void) throws(SegmentDecryptionError) -> Void
    ) {
        guard let decryptor, encryption?.failure == nil else { return }
        do throws(SegmentDecryptionError) {
            try step(decryptor) { inspect($0) }
        } catch { encryption?.failure = error }
    }

    // MARK: Files

    /// Reads a whole file.
    ///
    /// Blocks, so it must not be called on an event loop.
    package func read(path: String) throws(StreamError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            let code = errno
            if code == ENOENT || code == ENOTDIR { throw .fileMissing(path) }
            throw .fileUnreadable("\(path): \(String(cString: strerror(code)))")
        }
        defer { close(descriptor) }
        try read(descriptor: descriptor, named: path)
    }

    /// Reads the index and the chapters of a file that is MP4 without fragments, wherever in the file they are. Does
    /// nothing if the descriptor cannot be read at any position.
    private func readIndex(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) {
        guard encryption == nil, lseek(descriptor, 0, SEEK_CUR) == 0 else { return }
        var demuxer = Mp4FileDemuxer(canJump: true)
        while !demuxer.isIndexRead, let next = demuxer.next {
            let count = pread(descriptor, buffer.baseAddress!, buffer.count, off_t(next))
            guard count > 0 else { break }
            demuxer.jump(to: next)
            demuxer.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { _ in }
        }
        inspector.index = demuxer.movie
        chapters = demuxer.chapters
    }

    /// Reads a descriptor, such as standard input, until it ends. Blocks.
    ///
    /// - Parameters:
    ///   - descriptor: a descriptor open for reading, which stays open.
    ///   - name: the name of the input in errors.
    package func read(descriptor: Int32, named name: String) throws(StreamError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
        defer { buffer.deallocate() }
        readIndex(descriptor, buffer)
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress!, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .fileUnreadable("\(name): \(String(cString: strerror(errno)))") }
            if count == 0 { return }
            feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
