import Glibc
import RadioLists
import RadioLoop
import TestSupport
import Testing

@testable import RadioStations

@Suite struct FileContentsTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/file" }

    init() throws { directory = try TemporaryDirectory() }

    private func write(_ bytes: [UInt8]) throws { try LocalFile.replace(path, with: bytes) }

    private func read(maximum: Int = 1 << 20) throws -> [UInt8] {
        try FileContents(path, maximum: maximum).withBytes { Array($0) }
    }

    @Test(arguments: [0, 1, 4095, 4096, FileContents.minimumCapacity - 1, FileContents.minimumCapacity, 200_001])
    func wholeFiles(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try write(bytes)
        #expect(try read() == bytes)
        // For a maximum of 100, up to 101 bytes are returned. The additional byte shows that the file is too long.
        #expect(try read(maximum: 100) == Array(bytes.prefix(101)))
    }

    @Test func whatIsThere() throws {
        #expect(throws: LocalFile.Failure.self) { try FileContents(path, maximum: 10) }
        #expect(throws: LocalFile.Failure.self) { try FileContents(directory.path, maximum: 10) }
        // Files in /proc state no size. They can be read, too.
        #expect(try FileContents("/proc/self/status", maximum: 1 << 20).withBytes { $0.count } > 100)
        #expect(try FileContents("/dev/zero", maximum: 300_000).withBytes { $0.count } == 300_001)
        // A FIFO that nobody writes to counts as an empty file.
        #expect(mkfifo(path, 0o600) == 0)
        #expect(try read().isEmpty)
    }

    @Test func whatIsReleasedIsGone() throws {
        let page = Int(getpagesize())
        try write([UInt8](repeating: 7, count: 10 * page))
        let file = try FileContents(path, maximum: 1 << 20)
        file.release(upTo: 3 * page + 1)
        // Memory may be released again up to an earlier position, or up to one beyond the end of the file.
        file.release(upTo: page)
        #expect(file.withBytes { Array($0) }.firstIndex(of: 7) == 3 * page)
        file.release(upTo: .max)
        #expect(file.withBytes { $0.allSatisfy { $0 == 0 } })
    }

    /// While a large list is read, the memory of its first parts is already released. No entry is lost.
    @Test func aLargeListIsReadWhole() throws {
        let entries = (0..<30_000).map {
            #"{"name":"Station \#($0)","streamURL":"http://radio.example/\#($0)","desc":"\#(String(repeating: "x", count: 60))"}"#
        }
        let bytes = Array("{\"station\":[\(entries.joined(separator: ","))]}".utf8)
        try #require(bytes.count > 3 << 20)
        try write(bytes)
        let library = try StationLibrary.load(file: path)
        #expect(try library.stations == StationList.read(bytes).stations && library.problems.isEmpty)
        #expect(library.stations.count == 30_000)
    }
}
