import CWebPage
import Longwave
import RadioFormats
import RadioJSON
import RadioLists
import RadioPlayer
import RadioStations
import RadioText

/// The page for browsers.
///
/// The page's script shows the player's state and sends commands. A browser without JavaScript shows forms with the most
/// useful commands instead.
struct WebPage {
    /// What a page shows when it is sent.
    struct Content {
        var state: PlayerState
        /// The words that the listener searches; empty without a search.
        var words = ""
        /// The stations to choose from: those found, or the favourites, or the first of the list.
        var stations: [LibraryItem] = []
        /// The number of all stations found; ``stations`` may contain fewer.
        var stationCount = 0
        /// Why the last form could not be carried out.
        var problem: String?
    }

    /// The page's text before a player's state is put into it. The texts of its script and its style never change.
    static let template = String(
        decoding: UnsafeBufferPointer(start: longwave_web_page(), count: longwave_web_page_size()), as: UTF8.self)

    /// The template before and after the place of the state.
    private static let parts = template.split(separator: "<!--state-->", maxSplits: 1)

    static func html(_ content: Content) -> String {
        let state = JSONLine(clock: .now()).value(content.state).text().replacing("<", with: "\\u003c")
        return """
            \(parts[0])<script type="application/json" id="first">\(state)</script>
            <noscript><div id="basics">\(basics(content))</div></noscript>\(parts[1])
            """
    }

    private static func basics(_ content: Content) -> String {
        let snapshot = content.state.snapshot, now = snapshot.nowPlaying
        let name = now?.stationName ?? snapshot.item?.station.name ?? "Nothing plays yet"
        let status = [content.state.status.state, content.state.status.reason].compactMap(\.self)
            .joined(separator: ": ")
        let back = content.words.isEmpty ? "/" : "/?q=\(URLReference.percentEncoded(content.words))"
        let picture = now?.artworkURL == nil ? "" : #"<img src="/api/v1/artwork" alt="" width="160" height="160">"#
        let notice = content.problem.map { #"<p class="notice bad" role="alert">\#($0.html)</p>"# } ?? ""
        return """
            <main class="page"><h1>Longwave</h1>\(notice)
            <section>\(picture)<h2>\((now?.track.title ?? now?.track.text ?? name).html)</h2>
            <p>\([now?.artist, name].compactMap(\.self).joined(separator: " · ").html)</p>
            <p class="soft">\([status, snapshot.stream?.summary].compactMap(\.self).joined(separator: " · ").html)
            <a href="/">Refresh</a></p>
            \(form(back, buttons: [
                ("play", "Play"), ("pause", "Pause"), ("stop", "Stop"), ("previous", "Previous station"),
                ("next", "Next station"), ("like", "Like"), ("keep", "Keep this title"), ("mute", "Mute"),
            ].map { button("method", $0, $1) }))
            \(form(back, "seek", buttons: [button("by", "-30", "30 seconds back"), button("by", "30", "30 seconds forward")]))
            \(form(back, "seek", buttons: [button("live", "true", "Live")]))
            \(form(back, "volume", buttons: [button("by", "-0.05", "Softer"), button("by", "0.05", "Louder")]))
            <p class="soft">Volume \(Int((snapshot.volume * 100).rounded())) %\(snapshot.isMuted ? ", muted" : "")</p>
            </section>\(stations(content, back))</main>
            """
    }

    private static func stations(_ content: Content, _ back: String) -> String {
        // The page is sent to browsers with JavaScript, too, and stays small for them.
        let rows = content.stations.prefix(content.words.isEmpty ? 8 : 100).map { item in
            let about = [item.station.summary, item.station.country].compactMap(\.self).joined(separator: " · ")
            return "<li>\(button("what", item.id, item.station.name))<span class=\"soft\">\(about.html)</span></li>"
        }
        return """
            <section><h2>Stations</h2>
            <form class="tools" role="search" method="get" action="/"><label class="unseen" for="q">Search stations</label>
            <input class="field" id="q" type="search" name="q" value="\(content.words.html)">
            <button class="chip">Search</button></form>
            <p class="soft">\(content.stationCount) stations\(content.stationCount > rows.count ? "; the first \(rows.count):" : "")</p>
            \(form(back, "play", buttons: ["<ul>"] + rows + ["</ul>"]))</section>
            """
    }

    /// Returns a form that sends a command. If `method` is nil, the buttons name the command.
    private static func form(_ back: String, _ method: String? = nil, buttons: [String]) -> String {
        let name = method.map { #"<input type="hidden" name="method" value="\#($0)">"# } ?? ""
        return """
            <form class="tools" method="post" action="/api/v1/commands">\(name)
            <input type="hidden" name="back" value="\(back.html)">\(buttons.joined(separator: "\n"))</form>
            """
    }

    private static func button(_ name: String, _ value: String, _ text: String) -> String {
        #"<button class="chip" name="\#(name)" value="\#(value.html)">\#(text.html)</button>"#
    }
}

extension String {
    /// The text with the characters escaped that have a meaning in HTML.
    fileprivate var html: String { ListText.xml(PlainText.clean(self)) }
}
