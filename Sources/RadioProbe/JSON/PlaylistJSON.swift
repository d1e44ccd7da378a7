import RadioFormats
import RadioHls
import RadioJSON

/// Encodes all fields of an HLS playlist in a report. docs/FORMATS.md describes them.
package enum PlaylistJSON {
    /// Returns the report's member `playlist`. If the playlist could not be read, the member contains only the error.
    package static func playlist(_ read: Result<HlsPlaylist, HlsPlaylistError>) -> JSONNode {
        switch read {
        case .failure(let error):
            return .members(["type": .null, "error": self.error(error), "warnings": .array([])])
        case .success(let playlist):
            var room = ListRoom()
            let fields: KeyValuePairs<String, JSONNode> =
                switch playlist {
                case .media(let media): MediaPlaylistJSON.members(media, &room)
                case .multivariant(let multivariant): MultivariantPlaylistJSON.members(multivariant, &room)
                }
            let warnings = playlist.warnings.map { warning in
                JSONNode.members(["line": .int(Int64(warning.line)), "message": .string(warning.text)])
            }
            var members = fields.map { JSONNode.Member(name: $0.key, value: $0.value) }
            members.append(.init(name: "error", value: .null))
            members.append(.init(name: "warnings", value: .array(warnings)))
            if !room.omitted.isEmpty { members.append(.init(name: "omitted", value: .object(room.omitted))) }
            return .object(members)
        }
    }

    /// Returns the reason why a playlist cannot be read, with the line's number. The number is 0 if the error concerns
    /// no single line.
    private static func error(_ error: HlsPlaylistError) -> JSONNode {
        let reason =
            switch error.reason {
            case .notAPlaylist: "notAPlaylist"
            case .tooLarge: "tooLarge"
            case .unreadable: "unreadable"
            case .undefinedVariable: "undefinedVariable"
            case .cannotMerge: "cannotMerge"
            }
        return .members([
            "reason": .string(reason), "line": .int(Int64(error.line)), "message": .string(error.sentence),
        ])
    }

    // MARK: Members of both kinds

    static func start(_ start: StartPoint?) -> JSONNode {
        start.map { .members(["offset": .number($0.offset.seconds), "precise": .bool($0.isPrecise)]) } ?? .null
    }

    static func variables(_ variables: [String: String], _ room: inout ListRoom) -> JSONNode {
        room.object("variables", variables.sorted { $0.key < $1.key }) {
            .init(name: $0.key, value: .string($0.value))
        }
    }

    static func keys(_ keys: [SegmentKey]) -> JSONNode { .array(keys.map { key($0) }) }

    static func key(_ key: SegmentKey) -> JSONNode {
        .members([
            "method": .string(key.method.name), "uri": .optional(key.uri),
            "iv": .optional(key.iv.map(hexadecimal)),
            "format": .string(key.keyFormat),
            "formatVersions": .array(key.keyFormatVersions.map { .int(Int64($0)) }),
        ])
    }

    static func seconds(_ time: MediaTime?) -> JSONNode { time.map { .number($0.seconds) } ?? .null }

    static func number(_ number: Double?) -> JSONNode { number.map { .number($0) } ?? .null }

    static func long(_ number: Int64?) -> JSONNode { number.map { .int($0) } ?? .null }

    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
