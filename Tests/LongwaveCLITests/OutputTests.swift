import CLinux
import Glibc
import Longwave
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveCLI

@Suite struct OutputTests {
    /// A pipe whose two ends are closed when the object is released.
    private final class Pipe {
        private(set) var reader: Int32
        let writer: Int32

        /// Opens a FIFO and not a pipe, because programs that other tests start at the same time could inherit the ends
        /// of a pipe.
        init() throws {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/pipe"
            try #require(mkfifo(path, 0o600) == 0)
            reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            writer = open(path, O_WRONLY | O_CLOEXEC)
            try #require(reader >= 0 && writer >= 0)
        }

        func closeReader() {
            close(reader)
            reader = -1
        }

        /// Reads all bytes that are in the pipe now.
        func drain() -> String {
            var bytes: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 65_536)
            while true {
                var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                guard poll(&request, 1, 0) == 1 else { break }
                let count = read(reader, &part, part.count)
                guard count > 0 else { break }
                bytes += part[..<count]
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        deinit {
            close(reader)
            close(writer)
        }
    }

    /// A line of 80 bytes. A thousand of them are more than a pipe holds (64 KiB).
    private let filler = String(repeating: "x", count: 79) + "\n"

    private func fill(_ output: Output) { for _ in 0..<1000 { output.write(filler) } }

    @Test func aReaderThatDoesNotReadDoesNotStopTheWriter() throws {
        signal(SIGPIPE, SIG_IGN)
        let loop = try EventLoop()
        let pipe = try Pipe()
        let output = Output(pipe.writer, loop: loop)
        // The pipe is full. A call that waited for room would block here, and the test would hang.
        fill(output)
        output.write("last\n")
        var text = pipe.drain()
        for _ in 0..<10 where !text.hasSuffix("last\n") {
            loop.turn(mayBlock: false)
            text += pipe.drain()
        }
        #expect(text == String(repeating: filler, count: 1000) + "last\n")
        // The mode of the descriptor has not changed, because other programs may use an inherited descriptor, too.
        #expect(fcntl(pipe.writer, F_GETFL) & O_NONBLOCK == 0)
    }

    @Test func theOldestGoesAndIsCounted() throws {
        let loop = try EventLoop()
        let pipe = try Pipe()
        let output = Output(pipe.writer, loop: loop)
        output.droppedNotice = { "dropped \($0)\n" }
        let count = (Output.maximumQueued + 1_000_000) / 80
        for number in 0..<count { output.write(number == count - 1 ? "last\n" : filler) }
        var text = ""
        for _ in 0..<100 where !text.contains("dropped") {
            loop.turn(mayBlock: false)
            text += pipe.drain()
        }
        let lines = text.split(separator: "\n")
        let dropped = Int(lines.last?.split(separator: " ").last ?? "") ?? 0
        #expect(dropped > 1000)
        #expect(lines.count - 1 + dropped == count)
        #expect(lines[lines.count - 2] == "last")
        #expect(lines.dropLast(2).allSatisfy { $0.count == 79 }, "no line is cut")
    }

    @Test func aNewerStatusTakesThePlaceOfTheOlder() throws {
        let loop = try EventLoop()
        let pipe = try Pipe()
        let output = Output(pipe.writer, loop: loop)
        fill(output)
        for number in 0..<10_000 { output.write("status \(number)\n", isReplaceable: true) }
        var text = ""
        for _ in 0..<10 where !text.hasSuffix("status 9999\n") {
            loop.turn(mayBlock: false)
            text += pipe.drain()
        }
        #expect(text == String(repeating: filler, count: 1000) + "status 9999\n")
    }

    @Test func aClosedPipeIsTold() throws {
        signal(SIGPIPE, SIG_IGN)
        let loop = try EventLoop()
        let pipe = try Pipe()
        let output = Output(pipe.writer, loop: loop)
        var isClosed = 0
        output.onClosed = { isClosed += 1 }
        output.write("one\n")
        loop.turn(mayBlock: false)
        #expect(isClosed == 0)
        pipe.closeReader()
        // The loop notices that the reader has closed the pipe, although nothing more is written.
        #expect(loop.turn { isClosed == 1 })
        output.write("two\n")
        loop.turn(mayBlock: false)
        #expect(isClosed == 1)
    }

    @Test func aSocketIsWrittenAndItsEndTold() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        let output = Output(ends[1], loop: loop)
        var isClosed = false
        output.onClosed = { isClosed = true }
        output.write("hello")
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(ends[0], &bytes, 16) == 5)
        close(ends[0])
        #expect(loop.turn { isClosed })
    }

    @Test func aRegularFileIsWrittenAtOnce() throws {
        let loop = try EventLoop()
        var path = Array("/tmp/longwave-output-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        defer { close(file) }
        let output = Output(file, loop: loop)
        fill(output)
        #expect(lseek(file, 0, SEEK_END) == 80_000)
    }
}
