import CLinux
import Glibc

/// Runs another program for its output without blocking the loop.
///
/// The program has limits for time, memory and output, and no access to this process's terminal. When the program ends,
/// the programs that it started are killed, unless they have made a session of their own (setsid(2)).
///
/// A `ChildProgram` belongs to the loop's thread and keeps itself alive until the program has ended. Releasing it does
/// not stop the program; call ``cancel()``.
package final class ChildProgram {
    /// The limits of a program.
    package struct Limits: Hashable, Sendable {
        /// The maximum time from start to end. A slower program is killed.
        package var time: Duration
        /// The maximum processor time in seconds, which does not include waiting. Nil sets no limit.
        package var work: Int?
        /// The maximum number of bytes on standard output. Unless ``cutsOutput`` is true, a program that writes more is
        /// killed.
        package var outputBytes: Int
        /// The maximum address space in bytes as RLIMIT_AS counts it, libraries included. Nil sets no limit.
        package var memoryBytes: UInt64?
        /// The maximum size in bytes of each file that the program writes. Nil sets no limit.
        package var fileBytes: UInt64?
        /// How long a program that gets SIGTERM after ``time`` may still run before it gets SIGKILL.
        package var grace = Duration.zero
        /// True to drop output beyond ``outputBytes`` instead of killing the program.
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

        /// The limits that the kernel enforces, even if this process ends before the program.
        fileprivate var ofKernel: longwave_limits {
            longwave_limits(
                address_space: memoryBytes.map { rlim_t($0) } ?? .max, file_size: fileBytes.map { rlim_t($0) } ?? .max,
                processor_seconds: work.map { rlim_t(max($0, 1)) } ?? .max)
        }
    }

    /// The ways in which a program ends.
    package enum Ending: Hashable, Sendable {
        /// The program ended by itself with this exit code.
        case exited(code: Int32, output: [UInt8])
        /// A signal ended the program.
        case killed(signal: Int32)
        case timedOut
        case tooMuchOutput
        /// The program could not be started or watched.
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
    /// The ending to report if a limit or ``cancel()`` stopped the program. Nil if the program ends by itself.
    private var verdict: Ending?

    /// Starts a program. Calls `completion` once, from the loop's inbox, unless ``cancel()`` comes first.
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: The arguments without the program's name.
    ///   - environment: The whole environment of the program.
    ///   - input: The bytes on standard input. Nil gives no input.
    ///   - keepsErrors: True to add standard error to the output. If false, standard error is lost.
    ///   - limits: The limits of the program.
    ///   - loop: The loop that watches the program.
    ///   - completion: Called with the program's ending.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], input: [UInt8]? = nil,
        keepsErrors: Bool = false, limits: Limits, loop: EventLoop, completion: @escaping (Ending) -> Void
    ) {
        self.loop = loop
        self.limits = limits
        self.completion = completion
        start(path, arguments, environment, input, keepsErrors)
    }

    /// Starts the program with its input and output, and watches its end, its output and its time.
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
        process = longwave_spawn(path, words, settings, source, ends[1], keepsErrors ? 1 : 0, limits.ofKernel)
        for text in words + settings { free(text) }
        close(ends[1])
        guard process > 0 else { return fail("\(path): \(String(cString: strerror(-process)))") }
        descriptor = longwave_process_descriptor(process)
        guard descriptor >= 0 else { return giveUp("pidfd_open: \(String(cString: strerror(errno)))") }
        do throws(LoopError) {
            watches.append(try loop.watch(descriptor, for: .readable) { [self] _ in ended() })
            watches.append(try loop.watch(pipe, for: .readable) { [self] _ in read() })
        } catch { return giveUp("\(error)") }
        timer = loop.schedule(after: limits.time) { [self] in end() }
    }

    /// Kills the program or, if there is a grace time, asks the program with SIGTERM to end within that time.
    package func end() {
        guard process > 0, verdict == nil else { return }
        guard limits.grace > .zero else { return stop(.timedOut) }
        verdict = .timedOut
        longwave_signal_session(process, SIGTERM)
        timer?.cancel()
        timer = loop.schedule(after: limits.grace) { [self] in killAll() }
    }

    /// Kills the program at once, without a grace time. The completion is not called.
    package func cancel() {
        completion = nil
        stop(.timedOut)
    }

    /// Returns the path of the first executable file with this name in the folders of a search path, or nil if there is
    /// none.
    /// - Parameters:
    ///   - name: The file's name, without slashes.
    ///   - path: Folders between colons, as in `PATH`. Relative folders are ignored.
    package static func find(_ name: String, path: String) -> String? {
        path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(file, X_OK) == 0
        }
    }

    /// Reads the output that has arrived, and stops the program if its output exceeds the limit.
    private func read() {
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(pipe, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                // The output is complete, so only the program's end is still watched.
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

    /// Kills all processes of the program's session, which include the programs that it started.
    private func killAll() {
        if process > 0 { longwave_signal_session(process, SIGKILL) }
    }

    private func ended() {
        // The pipe may still contain the program's last output.
        if verdict == nil { read() }
        // Programs that the program started must not run on without limits. They are killed before the program is
        // reaped, because its process number can be reused afterwards.
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
