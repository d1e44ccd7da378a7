import Glibc
import RadioLoop
import TestSupport
import Testing

struct FileWatchTests {
    /// A watch of one path in a folder of its own, and the number of its reports.
    private final class Rig {
        let folder: TemporaryDirectory
        let loop: EventLoop
        private(set) var calls = 0
        private(set) var watch: FileWatch?

        init(_ path: String, isSocket: Bool = false, _ prepare: (TemporaryDirectory) throws -> Void = { _ in }) throws {
            folder = try TemporaryDirectory()
            loop = try .byHand()
            try prepare(folder)
            watch = FileWatch(loop, [folder.path + "/" + path], isSocket: isSocket) { [weak self] in self?.calls += 1 }
            watch?.takeChanges()
        }

        /// Does something to the files, and returns whether the watch reports it and finds the change at its path.
        func sees(_ change: () throws -> Void) rethrows -> Bool {
            let before = calls
            try change()
            loop.pass(.seconds(1))
            return calls > before && watch?.takeChanges().isEmpty == false
        }
    }

    @Test(arguments: [false, true]) func tellsWhatIsCreated(isSocket: Bool) throws {
        let rig = try Rig("b", isSocket: isSocket)
        rig.loop.pass(.seconds(1))
        #expect(rig.calls == 0)
        try rig.folder.write("a", "text")
        #expect(rig.sees { rename(rig.folder.path + "/a", rig.folder.path + "/b") })
        #expect(rig.sees { unlink(rig.folder.path + "/b") } == !isSocket)
    }

    /// The path's folder is moved away and made again, alone or with the folders above it.
    @Test(arguments: ["a/b/file", "a/b/c/d/file"]) func tellsWhatComesBackWithItsFolder(path: String) throws {
        let rig = try Rig(path)
        for round in 0..<3 {
            mkdir(rig.folder.path + "/a", 0o700)
            rig.loop.pass(.seconds(1))
            #expect(try rig.sees { try rig.folder.write(path, "\(round)") })
            #expect(try rig.sees { try rig.folder.write(path, "\(round) and more") })
            let folder = LocalFile.folder(of: rig.folder.path + "/" + path)
            #expect(rig.sees { rename(folder, rig.folder.path + "/old\(round)") })
        }
    }

    @Test func tellsWhatChangesInAFolder() throws {
        let rig = try Rig("lists") { try $0.write("lists/one", "") }
        #expect(try rig.sees { try rig.folder.write("lists/two", "") })
        #expect(try rig.sees { try rig.folder.write("lists/one", "text") })
    }

    @Test func tellsWhatChangesBehindALink() throws {
        let rig = try Rig("link") { folder in
            try folder.write("elsewhere/real", "")
            symlink("elsewhere/real", folder.path + "/link")
        }
        #expect(try rig.sees { try rig.folder.write("elsewhere/real", "text") })
        try rig.folder.write("other/real", "more text")
        symlink("other/real", rig.folder.path + "/new")
        #expect(rig.sees { rename(rig.folder.path + "/new", rig.folder.path + "/link") })
        #expect(try rig.sees { try rig.folder.write("other/real", "") })
    }

    @Test func otherPaths() throws {
        let rig = try Rig("one/file")
        try rig.folder.write("two/file", "")
        rig.watch?.paths = [rig.folder.path + "/two/file"]
        #expect(rig.watch?.takeChanges() == [rig.folder.path + "/two/file"])
        rig.loop.pass(.seconds(1))
        let before = rig.calls
        try rig.folder.write("one/file", "")
        rig.loop.pass(.seconds(1))
        // The folder above `one` is no longer watched.
        #expect(rig.calls == before)
        #expect(try rig.sees { try rig.folder.write("two/file", "text") })
    }

    @Test func handlerReleasesTheWatch() throws {
        let loop = try EventLoop()
        let folder = try TemporaryDirectory()
        var watch: FileWatch?
        watch = FileWatch(loop, [folder.path + "/socket"], isSocket: true) { watch = nil }
        try folder.write("socket", "")
        #expect(loop.turn { watch == nil })
    }
}
