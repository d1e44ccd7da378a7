import Longwave
import RadioHTTP
import RadioJSON

/// The protocol of ListenBrainz, which Maloja and others also serve (listenbrainz.readthedocs.io, "API: Core").
package enum ListenBrainz {
    package static let usualServer = "https://api.listenbrainz.org"
    /// The largest number of listens in a request. The server allows 1,000; with 100, a request stays below 100 KB.
    static let maximumBatch = 100
    /// The pause before the next request if the server asks for fewer requests without stating a time.
    private static let usualWait = Duration.seconds(10)
    /// The longest pause between requests that a server may ask for, in seconds. A longer one is shortened.
    private static let longestWait = 3600.0

    static func validation(_ token: Secret, server: String) -> ScrobbleRequest {
        ScrobbleRequest(url: server + "/1/validate-token", headers: headers(token))
    }

    /// Reads the listener's name from the server's response to a check of a token. Returns nil if the token is not
    /// valid. Fails if the server's response does not say whether the token is valid.
    static func user(_ answer: ScrobbleAnswer) -> Result<String?, ScrobbleFailure> {
        let json = answer.json
        if answer.head.status == 401 || json?["valid"] == .bool(false) { return .success(nil) }
        guard answer.head.status == 200, json?["valid"] == .bool(true) else {
            return .failure(ScrobbleFailure(words(answer)))
        }
        return .success(json?["user_name"]?.string ?? "")
    }

    static func nowPlaying(_ listen: Listen, _ token: Secret, server: String) -> ScrobbleRequest {
        request("playing_now", [metadata(listen)], token, server)
    }

    static func submission(_ listens: [Listen], _ token: Secret, server: String) -> ScrobbleRequest {
        let payload = listens.map { listen in
            JSONNode.object([.init(name: "listened_at", value: .int(listen.begin)), metadata(listen)])
        }
        return request(listens.count == 1 ? "single" : "import", payload, token, server)
    }

    /// Reads the server's response to the announcement of a song or to the submission of listens.
    static func outcome(_ answer: ScrobbleAnswer) -> ScrobbleOutcome {
        let (head, json) = (answer.head, answer.json)
        let reset = seconds(head["X-RateLimit-Reset-In"])
        switch head.status {
        case 200 where json?["status"]?.string == "ok":
            return .accepted(wait: head["X-RateLimit-Remaining"] == "0" ? reset : nil)
        case 401, 403: return .refusedAccount(words(answer))
        case 429:
            let wait = reset ?? RetryAfter.wait(head["Retry-After"], date: head["Date"]) ?? usualWait
            return .later("the server receives too many requests", wait: wait)
        case 400, 413, 422: return .refusedListens(words(answer))
        case _: return .later(words(answer), wait: RetryAfter.wait(head["Retry-After"], date: head["Date"]))
        }
    }

    // MARK: -

    private static func headers(_ token: Secret) -> [String: String] { ["Authorization": "Token " + token.text] }

    private static func request(
        _ kind: String, _ payload: [JSONNode], _ token: Secret, _ server: String
    ) -> ScrobbleRequest {
        let node = JSONNode.members(["listen_type": .string(kind), "payload": .array(payload)])
        var headers = headers(token)
        headers["Content-Type"] = "application/json"
        return ScrobbleRequest(
            url: server + "/1/submit-listens", headers: headers, body: Array(node.text().utf8))
    }

    private static func request(
        _ kind: String, _ members: [JSONNode.Member], _ token: Secret, _ server: String
    ) -> ScrobbleRequest { request(kind, [.object(members)], token, server) }

    /// Returns the request's JSON member `track_metadata`: artist, title, album, and the song's duration in
    /// milliseconds.
    private static func metadata(_ listen: Listen) -> JSONNode.Member {
        var more: [JSONNode.Member] = [
            .init(name: "media_player", value: .string("Longwave")),
            .init(name: "submission_client", value: .string("Longwave")),
        ]
        if let duration = listen.duration {
            more.append(.init(name: "duration_ms", value: .int(duration.nanoseconds / 1_000_000)))
        }
        var members: [JSONNode.Member] = [
            .init(name: "artist_name", value: .string(listen.artist)),
            .init(name: "track_name", value: .string(listen.title)),
        ]
        if let album = listen.album { members.append(.init(name: "release_name", value: .string(album))) }
        members.append(.init(name: "additional_info", value: .object(more)))
        return .init(name: "track_metadata", value: .object(members))
    }

    private static func seconds(_ value: String?) -> Duration? {
        value.flatMap { Double($0) }.flatMap { $0 >= 0 ? .seconds(min($0, longestWait).rounded(.up)) : nil }
    }

    private static func words(_ answer: ScrobbleAnswer) -> String {
        if let json = answer.json, let words = json["error"]?.string ?? json["message"]?.string { return words }
        return answer.head.status == 200
            ? "the answer is not from ListenBrainz" : "the server returned status \(answer.head.status)"
    }
}
