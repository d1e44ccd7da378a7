import Glibc
import RadioFormats
import RadioLoop
import RadioStations
import TestSupport
import Testing

@testable import RadioDirectory

/// An `ArtworkCache` makes pictures smaller with installed programs. Some tests use programs that fail.
@Suite struct ArtworkSizeTests {
    private static let installed = "/usr/local/bin:/usr/bin:/bin"

    /// Makes a picture of 200 by 100 pixels with ffmpeg.
    private static func picture(_ name: String, in rig: ArtworkRig) throws -> String {
        let path = rig.folder.path + "/" + name
        let code = try ChildProcess(
            "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=200x100", "-frames:v", "1", path]
        ).wait()
        #expect(code == 0)
        return path
    }

    @Test(arguments: ["a.png", "a.jpg", "a.gif", "a.webp"]) func madeSmaller(_ name: String) throws {
        let rig = try ArtworkRig(searchPath: Self.installed)
        let path = try Self.picture(name, in: rig)
        let small = try #require(try rig.find([.station(path)], wanted: 50)?.get())
        #expect(small.kind == .png && small.width == 50 && small.height == 25 && small.source == .station)
        #expect(small.path.hasPrefix(rig.cachePath) && small.path.hasSuffix("-50.png"))
        #expect(try rig.find([.station(path)], wanted: 50)?.get() == small)
        // A picture that is not larger than the wanted size stays unchanged.
        for wanted in [200, 2048, 100_000] {
            let whole = try #require(try rig.find([.station(path)], wanted: wanted)?.get())
            #expect(whole.path == path && whole.width == 200)
        }
        // The wanted size is below the minimum, so the minimum of 16 pixels is used.
        #expect(try rig.find([.station(path)], wanted: -3)?.get().width == 16)
        let png = try #require(try rig.find([.station(path)], wanted: 400, format: .png)?.get())
        #expect(png.kind == .png && png.width == 200 && png.height == 100)
        #expect(rig.names(ending: ".new").isEmpty)
    }

    // MARK: Icons

    static let programs = ["gdk-pixbuf-thumbnailer", "ffmpeg"]

    /// Returns a rig in which only `program` can be found, or nil if `program` is not installed.
    private static func rig(only program: String) throws -> ArtworkRig? {
        guard let path = ChildProgram.find(program, path: installed) else { return nil }
        let folder = try TemporaryDirectory()
        try #require(mkdir(folder.path + "/bin", 0o755) == 0 && symlink(path, "\(folder.path)/bin/\(program)") == 0)
        return try ArtworkRig(folder: folder, searchPath: folder.path + "/bin")
    }

    /// From an icon with several pictures, each of the two programs makes the largest one, with the right size and
    /// colour, for each number of bits per pixel.
    @Test(arguments: programs, [1, 4, 8, 24, 32]) func icons(_ program: String, _ depth: Int) throws {
        guard let rig = try Self.rig(only: program) else { return }
        // With one bit per pixel, gdk-pixbuf shows any two colours as black and white.
        let shade: UInt8 = depth == 1 ? 0xFF : 0xC0
        let icon = Pictures.icon([
            Pictures.IconEntry(side: 16, Pictures.bitmap(16, 16, shade: 0)),
            Pictures.IconEntry(side: 64, Pictures.bitmap(64, 32, depth: depth, shade: shade)),
            Pictures.IconEntry(side: 16, Pictures.grey(16, 16, shade: 0)),
        ])
        let path = try rig.write(icon, to: "favicon.ico")
        for (wanted, width) in [(512, 64), (32, 32)] {
            let artwork = try #require(try rig.find([.station(path)], wanted: wanted)?.get())
            #expect(artwork.kind == .png && artwork.width == width && artwork.height == width / 2)
            let pixel = try Self.lastPixel(artwork.path)
            #expect(pixel.allSatisfy { abs(Int($0) - Int(shade)) <= 2 }, "\(pixel)")
        }
        // The file of the icon is not changed.
        #expect(rig.read(path) == icon)
    }

    /// The largest picture of an icon is a PNG. It is used unchanged, without a program.
    @Test func anIconWithAPng() throws {
        let rig = try ArtworkRig()
        let png = Pictures.grey(256, 256)
        let icon = Pictures.icon([
            Pictures.IconEntry(side: 32, Pictures.bitmap(32, 32)), Pictures.IconEntry(side: 256, png),
        ])
        let artwork = try #require(try rig.find([.embedded(icon)], wanted: 256)?.get())
        #expect(artwork.kind == .png && artwork.width == 256)
        #expect(try artwork.data() == png)
        #expect(rig.names().count == 1)
    }

    @Test func anIconWithoutAProgram() throws {
        let rig = try ArtworkRig()
        let icon = Pictures.icon([Pictures.IconEntry(side: 32, Pictures.bitmap(32, 32))])
        let artwork = try #require(try rig.find([.embedded(icon)], wanted: 256)?.get())
        #expect(artwork.kind == .ico && artwork.width == 32 && artwork.path.hasSuffix(".ico"))
        #expect(try artwork.data() == icon)
        #expect(rig.find([.embedded(icon)], format: .png)! == .failure(.noConverter(artwork.path)))
    }

    /// Returns the red, green and blue values of the picture's last pixel. ffmpeg decodes it.
    private static func lastPixel(_ path: String) throws -> [UInt8] {
        let pixels = path + ".rgb"
        let code = try ChildProcess(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-pix_fmt", "rgb24", "-f", "rawvideo", pixels]
        ).wait()
        defer { unlink(pixels) }
        #expect(code == 0)
        return try LocalFile.read(pixels, maximum: 1 << 20).suffix(3)
    }

    // MARK: Programs that fail

    @Test func withoutAProgramItIsAsItCame() throws {
        let rig = try ArtworkRig(searchPath: "/nonexistent")
        let path = try Self.picture("a.jpg", in: rig)
        #expect(try rig.find([.station(path)], wanted: 50)?.get().width == 200)
        #expect(rig.find([.station(path)], wanted: 50, format: .png)! == .failure(.noConverter(path)))
        let png = try rig.write(Pictures.grey(80, 80), to: "b.png")
        #expect(try rig.find([.station(png)], wanted: 50, format: .png)?.get().width == 80)
    }

    /// The file has the header of a picture, and noise after it. Every decoder fails, and the request gets the
    /// unchanged picture.
    @Test func aPictureThatCannotBeUnpacked() throws {
        let rig = try ArtworkRig(searchPath: Self.installed)
        let path = try rig.write(Pictures.jpeg(3000, 3000) + [UInt8](repeating: 0x41, count: 5000), to: "a.jpg")
        let artwork = try #require(try rig.find([.station(path)], wanted: 50)?.get())
        #expect(artwork.path == path && artwork.kind == .jpeg)
        #expect(rig.names(ending: ".new").isEmpty)
    }

    /// Returns a rig in which a shell script takes the place of the first program.
    private static func rig(_ script: String) throws -> ArtworkRig {
        let folder = try TemporaryDirectory()
        let program = try folder.write("bin/gdk-pixbuf-thumbnailer", "#!/bin/sh\n\(script)\n")
        chmod(program, 0o755)
        return try ArtworkRig(folder: folder, searchPath: folder.path + "/bin")
    }

    static let faults: [(String, String)] = [
        ("nothing", "exit 0"), ("a failure", "exit 1"), ("a break-down", "kill -SEGV $$"),
        ("noise and a failure", "printf noise > \"$4\"; exit 1"), ("noise", "printf noise > \"$4\""),
        ("too large", "/bin/cp \"$3\" \"$4\""),
        ("cut off", "/usr/bin/head -c 500 \"$3\" > \"$4\""), ("much output", "while :; do echo x; done"),
    ]

    @Test(arguments: faults) func programsThatGoWrong(_ name: String, _ script: String) throws {
        let rig = try Self.rig(script)
        let path = try rig.write(Pictures.grey(80, 80), to: "a.png")
        #expect(try rig.find([.station(path)], wanted: 50)?.get().path == path)
        #expect(rig.names().isEmpty, "\(rig.names())")
    }

    /// Many pictures are wanted at once. Only a few programs run at the same time.
    @Test func fewProgramsAtATime() throws {
        let rig = try Self.rig(
            """
            cd "${0%/*}"; echo x >> count
            until [ -e go ]; do /bin/sleep 0.01; done
            /bin/cp small.png "$4"
            """)
        _ = try rig.write(Pictures.grey(50, 50), to: "bin/small.png")
        var answers: [ArtworkRig.Answer] = []
        for number in 0..<6 {
            let path = try rig.write(Pictures.grey(80 + number, 80), to: "\(number).png")
            rig.cache.find([.station(path)], wanted: 50) { answers.append($0) }
        }
        let count = rig.folder.path + "/bin/count"
        rig.loop.turn(untilElsewhere: { rig.read(count).count / 2 == PictureScaler.maximumAtOnce })
        rig.loop.turn(for: .milliseconds(300))
        #expect(rig.read(count).count / 2 == PictureScaler.maximumAtOnce && answers.isEmpty)
        _ = try rig.write([], to: "bin/go")
        rig.loop.turn(within: .seconds(120)) { answers.count == 6 }
        #expect(answers.allSatisfy { (try? $0.get())?.width == 50 } && rig.read(count).count / 2 == 6)
    }

    /// Several requests want the same smaller picture at the same time. One program makes it, and later requests use
    /// the stored copy.
    @Test func aCopyIsMadeOnce() throws {
        let rig = try Self.rig("echo x >> \"${0%/*}/count\"; /bin/cp \"${0%/*}/small.png\" \"$4\"")
        let small = try rig.write(Pictures.grey(50, 50), to: "bin/small.png")
        let path = try rig.write(Pictures.grey(80, 80), to: "a.png")
        var answers: [ArtworkRig.Answer] = []
        for _ in 0..<8 { rig.cache.find([.station(path)], wanted: 50) { answers.append($0) } }
        rig.loop.turn(within: .seconds(120)) { answers.count == 8 }
        #expect(answers.allSatisfy { (try? $0.get())?.width == 50 })
        #expect(try rig.find([.station(path)], wanted: 50)?.get().byteCount == rig.read(small).count)
        #expect(rig.read(rig.folder.path + "/bin/count") == Array("x\n".utf8))
        // A stored copy is damaged. It is made again.
        let copy = try #require(rig.names(ending: "-50.png").first)
        try LocalFile.replace("\(rig.cachePath)/\(copy)", with: Array("noise".utf8))
        #expect(try rig.find([.station(path)], wanted: 50)?.get().width == 50)
        #expect(rig.read(rig.folder.path + "/bin/count") == Array("x\nx\n".utf8))
    }
}
