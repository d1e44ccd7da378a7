import RadioFormats
import RadioHls
import Testing

/// How an `HlsMachine` finds the same segments in a newer version of a playlist, if the server renumbers them, lists
/// nothing for a while, or does not say where byte ranges begin.
struct HlsMachineVersionTests {
    /// A segment in a playlist: its name, and whether EXT-X-DISCONTINUITY precedes it.
    private struct Item: ExpressibleByStringLiteral {
        var name: String
        var isDiscontinuous = false
        init(stringLiteral text: String) {
            isDiscontinuous = text.hasPrefix("|")
            name = isDiscontinuous ? String(text.dropFirst()) : text
        }
    }

    /// Returns a playlist with segments of four seconds.
    /// - Parameter dates: The dates of the segments, as multiples of four seconds. If a name's date is nil, it has none.
    private func text(
        _ first: Int?, _ items: [Item], discontinuities: Int? = nil, dates: [String: Int] = [:],
        uri: (String) -> String = { $0 + ".ts" }
    ) -> String {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        if let first { text += "#EXT-X-MEDIA-SEQUENCE:\(first)\n" }
        if let discontinuities { text += "#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuities)\n" }
        for item in items {
            if item.isDiscontinuous { text += "#EXT-X-DISCONTINUITY\n" }
            if let date = dates[item.name] {
                let seconds = 4 * date
                let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
                text += "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T08:\(two(seconds / 60)):\(two(seconds % 60))Z\n"
            }
            text += "#EXTINF:4,\n\(uri(item.name))\n"
        }
        return text
    }

