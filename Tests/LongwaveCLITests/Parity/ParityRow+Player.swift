import Longwave
import RadioJSON
import Testing

@testable import LongwaveCLI
@testable import LongwaveDesktop

extension ParityRow {
    static let all =
        playing + announcing + volume + equaliser + queue + position + rate + titles + recording + sleep + pages

    private static let nothingElse = "there is nothing else in the queue"

    // MARK: Playing

    private static let playing: [ParityRow] = [
        ParityRow(
            name: "pause", scene: .file, keys: [.toggle], ctl: .init("toggle"), desktop: .player(.toggle),
            changes: ["status: playing → paused (by the listener)"]),
        ParityRow(
            name: "resume", scene: .file, before: { $0.pause() }, keys: [.toggle], ctl: .init("toggle"),
            desktop: .player(.toggle), changes: ["status: paused (by the listener) → playing"]),
        ParityRow(
            name: "begin again after a stop", scene: .file, before: { $0.stop() }, keys: [.toggle],
            ctl: .init("toggle"), desktop: .player(.toggle), changes: ["status: stopped → playing"]),
        ParityRow(
            name: "pause only", scene: .file, ctl: .init("pause"), desktop: .player(.pause),
            changes: ["status: playing → paused (by the listener)"]),
        ParityRow(
            name: "play only", scene: .file, before: { $0.pause() }, ctl: .init("play"),
            desktop: .player(.play(PlayRequest())),
            changes: ["status: paused (by the listener) → playing"]),
        ParityRow(
            name: "stop", scene: .file, ctl: .init("stop"), desktop: .player(.stop),
            changes: ["status: playing → stopped"]),
        ParityRow(
            name: "play a programme", scene: .queue(1), ctl: .init("play", ["programme": .string("shop")]),
            changes: [
                "item: Beta → Alpha", "programme: none → shop", "queue: Alpha *Beta Gamma → *Alpha",
                "repeat: none → all",
            ]),
        ParityRow(
            name: "play a programme that does not exist", scene: .file,
            ctl: .init("play", ["programme": .string("bar")]), words: ["Programme \"bar\" not found."]),
        ParityRow(
            name: "add a programme", scene: .file, ctl: .init("queue.add", ["programme": .string("shop")]),
            words: ["A programme cannot be in the queue."]),
        ParityRow(
            name: "interrupt", scene: .file, ctl: .init("interrupt", ["on": .bool(true)]),
            changes: ["status: playing → paused (interrupted)"]),
    ]

    private static let announcing: [ParityRow] = [
        ParityRow(
            name: "announce", scene: .file,
            ctl: .init("announce", ["what": .string(ParityStations.path("Beta")), "duck": .int(20)])),
        ParityRow(
            name: "announce a file that does not exist", scene: .file,
            ctl: .init("announce", ["what": .string("FOLDER/gone.wav")]), words: ["File not found: /gone.wav."]),
    ]

    // MARK: Volume

    private static let louder = ParityRequest("volume", ["by": .number(0.05)])
    private static let quieter = ParityRequest("volume", ["by": .number(-0.05)])

    private static let volume: [ParityRow] = [
        ParityRow(
            name: "louder", scene: .file, keys: [.louder], ctl: louder, desktop: .player(.setVolume(0.55)),
            changes: ["volume: 50 % → 55 %"]),
        ParityRow(
            name: "louder before anything plays", scene: .nothing, keys: [.louder], ctl: louder,
            desktop: .player(.setVolume(0.55)), changes: ["volume: 50 % → 55 %"]),
        ParityRow(name: "louder at most", scene: .file, before: { $0.setVolume(1) }, keys: [.louder], ctl: louder),
        ParityRow(
            name: "softer", scene: .file, keys: [.quieter], ctl: quieter, desktop: .player(.setVolume(0.45)),
            changes: ["volume: 50 % → 45 %"]),
        ParityRow(name: "softer at least", scene: .file, before: { $0.setVolume(0) }, keys: [.quieter], ctl: quieter),
        ParityRow(
            name: "mute", scene: .file, keys: [.mute], ctl: .init("mute"), changes: ["muted: false → true"]),
        ParityRow(
            name: "unmute", scene: .file, before: { $0.setMuted(true) }, keys: [.mute], ctl: .init("mute"),
            changes: ["muted: true → false"]),
    ]

    // MARK: The equaliser

    private static func equaliser(_ text: String) -> ParityRequest { .init("equaliser", ["to": .string(text)]) }

