import Glibc
import RadioLoop
import TestSupport
import Testing

@Suite struct ChildProgramTests {
    private static func run(
        _ script: String, environment: [String: String] = [:], time: Duration = .seconds(90), bytes: Int = 1 << 20
    ) throws -> ChildProgram.Ending? {
        let loop = try EventLoop()
        var ending: ChildProgram.Ending?
        _ = ChildProgram(
            "/bin/sh", ["-c", script], environment: environment,
            limits: .init(time: time, outputBytes: bytes, fileBytes: 4096), loop: loop
        ) { ending = $0 }
        #expect(ending == nil)
        loop.turn(within: .seconds(120)) { ending != nil }
        return ending
    }

    static let endings: [(String, ChildProgram.Ending)] = [
        ("printf abc", .exited(code: 0, output: Array("abc".utf8))),
        ("printf abc; exit 3", .exited(code: 3, output: Array("abc".utf8))),
        ("kill -SEGV $$", .killed(signal: SIGSEGV)),
        // A child process has only the variables that it is given, no input and no terminal.
        ("printf \"$A$HOME\"", .exited(code: 0, output: Array("b".utf8))),
        ("cat; printf x >/dev/tty || printf none", .exited(code: 0, output: Array("none".utf8))),
        ("echo wrong >&2", .exited(code: 0, output: [])),
        // The child closes its output before it ends.
        ("exec >&-; sleep 0.2; exit 7", .exited(code: 7, output: [])),
        // The child writes more than the limit for the size of files allows, which fails.
        (
            "trap '' XFSZ; f=$(mktemp); head -c 8192 /dev/zero >$f || wc -c <$f; rm $f",
            .exited(code: 0, output: Array("4096\n".utf8))
        ),
        // The limits are in force from the program's first instruction.
        ("echo $(ulimit -f; ulimit -v; ulimit -t)", .exited(code: 0, output: Array("8 1048576 10\n".utf8))),
    ]

    @Test(arguments: endings) func howItEnds(_ script: String, _ ending: ChildProgram.Ending) throws {
        let ended = try Self.run(script, environment: ["A": "b", "PATH": "/usr/bin:/bin"])
        #expect(ended == ending)
    }

    @Test func muchOutputComesWhole() throws {
        let ending = try Self.run("head -c 900000 /dev/zero", environment: ["PATH": "/usr/bin:/bin"])
        #expect(ending == .exited(code: 0, output: [UInt8](repeating: 0, count: 900_000)))
    }

    @Test func tooMuchOutput() throws {
        #expect(try Self.run("while :; do echo 0123456789; done", bytes: 10_000) == .tooMuchOutput)
    }

