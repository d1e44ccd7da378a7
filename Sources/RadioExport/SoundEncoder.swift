import CSndfile
import Glibc
import RadioAudio
import RadioFormats

/// Encodes sound with libsndfile, and writes it into a file that is already open.
///
/// An encoder is used only on the disk's thread, because its methods block on the disk.
final class SoundEncoder {
    private let file: OpaquePointer
    private let format: PCMFormat
    /// The number of bits of a written sample; nil for Opus and MP3, whose encoders take samples in floating point.
    private let bits: Int?
    private var resampler: Resampler?
    /// The maximum size of all samples in the file, in bytes; nil for a format without this limit.
    private let maximumBytes: Int?
    private var byteCount = 0

    /// The error of an encoder that cannot encode or write sound.
    struct Failure: Error {
        /// The `errno` of a failed write, or 0 if the encoder refused the sound.
        var code: Int32 = 0
        var text: String
    }

    /// The file that libsndfile reads and writes through its callbacks (`SF_VIRTUAL_IO`).
    ///
    /// The `errno` of a failed write is stored here, because not all of libsndfile's encoders report that a write
    /// failed.
    private final class Disk {
        let descriptor: Int32
        var error: Int32 = 0
        init(_ descriptor: Int32) { self.descriptor = descriptor }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Disk {
            Unmanaged<Disk>.fromOpaque(pointer!).takeUnretainedValue()
        }

        /// Writes bytes to the file, and returns how many were written. If not all were written, sets ``error`` to the
        /// `errno`.
        func write(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
            var done = 0
            while done < count {
                let written = Glibc.write(descriptor, bytes + done, count - done)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    error = errno
                    break
                }
                done += written
            }
            return done
        }
    }

    private let disk: Disk

    private static func length(_ descriptor: Int32) -> Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : -1
    }

    /// Begins to encode sound in the format of a preset.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor of a file that is open for reading and writing. The encoder does not close it.
    ///   - bits: the number of bits per sample of the source; nil if the source's codec has no such number, as MP3 does
    ///     not.
    init(
        _ descriptor: Int32, _ preset: ExportPreset, _ format: PCMFormat, bits: Int?, _ tags: ExportTags
    ) throws(Failure) {
        guard MediaFormat.sampleRates.contains(format.sampleRate) else {
            throw Failure(text: "a sample rate of \(format.sampleRate) Hz is not supported")
        }
        var info = SF_INFO()
        info.channels = Int32(format.channelCount)
        info.samplerate = Int32(format.sampleRate)
        let isFine = (bits ?? 16) > 16
        let subtype = Int32(isFine ? SF_FORMAT_PCM_24 : SF_FORMAT_PCM_16)
        switch preset {
        case .wav: info.format = Int32(SF_FORMAT_WAV) | subtype
        case .flac: info.format = Int32(SF_FORMAT_FLAC) | subtype
        case .opus: info.format = Int32(SF_FORMAT_OGG) | Int32(SF_FORMAT_OPUS)
        case .mp3: info.format = Int32(SF_FORMAT_MPEG) | Int32(SF_FORMAT_MPEG_LAYER_III)
        case .passthrough: throw Failure(text: "copied packets cannot be encoded")
        }
        self.bits = preset == .wav || preset == .flac ? (isFine ? 24 : 16) : nil
        self.format = format
        maximumBytes = preset == .wav ? WaveHeader.maximumDataBytes : nil
        let isUsual =
            preset == .mp3 ? [32_000, 44_100, 48_000].contains(format.sampleRate) : sf_format_check(&info) != 0
        if preset == .opus && format.sampleRate != 48_000 || !isUsual {
            info.samplerate = 48_000
            guard let new = Resampler(channels: format.channelCount, from: format.sampleRate, to: 48_000) else {
                throw Failure(text: "out of memory")
            }
            resampler = new
        }
        disk = Disk(descriptor)
        var access = SF_VIRTUAL_IO()
        access.get_filelen = { sf_count_t(SoundEncoder.length(Disk.of($0).descriptor)) }
        access.seek = { sf_count_t(lseek(Disk.of($2).descriptor, off_t($0), $1)) }
        access.read = { sf_count_t(read(Disk.of($2).descriptor, $0!, Int($1))) }
        access.write = { sf_count_t(Disk.of($2).write($0!, Int($1))) }
        access.tell = { sf_count_t(lseek(Disk.of($0).descriptor, 0, SEEK_CUR)) }
        let pointer = Unmanaged.passUnretained(disk).toOpaque()
        guard let file = sf_open_virtual(&access, Int32(SFM_WRITE), &info, pointer) else {
            throw Failure(code: disk.error, text: String(cString: sf_strerror(nil)))
        }
        self.file = file
        sf_command(file, Int32(SFC_SET_CLIPPING), nil, 1)
        if preset == .mp3 {
            var mode = Int32(SF_BITRATE_MODE_VARIABLE)
            sf_command(file, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
            // libsndfile's level 0.2 is LAME's setting V2, which gives about 190 kbit/s.
            var level = 0.2
            sf_command(file, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
        }
        let texts: [(Int32, String?)] = [
            (Int32(SF_STR_TITLE), tags.title), (Int32(SF_STR_ARTIST), tags.artist), (Int32(SF_STR_ALBUM), tags.album),
            (Int32(SF_STR_DATE), tags.date), (Int32(SF_STR_COMMENT), tags.comment),
        ]
        for case (let kind, let text?) in texts { sf_set_string(file, kind, text) }
    }

    deinit { if !isClosed { sf_close(file) } }
    private var isClosed = false

    func write(_ samples: [Float]) throws(Failure) {
        guard let resampler else { return try put(samples) }
        // In pieces, because the converted sound may be 48 times as long.
        let length = Self.resampledFrames * format.channelCount
        for start in stride(from: 0, to: samples.count, by: length) {
            try put(resampler.process(Array(samples[start..<min(start + length, samples.count)])))
        }
    }

    /// Number of sample frames that the resampler converts at once.
    private static let resampledFrames = 4096

    /// Writes the end of the sound, which the resampler may still hold, and completes the file.
    func finish() throws(Failure) {
        if let resampler { try put(resampler.finish()) }
        isClosed = true
        let code = sf_close(file)
        if code != 0 || disk.error != 0 {
            throw Failure(code: disk.error, text: String(cString: sf_error_number(code)))
        }
    }

    /// Writes interleaved samples that already have the file's sample rate.
    ///
    /// For WAV and FLAC, the samples are rounded to integers and clipped first.
    private func put(_ samples: [Float]) throws(Failure) {
        let frames = sf_count_t(samples.count / format.channelCount)
        guard frames > 0 else { return }
        if let maximumBytes {
            byteCount += samples.count * (bits ?? 16) / 8
            if byteCount > maximumBytes { throw Failure(text: "a WAV file cannot be longer than 4 GB") }
        }
        let written: sf_count_t
        if let bits {
            // libsndfile could convert the samples to integers, too, but with another scale, so that the samples of a
            // lossless source would change.
            let scale = Float(Int32(1) << (bits - 1))
            let (shift, most) = (Int32(32 - bits), scale - 1)
            let whole = samples.map { Int32(min(max(($0 * scale).rounded(), -scale), most)) << shift }
            written = sf_writef_int(file, whole, frames)
        } else {
            written = sf_writef_float(file, samples, frames)
        }
        if written != frames || disk.error != 0 {
            throw Failure(code: disk.error, text: String(cString: sf_strerror(file)))
        }
    }
}
