import Glibc
import RadioFormats
import TestSupport
import Testing

/// Icon files (.ico) with bitmaps and PNG pictures, valid and damaged.
@Suite struct IconFileTests {
    typealias Entry = Pictures.IconEntry

    private static func read(_ bytes: [UInt8], isComplete: Bool = true) -> Result<ImageHeader?, ImageProblem> {
        bytes.withUnsafeBytes { raw in
            do throws(ImageProblem) { return .success(try ImageHeader.read(raw, isComplete: isComplete)) } catch {
                return .failure(error)
            }
        }
    }

    private static let small = Entry(side: 16, Pictures.bitmap(16, 16))
    private static let middle = Entry(side: 48, Pictures.bitmap(48, 48))
    private static let large = Entry(side: 256, Pictures.grey(256, 256))

    // MARK: The largest

    static let icons: [(String, [Entry], Int, Bool)] = [
        ("bitmaps", [small, middle], 48, false),
        ("bitmaps, the largest first", [middle, small], 48, false),
        ("both kinds", [small, middle, large], 256, true),
        ("both kinds, PNG first", [large, small], 256, true),
        ("a large bitmap and a small PNG", [Entry(side: 16, Pictures.grey(16, 16)), middle], 48, false),
        // The sizes in the icon's directory are wrong. They are ignored, because some programs write 0 for all of them.
        (
            "wrong sizes", [Entry(side: 16, Pictures.grey(300, 300)), Entry(side: 255, Pictures.bitmap(32, 32))], 300,
            true
        ),
        ("a picture outside", [small, Entry(side: 48, middle.content, begin: 1 << 30)], 16, false),
        ("a picture that ends outside", [Entry(side: 48, middle.content, length: 1 << 31), small], 16, false),
        ("a picture inside the directory", [small, Entry(side: 48, middle.content, begin: 6)], 16, false),
        ("noise beside it", [Entry(side: 64, [UInt8](repeating: 0x41, count: 5000)), small], 16, false),
        ("a bomb beside it", [Entry(side: 16, Pictures.png(60_000, 60_000)), small], 16, false),
    ]

    @Test(arguments: icons)
    func theLargestIsTakenOut(_ name: String, _ entries: [Entry], _ side: Int, _ isPNG: Bool) throws {
        let icon = Pictures.icon(entries)
        let header = try #require(try Self.read(icon).get())
        #expect(header.kind == .ico && header.width == side && header.height == side, "\(name)")
        let alone = try #require(try IconFile.largestPicture(of: icon))
        let picture = try ImageHeader.read(alone)
        #expect(picture.kind == (isPNG ? .png : .ico), "\(name)")
        #expect(picture.width == side && picture.height == side, "\(name)")
        let content = try #require(entries.first { alone.suffix($0.content.count).elementsEqual($0.content) }).content
        #expect(alone.count == content.count + (isPNG ? 0 : 22), "\(name)")
        // `alone` is a PNG, or an icon with a single bitmap. Such an icon is returned unchanged.
        #expect(try IconFile.largestPicture(of: alone) == (isPNG ? nil : alone), "\(name)")
    }

    @Test func ofTheSameSizeTheMostColours() throws {
        let depths = [8, 1, 32, 24, 4]
        let icon = Pictures.icon(depths.map { Entry(side: 32, Pictures.bitmap(32, 32, depth: $0)) })
        let alone = try #require(try IconFile.largestPicture(of: icon))
        #expect(alone == Pictures.icon([Entry(side: 32, Pictures.bitmap(32, 32, depth: 32))]))
    }

    /// The size of an icon is that of its largest picture. It is unknown until all pictures are complete, because the
    /// last one may be the largest.
    @Test func beginnings() throws {
        let icon = Pictures.icon([Self.small, Entry(side: 32, Pictures.bitmap(32, 32, depth: 8))])
        for length in 0..<icon.count {
            #expect(Self.read(Array(icon.prefix(length)), isComplete: false) == .success(nil), "\(length) bytes")
        }
        let header = try #require(try Self.read(icon).get())
        #expect(Self.read(icon + [1, 2, 3], isComplete: false) == .success(header))
        // The icon is cut off in its second picture. Only the first, complete one is used.
        let cut = try #require(try Self.read(icon.dropLast()).get())
        #expect(header.width == 32 && cut.width == 16)
        #expect(Self.read(Array(icon.prefix(400))) == .failure(.damaged(.ico)))
    }

