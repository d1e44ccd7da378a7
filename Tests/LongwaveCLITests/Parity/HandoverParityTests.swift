import Glibc
import Longwave
import LongwaveTerminal
import RadioJSON
import TestSupport
import Testing

@testable import LongwaveCLI
@testable import LongwaveDesktop

/// The key `d` on the screen: what the shared player continues must be what this process's player played.
@Suite struct HandoverParityTests {
    private let folders: [TemporaryDirectory]
    private let radios: [Radio]
    private var socket: String { folders[1].path + "/control.sock" }

    init() throws {
        folders = [try TemporaryDirectory(), try TemporaryDirectory()]
        radios = try folders.map { folder in
            var configuration = Radio.Configuration()
            configuration.playback = PlaybackConfiguration(output: .null)
            configuration.playback.policy.timeshift = .seconds(600)
            configuration.playback.timeshiftFolder = folder.path
            configuration.journal = JournalPlaces()
            return try Radio(configuration)
        }
    }

    private func shutDown() async { for radio in radios { await radio.shutDown() } }

    /// All state, the tape and the recording go along, by the real socket.
    @Test func everythingGoesAlong() async throws {
        let (radio, folder, socket) = (radios[0], folders[0], socket)
        let (before, after) = try await radios[1].manager.takeOver(radios[1], folders[1]) {
            try await radio.manager.handOver(radio, folder, to: socket)
        }
        await shutDown()
        #expect(before["sleep"] == "15 min" && before["recordings"] == "1" && before["kept sound"] == "true")
        #expect(before["question"] == Self.twoFiles && before["problem"] == "none")
        #expect(before["title at 5 s"] == "One" && before["sound at 5 s"]?.hasPrefix("44100 ") == true)
        for (name, value) in before { #expect(after[name] == value, "\(name)") }
        // Both have written a part of the recording.
        let recordings = try TemporaryDirectory.names(folder.path + "/recordings").filter { $0.hasSuffix(".mp3") }
        #expect(recordings.count == 2, "\(recordings)")
    }

    /// A programme goes on as a programme, without its kept sound.
    @Test func aProgrammeGoesAlong() async throws {
        let list = StationListWriter.write(ParityStations.names.map(ParityStations.item).map(\.station), as: .stations)
        for folder in folders { try folder.write("stations.json", list.bytes) }
        let (radio, folder, socket) = (radios[0], folders[0], socket)
        let name = try await radios[1].manager.programme(radios[1], folders[1]) {
            try await radio.manager.handOverProgramme(radio, folder, to: socket)
        }
        await shutDown()
        #expect(name == "shop")
    }

    private static let twoFiles = "the recording goes on in a second file?"

    /// A shared player that takes no tape: the question comes before anything is done.
    @Test(arguments: [nil, false]) func anotherPlayer(takesTape: Bool?) async throws {
        let other = FakePlayer(takesTape: takesTape, refuses: false)
        let facts = try await radios[0].manager.ask(radios[0], folders[0], other, at: socket)
        await shutDown()
        let why = takesTape == nil ? "an older player" : "no time shift there"
        #expect(facts["question"] == "kept sound and recording end here (\(why))?")
        #expect(facts["no"] == "this screen plays on" && facts["asked after no"] == "0")
        #expect(facts["after no"] == "playing, 1 recording, on the disk")
        #expect(facts["yes"] == "none" && facts["asked after yes"] == "1" && facts["tape"] == "false")
    }

    /// A shared player that refuses the tape: everything goes on here.
    @Test func aRefusal() async throws {
        let other = FakePlayer(takesTape: true, refuses: true)
        let facts = try await radios[0].manager.ask(radios[0], folders[0], other, at: socket)
        await shutDown()
        #expect(facts["question"] == Self.twoFiles && facts["no"] == "none of this" && facts["tape"] == "true")
        #expect(facts["after no"] == "playing, 1 recording, on the disk")
        let recordings = try TemporaryDirectory.names(folders[0].path + "/recordings")
        #expect(!recordings.isEmpty && !recordings.contains { $0.contains("(") }, "\(recordings)")
    }

    /// What is not a tape is refused with a reason, and changes nothing.
    @Test func whatIsNoTape() async throws {
        let answers = try await radios[1].manager.answers(radios[1], folders[1], to: FalseTape.all)
        await shutDown()
        #expect(answers == FalseTape.all.map(\.reason))
    }
}

/// A shared player of another version, or with other settings.
private struct FakePlayer: Sendable {
    var takesTape: Bool?
    var refuses: Bool
}

/// Parameters that are no tape, and why the shared player refuses them.
private struct FalseTape: Sendable {
    var name: String
    var json: String
    /// Opens the descriptor that goes along; nil for none.
    var open: (@Sendable (_ folder: String) -> Int32)?
    var reason: String

