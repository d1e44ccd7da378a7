import CLinux
import Glibc

/// Another program that is run for its output, without keeping the loop waiting: bounded in time, memory and output, without our terminal.
/// What it has started ends with it.
///
/// It belongs to the loop's thread, and keeps itself until the program has ended. Where the owner lets go nothing is stopped: call
/// ``cancel()``.
package final class ChildProgram {
    /// What a program may take.
    package struct Limits: Hashable, Sendable {
        /// From start to end; what takes longer is killed.
        package var time: Duration
        /// Of a processor, in seconds: work, not waiting. Nil: any.
        package var work: Int?
        /// On its standard output; who writes more is killed.
        package var outputBytes: Int
        /// Addresses, as RLIMIT_AS counts them: libraries too. Nil: any.
        package var memoryBytes: UInt64?
        /// Of each file that it writes. Nil: any.
        package var fileBytes: UInt64?
        /// Between SIGTERM, when its time is over, and SIGKILL.
        package var grace = Duration.zero
        /// What it writes beyond ``outputBytes`` is thrown away, and no reason to kill it.
        package var cutsOutput = false

        package init(
            time: Duration = .seconds(60), work: Int? = 10, outputBytes: Int, memoryBytes: UInt64? = 1 << 30,
            fileBytes: UInt64? = 64 << 20
        ) {
            self.time = time
            self.work = work
            self.outputBytes = outputBytes
            self.memoryBytes = memoryBytes
            self.fileBytes = fileBytes
        }
    }

    package enum Ending: Hashable, Sendable {
        /// It ended by itself, with this code.
        case exited(code: Int32, output: [UInt8])
        /// It broke down: the number of the signal.
        case killed(signal: Int32)
        case timedOut
        case tooMuchOutput
        /// It could not be started, or watched.
        case notStarted(reason: String)
    }

    private let loop: EventLoop
    private let limits: Limits
    private var completion: ((Ending) -> Void)?
    private var process: pid_t = 0
    private var descriptor: Int32 = -1
    private var pipe: Int32 = -1
    private var watches: [DescriptorWatch] = []
    private var timer: LoopTimer?
    private var output: [UInt8] = []
    /// Decided before it ended.
    private var verdict: Ending?

    /// Starts a program, and calls `completion` once, from the loop's inbox; not after ``cancel()``.
    /// - Parameters:
    ///   - path: of the program.
    ///   - arguments: without its name.
    ///   - environment: all that it gets of it.
    ///   - input: what it can read; nil: nothing.
    ///   - keepsErrors: whether what it writes on its standard error counts as output; else that is lost.
    ///   - limits: what it may take.
    ///   - loop: where it is watched.
    ///   - completion: how it ended.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], input: [UInt8]? = nil,
        keepsErrors: Bool = false, limits: Limits, loop: EventLoop, completion: @escaping (Ending) -> Void
    ) {
        self.loop = loop
        self.limits = limits
        self.completion = completion
        start(path, arguments, environment, input, keepsErrors)
    }

    private func start(
        _ path: String, _ arguments: [String], _ environment: [String: String], _ input: [UInt8]?, _ keepsErrors: Bool
    ) {
        var source: Int32 = -1
        if let input {
            source = longwave_memory_file(input, input.count)
            guard source >= 0 else { return fail("memfd_create: \(String(cString: strerror(errno)))") }
        }
        defer { if source >= 0 { close(source) } }
        var ends: [Int32] = [-1, -1]
        guard longwave_pipe(&ends) == 0 else { return fail("pipe: \(String(cString: strerror(errno)))") }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        pipe = ends[0]
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        process = longwave_spawn(path, words, settings, source, ends[1], keepsErrors ? 1 : 0)
        for text in words + settings { free(text) }
        close(ends[1])
        guard process > 0 else { return fail("\(path): \(String(cString: strerror(-process)))") }
        limit()
        descriptor = longwave_process_descriptor(process)
        guard descriptor >= 0 else { return giveUp("pidfd_open: \(String(cString: strerror(errno)))") }
        do throws(LoopError) {
            watches.append(try loop.watch(descriptor, for: .readable) { [self] _ in ended() })
            watches.append(try loop.watch(pipe, for: .readable) { [self] _ in read() })
        } catch { return giveUp("\(error)") }
        timer = loop.schedule(after: limits.time) { [self] in timeIsOver() }
    }

    private func timeIsOver() {
        guard limits.grace > .zero else { return stop(.timedOut) }
        verdict = .timedOut
        kill(-process, SIGTERM)
        timer = loop.schedule(after: limits.grace) { [self] in killAll() }
    }

    /// Kills it; nobody is told.
    package func cancel() {
        completion = nil
        if verdict == nil { stop(.timedOut) }
    }

    /// The first executable file of that name in the folders of a search path.
    /// - Parameters:
    ///   - name: without slashes.
    ///   - path: folders between colons, as `PATH` has them; relative ones do not count.
    package static func find(_ name: String, path: String) -> String? {
        path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(file, X_OK) == 0
        }
    }

    private func limit() {
        if let bytes = limits.memoryBytes { _ = longwave_limit_memory(process, bytes) }
        if let bytes = limits.fileBytes { _ = longwave_limit_files(process, bytes) }
        // Also for a program that we do not live to see end.
        if let work = limits.work { _ = longwave_limit_seconds(process, UInt64(max(work, 1))) }
    }

    private func read() {
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(pipe, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                // At the end there is nothing more to watch for: the process is waited for.
                if count == 0 || errno != EAGAIN { watches.last?.cancel() }
                return
            }
            output += part[..<count]
            guard output.count > limits.outputBytes else { continue }
            guard limits.cutsOutput else { return stop(.tooMuchOutput) }
            output.removeSubrange(limits.outputBytes...)
        }
    }

    private func stop(_ reason: Ending) {
        if verdict == nil { verdict = reason }
        killAll()
    }

    /// The program and what it has started, which are a process group of their own.
    private func killAll() {
        if process > 0 { kill(-process, SIGKILL) }
    }

    private func ended() {
        // What it wrote last may not have been read.
        if verdict == nil { read() }
        // Nothing that it has started goes on without bounds. Before it is waited for: until then the number is its own.
        killAll()
        let code = longwave_reap(process)
        process = 0
        release()
        let usual: Ending = code >= 0 ? .exited(code: code, output: output) : .killed(signal: -code)
        tell(verdict ?? usual)
    }

    private func giveUp(_ reason: String) {
        killAll()
        _ = longwave_reap(process)
        process = 0
        fail(reason)
    }

    private func fail(_ reason: String) {
        release()
        tell(.notStarted(reason: reason))
    }

    private func release() {
        for watch in watches { watch.cancel() }
        watches = []
        timer?.cancel()
        timer = nil
        for open in [descriptor, pipe] where open >= 0 { close(open) }
        (descriptor, pipe) = (-1, -1)
    }

    private func tell(_ ending: Ending) {
        loop.post { [self] in
            let completion = completion
            self.completion = nil
            completion?(ending)
        }
    }
}
