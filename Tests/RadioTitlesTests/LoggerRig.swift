import Glibc
import RadioFormats
import RadioJSON
import RadioLists
import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

/// Runs a whole logger in a test, with a folder, an event loop whose time passes faster than real time, and access to
/// the log.
final class LoggerRig {
    let directory: TemporaryDirectory
    let loop: EventLoop
    /// How far the loop's time advances in two milliseconds of real time.
    let step: Duration
    /// Called whenever the loop's time advances, with the amount.
    var onPass: (Duration) -> Void = { _ in }
    var path: String { directory.path + "/log.jsonl" }

    init(step: Duration = .milliseconds(20)) throws {
        self.step = step
        directory = try TemporaryDirectory()
        loop = try .byHand()
    }

    var settings: TitleLogger.Settings {
        TitleLogger.Settings(database: directory.path + "/titles.sqlite", log: LogTarget(.file(path)))
    }

    /// Returns a station with the id `id`. Its name is the id in capital letters.
    func station(_ id: String, _ url: String) -> TitleStation {
        TitleStation(Station(name: id.uppercased(), urls: [url], id: id))
    }

    func begin(_ logger: TitleLogger, _ stations: [TitleStation]) {
        var isBegun = false
        logger.start(stations) {
            if case .failure(let failure) = $0 { Issue.record("\(failure)") }
            isBegun = true
        }
        #expect(turn { isBegun })
    }

    func stop(_ logger: TitleLogger) {
        var isOver = false
        logger.stop { isOver = true }
        #expect(turn { isOver })
    }

    /// Returns the log's records in short form, such as `track one A inBand`, `end one A`, `gap one restart`.
    func log() throws -> [String] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(file, &bytes, bytes.count)
        var number = 0.0
        return try bytes[..<max(count, 0)].split(separator: UInt8(ascii: "\n")).map { line in
            let value = try JSONReader.read(Array(line))
            guard case .number(let seq)? = value["seq"], seq > number else {
                Issue.record("numbers do not grow")
                return ""
            }
            number = seq
            return [value["type"], value["station"]?["id"], value["title"] ?? value["reason"], value["source"]]
                .compactMap { $0?.string }.joined(separator: " ")
        }
    }

    /// Runs the event loop until `condition` holds. Returns false if it never does.
    func turn(until condition: () -> Bool) -> Bool {
        loop.turn(
            passing: step,
            untilElsewhere: {
                onPass(step)
                return condition()
            })
    }

    func wait(for line: String) throws {
        var found: [String] = []
        let isThere = turn {
            found = (try? log()) ?? []
            return found.contains(line)
        }
        #expect(isThere, "\(line) is not in \(found)")
    }
}
