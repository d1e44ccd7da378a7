import Glibc
import RadioFormats
import RadioLists
import RadioPlayer
import RadioStreams
import RadioText
import Synchronization
import TestSupport
import Testing

@testable import Longwave

/// Assets load facts about stations and files without playing them.
@Suite struct AssetTests {
    /// A picture of 200 KiB. It is so large that a player does not pass on the ID3 tag that contains it.
    private static let picture = Pictures.png(300, 300) + [UInt8](repeating: 7, count: 200 << 10)
    private static let tag = FrameMaker.id3([
        ("TIT2", [3] + Array("Sinner\u{1B}[2Jman".utf8)), ("TPE1", [3] + Array("Nina Simone".utf8)),
        ("APIC", [3] + Array("image/png".utf8) + [0, 3, 0] + picture),
    ])

    private static func write(_ bytes: [UInt8], _ name: String, in directory: TemporaryDirectory) throws -> String {
        let path = directory.path + "/" + name
        let file = try #require(fopen(path, "wb"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
        return path
    }

    private static func seconds(_ sample: Sample) -> Double {
        // The header of this file states what the encoder added, so its sound is exact.
        if sample.file == Sample.mp3Variable.file { return sample.seconds }
        return Double(sample.frames * sample.frameSamples) / Double(sample.sampleRate)
    }

    @Test func aLiveStation() async throws {
        let station = try IcyServer(.mp3, title: "Nina Simone - Sinnerman")
        defer { station.stop() }
        let radio = try RadioTests.radio()
        let asset = Asset(station.url, radio: radio)
        #expect(asset.status(of: .duration) == .unknown)
        let (duration, tracks, metadata, isPlayable, isSeekable) = try await asset.load(
            .duration, .tracks, .metadata, .isPlayable, .isSeekable)
        #expect(duration == AssetDuration(time: .indefinite, isPrecise: true))
        #expect(tracks.count == 1)
        #expect(tracks[0].codecName == "MP3" && tracks[0].bitRate == 128_000 && tracks[0].isDefault)
        #expect(tracks[0].sampleRate == 44_100 && tracks[0].channelCount == 2)
        #expect(metadata.text(.publisher) == "Test Station")
        #expect(metadata.text(.title) == "Sinnerman" && metadata.text(.artist) == "Nina Simone")
        #expect(metadata.items(.title).map(\.identifier.description) == ["icy/StreamTitle"])
        #expect(isPlayable && !isSeekable)
        #expect(asset.status(of: .tracks) == .loaded(tracks))
        await radio.shutDown()
        // Facts that were loaded stay known after the radio has ended.
        #expect(try await asset.load(.isPlayable))
    }

    @Test(.enabled(if: ChildProcess.exists("ffmpeg")), arguments: ChapterFile.rows.indices)
    func chapters(row: Int) async throws {
        let directory = try TemporaryDirectory()
        let path = try ChapterFile.make(ChapterFile.rows[row], in: directory)
        let server = try LoopbackServer {
            $0.reply(headers: ["Content-Type: audio/mpeg"], body: try! Samples.read(path: path))
        }
        defer { server.stop() }
        let radio = try RadioTests.radio()
        // The server sends no parts of files, which an index or a text track after the sound needs.
        let isInOrder = !path.hasSuffix("/last.m4a") && !path.contains("/text")
        for address in [path] + (isInOrder ? [server.url("/file")] : []) {
            let chapters = try await Asset(address, radio: radio).load(.chapters)
            #expect(chapters.map(\.title) == ["One", "Zwölf", "三"])
            #expect(chapters.map(\.start.seconds) == [0, 7.25, 12])
        }
        await radio.shutDown()
    }

    @Test(arguments: [Sample.mp3, .mp3Variable, .mp3Mono48, .aac, .mp2])
    func theLengthOfAFile(_ sample: Sample) async throws {
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: audio/mpeg"], body: try! sample.read()) }
        defer { server.stop() }
        let radio = try RadioTests.radio()
        for (address, isFile) in [(sample.path, true), (server.url("/file"), false)] {
            let (duration, isSeekable, tracks) = try await Asset(address, radio: radio).load(
                .duration, .isSeekable, .tracks)
            let time = duration.time
            #expect(abs(time.seconds / Self.seconds(sample) - 1) < 0.03)
            #expect(isSeekable == isFile)
            #expect(tracks.map(\.codecName) == [sample.codec.displayName])
            #expect(tracks.map(\.sampleRate) == [sample.sampleRate])
            let precise = Asset(address, radio: radio, options: .init(prefersPreciseDuration: true))
            let exact = try await precise.load(.duration)
            #expect(exact.isPrecise)
            let samples = MediaTime(
                samples: Int64((Self.seconds(sample) * Double(sample.sampleRate)).rounded()), rate: sample.sampleRate)
            #expect(exact.time == samples)
        }
        await radio.shutDown()
    }

