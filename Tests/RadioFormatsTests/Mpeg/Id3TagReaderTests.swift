import TestSupport
import Testing

@testable import RadioFormats

@Suite struct Id3TagReaderTests {
    /// Reads a tag that is fed in pieces of `size` bytes, with other bytes behind it.
    static func read(_ tag: [UInt8], size: Int = .max) -> [UInt8]? {
        tag.withUnsafeBytes { bytes in
            guard var reader = Id3TagReader(header: bytes) else { return nil }
            var at = Id3Tag.headerLength
            while at < bytes.count {
                let piece = UnsafeRawBufferPointer(rebasing: bytes[at...].prefix(size))
                at += reader.feed(piece)
            }
            #expect([1, 2, 3].withUnsafeBytes { reader.feed($0) } == 0)
            return reader.tag
        }
    }

    static func text(_ text: String) -> [UInt8] { [3] + Array(text.utf8) }

    static func picture(_ count: Int, version: UInt8 = 4) -> (id: String, content: [UInt8]) {
        let bytes = [UInt8](repeating: 0xC5, count: count)
        return version == 2
            ? ("PIC", Array("\u{3}PNG\u{3}\0".utf8) + bytes) : ("APIC", Array("\u{3}image/png\0\u{3}\0".utf8) + bytes)
    }

    @Test(arguments: UInt8(2)...4, [1, 9, 4096, .max]) func `a long tag becomes a short one`(
        version: UInt8, size: Int
    ) throws {
        let names = version == 2 ? ["TT2", "TP1", "TXX", "COM"] : ["TIT2", "TPE1", "TXXX", "COMM"]
        let frames: [(id: String, content: [UInt8])] = [
            Self.picture(70_000, version: version), (names[0], Self.text("Title")),
            (version == 2 ? "GEO" : "GEOB", [UInt8](repeating: 7, count: 100_000)), (names[1], Self.text("Artist")),
            (names[2], Self.text("key\0" + String(repeating: "x", count: 9000))),
            (names[3], Self.text("eng\0comment")),
        ]
        let tag = FrameMaker.id3(frames, version: version, padding: 5000)
        let kept = try #require(Self.read(tag, size: size))
        let whole = try #require(Id3Tag(tag))
        #expect(Id3Tag(kept) == whole && whole.pictures.first?.bytes.count == 70_000)
        #expect(whole.title == "Title" && whole.artist == "Artist" && whole.comments.count == 1)
        #expect(kept.count < 80_000)
        let plain = Id3TagReader.withoutPictures(tag)
        #expect(plain.count < 5000 && Id3Tag(plain) == Id3Tag(tag, readsPictures: false))
    }

    @Test func `a tag up to 64 KiB is kept as it is`() {
        let tag =
            FrameMaker.id3([("TIT2", Self.text("Title"))], flags: 0x10, padding: 60_000)
            + [UInt8](repeating: 9, count: 10)
        #expect(Self.read(tag, size: 777) == tag)
    }

    @Test func `pictures over 4 MiB are left out, texts after them are not`() throws {
        for count in [Id3TagReader.maximumPictures, 17 << 20] {
            let tag = FrameMaker.id3([Self.picture(count), ("TIT2", Self.text("Title"))], version: 3)
            let kept = try #require(Self.read(tag, size: 65536))
            #expect(kept == FrameMaker.id3([("TIT2", Self.text("Title"))], version: 3))
        }
        let most = FrameMaker.id3([
            Self.picture(EmbeddedPicture.maximumLength), Self.picture(900), ("TIT2", Self.text("Title")),
        ])
        let read = try #require(Self.read(most).flatMap { Id3Tag($0) })
        #expect(read.pictures.map(\.bytes.count) == [EmbeddedPicture.maximumLength, 900] && read.title == "Title")
        // Together, the pictures and the texts are bounded.
        let many = FrameMaker.id3(
            (0..<10).map { _ in Self.picture(1 << 20) } + (0..<9000).map { _ in ("TXXX", Self.text("a\0b")) })
        #expect(try #require(Self.read(many)).count <= Id3TagReader.maximumKept)
        #expect(Self.read(many).flatMap { Id3Tag($0) }?.pictures.count == 4)
    }

    @Test(arguments: [1, 100, .max]) func `plain sizes in 2.4, as some programs write them`(size: Int) throws {
        let cover = Self.picture(70_000)
        var tag = FrameMaker.id3([cover, ("TIT2", Self.text("Title"))])
        let length = cover.content.count
        tag.replaceSubrange(14..<18, with: [0, UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255)])
        let read = try #require(Self.read(tag, size: size).flatMap { Id3Tag($0) })
        #expect(read.pictures.first?.bytes.count == 70_000 && read.title == "Title")
    }

    @Test(arguments: [1, 100, .max]) func `headers, footers and inserted zeros`(size: Int) throws {
        let wide: [UInt8] = [1, 0xFF, 0xFE, 0x61, 0, 0x62, 0]
        // The tag is long because of its padding.
        var three = FrameMaker.id3(
            [("TIT2", wide), ("TPE1", Self.text("b"))], version: 3, flags: 0xC0, padding: 70_000)
        three.insert(contentsOf: [0, 0, 0, 6, 0, 0, 0, 0, 0, 0], at: 10)
        three.insert(0, at: 32)
        var length = three.count - 10
        for index in (6...9).reversed() {
            three[index] = UInt8(length & 0x7F)
            length >>= 7
        }
        #expect(three[31] == 0xFF && three[33] == 0xFE)
        let kept = try #require(Self.read(three, size: size))
        #expect(kept == FrameMaker.id3([("TIT2", wide), ("TPE1", Self.text("b"))], version: 3))
        var four = FrameMaker.id3([("TIT2", [1, 0xFF, 0, 0xFE, 0x61, 0])], flags: 0xD0, padding: 70_000)
        four.insert(contentsOf: [0, 0, 0, 6, 1, 0], at: 10)
        four.replaceSubrange(6..<10, with: [0, 4, 0x22 + 6 + 16 - 0x20, 0])
        let size4 = four.count - 10
        for index in 0..<4 { four[6 + index] = UInt8(size4 >> (21 - 7 * index) & 0x7F) }
        four += Array("3DI".utf8) + four[3..<10]
        #expect(Self.read(four, size: size).flatMap { Id3Tag($0) }?.title == "a")
    }

    @Test func `no tag, or one that is too long`() {
        #expect(Self.read(Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]) == nil)
        #expect(Self.read(Array("OggS".utf8) + [UInt8](repeating: 0, count: 10)) == nil)
        #expect(Id3TagReader.withoutPictures([1, 2, 3]) == [1, 2, 3])
    }
}
