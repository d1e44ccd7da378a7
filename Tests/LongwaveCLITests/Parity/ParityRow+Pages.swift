import Longwave
import LongwaveTerminal
import RadioJSON

@testable import LongwaveCLI
@testable import LongwaveDesktop

/// What a listener chooses on the screen's pages, and the same from `ctl`.
extension ParityRow {
    private static let three = ParityStations.names.map { ParityStations.item($0).station }
    /// A station that is in no list, without an id.
    private static let foreign = Station(name: "Foreign", urls: [ParityStations.titles.url + "?foreign"])
    private static let broken = Station(name: "Broken", urls: ["http://127.0.0.1:1/"])

    /// Reads the queue's rows, as the page does before a row can be chosen, then calls `use` with the ids of the rows.
    private static func rows(
        _ rig: ParityRig, _ manager: isolated PlaybackManager, _ use: @escaping ([UInt64]) -> Void
    ) { rig.screen.readQueue(manager) { use($0.map(\.id)) } }

    static let pages: [ParityRow] = [
        ParityRow(
            name: "play a page", scene: .nothing, choice: { $0.screen.play(three, at: 1, $1) },
            ctl: .init("play", ["what": .string("beta")]),
            changes: ["item: none → Beta", "queue:  → Alpha *Beta Gamma", "status: stopped → playing"]),
        ParityRow(
            name: "play a page with some of the stations", scene: .nothing,
            choice: { $0.screen.play([three[1], three[0]], at: 0, $1) },
            changes: ["item: none → Beta", "queue:  → *Beta Alpha", "status: stopped → playing"]),
        ParityRow(
            name: "play a station that is in no list", scene: .nothing,
            choice: { $0.screen.play([foreign], at: 0, $1) },
            changes: ["item: none → Foreign", "queue:  → *Foreign", "status: stopped → playing"]),
        ParityRow(
            name: "play another station", scene: .queue(0), choice: { $0.screen.play(three, at: 2, $1) },
            ctl: .init("play", ["what": .string("gamma"), "seamless": .bool(true)]),
            changes: ["item: Alpha → Gamma", "queue: *Alpha Beta Gamma → Alpha Beta *Gamma"]),
        ParityRow(
            name: "play a station that does not work", scene: .file, choice: { $0.screen.play([broken], at: 0, $1) },
            words: [
                "Broken: The server does not answer: #.#.#.#:#: Failed to connect to #.#.#.# port # after # ms: Couldn't connect to server."
            ]),
        ParityRow(
            name: "play what plays", scene: .queue(1), choice: { $0.screen.play(three, at: 1, $1) },
            words: ["Beta plays already"]),
        ParityRow(
            name: "play what is paused", scene: .queue(1), before: { $0.pause() },
            choice: { $0.screen.play(three, at: 1, $1) }, changes: ["status: paused (by the listener) → playing"]),
        ParityRow(
            name: "play a file", scene: .nothing, choice: { $0.screen.play(file: ParityStations.path("Alpha"), $1) },
            ctl: .init("play", ["what": .string(ParityStations.path("Alpha"))]),
            changes: ["item: none → Alpha.mp3", "queue:  → *Alpha.mp3", "status: stopped → playing"]),
        ParityRow(
            name: "play an entry", scene: .queue(0),
            choice: { rig, manager in rows(rig, manager) { rig.screen.playEntry($0[2], manager) } },
            ctl: .init("queue.play", ["at": .int(2)]), desktop: .goTo(track: "/org/longwave/entry/3"),
            changes: ["item: Alpha → Gamma", "queue: *Alpha Beta Gamma → Alpha Beta *Gamma"]),
        ParityRow(
            name: "play the current entry", scene: .queue(1),
            choice: { rig, manager in rows(rig, manager) { rig.screen.playEntry($0[1], manager) } },
            words: ["Beta plays already"]),
        ParityRow(
            name: "play an entry that is gone", scene: .queue(1), choice: { $0.screen.playEntry(999, $1) },
            ctl: .init("queue.play", ["at": .int(9)]), words: ["The queue has no such entry."]),
        ParityRow(
            name: "remove an entry", scene: .queue(1),
            choice: { rig, manager in rows(rig, manager) { rig.screen.removeEntry($0[2], manager) } },
            ctl: .init("queue.remove", ["at": .int(2)]), changes: ["queue: Alpha *Beta Gamma → Alpha *Beta"]),
        ParityRow(
            name: "remove an entry that is gone", scene: .queue(1), choice: { $0.screen.removeEntry(999, $1) },
            ctl: .init("queue.remove", ["at": .int(9)]), words: ["The queue has no such entry."]),
        ParityRow(
            name: "move an entry", scene: .queue(1),
            choice: { rig, manager in rows(rig, manager) { rig.screen.moveEntry($0[0], by: 2, manager) } },
            ctl: .init("queue.move", ["from": .int(0), "to": .int(2)]),
            changes: ["queue: Alpha *Beta Gamma → *Beta Gamma Alpha"]),
        ParityRow(
            name: "move an entry beyond the end", scene: .queue(1),
            choice: { rig, manager in rows(rig, manager) { rig.screen.moveEntry($0[1], by: 7, manager) } },
            changes: ["queue: Alpha *Beta Gamma → Alpha Gamma *Beta"]),
        ParityRow(
            name: "move an entry that is gone", scene: .queue(1), choice: { $0.screen.moveEntry(999, by: 1, $1) },
            ctl: .init("queue.move", ["from": .int(9), "to": .int(0)]), words: ["The queue has no such entry."]),
        ParityRow(
            name: "add to the queue", scene: .file, choice: { $0.screen.enqueue(three[2], isNext: false, $1) },
            ctl: .init("queue.add", ["what": .string("gamma")]), words: ["added to the queue: Gamma"],
            changes: ["queue: *Alpha → *Alpha Gamma"]),
        ParityRow(
            name: "add after the current entry", scene: .queue(0),
            choice: { $0.screen.enqueue(three[2], isNext: true, $1) },
            ctl: .init("queue.add", ["what": .string("gamma"), "next": .bool(true)]),
            words: ["added to the queue: Gamma"], changes: ["queue: *Alpha Beta Gamma → *Alpha Gamma Beta Gamma"]),
        ParityRow(
            name: "add a station that is in no list", scene: .file,
            choice: { $0.screen.enqueue(foreign, isNext: false, $1) }, words: ["added to the queue: Foreign"],
            changes: ["queue: *Alpha → *Alpha Foreign"]),
        ParityRow(
            name: "add to an empty queue on the screen", scene: .nothing,
            choice: { $0.screen.enqueue(three[1], isNext: false, $1) },
            changes: ["item: none → Beta", "queue:  → *Beta", "status: stopped → playing"]),
        ParityRow(
            name: "add to an empty queue", scene: .nothing, ctl: .init("queue.add", ["what": .string("beta")]),
            changes: ["queue:  → *Beta"]),
        ParityRow(
            name: "the rows of the queue", scene: .queue(1),
            choice: { rig, manager in
                rig.screen.readQueue(manager) { rows in
                    rows.forEach { rig.tell("\($0.isCurrent ? "*" : "")\($0.name) \($0.problem ?? "")") }
                }
            }, words: ["Alpha ", "*Beta ", "Gamma "]),
        ParityRow(
            name: "the devices without a sound server", scene: .file,
            choice: { $0.screen.listDevices($1) { _ in } }, words: ["there are no devices"]),
        ParityRow(
            name: "the links of a song", scene: .station,
            choice: { rig, manager in rig.screen.links.forEach { rig.tell($0.name) } }, words: ["Shop"]),
        ParityRow(
            name: "a device that does not exist", scene: .nothing, choice: { $0.screen.useDevice("attic", $1) },
            ctl: .init("device", ["name": .string("attic")]), words: ["The sound server has no such device."]),
        ParityRow(
            name: "play a page after a stop", scene: .queue(1), before: { $0.stop() },
            choice: { $0.screen.play(three, at: 1, $1) }, changes: ["status: stopped → playing"]),
    ]
}
