import Glibc

/// An HLS stream made by the real `ffmpeg` in a directory of its own and served by an ``HlsOrigin``. Play its `url`.
///
///     let input = Sample.mp3.path
///     let hls = try FfmpegHls(input: input, .transportStream, kilobits: [128, 64], seconds: 2, isEncrypted: true)
///     defer { hls.stop() }
///
/// All files exist when `init` returns. With `isLive`, only the first segments exist then, and ffmpeg writes more in
/// real time.
package final class FfmpegHls: Sendable {
    package enum Container: Sendable {
        case transportStream
        case fragmentedMP4
    }

    package static let isInstalled = ChildProcess.exists("ffmpeg")

    package let origin: HlsOrigin
    package let directory: TemporaryDirectory
    /// The address of the multivariant playlist if there are several bit rates, otherwise of the media playlist.
    package var url: String { origin.url(path) }
    private let path: String
    private let process: ChildProcess?

    /// - Parameters:
    ///   - input: A file that ffmpeg can read.
    ///   - kilobits: The bit rates of the AAC variants in kbit/s. If empty, there is one variant with the frames of the
    ///     input (`-c copy`).
    ///   - seconds: The duration of a segment.
    ///   - isEncrypted: Whether segments are encrypted, with AES-128 and an explicit IV.
    ///   - isLive: Whether ffmpeg repeats the input in real time, and the playlist lists only the newest six segments.
    ///   - inputArguments: Further arguments of ffmpeg before the input.
    ///   - arguments: Further arguments of ffmpeg before the output.
    package init(
        input: String, _ container: Container, kilobits: [Int] = [], seconds: Double = 2, isEncrypted: Bool = false,
        isLive: Bool = false, inputArguments: [String] = [], arguments: [String] = []
    ) throws {
        directory = try TemporaryDirectory()
        origin = try HlsOrigin(directory: directory.path)
        let place = directory.path
        var words = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"]
        if isLive { words += ["-re", "-stream_loop", "-1"] }
        words += inputArguments + ["-i", input, "-vn"]
        let isMultiple = kilobits.count > 1
        if kilobits.isEmpty {
            words += ["-map", "0:a", "-c:a", "copy"]
        } else {
            for (index, rate) in kilobits.enumerated() {
                words += ["-map", "0:a", "-c:a:\(index)", "aac", "-b:a:\(index)", "\(rate)k"]
            }
        }
        words += ["-f", "hls", "-hls_time", "\(seconds)"]
        words += isLive ? ["-hls_list_size", "6"] : ["-hls_list_size", "0", "-hls_playlist_type", "vod"]
        let suffix = container == .transportStream ? "ts" : "m4s"
        let name = isMultiple ? "media_%v" : "media"
        words += ["-hls_segment_filename", "\(place)/\(name)_%03d.\(suffix)"]
        if container == .fragmentedMP4 {
            words += ["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", isMultiple ? "init_%v.mp4" : "init.mp4"]
        }
        if isEncrypted {
            try Self.write(Array(0..<16), to: place + "/secret.key")
            let information = "secret.key\n\(place)/secret.key\n000102030405060708090A0B0C0D0E0F\n"
            try Self.write(Array(information.utf8), to: place + "/keys.txt")
            words += ["-hls_key_info_file", place + "/keys.txt"]
        }
        if isMultiple {
            words += ["-master_pl_name", "master.m3u8"]
            words += ["-var_stream_map", kilobits.indices.map { "a:\($0)" }.joined(separator: " ")]
        }
        words += arguments + ["\(place)/\(name).m3u8"]
        path = isMultiple ? "/master.m3u8" : "/media.m3u8"
        guard isLive else {
            process = nil
            let (output, code) = try ChildProcess.run("ffmpeg", words)
            guard code == 0 else { throw ChildProcess.StartError(description: "ffmpeg \(words): \(output)") }
            return
        }
        let process = try ChildProcess("ffmpeg", words)
        self.process = process
        // ffmpeg writes the playlist once the first segment is complete.
        while access(place + path, R_OK) != 0 {
            guard process.isRunning else { throw ChildProcess.StartError(description: "ffmpeg \(words)") }
            usleep(10_000)
        }
    }

    /// The number of segments that the media playlist lists now. Only for a single bit rate.
    package var segmentCount: Int {
        let bytes = (try? Samples.read(path: directory.path + path)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").count { $0.hasPrefix("#EXTINF") }
    }

    package func stop() {
        process?.end()
        origin.stop()
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "wb") else { throw Corpus.Unreadable(path: path, code: errno) }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }
}
