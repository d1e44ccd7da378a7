import Longwave
import RadioJSON
import RadioLists
import RadioStations

/// Encodes the findings about a station as an object of `check --json`.
///
/// docs/JSON.md describes the members.
package enum StationHealthJSON {
    package static func json(_ item: LibraryItem, _ health: StationHealth) -> JSONNode {
        let changes = health.correction.map { correction in correction.changes.map { json($0, of: correction) } } ?? []
        let problem = Credentials.hidden(in: CheckWords.problem(health))
        return .members([
            "number": .int(Int64(item.number)), "id": .string(item.id), "name": .string(item.station.name),
            "state": .string(CheckWords.state(health).rawValue),
            "problem": problem.isEmpty ? .null : .string(problem),
            "addresses": .array(zip(item.station.urls, health.addresses).map(json)),
            "found": health.found.map { json($0.url, $0) } ?? .null, "changes": .array(changes),
        ])
    }

    /// Returns a corrected field's old and new values, in the form that a station file gives them.
    private static func json(_ change: StationCorrection.Change, of correction: StationCorrection) -> JSONNode {
        let isNumber = change.field == .bitRate
        return .members([
            "field": .string(change.field.rawValue),
            "old": isNumber ? change.field.value(of: correction.old) ?? .null : .optional(change.old),
            "new": isNumber ? change.field.value(of: correction.new) ?? .null : .string(change.new),
        ])
    }

    private static func json(_ url: String, _ address: AddressHealth?) -> JSONNode {
        guard let address else { return .members(["url": .string(url), "alive": .null]) }
        let parts = [server(address), sound(address), times(address)]
        return .object(parts.flatMap { $0.map { .init(name: $0.key, value: $0.value) } })
    }

    private static func server(_ address: AddressHealth) -> KeyValuePairs<String, JSONNode> {
        let redirects = address.redirects.hops.map { hop in
            JSONNode.members(["url": .string(hop.url), "status": .int(Int64(hop.status))])
        }
        return [
            "url": .string(address.url), "alive": .bool(address.isAlive), "answers": .array(redirects),
            "permanentURL": .optional(address.redirects.permanentURL), "streamURL": .optional(address.info?.url),
            "contentType": .optional(address.info?.contentType), "serverName": .optional(address.info?.serverName),
        ]
    }

    private static func sound(_ address: AddressHealth) -> KeyValuePairs<String, JSONNode> {
        [
            "codec": .optional(address.format?.codec.rawValue), "codecName": .optional(address.codecName),
            "bitRate": .optional(address.bitRate), "declaredBitRate": .optional(address.declaredBitRate),
            "measuredBitRate": .optional(address.measuredBitRate),
            "sampleRate": .optional(address.decoded?.sampleRate), "channels": .optional(address.decoded?.channelCount),
            "hasTitles": .bool(address.hasTitles), "title": address.title.map(JSONLine.track) ?? .null,
        ]
    }

    private static func times(_ address: AddressHealth) -> KeyValuePairs<String, JSONNode> {
        func time(_ time: Duration?) -> JSONNode { time.map { .seconds($0) } ?? .null }
        return [
            "firstByte": time(address.firstByteAt), "firstSound": time(address.firstSoundAt),
            "ended": .seconds(address.endedAt), "error": address.error.map(JSONLine.error) ?? .null,
            "problems": InspectionJSON.problems(address.problems),
        ]
    }
}
