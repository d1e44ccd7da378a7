import Longwave
import RadioFormats
import RadioLoop
import RadioText
import Synchronization
import TestSupport
import Testing

@testable import RadioPlayer

/// The picture that the player reports for the current title.
@Suite struct NowPlayingArtworkTests {
    /// The pictures that the player reported, in order. The player's thread appends them.
    private final class Story: Sendable {
        let pictures = Mutex<[String]>([])

        func add(_ artwork: Artwork?) {
            let text = artwork.map { "\($0.source.rawValue) \($0.width)" } ?? "none"
            pictures.withLock { $0.append(text) }
        }

        var all: [String] { pictures.withLock { $0 } }
    }

    /// Each title's picture is reported when the title is heard. A picture that arrives only after the end of its title
    /// is never reported.
    @Test func followsWhatIsHeard() async throws {
        let goOn = TestSignal()
        let server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/station.png": connection.reply(body: Pictures.grey(10, 10))
            case "/late.png":
                connection.wait(for: goOn)
                connection.reply(body: Pictures.grey(20, 20))
            case _: connection.reply(body: Pictures.grey(30, 30))
            }
        }
        defer { server.stop() }
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let folder = try TemporaryDirectory()
        let story = Story()
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        await player.manager.keepArtwork(in: folder.path) { story.add($0) }
        func hear(_ title: String, _ picture: String?) async -> Bool {
            let address = picture.map { "StreamUrl='\(server.url($0))';" } ?? ""
            station.setMetadata(Array("StreamTitle='\(title)';\(address)".utf8))
            return await eventually { player.entries.contains { $0.snapshot.nowPlaying?.track.text == title } }
        }
        await player.manager.play(
            PlaybackItem(Station(name: "A", urls: [station.url], artworkURL: server.url("/station.png"))))
        #expect(await eventually { story.all == ["station 10"] }, "\(story.all)")
        // The picture of the title "One" is still loading, so the station's picture stays.
        #expect(await hear("One", "/late.png"))
        #expect(await eventually { server.requests.contains { $0.path == "/late.png" } })
        #expect(await hear("Two", "/two.png"))
        #expect(await eventually { story.all == ["station 10", "track 30"] }, "\(story.all)")
        goOn.raise()
        // The title "Three" has no picture, so the station's picture returns.
        #expect(await hear("Three", nil))
        #expect(await eventually { story.all == ["station 10", "track 30", "none", "station 10"] }, "\(story.all)")
        // The new station has no picture, so the program's own picture is reported.
        await player.manager.play(PlaybackItem(url: station.url))
        #expect(await eventually { story.all.suffix(2) == ["none", "fallback 256"] }, "\(story.all)")
        #expect(!story.all.contains("track 20"))
    }

    /// Commands that encode sound and add a picture to the file's tags. `@block` stands for the picture as a
    /// METADATA_BLOCK_PICTURE in Base64.
    static let encoders = [
        "oggenc -Q -c TITLE=One -c METADATA_BLOCK_PICTURE=@block -o @out.ogg @in",
        "opusenc --quiet --title One --picture @picture @in @out.opus",
        "flac --silent -T TITLE=One --picture=@picture -o @out.flac @in",
        "flac --silent --ogg -T TITLE=One --picture=@picture -o @out.oga @in",
        "ffmpeg -v error -i @in -i @picture -c:a aac -c:v copy -disposition:v attached_pic -metadata title=One @out.m4a",
    ]

    @Test(
        .enabled(if: ["ffmpeg", "oggenc", "opusenc", "flac"].allSatisfy(ChildProcess.exists)), arguments: encoders)
    func isInTheSound(_ encoder: String) async throws {
        let folder = try TemporaryDirectory()
        let picture = Pictures.grey(30, 30)
        let block: [UInt8] =
            [0, 0, 0, 3, 0, 0, 0, 9] + Array("image/png".utf8) + [UInt8](repeating: 0, count: 20)
            + [0, 0, UInt8(picture.count >> 8), UInt8(picture.count & 0xFF)] + picture
        _ = try folder.write("picture.png", picture)
        let commands = ["ffmpeg -v error -f lavfi -i sine=duration=5 -ac 2 @in", encoder].map { command in
            [("@in", "/in.wav"), ("@picture", "/picture.png"), ("@out", "/out")].reduce(command) {
                $0.replacing($1.0, with: folder.path + $1.1)
            }.replacing("@block", with: Base64Text.encode(block)).split(separator: " ").map(String.init)
        }
        for words in commands {
            let result = try ChildProcess.run(words[0], Array(words[1...]))
            try #require(result.code == 0, "\(result.output)")
        }
        let file = try #require(commands[1].first { $0.contains("/out.") })
        let story = Story()
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        await player.manager.keepArtwork(in: folder.path) { story.add($0) }
        await player.manager.play(PlaybackItem(url: file))
        #expect(await eventually { story.all.last == "embedded 30" }, "\(story.all)")
        let track = player.entries.compactMap { $0.snapshot.nowPlaying?.track }.last
        #expect(track?.title == "One")
        #expect(track.map { MetadataReader.pictures(in: TimedMetadata(kind: .vorbisComment, raw: $0.raw)) } == [])
    }

    /// Of several pictures, the picture inside a file's tags precedes a picture at an address, and the front cover
    /// precedes other kinds.
    @Test func theOrder() {
        func frame(_ id: String, _ content: [UInt8]) -> [UInt8] {
            Array(id.utf8) + [0, 0, UInt8(content.count >> 7), UInt8(content.count & 0x7F), 0, 0] + content
        }
        func picture(_ type: UInt8, _ mime: String, _ bytes: [UInt8]) -> [UInt8] {
            frame("APIC", [0] + Array(mime.utf8) + [0, type, 0] + bytes)
        }
        let frames =
            frame("TIT2", [3] + Array("Title".utf8)) + picture(4, "image/png", [1]) + picture(3, "image/png", [2])
            + picture(0, "-->", Array("http://host/c.jpg".utf8))
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)] + frames
        var snapshot = PlaybackSnapshot()
        #expect(NowPlayingArtwork.candidates(snapshot).isEmpty)
        snapshot.item = PlaybackItem(Station(name: "A", urls: [], artworkURL: "http://host/s.png"))
        #expect(NowPlayingArtwork.candidates(snapshot) == [.station("http://host/s.png")])
        snapshot.nowPlaying = NowPlaying(
            track: TrackInfo(kind: .song, text: "Title", artworkURL: "http://host/t.png", raw: tag), stationName: "A",
            artworkURL: "http://host/t.png",
            pictures: MetadataReader.pictures(in: TimedMetadata(kind: .id3, raw: tag)), received: .now, heard: .now,
            position: .zero)
        #expect(
            NowPlayingArtwork.candidates(snapshot) == [
                .embedded([2]), .embedded([1]), .track("http://host/c.jpg"), .track("http://host/t.png"),
                .station("http://host/s.png"),
            ])
    }
}

extension PlaybackManager {
    /// Reports the artwork of the current title to `onChange` for as long as the player lives.
    fileprivate func keepArtwork(in folder: String, _ onChange: @escaping @Sendable (Artwork?) -> Void) {
        let artwork = NowPlayingArtwork(self, cache: ArtworkCache(folder: folder, loop: loop)) { onChange($0) }
        keepObserving { _ in withExtendedLifetime(artwork) {} }
    }
}
