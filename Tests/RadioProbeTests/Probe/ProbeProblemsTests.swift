import RadioAudio
import RadioFormats
import RadioStreams
import Testing

@testable import Longwave
@testable import RadioProbe

@Suite struct ProbeProblemsTests {
    private static func problems(
        _ report: ProbeReport, isEndedByServer: Bool = false
    ) -> [StreamProblem] {
        report.foundProblems(isEndedByServer: isEndedByServer, maximumBytes: 9)
    }

    @Test(
        arguments: [
            ("radio.example: SSL certificate problem: certificate has expired", [.certificateExpired]),
            ("SSL certificate problem: self-signed certificate", [.certificateRefused]),
            ("SSL: no alternative certificate subject name matches target host name 'x'", [.certificateRefused]),
            ("OpenSSL/3.0: error:0A00010B:SSL routines::wrong version number", []),
        ] as [(String, [StreamProblem])])
    func certificates(_ words: String, _ problems: [StreamProblem]) {
        var report = ProbeReport(HeardSound(url: "https://radio.example/"))
        report.heard.error = .stream(.insecure(words))
        #expect(Self.problems(report) == problems)
    }

    @Test func addressesThatDidNotAnswerInTime() {
        var report = ProbeReport(HeardSound(url: "http://radio.example/"))
        report.heard.tries.append(.init(url: "http://radio.example/", at: .zero))
        report.heard.tried("[2001:db8::1]:80", at: .zero)
        report.heard.tried("192.0.2.1:80", at: .milliseconds(200))
        report.heard.tried("192.0.2.2:80", at: .milliseconds(210))
        #expect(Self.problems(report).isEmpty)
        report.heard.connected(to: "192.0.2.1:80")
        #expect(Self.problems(report) == [.deadAddresses(["[2001:db8::1]:80"])])
        #expect(report.tries[0].addresses.map(\.isIPv6) == [true, false, false])
        #expect(report.tries[0].addresses.map(\.isConnected) == [false, true, false])
        // The host has two IP addresses. The first one connects before the second one, which is not a problem.
        var fast = ProbeReport(HeardSound(url: "http://radio.example/"))
        fast.heard.tries.append(.init(url: "http://radio.example/", at: .zero))
        fast.heard.tried("[2001:db8::1]:80", at: .zero)
        fast.heard.tried("192.0.2.1:80", at: .milliseconds(200))
        fast.heard.connected(to: "[2001:db8::1]:80")
        #expect(Self.problems(fast).isEmpty)
    }

    @Test func whatAddsUp() {
        var report = ProbeReport(HeardSound(url: "http://radio.example/"))
        report.heard.decoded(as: PCMFormat(sampleRate: 44_100, channelCount: 2), at: .seconds(1))
        report.heard.decoded(as: PCMFormat(sampleRate: 44_100, channelCount: 2), at: .seconds(2))
        report.heard.packetCount = 10
        report.heard.damagedCount = 2
        report.heard.endedAt = .milliseconds(3540)
        report.heard.bodyByteCount = 9
        #expect(report.firstSoundAt == .seconds(1) && report.decoded.count == 1)
        #expect(
            Self.problems(report, isEndedByServer: true)
                == [.undecodable(frames: 2, of: 10), .endedEarly(.milliseconds(2540)), .limit(bytes: 9)])
        #expect("\(StreamProblem.endedEarly(.milliseconds(2540)))".contains("2.5 s"))
    }

    @Test func titlesAreBounded() {
        var report = ProbeReport(HeardSound(url: "http://radio.example/"))
        for number in 0..<100 {
            let track = TrackInfo(kind: .unknown, title: "\(number)", text: "\(number)", raw: [UInt8(number)])
            report.heard.brought(track, at: .zero)
            report.heard.brought(track, at: .zero)
            report.heard.brought(TrackInfo(kind: .none), at: .zero)
        }
        #expect(report.titles.count == HeardSound.maximumTitles && report.titleCount >= 100)
    }
}
