import RadioFormats
import TestSupport
import Testing

@Suite struct ImageHeaderTests {
    private static func read(_ bytes: [UInt8], isComplete: Bool = true) -> Result<ImageHeader?, ImageProblem> {
        bytes.withUnsafeBytes { raw in
            do throws(ImageProblem) { return .success(try ImageHeader.read(raw, isComplete: isComplete)) } catch {
                return .failure(error)
            }
        }
    }

    static let images: [(ImageKind, [UInt8], Int, Int)] = [
        (.png, Pictures.png(300, 200), 300, 200),
        (.gif, Pictures.gif(16, 9), 16, 9),
        (.gif, Pictures.gif(16, 9, version: "87a"), 16, 9),
        (.webp, Pictures.webpLossy(550, 368), 550, 368),
        (.webp, Pictures.webpLossless(16384, 1), 16384, 1),
        (.webp, Pictures.webpExtended(1000, 1000), 1000, 1000),
        (.jpeg, Pictures.jpeg(640, 480), 640, 480),
        // A progressive JPEG, the kind that most web pages have.
        (.jpeg, Pictures.jpeg(64, 48, frame: 0xC2), 64, 48),
        // A JPEG in which comments, Exif data and colour profiles precede the header with the size.
        (.jpeg, Pictures.jpeg(64, 48, segments: [(0xE1, 60_000), (0xFE, 2), (0xE2, 3000), (0xC4, 100)]), 64, 48),
        // A JPEG with fill bytes before a marker (T.81 B.1.1.2).
        (.jpeg, Pictures.jpeg(64, 48, fill: 5), 64, 48),
        (.ico, Pictures.icon([Pictures.IconEntry(side: 16, Pictures.bitmap(16, 16))]), 16, 16),
        (.ico, Pictures.icon([Pictures.IconEntry(side: 256, Pictures.grey(20, 10))]), 20, 10),
    ]

    @Test(arguments: images) func kindAndSize(_ kind: ImageKind, _ bytes: [UInt8], _ width: Int, _ height: Int) throws {
        let header = try #require(try Self.read(bytes).get())
        #expect(header.kind == kind && header.width == width && header.height == height)
        #expect(header.longestSide == max(width, height))
        #expect(try ImageHeader.read(bytes) == header)
        // Bytes after the image's header change nothing.
        #expect(Self.read(bytes + [0xFF, 0xD8, 0, 1, 2], isComplete: false) == .success(header))
    }

