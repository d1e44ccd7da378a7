import Longwave
import RadioFormats
import RadioPlayer
import Testing

@testable import RadioWeb

@Suite struct MPDOrderTests {
    private static let names = ["A", "B", "C", "D", "E"]

    private static var queue: PlaybackQueue {
        PlaybackQueue(names.map { PlaybackItem(Station(name: $0, urls: ["http://radio.test/\($0)"])) }, startingAt: 1)
    }

    private static func commands(_ line: String, intent: PlaybackSnapshot.Intent = .playing) throws -> [PlayerCommand] {
        var snapshot = PlaybackSnapshot()
        snapshot.intent = intent
        let request = try MPDRequest(Array(line.utf8))
        let order = MPDOrder(snapshot: snapshot, queue: queue)
        return try order.commands(MPDCommand(rawValue: request.name)!, MPDArguments(request.arguments)) ?? []
    }

    /// The names of the queue's entries after a command.
    private static func after(_ line: String) throws -> String {
        var queue = queue
        for command in try commands(line) {
            switch command {
            case .move(let from, let to): queue.move(from: from, to: to)
            case .remove(.at(let place)): queue.remove(at: place)
            case .remove(.id(let id)): queue.remove(at: queue.place(of: id)!)
            default: Issue.record("\(command)")
            }
        }
        return queue.items.map(\.station.name).joined()
    }

    @Test(arguments: [
        ("move 0 4", "BCDEA"), ("move 4 0", "EABCD"), ("move 0:2 3", "CDEAB"), ("move 3:5 0", "DEABC"),
        ("move 1:3 1", "ABCDE"), ("move 4 +0", "ABECD"), ("moveid 1 +0", "BACDE"), ("move 4 -0", "AEBCD"),
        ("swap 0 4", "EBCDA"), ("swap 2 1", "ACBDE"), ("swapid 1 1", "ABCDE"), ("delete 1:3", "ADE"),
        ("delete 4", "ABCD"),
        ("deleteid 3", "ABDE"),
    ]) func edits(_ line: String, _ names: String) throws { #expect(try Self.after(line) == names) }

    @Test(arguments: [
        ("play 9", MPDError.badIndex), ("play -2", .badIndex), ("playid 77", .noSong), ("delete 9", .badIndex),
        ("play x", MPDError(.argument, "Integer expected: x")),
        ("pause 5", MPDError(.argument, "Boolean (0/1) expected: 5")),
        ("setvol 101", MPDError(.argument, "Number too large: 101")),
        ("seek 0 x", MPDError(.argument, "Float expected: x")),
        ("move 0 9", MPDError(.argument, "Number too large: 9")),
        ("move 0:3 3", MPDError(.argument, "Number too large: 3")),
        ("enableoutput 9", MPDError(.missing, "No such audio output")),
        ("delete 3:99999999999999999999", MPDError(.argument, "Integer or range expected: 3:99999999999999999999")),
    ]) func refusals(_ line: String, _ error: MPDError) {
        #expect(throws: error) { try Self.commands(line) }
    }

    @Test func playing() throws {
        #expect(try Self.commands("play 2") == [.playEntry(.at(2))])
        #expect(try Self.commands("pause") == [.toggle])
        #expect(try Self.commands("pause 1") == [.pause])
        #expect(try Self.commands("pause 1", intent: .stopped) == [])
        #expect(try Self.commands("play", intent: .stopped) == [.play(PlayRequest())])
        #expect(throws: MPDError.notPlaying) { try Self.commands("next", intent: .stopped) }
        #expect(try Self.commands("seekcur -10.5") == [.seek(.by(-10.5))])
        #expect(try Self.commands("seekcur 7") == [.seek(.to(7))])
        #expect(try Self.commands("seek 1 7") == [.seek(.to(7))])
        #expect(try Self.commands("seek 2 7") == [.playEntry(.at(2))])
    }

    @Test func options() throws {
        #expect(try Self.commands("setvol 40") == [.setVolume(0.4)])
        #expect(try Self.commands("volume -100") == [.setVolume(0)])
        #expect(try Self.commands("single 1") == [.repeatQueue(.one)])
        #expect(try Self.commands("repeat 1") == [.repeatQueue(.all)])
        #expect(try Self.commands("repeat 0") == [])
        #expect(try Self.commands("disableoutput 0") == [.mute(true)])
        #expect(try Self.commands("consume 0") == [])
        #expect(throws: MPDError.self) { try Self.commands("consume 1") }
        #expect(throws: MPDError.self) { try Self.commands("crossfade 5") }
        #expect(try Self.commands("delete 0:") == [.stop, .clearQueue])
    }

    @Test func versions() {
        var log = MPDQueueLog()
        log.update([1, 2, 3])
        let first = log.version
        #expect(log.places(since: 1) == [0, 1, 2] && log.places(since: first) == [])
        log.update([1, 2, 3])
        #expect(log.version == first)
        log.update([1, 3, 2, 4])
        #expect(log.places(since: first) == [1, 2, 3])
        let second = log.version
        log.update([1, 3], changed: 0)
        #expect(log.places(since: second) == [0] && log.places(since: first) == [0, 1])
        #expect(log.places(since: 99) == [0, 1])
    }
}
