import Glibc
import Longwave
import RadioJSON
import TestSupport
import Testing

@testable import RadioWeb

/// The web server of a radio, with clients on the loopback.
@Suite struct HTTPFrontTests {
    // MARK: Who may do what

    @Test func onlyHealthIsFree() async throws {
        let rig = try await WebRig()
        let none = ["Authorization": ""]
        for route in Route.allCases where route != .health {
            let path = route.rawValue.replacing("{id}", with: "one").replacing("{name}", with: "a.mp3")
            let answer = try rig.ask(path, route.method, headers: none)
            #expect(answer.status == 401 && answer.header("WWW-Authenticate") == "Bearer", "\(path)")
        }
        #expect(try rig.ask("/", headers: none).status == 401)
        let health = try rig.ask("/health", headers: ["Authorization": "", "Host": "evil.example"])
        #expect(health.status == 200 && health.body == "ok\n")
        await rig.close()
    }

    @Test func theLinkSetsACookie() async throws {
        let rig = try await WebRig()
        let page = ["Authorization": "", "Accept": "text/html"]
        let login = try rig.ask("/", headers: page)
        #expect(login.status == 401 && login.body.contains("type=\"password\""))
        let link = try rig.ask("/?token=\(WebRig.token)", headers: page)
        #expect(link.status == 303 && link.header("Location") == "/")
        let cookie = try #require(link.header("Set-Cookie"))
        #expect(cookie.hasPrefix("longwave_\(rig.port)=\(WebRig.token); "))
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        let sent = String(cookie.prefix { $0 != ";" })
        let shown = try rig.ask("/", headers: ["Authorization": "", "Cookie": sent])
        #expect(shown.status == 200 && shown.body.contains("One"))
        #expect(try rig.ask("/?token=wrong-token-of-somebody", headers: page).status == 401)
        await rig.close()
    }

    @Test func wrongTokensAreLimited() async throws {
        let rig = try await WebRig()
        for number in 0..<AccessGuard.attempts {
            let wrong = ["Authorization": "Bearer 0123456789abcdee\(number)"]
            #expect(try rig.ask("/api/v1/state", headers: wrong).status == 401)
        }
        let limited = try rig.ask("/api/v1/state")
        #expect(limited.status == 429 && limited.header("Retry-After") != nil)
        #expect(try rig.ask("/health").status == 200)
        await rig.close()
    }

    @Test func foreignNamesAndPages() async throws {
        let rig = try await WebRig()
        #expect(try rig.ask("/api/v1/state", headers: ["Host": "evil.example:\(rig.port)"]).status == 421)
        let pause = #"{"method":"pause"}"#
        let origin = try rig.ask("/api/v1/commands", "POST", body: pause, headers: ["Origin": "http://evil.example"])
        #expect(origin.status == 403)
        let cookie = ["Authorization": "", "Cookie": "longwave_\(rig.port)=\(WebRig.token)"]
        #expect(try rig.ask("/api/v1/commands", "POST", body: pause, headers: cookie).status == 403)
        let own = cookie.merging(["Origin": "http://127.0.0.1:\(rig.port)"]) { $1 }
        #expect(try rig.ask("/api/v1/commands", "POST", body: pause, headers: own).status == 200)
        await rig.close()
    }

    @Test func everyAnswerHasItsPolicy() async throws {
        let rig = try await WebRig()
        for (path, headers) in [("/", [:]), ("/api/v1/state", [:]), ("/nothing", [:]), ("/", ["Authorization": ""])] {
            let answer = try rig.ask(path, headers: headers)
            let policy = try #require(answer.header("Content-Security-Policy"))
            #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("unsafe"))
            #expect(answer.header("X-Content-Type-Options") == "nosniff")
            #expect(answer.header("Referrer-Policy") == "same-origin" && answer.header("Cache-Control") == "no-store")
        }
        await rig.close()
    }

