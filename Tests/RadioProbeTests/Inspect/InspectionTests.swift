import RadioFormats
import RadioStreams
import TestSupport
import Testing

@testable import RadioProbe

@Suite struct InspectionTests {
    static func inspect(
        _ bytes: [UInt8], _ form: CaptureInspector.Form = .stream(nil), metaint: Int? = nil, charset: String? = nil
    ) -> Inspection {
        let reader = InspectionReader(form, metaint: metaint, charset: charset)
        bytes.withUnsafeBytes { reader.feed($0) }
        return reader.finish()
    }

    // Metadata blocks of real stations and what they mean. The player's reader of titles is tested with the same rows.
    @Test(
        arguments: [
            ("StreamTitle='Yazoo - Don't Go';", .song, "Yazoo", "Don't Go"),
            ("StreamTitle='Artist - Rock 'n' Roll';StreamUrl='';", .song, "Artist", "Rock 'n' Roll"),
            ("StreamTitle='Kurtis; Blow; - Basketball; (1984)';", .song, "Kurtis; Blow;", "Basketball; (1984)"),
            ("a='b'c';StreamTitle='foo'bar'", .unknown, nil, "foo'bar"),
            ("NotStreamTitle='x'; StreamTitle='y';", .unknown, nil, "y"),
            ("StreamTitle='A - B';StreamUrl='http://exam", .song, "A", "B"),
            ("streamtitle=\"A - B\";", .song, "A", "B"),
            (
                "StreamTitle='THE WEEKND &amp; KENDRICK LAMAR - PRAY FOR ME';", .song, "THE WEEKND & KENDRICK LAMAR",
                "PRAY FOR ME"
            ),
            ("StreamTitle='';", .none, nil, nil), ("StreamTitle=' - ';", .none, nil, nil),
            ("StreamTitle='_';\u{0}\u{0}\u{0}", .none, nil, nil),
            ("StreamTitle='KIM CARNES / BETTE DAVIS EYES';", .song, "KIM CARNES", "BETTE DAVIS EYES"),
        ] as [(String, TrackInfo.Kind, String?, String?)])
    func readsBlocks(_ block: String, _ kind: TrackInfo.Kind, _ artist: String?, _ title: String?) throws {
        let bare = try #require(Self.inspect(Array(block.utf8), .block).tracks.first)
        #expect(bare.kind == kind && bare.artist == artist && bare.title == title)
        // The same block in the middle of a stream has the same meaning.
        let units = (block.utf8.count + 15) / 16
        let padded = Array(block.utf8) + [UInt8](repeating: 0, count: units * 16 - block.utf8.count)
        let stream = Self.inspect([7, UInt8(units)] + padded, .stream(.unknown), metaint: 1)
        #expect(stream.tracks == [bare])
    }

    /// The response head in a capture states the station's name. A title that only repeats this name is not a title.
    @Test(arguments: [("Example FM", TrackInfo.Kind.none), ("Yazoo - Don't Go", .song)])
    func aStationsNameIsNoTitle(_ title: String, _ kind: TrackInfo.Kind) throws {
        let block = Array("StreamTitle='\(title)';".utf8)
        let units = (block.count + 15) / 16
        let head = Array("ICY 200 OK\r\nicy-name: Example FM 98.5\r\nicy-metaint: 1\r\n\r\n".utf8)
        let padding = [UInt8](repeating: 0, count: units * 16 - block.count)
        let inspection = Self.inspect(head + [7, UInt8(units)] + block + padding)
        #expect(inspection.tracks.map(\.kind) == [kind])
    }

    @Test func titlesOfOtherCharsets() throws {
        // The block is in windows-1252. First the charset is detected, then the caller states it.
        let block = Array("StreamTitle='Rock".utf8) + [0x92] + Array("n Roll';".utf8)
        #expect(Self.inspect(block, .block).tracks.first?.title == "Rock’n Roll")
        #expect(Self.inspect(block, .block, charset: "windows-1252").tracks.first?.title == "Rock’n Roll")
    }

