import Glibc
import TestSupport
import Testing

/// `longwave inspect` of the built program. It needs neither sound nor network.
@Suite struct InspectCommandTests {
    @Test func jsonOfAFile() throws {
        let run = try LongwaveBinary.run(["inspect", "--json", Sample.mp3Variable.path])
        #expect(run.code == 0 && run.errors.isEmpty && run.lines.count == 1)
        #expect(run.output.hasPrefix(#"{"version":1,"file":""#))
        for part in [
            #""kind":"mp3","kindBy":"content","responses":[],"headBytes":0,"metaint":null,"metaintBy":null,"blocks":[]"#,
            #""frames":{"count":231,"#, #""codec":"mp3","mpegVersion":"1","layer":3,"#,
            #""information":{"frames":231,"#, #""garbageBytes":0,"trailingBytes":0,"#, #""problems":[]}"#,
        ] {
            #expect(run.output.contains(part), "\(part)")
        }
    }

    @Test func titlesALine() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/titles"
        try TextFile.write(
            """
            Yazoo - Don't Go
            StreamTitle='Kurtis Blow - Basketball';StreamUrl='&album=Ego%20Trip&title=x&duration=226';

            base64:0PPx6Pfo
            base64:0PPx6PfoIC0g0fPk4PD z
            base64:0PPx6PfoIC0g0fPk4PDz+Org
            base64:!
            base64:wPDy6PHy
            """, to: file)
        let run = try LongwaveBinary.run(["inspect", "--as", "titles", file])
        #expect(run.code == 0 && run.errors.isEmpty && run.lines.count == 7)
        let expected = [
            #"{"version":1,"line":1,"form":"text","track":{"kind":"song","artist":"Yazoo","title":"Don't Go","text":"#,
            #"{"version":1,"line":2,"form":"block","track":{"kind":"song","artist":"Kurtis Blow","title":"Basketball","text":"Kurtis Blow - Basketball","artworkURL":null,"linkURL":null,"album":"Ego Trip","duration":226,"#,
            #"{"version":1,"line":4,"form":"text","track":{"kind":"unknown","artist":null,"#,
            #"{"version":1,"line":5,"form":"text","track":{"kind":"song","artist":"Русичи","title":"Судару","#,
            #"{"version":1,"line":6,"form":"text","track":{"kind":"song","artist":"Русичи","title":"Сударушка","#,
            #"{"version":1,"line":7,"error":"no base64"}"#,
            #"{"version":1,"line":8,"form":"text","track":{"kind":"unknown","artist":null,"title":"Артист","#,
        ]
        for (line, beginning) in zip(run.lines, expected) { #expect(line.hasPrefix(beginning), "\(line)") }
        #expect(run.lines.last?.contains(#""charset":"windows-1251","basis":"learned""#) == true)
        #expect(run.lines.first?.contains(#""charset":"UTF-8","basis":"utf8""#) == true)

        let declared = try LongwaveBinary.run(["inspect", "--as", "titles", "--charset", "cp1251", file])
        #expect(declared.lines.dropFirst(2).first?.contains(#""title":"Русичи""#) == true)
        let missing = try LongwaveBinary.run(["inspect", "--as", "titles", directory.path + "/none"])
        #expect(missing.code != 0 && missing.lines.isEmpty && missing.errors.contains("none: No such file"))
    }

    @Test func theStationsName() throws {
        let directory = try TemporaryDirectory()
        let (titles, capture) = (directory.path + "/titles", directory.path + "/capture")
        try TextFile.write("EXAMPLE FM 101.2\nStreamTitle='Yazoo - Don''t Go | Example FM';\nExamples\n", to: titles)
        try TextFile.write(
            "ICY 200 OK\r\nicy-metaint: 4\r\n\r\nabcd\u{2}StreamTitle='Example FM';" + String(repeating: "\0", count: 7)
                + "efgh\0", to: capture)
        let named = try LongwaveBinary.run(["inspect", "--as", "titles", "--station", "Example FM", titles])
        #expect(named.code == 0 && named.lines.count == 3)
        for (line, words) in zip(named.lines, ["kind\":\"none\"", "Go\",\"text\":", "kind\":\"unknown\""]) {
            #expect(line.contains(words), "\(line)")
        }
        let unnamed = try LongwaveBinary.run(["inspect", "--as", "titles", titles])
        #expect(unnamed.lines.first?.contains(#""kind":"unknown""#) == true)
        #expect(!unnamed.output.contains("Go\",\"text\":"))
        let whole = try LongwaveBinary.run(["inspect", "--json", "--station", "Example FM", capture])
        #expect(whole.output.contains(#""track":{"kind":"none""#))
    }

