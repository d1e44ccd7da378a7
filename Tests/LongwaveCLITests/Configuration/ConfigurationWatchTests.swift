import Glibc
import Longwave
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveCLI

@Suite struct ConfigurationWatchTests {
    /// A watch of a settings file on an event loop of its own, and the changes that it has reported.
    private final class Rig {
        let folder: TemporaryDirectory
        let loop: EventLoop
        private(set) var told: [String] = []
        private(set) var watch: WatchedFile<ConfigurationFile.Answer>?

        init(_ path: String = "longwave/config.toml", _ prepare: (TemporaryDirectory) throws -> Void = { _ in }) throws
        {
            folder = try TemporaryDirectory()
            loop = try .byHand()
            try prepare(folder)
            let file = ConfigurationFile(path: folder.path + "/" + path)
            watch = file.watch(on: loop, state: LocalFile.State(file.path)) { [weak self] answer in
                guard let self else { return }
                switch answer {
                case .missing: told.append("missing")
                case .read(let configuration): told.append(configuration.sound.volume.map { "\($0)" } ?? "nothing")
                case .refused(let problems): told.append(problems[0].words)
                }
            }
        }

        func write(_ text: String, to name: String = "longwave/config.toml") throws { try folder.write(name, text) }
        func volume(_ volume: Int, to name: String = "longwave/config.toml") throws {
            try write("[sound]\nvolume = \(volume)\n", to: name)
        }
        /// Waits until `text` is the newest report. Returns false if it never is.
        func says(_ text: String) -> Bool {
            loop.turn(passing: .milliseconds(20)) { told.last == text }
        }
    }

    @Test func changes() throws {
        let rig = try Rig { try $0.write("longwave/config.toml", "") }
        rig.loop.pass(.seconds(1))
        #expect(rig.told.isEmpty)
        try rig.volume(1)
        #expect(rig.says("1.0"))
        // Editors write a new file and rename it over the old one.
        try rig.volume(2, to: "longwave/new")
        rename(rig.folder.path + "/longwave/new", rig.folder.path + "/longwave/config.toml")
        #expect(rig.says("2.0"))
        try rig.write("volume =")
        #expect(rig.loop.turn(passing: .milliseconds(20)) { rig.told.last?.hasPrefix("it is not valid TOML") == true })
        unlink(rig.folder.path + "/longwave/config.toml")
        #expect(rig.says("missing"))
        try rig.volume(3)
        #expect(rig.says("3.0"))
    }

    /// The watch starts when neither the file's folder nor the folder above exists. Both are created later.
    @Test func fromNothing() throws {
        let rig = try Rig("a/b/longwave/config.toml")
        try rig.volume(4, to: "other")
        mkdir(rig.folder.path + "/a", 0o700)
        rig.loop.pass(.seconds(1))
        try rig.volume(5, to: "a/b/longwave/config.toml")
        #expect(rig.says("5.0"))
        try rig.volume(6, to: "a/b/longwave/config.toml")
        #expect(rig.says("6.0"))
    }

    @Test func behindALink() throws {
        let rig = try Rig { folder in
            try folder.write("elsewhere/real.toml", "")
            mkdir(folder.path + "/longwave", 0o700)
            symlink("../elsewhere/real.toml", folder.path + "/longwave/config.toml")
        }
        try rig.volume(7, to: "elsewhere/real.toml")
        #expect(rig.says("7.0"))
    }

    /// The file changes after it was read and before the watch starts. The watch reports the change.
    @Test func inBetween() throws {
        let folder = try TemporaryDirectory()
        let loop = try EventLoop.byHand()
        let file = ConfigurationFile(path: try folder.write("config.toml", ""))
        var isRead = false
        let watch = file.watch(on: loop, state: nil) { _ in isRead = true }
        #expect(loop.turn { isRead })
        withExtendedLifetime(watch) {}
    }

    @Test func onDemand() throws {
        let rig = try Rig { try $0.write("longwave/config.toml", "[sound]\nvolume = 8") }
        rig.watch?.reload()
        rig.watch?.reload()
        #expect(rig.loop.turn { rig.told == ["8.0", "8.0"] })
    }
}
