import RadioFormats
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// A ``SourceWatch`` receives an item while another item is heard, so that the change between them has no gap.
@Suite struct PreparationTests {
    private let rig: PlayerRig

    init() throws { rig = try PlayerRig() }

    private func item(_ urls: [String]) -> PlaybackItem { PlaybackItem(Station(name: "One", urls: urls)) }

    private func watch(_ item: PlaybackItem) -> SourceWatch {
        SourceWatch(
            [item], startingAt: 0, limits: nil, tools: rig.player.tools, policy: .listener, onChange: { _ in })
    }

    /// Receives an item, and waits until it can be played or none of its addresses could be received.
    private func settled(_ item: PlaybackItem) -> SourceWatch {
        let watch = watch(item)
        #expect(rig.turn { watch.health != .waiting })
        return watch
    }

    /// The item's first address fails and its second works. The player takes over the connection to the second.
    @Test func anAddressThatWorks() throws {
        let server = try IcyServer(.mp3)
        defer { server.stop() }
        let wanted = item(["http://127.0.0.1:1/", server.url])
        let watch = settled(wanted)
        #expect(watch.health == .healthy)
        let taken = try #require(watch.take(for: wanted))
        #expect(taken.url == server.url)
        rig.player.play(item([server.url]), working: server.url, warm: taken.intake)
        #expect(rig.fills(.milliseconds(500)))
        #expect(server.connectionCount == 1)
    }

    /// An address that was remembered and that the station no longer has is not asked.
    @Test func anAddressThatWentIsNotTried() throws {
        let (server, former) = (try IcyServer(.mp3), try IcyServer(.mp3))
        defer { for server in [server, former] { server.stop() } }
        var wanted = item([server.url])
        wanted.preferredURL = former.url
        let watch = settled(wanted)
        #expect(watch.take(for: wanted)?.url == server.url)
        #expect(former.connectionCount == 0)
    }

    @Test func noAddressWorks() {
        let wanted = item(["http://127.0.0.1:1/a", "http://127.0.0.1:1/b"])
        let watch = settled(wanted)
        guard case .stream(.unreachable) = watch.error else {
            Issue.record("\(watch.error)")
            return
        }
        #expect(watch.health == .failed && watch.take(for: wanted) == nil)
        #expect(settled(item([])).health == .failed)
    }

    /// A server accepts the connection and sends nothing. The watch gives up after the policy's time for the first
    /// sound.
    @Test func aServerThatSendsNothing() throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        defer { server.stop() }
        let watch = watch(item([server.url("/")]))
        #expect(rig.turn { server.requests.count == 1 })
        rig.loop.pass(PlaybackPolicy.listener.firstSoundTimeout)
        #expect(rig.turn { watch.health == .failed })
        guard case .stream(.timedOut) = watch.error else {
            Issue.record("\(watch.error)")
            return
        }
    }
}
