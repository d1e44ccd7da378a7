import Glibc
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct LogShelfTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.jsonl" }
    private static let day: Int64 = 86_400_000

    init() throws { directory = try TemporaryDirectory() }

    private func put(_ name: String, days: Int64 = 0, size: Int = 10) throws {
        let path = directory.path + "/" + name
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        try #require(file >= 0 && ftruncate(file, size) == 0)
        close(file)
        let time = timespec(tv_sec: Int(days) * 86_400, tv_nsec: 0)
        var times = (time, time)
        try #require(
            withUnsafePointer(to: &times) {
                $0.withMemoryRebound(to: timespec.self, capacity: 2) { utimensat(AT_FDCWD, path, $0, 0) }
            } == 0)
    }

    private func isThere(_ name: String) -> Bool { access(directory.path + "/" + name, F_OK) == 0 }

    /// On a file system without hard links, such as FAT, a file is renamed in a way that never replaces another file.
    @Test(arguments: [EPERM, EOPNOTSUPP, ENOSYS]) func aFileSystemWithoutLinks(_ code: Int32) throws {
        var shelf = LogShelf(path: path)
        shelf.link = { _, _ in
            errno = code
            return -1
        }
        for number in 1...3 {
            try put("titles.jsonl", size: number)
            try shelf.rotate(to: "2026-11-21")
            #expect(!isThere("titles.jsonl"))
        }
        #expect(shelf.files().map(\.size).sorted() == [1, 2, 3])
        #expect(isThere("titles-2026-11-21.jsonl") && isThere("titles-2026-11-21-3.jsonl"))
    }

    @Test func anErrorOfTheDiskIsTold() throws {
        var shelf = LogShelf(path: path)
        try put("titles.jsonl")
        shelf.link = { _, _ in
            errno = ENOSPC
            return -1
        }
        #expect(throws: LogFileError.self) { try shelf.rotate(to: "2026-11-21") }
        #expect(isThere("titles.jsonl"))
    }

    @Test func theOldestGo() throws {
        let shelf = LogShelf(path: path)
        for number in 10...30 { try put("titles-2026-01-\(number).jsonl", days: Int64(number)) }
        try put("titles-of-mine.jsonl")
        try put("titles-2026.jsonl")
        try put("titles.jsonl")
        /// Deletes files, one in each step. Returns the number of steps.
        func tidy(_ retention: TitleRetention, besides size: Int = 0, at now: Int64?) -> Int {
            var steps = 0
            while let path = shelf.tidy(retention, besides: size, at: now) {
                #expect(access(path, F_OK) != 0)
                steps += 1
            }
            return steps
        }
        #expect(tidy(TitleRetention(), at: 31 * Self.day) == 0)
        #expect(tidy(TitleRetention(age: .seconds(10 * 86_400)), at: nil) == 0)
        #expect(tidy(TitleRetention(age: .seconds(10 * 86_400)), at: 30 * Self.day) == 10)
        #expect(shelf.files().count == 11 && isThere("titles-2026-01-20.jsonl"))
        #expect(tidy(TitleRetention(bytes: 60), besides: 15, at: nil) == 7)
        #expect(shelf.files().count == 4 && isThere("titles-2026-01-27.jsonl"))
        #expect(isThere("titles-of-mine.jsonl") && isThere("titles-2026.jsonl") && isThere("titles.jsonl"))
    }

    /// The log goes to a pipe, which cannot be synchronised with a disk. No line is written twice.
    @Test func aPipeIsAPlaceForALog() throws {
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let file = try LogFile(LogTarget(.file(path)))
        try file.append([(1, "{\"a\":1}")], now: 0)
        try file.synchronize()
        #expect(!file.isRegular)
    }
}
