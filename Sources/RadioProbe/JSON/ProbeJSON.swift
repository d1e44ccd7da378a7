import Longwave
import RadioFormats
import RadioJSON

/// Encodes the output of `probe --json`.
///
/// docs/FORMATS.md describes version 1. Later releases may add members, but never change or remove one.
package enum ProbeJSON {
    package static let version = 1

    /// - Parameter station: the station in the library that has the probed address, or nil if there is none.
    package static func document(
        _ report: ProbeReport, of station: Station?, capture: (path: String, bytes: Int)?
    ) -> JSONNode {
        let content = report.content.map { JSONNode.object(InspectionJSON.members($0)) }
        let kept = capture.map { JSONNode.members(["file": .string($0.path), "bytes": .int(Int64($0.bytes))]) }
        let rest: KeyValuePairs<String, JSONNode> = [
            "hls": HlsReportJSON.segments(report),
            "times": times(report),
            "packets": .int(Int64(report.packetCount)),
            "damagedPackets": .int(Int64(report.damagedCount)),
            "content": content ?? .null,
            "capture": kept ?? .null,
            "error": report.error.map(JSONLine.error) ?? .null,
            "problems": InspectionJSON.problems(report.problems),
        ]
        return .object(
            [server(report, station), sound(report), rest].flatMap { $0.map { .init(name: $0.key, value: $0.value) } })
    }

    /// Returns the members that describe the station, the requests and the server.
    private static func server(_ report: ProbeReport, _ target: Station?) -> KeyValuePairs<String, JSONNode> {
        let icy = report.response?.icy
        return [
            "version": .int(Int64(version)),
            "url": .string(report.url),
            "station": target.map(station) ?? .null,
            "tries": .array(report.tries.map(one)),
            "streamURL": .optional(report.info?.url),
            "contentType": .optional(icy?.contentType),
            "server": .optional(icy?.server),
            "serverName": .optional(icy?.name),
            "genre": .optional(icy?.genre),
            "metaint": .optional(icy?.metaint),
            "finite": report.info.map { .bool($0.isFinite) } ?? .null,
        ]
    }

    private static func station(_ station: Station) -> JSONNode {
        .members([
            "id": .optional(station.id), "name": .string(station.name),
            "urls": .array(station.urls.map { .string($0) }), "charset": .optional(station.charset),
        ])
    }

    /// Returns the members that describe the sound and the titles. Bit rates are in bits per second.
    private static func sound(_ report: ProbeReport) -> KeyValuePairs<String, JSONNode> {
        let decoded = report.decoded.map { pcm in
            JSONNode.members([
                "sampleRate": .int(Int64(pcm.sampleRate)), "channels": .int(Int64(pcm.channelCount)),
            ])
        }
        let titles = report.titles.map { title in
            JSONNode.members(["at": .seconds(title.at), "track": JSONLine.track(title.track)])
        }
        let first = report.titles.first.map { JSONLine.track($0.track) }
        return [
            "codec": .optional(report.format?.codec.rawValue),
            "codecName": .optional(report.codecName),
            "headerSampleRate": .optional(report.format?.sampleRate),
            "sampleRate": .optional(report.decoded.first?.sampleRate),
            "channels": .optional(report.decoded.first?.channelCount),
            "bitsPerSample": .optional(report.format?.bitsPerSample),
            "decoded": .array(decoded),
            "declaredBitRate": .optional(report.declaredBitRate),
            "measuredBitRate": .optional(report.measuredBitRate),
            "firstTitle": first ?? .null,
            "titles": .array(titles),
            "titleCount": .int(Int64(report.titleCount)),
            "titleCharset": report.charset.map { JSONLine.charset($0) } ?? .null,
        ]
    }

    private static func times(_ report: ProbeReport) -> JSONNode {
        func time(_ time: Duration?) -> JSONNode { time.map { .seconds($0) } ?? .null }
        return .members([
            "headers": time(report.headersAt), "firstByte": time(report.firstByteAt),
            "firstSound": time(report.firstSoundAt), "firstTitle": time(report.titles.first?.at),
            "ended": .seconds(report.endedAt),
        ])
    }

    /// Returns a request with its IP addresses and responses. Times are in seconds since the start of the probe.
    private static func one(_ one: ProbeReport.Try) -> JSONNode {
        let addresses = one.addresses.map { address in
            JSONNode.members([
                "address": .string(address.text), "family": .string(address.isIPv6 ? "IPv6" : "IPv4"),
                "at": address.tried.map { .seconds($0) } ?? .null, "connected": .bool(address.isConnected),
            ])
        }
        let responses = one.responses.map { response in
            JSONNode.members([
                "url": .string(response.url), "at": .seconds(response.at),
                "status": .int(Int64(response.head.status)), "statusLine": .string(response.head.statusLine),
                "headers": InspectionJSON.headers(response.head),
            ])
        }
        return .members([
            "url": .string(one.url), "at": .seconds(one.at), "addresses": .array(addresses),
            "responses": .array(responses), "failure": .optional(one.failure),
        ])
    }
}
