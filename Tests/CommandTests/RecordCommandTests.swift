import Glibc
import TestSupport
import Testing

/// `longwave record` of the built program, from a station whose titles change.
@Suite struct RecordCommandTests {
    private let directory = try! TemporaryDirectory()

    private static let wrong: [[String]] = [
        ["record"], ["record", ""], ["record", "x", "--split", "--output", "x.mp3"], ["record", "x", "--keep-first"],
        ["record", "x", "--pattern", "{song}"], ["record", "x", "--pattern", "name"], ["record", "x", "--for", "0"],
        ["record", "x", "--output", "a", "--folder", "b"], ["record", "x", "--maximum-size", "5"],
        ["record", "x", "--quietest", "2"], ["record", "x", "--overlap", "2"],
        ["record", "x", "--split", "--quietest", "16"], ["record", "x", "--split", "--overlap", "31"],
        ["record", "x", "--keep-free", "many"], ["record", "x", "--folder", ""],
    ]

    @Test(arguments: wrong) func wrongUsageIs64(_ arguments: [String]) throws {
        let run = try LongwaveBinary.run(arguments)
        #expect(run.code == 64 && run.errors.contains("Usage: longwave"), "\(run.errors)")
    }

    private func station() throws -> (IcyServer, [UInt8]) {
        var settings = IcyServer.Settings()
        settings.metaint = 2048
        // The station sends four titles, with one second of sound each.
        let sound = Array(Samples.mpegPackets(try Sample.mp3.read())[..<38].joined())
        let pieces = ["A - One", "B - Two", "C - Three", "D - Four"].map {
            IcyServer.Piece(sound, bytesPerSecond: 16_000, title: $0)
        }
        return (try IcyServer(pieces, settings: settings), pieces.flatMap(\.sound))
    }

    private func frames(_ name: String) throws -> [UInt8] {
        let bytes = try Samples.read(path: directory.path + "/" + name)
        let tag = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
        return Array(Samples.mpegPackets(Array(bytes[tag...])).dropFirst().joined())
    }