    @Test func aCaptureFromAPipe() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/capture"
        try TextFile.write(
            "ICY 200 OK\r\nicy-name: \u{1B}[31mRed\u{7}\r\nicy-metaint: 4\r\n\r\nabcd\u{2}StreamTitle='A - \u{1B}[2J B';"
                + String(repeating: "\0", count: 7) + "efgh\0", to: file)
        let script = "\"$1\" inspect - \"$2\" <\"$3\""
        func inspect(_ option: String) throws -> String {
            try ChildProcess.run(
                "env", InspectCommandTests.plain + ["sh", "-c", script, "sh", LongwaveBinary.path, option, file]
            ).output
        }
        let json = try inspect("--json")
        #expect(json.contains(#""file":"-","#))
        #expect(json.contains(#""metaint":4,"metaintBy":"header""#))
        #expect(
            json.contains(#""blocks":[{"offset":4,"length":25,"rawBase64":"U3RyZWFtVGl0bGU9J0EgLSAbWzJKIEInOw==","#))
        #expect(json.contains(#""artist":"A","title":"[2J B""#))
        // A title contains control characters. No output format prints them.
        for text in [json, try inspect("--format=table"), try inspect("--format=csv"), try inspect("--format=tsv")] {
            #expect(!text.isEmpty)
            #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
        }
    }