    private static let equaliser: [ParityRow] = [
        ParityRow(
            name: "equaliser", scene: .file, ctl: equaliser("bass=3"), changes: ["equaliser: off → bass=+3"]),
        ParityRow(
            name: "equaliser before anything plays", scene: .nothing, ctl: equaliser("1k=-2"),
            changes: ["equaliser: off → 1k=-2"]),
        ParityRow(
            name: "equaliser off", scene: .file, before: { $0.setEqualiser(Equaliser("bass=3") ?? .flat) },
            ctl: equaliser("off"), changes: ["equaliser: bass=+3 → off"]),
        ParityRow(
            name: "no equaliser", scene: .file, ctl: equaliser("loud"),
            words: ["\"loud\" is neither a preset nor an equaliser such as \"bass=+#,#k=-#\"."]),
    ]

    // MARK: The queue

    private static let queue: [ParityRow] = [
        ParityRow(
            name: "next", scene: .queue(0), keys: [.next], ctl: .init("next"), desktop: .player(.next),
            changes: ["item: Alpha → Beta", "queue: *Alpha Beta Gamma → Alpha *Beta Gamma"]),
        ParityRow(
            name: "next after the last", scene: .queue(2), keys: [.next], ctl: .init("next"), desktop: .player(.next),
            words: ["this is the last entry of the queue"]),
        ParityRow(
            name: "next after the last of a queue that repeats", scene: .queue(2), before: { $0.setRepeatMode(.all) },
            keys: [.next], ctl: .init("next"), desktop: .player(.next),
            changes: ["item: Gamma → Alpha", "queue: Alpha Beta *Gamma → *Alpha Beta Gamma"]),
        ParityRow(
            name: "next of one", scene: .file, keys: [.next], ctl: .init("next"), desktop: .player(.next),
            words: [nothingElse]),
        ParityRow(
            name: "next of none", scene: .nothing, keys: [.next], ctl: .init("next"), desktop: .player(.next),
            words: [nothingElse]),
        ParityRow(
            name: "previous", scene: .queue(1), keys: [.previous], ctl: .init("previous"), desktop: .player(.previous),
            changes: ["item: Beta → Alpha", "queue: Alpha *Beta Gamma → *Alpha Beta Gamma"]),
        ParityRow(
            name: "previous of the first", scene: .queue(0), place: 30, keys: [.previous], ctl: .init("previous"),
            desktop: .player(.previous),
            changes: ["jumps:  → seek -30 s"]),
        ParityRow(
            name: "previous of one station", scene: .station, keys: [.previous], ctl: .init("previous"),
            desktop: .player(.previous), words: [nothingElse]),
        ParityRow(
            name: "previous of the first of a queue that repeats", scene: .queue(0),
            before: { $0.setRepeatMode(.all) }, keys: [.previous], ctl: .init("previous"), desktop: .player(.previous),
            changes: ["item: Alpha → Gamma", "queue: *Alpha Beta Gamma → Alpha Beta *Gamma"]),
        ParityRow(
            name: "shuffle", scene: .queue(0), keys: [.shuffle], ctl: .init("shuffle"),
            desktop: .player(.shuffle(true)),
            words: ["shuffle: on"], changes: ["queue: *Alpha Beta Gamma → in random order"]),
        ParityRow(
            name: "restore the order", scene: .queue(0), before: { $0.setShuffled(true) }, keys: [.shuffle],
            ctl: .init("shuffle"), desktop: .player(.shuffle(false)), words: ["shuffle: off"],
            changes: ["queue: in random order → *Alpha Beta Gamma"]),
        ParityRow(
            name: "shuffle one", scene: .file, keys: [.shuffle], ctl: .init("shuffle"),
            desktop: .player(.shuffle(true)),
            words: ["shuffle: on"], changes: ["queue: *Alpha → in random order"]),
        ParityRow(
            name: "repeat one", scene: .queue(0), keys: [.repetition], ctl: .init("repeat", ["mode": .string("one")]),
            desktop: .player(.repeatQueue(.one)), words: ["repeat: one"], changes: ["repeat: none → one"]),
        ParityRow(
            name: "repeat all, then none", scene: .queue(0), before: { $0.setRepeatMode(.one) },
            keys: [.repetition, .repetition], ctl: .init("repeat", ["mode": .string("none")]),
            desktop: .player(.repeatQueue(.none)),
            words: ["repeat: all", "repeat: none"], changes: ["repeat: one → none"]),
        ParityRow(
            name: "clear the queue", scene: .queue(0), ctl: .init("queue.clear"),
            changes: ["queue: *Alpha Beta Gamma → "]),
    ]

    // MARK: The position

    private static func seek(_ name: String, _ value: JSONNode) -> ParityRequest { .init("seek", [name: value]) }