    @Test(
        .enabled(if: Corpus.isPresent),
        arguments: [
            ("4EverFloyd-1-8192.mp3", 8192, "Shine on You Crazy Diamond, Pts. 1-5", 48_000, 128_000),
            ("4EverFloyd-2-8192.mp3", 8192, "Mother", 48_000, 128_000),
            ("KFRC-1-16000.mp3", 16_000, "Dust in the Wind", 22_050, 64_000),
            ("KFRC-2-16000.mp3", 16_000, "Everyday People", 22_050, 64_000),
            ("TheComedyChannel-1-16000.mp3", 16_000, "Heist / Monkey", 32_000, 80_000),
            ("icy-server-response-metaint", nil, "Alive (Greg B Remix)", 44_100, 192_000),
        ] as [(String, Int?, String, Int, Int)])
    func stationsAsTheyWere(_ file: String, _ metaint: Int?, _ title: String, _ rate: Int, _ bitRate: Int) throws {
        let inspection = Self.inspect(try Corpus.read("icy/" + file), metaint: metaint)
        #expect(Set(inspection.tracks.map(\.title)) == [title])
        let frames = try #require(inspection.report.frames)
        #expect(frames.forms.map(\.sampleRate) == [rate])
        #expect(frames.bitRate.minimum == bitRate && frames.bitRate.maximum == bitRate)
        // Where the metadata was removed, the sound has no gap.
        #expect(frames.gapCount == 0 && inspection.report.problems.isEmpty)
    }

    /// The capture lacks the response head, so the metaint is unknown, and each metadata block is garbage between two
    /// frames.
    @Test(.enabled(if: Corpus.isPresent)) func metadataTakenForSound() throws {
        let inspection = Self.inspect(try Corpus.read("icy/4EverFloyd-1-8192.mp3"))
        #expect(try #require(inspection.report.frames).gapCount > 10)
        #expect(inspection.report.problems.contains { $0.name == "gaps" })
    }

    @Test(
        .enabled(if: Corpus.isPresent),
        arguments: [
            ("he1.aac", 22_050, 2), ("he1mono.aac", 22_050, 1), ("he2.aac", 22_050, 1), ("mono.aac", 44_100, 1),
            ("mono22.aac", 22_050, 1), ("t22.aac", 22_050, 2),
        ])
    func soundThatOthersEncoded(_ file: String, _ rate: Int, _ channels: Int) throws {
        let frames = try #require(Self.inspect(try Corpus.read("audio/" + file)).report.frames)
        #expect(frames.forms == [.init(sampleRate: rate, channelCount: channels, frameCount: frames.count)])
        #expect(frames.gapCount == 0)
    }

    @Test func tags() throws {
        let title = FrameMaker.id3([("TIT2", [3] + Array("Título".utf8)), ("TXXX", [3] + Array("key\u{0}value".utf8))])
        let last = Array("TAGTitre".utf8) + [UInt8](repeating: 0, count: 25) + Array("Caf".utf8) + [0xE9]
        let v1 = last + [UInt8](repeating: 0x20, count: 128 - last.count)
        let inspection = Self.inspect(title + (try Sample.mp2.read()) + v1)
        #expect(inspection.tags.map(\.version) == [4, 1])
        #expect(
            inspection.tags[0].frames == [
                .init(id: "TIT2", text: "Título"), .init(id: "TXXX", description: "key", text: "value"),
            ])
        #expect(
            inspection.tags[1].frames == [.init(id: "TIT2", text: "Titre"), .init(id: "TPE1", text: "Café")])
    }

    @Test func lists() throws {
        let pls = Self.inspect(Array("[playlist]\nFile1=http://a.example/\nTitle1=A\n".utf8))
        #expect(pls.entries.map(\.url) == ["http://a.example/"] && pls.entries.map(\.title) == ["A"])
        let m3u = Self.inspect(Array("#EXTM3U\n#EXTINF:-1,B\nhttp://b.example/\n".utf8))
        #expect(m3u.entries.map(\.url) == ["http://b.example/"])
        // The capture has a response head before the list. It is not part of the list.
        let head = "HTTP/1.1 200 OK\r\nContent-Type: audio/x-mpegurl\r\n\r\n"
        let captured = Self.inspect(Array("\(head)#EXTM3U\n#EXTINF:-1,B\nhttp://b.example/\n".utf8))
        let list = try #require(try captured.list?.get())
        #expect(list.stations.map(\.name) == ["B"] && list.problems.isEmpty)
        #expect(
            Self.inspect(Array("\(head)#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n".utf8)).list
                == nil)
        // Without a content type, this text is not recognised as a list, unless the caller says that it is one.
        #expect(Self.inspect(Array("b.example/x\n".utf8)).entries.isEmpty)
        #expect(Self.inspect(Array("b.example/x\n".utf8), .stream(.m3u)).entries.count == 1)
    }

    @Test func filesThatAreNotThere() throws {
        #expect(throws: StreamError.fileMissing("/proc/nonexistent/x")) {
            try InspectionReader().read(path: "/proc/nonexistent/x")
        }
        #expect { try InspectionReader().read(path: "/proc") } throws: { error in
            if case .fileUnreadable? = error as? StreamError { true } else { false }
        }
    }
}