    /// The icon arrives in chunks and is checked after each of them. No picture is read before all pictures are
    /// complete. (In this test, the memory after the received bytes cannot be read, so an early access would end the
    /// process.)
    @Test func noPictureIsReadBeforeAllAreThere() async {
        await #expect(processExitsWith: .success) {
            let page = sysconf(Int32(_SC_PAGESIZE))
            let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
            try #require(memory != MAP_FAILED)
            let whole = Entry(side: 16, [], begin: page, length: page)
            let directory = Pictures.icon([whole, whole, Entry(side: 16, [], begin: page, length: page + 1)])
            memory.copyMemory(from: directory, byteCount: directory.count)
            try #require(mprotect(memory + page, page, PROT_NONE) == 0)
            let bytes = UnsafeRawBufferPointer(start: memory, count: 2 * page)
            #expect(try ImageHeader.read(bytes, isComplete: false) == nil)
        }
    }

    // MARK: Broken ones

    static let broken: [(String, [UInt8], ImageProblem)] = [
        ("no pictures", Pictures.icon([], count: 0) + [UInt8](repeating: 0, count: 64), .notAnImage),
        ("65,535 pictures", Pictures.icon([small], count: 65_535), .notAnImage),
        ("as many as there may be, and one is there", Pictures.icon([small], count: 255), .damaged(.ico)),
        ("a directory that is cut off", Array(Pictures.icon([small, middle]).prefix(30)), .damaged(.ico)),
        ("a header alone", [0, 0, 1, 0, 1, 0], .damaged(.ico)),
        ("a picture outside", Pictures.icon([Entry(side: 16, small.content, begin: 0xFFFF_FFFF)]), .damaged(.ico)),
        ("a length outside", Pictures.icon([Entry(side: 16, small.content, length: 0xFFFF_FFFF)]), .damaged(.ico)),
        ("a picture inside the directory", Pictures.icon([Entry(side: 16, small.content, begin: 0)]), .damaged(.ico)),
        ("a picture of nothing", Pictures.icon([Entry(side: 16, small.content, length: 0)]), .damaged(.ico)),
        ("a bitmap that is cut off", Pictures.icon([Entry(side: 16, small.content.dropLast(200))]), .damaged(.ico)),
        ("a bitmap's header alone", Pictures.icon([Entry(side: 16, small.content.dropLast(1088))]), .damaged(.ico)),
        ("a bitmap without a width", changed(4, 0), .damaged(.ico)),
        ("a bitmap of height 1, mask and all", changed(8, 1), .damaged(.ico)),
        ("a bitmap of a depth that is none", changed(14, 13), .damaged(.ico)),
        ("a packed bitmap", changed(16, 1), .damaged(.ico)),
        ("a bitmap of another version", changed(0, 12), .damaged(.ico)),
        ("half a PNG's header", Pictures.icon([Entry(side: 16, Pictures.png(9, 9).dropLast(13))]), .damaged(.png)),
        (
            "a bomb in PNG", Pictures.icon([Entry(side: 16, Pictures.png(50_000, 50_000))]),
            .tooManyPixels(width: 50_000, height: 50_000)
        ),
        (
            "a bomb in a bitmap",
            Pictures.icon([Entry(side: 16, [40, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0xFE, 0xFF, 1, 0, 1, 0, 32, 0] + blank)]),
            .tooManyPixels(width: 65_535, height: 65_535)
        ),
        ("a cursor", [0, 0, 2, 0] + Pictures.icon([small]).dropFirst(4), .notAnImage),
    ]

    private static let blank = [UInt8](repeating: 0, count: 64)

    /// Returns an icon with one bitmap. The byte at `place` of the bitmap's header is `byte`.
    private static func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
        var content = small.content
        content[place] = byte
        return Pictures.icon([Entry(side: 16, content)])
    }

    @Test(arguments: broken) func brokenOnes(_ name: String, _ bytes: [UInt8], _ problem: ImageProblem) {
        #expect(Self.read(bytes) == .failure(problem), "\(name)")
    }

    @Test func noiseIsReadWithoutAComplaint() throws {
        var generator = SeededGenerator(seed: 21)
        let icon = Pictures.icon([Self.small, Entry(side: 24, Pictures.grey(24, 24)), Self.middle])
        for _ in 0..<2000 {
            var noisy = icon
            // Three random bytes in the icon's directory and in the first picture's header are changed.
            for _ in 0..<3 { noisy[.random(in: 0..<100, using: &generator)] = .random(in: 0...255, using: &generator) }
            guard case .success(let header?) = Self.read(noisy), header.kind == .ico else { continue }
            let alone = try #require(try IconFile.largestPicture(of: noisy))
            let picture = try ImageHeader.read(alone)
            #expect(picture.width == header.width && picture.height == header.height)
        }
    }
}
