import RadioFormats
import RadioLoop
import RadioText
import RadioTitles
import TestSupport
import Testing

/// Tests that give a `TrackDetector` titles and compare the records that it makes. Times (`at`) are in seconds.
@Suite struct TrackDetectorTests {
    /// One event of a station.
    enum Step {
        case shows(String, TrackInfo.Kind = .song)
        case nothing
        case lost(String = "connection lost")
        case seen
        case passes
    }

    static func moment(_ seconds: Double) -> LogMoment {
        let nanoseconds = Int64(seconds * 1e9)
        return LogMoment(
            wall: 1_790_000_000_000 + nanoseconds / 1_000_000,
            monotonic: MonotonicInstant(nanoseconds: 5_000_000_000_000 + nanoseconds))
    }

    static func track(_ name: String, _ kind: TrackInfo.Kind) -> TrackInfo {
        kind == .song
            ? TrackInfo(kind: .song, artist: "Artist", title: name, text: "Artist - \(name)")
            : TrackInfo(kind: kind, title: name, text: name)
    }

    static func seconds(_ moment: LogMoment) -> Int { Int((moment.wall - 1_790_000_000_000) / 1000) }

    /// Returns records in short form: `+A@0` is the start of track A, `-A@180(180)` its end after 180 s, and `?180-190`
    /// a gap.
    static func words(_ records: [TitleRecord]) -> [String] {
        records.map { record in
            switch record {
            case .track(let begin): "+\(begin.track.title ?? "")@\(seconds(begin.at))"
            case .end(let end):
                "-\(end.track.title ?? "")@\(seconds(end.at))(\(Int(end.duration / .seconds(1)))"
                    + (end.unseen > .zero ? ", \(Int(end.unseen / .seconds(1))) unseen)" : ")")
            case .gap(let gap): "?\(seconds(gap.from))-\(seconds(gap.until))"
            case .clock: "clock"
            }
        }
    }

    static func run(_ steps: [(Double, Step)], _ detector: inout TrackDetector) -> [String] {
        var records: [TitleRecord] = []
        for (at, step) in steps {
            let now = moment(at)
            switch step {
            case .shows(let name, let kind): records += detector.show(track(name, kind), from: .inBand, at: now)
            case .nothing: records += detector.show(TrackInfo(kind: .none), from: .inBand, at: now)
            case .lost(let reason): detector.lose(reason, at: now)
            case .seen: records += detector.see(at: now)
            case .passes: records += detector.expire(at: now)
            }
        }
        return words(records)
    }

