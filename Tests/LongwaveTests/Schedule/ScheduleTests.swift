import Testing

@testable import Longwave

/// The file of a schedule.
@Suite struct ScheduleTests {
    private static func read(_ entries: String) throws -> Schedule {
        try Schedule(Array("{\"version\":1,\"entries\":[\(entries)]}".utf8))
    }

    @Test func whatIsWrittenIsRead() throws {
        let station = Station(name: "S", urls: ["http://example.com/s"], id: "s")
        let schedule = Schedule([
            .init("morning", .weekly([1, 2]), at: 25_200, until: 43_200, .play(.named("fip"), volume: 0.6)),
            .init("volume", .date(20_811), at: 30, .play(nil, volume: 0)),
            .init("jazz", at: 0, until: 0, .play(.query("tag=jazz"), volume: nil)),
            .init("night", at: 79_200, until: 21_600, .quiet(limit: nil)),
            .init("soft", at: 79_200, until: 21_600, .quiet(limit: 0.25)),
            .init(
                "wake", at: 25_200, .alarm(.init([.stations([station]), .named("b"), .playlist("c")], fadeIn: .zero))),
            .init("beep", at: 25_200, .alarm(.init(volume: 1, snooze: .seconds(60)))),
        ])
        #expect(try Schedule(schedule.bytes) == schedule)
        var copy = Schedule()
        for entry in schedule.entries { try copy.set(entry) }
        #expect(copy == schedule)
    }

    @Test(arguments: [
        (#"{"at":"07:00","what":"a"}"#, "Entry 1 needs name."), (#"{"name":"a","what":"b"}"#, "Entry \"a\" needs at."),
        (#"7"#, "Entry 1 is not an object."),
        (#"{"name":"a","at":"7","what":"b"}"#, "Entry \"a\": at must be a time of day such as \"07:00\"."),
        (#"{"name":"a","at":"Sun 07:00","what":"b"}"#, "Entry \"a\": at must be a time of day such as \"07:00\"."),
        (#"{"name":"a","at":"07:00"}"#, "Entry \"a\": there is nothing to play, and no volume."),
        (#"{"name":"a","at":"07:00","quiet":true}"#, "Entry \"a\" needs until."),
        (#"{"name":"a","at":"07:00","alarm":true,"until":"08:00"}"#, "Entry \"a\": an alarm has no until."),
        (
            #"{"name":"a","at":"07:00","alarm":true,"volume":0}"#,
            "Entry \"a\": the volume of an alarm must be at least 0.05."
        ),
        (#"{"name":"a","at":"07:00","volume":2}"#, "Entry \"a\": volume must be a number from 0.0 to 1.0."),
        (
            #"{"name":"a","at":"07:00","what":"b","days":["mon","x"]}"#,
            "Entry \"a\": days must be weekdays such as \"mon\", or one date such as \"2026-12-24\"."
        ),
        (#"{"name":"a","at":"07:00","what":"b","x":1}"#, "Entry \"a\" has no parameter \"x\"."),
        (
            #"{"name":"a","at":"07:00","what":"b"},{"name":"a","at":"08:00","what":"b"}"#,
            "Two entries have the name \"a\"."
        ),
    ])
    func problems(_ entries: String, _ sentence: String) {
        #expect { try Self.read(entries) } throws: { ($0 as? ScheduleError)?.sentence == sentence }
    }

    @Test func limits() {
        let many = (0...Schedule.maximumEntries).map { "{\"name\":\"\($0)\",\"at\":\"07:00\",\"what\":\"a\"}" }
        #expect(throws: ScheduleError.self) { try Self.read(many.joined(separator: ",")) }
        #expect(throws: Never.self) { try Self.read(many.dropLast().joined(separator: ",")) }
        #expect(throws: ScheduleError.self) { try Schedule([UInt8](repeating: 32, count: Schedule.maximumBytes + 1)) }
        for text in ["", "{}", "[]", "{\"version\":2,\"entries\":[]}", "{\"version\":1,\"entries\":{}}"] {
            #expect(throws: ScheduleError.self) { try Schedule(Array(text.utf8)) }
        }
    }
}
