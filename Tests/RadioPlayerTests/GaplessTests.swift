import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// The samples that an MP3 encoder added are heard in no file, but a live stream is heard as it comes.
@Suite(.enabled(if: ["ffmpeg", "mpg123"].allSatisfy(ChildProcess.exists))) struct GaplessTests {
    static let row = Mp4FileTests.Row(testDescription: "MP3", arguments: [])

    /// Makes an MP3 file of twenty seconds. Returns its path and the samples that mpg123 decodes from it.
    static func make(in directory: TemporaryDirectory, _ name: String = "sound") throws -> (
        path: String, sound: [Float]
    ) {
        let (path, raw) = ("\(directory.path)/\(name).mp3", directory.path + "/raw")
        let left = "0.3*sin(2*PI*(200*t+40*t*t))+0.1*(random(0)-0.5)"
        let right = "0.3*sin(2*PI*(3000*t-50*t*t))+0.1*(random(1)-0.5)"
        let command = """
            ffmpeg -nostdin -v error -f lavfi -i "aevalsrc=$1:s=44100:d=20" -b:a 160k "$2" && \
            mpg123 -q -s -e f32 "$2" >"$3"
            """
        let made = try ChildProcess.run("sh", ["-c", command, "sh", "\(left)|\(right)", path, raw])
        #expect(made.code == 0, "\(made.output)")
        let sound = try Samples.read(path: raw).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(sound.count == 20 * 44_100 * 2)
        return (path, sound)
    }

    private func check(_ url: String, _ sound: [Float]) throws {
        let rig = try PlayerRig()
        #expect(rig.startPlaying(url, queue: .milliseconds(500)))
        #expect(rig.player.snapshot().stream?.duration == .seconds(20))
        let output = try #require(rig.output)
        #expect(rig.hearsToTheEnd(), "\(rig.status)")
        #expect(rig.player.snapshot().stream?.duration == .seconds(20))
        #expect(output.samples.count == sound.count)
        #expect(Mp4FileTests.difference(output.samples[...], sound[...]) < 0.000_01)
    }

    @Test func `a file on disk, and a seek in it`() throws {
        let directory = try TemporaryDirectory()
        let (path, sound) = try Self.make(in: directory)
        try check(path, sound)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(path, queue: .milliseconds(500)))
        try Mp4FileTests.seek(rig, Self.row, sound)
    }

    @Test(arguments: [true, false], [true, false]) func `a file on a server`(hasRanges: Bool, breaksOff: Bool) throws {
        let directory = try TemporaryDirectory()
        let (path, sound) = try Self.make(in: directory)
        let server = try HttpFileTests.Server(
            hasRanges: hasRanges, breaksOff: breaksOff ? false : nil, type: "audio/mpeg"
        ).start(try Samples.read(path: path))
        defer { server.stop() }
        try check(server.url("/file"), sound)
    }

    @Test(arguments: [["icy-name: Station", "Content-Length: 54321000"], []])
    func `a station that begins with LAME's header`(headers: [String]) throws {
        let directory = try TemporaryDirectory()
        let file = try Samples.read(path: Self.make(in: directory).path)
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg"] + headers)
            connection.send(Array(file[(file.firstIndex(of: 0xFF) ?? 0)...]))
            connection.pause(milliseconds: 20_000)
        }
        defer { server.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(server.url("/radio")))
        let timeline = rig.player.intake.timeline
        // All packets but the last, which may wait for the next header, have all their samples.
        #expect(rig.turn { timeline.end >= 766 }, "\(timeline.end)")
        for number in timeline.start..<timeline.end {
            let packet = try #require(timeline.packet(number))
            #expect(packet.sampleCount == 1152 && packet.lead == 0 && packet.tail == 0)
        }
    }
}