    @Test func aTagWithAPicture() async throws {
        let bytes = Self.tag + (try Sample.mp3.read())
        let directory = try TemporaryDirectory()
        let path = try Self.write(bytes, "a.mp3", in: directory)
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: audio/mpeg"], body: bytes) }
        defer { server.stop() }
        let radio = try RadioTests.radio()
        for address in [path, server.url("/a.mp3")] {
            let (metadata, duration) = try await Asset(address, radio: radio).load(.metadata, .duration)
            #expect(metadata.text(.title) == "Sinner[2Jman")
            #expect(metadata.items(.title).first?.raw == Array("Sinner\u{1B}[2Jman".utf8))
            #expect(metadata.items(.artwork).map(\.value) == [.picture(Self.picture, mimeType: "image/png")])
            #expect(metadata.count == 3)
            // The bytes of the ID3 tag do not count as sound when the duration is estimated.
            #expect(abs(duration.time.seconds / Self.seconds(.mp3) - 1) < 0.03)
        }
        await radio.shutDown()
    }

    @Test func segments() async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.aac, seconds: 0.5, loops: true, titles: [0: "One"])
        origin.add("demand", HlsChannel(.onDemand, targetDuration: 1) { $0 < 4 ? programme($0) : nil })
        origin.add("live", HlsChannel(.live(window: 6), targetDuration: 1, programme: programme))
        origin.advance(seconds: 6)
        origin.serve(
            "/many.m3u8",
            playlist: HlsOrigin.multivariant(
                [
                    .init("demand.m3u8", #"BANDWIDTH=64000,CODECS="mp4a.40.2",AUDIO="a""#),
                    .init("other.m3u8", #"BANDWIDTH=128000,CODECS="mp4a.40.5",AUDIO="a""#),
                ],
                tags: [
                    #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Magyar",LANGUAGE="hu",DEFAULT=YES,URI="demand.m3u8""#,
                    #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",CHANNELS="2",URI="live.m3u8""#,
                ]))
        let radio = try RadioTests.radio()
        let demand = Asset(origin.url("/demand.m3u8"), radio: radio)
        let (duration, tracks, metadata, isSeekable) = try await demand.load(
            .duration, .tracks, .metadata, .isSeekable)
        #expect(abs(duration.time.seconds - 2) < 0.1)
        #expect(!duration.isPrecise && isSeekable)
        #expect(tracks.map(\.kind) == [.sound] && tracks.map(\.codecName) == ["AAC"])
        #expect(metadata.text(.title) == "One")
        let live = Asset(origin.url("/live.m3u8"), radio: radio)
        #expect(try await live.load(.duration).time == .indefinite)
        let many = try await Asset(origin.url("/many.m3u8"), radio: radio).load(.tracks)
        #expect(many.filter { $0.kind == .variant }.map(\.bitRate) == [64000, 128_000])
        let renditions = many.filter { $0.kind == .rendition }
        #expect(renditions.map(\.name) == ["Magyar", "English"] && renditions.map(\.language) == ["hu", "en"])
        #expect(renditions.map(\.isDefault) == [true, false] && renditions.map(\.channelCount) == [2, 2])
        await radio.shutDown()
    }

    @Test func whatIsNoSound() async throws {
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: text/html"], text: "<html>no</html>") }
        defer { server.stop() }
        let radio = try RadioTests.radio()
        let asset = Asset(server.url(), radio: radio)
        #expect(try await asset.load(.isPlayable) == false)
        let error = await #expect(throws: RadioError.self) { try await asset.load(.isPlayable, .duration) }
        #expect(error?.code == "notSound")
        #expect(asset.status(of: .duration) == error.map { .failed($0) })
        let nowhere = await #expect(throws: RadioError.self) {
            try await Asset("/nowhere/a.mp3", radio: radio).load(.isPlayable)
        }
        #expect(nowhere?.code == "fileMissing")
        await radio.shutDown()
    }

    /// After a failed load, the same facts can be loaded again. The first address always fails, and the second fails
    /// once.
    @Test func whatFailedMayBeAskedForAgain() async throws {
        let sound = try Sample.mp3.read()
        let count = Mutex(0)
        let server = try LoopbackServer { connection in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { connection.reply(status: "404 Not Found", text: "no") } else { connection.play(sound) }
        }
        defer { server.stop() }
        let radio = try RadioTests.radio()
        let asset = Asset(Station(name: "x", urls: ["http://127.0.0.1:1/", server.url()]), radio: radio)
        let error = await #expect(throws: RadioError.self) { try await asset.load(.tracks) }
        #expect(error?.code == "notFound")
        #expect(try await asset.load(.tracks).count == 1)
        #expect(PlaybackItem(asset).urls == asset.station.urls)
        await radio.shutDown()
    }

    @Test func twoLoadsMakeOneRequest() async throws {
        let sound = try Sample.mp3.read()
        let go = TestSignal()
        let server = try LoopbackServer { connection in
            if connection.wait(for: go) { connection.play(sound) }
        }
        defer { server.stop() }
        let radio = try RadioTests.radio()
        let asset = Asset(server.url(), radio: radio)
        async let tracks = asset.load(.tracks)
        async let duration = asset.load(.duration, .isPlayable)
        #expect(await eventually { server.requests.count == 1 })
        #expect(asset.status(of: .tracks) == .loading)
        go.raise()
        #expect(try await tracks.count == 1)
        #expect(try await duration.1)
        #expect(server.requests.count == 1)
        // The asset closes its connection when all requested facts are loaded.
        #expect(await eventually { server.connectionCount == 0 })
        await radio.shutDown()
    }

    @Test func aCancelledLoadEndsItsConnection() async throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        defer { server.stop() }
        // Five seconds: a load that ends within this time did not wait for one of its timeouts.
        let atOnce = Duration.seconds(5)
        let radio = try RadioTests.radio()
        let asset = Asset(server.url(), radio: radio)
        let first = Task { try await asset.load(.tracks, .duration) }
        let second = Task { try await asset.load(.duration) }
        #expect(await eventually { server.connectionCount == 1 })
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        #expect(asset.status(of: .tracks) == .cancelled && asset.status(of: .duration) == .loading)
        #expect(server.connectionCount == 1)
        second.cancel()
        await #expect(throws: CancellationError.self) { _ = try await second.value }
        #expect(await eventually(within: atOnce) { server.connectionCount == 0 })
        let third = Task { try await asset.load(.tracks) }
        #expect(await eventually { server.requests.count == 2 })
        asset.cancelLoading()
        await #expect(throws: CancellationError.self) { _ = try await third.value }
        #expect(await eventually(within: atOnce) { server.connectionCount == 0 })
        // A load in a task that is already cancelled sends no request.
        let fourth = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await asset.load(.tracks)
        }
        await #expect(throws: CancellationError.self) { _ = try await fourth.value }
        #expect(server.requests.count == 2)
        await radio.shutDown()
    }

    /// Many threads load facts and cancel some of the loads. Each load that is not cancelled ends with a result, and no
    /// connection stays open.
    @Test func manyAtOnce() async throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { $0.play(sound) }
        defer { server.stop() }
        let radio = try RadioTests.radio()
        let url = server.url()
        let answers = await withTaskGroup(of: [Bool].self) { group in
            for number in 0..<40 {
                group.addTask {
                    let asset = Asset(url, radio: radio)
                    let loads = (0..<4).map { _ in Task { try await asset.load(.isPlayable, .tracks).0 } }
                    if number % 2 == 0 { loads[0].cancel() }
                    if number % 4 == 0 { await Task.yield() }
                    if number % 8 == 0 { asset.cancelLoading() }
                    var answers: [Bool] = []
                    for load in loads { if let answer = try? await load.value { answers.append(answer) } }
                    return answers
                }
            }
            return await group.reduce(into: [[Bool]]()) { $0.append($1) }
        }
        #expect(answers.count == 40 && answers.allSatisfy { $0.allSatisfy(\.self) })
        #expect(answers.filter { $0.count == 4 }.count >= 20)
        #expect(await eventually { server.connectionCount == 0 })
        await radio.shutDown()
    }

    @Test func theEndOfTheRadio() async throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        defer { server.stop() }
        let radio = try RadioTests.radio()
        let asset = Asset(server.url(), radio: radio)
        let load = Task { try await asset.load(.tracks) }
        #expect(await eventually { server.connectionCount == 1 })
        await radio.shutDown()
        await #expect(throws: RadioError.shutDown) { _ = try await load.value }
        await #expect(throws: RadioError.shutDown) { try await asset.load(.duration) }
    }

    /// The server sends nothing, nothing after the head, or useless bytes without end. The load ends at its limit of
    /// time or bytes.
    @Test(arguments: ["silent", "head", "endless"])
    func bounds(_ kind: String) async throws {
        let server = try LoopbackServer { connection in
            switch kind {
            case "silent": connection.neverAnswer()
            case "head": connection.play([])
            default:
                // An ID3 tag of 16 MiB, with no sound after it.
                connection.begin()
                connection.send(Array("ID3".utf8) + [4, 0, 0, 7, 127, 127, 127])
                connection.sendEndlessly([UInt8](repeating: 0, count: 64 << 10))
            }
        }
        defer { server.stop() }
        var options = Asset.Options()
        if kind == "endless" { options.limits.bytes = 1 << 20 } else { options.limits.time = .milliseconds(300) }
        let radio = try RadioTests.radio()
        let asset = Asset(server.url(), radio: radio, options: options)
        let error = await #expect(throws: RadioError.self) { try await asset.load(.tracks) }
        #expect(error?.code == (kind == "endless" ? "notSound" : "timedOut"))
        #expect(await eventually { server.connectionCount == 0 })
        await radio.shutDown()
    }
}
