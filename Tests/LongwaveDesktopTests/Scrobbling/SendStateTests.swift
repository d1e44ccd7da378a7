import Longwave
import Testing

@testable import LongwaveDesktop

@Suite struct SendStateTests {
    private let account = ScrobblingAccount(
        name: "lb", server: "https://lb", user: "", login: .listenBrainz(token: Secret("one")))
    private var other: ScrobblingAccount {
        var other = account
        other.login = .listenBrainz(token: Secret("two"))
        return other
    }

    /// After each failure, the sender waits longer, up to a quarter of an hour. After a success, the waits are short
    /// again.
    @Test func failures() {
        var state = SendState()
        var waits: [Int64] = []
        var now: Int64 = 1_000_000
        for _ in 0..<10 {
            let done = state.settle(.later("away"), count: 3, account, at: now, chance: 0.5)
            #expect(done.isEmpty)
            guard case .wait(let until) = state.decision(account, at: now) else { break }
            waits.append((until - now) / 1000)
            now = until
            #expect(state.decision(account, at: now) == .send(maximum: 100))
        }
        #expect(waits == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
        #expect(state.problem == "away")
        let done = state.settle(.accepted(), count: 3, account, at: now, chance: 0.5)
        #expect(done == [0, 1, 2] && state == SendState())
    }

    @Test func whatTheServerAsksFor() {
        var state = SendState()
        _ = state.settle(.later("busy", wait: .seconds(42)), count: 1, account, at: 1000, chance: 0.5)
        #expect(state.decision(account, at: 1000) == .wait(until: 43_000))
        var done = state.settle(.accepted(wait: .seconds(7)), count: 1, account, at: 43_000, chance: 0.5)
        #expect(done == [0])
        #expect(state.decision(account, at: 43_000) == .wait(until: 50_000))
        // The computer's clock was set back by years. The sender does not wait until the old time comes again.
        #expect(state.decision(account, at: -1_000_000_000) == .send(maximum: 100))
        done = state.settle(.accepted(except: [1], wait: .seconds(9)), count: 3, account, at: 0, chance: 0.5)
        #expect(done == [0, 2])
    }

    /// The service refuses a login. The sender does not use it again, but uses another login.
    @Test func aRefusedLogin() {
        var state = SendState()
        let done = state.settle(.refusedAccount("bad one"), count: 5, account, at: 0, chance: 0.5)
        #expect(done.isEmpty)
        #expect(state.decision(account, at: 1 << 40) == .refused("bad ***"))
        #expect(state.decision(other, at: 0) == .send(maximum: 100))
        _ = state.settle(.accepted(), count: 5, other, at: 0, chance: 0.5)
        #expect(state.refused == nil)
    }

    /// The service refuses a batch of listens. The batch is halved until the refused listen is alone, and this listen
    /// is dropped.
    @Test func aBadListen() {
        var state = SendState()
        var queue = Array(0..<70)
        let bad = 33
        var (taken, requests): ([Int], Int) = ([], 0)
        var now: Int64 = 0
        while !queue.isEmpty, requests < 100 {
            guard case .send(let maximum) = state.decision(account, at: now) else {
                now += 1000
                continue
            }
            requests += 1
            let batch = Array(queue.prefix(maximum))
            let outcome: ScrobbleOutcome = batch.contains(bad) ? .refusedListens("bad") : .accepted()
            let done = state.settle(outcome, count: batch.count, account, at: now, chance: 0.5).map { batch[$0] }
            if outcome == .accepted() { taken += done }
            queue.removeAll { done.contains($0) }
        }
        #expect(taken == Array(0..<70).filter { $0 != bad })
        #expect(requests < 30, "\(requests)")
        #expect(state.problem == nil && now < 60_000)
    }

    /// The service refuses everything. The queue loses its listens only slowly.
    @Test func everythingIsRefused() {
        var state = SendState()
        var (now, dropped): (Int64, Int) = (0, 0)
        while now < 3_600_000 {
            guard case .send(let maximum) = state.decision(account, at: now) else {
                now += 1000
                continue
            }
            dropped += state.settle(.refusedListens("no"), count: maximum, account, at: now, chance: 0.5).count
        }
        #expect(dropped < 15, "\(dropped)")
    }

    @Test func announcements() {
        var state = SendState()
        let unchanged = [ScrobbleOutcome.accepted(), .later("away"), .refusedListens("no")].map {
            state.settleNowPlaying($0, account, at: 0)
        }
        #expect(unchanged == [false, false, false] && state == SendState())
        var changed = state.settleNowPlaying(.later("busy", wait: .seconds(5)), account, at: 0)
        #expect(changed && state.decision(account, at: 0) == .wait(until: 5000))
        changed = state.settleNowPlaying(.refusedAccount("no"), account, at: 0)
        #expect(changed && state.decision(account, at: 0) == .refused("no"))
    }
}