    @Test func aWholeRecordingIsWhatTheStationSends() throws {
        let (server, programme) = try station()
        defer { server.stop() }
        let run = try LongwaveBinary.run([
            "record", server.url, "--output", directory.path + "/x", "--for", "3", "--keep-free", "1K",
        ])
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.errors.contains("written: \(directory.path)/x.mp3, 0:0"), "\(run.errors)")
        #expect(run.errors.contains("writing \(directory.path)/x.mp3"), "\(run.errors)")
        #expect(run.errors.contains("the recording has reached its length"))
        let sound = try frames("x.mp3")
        // Three seconds of sound are 114 frames; the next one would be too much.
        #expect(Samples.mpegPackets(sound).count == 114)
        let sent = (0..<8).flatMap { _ in programme }
        #expect(Array(sent.prefix(sound.count)) == sound)
        let json = String(decoding: try Samples.read(path: directory.path + "/x.json"), as: UTF8.self)
        #expect(json.contains(#""artist":"A","title":"One""#) && json.contains(#""station":"Test Station""#), "\(json)")
        #expect(json.contains(#""ended_by":"duration""#))
    }

    /// Nothing arrives, or nothing that is kept: the exit code and the words say that nothing was written.
    @Test(arguments: ["silence", "refusal", "untitled"]) func nothing(_ what: String) throws {
        let silent = try LoopbackServer { connection in
            if what == "refusal" { connection.reply(status: "404 Not Found", headers: [], body: []) }
            connection.waitUntilClosed()
        }
        defer { silent.stop() }
        let (server, _) = try station()
        defer { server.stop() }
        let split = ["--split", "--pattern", "x {title}", "--for", "0.5"]
        let run = try LongwaveBinary.run(
            ["record", what == "untitled" ? server.url : silent.url(), "--folder", directory.path]
                + (what == "untitled" ? split : ["--for", "1"]))
        #expect(run.code == (what == "refusal" ? 65 : 69), "\(run)")
        #expect(!run.errors.contains("reached its length") || what == "untitled", "\(run.errors)")
        #expect(run.errors.contains("nothing was written"), "\(run.errors)")
        #expect(directory.names().isEmpty)
    }

    /// The folder is removed while the recording runs.
    @Test func aFolderThatIsRemovedIs73() async throws {
        let (server, _) = try station()
        defer { server.stop() }
        let folder = directory.path + "/gone"
        mkdir(folder, 0o755)
        let settings = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let child = try ChildProcess(
            "env", ["-i"] + settings + [LongwaveBinary.path, "record", server.url, "--output", folder + "/x.mp3"])
        #expect(await eventually { ((try? Samples.read(path: folder + "/x.mp3"))?.count ?? 0) > 10_000 })
        #expect(system("rm -r '\(folder)'") == 0)
        #expect(child.wait() == 73)
        #expect(access(folder, F_OK) != 0)
    }

    @Test func sizeIsAReasonToo() throws {
        let (server, _) = try station()
        defer { server.stop() }
        let run = try LongwaveBinary.run([
            "record", server.url, "--folder", directory.path, "--pattern", "{station}", "--maximum-size", "20K",
        ])
        #expect(run.code == 0 && run.errors.contains("the recording has reached its size"), "\(run.errors)")
        let count = try Samples.read(path: directory.path + "/Test Station.mp3").count
        #expect(count <= 20 << 10 && count > 18 << 10)
    }

    @Test func aFolderThatCannotBeMadeIs73() throws {
        let (server, _) = try station()
        defer { server.stop() }
        let run = try LongwaveBinary.run(["record", server.url, "--folder", "/dev/null/none"])
        #expect(run.code == 73, "\(run.errors)")
    }

    /// With `--split`, each file begins with the first frame of its title and continues exactly where the previous file
    /// ends.
    @Test func titlesAreCutAsTheyCome() throws {
        let (server, programme) = try station()
        defer { server.stop() }
        let run = try LongwaveBinary.run(["record", server.url, "--split", "--folder", directory.path, "--for", "7"])
        #expect(run.code == 0, "\(run.errors)")
        let files = run.errors.split(separator: "\n").filter { $0.contains(": writing ") }
            .compactMap { $0.split(separator: "/").last.map(String.init) }
        // The recording starts in the middle of the first title, "A - One", which is therefore left out. The station
        // repeats this title later.
        #expect(files.starts(with: ["B - Two.mp3", "C - Three.mp3", "D - Four.mp3", "A - One.mp3", "B - Two (2).mp3"]))
        let sound = try files.enumerated().flatMap { index, name in
            // The end of the recording cuts the last title short.
            try frames(index < files.count - 1 ? name : name.replacing(".mp3", with: " (incomplete).mp3"))
        }
        let first = try #require(server.blocks.first { $0.text.contains("B - Two") }).soundBytes
        let sent = (0..<12).flatMap { _ in programme }
        // The first file begins with the frame during which its title arrived. A frame has at most 418 bytes, so the
        // file begins at most 418 bytes before the title.
        let start = ((first - 418)...first).first { Array(sent[$0...].prefix(sound.count)) == sound }
        #expect(start != nil, "\(files)")
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 0)] as [(Int32, Int32)])
    func aSignalEndsItWithWholeFiles(_ signal: Int32, _ code: Int32) async throws {
        let (server, _) = try station()
        defer { server.stop() }
        let settings = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let file = directory.path + "/x.mp3"
        let child = try ChildProcess(
            "env", ["-i"] + settings + [LongwaveBinary.path, "record", server.url, "--output", file])
        #expect(await eventually { ((try? Samples.read(path: file))?.count ?? 0) > 20_000 })
        child.send(signal)
        #expect(child.wait() == code)
        let bytes = try Samples.read(path: file)
        let info = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("Info".utf8)) })
        // The byte with the flags of the Info frame has the value 7: the frame states the number of frames and bytes.
        #expect(bytes[info + 7] == 7)
        #expect(try Samples.read(path: directory.path + "/x.json").count > 100)
    }

    /// When the disk is full, the part of the file that was written can be played. A limit for the size of files, with
    /// the error `EFBIG`, takes the place of the full disk.
    @Test func whatAFullDiskTookPlays() throws {
        let (server, _) = try station()
        defer { server.stop() }
        let settings = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let file = directory.path + "/x.mp3"
        // `ulimit -f` counts in blocks of 512 bytes, so the limit is 20 KB.
        let command = ["-c", "ulimit -f 40; exec \"$@\"", "sh", "env", "-i"]
        let child = try ChildProcess(
            "sh", command + settings + [LongwaveBinary.path, "record", server.url, "--output", file])
        #expect(child.wait() == 73)
        #expect(try Samples.read(path: file).count == 20_480)
        #expect(system("mpg123 -q -t '\(file)' > /dev/null 2>&1") == 0)
    }

    private static let hasOwnMounts =
        (try? ChildProcess.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"]))?.code == 0

    /// The disk has no room for the JSON file of the titles. No empty file remains.
    @Test(.enabled(if: hasOwnMounts)) func aFullDiskHoldsNothingHalf() throws {
        let (server, _) = try station()
        defer { server.stop() }
        let script = "mount -t tmpfs -o size=40k none \"$1\"; cd \"$1\"; shift; \"$@\"; ls"
        let settings = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let run = try ChildProcess.run(
            "unshare",
            ["-rm", "sh", "-c", script, "sh", directory.path, "env", "-i"] + settings
                + [LongwaveBinary.path, "record", server.url, "--output", "x.mp3", "--quiet"])
        #expect(run.output.hasSuffix("\nx.mp3\n") && !run.output.contains("x.json"), "\(run)")
    }

    /// The connection is lost, the program reconnects and is then killed. The file that it wrote can be played.
    @Test func whatAKilledProgramWrotePlays() async throws {
        let (server, _) = try station()
        defer { server.stop() }
        let settings = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let child = try ChildProcess(
            "env",
            ["-i"] + settings + [LongwaveBinary.path, "record", server.url, "--output", directory.path + "/x.mp3"])
        let file = directory.path + "/x.mp3"
        #expect(await eventually { ((try? Samples.read(path: file))?.count ?? 0) > 20_000 })
        server.drop()
        let before = try Samples.read(path: file).count
        #expect(await eventually { ((try? Samples.read(path: file))?.count ?? 0) > before + 10_000 })
        kill(child.pid, SIGKILL)
        _ = child.wait()
        #expect(system("mpg123 -q -t '\(file)' > /dev/null 2>&1") == 0)
        #expect(try frames("x.mp3").count > 20_000)
    }
}