    static let plain = ["-i"] + LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }

    @Test func forPeople() throws {
        let run = try LongwaveBinary.run(["inspect", Sample.aac.path])
        #expect(run.code == 0)
        #expect(run.lines.contains { $0.hasPrefix("kind ") && $0.hasSuffix("AAC") })
        #expect(run.lines.contains { $0.hasPrefix("frames ") && $0.contains("260, ") })
        let csv = try LongwaveBinary.run(["inspect", "--format", "csv", Sample.aac.path])
        #expect(csv.output.hasPrefix("field,value\r\nkind,AAC\r\n"))
        let quiet = try LongwaveBinary.run(["inspect", "--quiet", Sample.aac.path])
        #expect(quiet.code == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    }

    @Test func aFormatThatIsNotSupported() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/quiet.mp3"
        try TextFile.write(Array("caff\0\u{1}\0\0desc".utf8), to: file)
        let json = try LongwaveBinary.run(["inspect", "--json", file])
        #expect(json.output.contains(#""kind":"caf","kindBy":"content""#) && json.output.contains(#""frames":null"#))
        #expect(
            json.output.contains(
                #""problems":[{"kind":"notPlayed","message":"a CAF file, which is not supported"}]"#))
        let people = try LongwaveBinary.run(["inspect", file])
        #expect(people.lines.contains { $0.hasPrefix("kind ") && $0.hasSuffix(" a CAF file") })
    }

    @Test func whatItIsTakenFor() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/block"
        try TextFile.write("StreamTitle='Yazoo - Don't Go';", to: file)
        let block = try LongwaveBinary.run(["inspect", "--as", "icy", "--json", file])
        #expect(block.output.contains(#""kind":"icy","kindBy":"option""#))
        #expect(block.output.contains(#""artist":"Yazoo","title":"Don't Go""#))
        let html = try LongwaveBinary.run(["inspect", "--as", "html", "--metaint", "8", "--json", file])
        #expect(html.output.contains(#""kind":"html","kindBy":"option""#))
        #expect(html.output.contains(#""metaint":8,"metaintBy":"option""#))
    }

    /// `inspect` and `play --json` show the chapters of a file.
    @Test(.enabled(if: ChildProcess.exists("ffmpeg"))) func chapters() throws {
        let directory = try TemporaryDirectory()
        let file = try ChapterFile.make(ChapterFile.rows[0], in: directory)
        let expected =
            #""chapters":[{"start":0,"end":7.25,"title":"One"},{"start":7.25,"end":12,"title":"Zwölf"},"#
        let people = try LongwaveBinary.run(["inspect", file])
        #expect(people.output.contains("chapter") && people.output.contains("at 7.25 s: Zwölf"), "\(people.output)")
        let json = try LongwaveBinary.run(["inspect", "--json", file])
        #expect(json.output.contains(expected) && json.output.contains(#""problems":[]"#))
        let sound = directory.path + "/out.wav"
        let played = try LongwaveBinary.run(["play", "--json", "--fast", "--output", sound, file])
        #expect(played.code == 0 && played.output.contains(expected))
        #expect(played.output.contains(#""chapter":{"index":2,"start":12,"#))
    }

    /// `inspect` decrypts segments that ffmpeg encrypted. The test gives the key as digits and as a file, and the
    /// initialisation vector (IV) by option or by media sequence number.
    @Test(.enabled(if: FfmpegHls.isInstalled)) func encryptedSegments() throws {
        let hls = try FfmpegHls(input: Sample.aac.path, .transportStream, seconds: 2, isEncrypted: true)
        defer { hls.stop() }
        let segment = hls.directory.path + "/media_001.ts"
        let (digits, iv) = ("000102030405060708090a0b0c0d0e0f", "0x000102030405060708090A0B0C0D0E0F")
        for key in [digits, "0x" + digits.uppercased(), hls.directory.path + "/secret.key"] {
            let run = try LongwaveBinary.run(["inspect", "--json", "--key", key, "--iv", iv, segment])
            #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
            for part in [
                #""encryption":{"method":"AES-128","iv":"\#(digits)"},"kind":"ts""#, #""jumpCount":0"#,
                #""transport":{"packets":"#, #""garbageBytes":0"#, #""problems":[]}"#,
            ] {
                #expect(run.output.contains(part), "\(part) in \(run.output.prefix(600))")
            }
        }
        let people = try LongwaveBinary.run(["inspect", "--key", digits, "--iv", iv, segment])
        #expect(people.lines.contains { $0.hasPrefix("decrypted ") && $0.hasSuffix("AES-128, IV \(digits)") })
        // A wrong initialisation vector damages only the segment's first 16 bytes, so the program can still read the
        // segment. A wrong key is an error.
        let other = try LongwaveBinary.run(["inspect", "--json", "--key", digits, "--media-sequence", "7", segment])
        #expect(other.code == 0 && other.output.contains(#""iv":"00000000000000000000000000000007""#))
        #expect(other.output.contains(#""kind":"ts""#) && !other.output.contains(#""packetCount":0"#))
        for key in ["000102030405060708090a0b0c0d0e00", String(repeating: "f", count: 32)] {
            let wrong = try LongwaveBinary.run(["inspect", "--json", "--key", key, "--iv", iv, segment])
            #expect(wrong.code == 65 && wrong.output.isEmpty, "\(wrong.output.prefix(300))")
            #expect(wrong.errors.contains("the key or the initialisation vector is wrong"), "\(wrong.errors)")
        }
        // With a key, `inspect` refuses a file that is not encrypted.
        let plain = try LongwaveBinary.run(["inspect", "--key", digits, Sample.aac.path])
        #expect(plain.code == 65 && plain.errors.contains("cannot be decrypted"), "\(plain.errors)")
    }

    @Test(.enabled(if: Corpus.isPresent)) func anEncryptedSegmentOfTheCorpus() throws {
        let directory = Corpus.root + "/hls/segments"
        let run = try LongwaveBinary.run([
            "inspect", "--json", "--key", directory + "/encryptionKey.key", directory + "/encrypted.ts",
        ])
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.contains(#""encryption":{"method":"AES-128","iv":"00000000000000000000000000000000"}"#))
        #expect(run.output.contains(#""kind":"ts""#) && run.output.contains(#""transport":{"packets":"#))
    }

    /// `inspect` refuses each key that cannot be used. Its exit code distinguishes a key of the wrong length, an
    /// unreadable key file and wrong usage.
    @Test func keysThatAreNone() throws {
        let directory = try TemporaryDirectory()
        for (name, content) in [
            ("short", "0123456789"), ("digits", "000102030405060708090a0b0c0d0e0f\n"), ("empty", ""),
        ] {
            try TextFile.write(content, to: directory.path + "/" + name)
            let run = try LongwaveBinary.run(["inspect", "--key", directory.path + "/" + name, Sample.aac.path])
            #expect(run.code == 65 && run.output.isEmpty)
            #expect(run.errors.contains("has \(content.utf8.count) bytes, not 16"), "\(run.errors)")
        }
        for (key, code, words) in [
            (directory.path + "/missing", 66, "cannot be read"), ("nothing", 64, "file nothing not found"),
            ("0011", 64, "it has 4 digits"), ("/proc", 66, "cannot be read"),
        ] as [(String, Int32, String)] {
            let run = try LongwaveBinary.run(["inspect", "--key", key, Sample.aac.path])
            #expect(run.code == code && run.errors.contains(words), "\(run.code) \(run.errors)")
        }
    }

    @Test func whatCannotBeRead() throws {
        for path in ["/proc/nonexistent/x.mp3", "/proc"] {
            let run = try LongwaveBinary.run(["inspect", path])
            #expect(run.code == 66 && run.output.isEmpty)
            #expect(run.errors.split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: [
        ["inspect"], ["inspect", "--as", "wma", "x"], ["inspect", "--metaint", "-1", "x"],
        ["inspect", "--metaint", "1048577", "x"], ["inspect", "a", "b"], ["inspect", "--json", "--quiet", "x"],
        ["inspect", "--iv", "00", "x"], ["inspect", "--media-sequence", "1", "x"],
        ["inspect", "--key", "00", "--iv", "xyz", "x"], ["inspect", "--key", "00", "--iv", "", "x"],
        ["inspect", "--key", "00", "--iv", "000102030405060708090a0b0c0d0e0f00", "x"],
        ["inspect", "--key", "00", "--iv", "1", "--media-sequence", "1", "x"],
    ]) func wrongUsage(_ arguments: [String]) throws {
        let run = try LongwaveBinary.run(arguments)
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(run.errors.contains("Usage: longwave inspect"))
    }

    /// `inspect` reads a file of 768 MB, although its memory is limited to 600 MB. The file is sparse, so it takes no
    /// disk space.
    @Test(.disabled(if: Sanitizer.isOn, "a sanitizer takes memory of its own"))
    func memoryDoesNotGrowWithTheFile() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/hole"
        try TextFile.write("", to: file)
        #expect(truncate(file, 768 << 20) == 0)
        let script = "ulimit -v 600000; exec \"$@\""
        let run = try ChildProcess.run(
            "env",
            Self.plain + [
                "sh", "-c", script, "sh", LongwaveBinary.path, "inspect", "--as", "ogg", "--metaint", "16000", file,
            ])
        #expect(run.output.contains("\(768 << 20) bytes"))
    }
}