    private static let position: [ParityRow] = [
        ParityRow(
            name: "back", scene: .station, place: 20, keys: [.back], ctl: seek("by", .int(-10)),
            desktop: .seek(-10_000_000),
            words: ["#:# behind live"], changes: ["jumps:  → seek -10 s"]),
        ParityRow(
            name: "back at the oldest sound", scene: .station, place: 0,
            keys: [.back], ctl: seek("by", .int(-10)), desktop: .seek(-10_000_000),
            words: ["this is the oldest sound that is kept"]),
        ParityRow(
            name: "forward", scene: .station, place: 20, keys: [.forward], ctl: seek("by", .int(10)),
            desktop: .seek(10_000_000),
            words: ["#:# behind live"], changes: ["jumps:  → seek 10 s"]),
        ParityRow(
            name: "forward at the live edge", scene: .liveEdge, before: { try? $0.seek(by: .seconds(10)) },
            keys: [.forward], ctl: seek("by", .int(10)),
            desktop: .seek(10_000_000), words: ["this is the newest sound"]),
        ParityRow(
            name: "back in a file", scene: .file, place: 30,
            keys: [.back],
            ctl: seek("by", .int(-10)), desktop: .seek(-10_000_000),
            changes: ["jumps:  → seek -10 s"]),
        ParityRow(
            name: "forward in a file", scene: .file, place: 20, keys: [.forward],
            ctl: seek("by", .int(10)),
            desktop: .seek(10_000_000), changes: ["jumps:  → seek 10 s"]),
        ParityRow(
            name: "back at the beginning of a file", scene: .file, place: 0, keys: [.back],
            ctl: seek("by", .int(-10)), desktop: .seek(-10_000_000),
            words: ["this is the beginning"]),
        ParityRow(
            name: "back without anything", scene: .nothing, keys: [.back], ctl: seek("by", .int(-10)),
            desktop: .seek(-10_000_000), words: ["Nothing is playing."]),
        ParityRow(
            name: "to a place in a file", scene: .file, place: 10,
            ctl: seek("to", .int(30)), desktop: .setPosition(track: "/org/longwave/entry/1", 30_000_000),
            changes: ["jumps:  → seek 20 s"]),
        ParityRow(
            name: "to the live edge", scene: .station, keys: [.liveEdge], ctl: seek("live", .bool(true)),
            changes: ["jumps:  → liveEdge"]),
        ParityRow(
            name: "to the live edge after a pause", scene: .station, before: { $0.pause() }, keys: [.liveEdge],
            ctl: seek("live", .bool(true)),
            changes: ["jumps:  → liveEdge", "status: paused (by the listener) → playing"]),
        ParityRow(
            name: "to this title", scene: .station, place: 25,
            keys: [.titleBegin],
            ctl: seek("title", .int(0)), words: ["#:# behind live"], changes: ["jumps:  → seek -5 s"]),
        ParityRow(
            name: "to the previous title", scene: .station, place: 20, keys: [.titleBefore],
            ctl: seek("title", .int(-1)),
            words: ["#:# behind live"], changes: ["jumps:  → seek -20 s"]),
        ParityRow(
            name: "to the next title", scene: .station, place: 20, keys: [.titleAfter],
            ctl: seek("title", .int(1)),
            words: ["#:# behind live"], changes: ["jumps:  → seek 15 s"]),
        ParityRow(
            name: "to the title before the first", scene: .station, place: 0,
            keys: [.titleBefore], ctl: seek("title", .int(-1)),
            words: ["There is no such title or chapter in the kept sound."]),
        ParityRow(
            name: "rewind", scene: .file, before: { try? $0.seek(to: MediaTime(seconds: 70)) }, keys: [.rewind],
            ctl: .init("scan", ["direction": .string("backward")]),
            changes: ["scan: none → backward"]),
        ParityRow(
            name: "fast forward and back to normal", scene: .station, keys: [.fastForward, .fastForward]),
        ParityRow(
            name: "fast forward without anything", scene: .nothing, keys: [.fastForward],
            ctl: .init("scan", ["direction": .string("forward")]), words: ["Nothing is playing."]),
    ]

    // MARK: The rate

    private static func rate(_ rate: Double) -> ParityRequest { .init("rate", ["to": .number(rate)]) }

