import TestSupport
import Testing

@testable import RadioPlayer

@Suite struct MailboxTests {
    private static func snapshot(_ volume: Double) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.volume = volume
        return snapshot
    }

    private static func all(in mailbox: Mailbox) async -> [PlaybackNotification] {
        mailbox.finish()
        var all: [PlaybackNotification] = []
        while let next = await mailbox.next() { all.append(next) }
        return all
    }

    @Test func nothingIsLostByOneWhoKeepsUp() async {
        let mailbox = Mailbox()
        for number in 0..<200 {
            #expect(mailbox.put(.volumeDidChange(Self.snapshot(Double(number)))))
            #expect(await mailbox.next()?.snapshot.volume == Double(number))
        }
    }

    @Test func aWaitingReaderIsAnswered() async {
        let mailbox = Mailbox()
        async let next = mailbox.next()
        #expect(mailbox.put(.didStall(PlaybackSnapshot())))
        #expect(await next?.name == "didStall")
        async let end = mailbox.next()
        mailbox.finish()
        #expect(await end == nil)
        #expect(mailbox.put(.didStall(PlaybackSnapshot())))
        #expect(await mailbox.next() == nil)
    }

    @Test func theNewestOfEachKindIsKeptAndNoEndIsLost() async {
        let mailbox = Mailbox()
        _ = mailbox.put(.itemDidChange(Self.snapshot(1)))
        _ = mailbox.put(.didPlayToEnd(Self.snapshot(2)))
        var lost = 0
        for number in 3..<1000 where !mailbox.put(.volumeDidChange(Self.snapshot(Double(number)))) { lost += 1 }
        _ = mailbox.put(.didFail(.undecodable(""), Self.snapshot(1000)))
        let all = await Self.all(in: mailbox)
        #expect(all.count == Mailbox.maximumWaiting)
        #expect(lost == 997 + 3 - Mailbox.maximumWaiting - 1)
        #expect(all.first?.name == "itemDidChange")
        #expect(all[1].name == "didPlayToEnd")
        #expect(all.last?.name == "didFail")
        #expect(all[all.count - 2].snapshot.volume == 999)
    }

    @Test func tooManyEndsEndIt() async {
        let mailbox = Mailbox()
        for number in 0..<Mailbox.maximumWaiting { #expect(mailbox.put(.didPlayToEnd(Self.snapshot(Double(number))))) }
        #expect(!mailbox.put(.didPlayToEnd(PlaybackSnapshot())))
        // Notifications were sent to the mailbox until it was full. Those that fit can still be read.
        for number in 0..<Mailbox.maximumWaiting { #expect(await mailbox.next()?.snapshot.volume == Double(number)) }
    }
}
