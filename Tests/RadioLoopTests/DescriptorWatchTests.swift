import Glibc
import RadioLoop
import TestSupport
import Testing

/// A pipe whose two ends are closed when the object is released.
final class Pipe {
    private(set) var reader: Int32
    private(set) var writer: Int32

    init() {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        (reader, writer) = (ends[0], ends[1])
    }

    func put(_ text: String = "x") { _ = write(writer, text, text.utf8.count) }

    func take(_ count: Int = 100) -> Int {
        var buffer = [UInt8](repeating: 0, count: count)
        return read(reader, &buffer, count)
    }

    func closeReader() {
        close(reader)
        reader = -1
    }

    func closeWriter() {
        close(writer)
        writer = -1
    }

    deinit {
        if reader >= 0 { close(reader) }
        if writer >= 0 { close(writer) }
    }
}

@Suite struct DescriptorWatchTests {
    @Test func readableWritableHangup() throws {
        let loop = try EventLoop()
        let pipe = Pipe()
        var read: [DescriptorEvents] = []
        var written: [DescriptorEvents] = []
        let reading = try loop.watch(pipe.reader, for: .readable) { read.append($0) }
        let writing = try loop.watch(pipe.writer, for: .writable) { written.append($0) }
        loop.turn(mayBlock: false)
        #expect(read.isEmpty)
        #expect(written == [.writable])
        writing.update([])
        pipe.put()
        loop.turn(mayBlock: false)
        #expect(read == [.readable])
        #expect(written.count == 1)
        // The byte has not been read yet, so the watch reports it again in the next turn.
        loop.turn(mayBlock: false)
        #expect(read.count == 2)
        #expect(pipe.take() == 1)
        writing.cancel()
        pipe.closeWriter()
        loop.turn(mayBlock: false)
        #expect(read.last == .hangup)
        reading.cancel()
        loop.turn(mayBlock: false)
        #expect(read.count == 3)
    }

    @Test func anErrorIsReportedWithoutInterest() throws {
        let loop = try EventLoop()
        let pipe = Pipe()
        var seen: DescriptorEvents = []
        let watch = try loop.watch(pipe.writer, for: []) { seen = $0 }
        loop.turn(mayBlock: false)
        #expect(seen == [])
        pipe.closeReader()
        loop.turn(mayBlock: false)
        #expect(seen.contains(.error))
        watch.cancel()
    }

    /// Two descriptors are ready in the same turn. The handler of the first cancels the watch of the second, whose
    /// handler is then not called.
    @Test func cancelledInTheSameTurn() throws {
        let loop = try EventLoop()
        let pipes = [Pipe(), Pipe()]
        var watches: [DescriptorWatch?] = [nil, nil]
        var reports = 0
        for index in 0..<2 {
            pipes[index].put()
            watches[index] = try loop.watch(pipes[index].reader, for: .readable) { _ in
                reports += 1
                watches[1 - index]?.cancel()
            }
        }
        loop.turn(mayBlock: false)
        #expect(reports == 1)
        for watch in watches { watch?.cancel() }
    }

    /// A handler closes another descriptor that is ready in the same turn, and opens a new one that gets the same
    /// number. The watch of the new descriptor must not get the old one's event.
    @Test func anEventOfAPredecessorWithTheSameNumber() throws {
        let loop = try EventLoop()
        var pipes = [Pipe(), Pipe()]
        var watches: [DescriptorWatch] = []
        var successors: [DescriptorWatch] = []
        let quiet = Pipe()
        var reports = 0
        var reportsOfSuccessor = 0
        for index in 0..<2 {
            pipes[index].put()
            watches.append(
                try loop.watch(pipes[index].reader, for: .readable) { _ in
                    reports += 1
                    guard reports == 1 else { return }
                    let other = pipes[1 - index]
                    let number = other.reader
                    watches[1 - index].cancel()
                    // From now on, this number is the descriptor of a pipe without bytes.
                    dup2(quiet.reader, number)
                    let successor = try? loop.watch(number, for: .readable) { _ in reportsOfSuccessor += 1 }
                    if let successor { successors.append(successor) }
                })
        }
        loop.turn(mayBlock: false)
        #expect(reports == 1)
        #expect(successors.count == 1)
        #expect(reportsOfSuccessor == 0)
        quiet.put()
        loop.turn(mayBlock: false)
        #expect(reportsOfSuccessor == 1)
        for watch in watches + successors { watch.cancel() }
        pipes = []
    }

    /// A descriptor is closed, and only later is its watch cancelled. Meanwhile a new descriptor has the same number.
    /// Its watch must stay.
    @Test func aLateCancelSparesTheSuccessor() throws {
        let loop = try EventLoop()
        let (old, new) = (Pipe(), Pipe())
        let number = old.reader
        let late = try loop.watch(number, for: .readable) { _ in Issue.record("the old one is closed") }
        close(number)
        #expect(dup2(new.reader, number) == number)
        var reports = 0
        let successor = try loop.watch(number, for: .readable) { _ in reports += 1 }
        late.cancel()
        new.put()
        loop.turn(mayBlock: false)
        #expect(reports == 1)
        successor.cancel()
    }

    @Test func whatCannotBeWatched() throws {
        let loop = try EventLoop()
        let pipe = Pipe()
        let watch = try loop.watch(pipe.reader, for: .readable) { _ in }
        let twice = #expect(throws: LoopError.self) { try loop.watch(pipe.reader, for: .readable) { _ in } }
        #expect(twice?.code == EEXIST)
        let closed = #expect(throws: LoopError.self) { try loop.watch(-1, for: .readable) { _ in } }
        #expect(closed?.code == EBADF)
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        let regular = #expect(throws: LoopError.self) { try loop.watch(file, for: .readable) { _ in } }
        #expect(regular?.code == EPERM)
        #expect(regular?.description.contains("epoll_ctl") == true)
        close(file)
        watch.cancel()
    }

    @Test func moreThanOneTurnsWorth() throws {
        let loop = try EventLoop()
        let pipes = (0..<150).map { _ in Pipe() }
        var reported: Set<Int32> = []
        let watches = try pipes.map { pipe in
            pipe.put()
            return try loop.watch(pipe.reader, for: .readable) { _ in
                reported.insert(pipe.reader)
                _ = pipe.take()
            }
        }
        #expect(loop.turn { reported.count == 150 })
        for watch in watches { watch.cancel() }
    }

    /// A signal interrupts the loop's wait. This is neither an event nor an error.
    @Test func interruptedWaitsGoOn() throws {
        let done = TestSignal()
        let thread = TestSignal()
        nonisolated(unsafe) var waiting = pthread_t()
        nonisolated(unsafe) var reports = 0
        LoopThread.start {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in }
            sigaction(SIGURG, &action, nil)
            waiting = pthread_self()
            thread.raise()
            if let loop = try? EventLoop() {
                var isOver = false
                loop.schedule(after: .milliseconds(100)) { isOver = true }
                while !isOver {
                    loop.turn(mayBlock: true)
                    reports += 1
                }
            }
            done.raise()
        }
        #expect(thread.wait())
        // SIGURG is ignored by default, so it does not harm a thread that has ended or does not wait yet.
        for _ in 0..<10 {
            if done.isRaised { break }
            pthread_kill(waiting, SIGURG)
            usleep(2000)
        }
        #expect(done.wait())
        #expect(reports > 0)
    }
}
