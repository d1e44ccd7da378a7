import Testing

@testable import LoadServer

struct LoadCheckTests {
    private static let start = 1_795_000_000_000

    /// Returns a line of the server's record. `time` is in seconds.
    private static func line(_ time: Double, _ event: SentLine.Event, connection: Int = 1, mount: Int = 7) -> SentLine {
        SentLine(time: start + Int(time * 1000), mount: mount, connection: connection, event: event)
    }

    private static func song(_ name: String) -> ScriptedTitle {
        ScriptedTitle(kind: .song, index: 0, artist: "Ä", title: name, text: "Ä - \(name)")
    }

    private static let jingle = ScriptedTitle(kind: .jingle, index: 0, text: "Jingle 1")

    private static func track(_ time: Double, _ name: String, mount: Int = 7) -> LoggedTrack {
        LoggedTrack(time: start + Int(time * 1000), mount: mount, artist: "Ä", title: name)
    }

    private static func report(_ sent: [SentLine], _ logged: [LoggedTrack]) -> LoadReport {
        var check = LoadCheck()
        for line in sent { check.addSent(line) }
        for track in logged { check.addLogged(track) }
        return check.report()
    }

    /// The server's record of a station that shows song A, a jingle and A again, drops the connection, and then shows A
    /// again, B and C.
    private static let sent = [
        line(0, .connect), line(1, .title(song("A"))), line(20, .title(jingle)), line(25, .title(song("A"))),
        line(30, .end(byPeer: false, reason: "reset")), line(33, .connect, connection: 2),
        line(33, .title(song("A")), connection: 2), line(40, .title(song("B")), connection: 2),
        line(60, .title(song("C")), connection: 2), line(90, .end(byPeer: true, reason: "closed"), connection: 2),
    ]

    @Test func aRightLogIsGood() {
        let report = Self.report(Self.sent, [Self.track(1.2, "A"), Self.track(40, "B"), Self.track(62.5, "C")])
        #expect(report.isGood)
        #expect(report.required == 3)
        #expect(report.optional == 0)
        #expect(report.late == 1)
        #expect(report.delays == [200, 0, 2500])
        #expect(report.firstTitles == [1200])
    }

    @Test(arguments: [
        (["A", "B"], [LoadFinding.Kind.missing]),
        (["B", "C"], [.missing]),
        (["A", "A", "B", "C"], [.doubled]),
        (["A", "B", "A", "C"], [.doubled]),
        (["A", "C", "B"], [.outOfOrder]),
        (["A", "B?", "C"], [.wrong]),
        (["A", "B", "C", "D"], [.wrong]),
        (["A", "D", "B", "C"], [.wrong]),
        ([], [.missing, .missing, .missing]),
    ])
    func mistakesAreNamed(titles: [String], kinds: [LoadFinding.Kind]) {
        let logged = titles.enumerated().map { Self.track(Double($0.offset) * 40 + 1.5, $0.element) }
        let report = Self.report(Self.sent, logged)
        #expect(report.findings.map(\.kind) == kinds)
        #expect(!report.isGood)
        #expect(report.text(examples: 2).hasSuffix("NOT GOOD\n"))
    }

    @Test func aSongMayBeThereAgainAfterAnotherOne() {
        let sent = [
            Self.line(0, .connect), Self.line(1, .title(Self.song("A"))), Self.line(20, .title(Self.song("B"))),
            Self.line(40, .title(Self.song("A"))), Self.line(60, .title(Self.song("C"))),
            Self.line(80, .end(byPeer: false, reason: "closed")),
        ]
        let right = ["A", "B", "A", "C"].map { Self.track(50, $0) }
        #expect(Self.report(sent, right).isGood)
        #expect(Self.report(sent, Array(right.dropFirst())).findings.map(\.kind) == [.missing])
    }

    @Test(arguments: [(599.0, 1), (601.0, 2)])
    func tenMinutesMakeASongNew(away: Double, songs: Int) {
        let sent = [
            Self.line(0, .connect), Self.line(1, .title(Self.song("A"))),
            Self.line(10, .end(byPeer: false, reason: "closed")), Self.line(10 + away, .connect, connection: 2),
            Self.line(10 + away, .title(Self.song("A")), connection: 2),
            Self.line(700, .end(byPeer: false, reason: "closed"), connection: 2),
        ]
        #expect(Self.report(sent, Array(repeating: Self.track(1, "A"), count: songs)).isGood)
        #expect(!Self.report(sent, Array(repeating: Self.track(1, "A"), count: 3 - songs)).isGood)
    }

