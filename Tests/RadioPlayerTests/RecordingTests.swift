import Glibc
import RadioAudio
import RadioFormats
import RadioTape
import TestSupport
import Testing

@testable import RadioPlayer

/// A recording of the packets that a player receives, with a file for each title.
@Suite struct RecordingTests {
    private let directory = try! TemporaryDirectory()
    private let packets = Samples.mpegPackets(try! Sample.mp3.read())

    private static let format = MediaFormat(
        codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)

    /// A station from which nothing arrives by itself. The test delivers packets and titles.
    private struct Studio {
        let rig: PlayerRig
        let events: Events
        private let server: LoopbackServer
        private let intake: StreamIntake

        final class Events { var all: [RecordingEvent] = [] }

        init(_ plan: RecordingPlan) throws {
            rig = try PlayerRig(plan: plan)
            events = Events()
            rig.recorder?.onEvent = { [events] in events.all.append($0) }
            server = try LoopbackServer { connection in connection.waitUntilClosed() }
            rig.player.play(PlaybackItem(Station(name: "Radio/One", urls: [server.url()])))
            intake = try #require(rig.player.intake)
            bring(.format(RecordingTests.format))
        }

        func bring(_ element: StreamElement) { intake.streamBrought(element) }
        func title(_ text: String) {
            bring(.metadata(TimedMetadata(kind: .icy, raw: Array("StreamTitle='\(text)';".utf8))))
        }
        func packets(_ packets: ArraySlice<[UInt8]>) {
            for packet in packets { packet.withUnsafeBytes { bring(.packet(Packet(bytes: $0, sampleCount: 1152))) } }
            rig.player.needsService()
            rig.loop.turn(for: .milliseconds(1))
        }
        func finish() {
            rig.player.stop()
            rig.recorder?.finish()
            server.stop()
        }
        var ending: RecordingEnd? {
            for case .ended(let reason, _) in events.all { return reason }
            return nil
        }
        var summary: RecordingSummary? {
            for case .ended(_, let summary) in events.all { return summary }
            return nil
        }
        /// Ends the recording, and waits until its files are complete.
        func end(isWhole: Bool = false) {
            rig.recorder?.endWithAll(.asked, isWhole: isWhole)
            rig.loop.turn { ending != nil }
        }
    }

    private func plan(_ titles: TitleCutter.Settings = .init(), _ limits: RecordingLimits = .init()) -> RecordingPlan {
        .init(
            place: .folder(path: directory.path, pattern: titles.splits ? .title : FileNamePattern("{station}")!),
            titles: titles, limits: limits)
    }

    private var names: [String] { entries.filter { !$0.hasPrefix(".") } }

