import RadioFormats
import Testing

@testable import RadioTape

@Suite struct RecordingReportTests {
    private static let report: RecordingReport = {
        var report = RecordingReport(station: "One \"FM\"", began: "2026-11-23T12:00:00Z")
        report.file = "x.mp3"
        report.length = .seconds(5000)
        report.byteCount = 80_000_000
        report.add(.init(at: .zero, track: TrackInfo(kind: .song, artist: "A", title: "B", text: "A - B")))
        report.add(
            .init(at: .milliseconds(61_500), track: TrackInfo(kind: .advertisement, text: "Ad"), isLeftOut: true))
        report.add(.init(at: .milliseconds(4_000_013), track: TrackInfo(kind: .unknown, text: "x\ny")))
        report.add(.init(at: .milliseconds(1500), date: "2026-11-23T12:00:01.500Z"))
        return report
    }()

    @Test func json() {
        #expect(
            Self.report.json(.size) == """
                {"file":"x.mp3","station":"One \\"FM\\"","began":"2026-11-23T12:00:00Z","seconds":5000,"bytes":80000000,\
                "ended_by":"size","titles":[{"at":0,"kind":"song","artist":"A","title":"B","album":null,"text":"A - B",\
                "left_out":false},{"at":61.5,"kind":"advertisement","artist":null,"title":null,"album":null,"text":"Ad",\
                "left_out":true},{"at":4000.013,"kind":"unknown","artist":null,"title":null,"album":null,\
                "text":"x\\ny","left_out":false}],"cuts":[{"at":1.5,"date":"2026-11-23T12:00:01.500Z"}]}

                """)
    }

    @Test func cueSheet() {
        #expect(
            Self.report.cueSheet.split(separator: "\r\n") == [
                #"PERFORMER "One 'FM'""#, #"TITLE "One 'FM' 2026-11-23T12:00:00Z""#, #"FILE "x.mp3" MP3"#,
                "REM CUT 00:01:37 2026-11-23T12:00:01.500Z",
                "  TRACK 01 AUDIO", #"    TITLE "B""#, #"    PERFORMER "A""#, "    INDEX 01 00:00:00",
                "  TRACK 02 AUDIO", #"    TITLE "x y""#, "    INDEX 01 66:40:00",
            ])
    }

    @Test func maximum() {
        var report = Self.report
        for _ in 0..<RecordingReport.maximumTitles {
            report.add(RecordingReport.Title(at: .zero, track: TrackInfo(kind: .none)))
        }
        #expect(report.titles.count == RecordingReport.maximumTitles)
    }
}