    /// The first bytes of an image give the same size as the whole image, or are too few. If no more bytes follow, the
    /// image is damaged or not an image.
    @Test(arguments: images) func beginnings(_ kind: ImageKind, _ bytes: [UInt8], _ width: Int, _ height: Int) throws {
        let whole = Self.read(bytes)
        var isKnown = false
        let lengths = bytes.count < 2000 ? Array(0...bytes.count) : Array(0...600) + [bytes.count - 1, bytes.count]
        for length in lengths {
            let part = Array(bytes.prefix(length))
            let answer = Self.read(part, isComplete: false)
            if answer == whole { isKnown = true } else { #expect(answer == .success(nil), "\(length) bytes") }
            #expect(!isKnown || answer == whole, "\(length) bytes")
            if !isKnown {
                let end = Self.read(part)
                #expect(end == .failure(.damaged(kind)) || end == .failure(.notAnImage), "\(length) bytes: \(end)")
            }
        }
        #expect(isKnown)
    }

    static let refused: [(String, [UInt8], ImageProblem)] = [
        ("nothing", [], .notAnImage),
        ("blanks", Array("   \n".utf8), .notAnImage),
        ("a web page", Array("<!DOCTYPE html><html><body><svg></svg></body></html>".utf8), .notAnImage),
        ("a page without a type", Array("\n <html>404</html>".utf8), .notAnImage),
        ("XML", Array("<?xml version='1.0'?><rss/>".utf8), .notAnImage),
        ("text", Array("Not found, and nothing else of use to anybody".utf8), .notAnImage),
        ("MP3", [0xFF, 0xFB, 0x90, 0x40] + [UInt8](repeating: 0, count: 413), .notAnImage),
        ("RIFF sound", Array("RIFF....WAVEfmt ............".utf8), .notAnImage),
        ("BMP", Array("BM".utf8) + [0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 0, 0, 0, 0], .unsupported(.bmp)),
        ("an icon's header", [0, 0, 1, 0, 2, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0], .damaged(.ico)),
        ("an icon without pictures", [0, 0, 1, 0, 0, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0], .notAnImage),
        ("SVG", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .unsupported(.svg)),
        (
            "SVG behind a declaration",
            Array("\u{FEFF}<?xml version='1.0'?>\n<!-- by hand -->\n<!DOCTYPE svg>\n<svg/>".utf8), .unsupported(.svg)
        ),
        ("AVIF", [0, 0, 0, 0x20] + Array("ftypavif........".utf8), .unsupported(.avif)),
        ("HEIC", [0, 0, 0, 0x18] + Array("ftypheic........".utf8), .unsupported(.heif)),
        ("a film", [0, 0, 0, 0x18] + Array("ftypisom........".utf8), .notAnImage),
        ("TIFF", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 16), .unsupported(.tiff)),
        ("JPEG XL", [0xFF, 0x0A] + [UInt8](repeating: 0, count: 20), .unsupported(.jpegXL)),
        ("PNG of nothing", Pictures.png(0, 100), .damaged(.png)),
        (
            "PNG without IHDR", Array(Pictures.png(10, 10).prefix(12)) + Array("IDAT".utf8) + [0, 0, 0, 9, 0, 0, 0, 9],
            .damaged(.png)
        ),
        // Decompression bombs: images of a few bytes that would decode to gigabytes.
        ("PNG of 50,000 by 50,000", Pictures.png(50_000, 50_000), .tooManyPixels(width: 50_000, height: 50_000)),
        (
            "PNG as large as its header can say", Pictures.png(0xFFFF_FFFF, 0xFFFF_FFFF),
            .tooManyPixels(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)
        ),
        ("GIF bomb", Pictures.gif(65_535, 65_535), .tooManyPixels(width: 65_535, height: 65_535)),
        ("WebP bomb", Pictures.webpExtended(16_777_216, 4), .tooManyPixels(width: 16_777_216, height: 4)),
        ("JPEG bomb", Pictures.jpeg(65_535, 65_535), .tooManyPixels(width: 65_535, height: 65_535)),
        ("JPEG without a height", Pictures.jpeg(100, 0), .damaged(.jpeg)),
        ("JPEG that ends at once", [0xFF, 0xD8, 0xFF, 0xD9], .damaged(.jpeg)),
        ("JPEG with a scan first", [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0], .damaged(.jpeg)),
        ("JPEG with noise between", Array(Pictures.jpeg(9, 9).prefix(20)) + [0, 1, 2, 3], .damaged(.jpeg)),
        ("JPEG with a short segment", [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0xFF, 0xC0], .damaged(.jpeg)),
        (
            "JPEG of comments alone", Pictures.jpeg(9, 9, segments: Array(repeating: (0xFE, 2), count: 300)),
            .damaged(.jpeg)
        ),
        (
            "WebP with a chunk of its own", Array("RIFF....WEBPABCD".utf8) + [UInt8](repeating: 0, count: 20),
            .damaged(.webp)
        ),
        (
            "WebP without a start code", Array("RIFF....WEBPVP8 ".utf8) + [UInt8](repeating: 0, count: 20),
            .damaged(.webp)
        ),
    ]

    @Test(arguments: refused) func whatIsRefused(_ name: String, _ bytes: [UInt8], _ problem: ImageProblem) {
        #expect(Self.read(bytes) == .failure(problem), "\(name)")
        #expect(throws: problem) { try ImageHeader.read(bytes) }
    }

    /// A file that is not an image is refused after its first bytes.
    @Test func refusedEarly() {
        let page = Array("<!doctype html><html>".utf8) + [UInt8](repeating: 0x20, count: 4000)
        #expect(Self.read(Array(page.prefix(32)), isComplete: false) == .failure(.notAnImage))
        let sound = [UInt8](repeating: 0x55, count: 16)
        #expect(Self.read(sound, isComplete: false) == .failure(.notAnImage))
        let comment = Array("<!-- ".utf8) + [UInt8](repeating: 0x2D, count: 1100)
        #expect(Self.read(comment, isComplete: false) == .failure(.notAnImage))
    }

    @Test func noiseIsReadWithoutAComplaint() {
        var generator = SeededGenerator(seed: 20)
        for (_, bytes, _, _) in Self.images {
            for _ in 0..<200 {
                var noisy = Array(bytes.prefix(400))
                for _ in 0..<4 {
                    noisy[Int.random(in: 0..<noisy.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                if case .success(let header?) = Self.read(noisy) {
                    #expect(header.width > 0 && header.height > 0)
                    #expect(header.width * header.height <= ImageHeader.maximumPixels)
                }
            }
        }
    }

    @Test func everyKindHasItsWords() {
        for kind in ImageKind.allCases {
            #expect(!kind.name.isEmpty && kind.mediaType.hasPrefix("image/"))
            #expect(!kind.fileExtension.contains(".") && kind.fileExtension.count <= 4)
        }
        #expect(Set(ImageKind.allCases.map(\.fileExtension)).count == ImageKind.allCases.count)
    }
}