    /// The files in the folder, also those that are not complete.
    private var entries: [String] {
        guard let folder = opendir(directory.path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the MP3 frames of a recorded file, without its ID3 tag and its first frame, which only states the
    /// length.
    private func frames(_ name: String) throws -> [UInt8] {
        let bytes = try Samples.read(path: directory.path + "/" + name)
        let tag = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
        let all = Samples.mpegPackets(Array(bytes[tag...]))
        return Array(all.dropFirst().joined())
    }

    private func bytes(_ range: Range<Int>) -> [UInt8] { Array(packets[range].joined()) }

    @Test func oneFileATitle() throws {
        let studio = try Studio(plan(.init(splits: true)))
        studio.packets(packets[0..<3])
        studio.title("A - Begun")
        studio.packets(packets[3..<10])
        studio.title("Yazoo - Don\\'t Go")
        studio.packets(packets[10..<12])
        // Stations send the same title repeatedly. This does not begin a new file.
        studio.title("Yazoo - Don\\'t Go")
        studio.packets(packets[12..<15])
        studio.title("../../x - CON")
        studio.packets(packets[15..<17])
        studio.title("Yazoo - Don\\'t Go")
        studio.packets(packets[17..<20])
        studio.finish()
        let names = names
        #expect(names.count == 3 && names.allSatisfy { $0.hasSuffix(".mp3") && !$0.hasPrefix(".") }, "\(names)")
        let twice = names.filter { $0.hasPrefix("Yazoo") }
        try #require(twice.count == 2)
        #expect(twice[0].hasSuffix(" (2) (incomplete).mp3"))
        #expect(try frames(twice[1]) == bytes(10..<15))
        #expect(try frames(twice[0]) == bytes(17..<20))
        let other = try #require(names.first { !$0.hasPrefix("Yazoo") })
        #expect(try frames(other) == bytes(15..<17))
    }

    @Test func theFirstTitleIsKeptOnRequest() throws {
        let studio = try Studio(plan(.init(splits: true, keepsFirst: true)))
        studio.title("A - Begun")
        studio.packets(packets[0..<10])
        studio.title("B - Next")
        studio.packets(packets[10..<12])
        studio.finish()
        #expect(names == ["A - Begun.mp3", "B - Next (incomplete).mp3"])
        #expect(try frames("A - Begun.mp3") == bytes(0..<10))
    }

    /// A title arrives between packets of the same turn. The cut between two files is exactly at the title.
    @Test func aCutIsExactWithinATurn() throws {
        let studio = try Studio(plan(.init(splits: true, keepsFirst: true)))
        for (index, packet) in packets[..<12].enumerated() {
            if index.isMultiple(of: 4) { studio.title("A - \(index)") }
            packet.withUnsafeBytes { studio.bring(.packet(Packet(bytes: $0, sampleCount: 1152))) }
        }
        studio.packets([])
        studio.end(isWhole: true)
        studio.finish()
        for index in [0, 4, 8] { #expect(try frames("A - \(index).mp3") == bytes(index..<index + 4)) }
    }

    /// Each file contains the packets of its title, and some packets before and after them (the overlap). Four packets
    /// last 0.1 s.
    @Test func filesOverlap() throws {
        let studio = try Studio(plan(.init(splits: true, keepsFirst: true, overlap: .milliseconds(100))))
        studio.title("A - Begun")
        studio.packets(packets[0..<10])
        studio.title("B - Next")
        studio.packets(packets[10..<11])
        studio.packets(packets[11..<20])
        studio.title("C - Last")
        studio.packets(packets[20..<22])
        studio.finish()
        #expect(names == ["A - Begun.mp3", "B - Next.mp3", "C - Last (incomplete).mp3"])
        #expect(try frames("A - Begun.mp3") == bytes(0..<14))
        #expect(try frames("B - Next.mp3") == bytes(7..<22))
        #expect(try frames("C - Last (incomplete).mp3") == bytes(17..<22))
    }

    @Test func overlapEndsWithTheRecording() throws {
        let limits = RecordingLimits(duration: .milliseconds(523))
        let studio = try Studio(plan(.init(splits: true, keepsFirst: true, overlap: .seconds(2)), limits))
        studio.title("A - Begun")
        studio.packets(packets[0..<10])
        studio.title("B - Next")
        studio.packets(packets[10..<30])
        #expect(studio.rig.loop.turn { studio.ending != nil })
        #expect(studio.ending == .duration)
        studio.finish()
        #expect(try frames("A - Begun.mp3") == bytes(0..<20))
        #expect(try frames("B - Next (incomplete).mp3") == bytes(0..<20))
    }

    /// The cut between two titles' files is made at the quietest place near the change of title, at most the tolerance
    /// away from it. The sound is a tone with silence from 2.0 to 2.6 s. Each row has, in seconds, the time of the
    /// title's change, the tolerance, and the expected time of the cut (nil if all places within the tolerance are
    /// equally quiet).
    @Test(
        arguments: [(2.7, 1.0, 2.3), (2.7, 0.0, 2.7), (5.0, 1.0, nil), (1.5, 1.0, 2.3)] as [(Double, Double, Double?)])
    func cutsAreMovedToTheQuietestPlace(_ title: Double, _ tolerance: Double, _ expected: Double?) throws {
        let file = directory.path + "/.in.mp3"
        let volume = "volume=enable='between(t,2,2.6)':volume=0"
        let source = "sine=440:d=8:r=44100,\(volume)"
        let command =
            "ffmpeg -v error -f lavfi -i \"\(source)\" -ac 2 -b:a 128k -write_xing 0 -id3v2_version 0 '\(file)'"
        try #require(system(command) == 0)
        let packets = Samples.mpegPackets(try Samples.read(path: file))
        let place = Int(title * 44_100 / 1152)
        let studio = try Studio(
            plan(.init(splits: true, keepsFirst: true, tolerance: .seconds(tolerance), overlap: .zero)))
        studio.title("A - Begun")
        for start in stride(from: 0, to: place, by: 7) { studio.packets(packets[start..<min(start + 7, place)]) }
        studio.title("B - Next")
        for start in stride(from: place, to: packets.count, by: 7) {
            studio.packets(packets[start..<min(start + 7, packets.count)])
        }
        studio.end(isWhole: true)
        studio.finish()
        let (first, second) = (try frames("A - Begun.mp3"), try frames("B - Next.mp3"))
        let written = Samples.mpegPackets(first) + Samples.mpegPackets(second)
        #expect(written.count == packets.count)
        #expect(written == packets, "\(zip(written, packets).prefix { $0 == $1 }.count)")
        let cut = Double(Samples.mpegPackets(first).count) * 1152 / 44_100
        // The encoder delays the sound by 25 ms and the decoder by 12 ms, so about 30 ms are subtracted.
        if let expected { #expect(abs(cut - expected - 0.03) < 0.07, "\(cut)") }
        #expect(abs(cut - title) <= tolerance + 0.027)
    }

    @Test func aWholeRecording() throws {
        let studio = try Studio(plan(.init(leavesOutAdvertisements: true)))
        studio.packets(packets[0..<4])
        studio.title("A - One")
        studio.packets(packets[4..<8])
        studio.bring(
            .metadata(
                TimedMetadata(kind: .icy, raw: Array("StreamTitle='Ad';adw_ad='true';insertionType='midroll';".utf8))))
        studio.packets(packets[8..<10])
        studio.title("B - Two")
        studio.bring(.discontinuity(isGap: true))
        studio.packets(packets[10..<16])
        // Another discontinuity, at which nothing is missing.
        studio.bring(.discontinuity(isGap: false))
        studio.packets(packets[16..<20])
        studio.finish()
        #expect(names == ["Radio_One.cue", "Radio_One.json", "Radio_One.mp3"])
        #expect(try frames("Radio_One.mp3") == bytes(0..<8) + bytes(10..<20))
        let json = String(decoding: try Samples.read(path: directory.path + "/Radio_One.json"), as: UTF8.self)
        #expect(
            json.contains(#""at":0.104490,"kind":"song","artist":"A""#) || json.contains(#""at":0.10449"#), "\(json)")
        #expect(json.contains(#""cuts":[{"at":0.20898,"#) && !json.contains("},{\"at\":0.36"), "\(json)")
        #expect(json.contains(#""left_out":true"#) && json.contains(#""station":"Radio/One""#))
        let cue = String(decoding: try Samples.read(path: directory.path + "/Radio_One.cue"), as: UTF8.self)
        #expect(cue.contains("TRACK 02") && !cue.contains("TRACK 03"), "\(cue)")
    }

    @Test func nothingIsEverReplaced() throws {
        for _ in 0..<2 {
            let studio = try Studio(plan())
            studio.packets(packets[0..<4])
            studio.finish()
        }
        #expect(names.filter { $0.hasSuffix(".mp3") } == ["Radio_One (2).mp3", "Radio_One.mp3"])
        #expect(try frames("Radio_One.mp3") == frames("Radio_One (2).mp3"))
    }

    @Test func anotherFormatIsAnotherFile() throws {
        let studio = try Studio(plan())
        studio.packets(packets[0..<4])
        let mono = Samples.mpegPackets(try Sample.mp3Mono48.read())
        studio.bring(.format(MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 48_000, channelCount: 1)))
        studio.packets(mono[0..<4])
        studio.finish()
        #expect(try frames("Radio_One.mp3") == bytes(0..<4))
        #expect(try frames("Radio_One (2).mp3") == Array(mono[0..<4].joined()))
    }

    @Test func size() throws {
        let studio = try Studio(plan(.init(), .init(bytes: 5000)))
        studio.packets(packets[0..<40])
        #expect(studio.rig.loop.turn { studio.ending != nil })
        #expect(studio.ending == .size)
        studio.finish()
        let count = try Samples.read(path: directory.path + "/Radio_One.mp3").count
        #expect(count <= 5000 && count > 4000)
        let json = String(decoding: try Samples.read(path: directory.path + "/Radio_One.json"), as: UTF8.self)
        #expect(json.contains(#""ended_by":"size""#) && json.contains(#""bytes":\#(count),"#), "\(json)")
    }

    /// The length of a recording is time of sound: the packet that would exceed it is not written, however fast the
    /// sound arrives.
    @Test(arguments: [8, 30]) func duration(_ count: Int) throws {
        let length = Duration.seconds(8 * 1152.0 / 44_100 + 0.001)
        let studio = try Studio(plan(.init(), .init(duration: length)))
        studio.packets(packets[0..<7])
        studio.rig.loop.pass(.seconds(5))
        #expect(studio.ending == nil)
        studio.packets(packets[7..<count])
        // Exactly at its length, the recording waits for the next packet, which is too much.
        if count == 8 { studio.packets(packets[8..<9]) }
        #expect(studio.rig.loop.turn { studio.ending != nil })
        #expect(studio.ending == .duration)
        #expect(studio.summary?.fileCount == 1)
        #expect(studio.summary.map { abs($0.duration / .seconds(1) - length / .seconds(1)) < 0.002 } == true)
        studio.finish()
        #expect(try frames("Radio_One.mp3") == bytes(0..<8))
    }

    /// The time of the recording's length passes without sound. The recording ends, and says that nothing was written.
    @Test func nothingArrives() throws {
        let studio = try Studio(plan(.init(), .init(duration: .seconds(30))))
        studio.rig.loop.pass(.seconds(29))
        #expect(studio.ending == nil)
        studio.rig.loop.pass(.seconds(1))
        #expect(studio.rig.loop.turn { studio.ending != nil })
        #expect(studio.ending == .noSound)
        #expect(studio.summary?.fileCount == 0 && studio.summary?.received == .zero)
        studio.finish()
        #expect(names.isEmpty)
    }

    /// The time of the recording's length has passed, but sound still arrives. The recording goes on until the sound
    /// stops.
    @Test func soundThatComesLateIsWaitedFor() throws {
        let studio = try Studio(plan(.init(), .init(duration: .seconds(3))))
        studio.packets(packets[0..<4])
        studio.rig.loop.pass(.seconds(4))
        studio.packets(packets[4..<8])
        studio.rig.loop.pass(.seconds(9))
        #expect(studio.ending == nil)
        studio.rig.loop.pass(.seconds(2))
        #expect(studio.rig.loop.turn { studio.ending != nil })
        #expect(studio.ending == .noSound && studio.summary?.fileCount == 1)
        studio.finish()
        #expect(try frames("Radio_One.mp3") == bytes(0..<8))
    }

    /// A station changes its title with every packet. The titles are folded: a few files begin at once, then one a
    /// second of sound, and the recording goes on.
    @Test func titlesThatFlood() throws {
        let studio = try Studio(plan(.init(splits: true, keepsFirst: true)))
        let sound = (0..<60).flatMap { _ in packets }.prefix(100)
        for (number, packet) in sound.enumerated() {
            studio.title("A - Title \(number)")
            packet.withUnsafeBytes { studio.bring(.packet(Packet(bytes: $0, sampleCount: 1152))) }
            // The timeline holds a few seconds of sound.
            if number.isMultiple(of: 60) { studio.packets([]) }
        }
        studio.packets([])
        studio.end()
        let seconds = (sound.count - 1) * 1152 / 44_100
        #expect(studio.ending == .asked)
        #expect(names.count == 8 + seconds, "\(names)")
        let written = try names.map(frames).reduce(0) { $0 + $1.count }
        #expect(written == sound.reduce(0) { $0 + $1.count })
        // Once the titles have slowed down, the newest one counts.
        #expect(names.contains("A - Title 7.mp3") && !names.contains("A - Title 8.mp3"))
        studio.finish()
    }

    /// A file of a single title is removed while it is written: the next title is recorded. Without titles, the
    /// recording fails.
    @Test(arguments: [true, false]) func aFileThatIsRemoved(splits: Bool) throws {
        let studio = try Studio(plan(.init(splits: splits, keepsFirst: true)))
        studio.title("A - Begun")
        studio.packets(packets[0..<80])
        let name = splits ? "A - Begun.mp3" : "Radio_One.mp3"
        #expect(studio.rig.loop.turn { names == [name] })
        unlink(directory.path + "/" + name)
        studio.packets(packets[80..<90])
        for _ in 0..<12 { studio.packets(packets[0..<20]) }
        if splits {
            studio.title("B - Next")
            studio.packets(packets[0..<40])
            studio.end()
            #expect(studio.ending == .asked && studio.summary?.fileCount == 1)
            #expect(names == ["B - Next (incomplete).mp3"])
        } else {
            #expect(studio.rig.loop.turn { if case .failed = studio.rig.status { true } else { false } })
            guard case .failed(.output(.file(let text))) = studio.rig.status else { return #expect(Bool(false)) }
            #expect(text.hasSuffix("the file was removed while it was written"), "\(text)")
        }
        studio.finish()
    }

    /// The program is killed while it records. A program that trusts a file's header reads all sound that was written,
    /// which lacks at most the last batch.
    @Test(arguments: ["flac", "wav", "mp3"]) func whatAKilledProgramLeaves(_ suffix: String) throws {
        let source = directory.path + "/.in.\(suffix == "flac" ? "flac" : "mp3")"
        let options = suffix == "flac" ? "" : "-b:a 128k -write_xing 0 -id3v2_version 0"
        let encoder = "ffmpeg -v error -f lavfi -i sine=440:d=30:r=44100 -ac 2 \(options) '\(source)'"
        try #require(system(encoder) == 0)
        var plan = plan()
        if suffix == "wav" { plan.container = .wav }
        let studio = try Studio(plan)
        var framer = FlacFramer()
        let bring = { (element: StreamElement) in
            if case .end = element {} else { studio.bring(element) }
            studio.packets([])
        }
        if suffix == "flac" {
            try Samples.read(path: source).withUnsafeBytes { framer.feed($0, bring) }
            framer.finish(bring)
        } else {
            for packet in Samples.mpegPackets(try Samples.read(path: source)) { studio.packets([packet]) }
        }
        let file = directory.path + "/Radio_One.\(suffix)"
        let output = directory.path + "/.length"
        let command =
            suffix == "flac"
            ? "metaflac --show-total-samples '\(file)' > '\(output)'"
            : "ffprobe -v error -show_entries format=duration -of csv=p=0 '\(file)' > '\(output)'"
        func stated() -> Double {
            guard system(command) == 0, let text = try? String(decoding: Samples.read(path: output), as: UTF8.self)
            else { return 0 }
            let number = Double(text.filter { !$0.isWhitespace }) ?? 0
            return suffix == "flac" ? number / 44_100 : number
        }
        #expect(studio.rig.loop.turn(untilElsewhere: { stated() > 27.5 }), "\(stated())")
        #expect(stated() < 30.1)
        studio.finish()
    }

    /// The recording ends while the player still searches where the sound of a new connection continues the old
    /// sound. The file contains the new sound, too.
    @Test func whatIsPendingAtTheEndIsKept() throws {
        let (packets, isDropped) = (packets, TestSignal())
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg"])
            let isFirst = !isDropped.isRaised
            isDropped.raise()
            connection.send(Array((isFirst ? packets[0..<200] : packets[230..<290]).joined()))
            if !isFirst { connection.waitUntilClosed() }
        }
        defer { server.stop() }
        let rig = try PlayerRig(plan: plan())
        var ending: RecordingEnd?
        rig.recorder?.onEvent = { if case .ended(let reason, _) = $0 { ending = reason } }
        rig.player.play(PlaybackItem(Station(name: "One", urls: [server.url()])))
        // The timeline has 200 packets, and 60 packets of the new connection wait for the result of the search:
        // together 6.79 s.
        #expect(rig.loop.turn { rig.player.intake.isSearching && rig.player.intake.soundAhead > .seconds(6.78) })
        #expect(rig.player.intake.timeline.end == 200)
        rig.recorder?.endWithAll(.asked)
        #expect(rig.loop.turn { ending == .asked })
        rig.recorder?.finish()
        let recorded = try frames("One.mp3")
        let isAllThere = recorded.elementsEqual(bytes(0..<200) + bytes(230..<290))
        #expect(isAllThere, "\(recorded.count) bytes")
    }

    @Test func theDiskStaysFree() throws {
        var plan = plan(.init(), .init(freeBytes: 1 << 60))
        // The folder does not exist yet; its parent tells how much is free.
        plan.place = .folder(path: directory.path + "/new/deep/", pattern: .whole)
        let studio = try Studio(plan)
        studio.packets(packets[0..<4])
        #expect(studio.rig.loop.turn { studio.ending != nil })
        #expect(studio.ending == .freeDisk && studio.summary?.fileCount == 0)
        studio.finish()
        #expect(names.isEmpty)
        let enough = try Studio(self.plan(.init(), .init(freeBytes: 1)))
        enough.packets(packets[0..<4])
        // Nothing is written before the disk has answered.
        #expect(enough.rig.loop.turn { !entries.isEmpty })
        enough.rig.loop.pass(.seconds(6))
        enough.packets(packets[4..<8])
        enough.finish()
        #expect(enough.ending == nil)
        #expect(try frames("Radio_One.mp3") == bytes(0..<8))
    }

    @Test func aFolderThatCannotBeMade() throws {
        let place = RecordingPlan.Place.folder(path: "/dev/null/none", pattern: .whole)
        let studio = try Studio(RecordingPlan(place: place))
        studio.packets(packets[0..<4])
        #expect(studio.rig.loop.turn { if case .failed = studio.rig.status { true } else { false } })
        studio.finish()
    }
}
