import RadioFormats
import RadioHTTP
import RadioLoop
import RadioText
import TestSupport
import Testing

@testable import RadioTitles

/// The status page fails while its titles are compared with those in the sound.
@Suite(.serialized) struct PageFailureTests {
    private let loop: EventLoop
    private let server: PagedStation

    /// The records of a follower.
    private final class Told {
        var records: [TitleRecord] = []
        /// The tracks, such as `A inBand`.
        var tracks: [String] {
            records.compactMap {
                guard case .track(let begin) = $0 else { return nil }
                return "\(begin.track.title ?? "") \(begin.source.rawValue)"
            }
        }
    }

    init() throws {
        loop = try .byHand()
        server = try PagedStation("X - A")
    }

    private func turn(until condition: () -> Bool) -> Bool {
        loop.turn(passing: .milliseconds(20), untilElsewhere: condition)
    }

    /// Returns a follower that compares page and sound every second and never treats the page as stale.
    private func follower(_ told: Told, _ source: FollowedSource = .auto) throws -> StationFollower {
        var pace = PagePace()
        pace.period = .milliseconds(100)
        pace.tolerance = .seconds(3600)
        pace.checkEvery = .seconds(1)
        let chance = { 0.5 }
        let context = StationFollower.Context(
            loop: loop, pool: try TransferPool(loop: loop), worker: BlockingWorker(loop: loop), userAgent: "test",
            chance: chance, moment: { [loop] in loop.moment }, rules: TitleRuleSet(), source: source,
            servers: try StatusServers(loop: loop, userAgent: "test", pace: pace, chance: chance), pace: pace)
        let station = TitleStation(Station(name: "ONE", urls: [server.url], id: "one"))
        return StationFollower(station, before: nil, reason: "restart", in: context) { [loop] follower, news in
            told.records += news.records
            if news.wantsTurn { loop.post { follower.begin() } }
        }
    }

    private func untilOnPage(_ follower: StationFollower) {
        follower.begin()
        #expect(turn { follower.page!.isSource && !follower.isStreamOpen })
    }

    /// Returns a moment after which the page was read again without a change.
    private func pageIsReadAgain() -> LogMoment {
        var looks = server.looks
        // Two more readings follow the one that brought the title.
        #expect(turn { server.looks >= looks + 2 })
        let before = loop.moment
        looks = server.looks
        #expect(turn { server.looks >= looks + 2 })
        return before
    }

    /// If the page is the only source and loses the mount, the gap begins with the last reading, not with the last
    /// change.
    @Test func theGapBeginsWithTheLastReading() throws {
        defer { server.stop() }
        let told = Told()
        let follower = try follower(told, .status)
        follower.begin()
        #expect(turn { told.tracks == ["A statusPage"] })
        let before = pageIsReadAgain()
        server.set(page: nil)
        #expect(turn { follower.state == .waiting })
        // The two clocks are not read at the same moment, so a few milliseconds of difference are allowed.
        #expect(try #require(follower.kept(at: loop.moment).seenUntil) >= before.wall - 5)
        follower.stop()
    }

    /// If the page fails after the sound has shown a song that the page has not shown, that song is shown.
    @Test func whatTheSoundBroughtIsShown() throws {
        defer { server.stop() }
        let told = Told()
        let follower = try follower(told)
        untilOnPage(follower)
        server.set(sound: "X - B")
        #expect(turn { follower.trial.soundTrack?.title == "B" })
        #expect(follower.page!.isSource && told.tracks == ["A inBand"])
        server.set(page: nil)
        #expect(turn { !follower.page!.isSource })
        #expect(told.tracks == ["A inBand", "B inBand"])
        #expect(follower.isStreamOpen && follower.state == .following)
        follower.stop()
    }

    /// If the page and a connection to the sound both fail, the gap begins when the page last showed the station.
    @Test func theGapBeginsWhereThePageWasSeenLast() throws {
        defer { server.stop() }
        let told = Told()
        let follower = try follower(told)
        untilOnPage(follower)
        server.holdSound()
        server.set(sound: "X - B")
        server.set(page: "X - B")
        #expect(turn { told.tracks.last == "B statusPage" && server.listens == 2 })
        let before = pageIsReadAgain()
        server.set(page: nil)
        #expect(turn { !follower.page!.isSource })
        #expect(follower.isStreamOpen)
        server.letSoundGo()
        #expect(turn { follower.state == .waiting })
        let kept = follower.kept(at: loop.moment)
        let seenUntil = try #require(kept.seenUntil)
        // The two clocks are not read at the same moment, so a few milliseconds of difference are allowed.
        #expect(seenUntil >= before.wall - 5)
        let open = try #require(kept.open.first?.track)
        #expect(open.track.title == "B" && open.began.duration(to: open.lastShown) > .zero)
        follower.stop()
    }
}