    /// The policy allows exactly the script and the style of the page.
    @Test func digestsOfScriptAndStyle() {
        let headers = SecurityHeaders.all(for: "<style>a</style><script>\u{e9}</script>")
        let policy = headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
        #expect(policy.contains("style-src 'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='"))
        #expect(policy.contains("script-src 'sha256-SplVfkAzw1Od4utlRyAXytX5VX96BiWgnxw/biumnEw='"))
        let none = SecurityHeaders.all(for: "").first?.value ?? ""
        #expect(none.contains("script-src 'none'; style-src 'none'"))
    }

    @Test(arguments: [
        "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//", "/api/v1/recordings/..%2f..%2fetc%2fpasswd",
        "/api/v1/recordings/%2fetc%2fpasswd", "/api/v1/recordings/.hidden.mp3", "/api/v1/recordings/link.mp3",
        "/api/v1/recordings/folder.mp3", "/api/v1/recordings/token", "/api/v1/recordings/a.mp3%00.txt", "/api/v1/",
        "/api/v1/recordings/", "/api/v1/stations/..%2fone/favourite",
    ]) func tricksWithPaths(_ path: String) async throws {
        let rig = try await WebRig()
        let folder = rig.folder.path + "/recordings"
        symlink("/etc/passwd", folder + "/link.mp3")
        try TextFile.write("secret", to: folder + "/.hidden.mp3")
        mkdir(folder + "/folder.mp3", 0o700)
        let status = try rig.ask(path).status
        #expect([404, 405].contains(status))
        await rig.close()
    }

