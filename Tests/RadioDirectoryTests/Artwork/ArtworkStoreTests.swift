import Glibc
import RadioFormats
import RadioJSON
import RadioLists
import RadioLoop
import RadioStations
import RadioText
import TestSupport
import Testing

@testable import RadioDirectory

/// The folder of an `ArtworkCache` has a maximum size, contains only complete files, and may be deleted at any time.
@Suite struct ArtworkStoreTests {
    @Test func whatWasUsedLongestAgoGoes() throws {
        let pictures = (0..<6).map { Pictures.grey(100, 100, shade: UInt8($0)) }
        let size = pictures[0].count
        // Four pictures fit into the folder. For the fifth one, a tenth of the space is freed, so three pictures stay,
        // among them the newest.
        let rig = try ArtworkRig { $0.folderBytes = size * 4 + 100 }
        func use(_ number: Int) throws -> String {
            rig.now += 1000
            return try #require(try rig.find([.embedded(pictures[number])])?.get()).path
        }
        var paths: [String] = []
        for number in 0..<4 { paths.append(try use(number)) }
        #expect(rig.names().count == 4)
        #expect(try use(0) == paths[0])
        paths.append(try use(4))
        #expect(paths.map { access($0, F_OK) == 0 } == [true, false, false, true, true])
    }

    @Test func entriesOfUsedPicturesStay() throws {
        let server = try LoopbackServer { $0.reply(body: Pictures.grey(100, 100)) }
        defer { server.stop() }
        let rig = try ArtworkRig { $0.folderBytes = 45_000 }
        _ = rig.find(server.url("/used"))
        for shade in 1...20 {
            rig.now += 1000
            _ = rig.find([.embedded(Pictures.grey(100, 100, shade: UInt8(shade)))])
            #expect(try rig.find(server.url("/used"))?.get().width == 100)
        }
        #expect(server.requests.count == 1)
    }

    @Test func aPictureLargerThanTheBoundStaysUntilTheNext() throws {
        let rig = try ArtworkRig { $0.folderBytes = 1000 }
        let first = try #require(try rig.find([.embedded(Pictures.grey(100, 100))])?.get())
        #expect(try first.data().count == first.byteCount)
        rig.now += 1000
        let second = try #require(try rig.find([.embedded(Pictures.grey(101, 100))])?.get())
        #expect(access(first.path, F_OK) != 0 && access(second.path, F_OK) == 0)
    }

