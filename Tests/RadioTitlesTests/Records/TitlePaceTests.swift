import RadioFormats
import RadioLoop
import Testing

@testable import RadioTitles

@Suite struct TitlePaceTests {
    private static func track(_ number: Int, bytes: Int) -> TrackInfo {
        TrackInfo(
            kind: .song, artist: "X", title: "\(number)", text: "X - \(number)",
            raw: [UInt8](repeating: 0x41, count: bytes))
    }

    private struct Outcome {
        var records = 0
        var bytes = 0
        var begun: [String?] = []
        var gaps: [String] = []

        mutating func take(_ records: [TitleRecord]) {
            for record in records {
                self.records += 1
                bytes += StationRecord(station: "", record: record, offset: 0).byteCount
                switch record {
                case .track(let begin): begun.append(begin.track.title)
                case .end: break
                case .gap(let gap): gaps.append(gap.reason)
                case .clock: break
                }
            }
        }
    }

    /// Each row has a duration, the titles per second, the bytes of a title, and how many records and kilobytes may be
    /// written at most.
    private static let rows: [(name: String, seconds: Int, rate: Int, bytes: Int, records: Int, kilobytes: Int)] = [
        ("a thousand a second of 3.8 kB", 60, 1000, 3800, 30, 100),
        ("five thousand a second", 20, 5000, 3800, 30, 100),
        ("an hour of them", 3600, 100, 3800, 600, 2000),
        ("an hour of the longest, one a second", 3600, 1, 16 << 10, 300, 2500),
        ("an hour of short ones", 3600, 50, 10, 2000, 500),
    ]

    @Test(arguments: rows) func aStationsTitlesAreBounded(
        _ name: String, _ seconds: Int, _ rate: Int, _ bytes: Int, _ records: Int, _ kilobytes: Int
    ) {
        var detector = TrackDetector(at: TrackDetectorTests.moment(0))
        var outcome = Outcome()
        for number in 0..<seconds * rate {
            let now = TrackDetectorTests.moment(Double(number) / Double(rate))
            outcome.take(detector.show(Self.track(number, bytes: bytes), from: .inBand, at: now))
        }
        outcome.take(detector.finish(at: TrackDetectorTests.moment(Double(seconds))))
        #expect(outcome.records <= records, "\(name): \(outcome.records)")
        #expect(outcome.bytes <= kilobytes * 1000, "\(name): \(outcome.bytes)")
        // Each title is in the log: as a record, or in the number of left-out titles in a gap.
        let left = outcome.gaps.reduce(0) { $0 + (Int($1.filter(\.isNumber)) ?? 0) }
        #expect(outcome.begun.count + left == seconds * rate, "\(name): \(outcome.gaps.prefix(3))")
    }

    /// A busy station with jingles, slogans and many short songs. All its titles are written.
    @Test func aBusyStationIsWrittenWhole() {
        var detector = TrackDetector(at: TrackDetectorTests.moment(0))
        var outcome = Outcome()
        for number in 0..<1000 {
            let now = TrackDetectorTests.moment(Double(number) * 5)
            outcome.take(detector.show(Self.track(number, bytes: 100), from: .inBand, at: now))
        }
        #expect(outcome.begun.count == 1000 && outcome.gaps.isEmpty)
    }

    /// Titles that were too many to read are counted with those that are too many to write.
    @Test func `titles that were not read are counted`() {
        var detector = TrackDetector(at: TrackDetectorTests.moment(0))
        var outcome = Outcome()
        func show(_ number: Int, skipped: Int, at seconds: Double) {
            let now = TrackDetectorTests.moment(seconds)
            outcome.take(detector.show(Self.track(number, bytes: 10), from: .inBand, skipped: skipped, at: now))
        }
        show(0, skipped: 0, at: 0)
        show(1, skipped: 500, at: 1)
        show(2, skipped: 300, at: 2)
        show(3, skipped: 0, at: 3)
        outcome.take(detector.expire(at: TrackDetectorTests.moment(61)))
        #expect(outcome.begun == ["0", "3"] && outcome.gaps == ["too many titles (802 not recorded)"])
    }

    /// A flood of titles ends. The current title is written as soon as the pause in writing is over.
    @Test func aFloodEnds() {
        var detector = TrackDetector(at: TrackDetectorTests.moment(0))
        var outcome = Outcome()
        for number in 0..<200 {
            outcome.take(detector.show(Self.track(number, bytes: 10), from: .inBand, at: TrackDetectorTests.moment(1)))
        }
        #expect(outcome.begun.count == 58)
        let end = detector.deadline
        #expect(end == TrackDetectorTests.moment(61).monotonic)
        outcome.take(detector.expire(at: TrackDetectorTests.moment(61)))
        #expect(outcome.begun.last == "199" && outcome.gaps == ["too many titles (141 not recorded)"])
        #expect(detector.deadline == nil)
    }
}
