import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct LogFileTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.jsonl" }
    /// 2026-09-21T12:00:00Z
    private static let noon: Int64 = 1_789_992_000_000

    init() throws { directory = try TemporaryDirectory() }

    private func line(_ number: Int, _ text: String = "x") -> (number: Int64, text: String) {
        (Int64(number), "{\"text\":\"\(text)\"}")
    }

    private func content(_ name: String = "titles.jsonl") throws -> [String] {
        let file = open(directory.path + "/" + name, O_RDONLY | O_CLOEXEC)
        try #require(file >= 0, "\(name)")
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private func put(_ text: String, _ name: String = "titles.jsonl") throws {
        let file = open(directory.path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        try #require(file >= 0)
        defer { close(file) }
        try #require(write(file, text, text.utf8.count) == text.utf8.count)
    }

    private var names: [String] {
        var names: [String] = []
        guard let folder = opendir(directory.path) else { return [] }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    @Test func linesAreAppendedAndFoundAgain() throws {
        do {
            let file = try LogFile(LogTarget(.file(path)))
            #expect(file.lastNumber == 0)
            try file.append([line(3), line(4)], now: Self.noon)
            try file.synchronize()
            #expect(file.lastNumber == 4)
        }
        let file = try LogFile(LogTarget(.file(path)))
        #expect(file.lastNumber == 4)
        try file.append([line(9)], now: Self.noon)
        #expect(try content() == [3, 4, 9].map { "{\"v\":1,\"seq\":\($0),\"text\":\"x\"}" } + [""])
    }

    /// The last line is incomplete, as after a crash. It is cut off, but not lost, because the title database still has
    /// it.
    @Test(arguments: [1, 10, 30])
    func halfALineIsCutOff(_ cut: Int) throws {
        let whole = "{\"v\":1,\"seq\":5,\"text\":\"x\"}\n"
        let next = "{\"v\":1,\"seq\":6,\"text\":\"a longer text than others\"}"
        try put(whole + next.prefix(cut))
        let file = try LogFile(LogTarget(.file(path)))
        #expect(file.lastNumber == 5)
        try file.append([line(6)], now: Self.noon)
        #expect(try content() == [String(whole.dropLast()), "{\"v\":1,\"seq\":6,\"text\":\"x\"}", ""])
    }

    @Test(arguments: [1, 10])
    func halfOfTheFirstLineIsCutOff(_ cut: Int) throws {
        try put(String("{\"v\":1,\"seq\":5,\"text\":\"x\"}".prefix(cut)))
        let file = try LogFile(LogTarget(.file(path)))
        #expect(file.lastNumber == 0)
        try file.append([line(1)], now: Self.noon)
        #expect(try content().count == 2)
    }

    /// The last complete line may be very long (a title on a status page once had a megabyte). It is found, and an
    /// incomplete line after it is cut off.
    @Test(arguments: [300 << 10, 3 << 20]) func aLongLineIsFoundAgain(_ length: Int) throws {
        let long = String(repeating: "y", count: length)
        do {
            let file = try LogFile(LogTarget(.file(path)))
            try file.append([line(1), line(2, long)], now: Self.noon)
        }
        let lines = try content()
        #expect(try LogFile(LogTarget(.file(path))).lastNumber == 2)
        try put(lines.joined(separator: "\n") + "{\"v\":1,\"seq\":3,\"text\":\"" + long)
        #expect(try LogFile(LogTarget(.file(path))).lastNumber == 2)
        #expect(try content() == lines)
    }

    /// The file has only one line, which is incomplete. It is cut off.
    @Test func halfOfALongFirstLineIsCutOff() throws {
        try put("{\"v\":1,\"seq\":3,\"text\":\"" + String(repeating: "y", count: 300 << 10))
        #expect(try LogFile(LogTarget(.file(path))).lastNumber == 0)
        #expect(try content() == [""])
    }

    /// The start of the last line cannot be found. The file is refused, because the middle of a line may look like a
    /// line of the log.
    @Test func aLineWithoutABeginningIsLeftAlone() throws {
        try put(String(repeating: "1,", count: 5 << 20) + "1\n", "titles.csv")
        let csv = directory.path + "/titles.csv"
        #expect(throws: LogFileError.foreign(csv)) { try LogFile(LogTarget(.file(csv), format: .csv)) }
    }

    /// The file was written by another program. It is never changed.
    @Test(arguments: ["Dear diary\n", "no end", "{\"v\":2,\"seq\":5}\n", "{\"type\":\"track\"}\n"])
    func anotherFileIsLeftAlone(_ text: String) throws {
        try put(text)
        #expect(throws: LogFileError.foreign(path)) { try LogFile(LogTarget(.file(path))) }
        #expect(try content().joined(separator: "\n") == text)
    }

    @Test func aTableHasOneHead() throws {
        let target = LogTarget(.file(directory.path + "/titles.csv"), format: .csv)
        do {
            let file = try LogFile(target)
            try file.append([(1, "track,x")], now: Self.noon)
        }
        do {
            let file = try LogFile(target)
            #expect(file.lastNumber == 1)
            try file.append([(2, "end,y")], now: Self.noon)
        }
        let lines = try content("titles.csv")
        #expect(lines == [LogLine.columns.joined(separator: ","), "1,track,x", "2,end,y", ""])
    }

    @Test func aSizeIsNotExceededAndNothingLost() throws {
        let target = LogTarget(.file(path), rotation: .size(4096))
        var file: LogFile? = try LogFile(target)
        var number = 0
        for _ in 0..<40 {
            let lines = (0..<7).map { _ -> (number: Int64, text: String) in
                number += 1
                return line(number, String(repeating: "y", count: 100))
            }
            try file?.append(lines, now: Self.noon)
        }
        file = nil
        #expect(names.count > 5)
        var seen: [Int] = []
        for name in names {
            let lines = try content(name).dropLast()
            #expect(lines.reduce(0) { $0 + $1.utf8.count + 1 } <= 4096, "\(name)")
            seen += lines.compactMap { LogLine.number(of: Array($0.utf8), .jsonLines) }.map(Int.init)
        }
        #expect(seen.sorted() == Array(1...number))
        // The newest file is empty. The number of the last line is then in the file before it.
        try put("")
        let last = try LogFile(target).lastNumber
        #expect(last >= Int64(number - 40) && last <= Int64(number))
    }

    @Test func aDayBeginsANewFile() throws {
        let file = try LogFile(LogTarget(.file(path), rotation: .daily))
        // The name of a file contains the day on which it was made.
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let today = Int64(time.tv_sec) * 1000
        try file.append([line(1)], now: today)
        try file.append([line(2)], now: today + 86_400_000)
        try file.append([line(3)], now: today + 86_400_000)
        let day = WallClock.text(ofDay: WallClock.localDay(milliseconds: today))
        #expect(names == ["titles-\(day).jsonl", "titles.jsonl"])
        #expect(try content("titles-\(day).jsonl").count == 2)
        #expect(try content().count == 3)
    }

    @Test func aFileThatWasMovedIsBegunAgain() throws {
        let file = try LogFile(LogTarget(.file(path)))
        try file.append([line(1)], now: Self.noon)
        try #require(rename(path, path + ".old") == 0)
        try file.append([line(2)], now: Self.noon)
        try file.reopen()
        try file.append([line(3)], now: Self.noon)
        #expect(try content("titles.jsonl.old").count == 3)
        #expect(try content().first == "{\"v\":1,\"seq\":3,\"text\":\"x\"}")
        // The file was not moved, so `reopen` changes nothing.
        try file.reopen()
        try file.append([line(4)], now: Self.noon)
        #expect(try content().count == 3)
    }

    /// Another program locks the new file. Lines wait until it can be opened.
    @Test func aFileThatCannotBeOpenedAgainIsOpenedLater() throws {
        let file = try LogFile(LogTarget(.file(path)))
        try file.append([line(1)], now: Self.noon)
        try #require(rename(path, path + ".old") == 0)
        var other: LogFile? = try LogFile(LogTarget(.file(path)))
        #expect(throws: LogFileError.inUse(path)) { try file.reopen() }
        #expect(throws: LogFileError.inUse(path)) { try file.append([line(2)], now: Self.noon) }
        withExtendedLifetime(other) {}
        other = nil
        try file.append([line(2)], now: Self.noon)
        #expect(try content("titles.jsonl.old").count == 2)
        #expect(try content() == ["{\"v\":1,\"seq\":2,\"text\":\"x\"}", ""])
    }

    /// The full file was moved away by another program, so no rotation is needed.
    @Test func aFileThatWasMovedNeedsNoRotation() throws {
        let file = try LogFile(LogTarget(.file(path), rotation: .size(64)))
        try file.append([line(1), line(2)], now: Self.noon)
        try #require(rename(path, path + ".old") == 0)
        try file.append([line(3), line(4)], now: Self.noon)
        #expect(try content("titles.jsonl.old").count == 3)
        #expect(try content().first == "{\"v\":1,\"seq\":3,\"text\":\"x\"}")
    }

    @Test func twoWritersAreNotLetIn() throws {
        let file = try LogFile(LogTarget(.file(path)))
        #expect(throws: LogFileError.inUse(path)) { try LogFile(LogTarget(.file(path))) }
        withExtendedLifetime(file) {}
    }

    /// The disk is full for a while. The lines that did not fit are written later, and no line is cut off or repeated.
    @Test func aFullDiskLosesNothing() async throws {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/titles.jsonl"
            signal(SIGXFSZ, SIG_IGN)
            let file = try LogFile(LogTarget(.file(path)))
            var limit = rlimit(rlim_cur: 1000, rlim_max: rlim_t.max)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let lines = (1...30).map {
                (number: Int64($0), text: "{\"text\":\"\(String(repeating: "z", count: 60))\"}")
            }
            do throws(LogFileError) {
                try file.append(lines, now: 0)
                Issue.record("it was written")
            } catch {
                guard case .noRoom = error else {
                    Issue.record("it says \(error)")
                    return
                }
            }
            limit.rlim_cur = rlim_t.max
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try file.writeRest()
            try file.append([(number: 31, text: "{}")], now: 0)
            let again = open(path, O_RDONLY | O_CLOEXEC)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(again, &buffer, buffer.count)
            let numbers = buffer[..<count].split(separator: UInt8(ascii: "\n")).map {
                LogLine.number(of: $0, .jsonLines)
            }
            #expect(numbers == (1...31).map(Int64.init))
        }
    }

    /// The disk becomes full in the middle of a line, and then the file is moved. The rest of the line goes to the
    /// moved file, and later lines go to the new one.
    @Test func aFullDiskDoesNotKeepTheOldFile() async throws {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/titles.jsonl"
            signal(SIGXFSZ, SIG_IGN)
            let file = try LogFile(LogTarget(.file(path)))
            var limit = rlimit(rlim_cur: 30, rlim_max: rlim_t.max)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #expect(throws: LogFileError.self) {
                try file.append([(number: 1, text: "{\"type\":\"track\"}")], now: 0)
            }
            try #require(rename(path, path + ".old") == 0)
            #expect(throws: LogFileError.self) { try file.reopen() }
            limit.rlim_cur = rlim_t.max
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try file.append([(number: 2, text: "{\"type\":\"gap\"}")], now: 0)
            #expect(try LogFileTests.text(path + ".old") == "{\"v\":1,\"seq\":1,\"type\":\"track\"}\n")
            #expect(try LogFileTests.text(path) == "{\"v\":1,\"seq\":2,\"type\":\"gap\"}\n")
        }
    }

    /// A rotation has renamed the old file, but no descriptor is free for the new one. The rotation is completed later.
    @Test func aRotationThatFailsHalfWayIsFinishedLater() async throws {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/titles.jsonl"
            let file = try LogFile(LogTarget(.file(path), rotation: .size(40)))
            try file.append([(number: 1, text: "{\"type\":\"track\"}")], now: 0)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let usual = limit.rlim_cur
            // The limit is zero: another thread could close a descriptor, whose number would then be free again.
            limit.rlim_cur = 0
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            for _ in 0..<2 {
                #expect(throws: LogFileError.inaccessible("\(path): \(String(cString: strerror(EMFILE)))")) {
                    try file.append([(number: 2, text: "{\"type\":\"gap\"}")], now: 0)
                }
            }
            limit.rlim_cur = usual
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            try file.append([(number: 2, text: "{\"type\":\"gap\"}")], now: 0)
            #expect(try LogFileTests.text(path) == "{\"v\":1,\"seq\":2,\"type\":\"gap\"}\n")
        }
    }

    private static func text(_ path: String) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &buffer, buffer.count)
        return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    }
}
