import Glibc
import RadioFormats

/// Answers one request to an ``HlsOrigin``.
struct HlsOriginAnswer {
    let connection: LoopbackConnection
    let shared: HlsOriginState

    private static let playlistType = "application/vnd.apple.mpegurl"

    func run() {
        shared.tellRequest()
        let path = connection.request.path
        let isSegment = path.split(separator: "/").count == 2 && !path.hasPrefix("/keys/") && !path.hasPrefix("/init/")
        switch shared.fault(for: path, isSegment: isSegment) {
        case .status(let status): connection.reply(status: status, text: status)
        case .bytes(let bytes, let type): send(bytes, type: type)
        case .close: break
        case .silence: connection.neverAnswer()
        case .redirect(let location): connection.redirect(to: location)
        case .stall(let count): answer(path, stall: count)
        case .cut(let count): answer(path, cut: count)
        case nil: answer(path)
        }
    }

    private func answer(_ path: String, stall: Int? = nil, cut: Int? = nil) {
        guard let (bytes, type) = content(path) else {
            guard connection.isOpen else { return }
            return connection.reply(status: "404 Not Found", text: "There is no \(path).")
        }
        let isPlaylist = type == Self.playlistType
        let isGzip =
            isPlaylist && shared.read { $0.isGzip }
            && (shared.read { $0.isGzipUnasked } || (connection.request["Accept-Encoding"] ?? "").contains("gzip"))
        send(isGzip ? Gzip.stored(bytes) : bytes, type: type, isGzip: isGzip, stall: stall, cut: cut)
    }

    /// Returns the content of a path, or nil if it does not exist. Waits until a requested part is complete. If the
    /// request asks for a blocking reload, waits until the playlist lists the segment or part that the request names.
    private func content(_ path: String) -> (bytes: [UInt8], type: String)? {
        if let file = shared.read({ $0.files[path] }) { return (file.bytes, file.contentType) }
        let words = path.split(separator: "/").map(String.init)
        if words.count == 1, words[0].hasSuffix(".m3u8"), let text = playlist(String(words[0].dropLast(5))) {
            return (Array(text.utf8), Self.playlistType)
        }
        if words.count == 2 {
            let found = shared.read { values -> [UInt8]? in
                switch words[0] {
                case "keys": values.channels.values.lazy.compactMap { $0.key(words[1]) }.first?.bytes
                case "init": values.channels.values.lazy.compactMap { $0.initSection(words[1]) }.first
                case _: nil
                }
            }
            if let found { return (found, "application/octet-stream") }
            if let bytes = media(words[0], words[1]) { return (bytes, "audio/aac") }
        }
        return file(path)
    }

    private func playlist(_ name: String) -> String? {
        guard shared.read({ $0.channels[name] != nil }) else { return nil }
        let query = Self.query(connection.request.target)
        if shared.read({ $0.channels[name]?.script.canBlockReload }) == true,
            let sequence = query["_HLS_msn"].flatMap({ Int64($0) })
        {
            let part = query["_HLS_part"].flatMap { Int($0) }
            let isThere = shared.wait(on: connection) { values in
                let now = values.now
                return values.channels[name]?.holds(sequence: sequence, part: part, at: now) ?? true
            }
            guard isThere else { return nil }
        }
        return shared.read { values in
            let now = values.now
            return values.channels[name]?.playlist(at: now, skips: query["_HLS_skip"] != nil)
        }
    }

    private func media(_ name: String, _ file: String) -> [UInt8]? {
        guard let (what, bytes) = shared.read({ $0.channels[name]?.content(file) }) else { return nil }
        func isThere(_ sequence: Int64, _ part: Int?) -> (inout HlsOriginState.Values) -> Bool {
            { values in
                let now = values.now
                return values.channels[name]?.holds(sequence: sequence, part: part, at: now) ?? false
            }
        }
        switch what {
        case .whole: return bytes
        case .segment(let sequence): return shared.read(isThere(sequence, nil)) ? bytes : nil
        // The playlist lists the next part in EXT-X-PRELOAD-HINT, so the response waits until that part is complete
        // (rfc8216bis §6.2.6).
        case .part(let sequence, let part):
            return shared.wait(on: connection, until: isThere(sequence, part)) ? bytes : nil
        }
    }

    private func file(_ path: String) -> (bytes: [UInt8], type: String)? {
        guard let directory = shared.directory, !path.contains(".."), path != "/",
            let bytes = try? Samples.read(path: directory + path)
        else { return nil }
        let suffix = path.split(separator: ".").last.map(String.init) ?? ""
        let types = ["m3u8": Self.playlistType, "ts": "video/mp2t", "m4s": "video/iso.segment", "mp4": "video/mp4"]
        return (bytes, types[suffix] ?? "application/octet-stream")
    }

    private static func query(_ target: String) -> [String: String] {
        guard let mark = target.firstIndex(of: "?") else { return [:] }
        var query: [String: String] = [:]
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let words = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if let name = words.first { query[name] = words.count > 1 ? words[1] : "" }
        }
        return query
    }

    // MARK: Sending

    private func send(
        _ whole: [UInt8], type: String, isGzip: Bool = false, stall: Int? = nil, cut: Int? = nil
    ) {
        var body = whole[...]
        var status = "200 OK"
        var headers = ["Content-Type: \(type)"]
        if isGzip { headers.append("Content-Encoding: gzip") }
        if let range = connection.request["Range"].flatMap({ Self.range($0, of: whole.count) }) {
            status = "206 Partial Content"
            headers.append("Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(whole.count)")
            body = whole[range]
        } else if connection.request["Range"] != nil {
            return connection.reply(status: "416 Range Not Satisfiable", text: "")
        }
        headers.append("Content-Length: \(body.count)")
        connection.begin(statusLine: "HTTP/1.1 " + status, headers: headers)
        if let cut {
            sendPaced(body.prefix(cut))
            return
        }
        if let stall {
            let releases = shared.read { $0.releases }
            sendPaced(body.prefix(stall))
            guard shared.wait(on: connection, until: { $0.releases > releases }) else { return }
            body = body.dropFirst(stall)
        }
        sendPaced(body)
        connection.isKeptAlive = true
        if connection.isOpen { shared.read { [target = connection.request.target] in _ = $0.served.insert(target) } }
    }

    private func sendPaced(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty, connection.isOpen {
            let isPaced = shared.read { $0.kilobits } != nil
            let piece = rest.prefix(isPaced ? 512 : 65_536)
            let milliseconds = shared.reserve(piece.count)
            if milliseconds > 0 { connection.pause(milliseconds: milliseconds) }
            guard piece.withUnsafeBytes({ connection.send($0) }) else { return }
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Parses `bytes=FIRST-[LAST]`.
    private static func range(_ header: String, of count: Int) -> Range<Int>? {
        guard header.hasPrefix("bytes=") else { return nil }
        let words = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard words.count == 2, let first = words[0], first < count else { return nil }
        let end = min(words[1].map { $0 + 1 } ?? count, count)
        return first < end ? first..<end : nil
    }
}
