import Glibc
import RadioLoop
import Synchronization
import TestSupport
import Testing

@testable import LongwaveDesktop

@Suite struct ControlListenerTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/control.sock" }

    init() throws { directory = try TemporaryDirectory() }

    private func names() throws -> String { try ChildProcess.run("ls", ["-A", directory.path]).output }

    /// Leaves a socket behind, as a killed player does.
    private func leaveSocket() throws {
        let descriptor = try ControlSocket.make(path)
        #expect(ControlSocket.withAddress(path) { bind(descriptor, $0, $1) } == 0)
        close(descriptor)
    }

    @Test func onlyItsOwnerMayUseIt() throws {
        let listener = try ControlListener(at: path)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        listener.shutDown()
        #expect(try names() == "")
    }

    @Test func otherThreadsKeepTheModesOfTheirFiles() async throws {
        let folder = directory.path + "/folder"
        @Sendable func mode() -> mode_t {
            var status = stat()
            return mkdir(folder, 0o755) == 0 && stat(folder, &status) == 0 && rmdir(folder) == 0 ? status.st_mode : 0
        }
        let usual = mode()
        let isOver = Mutex(false)
        let others = Mutex<[mode_t]?>(nil)
        LoopThread.start {
            var found: [mode_t] = []
            while !isOver.withLock({ $0 }) {
                let mode = mode()
                if mode != usual { found.append(mode) }
            }
            others.withLock { $0 = found }
        }
        for _ in 0..<500 { try ControlListener(at: path).shutDown() }
        isOver.withLock { $0 = true }
        #expect(await eventually { others.withLock { $0 != nil } })
        #expect(others.withLock { $0 } == [])
    }

    @Test func whatAKilledPlayerLeft() throws {
        try leaveSocket()
        // The killed player's lock file is there, too. Nobody holds its lock.
        close(open(path + ".lock", O_CREAT | O_RDWR, 0o600))
        let listener = try ControlListener(at: path)
        #expect(UnixSocket.connected(to: path).map { close($0) } != nil)
        listener.shutDown()
        #expect(try names() == "")
    }

    @Test func twoAtOnePath() throws {
        let first = try ControlListener(at: path)
        #expect(throws: SharedPlayerError.inUse(path)) { try ControlListener(at: path) }
        first.shutDown()
        let second = try ControlListener(at: path)
        // The first listener's end must not end the second one.
        first.shutDown()
        #expect(UnixSocket.connected(to: path).map { close($0) } != nil)
        second.shutDown()
    }

    /// Another player holds the lock and does not listen yet. What is at the path stays until that player has ended.
    @Test func aLockedPath() throws {
        try leaveSocket()
        let lock = open(path + ".lock", O_CREAT | O_RDWR, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        #expect(throws: SharedPlayerError.inUse(path)) { try ControlListener(at: path) }
        #expect(access(path, F_OK) == 0 && access(path + ".lock", F_OK) == 0)
        close(lock)
        try ControlListener(at: path).shutDown()
        #expect(try names() == "")
    }

    /// Another program listens at the path and holds no lock. It keeps its socket, also if it accepts no more clients.
    @Test(arguments: [1, 64]) func anotherProgram(_ clients: Int) throws {
        let other = try ControlSocket.make(path)
        defer { close(other) }
        #expect(ControlSocket.withAddress(path) { bind(other, $0, $1) } == 0 && listen(other, 1) == 0)
        let waiting = (0..<clients).compactMap { _ in try? ControlSocket.connect(to: path).get() }
        defer { for client in waiting { close(client) } }
        #expect(throws: SharedPlayerError.inUse(path)) { try ControlListener(at: path) }
        #expect(access(path, F_OK) == 0)
    }

    enum Other: CaseIterable { case file, folder, link, pipe, datagramSocket }

    /// The path holds something that is not the socket of an ended player. It stays.
    @Test(arguments: Other.allCases) func somethingElse(_ other: Other) throws {
        switch other {
        case .file: try directory.write("control.sock", "precious")
        case .folder: mkdir(path, 0o700)
        case .link: symlink(directory.path + "/nothing", path)
        case .pipe: mkfifo(path, 0o600)
        case .datagramSocket:
            let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            #expect(ControlSocket.withAddress(path) { bind(descriptor, $0, $1) } == 0)
        }
        var (before, after) = (stat(), stat())
        #expect(lstat(path, &before) == 0)
        #expect {
            try ControlListener(at: path)
        } throws: {
            if case SharedPlayerError.unusable = $0 { true } else { false }
        }
        #expect(lstat(path, &after) == 0 && before.st_ino == after.st_ino)
        #expect(try names() == "control.sock\n")
    }

    @Test(.enabled(if: geteuid() == 0)) func theSocketOfAnotherUser() throws {
        try leaveSocket()
        chown(path, 65_534, 65_534)
        let wanted = SharedPlayerError.unusable(path, "it belongs to another user")
        #expect(throws: wanted) { try ControlListener(at: path) }
        #expect(try names() == "control.sock\n")
    }

    /// Another program has put a socket of its own in the place of the player's.
    @Test func theSocketIsReplaced() throws {
        let listener = try ControlListener(at: path)
        unlink(path)
        try leaveSocket()
        listener.shutDown()
        #expect(access(path, F_OK) == 0)
    }

    private final class Race: Sendable {
        let ready = Atomic(0)
        let tried = Atomic(0)
        let gone = Atomic(0)
        let winners = Atomic(0)
        let (allTried, allGone) = (TestSignal(), TestSignal())
    }

    /// Several players start at once at the path where a killed player left its socket. Exactly one of them gets it.
    @Test func aRace() throws {
        for _ in 0..<30 {
            try leaveSocket()
            let race = Race()
            for _ in 0..<8 {
                LoopThread.start { [path] in
                    race.ready.add(1, ordering: .relaxed)
                    while race.ready.load(ordering: .relaxed) < 8 { sched_yield() }
                    let listener = try? ControlListener(at: path)
                    if listener != nil { race.winners.add(1, ordering: .relaxed) }
                    if race.tried.add(1, ordering: .relaxed).newValue == 8 { race.allTried.raise() }
                    race.allTried.wait(seconds: 90)
                    listener?.shutDown()
                    if race.gone.add(1, ordering: .relaxed).newValue == 8 { race.allGone.raise() }
                }
            }
            #expect(race.allGone.wait(seconds: 90))
            #expect(race.winners.load(ordering: .relaxed) == 1)
            #expect(try names() == "")
        }
    }
}
