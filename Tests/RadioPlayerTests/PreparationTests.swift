import RadioFormats
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// A ``Preparation`` receives an item while another item is heard, so that the change between them has no gap.
@Suite struct PreparationTests {
    private let rig: PlayerRig

    init() throws { rig = try PlayerRig() }

    private func item(_ urls: [String]) -> PlaybackItem { PlaybackItem(Station(name: "One", urls: urls)) }

    /// Prepares an item and waits for the first answer of the preparation. Returns the preparation and its answers so
    /// far: an error if no address works, and nil if one works.
    private func answer(_ item: PlaybackItem) -> (preparation: Preparation, answers: [PlaybackError?]) {
        var answers: [PlaybackError?] = []
        let preparation = Preparation(item, working: nil, tools: rig.player.tools, policy: .listener) {
            answers.append($0)
        }
        #expect(rig.turn { !answers.isEmpty })
        return (preparation, answers)
    }

    /// The item's first address fails and its second works. The player takes over the connection to the second.
    @Test func anAddressThatWorks() throws {
        let server = try IcyServer(.mp3)
        defer { server.stop() }
        let (preparation, answers) = answer(item(["http://127.0.0.1:1/", server.url]))
        #expect(answers == [nil])
        let taken = try #require(preparation.take())
        #expect(taken.url == server.url)
        rig.player.play(item([server.url]), working: server.url, warm: taken.intake)
        #expect(rig.fills(.milliseconds(500)))
        #expect(server.connectionCount == 1)
    }

    @Test func noAddressWorks() {
        let (preparation, answers) = answer(item(["http://127.0.0.1:1/a", "http://127.0.0.1:1/b"]))
        guard case .stream(.unreachable)? = answers[0] else {
            Issue.record("\(answers)")
            return
        }
        #expect(answers.count == 1 && preparation.take() == nil)
        #expect(answer(item([])).answers.count == 1)
    }

    /// A server accepts the connection and sends nothing. The preparation gives up after the policy's time for the
    /// first sound.
    @Test func aServerThatSendsNothing() throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        defer { server.stop() }
        var answers: [PlaybackError?] = []
        let preparation = Preparation(
            item([server.url("/")]), working: nil, tools: rig.player.tools, policy: .listener
        ) {
            answers.append($0)
        }
        #expect(rig.turn { server.requests.count == 1 })
        rig.loop.pass(PlaybackPolicy.listener.firstSoundTimeout)
        #expect(rig.turn { answers.count == 1 })
        #expect(answers.first.map { $0 != nil } == true && preparation.take() == nil)
    }
}