    private static let rate: [ParityRow] = [
        ParityRow(
            name: "faster", scene: .station, keys: [.faster], ctl: rate(1.1), desktop: .player(.setRate(1.1)),
            changes: ["rate: 1.0 → 1.1"]),
        ParityRow(
            name: "faster at the live edge", scene: .liveEdge, keys: [.faster], ctl: rate(1.1),
            desktop: .player(.setRate(1.1)),
            words: ["already at the live edge"]),
        ParityRow(
            name: "fastest", scene: .file, before: { $0.setRate(3) }, keys: [.faster],
            words: ["this is the fastest speed"]),
        ParityRow(
            name: "slower", scene: .station, keys: [.slower], ctl: rate(0.9), desktop: .player(.setRate(0.9)),
            changes: ["rate: 1.0 → 0.9"]),
        ParityRow(
            name: "slowest", scene: .file, before: { $0.setRate(0.5) }, keys: [.slower],
            words: ["this is the slowest speed"]),
        ParityRow(
            name: "catch up", scene: .station, keys: [.catchUp], ctl: rate(1.05), desktop: .player(.setRate(1.05)),
            changes: ["rate: 1.0 → 1.05"]),
        ParityRow(
            name: "catch up at the live edge", scene: .liveEdge, keys: [.catchUp], ctl: rate(1.05),
            desktop: .player(.setRate(1.05)), words: ["already at the live edge"]),
        ParityRow(name: "the meter", scene: .file, keys: [.meter], changes: ["meter: false → true"]),
        ParityRow(name: "the meter, and off again", scene: .file, keys: [.meter, .meter]),
    ]

    // MARK: Titles and recordings

    private static let titles: [ParityRow] = [
        ParityRow(
            name: "like", scene: .station, keys: [.like], ctl: .init("like"), words: ["you like Band - Two"],
            saysSuccess: true),
        ParityRow(
            name: "like and undo", scene: .station, keys: [.like, .like],
            words: ["you like Band - Two", "you no longer like Band - Two"]),
        ParityRow(
            name: "like nothing", scene: .nothing, keys: [.like], ctl: .init("like"),
            words: ["There is no current title."]),
        ParityRow(
            name: "like a file without a title", scene: .file, keys: [.like], ctl: .init("like", ["on": .bool(false)]),
            words: ["There is no current title."]),
    ]

    private static let recording: [ParityRow] = [
        ParityRow(
            name: "keep the title", scene: .station, keys: [.keepTitle], ctl: .init("keep"),
            words: ["writing /recordings/Band - Two.mp#", "written: /recordings/Band - Two.mp#, #:#"],
            saysSuccess: true),
        ParityRow(
            name: "keep the last minutes", scene: .station, keys: [.keepLast], ctl: .init("keep", ["last": .int(300)]),
            words: [
                "writing /recordings/Titles #-#-# #.mp#; its beginning is missing",
                "written: /recordings/Titles #-#-# #.mp#, #:#",
            ], saysSuccess: true),
        ParityRow(
            name: "record", scene: .station, keys: [.record], ctl: .init("record"),
            words: ["writing /recordings/Titles #-#-# #.mp#"], changes: ["recordings: 0 → 1"]),
        ParityRow(
            name: "record and end", scene: .station, keys: [.record, .record],
            words: ["writing /recordings/Titles #-#-# #.mp#", "written: /recordings/Titles #-#-# #.mp#, #:#"]),
        ParityRow(
            name: "record nothing", scene: .nothing, keys: [.record], ctl: .init("record"),
            words: ["Nothing is playing."]),
        ParityRow(
            name: "keep nothing", scene: .nothing, keys: [.keepTitle], ctl: .init("keep"),
            words: ["Nothing is playing."]),
        ParityRow(
            name: "keep without a title", scene: .file, keys: [.keepTitle], ctl: .init("keep"),
            words: [
                "writing /recordings/Alpha #-#-# #.mp#; its beginning is missing",
                "written: /recordings/Alpha #-#-# #.mp#, #:#",
            ],
            saysSuccess: true),
    ]

    // MARK: Sleep

    private static let sleep: [ParityRow] = [
        ParityRow(
            name: "sleep timer", scene: .file, keys: [.sleep], ctl: .init("sleep", ["after": .int(900)]),
            words: ["sleep timer: #:#"], changes: ["sleep: off → 15 min"]),
        ParityRow(
            name: "sleep timer, second step", scene: .file, keys: [.sleep, .sleep],
            ctl: .init("sleep", ["after": .int(1800)]), words: ["sleep timer: #:#", "sleep timer: #:#"],
            changes: ["sleep: off → 30 min"]),
        ParityRow(
            name: "sleep timer off", scene: .file, keys: [.sleep, .sleep, .sleep, .sleep, .sleep],
            words: [
                "sleep timer: #:#", "sleep timer: #:#", "sleep timer: #:#:#", "sleep timer: #:#:#", "sleep timer: off",
            ]),
        ParityRow(name: "snooze without an alarm", scene: .file, ctl: .init("snooze"), words: ["no alarm rings"]),
    ]
}
