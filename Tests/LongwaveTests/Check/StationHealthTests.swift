import RadioAudio
import RadioFormats
import RadioHls
import RadioLists
import RadioStreams
import Testing

@testable import Longwave

/// The corrections of a station list that follow from the results of a check.
@Suite struct StationHealthTests {
    private static func alive(
        _ url: String, hops: [Int] = [200], framing: MediaFormat.Framing = .mpegAudio, rate: Int? = 128_000,
        decodedRate: Int = 44_100, isParametricStereo: Bool = false
    ) -> AddressHealth {
        var health = AddressHealth(HeardSound(url: url))
        health.redirects = RedirectChain(
            hops.enumerated().map { .init(url: $0 == 0 ? url : "http://new\($0)/", status: $1) })
        health.heard.info = StreamInfo(url: url, isFinite: false)
        health.heard.format = MediaFormat(
            codec: framing == .mpegAudio ? .mpegLayer3 : .aac, framing: framing,
            sampleRate: framing == .mpegAudio ? 44_100 : 22_050, channelCount: 2, bitRate: rate)
        health.heard.decoded = [PCMFormat(sampleRate: decodedRate, channelCount: 2)]
        health.heard.isParametricStereo = isParametricStereo
        health.heard.soundByteCount = 16_000
        health.heard.soundDuration = MediaTime(seconds: 1)
        health.heard.packetCount = 40
        return health
    }

    private static func dead(_ url: String, hops: [Int] = [404]) -> AddressHealth {
        var health = AddressHealth(HeardSound(url: url))
        health.redirects = RedirectChain(
            hops.enumerated().map { .init(url: $0 == 0 ? url : "http://new\($0)/", status: $1) })
        health.heard.error = .stream(.notFound(status: 404, url))
        return health
    }

    private static func station(_ urls: [String], codec: String? = "MP3", bitRate: Int? = 128_000) -> Station {
        Station(name: "S", urls: urls, codec: codec, bitRate: bitRate)
    }

