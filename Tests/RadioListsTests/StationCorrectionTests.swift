import RadioFormats
import RadioLists
import Testing

@Suite struct StationCorrectionTests {
    private static func correction(_ station: Station, _ change: (inout StationCorrection) -> Void) -> StationCorrection
    {
        var correction = StationCorrection(station)
        change(&correction)
        return correction
    }

    private static func stations(_ text: String) throws -> [Station] { try StationFile.read(Array(text.utf8)).stations }

    /// Correcting a station list changes only the corrected values. All other bytes of the file stay the same.
    @Test func aFileStaysAsItWasWritten() throws {
        let before =
            #"{ "v": 1e3, "station" : [ {"x": [1.50], "name":"A" , "streamURL" :  "http://a/","urls":["http://b/", "http://c/"], "bitrate": 64.0 }, 7, {"name":"B","streamURL":"http://a/"} ], "z": "\u00e9"}"#
            + "\n"
        let after =
            #"{ "v": 1e3, "station" : [ {"x": [1.50], "name":"A" , "streamURL" :  "http://new/","urls":["http://b/","http://d/"], "bitrate": 128, "codec": "MP3" }, 7, {"name":"B","streamURL":"http://a/"} ], "z": "\u00e9"}"#
            + "\n"
        let station = try #require(Self.stations(before).first)
        let correction = Self.correction(station) {
            $0.move("http://a/", to: "http://new/")
            $0.move("http://c/", to: "http://d/")
            $0.setBitRate(128_000)
            $0.setCodec("MP3")
        }
        #expect(correction.fields == [.url, .furtherURLs, .codec, .bitRate])
        let result = try StationFileEditor.correct([correction], in: Array(before.utf8))
        #expect(String(decoding: result.file, as: UTF8.self) == after)
        #expect(result.corrected == [0])
    }

    @Test func whatIsNoLongerAsItWasIsLeftAlone() throws {
        let file = #"{"station":[{"name":"A","streamURL":"http://a/","codec":"AAC"}]}"#
        let correction = Self.correction(Station(name: "A", urls: ["http://a/"])) { $0.setCodec("MP3") }
        let result = try StationFileEditor.correct([correction], in: Array(file.utf8))
        #expect(result.corrected.isEmpty && result.file == Array(file.utf8))
    }

    /// The list has several equal entries. They are the same station for the library, so all are corrected.
    @Test func entriesThatAreAlikeAreAllCorrected() throws {
        let entry = #"{"name":"A","streamURL":"http://a/"}"#
        let other = #"{"name":"B","streamURL":"http://a/"}"#
        let file = #"{"station":[\#(entry),\#(other),\#(entry)]}"#
        let correction = Self.correction(Station(name: "A", urls: ["http://a/"])) {
            $0.move("http://a/", to: "http://n/")
        }
        let result = try StationFileEditor.correct([correction], in: Array(file.utf8))
        let new = entry.replacing("http://a/", with: "http://n/")
        #expect(String(decoding: result.file, as: UTF8.self) == #"{"station":[\#(new),\#(other),\#(new)]}"#)
    }

    @Test func onlyAddressesThatCanBePlayed() {
        let station = Station(name: "A", urls: ["http://a/", "http://b/"], bitRate: 128_000)
        #expect(Self.correction(station) { $0.move("http://a/", to: "mms://x/") }.changes.isEmpty)
        #expect(Self.correction(station) { $0.move("http://x/", to: "http://y/") }.changes.isEmpty)
        #expect(Self.correction(station) { $0.move("http://a/", to: "http://a/") }.changes.isEmpty)
        #expect(Self.correction(station) { $0.setBitRate(128_000) }.changes.isEmpty)
        // The new address is written in the form in which the program requests it, with `%20` for a space.
        #expect(Self.correction(station) { $0.move("http://b/", to: "http://c/a b") }.new.urls[1] == "http://c/a%20b")
        #expect(Self.correction(station) { $0.move("http://a/", to: "http://b/") }.new.urls == ["http://b/"])
    }

    @Test func broken() {
        #expect(throws: StationFileError.self) { try StationFileEditor.correct([], in: Array("[]".utf8)) }
    }
}