    static let rows: [(String, [(Double, Step)], [String])] = [
        ("two songs", [(0, .shows("A")), (180, .shows("B"))], ["+A@0", "-A@180(180)", "+B@180"]),
        (
            "the same again", [(0, .shows("A")), (60, .shows("A")), (180, .shows("B"))],
            ["+A@0", "-A@180(180)", "+B@180"]
        ),
        (
            "in other letters", [(0, .shows("Song")), (60, .shows("SONG")), (180, .shows("B"))],
            ["+Song@0", "-Song@180(180)", "+B@180"]
        ),
        (
            "a jingle in the middle",
            [(0, .shows("A")), (60, .shows("J", .jingle)), (70, .shows("A")), (180, .shows("B"))],
            ["+A@0", "+J@60", "-J@70(10)", "-A@180(180)", "+B@180"]
        ),
        (
            // Seen in AzuraCast#6351.
            "a slogan that takes turns with the song",
            [
                (0, .shows("A")), (20, .shows("Best hits", .unknown)), (40, .shows("A")),
                (60, .shows("Best hits", .unknown)), (80, .shows("A")), (180, .shows("B")),
            ], ["+A@0", "+Best hits@20", "-Best hits@80(60)", "-A@180(180)", "+B@180"]
        ),
        (
            "a jingle at the end is not the song", [(0, .shows("A")), (170, .shows("J", .jingle)), (180, .shows("B"))],
            ["+A@0", "+J@170", "-A@170(170)", "-J@180(10)", "+B@180"]
        ),
        (
            "an empty title in between", [(0, .shows("A")), (100, .nothing), (110, .shows("A")), (180, .shows("B"))],
            ["+A@0", "-A@180(180)", "+B@180"]
        ),
        (
            "an empty title for good", [(0, .shows("A")), (100, .nothing), (699, .passes), (701, .passes)],
            ["+A@0", "-A@100(100)"]
        ),
        (
            "again with another song between", [(0, .shows("A")), (100, .shows("B")), (200, .shows("A"))],
            ["+A@0", "-A@100(100)", "+B@100", "-B@200(100)", "+A@200"]
        ),
        (
            "again after more than ten minutes", [(0, .shows("A")), (100, .nothing), (701, .shows("A"))],
            ["+A@0", "-A@100(100)", "+A@701"]
        ),
        (
            "a long one is never out of sight",
            [(0, .shows("A")), (3000, .passes), (3600, .shows("A")), (4000, .shows("B"))],
            ["+A@0", "-A@4000(4000)", "+B@4000"]
        ),
        (
            "a reconnect in the middle",
            [(0, .shows("A")), (60, .lost()), (70, .seen), (71, .shows("A")), (180, .shows("B"))],
            ["+A@0", "?60-70", "-A@180(180, 10 unseen)", "+B@180"]
        ),
        (
            "a reconnect into another song", [(0, .shows("A")), (60, .lost()), (70, .seen), (71, .shows("B"))],
            ["+A@0", "?60-70", "-A@60(60)", "+B@71"]
        ),
        (
            "away for an hour", [(0, .shows("A")), (60, .lost()), (661, .passes), (3600, .seen), (3601, .shows("A"))],
            ["+A@0", "-A@60(60)", "?60-3600", "+A@3601"]
        ),
        (
            "a title is a sight", [(0, .lost("refused")), (5, .shows("A"))], ["?0-5", "+A@5"]
        ),
        (
            "two losses are one gap", [(0, .shows("A")), (10, .lost()), (20, .lost("refused")), (30, .seen)],
            ["+A@0", "?10-30"]
        ),
        (
            // Icecast 2.4 first sends the last 64 KiB of sound, with their titles.
            "a burst brings the song before once more",
            [
                (0, .shows("A")), (100, .shows("B")), (103, .lost()), (105, .seen), (105.1, .shows("A")),
                (105.2, .shows("B")), (200, .shows("C")),
            ], ["+A@0", "-A@100(100)", "+B@100", "?103-105", "-B@200(100, 2 unseen)", "+C@200"]
        ),
        (
            "and a jingle, and goes on with a new song",
            [
                (0, .shows("A")), (95, .shows("J", .jingle)), (100, .shows("B")), (103, .lost()), (104, .seen),
                (104.1, .shows("A")), (104.2, .shows("J", .jingle)), (104.3, .shows("C")),
            ], ["+A@0", "+J@95", "-A@95(95)", "-J@100(5)", "+B@100", "?103-104", "-B@103(3)", "+C@104"]
        ),
        (
            "what stays is no burst's",
            [
                (0, .shows("A")), (100, .shows("B")), (103, .lost()), (105, .seen), (106, .shows("A")),
                (108, .shows("A")), (116, .passes), (200, .shows("C")),
            ], ["+A@0", "-A@100(100)", "+B@100", "?103-105", "-B@103(3)", "+A@106", "-A@200(94)", "+C@200"]
        ),
        (
            "what ended long ago is no burst's",
            [(0, .shows("A")), (100, .shows("B")), (160, .lost()), (170, .seen), (171, .shows("A"))],
            ["+A@0", "-A@100(100)", "+B@100", "?160-170", "-B@160(60)", "+A@171"]
        ),
        (
            "without a reconnect there is no burst", [(0, .shows("A")), (10, .shows("B")), (12, .shows("A"))],
            ["+A@0", "-A@10(10)", "+B@10", "-B@12(2)", "+A@12"]
        ),
        (
            "unknown titles one after another", [(0, .shows("News", .unknown)), (100, .shows("Weather", .unknown))],
            ["+News@0", "-News@100(100)", "+Weather@100"]
        ),
    ]

    @Test(arguments: rows) func foldsAsItShould(_ name: String, _ steps: [(Double, Step)], _ expected: [String]) {
        var detector = TrackDetector(at: Self.moment(0))
        #expect(Self.run(steps, &detector) == expected, "\(name)")
    }

