import Longwave
import RadioJSON
import RadioLists
import RadioStations

extension StationHealth {
    /// Returns the findings about a station as an object of `check --json`. docs/JSON.md describes the members.
    package func document(_ item: LibraryItem) -> JSONNode {
        let words = Credentials.hidden(in: problem)
        return .of([
            "number": item.number, "id": item.id, "name": item.station.name,
            "state": state.rawValue, "problem": words.isEmpty ? nil : words,
            "addresses": zip(item.station.urls, addresses).map { url, address in
                address?.node ?? .of(["url": url, "alive": JSONNode.null])
            },
            "found": found,
            "changes": correction.map { correction in correction.changes.map { Self.facts($0, of: correction) } } ?? [],
        ])
    }

    /// Returns a corrected field's old and new values, in the form that a station file gives them.
    private static func facts(_ change: StationCorrection.Change, of correction: StationCorrection) -> JSONNode {
        let isNumber = change.field == .bitRate
        return .of([
            "field": change.field.rawValue,
            "old": isNumber ? change.field.value(of: correction.old) ?? .null : change.old.node,
            "new": isNumber ? change.field.value(of: correction.new) ?? .null : change.new.node,
        ])
    }
}

extension AddressHealth: FactGroup {
    var facts: Facts {
        [
            "url": heard.url, "alive": isAlive,
            "answers": redirects.hops.map { JSONNode.of(["url": $0.url, "status": $0.status]) },
            "permanentURL": redirects.permanentURL, "streamURL": heard.info?.url,
            "contentType": heard.info?.contentType,
            "serverName": heard.info?.serverName, "codec": heard.format?.codec.rawValue, "codecName": heard.codecName,
            "bitRate": bitRate, "declaredBitRate": declaredBitRate, "measuredBitRate": heard.measuredBitRate,
            "sampleRate": heard.decoded.last?.sampleRate, "channels": heard.decoded.last?.channelCount,
            "hasTitles": hasTitles,
            "title": title.map(JSONLine.track), "firstByte": heard.firstByteAt, "firstSound": heard.firstSoundAt,
            "ended": heard.endedAt, "error": heard.error.map(JSONLine.error), "problems": problems,
        ]
    }
}