    /// A title was sent shortly before the listener disconnected or before the server's record ended. The log may
    /// contain this title or not.
    @Test func whatWasSentAsTheListenerLeftMayBeThere() {
        let byPeer = [
            Self.line(0, .connect), Self.line(1, .title(Self.song("A"))), Self.line(20, .title(Self.song("B"))),
            Self.line(21, .end(byPeer: true, reason: "closed")),
        ]
        let byServer = byPeer.dropLast() + [Self.line(20.5, .title(Self.song("Z")), mount: 8)]
        for sent in [byPeer, Array(byServer)] {
            #expect(Self.report(sent, [Self.track(1, "A")]).isGood)
            #expect(Self.report(sent, [Self.track(1, "A"), Self.track(20, "B")]).isGood)
        }
        let closed = byPeer.dropLast() + [Self.line(21, .end(byPeer: false, reason: "closed"))]
        #expect(Self.report(Array(closed), [Self.track(1, "A")]).findings.map(\.kind) == [.missing])
    }

    @Test func pagesAreExpectedOnlyWhereTheyWereTheSource() {
        let sent = [
            Self.line(0, .page(Self.song("A")), connection: 0), Self.line(20, .page(Self.jingle), connection: 0),
            Self.line(25, .page(Self.song("A")), connection: 0), Self.line(40, .page(Self.song("B")), connection: 0),
            Self.line(60, .page(Self.song("C")), connection: 0),
        ]
        var check = LoadCheck(.page)
        for line in sent { check.addSent(line) }
        check.addLogged(Self.track(3, "A"))
        #expect(check.report().findings.map(\.kind) == [.missing])
        check.addLogged(Self.track(43, "B"))
        #expect(check.report().isGood)
        #expect(Self.report(Self.sent + sent, []).required == 3)
    }

    @Test func anEmptyRunProvesNothing() {
        #expect(!Self.report([], []).isGood)
    }

    @Test func linesAreWrittenAndReadAlike() throws {
        var check = LoadCheck()
        for line in Self.sent {
            #expect(SentLine(line.json) == line)
            check.addSent(line: Array(line.json.text.utf8))
        }
        let log = [
            ("2026-11-18T11:06:41.200Z", #""kind":"song","artist":"Ä","title":"A""#),
            ("2026-11-18T12:06:41.300+01:00", #""kind":"jingle","artist":null,"title":"Jingle 1""#),
            ("2026-11-18T11:07:20.001Z", #""artist":"Ä","title":"B""#),
            ("2026-11-18T11:07:40.000Z", #""kind":"song","artist":"\u00c4","title":"C""#),
        ]
        check.addLogged(line: Array(#"{"v":1,"type":"gap","station":{"id":"load-7"}}"#.utf8))
        for (time, rest) in log {
            check.addLogged(
                line: Array(#"{"v":1,"type":"track","time":"\#(time)","station":{"id":"load-7"},\#(rest)}"#.utf8))
        }
        check.addLogged(line: Array(#"{"v":1,"type":"tra"#.utf8))
        let report = check.report()
        #expect(report.isGood, "\(report.text(examples: 5))")
        #expect(report.delays == [200, 1, 0])
        #expect(report.songs == 3)
        #expect(report.others == 1)
        check.addLogged(line: Array("{}".utf8))
        #expect(check.report().unreadable == 1)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59.5Z", 951_868_799_500),
        ("2026-11-21T15:00:00.123Z", 1_795_273_200_123), ("2026-11-21T16:00:00.123+01:00", 1_795_273_200_123),
        ("2026-11-21", nil), ("2026-11-21T15:00:00", nil), ("yesterday at about noon", nil),
    ])
    func timesAreRead(text: String, milliseconds: Int?) {
        #expect(LogTime.milliseconds(text) == milliseconds)
    }
}