/// `longwave inspect` of media segments of HLS.
@Suite struct InspectSegmentTests {
    static func file(_ directory: TemporaryDirectory) throws -> String {
        var maker = FrameMaker()
        var stream = TransportStreamMaker()
        stream.tables([.init(0x101, 0x0F), .init(0x102, 0x15)])
        stream.pes(
            0x102, pts: 90_000,
            FrameMaker.id3([("TIT2", [3] + Array("Title".utf8)), ("TPE1", [3] + Array("Artist".utf8))]))
        for index in 0..<30 {
            if index == 20 { stream.skip(0x101) }
            stream.pes(0x101, pts: 90_000 + UInt64(index) * 1920, maker.adtsFrame(rateIndex: 3))
        }
        let path = directory.path + "/segment.aac"
        try TextFile.write(stream.take(), to: path)
        return path
    }

    @Test func asJSON() throws {
        let directory = try TemporaryDirectory()
        let run = try LongwaveBinary.run(["inspect", "--json", Self.file(directory)])
        #expect(run.code == 0 && run.lines.count == 1)
        for part in [
            #""kind":"ts""#, #""segment":{"packetCount":30,"bytes":9000,"duration":0.64,"start":1,"#,
            #""packets":[{"time":1,"duration":0.021333,"bytes":300},{"time":1.021333,"#, #""packetsOmitted":0"#,
            #""metadata":[{"time":1,"packet":0,"kind":"id3","#, #""artist":"Artist","title":"Title""#,
            #""damages":[20],"damageCount":1,"jumps":[],"#, #"{"pid":257,"type":15,"content":"AAC in ADTS"}"#,
            #"{"pid":257,"packets":60,"faults":1,"repeats":0,"scrambled":0}"#, #"{"kind":"transportFaults","#,
        ] {
            #expect(run.output.contains(part), "\(part)")
        }
        // A file that is not a segment has `"segment":null` in the JSON output.
        let other = try LongwaveBinary.run(["inspect", "--json", Sample.aac.path])
        #expect(other.output.contains(#""segment":null"#))
    }

