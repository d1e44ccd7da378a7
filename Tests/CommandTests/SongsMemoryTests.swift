import Glibc
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

/// `longwave songs` reads a large title database in little memory.
@Suite struct SongsMemoryTests {
    /// The most memory that the program may need, in kB, in a debug build. All tracks together would take twice as
    /// much.
    private static let bound = 100_000
    private static let count = 100_000

    /// Returns the largest amount of memory, in kB, that the process has needed so far.
    private static func peak(of pid: pid_t) throws -> Int {
        let status = try LongwaveBinary.read("/proc/\(pid)/status")
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    @Test func manyTracksTakeNoMemory() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/titles.sqlite"
        _ = try TitleDatabase(path: path)
        try SqliteConnection(path: path).run(
            """
            INSERT INTO station (id, name) VALUES ('one', 'One');
            INSERT INTO track (station, start, utc_offset, kind, artist, title, text, raw, source)
            WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count - 1))
            SELECT 'one', 1700000000000 + i * 10000, 60, 'song', 'Artist ' || (i % 977), 'Title ' || (i % 7919),
            'Artist ' || (i % 977) || ' - Title ' || (i % 7919), zeroblob(80), 'inBand' FROM n;
            INSERT INTO airing SELECT start, id, 1, id % 7919, 2 FROM track;
            """)
        let settings = ["-i"] + LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let child = try ChildProcess(
            "env", settings + [LongwaveBinary.path, "songs", "--database", path, "--limit", "0", "--format", "tsv"],
            output: .piped)
        var (lines, peak) = (0, 0)
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(child.output, &part, part.count)
            guard count > 0 else { break }
            lines += part[..<count].count { $0 == UInt8(ascii: "\n") }
            // Measured after each chunk of output: the program then already has the memory for the next chunk.
            peak = max(peak, try Self.peak(of: child.pid))
        }
        #expect(child.wait() == 0)
        #expect(lines == Self.count + 1)
        #expect(peak > 5000 && peak < Self.bound, "\(peak) kB")
    }
}
