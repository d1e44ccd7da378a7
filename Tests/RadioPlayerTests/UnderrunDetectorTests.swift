import RadioAudio
import RadioLoop
import Testing

@testable import RadioPlayer

@Suite struct UnderrunDetectorTests {
    /// A timing answer of the sound server, how much sound the player still has, and whether the sound must count as
    /// run dry (all of it was heard). All numbers are milliseconds.
    struct Row: Sendable {
        var text: String
        var isHungry = true
        var isQueueEmpty = false
        var queued = 0
        var held = 0
        var latency = 0
        var isRunning = true
        /// Milliseconds that have passed since the timing answer.
        var passed = 0
        var isDry: Bool
    }

    @Test(arguments: [
        Row(text: "all was heard", isDry: true),
        Row(text: "the last frame is on its way", latency: 40, isDry: false),
        Row(text: "the last frame was on its way", latency: 40, passed: 40, isDry: true),
        Row(text: "more is queued", queued: 10, passed: 100, isDry: false),
        Row(text: "more is at hand", held: 10, isDry: false),
        Row(text: "nothing more was asked for", isHungry: false, isDry: false),
        Row(text: "it stands still, with too little", isQueueEmpty: true, held: 400, isRunning: false, isDry: true),
        Row(text: "it stands still, with enough", isQueueEmpty: true, held: 600, isRunning: false, isDry: false),
        Row(text: "some came in time", isQueueEmpty: true, queued: 300, held: 300, isRunning: false, isDry: false),
        Row(text: "it goes on", isQueueEmpty: true, held: 400, isDry: false),
        Row(
            text: "a sink that renders ahead is still heard", isQueueEmpty: true, held: 400, latency: 500,
            isRunning: false, isDry: false),
        Row(
            text: "it was filled since", isHungry: false, isQueueEmpty: true, held: 400, isRunning: false,
            isDry: false),
    ])
    func verdict(_ row: Row) {
        let now = MonotonicInstant(nanoseconds: 1_000_000_000)
        let timing = OutputTiming(
            written: 0, consumed: 0, sinkLatency: .milliseconds(row.latency), at: now, isRunning: row.isRunning)
        var detector = UnderrunDetector()
        detector.didGive(frames: 100)
        detector.didFill(isHungry: row.isHungry)
        detector.queueDidRunEmpty(isMissed: row.isQueueEmpty)
        detector.didAnswer(timing, queued: .milliseconds(row.queued))
        let isDry = detector.hasRunDry(
            timing, queued: .milliseconds(row.queued), held: .milliseconds(row.held), needed: .milliseconds(500),
            at: now.advanced(by: .milliseconds(row.passed)))
        #expect(isDry == row.isDry, "\(row.text)")
    }

    /// The end of the sound is calculated from the first timing answer after its last frame. A later answer must not
    /// move the end: a sink also reports a latency while it plays silence.
    @Test func theEndStaysWhereItIs() {
        var detector = UnderrunDetector()
        detector.didGive(frames: 100)
        let start = MonotonicInstant(nanoseconds: 1_000_000_000)
        for passed in [0, 30, 70] {
            let at = start.advanced(by: .milliseconds(passed))
            let timing = OutputTiming(
                written: 0, consumed: 0, sinkLatency: .milliseconds(100), at: at, isRunning: true)
            detector.didAnswer(timing, queued: .zero)
            #expect(detector.endOfSound == start.advanced(by: .milliseconds(100)))
        }
        detector.didGive(frames: 1)
        #expect(detector.endOfSound == nil)
    }
}
