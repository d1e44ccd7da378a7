import Testing

@testable import RadioFormats

@Suite struct SongLinkTests {
    private func url(_ template: String, _ track: TrackInfo) -> String {
        SongLinkTemplate(name: "Shop", url: template).link(to: track).url
    }

    @Test func placesAreFilledInAndEncoded() {
        var track = TrackInfo(kind: .song, artist: "AC/DC", title: "Rock & Röll?", text: "AC/DC - Rock & Röll?")
        track.album = "High+Voltage"
        #expect(
            url("https://shop.example/{album}/?q={artist}+{title}&x={y}#{", track)
                == "https://shop.example/High%2BVoltage/?q=AC%2FDC+Rock%20%26%20R%C3%B6ll%3F&x={y}#{")
    }

    /// An artist or title that looks like a placeholder, such as `{title}`, is inserted as text and not replaced.
    @Test func aNameThatLooksLikeAPlace() {
        let track = TrackInfo(kind: .song, artist: "{title}", title: "{artist}", text: "")
        #expect(url("https://a/{artist}/{title}", track) == "https://a/%7Btitle%7D/%7Bartist%7D")
    }

    /// A title that consists of one text, without artist and title, is used as the title of the link. The artist is
    /// empty.
    @Test func aLineThatIsNotTakenApart() {
        let track = TrackInfo(kind: .song, text: "Some line")
        #expect(url("https://a/?q={artist}+{title}", track) == "https://a/?q=+Some%20line")
    }

    @Test func textsHaveAMaximum() {
        let track = TrackInfo(kind: .song, artist: "A", title: String(repeating: "é", count: 5000), text: "")
        #expect(url("https://a/{title}", track).utf8.count == "https://a/".utf8.count + 200 * 6)
    }

    @Test func onlySongsHaveLinks() {
        let station = "http://radio.example/song/1"
        let song = TrackInfo(kind: .song, artist: "X", title: "A", text: "X - A", linkURL: station)
        #expect(song.links().map(\.name) == ["station", "MusicBrainz", "Bandcamp", "Discogs", "YouTube"])
        #expect(song.links().first?.url == station)
        #expect(song.links([]).map(\.url) == [station])
        #expect(TrackInfo(kind: .advertisement, text: "Buy", linkURL: station).links() == [])
    }
}