    /// Stations send the same song in several forms. It is one track, also if other metadata or markers of
    /// advertisements come between.
    @Test func `one track per song, whatever its title's form`() {
        let titles = [
            "Yazoo - Don't Go", "Yazoo - Don't Go https://example.org/?t=1", "TIBREAK",
            "TrackId=1,length=186,text=Yazoo - Don't Go",
            #"title="Don't Go",artist="Yazoo",url="song_spot=\"M\" spEventID=\"1\"""#,
            #"title="Don't Go",artist="Yazoo",url="song_spot=\"M\" spEventID=\"2\"""#, "STOP_AD_BREAK",
            "9999999 - 9999999",
            #"title="Yazoo - Don't Go",artist="Yazoo - Don't Go",url="https://example.org/1.jpg""#,
            #"{"t":"Yazoo - Don't Go","m":"1"}"#, "Don't Go  By: Yazoo - Example Radio", #"title="",artist="",url="""#,
            #"Yazoo - text="Don't Go" song_spot="T" spotInstanceId="-1""#,
        ]
        var detector = TrackDetector(at: Self.moment(0))
        var evidence = CharsetEvidence()
        var records: [TitleRecord] = []
        for (place, title) in titles.enumerated() {
            let track = TitleReader.read(line: Array(title.utf8), evidence: &evidence)
            records += detector.show(track, from: .inBand, at: Self.moment(Double(place) * 10))
        }
        records += detector.finish(at: Self.moment(130))
        let songs = records.compactMap { record in
            if case .track(let begin) = record, begin.track.kind == .song { begin.track.title } else { nil }
        }
        #expect(songs == ["Don't Go"])
    }

    /// The logger restarts. Tracks that were open continue if the station still plays the same song. The time between
    /// the runs is a gap.
    @Test func aRestartFolds() {
        var first = TrackDetector(at: Self.moment(0))
        #expect(
            Self.run([(0, .shows("A")), (60, .shows("J", .jingle)), (90, .shows("A"))], &first) == ["+A@0", "+J@60"])
        let kept = first.open(at: Self.moment(100)).map(\.track)
        #expect(first.open(at: Self.moment(100)).map(\.isShown) == [true, false])
        #expect(kept.map(\.lastShown) == [Self.moment(100), Self.moment(90)])

