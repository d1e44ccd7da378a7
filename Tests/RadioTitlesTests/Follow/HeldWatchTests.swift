import Testing

@testable import RadioTitles

@Suite struct HeldWatchTests {
    @Test func onlyALongTimeIsTold() {
        var watch = HeldWatch()
        #expect(watch.look(at: TrackFolderTests.moment(0)) == nil)
        #expect(watch.look(at: TrackFolderTests.moment(2)) == nil)
        #expect(watch.look(at: TrackFolderTests.moment(11)) == nil)
        #expect(watch.look(at: TrackFolderTests.moment(41)) == TrackFolderTests.moment(11))
        #expect(watch.look(at: TrackFolderTests.moment(41)) == nil)
    }

    /// What a station showed before and after goes on, without the time between; a gap is written once.
    @Test func aStoppedProcessLeavesAGap() {
        var folder = TrackFolder(at: TrackFolderTests.moment(0))
        _ = folder.show(TrackFolderTests.track("A", .song), from: .inBand, at: TrackFolderTests.moment(0))
        let gap = folder.overlook(
            "process stopped", from: TrackFolderTests.moment(100), until: TrackFolderTests.moment(130))
        #expect(TrackFolderTests.words(gap).count == 1)
        let next = folder.show(TrackFolderTests.track("B", .song), from: .inBand, at: TrackFolderTests.moment(200))
        guard case .end(let end)? = next.first else {
            Issue.record("\(next)")
            return
        }
        #expect(end.at == TrackFolderTests.moment(200) && end.unseen == .seconds(30))
        // One that is not followed has its own gap.
        folder.lose("lost", at: TrackFolderTests.moment(210))
        #expect(
            folder.overlook("process stopped", from: TrackFolderTests.moment(220), until: TrackFolderTests.moment(250))
                .isEmpty)
    }
}