    /// Five addresses return the same picture. It is stored once.
    @Test func onePictureOfManyStationsIsOneFile() throws {
        let server = try LoopbackServer { $0.reply(body: Pictures.grey(10, 10)) }
        defer { server.stop() }
        let rig = try ArtworkRig()
        let paths = try (0..<5).map { try #require(try rig.find(server.url("/\($0)"))?.get()).path }
        #expect(Set(paths).count == 1 && rig.names(ending: ".png").count == 1)
        #expect(rig.names(ending: ".json").count == 5)
    }

    static let damages: [String] = ["a byte", "half", "empty", "gone", "another picture"]

    @Test(arguments: damages) func damagedFilesAreFetchedAgain(_ damage: String) throws {
        let picture = Pictures.grey(30, 30)
        let server = try LoopbackServer { $0.reply(headers: ["ETag: \"one\""], body: picture) }
        defer { server.stop() }
        let rig = try ArtworkRig()
        let artwork = try #require(try rig.find(server.url())?.get())
        var bytes = picture
        switch damage {
        case "a byte": bytes[bytes.count / 2] ^= 1
        case "half": bytes.removeLast(bytes.count / 2)
        case "empty": bytes = []
        case "gone": unlink(artwork.path)
        case _: bytes = Pictures.grey(31, 31)
        }
        if damage != "gone" { try LocalFile.replace(artwork.path, with: bytes) }
        #expect(try rig.find(server.url())?.get() == artwork)
        #expect(try artwork.data() == picture)
        // The stored picture is missing or damaged, so the request must not ask "only if it has changed": the server
        // would answer that it has not.
        #expect(server.requests.count == 2 && server.requests[1]["If-None-Match"] == nil)
    }

    static let entries: [String] = [
        "", "{", "[]", "null", #"{"source":"http://other/","file":"x.png","checked":1e18}"#,
        String(repeating: "x", count: 100_000),
    ]

    @Test(arguments: entries) func damagedEntriesAreNone(_ text: String) throws {
        let server = try LoopbackServer { $0.reply(body: Pictures.grey(30, 30)) }
        defer { server.stop() }
        let rig = try ArtworkRig()
        _ = rig.find(server.url())
        let entry = try #require(rig.names(ending: ".json").first)
        try LocalFile.replace("\(rig.cachePath)/\(entry)", with: Array(text.utf8))
        #expect(try rig.find(server.url())?.get().width == 30)
        #expect(server.requests.count == 2)
    }

    /// The cache's list of pictures cannot name a file outside of the cache's folder.
    @Test(arguments: ["../../secret.png", "/etc/passwd", "..", "."]) func entriesNameNoPaths(_ name: String) throws {
        let text = #"{"source":"http://a/","file":"\#(name)","checked":1}"#
        #expect(ArtworkEntry(Array(text.utf8), source: "http://a/")?.file == nil)
        let kept = try #require(
            ArtworkEntry(Array(#"{"source":"http://a/","file":"x.png"}"#.utf8), source: "http://a/"))
        #expect(kept.file == "x.png" && ArtworkEntry(Array(kept.text.utf8), source: "http://a/") == kept)
    }

    /// Two caches, each on its own thread, use the same folder.
    @Test func twoOnOneFolder() throws {
        let folder = try TemporaryDirectory()
        let loop = try EventLoop()
        let rigs = try (0..<2).map { _ in try ArtworkRig(folder: folder, loop: loop) }
        let pictures = (0..<40).map { Pictures.grey(60, 60, shade: UInt8($0)) }
        var answers: [ArtworkRig.Answer] = []
        for picture in pictures {
            for rig in rigs { rig.cache.find([.embedded(picture)], wanted: 64) { answers.append($0) } }
        }
        loop.turn(within: .seconds(120)) { answers.count == 80 }
        #expect(answers.allSatisfy { (try? $0.get())?.width == 60 })
        #expect(rigs[0].names().count == 40 && rigs[0].names(ending: ".new").isEmpty)
        for name in rigs[0].names() { #expect(rigs[0].cache.store.picture(name, now: 1) != nil) }
    }

    /// The program is killed again and again while it writes pictures. Each file with a final name is complete.
    @Test func killedWhileWriting() throws {
        let server = try LoopbackServer { connection in
            let number = Int(connection.request.path.dropFirst()) ?? 0
            connection.reply(body: Pictures.grey(300, 200 + number))
        }
        defer { server.stop() }
        let rig = try ArtworkRig(searchPath: "/usr/bin:/bin")
        var generator = SeededGenerator(seed: 5)
        for number in 0..<30 {
            let child = try ChildProcess(
                BuiltProgram.longwave, ["artwork", server.url("/\(number % 10)"), "--size", "50"],
                environment: ["XDG_CACHE_HOME": rig.folder.path + "/home"])
            usleep(.random(in: 0..<150_000, using: &generator))
            kill(child.pid, SIGKILL)
            _ = child.wait()
        }
        let cache = ArtworkStore(
            folder: rig.folder.path + "/home/longwave/artwork", maximumBytes: 1 << 30, maximumPicture: 4 << 20,
            mark: "test")
        // A child process of a killed program may still write a file. Its name ends with ".new", which nobody reads.
        func whole() -> [String] { LocalFile.names(in: cache.folder).filter { !$0.hasSuffix(".new") } }
        let names = whole()
        for name in names where name.hasSuffix(".png") {
            let isCopy = name.hasSuffix("-50.png")
            #expect(isCopy ? cache.copy(name, side: 50, now: 1) != nil : cache.picture(name, now: 1) != nil, "\(name)")
        }
        for number in 0..<10 where names.contains(where: { $0.hasSuffix(".json") }) {
            // Each entry in the cache's list is complete or missing.
            _ = cache.entry(of: server.url("/\(number)"), now: 1)
        }
        #expect(whole() == names, "a damaged file was taken away")
    }

    /// The cache's folder cannot be created. The reason is reported.
    @Test func aFolderThatTakesNothing() throws {
        let folder = try TemporaryDirectory()
        try folder.write("cache", "a file")
        let rig = try ArtworkRig(folder: folder)
        guard case .failure(.unwritable(let path, _))? = rig.find([.embedded(Pictures.grey(5, 5))]) else {
            Issue.record("it was written")
            return
        }
        #expect(path == rig.cachePath)
    }

    // MARK: Files and addresses with the picture in them

    @Test func filesOfThisMachine() throws {
        let rig = try ArtworkRig { $0.bytes = 20_000 }
        let path = try rig.write(Pictures.grey(50, 40), to: "a logo.png")
        for address in [path, FileURL.of(path)] {
            let artwork = try #require(try rig.find(address)?.get())
            // A picture on this computer is used where it lies, without a copy in the cache.
            #expect(artwork.path == path && artwork.width == 50)
        }
        #expect(FileURL.of(path).hasSuffix("/a%20logo.png") && rig.names().isEmpty)
        let large = try rig.write(Pictures.grey(200, 200), to: "large.png")
        #expect(rig.find(large) == .failure(.tooLarge(large, maximum: 20_000)))
        let text = try rig.write(Array("no picture".utf8), to: "text.png")
        #expect(rig.find(text) == .failure(.notUsed(text, .notAnImage)))
        #expect(rig.find("/nonexistent/x.png") == .failure(.noSuchFile("/nonexistent/x.png")))
        // A device would never end, and opening a FIFO would block. Both are refused.
        #expect(rig.find("/dev/zero") == .failure(.notUsed("/dev/zero", .notAnImage)))
        mkfifo(rig.folder.path + "/pipe", 0o600)
        #expect(rig.find(rig.folder.path + "/pipe") == .failure(.notUsed(rig.folder.path + "/pipe", .notAnImage)))
        // A title from a station states a path of this computer. It is refused.
        #expect(rig.find([.track(path)]) == .failure(.unusableAddress(path)))
        #expect(rig.find([.track(FileURL.of(path))]) == .failure(.unusableAddress(FileURL.of(path))))
    }

    @Test func addressesThatAreThePicture() throws {
        let rig = try ArtworkRig()
        let picture = Pictures.grey(3, 2)
        let url = "data:image/jpeg;base64," + Base64.encode(picture)
        #expect(try rig.find([.track(url)])?.get().width == 3)
        let percent =
            "data:,"
            + picture.map { "%" + (String($0, radix: 16).count < 2 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try rig.find(percent)?.get().height == 2)
        for broken in ["data:image/png;base64", "data:;base64,*", "data:,%zz", "data:,%+4", "data:,%-4", "data:,%4"] {
            #expect(rig.find(broken) == .failure(.unusableAddress(broken)))
        }
        #expect(rig.find("data:,hello") == .failure(.notUsed("data:", .notAnImage)))
    }

    static let addresses: [(String, ArtworkAddress?)] = [
        ("http://host/a b.png", .remote("http://host/a%20b.png")), ("HTTPS://host/ü", .remote("HTTPS://host/%C3%BC")),
        ("http:///x", nil), ("ftp://host/x", nil), ("javascript:alert(1)", nil), ("", nil), ("logo.png", nil),
        ("file:///a%20b", .file("/a b")), ("file://other/a", nil), ("/a/b.png", .file("/a/b.png")),
        ("data:,ab", .data([0x61, 0x62])),
    ]

    @Test(arguments: addresses) func kindsOfAddresses(_ text: String, _ address: ArtworkAddress?) {
        #expect(ArtworkAddress(text) == address)
    }
}
