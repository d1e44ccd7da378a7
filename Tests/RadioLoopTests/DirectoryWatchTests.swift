import Glibc
import RadioLoop
import TestSupport
import Testing

struct DirectoryWatchTests {
    @Test func tellsWhatIsCreated() throws {
        let loop = try EventLoop()
        let directory = try TemporaryDirectory()
        var calls = 0
        let watch = try #require(DirectoryWatch(loop, path: directory.path) { calls += 1 })
        loop.turn(for: .milliseconds(50))
        #expect(calls == 0)
        close(open(directory.path + "/a", O_CREAT | O_WRONLY, 0o600))
        #expect(loop.turn { calls > 0 })
        let before = calls
        rename(directory.path + "/a", directory.path + "/b")
        #expect(loop.turn { calls > before })
        withExtendedLifetime(watch) {}
    }

    @Test func tellsThatItsFolderGoes() throws {
        let loop = try EventLoop()
        let directory = try TemporaryDirectory()
        let path = directory.path + "/inner"
        mkdir(path, 0o700)
        var watch: DirectoryWatch?
        var calls = 0
        // The handler releases its own watch.
        watch = DirectoryWatch(loop, path: path) {
            calls += 1
            watch = nil
        }
        #expect(watch != nil)
        rmdir(path)
        #expect(loop.turn { calls > 0 })
        #expect(watch == nil)
    }

    @Test func nothingToWatch() throws {
        let loop = try EventLoop()
        #expect(DirectoryWatch(loop, path: "/proc/nonexistent") {} == nil)
    }
}
