import Longwave
import RadioFormats
import RadioHls
import RadioJSON

/// The document that `probe --json` prints. Times are in seconds since the start of the probe, bit rates in bits per
/// second.
///
/// docs/FORMATS.md describes version 1. Later releases may add members, but never change or remove one.
extension ProbeReport {
    /// - Parameter station: the station in the library that has the probed address, or nil if there is none.
    package func document(of station: Station?, capture: (path: String, bytes: Int)?) -> JSONNode {
        let icy = heard.response?.icy
        return .of([
            "version": 1, "url": heard.url,
            "station": station.map {
                JSONNode.of(["id": $0.id, "name": $0.name, "urls": $0.urls, "charset": $0.charset])
            },
            "tries": heard.tries, "streamURL": heard.info?.url, "contentType": icy?.contentType, "server": icy?.server,
            "serverName": icy?.name, "genre": icy?.genre, "metaint": icy?.metaint ?? heard.info?.metaint,
            "finite": heard.info?.isFinite, "codec": heard.format?.codec.rawValue, "codecName": heard.codecName,
            "headerSampleRate": heard.format?.sampleRate, "sampleRate": heard.decoded.first?.sampleRate,
            "channels": heard.decoded.first?.channelCount, "bitsPerSample": heard.format?.bitsPerSample,
            "decoded": heard.decoded.map { JSONNode.of(["sampleRate": $0.sampleRate, "channels": $0.channelCount]) },
            "declaredBitRate": declaredBitRate, "measuredBitRate": measuredBitRate,
            "firstTitle": heard.titles.first.map { JSONLine.track($0.track) },
            "titles": heard.titles.map { JSONNode.of(["at": $0.at, "track": JSONLine.track($0.track)]) },
            "titleCount": heard.titleCount, "titleCharset": heard.charset.map { JSONLine.charset($0) }, "hls": hls,
            "times": JSONNode.of([
                "headers": heard.headersAt, "firstByte": heard.firstByteAt, "firstSound": heard.firstSoundAt,
                "firstTitle": heard.titles.first?.at, "ended": heard.endedAt,
            ]),
            "packets": heard.packetCount, "damagedPackets": heard.damagedCount, "content": content,
            "capture": capture.map { JSONNode.of(["file": $0.path, "bytes": $0.bytes]) },
            "error": heard.error.map { JSONLine.error($0) }, "problems": problems,
        ])
    }

    /// The variants that an HLS station offers, and the variant that plays.
    private var hls: JSONNode {
        guard let segments = heard.segments, let presentation = heard.info?.presentation else { return .null }
        let track = presentation.track
        // An event is a live playlist that keeps its first segments (`EXT-X-PLAYLIST-TYPE:EVENT`).
        let live = presentation.kind == .event ? "event" : "live"
        return .of([
            "type": presentation.isFinite ? "vod" : live, "playlist": segments.playlistURL,
            "targetDuration": presentation.targetDuration, "duration": presentation.duration,
            "programDateTime": JSONNode.date(presentation.wallClock), "encryption": presentation.encryption,
            "variants": presentation.variants, "renditions": presentation.renditions,
            "selected": JSONNode.of([
                "uri": track.uri, "bandwidth": track.rank > 0 ? track.rank : nil, "codecs": track.codecs,
                "video": track.hasVideo, "rendition": track.rendition,
            ]),
            "titleSources": segments.titleSources.map(\.rawValue), "requests": segments.requestCount,
            "failedRequests": segments.failedCount,
        ])
    }
}

/// A request with its IP addresses and responses.
extension HeardSound.Try: FactGroup {
    var facts: Facts { ["url": url, "at": at, "addresses": addresses, "responses": responses, "failure": failure] }
}

extension HeardSound.Address: FactGroup {
    var facts: Facts { ["address": text, "family": isIPv6 ? "IPv6" : "IPv4", "at": tried, "connected": isConnected] }
}

extension HeardSound.Response: FactGroup {
    var facts: Facts {
        let headers = head.headers.map { CapturedResponse.Header(name: $0.name, value: $0.value) }
        return ["url": head.url, "at": at, "status": head.status, "statusLine": head.statusLine, "headers": headers]
    }
}
