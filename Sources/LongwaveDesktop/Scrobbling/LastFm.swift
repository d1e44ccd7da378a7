import Longwave
import RadioFormats
import RadioHTTP
import RadioJSON

/// The protocol of Last.fm, which Libre.fm and others also serve (last.fm/api, "Scrobbling 2.0", "Authentication").
package enum LastFm {
    package static let usualServer = "https://ws.audioscrobbler.com/2.0"
    static let maximumBatch = 50
    /// The pause before the next request after the server asks for fewer requests.
    private static let rateWait = Duration.seconds(60)
    /// The pause before the next request after the listener's daily limit is reached. Last.fm counts by days but does
    /// not say when the next day begins.
    private static let dailyWait = Duration.seconds(3600)

    /// The key and the secret of the program's registration at the service, and the session that the listener's login
    /// returned.
    struct Keys {
        var key: Secret
        var secret: Secret
        var session: Secret?
    }

    // MARK: Requests

    static func token(_ keys: Keys, server: String) -> ScrobbleRequest { request("auth.getToken", [:], keys, server) }

    static func session(token: Secret, _ keys: Keys, server: String) -> ScrobbleRequest {
        request("auth.getSession", ["token": token.text], keys, server)
    }

    /// Returns the address of the web page on which the listener approves the program.
    static func approval(token: Secret, _ keys: Keys, server: String) -> String {
        let suffix = "/2.0"
        let page =
            server == usualServer
            ? "https://www.last.fm/api/auth/"
            : (server.hasSuffix(suffix) ? String(server.dropLast(suffix.count)) : server) + "/api/auth/"
        let (key, token) = (URLReference.percentEncoded(keys.key.text), URLReference.percentEncoded(token.text))
        return "\(page)?api_key=\(key)&token=\(token)"
    }

    static func nowPlaying(_ listen: Listen, _ keys: Keys, server: String) -> ScrobbleRequest {
        var fields = ["artist": listen.artist, "track": listen.title]
        fields["album"] = listen.album
        fields["duration"] = listen.duration.map(seconds)
        return request("track.updateNowPlaying", fields, keys, server)
    }

    static func submission(_ listens: [Listen], _ keys: Keys, server: String) -> ScrobbleRequest {
        var fields: [String: String] = [:]
        for (place, listen) in listens.enumerated() {
            fields["artist[\(place)]"] = listen.artist
            fields["track[\(place)]"] = listen.title
            fields["timestamp[\(place)]"] = String(listen.begin)
            fields["album[\(place)]"] = listen.album
            fields["duration[\(place)]"] = listen.duration.map(seconds)
            fields["chosenByUser[\(place)]"] = listen.isChosen ? "1" : "0"
        }
        return request("track.scrobble", fields, keys, server)
    }

    /// Returns a signed POST request that calls a method of the service's API.
    private static func request(
        _ method: String, _ fields: [String: String], _ keys: Keys, _ server: String
    ) -> ScrobbleRequest {
        var fields = fields
        fields["method"] = method
        fields["api_key"] = keys.key.text
        fields["sk"] = keys.session?.text
        fields["api_sig"] = signature(fields, keys.secret)
        // The signature does not cover `format`, so this field is added afterwards.
        fields["format"] = "json"
        let body = sorted(fields).map { [$0.key, $0.value].map(URLReference.percentEncoded).joined(separator: "=") }
            .joined(separator: "&")
        return ScrobbleRequest(
            url: server + "/", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(body.utf8))
    }

    /// Returns the signature ("Authentication", §8): all names and values in the byte order of the names, then the
    /// secret, as MD5.
    static func signature(_ fields: [String: String], _ secret: Secret) -> String {
        let text = sorted(fields).map { $0.key + $0.value }.joined() + secret.text
        return MessageDigest.hexadecimal(.md5, of: text) ?? ""
    }

    private static func sorted(_ fields: [String: String]) -> [(key: String, value: String)] {
        fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private static func seconds(_ duration: Duration) -> String { String(duration.components.seconds) }

    // MARK: Answers

    /// Reads the token that the listener must approve from the server's response.
    static func token(_ answer: ScrobbleAnswer) -> Result<Secret, ScrobbleFailure> {
        guard let text = answer.json?["token"]?.string, ScrobblingAccount.isSecret(text) else {
            return .failure(ScrobbleFailure(words(answer)))
        }
        return .success(Secret(text))
    }

    /// Reads the listener's name and session from the server's response.
    static func session(_ answer: ScrobbleAnswer) -> Result<(user: String, session: Secret), ScrobbleFailure> {
        let session = answer.json?["session"]
        guard let key = session?["key"]?.string, ScrobblingAccount.isSecret(key) else {
            return .failure(ScrobbleFailure(words(answer)))
        }
        return .success((session?["name"]?.string ?? "", Secret(key)))
    }

    /// Reads the server's response to the announcement of a song or to the submission of listens.
    ///
    /// The error numbers are listed in "Scrobbling 2.0" and on each method's page.
    static func outcome(_ answer: ScrobbleAnswer) -> ScrobbleOutcome {
        let json = answer.json
        if let error = number(json?["error"]) {
            switch error {
            case 4, 9, 10, 13, 14, 15, 17, 26: return .refusedAccount(words(answer))
            case 6, 7: return .refusedListens(words(answer))
            case 29: return .later(words(answer), wait: rateWait)
            case _: return .later(words(answer))
            }
        }
        guard answer.head.status == 200 else {
            let wait = RetryAfter.wait(answer.head["Retry-After"], date: answer.head["Date"])
            return .later(words(answer), wait: wait ?? (answer.head.status == 429 ? rateWait : nil))
        }
        if json?["nowplaying"] != nil { return .accepted() }
        guard let scrobbles = json?["scrobbles"] else { return .later(words(answer)) }
        let items: [JSONValue] =
            switch scrobbles["scrobble"] {
            case .array(let items)?: items
            case let item?: [item]
            case nil: []
            }
        // Code 5: the listener's daily limit is reached. Listens that are ignored for another reason are not sent
        // again, because they would never be accepted.
        let limited = items.indices.filter { number(items[$0]["ignoredMessage"]?["code"]) == 5 }
        return .accepted(except: limited, wait: limited.isEmpty ? nil : dailyWait)
    }

    private static func number(_ value: JSONValue?) -> Int? {
        value?.integer ?? value?.string.flatMap { Int($0) }
    }

    private static func words(_ answer: ScrobbleAnswer) -> String {
        if let words = answer.json?["message"]?.string { return words }
        return answer.head.status == 200
            ? "the answer is not from Last.fm" : "the server returned status \(answer.head.status)"
    }
}