    @Test func whatRemoteClientsMayNotCommand() async throws {
        let rig = try await WebRig()
        for (command, status) in [
            (#"{"method":"play","params":{"what":"/etc/passwd"}}"#, 403),
            (#"{"method":"queue.add","params":{"what":"file:///etc/passwd"}}"#, 403),
            (#"{"method":"announce","params":{"what":"/etc/passwd"}}"#, 403),
            (
                #"{"method":"play","params":{"station":[{"name":"A","streamURL":"http://a.example/","headers":{"a":"b"}}]}}"#,
                403
            ),
            (#"{"method":"device","params":{"name":"hdmi"}}"#, 403),
            (#"{"method":"quit"}"#, 400), (#"{"method":"takeOver"}"#, 400), (#"{"method":"volume"}"#, 400),
            (#"{"method":"pause","params":{"x":1}}"#, 400), ("nonsense", 400), ("[]", 400),
            (#"{"method":"seek","params":{"by":-1}}"#, 409),
        ] {
            let answer = try rig.command(command)
            #expect(answer.status == status, "\(command)")
            #expect(SchemaCheck.problems(answer.json, "Error") == [])
        }
        await rig.close()
    }

    /// An address of this computer, which no list contains, is not reached.
    @Test func addressesThatAreNotPublic() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let rig = try await WebRig()
        let events = rig.radio.manager.notifications()
        #expect(try rig.command(#"{"method":"play","params":{"what":"\#(station.url)"}}"#).status == 200)
        for await event in events {
            guard case .willRetry(let error, _, _, _) = event else {
                if case .didFail = event { break }
                continue
            }
            #expect("\(error)".contains("public"))
            break
        }
        #expect(station.connectionCount == 0)
        await rig.close()
    }

    @Test func clientsOfEventsAreLimited() async throws {
        let rig = try await WebRig()
        let readers = try (0..<EventLog.maximumClients).map { _ in try rig.follow() }
        #expect(try rig.ask("/api/v1/events").status == 503)
        #expect(try rig.ask("/api/v1/state").status == 200)
        withExtendedLifetime(readers) {}
        await rig.close()
    }

    @Test func hostileNames() async throws {
        let name = #"\"><script>alert(1)</script>' \u001b[31m\r\nSet-Cookie: a=b"#
        let rig = try await WebRig(
            stations: #"{"station":[{"name":"\#(name)","id":"x\"'<","streamURL":"http://127.0.0.1:1/"}]}"#)
        let page = try rig.ask("/").body
        #expect(!page.contains("<script>alert") && !page.contains("\u{1b}") && page.contains("&lt;script&gt;"))
        let search = try rig.ask("/?q=%22%3E%3Cscript%3E&problem=%3Cscript%3Ealert(1)").body
        #expect(!search.contains("\"><script>") && !search.contains("<script>alert"))
        let events = try rig.follow()
        #expect(events.next()?.name == "snapshot")
        #expect(try rig.command(#"{"method":"queue.add","params":{"query":"sort=name"}}"#).status == 200)
        while let event = events.next(), event.name != "queueDidChange" {}
        #expect(try rig.ask("/api/v1/queue").json["entries"] != nil)
        #expect(!(try rig.ask("/metrics").body.contains("script")))
        // The title of a stream cannot end its field.
        let block = String(decoding: SoundFeed.metadata("a';StreamUrl='http://evil/\r\n"), as: UTF8.self)
        #expect(!block.contains("';StreamUrl=") && !block.contains("\n"))
        #expect(SoundFeed.metadata(String(repeating: "é", count: 9999)).count == 1 + 255 * 16)
        await rig.close()
    }

    // MARK: The API

    @Test func stateAndCommands() async throws {
        let rig = try await WebRig()
        let state = try rig.ask("/api/v1/state")
        #expect(state.header("Content-Type") == "application/json" && state.json["status"]?.string == "stopped")
        #expect(SchemaCheck.problems(state.json, "State") == [])
        let volume = try rig.command(#"{"method":"volume","params":{"to":0.25}}"#)
        #expect(volume.json["volume"]?.number == 0.25)
        #expect(await rig.radio.manager.snapshot.volume == 0.25)
        #expect(try rig.ask("/api/v1/commands").header("Allow") == "POST")
        #expect(try rig.ask("/api/v1/state", "HEAD").body == "")
        await rig.close()
    }

    @Test func forms() async throws {
        let rig = try await WebRig()
        func post(_ form: String) throws -> WebRig.Answer {
            let type = ["Content-Type": "application/x-www-form-urlencoded"]
            return try rig.ask("/api/v1/commands", "POST", body: form, headers: type)
        }
        let volume = try post("method=volume&to=0.5&back=%2F%3Fq%3Djazz")
        #expect(volume.status == 303 && volume.header("Location") == "/?q=jazz")
        #expect(await rig.radio.manager.snapshot.volume == 0.5)
        #expect(try post("method=equaliser&to=bass%3D%2B3").header("Location") == "/")
        #expect(await rig.radio.manager.snapshot.equaliser.text == "bass=+3")
        let refused = try post("method=play&what=%2Fetc%2Fpasswd&back=//evil.example")
        #expect(refused.header("Location") == "/?problem=Remote%20clients%20may%20not%20name%20files.")
        await rig.close()
    }

    @Test func stationsGroupsAndFavourites() async throws {
        let list = #"""
            {"station":[{"name":"One","id":"one","streamURL":"http://127.0.0.1:1/a","tags":["jazz"],
             "headers":{"X-Secret":"s"}},
             {"name":"Two","streamURL":"http://127.0.0.1:1/b","tags":["jazz","pop"]},
             {"name":"Three","id":"three","streamURL":"http://127.0.0.1:1/c"}]}
            """#
        let rig = try await WebRig(stations: list)
        let all = try rig.ask("/api/v1/stations?count=2&from=1")
        #expect(SchemaCheck.problems(all.json, "Stations") == [])
        #expect(all.json["total"]?.integer == 3 && Self.names(all) == ["Two", "Three"])
        #expect(!(try rig.ask("/api/v1/stations").body.contains("X-Secret")))
        #expect(Self.names(try rig.ask("/api/v1/stations?q=tw")) == ["Two"])
        #expect(try rig.ask("/api/v1/stations?q=colour%3Dred").status == 400)
        let groups = try rig.ask("/api/v1/groups?by=tag")
        #expect(SchemaCheck.problems(groups.json, "Groups") == [])
        #expect(groups.body.contains(#"{"title":"jazz","count":2}"#))
        #expect(Self.names(try rig.ask("/api/v1/stations?by=tag&group=jazz")) == ["One", "Two"])
        #expect(try rig.ask("/api/v1/groups?by=colour").status == 400)
        let marked = try rig.ask("/api/v1/stations/three/favourite", "POST", body: #"{"on":true}"#)
        #expect(marked.json["favourite"] == .bool(true) && SchemaCheck.problems(marked.json, "Station") == [])
        #expect(
            try await eventually { Self.names(try rig.ask("/api/v1/stations?favourite=true")) == ["Three"] })
        #expect(try rig.ask("/api/v1/stations/none/favourite", "POST", body: #"{"on":true}"#).status == 404)
        #expect(try rig.ask("/api/v1/stations/three/favourite", "POST", body: "{}").status == 400)
        await rig.close()
    }

    private static func names(_ answer: WebRig.Answer) -> [String?] {
        guard case .array(let stations)? = answer.json["station"] else { return [] }
        return stations.map { $0["name"]?.string }
    }

    @Test func queueHistoryScheduleAndPlaylists() async throws {
        let rig = try await WebRig()
        #expect(try rig.command(#"{"method":"queue.add","params":{"what":"one"}}"#).status == 200)
        let queue = try rig.ask("/api/v1/queue")
        #expect(SchemaCheck.problems(queue.json, "Queue") == [] && queue.body.contains(#""name":"One""#))
        for (path, schema) in [
            ("/api/v1/history?q=a", "History"), ("/api/v1/schedule", "Schedule"), ("/api/v1/playlists", "Playlists"),
            ("/api/v1/recordings", "RecordingFiles"),
        ] {
            let answer = try rig.ask(path)
            #expect(answer.status == 200 && SchemaCheck.problems(answer.json, schema) == [], "\(path)")
        }
        #expect(try rig.ask("/api/v1/history?before=yesterday").status == 400)
        #expect(try rig.ask("/api/v1/artwork").status == 404)
        #expect(try rig.ask("/api/v1/openapi.json").json["openapi"]?.string == "3.1.0")
        await rig.close()
    }

    @Test func recordings() async throws {
        let rig = try await WebRig()
        let name = "A & é.mp3"
        try TextFile.write("0123456789", to: rig.folder.path + "/recordings/\(name)")
        try TextFile.write("x", to: rig.folder.path + "/recordings/notes.txt")
        let list = try rig.ask("/api/v1/recordings")
        #expect(SchemaCheck.problems(list.json, "RecordingFiles") == [])
        #expect(list.body.contains(name) && !list.body.contains("notes"))
        let path = "/api/v1/recordings/A%20%26%20%C3%A9.mp3"
        let part = try rig.ask(path, headers: ["Range": "bytes=2-4"])
        #expect(part.status == 206 && part.body == "234" && part.header("Content-Range") == "bytes 2-4/10")
        let whole = try rig.ask(path + "?download=true")
        #expect(whole.body == "0123456789" && whole.header("Content-Type") == "audio/mpeg")
        #expect(whole.header("Content-Disposition") == "attachment; filename*=UTF-8''A%20%26%20%C3%A9.mp3")
        await rig.close()
    }

    /// A client that comes back gets the events that it has missed; one that was away too long, the whole state.
    @Test func eventsResume() async throws {
        let rig = try await WebRig()
        let first = try rig.follow()
        let snapshot = try #require(first.next())
        #expect(snapshot.name == "snapshot" && SchemaCheck.problems(snapshot.data, "State") == [])
        await rig.radio.manager.setVolume(0.5)
        let changed = try #require(first.next())
        #expect(changed.name == "volumeDidChange" && changed.data["volume"]?.number == 0.5)
        await rig.radio.manager.setVolume(0.25)
        await rig.radio.manager.setVolume(0.75)
        let second = try rig.follow(after: changed.id)
        #expect(second.next()?.data["volume"]?.number == 0.25)
        #expect(second.next()?.data["volume"]?.number == 0.75)
        // The sleep timer, which a key or another client has set, is an event, too.
        await rig.radio.manager.perform { rig.radio.perform(.sleep(.seconds(600)), on: $0) }
        let timer = try #require(second.next())
        #expect(timer.name == "snapshot" && timer.data["sleep"]?.number == 600)
        for number in 0..<EventLog.kept * 2 {
            await rig.radio.manager.setVolume(Double(number) / Double(EventLog.kept * 2))
        }
        #expect(try rig.follow(after: changed.id).next()?.name == "snapshot")
        #expect(try rig.follow(after: "other-1").next()?.name == "snapshot")
        await rig.close()
    }

    // MARK: Sound and figures

    @Test(arguments: [false, true]) func theStream(_ wantsTitles: Bool) async throws {
        let sound = try Sample.mp3.read()
        let station = try IcyServer(.mp3, title: "A - B's")
        defer { station.stop() }
        let rig = try await WebRig(
            stations: #"{"station":[{"name":"Live","id":"live","streamURL":"\#(station.url)"}]}"#)
        #expect(try rig.ask("/stream").status == 503)
        #expect(try rig.command(#"{"method":"play","params":{"what":"live"}}"#).status == 200)
        for await event in rig.radio.manager.notifications() where event.snapshot.nowPlaying != nil { break }
        let client = try LoopbackClient(port: rig.port)
        let titles = wantsTitles ? "Icy-MetaData: 1\r\n" : ""
        client.send(
            "GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(WebRig.token)\r\n\(titles)\r\n")
        let head = client.receiveHead()
        #expect(
            head.hasPrefix("HTTP/1.1 200") && !head.contains("chunked") && head.contains("Content-Type: audio/mpeg"))
        #expect(head.contains("icy-name: Live") && head.contains("icy-metaint: 16000") == wantsTitles)
        var bytes = client.receive(exactly: 16_000)
        if wantsTitles {
            let block = client.receive(exactly: Int(client.receive(exactly: 1).first ?? 0) * 16)
            #expect(String(decoding: block, as: UTF8.self).hasPrefix("StreamTitle='A - B's';"))
        }
        bytes += client.receive(exactly: 8_000)
        // What comes is the station's sound, which the server repeats, unchanged.
        #expect((sound + sound + sound).firstRange(of: bytes.prefix(4_000)) != nil)
        #expect((sound + sound + sound).firstRange(of: bytes.suffix(4_000)) != nil)
        let metrics = try rig.ask("/metrics").body
        #expect(metrics.contains("longwave_http_stream_listeners 1\n"))
        await rig.close()
    }

    @Test func metricsAndHealth() async throws {
        let rig = try await WebRig()
        let answer = try rig.ask("/metrics")
        #expect(answer.header("Content-Type") == MetricsText.type)
        for line in answer.body.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: #/longwave_[a-z_]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+/#) != nil, "\(line)")
        }
        #expect(answer.body.contains("longwave_player_status{status=\"stopped\"} 1\n"))
        // The station does not answer, so that the player does not do what it should.
        #expect(try rig.command(#"{"method":"play","params":{"what":"one"}}"#).status == 200)
        let health = try rig.ask("/health")
        #expect(health.status == 503 && health.body == "connecting\n")
        await rig.close()
    }

    @Test func theCodeOfTheLink() throws {
        guard let lines = QRCode.lines(of: "http://192.168.1.20:8980/?token=0123456789abcdef0123456789abcdef") else {
            return
        }
        #expect(Set(lines.map(\.count)).count == 1 && lines.count == (lines[0].count + 1) / 2)
        #expect(lines.allSatisfy { $0.allSatisfy("█▀▄ ".contains) } && lines[0].allSatisfy { $0 == "█" })
    }
}