        // The monotonic clock of one run has no relation to that of another, so their times cannot be compared.
        func later(_ seconds: Double) -> LogMoment {
            LogMoment(
                wall: Self.moment(seconds).wall, monotonic: MonotonicInstant(nanoseconds: Int64(seconds * 1e9)))
        }
        let start = later(130)
        let open = kept.map { open in
            TrackDetector.Open(
                track: open.track, began: LogMoment(wall: open.began.wall, asSeenFrom: start),
                lastShown: LogMoment(wall: open.lastShown.wall, asSeenFrom: start), unseen: open.unseen)
        }
        var second = TrackDetector(
            at: start, open: open, seenUntil: LogMoment(wall: Self.moment(100).wall, asSeenFrom: start))
        var records = second.show(Self.track("A", .song), from: .inBand, at: later(131))
        records += second.show(Self.track("B", .song), from: .inBand, at: later(200))
        #expect(Self.words(records) == ["?100-131", "-J@90(30)", "-A@200(200, 31 unseen)", "+B@200"])
    }

    @Test func whatIsHeldForABurstsHasADeadline() {
        var detector = TrackDetector(at: Self.moment(0))
        _ = Self.run([(0, .shows("A")), (10, .shows("B")), (12, .lost()), (13, .seen), (14, .shows("A"))], &detector)
        #expect(detector.deadline == Self.moment(23).monotonic)
        #expect(Self.run([(22, .passes)], &detector).isEmpty)
        #expect(Self.run([(23, .passes)], &detector) == ["-B@12(2)", "+A@14"])
        _ = Self.run([(24, .lost()), (25, .seen), (26, .shows("B")), (27, .lost("again"))], &detector)
        #expect(Self.run([(40, .passes), (41, .seen)], &detector) == ["?27-41"])
    }

    /// After a restart, the burst repeats a track that has already ended. It does not begin again.
    @Test func aRestartKnowsWhatABurstBrings() {
        let recent = [RecentTracks.Ended(track: Self.track("A", .song), at: Self.moment(100))]
        var detector = TrackDetector(at: Self.moment(110), recent: recent, seenUntil: Self.moment(104))
        let records = Self.run([(111, .shows("A")), (112, .shows("B"))], &detector)
        #expect(records == ["?104-111", "+B@112"])
    }

    @Test func theDeadlineIsTenMinutesAfterTheLastSight() {
        var detector = TrackDetector(at: Self.moment(0))
        #expect(detector.deadline == nil)
        _ = Self.run([(0, .shows("A"))], &detector)
        #expect(detector.deadline == nil, "it is shown")
        _ = Self.run([(100, .nothing)], &detector)
        #expect(detector.deadline == Self.moment(700).monotonic)
    }

    /// The computer's wall clock is moved by a year. The durations of tracks stay right.
    @Test func durationsAreOfTheMonotonicClock() {
        var detector = TrackDetector(at: Self.moment(0))
        _ = detector.show(Self.track("A", .song), from: .inBand, at: Self.moment(0))
        var later = Self.moment(180)
        later.wall += 365 * 86_400_000
        let records = detector.show(Self.track("B", .song), from: .inBand, at: later)
        guard case .end(let end)? = records.first else { return #expect(Bool(false), "no end") }
        #expect(end.duration == .seconds(180))
    }

    /// Random events: each track ends at most once, and the times of tracks and gaps never run backwards.
    @Test(arguments: 0..<50) func recordsPairUp(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var detector = TrackDetector(at: Self.moment(0))
        var at = 0.0
        var open: [String: Int] = [:]
        let kinds: [TrackInfo.Kind] = [.song, .song, .song, .unknown, .jingle, .advertisement, .speech]
        for _ in 0..<400 {
            at += Double.random(in: 0...300, using: &generator)
            let now = Self.moment(at)
            var records: [TitleRecord] = []
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: detector.lose("lost", at: now)
            case 1: records = detector.see(at: now)
            case 2: records = detector.expire(at: now)
            case 3: records = detector.show(TrackInfo(kind: .none), from: .inBand, at: now)
            case _:
                let kind = kinds.randomElement(using: &generator)!
                let name = String("ABCDE".randomElement(using: &generator)!)
                records = detector.show(Self.track(name, kind), from: .inBand, at: now)
            }
            for record in records {
                switch record {
                case .track(let begin): open["\(begin.track.kind)\(begin.track.text)", default: 0] += 1
                case .end(let end):
                    open["\(end.track.kind)\(end.track.text)", default: 0] -= 1
                    #expect(end.duration >= .zero && end.unseen >= .zero && end.unseen <= end.duration)
                    #expect(end.at.monotonic <= now.monotonic)
                case .gap(let gap): #expect(gap.from.monotonic <= gap.until.monotonic)
                case .clock: break
                }
            }
            #expect(open.values.allSatisfy { (0...1).contains($0) })
            #expect(open.values.reduce(0, +) == detector.open(at: now).count)
        }
    }

    /// The raw bytes of a title are cut at a maximum, but not within a character. A status page may send a megabyte as
    /// a title, and a tag may contain pictures.
    @Test func rawBytesAreCut() {
        var detector = TrackDetector(at: Self.moment(0))
        var track = Self.track("A", .song)
        track.raw = Array(("x" + String(repeating: "é", count: 1 << 19)).utf8)
        let records = detector.show(track, from: .statusPage, at: Self.moment(0))
        guard case .track(let begin)? = records.first else {
            Issue.record("no track")
            return
        }
        // `#expect` gets no long arrays, because it would search for all their differences.
        #expect(begin.track.raw.count == 16 << 10 - 1)
        let isBeginning = track.raw.starts(with: begin.track.raw)
        #expect(isBeginning && detector.open(at: Self.moment(1)).first?.track.track.raw.count == begin.track.raw.count)
        // Raw bytes that are not longer than the maximum are kept completely.
        track = Self.track("B", .song)
        track.raw = [UInt8](repeating: 0xA9, count: 16 << 10)
        guard case .track(let next)? = detector.show(track, from: .inBand, at: Self.moment(2)).last else {
            Issue.record("no track")
            return
        }
        #expect(next.track.raw.count == track.raw.count)
    }
}
