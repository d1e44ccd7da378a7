import Glibc
import TestSupport
import Testing

/// Other programs, such as ffprobe and decoders, can read the files that `longwave record` writes, for every format of
/// sound.
@Suite struct RecordedStreamsTests {
    private let directory = try! TemporaryDirectory()

    private func path(_ name: String) -> String { directory.path + "/" + name }

    private func text(_ name: String) throws -> String {
        String(decoding: try Samples.read(path: path(name)), as: UTF8.self)
    }

    private func tells(_ program: String, _ arguments: [String]) throws -> String {
        let (output, code) = try ChildProcess.run(program, arguments)
        #expect(code == 0, "\(program) \(arguments): \(output)")
        return output
    }

    private func probe(_ name: String) throws -> String {
        try tells(
            "ffprobe",
            [
                "-v", "error", "-count_packets", "-show_entries",
                "format=duration:format_tags:stream=codec_name,nb_read_packets:stream_tags", path(name),
            ])
    }

    private func seconds(_ probe: String) -> Double {
        let line = probe.split(separator: "\n").first { $0.hasPrefix("duration=") }
        return line.flatMap { Double($0.dropFirst(9)) } ?? 0
    }

    private func station(_ sound: [UInt8], _ type: String, seconds: Int, burst: Int = 9) throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.metaint = nil
        settings.burst = .seconds(burst)
        settings.headers = ["Content-Type: \(type)", "icy-name: Test Station"]
        return try IcyServer([.init(sound, bytesPerSecond: sound.count / seconds)], settings: settings)
    }

    private func record(_ url: String, _ options: [String], code: Int32 = 0) throws -> LongwaveBinary.Run {
        let run = try LongwaveBinary.run(["record", url, "--folder", directory.path] + options)
        #expect(run.code == code, "\(run.errors)")
        return run
    }

    /// Decodes the whole file with the decoder of its format, and fails if this decoder reports an error.
    private func decodes(_ name: String) throws {
        let file = path(name)
        switch name.split(separator: ".").last {
        case "ogg": _ = try tells("oggdec", ["-Q", "-o", "/dev/null", file])
        case "opus": _ = try tells("opusdec", ["--quiet", "--force-wav", file, "/dev/null"])
        default: _ = try tells("flac", ["-s", "-t", file])
        }
    }

    private static let chains: [(ChainSample, String)] = [(.vorbis, "ogg"), (.opus, "opus"), (.flac, "flac")]

    /// An Ogg chain has two links, each with a title. The recording has one file for each title.
    @Test(arguments: chains) func titlesOfAnOggChain(_ chain: ChainSample, _ suffix: String) throws {
        let server = try station(try chain.read(), "application/ogg", seconds: 8)
        defer { server.stop() }
        let run = try record(server.url, ["--split", "--keep-first", "--for", "9"])
        for number in 1...2 {
            let name = "Artist \(number) - Song \(number).\(suffix)"
            #expect(run.errors.contains(name), "\(run.errors)")
            try decodes(name)
            let told = try probe(name)
            #expect(told.lowercased().contains("tag:title=song \(number)\n"), "\(told)")
            #expect(told.lowercased().contains("tag:artist=artist \(number)\n"), "\(told)")
            let length = Double(chain.sampleCounts[number - 1]) / Double(chain.sampleRate)
            // The file may be longer than the link by the padding at the link's ends, at most one packet.
            #expect(abs(seconds(told) - length) < 0.1, "\(told)")
        }
    }

    @Test(arguments: chains) func aWholeOggChain(_ chain: ChainSample, _ suffix: String) throws {
        let server = try station(try chain.read(), "application/ogg", seconds: 8)
        defer { server.stop() }
        let run = try record(server.url, ["--pattern", "{station}", "--for", "9"])
        try decodes("Test Station.\(suffix)")
        let json = try text("Test Station.json")
        #expect(json.contains(#""artist":"Artist 2","title":"Song 2""#), "\(json) \(run.errors)")
        #expect(try probe("Test Station.\(suffix)").contains("codec_name=\(suffix == "ogg" ? "vorbis" : suffix)"))
    }

    private static let links: [(ChainSample, String)] = [(.vorbis, "ogg"), (.opus, "opus")]

    /// Returns the titles in the headers of the file's links, in order.
    private func titles(_ name: String) throws -> [String] {
        let program = name.hasSuffix("ogg") ? "ogginfo" : "opusinfo"
        let (told, _) = try ChildProcess.run(program, [path(name)])
        #expect(!told.contains("WARNING"), "\(told)")
        return told.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0].uppercased().hasSuffix("\tTITLE") ? String(parts[1]) : nil
        }
    }

    @Test(arguments: links) func linksKeepTheirTitles(_ chain: ChainSample, _ suffix: String) throws {
        let server = try station(try chain.read(), "application/ogg", seconds: 8, burst: 10)
        defer { server.stop() }
        _ = try record(server.url, ["--pattern", "x{number}", "--for", "10"])
        #expect(try titles("x01.\(suffix)").starts(with: ["Song 1", "Song 2", "Song 1"]))
        try decodes("x01.\(suffix)")
    }

    @Test(arguments: links) func linksAreJoined(_ chain: ChainSample, _ suffix: String) throws {
        let server = try station(try chain.read(), "application/ogg", seconds: 8, burst: 10)
        defer { server.stop() }
        _ = try record(server.url, ["--pattern", "x{number}", "--join", "--for", "10"])
        #expect(try titles("x01.\(suffix)") == ["Test Station"])
        try decodes("x01.\(suffix)")
        let json = try text("x01.json")
        let told = try #require(json.firstRange(of: #""seconds":"#)).upperBound
        let length = try #require(Double(json[told...].prefix { "0123456789.".contains($0) }))
        #expect(length > 9)
        #expect(abs(seconds(try probe("x01.\(suffix)")) - length) < 0.3, "\(json)")
    }

    private func aacStation() throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(8)
        settings.headers = ["Content-Type: audio/aac", "icy-name: Test Station"]
        return try IcyServer(.aac, title: "A - One", settings: settings)
    }

    @Test func aacInMP4() throws {
        let server = try aacStation()
        defer { server.stop() }
        _ = try record(server.url, ["--split", "--keep-first", "--container", "m4a", "--for", "8"])
        let name = "A - One (incomplete).m4a"
        let told = try probe(name)
        #expect(told.contains("codec_name=aac") && told.contains("TAG:title=One\n"), "\(told)")
        #expect(told.contains("TAG:artist=A\n") && seconds(told) > 7, "\(told)")
        let bytes = try Samples.read(path: path(name))
        let packets = Samples.adtsPackets(try Sample.aac.read())
        #expect(bytes.firstRange(of: packets[1][7...]) != nil)
        // While an MP4 file is being written, it consists of fragments (`moof`). The finished file has none, but a
        // sample table (`stco`) that lists the frames.
        let boxes = try tells("ffprobe", ["-v", "trace", path(name)])
        #expect(!boxes.contains("type:'moof'") && boxes.contains("type:'stco'"))
        let count = told.split(separator: "\n").first { $0.hasPrefix("nb_read_packets=") }?.dropFirst(16)
        #expect(Int(count ?? "").map { abs(Double($0) * 1024 / 44_100 - seconds(told)) < 0.05 } == true, "\(told)")
        let (decoded, _) = try ChildProcess.run(
            "ffmpeg", ["-v", "error", "-i", path(name), "-f", "null", "-"])
        #expect(decoded.isEmpty, "\(decoded)")
    }

    @Test func decodedSound() throws {
        let server = try IcyServer(.mp3)
        defer { server.stop() }
        _ = try record(server.url, ["--pattern", "x{number}", "--container", "wav", "--for", "3"])
        let told = try probe("x01.wav")
        #expect(told.contains("codec_name=pcm_s16le") && seconds(told) > 2, "\(told)")
        let bytes = try Samples.read(path: path("x01.wav"))
        #expect(abs(seconds(told) - Double(bytes.count - 44) / 4 / 44_100) < 0.001)
        // The samples after the header of 44 bytes are not all zero.
        #expect(bytes[44...].contains { $0 != 0 })
        _ = try record(server.url, ["--container", "m4a", "--for", "2"], code: 73)
    }

    @Test(arguments: ["m4a", "wav"]) func aKilledProgramLeavesOtherFilesThatPlay(_ kind: String) async throws {
        let server = try aacStation()
        defer { server.stop() }
        let environment = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let file = path("x." + kind)
        let child = try ChildProcess(
            "env",
            ["-i"] + environment + [LongwaveBinary.path, "record", server.url, "--container", kind, "--output", file])
        #expect(await eventually { ((try? Samples.read(path: file).count) ?? 0) > 50_000 })
        kill(child.pid, SIGKILL)
        _ = child.wait()
        #expect(try probe("x." + kind).contains("codec_name="))
        let (told, code) = try ChildProcess.run("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"])
        #expect(code == 0 && told.isEmpty, "\(told)")
    }

    @Test func bareFLAC() throws {
        let file = path(".in.flac")
        _ = try tells(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=440:d=8:r=44100", "-ac", "2", "-c:a", "flac", file])
        let server = try station(try Samples.read(path: file), "audio/flac", seconds: 8)
        defer { server.stop() }
        _ = try record(server.url, ["--pattern", "{station}", "--for", "8"])
        try decodes("Test Station.flac")
        let told = try probe("Test Station.flac")
        #expect(told.contains("codec_name=flac") && seconds(told) > 7.5, "\(told)")
    }

    /// AAC frames have ADTS headers in transport streams, but not in MP4. `record` writes ADTS in both cases.
    @Test(arguments: [FfmpegHls.Container.transportStream, .fragmentedMP4])
    func segments(_ container: FfmpegHls.Container) throws {
        let file = path(".in.m4a")
        _ = try tells(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=440:d=12:r=44100", "-ac", "2", "-c:a", "aac", file])
        let hls = try FfmpegHls(input: file, container)
        defer { hls.origin.stop() }
        _ = try record(hls.url, ["--pattern", "x{number}", "--for", "4"])
        let told = try probe("x01.aac")
        #expect(told.contains("codec_name=aac") && seconds(told) > 4, "\(told)")
        _ = try tells("faad", ["-q", "-o", path("x.wav"), path("x01.aac")])
    }

    /// The connection is lost while the station continues to send. The recording has the sound before and after the
    /// gap, and its JSON file lists the position of the cut.
    @Test func aDropIsToldWhereItIs() async throws {
        // A minute of noise, in which no two moments sound the same.
        let source = path(".in.mp3")
        _ = try tells(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=60:seed=7", "-b:a", "128k", "-write_xing", "0",
                "-id3v2_version", "0", source,
            ])
        let frames = Samples.mpegPackets(try Samples.read(path: source))
        try #require(frames.count >= 60 * 38)
        var settings = IcyServer.Settings()
        settings.metaint = 2048
        settings.burst = .zero
        settings.isLive = true
        let pieces = (0..<60).map { second in
            IcyServer.Piece(
                Array(frames[second * 38..<second * 38 + 38].joined()), bytesPerSecond: 16_000, title: "T - \(second)")
        }
        let server = try IcyServer(pieces, settings: settings)
        defer { server.stop() }
        let environment = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let file = path("x.mp3")
        let child = try ChildProcess(
            "env", ["-i"] + environment + [LongwaveBinary.path, "record", server.url, "--output", file])
        func size() -> Int { (try? Samples.read(path: file).count) ?? 0 }
        #expect(await eventually { size() > 50_000 })
        try server.leave()
        try await Task.sleep(for: .seconds(2))
        let before = size()
        server.comeBack()
        #expect(await eventually { size() > before + 40_000 })
        child.send(SIGTERM)
        #expect(child.wait() == 0)
        let json = try text("x.json")
        let cuts = try #require(json.firstRange(of: #""cuts":[{"at":"#), "\(json)")
        let at = try #require(Double(json[cuts.upperBound...].prefix { "0123456789.".contains($0) }))
        #expect(at > 2 && at < Double(size()) / 16_000, "\(at)")
        #expect(json[cuts.upperBound...].split(separator: #""at""#).count == 1, "\(json)")
        #expect(try text("x.cue").contains("REM CUT "))
        #expect(system("mpg123 -q -t '\(file)' > /dev/null 2>&1") == 0)
    }

    /// The program is killed. The sound file that remains can be played. The files about it (JSON and cue sheet) were
    /// never written.
    @Test(arguments: chains) func aKilledProgramLeavesWhatPlays(_ chain: ChainSample, _ suffix: String) async throws {
        let server = try station(try chain.read(), "application/ogg", seconds: 8)
        defer { server.stop() }
        let environment = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let file = path("x." + suffix)
        let child = try ChildProcess(
            "env", ["-i"] + environment + [LongwaveBinary.path, "record", server.url, "--output", file])
        #expect(await eventually { ((try? Samples.read(path: file).count) ?? 0) > 30_000 })
        kill(child.pid, SIGKILL)
        _ = child.wait()
        let told = try probe("x." + suffix)
        #expect(told.contains("nb_read_packets="), "\(told)")
        #expect(access(path("x.json"), F_OK) != 0 && access(path("x.cue"), F_OK) != 0)
    }

    @Test func aFolderThatTakesNothing() throws {
        let server = try IcyServer(.mp3)
        defer { server.stop() }
        for folder in ["/proc", "/sys"] {
            let run = try LongwaveBinary.run(["record", server.url, "--folder", folder])
            #expect(run.code == 73 && run.errors.contains(folder + "/"), "\(run.errors)")
        }
    }

    @Test func aFullDisk() throws {
        let server = try IcyServer(.mp3)
        defer { server.stop() }
        #expect(symlink("/dev/full", path("x.mp3")) == 0)
        let run = try LongwaveBinary.run(["record", server.url, "--output", path("x.mp3")])
        #expect(run.code == 73 && run.errors.contains("No space left on device"), "\(run.errors)")
    }
}