    private static func json(_ blocks: String, codec: String = "mp3") -> String {
        #"{"packet":0,"start":0,"heard":0,"blocks":\#(blocks),"formats":[{"codec":"\#(codec)","rate":44100,"#
            + #""channels":2,"headers":[]}],"metadata":[],"recordings":[]}"#
    }

    private static func file(_ size: Int) -> @Sendable (String) -> Int32 {
        { folder in
            let file = Glibc.open(folder + "/file-\(size)", O_RDWR | O_CREAT, 0o600)
            return ftruncate(file, size) == 0 ? file : -1
        }
    }

    private static let (one, noFile) = ("[[1,1000,65536,0]]", "the descriptor is not a file to read and write")

    static var all: [FalseTape] {
        [
            .init(name: "no descriptor", json: json(one), open: nil, reason: "no file came with it"),
            .init(name: "a device", json: json(one), open: { _ in Glibc.open("/dev/null", O_RDWR) }, reason: noFile),
            .init(name: "a folder", json: json(one), open: { Glibc.open($0, O_RDONLY) }, reason: noFile),
            .init(
                name: "a file to read", json: json(one), open: { _ in Glibc.open("/proc/self/exe", O_RDONLY) },
                reason: noFile),
            .init(
                name: "truncated", json: json("[[1,1000,65536,1]]"), open: file(10),
                reason: "a block is not in the file"),
            .init(
                name: "one slot twice", json: json("[[1,9,9,0],[1,9,9,0]]"), open: file(99),
                reason: "a block is not in the file"),
            .init(name: "zeros", json: json(one), open: file(65_536), reason: "its file is damaged"),
            .init(name: "no block", json: json("[]"), open: file(10), reason: "it must have 1 to 32768 blocks"),
            .init(
                name: "too many blocks", json: json("[" + String(repeating: "0,", count: 40_000) + "0]"),
                open: file(10), reason: "it must have 1 to 32768 blocks"),
            .init(name: "text", json: json(#"["x"]"#), open: file(10), reason: "a block is damaged"),
            .init(name: "huge", json: json("[[1e15,1,1,0]]"), open: file(10), reason: "a block is damaged"),
            .init(name: "codec", json: json("[[1,9,9,0]]", codec: "x"), open: file(10), reason: "a format is unknown"),
            .init(name: "nothing", json: "7", open: file(10), reason: "its beginning is missing"),
        ]
    }
}

extension TemporaryDirectory {
    fileprivate static func names(_ path: String) throws -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}

extension PlaybackManager {
    private func handedOver(_ rig: ParityRig) -> [String: String] {
        var facts = rig.facts(self)
        facts["kept sound"] = "\(snapshot.currentTime > MediaTime(seconds: 15))"
        facts["title"] = snapshot.nowPlaying?.track.title
        for name in ["meter", "jumps"] { facts[name] = nil }
        return facts
    }

    /// Returns the sound of two seconds that are kept: the number of samples, and a sum that depends on their order.
    private func sound(at seconds: Double) async -> String {
        let range = MediaTimeRange(start: MediaTime(seconds: seconds), duration: .seconds(2))
        guard let held = heldSound(of: range) else { return "none" }
        var (count, sum) = (0, 0)
        held.onMore = {}
        await wait {
            while let more = held.read(frames: 4096) {
                for sample in more.samples { sum = sum &* 31 &+ Int(sample * 1e6) }
                count += more.samples.count
            }
            return held.isComplete || held.failure != nil
        }
        return "\(count) \(sum)"
    }

    /// Moves before the hand-over, and returns the title and the sound there.
    private func factsBefore() async throws -> [String: String] {
        let sound = await sound(at: 5)
        try seek(to: MediaTime(seconds: 5))
        await wait { snapshot.nowPlaying?.track.title == "One" && snapshot.status == .playing }
        return ["title at 5 s": snapshot.nowPlaying?.track.title ?? "none", "sound at 5 s": sound]
    }

    /// Plays a station behind its live edge, with everything that keys can set.
    private func playBusily(_ rig: ParityRig) async throws -> [String: String] {
        setVolume(0.5)
        rig.play([ParityStations.station, ParityStations.item("Beta")], at: 0, self)
        await wait { snapshot.status == .playing && snapshot.liveOffset > .seconds(35) && tapeProblem == nil }
        let facts = try await factsBefore()
        try seek(to: MediaTime(seconds: 20))
        await wait { snapshot.nowPlaying?.track.title == "Two" && snapshot.status == .playing }
        for key in [KeyAction.faster, .mute, .repetition, .sleep, .record] { rig.screen.press(key, self) }
        await wait { snapshot.recordings.first?.path != nil }
        return facts
    }

    private func options(_ socket: String) -> ScreenOptions {
        var options = ScreenOptions(charset: .utf8)
        options.sharedPlayers = [socket]
        return options
    }

    /// Hands a busy player over. Returns the facts before.
    fileprivate func handOver(
        _ radio: Radio, _ folder: TemporaryDirectory, to socket: String
    ) async throws -> [String: String] {
        let rig = try ParityRig(.local, radio, folder, self)
        var facts = try await playBusily(rig)
        facts.merge(handedOver(rig)) { $1 }
        var (question, end): (String?, String??)
        let handover = Handover(
            options(socket), radio, self, .init(question: { question = $0 }, yield: {}, done: { end = .some($0) }))
        handover.begin(self)
        await wait { question != nil }
        handover.answer(true, self)
        await wait { end != nil }
        facts["question"] = question ?? "none"
        facts["problem"] = (end ?? "not over") ?? "none"
        await rig.finish(self)
        return facts
    }

    /// Runs a shared player, to which `sender` hands over. Returns the sender's facts, and those of the shared player.
    fileprivate func takeOver(
        _ radio: Radio, _ folder: TemporaryDirectory, from sender: @Sendable () async throws -> [String: String]
    ) async throws -> ([String: String], [String: String]) {
        let rig = try ParityRig(.ctl, radio, folder, self)
        let before = try await sender()
        await wait { snapshot.status == .playing && snapshot.nowPlaying != nil }
        // The shared player's connection continues the sound of the tape without a gap.
        await wait { snapshot.joins.joined == 1 }
        #expect(snapshot.loadedTimeRanges.count == 1 && snapshot.joins.appended == 0)
        await rig.settle(self)
        var facts = handedOver(rig)
        (facts["question"], facts["problem"]) = (before["question"], "none")
        facts.merge(try await factsBefore()) { $1 }
        await wait { snapshot.recordings.allSatisfy { $0.path != nil } }
        rig.ask(ParityRequest("record", ["on": .bool(false)]))
        await wait { snapshot.recordings.isEmpty }
        await rig.finish(self)
        return (before, facts)
    }

    /// Hands a programme over.
    fileprivate func handOverProgramme(_ radio: Radio, _ folder: TemporaryDirectory, to socket: String) async throws {
        let rig = try ParityRig(.local, radio, folder, self)
        radio.perform(.play(PlayRequest(.programme("shop"))), on: self)
        await wait { snapshot.status == .playing && snapshot.programme != nil }
        var end: String??
        let handover = Handover(
            options(socket), radio, self, .init(question: { _ in }, yield: {}, done: { end = .some($0) }))
        handover.begin(self)
        await wait { end != nil }
        #expect(end == .some(nil))
        await rig.finish(self)
    }

    /// Runs a shared player, to which `sender` hands over. Returns the name of the programme that plays then.
    fileprivate func programme(
        _ radio: Radio, _ folder: TemporaryDirectory, from sender: @Sendable () async throws -> Void
    ) async throws -> String? {
        let rig = try ParityRig(.ctl, radio, folder, self)
        try await sender()
        await wait { snapshot.status == .playing }
        let name = snapshot.programme?.name
        await rig.finish(self)
        return name
    }

    /// Hands a busy player over to another player: answers a question first with no, then with yes.
    fileprivate func ask(
        _ radio: Radio, _ folder: TemporaryDirectory, _ other: FakePlayer, at socket: String
    ) async throws -> [String: String] {
        let rig = try ParityRig(.local, radio, folder, self)
        _ = try await playBusily(rig)
        var (asked, hasTape) = (0, false)
        let server = try ControlServer(loop, at: socket, queue: { PlaybackQueue() }) { command, client, answer in
            switch command {
            case .hello:
                let takesTape = other.takesTape.map { [JSONNode.Member(name: "takesTape", value: .bool($0))] } ?? []
                answer(.success(.value(.object([.init(name: "version", value: .int(1))] + takesTape))))
            case .takeOver(_, let tape):
                asked += 1
                hasTape = tape != nil
                if other.refuses { return answer(.failure(.unusableTape("it is a test"))) }
                answer(.success(.value(.null)))
                client.send(ControlLine.event(.members(["status": .string("playing")])))
            default: answer(.success(.value(.null)))
            }
        }
        var facts = ["no": "none of this", "question": "none"]
        for answer in [false, true] where answer || !other.refuses {
            var (question, end): (String?, String??)
            let handover = Handover(
                options(socket), radio, self, .init(question: { question = $0 }, yield: {}, done: { end = .some($0) }))
            handover.begin(self)
            await wait { question != nil || end != nil }
            if let question {
                facts["question"] = question
                handover.answer(answer, self)
                await wait { end != nil }
            }
            facts[answer ? "yes" : "no"] = (end ?? "not over") ?? "none"
            facts["asked after \(answer ? "yes" : "no")"] = "\(asked)"
            facts["tape"] = "\(hasTape)"
            guard !answer || other.refuses else { continue }
            let wasWritten = snapshot.recordings.first?.duration ?? .zero
            await wait { snapshot.recordings.first?.duration ?? .zero > wasWritten }
            facts["after no"] =
                "\(snapshot.status), \(snapshot.recordings.count) recording, \(tapeProblem ?? "on the disk")"
        }
        server.shutDown()
        await rig.finish(self)
        return facts
    }

    /// Asks a shared player to take over what is no tape. Returns the reasons of its refusals.
    fileprivate func answers(
        _ radio: Radio, _ folder: TemporaryDirectory, to tapes: [FalseTape]
    ) async throws -> [String] {
        let rig = try ParityRig(.ctl, radio, folder, self)
        let link = try #require(ControlLink(places: [rig.socket], loop: loop))
        var state = SharedPlayerState()
        (state.items, state.isPlaying) = ([ParityStations.station], true)
        var reasons: [String] = []
        for tape in tapes {
            let descriptor = tape.open?(folder.path)
            let value = try JSONReader.read(Array(tape.json.utf8)).node
            var reason: String?
            link.ask("takeOver", .members(["state": state.json, "tape": value]), with: descriptor) { answer in
                if case .failure(let error) = answer { reason = error.sentence } else { reason = "none" }
            }
            await wait { reason != nil }
            if let descriptor { close(descriptor) }
            let sentence = "The kept sound cannot be taken over: "
            reasons.append(reason.map { String($0.dropFirst(sentence.count).dropLast()) } ?? "no answer")
        }
        #expect(snapshot.status == .stopped && queue.isEmpty)
        await rig.finish(self)
        return reasons
    }
}
