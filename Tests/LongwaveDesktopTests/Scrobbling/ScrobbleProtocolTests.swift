import Longwave
import RadioHTTP
import RadioJSON
import Testing

@testable import LongwaveDesktop

/// The requests to the services ListenBrainz and Last.fm, and the meaning of their responses.
@Suite struct ScrobbleProtocolTests {
    static func answer(_ status: Int, _ body: String, _ headers: [String: String] = [:]) -> ScrobbleAnswer {
        let head = ResponseHead(
            status: status, statusLine: "HTTP/1.1 \(status)", headers: headers.map { ($0.key, $0.value) }, url: "",
            redirectCount: 0)
        return ScrobbleAnswer(head: head, body: Array(body.utf8))
    }

    @Test(
        arguments: [
            (200, #"{"status":"ok"}"#, [:], "accepted"),
            (200, #"{"status":"ok"}"#, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset-In": "7"], "accepted 7"),
            (200, #"{"status":"ok"}"#, ["X-RateLimit-Remaining": "3", "X-RateLimit-Reset-In": "7"], "accepted"),
            (200, "<html>", [:], "later"), (200, "", [:], "later"), (204, "", [:], "later"),
            (401, #"{"code":401,"error":"Invalid"}"#, [:], "login"), (403, "", [:], "login"),
            (400, #"{"error":"bad"}"#, [:], "listens"), (413, "", [:], "listens"),
            (429, "{}", ["x-ratelimit-reset-in": "12"], "later 12"), (429, "", ["Retry-After": "9"], "later 9"),
            (429, "", [:], "later 10"), (429, "", ["X-RateLimit-Reset-In": "nan"], "later 10"),
            (429, "", ["X-RateLimit-Reset-In": "1e300"], "later 3600"),
            (429, "", ["X-RateLimit-Reset-In": "-5"], "later 10"),
            (500, "", [:], "later"), (503, "", ["Retry-After": "30"], "later 30"), (404, "", [:], "later"),
        ] as [(Int, String, [String: String], String)]) func listenBrainz(
            _ status: Int, _ body: String, _ headers: [String: String], _ outcome: String
        )
    { #expect(Self.text(ListenBrainz.outcome(Self.answer(status, body, headers))) == outcome) }

    @Test(arguments: [
        (200, #"{"scrobbles":{"@attr":{"accepted":1},"scrobble":{"ignoredMessage":{"code":"0"}}}}"#, "accepted"),
        (200, #"{"scrobbles":{"scrobble":{"ignoredMessage":{"code":"3"}}}}"#, "accepted"),
        (
            200,
            #"{"scrobbles":{"scrobble":[{"ignoredMessage":{"code":"0"}},{"ignoredMessage":{"code":5}},{}]}}"#,
            "accepted 3600 but [1]"
        ),
        (200, #"{"nowplaying":{}}"#, "accepted"), (200, #"{"scrobbles":null}"#, "accepted"),
        (200, "<html>", "later"), (200, "{}", "later"),
        (403, #"{"error":9,"message":"Invalid session key"}"#, "login"), (400, #"{"error":"13"}"#, "login"),
        (403, #"{"error":10}"#, "login"), (403, #"{"error":26}"#, "login"), (400, #"{"error":6}"#, "listens"),
        (500, #"{"error":8}"#, "later"), (503, #"{"error":11}"#, "later"), (503, #"{"error":16}"#, "later"),
        (200, #"{"error":29}"#, "later 60"), (429, "", "later 60"), (403, "", "later"), (500, "", "later"),
        (400, #"{"error":3}"#, "later"),
    ]) func lastFm(_ status: Int, _ body: String, _ outcome: String) {
        #expect(Self.text(LastFm.outcome(Self.answer(status, body))) == outcome)
    }

    private static func text(_ outcome: ScrobbleOutcome) -> String {
        func wait(_ wait: Duration?) -> String { wait.map { " \($0.components.seconds)" } ?? "" }
        return switch outcome {
        case .accepted(let except, let time): "accepted" + wait(time) + (except.isEmpty ? "" : " but \(except)")
        case .refusedAccount: "login"
        case .refusedListens: "listens"
        case .later(_, let time): "later" + wait(time)
        }
    }

    /// For the signature of a request to Last.fm, names are sorted by their bytes: "track[10]" comes before "track[1]".
    @Test func signature() {
        let fields = ["track[1]": "b", "track[10]": "c", "track[0]": "ä", "method": "m", "api_key": "k"]
        // The MD5 hash of "api_keykmethodmtrack[0]ätrack[10]ctrack[1]bs", computed by md5sum.
        #expect(LastFm.signature(fields, Secret("s")) == "6a96a6aa1fe89ce72d2fa0771fa4ec5a")
    }

    @Test func whatListenBrainzIsTold() throws {
        var listen = Listen(
            artist: #"B"ä"#, title: "T", album: "A", duration: .milliseconds(180_500), begin: 1_700_000_000)
        listen.isChosen = true
        let request = ListenBrainz.submission([listen], Secret("abc"), server: "https://lb.example/x")
        #expect(request.url == "https://lb.example/x/1/submit-listens")
        #expect(request.headers == ["Authorization": "Token abc", "Content-Type": "application/json"])
        let json = try JSONReader.read(try #require(request.body))
        #expect(
            json.text
                == #"{"listen_type":"single","payload":[{"listened_at":1700000000,"track_metadata":{"additional_info":"#
                + #"{"duration_ms":180500,"media_player":"Longwave","submission_client":"Longwave"},"#
                + #""artist_name":"B\"ä","release_name":"A","track_name":"T"}}]}"#)
        let many = ListenBrainz.submission([listen, listen], Secret("abc"), server: "")
        #expect(try JSONReader.read(try #require(many.body))["listen_type"]?.string == "import")
        let now = ListenBrainz.nowPlaying(listen, Secret("abc"), server: "")
        #expect(!String(decoding: try #require(now.body), as: UTF8.self).contains("listened_at"))
    }

    @Test func whatLastFmIsTold() throws {
        let keys = LastFm.Keys(key: Secret("k"), secret: Secret("s"), session: Secret("x"))
        let request = LastFm.submission(
            [Listen(artist: "A & B", title: "100 %", begin: 5)], keys, server: LastFm.usualServer)
        #expect(request.url == "https://ws.audioscrobbler.com/2.0/")
        let body = String(decoding: try #require(request.body), as: UTF8.self)
        let start = "api_key=k&api_sig="
        #expect(body.hasPrefix(start))
        #expect(
            body.dropFirst(start.count + 32)
                == "&artist%5B0%5D=A%20%26%20B&chosenByUser%5B0%5D=0&format=json&method=track.scrobble&sk=x"
                + "&timestamp%5B0%5D=5&track%5B0%5D=100%20%25")
        #expect(
            LastFm.approval(token: Secret("t"), keys, server: LastFm.usualServer)
                == "https://www.last.fm/api/auth/?api_key=k&token=t")
        #expect(
            LastFm.approval(token: Secret("t"), keys, server: "https://libre.fm/2.0")
                == "https://libre.fm/api/auth/?api_key=k&token=t")
    }

    @Test func secretsAreNotShown() {
        let account = ScrobblingAccount(
            name: "a", server: "https://a", user: "u", login: .listenBrainz(token: Secret("hush-hush")))
        var dumped = ""
        dump(account, to: &dumped)
        for text in ["\(account)", String(reflecting: account), dumped, account.clean("no hush-hush here")] {
            #expect(!text.contains("hush"))
        }
        #expect(account.clean("a\u{1B}[31m" + String(repeating: "x", count: 1000)).count <= 200)
    }
}