    @Test func forPeople() throws {
        let directory = try TemporaryDirectory()
        let run = try LongwaveBinary.run(["inspect", Self.file(directory)])
        func has(_ field: String, _ text: String) -> Bool {
            run.lines.contains { $0.hasPrefix(field + " ") && $0.contains(text) }
        }
        #expect(has("kind", "an MPEG transport stream"))
        #expect(has("stream", "PID 257: AAC in ADTS (type 15)"))
        #expect(has("pid", "257: 60 packets, continuity faults: 1"))
        #expect(has("packets", "30, 9000 bytes, 0.64 s"))
        #expect(has("packet", "at 1 s, 0.021 s, 300 bytes"))
        #expect(has("packet", "and 10 more"))
        #expect(has("metadata", "at 1 s, id3, "))
        #expect(has("metadata", "Artist"))
        #expect(has("damage", "before packet 20"))
    }
}

/// `longwave inspect` of fragmented MP4 and of its initialization section.
@Suite struct InspectMp4Tests {
    static let initialization = Mp4Maker.initialization([Mp4Maker.Track(Mp4Maker.mp4a([0x12, 0x10]))])

    static func run(_ options: [String], _ bytes: [UInt8]) throws -> (output: String, lines: [Substring]) {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/segment.m4s"
        try TextFile.write(bytes, to: path)
        let run = try LongwaveBinary.run(["inspect"] + options + [path])
        #expect(run.code == 0)
        return (run.output, run.lines)
    }

    static var movie: [UInt8] {
        let tag = FrameMaker.id3([("TIT2", Array("\u{3}Title".utf8))])
        return initialization + Mp4Maker.message(version: 1, timescale: 44_100, time: 22_050, data: tag)
            + Mp4Fragment([[1, 2, 3], [4, 5]], time: 22_050).bytes
    }

    @Test func asJSON() throws {
        let run = try Self.run(["--json"], Self.movie)
        for part in [
            #""kind":"mp4""#, #""packetCount":2,"bytes":5,"#, #""packets":[{"time":0.5,"duration":0.02322,"bytes":3}"#,
            #""framing":"raw","sampleRate":44100,"channels":2"#, #""audioSpecificConfigBase64":"EhA=""#,
            #""metadata":[{"time":0.5,"packet":0,"kind":"id3","#, #""title":"Title""#,
            #""mp4":{"boxes":[{"type":"ftyp","offset":0,"bytes":24},{"type":"moov","offset":24,"#,
            #""boxCount":5,"boxesOmitted":0,"fragmented":true,"tracks":[{"id":1,"handler":"soun","timescale":44100,"#,
            #""editShift":0,"played":true,"entries":[{"type":"mp4a","sampleRate":44100,"channels":2,"#,
            #""problems":[]"#,
        ] {
            #expect(run.output.contains(part), "\(part) in \(run.output)")
        }
    }

    @Test func forPeople() throws {
        let run = try Self.run([], Self.movie)
        for (field, text) in [
            ("box", "ftyp at 0, 24 bytes"), ("track", "1: soun, 44100 units per second, mp4a, played"),
            ("form", "AAC, 44100 Hz, stereo, from packet 0"), ("packet", "at 0.5 s, 0.023 s, 3 bytes"),
            ("metadata", "Title"),
        ] {
            #expect(run.lines.contains { $0.hasPrefix(field + " ") && $0.contains(text) }, "\(field): \(text)")
        }
    }

    /// An initialization section contains no sound. The program does not report this as a problem.
    @Test func anInitializationSection() throws {
        #expect(try Self.run(["--json"], Self.initialization).output.contains(#""problems":[]"#))
        let encrypted = Mp4Maker.initialization([Mp4Maker.Track(Mp4Maker.encrypted(scheme: "cbcs"))])
        let run = try Self.run(["--json"], encrypted)
        #expect(run.output.contains(#""problem":"the sound is encrypted: cbcs"}"#))
        #expect(run.output.contains(#""problems":[{"kind":"encrypted","#))
    }
}