    /// Runs a machine with these versions of the playlist, which the server has for four seconds each. Returns the
    /// rig after the last version was played.
    private func play(_ versions: [String]) throws -> MachineRig {
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 32_000) }
            return .playlist(versions[min(Int((now.seconds + 2) / 4), versions.count - 1)])
        }
        try rig.open(versions[0])
        rig.run(for: .seconds(Double(versions.count) * 4 + 4))
        return rig
    }

    private func names(_ rig: MachineRig) -> [String] {
        rig.mediaUris.map { String($0.prefix { $0 != "." }.split(separator: "/").last ?? "") }
    }

    private static let dates = Dictionary(uniqueKeysWithValues: "abcdefghijkl".enumerated().map { (String($1), $0) })

    /// Segment d is missing at first, and is added after e was received. Then e and its successors have other numbers.
    private func late(_ hasDates: Bool = false, uri: (Int, String) -> String) -> [String] {
        let lists: [(Int, [Item])] = [
            (10, ["a", "b", "c", "|e"]), (10, ["a", "b", "c", "|e", "f"]), (10, ["a", "b", "c", "|e", "f", "g"]),
            (10, ["a", "b", "c", "d", "e", "f", "g", "h"]), (11, ["b", "c", "d", "e", "f", "g", "h", "i"]),
            (12, ["c", "d", "e", "f", "g", "h", "i", "j"]), (13, ["d", "e", "f", "g", "h", "i", "j", "k"]),
        ]
        return lists.enumerated().map { index, list in
            text(list.0, list.1, dates: hasDates ? Self.dates : [:], uri: { uri(index, $0) })
        }
    }

    /// How the URIs of segments change from version to version.
    enum Naming: CaseIterable, Sendable {
        case stable, token, folder, unknown, query

        func uri(_ version: Int, _ name: String) -> String {
            switch self {
            case .stable: "\(name).ts"
            case .token: "\(name).ts?t=\(version)"
            case .folder: "\(version)/\(name).ts"
            case .unknown: "\(name)x\(version).ts"
            case .query: "x.ts?\(name)"
            }
        }
    }

    @Test(arguments: Naming.allCases, [false, true])
    func aSegmentThatComesLateRepeatsNothing(_ naming: Naming, _ hasDates: Bool) throws {
        // Nothing but the time stamps, which the machine does not see, shows which segments are the same.
        if naming == .unknown, !hasDates { return }
        let rig = try play(late(hasDates, uri: naming.uri))
        let names = naming == .query ? rig.mediaUris.map { String($0.dropFirst(5)) } : names(rig).map { "\($0.first!)" }
        #expect(names == ["b", "c", "e", "f", "g", "h", "i", "j", "k"], "\(rig.mediaUris)")
        // One discontinuity at e, and none afterwards: neither a greater number nor a break.
        let later = rig.played.dropFirst(3)
        #expect(later.allSatisfy { !$0.isDiscontinuous && $0.discontinuity == rig.played[2].discontinuity })
        #expect(rig.played.map(\.sequence) == (11..<20).map { $0 })
        for (one, next) in zip(rig.played, rig.played.dropFirst()) {
            #expect(next.position - one.position == one.duration)
        }
    }

    /// The segment is added while its successor is being received.
    @Test func aSegmentThatComesLateWhileItsSuccessorArrives() throws {
        let versions = [
            text(10, ["a", "b", "|d"]), text(10, ["a", "b", "c", "d", "e"]), text(11, ["b", "c", "d", "e"]),
        ]
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else {
                return fetch.uri == "d.ts" ? .media(bytes: 32_000, rate: 80_000) : .media(bytes: 32_000)
            }
            return .playlist(versions[now.seconds < 5 ? 0 : now.seconds < 11 ? 1 : 2])
        }
        try rig.open(versions[0])
        rig.run(for: .seconds(16))
        #expect(names(rig) == ["a", "b", "d", "e"])
    }

    @Test(arguments: [true, false]) func aSegmentThatIsRemovedCostsNothing(_ hasDates: Bool) throws {
        let dates = hasDates ? Self.dates : [:]
        let rig = try play([
            text(10, ["a", "b", "c"], dates: dates), text(10, ["a", "b", "c", "d"], dates: dates),
            text(10, ["a", "c", "d", "e"], dates: dates), text(11, ["c", "d", "e", "f"], dates: dates),
            text(12, ["d", "e", "f", "g"], dates: dates),
        ])
        #expect(names(rig) == ["a", "b", "c", "d", "e", "f", "g"])
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
    }

    /// The server begins to count anew, or never counts, but its segments go on.
    @Test(
        arguments: [[50, 51, 0, 1, 2], [50, 51, 7, 8, 9], [50, 51, 90, 91, 92], [nil, nil, nil, nil, nil]] as [[Int?]])
    func numbersThatBeginAnewMeanNothing(_ numbers: [Int?]) throws {
        let all = "abcdefghijkl".map { String($0) }
        let rig = try play(
            numbers.enumerated().map { index, number in
                text(number, all[index..<index + 4].map { Item(stringLiteral: $0) })
            })
        #expect(names(rig) == ["b", "c", "d", "e", "f", "g", "h"])
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
        #expect(rig.ended == nil)
    }

    /// Five files are played in a loop, so their URIs return again and again.
    @Test(arguments: [2, 3, 4, 5, 6, 11]) func aLoopOfFewFiles(_ window: Int) throws {
        let all = (0..<60).map { "f\($0 % 5)" }
        let rig = try play((0..<20).map { text($0, all[$0..<$0 + window].map { Item(stringLiteral: $0) }) })
        let numbers = rig.played.map { Int($0.sequence) }
        #expect(numbers == Array(numbers[0]..<numbers[0] + numbers.count))
        #expect(names(rig) == numbers.map { all[$0] })
        #expect(numbers.count >= 20)
    }

    /// The same, but the window moves on by itself while nothing is received.
    @Test func aLoopOfFewFilesAfterAnAbsence() throws {
        let all = (0..<90).map { "f\($0 % 5)" }
        func text(_ now: Duration) -> String {
            let first = Int(now.seconds / 4)
            return self.text(first, all[first..<first + 3].map { Item(stringLiteral: $0) })
        }
        let rig = MachineRig { fetch, now in
            if (20...27.9).contains(now.seconds) { return .fails(.unreachable) }
            if case .playlist = fetch.purpose { return .playlist(text(now)) }
            return .media(bytes: 32_000)
        }
        try rig.open(text(.zero))
        rig.run(for: .seconds(100))
        #expect(rig.ended == nil)
        let after = rig.played.filter { $0.position.seconds > 40 }.map { Int($0.sequence) }
        #expect(after.count > 10 && after == Array(after[0]..<after[0] + after.count))
    }

    /// A discontinuity leaves the playlist, and the server does not count it (EXT-X-DISCONTINUITY-SEQUENCE).
    @Test func aDiscontinuityThatIsNotCounted() throws {
        let rig = try play([
            text(10, ["a", "|b", "c"]), text(11, ["|b", "c", "d"]), text(12, ["c", "d", "e"]),
            text(13, ["d", "e", "|f"]), text(14, ["e", "|f", "g"]), text(15, ["|f", "g", "h"]),
            text(16, ["g", "h", "i"]),
        ])
        #expect(names(rig) == ["a", "b", "c", "d", "e", "f", "g", "h", "i"])
        let numbers = rig.played.map(\.discontinuity)
        #expect(numbers == [0, 1, 1, 1, 1, 2, 2, 2, 2])
    }

    // MARK: Playlists that list nothing

    /// Answers of a server that has nothing to list yet. The rig reads an empty text as `HlsStream` does.
    private static let nothing = [
        "#EXTM3U", "#EXTM3U\n#EXT-X-TARGETDURATION:6\n", "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:0\n",
    ]

    /// The station's first playlists are empty. The sound begins where it would begin in the first that is not, soon
    /// after it is there.
    @Test(arguments: nothing, [0, 500] as [Int64]) func aStationThatBeginsLate(_ empty: String, _ newest: Int64) throws
    {
        let live = Playlists.Live(newest: newest)
        let isMultivariant = newest == 0
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 48_000) }
            return .playlist(now.seconds < 9 ? empty : live.text(at: now.seconds))
        }
        try rig.open(isMultivariant ? Playlists.variants([(64_000, "v.m3u8")]) : empty)
        rig.run(for: .seconds(40))
        #expect(rig.ended == nil)
        #expect(rig.playlistTimes.filter { $0.seconds < 9 }.count <= 6, "\(rig.playlistTimes)")
        let first = try #require(rig.requests.first { if case .media = $0.fetch.purpose { true } else { false } })
        #expect(first.at.seconds < 14.5, "\(first.at)")
        #expect(
            first.fetch.uri == "seg\(max(newest + 1 - 2, 0)).ts" || first.fetch.uri == "seg\(max(newest + 2 - 2, 0)).ts"
        )
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(numbers[0]..<(numbers[0] + Int64(numbers.count))))
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
    }

    @Test func aStationThatNeverBeginsIsLeft() throws {
        let rig = MachineRig { _, _ in .playlist("#EXTM3U") }
        try rig.open("#EXTM3U")
        rig.run(for: .seconds(60))
        guard case .some(.some(.fetch(let failure))) = rig.ended else { return #expect(Bool(false), "it goes on") }
        #expect(failure.kind == .timedOut && failure.text == "http://station/index.m3u8 lists no segments yet")
        #expect((30...41).contains(rig.now.seconds) && rig.requests.count <= 12, "\(rig.requests)")
    }

    /// A new connection finds an empty playlist, and later the segments after those of the old connection.
    @Test func aNewConnectionGoesOnAfterAnEmptyPlaylist() throws {
        let live = Playlists.Live()
        let first = MachineRig { _, _ in .media(bytes: 48_000) }
        try first.open(live.text(at: 0))
        var settings = HlsSettings()
        settings.before = first.machine.presentation
        settings.received = first.machine.presentation.end
        let rig = MachineRig(settings) { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 48_000) }
            return .playlist(now.seconds < 4 ? "#EXTM3U" : live.text(at: now.seconds + 6))
        }
        try rig.open("#EXTM3U")
        rig.run(for: .seconds(10))
        #expect(rig.mediaUris.first == "seg10.ts")
        #expect(rig.played.first?.position == first.machine.presentation.end)
    }

    /// In the middle, the server lists nothing twice. Nothing is lost or repeated.
    @Test(arguments: nothing) func aListThatIsEmptyForAWhile(_ empty: String) throws {
        let live = Playlists.Live()
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 48_000) }
            return .playlist((17...26).contains(now.seconds) ? empty : live.text(at: now.seconds))
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(80))
        #expect(rig.ended == nil && rig.stalls.isEmpty)
        let numbers = rig.played.map(\.sequence)
        #expect(numbers == Array(7..<(7 + Int64(numbers.count))))
        #expect(rig.played.allSatisfy { !$0.isDiscontinuous })
    }

    @Test func anEmptyListThatHasEndedEnds() throws {
        let live = Playlists.Live()
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 48_000) }
            return .playlist(now.seconds < 10 ? live.text(at: now.seconds) : "#EXTM3U\n#EXT-X-ENDLIST\n")
        }
        try rig.open(live.text(at: 0))
        rig.run(for: .seconds(60))
        #expect(rig.ended == .some(nil))
        #expect(rig.played.map(\.sequence) == [7, 8, 9, 10])
    }

    // MARK: Byte ranges without an offset

    /// Returns a playlist whose segments are pieces of one file, with lengths of 100, 101, 102 bytes and so on.
    private func ranges(_ first: Int, _ count: Int, offset: (Int) -> Bool = { $0 == 0 }) -> String {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        for number in first..<first + count {
            let place = offset(number) ? "@\(Self.offset(number))" : ""
            text += "#EXTINF:4,\n#EXT-X-BYTERANGE:\(100 + number)\(place)\nlive.ts\n"
        }
        return text
    }

    private static func offset(_ number: Int) -> Int64 { (0..<number).reduce(0) { $0 + 100 + Int64($1) } }

    private func askedRanges(_ rig: MachineRig) -> [HlsByteRange?] {
        rig.requests.compactMap { if case .media = $0.fetch.purpose { .some($0.fetch.range) } else { nil } }
    }

    /// Only the first range ever states its offset. The window moves on, and each new range continues the known ones.
    @Test(arguments: [3, 4, 6]) func rangesGoOnFromTheLastReload(_ window: Int) throws {
        let rig = try play((0..<12).map { ranges($0, window) })
        let asked = askedRanges(rig)
        let first = window - 3
        #expect(asked.count > 10)
        #expect(
            asked
                == asked.indices.map {
                    HlsByteRange(offset: Self.offset(first + $0), length: Int64(100 + first + $0))
                })
    }

    /// Every fifth range states its offset. The ranges before the first of them cannot be placed, and are left out.
    @Test func rangesAreFollowedFromTheFirstOffset() throws {
        let rig = try play((7..<20).map { ranges($0, 4, offset: { $0 % 5 == 0 }) })
        let asked = askedRanges(rig)
        #expect(asked.first == HlsByteRange(offset: Self.offset(10), length: 110))
        #expect(asked == asked.indices.map { HlsByteRange(offset: Self.offset(10 + $0), length: Int64(110 + $0)) })
        #expect(asked.count > 8)
    }

    @Test func rangesThatCannotBePlacedAreRefusedWithTheReason() throws {
        let rig = MachineRig { _, _ in .media(bytes: 32_000) }
        try rig.open(ranges(7, 4))
        guard case .some(.some(.badPlaylist(let text))) = rig.ended else { return #expect(Bool(false), "it plays") }
        #expect(text.contains("EXT-X-BYTERANGE without offset"))
        // The playlist is missed for so long that the ranges in between are not known.
        let gap = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 32_000) }
            return .playlist(now.seconds < 10 ? self.ranges(Int(now.seconds / 4), 4) : self.ranges(40, 4))
        }
        try gap.open(ranges(0, 4))
        gap.run(for: .seconds(60))
        guard case .some(.some(.stale(let reason))) = gap.ended else { return #expect(Bool(false), "it goes on") }
        #expect(reason.contains("EXT-X-BYTERANGE without offset"))
        #expect(askedRanges(gap).allSatisfy { $0.map { $0.offset < 700 } == true })
    }

    /// Nothing was removed from these playlists, so their first ranges begin at the start.
    @Test(
        arguments: [
            ("#EXT-X-PLAYLIST-TYPE:EVENT\n", 107), ("#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-ENDLIST\n", 0),
            ("#EXT-X-ENDLIST\n", 0),
        ] as [(String, Int64)])
    func rangesOfAWholeListBeginAtTheStart(_ tags: String, _ offset: Int64) throws {
        let rig = MachineRig { _, _ in .media(bytes: 32_000) }
        try rig.open(ranges(7, 4, offset: { _ in false }) + tags)
        rig.run(for: .seconds(1))
        #expect(rig.ended == nil && askedRanges(rig).first??.offset == offset)
    }
}