    @Test func tooLong() throws {
        #expect(
            try Self.run("exec sleep 1000", environment: ["PATH": "/usr/bin:/bin"], time: .milliseconds(100))
                == .timedOut)
    }

    /// A program of the child's session that has a process group of its own ends with the child.
    @Test(arguments: ["exit 0", "wait", "trap '' TERM; wait"]) func sessionEndsWithTheProgram(_ last: String) throws {
        let loop = try EventLoop()
        let folder = try TemporaryDirectory()
        var limits = ChildProgram.Limits(work: nil, outputBytes: 100, memoryBytes: nil, fileBytes: nil)
        limits.grace = .milliseconds(100)
        var ending: ChildProgram.Ending?
        let child = ChildProgram(
            "/bin/sh",
            [
                "-c",
                "set -m; sleep 1000 & echo $! >\(folder.path)/new; mv \(folder.path)/new \(folder.path)/pid; \(last)",
            ],
            environment: ["PATH": "/usr/bin:/bin"], limits: limits, loop: loop
        ) { ending = $0 }
        loop.turn { access(folder.path + "/pid", F_OK) == 0 }
        if last != "exit 0" { child.end() }
        loop.turn { ending != nil }
        let digits = try Samples.read(path: folder.path + "/pid").filter { $0 > 0x20 }
        var name = [CChar](repeating: 0, count: 100)
        // The link of a process that has ended cannot be read, even if nobody has reaped the process yet.
        let link = "/proc/\(String(decoding: digits, as: UTF8.self))/exe"
        #expect(loop.turn { readlink(link, &name, name.count) < 0 })
    }

    /// A child process can read input of any length from its standard input.
    @Test(arguments: [0, 5, 1 << 20]) func input(count: Int) throws {
        let loop = try EventLoop()
        let input = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
        var ending: ChildProgram.Ending?
        _ = ChildProgram(
            "/bin/cat", [], environment: [:], input: input, limits: .init(outputBytes: 2 << 20), loop: loop
        ) { ending = $0 }
        loop.turn { ending != nil }
        #expect(ending == .exited(code: 0, output: input))
    }

    @Test func errorsAndTooMuch() throws {
        let loop = try EventLoop()
        var limits = ChildProgram.Limits(work: nil, outputBytes: 4, memoryBytes: nil, fileBytes: nil)
        limits.cutsOutput = true
        var ending: ChildProgram.Ending?
        _ = ChildProgram(
            "/bin/sh", ["-c", "echo wrong >&2; head -c 900000 /dev/zero; exit 3"],
            environment: ["PATH": "/usr/bin:/bin"], keepsErrors: true, limits: limits, loop: loop
        ) { ending = $0 }
        loop.turn { ending != nil }
        #expect(ending == .exited(code: 3, output: Array("wron".utf8)))
    }

    /// A child process inherits no descriptors, not even those that a library opened carelessly, and no signal mask.
    @Test func nothingIsInherited() throws {
        let open = fcntl(STDOUT_FILENO, F_DUPFD, 100)
        defer { close(open) }
        // The number 3 is the descriptor with which the shell lists the folder.
        let ending = try Self.run(
            "for f in /proc/self/fd/*; do printf '%s ' ${f##*/}; done; grep SigBlk /proc/self/status")
        guard case .exited(0, let output)? = ending else {
            Issue.record("\(String(describing: ending))")
            return
        }
        let words = String(decoding: output, as: UTF8.self).split { $0.isWhitespace }
        #expect(words.prefix { Int($0) != nil }.allSatisfy { Int($0)! < 10 }, "\(words)")
        #expect(words.last.map { $0.allSatisfy { $0 == "0" } } == true, "\(words)")
    }

    /// A child process that takes too long gets SIGTERM. If it does not end, it is killed.
    @Test(arguments: [true, false]) func grace(hears: Bool) throws {
        let loop = try EventLoop.byHand()
        let folder = try TemporaryDirectory()
        let (ready, mark) = (folder.path + "/ready", folder.path + "/mark")
        var limits = ChildProgram.Limits(time: .seconds(10), outputBytes: 100)
        limits.grace = .seconds(2)
        var ending: ChildProgram.Ending?
        let trap = hears ? "echo x > '\(mark)'; exit 0" : ""
        _ = ChildProgram(
            "/bin/sh", ["-c", "trap \"\(trap)\" TERM; : > '\(ready)'; while :; do sleep 0.05; done"],
            environment: ["PATH": "/usr/bin:/bin"], limits: limits, loop: loop
        ) { ending = $0 }
        #expect(loop.turn(untilElsewhere: { access(ready, F_OK) == 0 }))
        loop.pass(.seconds(10))
        if hears { #expect(loop.turn { ending != nil } && access(mark, F_OK) == 0) }
        loop.pass(.seconds(2))
        loop.turn { ending != nil }
        #expect(ending == .timedOut)
    }

    @Test func whatIsNotThere() throws {
        let loop = try EventLoop()
        var ending: ChildProgram.Ending?
        _ = ChildProgram(
            "/nonexistent/program", [], environment: [:], limits: .init(time: .seconds(1), outputBytes: 1), loop: loop
        ) { ending = $0 }
        loop.turn { ending != nil }
        guard case .notStarted(let reason)? = ending else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(reason.hasPrefix("/nonexistent/program: "))
    }

    /// `cancel()` kills the child process, and the completion is not called.
    @Test func cancelled() throws {
        let loop = try EventLoop()
        let folder = try TemporaryDirectory()
        let mark = folder.path + "/pid"
        var isTold = false
        let child = ChildProgram(
            "/bin/sh", ["-c", "echo $$ > '\(mark).part'; mv '\(mark).part' '\(mark)'; exec sleep 1000"],
            environment: ["PATH": "/usr/bin:/bin"], limits: .init(time: .seconds(1000), outputBytes: 1), loop: loop
        ) { _ in isTold = true }
        loop.turn(untilElsewhere: { access(mark, F_OK) == 0 })
        let process = try #require(Self.number(in: mark))
        #expect(kill(process, 0) == 0)
        child.cancel()
        // The system knows the process until somebody has collected its exit code. When it is gone, this has happened.
        loop.turn(untilElsewhere: { kill(process, 0) != 0 })
        #expect(kill(process, 0) != 0 && !isTold)
    }

    /// The child ignored SIGTERM. `cancel()` kills it at once, before the usual time for ending is over.
    @Test func cancelledInTheGraceTime() throws {
        let loop = try EventLoop.byHand()
        let folder = try TemporaryDirectory()
        let mark = folder.path + "/pid"
        var limits = ChildProgram.Limits(time: .seconds(10), outputBytes: 100)
        limits.grace = .seconds(2)
        let child = ChildProgram(
            "/bin/sh", ["-c", "trap '' TERM; echo $$ > '\(mark).part'; mv '\(mark).part' '\(mark)'; exec sleep 1000"],
            environment: ["PATH": "/usr/bin:/bin"], limits: limits, loop: loop
        ) { _ in }
        #expect(loop.turn(untilElsewhere: { access(mark, F_OK) == 0 }))
        let process = try #require(Self.number(in: mark))
        loop.pass(.seconds(10))
        #expect(kill(process, 0) == 0)
        child.cancel()
        #expect(loop.turn(untilElsewhere: { kill(process, 0) != 0 }))
    }

    /// A child process has started other programs. They end with the child, whether it exits or is killed.
    @Test(arguments: ["exit 0", "while :; do echo 0123456789; done"]) func nothingStaysBehind(_ ending: String) throws {
        let folder = try TemporaryDirectory()
        let mark = folder.path + "/pid"
        _ = try Self.run(
            "sleep 1000 >/dev/null & echo $! > '\(mark)'; \(ending)", environment: ["PATH": "/usr/bin:/bin"],
            bytes: 10_000)
        let process = try #require(Self.number(in: mark))
        // The process may still exist because nobody has collected its exit code. Its command line is then empty.
        let loop = try EventLoop()
        #expect(loop.turn(untilElsewhere: { Self.text(of: "/proc/\(process)/cmdline").isEmpty }))
    }

    /// Returns the first 64 bytes of a file, or an empty text if the file cannot be read.
    private static func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func number(in path: String) -> pid_t? {
        pid_t(text(of: path).prefix { $0.isNumber })
    }

    @Test func findsPrograms() throws {
        #expect(ChildProgram.find("sh", path: "relative:/nonexistent::/bin") == "/bin/sh")
        #expect(ChildProgram.find("sh", path: "/nonexistent") == nil)
        // Folders, and files without permission to execute, cannot be run.
        let folder = try TemporaryDirectory()
        mkdir(folder.path + "/sh", 0o755)
        close(open(folder.path + "/ls", O_CREAT | O_WRONLY, 0o644))
        #expect(ChildProgram.find("sh", path: "\(folder.path):/bin") == "/bin/sh")
        #expect(ChildProgram.find("ls", path: "\(folder.path)") == nil)
    }
}
