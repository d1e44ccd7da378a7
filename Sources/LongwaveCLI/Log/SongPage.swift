import Longwave
import LongwaveDesktop
import LongwaveTerminal

/// The page of `songs --html`: charts as inline SVG, without scripts and other files. A pure value.
struct SongPage {
    typealias Chart = SongPrinter.Chart

    /// When the plays began, in words.
    var period: String
    /// All plays.
    var top: Chart
    /// Whether the songs were compared with the time before.
    var isCompared: Bool
    var hours: [Chart]
    /// The plays of each day or week, and which of the two.
    var times: (title: String, charts: [Chart])
    /// The stations with the most plays, and how many there are.
    var stations: [StationCount]
    var stationCount: Int

    /// Width in SVG units of all charts.
    private static let width = 960

    var html: String {
        var body = """
            <header><h1>What stations played</h1><p>\(Self.escaped(period))</p></header>
            <ul class="facts">\(fact(top.count, "plays"))\(fact(stationCount, "stations"))</ul>
            <section><h2>Most played songs</h2>\(bars)</section>

            """
        if isCompared {
            body += section("New entries", top.songs.filter { $0.rankBefore == nil }.prefix(12))
            let ranks = Dictionary(top.songs.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
            func climb(_ song: SongCount) -> Int { (song.rankBefore ?? 0) - (ranks[song] ?? 0) }
            let climbers = top.songs.filter { climb($0) > 0 }.sorted { climb($0) > climb($1) }
            body += section("Climbers", climbers.prefix(12))
        }
        body += """
            <section><h2>Plays by hour of the day</h2>\(columns(allHours))</section>
            <section><h2>\(times.title)</h2>\(columns(times.charts.map { ($0.name, $0.count) }))</section>
            <section><h2>Stations</h2>\(table)</section>

            """
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>What stations played</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <style>\(Self.style)</style></head><body>
            \(body)</body></html>

            """
    }

    // MARK: Parts

    private func fact(_ count: Int, _ name: String) -> String { "<li><b>\(Self.grouped(count))</b> \(name)</li>" }

    /// Returns the most played songs, each with its place, the change of its place, and a bar.
    private var bars: String {
        let most = max(top.songs.first?.count ?? 1, 1)
        let rows = top.songs.enumerated().map { index, song in
            let y = index * 28
            let (x, columns) = isCompared ? (92, 56) : (44, 62)
            let (text, width) = (Self.name(song), max(song.count * 330 / most, 2))
            return """
                <g transform="translate(0 \(y))"><title>\(Self.escaped(text)): \(song.count.counted("play")), \
                \(song.stations.counted("station"))</title>
                <text class="soft" x="28" y="19" text-anchor="end">\(index + 1)</text>\(badge(song, index + 1))
                <text x="\(x)" y="19">\(Self.escaped(Self.cut(text, to: columns)))</text>
                <rect class="bar" x="540" y="5" width="\(width)" height="18" rx="3"/>
                <text class="soft" x="\(548 + width)" y="19">\(Self.grouped(song.count))</text></g>
                """
        }
        return Self.svg(rows.joined(separator: "\n"), height: top.songs.count * 28)
    }

    private func badge(_ song: SongCount, _ rank: Int) -> String {
        guard isCompared else { return "" }
        let change = SongPrinter.change(song, rank)
        let kind = change == "new" || change == "back" ? "new" : change.first == "+" ? "up" : "soft"
        return "<text class=\"\(kind)\" x=\"62\" y=\"19\" text-anchor=\"middle\">\(change)</text>"
    }

    private func section(_ title: String, _ songs: some Collection<SongCount>) -> String {
        guard !songs.isEmpty else { return "" }
        let items = songs.map { song in
            let rank = (top.songs.firstIndex(of: song) ?? 0) + 1
            let change = SongPrinter.change(song, rank)
            let kind = song.rankBefore == nil ? "new" : "up"
            return
                "<li><b>\(rank)</b> <bdi>\(Self.escaped(Self.name(song)))</bdi> <i class=\"\(kind)\">\(change)</i></li>"
        }
        return "<section><h2>\(title)</h2><ul class=\"songs\">\(items.joined())</ul></section>\n"
    }

    private var allHours: [(String, Int)] {
        let counts = Dictionary(hours.map { ($0.name, $0.count) }) { first, _ in first }
        return (0..<24).map { hour in
            let name = "\(hour < 10 ? "0" : "")\(hour):00"
            return (name, counts[name] ?? 0)
        }
    }

    /// Returns a chart of columns with the names of at most eight of them.
    private func columns(_ values: [(name: String, count: Int)]) -> String {
        let most = max(values.map(\.count).max() ?? 1, 1)
        let step = Double(Self.width - 60) / Double(max(values.count, 1))
        let width = SongPrinter.short(max(min(step * 0.8, 60), 1))
        let every = max((values.count + 7) / 8, 1)
        let shapes = values.enumerated().map { index, value in
            let height = value.count * 150 / most
            let left = 60 + Double(index) * step
            let x = SongPrinter.short(left)
            let name = Self.escaped(value.name)
            let label =
                index % every == 0 && left < 890 ? "<text class=\"soft\" x=\"\(x)\" y=\"190\">\(name)</text>" : ""
            return """
                <g><title>\(name): \(value.count.counted("play"))</title>\
                <rect class="bar" x="\(x)" y="\(170 - height)" width="\(width)" height="\(height)" rx="2"/>\
                \(label)</g>
                """
        }
        let frame = """
            <path class="line" d="M60 20H960M60 95H960M60 170H960"/>
            <text class="soft" x="50" y="25" text-anchor="end">\(Self.grouped(most))</text>
            <text class="soft" x="50" y="175" text-anchor="end">0</text>

            """
        return Self.svg(frame + shapes.joined(separator: "\n"), height: 200)
    }

    private var table: String {
        let rows = stations.map { station in
            let cells = [
                Self.grouped(station.count), Self.grouped(station.different), Self.grouped(station.artists),
                station.repeatsAfter.map(SongPrinter.span) ?? "", SongPrinter.percent(station.topShare),
                SongPrinter.percent(station.unknownShare), station.advertisementMinutes.map(SongPrinter.short) ?? "",
                String(SongPrinter.local(station.first).prefix(10)),
            ]
            return "<tr><th scope=\"row\"><bdi>\(Self.escaped(station.name))</bdi></th>"
                + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
        }
        let names = [
            "Station", "Plays", "Songs", "Artists", "Repeats after", "Its top \(StationCount.topCount)",
            "Unknown titles", "Advertisements, min/h", "First play",
        ]
        let rest = stationCount - stations.count
        return """
            <div class="wide"><table><thead><tr>\(names.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
            <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>\
            \(rest > 0 ? "<p>and \(rest.counted("other station"))</p>" : "")
            """
    }

    // MARK: Texts

    private static func svg(_ content: String, height: Int) -> String {
        "<svg viewBox=\"0 0 \(width) \(max(height, 1))\" role=\"img\">\n\(content)</svg>"
    }

    private static func name(_ song: SongCount) -> String {
        [song.artist, song.title].compactMap(\.self).joined(separator: " – ")
    }

    private static func cut(_ text: String, to width: Int) -> String {
        DisplayWidth.cut(Sanitiser(charset: .utf8)(text), to: width, ellipsis: "…")
    }

    /// Returns a text for people without control characters, as content of an element.
    private static func escaped(_ text: String) -> String {
        TitleNotifier.escaped(Sanitiser(charset: .utf8)(text))
    }

    /// Returns a number with a space between thousands.
    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index) % 3 == 0 { text += "\u{202F}" }
            text.append(digits[index])
        }
    }

    private static let style = """
        :root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#1f2328;--soft:#666d75;--bar:#2f6f9f;\
        --line:#dedbd3;--up:#1a7f37;--new:#b04a00}
        @media(prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1c2024;--ink:#e6e8ea;--soft:#9aa3ab;\
        --bar:#5aa2d6;--line:#343a40;--up:#56c271;--new:#f0a35e}}
        *{box-sizing:border-box}
        body{margin:0 auto;max-width:64rem;padding:1.5rem;background:var(--paper);color:var(--ink);\
        font:16px/1.5 system-ui,sans-serif}
        h1{margin:0;font-size:1.8rem}h2{margin:0 0 .8rem;font-size:1.1rem}header p,section p{margin:0;color:var(--soft)}
        section{margin:1rem 0;padding:1.2rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem}
        .facts{display:flex;gap:2rem;margin:1rem 0;padding:0;list-style:none}.facts b{font-size:1.5rem}
        .songs{margin:0;padding:0;list-style:none;columns:20rem}.songs b{display:inline-block;min-width:2ch}
        .songs i{font-style:normal}
        svg{display:block;width:100%;height:auto;font:14px system-ui,sans-serif}text{fill:var(--ink)}
        .bar{fill:var(--bar)}.line{stroke:var(--line);fill:none}.soft{fill:var(--soft)}
        .up{fill:var(--up);color:var(--up)}.new{fill:var(--new);color:var(--new)}
        .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
        th,td{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
        thead th{color:var(--soft);font-weight:normal;white-space:normal;vertical-align:bottom}
        th:first-child{text-align:left;font-weight:600}
        """
}
