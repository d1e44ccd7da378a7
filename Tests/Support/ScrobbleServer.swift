import CCrypto
import RadioFormats
import RadioJSON
import Synchronization

/// A service for listening histories on a free loopback port, with the rules of both ListenBrainz and Last.fm. It
/// checks tokens, signatures and payloads, keeps the listens that it receives, and fails in the ways that such services
/// do.
///
/// The rules are in listenbrainz.readthedocs.io, "API: Core", and last.fm/api, "Scrobbling 2.0" and "Authentication".
///
/// A test must call `stop()`, because a running server keeps itself alive.
package final class ScrobbleServer: Sendable {
    package struct Entry: Hashable, Sendable {
        package var artist: String
        package var title: String
        package var album: String?
        package var seconds: Int?
        /// The start time of the listen in seconds since 1970, or nil if the request only announces a track as now
        /// playing.
        package var begin: Int?
        package var chosen: String?
    }

    package enum Fault: Hashable, Sendable {
        case unavailable
        /// A response that refuses requests for this many seconds, because there were too many.
        case busy(Int)
        /// The listens are accepted, but the response allows no further request for this many seconds.
        case exhausted(Int)
        case refusesLogin
        /// A web page, as from a captive portal.
        case page
        /// No response; the connection stays open.
        case silent
        /// The end of the connection without a response.
        case reset
        case redirect(String)
        /// The server refuses a whole batch if it contains this title.
        case refuses(title: String)
        /// Last.fm's daily limit: only this many listens of a batch are accepted.
        case dailyLimit(Int)
        case endless
    }

    private struct State {
        var fault: Fault?
        var listens: [Entry] = []
        var announced: [Entry] = []
        var batches: [Int] = []
        /// The errors that the server found in requests.
        var complaints: [String] = []
        var isApproved = false
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    package static let token = "0123-token-4567"
    package static let key = "api-key-89ab"
    package static let secret = "shared-secret-cdef"
    package static let session = "session-key-0246"
    private static let requestToken = "request-token-1357"

    private let server: LoopbackServer
    private let shared = Shared()

    package init(fault: Fault? = nil) throws {
        let shared = shared
        shared.state.withLock { $0.fault = fault }
        server = try LoopbackServer { Self.answer($0, shared) }
    }

    package func stop() { server.stop() }
    package func leave() throws { try server.leave() }
    package func comeBack() { server.comeBack() }

    package var url: String { server.url("") }
    package var requests: [LoopbackRequest] { server.requests }
    package var fault: Fault? {
        get { shared.state.withLock { $0.fault } }
        set { shared.state.withLock { $0.fault = newValue } }
    }
    package var listens: [Entry] { shared.state.withLock { $0.listens } }
    package var announced: [Entry] { shared.state.withLock { $0.announced } }
    /// The number of listens in each batch, including batches that the server refused.
    package var batches: [Int] { shared.state.withLock { $0.batches } }
    package var complaints: [String] { shared.state.withLock { $0.complaints } }
    /// Approves the program, as the listener does in a browser.
    package func approve() { shared.state.withLock { $0.isApproved = true } }

    // MARK: Answers

    private static func answer(_ connection: LoopbackConnection, _ shared: Shared) {
        let fault = shared.state.withLock { $0.fault }
        switch fault {
        case .unavailable: return connection.reply(status: "503 Service Unavailable", text: "later")
        case .page: return connection.reply(headers: ["Content-Type: text/html"], text: "<!DOCTYPE html><p>Sign in")
        case .silent: return connection.neverAnswer()
        case .reset: return connection.reset()
        case .redirect(let address): return connection.redirect(to: address, status: "307 Temporary Redirect")
        case .endless:
            connection.begin(statusLine: "HTTP/1.1 200 OK", headers: ["Content-Type: application/json"])
            return connection.sendEndlessly([UInt8](repeating: 0x20, count: 4096))
        case .busy, .exhausted, .refusesLogin, .refuses, .dailyLimit, nil: break
        }
        let request = connection.request
        if request["User-Agent"]?.hasPrefix("Longwave/") != true { complain("User-Agent", shared) }
        switch request.path {
        case "/1/validate-token": validate(connection, fault)
        case "/1/submit-listens": submit(connection, fault, shared)
        case "/2.0/", "/": lastFm(connection, fault, shared)
        case _: reply(connection, #"{"code":404,"error":"no such page"}"#, status: "404 Not Found")
        }
    }

    private static func complain(_ words: String, _ shared: Shared) {
        shared.state.withLock { $0.complaints.append(words) }
    }

    private static func reply(
        _ connection: LoopbackConnection, _ text: String, status: String = "200 OK", headers: [String] = []
    ) { connection.reply(status: status, headers: ["Content-Type: application/json"] + headers, text: text) }

    // MARK: ListenBrainz

    private static func validate(_ connection: LoopbackConnection, _ fault: Fault?) {
        guard fault != .refusesLogin, connection.request["Authorization"] == "Token \(token)" else {
            return reply(connection, #"{"code":200,"message":"Token invalid.","valid":false}"#)
        }
        reply(connection, #"{"code":200,"message":"Token valid.","valid":true,"user_name":"rob"}"#)
    }

    private static func submit(_ connection: LoopbackConnection, _ fault: Fault?, _ shared: Shared) {
        let request = connection.request
        guard fault != .refusesLogin, request["Authorization"] == "Token \(token)" else {
            let words = "Invalid authorization token \(token)."
            return reply(connection, #"{"code":401,"error":"\#(words)"}"#, status: "401 Unauthorized")
        }
        if case .busy(let seconds)? = fault {
            return reply(
                connection, #"{"code":429,"error":"Too many requests"}"#, status: "429 Too Many Requests",
                headers: ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset-In: \(seconds)"])
        }
        guard request.method == "POST", request["Content-Type"] == "application/json",
            let json = try? JSONReader.read(request.body), case .array(let payload)? = json["payload"]
        else { return complain("payload", shared) }
        let kind = json["listen_type"]?.string ?? ""
        let entries = payload.compactMap { entry($0, isAnnounced: kind == "playing_now") }
        if entries.count != payload.count || ["playing_now", "single"].contains(kind) && entries.count != 1 {
            complain("listens of type \(kind): \(json.text)", shared)
        }
        if kind != "playing_now" { shared.state.withLock { $0.batches.append(entries.count) } }
        if case .refuses(let title)? = fault, entries.contains(where: { $0.title == title }) {
            return reply(connection, #"{"code":400,"error":"JSON document is invalid"}"#, status: "400 Bad Request")
        }
        shared.state.withLock { state in
            if kind == "playing_now" { state.announced += entries } else { add(entries, to: &state) }
        }
        var headers = ["X-RateLimit-Remaining: 9", "X-RateLimit-Reset-In: 10"]
        if case .exhausted(let seconds)? = fault {
            headers = ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset-In: \(seconds)"]
        }
        reply(connection, #"{"status":"ok"}"#, headers: headers)
    }

    /// Adds listens to those that the server has accepted. Duplicates are added, too, so that a test notices them.
    private static func add(_ entries: [Entry], to state: inout State) { state.listens += entries }

    private static func entry(_ value: JSONValue, isAnnounced: Bool) -> Entry? {
        let track = value["track_metadata"]
        guard let artist = track?["artist_name"]?.string, let title = track?["track_name"]?.string,
            track?["additional_info"]?["submission_client"]?.string == "Longwave"
        else { return nil }
        let begin = value["listened_at"]?.number.map { Int($0) }
        guard (begin == nil) == isAnnounced else { return nil }
        return Entry(
            artist: artist, title: title, album: track?["release_name"]?.string,
            seconds: track?["additional_info"]?["duration_ms"]?.number.map { Int($0) / 1000 }, begin: begin)
    }

    // MARK: Last.fm

    private static func lastFm(_ connection: LoopbackConnection, _ fault: Fault?, _ shared: Shared) {
        let request = connection.request
        guard request.method == "POST", request["Content-Type"] == "application/x-www-form-urlencoded" else {
            return complain("no form", shared)
        }
        var fields: [String: String] = [:]
        for field in String(decoding: request.body, as: UTF8.self).split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return complain("a field without value", shared) }
            fields[URLReference.percentDecoded(parts[0])] = URLReference.percentDecoded(parts[1])
        }
        let format = fields.removeValue(forKey: "format")
        let given = fields.removeValue(forKey: "api_sig")
        guard format == "json", given == signature(fields) else {
            return error(connection, 13, "Invalid method signature")
        }
        guard fields["api_key"] == key else { return error(connection, 10, "Invalid API key") }
        switch fields["method"] {
        case "auth.getToken": return reply(connection, #"{"token":"\#(requestToken)"}"#)
        case "auth.getSession":
            guard fields["token"] == requestToken, shared.state.withLock({ $0.isApproved }) else {
                return error(connection, 14, "Unauthorized Token")
            }
            return reply(connection, #"{"session":{"subscriber":0,"name":"rj","key":"\#(session)"}}"#)
        case _: break
        }
        guard fault != .refusesLogin, fields["sk"] == session else {
            return error(connection, 9, "Invalid session key \(session)")
        }
        if case .busy? = fault { return error(connection, 29, "Rate Limit Exceeded") }
        switch fields["method"] {
        case "track.updateNowPlaying":
            guard let entry = entry(fields, "") else { return complain("now playing", shared) }
            shared.state.withLock { $0.announced.append(entry) }
            reply(connection, #"{"nowplaying":{"ignoredMessage":{"code":"0"}}}"#)
        case "track.scrobble": scrobble(connection, fields, fault, shared)
        case let method: complain("method \(method ?? "")", shared)
        }
    }

    private static func scrobble(
        _ connection: LoopbackConnection, _ fields: [String: String], _ fault: Fault?, _ shared: Shared
    ) {
        var entries: [Entry] = []
        while entries.count < 50, let entry = entry(fields, "[\(entries.count)]"), entry.begin != nil {
            entries.append(entry)
        }
        if entries.isEmpty || fields["artist[\(entries.count)]"] != nil { complain("scrobbles", shared) }
        var limit = Int.max
        if case .dailyLimit(let count)? = fault { limit = count }
        shared.state.withLock { state in
            state.batches.append(entries.count)
            add(Array(entries.prefix(limit)), to: &state)
        }
        let items = entries.indices.map { place in
            #"{"track":{"corrected":"0"},"ignoredMessage":{"code":"\#(place < limit ? 0 : 5)","#
                + ##""#text":""},"timestamp":"1"}"##
        }
        let list = items.count == 1 ? items[0] : "[" + items.joined(separator: ",") + "]"
        let taken = min(limit, entries.count)
        reply(
            connection,
            #"{"scrobbles":{"@attr":{"accepted":\#(taken),"ignored":\#(entries.count - taken)},"scrobble":\#(list)}}"#)
    }

    private static func entry(_ fields: [String: String], _ index: String) -> Entry? {
        guard let artist = fields["artist" + index], let title = fields["track" + index] else { return nil }
        return Entry(
            artist: artist, title: title, album: fields["album" + index],
            seconds: fields["duration" + index].flatMap { Int($0) },
            begin: fields["timestamp" + index].flatMap { Int($0) }, chosen: fields["chosenByUser" + index])
    }

    private static func error(_ connection: LoopbackConnection, _ number: Int, _ words: String) {
        reply(connection, #"{"error":\#(number),"message":"\#(words)"}"#, status: "403 Forbidden")
    }

    private static func signature(_ fields: [String: String]) -> String {
        let sorted = fields.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
        let text = Array((sorted.map { $0.key + $0.value }.joined() + secret).utf8)
        var digest = [UInt8](repeating: 0, count: 16)
        EVP_Digest(text, text.count, &digest, nil, EVP_md5(), nil)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
