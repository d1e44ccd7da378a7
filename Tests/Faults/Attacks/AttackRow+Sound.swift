import TestSupport

extension AttackRow {
    /// Attacks with the headers of sound: Vorbis headers that make libvorbis take memory, stack or time, and files with
    /// enormous pictures.
    static let soundRows: [AttackRow] = [
        vorbis("vorbis-stack", "a million entries in a codebook; play", .exit(65), million) { $0.before = "SIGSEGV" },
        vorbis("vorbis-memory", "255 codebooks of 8 million entries; play", .exit(65), many) { $0.before = "2.1 GB" },
        vorbis("vorbis-log", "the same; log", .goesOn, many) { row in
            row.before = "1.8 GB"
            row.command = { ["log", "--quiet", "--to", $0.home + "/log.jsonl", $0.url] }
        },
        file("vorbis-inspect", "the same in a file; inspect", "2.1 GB") { row in
            row.command = { ["inspect", try $0.file("a.ogg", stream(many, links: 1))] }
        },
        vorbis("vorbis-values", "40 codebooks with 8 million values; play", .exit(65), values) { row in
            row.before = "1.4 GB, 8 s of CPU"
        },
        vorbis("vorbis-forever", "a codebook without dimensions; play", .exit(65), noDimensions) { row in
            row.before = "it calculated for ever"
        },
        file("cover-mp4", "a cover of 50 MB in MP4 plays", "144 MB") { row in
            row.command = { ["play", "--quiet", "--output", "null", try $0.file("a.m4a", mp4(cover: 50_000_000))] }
        },
        file("cover-mp3", "a cover of 17 MB in MP3 plays", "no sound") { row in
            row.command = { place in
                let cover = [0] + Array("image/png".utf8) + [0, 3, 0] + [UInt8](repeating: 0, count: 17_000_000)
                let tag = FrameMaker.id3([("APIC", cover)])
                return ["play", "--quiet", "--output", "null", try place.file("a.mp3", tag + (try Sample.mp3.read()))]
            }
        },
        file("cover-flac", "covers of 50 MB in FLAC play", "played") { row in
            row.command = { ["play", "--quiet", "--output", "null", try $0.file("a.flac", flac(covers: 3))] }
        },
        file("cover-ogg", "a cover of 17 MB in Ogg plays", "no sound") { row in
            row.command = { place in
                let picture = "METADATA_BLOCK_PICTURE=" + String(repeating: "A", count: 17_000_000 * 4 / 3)
                var ogg = OggMaker()
                let bytes = VorbisMaker().stream(&ogg, comments: ["TITLE=Title", picture], packets: 100)
                return ["play", "--quiet", "--output", "null", try place.file("a.ogg", bytes)]
            }
        },
    ]

    // MARK: Vorbis

    private static let million = VorbisMaker([.init(entries: 1 << 20)])
    private static let many = VorbisMaker(Array(repeating: .init(entries: 1 << 23 - 1), count: 255))
    private static let values = VorbisMaker(
        Array(repeating: .init(dimensions: 63, entries: 1 << 17, lookup: 1), count: 40))
    private static let noDimensions = VorbisMaker([.init(dimensions: 0, lookup: 1)])

    /// Returns an Ogg stream of links, each with a title of its own.
    private static func stream(_ maker: VorbisMaker, links: Int) -> [UInt8] {
        (0..<links).flatMap { number in
            var ogg = OggMaker(serial: UInt32(number))
            return maker.stream(&ogg, comments: ["TITLE=Title \(number)"], packets: 4)
        }
    }

    /// Returns a row with a station that sends one such link after another.
    private static func vorbis(
        _ name: String, _ what: String, _ end: End, _ maker: VorbisMaker, _ change: (inout AttackRow) -> Void
    ) -> AttackRow {
        AttackRow(name, "a Vorbis header with " + what, end) { row in
            row.cpu = 5
            row.script = { connection, _, _ in
                connection.begin(headers: ["Content-Type: application/ogg"])
                connection.sendEndlessly(stream(maker, links: 20), every: 500)
            }
            change(&row)
        }
    }

    // MARK: Covers

    private static func file(
        _ name: String, _ what: String, _ before: String, _ change: (inout AttackRow) -> Void
    ) -> AttackRow {
        AttackRow(name, what, .exit(0)) { row in
            row.cpu = 5
            row.before = before
            change(&row)
        }
    }

    /// Encodes a second of sound with ffmpeg.
    private static func encoded(_ name: String, _ options: [String]) throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        let sound = ["-f", "lavfi", "-i", "sine=d=1"]
        let made = try ChildProcess.run("ffmpeg", ["-v", "error"] + sound + options + [folder.path + "/" + name])
        guard made.code == 0 else { throw FaultError(description: "ffmpeg: \(made.output)") }
        return try Samples.read(path: folder.path + "/" + name)
    }

    /// Returns an M4A file whose index is at its end, with a cover of `count` bytes at the end of the index.
    private static func mp4(cover count: Int) throws -> [UInt8] {
        var file = try encoded("a.m4a", ["-metadata", "title=Title"])
        let data = Mp4Maker.big(UInt32(13)) + Mp4Maker.big(UInt32(0)) + [UInt8](repeating: 0, count: count)
        let cover = Mp4Maker.box("covr", Mp4Maker.box("data", data))
        for name in ["moov", "udta", "meta", "ilst"] {
            guard let place = file.firstRange(of: Array(name.utf8))?.lowerBound else {
                throw FaultError(description: "no \(name) in ffmpeg's file")
            }
            let size = file[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
            guard place - 4 + size == file.count else { throw FaultError(description: "\(name) is not the last box") }
            file.replaceSubrange(place - 4..<place, with: Mp4Maker.big(UInt32(size + cover.count)))
        }
        return file + cover
    }

    /// Returns a FLAC file with covers of the greatest length, 16 MiB, after its STREAMINFO block.
    private static func flac(covers: Int) throws -> [UInt8] {
        var file = try encoded("a.flac", [])
        let length = 1 << 24 - 1
        let cover: [UInt8] = [6, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: length)
        // The signature and STREAMINFO have 42 bytes.
        for _ in 0..<covers { file.insert(contentsOf: cover, at: 42) }
        return file
    }
}
