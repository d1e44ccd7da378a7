import Longwave
import RadioFormats
import RadioJSON
import RadioPlayer
import RadioStations
import Testing

@testable import RadioWeb

@Suite struct WebPageTests {
    /// Texts with which a station could try to add elements, attributes or script to the page.
    static let hostile = [
        "<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "</noscript><b>", "\" onclick=\"alert(1)",
        "<!--", "&lt;b&gt;", "a\u{0}\u{1F}b",
    ]

    private func content(_ name: String) -> WebPage.Content {
        var snapshot = PlaybackSnapshot()
        let station = Station(name: name, urls: ["http://radio.example/\(name)"])
        snapshot.item = PlaybackItem(station)
        let item = LibraryItem(number: 1, id: name, recordID: name, station: station, user: UserProperties())
        return WebPage.Content(
            state: PlayerState(snapshot), words: name, stations: [item], stationCount: 2, problem: name)
    }

    @Test func thePageIsSmallAndComplete() throws {
        let page = WebPage.template
        #expect(page.utf8.count < 60_000)
        for tag in ["script", "style"] {
            #expect(page.split(separator: "<\(tag)", omittingEmptySubsequences: false).count == 2)
            #expect(page.contains("<\(tag)>\n"))
        }
        // Style and script in attributes would need `unsafe-inline`.
        #expect(page.firstMatch(of: /<[a-z][^>]*\s(style|on[a-z]+)=/) == nil)
        // Nothing is fetched from another host: the only addresses are names of SVG's elements.
        let addresses = page.matches(of: /https?:\/\/[^'"\s]*/).map { String($0.output) }
        #expect(addresses.allSatisfy { $0 == "http://www.w3.org/2000/svg" })
    }

    @Test(arguments: hostile) func textOfStrangersStaysText(_ text: String) throws {
        let parts = /<script type="application\/json" id="first">([^<]*)<\/script>\s*<noscript>(.*?)<\/noscript>/
            .dotMatchesNewlines()
        let page = WebPage.html(content(text))
        let (_, state, basics) = try #require(page.firstMatch(of: parts)).output
        #expect(try JSONReader.read(Array(state.utf8))["item"]?["name"]?.string == text)
        let usual = try #require(WebPage.html(content("Pier")).firstMatch(of: parts)).output.2
        #expect(Self.structure(basics) == Self.structure(usual))
        #expect(page.replacing(parts, with: "") == WebPage.template.replacing("<!--state-->", with: ""))
    }

    /// The tags of a page without the values of their attributes, and without the text between them.
    private static func structure(_ page: Substring) -> [String] {
        page.matches(of: /<[^>]*>/).map { String($0.output.replacing(/"[^"]*"/, with: "")) }
    }

    @Test func theBasicsSayWhatPlaysAndSearch() {
        let page = WebPage.html(content("Pier & Sea"))
        for part in [
            "<h2>Pier &amp; Sea</h2>", "<button class=\"chip\" name=\"method\" value=\"pause\">Pause</button>",
            "name=\"back\" value=\"/?q=Pier%20%26%20Sea\"", "2 stations; the first 1:",
            "<button class=\"chip\" name=\"what\" value=\"Pier &amp; Sea\">Pier &amp; Sea</button>", "Volume 100 %",
            "role=\"alert\">Pier &amp; Sea</p>",
        ] { #expect(page.contains(part), "\(part)") }
    }
}
