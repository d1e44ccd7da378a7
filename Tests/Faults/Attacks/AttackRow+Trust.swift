import TestSupport

extension AttackRow {
    /// Attacks by stations that try to get secrets, or to make the program send requests to other computers on the
    /// listener's network.
    static let trustRows: [AttackRow] = [
        AttackRow("headers-abroad", "a list and a redirect lead a station with credentials to another host", .goesOn) {
            row in
            row.before = "Authorization, Cookie, X-Api-Key and Proxy-Authorization were sent"
            row.reaches = "/live"
            row.command = { place in
                let headers = secrets.map { "\"\($0)\": \"secret\"" }.joined(separator: ", ")
                let library = try place.file(
                    "stations.json",
                    "{\"station\":[{\"name\":\"One\",\"streamURL\":\"\(place.url)\",\"headers\":{\(headers)}}]}")
                return ["play", "--quiet", "--output", "null", "--library", library, "one"]
            }
            row.script = { connection, _, stranger in
                switch connection.request.path {
                case "/radio":
                    let list = ["http://\(stranger.host):\(stranger.port)/listed", "away", "live"]
                    connection.reply(
                        headers: ["Content-Type: audio/x-mpegurl"],
                        text: "#EXTM3U\n" + list.map { "\($0)\n" }.joined())
                case "/away": connection.redirect(to: stranger.url("/redirected"))
                case _: connection.play((try? Sample.mp3.read()) ?? [])
                }
            }
            row.check = { place in
                let abroad = place.stranger.requests
                var problems = ["/listed", "/redirected"].filter { path in !abroad.contains { $0.path == path } }
                    .map { "\($0) was not asked for" }
                for request in abroad {
                    problems += secrets.filter { request[$0] != nil }.map { "\($0) was sent to another host" }
                }
                let isSentHome = place.station.requests.allSatisfy { $0["X-Api-Key"] == "secret" }
                return problems + (isSentHome ? [] : ["they were not sent to the station"])
            }
        },
        AttackRow("picture-nearby", "StreamUrl leads to another machine nearby; a terminal with pictures", .goesOn) {
            row in
            row.before = "any address was asked"
            row.reaches = "/own.png"
            row.hasTerminal = true
            row.command = { ["play", "--output", "null", "--artwork", "kitty", $0.url] }
            row.script = { connection, _, stranger in
                guard connection.request.path == "/radio" else { return connection.reply(status: "404 Not Found") }
                connection.begin(headers: ["Content-Type: audio/mpeg", "icy-metaint: 8000"])
                let sound = (try? Sample.mp3.read()) ?? []
                // The player may fetch a picture from the station's own host. The row requires a request for that
                // picture, because otherwise the player might fetch no pictures at all.
                let own = connection.request["Host"].map { "http://\($0)/own.png" } ?? ""
                let pictures = [stranger.url("/admin"), own]
                var number = 0
                while connection.isOpen {
                    var bytes = (0..<8000).map { sound[(number * 8000 + $0) % sound.count] }
                    let title = Array("StreamTitle='Title \(number)';StreamUrl='\(pictures[number % 2])';".utf8)
                    bytes.append(UInt8((title.count + 15) / 16))
                    bytes += title + [UInt8](repeating: 0, count: (title.count + 15) / 16 * 16 - title.count)
                    guard connection.send(bytes) else { return }
                    number += 1
                    // The station sends the first eight titles at once, and two per second after that.
                    if number > 8 { connection.pause(milliseconds: 500) }
                }
            }
            row.check = { place in
                let asked = place.stranger.requests.map(\.path)
                return asked.isEmpty ? [] : ["the other machine was asked for \(asked[0])"]
            }
        },
    ]

    private static let secrets = ["Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization"]
}