    @Test func whatIsRightStays() {
        let station = Self.station(["http://a/", "http://b/"])
        let health = StationHealth(station, addresses: [Self.alive("http://a/"), Self.dead("http://b/")])
        #expect(
            health.isAlive && health.isComplete && health.correction == nil && health.dead.map(\.url) == ["http://b/"])
    }

    /// The directory has another address for a dead station. It replaces the station's first address. Its other dead
    /// addresses stay, because they may work again.
    @Test func whatWasFoundElsewhereReplacesTheFirst() throws {
        let station = Self.station(["http://a/", "http://b/"], codec: "AAC")
        var health = StationHealth(station, addresses: [Self.dead("http://a/"), Self.dead("http://b/")])
        #expect(health.correction == nil)
        health.found = Self.alive("http://c/", hops: [301, 200])
        let correction = try #require(health.correction)
        #expect(correction.new.urls == ["http://new1/", "http://b/"] && correction.new.codec == "MP3")
        #expect(!health.isAlive)
        // The station's second address plays, so the list stays unchanged.
        health.addresses[1] = Self.alive("http://b/")
        #expect(health.correction?.new.urls == ["http://a/", "http://b/"])
    }

    @Test func permanentRedirectsAreFollowed() throws {
        let station = Self.station(["http://a/", "http://b/", "http://c/", "http://new1/"])
        let health = StationHealth(
            station,
            addresses: [
                Self.alive("http://a/", hops: [302, 200]), Self.alive("http://b/", hops: [301, 308, 302, 200]),
                // The redirect leads to a dead address, so the old address stays.
                Self.dead("http://c/", hops: [301, 404]), Self.alive("http://new1/"),
            ])
        let correction = try #require(health.correction)
        #expect(correction.new.urls == ["http://a/", "http://new2/", "http://c/", "http://new1/"])
        #expect(correction.fields == [.furtherURLs])
        #expect(correction.changes == [.init(field: .furtherURLs, old: "http://b/", new: "http://new2/")])
    }

    @Test func anAddressComesOnce() throws {
        let health = StationHealth(
            Self.station(["http://a/", "http://new1/"]),
            addresses: [Self.alive("http://a/", hops: [301, 200]), Self.alive("http://new1/")])
        let correction = try #require(health.correction)
        #expect(correction.new.urls == ["http://new1/"] && correction.fields == [.url, .furtherURLs])
    }

    @Test func theFirstThatPlaysTellsWhatItIs() throws {
        let health = StationHealth(
            Self.station(["http://a/", "http://b/", "http://c/"], codec: nil, bitRate: 64_000),
            addresses: [
                Self.dead("http://a/"), Self.alive("http://b/"), Self.alive("http://c/", framing: .adts, rate: nil),
            ])
        let correction = try #require(health.correction)
        #expect(correction.new.codec == "MP3" && correction.new.bitRate == 128_000)
        #expect(
            correction.changes == [
                .init(field: .codec, old: nil, new: "MP3"), .init(field: .bitRate, old: "64 kbit/s", new: "128 kbit/s"),
            ])
    }

    @Test func nothingIsSaidOfTheDead() {
        let health = StationHealth(
            Self.station(["http://a/"], codec: nil), addresses: [Self.dead("http://a/", hops: [301, 404])])
        #expect(health.correction == nil && health.moved.isEmpty && !health.isAlive)
        #expect(StationHealth(Self.station(["http://a/"])).correction == nil)
    }

    /// A station has variants with several bit rates. The received bit rate is not a fact about the station, so it is
    /// not written.
    @Test func variantsHaveNoBitRate() {
        var health = Self.alive("http://a/")
        health.heard.info?.presentation = HlsPresentation()
        #expect(health.bitRate == 128_000)
        health.heard.info?.presentation?.variants = ["64", "128"].map { Variant(uri: $0, bandwidth: 64_000) }
        #expect(health.bitRate == nil)
    }

    @Test(
        arguments: [
            (nil, "MP3", true), ("mp3", "MP3", false), ("MPEG", "MP3", false), ("audio/mpeg", "MP3", false),
            ("AAC", "MP3", true), ("aac", "AAC", false), ("AAC", "HE-AAC", true), ("AAC+", "HE-AAC", false),
            ("he-aac", "HE-AAC", false), ("HEAAC", "HE-AAC", false), ("AAC+", "HE-AAC v2", false),
            ("HE-AAC", "HE-AAC v2", true), ("HE-AACv2", "HE-AAC v2", false), ("HE-AAC v2", "HE-AAC", true),
            ("MP2", "MP3", true), ("OGG", "Vorbis", false), ("VORBIS", "Vorbis", false),
            ("Ogg Vorbis", "Vorbis", false), ("OGG", "Opus", false), ("OPUS", "Opus", false), ("OGG", "FLAC", false),
            ("Ogg/FLAC", "FLAC", false), ("flac", "FLAC", false), ("OGG", "MP3", true), ("Vorbis", "Opus", true),
            ("MP3", "Vorbis", true),
        ] as [(String?, String, Bool)])
    func codecsHaveManyNames(_ listed: String?, _ found: String, _ differs: Bool) {
        #expect(StationHealth.differs(listed, found) == differs)
    }

    /// Opus and FLAC may come in Ogg or in MP4. Their packets do not show which of the two it was.
    @Test(arguments: [
        ("application/ogg", true, true), ("audio/ogg", true, true), ("audio/opus", true, true),
        ("audio/flac", true, false), ("audio/mp4", true, true), ("audio/mpeg", false, false),
        ("application/octet-stream", true, true),
    ]) func `what a server calls Ogg and FLAC`(type: String, isFlac: Bool, isOpus: Bool) throws {
        let head = Array("OpusHead\u{1}\u{2}".utf8) + [UInt8](repeating: 0, count: 9)
        let header = try #require(head.withUnsafeBytes { OpusHeader($0) })
        let info = FlacStreamInfo(sampleRate: 44_100, channelCount: 2, bitsPerSample: 16, maximumBlock: 4096)
        for (framing, fits) in [(info.mediaFormat.framing, isFlac), (header.mediaFormat.framing, isOpus)] {
            var health = Self.alive("http://a/", framing: framing, rate: nil)
            health.heard.info?.contentType = type
            #expect(health.problems.isEmpty == fits, "\(framing)")
        }
    }

    @Test func whatIsWrongAlthoughItPlays() {
        var health = Self.alive("http://a/", framing: .adts, rate: nil, decodedRate: 44_100)
        #expect(health.codecName == "HE-AAC" && health.problems.isEmpty)
        health.heard.info?.contentType = "audio/mpeg"
        health.heard.info?.bitRate = 320_000
        #expect(
            health.problems == [
                .otherContent(declared: "audio/mpeg", found: .adts), .bitRate(declared: 320_000, found: 128_000),
            ])
        health.heard.info = StreamInfo(url: "http://a/", isFinite: false)
        // One or two damaged frames are normal: the first frames may need bytes from before the connection.
        health.heard.damagedCount = 2
        #expect(health.problems.isEmpty)
        health.heard.damagedCount = 9
        #expect(health.problems == [.undecodable(frames: 9, of: 40)])
    }
}
