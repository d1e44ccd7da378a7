import RadioHls
import RadioJSON

/// Encodes an HLS multivariant playlist in the output of `inspect --json` and `probe --json`.
enum MultivariantPlaylistJSON {
    /// Returns the members that describe a multivariant playlist. Elements that do not fit into `room` are omitted.
    static func members(
        _ playlist: MultivariantPlaylist, _ room: inout ListRoom
    ) -> KeyValuePairs<String, JSONNode> {
        [
            "type": .string("multivariant"), "version": .int(Int64(playlist.version)),
            "independentSegments": .bool(playlist.hasIndependentSegments),
            "start": PlaylistJSON.start(playlist.start),
            "variants": room.list("variants", playlist.variants) { variant($0) },
            "renditions": room.list("renditions", playlist.renditions) { rendition($0) },
            "iFrameVariants": room.list("iFrameVariants", playlist.iFrameVariants) { variant($0) },
            "sessionData": room.list("sessionData", playlist.sessionData) { data($0) },
            "sessionKeys": room.list("sessionKeys", playlist.sessionKeys) { PlaylistJSON.key($0) },
            "contentSteering": playlist.contentSteering.map { steering in
                .members(["serverURI": .string(steering.serverURI), "pathwayID": .optional(steering.pathwayID)])
            } ?? .null,
            "variables": PlaylistJSON.variables(playlist.variables, &room),
        ]
    }

    /// Returns all attributes of a variant (EXT-X-STREAM-INF). Bandwidths are in bits per second.
    static func variant(_ variant: Variant) -> JSONNode {
        .members([
            "uri": .string(variant.uri), "bandwidth": .int(Int64(variant.bandwidth)),
            "averageBandwidth": .optional(variant.averageBandwidth), "codecs": .optional(variant.codecs),
            "supplementalCodecs": .optional(variant.supplementalCodecs),
            "resolution": variant.resolution.map { size in
                .members(["width": .int(Int64(size.width)), "height": .int(Int64(size.height))])
            } ?? .null,
            "frameRate": PlaylistJSON.number(variant.frameRate), "hdcpLevel": .optional(variant.hdcpLevel),
            "allowedCpc": .optional(variant.allowedCpc), "videoRange": .optional(variant.videoRange),
            "requiredVideoLayout": .optional(variant.requiredVideoLayout), "audio": .optional(variant.audioGroup),
            "video": .optional(variant.videoGroup), "subtitles": .optional(variant.subtitlesGroup),
            "closedCaptions": .optional(variant.closedCaptions), "name": .optional(variant.name),
            "stableID": .optional(variant.stableID), "pathwayID": .string(variant.pathwayID),
            "score": PlaylistJSON.number(variant.score), "programID": .optional(variant.programID),
        ])
    }

    /// Returns all attributes of a rendition (EXT-X-MEDIA).
    static func rendition(_ rendition: Rendition) -> JSONNode {
        .members([
            "type": .string(rendition.kind.rawValue), "groupID": .string(rendition.groupID),
            "name": .string(rendition.name), "uri": .optional(rendition.uri),
            "language": .optional(rendition.language),
            "associatedLanguage": .optional(rendition.associatedLanguage), "default": .bool(rendition.isDefault),
            "autoselect": .bool(rendition.isAutoselect), "forced": .bool(rendition.isForced),
            "instreamID": .optional(rendition.instreamID),
            "characteristics": .array(rendition.characteristics.map { .string($0) }),
            "channels": .optional(rendition.channels), "bitDepth": .optional(rendition.bitDepth),
            "sampleRate": .optional(rendition.sampleRate), "stableID": .optional(rendition.stableID),
        ])
    }

    private static func data(_ data: SessionData) -> JSONNode {
        let format =
            switch data.format {
            case .json: "JSON"
            case .raw: "RAW"
            }
        return .members([
            "id": .string(data.id), "value": .optional(data.value), "uri": .optional(data.uri),
            "format": .string(format), "language": .optional(data.language),
        ])
    }
}
