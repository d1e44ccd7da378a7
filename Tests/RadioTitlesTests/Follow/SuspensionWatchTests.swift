import Testing

@testable import RadioTitles

@Suite struct SuspensionWatchTests {
    @Test func onlyALongTimeIsTold() {
        var watch = SuspensionWatch()
        #expect(watch.look(at: TrackDetectorTests.moment(0)) == nil)
        #expect(watch.look(at: TrackDetectorTests.moment(2)) == nil)
        #expect(watch.look(at: TrackDetectorTests.moment(11)) == nil)
        #expect(watch.look(at: TrackDetectorTests.moment(41)) == TrackDetectorTests.moment(11))
        #expect(watch.look(at: TrackDetectorTests.moment(41)) == nil)
    }

    /// The process is stopped for a while. The current track continues afterwards, the time counts as unseen, and one
    /// gap is written.
    @Test func aStoppedProcessLeavesAGap() {
        var detector = TrackDetector(at: TrackDetectorTests.moment(0))
        _ = detector.show(TrackDetectorTests.track("A", .song), from: .inBand, at: TrackDetectorTests.moment(0))
        let gap = detector.overlook(
            "process stopped", from: TrackDetectorTests.moment(100), until: TrackDetectorTests.moment(130))
        #expect(TrackDetectorTests.words(gap).count == 1)
        let next = detector.show(
            TrackDetectorTests.track("B", .song), from: .inBand, at: TrackDetectorTests.moment(200))
        guard case .end(let end)? = next.first else {
            Issue.record("\(next)")
            return
        }
        #expect(end.at == TrackDetectorTests.moment(200) && end.unseen == .seconds(30))
        // A station that is not received at the moment already has a gap.
        detector.lose("lost", at: TrackDetectorTests.moment(210))
        #expect(
            detector.overlook(
                "process stopped", from: TrackDetectorTests.moment(220), until: TrackDetectorTests.moment(250)
            )
            .isEmpty)
    }
}
