import RadioFormats
import RadioHTTP
import RadioLoop
import RadioText
import TestSupport
import Testing

@testable import RadioTitles

/// A follower compares the titles on a server's status page with those in the sound, and the page fails meanwhile.
@Suite(.serialized) struct PageFailureTests {
    private let loop: EventLoop
    private let server: PagedStation

    /// The records that a follower has made.
    private final class Told {
        var records: [TitleRecord] = []
        /// The tracks, each with its source, such as `A inBand` (in the sound).
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

    /// Returns a follower that compares page and sound once per second and never takes the page for outdated.
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

    /// Waits until the page was read again without a change, and returns the moment before that.
    private func pageIsReadAgain() -> LogMoment {
        var looks = server.looks
        // After the reading that brought the title, the page is read two more times.
        #expect(turn { server.looks >= looks + 2 })
        let before = loop.moment
        looks = server.looks
        #expect(turn { server.looks >= looks + 2 })
        return before
    }

    /// The page is the only source of titles, and it loses the mount. The gap begins with the last reading of the page,
    /// not with the last change of title.
    @Test func theGapBeginsWithTheLastReading() throws {
        defer { server.stop() }
        let told = Told()
        let follower = try follower(told, .status)
        follower.begin()
        #expect(turn { told.tracks == ["A statusPage"] })
        let before = pageIsReadAgain()
        server.set(page: nil)
        #expect(turn { follower.state == .waiting })
        // The wall clock and the monotonic clock are read one after the other, so 5 ms of difference are allowed.
        #expect(try #require(follower.kept(at: loop.moment).seenUntil) >= before.wall - 5)
        follower.stop()
    }

    /// The page fails after the sound has shown a song that was not on the page. This song is recorded.
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

    /// The page and the connection to the sound fail. The gap begins when the page last showed the station.
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
        // The wall clock and the monotonic clock are read one after the other, so 5 ms of difference are allowed.
        #expect(seenUntil >= before.wall - 5)
        let open = try #require(kept.open.first?.track)
        #expect(open.track.title == "B" && open.began.duration(to: open.lastShown) > .zero)
        follower.stop()
    }
}
